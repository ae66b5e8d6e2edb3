"""What everybody may see of an event: its draw sheet, its terms, and the programme of the tournament.

A draw sheet has at least the pairings of the round and its length (guide:2.2.4), with a mark where a length was
revised (usbgf:4.8.1b) and the times (usbgf:2.2.1f); the seed and the plan make the draw repeatable (guide:1.1.2b).
Reasons for refused entries and other matters of staff are not here.
"""

from typing import Final

import msgspec

from barpoint.rulebook import clause, load_catalogue
from barpoint.tournament.desk.timing import due, policy_of
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.prices import Calcutta, Fees, Prize
from barpoint.tournament.settings import Limits, Mode, Recess
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.views.seed_list import SeedLine, seed_lines

MOST_LINES: Final = 2_000
"""Matches on one page of a sheet that is sent."""


class SheetLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One match on the sheet; a side that is not known yet says where it comes from."""

    pairing: str
    home: str
    away: str
    status: PairingStatus
    winner: str = ""
    score: tuple[int, int] | None = None
    forfeited: bool = False
    length: int | None = None  # its own, where another was posted for this match than for its round
    table: str = ""
    due: int | None = None
    stream: str = ""
    reasons: tuple[str, ...] = ()
    hall: str = ""  # of the table


class SheetRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round with its length."""

    number: int
    length: int | None
    revised_from: int = 0
    start: int | None = None
    lines: tuple[SheetLine, ...] = ()


