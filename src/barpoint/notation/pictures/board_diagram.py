"""The one static picture of a position, for documents, print and messages: SVG or PNG.

Seen by "us", who sit below: our home board is at the lower right (or, mirrored, at the lower left:
trad:overview-4), the point numbers are ours, and our checkers are borne off on that side. Sides that run
against each other bear off on the same side; in Longgammon they go the same way round, so the
opponent's home board is our upper left and its tray is on the other side (ibf:3.1b, 3.1c). Cubes lie
where the trays are not.

Pip counts stand beside each side's colour. Everything else around the board comes from the
`Situation`: without one, the picture shows checkers only. The live board of the browser is its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import hypot
from typing import Final, NamedTuple

from barpoint.board import BAR, OFF, POINTS, Layout, Position, Side
from barpoint.notation.ids.situation import Party, Situation
from barpoint.notation.pictures.drawing import (
    Anchor,
    Box,
    Disc,
    Drawing,
    Label,
    Shape,
    Theme,
    Triangle,
    mirror,
)

LIGHT: Final = {
    "frame": "#3a4753",
    "rim": "#2c3741",
    "surface": "#efe7d8",
    "cool": "#42607b",
    "warm": "#d9b27c",
    "trench": "#313d48",
    "print": "#f4f0e7",
    "faint": "#c3ccd3",
    "white": "#fdfbf6",
    "white-rim": "#4a4f55",
    "white-ring": "#ded8ca",
    "on-white": "#23292f",
    "black": "#23292f",
    "black-rim": "#d8d2c4",
    "black-ring": "#424b54",
    "on-black": "#fdfbf6",
    "cube": "#fdfbf6",
    "best": "#1c7a4d",
    "played": "#b3261e",
}
"""Dark blue against light ochre: neighbouring points are apart for every kind of colour vision, and in grey."""

DARK: Final = {
    "frame": "#1d252d",
    "rim": "#12181d",
    "surface": "#4b5967",
    "cool": "#232e38",
    "warm": "#a5834f",
    "trench": "#161c22",
    "print": "#e4e9ed",
    "faint": "#9aa7b2",
    "white": "#e9e5db",
    "white-rim": "#20262c",
    "white-ring": "#c6c1b4",
    "on-white": "#1b2127",
    "black": "#12171c",
    "black-rim": "#b9c2ca",
    "black-ring": "#39434c",
    "on-black": "#e9e5db",
    "cube": "#e9e5db",
    "best": "#6fd3a0",
    "played": "#ff8a80",
}

_CHECKER: Final = 40.0
_POINT: Final = 44.0  # the width of a point
_HALF: Final = 5 * _CHECKER + 6  # from the rim to where five checkers end
_GAP: Final = 60.0  # between the two halves, where dice lie
_TRAY: Final = 52.0
_BAR: Final = 50.0
_RAIL: Final = 10.0
_NUMBERS: Final = 24.0
_STRIP: Final = 34.0
_SHOWN: Final = 5  # a taller stack shows its number instead
_SLAB: Final = 12.5  # a borne-off checker, seen from its edge

_LEFT: Final = _RAIL + _TRAY + _RAIL  # where the playing surface begins
_MIDDLE: Final = _LEFT + 6 * _POINT + _BAR / 2
_RIGHT: Final = _MIDDLE + _BAR / 2 + 6 * _POINT
_WIDTH: Final = _RIGHT + _RAIL + _TRAY + _RAIL
_INSIDE: Final = 2 * _HALF + _GAP
_PIPS_AT: Final = {  # where the dots of a die lie, as fractions of its side from the centre
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class _Board:
    """What the drawing of one position shares: where things are and who has which colour."""

    position: Position
    situation: Situation | None
    colours: dict[Party, Side]
    top: float  # the upper edge of the playing surface
    pips: bool
    turn: Party  # whose roll and action the situation tells

    @property
    def foot(self) -> float:
        return self.top + _INSIDE

    @property
    def centre(self) -> float:
        return self.top + _INSIDE / 2


class Home(StrEnum):
    """On which side of the picture the home boards lie."""

    RIGHT = "right"
    LEFT = "left"


class Arrow(NamedTuple):
    """A hop of ours shown on the board: where from, where to, and whether the play was made or is the best."""

    source: int
    target: int
    ink: str = "best"


def diagram(
    position: Position,
    situation: Situation | None = None,
    *,
    us: Side = Side.WHITE,
    pips: bool = True,
    home: Home = Home.RIGHT,
    turn: Party = Party.US,
    arrows: Sequence[Arrow] = (),
) -> Drawing:
    """The picture of a position; `us` is the colour of the side it is seen by, `turn` whose roll a situation has."""
    strip = _STRIP if pips or situation else 0.0
    colours = {Party.US: us, Party.THEM: us.other}
    board = _Board(position, situation, colours, _RAIL / 2 + strip + _NUMBERS, pips, turn)
    height = board.foot + _NUMBERS + strip + _RAIL / 2
    shapes = [Box(0, 0, _WIDTH, height, 12, "frame"), *_surface(board), *_numbers(board), *_men(board)]
    shapes += [*_bar(board), *_trays(board)]
    if strip:
        shapes += [*_strip(board, Party.THEM, strip / 2 + 3), *_strip(board, Party.US, height - strip / 2 - 3)]
    if situation:
        shapes += [*_dice(board, situation), *_cube(board, situation)]
    shapes += [shape for arrow in arrows for shape in _arrow(board, arrow)]
    if home is Home.LEFT:
        shapes = [mirror(shape, _WIDTH) for shape in shapes]
    title = f"{position.discipline.title} position"
    return Drawing(_WIDTH, height, tuple(shapes), LIGHT, DARK, title, describe(position, situation, us=us, turn=turn))


def svg(
    position: Position,
    situation: Situation | None = None,
    *,
    us: Side = Side.WHITE,
    pips: bool = True,
    theme: Theme = Theme.AUTO,
    home: Home = Home.RIGHT,
) -> str:
    """The picture of a position as an SVG document."""
    return diagram(position, situation, us=us, pips=pips, home=home).svg(theme)


def png(
    position: Position,
    situation: Situation | None = None,
    *,
    us: Side = Side.WHITE,
    pips: bool = True,
    theme: Theme = Theme.LIGHT,
    scale: float = 2.0,
    home: Home = Home.RIGHT,
) -> bytes:
    """The picture of a position as a PNG image."""
    return diagram(position, situation, us=us, pips=pips, home=home).png(theme, scale)


def describe(
    position: Position, situation: Situation | None = None, *, us: Side = Side.WHITE, turn: Party = Party.US
) -> str:
    """The position in words, for a screen reader; each side in its own points."""
    sentences = []
    for name, view in ((us, position), (us.other, position.flip())):
        words = [f"bar {view.us[BAR]}"] if view.us[BAR] else []
        words += [f"{point} point {view.us[point]}" for point in reversed(POINTS) if view.us[point]]
        words += [f"off {view.us[OFF]}"] if view.us[OFF] else []
        sentences.append(f"{name.title()}: {', '.join(words)}; {view.pips} pips.")
    if situation:
        sentences.append(f"{(us if turn is Party.US else us.other).title()} {situation.action}.")
        if situation.cube_owner:
            owner = us if situation.cube_owner is Party.US else us.other
            sentences.append(f"Cube {situation.cube}, owned by {owner.title()}.")
        if situation.length:
            ours, theirs = situation.score
            crawford = ", Crawford game" if situation.crawford else ""
            sentences.append(f"Score {ours}-{theirs} in a match to {situation.length}{crawford}.")
    return " ".join(sentences)


def _x(point: int) -> float:
    """The middle of a point."""
    column = 12 - point if point <= 12 else point - 13
    return _LEFT + (column + 0.5) * _POINT + (_BAR if column >= 6 else 0)


def _surface(board: _Board) -> Iterator[Shape]:
    yield Box(_LEFT - 3, board.top - 3, _RIGHT - _LEFT + 6, _INSIDE + 6, 5, "rim")
    for left in (_LEFT, _MIDDLE + _BAR / 2):
        yield Box(left, board.top, 6 * _POINT, _INSIDE, 2, "surface")
    for point in POINTS:
        x, base, up = _x(point), board.foot, -1
        if point > 12:
            base, up = board.top, 1
        tip = base + up * (_HALF - 12)
        ink = "cool" if point % 2 else "warm"
        yield Triangle(((x - _POINT / 2 + 1, base), (x + _POINT / 2 - 1, base), (x, tip)), ink)
    for left in (_RAIL - 3, _RIGHT + _RAIL):
        for top in (board.top, board.foot - _HALF):
            yield Box(left, top, _TRAY + 3, _HALF, 4, "trench")


def _numbers(board: _Board) -> Iterator[Shape]:
    for point in POINTS:
        y = board.foot + _NUMBERS / 2 + 1 if point <= 12 else board.top - _NUMBERS / 2 - 1
        yield Label(_x(point), y, str(point), 13, "print")


def _men(board: _Board) -> Iterator[Shape]:
    across = board.position.discipline.across
    for point in POINTS:
        step = -_CHECKER if point <= 12 else _CHECKER
        first = (board.foot if point <= 12 else board.top) + step / 2
        for party, count in ((Party.US, board.position.us[point]), (Party.THEM, board.position.them[across(point)])):
            yield from _stack(_x(point), first, step, count, board.colours[party])


def _stack(x: float, first: float, step: float, count: int, side: Side) -> Iterator[Shape]:
    for k in range(min(count, _SHOWN)):
        y = first + k * step
        yield Disc(x, y, _CHECKER / 2 - 0.5, side, f"{side}-rim", 1.5)
        if count <= _SHOWN or k < _SHOWN - 1:
            yield Disc(x, y, _CHECKER / 2 - 6, side, f"{side}-ring", 1.5)
    if count > _SHOWN:
        yield Label(x, first + (_SHOWN - 1) * step, str(count), 18, f"on-{side}", bold=True)


def _bar(board: _Board) -> Iterator[Shape]:
    """Checkers on the bar, from the middle outwards, on the half in which they enter."""
    for party, count, up in ((Party.US, board.position.us[BAR], -1), (Party.THEM, board.position.them[BAR], 1)):
        yield from _stack(_MIDDLE, board.centre + up * (_CHECKER / 2 + 6), up * _CHECKER, count, board.colours[party])


def _tray(board: _Board, party: Party) -> tuple[float, float, int]:
    """Where a side's borne-off checkers lie: left edge, the edge they start from, and which way they grow."""
    left = _RAIL - 3 if _elsewhere(board, party) else _RIGHT + _RAIL
    return (left, board.foot, -1) if party is Party.US else (left, board.top, 1)


