"""What a sentence said in a hall is about: its words, the ideas behind them, and pieces of their spelling.

"The guy snatched his dice while I was moving" and "lifted the dice too early" share hardly a word, and yet the ideas
lift, dice and early. `everyday_words.toml` puts the words of the field under ideas; pairs of ideas tell more than
single ones, and so do words that stand side by side. A word nobody knows is read as the nearest that is known.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Final

from barpoint.rulebook.catalogue import stems

Features = dict[str, float]
_WORD: Final = re.compile(r"[a-z0-9]+")
_NOT: Final = re.compile(r"n['’]t\b|\b(?:ca|do|did|does|is|wo)nt\b")
_LITTLE: Final = frozenset(
    _WORD.findall(
        "a am an and are as at be been by d did do does for from had has have he her hers him his i in is it its ll m"
        " me mine my of on or our re s she so t that the their them there these they this those to us ve was we were"
        " with you your"
    )
)
_WORD_WEIGHT, _NEIGHBOURS, _IDEA, _PAIR, _ORDER, _SPELLING = 1.2, 0.8, 1.0, 0.6, 0.3, 0.35
_AS_MISSPELT, _ALIKE, _SHORT = 0.8, 0.74, 3


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The ideas of the field: by word, and by turn of phrase (under its first word, the longest first)."""

    words: Mapping[str, tuple[str, ...]]
    turns: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]


@dataclass(slots=True)
class Reader:
    """Reads sentences; `known` are the words it has learnt, to which a misspelt one is brought back."""

    known: set[str] = field(default_factory=set)

    def learn(self, text: str) -> None:
        """Take the words of a text as rightly spelt."""
        self.known.update(_words(text))

    def read(self, text: str, *, misspelt: bool = False, sentence: bool = True) -> Features:
        """The features of a text and their weights.

        With `misspelt`, unknown words are also read as known ones. Ideas are paired within a `sentence` only.
        """
        features: Features = {}
        ideas: dict[str, None] = {}
        words = _words(text)
        little = _LITTLE if not _LITTLE.issuperset(words) else ()
        for place, word in enumerate(words):
            ideas |= dict.fromkeys(_ideas_at(words, place))
            if word in little:
                continue
            _add(features, f"word {_stem(word)}", _WORD_WEIGHT)
            if misspelt and (near := self._nearest(word)):
                ideas |= dict.fromkeys(lexicon().words.get(near, ()))
                _add(features, f"word {_stem(near)}", _WORD_WEIGHT * _AS_MISSPELT)
            for piece in _pieces(word) if sentence else ():
                _add(features, piece, _SPELLING)
        for idea in ideas:
            features[f"idea {idea}"] = _IDEA
        if not sentence:
            return features
        stemmed = ["", *map(_stem, words), ""]
        for first, second in pairwise(stemmed):
            features[f"words {first} {second}"] = _NEIGHBOURS
        for one, other in pairwise(ideas):
            features[f"order {one} {other}"] = _ORDER
        for one, other in combinations(sorted(ideas), 2):
            features[f"pair {one} {other}"] = _PAIR
        return features

    def _nearest(self, word: str) -> str:
        if len(word) <= _SHORT or word in self.known or word in lexicon().words:
            return ""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = process.extractOne(
            word, sorted(self.known | set(lexicon().words)), scorer=OSA.normalized_similarity, score_cutoff=_ALIKE
        )
        return near[0] if near else ""


def plain(text: str) -> str:
    """A sentence without its case and signs: two that are the same so are the same phrase."""
    return " ".join(_words(text))


def phrases() -> Mapping[str, list[str]]:
    """How people say it, by kind of incident."""
    return tomllib.loads((files("barpoint.officiating") / "everyday_phrases.toml").read_text("utf-8"))


@cache
def lexicon() -> Lexicon:
    """The ideas of the field."""
    table = tomllib.loads((files("barpoint.officiating") / "everyday_words.toml").read_text("utf-8"))
    words: dict[str, tuple[str, ...]] = {}
    turns: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for idea, line in table.items():
        for word in line.split():
            parts = tuple(word.split("-"))
            if len(parts) > 1:
                turns.setdefault(parts[0], []).append((parts, idea))
            else:
                words[word] = (*words.get(word, ()), idea)
    longest_first = {first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in turns.items()}
    return Lexicon(words, longest_first)


def _words(text: str) -> list[str]:
    return _WORD.findall(_NOT.sub(" not", text.lower()).replace("cannot", "can not"))


def _ideas_at(words: list[str], place: int) -> Iterator[str]:
    """The idea of the longest turn of phrase that begins here, then those of the word itself."""
    for parts, idea in lexicon().turns.get(words[place], ()):
        if tuple(words[place : place + len(parts)]) == parts:
            yield idea
            break
    yield from lexicon().words.get(words[place], ())


@cache
def _stem(word: str) -> str:
    return stems(word)[0]


@cache
def _pieces(word: str) -> tuple[str, ...]:
    whole = f"^{word}$"
    return tuple(f"piece {whole[i : i + n]}" for n in (3, 4) for i in range(len(whole) - n + 1))


def _add(features: Features, name: str, weight: float) -> None:
    features[name] = features.get(name, 0.0) + weight
