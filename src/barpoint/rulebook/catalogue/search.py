"""Finding clauses by everyday words.

A query is read word by word. Each *term* stands for itself, for its synonyms in this field (drop and
pass, counter and checker) and, if no book knows it, for the words spelled most like it. A clause is
ranked by where it has the terms: title first, then its subjects, its text, and last its example and
its online note. This is a ranking, not a ruling: the first hit is a suggestion to a reader.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from math import log

import msgspec

from barpoint.rulebook.catalogue.lookup import (
    UnknownClauseError,
    clauses,
    load_catalogue,
    section,
)
from barpoint.rulebook.catalogue.lookup import subject as subject_of
from barpoint.rulebook.catalogue.model import (
    Clause,
    ClauseKind,
    Subject,
)

_WORD = re.compile(r"[a-z0-9]+")
_STOP = frozenset(
    _WORD.findall(
        "a about after against all am an and any are as at be been but by can could did do does during for from"
        " had has have he her his how i if in into is it its itself long many may me much my no not of on onto"
        " opponent or our out over player players rule rules she should so than that the their them then there they"
        " this to too up was we were what when where which while who whose why will with without wont you your"
    )
)
_SYNONYMS = """
drop pass fold decline refuse
take accept
counter checker man men stone piece chip
die dice
cocked crooked leaning tilted
blot exposed
director td arbiter referee umpire
phone mobile cellphone smartphone cell
headphones earbuds earphones music
resign concede surrender resignation concession
toilet bathroom restroom break recess
late tardy lateness
clock timer
flag expired expiry timeout
spectator kibitzer kibitz watcher onlooker audience bystander
video film camera stream broadcast
error mistake wrong
partner teammate
longgammon nardy
sprintgammon hypergammon
illegal wrong misplay
appeal protest
penalty sanction punishment fine
cup shaker
baffle tower
enter reenter
gammon mars
bearing bearoff
setup arrangement
cheat cheating dishonest
roll throw cast
double redouble
touch tap
grab lift pick
early premature fast quick
quit abandon
drink alcohol
smoke smoking
noise noisy
talk speak speaking conversation
"""

_TITLE, _MAIN_SUBJECT, _SUBJECT, _TEXT, _ASIDE = 4.0, 2.5, 1.0, 1.5, 0.4
_AS_SYNONYM, _AS_MISSPELT = 0.8, 0.8


class SearchHit(msgspec.Struct, frozen=True):
    """A clause that was found, and how well it fits (the best hit of an answer has 1)."""

    clause: Clause
    score: float


class SearchResult(msgspec.Struct, frozen=True):
    """The hits, best first; `read_as` names words no book knows and what they were taken for."""

    hits: tuple[SearchHit, ...]
    read_as: Mapping[str, str]


def search_clauses(words: str, *, book: str | None = None, limit: int = 20) -> SearchResult:
    """The clauses that fit these words best; an id or a section gives its own rows."""
    try:
        return SearchResult(
            tuple(SearchHit(row, 1.0) for row in section(words) if book in (None, row.book))[:limit], {}
        )
    except UnknownClauseError:
        pass
    terms, read_as = _read(words)
    scores: dict[int, float] = defaultdict(float)
    covered: dict[int, float] = defaultdict(float)
    weight_of_all = 0.0
    for variants in terms:
        rows = _score(variants)
        rarity = _rarity(len(rows)) if rows else 0.0
        weight_of_all += rarity
        for row, score in rows.items():
            scores[row] += score
            covered[row] += rarity
    meant = " ".join(read_as.get(word, word) for word in _WORD.findall(words.lower()))
    named = _query_subjects(meant)
    ranking = []
    for n, score in scores.items():
        clause = load_catalogue().clauses[n]
        if book in (None, clause.book):
            whole = (covered[n] / weight_of_all) ** 2
            ranking.append((score * whole * _phrase(meant, clause) * _favour(clause, named), -n))
    ranking.sort(reverse=True)
    best = ranking[0][0] if ranking else 1.0
    return SearchResult(
        tuple(SearchHit(load_catalogue().clauses[-n], round(score / best, 3)) for score, n in ranking[:limit]), read_as
    )


def find_subject(words: str) -> Subject | None:
    """The subject these words name: by its id, its name or one of its words, or as most of the best hits have it."""
    query_stems = _stems(words)
    if not query_stems:
        return None
    for subject in load_catalogue().subjects:
        if words.strip().lower() in (subject.id, subject.name.lower()):
            return subject
    by_word = [s for s in load_catalogue().subjects if query_stems in (_stems(s.name), *map(_stems, s.words))]
    if by_word:
        return max(by_word, key=lambda s: query_stems == _stems(s.name))
    votes: dict[str, float] = defaultdict(float)
    for hit in search_clauses(words, limit=12).hits:
        votes[hit.clause.subjects[0]] += hit.score
    leader = max(votes, key=votes.__getitem__, default="")
    return subject_of(leader) if votes and votes[leader] > sum(votes.values()) / 2 else None


def parallel_clauses(clause: Clause) -> tuple[Clause, ...]:
    """What the other books say on the clause's main subject."""
    main = clause.subjects[0]
    return tuple(row for row in clauses(subject=main) if row.book != clause.book and row.subjects[0] == main)


def _phrase(words: str, clause: Clause) -> float:
    """A clause that has the very words together is preferred."""
    phrase = " ".join(_stems(words))
    if " " not in phrase:
        return 1.0
    if phrase in " ".join(_stems(clause.title)):
        return 1.6
    return 1.25 if phrase in " ".join(_stems(clause.text)) else 1.0


