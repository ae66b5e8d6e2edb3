"""The draw sheet of an event on one page, whatever its size: the smallest paper on which it can be read.

The page is turned to whichever side makes the type larger. Below six points a name cannot be read on a wall, so a
larger sheet is taken; a paper that was asked for is kept.
"""

from typing import Final

from barpoint.paper import quote
from barpoint.tournament.printing.page import PrintJob
from barpoint.tournament.state import Contest
from barpoint.tournament.views.public_view import DrawSheet, draw_sheet
from barpoint.tournament.views.seed_list import entry_rule, seed_words
from barpoint.tournament.views.sheet_drawing import sheet_svg

_SERIES: Final = {"a4": (210, 297), "a3": (297, 420), "a2": (420, 594), "a1": (594, 841), "a0": (841, 1189)}  # mm
PAPERS: Final = _SERIES | {"letter": (215.9, 279.4)}  # that only when it is asked for
LARGEST: Final = 11.0  # points
MOST_SEEDS: Final = 8  # named above the draw
POINT: Final = 72 / 25.4  # in a millimetre
_READABLE: Final = 6.0
_EDGE, _HEAD = 10, 16  # mm

_PAGE: Final = """
#page(width: {wide}mm, height: {high}mm, margin: {edge}mm, footer: none)[
  #block(height: {head}mm, width: 100%)[#text(16pt, weight: "bold", {title}) #h(1fr) #text(9pt, {about})
    #v(-2mm) #text(7pt, {seeds})
    #v(-2mm) #line(length: 100%, stroke: 0.6pt + luma(120))]
  #v(-3mm)
  #align(center, image(bytes({svg}), format: "svg", width: {image}pt))
]
"""


def draw_pages(occasion: PrintJob) -> str:
    """One page an event."""
    return sheet_style(occasion) + "\n".join(_page(occasion, contest) for contest in drawn_contests(occasion))


def drawn_contests(occasion: PrintJob) -> list[Contest]:
    """The events that have a draw to show; ValueError if none has."""
    drawn = [contest for contest in occasion.contests if contest.fixtures]
    if not drawn:
        raise ValueError("no draw has been made yet")
    return drawn


def sheet_style(occasion: PrintJob) -> str:
    """What a document of draw sheets begins with."""
    return f'#set document(title: {quote(occasion.name)}, author: "Barpoint")\n#set text(font: "Libertinus Serif")\n'


def about_sheet(occasion: PrintJob, sheet: DrawSheet) -> str:
    """Where and when it is played, and what it was drawn from."""
    settings = occasion.state.settings
    contest = occasion.state.contests[sheet.contest]
    parts = (occasion.name, settings.place if settings else "", occasion.state.date, f"seed {sheet.seed}")
    return ", ".join(part for part in (*parts, entry_rule(contest.settings)) if part)


def _page(occasion: PrintJob, contest: Contest) -> str:
    if occasion.paper and occasion.paper not in PAPERS:
        raise ValueError(f"expected a paper of {', '.join(PAPERS)}, not {occasion.paper!r}")
    sheet = draw_sheet(occasion.state, contest)
    papers = [occasion.paper] if occasion.paper else list(_SERIES)
    best: tuple[float, float, float, str, float] = (0.0, 0, 0, "", 0.0)
    for paper in papers:
        short, long = PAPERS[paper]
        for wide, high in ((short, long), (long, short)):
            room = ((wide - 2 * _EDGE) * POINT, (high - 2 * _EDGE - _HEAD) * POINT)
            svg, layout = sheet_svg(
                sheet,
                occasion.state,
                contest,
                aspect=room[0] / room[1],
                cut=True,
                font="Libertinus Serif",
                hour=occasion.hour,
            )
            scale = min(layout.scale(*room), LARGEST / 10)
            if scale > best[0]:
                best = (scale, wide, high, svg, scale * layout.width * 0.98)
        if best[0] * 10 >= _READABLE:
            break
    _, wide, high, svg, image = best
    return _PAGE.format(
        wide=wide,
        high=high,
        edge=_EDGE,
        head=_HEAD - 4,
        title=quote(sheet.name),
        about=quote(about_sheet(occasion, sheet)),
        seeds=quote(seed_words(contest, MOST_SEEDS)),
        svg=quote(svg),
        image=f"{image:.1f}",
    )
