"""A card for every table: how the checkers are placed, which way they run, where clock and box stand, by which book.

The picture is drawn by whoever prints (`PrintJob.pictures`): the one renderer of positions belongs to another room.
What the director has ordered for the event stands below it (ibf:8.1c).
"""

from typing import Final

from barpoint.board import DISCIPLINES, Discipline, Layout, Refusal
from barpoint.paper import quote
from barpoint.tournament.printing.page import PrintJob, document, paragraph
from barpoint.tournament.printing.slips import break_words, clock_words
from barpoint.tournament.printing.terms_page import rules_words
from barpoint.tournament.state import Contest
from barpoint.tournament.watching import BROADCAST

_CARD: Final = """
#let card(place, about, picture, lines) = block(width: 100%, breakable: false)[
  #text(30pt, weight: "bold", place) #h(1fr) #text(14pt, about)
  #v(4mm)
  #grid(columns: (62%, 1fr), column-gutter: 8mm,
    if picture != "" { image(bytes(picture), format: "svg", width: 100%) },
    stack(spacing: 5mm, ..lines.map(((name, words)) => [#text(9pt, fill: luma(70), name) \\ #text(11.5pt, words)])))]
"""
_PLACES: Final = {
    "usbgf": (
        "The clock stands beside the home boards (usbgf:3.4.3), a baffle box on the other side (usbgf:3.2.3.3.3a); "
        "dice and cubes not in use are off the board (usbgf:3.1c)."
    ),
    "bws": (
        "The clock stands beside the home boards, elsewhere if both agree (bws:3.5.4); a baffle box opposite them "
        "(bws:3.4.4); dice and cubes not in use are off the board (bws:3.1c)."
    ),
    "ibf": "Checkers, clock and box as the Chief Arbiter fixes them (ibf:8.1c); the players sit opposite (ibf:3.4d).",
    "guide": "Direction of play and equipment stay as agreed for the whole match (guide:3.4a).",
}


def table_cards(occasion: PrintJob) -> str:
    """A card a table where one event is printed and the hall has tables; otherwise one an event."""
    contests = occasion.contests
    tables = [(hall, table) for hall, names in occasion.state.tables.items() for table in names]
    cards = []
    for contest in contests:
        places = [_place(hall, table) for hall, table in tables] if len(contests) == 1 and tables else ["Table ____"]
        cards += [_card(occasion, contest, place) for place in places]
    parts = cards or [paragraph("There is no event yet.")]
    return document(occasion, "Table cards", _CARD, "\n#pagebreak()\n".join(parts), flipped=True, headed=False)


def _place(hall: str, table: str) -> str:
    return f"{hall + ', ' if hall else ''}Table {table}"


def _card(occasion: PrintJob, contest: Contest, place: str) -> str:
    discipline = discipline_of(contest)
    lines = [
        ("Placement", f"{discipline.checkers} checkers each, as in the picture, numbered for the side below."),
        ("Direction", _direction(discipline)),
        ("Clock", clock_words(contest)),
        ("Breaks", break_words(contest, contest.settings.length_of(contest.settings.brackets[0], 1))),
        ("At the table", _PLACES.get(contest.book, "")),
        ("Ordered", _orders(occasion, contest)),
        ("Rules", rules_words(contest)),
    ]
    rows = "".join(f"({quote(name)}, {quote(words)}), " for name, words in lines if words)
    picture = occasion.pictures.get(contest.settings.id, "")
    title = f"{contest.settings.title}, {discipline.title}"
    return f"#card({quote(place)}, {quote(title)}, {quote(picture)}, ({rows}))"


def discipline_of(contest: Contest) -> Discipline:
    """What an event plays."""
    format_ = contest.profile.match_format(length=contest.settings.length_of(contest.settings.brackets[0], 1))
    assert not isinstance(format_, Refusal), "its options were judged when it was added"
    return DISCIPLINES[format_.discipline]


def _direction(discipline: Discipline) -> str:
    if discipline.layout is Layout.MIRRORED:
        return "Each side runs from its own 24 to its own 1 and then off; the two meet each other."
    return "Both sides run the same way round, from their own 24 to their own 1 and then off."


def _orders(occasion: PrintJob, contest: Contest) -> str:
    """What the director has ordered for the whole event, the last word on each topic; what is shown is no equipment."""
    orders = {
        order.topic: order.choice
        for order in occasion.state.orders
        if order.contest in ("", contest.settings.id) and not (order.pairing or order.player or order.round)
    }
    together = {**contest.settings.equipment, **orders}
    return "; ".join(f"{topic.replace('_', ' ')}: {choice}" for topic, choice in together.items() if topic != BROADCAST)
