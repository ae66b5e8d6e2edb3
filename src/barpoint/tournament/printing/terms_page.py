"""What everybody may know before play, on paper: languages, committee, order of events, and the terms of each."""

from barpoint.rulebook import load_catalogue
from barpoint.tournament.printing.page import PrintJob, document, heading, listing
from barpoint.tournament.printing.slips import break_words, clock_words
from barpoint.tournament.state import Contest
from barpoint.tournament.views.bracket_layout import bracket_title
from barpoint.tournament.views.public_view import contest_terms, events_in_order


def rules_words(contest: Contest) -> str:
    """The book an event is played under, who publishes it, and its date."""
    if not contest.book:
        return "No book governs this game."
    book = next(book for book in load_catalogue().books if book.id == contest.book)
    return ", ".join(part for part in (book.name, book.edition, book.publisher) if part)


def event_terms(occasion: PrintJob) -> str:
    """A page of facts to hang up: guide:1.1.2a, 3.7a, usbgf:1.5a, 2.2.5."""
    state = occasion.state
    settings = state.settings
    general = [
        ("Languages", ", ".join(settings.languages) if settings else ""),
        ("Rules are at", settings.rules_at if settings else ""),
        ("Committee", ", ".join(map(state.name_of, state.committee))),
        ("Who is wanted in two events plays first", ", ".join(name for _, name in events_in_order(state))),
    ]
    parts = [listing("auto, 1fr", ("For all", ""), [line for line in general if line[1]])]
    for contest in occasion.contests:
        parts += [heading(contest.settings.title), listing("auto, 1fr", ("Terms", ""), _lines(occasion, contest))]
    return document(occasion, "Conditions of play", *parts)


def _lines(occasion: PrintJob, contest: Contest) -> list[tuple[str, str]]:
    terms = contest_terms(occasion.state, contest)
    lengths = "; ".join(
        f"{bracket_title(bracket)} {', '.join(map(str, points))}" for bracket, points in terms.lengths.items()
    )
    lines = [
        ("Rules", rules_words(contest)),
        ("Lengths", lengths),
        ("Clock", clock_words(contest)),
        ("Breaks", break_words(contest, contest.settings.length_of(contest.settings.brackets[0], 1))),
        ("Options", "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in terms.options.items())),
        ("Equipment", "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in terms.equipment.items())),
        ("Seed of the draw", terms.seed),
    ]
    return [line for line in lines if line[1]]
