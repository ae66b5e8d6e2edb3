"""Reading a board in letters, as `text_board` and gnubg write it: X and O between two edges that number the points.

The numbers are those of the side the position is seen by: X, who sits below, if the upper edge begins with 13, and O if
it begins with 12, as gnubg turns the numbers for the other side. Every column has five places from its edge; a number
on the fifth (10 to 15 also as the letters A to F) is the height of a taller stack. What is missing from a side has been
borne off. Dice, cube and score are read where `text_board` writes them.
"""

import re
from typing import Final

from barpoint.board import BACKGAMMON, BAR, OFF, POINTS, Discipline, Position, Roll
from barpoint.notation.ids.situation import CubeOffer, Party, Situation

_ROWS: Final = 5
_UPPER: Final = (*range(13, 19), BAR, *range(19, 25))
_LOWER: Final = (*range(12, 6, -1), BAR, *range(6, 0, -1))
_EDGE: Final = re.compile(r"\+(13-14-15-16-17-18|12-11-10--9--8--7)-")
_LINE: Final = re.compile(r"\|(.{18})\|(.{3})\|(.{18})\|(.*)")
_TALL: Final = re.compile(r"\d{1,2}|[A-F]")
_EXPECTED: Final = "expected a board in letters as `barpoint board` prints it"


def holds_board(text: str) -> bool:
    """Whether the text has the upper edge of a board in it."""
    return _EDGE.search(text) is not None


def read_board(text: str, rules: Discipline = BACKGAMMON) -> tuple[Position, Situation | None]:
    """The position in letters, and what stands around it if it is said; ValueError says what was expected."""
    upper, middle, lower, below = _lines(text)
    counts = {letter: [0] * 26 for letter in "XO"}
    for rows, points in ((upper, _UPPER), (lower, _LOWER)):
        for at, point in enumerate(points):
            for letter, count in _stack([_cells(row)[at] for row in rows], point):
                counts[letter][_own(point, letter, rules)] += count
    seen_by, other = ("X", "O") if _edge(text).startswith("13") else ("O", "X")
    for letter in "XO":
        missing = rules.checkers - sum(counts[letter])
        if missing < 0:
            raise ValueError(f"{letter} has {rules.checkers} checkers in {rules.title}, not {sum(counts[letter])}")
        counts[letter][OFF] = missing
    position = Position(counts[seen_by], counts[other], rules)
    if not position.is_playable:
        raise ValueError(f"no position of {rules.title}: {', '.join(position.problems())}")
    beside = [_beside(row) for row in (*upper, middle, *reversed(lower))]
    return position, _situation(beside, below) if seen_by == "X" else None


def _edge(text: str) -> str:
    edge = _EDGE.search(text)
    if edge is None:
        raise ValueError(f"{_EXPECTED}, with 13 or 12 at the upper left")
    return edge[1]


def _lines(text: str) -> tuple[list[str], str, list[str], str]:
    """The five lines of the upper half from its edge, the middle one, those of the lower half from theirs, the rest."""
    start = text[: text.index(_edge(text))].count("\n")
    lines = text.splitlines()[start:]
    body = lines[1 : 2 * _ROWS + 2]
    if len(body) < 2 * _ROWS + 1 or not all(_LINE.search(line) for line in body):
        raise ValueError(f"{_EXPECTED}: eleven lines between two edges")
    rest = lines[2 * _ROWS + 2] if len(lines) > 2 * _ROWS + 2 else ""
    return body[:_ROWS], body[_ROWS], body[:_ROWS:-1], rest


def _cells(line: str) -> list[str]:
    parts = _LINE.search(line)
    assert parts is not None
    left, bar, right = parts[1], parts[2], parts[3]
    thirds = [half[k : k + 3].strip() for half in (left, right) for k in range(0, 18, 3)]
    return [*thirds[:6], bar.strip(), *thirds[6:]]


def _stack(cells: list[str], point: int) -> list[tuple[str, int]]:
    """Whose checkers stand in a column of cells, the edge's first, and how many; on the bar they may be both sides'."""
    letters = [cell for cell in cells if cell in ("X", "O")]
    if point == BAR:
        tall = [cell for cell in cells if _TALL.fullmatch(cell)]
        heights = {letter: letters.count(letter) for letter in "XO" if letter in letters}
        if tall and len(heights) == 1:
            heights = dict.fromkeys(heights, _height(tall[0]))
        return list(heights.items())
    if not letters:
        return []
    if len(set(letters)) > 1:
        raise ValueError(f"point {point} holds checkers of one side only, not {' '.join(letters)}")
    return [(letters[0], _height(cells[-1]) if _TALL.fullmatch(cells[-1]) else len(letters))]


def _height(text: str) -> int:
    return int(text) if text.isdigit() else int(text, 16)


def _own(point: int, letter: str, rules: Discipline) -> int:
    """A column by X's numbers, in the numbers of the side whose checker stands there."""
    return point if letter == "X" or point not in POINTS else rules.across(point)


def _beside(line: str) -> str:
    parts = _LINE.search(line)
    return parts[4].strip() if parts else ""


def _situation(beside: list[str], below: str) -> Situation | None:
    """What `text_board` writes beside the board; nothing where there is none of it."""
    words = " ".join((*beside, below))
    points = [re.fullmatch(r"(\d+) of (\d+)(, Crawford game)?", line) for line in (beside[-1], beside[0])]
    cube = next(
        ((at, int(shown[1])) for at, line in enumerate(beside) if (shown := re.match(r"\[(\d+)\]", line))), None
    )
    dice = re.search(r"X to play ([1-6])-([1-6])", words)
    doubled = re.search(r"X doubles to (\d+)", words)
    if not (dice or doubled or cube or all(points) or "X to roll" in words):
        return None
    ours, theirs = points
    length = int(ours[2]) if ours and theirs else 0
    owner = None if cube is None or cube[0] == _ROWS else Party.THEM if cube[0] < _ROWS else Party.US
    return Situation(
        roll=Roll(int(dice[1]), int(dice[2])) if dice else None,
        cube=cube[1] if cube else 1,
        cube_owner=owner,
        score=(int(ours[1]), int(theirs[1])) if ours and theirs else (0, 0),
        length=length,
        crawford=bool(length and ours and ours[3]),
        offer=CubeOffer.DOUBLE if doubled else None,
        to_decide=Party.THEM if doubled else Party.US,
    )
