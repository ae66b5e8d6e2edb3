"""Facts: what an arbiter is asked and may answer.

A `Question` names one fact, its type and its choices, so that a terminal, a page and a program ask alike and a
JSON Schema comes for free. Times are integer milliseconds here; what people type is read by `conversion`. A fact of
the wrong type is malformed (ValueError); facts that cannot be true together are answered by `NeedFacts` with what is
wrong. A question may offer each book choices of its own (`by_book`); the others stay accepted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from barpoint.board import pos

_LONGEST: Final = 4000
FactValue = str | int | bool
Facts = Mapping[str, FactValue]


class FactType(StrEnum):
    """What an answer looks like."""

    SIDE = "side"  # white or black
    CHOICE = "choice"
    YES_NO = "yes_no"
    COUNT = "count"
    DURATION = "duration"  # milliseconds
    MOMENT = "moment"  # milliseconds on any one scale
    POSITION = "position"  # a position in literal form, seen by White
    DICE = "dice"  # two digits
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Question:
    """One fact to ask for."""

    key: str
    text: str
    type: FactType
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    by_book: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the choices a book is offered, where they are fewer
    from_log: bool = False  # only the log of a match can say; nobody is asked

    def under(self, book: str) -> "Question":
        """The question as this book is asked it."""
        own = dict(self.by_book).get(book)
        return self if own is None else replace(self, choices=own, by_book=())

    def check(self, value: Any) -> FactValue:
        """The value if it is an answer to this question; ValueError says what was expected."""
        checker = _CHECKS[self.type]
        if not checker(self, value):
            raise ValueError(f"{self.key}: expected {self.answer_form}, not {value!r}{self._why_not(value)}")
        return value  # type: ignore[no-any-return]  # the checker has seen to its type

    def _why_not(self, value: Any) -> str:
        """What is wrong with a text that looks like a position."""
        if self.type is FactType.POSITION and isinstance(value, str) and "|" in value:
            try:
                pos(value)
            except ValueError as wrong:
                return f": {wrong}"
        return ""

    @property
    def answer_form(self) -> str:
        """What an answer looks like, in words."""
        if self.type is FactType.CHOICE:
            return f"one of {', '.join(self.choices)}"
        if self.type in (FactType.COUNT, FactType.DURATION, FactType.MOMENT):
            upper = f" to {self.most}" if self.most is not None else " up"
            unit = "a whole number" if self.type is FactType.COUNT else "milliseconds"
            return f"{unit} from {self.least}{upper}"
        return _ANSWER_FORMS[self.type]

    @property
    def schema(self) -> dict[str, Any]:
        """This question as JSON Schema."""
        base: dict[str, Any] = {"description": self.text}
        if self.type is FactType.YES_NO:
            return base | {"type": "boolean"}
        if self.type is FactType.SIDE:
            return base | {"type": "string", "enum": ["white", "black"]}
        if self.type is FactType.CHOICE:
            return base | {"type": "string", "enum": list(self.choices)}
        if self.type in (FactType.COUNT, FactType.DURATION, FactType.MOMENT):
            limit = {} if self.most is None else {"maximum": self.most}
            unit = {} if self.type is FactType.COUNT else {"unit": "milliseconds"}
            return base | {"type": "integer", "minimum": self.least} | limit | unit
        return base | {"type": "string"} | _STRINGS[self.type]


EARLIER: Final = Question("earlier", "How often has this player done it before in this match?", FactType.COUNT, most=99)


def _whole(question: Question, value: Any) -> bool:
    if type(value) is not int or value < question.least:
        return False
    return question.most is None or value <= question.most


def _position(_: Question, value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        pos(value)
    except ValueError:
        return False
    return True


def _dice(_: Question, value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2 and all(die in "123456" for die in value)


_CHECKS: Final[dict[FactType, Callable[[Question, Any], bool]]] = {
    FactType.SIDE: lambda _, value: value in ("white", "black"),
    FactType.CHOICE: lambda question, value: value in question.choices,
    FactType.YES_NO: lambda _, value: type(value) is bool,
    FactType.COUNT: _whole,
    FactType.DURATION: _whole,
    FactType.MOMENT: _whole,
    FactType.POSITION: _position,
    FactType.DICE: _dice,
    FactType.TEXT: lambda _, value: isinstance(value, str) and len(value) <= _LONGEST,
}
_STRINGS: Final[dict[FactType, dict[str, Any]]] = {
    FactType.POSITION: {"format": "position"},  # a form only `board.pos` can check
    FactType.DICE: {"pattern": "^[1-6]{2}$"},
    FactType.TEXT: {"maxLength": _LONGEST},
}
_ANSWER_FORMS: Final = {
    FactType.SIDE: "white or black",
    FactType.YES_NO: "true or false",
    FactType.POSITION: "a position such as 'x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5'",
    FactType.DICE: "two dice such as '31'",
    FactType.TEXT: "text",
}
