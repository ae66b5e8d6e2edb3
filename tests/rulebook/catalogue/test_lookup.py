"""Finding rows, sections and numbers."""

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.rulebook.catalogue import lookup
from barpoint.rulebook.catalogue.lookup import (
    UnknownClauseError,
    UnknownParameterError,
    clause,
    clauses,
    nearest,
    param,
    section,
)
from barpoint.rulebook.catalogue.model import (
    Catalogue,
    ClauseStatus,
    Tier,
    number_parts,
    stands_under,
)

ROWS = st.sampled_from([row.id for row in lookup.load_catalogue().clauses])


def test_loading_takes_less_than_fifty_milliseconds() -> None:
    def once() -> float:
        start = time.process_time()
        lookup.load_catalogue.__wrapped__()
        return time.process_time() - start

    assert min(once() for _ in range(5)) < 0.050


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("usbgf:4.4.8", "4.4.8a 4.4.8b 4.4.8c 4.4.8d 4.4.8e"),
        ("usbgf:4.4.8a", "4.4.8a"),
        ("USBGF 4.4.8a", "4.4.8a"),
        (" usbgf:4.4.1. ", "4.4.1a 4.4.1b 4.4.1c 4.4.1d 4.4.1e"),
        ("usbgf:4.2.3.1(b)", " ".join(f"4.2.3.1(b)-{n}" for n in range(1, 7))),
        ("usbgf:4.2.3.1(b)-1", "4.2.3.1(b)-1"),
        ("usbgf:4.3.4-1", "4.3.4-1"),
        ("ibf:5", "5.1 5.2a 5.2b 5.3a 5.3b 5.4a 5.4b 5.4c 5.5 5-title"),
        ("ibf:5-title", "5-title"),
        ("ibf:15.2", "15.2 15.2b"),
        ("ibf:app1", " ".join(f"app1.{n}" for n in range(1, 12))),
        ("ibf:app1.1", "app1.1"),
        ("guide:addendum-late", "addendum-late-1"),
        ("guide:3", "3 3.1a 3.1b 3.1c 3.1d 3.2 3.3a 3.3b 3.4a 3.4b 3.5a 3.5b 3.6a 3.6b 3.6c 3.7a 3.7b 3.7c"),
        ("trad:movement-4", "movement-4a movement-4b movement-4c movement-4d movement-4e"),
        ("trad:movement-4a", "movement-4a"),
        ("trad:movement-start", " ".join(f"movement-start-{n}" for n in range(1, 6))),
    ],
)
def test_a_section_stands_for_all_its_rows(asked: str, rows: str) -> None:
    assert [row.number for row in section(asked)] == rows.split()


@given(ROWS)
def test_every_row_is_found_under_its_own_id_and_under_every_beginning_of_it(row: str) -> None:
    assert clause(row).id == row
    book, number = row.split(":")
    for n in range(1, len(number_parts(number)) + 1):
        head = number
        while len(number_parts(head)) > n:
            head = head[: head.rindex(number_parts(head)[-1])].rstrip(".")
        assert clause(row) in section(f"{book}:{head}")
        assert stands_under(number, head)


def test_a_section_is_not_a_row() -> None:
    with pytest.raises(ValueError, match=r"usbgf:4\.4\.8 is a section of 5: usbgf:4\.4\.8a, usbgf:4\.4\.8b"):
        clause("usbgf:4.4.8")


@pytest.mark.parametrize(
    ("asked", "suggested"),
    [
        ("usbgf:4.4.88", "usbgf:4.4.8"),
        ("ubsgf:4.4.8", "usbgf:4.4.8"),
        ("usgbf:4.4.8a", "usbgf:4.4.8a"),
        ("4.4.8", "usbgf:4.4.8"),
        ("usbgf:4.2.3.1b", "usbgf:4.2.3.1(b)"),
        ("trad:movment-4a", "trad:movement-4a"),
        ("guide:adendum-late-1", "guide:addendum-late-1"),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(asked: str, suggested: str) -> None:
    with pytest.raises(UnknownClauseError) as raised:
        section(asked)
    assert suggested in raised.value.nearest
    assert suggested in str(raised.value)
    assert suggested in nearest(asked)


@pytest.mark.parametrize("nonsense", ["", ":", "ibf:", "ibf", "illegal move", "::", "ibf:(", "\0"])
def test_what_is_no_id_is_refused_in_words(nonsense: str) -> None:
    with pytest.raises(ValueError, match="expected the id of a clause"):
        section(nonsense)


def test_rows_are_listed_by_book_tier_subject_and_status() -> None:
    assert len(clauses()) == 1222
    assert {row.book for row in clauses(book="bws")} == {"bws"}
    dead = clauses(book="usbgf", tier=Tier.MATCH, subject="dead-cube")
    assert "usbgf:4.4.8a" in [row.id for row in dead]
    assert all(row.status is ClauseStatus.SHOWN for row in clauses(tier=Tier.CONDUCT))
    assert sum(len(clauses(status=status)) for status in ClauseStatus) == 1222


def test_at_most_a_dozen_rows_are_absent() -> None:
    assert len(clauses(status=ClauseStatus.ABSENT)) <= 12


def test_numbers_are_read_with_their_type() -> None:
    assert param("usbgf:3.4.4.3b", "top_s", int) == 12
    assert param("usbgf:2.2.2c", "fraction", float) == 0.1
    assert param("bws:2.2.2a", "from_points", tuple[int, ...]) == (1, 11, 15, 20)
    assert param("usbgf:2.2.4c", "forfeit_delay_min", dict[int, int])[25] == 70
    assert param("ibf:9.1", "faces") == (2, 4, 8, 16, 32, 64)


def test_what_param_gives_away_cannot_change_the_catalogue() -> None:
    given = param("usbgf:2.2.4c", "forfeit_delay_min")
    assert isinstance(given, dict)
    given.clear()
    assert param("usbgf:2.2.4c", "forfeit_delay_min")


@pytest.mark.parametrize(
    ("row", "key", "kind", "message"),
    [
        ("usbgf:3.4.4.3b", "delay", int, "usbgf:3.4.4.3b, which has top_s, lower_s; not 'delay'"),
        ("usbgf:4.4.8b", "delay", int, "which has none at all"),
        ("usbgf:3.1a", "min_cm", int, "Expected `int`, got `array`"),
        ("bws:1.1", "override_requires_reason", int, "Expected `int`, got `bool`"),
    ],
)
def test_a_parameter_that_is_not_there_is_named(row: str, key: str, kind: type, message: str) -> None:
    with pytest.raises(UnknownParameterError) as raised:
        param(row, key, kind)
    assert message in str(raised.value)


def test_the_compiled_form_survives_the_round_trip() -> None:
    data = msgspec.msgpack.encode(lookup.load_catalogue())
    assert msgspec.msgpack.decode(data, type=Catalogue) == lookup.load_catalogue()


def test_books_and_subjects_are_found_by_id() -> None:
    assert lookup.book("USBGF ").short == "USBGF"
    assert lookup.subject("dead-cube").name == "Dead cube"
    with pytest.raises(ValueError, match="one of the books ibf, usbgf, bws, guide, trad"):
        lookup.book("fide")
    with pytest.raises(ValueError, match="a subject such as"):
        lookup.subject("castling")
