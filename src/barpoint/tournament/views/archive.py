"""What is kept of a tournament: finished matches for the ratings, final standings, and the whole as data.

A finished match has the fields of the rating room's `MatchRated`, which whoever joins the two rooms makes of it.
The archive holds nothing that only staff may see but for the reasons the reports ask for.
"""

from collections.abc import Sequence

import msgspec

from barpoint.rulebook import ClockUse
from barpoint.tournament.desk.closing_checklist import Duty, duties
from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.progress import Place
from barpoint.tournament.events import AnyEvent
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.money import ledger as money
from barpoint.tournament.places import title_places, titles
from barpoint.tournament.settings import TournamentSettings
from barpoint.tournament.state import Contest, Exclusion, MatchPenalty, RulingRecord, Tournament, TournamentNotice
from barpoint.tournament.views.public_view import DrawSheet, draw_sheet


class FinishedMatch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match as the ratings take it."""

    id: str
    at: int
    winner: tuple[str, ...]
    loser: tuple[str, ...]
    length: int
    discipline: str = "backgammon"
    clock: str = "standard"
    kind: MatchKind = MatchKind.NORMAL
    reason: str = ""


def match_results(state: Tournament) -> tuple[FinishedMatch, ...]:
    """Every match with a result, by the time it was completed; variants are no backgammon (usbgf:1.1e)."""
    name = state.settings.id if state.settings else ""
    results = [
        _match_result(name, contest, fixture)
        for contest in state.contests.values()
        if not contest.settings.variant
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    return tuple(sorted(results, key=lambda match: (match.at, match.id)))


def _match_result(tournament: str, contest: Contest, fixture: Fixture) -> FinishedMatch:
    result, match = fixture.result, contest.match_at(fixture)
    assert result is not None, "only fixtures with a result are asked for"
    posted = contest.length_at(fixture)
    length = match.length or (posted.length if posted else 1)
    options = contest.profile.options
    kind = MatchKind.DRAWN if result.drawn else MatchKind.FORFEIT if result.forfeited else match.kind
    return FinishedMatch(
        id=f"{tournament}/{contest.settings.id}/{fixture.id}",
        at=match.completed or 0,
        winner=contest.entries[result.winner].people,
        loser=contest.entries[result.loser].people,
        length=length,
        discipline=options.discipline or "backgammon",
        clock=contest_clock(contest),
        kind=kind,
        reason="marked by the director" if kind is MatchKind.DIRECTOR_MARKED else "",
    )


def contest_clock(contest: Contest) -> str:
    """The clock class of an event, as ratings name it."""
    if contest.profile.options.blitz:
        return "blitz"
    return "untimed" if contest.profile.clock_use() is ClockUse.NONE else "standard"


class FinalPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a title."""

    contest: str
    title: str
    places: tuple[Place, ...]


class Archive(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament as it is kept."""

    settings: TournamentSettings | None
    version: int
    names: dict[str, str]
    sheets: tuple[DrawSheet, ...]
    standings: tuple[FinalPlaces, ...]
    matches: tuple[FinishedMatch, ...]
    streams: dict[str, str]  # match id -> the stream it was played in
    penalties: tuple[MatchPenalty, ...]
    rulings: tuple[RulingRecord, ...]
    exclusions: tuple[Exclusion, ...]
    reports: tuple[Duty, ...]
    notices: tuple[TournamentNotice, ...]
    reopened: tuple[TournamentNotice, ...]
    balances: dict[str, int]
    ledger: str  # CSV


def final_places(state: Tournament) -> tuple[FinalPlaces, ...]:
    """Every title's places as they stand."""
    return tuple(
        FinalPlaces(contest=name, title=title, places=title_places(contest, title))
        for name, contest in state.contests.items()
        for title in titles(contest)
    )


def tournament_archive(state: Tournament) -> Archive:
    """Everything, as data."""
    name = state.settings.id if state.settings else ""
    return Archive(
        settings=state.settings,
        version=state.version,
        names={
            entry.id: state.shown_name(entry.id, contest)
            for contest in state.contests.values()
            for entry in contest.active_entries
        },
        sheets=tuple(draw_sheet(state, contest) for contest in state.contests.values()),
        standings=final_places(state),
        matches=match_results(state),
        streams={
            f"{name}/{contest.settings.id}/{pairing}": match.stream
            for contest in state.contests.values()
            for (pairing, _), match in contest.matches.items()
            if match.stream
        },
        penalties=tuple(state.penalties.values()),
        rulings=tuple(state.rulings.values()),
        exclusions=state.exclusions,
        reports=duties(state),
        notices=state.notices,
        reopened=state.reopened,
        balances=dict(state.balances),
        ledger=money.ledger_csv(state),
    )


class LogChange(msgspec.Struct, frozen=True, kw_only=True):
    """One event as a line of the action log."""

    version: int
    at: int
    by: str
    what: str
    reason: str = ""


def describe_event(event: AnyEvent) -> str:
    """An event in words: its name, and what it is about."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(event).__name__).strip()
    change = getattr(event, "change", None)
    if change is not None:
        name = "".join(f" {x.lower()}" if x.isupper() else x for x in type(change).__name__).strip()
    about = [
        str(value)
        for field in ("contest", "pairing", "entry", "entrant", "player", "person", "memo", "text", "case")
        if isinstance(value := getattr(event, field, ""), str) and value
    ]
    pairing = getattr(change, "pairing", "")
    return f"{name}: {', '.join([*about, *([pairing] if pairing else [])])}" if about else name


def changes_since(log: Sequence[AnyEvent], version: int) -> tuple[LogChange, ...]:
    """What happened after a version: what a director with a stale view has to see first."""
    if not 0 <= version <= len(log):
        raise ValueError(f"expected a version from 0 to {len(log)}, not {version}")
    return tuple(
        LogChange(version=number, at=event.at, by=event.by, what=describe_event(event), reason=event.reason)
        for number, event in enumerate(log[version:], version + 1)
    )
