"""A position: where the checkers of both sides stand. An immutable value.

It is always seen by one side, "us" (usually the side to move); `flip` gives the other's view. Each
side is 26 numbers in its own points: [1..24] its points, [25] its bar, [0] its checkers borne off.

Literal form, for tests and people::

    position  = [ discipline [ ":" ] ] ( "x" cells "|" "o" cells | "start" )
    cells     = { place ":" count }          separated by spaces or commas
    place     = "1" ... "24" | "bar" | "off"

`x` is us, `o` is them, each in its own points, so that the start reads the same for both:
``x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5``. What is missing from a side's number of checkers has
been borne off, unless `off` says otherwise. The discipline is Backgammon if none is named:
``start``, ``longgammon start``, ``sprintgammon: x bar:1 24:1 | o 6:1 5:1``. Case does not matter.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from operator import mul
from typing import Any, Final

from barpoint.board.disciplines import (
    BACKGAMMON,
    BAR,
    HOME,
    OFF,
    POINTS,
    Discipline,
    Layout,
    discipline,
)

_CELLS: Final = 26
THEIRS: Final = _CELLS
"""Where the other side's counts begin in `Position.cells`."""


class PositionProblem(StrEnum):
    """What can be wrong with a position (usbgf:4.2.3.1(c)-1, guide:addendum-impossible-1)."""

    TOO_MANY_CHECKERS = "too_many_checkers"
    TOO_FEW_CHECKERS = "too_few_checkers"
    BOTH_SIDES_ON_POINT = "both_sides_on_point"
    BOTH_ON_BAR_AGAINST_CLOSED_BOARDS = "both_on_bar_against_closed_boards"
    BAR_IN_A_GAME_WITHOUT_HITTING = "bar_in_a_game_without_hitting"
    BOTH_SIDES_FINISHED = "both_sides_finished"
    ALL_FIFTEEN_BLOCKED = "all_fifteen_blocked"


_UNPLAYABLE: Final = frozenset(  # what `is_playable` looks for
    {
        PositionProblem.TOO_MANY_CHECKERS,
        PositionProblem.BOTH_SIDES_ON_POINT,
        PositionProblem.BAR_IN_A_GAME_WITHOUT_HITTING,
    }
)
_OCCUPIED: Final = bytes([0, *[1] * 255])  # how many checkers, to whether any


