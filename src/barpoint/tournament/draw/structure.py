"""A draw as positions joined by winner and loser links.

line        a place on the draw sheet that an entrant is drawn to; an empty line is a bye
pairing     the position of one match: two sources, each a line, the winner or loser of another pairing, a
            place in a group, or a bye
bracket     pairings that are drawn together: main, consolation, last chance, lower, final, a group
title       what a bracket is played for; the lower bracket of a double elimination plays for the main title
contingent  a pairing that is played only if the away side won another one: the reset of a grand final

The structure knows no results and no entrants: it is the same value before and after the event.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, assert_never

GROUP: Final = "group"
"""What brackets of groups are called: group-1, group-2 and so on."""


def is_group(bracket: str) -> bool:
    """Whether a bracket, or the title that it is played for, is a group with a table."""
    return bracket.startswith(GROUP)


@dataclass(frozen=True, slots=True)
class DrawLine:
    """The entrant drawn to this line."""

    number: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody: whoever meets it goes on."""


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins that pairing."""

    pairing: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses it."""

    pairing: str


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Whoever takes that place in a group."""

    group: str
    place: int


Source = DrawLine | Bye | WinnerOf | LoserOf | GroupPlace


@dataclass(frozen=True, slots=True)
class Pairing:
    """The position of one match, and why it is there."""

    id: str
    bracket: str
    round: int
    number: int
    home: Source
    away: Source
    reasons: tuple[str, ...] = ()
    contingent_on: str | None = None

    @property
    def sources(self) -> tuple[Source, Source]:
        """Home and away."""
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a pairing: 0 is home."""

    pairing: str
    side: int


@dataclass(frozen=True)
class Structure:
    """Pairings in an order in which every source comes before what it feeds."""

    pairings: tuple[Pairing, ...]
    lines: int
    titles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what holds for a whole bracket: its pattern, its byes

    @cached_property
    def by_id(self) -> dict[str, Pairing]:
        """Every pairing by its id."""
        return {pairing.id: pairing for pairing in self.pairings}

    @cached_property
    def winner_to(self) -> dict[str, Slot]:
        """Where each winner goes; a winner without a link has won the title."""
        return self._links(WinnerOf)

    @cached_property
    def loser_to(self) -> dict[str, Slot]:
        """Where each loser goes; a loser without a link is out."""
        return self._links(LoserOf)

    def _links(self, kind: type[WinnerOf] | type[LoserOf]) -> dict[str, Slot]:
        return {
            source.pairing: Slot(pairing.id, side)
            for pairing in self.pairings
            for side, source in enumerate(pairing.sources)
            if isinstance(source, kind)
        }

    @cached_property
    def brackets(self) -> dict[str, tuple[Pairing, ...]]:
        """The pairings of each bracket."""
        groups: dict[str, list[Pairing]] = {}
        for pairing in self.pairings:
            groups.setdefault(pairing.bracket, []).append(pairing)
        return {name: tuple(pairings) for name, pairings in groups.items()}

    def title_of(self, bracket: str) -> str:
        """What a bracket is played for."""
        return next((title for title, brackets in self.titles.items() if bracket in brackets), bracket)


def problems(structure: Structure, empty: Iterable[int] = ()) -> tuple[str, ...]:
    """Everything that is wrong with a structure; `empty` lines are byes. Nothing found: it can be played."""
    faults: list[str] = []
    seen: set[str] = set()
    used: set[Source] = set()
    nobody: set[Source] = {DrawLine(number) for number in empty}
    for pairing in structure.pairings:
        if pairing.id in seen:
            faults.append(f"{pairing.id} is there twice")
        for source in pairing.sources:
            faults += _source_problems(pairing, source, seen, structure)
            if source in used and not isinstance(source, Bye) and not _in_group(pairing, source):
                faults.append(f"{source} feeds {pairing.id} and another pairing")
            used.add(source)
        absent = [source in nobody or isinstance(source, Bye) for source in pairing.sources]
        if all(absent):
            faults.append(f"a bye meets a bye in {pairing.id}")
        if any(absent):
            nobody.add(LoserOf(pairing.id))
        seen.add(pairing.id)
    return tuple(faults)


def _in_group(pairing: Pairing, source: Source) -> bool:
    """In a group everybody meets many; elsewhere a source feeds one pairing."""
    return isinstance(source, DrawLine) and is_group(pairing.bracket)


def _source_problems(pairing: Pairing, source: Source, seen: set[str], structure: Structure) -> list[str]:
    match source:
        case DrawLine(number):
            return [] if 0 <= number < structure.lines else [f"{pairing.id} names line {number}, which is not there"]
        case WinnerOf(before) | LoserOf(before):
            return [] if before in seen else [f"{pairing.id} waits for {before}, which does not come before it"]
        case GroupPlace(group, _):
            mine = structure.brackets.get(group, ())
            known = bool(mine) and all(other.id in seen for other in mine)
            return [] if known else [f"{pairing.id} waits for {group}, which does not come before it"]
        case Bye():
            return []
        case _:
            assert_never(source)


def swap_sources(structure: Structure, left: Slot, right: Slot, reason: str) -> Structure:
    """The structure with the sources of two slots exchanged: what a director overrules, with the reason."""
    if left.pairing not in structure.by_id or right.pairing not in structure.by_id:
        raise ValueError(f"slots of this draw were expected, not {left} and {right}")
    first = structure.by_id[left.pairing].sources[left.side]
    second = structure.by_id[right.pairing].sources[right.side]

    def with_sources(pairing: Pairing) -> Pairing:
        sources = list(pairing.sources)
        for slot, source in ((left, second), (right, first)):
            if slot.pairing == pairing.id:
                sources[slot.side] = source
        if tuple(sources) == pairing.sources:
            return pairing
        return replace(pairing, home=sources[0], away=sources[1], reasons=(*pairing.reasons, f"overruled: {reason}"))

    return replace(structure, pairings=tuple(with_sources(pairing) for pairing in structure.pairings))
