"""Finding things in the catalogue: rows by id, sections, subjects, and the numbers the code lives by.

The catalogue is read once, from the compiled form shipped beside this module. An id that does not
exist is a ValueError that names the nearest ids; so is a parameter that a row does not have.
"""

from functools import cache
from importlib.resources import files
from typing import TypeVar, overload

import msgspec

from barpoint.rulebook.catalogue.model import (
    Book,
    Catalogue,
    Clause,
    ClauseStatus,
    Param,
    Subject,
    Tier,
    number_parts,
    stands_under,
)

COMPILED = "catalogue.msgpack"

T = TypeVar("T")


class UnknownClauseError(ValueError):
    """No clause or section has this id; `nearest` are the ids most like it."""

    def __init__(self, row_id: str, nearest: tuple[str, ...]) -> None:
        hint = f"; the nearest are {', '.join(nearest)}" if nearest else ""
        super().__init__(f"expected the id of a clause or section such as usbgf:4.4.8, not {row_id!r}{hint}")
        self.asked, self.nearest = row_id, nearest


class UnknownParameterError(ValueError):
    """The clause has no such parameter, or it is of another type."""


@cache
def load_catalogue() -> Catalogue:
    """The whole catalogue, read from the package."""
    return msgspec.msgpack.decode(files("barpoint.rulebook").joinpath(COMPILED).read_bytes(), type=Catalogue)


@cache
def _by_id() -> dict[str, Clause]:
    return {row.id: row for row in load_catalogue().clauses}


def all_books() -> tuple[Book, ...]:
    """The five books."""
    return load_catalogue().books


def book(name: str) -> Book:
    """The book of this id."""
    for candidate in all_books():
        if candidate.id == name.strip().lower():
            return candidate
    raise ValueError(f"expected one of the books {', '.join(b.id for b in all_books())}, not {name!r}")


def subject(name: str) -> Subject:
    """The subject of this id."""
    for candidate in load_catalogue().subjects:
        if candidate.id == name:
            return candidate
    raise ValueError(f"expected the id of a subject such as illegal-move, not {name!r}")


def clause(row_id: str) -> Clause:
    """The one row of this id; a section is not a row."""
    if (row := _by_id().get(_tidy(row_id))) is not None:
        return row
    if rows := _under(_tidy(row_id)):
        raise ValueError(f"expected one row; {row_id} is a section of {len(rows)}: {', '.join(row.id for row in rows)}")
    raise UnknownClauseError(row_id, nearest(row_id))


def section(row_id: str) -> tuple[Clause, ...]:
    """Every row the id stands for: itself, if it is a row, and all rows whose number continues it."""
    if rows := _under(_tidy(row_id)):
        return rows
    raise UnknownClauseError(row_id, nearest(row_id))


def clauses(
    *,
    book: str | None = None,
    tier: Tier | None = None,
    subject: str | None = None,
    status: ClauseStatus | None = None,
) -> tuple[Clause, ...]:
    """The rows that fit everything asked for, in the order of the books."""
    return tuple(
        row
        for row in load_catalogue().clauses
        if (book is None or row.book == book)
        and (tier is None or row.tier is tier)
        and (subject is None or subject in row.subjects)
        and (status is None or row.status is status)
    )


@overload
def param(row: str, key: str) -> Param: ...
@overload
def param(row: str, key: str, kind: type[T]) -> T: ...
def param(row: str, key: str, kind: object = None) -> object:
    """A number, word or list of a clause: `param("usbgf:3.4.4.3a", "delay_s", int)`.

    With a type, also one such as `tuple[int, ...]` or `dict[str, int]`, the value is checked against it.
    """
    params = clause(row).params
    if key not in params:
        have = ", ".join(params) or "none at all"
        raise UnknownParameterError(f"expected a parameter of {row}, which has {have}; not {key!r}")
    value = params[key]
    if kind is None:
        return dict(value) if isinstance(value, dict) else value
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise UnknownParameterError(f"{row} {key} is {value!r}: {wrong}") from None


def nearest(row_id: str, limit: int = 5) -> tuple[str, ...]:
    """The ids of rows and sections most like this one, best first; a number alone is looked for in every book."""
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler

    tidy_id = _tidy(row_id)
    named = ":" in tidy_id
    candidates = {candidate: candidate if named else candidate.partition(":")[2] for candidate in _all_ids()}
    matches = process.extract(
        tidy_id, candidates, scorer=JaroWinkler.normalized_similarity, limit=limit, score_cutoff=0.7
    )
    return tuple(candidate for _, _, candidate in matches)


@cache
def _all_ids() -> tuple[str, ...]:
    """Sections before their rows, so that of two equally near ids the wider one is named."""
    seen: dict[str, None] = {}
    for row in load_catalogue().clauses:
        steps = number_parts(row.number)
        for n in range(1, len(steps)):
            head = row.number[: _length(row.number, steps[:n])]
            seen.setdefault(f"{row.book}:{head}")
        seen.setdefault(row.id)
    return tuple(seen)


def _length(number: str, steps: tuple[str, ...]) -> int:
    at = 0
    for step in steps:
        at = number.index(step, at) + len(step)
    return at


def _under(row_id: str) -> tuple[Clause, ...]:
    name, _, number = row_id.partition(":")
    if not number:
        return ()
    return tuple(
        row
        for row in load_catalogue().clauses
        if row.book == name and row.number.startswith(number) and stands_under(row.number, number)
    )


def _tidy(row_id: str) -> str:
    """`USBGF 4.4.8` and `usbgf:4.4.8.` are meant alike."""
    text = row_id.strip().lower()
    name, _, number = text.replace(":", " ", 1).partition(" ")
    if ":" not in text and name not in {known_book.id for known_book in all_books()}:
        return text
    return f"{name}:{number.strip().rstrip('.')}"