class Position:
    """Both sides' checkers, seen by "us". Compares and hashes by value."""

    __slots__ = ("_contact", "cells", "discipline")

    cells: bytes
    discipline: Discipline
    _contact: bool

    def __init__(self, us: Sequence[int], them: Sequence[int], discipline: Discipline = BACKGAMMON) -> None:
        for name, side in (("us", us), ("them", them)):
            if len(side) != _CELLS:
                raise ValueError(f"{name} takes 26 counts (off, points 1-24, bar), not {len(side)}")
            if any(type(n) is not int or not 0 <= n <= 30 for n in side):
                raise ValueError(f"{name} takes whole counts from 0 to 30, not {list(side)}")
        _set(self, bytes(us) + bytes(them), discipline)

    @classmethod
    def _from_cells(cls, cells: bytes, discipline: Discipline) -> "Position":
        position = cls.__new__(cls)
        _set(position, cells, discipline)
        return position

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Position is a value; {name} cannot be set")

    @classmethod
    def start(cls, discipline: Discipline = BACKGAMMON) -> "Position":
        """The starting position of a discipline (ibf:5.1, 4.1a, 7.1a)."""
        side = [0] * _CELLS
        for point, count in discipline.start:
            side[point] = count
        return cls(side, side, discipline)

    @property
    def us(self) -> tuple[int, ...]:
        """Our checkers: [0] off, [1..24] our points, [25] bar."""
        return tuple(self.cells[:_CELLS])

    @property
    def them(self) -> tuple[int, ...]:
        """Their checkers in their own points: [0] off, [1..24], [25] bar."""
        return tuple(self.cells[_CELLS:])

    def flip(self) -> "Position":
        """The same position seen by the other side."""
        return Position._from_cells(self.cells[_CELLS:] + self.cells[:_CELLS], self.discipline)

    @property
    def pips(self) -> int:
        """Our pip count: how many points all our checkers still have to travel."""
        return sum(map(mul, range(_CELLS), self.cells))

    @property
    def their_pips(self) -> int:
        """The other side's pip count."""
        return sum(map(mul, range(_CELLS), self.cells[THEIRS:]))

    @property
    def in_play(self) -> int:
        """Our checkers not yet borne off, those on the bar included."""
        return sum(self.cells[1:_CELLS])

    @property
    def rearmost(self) -> int:
        """Our rearmost checker's point, 25 for the bar, 0 when all are off."""
        return len(self.cells[1:_CELLS].rstrip(b"\0"))

    @property
    def foremost(self) -> int:
        """Our foremost checker's point, 25 if all are on the bar, 0 when all are off."""
        standing = self.cells[1:_CELLS].lstrip(b"\0")
        return _CELLS - len(standing) if standing else OFF

    @property
    def is_home(self) -> bool:
        """Whether all our checkers in play stand in our home board, so that we may bear off."""
        return self.rearmost in HOME or self.rearmost == OFF

    @property
    def contact(self) -> bool:
        """Whether the sides can still meet: hit or, in Longgammon, stand in each other's way (ibf:15.2)."""
        try:
            return self._contact  # asked for again and again while a position stands
        except AttributeError:
            contact = self._find_contact()
            object.__setattr__(self, "_contact", contact)
            return contact

    def _find_contact(self) -> bool:
        ours, theirs = self.rearmost, len(self.cells[_CELLS + 1 :].rstrip(b"\0"))
        if not ours or not theirs:
            return False
        if self.discipline.layout is Layout.MIRRORED:
            return ours + theirs > 25
        return max(ours, theirs) > 12

    @property
    def is_over(self) -> bool:
        """Whether a side has no checker left in play."""
        return not self.cells[1:_CELLS].strip(b"\0") or not self.cells[_CELLS + 1 :].strip(b"\0")

    @property
    def wall(self) -> tuple[int, ...]:
        """Longgammon: six of our points with every opposing checker behind them, which may not be (ibf:4.4b).

        In the order the opponent meets them; empty if there is none.
        """
        across = self.discipline.across
        if self.discipline.layout is not Layout.ROTATED or self.them[OFF]:
            return ()
        path = [across(point) for point in range(self.flip().foremost, OFF, -1)]
        runs = (tuple(path[k : k + 6]) for k in range(len(path) - 5))
        return next((run for run in runs if all(self.cells[point] for point in run)), ())

    def after(self, hops: Iterable[tuple[int, int]]) -> "Position":
        """The position after these hops, which are taken on trust."""
        cells = bytearray(self.cells)
        across = self.discipline.across
        for source, target in hops:
            cells[source] -= 1
            cells[target] += 1
            if target != OFF:
                met = _CELLS + across(target)
                if cells[met]:
                    cells[met] -= 1
                    cells[_CELLS + BAR] += 1
        return Position._from_cells(bytes(cells), self.discipline)

    def problems(self) -> tuple[PositionProblem, ...]:
        """Everything that is wrong with this position; an empty tuple for a sound one."""
        problems = []
        flipped = self.flip()
        ours, theirs = self.us, self.them
        for side in (ours, theirs):
            if sum(side) > self.discipline.checkers:
                problems.append(PositionProblem.TOO_MANY_CHECKERS)
            if sum(side) < self.discipline.checkers:
                problems.append(PositionProblem.TOO_FEW_CHECKERS)
        if any(ours[point] and theirs[self.discipline.across(point)] for point in POINTS):
            problems.append(PositionProblem.BOTH_SIDES_ON_POINT)
        if not self.discipline.hitting and (ours[BAR] or theirs[BAR]):
            problems.append(PositionProblem.BAR_IN_A_GAME_WITHOUT_HITTING)
        if ours[BAR] and theirs[BAR] and _is_closed(ours) and _is_closed(theirs):
            problems.append(PositionProblem.BOTH_ON_BAR_AGAINST_CLOSED_BOARDS)
        if not self.in_play and not flipped.in_play:
            problems.append(PositionProblem.BOTH_SIDES_FINISHED)
        if self.wall or flipped.wall:
            problems.append(PositionProblem.ALL_FIFTEEN_BLOCKED)
        return tuple(dict.fromkeys(problems))

    @property
    def is_playable(self) -> bool:
        """Whether legal plays are defined here: none of the problems that make moving meaningless."""
        cells, rules = self.cells, self.discipline
        if sum(cells[:_CELLS]) > rules.checkers or sum(cells[_CELLS:]) > rules.checkers:
            return False
        if not rules.hitting and (cells[BAR] or cells[_CELLS + BAR]):
            return False
        ours, theirs = cells[1:BAR].translate(_OCCUPIED), self.facing.translate(_OCCUPIED)
        return not int.from_bytes(ours) & int.from_bytes(theirs)

    @property
    def facing(self) -> bytes:
        """Their checkers on our points 1 to 24."""
        cells = self.cells
        if self.discipline.layout is Layout.MIRRORED:
            return cells[_CELLS + 24 : _CELLS : -1]
        return cells[_CELLS + 13 : _CELLS + BAR] + cells[_CELLS + 1 : _CELLS + 13]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.cells == other.cells and self.discipline == other.discipline

    def __hash__(self) -> int:
        return hash(self.cells)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.us, self.them, self.discipline)

    def __str__(self) -> str:
        """The literal form."""
        named = "" if self.discipline.name == BACKGAMMON.name else f"{self.discipline.name}: "
        return f"{named}x {_cells_text(self.us, self.discipline)} | o {_cells_text(self.them, self.discipline)}"

    def __repr__(self) -> str:
        return f'pos("{self}")'


