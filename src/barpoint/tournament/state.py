"""A tournament as its log leaves it. Everything here is folded; nothing is ever set from outside.

What follows from it (fixtures, standings, delays, money owed) is worked out when it is asked for, in `desk`,
`timing`, `places` and `money`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final

import msgspec

from barpoint.board import Refusal
from barpoint.match import MatchFormat
from barpoint.match.format import Enforcement
from barpoint.rulebook import Policy, Profile
from barpoint.rulebook.profiles import Equipment
from barpoint.tournament.competition import Competition, Key
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.progress import PairingStatus, Result
from barpoint.tournament.draw_competition import DrawCompetition
from barpoint.tournament.engagements import Engagement, Engagements
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.pairing.lives import Playoff
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.player import BUYER, Entry, EntryStatus, Player
from barpoint.tournament.settings import ContestKind, ContestSettings, DeskChoices, Recess, TournamentSettings
from barpoint.tournament.shown_names import shown_names
from barpoint.tournament.staff import Role
from barpoint.tournament.swiss_competition import SwissCompetition
from barpoint.tournament.watching import BroadcastWord, RecordingRequest, Sighting


class TournamentPhase(StrEnum):
    """How far a tournament has come."""

    NEW = "new"
    OPEN = "open"
    CLOSED = "closed"


class RoundStart(msgspec.Struct, frozen=True):
    """When a round begins, and when that was posted."""

    start: int
    posted: int


class CalcuttaSale(msgspec.Struct, frozen=True):
    """An entrant's price in the calcutta."""

    buyer: str
    price: int
    half_back: bool = False


class PostedLength(msgspec.Struct, frozen=True):
    """A posted length; `was` is the published one it revises, 0 if it revises none (usbgf:4.8.1b)."""

    length: int
    was: int = 0


