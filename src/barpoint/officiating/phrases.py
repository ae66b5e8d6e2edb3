"""How times, points and sides are said to players."""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import ClockRules
from barpoint.officiating.facts import FactType, FactValue, Question
from barpoint.rulebook.tariff import hold_in_trust

_TENTH: Final = 100


def time_text(time: int) -> str:
    """A time as minutes and seconds: 90000 is 1:30, 12500 is 0:12.5; finer than tenths is rounded to the second."""
    seconds, rest = divmod(abs(time), 1000)
    if rest % _TENTH:
        seconds, rest = (abs(time) + 500) // 1000, 0
    part = f".{rest // _TENTH}" if rest else ""
    return f"{'-' if time < 0 else ''}{seconds // 60}:{seconds % 60:02}{part}"


def time_of_day(moment: int) -> str:
    """A moment as the time of day, its scale beginning at midnight: 14:05:30."""
    seconds = moment % 86_400_000 // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def settings_text(rules: ClockRules) -> str:
    """What each player has on the clock, and what of it is held in trust (usbgf:3.4.4.3e)."""
    said = f"Each player has {time_text(rules.reserve)} and {time_text(rules.delay)} a turn."
    if not rules.trust:
        return said
    set_to, trust = hold_in_trust(rules.reserve, rules.trust)
    return f"{said} {time_text(trust)} of it is held in trust: the clock is set to {time_text(set_to)}."


def quantity(number: int, word: str) -> str:
    """A number with its noun: 1 point, 2 points."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def side_name(side: Side) -> str:
    """White or Black."""
    return str(side.value).capitalize()


def value_text(question: Question | None, value: FactValue) -> str:
    """A value as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if question is None:
        return str(value)
    if question.type is FactType.DURATION and isinstance(value, int):
        return time_text(value)
    if question.type is FactType.MOMENT and isinstance(value, int):
        return time_of_day(value)
    return str(value).replace("_", " ")
