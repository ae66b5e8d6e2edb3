"""The words of a draw sheet in the reader's language.

English stands in `sheet_drawing` where it is drawn and is the key of the other languages' words; what a language lacks
stays English.
"""

from collections.abc import Callable, Mapping
from typing import Final

RUSSIAN: Final = {
    "All rounds": "Все туры",
    "Consolation": "Утешительная сетка",
    "Draw sheet: {event}": "Сетка: {event}",
    "Final": "Финал",
    "Last chance": "Последний шанс",
    "Main": "Основная сетка",
    "Playoff": "Плей-офф",
    "Round {number}": "Тур {number}",
    "both forfeited": "поражение обоим",
    "by forfeit": "за неявку",
    "bye": "без соперника",
    "drawn": "ничья",
    "due {time}": "начало {time}",
    "last rounds": "последние туры",
    "line {match}": "строка {match}",
    "loser of {match}": "проигравший {match}",
    "nobody yet": "пока никого",
    "part {number}": "часть {number}",
    "place {match}": "место {match}",
    "revised, was {length}": "изменено, было {length}",
    "table {table}": "стол {table}",
    "to {length}": "до {length}",
    "winner of {match}": "победитель {match}",
    "{brackets}; {count} matches. The same stands in the list.": "{brackets}; матчей: {count}. То же есть в списке.",
    "{home} against {away}": "{home} против {away}",
    "{home} against {away}, not yet known": "{home} против {away}, ещё неизвестно",
    "{name} goes on without a match": "{name} проходит без игры",
    "{name} has a bye": "{name} без соперника",
    "{winner} beat {loser} {how}": "{winner} побеждает, {loser} проигрывает {how}",
}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {"ru": RUSSIAN}


def sheet_translator(language: str) -> Callable[..., str]:
    """What puts a text of the sheet with its values into a language."""
    words = _WORDS.get(language, {})

    def say(text: str, /, **values: object) -> str:
        translation = words.get(text, text)
        return translation.format(**values) if values else translation

    return say