@dataclass(frozen=True)
class Contest:
    """One event."""

    settings: ContestSettings
    published: int | None = None
    entries: Mapping[str, Entry] = field(default_factory=dict)
    play: Draw | Swiss | None = None
    playoff: Playoff | None = None
    playoff_results: Mapping[Key, Result] = field(default_factory=dict)
    round_lengths: Mapping[tuple[str, int], PostedLength] = field(default_factory=dict)
    match_lengths: Mapping[str, PostedLength] = field(default_factory=dict)
    round_starts: Mapping[tuple[str, int], RoundStart] = field(default_factory=dict)
    matches: Mapping[Key, DeskRecord] = field(default_factory=dict)
    sold: Mapping[str, CalcuttaSale] = field(default_factory=dict)
    awarded: bool = False
    finished: int | None = None
    waiting_order: tuple[str, ...] = ()  # as the director has it; the others wait as they came
    reseated: Mapping[str, int] = field(
        default_factory=dict
    )  # players a correction gave another opponent or none: when

    @cached_property
    def competition(self) -> Competition | None:
        """What it is played as; None before it is drawn."""
        match self.play:
            case Draw():
                return DrawCompetition(self.settings.id, self.play)
            case Swiss():
                return SwissCompetition(self.settings.id, self.play, self.playoff, self.playoff_results)
            case None:
                return None

    @cached_property
    def fixtures(self) -> Mapping[str, Fixture]:
        """Every match by its id, in order."""
        fixtures = () if self.competition is None else self.competition.fixtures
        return {fixture.id: fixture for fixture in fixtures}

    @cached_property
    def last_main_round(self) -> int:
        """The round of its final; 0 where it has none."""
        return max((fixture.round for fixture in self.fixtures.values() if fixture.bracket == "main"), default=0)

    def share_fixtures(self, before: "Contest") -> None:
        """Take over what was worked out for an earlier state, if nothing it follows from has changed since."""
        if self is not before and all(
            getattr(self, name) is getattr(before, name) for name in ("settings", "play", "playoff", "playoff_results")
        ):
            vars(self).update(
                {
                    name: vars(before)[name]
                    for name in ("competition", "fixtures", "last_main_round")
                    if name in vars(before)
                }
            )

    @cached_property
    def profile(self) -> Profile:
        """Its book and options; they were judged when it was added."""
        profile = self.settings.profile(announced=self.published)
        if isinstance(profile, Refusal):
            raise TypeError(f"event {self.settings.id} has options its book refuses: {profile.code}")
        return profile

    @cached_property
    def policy(self) -> Policy | None:
        """What officials go by; None where no book governs."""
        policy = self.profile.policy()
        return None if self.settings.variant or isinstance(policy, Refusal) else policy

    @property
    def book(self) -> str:
        """The rule book; none governs a variant (usbgf:1.1e)."""
        return "" if self.settings.variant else self.profile.book

    @property
    def active_entries(self) -> tuple[Entry, ...]:
        """The entries that play."""
        return tuple(entry for entry in self.entries.values() if entry.status is EntryStatus.APPROVED)

    @property
    def waiting_list(self) -> tuple[Entry, ...]:
        """The entries that wait for a place, the next one first."""
        order = {name: place for place, name in enumerate(self.waiting_order)}
        waiting = [entry for entry in self.entries.values() if entry.awaits_place]
        return tuple(sorted(waiting, key=lambda entry: (order.get(entry.id, len(order)), entry.at)))

    @property
    def places_left(self) -> int | None:
        """How many more it takes; None: as many as come."""
        size = self.settings.limits.field
        return None if size is None else max(0, size - len(self.active_entries))

    def standing_concerns(self, entry: Entry) -> tuple[str, ...]:
        """What still stands against an entry: a full field does not once a place is free for it."""
        placed = entry in self.waiting_list[: self.places_left]
        return entry.concerns_beside_place if placed else entry.concerns

    @property
    def has_begun(self) -> bool:
        """Whether a match has begun or a result stands."""
        played = any(fixture.result is not None for fixture in self.fixtures.values())
        return played or any(match.begun is not None for match in self.matches.values())

    def match_at(self, fixture: Fixture) -> DeskRecord:
        """The desk's record of a fixture's match, a fresh one if there is none."""
        home, away = fixture.pair
        return self.matches.get((fixture.id, frozenset({home, away}))) or DeskRecord(players=(home, away))

    def match_format(
        self, fixture: Fixture, enforcement: Enforcement = Enforcement.RECORDED, *, clocked: bool | None = None
    ) -> MatchFormat | Refusal:
        """What a match is played under: the event's book and options, at its posted length (bws:1.2.1)."""
        posted = self.length_at(fixture)
        return self.profile.match_format(enforcement, length=posted.length if posted else None, clocked=clocked)

    def length_at(self, fixture: Fixture) -> PostedLength | None:
        """What a match is played to: as posted for it, else for its round, else as published (usbgf:4.8.1a)."""
        return self.match_lengths.get(fixture.id) or self.round_length(fixture.bracket, fixture.round)

    def goal_at(self, fixture: Fixture) -> PostedLength | None:
        """The points that win a match; a timed one has none, nor a Crawford game (ibf:2.14b)."""
        return None if self.is_timed else self.length_at(fixture)

    @property
    def is_timed(self) -> bool:
        """Whether the matches end with their time and not with a number of points."""
        return self.profile.options.limit_minutes is not None

    def round_length(self, bracket: str, round_: int) -> PostedLength | None:
        """What a round is played to, whatever was posted for one of its matches."""
        posted = self.round_lengths.get((bracket, round_))
        if posted is not None:
            return posted
        published = self.settings.length_of(bracket, round_)
        return None if published is None else PostedLength(published)


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A call for the director; it stays until it is answered (usbgf:1.1.3c)."""

    id: str
    contest: str
    pairing: str
    by: str
    at: int
    about: str = ""
    received: int = 0  # when a device without a network could tell it; 0: at once
    answered: int | None = None
    answer: str = ""


class Absence(msgspec.Struct, frozen=True, kw_only=True):
    """A player who has signed out."""

    player: str
    since: int
    contact: str = ""


class MatchPenalty(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A warning or points; without a pairing it waits for the player's next match."""

    id: str
    player: str
    at: int
    by: str
    points: int = 0
    step: str = "points"
    contest: str = ""
    pairing: str = ""
    entrant: str = ""
    reason: str = ""
    clauses: tuple[str, ...] = ()
    case: str = ""
    for_delay: bool = False
    confirm: bool = False
    lifted: str = ""  # the reason


class RulingRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ruling on the tournament's record, with what became of an appeal."""

    case: str
    contest: str
    pairing: str
    players: tuple[str, str]
    at: int
    by: str
    ruling: str
    happened: str = ""
    reason: str = ""
    clauses: tuple[str, ...] = ()
    appeal: str = ""
    changed: bool = False


class Exclusion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spectator or player who has to go."""

    person: str
    at: int
    by: str
    reason: str = ""
    player: bool = False
    aids: bool = False
    contest: str = ""
    pairing: str = ""
    requested_by: str = ""
    until: int | None = None  # when it is over; None: it lasts

    def holds_at(self, moment: int) -> bool:
        """Whether it is not over yet."""
        return self.until is None or moment < self.until


class TournamentNotice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody was told."""

    at: int
    by: str
    text: str
    contest: str = ""


