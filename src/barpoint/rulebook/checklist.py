"""Conduct put before the people it concerns.

A checklist holds the clauses of one book whose `audience` names the reader: what a player, a spectator
or a director should know, and what must be right at the table. How it looks on paper is not decided here.
"""

import msgspec

from barpoint.rulebook.catalogue import book as book_of
from barpoint.rulebook.catalogue import clauses, load
from barpoint.rulebook.clause import Audience, Book, Clause, Subject


class Group(msgspec.Struct, frozen=True):
    """The clauses of a checklist that share their main subject."""

    subject: Subject
    clauses: tuple[Clause, ...]


class Checklist(msgspec.Struct, frozen=True):
    """What one book asks of one audience."""

    book: Book
    audience: Audience
    groups: tuple[Group, ...]

    @property
    def title(self) -> str:
        """Its heading."""
        return f"{self.book.short}: {_HEADINGS[self.audience]}"

    @property
    def preface(self) -> str:
        """What stands under the heading."""
        if self.groups:
            return f"{self.book.name}. In our own words; the clause is in brackets."
        return f"{self.book.name} asks nothing here."


_HEADINGS = {
    Audience.PLAYER: "for players",
    Audience.SPECTATOR: "for spectators",
    Audience.DIRECTOR: "for the director",
    Audience.TABLE: "at the table",
}


def checklist(book: str, audience: Audience) -> Checklist:
    """The checklist of a book for an audience, in the order of the subjects."""
    found = book_of(book)
    rows = [row for row in clauses(book=found.id) if audience in row.audience]
    groups = (Group(s, tuple(row for row in rows if row.subjects[0] == s.id)) for s in load().subjects)
    return Checklist(found, audience, tuple(group for group in groups if group.clauses))


def markdown(listing: Checklist) -> str:
    """The checklist as Markdown, with a box to tick before each clause."""
    lines = [f"# {listing.title}", "", listing.preface, ""]
    for group in listing.groups:
        lines += [f"## {group.subject.name}", ""]
        lines += [f"- [ ] **{row.title}.** {row.text} ({row.id})" for row in group.clauses]
        lines.append("")
    return "\n".join(lines)
