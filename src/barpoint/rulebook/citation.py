"""From a refusal to words: one plain sentence, and the clauses it rests on under the match's book.

A book is *silent* on a code when `refusals.toml` gives it no clause; the citation then says so and names
the clauses of the books that do speak. A code *of the house* is about the software alone (a match that
has not started, a clock that is already stopped): no book could speak of it. What to refuse is decided
elsewhere; this module only finds the words. Sentences are English; `sentence_in` has some of them in other languages.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter

import msgspec

from barpoint.board import BAR, OFF, Fact, Refusal

DATA = "refusals.toml"
BOOK_IDS = ("ibf", "usbgf", "bws", "guide", "trad")
NOT_COVERED = "not covered by this book"

GAME_LEVELS = {1: "a single game", 2: "a gammon", 3: "a backgammon"}
"""What a game may be lost or claimed as, in words."""


class RefusalText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said of one code, and where the books say it."""

    plain: str
    says: str = ""
    house: bool = False
    ibf: tuple[str, ...] | None = None
    usbgf: tuple[str, ...] | None = None
    bws: tuple[str, ...] | None = None
    guide: tuple[str, ...] | None = None
    trad: tuple[str, ...] | None = None

    def under(self, book: str) -> tuple[str, ...]:
        """The clauses of one book; none where it is silent."""
        return getattr(self, book) or () if book in BOOK_IDS else ()

    @property
    def book_ids(self) -> tuple[str, ...]:
        """The books the entry says something about, were it only that they are silent."""
        return tuple(book for book in BOOK_IDS if getattr(self, book) is not None)


class Translation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same sentences in another language."""

    plain: str
    says: str = ""


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal in words. Without clauses the book is silent, or the code is of the house."""

    code: str
    book: str
    sentence: str
    clauses: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()  # clauses of the books that do cover it
    house: bool = False
    facts: Mapping[str, Fact] = {}  # what the sentence says

    def __str__(self) -> str:
        if self.clauses:
            return f"{self.sentence} ({', '.join(self.clauses)})"
        if self.house:
            return self.sentence
        verb = "covers" if len(self.elsewhere) == 1 else "cover"
        others = f"; {', '.join(self.elsewhere)} {verb} it" if self.elsewhere else ""
        return f"{self.sentence} ({NOT_COVERED}{others})"


@cache
def refusal_texts() -> Mapping[str, RefusalText]:
    """Every code and what is said of it."""
    text = files("barpoint.rulebook").joinpath(DATA).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, RefusalText])


def cite(what: str | Refusal, book: str, facts: Mapping[str, Fact] | None = None) -> Citation:
    """The citation of a refusal, or of a code and its facts, under a book ("" if the match has none).

    A fact named `clause` is the very row the refusal rests on and takes the place of the list.
    """
    code, facts = (what.code, what.facts) if isinstance(what, Refusal) else (what, facts or {})
    if book and book not in BOOK_IDS:
        raise ValueError(f"expected one of the books {', '.join(BOOK_IDS)}, not {book!r}")
    entry = refusal_texts().get(code)
    if entry is None:
        raise ValueError(f"no refusal is called {code!r}; expected one of those in {DATA}")
    named = facts.get("clause")
    own = (named,) if isinstance(named, str) and named.startswith(f"{book}:") else ()
    clauses = own or entry.under(book)
    others = () if clauses else tuple(row for other in BOOK_IDS if other != book for row in entry.under(other)[:1])
    return Citation(
        code=str(code),
        book=book,
        sentence=_sentence(entry, facts),
        clauses=clauses,
        elsewhere=others,
        house=entry.house,
        facts=facts,
    )


@cache
def translations(language: str) -> Mapping[str, Translation]:
    """The codes that have words in a language, and these."""
    data = files("barpoint.rulebook").joinpath(f"refusals_{language}.toml")
    if not language.isalpha() or not data.is_file():
        return {}
    return msgspec.convert(tomllib.loads(data.read_text("utf-8")), dict[str, Translation])


def sentence_in(language: str, citation: Citation) -> str:
    """The sentence in a language; in English where it has no words for it."""
    entry = translations(language).get(citation.code)
    return citation.sentence if entry is None else _sentence(entry, citation.facts)


def _sentence(entry: RefusalText | Translation, facts: Mapping[str, Fact]) -> str:
    """The sentence with the facts in it, if it has one and they are all there."""
    fields = {name for _, name, _, _ in Formatter().parse(entry.says) if name}
    if not fields or not fields <= facts.keys():
        return entry.plain
    text = entry.says.format_map({name: _fact_text(name, facts[name]) for name in fields})
    return text[0].upper() + text[1:]


def _fact_text(name: str, value: Fact) -> str:
    """A fact as people say it."""
    if name in ("level", "certain") and isinstance(value, int):
        return GAME_LEVELS.get(value, str(value))
    if name in ("turn", "side"):
        return str(value).capitalize()
    if name == "left" and isinstance(value, int):
        seconds = -(-value // 1000)
        return f"{seconds // 60}:{seconds % 60:02}"
    if name in ("source", "target", "rearmost") and isinstance(value, int):
        return {OFF: "off", BAR: "the bar"}.get(value, f"the {value}-point")
    if name in ("option", "action"):
        return str(value).replace("_", " ")
    return str(value)
