"""Facts and answers as text and plain data: what a person types, what a program reads.

One of several answers is typed by its number, its name or its sentence, a side also by its player's name; what fits
none is asked back, never guessed. The person of a kind is `who` in all of them. A duration is typed as 1:30 (minutes),
1:01:30, 0:12.5 or with its unit (`90 s`, `5 min`), a moment as the time of day 14:05 or 14:05:30, after midnight also
as 24:10. A plain number is seconds. `judge` itself takes milliseconds.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

import msgspec

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.facts import FactType, FactValue, Question
from barpoint.officiating.incidents import IncidentDefinition
from barpoint.officiating.judgement import incident_definition
from barpoint.officiating.presentation.choices import question_sentences
from barpoint.officiating.presentation.places import place_of
from barpoint.officiating.presentation.player_names import SIDE_NAMES, SideNames, person_key, with_names
from barpoint.officiating.wording import fact_texts

_YES: Final = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}
_NAMES: Final = {Ruling: "ruling", NeedFacts: "need_facts", Discretion: "discretion"}


def read_fact(question: Question, text: str, names: SideNames = SIDE_NAMES, *, kind: str = "") -> FactValue:
    """The answer a person typed; ValueError says what was expected."""
    typed = text.strip()
    reader = _READERS.get(question.type)
    values = answer_choices(question)
    try:
        value: Any = _pick(_typed(kind, question, names), typed) if values else reader(typed) if reader else typed
    except (ValueError, KeyError):
        raise ValueError(f"{question.key}: expected {answer_hint(question)}, not {typed!r}") from None
    return question.check(value)


def answer_choices(question: Question) -> tuple[str, ...]:
    """The answers there are to a question, if they can be counted."""
    return ("white", "black") if question.type is FactType.SIDE else question.choices


def _typed(kind: str, question: Question, names: SideNames) -> dict[str, tuple[str, ...]]:
    """What may be typed for each value."""
    sentences = question_sentences(kind, question, names) if kind else {}
    own = {"white": ("w", names[Side.WHITE]), "black": ("b", names[Side.BLACK])}
    return {value: (*own.get(value, ()), sentences.get(value, value)) for value in answer_choices(question)}


def _pick(values: Mapping[str, tuple[str, ...]], typed: str) -> str:
    """An answer by its number or in its words, the article left out or not; what fits none is asked back."""
    if typed.isdecimal() and 1 <= int(typed) <= len(values) and typed not in values:
        return tuple(values)[int(typed) - 1]
    plain = _plain(typed)
    fitting = [value for value, words in values.items() if plain in (_plain(value), *map(_plain, words))]
    return fitting[0] if plain and len(fitting) == 1 else typed


def _plain(name: str) -> str:
    return re.sub(r"^(the|an?)_", "", re.sub(r"[\s_,]+", "_", name.strip().casefold()))


def fact_question(kind: IncidentDefinition, key: str) -> Question:
    """The question of a key; `who` is the person in every kind. ValueError says what was expected."""
    own = person_key(kind) if key == "who" else key
    if own not in kind.questions:
        raise ValueError(f"{kind.name} has no fact {key!r}; expected {', '.join(kind.questions)}")
    return kind.questions[own]


def read_facts(kind: str, data: Mapping[str, Any], names: SideNames = SIDE_NAMES) -> dict[str, FactValue]:
    """Facts of a JSON object as people write them: times as text or in seconds; ValueError says what was expected."""
    facts: dict[str, FactValue] = {}
    for name, value in data.items():
        question = fact_question(incident_definition(kind), name)
        key = question.key
        timed = question.type in (FactType.DURATION, FactType.MOMENT)
        if timed and isinstance(value, int | float) and not isinstance(value, bool):
            facts[key] = question.check(_milliseconds(str(value)))
        elif isinstance(value, str) and question.type is not FactType.TEXT:
            facts[key] = read_fact(question, value, names, kind=kind)
        else:
            facts[key] = question.check(value)
    return facts


def answer_hint(question: Question) -> str:
    """What may be typed, in words."""
    if question.type is FactType.YES_NO:
        return "yes or no"
    if question.type is FactType.DURATION:
        return "a time such as 1:30 or 0:12.5; a plain number is seconds"
    if question.type is FactType.MOMENT:
        return "a time of day such as 14:05 or 14:05:30"
    return question.answer_form


def answer_data(answer: JudgeAnswer, names: SideNames = SIDE_NAMES) -> dict[str, Any]:
    """An answer as programs read it; `answer` is ruling, need_facts or discretion. Texts have the players' names."""
    data: dict[str, Any] = {"answer": _NAMES[type(answer)]} | asdict(answer)
    if isinstance(answer, NeedFacts):
        question = {"key": answer.question.key} | answer.question.schema
        choices = question_sentences(answer.kind, answer.question, names)
        if choices:
            question["choices"] = [{"value": value, "sentence": text} for value, text in choices.items()]
        return _with_names(data | {"question": question}, names)
    data["facts_in_words"] = _facts_in_words(answer, names)
    if isinstance(answer, Ruling):
        data["remedies"] = _remedies(answer.remedies)
    key = "options" if isinstance(answer, Ruling) else "usual"
    data[key] = [asdict(option) | {"remedies": _remedies(option.remedies)} for option in getattr(answer, key)]
    return _with_names(data, names)


