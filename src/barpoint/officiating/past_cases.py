"""Finding past cases: by clause or section, by subject of the rule books, by person, by words.

What is asked together must all fit. Words are read as the search of the rule books reads them (endings off, synonyms
of the field); every one of them has to occur in what was reported, said, shown or reasoned.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from barpoint.officiating.case import Case
from barpoint.officiating.judge import all_kinds
from barpoint.officiating.search import stem_synonyms
from barpoint.rulebook.catalogue import clause, section
from barpoint.rulebook.catalogue import subject as subject_of
from barpoint.rulebook.search import find_subject, stems


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; what is empty does not matter."""

    clause: str = ""  # a row or a section
    subject: str = ""  # an id, or words that name one
    person: str = ""
    words: str = ""


def find_cases(cases: Iterable[tuple[str, Case]], query: Query) -> tuple[tuple[str, Case], ...]:
    """The cases that fit, latest first; ValueError for a clause or subject the books do not have."""
    rows = {row.id for row in section(query.clause)} if query.clause else None
    wanted = _subject(query.subject) if query.subject else ""
    words = [_forms(stem) for stem in dict.fromkeys(stems(query.words))]
    found = [
        (name, case)
        for name, case in cases
        if (rows is None or rows & set(clauses_of(case)))
        and (not wanted or wanted in subjects_of(case))
        and (not query.person or query.person.casefold() in {one.casefold() for one in persons_of(case)})
        and (not words or all(forms & set(stems(" ".join(_texts(name, case)))) for forms in words))
    ]
    return tuple(sorted(found, key=lambda one: (-_when(one[1]), one[0])))


def clauses_of(case: Case) -> tuple[str, ...]:
    """The clauses its rulings and decisions rest on."""
    ruled = [row for ruling in case.rulings for row in ruling.clauses]
    return tuple(dict.fromkeys([*ruled, *(row for one in case.decisions for row in one.clauses)]))


def subjects_of(case: Case) -> tuple[str, ...]:
    """The subjects its clauses are about."""
    return tuple(dict.fromkeys(name for row in clauses_of(case) for name in clause(row).subjects))


def persons_of(case: Case) -> tuple[str, ...]:
    """Everybody who is named in it."""
    opened = case.opened
    players = () if opened is None else (*opened.white, *opened.black, opened.by)
    others = (*case.committee, *(one.given_by for one in case.exhibits), *(one.by for one in case.rulings))
    return tuple(dict.fromkeys((*players, *others)))


def _when(case: Case) -> int:
    return 0 if case.opened is None else case.opened.at


def _subject(words: str) -> str:
    found = find_subject(words)
    return found.id if found is not None else subject_of(words).id


def _forms(stem: str) -> set[str]:
    return {stem, *stem_synonyms().get(stem, ())}


def _texts(name: str, case: Case) -> Iterator[str]:
    yield name
    if case.opened is not None:
        kind = all_kinds().get(case.opened.kind)
        yield case.opened.report
        yield "" if kind is None else f"{kind.title} {kind.name.replace('_', ' ')}"
    yield from (f"{one.title} {one.text}" for one in case.exhibits)
    yield from (f"{one.say} {one.reason}" for one in case.rulings)
    yield from (one.remedy for one in case.decisions)
    yield from persons_of(case)