def _elsewhere(board: _Board, party: Party) -> bool:
    """Whether a side bears off on our left."""
    return party is Party.THEM and board.position.discipline.layout is Layout.ROTATED


def _trays(board: _Board) -> Iterator[Shape]:
    for party, count in ((Party.US, board.position.us[OFF]), (Party.THEM, board.position.them[OFF])):
        left, start, up = _tray(board, party)
        side = board.colours[party]
        for k in range(count):
            y = start + up * (4 + k * _SLAB) - (_SLAB - 1 if up < 0 else 0)
            yield Box(left + 5, y, _TRAY - 7, _SLAB - 1, 3, side, f"{side}-rim")


def _strip(board: _Board, party: Party, y: float) -> Iterator[Shape]:
    side = board.colours[party]
    view = board.position if party is Party.US else board.position.flip()
    yield Disc(_LEFT + 10, y, 9, side, f"{side}-rim", 1.5)
    words = [side.title()]
    if board.situation and party is board.turn:
        words.append(board.situation.action)
    yield Label(_LEFT + 27, y, " ".join(words), 15, "print", Anchor.START, bold=True)
    if board.pips:
        yield Label(_MIDDLE + _BAR / 2, y, f"{view.pips} pips", 15, "faint", Anchor.START)
    if board.situation and (board.situation.length or any(board.situation.score)):
        yield Label(_RIGHT, y, _score(board.situation, party), 15, "print", Anchor.END)