def _query_subjects(words: str) -> dict[str, float]:
    """The subjects whose name or one of whose words stands in the query, the most telling weighing 1."""
    query_stems = set(_stems(words))
    weights: dict[str, float] = {}
    for subject in load_catalogue().subjects:
        for phrase in (subject.name, *subject.words):
            stems = set(_stems(phrase))
            if stems <= query_stems:
                telling = sum(_rarity(len(_index().get(stem, ()))) for stem in stems)
                weights[subject.id] = max(weights.get(subject.id, 0.0), telling)
    most = max(weights.values(), default=1.0)
    return {name: weight / most for name, weight in weights.items()}


def _favour(row: Clause, named: Mapping[str, float]) -> float:
    """A clause on a subject the query names is preferred, and a rule to a piece of advice."""
    main = named.get(row.subjects[0], 0.0)
    other = max((named.get(s, 0.0) for s in row.subjects[1:]), default=0.0)
    return (1 + max(0.8 * main, 0.2 * other)) * (1.05 if row.kind is ClauseKind.RULE else 1.0)


def _rarity(rows: int) -> float:
    return log(1 + len(load_catalogue().clauses) / (1 + rows))


def _score(variants: dict[str, float]) -> dict[int, float]:
    """Every clause that has the term in any of its forms, and how much that weighs."""
    out: dict[int, float] = {}
    for stem, weight in variants.items():
        rows = _index().get(stem, {})
        rarity = _rarity(len(rows))
        for row, presence in rows.items():
            out[row] = max(out.get(row, 0.0), weight * rarity * presence / (presence + 2.0))
    return out


def _read(words: str) -> tuple[list[dict[str, float]], dict[str, str]]:
    """The terms of a query, each with its forms and their weights, and what unknown words were read as."""
    index = _index()
    terms: list[dict[str, float]] = []
    read_as: dict[str, str] = {}
    for word in _content(words):
        stem = _stem(word)
        forms = {stem: 1.0}
        if stem not in index and stem not in _synonyms():
            near = _nearest_words(word)
            forms |= {_stem(w): _AS_MISSPELT * likeness for w, likeness in near}
            if near:
                read_as[word] = near[0][0]
        for form, weight in list(forms.items()):
            for other in _synonyms().get(form, ()):
                forms.setdefault(other, weight * _AS_SYNONYM)
        terms.append(forms)
    if not terms:
        raise ValueError(f"expected words to look for, such as 'dead cube', not {words!r}")
    return terms, read_as


def _nearest_words(word: str) -> list[tuple[str, float]]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    known = _words() if len(word) > 4 else _field_words()  # a short word is near too many others
    matches = process.extract(word, known, scorer=OSA.normalized_similarity, limit=3, score_cutoff=0.75)
    best = matches[0][1] if matches else 0.0
    return [(near, likeness) for near, likeness, _ in matches if likeness == best]


@cache
def _index() -> dict[str, dict[int, float]]:
    """For every stem the clauses that have it, weighted by where they have it."""
    subjects = {s.id: tuple(_stems(" ".join((s.name, *s.words)))) for s in load_catalogue().subjects}
    index: dict[str, dict[int, float]] = defaultdict(dict)
    for n, row in enumerate(load_catalogue().clauses):
        weights: dict[str, float] = defaultdict(float)
        places: list[tuple[float, Iterable[str]]] = [
            (_TITLE, set(_stems(row.title))),
            (_MAIN_SUBJECT, set(subjects[row.subjects[0]])),
            (_SUBJECT, {stem for s in row.subjects[1:] for stem in subjects[s]}),
            (_TEXT, _stems(row.text)),
            (_ASIDE, set(_stems(row.online)) | set(_stems(row.example))),
        ]
        for weight, stems in places:
            for stem in stems:
                weights[stem] += weight
        for stem, weight in weights.items():
            index[stem][n] = weight
    return index


@cache
def _field_words() -> tuple[str, ...]:
    """The words of the subjects and the synonyms."""
    subjects = " ".join(" ".join((subject.name, *subject.words)) for subject in load_catalogue().subjects)
    return tuple(word for word in dict.fromkeys(_content(f"{subjects} {_SYNONYMS}")) if len(word) > 2)


@cache
def _words() -> tuple[str, ...]:
    """Those, and every word of the titles and texts: what a misspelt word may have meant."""
    texts = " ".join(f"{row.title} {row.text}" for row in load_catalogue().clauses)
    return tuple(dict.fromkeys((*_field_words(), *(word for word in _content(texts) if len(word) > 2))))


def synonyms() -> dict[str, tuple[str, ...]]:
    """For each word that has synonyms in this field, the others."""
    out: dict[str, tuple[str, ...]] = {}
    for line in _SYNONYMS.strip().splitlines():
        for word in line.split():
            out[word] = out.get(word, ()) + tuple(other for other in line.split() if other != word)
    return out


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    return {_stem(word): tuple(map(_stem, others)) for word, others in synonyms().items()}


def _content(text: str) -> list[str]:
    words = _WORD.findall(text.lower())
    return [word for word in words if word not in _STOP] or words


def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(_stem, _content(text)))


def stems(text: str) -> tuple[str, ...]:
    """The words of a text that tell something, without their endings: how other searches read as this one does."""
    return _stems(text)


@cache
def _stem(word: str) -> str:
    """The word without the endings of number and tense: rough, and the same for query and clause."""
    for ending, least in (("ness", 4), ("ies", 3), ("ing", 3), ("ed", 3), ("es", 3), ("s", 3), ("e", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if ending == "ies":
                return word + "y"
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word
