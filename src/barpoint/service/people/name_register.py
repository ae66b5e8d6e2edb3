"""Which names somebody may go by on this server: nobody is to be taken for somebody else, or for an official.

taken       a registered person has the name, or one that looks like it; that holds for guests too
reserved    words of an office, in any alphabet that looks like it: anywhere in a name, or at its beginning for those
            that are also surnames and everyday words
mixed       a word of letters of several alphabets

What a tournament calls its entrants is its own affair: namesakes play.
"""

import unicodedata
from functools import cache
from typing import Final

from barpoint.board import Refusal
from barpoint.person_names import is_mixed, looks_of, plain_name, skeleton
from barpoint.service.ports import MemberRegister
from barpoint.service.refusals import ServiceCode

LONGEST_NAME: Final = 24
_OFFICES: Final = (
    *("admin", "administrator", "arbiter", "autopilot", "barpoint", "director", "moderator", "official"),
    *("organiser", "organizer", "referee"),
    *("админ", "администратор", "арбитр", "директор", "модератор", "организатор", "судья"),
)
_AT_THE_BEGINNING: Final = (
    *("former", "guest", "house", "judge", "operator", "root", "security", "server", "staff", "support"),
    *("system", "td", "webmaster"),
    *("гость", "оператор", "поддержка", "сервер", "система"),
)


def checked_name(name: str) -> str:
    """A name people can be called by; ValueError says what is expected."""
    return plain_name(name, LONGEST_NAME)


async def refuse_name(register: MemberRegister, name: str) -> Refusal | None:
    """Why somebody new may not go by a checked name; None if they may."""
    if is_reserved(name):
        return Refusal(ServiceCode.NAME_RESERVED)
    if any(map(is_mixed, name.split())):
        return Refusal(ServiceCode.NAME_MIXED)
    if await register.find_by_handle(handle_of(name)) is not None:
        return Refusal(ServiceCode.NAME_TAKEN)
    if await register.alike(looks_of(name)) is not None:
        return Refusal(ServiceCode.NAME_ALIKE)
    return None


def handle_of(name: str) -> str:
    """A name as names are compared."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_reserved(name: str) -> bool:
    """Whether a name sounds like an office of this server."""
    offices, beginnings = _keys()
    kind, colon, _ = name.partition(":")
    if colon and _key(kind) == "bot":  # as the server calls its own: bot:strong
        return True
    words = [_key(word) for word in name.split()]
    whole = _key("".join(name.split()))
    return words[0] in beginnings or whole in beginnings or not offices.isdisjoint((*words, whole))


@cache
def _keys() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(map(_key, _OFFICES)), frozenset(map(_key, _AT_THE_BEGINNING))


_FOR_LETTERS: Final = str.maketrans("@$€!|", "asell")
"""Signs people write for a letter."""


def _key(word: str) -> str:
    """A word by its looks alone: no marks, no dots, no number behind it, and i, l and 1 are the same."""
    letters = "".join(filter(str.isalnum, unicodedata.normalize("NFKD", word.casefold().translate(_FOR_LETTERS))))
    return skeleton(letters.rstrip("0123456789") or letters).casefold().replace("i", "l")
