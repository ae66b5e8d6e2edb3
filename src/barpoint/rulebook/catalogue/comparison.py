"""The five books side by side on one subject.

Words that name a subject, or nearly, give every clause on it: those that are mainly about it, and the
ids of those that touch it. Words that name none give the best hits of a search, by book.
"""

import msgspec

from barpoint.rulebook.catalogue.lookup import all_books, clauses
from barpoint.rulebook.catalogue.model import (
    Book,
    Clause,
    Subject,
)
from barpoint.rulebook.catalogue.search import find_subject, search_clauses


class BookColumn(msgspec.Struct, frozen=True):
    """What one book says: `main` in full, `also` touches the matter; both empty if the book is silent."""

    book: Book
    main: tuple[Clause, ...]
    also: tuple[Clause, ...]


class BookComparison(msgspec.Struct, frozen=True):
    """One column a book; no subject means that the words were searched for."""

    words: str
    subject: Subject | None
    columns: tuple[BookColumn, ...]


def compare_books(words: str) -> BookComparison:
    """What the books say about a subject, or about these words."""
    subject = find_subject(words)
    if subject is not None:
        return BookComparison(words, subject, tuple(_on(book, subject) for book in all_books()))
    rows = [hit.clause for hit in search_clauses(words, limit=25).hits]
    if not rows:
        raise ValueError(f"expected a subject or words that the books use, not {words!r}")
    return BookComparison(
        words, None, tuple(BookColumn(b, tuple(r for r in rows if r.book == b.id), ()) for b in all_books())
    )


def _on(book: Book, subject: Subject) -> BookColumn:
    rows = clauses(book=book.id, subject=subject.id)
    main = tuple(row for row in rows if row.subjects[0] == subject.id)
    return BookColumn(book, main, tuple(row for row in rows if row.subjects[0] != subject.id))
