"""The draw sheet of an event over several pages that join: for a wall, on the paper of any printer.

tile        a page's window on the sheet, named by its column and row as on a map: A1, B1, A2
overlap     a strip at the right and at the bottom that the next tile shows again; it is cut off along the dashed line
index       a page before the tiles: the whole sheet, small, with the tiles drawn over it

Brackets are not cut into parts. As few tiles are taken as let the type be read on a wall, and those that would be empty
are left out; a draw that fits on one page is one page, without an index.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from barpoint.paper import quote
from barpoint.tournament.printing.draw_page import LARGEST, PAPERS, POINT, about_sheet, drawn_contests, sheet_style
from barpoint.tournament.printing.page import PrintJob
from barpoint.tournament.state import Contest
from barpoint.tournament.views.bracket_layout import BOX, HEAD, LINK, SheetLayout, feeders, lay_out
from barpoint.tournament.views.public_view import draw_sheet
from barpoint.tournament.views.sheet_drawing import MARGIN, sheet_svg

_LEGIBLE: Final = 8.0  # points, of what is read standing before it
_MOST: Final = 8  # tiles side by side, and as many rows of them
_EDGE, _HEAD, _OVERLAP = 10.0, 9.0, 10.0  # mm

_STYLE: Final = """
#let head(title, tile, about) = block(height: {head}mm, width: 100%)[
  #text(12pt, weight: "bold", title) #h(3mm) #text(12pt, tile) #h(1fr) #text(8pt, about)]
#let cross(x, y) = place(dx: x - 2mm, dy: y - 2mm, {{
  place(line(start: (0mm, 2mm), end: (4mm, 2mm), stroke: 0.5pt))
  place(line(start: (2mm, 0mm), end: (2mm, 4mm), stroke: 0.5pt)) }})
