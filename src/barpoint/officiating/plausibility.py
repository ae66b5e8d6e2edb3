"""Facts that are possible and yet unusual: they are taken as told, and the answer says so.

What cannot be true is asked back by the rule itself (`Inquiry.wrong`). Here is only what is more often a slip of the
pen or of the unit: a die that leaned for an hour, a match to 65 points, a player half a day late.
"""

from collections.abc import Mapping
from typing import Final

from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.facts import FactType, FactValue, Question
from barpoint.officiating.phrases import value_text

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_LONGEST: Final = 3 * _HOUR  # longer than any time a match knows
_MOST: Final = {
    "length": 25, "played_to": 25, "designated": 25, "first_length": 25, "second_length": 25, "cube": 64, "before": 64,
    "shown": 64, "turned": 6, "earlier": 9, "members": 9, "turns": 40, "points": 25, "rested": 30 * _SECOND,
    "per_turn": 2 * _MINUTE, "lasted": 30 * _MINUTE, "amount": 30 * _MINUTE,
}  # fmt: skip


def unusual(question: Question, value: FactValue) -> bool:
    """Whether a value is more often a slip than the truth."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    most = _MOST.get(question.key, _LONGEST if question.type is FactType.DURATION else None)
    return most is not None and value > most


def echo_notes(answer: Ruling | Discretion, questions: Mapping[str, Question]) -> tuple[str, ...]:
    """What is unusual in an answer, said back in words."""
    notes = tuple(
        f"Unusual, and taken as told: {questions[key].text.rstrip('?')}: {value_text(questions[key], value)}."
        for key, value in answer.relied_on.items()
        if key in questions and unusual(questions[key], value)
    )
    return (*notes, _HOURS) if _delays_for_hours(answer) else notes


_HOURS: Final = "Unusual, and taken as told: a delay of hours. A time of the next day is given as 24:10."


def _delays_for_hours(answer: Ruling | Discretion) -> bool:
    """Whether a player is said to have delayed the match for hours: a wrong hour, or a day mistaken."""
    return any(delay is not None and delay > _LONGEST for delay in answer.consequences.delay or ())
