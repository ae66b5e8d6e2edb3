"""The IBF score sheet on paper, by Typst: a page a game, two columns, a line for each player's signature."""

from collections.abc import Iterable, Sequence
from typing import Final

from barpoint.notation.files.ibf_sheet import heading, rows
from barpoint.notation.record.match_record import MatchRecord, RecordedGame
from barpoint.paper import pdf, quote

_STYLE: Final = """
#set document(title: "Score sheet", author: "Barpoint")
#set page(paper: "a4", margin: (x: 16mm, y: 14mm), footer: context text(7.5pt, fill: luma(90))[Symbols as in Appendix 1
  of the IBF rules; bar, off, no move, take, drop, resign, time and forfeit are this program's own words.
  #h(1fr) #counter(page).display("1/1", both: true)])
#set text(font: "Libertinus Serif", size: 10pt, lang: "en")
#let field(name, value) = grid(columns: (auto, 1fr), gutter: 2mm, text(8pt, fill: luma(70), name),
  box(width: 100%, stroke: (bottom: 0.5pt + luma(120)), inset: (bottom: 2pt), strong(value)))
#let sheet(fields, entries) = {
  text(16pt, weight: "bold")[Score sheet]
  v(1mm)
  grid(columns: (1fr, 1fr), column-gutter: 8mm, row-gutter: 3mm, ..fields)
  v(3mm)
  set text(font: "DejaVu Sans Mono", size: 8pt)
  table(columns: (1fr, 1fr), stroke: (x, y) => (bottom: 0.4pt + luma(190), left: if x == 1 { 0.6pt + luma(120) }),
    inset: (x: 4pt, y: 2.6pt), table.header([*White*], [*Black*]), ..entries)
  set text(font: "Libertinus Serif", size: 8pt)
  v(6mm)
  grid(columns: (1fr, 1fr), column-gutter: 8mm, field("Signature of White", ""), field("Signature of Black", ""))
}
"""
_LINES: Final = 38  # turns of a side on a page


def sheet_pdf(record: MatchRecord) -> bytes:
    """The sheets of all games as one PDF."""
    if not record.games:
        raise ValueError("there is no game to write")
    return pdf(source(record))


def source(record: MatchRecord) -> str:
    """The sheets in Typst's markup; every word is passed as a string, so that nothing in it is markup."""
    pages = [_page(record, number, game) for number, game in enumerate(record.games, 1)]
    return _STYLE + "\n#pagebreak()\n".join(pages)


def blank_sheets_source(heads: Sequence[Sequence[tuple[str, str]]]) -> str:
    """Sheets to be written on, a page each, with what is known at their heads (ibf:16.1a)."""
    rows = "".join(f"{quote(f'{number})')},{quote('')}," for number in range(1, _LINES + 1))
    pages = [f"#sheet(({_fields(head)}), ({rows}))" for head in heads]
    return _STYLE + "\n#pagebreak()\n".join(pages)


def _fields(head: Iterable[tuple[str, str]]) -> str:
    return "".join(f"field({quote(name)}, {quote(value)})," for name, value in head)


def _page(record: MatchRecord, number: int, game: RecordedGame) -> str:
    fields = _fields(heading(record, number, game))
    entries = "".join(f"{quote(left)},{quote(right)}," for left, right in rows(record, game))
    return f"#sheet(({fields}), ({entries}))"
