"""Position IDs and keys: known ones, the way there and back, and what is no id."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import LONGGAMMON, NACKGAMMON, SPRINTGAMMON, Position, Roll, pos
from barpoint.notation.ids.position_ids import (
    position_id,
    position_key,
    read_position_id,
    read_position_key,
)
from tests.notation.reachable_positions import MIRRORED, roll_positions

KNOWN = [
    ("start", "4HPwATDgc/ABMA"),
    ("x 19:2 18:1 14:1 6:2 5:2 4:2 3:3 1:2 | o 15:1 5:3 4:2 3:2 2:2 1:4", "b9sBCIC5bYDQAA"),
    ("x bar:1 9:1 8:1 7:2 6:3 5:3 4:2 2:2 | o 22:1 9:1 8:3 7:3 6:3 5:3 3:1", "5O4uAAhmdysAQA"),
    ("x | o", "AAAAAAAAAAAAAA"),
]


@pytest.mark.parametrize(("literal", "text"), KNOWN)
def test_a_known_id_is_written_and_read(literal: str, text: str) -> None:
    assert position_id(pos(literal)) == text
    assert read_position_id(f"  {text}\n") == pos(literal)


def test_the_key_spells_the_same_bytes_in_twenty_letters() -> None:
    assert position_key(Position.start()) == "OAHDPAABDAOAHDPAABDA"
    assert read_position_key("OAHDPAABDAOAHDPAABDA") == Position.start()


@given(roll_positions(MIRRORED))
def test_reading_what_was_written_gives_the_position_back(drawn: tuple[Position, Roll]) -> None:
    position, _ = drawn
    assert read_position_id(position_id(position), position.discipline) == position
    assert read_position_key(position_key(position), position.discipline) == position


def test_the_reader_says_which_discipline_it_expects() -> None:
    start = Position.start(SPRINTGAMMON)
    assert read_position_id(position_id(start), SPRINTGAMMON) == start
    assert read_position_id(position_id(start)).us[0] == 12
    assert read_position_id(position_id(Position.start(NACKGAMMON)), NACKGAMMON) == Position.start(NACKGAMMON)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "14 base64 letters"),
        ("4HPwATDgc/ABM", "14 base64 letters"),
        ("4HPwATDgc/ABMA=", "14 base64 letters"),
        ("4HPwATDgc_ABMA", "14 base64 letters"),
        ("4HPwATDgc/ABMB", "last letter"),
        ("//////////////", "last letter"),
        ("/////////////w", "checkers on a side"),
        ("AAAAAAAAAAAAgA", "follows its last checker"),
        ("AACABAAAAAAAAA", "both_sides_on_point"),
    ],
)
def test_what_is_no_id_is_answered_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_position_id(text)


def test_longgammon_has_no_position_id() -> None:
    with pytest.raises(ValueError, match="literal"):
        position_id(Position.start(LONGGAMMON))
    with pytest.raises(ValueError, match="literal"):
        read_position_id("4HPwATDgc/ABMA", LONGGAMMON)


def test_more_checkers_than_the_discipline_has_are_refused() -> None:
    with pytest.raises(ValueError, match="Sprintgammon has 3"):
        read_position_id("4HPwATDgc/ABMA", SPRINTGAMMON)


@given(st.binary(min_size=10, max_size=10))
def test_any_ten_bytes_are_a_position_or_a_clear_error(packed: bytes) -> None:
    text = base64.b64encode(packed).decode().rstrip("=")
    try:
        position = read_position_id(text)
    except ValueError:
        return
    assert position_id(position) == text
