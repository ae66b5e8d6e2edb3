"""The words of a tournament's pages in the reader's language.

English stands in the code where it is shown, `say("Table {number}", number=3)`, and is the key of the other
languages' catalogues (`ru.json`); what a catalogue lacks is shown in English. The language is that of the cookie the
pages' own switch sets, else the first known one the browser asks for.
"""

import json
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from barpoint.web.session import AnyRequest

LANGUAGES: Final = {"en": "English", "ru": "Русский"}
COOKIE: Final = "barpoint-language"
_SPOKEN: ContextVar[str] = ContextVar("spoken", default="en")


@cache
def catalogue(language: str) -> dict[str, str]:
    """A language's words by the English ones."""
    if language == "en":
        return {}
    words: dict[str, str] = json.loads((Path(__file__).parent / f"{language}.json").read_text("utf-8"))
    return words


def say(text: str, /, **values: object) -> str:
    """A text in the reader's language, with its values."""
    translation = catalogue(_SPOKEN.get()).get(text, text)
    return translation.format(**values) if values else translation


def word(name: str) -> str:
    """A name of the program, such as `last_chance`, as people write it."""
    return say(name.replace("_", " "))


def current_language() -> str:
    """The reader's language."""
    return _SPOKEN.get()


def set_language(language: str) -> None:
    """Answer this request in a language."""
    _SPOKEN.set(language if language in LANGUAGES else "en")


def set_request_language(request: AnyRequest) -> None:
    """Before a page is made: which language it is to be in."""
    set_language(request_language(request))


def request_language(request: AnyRequest) -> str:
    """The language somebody asks in."""
    return choose_language(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))


def choose_language(chosen: str, accepted: str) -> str:
    """The chosen language, else the one a browser likes best of those there are.

    >>> choose_language("", "de-DE,de;q=0.9,ru;q=0.8,en;q=0.5"), choose_language("en", "ru"), choose_language("", "*")
    ('ru', 'en', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    liked: list[tuple[float, str]] = []
    for part in accepted.split(","):
        name, _, quality = part.partition(";q=")
        try:
            liked.append((-float(quality or 1), name.strip()[:2].casefold()))
        except ValueError:
            continue
    known = [name for _, name in sorted(liked, key=lambda preference: preference[0]) if name in LANGUAGES]
    return known[0] if known else "en"
