"""What a draw is to be, as plain data, and the structure that follows from it and the lines.

The same plan and the same lines always give the same structure, so a draw is its plan, its published seed
and its entrants; everything else can be made again.
"""

from enum import StrEnum
from functools import lru_cache
from typing import assert_never

import msgspec

from barpoint.tournament.draw.assembly import BYE, Assembly, BracketSeat, line_seat
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.knockout import Bracket, grand_final, letters_below, lower_bracket, main_bracket
from barpoint.tournament.draw.lines import Lines, Seeding, group_lines, knockout_lines, seed_order
from barpoint.tournament.draw.pattern import Pattern, parse
from barpoint.tournament.draw.pattern_search import conventional, shortest
from barpoint.tournament.draw.round_robin import add_round_robin
from barpoint.tournament.draw.structure import GROUP, GroupPlace, Structure
from barpoint.tournament.standings import DEFAULT_TIE_BREAKS, TieBreak, check_tie_breaks


class DrawFormat(StrEnum):
    """The kinds of draw with a fixed structure; Swiss rounds are paired one by one (`pairing`)."""

    SINGLE = "single"
    CONSOLATION = "consolation"
    DOUBLE = "double"
    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A draw's settings. A pattern is `shortest`, `conventional` or written out; an empty one: no such bracket."""

    format: DrawFormat
    seed: str
    seeding: Seeding = Seeding.LOT
    seeds: int | None = None
    apart: bool = False  # clubmates, in round one
    consolation: str = "shortest"
    last_chance: str = ""
    reset: bool = True
    rounds: int | None = None  # of a truncated round robin
    groups: int = 0
    qualifiers: int = 2  # of each group
    tie_breaks: tuple[TieBreak, ...] = DEFAULT_TIE_BREAKS

    def __post_init__(self) -> None:
        if not self.seed:
            raise ValueError("a draw needs a seed, published beforehand")
        if self.format is DrawFormat.GROUPS and (self.groups < 2 or self.qualifiers < 1):
            raise ValueError("groups are two or more, with one qualifier or more each")
        check_tie_breaks(self.tie_breaks)

    @property
    def brackets(self) -> tuple[str, ...]:
        """The brackets such a draw may have; a small field may do without the last ones."""
        match self.format:
            case DrawFormat.SINGLE:
                return ("main",)
            case DrawFormat.CONSOLATION:
                lower = ("consolation", "last_chance") if self.last_chance else ("consolation",)
                return ("main", *(lower if self.consolation else ()))
            case DrawFormat.DOUBLE:
                return ("main", "lower", "final")
            case DrawFormat.ROUND_ROBIN:
                return (f"{GROUP}-1",)
            case DrawFormat.GROUPS:
                return ("main", *(f"{GROUP}-{number}" for number in range(1, self.groups + 1)))
            case _:
                assert_never(self.format)


def draw_lines(plan: Plan, entrants: tuple[Entrant, ...]) -> Lines:
    """The entrants on their lines."""
    match plan.format:
        case DrawFormat.SINGLE | DrawFormat.CONSOLATION | DrawFormat.DOUBLE:
            return knockout_lines(entrants, plan.seed, plan.seeding, plan.seeds, apart=plan.apart)
        case DrawFormat.ROUND_ROBIN:
            return group_lines(entrants, 1, plan.seed, plan.seeding)
        case DrawFormat.GROUPS:
            if len(entrants) < plan.groups * max(2, plan.qualifiers):
                raise ValueError(f"{len(entrants)} entrants do not fill {plan.groups} groups")
            return group_lines(entrants, plan.groups, plan.seed, plan.seeding, apart=plan.apart)
        case _:
            assert_never(plan.format)


def structure_of(plan: Plan, lines: tuple[str | None, ...]) -> Structure:
    """The structure over these lines; it depends on which of them are empty, not on who stands there."""
    return _build_structure(plan, tuple(entrant is None for entrant in lines))


