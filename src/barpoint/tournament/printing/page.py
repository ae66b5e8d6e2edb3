"""What the pages of a tournament share: what is printed of, the sheet's dress, and tables.

occasion    the tournament, the moment it is printed, the events asked for, and how a moment is written
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from barpoint.paper import quoted
from barpoint.tournament.desk import DeskMatch, desk
from barpoint.tournament.sheet_drawing import Hour, no_hour
from barpoint.tournament.state import Contest, Tournament

_STYLE: Final = """
#set document(title: {title}, author: "Barpoint")
#set page(paper: "a4", flipped: {flipped}, margin: (x: 14mm, y: 13mm),
  footer: context text(7.5pt, fill: luma(90))[#{footer} #h(1fr) #counter(page).display("1/1", both: true)])
#set text(font: "Libertinus Serif", size: 9.5pt, lang: "en")
#set par(leading: 0.5em)
#show heading.where(level: 1): it => block(below: 3mm, text(17pt, it.body))
#show heading.where(level: 2): it => block(above: 6mm, below: 2.5mm, sticky: true, text(12.5pt, it.body))
#show heading.where(level: 3): it => block(above: 4mm, below: 2mm, sticky: true, text(10.5pt, it.body))
#let listing(columns, heads, cells) = table(columns: columns, stroke: (x, y) => (bottom: 0.4pt + luma(180)),
  fill: (x, y) => if y == 0 {{ luma(235) }}, inset: (x: 4pt, y: 3.2pt),
  table.header(..heads.map(strong)), ..cells)
"""


@dataclass(frozen=True)
class Occasion:
    """What is printed, when, and of which events."""

    state: Tournament
    at: int
    event: str = ""  # "": all
    paper: str = ""  # "": the smallest that can be read
    hour: Hour = no_hour

    @property
    def contests(self) -> tuple[Contest, ...]:
        """The events asked for."""
        return tuple(each for name, each in self.state.contests.items() if self.event in ("", name))

    @property
    def name(self) -> str:
        """The tournament's name."""
        settings = self.state.settings
        return (settings.name or settings.id) if settings else ""

    def open_matches(self) -> list[DeskMatch]:
        """Every match that is to be played or being played, by table and time."""
        now = desk(self.state, self.at)
        found = [each for each in (*now.playing, *now.next) if self.event in ("", each.contest)]
        return sorted(found, key=lambda each: (not each.table, table_order(each.table), each.due or 0, each.pairing))

    def when(self, at: int | None) -> str:
        """A moment, or nothing."""
        return "" if at is None else self.hour(at)


def table_order(table: str) -> tuple[int, str]:
    """Table 2 comes before table 10."""
    digits = "".join(letter for letter in table if letter.isdecimal())
    return (int(digits) if digits else 0, table)


def dressed(occasion: Occasion, title: str, *parts: str, flipped: bool = False, headed: bool = True) -> str:
    """A whole document."""
    settings = occasion.state.settings
    place = f", {settings.place}" if settings and settings.place else ""
    printed = f", printed {occasion.when(occasion.at)}" if occasion.when(occasion.at) else ""
    footer = f"{occasion.name}, {occasion.state.date}{place}{printed}"
    style = _STYLE.format(title=quoted(title), footer=quoted(footer), flipped=str(flipped).lower())
    return style + "\n".join([heading(title, 1), *parts] if headed else parts)


def heading(words: str, level: int = 2) -> str:
    """A heading."""
    return f"#heading(level: {level}, {quoted(words)})"


def paragraph(words: str) -> str:
    """A paragraph."""
    return f"#par({quoted(words)})"


def listing(columns: str, heads: Sequence[str], rows: Iterable[Sequence[str]], nothing: str = "Nothing.") -> str:
    """A table with its heads on every page; a sentence where there are no rows."""
    cells = [quoted(cell) for row in rows for cell in row]
    if not cells:
        return paragraph(nothing)
    return f"#listing(({columns}), ({', '.join(map(quoted, heads))},), ({', '.join(cells)},))"


def length(match: DeskMatch) -> str:
    """What it is played to; a star marks a length that was revised (usbgf:4.8.1b)."""
    return f"{match.length or ''}{'*' if match.revised else ''}"
