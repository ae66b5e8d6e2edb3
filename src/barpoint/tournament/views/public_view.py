"""What everybody may see of an event: its draw sheet, its terms, and the programme of the tournament.

A draw sheet has at least the pairings of the round and its length (guide:2.2.4), with a mark where a length was
revised (usbgf:4.8.1b) and the times (usbgf:2.2.1f); the seed and the plan make the draw repeatable (guide:1.1.2b).
Reasons for refused entries and other matters of staff are not here.
"""

from typing import Final

import msgspec

from barpoint.rulebook import clause
from barpoint.tournament.desk.timing import due, policy_of
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.prices import Calcutta, Fees, Prize
from barpoint.tournament.settings import Mode, Recess
from barpoint.tournament.state import Contest, Tournament

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
    table: str = ""
    due: int | None = None
    stream: str = ""
    reasons: tuple[str, ...] = ()


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
    length = contest.length_at(fixtures[0])
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
        home=_side(contest, fixture.home, fixture.home_from, bye),
        away=_side(contest, fixture.away, fixture.away_from, bye),
        status=fixture.status,
        winner=fixture.winner or "",
        score=result.score if result is not None and result.score != (0, 0) else None,
        forfeited=bool(result and result.forfeited),
        table=match.table if match else "",
        due=due(state, contest, fixture) if both and fixture.status is PairingStatus.READY else None,
        stream=match.stream if match else "",
        reasons=fixture.reasons,
    )


def _side(contest: Contest, entrant: str | None, source: str, bye: bool) -> str:
    if entrant is not None:
        return str(contest.entries[entrant])
    return "bye" if bye else source or "bye"


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


def contest_terms(state: Tournament, contest: Contest) -> ContestTerms:
    """The terms of an event."""
    settings = contest.settings
    policy = policy_of(contest)
    plan, play = settings.draw or settings.swiss, contest.competition
    return ContestTerms(
        contest=settings.id,
        name=settings.title,
        book=contest.book,
        rules_at=state.settings.rules_at if state.settings else "",
        mode=settings.mode,
        announced=contest.published,
        starts=settings.starts,
        options={name: str(value) for name, value in contest.profile.options.explicit_values().items()},
        preferences={topic: str(method) for topic, method in policy.preferences.items()} if policy else {},
        equipment=settings.equipment,
        languages=state.settings.languages if state.settings else (),
        fees=settings.fees,
        prizes=settings.prizes,
        calcutta=settings.calcutta,
        seed=play.seed if play is not None else plan.seed if plan else "",
        notes=tuple((row, clause(row).online) for row in _notes(contest)),
    )


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
    )