class SheetBracket(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket, round by round."""

    name: str
    rounds: tuple[SheetRound, ...]


class DrawSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet of an event."""

    contest: str
    name: str
    seed: str
    notes: tuple[str, ...]
    brackets: tuple[SheetBracket, ...]
    more: tuple[str, int] | None = None  # the bracket and the round the next page begins with


def draw_sheet(
    state: Tournament, contest: Contest, most: int | None = None, first: tuple[str, int] | None = None
) -> DrawSheet:
    """The sheet as it stands; or a page of it: whole rounds from the `first` on, with `most` matches or one round."""
    brackets: dict[str, dict[int, list[Fixture]]] = {}
    for fixture in contest.fixtures.values():
        brackets.setdefault(fixture.bracket, {}).setdefault(fixture.round, []).append(fixture)
    brackets, more = _page(brackets, most, first)
    play = contest.competition
    return DrawSheet(
        contest=contest.settings.id,
        name=contest.settings.title,
        seed="" if play is None else play.seed,
        notes=() if play is None else play.notes,
        brackets=tuple(
            SheetBracket(
                name=name,
                rounds=tuple(_round(state, contest, number, mine) for number, mine in sorted(rounds.items())),
            )
            for name, rounds in brackets.items()
        ),
        more=more,
    )


def _page(
    brackets: dict[str, dict[int, list[Fixture]]], most: int | None, first: tuple[str, int] | None
) -> tuple[dict[str, dict[int, list[Fixture]]], tuple[str, int] | None]:
    """The rounds of a page, and the round after it."""
    rounds = [(name, number) for name, mine in brackets.items() for number in sorted(mine)]
    if first is not None and first not in rounds:
        raise ValueError(f"expected a round of this draw, not round {first[1]} of {first[0]!r}")
    page: dict[str, dict[int, list[Fixture]]] = {}
    count = 0
    for name, number in rounds[0 if first is None else rounds.index(first) :]:
        count += len(brackets[name][number])
        if page and most is not None and count > most:
            return page, (name, number)
        page.setdefault(name, {})[number] = brackets[name][number]
    return page, None


def _round(state: Tournament, contest: Contest, number: int, fixtures: list[Fixture]) -> SheetRound:
    length = None if contest.is_timed else contest.round_length(fixtures[0].bracket, number)
    start = contest.round_starts.get((fixtures[0].bracket, number))
    return SheetRound(
        number=number,
        length=length.length if length else None,
        revised_from=length.was if length else 0,
        start=start.start if start else None,
        lines=tuple(_line(state, contest, fixture) for fixture in fixtures),
    )


def _line(state: Tournament, contest: Contest, fixture: Fixture) -> SheetLine:
    both = len(fixture.players) == 2
    match = contest.match_at(fixture) if both else None
    bye = fixture.status is PairingStatus.BYE
    result = fixture.result
    return SheetLine(
        pairing=fixture.id,
        home=_side(state, contest, fixture.home, fixture.home_from, bye),
        away=_side(state, contest, fixture.away, fixture.away_from, bye),
        status=fixture.status,
        winner=fixture.winner or "",
        score=result.score if result is not None and result.score != (0, 0) else None,
        forfeited=bool(result and result.forfeited),
        length=own.length if (own := contest.match_lengths.get(fixture.id)) is not None else None,
        table=match.table if match else "",
        due=due(state, contest, fixture) if both and fixture.status is PairingStatus.READY else None,
        stream=match.stream if match else "",
        reasons=fixture.reasons,
        hall=match.hall if match else "",
    )


def _side(state: Tournament, contest: Contest, entrant: str | None, source: str, bye: bool) -> str:
    if entrant is not None:
        return state.shown_name(entrant, contest)
    return "bye" if bye else source or "bye"


class BreakTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The breaks each side has: so many of so long, or a minute for so many played."""

    count: int | None
    duration: int  # milliseconds
    every: int


class ContestTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What an event is played under and for, as everybody can read it before entering."""

    contest: str
    name: str
    book: str  # "": none governs it
    rules_at: str
    mode: Mode
    announced: int | None
    starts: int | None
    options: dict[str, str]
    preferences: dict[str, str]  # topic -> how it is settled
    equipment: dict[str, str]
    languages: tuple[str, ...]
    fees: Fees | None
    prizes: tuple[Prize, ...]
    calcutta: Calcutta | None
    seed: str
    notes: tuple[tuple[str, str], ...]  # clause and sentence
    rules: str = ""  # the name of the book
    federation: str = ""  # who publishes it
    edition: str = ""  # and its date
    lengths: dict[str, tuple[int, ...]] = {}  # by bracket, round by round
    breaks: BreakTerms | None = None  # of the first round
    limits: Limits = Limits()
    rating_list: str = ""
    rating_list_name: str = ""
    seeding: str = ""  # by lot, by rating
    seeds: tuple[SeedLine, ...] = ()


def _option_words(contest: Contest) -> dict[str, str]:
    """The event's options; the length stands with the lengths where the event has its own."""
    said = contest.profile.options.explicit_values()
    if contest.settings.lengths:
        said.pop("length", None)
    return {
        name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        for name, value in said.items()
    }


def contest_terms(state: Tournament, contest: Contest) -> ContestTerms:
    """The terms of an event."""
    settings = contest.settings
    policy = policy_of(contest)
    plan, play = settings.draw or settings.swiss, contest.competition
    book = next((book for book in load_catalogue().books if book.id == contest.book), None)
    return ContestTerms(
        contest=settings.id,
        name=settings.title,
        book=contest.book,
        rules_at=state.settings.rules_at if state.settings else "",
        mode=settings.mode,
        announced=contest.published,
        starts=settings.starts,
        options=_option_words(contest),
        preferences={topic: str(method) for topic, method in policy.preferences.items()} if policy else {},
        equipment=settings.equipment,
        languages=state.settings.languages if state.settings else (),
        fees=settings.fees,
        prizes=settings.prizes,
        calcutta=settings.calcutta,
        seed=play.seed if play is not None else plan.seed if plan else "",
        notes=tuple((row, clause(row).online) for row in _notes(contest)),
        rules=book.name if book else "",
        federation=book.publisher if book else "",
        edition=book.edition if book else "",
        lengths=_lengths(contest),
        breaks=_breaks(contest),
        limits=settings.limits,
        rating_list=settings.rating_list,
        rating_list_name=settings.rating_list_title,
        seeding=str(settings.draw.seeding) if settings.draw is not None else "",
        seeds=seed_lines(contest),
    )


def _lengths(contest: Contest) -> dict[str, tuple[int, ...]]:
    """What each bracket is played to, as published; posted lengths stand on the draw sheet."""
    settings = contest.settings
    if contest.is_timed:
        return {}
    first = {bracket: settings.length_of(bracket, 1) for bracket in settings.brackets}
    return {bracket: settings.lengths.get(bracket) or (points,) for bracket, points in first.items() if points}


def _breaks(contest: Contest) -> BreakTerms | None:
    allowed = contest.profile.allowance(contest.settings.length_of(contest.settings.brackets[0], 1))
    if allowed is None or contest.settings.variant:
        return None
    return BreakTerms(count=allowed.count, duration=allowed.duration, every=allowed.every)


def events_in_order(state: Tournament) -> tuple[tuple[str, str], ...]:
    """The events by which goes first for somebody wanted in two of them (usbgf:2.2.1h, guide:2.2.5c): id and name."""
    ordered = sorted(state.contests, key=state.rank_of)
    return tuple((name, state.contests[name].settings.title) for name in ordered)


def _notes(contest: Contest) -> tuple[str, ...]:
    """The rows that say how far the book reaches here."""
    if contest.settings.variant:
        return ("usbgf:1.1e",)
    if contest.book == "trad":
        return ("trad:scoring-9",)
    online = contest.settings.mode is Mode.INTERNET
    if contest.book == "ibf":
        return ("ibf:1.3",)
    if contest.book == "usbgf":
        return ("usbgf:1.1a", "usbgf:1.1.3a") if online else ("usbgf:1.1.3a", "usbgf:4.8.1.1")
    return ()


class Programme(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament's times, published beforehand (usbgf:2.2.1f)."""

    name: str
    date: str
    place: str
    events: tuple[tuple[str, str, int | None], ...]  # id, name, start
    rounds: tuple[tuple[str, str, int, int], ...]  # event, bracket, round, start
    recesses: tuple[Recess, ...]
    committee: tuple[str, ...]
    languages: tuple[str, ...] = ()
    rules_at: str = ""
    order: tuple[tuple[str, str], ...] = ()  # which event goes first: id and name


def programme(state: Tournament) -> Programme:
    """The programme."""
    return Programme(
        name=(state.settings.name or state.settings.id) if state.settings else "",
        date=state.date,
        place=state.settings.place if state.settings else "",
        events=tuple(
            (name, contest.settings.title, contest.settings.starts) for name, contest in state.contests.items()
        ),
        rounds=tuple(
            sorted(
                (
                    (name, bracket, number, start.start)
                    for name, contest in state.contests.items()
                    for (bracket, number), start in contest.round_starts.items()
                ),
                key=lambda row: row[3],
            )
        ),
        recesses=state.recesses,
        committee=state.committee,
        languages=state.settings.languages if state.settings else (),
        rules_at=state.settings.rules_at if state.settings else "",
        order=events_in_order(state),
    )
