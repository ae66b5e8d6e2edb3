"""Everything a director's pages show, in one view: events with their entries and results, people, money, the desk.

Staff see as much of it as their roles need: contacts are for those who admit, accounts for those who take money,
reasons of refused entries for those who decide on them.
"""

from collections.abc import Collection, Iterator

import msgspec

from barpoint.person_names import lookalikes
from barpoint.tournament.desk.closing_checklist import ClosingChecklist, check_closing
from barpoint.tournament.desk.overview import Desk, desk_overview
from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.money.ledger import Award, awards, contest_accounts
from barpoint.tournament.places import titles
from barpoint.tournament.player import Entry, Player
from barpoint.tournament.settings import ContestSettings, DeskChoices, Recess, TournamentSettings
from barpoint.tournament.staff import Permission, Role
from barpoint.tournament.state import (
    Booking,
    CalcuttaSale,
    Contest,
    EquipmentCheck,
    Exclusion,
    MatchPenalty,
    Order,
    RulingRecord,
    Tournament,
    TournamentPhase,
)


class PostedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match whose result stands; the winner's points come first."""

    pairing: str
    bracket: str
    round: int
    players: tuple[str, str]
    winner: str  # "": drawn, or both have lost
    score: tuple[int, int]
    kind: MatchKind
    length: int | None
    at: int | None


class DirectedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a bracket: its length and its time."""

    bracket: str
    round: int
    length: int | None
    start: int | None
    open: int  # matches still to be played


class DirectedContest(msgspec.Struct, frozen=True, kw_only=True):
    """An event as its director sees it."""

    settings: ContestSettings
    book: str
    published: int | None
    drawn: bool
    begun: bool
    complete: bool
    finished: int | None
    awarded: bool
    round_due: int | None  # the round that can be paired now
    titles: tuple[str, ...]
    rounds: tuple[DirectedRound, ...]
    entries: tuple[Entry, ...]
    times: tuple[tuple[str, int, int], ...]  # brackets, rounds and when they begin, as posted
    waiting: tuple[str, ...]  # entries that wait for a place, the next one first
    places_left: int | None  # None: no limit
    slots: tuple[tuple[str, str], ...]  # places of the first round that may be exchanged, and who sits there
    posted: tuple[PostedMatch, ...]
    sold: dict[str, CalcuttaSale]
    pools: dict[str, int]  # what lies in each account of the event
    awards: tuple[Award, ...]  # what the places pay as they stand


class DirectorView(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament on its director's pages."""

    version: int
    phase: TournamentPhase
    settings: TournamentSettings
    desk: Desk
    contests: tuple[DirectedContest, ...]
    players: tuple[Player, ...]
    alike: tuple[tuple[str, ...], ...]  # players whose names may be taken for one another
    marked: dict[str, str]  # their names with what tells them apart, and those of their entries
    staff: dict[str, tuple[Role, ...]]
    committee: tuple[str, ...]
    tables: dict[str, tuple[str, ...]]
    choices: DeskChoices
    recesses: tuple[Recess, ...]
    penalties: tuple[MatchPenalty, ...]
    rulings: tuple[RulingRecord, ...]
    exclusions: tuple[Exclusion, ...]
    orders: tuple[Order, ...]
    balances: dict[str, int]
    bookings: tuple[Booking, ...]  # the last ones
    closing: ClosingChecklist
    smoking: tuple[str, ...] = ()  # halls where people may smoke
    event_order: tuple[str, ...] = ()  # by the director's word
    accepted: tuple[str, ...] = ()  # who has accepted the rules
    equipment: tuple[EquipmentCheck, ...] = ()  # what was looked at


class UnseatedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match in hand whose players would not sit there any more."""

    contest: str
    pairing: str
    names: tuple[str, str]
    table: str
    begun: bool
    hall: str = ""


_LAST_BOOKINGS = 200


def director_view(state: Tournament, at: int, permissions: Collection[Permission]) -> DirectorView:
    """The tournament for somebody on its staff."""
    assert state.settings is not None, "only what was opened is directed"
    money = Permission.MONEY in permissions
    return DirectorView(
        version=state.version,
        phase=state.phase,
        settings=state.settings,
        desk=desk_overview(state, at),
        contests=tuple(_directed(state, contest, permissions) for contest in state.contests.values()),
        players=tuple(_known(player, permissions) for player in state.players.values()),
        alike=tuple(lookalikes({player: str(person) for player, person in state.players.items()})),
        marked=dict(state.marked_names),
        staff=dict(state.staff),
        committee=state.committee,
        tables=dict(state.tables),
        choices=state.choices,
        recesses=state.recesses,
        penalties=tuple(state.penalties.values()),
        rulings=tuple(state.rulings.values()),
        exclusions=state.exclusions,
        orders=state.orders,
        balances=dict(state.balances) if money else {},
        bookings=state.bookings[-_LAST_BOOKINGS:] if money else (),
        closing=check_closing(state) if Permission.CLOSE in permissions else _nothing_left(),
        smoking=tuple(sorted(state.smoking)),
        event_order=state.event_order,
        accepted=tuple(state.accepted),
        equipment=state.equipment_checks,
    )


def _nothing_left() -> ClosingChecklist:
    return ClosingChecklist(unfinished=(), prizes=(), accounts={}, reports=())


def _known(player: Player, permissions: Collection[Permission]) -> Player:
    return player if Permission.ADMIT in permissions else msgspec.structs.replace(player, contact="", member="")


def _directed(state: Tournament, contest: Contest, permissions: Collection[Permission]) -> DirectedContest:
    play, decides = contest.competition, Permission.DECIDE_ENTRY in permissions
    money = Permission.MONEY in permissions
    entries = contest.entries.values()
    return DirectedContest(
        settings=contest.settings,
        book=contest.book,
        published=contest.published,
        drawn=contest.play is not None,
        begun=contest.has_begun,
        complete=play is not None and play.is_complete,
        finished=contest.finished,
        awarded=contest.awarded,
        round_due=play.round_due if play is not None and contest.finished is None else None,
        titles=titles(contest) if play is not None else (),
        rounds=tuple(_rounds(contest)),
        entries=tuple(entry if decides else msgspec.structs.replace(entry, reason="") for entry in entries),
        times=tuple((bracket, number, start.start) for (bracket, number), start in contest.round_starts.items()),
        waiting=tuple(entry.id for entry in contest.waiting_list),
        places_left=contest.places_left,
        slots=tuple(_slots(contest)),
        posted=tuple(_posted(contest)),
        sold=dict(contest.sold),
        pools={name: -state.balances.get(name, 0) for name in contest_accounts(contest)} if money else {},
        awards=awards(state, contest) if money and play is not None and not contest.awarded else (),
    )


def _rounds(contest: Contest) -> Iterator[DirectedRound]:
    rounds: dict[tuple[str, int], list[Fixture]] = {}
    for fixture in contest.fixtures.values():
        rounds.setdefault((fixture.bracket, fixture.round), []).append(fixture)
    for (bracket, number), fixtures in rounds.items():
        start, length = contest.round_starts.get((bracket, number)), contest.length_at(fixtures[0])
        yield DirectedRound(
            bracket=bracket,
            round=number,
            length=length.length if length else None,
            start=start.start if start else None,
            open=sum(not fixture.over for fixture in fixtures),
        )


def _slots(contest: Contest) -> Iterator[tuple[str, str]]:
    """What `OverrulePairing` takes: places of a draw's first round, the entrants of the last Swiss round."""
    if contest.play is None or contest.finished is not None:
        return
    swiss = contest.settings.swiss is not None
    last = max((fixture.round for fixture in contest.fixtures.values() if fixture.bracket == "swiss"), default=0)
    for fixture in contest.fixtures.values():
        if fixture.result is not None or fixture.round != (last if swiss else 1):
            continue
        if not swiss and fixture.bracket != "main" and not fixture.bracket.startswith("group"):
            continue
        for side, entrant in enumerate((fixture.home, fixture.away)):
            if entrant is not None:
                yield (entrant if swiss else f"{fixture.id}/{side}", entrant)


def _posted(contest: Contest) -> Iterator[PostedMatch]:
    for fixture in contest.fixtures.values():
        result = fixture.result
        if result is None or len(fixture.players) < 2:
            continue
        match, length = contest.match_at(fixture), contest.length_at(fixture)
        yield PostedMatch(
            pairing=fixture.id,
            bracket=fixture.bracket,
            round=fixture.round,
            players=fixture.pair,
            winner=fixture.winner or "",
            score=result.score,
            kind=match.kind,
            length=length.length if length else None,
            at=match.posted,
        )


def unseated_matches(before: Tournament, after: Tournament) -> tuple[UnseatedMatch, ...]:
    """The matches called, seated or begun whose two would not meet there any more."""
    gone = []
    for name, contest in before.contests.items():
        later = after.contests.get(name)
        for fixture in contest.fixtures.values():
            if fixture.status is not PairingStatus.READY:
                continue
            match = contest.match_at(fixture)
            if not (match.table or match.calls or match.begun is not None):
                continue
            now = later.fixtures.get(fixture.id) if later is not None else None
            if now is None or now.players != fixture.players:
                home, away = fixture.pair
                gone.append(
                    UnseatedMatch(
                        contest=name,
                        pairing=fixture.id,
                        names=(before.shown_name(home, contest), before.shown_name(away, contest)),
                        table=match.table,
                        begun=match.begun is not None,
                        hall=match.hall,
                    )
                )
    return tuple(gone)