@lru_cache(maxsize=64)
def _build_structure(plan: Plan, empties: tuple[bool, ...]) -> Structure:
    empty = frozenset(number for number, is_empty in enumerate(empties) if is_empty)
    seats = [line_seat(number, empty) for number in range(len(empties))]
    assembly = Assembly()
    titles: dict[str, tuple[str, ...]]
    match plan.format:
        case DrawFormat.SINGLE:
            main_bracket(assembly, seats)
            titles = {"main": ("main",)}
        case DrawFormat.CONSOLATION:
            titles = _with_consolation(assembly, plan, seats)
        case DrawFormat.DOUBLE:
            titles = _double(assembly, plan, seats)
        case DrawFormat.ROUND_ROBIN:
            add_round_robin(assembly, seats, f"{GROUP}-1", "G1.", plan.rounds)
            titles = {f"{GROUP}-1": (f"{GROUP}-1",)}
        case DrawFormat.GROUPS:
            titles = _groups(assembly, plan, seats)
        case _:
            assert_never(plan.format)
    return assembly.structure(len(empties), titles)


def _with_consolation(assembly: Assembly, plan: Plan, seats: list[BracketSeat]) -> dict[str, tuple[str, ...]]:
    main = main_bracket(assembly, seats)
    titles: dict[str, tuple[str, ...]] = {"main": ("main",)}
    feeds = main.losers[:-1]
    if sum(map(len, feeds)) < 2 or not plan.consolation:
        assembly.notes.append("no consolation: fewer than two lose before the final")
        return titles
    counts = tuple(map(len, feeds))
    field = sum(counts) + 2
    pattern = conventional(field) if plan.consolation == "conventional" else _pattern(plan.consolation, counts)
    consolation = lower_bracket(assembly, pattern, feeds, "consolation", "C")
    titles["consolation"] = ("consolation",)
    if plan.last_chance and sum(consolation.counts[:-1]) > 1:
        slots = pattern.slots(range(1, len(counts) + 1))
        _last_chance(assembly, plan, main, consolation, slots)
        titles["last_chance"] = ("last_chance",)
    return titles


def _last_chance(assembly: Assembly, plan: Plan, main: Bracket, consolation: Bracket, slots: tuple[int, ...]) -> None:
    feeds, first = consolation.losers[:-1], letters_below(main)
    counts = tuple(map(len, feeds))
    if plan.last_chance in ("shortest", "conventional"):
        pattern = shortest(counts, slots[:-1], splits=True)
    else:
        pattern = parse(plan.last_chance, counts, first)
    lower_bracket(assembly, pattern, feeds, "last_chance", "L", first)


def _pattern(text: str, counts: tuple[int, ...]) -> Pattern:
    return shortest(counts) if text == "shortest" else parse(text, counts)


def _double(assembly: Assembly, plan: Plan, seats: list[BracketSeat]) -> dict[str, tuple[str, ...]]:
    main = main_bracket(assembly, seats)
    text = "shortest" if plan.consolation == "conventional" else plan.consolation
    lower = lower_bracket(assembly, _pattern(text, main.counts), main.losers, "lower", "C")
    grand_final(assembly, main, lower, reset=plan.reset)
    return {"main": ("main", "lower", "final")}


def _groups(assembly: Assembly, plan: Plan, seats: list[BracketSeat]) -> dict[str, tuple[str, ...]]:
    block = len(seats) // plan.groups
    names = [f"{GROUP}-{number}" for number in range(1, plan.groups + 1)]
    for number, name in enumerate(names):
        mine = seats[number * block : (number + 1) * block]
        real = sum(not seat.nobody for seat in mine)
        add_round_robin(assembly, mine[: real + real % 2], name, f"G{number + 1}.")
    ranks = [GroupPlace(name, place) for place in range(1, plan.qualifiers + 1) for name in names]
    size = 1 << (len(ranks) - 1).bit_length()
    order = [BracketSeat(ranks[rank]) if rank < len(ranks) else BYE for rank in seed_order(size)]
    _keep_groups_apart(order)
    main_bracket(assembly, order)
    return {name: (name,) for name in ("main", *names)}


def _keep_groups_apart(seats: list[BracketSeat]) -> None:
    """Two of one group do not meet in the knockout's first round, where others of the same place can change."""

    def clash(at: int) -> bool:
        source, other = seats[at].source, seats[at ^ 1].source
        return isinstance(source, GroupPlace) and isinstance(other, GroupPlace) and source.group == other.group

    def place(at: int) -> int:
        source = seats[at].source
        return source.place if isinstance(source, GroupPlace) else 0

    for at in range(len(seats)):
        if not clash(at) or place(at) < place(at ^ 1):
            continue
        for other in range(len(seats)):
            if place(other) == place(at) and other not in (at, at ^ 1):
                seats[at], seats[other] = seats[other], seats[at]
                if not clash(at) and not clash(other):
                    break
                seats[at], seats[other] = seats[other], seats[at]