#let cut = (paint: luma(110), thickness: 0.6pt, dash: "dashed")
#let tile(title, name, about, picture, dx, dy, across, down, right, below) = page(
  width: {wide}mm, height: {high}mm, margin: {edge}mm, footer: none)[
  #head(title, name, about)
  #place(top, dy: {top}mm, block(width: {window}mm, height: {pane}mm)[
    #box(width: {window}mm, height: {pane}mm, clip: true, place(dx: dx, dy: dy, picture))
    #if right {{ place(top, dx: {window}mm - {overlap}mm, line(length: {pane}mm, angle: 90deg, stroke: cut)) }}
    #if below {{ place(top, dy: {pane}mm - {overlap}mm, line(length: {window}mm, stroke: cut)) }}
    #place(top, {{ for x in across {{ for y in down {{ cross(x, y) }} }} }})
  ])
]
"""


@dataclass(frozen=True)
class Tiling:
    """How a sheet is cut: pages of one size, turned or not, so many across and down; lengths in millimetres."""

    columns: int
    rows: int
    wide: float
    high: float

    @property
    def window(self) -> tuple[float, float]:
        """What a page shows of the sheet."""
        return self.wide - 2 * _EDGE, self.high - 2 * _EDGE - _HEAD

    @property
    def joined(self) -> tuple[float, float]:
        """All windows together, without what is shown twice."""
        across, down = self.window
        return self.columns * across - (self.columns - 1) * _OVERLAP, self.rows * down - (self.rows - 1) * _OVERLAP

    @property
    def aspect(self) -> float:
        """The shape of all windows together."""
        return self.joined[0] / self.joined[1]

    @property
    def count(self) -> int:
        """How many tiles."""
        return self.columns * self.rows

    def name(self, column: int, row: int) -> str:
        """Of a tile: its column is a letter, its row a number."""
        return f"{chr(ord('A') + column)}{row + 1}"


class _Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class _Picture:
    svg: str
    width: float  # mm
    height: float
    size: float  # of the type, in points
    parts: tuple[_Rect, ...]  # where something is drawn

    def is_on(self, left: float, top: float, wide: float, high: float) -> bool:
        """Whether anything is drawn in a part of it."""
        return any(
            part.left < left + wide and left < part.right and part.top < top + high and top < part.bottom
            for part in self.parts
        )


def _size(picture: _Picture) -> str:
    """Both lengths: an image that knows only one is cut where the page ends."""
    return f"width: {picture.width:.2f}mm, height: {picture.height:.2f}mm"


def draw_tiles(occasion: PrintJob) -> str:
    """Every event that is drawn: its index, then its tiles row by row."""
    parts = [_event(occasion, contest, number) for number, contest in enumerate(drawn_contests(occasion))]
    return sheet_style(occasion) + "\n".join(parts)


def _event(occasion: PrintJob, contest: Contest, number: int) -> str:
    sheet = draw_sheet(occasion.state, contest)
    tiling, picture = _cut(occasion, contest)
    window, pane = tiling.window
    style = _STYLE.format(
        head=_HEAD - 2,
        top=_HEAD,
        wide=tiling.wide,
        high=tiling.high,
        edge=_EDGE,
        window=window,
        pane=pane,
        overlap=_OVERLAP,
    )
    name = f"picture{number}"
    image = f'#let {name} = image(bytes({quote(picture.svg)}), format: "svg", {_size(picture)})\n'
    about = about_sheet(occasion, sheet)
    places = _tile_places(tiling, picture)
    index = [] if tiling.count == 1 else [_index(tiling, places, name, sheet.name, about)]
    tiles = [_tile(tiling, name, sheet.name, about, *place) for place in places]
    return "\n".join([style, image, *index, *tiles])


def _tile_places(tiling: Tiling, picture: _Picture) -> list[tuple[int, int]]:
    """The tiles with something on them, row by row."""
    window, pane = tiling.window
    return [
        (column, row)
        for row in range(tiling.rows)
        for column in range(tiling.columns)
        if picture.is_on(column * (window - _OVERLAP), row * (pane - _OVERLAP), window, pane)
    ]


def _cut(occasion: PrintJob, contest: Contest) -> tuple[Tiling, _Picture]:
    """The fewest tiles on which it can be read; the largest type of those with as many."""
    paper = occasion.paper or "a4"
    if paper not in PAPERS:
        raise ValueError(f"expected a paper of {', '.join(PAPERS)}, not {paper!r}")
    short, long = PAPERS[paper]
    tilings = sorted(
        (
            Tiling(columns, rows, wide, high)
            for columns in range(1, _MOST + 1)
            for rows in range(1, _MOST + 1)
            for wide, high in ((short, long), (long, short))
        ),
        key=lambda tiling: tiling.count,
    )
    sheet, sources = draw_sheet(occasion.state, contest), feeders(contest)
    best, scale = tilings[0], 0.0
    for tiling in tilings:
        if scale * 10 >= _LEGIBLE and tiling.count > best.count:
            break
        fits = _scale(tiling, lay_out(sheet, sources, tiling.aspect, cut=False))
        if fits > scale:
            best, scale = tiling, fits
    svg, layout = sheet_svg(
        sheet, occasion.state, contest, aspect=best.aspect, cut=False, font="Libertinus Serif", hour=occasion.hour
    )
    wide, high = (extent * scale / POINT for extent in _extent(layout))
    return best, _Picture(svg, wide, high, scale * 10, tuple(_places(layout, scale / POINT)))


def _places(layout: SheetLayout, scale: float) -> Iterator[_Rect]:
    """Where the heads, the matches and the lines between them are."""
    for x, y, block in layout.blocks:
        boxes = {box.line.pairing: box for box in block.boxes}
        rects = [(0.0, 0.0, block.width, HEAD)]
        for box in block.boxes:
            ends = [box.middle, *(boxes[name].middle for name in box.feeders if name in boxes)]
            rects.append((box.x, box.y, box.x + layout.box_width, box.y + BOX))
            rects.append((box.x - LINK, min(ends), box.x, max(ends)))
        for left, top, right, bottom in rects:
            corners = (x + left, y + top, x + right, y + bottom)
            yield _Rect(*((corner + MARGIN) * scale for corner in corners))


def _extent(layout: SheetLayout) -> tuple[float, float]:
    return layout.width + 2 * MARGIN, layout.height + 2 * MARGIN


def _scale(tiling: Tiling, layout: SheetLayout) -> float:
    """How large a sheet is on the tiles."""
    (across, down), (wide, high) = tiling.joined, _extent(layout)
    return min(across * POINT / wide, down * POINT / high, LARGEST / 10)


def _tile(tiling: Tiling, picture: str, title: str, about: str, column: int, row: int) -> str:
    (window, pane), last = tiling.window, (tiling.columns - 1, tiling.rows - 1)
    steps = (column * (window - _OVERLAP), row * (pane - _OVERLAP))
    across = _marks(column, last[0], window)
    down = _marks(row, last[1], pane)
    name = tiling.name(column, row) if tiling.count > 1 else ""
    values = (
        quote(title),
        quote(name),
        quote(about),
        picture,
        f"-{steps[0]:.2f}mm",
        f"-{steps[1]:.2f}mm",
        _lengths(across),
        _lengths(down),
        str(column < last[0]).lower(),
        str(row < last[1]).lower(),
    )
    return f"#tile({', '.join(values)})"


def _marks(at: int, last: int, extent: float) -> list[float]:
    """Where crosses meet those of the neighbours: at the edge that joins the one before, and along the cut."""
    return [*([0.0] if at else []), *([extent - _OVERLAP] if at < last else [])]


def _lengths(values: list[float]) -> str:
    return f"({', '.join(f'{value:.2f}mm' for value in values)},)" if values else "()"


def _index(tiling: Tiling, places: list[tuple[int, int]], name: str, title: str, about: str) -> str:
    """The whole sheet with its tiles, and how they are put together."""
    window, pane = tiling.window
    across, down = tiling.joined
    room = pane - 24
    scale = min(window / across, room / down)
    words = (
        f"{len(places)} pages, {tiling.columns} across and {tiling.rows} down. Print them in their own size (100 %). "
        "Cut each along its dashed lines, right and below, and lay it on the next one, cross on cross."
    )
    frames = "\n".join(
        f"#place(top, dx: {column * (window - _OVERLAP) * scale:.2f}mm, dy: {row * (pane - _OVERLAP) * scale:.2f}mm, "
        f"rect(width: {window * scale:.2f}mm, height: {pane * scale:.2f}mm, stroke: 0.7pt + luma(90), "
        f"align(center + horizon, text(26pt, fill: rgb(20, 60, 120, 150), {quote(tiling.name(column, row))}))))"
        for column, row in places
    )
    return (
        f"#page(width: {tiling.wide}mm, height: {tiling.high}mm, margin: {_EDGE}mm, footer: none)[\n"
        f"#head({quote(title)}, {quote('index of the pages')}, {quote(about)})\n"
        f"#par(text(10pt, {quote(words)}))\n#v(3mm)\n"
        f"#block(width: {across * scale:.2f}mm, height: {down * scale:.2f}mm)[\n"
        f"#place(top, scale({scale * 100:.3f}%, origin: top + left, {name}))\n{frames}\n]\n]"
    )
