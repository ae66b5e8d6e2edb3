"""The checklist on paper, by Typst: a card in three columns on one side of a sheet, or on both.

The type is as large as fits; a list too long for two sides runs on at the smallest size.
"""

from barpoint.paper import page_count, pdf, quote
from barpoint.rulebook.catalogue import ConductChecklist

_STYLE = """
#set document(title: {title}, author: "Barpoint")
#set page(paper: "a4", flipped: true, margin: (x: 11mm, y: 10mm), columns: 3,
  footer: context text(7pt, fill: luma(90))[{source} #h(1fr) #counter(page).display("1/1", both: true)])
#set columns(gutter: 6mm)
#set text(font: "Libertinus Serif", size: {size}pt, lang: "en", hyphenate: true)
#set par(justify: false, leading: 0.5em, spacing: 0.55em)
#show heading.where(level: 2): it => block(above: 0.95em, below: 0.5em, sticky: true,
  text(1.05em, weight: "bold", fill: rgb("#7a3b12"), it.body))
#let item(title, words, id) = block(breakable: false, above: 0.55em, below: 0em, grid(columns: (0.95em, 1fr),
  box(baseline: -0.05em, width: 0.62em, height: 0.62em, stroke: 0.5pt + luma(80)),
  [#strong[#title.] #words #box(text(0.82em, fill: luma(90), id))]))
#place(top, float: true, scope: "parent", clearance: 3mm)[
  #text(17pt, weight: "bold")[{heading}] #h(1fr) #text(9pt, fill: luma(90))[{name}]
  #v(-0.2em) #line(length: 100%, stroke: 0.7pt + rgb("#7a3b12"))]
"""


_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.6)
_SMALLEST_ONE_SIDED = 8.5


def checklist_card(listing: ConductChecklist) -> bytes:
    """The checklist as a PDF to print and put on the table."""
    return pdf(card_markup(listing, _fitting_size(listing)))


def _fitting_size(listing: ConductChecklist) -> float:
    """The largest type that keeps the card on one side, else on two."""
    two_sided = None
    for size in _SIZES:
        count = page_count(card_markup(listing, size))
        if count == 1 and size >= _SMALLEST_ONE_SIDED:
            return size
        if count <= 2 and two_sided is None:
            two_sided = size
    return two_sided or _SIZES[-1]


def card_markup(listing: ConductChecklist, size: float) -> str:
    """The checklist in Typst's markup; every word of it is passed as a string, so nothing in it is markup."""
    edition = f", {listing.book.edition}" if listing.book.edition else ""
    lines = [
        _STYLE.format(
            title=quote(listing.title),
            heading=f"#{quote(listing.title)}",
            name=f"#{quote(listing.book.name + edition)}",
            source=f"#{quote('In our own words; the number names the clause. Barpoint.')}",
            size=size,
        )
    ]
    if not listing.groups:
        lines.append(f"#{quote(listing.preface)}")
    for group in listing.groups:
        lines.append(f"#heading(level: 2, {quote(group.subject.name)})")
        lines += [f"#item({quote(row.title)}, {quote(row.text)}, {quote(row.number)})" for row in group.clauses]
    return "\n".join(lines)
