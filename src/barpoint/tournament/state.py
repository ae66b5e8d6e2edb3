"""A tournament as its log leaves it. Everything here is folded; nothing is ever set from outside.

What follows from it (fixtures, standings, delays, money owed) is worked out when it is asked for, in `desk`,
`timing`, `places` and `money`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import msgspec

from barpoint.board import Refusal
from barpoint.match.format import Enforcement, MatchFormat
from barpoint.rulebook.profile import Profile
from barpoint.tournament.draw.fold import Draw
from barpoint.tournament.draw.progress import Progress, Result
from barpoint.tournament.fixture import Fixture, of_draw, of_swiss, playoff_progress
from barpoint.tournament.pairing.lives import Playoff
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.player import Entry, EntryStatus, Player
from barpoint.tournament.running import Running
from barpoint.tournament.settings import ContestSettings, Recess, TournamentSettings
from barpoint.tournament.staff import Role

Key = tuple[str, frozenset[str]]  # a pairing and the two who sit there


class Phase(StrEnum):
    """How far a tournament has come."""

    NEW = "new"
    OPEN = "open"
    CLOSED = "closed"


class RoundStart(msgspec.Struct, frozen=True):
    """When a round begins, and when that was posted."""

    start: int
    posted: int


class Sold(msgspec.Struct, frozen=True):
    """An entrant's price in the calcutta."""

    buyer: str
    price: int
    half_back: bool = False


class Revised(msgspec.Struct, frozen=True):
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
    round_lengths: Mapping[tuple[str, int], Revised] = field(default_factory=dict)
    match_lengths: Mapping[str, Revised] = field(default_factory=dict)
    round_starts: Mapping[tuple[str, int], RoundStart] = field(default_factory=dict)
    matches: Mapping[Key, Running] = field(default_factory=dict)
    sold: Mapping[str, Sold] = field(default_factory=dict)
    awarded: bool = False
    finished: int | None = None

    @cached_property
    def playoff_progress(self) -> Progress | None:
        """How the playoff stands."""
        if self.playoff is None or not isinstance(self.play, Swiss):
            return None
        return playoff_progress(self.playoff, dict(self.playoff_results), self.play.withdrawn)

    @cached_property
    def fixtures(self) -> Mapping[str, Fixture]:
        """Every match by its id, in order."""
        match self.play:
            case Draw():
                found = of_draw(self.play)
            case Swiss():
                found = of_swiss(self.play, self.playoff_progress)
            case None:
                found = ()
        return {fixture.id: fixture for fixture in found}

    @cached_property
    def profile(self) -> Profile:
        """Its book and options; they were judged when it was added."""
        profile = self.settings.profile(announced=self.published)
        if isinstance(profile, Refusal):
            raise TypeError(f"event {self.settings.id} has options its book refuses: {profile.code}")
        return profile

    @property
    def book(self) -> str:
        """The rule book; none governs a variant (usbgf:1.1e)."""
        return "" if self.settings.variant else self.profile.book

    @property
    def approved(self) -> tuple[Entry, ...]:
        """The entries that play."""
        return tuple(entry for entry in self.entries.values() if entry.status is EntryStatus.APPROVED)

    @property
    def begun(self) -> bool:
        """Whether a match has begun or a result stands."""
        played = any(fixture.result is not None for fixture in self.fixtures.values())
        return played or any(match.begun is not None for match in self.matches.values())

    def match_at(self, fixture: Fixture) -> Running:
        """The desk's record of a fixture's match, a fresh one if there is none."""
        home, away = fixture.pair
        return self.matches.get((fixture.id, frozenset({home, away}))) or Running(players=(home, away))

    def match_format(
        self, fixture: Fixture, enforcement: Enforcement = Enforcement.RECORDED, *, clocked: bool | None = None
    ) -> MatchFormat | Refusal:
        """What a match is played under: the event's book and options, at its posted length (bws:1.2.1)."""
        posted = self.length_at(fixture)
        return self.profile.match_format(enforcement, length=posted.length if posted else None, clocked=clocked)

    def length_at(self, fixture: Fixture) -> Revised | None:
        """What a match is played to: as posted for it, else for its round, else as published (usbgf:4.8.1a)."""
        posted = self.match_lengths.get(fixture.id) or self.round_lengths.get((fixture.bracket, fixture.round))
        if posted is not None:
            return posted
        published = self.settings.length_of(fixture.bracket, fixture.round)
        return None if published is None else Revised(published)


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


class Penalty(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
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


class RulingEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
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


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody was told."""

    at: int
    by: str
    text: str
    contest: str = ""


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Equipment the director ordered, and for what; the last one of a topic holds."""

    topic: str
    choice: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""


class Booking(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One booking: debits positive, together zero."""

    at: int
    by: str
    memo: str
    lines: tuple[tuple[str, int], ...]
    contest: str = ""
    entry: str = ""


@dataclass(frozen=True)
class Tournament:
    """The whole of it."""

    settings: TournamentSettings | None = None
    phase: Phase = Phase.NEW
    version: int = 0
    at: int = 0
    players: Mapping[str, Player] = field(default_factory=dict)
    staff: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)
    committee: tuple[str, ...] = ()
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by hall
    contests: Mapping[str, Contest] = field(default_factory=dict)
    recesses: tuple[Recess, ...] = ()
    absent: Mapping[str, Absence] = field(default_factory=dict)
    late_told: Mapping[str, int] = field(default_factory=dict)
    calls: Mapping[str, Call] = field(default_factory=dict)
    penalties: Mapping[str, Penalty] = field(default_factory=dict)
    rulings: Mapping[str, RulingEntry] = field(default_factory=dict)
    exclusions: tuple[Exclusion, ...] = ()
    notices: tuple[Notice, ...] = ()
    orders: tuple[Order, ...] = ()
    bookings: tuple[Booking, ...] = ()
    balances: Mapping[str, int] = field(default_factory=dict)
    changed_after_publishing: tuple[str, ...] = ()
    exported: frozenset[str] = frozenset()
    reopened: tuple[Notice, ...] = ()
    refused: tuple[tuple[str, str, str], ...] = ()  # contest, entry, reason: duties of bws:1.4.3
    moved_up: tuple[tuple[str, str, str, str], ...] = ()  # contest, entry, to, reason

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
        found: dict[str, list[tuple[str, str]]] = {}
        for name, contest in self.contests.items():
            for fixture in contest.fixtures.values():
                if len(fixture.players) == 2:
                    for entrant in fixture.players:
                        for player in contest.entries[entrant].people:
                            found.setdefault(player, []).append((name, fixture.id))
        return {player: tuple(matches) for player, matches in found.items()}

    def name_of(self, entrant: str) -> str:
        """What people call an entrant or a player."""
        for contest in self.contests.values():
            if entrant in contest.entries:
                return str(contest.entries[entrant])
        return str(self.players.get(entrant, entrant))
