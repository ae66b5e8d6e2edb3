"""Asking the judge, for the tests of the topics."""

from typing import cast

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Ruling, Step
from barpoint.officiating.facts import Facts
from barpoint.officiating.judge import judge
from barpoint.officiating.record import Entry, Record
from barpoint.rulebook.presets import preset
from barpoint.rulebook.profile import Profile

BOOKS = {
    "ibf": "IBF Backgammon",
    "usbgf": "USBGF Open",
    "bws": "BWS",
    "guide": "Club (2014 guide)",
    "trad": "At home (traditional)",
}


def at(text: str) -> int:
    """Milliseconds from "h:mm:ss", "mm:ss" or "h:mm" with an h behind it ("14:00h")."""
    seconds = 0
    for part in text.removesuffix("h").split(":"):
        seconds = seconds * 60 + int(part)
    return seconds * (60_000 if text.endswith("h") else 1_000)


def under(book: str | Profile) -> Profile:
    return preset(BOOKS[book]) if isinstance(book, str) else book


def ask(kind: str, book: str | Profile, record: Record | None = None, /, **facts: object) -> Answer:
    return judge(kind, cast("Facts", facts), under(book), record)


def ruled(kind: str, book: str | Profile, record: Record | None = None, /, **facts: object) -> Ruling:
    answer = ask(kind, book, record, **facts)
    assert isinstance(answer, Ruling), answer
    return answer


def left_open(kind: str, book: str | Profile, record: Record | None = None, /, **facts: object) -> Discretion:
    answer = ask(kind, book, record, **facts)
    assert isinstance(answer, Discretion), answer
    return answer


def asked(kind: str, book: str | Profile, record: Record | None = None, /, **facts: object) -> NeedFacts:
    answer = ask(kind, book, record, **facts)
    assert isinstance(answer, NeedFacts), answer
    return answer


def silent(kind: str, *books: str) -> bool:
    """Whether these books, and no others, say nothing on a kind."""
    found = {book for book in BOOKS if isinstance(a := ask(kind, book), Discretion) and not a.covered}
    return found == set(books)


def earlier(kind: str, times: int = 1, *, side: Side = Side.WHITE, step: Step = Step.WARNING) -> Record:
    """A record with so many entries of a kind in this match."""
    name = "White" if side is Side.WHITE else "Black"
    return Record(tuple(Entry(name, kind, step) for _ in range(times)))
