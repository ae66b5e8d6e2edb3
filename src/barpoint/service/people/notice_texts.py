"""What notices say, in the reader's language.

English is the key of the other languages' words. A person's name stands where any name can stand: Russian does not
bend it. What people have written themselves (an announcement, a reason) stays as they wrote it.
"""

from collections.abc import Mapping
from typing import Final

from barpoint.service.people.member_ports import PersonalNotice

RUSSIAN: Final[Mapping[str, str]] = {
    "A ruling was given in your match": "В вашем матче вынесено решение",
    "A sanction was extended to the whole server; you may appeal": (
        "Санкция распространена на весь сервер; вы можете её обжаловать"
    ),
    "An official has closed free text to you until {day}": "Судья закрыл вам свободный текст до {day}",
    "Storage is well again: everything is being saved.": "Хранилище снова работает: всё сохраняется.",
    "Storage trouble: moves are not being saved. The server keeps trying.": (
        "Сбой хранилища: ходы не сохраняются. Сервер продолжает попытки."
    ),
    "The challenge of {name} is off": "{name}: вызов отозван",
    "You keep {list} now: {by} has said so": "{list}: вы ведёте этот список, вас назвал(а) {by}",
    "You organise {series} now: {by} has said so": "{series}: вы организатор, вас назвал(а) {by}",
    "You signed out an hour ago: check in at the desk": "Вы ушли час назад: отметьтесь у столика директора",
    "You work in {tournament} as {person}: {by} has said so": "{tournament}: {by} даёт вам работу под именем {person}",
    "Your match of the tournament begins": "Ваш матч турнира начинается",
    "Your turn against {against}": "Ваш ход, соперник: {against}",
    "{club}: {text}": "{club}: {text}",
    "{name} challenges you": "{name} вызывает вас",
    "{name} declines your challenge": "{name} не принимает ваш вызов",
    "{name} plays you": "{name} принимает ваш вызов",
    "{official} has given out a code that resets your account": (
        "Судья {official}: выдан код для сброса вашей учётной записи"
    ),
    "{official}: in {tournament}, {person} is {account} now ({reason})": (
        "{official}: в турнире {tournament} под именем {person} теперь работает {account} ({reason})"
    ),
    "{title}: round {round} has its time": "{title}: назначено время тура {round}",
    "{title}: your match against {against} is called": "{title}: ваш матч вызван, соперник: {against}",
    "{title}: your match against {against} is called at table {table}": (
        "{title}: ваш матч вызван на стол {table}, соперник: {against}"
    ),
    "{title}: your match against {against} is called, be there within {minutes} minutes": (
        "{title}: ваш матч вызван, соперник: {against}; на явку {minutes} мин."
    ),
    "{title}: your match against {against} was ruled on": "{title}: решение по вашему матчу, соперник: {against}",
}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {"ru": RUSSIAN}


def make_notice(kind: str, text: str, link: str, at: int, /, **values: object) -> PersonalNotice:
    """A notice in every language; `text` is the English of `RUSSIAN`, with the places its values go to.

    >>> make_notice("your_turn", "Your turn against {against}", "/match/AB", 0, against="Ben").text_in("ru")
    'Ваш ход, соперник: Ben'
    """
    translations = {language: notice_text(language, text, **values) for language in _WORDS}
    return PersonalNotice(kind, text.format_map(values), link, at, translations)


def notice_text(language: str, text: str, /, **values: object) -> str:
    """A text of `RUSSIAN` in a language."""
    return (_WORDS[language][text] if language in _WORDS else text).format_map(values)
