"""Facts and answers as text and plain data: what a person types, what a program reads.

One of several answers is typed by its number, its name or the beginning of it; a duration as 1:30 (minutes) or
1:01:30, a moment as the time of day 14:05 or 14:05:30. A bare number is milliseconds in both, as in JSON.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

import msgspec

from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Ruling
from barpoint.officiating.facts import Fact, FactType, Question
from barpoint.officiating.judge import Kind

_YES: Final = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}
_NAMES: Final = {Ruling: "ruling", NeedFacts: "need_facts", Discretion: "discretion"}


def read_fact(question: Question, text: str) -> Fact:
    """The answer a person typed; ValueError says what was expected."""
    typed = text.strip()
    reader = _READERS.get(question.type)
    try:
        value: Any = _one_of(options(question), typed) if options(question) else reader(typed) if reader else typed
    except (ValueError, KeyError):
        raise ValueError(f"{question.key}: expected {hint(question)}, not {typed!r}") from None
    return question.check(value)


def options(question: Question) -> tuple[str, ...]:
    """The answers there are to a question, if they can be counted."""
    return ("white", "black") if question.type is FactType.SIDE else question.choices


def _one_of(names: tuple[str, ...], typed: str) -> str:
    """An answer by its number, its name, or as much of it or of a later word as tells it; what fits none stays."""
    if typed.isdecimal() and 1 <= int(typed) <= len(names) and typed not in names:
        return names[int(typed) - 1]
    plain = typed.casefold().replace(" ", "_")
    found = [name for name in names if name.casefold().replace(" ", "_").startswith(plain)] if plain else []
    found = found or [name for name in names if plain and f"_{plain}" in name.casefold().replace(" ", "_")]
    exact = [name for name in found if name.casefold().replace(" ", "_") == plain]
    return (exact or found)[0] if exact or len(found) == 1 else typed


def hint(question: Question) -> str:
    """What may be typed, in words."""
    if question.type is FactType.YES_NO:
        return "yes or no"
    if question.type is FactType.DURATION:
        return "a time such as 1:30, or milliseconds"
    if question.type is FactType.MOMENT:
        return "a time of day such as 14:05, or milliseconds"
    return question.expected


def answer_data(answer: Answer) -> dict[str, Any]:
    """An answer as programs read it; `answer` is ruling, need_facts or discretion."""
    data: dict[str, Any] = {"answer": _NAMES[type(answer)]} | asdict(answer)
    if isinstance(answer, NeedFacts):
        return data | {"question": {"key": answer.question.key} | answer.question.schema}
    if isinstance(answer, Ruling):
        data["remedies"] = _remedies(answer.remedies)
    key = "options" if isinstance(answer, Ruling) else "usual"
    data[key] = [asdict(option) | {"remedies": _remedies(option.remedies)} for option in getattr(answer, key)]
    return data


def kind_data(kind: Kind) -> dict[str, Any]:
    """A kind as programs read it, with the schema of its facts."""
    rows: Mapping[str, tuple[str, ...]] = kind.clauses
    return {
        "name": kind.name,
        "title": kind.title,
        "words": kind.words,
        "clauses": dict(rows),
        "schema": kind.schema,
    }


def _remedies(remedies: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [{"remedy": type(remedy).__name__} | msgspec.structs.asdict(remedy) for remedy in remedies]


def _duration(typed: str) -> int:
    """1:30 is ninety seconds."""
    if ":" not in typed:
        return int(typed)
    return _sum(typed, 1000)


def _moment(typed: str) -> int:
    """14:05 is that time of the day, 14:05:30 half a minute later."""
    if ":" not in typed:
        return int(typed)
    return _sum(typed, 1000 if typed.count(":") > 1 else 60_000)


def _sum(typed: str, last: int) -> int:
    total = 0
    for part in typed.split(":"):
        if not part.isdecimal():
            raise ValueError(typed)
        total = total * 60 + int(part)
    return total * last


_READERS: Final[Mapping[FactType, Callable[[str], Any]]] = {
    FactType.YES_NO: lambda typed: _YES[typed.casefold()],
    FactType.COUNT: int,
    FactType.DURATION: _duration,
    FactType.MOMENT: _moment,
}
