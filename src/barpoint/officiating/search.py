"""Finding a kind of incident by everyday words: "my clock was never pressed" is `forgotten_press`.

Words are read as the search of the rule books reads them (endings off, synonyms of the field), misspelt ones as
the nearest the kinds know. A phrase people use weighs most, then the title, then the titles of the clauses. This
is a ranking for a person to choose from, not a ruling.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Final

from barpoint.officiating.judge import Kind, all_kinds
from barpoint.rulebook.catalogue import clause
from barpoint.rulebook.search import stems, synonyms

_PHRASE, _TITLE, _CLAUSE, _QUESTION = 3.0, 2.5, 0.6, 0.4
_AS_SYNONYM, _LIKE = 0.7, 78.0
_WHOLE_PHRASE: Final = 4.0  # what it adds that all words of a phrase are there


@dataclass(frozen=True, slots=True)
class Found:
    """A kind that fits, and how well (the best has 1)."""

    kind: Kind
    score: float


def find(words: str, limit: int = 5) -> tuple[Found, ...]:
    """The kinds these words fit best, best first; the name of a kind finds it alone."""
    kinds = all_kinds()
    if words.strip() in kinds:
        return (Found(kinds[words.strip()], 1.0),)
    scores: dict[str, float] = defaultdict(float)
    asked = [_forms(stem) for stem in dict.fromkeys(stems(words))]
    for forms in asked:
        for name, weight in _best(forms).items():
            scores[name] += weight
    said = {form for forms in asked for form in forms}
    for name in scores:
        scores[name] += _WHOLE_PHRASE * max(_share(phrase, said) for phrase in kinds[name].words)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    return tuple(Found(kinds[name], round(score / ranked[0][1], 3)) for name, score in ranked)


def _share(phrase: str, said: set[str]) -> float:
    """How much of a phrase was said; half of it tells little."""
    parts = set(stems(phrase))
    return (len(parts & said) / len(parts)) ** 2 * min(len(parts), 3) / 3


def _best(forms: dict[str, float]) -> dict[str, float]:
    """What one word of the query adds to each kind: its best form counts."""
    out: dict[str, float] = {}
    for form, weight in forms.items():
        rows = _index().get(form, {})
        rarity = log(1 + len(all_kinds()) / (1 + len(rows)))
        for name, presence in rows.items():
            out[name] = max(out.get(name, 0.0), weight * rarity * presence)
    return out


def _forms(stem: str) -> dict[str, float]:
    """A word, its synonyms, and, if no kind knows it, the words spelled most like it."""
    forms = {stem: 1.0}
    if stem not in _index() and stem not in stem_synonyms():
        from rapidfuzz import fuzz, process

        near = process.extract(stem, list(_index()), scorer=fuzz.ratio, limit=2, score_cutoff=_LIKE)
        forms |= {found: likeness / 100 for found, likeness, _ in near if len(stem) > 3}
    for form, weight in list(forms.items()):
        for other in stem_synonyms().get(form, ()):
            forms.setdefault(other, weight * _AS_SYNONYM)
    return forms


@cache
def stem_synonyms() -> dict[str, tuple[str, ...]]:
    """The synonyms of the field, without their endings."""
    return {stem: tuple(o for other in others for o in stems(other)) for word, others in synonyms().items()
            for stem in stems(word)}  # fmt: skip


@cache
def _index() -> dict[str, dict[str, float]]:
    """For every stem the kinds that have it, by the place that weighs most."""
    index: dict[str, dict[str, float]] = defaultdict(dict)
    for kind in all_kinds().values():
        rows = {row for rows in kind.clauses.values() for row in rows}
        places = (
            (_QUESTION, " ".join(question.text for question in kind.questions.values())),
            (_CLAUSE, " ".join(clause(row).title for row in rows)),
            (_TITLE, kind.title),
            (_PHRASE, " ".join(kind.words)),
        )
        for weight, text in places:
            for stem in stems(text):
                index[stem][kind.name] = weight
    return dict(index)
