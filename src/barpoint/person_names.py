"""Names people go by: as they are written, and what they look like.

plain       a name in one form (NFKC) and of letters that can be seen: what controls, turns the line round, breaks it or
            shows nothing is refused, since it breaks a print-out, a mail, or the trust in whose name it is
skeleton    what a name looks like, whatever alphabet its letters are of (Unicode Technical Standard 39): two names of
            one skeleton can be taken for each other
looks       the skeletons of a name, as it is written (where I and l are alike) and in small letters
mixed       a word of letters of several alphabets, which hardly anybody's name is

The table of letters that look alike comes with `confusable_homoglyphs` and is read when the first name is looked at.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

import msgspec

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK: Final = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x1680, 0x17B4, 0x17B5, 0x2800, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Letters and marks by their category, of which nothing is seen."""
_TOGETHER: Final = frozenset({"HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written in one word with others."""
_NO_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})


class Looks(msgspec.Struct, frozen=True):
    """What a name looks like."""

    written: str
    folded: str


def plain_name(name: str, longest: int) -> str:
    """A name people can be called by, in one form; ValueError says what is expected."""
    if (hidden := first_hidden(name)) is not None:
        raise ValueError(f"a name is made of letters that can be seen, without {hidden}")
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(plain) <= longest or first_hidden(plain) is not None:
        raise ValueError(f"a name has 1 to {longest} printable characters, not {name[:40]!r}")
    return plain


def first_hidden(text: str) -> str | None:
    """The first character that controls something or is not seen, as Unicode calls it; None if all are seen."""
    for letter in text:
        if unicodedata.category(letter) in _HIDDEN or letter in _BLANK:
            return f"U+{ord(letter):04X} {unicodedata.name(letter, 'a control character')}"
    return None


@lru_cache(4096)
def looks_of(name: str) -> Looks:
    """What a name looks like, whichever way it is written."""
    plain = unicodedata.normalize("NFKC", name)
    return Looks(skeleton(plain).casefold(), skeleton(plain.casefold()))


def lookalikes(names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Whose names can be taken for each other: groups of ids, of a mapping from ids to names."""
    groups: dict[str, list[str]] = {}
    for id, name in names.items():
        groups.setdefault(looks_of(name).written, []).append(id)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def skeleton(text: str) -> str:
    """Every letter as the one that stands for all that look like it, and so do the parts of that one."""
    before, after = "", unicodedata.normalize("NFD", text)
    while before != after:
        before, after = after, unicodedata.normalize("NFD", "".join(map(_prototype, after)))
    return after


def is_mixed(word: str) -> bool:
    """Whether a word has letters of several alphabets."""
    from confusable_homoglyphs import categories

    scripts = {categories.alias(letter) for letter in word} - _NO_SCRIPT - _TOGETHER
    return len(scripts) > 1


@cache
def _alike() -> dict[str, list[str]]:
    from confusable_homoglyphs import confusables

    return {letter: [other["c"] for other in others] for letter, others in confusables.confusables_data.items()}


def _prototype(letter: str) -> str:
    """The table joins every letter with the one that stands for it, both ways: that one has more such joints."""
    alike = _alike()
    others = alike.get(letter, ())
    if len(others) != 1:  # nothing looks like it, or it stands for several
        return letter
    other = others[0]
    if len(other) > 1 or len(alike[other]) > 1:
        return other
    return min(letter, other)
