"""Conduct reaches the people it concerns."""

import pytest

from barpoint.rulebook.catalogue.checklist import checklist_markdown, conduct_checklist
from barpoint.rulebook.catalogue.lookup import all_books, clauses
from barpoint.rulebook.catalogue.model import ChecklistAudience, ClauseStatus


def rows_shown() -> set[str]:
    lists = (conduct_checklist(book.id, audience) for book in all_books() for audience in ChecklistAudience)
    return {row.id for listing in lists for group in listing.groups for row in group.clauses}


def test_a_row_that_is_called_shown_stands_on_a_checklist() -> None:
    assert {row.id for row in clauses(status=ClauseStatus.SHOWN)} <= rows_shown()


def test_spectators_are_told_to_be_silent_in_every_tournament_book() -> None:
    for book, row in (("usbgf", "usbgf:1.6.1a"), ("bws", "bws:1.6.1a"), ("guide", "guide:1.3.1")):
        listing = conduct_checklist(book, ChecklistAudience.SPECTATOR)
        assert row in [one.id for group in listing.groups for one in group.clauses]


def test_every_book_has_a_card_for_the_table() -> None:
    for book in all_books():
        assert conduct_checklist(book.id, ChecklistAudience.TABLE).groups


def test_clauses_are_grouped_by_their_main_subject_without_repeating() -> None:
    listing = conduct_checklist("usbgf", ChecklistAudience.PLAYER)
    ids = [row.id for group in listing.groups for row in group.clauses]
    assert len(ids) == len(set(ids))
    assert all(row.subjects[0] == group.subject.id for group in listing.groups for row in group.clauses)


def test_markdown_has_a_box_a_title_a_text_and_a_citation() -> None:
    text = checklist_markdown(conduct_checklist("bws", ChecklistAudience.SPECTATOR))
    assert text.startswith("# BWS: for spectators\n")
    assert "- [ ] **Spectators watch in silence.**" in text
    assert "(bws:1.6.1a)" in text


def test_a_book_that_asks_nothing_says_so() -> None:
    assert "asks nothing here" in checklist_markdown(conduct_checklist("trad", ChecklistAudience.SPECTATOR))


def test_an_unknown_book_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of the books"):
        conduct_checklist("fide", ChecklistAudience.PLAYER)