CLOCK: Final = "clock"
"""The topic of a director's order about clocks."""


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Equipment the director ordered, and for what; the last one of a topic holds."""

    topic: str
    choice: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""
    at: int = 0
    scores: dict[str, tuple[int, int] | None] = {}  # of the matches then under way, if noted: by `EVENT/PAIRING`


class EquipmentCheck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Equipment that was looked at and may be used: of a table, or a player's own."""

    at: int
    by: str
    equipment: Equipment
    contest: str
    hall: str = ""
    table: str = ""
    player: str = ""
    unfit: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    reason: str = ""


class Booking(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One booking: debits positive, together zero."""

    at: int
    by: str
    memo: str
    lines: tuple[tuple[str, int], ...]
    contest: str = ""
    entry: str = ""
    version: int = 0  # of the tournament, as it made it
    reverses: int = 0  # the version of the booking it undoes


@dataclass(frozen=True)
class Tournament:
    """The whole of it."""

    settings: TournamentSettings | None = None
    phase: TournamentPhase = TournamentPhase.NEW
    version: int = 0
    at: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    staff: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)
    committee: tuple[str, ...] = ()
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by hall
    choices: DeskChoices = field(default_factory=DeskChoices)
    contests: Mapping[str, Contest] = field(default_factory=dict)
    recesses: tuple[Recess, ...] = ()
    absent: Mapping[str, Absence] = field(default_factory=dict)
    no_sign_out: frozenset[str] = frozenset()  # who needs the director's consent to leave
    late_told: Mapping[str, int] = field(default_factory=dict)
    calls: Mapping[str, Call] = field(default_factory=dict)
    penalties: Mapping[str, MatchPenalty] = field(default_factory=dict)
    penalised_pairs: Mapping[str, frozenset[str]] = field(default_factory=dict)  # who sat where a penalty was given
    rulings: Mapping[str, RulingRecord] = field(default_factory=dict)
    exclusions: tuple[Exclusion, ...] = ()
    notices: tuple[TournamentNotice, ...] = ()
    orders: tuple[Order, ...] = ()
    bookings: tuple[Booking, ...] = ()
    balances: Mapping[str, int] = field(default_factory=dict)
    changed_after_publishing: tuple[str, ...] = ()
    exported: frozenset[str] = frozenset()
    reopened: tuple[TournamentNotice, ...] = ()
    refused: tuple[tuple[str, str, str], ...] = ()  # contest, entry, reason: duties of bws:1.4.3
    moved_up: tuple[tuple[str, str, str, str], ...] = ()  # contest, entry, to, reason
    event_order: tuple[str, ...] = ()  # which event goes first, by the director's word
    smoking: frozenset[str] = frozenset()  # halls where people may smoke
    accepted: Mapping[str, int] = field(default_factory=dict)  # who has accepted the rules, and when
    broadcasts: tuple[BroadcastWord, ...] = ()
    recording_requests: Mapping[str, RecordingRequest] = field(default_factory=dict)
    sightings: Mapping[str, Sighting] = field(default_factory=dict)
    equipment_checks: tuple[EquipmentCheck, ...] = ()

    @property
    def date(self) -> str:
        """Its first day."""
        return self.settings.date if self.settings else ""

    @property
    def directors(self) -> tuple[str, ...]:
        """Everybody who is a director."""
        return tuple(person for person, roles in self.staff.items() if Role.DIRECTOR in roles)

    @cached_property
    def seats(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The matches each player sits in, as contest and pairing, in any event."""
        seats: dict[str, list[tuple[str, str]]] = {}
        for name, contest in self.contests.items():
            for fixture in contest.fixtures.values():
                if len(fixture.players) == 2:
                    for entrant in fixture.players:
                        for player in contest.entries[entrant].people:
                            seats.setdefault(player, []).append((name, fixture.id))
        return {player: tuple(matches) for player, matches in seats.items()}

    def share_seats(self, before: "Tournament") -> None:
        """Take over fixtures and seats worked out for an earlier state, as far as they are the same."""
        known = [(contest, before.contests.get(name)) for name, contest in self.contests.items()]
        for contest, earlier in known:
            if earlier is not None:
                contest.share_fixtures(earlier)
        if (
            "seats" in vars(before)
            and len(known) == len(before.contests)
            and all(
                earlier is not None and contest.fixtures is earlier.fixtures and contest.entries is earlier.entries
                for contest, earlier in known
            )
        ):
            vars(self)["seats"] = before.seats

    @cached_property
    def engagements(self) -> Mapping[str, Engagements]:
        """What each player plays, has played, and has to play, in any event: looked through once, asked for often."""
        engagements: dict[str, Engagements] = {}
        last = max(map(self.rank_of, self.contests), default=0)
        for name, contest in sorted(self.contests.items(), key=lambda item: self.rank_of(item[0])):
            rank = self.rank_of(name)
            _note_engagements(name, contest, rank if rank < last else None, engagements)
            _note_calls(name, contest, rank, engagements)
        for mine in engagements.values():
            mine.completed.sort(key=lambda engagement: -engagement.moment)
        return engagements

    def rank_of(self, contest: str) -> int:
        """Which event goes before which: as the director ordered them, or main events first (usbgf:2.2.1h)."""
        if contest in self.event_order:
            return self.event_order.index(contest)
        main = self.contests[contest].settings.kind is ContestKind.MAIN
        return len(self.event_order) + (0 if main else 1)

    def counts(self, penalty: MatchPenalty) -> bool:
        """Whether a penalty was neither lifted nor given in a match that a correction has annulled."""
        pair = self.penalised_pairs.get(penalty.id)
        if penalty.lifted or pair is None:
            return not penalty.lifted
        fixture = self.contests[penalty.contest].fixtures.get(penalty.pairing)
        return fixture is not None and pair == set(fixture.players)

    def record_name(self, contest: Contest, fixture: Fixture) -> str:
        """What a device's record of this match is called: there is one for each pairing and those who sit there."""
        name = self.settings.id if self.settings else ""
        return "/".join((name, contest.settings.id, fixture.id, *fixture.pair))

    @cached_property
    def marked_names(self) -> Mapping[str, str]:
        """The names of namesakes and of their entries, with what tells them apart."""
        return shown_names(
            self.players, (entry for contest in self.contests.values() for entry in contest.entries.values())
        )

    def shown_name(self, entrant: str, contest: Contest | None = None) -> str:
        """An entrant or a player as pages, prints and calls name them: namesakes with what tells them apart.

        An entry keeps its id when somebody else plays in its place: `contest` is the event an entrant is asked for in.
        """
        if contest is not None and entrant in self.players and entrant in contest.entries:
            entrant = contest.entries[entrant].people[0]
        return self.marked_names.get(entrant) or self.name_of(entrant)

    def name_of(self, entrant: str) -> str:
        """The bare name of a player, of an entrant that is no player, or of whoever buys and does not play."""
        if entrant in self.players:
            return str(self.players[entrant])
        for contest in self.contests.values():
            if entrant in contest.entries:
                return str(contest.entries[entrant])
        return entrant.removeprefix(BUYER)


def _note_engagements(name: str, contest: Contest, rank: int | None, engagements: dict[str, Engagements]) -> None:
    """Of one event: its records, and everybody's first open match if it has a rank that goes before another."""
    recorded = {pairing for pairing, _ in contest.matches}
    for fixture in contest.fixtures.values():
        if fixture.home is None or fixture.away is None:
            continue
        match = contest.match_at(fixture) if fixture.id in recorded else None
        begun = match is not None and match.begun is not None
        ended = match.completed if match is not None else None
        is_open = rank is not None and fixture.status is PairingStatus.READY and ended is None
        if not (begun or is_open or ended is not None):
            continue
        engagement = Engagement(name, fixture.id, ended or 0)
        for entrant in fixture.pair:
            for player in contest.entries[entrant].people:
                mine = engagements.setdefault(player, Engagements())
                if ended is not None:
                    mine.completed.append(engagement)
                if begun and ended is None and not fixture.over:
                    mine.ahead.append((None, engagement))
                elif is_open and rank is not None and rank not in mine.ranks:
                    mine.ahead.append((rank, engagement))
                if is_open and rank is not None:
                    mine.ranks.add(rank)


def _note_calls(name: str, contest: Contest, rank: int, engagements: dict[str, Engagements]) -> None:
    """Of one event: who was called to a match that has not begun."""
    for (pairing, _), match in contest.matches.items():
        fixture = contest.fixtures.get(pairing)
        if not match.calls or match.begun is not None or match.completed is not None:
            continue
        if fixture is None or fixture.status is not PairingStatus.READY or contest.match_at(fixture) is not match:
            continue
        for player in (player for entrant in fixture.pair for player in contest.entries[entrant].people):
            mine = engagements.setdefault(player, Engagements())
            mine.called.append((rank, match.calls[0], Engagement(name, pairing)))
