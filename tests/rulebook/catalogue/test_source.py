"""The books' source: what is out of order is named by file and line, and statuses change line by line."""

import json
from pathlib import Path

import pytest

from barpoint.cli.rules.book_source import ROOM, read_books
from barpoint.rulebook.catalogue.lookup import COMPILED, load_catalogue
from barpoint.rulebook.catalogue.model import ClauseStatus
from barpoint.rulebook.catalogue.source import (
    BOOK_FILES,
    SUBJECTS_FILE,
    MalformedBookError,
    encode_catalogue,
    parse_catalogue,
    with_status,
)

SHARED_ROWS = Path(__file__).parents[4] / "shared" / "rules"

SUBJECTS_TEXT = """subject = [
  { id = "dice", name = "Dice", words = ["die"] },
  { id = "board", name = "Board", words = [] },
]
"""

BOOK_TEXT = """[book]
id = "{book}"
name = "A book"
short = "Book"
edition = ""
publisher = ""
about = "About."
"""

ROW_TEXT = """
[[clause]]
id = "ibf:1.1"
title = "Two dice"
tier = "game"
kind = "rule"
force = "must"
status = "planned"
subjects = ["dice"]
text = "There are two dice."
online = "The server has two."
example = "Two."
params = { dice = 2 }
"""


def texts(row: str = ROW_TEXT, subjects: str = SUBJECTS_TEXT) -> dict[str, str]:
    books = {name: BOOK_TEXT.format(book=name) for name in BOOK_FILES}
    return books | {"ibf": books["ibf"] + row, SUBJECTS_FILE: subjects}


def fault(**changed: str) -> MalformedBookError:
    with pytest.raises(MalformedBookError) as raised:
        parse_catalogue(texts(**changed))
    return raised.value


def test_the_compiled_form_is_what_the_books_say() -> None:
    assert (ROOM / COMPILED).read_bytes() == encode_catalogue(read_books()), "run: barpoint rules compile"


def test_every_row_is_there_once() -> None:
    ids = [row.id for row in load_catalogue().clauses]
    assert len(ids) == len(set(ids)) == 1222


@pytest.mark.skipif(not SHARED_ROWS.is_dir(), reason="the rows the catalogue started from are not here")
@pytest.mark.parametrize("book", BOOK_FILES)
def test_no_row_of_the_matrix_was_lost(book: str) -> None:
    rows = [json.loads(line)["id"] for line in (SHARED_ROWS / f"{book}.jsonl").read_text("utf-8").splitlines() if line]
    assert {row.id for row in load_catalogue().clauses if row.book == book} == set(rows)


def test_a_sound_book_is_read() -> None:
    catalogue = parse_catalogue(texts())
    assert [row.id for row in catalogue.clauses] == ["ibf:1.1"]
    assert catalogue.clauses[0].params == {"dice": 2}
    assert [book.id for book in catalogue.books] == list(BOOK_FILES)


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ('status = "planned"', 'status = "done"', 15, "status = one of planned, enforced, computed, ruled"),
        ('tier = "game"', 'tier = "gaem"', 12, "tier = one of game, match, clock"),
        ('kind = "rule"', 'kind = "law"', 13, "kind = one of rule, guidance"),
        ('force = "must"', 'force = "might"', 14, "force = one of must, shall, should, may"),
        ('title = "Two dice"', 'titel = "Two dice"', 11, "only the keys id, title, tier"),
        ('title = "Two dice"\n', "", 9, "the key 'title', which is missing"),
        ('title = "Two dice"', "title = 2", 11, "title: expected `str`, got `int`"),
        ('title = "Two dice"', 'title = ""', 11, "expected words under 'title'"),
        ('"ibf:1.1"', '"usbgf:1.1"', 10, "an id such as 'ibf:4.2a', found 'usbgf:1.1'"),
        ('"ibf:1.1"', '"ibf:1..1"', 10, "an id such as 'ibf:4.2a'"),
        ('subjects = ["dice"]', 'subjects = ["dcie"]', 16, "subjects of subjects.toml, found 'dcie'"),
        ('subjects = ["dice"]', "subjects = []", 16, "at least one subject"),
        ('status = "planned"', 'status = "absent"', 15, "a reason beside the status 'absent'"),
        ('status = "planned"', 'status = "planned"\nreason = "none"', 16, "a reason only with the status 'absent'"),
        ('tier = "game"', 'tier = "conduct"', 12, "an audience beside the tier 'conduct'"),
        ("{ dice = 2 }", '{ "Number of dice" = 2 }', 20, "parameter names in snake_case"),
        ("{ dice = 2 }", "{ dice = [[1]] }", 20, "params:"),
        ("{ dice = 2 }", "{ dice = }", 20, "expected TOML"),
        ('status = "planned"', 'status = "planned', 15, "expected TOML"),
    ],
)
def test_what_is_out_of_order_is_named_by_file_and_line(old: str, new: str, line: int, expected: str) -> None:
    assert old in ROW_TEXT
    error = fault(row=ROW_TEXT.replace(old, new))
    assert (error.file, error.line) == ("ibf.toml", line)
    assert expected in error.expected
    assert str(error).startswith(f"ibf.toml, line {line}: ")


def test_an_id_is_given_once() -> None:
    error = fault(row=ROW_TEXT + ROW_TEXT)
    assert (error.line, error.expected) == (23, "expected every id once, found 'ibf:1.1' again")


def test_a_subject_is_given_once() -> None:
    error = fault(subjects=SUBJECTS_TEXT.replace('"board", name', '"dice", name'))
    assert (error.file, error.line) == ("subjects.toml", 3)
    assert "'dice' again" in error.expected


def test_a_book_stands_in_the_file_of_its_name() -> None:
    with pytest.raises(MalformedBookError, match=r"bws\.toml, line 2: expected the id 'bws'"):
        parse_catalogue(texts() | {"bws": BOOK_TEXT.format(book="ibf")})


def test_a_status_is_changed_and_nothing_else() -> None:
    text = texts()["ibf"]
    changed = with_status(text, {"ibf:1.1"}, ClauseStatus.ENFORCED)
    assert changed == text.replace('"planned"', '"enforced"')
    assert with_status(changed, {"ibf:9.9"}, ClauseStatus.RULED) == changed


def test_absent_carries_its_reason_and_gives_it_up_again() -> None:
    text = texts()["ibf"]
    absent = with_status(text, {"ibf:1.1"}, ClauseStatus.ABSENT, 'nobody "needs" it')
    assert parse_catalogue(texts() | {"ibf": absent}).clauses[0].reason == 'nobody "needs" it'
    assert with_status(absent, {"ibf:1.1"}, ClauseStatus.PLANNED) == text
    with pytest.raises(ValueError, match="a reason"):
        with_status(text, {"ibf:1.1"}, ClauseStatus.ABSENT)