def _with_names(data: Mapping[str, Any], names: SideNames) -> dict[str, Any]:
    """Data whose texts have names in place of colours."""
    return {key: _value_with_names(value, names) for key, value in data.items()}


def _value_with_names(value: Any, names: SideNames) -> Any:
    if isinstance(value, str):
        return with_names(value, names)
    if isinstance(value, dict):
        return _with_names(value, names)
    return [_value_with_names(one, names) for one in value] if isinstance(value, list | tuple) else value


def _facts_in_words(answer: Ruling | Discretion, names: SideNames) -> dict[str, str]:
    """Every fact that was given as it was read: times with their unit."""
    questions = incident_definition(answer.kind).questions
    given = {**answer.relied_on, **answer.no_part}
    return fact_texts(answer.kind, {key: value for key, value in given.items() if key in questions}, names)


def kind_data(kind: IncidentDefinition) -> dict[str, Any]:
    """A kind as programs read it, with the place where it happens and the schema of its facts."""
    rows: Mapping[str, tuple[str, ...]] = kind.clauses
    return {
        "name": kind.name,
        "title": kind.title,
        "place": place_of(kind).value,
        "person": person_key(kind),
        "words": kind.words,
        "clauses": dict(rows),
        "schema": _typed_schema(kind),
    }


def _typed_schema(kind: IncidentDefinition) -> dict[str, Any]:
    """The schema of the facts as `read_facts` takes them: times in seconds or as text."""
    schema = kind.schema
    for key, question in kind.questions.items():
        if sentences := question_sentences(kind.name, question):
            schema["properties"][key] |= {"sentences": sentences}
        if question.type in (FactType.DURATION, FactType.MOMENT):
            form = {"type": ["number", "string"], "unit": "seconds", "examples": ["1:30"]}
            if question.type is FactType.MOMENT:
                form |= {"examples": ["14:05"]}
            schema["properties"][key] = {"description": question.text} | form
    return schema


def _remedies(remedies: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [{"remedy": type(remedy).__name__} | msgspec.structs.asdict(remedy) for remedy in remedies]


_TIME: Final = re.compile(r"(\d+:){0,2}\d+(?:[.,]\d+)?")
_WITH_UNIT: Final = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*(ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)", re.IGNORECASE
)
_UNITS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}


def _milliseconds(typed: str, unit: int = 1000) -> int:
    """A number of seconds, or of another unit."""
    time = float(typed) * unit
    if not math.isfinite(time):
        raise ValueError(f"expected a time, not a number of {len(typed)} digits")
    return round(time)


def _duration(typed: str) -> int:
    """1:30 is ninety seconds, 0:12.5 twelve and a half; a plain number is seconds."""
    unit = _WITH_UNIT.fullmatch(typed)
    if unit is not None:
        name = unit[2].casefold()
        return _milliseconds(unit[1].replace(",", "."), _UNITS["ms" if name == "ms" else name[0]])
    return _sum(typed)


def _moment(typed: str) -> int:
    """14:05 is that time of the day, 14:05:30 half a minute later; 24:10 is ten past midnight of the next day."""
    return _sum(f"{typed}:00" if typed.count(":") == 1 else typed)


def _sum(typed: str) -> int:
    if _TIME.fullmatch(typed) is None:
        raise ValueError(typed)
    *parts, last = typed.replace(",", ".").split(":")
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return total * 60_000 + _milliseconds(last)


_READERS: Final[Mapping[FactType, Callable[[str], Any]]] = {
    FactType.YES_NO: lambda typed: _YES[typed.casefold()],
    FactType.COUNT: int,
    FactType.DURATION: _duration,
    FactType.MOMENT: _moment,
}
