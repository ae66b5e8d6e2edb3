"""What the pages of a tournament share: what is printed of, the sheet's dress, and tables.

occasion    the tournament, the moment it is printed, the events asked for, and how a moment is written
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from barpoint.paper import quote
from barpoint.tournament.desk.overview import DeskMatch, desk_overview
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.money.ledger import person_of
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.views.sheet_drawing import Hour, no_hour

_STYLE: Final = """
#set document(title: {title}, author: "Barpoint")
#set page(paper: {paper}, flipped: {flipped}, margin: (x: 14mm, y: 13mm),
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

_ACCOUNTS: Final = {
    "cash": "In the box",
    "house": "The organiser's",
    "pool": "Entry pool",
    "added": "Added money",
    "side": "Side pool",
    "calcutta": "Calcutta",
}


@dataclass(frozen=True)
class PrintJob:
    """What is printed, when, and of which events."""

    state: Tournament
    at: int
    event: str = ""  # "": all
    paper: str = ""  # "": the smallest that can be read
    hour: Hour = no_hour
    pictures: Mapping[str, str] = field(default_factory=dict)  # of each event's first position, as SVG

    @property
    def contests(self) -> tuple[Contest, ...]:
        """The events asked for."""
        return tuple(contest for name, contest in self.state.contests.items() if self.event in ("", name))

    @property
    def name(self) -> str:
        """The tournament's name."""
        settings = self.state.settings
        return (settings.name or settings.id) if settings else ""

    def open_matches(self) -> list[DeskMatch]:
        """Every match that is to be played or being played, by table and time."""
        now = desk_overview(self.state, self.at)
        matches = [match for match in (*now.playing, *now.next) if self.event in ("", match.contest)]
        return sorted(
            matches,
            key=lambda match: (not match.table, match.hall, table_order(match.table), match.due or 0, match.pairing),
        )

    def when(self, at: int | None) -> str:
        """A moment, or nothing."""
        return "" if at is None else self.hour(at)


def table_order(table: str) -> tuple[int, str]:
    """Table 2 comes before table 10."""
    digits = "".join(letter for letter in table if letter.isdecimal())
    return (int(digits) if digits else 0, table)


def table_text(match: DeskMatch | DeskRecord) -> str:
    """A table with its hall: two halls may both have a table 12 (ibf:2.19)."""
    if not match.table or not match.hall:
        return match.table
    name = match.hall if "hall" in match.hall.casefold() else f"Hall {match.hall}"
    return f"{name}, table {match.table}"


def document(occasion: PrintJob, title: str, *parts: str, flipped: bool = False, headed: bool = True) -> str:
    """A whole document."""
    settings = occasion.state.settings
    place = f", {settings.place}" if settings and settings.place else ""
    printed = f", printed {occasion.when(occasion.at)}" if occasion.when(occasion.at) else ""
    footer = f"{occasion.name}, {occasion.state.date}{place}{printed}"
    paper = quote("us-letter" if occasion.paper == "letter" else "a4")
    style = _STYLE.format(title=quote(title), footer=quote(footer), paper=paper, flipped=str(flipped).lower())
    return style + "\n".join([heading(title, 1), *parts] if headed else parts)


def heading(words: str, level: int = 2) -> str:
    """A heading."""
    return f"#heading(level: {level}, {quote(words)})"


def paragraph(words: str) -> str:
    """A paragraph."""
    return f"#par({quote(words)})"


def listing(columns: str, heads: Sequence[str], rows: Iterable[Sequence[str]], nothing: str = "Nothing.") -> str:
    """A table with its heads on every page; a sentence where there are no rows."""
    cells = [quote(cell) for row in rows for cell in row]
    if not cells:
        return paragraph(nothing)
    return f"#listing(({columns}), ({', '.join(map(quote, heads))},), ({', '.join(cells)},))"


def account_text(state: Tournament, account: str) -> str:
    """An account of the books as people call it."""
    if person := person_of(account):
        return state.shown_name(person)
    kind, _, rest = account.partition(":")
    event, _, pool = rest.partition(":")
    contest = state.contests.get(event)
    of = [contest.settings.title if contest else event, pool]
    return ", ".join(part for part in (_ACCOUNTS.get(kind, kind), *of) if part)


def length_text(match: DeskMatch) -> str:
    """What it is played to; a star marks a length that was revised (usbgf:4.8.1b)."""
    return f"{match.length or ''}{'*' if match.revised else ''}"


def limit_text(contest: Contest) -> str:
    """The time a timed match is played for."""
    return f"{contest.profile.options.limit_minutes} minutes"
