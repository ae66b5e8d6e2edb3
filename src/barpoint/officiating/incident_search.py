"""Finding a kind of incident by everyday words: "my clock was never pressed" is `forgotten_press`.

What is said of each kind (the registered phrases, and those collected in `everyday_phrases.toml`) and what is written
about it (title, questions, the titles of its clauses) teaches which words and ideas tell of it (`phrase_learning`). A
phrase that is known word for word finds its own kind; a kind the event's book does not speak of comes behind. This is
a ranking for a person to choose from, not a ruling.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from barpoint.officiating.everyday_language import Reader, phrases, plain
from barpoint.officiating.incidents import IncidentDefinition
from barpoint.officiating.judgement import all_kinds
from barpoint.officiating.phrase_learning import LearntWeights, Text, learnt_weights
from barpoint.rulebook import clause

_SAID, _PURPOSE, _CLAUSES, _QUESTIONS = 1.0, 0.4, 0.35, 0.3  # what a text weighs when its kind is learnt
_EXACT: Final = 1.0  # added for a phrase of the kind word for word
_SILENT: Final = 0.01  # of a kind of which the book says nothing
_NEAR: Final = 8  # so many are looked at for the three that are named
_TELLING: Final = ("word ", "idea ")  # spelling alone finds nothing


@dataclass(frozen=True, slots=True)
class IncidentMatch:
    """A kind that fits, and how well (the best has 1)."""

    kind: IncidentDefinition
    score: float


@dataclass(frozen=True, slots=True)
class _Index:
    reader: Reader
    weights: LearntWeights
    exact: dict[str, str]


def kind_called(name: str, book: str | None = None) -> IncidentDefinition:
    """A registered kind; ValueError names those whose words are near, only such as the book speaks of."""
    if (known := all_kinds().get(name)) is not None:
        return known
    hits = (hit.kind for hit in find_incidents(name.replace("_", " "), limit=_NEAR, book=book))
    near = [f"{kind.name} ({kind.title})" for kind in hits if book is None or book in kind.clauses][:3]
    hint = f"near are {'; '.join(near)}" if near else "`barpoint rule-on --list` lists them"
    raise ValueError(f"no incident is called {name!r}; {hint}")


def find_incidents(words: str, limit: int = 5, *, book: str | None = None) -> tuple[IncidentMatch, ...]:
    """The kinds these words fit best, best first; the name of a kind finds it alone."""
    kinds = all_kinds()
    if words.strip() in kinds:
        return (IncidentMatch(kinds[words.strip()], 1.0),)
    scores = _scores(words)
    for name in scores:
        if book is not None and book not in kinds[name].clauses:
            scores[name] *= _SILENT
    if (same := _index().exact.get(plain(words))) is not None:
        scores[same] = scores.get(same, 0.0) + _EXACT
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return tuple(IncidentMatch(kinds[name], round(score / ranked[0][1], 3)) for name, score in ranked)


def _scores(words: str) -> dict[str, float]:
    """How likely each kind is to be meant."""
    index = _index()
    features = index.reader.read(words, misspelt=True)
    if not any(name.startswith(_TELLING) and name in index.weights.rows for name in features):
        return {}
    likelihoods = index.weights.likelihoods(features)
    return {name: float(likely) for name, likely in zip(all_kinds(), likelihoods, strict=True)}


def _texts() -> Iterator[tuple[str, str, float]]:
    """What is said and written about each kind, with its weight: (kind, text, weight)."""
    collected = phrases()
    for kind in all_kinds().values():
        for said in (*kind.words, kind.title, *collected.get(kind.name, ())):
            yield kind.name, said, _SAID
        rows = dict.fromkeys(row for rows in kind.clauses.values() for row in rows)
        yield kind.name, (kind.rule.__doc__ or "").partition("\n")[0], _PURPOSE
        yield kind.name, " ".join(clause(row).title for row in rows), _CLAUSES
        yield kind.name, " ".join(question.text for question in kind.questions.values()), _QUESTIONS


@cache
def _index() -> _Index:
    reader, texts = Reader(), list(_texts())
    for _, text, _weight in texts:
        reader.learn(text)
    number = {name: place for place, name in enumerate(all_kinds())}
    read = [Text(number[kind], reader.read(text, sentence=weight >= _PURPOSE), weight) for kind, text, weight in texts]
    exact = {plain(text): kind for kind, text, weight in reversed(texts) if weight == _SAID}
    return _Index(reader, learnt_weights(read, len(number)), exact)