def _score(situation: Situation, party: Party) -> str:
    points = situation.score[0 if party is Party.US else 1]
    if not situation.length:
        return str(points)
    crawford = "Crawford game  " if situation.crawford and party is Party.US else ""
    return f"{crawford}{points} of {situation.length}"


def _dice(board: _Board, situation: Situation) -> Iterator[Shape]:
    if situation.roll is None:
        return
    side = board.colours[board.turn]
    middle = _MIDDLE + _BAR / 2 + 3 * _POINT
    for x, number in ((middle - 25, situation.roll.high), (middle + 25, situation.roll.low)):
        yield Box(x - 19, board.centre - 19, 38, 38, 8, side, f"{side}-rim")
        for dx, dy in _PIPS_AT[number]:
            yield Disc(x + 10 * dx, board.centre + 10 * dy, 3.8, f"on-{side}")


def _cube(board: _Board, situation: Situation) -> Iterator[Shape]:
    """The cube: in the middle of the side without trays, at its owner's, or on the board when offered."""
    if situation.crawford:
        return
    rotated = board.position.discipline.layout is Layout.ROTATED
    x, y, value = _RAIL + _TRAY / 2 - 1.5, board.centre, situation.cube
    if situation.offer:
        x, value = _MIDDLE - _BAR / 2 - 3 * _POINT, 2 * situation.cube
    elif situation.cube_owner is Party.US:
        y = board.foot - 26
    elif situation.cube_owner is Party.THEM:
        x, y = (_RIGHT + _RAIL + _TRAY / 2 + 1.5 if rotated else x), board.top + 26
    yield Box(x - 21, y - 21, 42, 42, 7, "cube", "white-rim")
    yield Label(x, y, str(value), 21 if value < 100 else 16, "on-white", bold=True)


