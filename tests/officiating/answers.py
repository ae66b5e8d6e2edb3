"""Asking the judge, for the tests of the topics."""

from typing import cast

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, PenaltyStep, Ruling
from barpoint.officiating.facts import Facts
from barpoint.officiating.judgement import judge
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile

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


def ask(kind: str, book: str | Profile, record: PenaltyRecord | None = None, /, **facts: object) -> JudgeAnswer:
    return judge(kind, cast("Facts", facts), under(book), record)


# What tests that are about something else do not tell: nothing had happened before, the score of a match
# to 9 is 0-0, and the cube stands at 1.
NOTHING_BEFORE = {
    "used": 0,
    "drawn": 0,
    "charged_white": 0,
    "charged_black": 0,
    "score_white": 0,
    "score_black": 0,
    "let_pass": 0,
    "rolled": False,
    "doubled_since": False,
    "crawford_done": False,
    "crawford_played": False,
    "match_over": False,
    "game_over": False,
    "redoubled": False,
    "length": 9,
    "cube": 1,
    "level": "single",
}


def concluded(kind: str, book: str | Profile, record: PenaltyRecord | None, facts: dict[str, object]) -> JudgeAnswer:
    """The answer, what is asked beside the facts taken from `NOTHING_BEFORE`."""
    told = dict(facts)
    while True:
        answer = ask(kind, book, record, **told)
        if not isinstance(answer, NeedFacts) or answer.wrong or answer.question.key not in NOTHING_BEFORE:
            return answer
        told[answer.question.key] = NOTHING_BEFORE[answer.question.key]


def ruled(kind: str, book: str | Profile, record: PenaltyRecord | None = None, /, **facts: object) -> Ruling:
    answer = concluded(kind, book, record, facts)
    assert isinstance(answer, Ruling), answer
    return answer


def left_open(kind: str, book: str | Profile, record: PenaltyRecord | None = None, /, **facts: object) -> Discretion:
    answer = concluded(kind, book, record, facts)
    assert isinstance(answer, Discretion), answer
    return answer


def asked(kind: str, book: str | Profile, record: PenaltyRecord | None = None, /, **facts: object) -> NeedFacts:
    answer = ask(kind, book, record, **facts)
    assert isinstance(answer, NeedFacts), answer
    return answer


def silent(kind: str, *books: str) -> bool:
    """Whether these books, and no others, say nothing on a kind."""
    found = {book for book in BOOKS if isinstance(a := ask(kind, book), Discretion) and not a.covered}
    return found == set(books)


def earlier(
    kind: str, times: int = 1, *, side: Side = Side.WHITE, step: PenaltyStep = PenaltyStep.WARNING
) -> PenaltyRecord:
    """A record with so many entries of a kind in this match."""
    name = "White" if side is Side.WHITE else "Black"
    return PenaltyRecord(tuple(PenaltyEntry(name, kind, step) for _ in range(times)))
