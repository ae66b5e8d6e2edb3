"""In which language a reader is answered: the first known one that is asked for; the pages ask for the reader's own."""

from typing import Final

from barpoint.web.session import AnyRequest

LANGUAGES: Final = ("en", "ru")


def request_language(request: AnyRequest) -> str:
    """The language somebody asks in."""
    return choose_language(request.headers.get("accept-language", ""))


def choose_language(accepted: str) -> str:
    """The language a browser likes best of those there are.

    >>> choose_language("de-DE,de;q=0.9,ru;q=0.8,en;q=0.5"), choose_language("*"), choose_language("")
    ('ru', 'en', 'en')
    """
    liked: list[tuple[float, str]] = []
    for part in accepted.split(","):
        name, _, quality = part.partition(";q=")
        try:
            liked.append((-float(quality or 1), name.strip()[:2].casefold()))
        except ValueError:
            continue
    known = [name for _, name in sorted(liked, key=lambda preference: preference[0]) if name in LANGUAGES]
    return known[0] if known else "en"
