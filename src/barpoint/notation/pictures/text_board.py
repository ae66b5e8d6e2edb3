"""The board in plain letters, for terminals and messages: at most 80 columns (60 when narrow), nothing but ASCII.

X is "us", below, and the point numbers are ours; O is "them", drawn where its checkers truly stand,
whatever way round its discipline sends them. A stack above five shows its number on the fifth place.
A checker on the bar waits on the half in which it enters. What is beside the board comes from the
`Situation`; without one there are pip counts only.
"""

from typing import Final

from barpoint.board import BAR, OFF, Position
from barpoint.notation.ids.situation import Party, Situation

_ROWS: Final = 5
_UPPER: Final = ((13, 14, 15, 16, 17, 18), (19, 20, 21, 22, 23, 24))
_LOWER: Final = ((12, 11, 10, 9, 8, 7), (6, 5, 4, 3, 2, 1))
_UPPER_EDGE: Final = "+13-14-15-16-17-18------19-20-21-22-23-24-+"
_LOWER_EDGE: Final = "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
_MIDDLE: Final = f"|{' ' * 18}|BAR|{' ' * 18}|"


def ascii_board(
    position: Position,
    situation: Situation | None = None,
    turn: Party = Party.US,
    *,
    narrow: bool = False,
    score: tuple[int, int] | None = None,
) -> str:
    """The position as lines of text, without a line end after the last; `turn` is whose roll a situation has.

    A `narrow` board is at most 60 columns wide: what stands beside the other is in a line above it and one below.
    A `score` with points taken off, which no situation has, is shown as it is.
    """
    upper = [_row(position, _UPPER, "X", position.us[BAR], row) for row in range(_ROWS)]
    lower = [_row(position, _LOWER, "O", position.them[BAR], row) for row in range(_ROWS)]
    lines = [_UPPER_EDGE, *upper, _MIDDLE, *reversed(lower), _LOWER_EDGE]
    beside = _beside(position, situation, turn, score)
    if narrow:
        halves = [
            [words.strip() for k, words in sorted(beside.items()) if (k > _ROWS + 1) is lower]
            for lower in (False, True)
        ]
        return "\n".join(f" {line}" for line in ("  ".join(halves[0]), *lines, "  ".join(reversed(halves[1]))))
    return "\n".join(f" {line}   {beside.get(k, '')}".rstrip() for k, line in enumerate(lines))


def _row(position: Position, quarters: tuple[tuple[int, ...], ...], barred: str, on_bar: int, row: int) -> str:
    """One line of a half, counted from its edge; the bar fills from the middle of the board."""
    left, right = ("".join(_cell(*_standing(position, point), row) for point in quarter) for quarter in quarters)
    return f"|{left}|{_cell(barred, on_bar, _ROWS - 1 - row)}|{right}|"


def _standing(position: Position, point: int) -> tuple[str, int]:
    """Whose checkers stand on a point of ours, and how many."""
    if position.us[point]:
        return "X", position.us[point]
    return "O", position.them[position.discipline.across(point)]


def _cell(letter: str, count: int, place: int) -> str:
    """What a stack of `count` shows on its `place`, 0 being its foot."""
    if place == _ROWS - 1 and count > _ROWS:
        return f"{count:>2} "
    return f" {letter} " if place < count else "   "


def _beside(
    position: Position, situation: Situation | None, turn: Party, score: tuple[int, int] | None
) -> dict[int, str]:
    """What stands to the right of which line, the upper edge being line 0."""
    last = 2 * _ROWS + 2
    words = {0: _side("O", position.flip()), last: _side("X", position)}
    if situation is None:
        return words
    ours, theirs = score or situation.score
    if situation.length:
        for line, points in ((1, theirs), (last - 1, ours)):
            words[line] = f"   {points} of {situation.length}"
        if situation.crawford:
            words[last - 1] += ", Crawford game"
    elif ours or theirs:
        words |= {1: f"   score {theirs}", last - 1: f"   score {ours}"}
    line = {None: _ROWS + 1, Party.THEM: 3, Party.US: last - 3}[situation.cube_owner]
    if not situation.crawford and situation.max_cube > 1:
        words[line] = f"[{situation.cube}]"
    at, letter = (last - 2, "X") if turn is Party.US else (2, "O")
    words[at] = f"{letter} {situation.action}"
    return words


def _side(letter: str, view: Position) -> str:
    off = f", {view.us[OFF]} off" if view.us[OFF] else ""
    return f"{letter}: {view.pips} pips{off}"