def _set(position: Position, cells: bytes, rules: Discipline) -> None:
    object.__setattr__(position, "cells", cells)
    object.__setattr__(position, "discipline", rules)


def _is_closed(side: Sequence[int]) -> bool:
    return all(side[point] >= 2 for point in HOME)


def _cells_text(side: Sequence[int], rules: Discipline) -> str:
    words = [f"bar:{side[BAR]}"] if side[BAR] else []
    words += [f"{point}:{side[point]}" for point in reversed(POINTS) if side[point]]
    if side[OFF] or sum(side) != rules.checkers:
        words.append(f"off:{side[OFF]}")
    return " ".join(words)


_LEFT: Final = re.compile(r"(?:(\D*?)[\s:]\s*)?x(?:\s+(.*))?", re.DOTALL)
_RIGHT: Final = re.compile(r"o(?:\s+(.*))?", re.DOTALL)
_START: Final = re.compile(r"(?:(\D*?)[\s:]\s*)?start", re.DOTALL)
_CELL: Final = re.compile(r"(bar|off|[0-9]{1,2}):([0-9]{1,3})")
_EXPECTED: Final = "expected a position such as 'x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5' or 'start'"


def pos(text: str) -> Position:
    """Read a position in literal form (the module's grammar); ValueError says what was expected."""
    if not isinstance(text, str):
        raise ValueError(f"{_EXPECTED}, not {text!r}")
    left, bar, right = text.strip().lower().partition("|")
    if not bar and (start := _START.fullmatch(left)):
        return Position.start(_rules_of(start[1]))
    ours, theirs = _LEFT.fullmatch(left.rstrip()), _RIGHT.fullmatch(right.strip())
    if ours is None or theirs is None:
        raise ValueError(f"{_EXPECTED}, not {_excerpt(text)}")
    rules = _rules_of(ours[1])
    position = Position(_read_side("x", ours[2], rules), _read_side("o", theirs[1], rules), rules)
    if wrong := [problem for problem in position.problems() if problem in _UNPLAYABLE]:
        raise ValueError(f"{_excerpt(text)} is not a position of {rules.title}: {', '.join(wrong)}")
    return position


def _rules_of(name: str | None) -> Discipline:
    return discipline(name) if name else BACKGAMMON


def _read_side(name: str, text: str | None, rules: Discipline) -> list[int]:
    side: list[int | None] = [None] * _CELLS
    for word in (text or "").replace(",", " ").split():
        cell = _CELL.fullmatch(word)
        if cell is None:
            raise ValueError(f"{_EXPECTED}; {_excerpt(word)} is not 'point:count', 'bar:count' or 'off:count'")
        place = {"bar": BAR, "off": OFF}.get(cell[1], -1)
        if place < 0:
            place = int(cell[1])
            if place not in POINTS:
                raise ValueError(f"points run from 1 to 24, not {cell[1]}; 'bar:count' and 'off:count' are the others")
        if side[place] is not None:
            raise ValueError(f"side {name} names {cell[1]} twice")
        count = int(cell[2])
        if count > rules.checkers:
            raise ValueError(f"side {name} has {rules.checkers} checkers in {rules.title}, so not {count} on {cell[1]}")
        side[place] = count
    standing = sum(count or 0 for count in side)
    if standing > rules.checkers:
        raise ValueError(f"side {name} has {rules.checkers} checkers in {rules.title}, not {standing}")
    if side[OFF] is None:
        side[OFF] = rules.checkers - standing
    return [count or 0 for count in side]


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