def _arrow(board: _Board, arrow: Arrow) -> Iterator[Shape]:
    """A shaft that widens from its source, and a head."""
    (x, y), (to_x, to_y) = _top(board, arrow.source, 0), _top(board, arrow.target, 1)
    length = hypot(to_x - x, to_y - y) or 1.0
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    neck_x, neck_y = to_x - 18 * along_x, to_y - 18 * along_y

    def beside(width: float) -> tuple[tuple[float, float], tuple[float, float]]:
        return (neck_x - width * along_y, neck_y + width * along_x), (
            neck_x + width * along_y,
            neck_y - width * along_x,
        )

    yield Triangle(((x, y), *beside(4)), arrow.ink)
    yield Triangle(((to_x, to_y), *beside(11)), arrow.ink)


def _top(board: _Board, place: int, added: int) -> tuple[float, float]:
    """The middle of our top checker of a place, or of where the next one would lie."""
    if place == OFF:
        left, start, up = _tray(board, Party.US)
        return left + _TRAY / 2, start + up * 40
    count = board.position.us[place] - 1 + added
    if place == BAR:
        return _MIDDLE, board.centre - (_CHECKER / 2 + 6) - max(0, count) * _CHECKER
    slot = max(0, min(count, _SHOWN - 1))
    step, base = (-_CHECKER, board.foot) if place <= 12 else (_CHECKER, board.top)
    return _x(place), base + step / 2 + slot * step
