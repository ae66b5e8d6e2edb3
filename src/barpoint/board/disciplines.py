"""The disciplines: what a game starts from and which of the two sets of habits it follows.

Backgammon's family runs in opposite directions and hits; Longgammon's runs the same way round,
blocks with a single checker and never hits. Everything that differs between disciplines is a
field here: the generator and the outcome read these and know no discipline by name. Blitz and
Doubles are match settings over these, not disciplines of their own (ibf:5-title, 4.1b, 6.1a).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

OFF: Final = 0
BAR: Final = 25
HEAD: Final = 24
HOME: Final = range(1, 7)
OUTER: Final = range(7, 13)
POINTS: Final = range(1, 25)


class Layout(Enum):
    """How one side's numbering maps to the other's."""

    MIRRORED = 0  # n is the opponent's 25 - n
    ROTATED = 1  # n is the opponent's n + 12 or n - 12 (ibf:3.1b)


class HeadRule(Enum):
    """Who may take two checkers from the head on a first-turn 3-3, 4-4 or 6-6."""

    NONE = 0  # no head at all
    SECOND_PLAYER = 1  # ibf:4.2d-4.2h
    BOTH = 2  # as clubs play Long Nardy


class Quadrant(Enum):
    """Six points of the board as one side names them (ibf:3.1c)."""

    HOME = "home"
    OUTER = "outer"
    OPPONENT_HOME = "opponent's home"
    OPPONENT_OUTER = "opponent's outer"


_TWO_FROM_HEAD: Final = frozenset({3, 4, 6})


@dataclass(frozen=True, slots=True)
class Discipline:
    """One way to play: start, path, hitting, head and block rules, and what a win can be worth."""

    name: str
    title: str
    start: tuple[tuple[int, int], ...]
    layout: Layout = Layout.MIRRORED
    hitting: bool = True
    backgammon_counts: bool = True
    head: HeadRule = HeadRule.NONE
    strict_blocks: bool = False

    def __post_init__(self) -> None:
        for point, count in self.start:
            if point not in POINTS or count < 1:
                raise ValueError(f"a starting position puts checkers on points 1-24, not {count} on {point}")
        if len({point for point, _ in self.start}) != len(self.start):
            raise ValueError("a starting position names each point once")
        if self.checkers > 15:
            raise ValueError(f"a side has at most 15 checkers, not {self.checkers}")
        points = {point for point, _ in self.start}
        if clash := sorted(point for point in points if self.across(point) in points):
            raise ValueError(f"a starting position would put both sides on point {clash[0]}")

    def __hash__(self) -> int:
        return hash(self.name)  # of every field it would take longer than what is looked up by it

    @property
    def checkers(self) -> int:
        """How many checkers a side has."""
        return sum(count for _, count in self.start)

    def across(self, point: int) -> int:
        """The same point in the opponent's numbering (ibf:3.1b)."""
        if self.layout is Layout.MIRRORED:
            return 25 - point
        return point - 12 if point > 12 else point + 12

    def quadrant(self, point: int) -> Quadrant:
        """In which of the four sixes a point lies; ValueError for bar and off, which are no points."""
        if point not in POINTS:
            raise ValueError(f"points run from 1 to 24, not {point}")
        if point in HOME:
            return Quadrant.HOME
        if point in OUTER:
            return Quadrant.OUTER
        return Quadrant.OPPONENT_HOME if self.across(point) in HOME else Quadrant.OPPONENT_OUTER

    def head_cap(self, doublet: int | None, *, first_turn: bool, moved_first: bool) -> int:
        """How many checkers may leave the head this turn (ibf:4.2b-4.2h); 15 where there is no head."""
        if self.head is HeadRule.NONE:
            return 15
        if first_turn and doublet in _TWO_FROM_HEAD and (self.head is HeadRule.BOTH or not moved_first):
            return 2
        return 1

    def with_start(self, start: Mapping[int, int]) -> "Discipline":
        """The same rules from another arrangement of the same number of checkers (ibf:5.2b)."""
        other = replace(self, start=tuple(sorted(start.items(), reverse=True)))
        if other.checkers != self.checkers:
            raise ValueError(f"{self.title} starts with {self.checkers} checkers a side, not {other.checkers}")
        return other


BACKGAMMON: Final = Discipline("backgammon", "Backgammon", ((24, 2), (13, 5), (8, 3), (6, 5)))
NACKGAMMON: Final = replace(
    BACKGAMMON, name="nackgammon", title="Nackgammon", start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))
)
SPRINTGAMMON: Final = replace(BACKGAMMON, name="sprintgammon", title="Sprintgammon", start=((24, 1), (23, 1), (22, 1)))
LONGGAMMON: Final = Discipline(
    "longgammon",
    "Longgammon",
    ((24, 15),),
    layout=Layout.ROTATED,
    hitting=False,
    backgammon_counts=False,
    head=HeadRule.SECOND_PLAYER,
)
LONGGAMMON_STRICT: Final = replace(
    LONGGAMMON, name="longgammon-strict", title="Longgammon (no temporary blocks)", strict_blocks=True
)
LONG_NARDY: Final = replace(LONGGAMMON, name="long-nardy", title="Long Nardy", head=HeadRule.BOTH)

DISCIPLINES: Final[Mapping[str, Discipline]] = {
    d.name: d for d in (BACKGAMMON, NACKGAMMON, SPRINTGAMMON, LONGGAMMON, LONGGAMMON_STRICT, LONG_NARDY)
}
_OTHER_NAMES: Final = {"hypergammon": "sprintgammon", "longnardy": "long-nardy", "nardy": "long-nardy"}


def discipline(name: str) -> Discipline:
    """The discipline called `name`; hypergammon is Sprintgammon's start under another name."""
    key = name.strip().lower().replace(" ", "-").replace("_", "-")
    rules = DISCIPLINES.get(_OTHER_NAMES.get(key, key))
    if rules is None:
        raise ValueError(f"no discipline is called {name!r}; expected one of {', '.join(DISCIPLINES)}")
    return rules
