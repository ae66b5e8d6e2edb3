"""Conduct put before the people it concerns.

A checklist holds the clauses of one book whose `audience` names the reader: what a player, a spectator
or a director should know, and what must be right at the table. How it looks on paper is not decided here.
"""

import msgspec

from barpoint.rulebook.catalogue.lookup import book as book_of
from barpoint.rulebook.catalogue.lookup import clauses, load_catalogue
from barpoint.rulebook.catalogue.model import (
    Book,
    ChecklistAudience,
    Clause,
    Subject,
)


class ChecklistGroup(msgspec.Struct, frozen=True):
    """The clauses of a checklist that share their main subject."""

    subject: Subject
    clauses: tuple[Clause, ...]


class ConductChecklist(msgspec.Struct, frozen=True):
    """What one book asks of one audience."""

    book: Book
    audience: ChecklistAudience
    groups: tuple[ChecklistGroup, ...]

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
    ChecklistAudience.PLAYER: "for players",
    ChecklistAudience.SPECTATOR: "for spectators",
    ChecklistAudience.DIRECTOR: "for the director",
    ChecklistAudience.TABLE: "at the table",
}


def conduct_checklist(book: str, audience: ChecklistAudience) -> ConductChecklist:
    """The checklist of a book for an audience, in the order of the subjects."""
    rule_book = book_of(book)
    rows = [row for row in clauses(book=rule_book.id) if audience in row.audience]
    groups = (
        ChecklistGroup(s, tuple(row for row in rows if row.subjects[0] == s.id)) for s in load_catalogue().subjects
    )
    return ConductChecklist(rule_book, audience, tuple(group for group in groups if group.clauses))


def checklist_markdown(listing: ConductChecklist) -> str:
    """The checklist as Markdown, with a box to tick before each clause."""
    lines = [f"# {listing.title}", "", listing.preface, ""]
    for group in listing.groups:
        lines += [f"## {group.subject.name}", ""]
        lines += [f"- [ ] **{row.title}.** {row.text} ({row.id})" for row in group.clauses]
        lines.append("")
    return "\n".join(lines)
