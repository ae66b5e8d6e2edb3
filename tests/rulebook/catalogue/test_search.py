"""Everyday words find the clause a reader would want."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.rulebook.catalogue.comparison import compare_books
from barpoint.rulebook.catalogue.lookup import load_catalogue
from barpoint.rulebook.catalogue.search import (
    find_subject,
    parallel_clauses,
    search_clauses,
    synonyms,
)


def first(words: str, limit: int = 5) -> list[str]:
    return [hit.clause.id for hit in search_clauses(words, limit=limit).hits]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("dead cube", "usbgf:4.4.8a"),
        ("my opponent drops the double", "ibf:9.7a"),
        ("die landed on a checker", "usbgf:4.1.4.3c"),
        ("can I wear headphones", "usbgf:1.8.3a"),
        ("phone rang during match", "usbgf:1.8.4a"),
        ("opponent late 15 minutes", "usbgf:2.2.4b"),
        ("forgot to press the clock", "ibf:8.5b"),
        ("who goes first", "trad:movement-start-1"),
        ("blot", "trad:hitting-and-entering-2"),
        ("man on the bar", "bws:4.2.1b"),
        ("can spectators talk", "guide:3.7b"),
        ("resign gammon", "ibf:15.2b"),
        ("wrong score", "usbgf:4.6.3a"),
        ("picked up dice too early", "bws:4.1.5.2a"),
        ("both flags down", "usbgf:4.3.4-10"),
        ("no legal move", "ibf:12.5.3d"),
        ("beaver", "usbgf:4.4.10a"),
        ("when do I have to report the result", "usbgf:4.7a"),
        ("my clock ran out", "guide:5.10e"),
    ],
)
def test_everyday_words_find_the_clause_among_the_first_five(words: str, wanted: str) -> None:
    assert wanted in first(words)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("crawfrod", "crawford"),
        ("comittee", "committee"),
        ("ilegal move", "illegal"),
        ("cueb", "cube"),
        ("blto", "blot"),
    ],
)
def test_typing_errors_are_forgiven_and_named(typed: str, meant: str) -> None:
    answer = search_clauses(typed)
    assert any(word.startswith(meant) for word in answer.read_as.values())
    assert meant in f"{answer.hits[0].clause.title} {answer.hits[0].clause.text}".lower()


@pytest.mark.parametrize(
    ("one", "other", "rest"),
    [
        ("drop", "pass", "a double"),
        ("counter", "checker", "on the bar"),
        ("kibitzer", "spectator", ""),
        ("td", "director", "call"),
    ],
)
def test_synonyms_find_the_same_subject(one: str, other: str, rest: str) -> None:
    assert other in synonyms()[one]
    found = [search_clauses(f"{word} {rest}").hits[0].clause.subjects[0] for word in (one, other)]
    assert found[0] == found[1]


def test_an_id_finds_its_rows() -> None:
    assert first("usbgf:4.4.8") == [f"usbgf:4.4.8{letter}" for letter in "abcde"]


def test_one_book_can_be_searched_alone() -> None:
    assert {hit.clause.book for hit in search_clauses("crawford", book="bws").hits} == {"bws"}


def test_scores_fall_from_one() -> None:
    scores = [hit.score for hit in search_clauses("illegal move", limit=50).hits]
    assert scores[0] == 1
    assert scores == sorted(scores, reverse=True)


def test_nothing_is_found_for_what_no_book_speaks_of() -> None:
    assert not search_clauses("xylophone").hits


@pytest.mark.parametrize("empty", ["", "  ", "!?"])
def test_words_are_expected(empty: str) -> None:
    with pytest.raises(ValueError, match="expected words"):
        search_clauses(empty)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_answered_or_refused(text: str) -> None:
    try:
        answer = search_clauses(text, limit=3)
    except ValueError as refused:
        assert "expected words" in str(refused)  # noqa: PT017  # either way is fine
    else:
        assert len(answer.hits) <= 3


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("illegal-move", "illegal-move"),
        ("Illegal move", "illegal-move"),
        ("illegal plays", "illegal-move"),
        ("dead cube", "dead-cube"),
        ("break", "breaks"),
        ("late start", "lateness"),
        ("wrong match length", "wrong-match-length"),
        ("crawfrod", "crawford"),
        ("dropping the cube", "take-or-pass"),
        ("kibitzing", "spectators"),
    ],
)
def test_words_name_a_subject(words: str, subject: str) -> None:
    found = find_subject(words)
    assert found is not None
    assert found.id == subject


def test_every_subject_is_used_and_found_by_its_name() -> None:
    used = {name for row in load_catalogue().clauses for name in row.subjects}
    for subject in load_catalogue().subjects:
        assert subject.id in used
        assert find_subject(subject.name) == subject


def test_the_books_are_compared_in_order_and_a_silent_book_has_an_empty_column() -> None:
    comparison = compare_books("dead cube")
    assert [column.book.id for column in comparison.columns] == ["ibf", "usbgf", "bws", "guide", "trad"]
    by_book = {column.book.id: [row.id for row in column.main] for column in comparison.columns}
    assert by_book["ibf"] == ["ibf:9.8d"]
    assert by_book["trad"] == []
    assert [row.id for row in comparison.columns[2].also] == ["bws:4.4.3c"]


def test_words_of_no_one_subject_are_compared_by_their_best_hits() -> None:
    comparison = compare_books("right hand side")
    assert comparison.subject is None
    assert any(column.main for column in comparison.columns)
    with pytest.raises(ValueError, match="expected a subject or words"):
        compare_books("xylophone")


def test_the_same_matter_stands_in_other_books() -> None:
    row = search_clauses("usbgf:4.4.8a").hits[0].clause
    others = parallel_clauses(row)
    assert "ibf:9.8d" in [other.id for other in others]
    assert all(other.book != "usbgf" for other in others)
