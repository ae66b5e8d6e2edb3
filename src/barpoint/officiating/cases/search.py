"""Finding past cases: by clause or section, by subject of the rule books, by person, by words.

What is asked together must all fit. Words are read as the search of the rule books reads them (endings off, synonyms
of the field); every one of them has to occur in what was reported, said, shown or reasoned.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from barpoint.officiating.cases.case import Case
from barpoint.officiating.judgement import all_kinds
from barpoint.rulebook import clause, section
from barpoint.rulebook.catalogue import find_subject, stems, synonyms
from barpoint.rulebook.catalogue import subject as subject_of


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """What is looked for; what is empty does not matter."""

    clause: str = ""  # a row or a section
    subject: str = ""  # an id, or words that name one
    person: str = ""
    words: str = ""


def find_cases(cases: Iterable[tuple[str, Case]], query: CaseQuery) -> tuple[tuple[str, Case], ...]:
    """The cases that fit, latest first; ValueError for a clause or subject the books do not have."""
    rows = {row.id for row in section(query.clause)} if query.clause else None
    subject = _subject(query.subject) if query.subject else ""
    words = [_forms(stem) for stem in dict.fromkeys(stems(query.words))]
    matches = [
        (name, case)
        for name, case in cases
        if (rows is None or rows & set(clauses_of(case)))
        and (not subject or subject in subjects_of(case))
        and (not query.person or query.person.casefold() in {one.casefold() for one in persons_of(case)})
        and (not words or all(forms & set(stems(" ".join(_texts(name, case)))) for forms in words))
    ]
    return tuple(sorted(matches, key=lambda one: (-_when(one[1]), one[0])))


def clauses_of(case: Case) -> tuple[str, ...]:
    """The clauses its rulings and decisions rest on."""
    ruled = [row for ruling in case.rulings for row in ruling.clauses]
    principle = () if case.principle is None else case.principle.clauses
    decided = (row for decision in case.decisions for row in decision.clauses)
    return tuple(dict.fromkeys([*ruled, *decided, *principle]))


def subjects_of(case: Case) -> tuple[str, ...]:
    """The subjects its clauses are about."""
    return tuple(dict.fromkeys(name for row in clauses_of(case) for name in clause(row).subjects))


def persons_of(case: Case) -> tuple[str, ...]:
    """Everybody who is named in it."""
    opened = case.opened
    players = () if opened is None else (*opened.white, *opened.black, opened.by)
    others = (*case.committee, *(source.given_by for source in case.exhibits), *(source.by for source in case.rulings))
    return tuple(dict.fromkeys((*players, *others)))


def _when(case: Case) -> int:
    return 0 if case.opened is None else case.opened.at


def _subject(words: str) -> str:
    subject = find_subject(words)
    return subject.id if subject is not None else subject_of(words).id


def _forms(stem: str) -> set[str]:
    return {stem, *_stem_synonyms().get(stem, ())}


def _texts(name: str, case: Case) -> Iterator[str]:
    yield name
    if case.opened is not None:
        kind = all_kinds().get(case.opened.kind)
        yield case.opened.report
        yield "" if kind is None else f"{kind.title} {kind.name.replace('_', ' ')}"
    yield from (f"{item.title} {item.text}" for item in case.exhibits)
    yield from (f"{item.say} {item.reason}" for item in case.rulings)
    yield from (item.remedy for item in case.decisions)
    yield "" if case.principle is None else case.principle.principle
    yield from persons_of(case)


@cache
def _stem_synonyms() -> dict[str, tuple[str, ...]]:
    """The synonyms of the field, without their endings."""
    return {stem: tuple(o for other in others for o in stems(other)) for word, others in synonyms().items()
            for stem in stems(word)}  # fmt: skip
