"""Rolls: two dice from 1 to 6, the larger first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import ROLLS, Roll


@pytest.mark.clause("ibf:2.7")
def test_a_doublet_shows_the_same_number_twice() -> None:
    assert Roll(4, 4).is_doublet
    assert not Roll(4, 3).is_doublet


@pytest.mark.clause("ibf:12.5.2", "trad:movement-3")
def test_a_doublet_is_played_four_times() -> None:
    assert Roll(5, 5).numbers == (5, 5, 5, 5)
    assert Roll(2, 5).numbers == (5, 2)


def test_the_21_rolls_weigh_36_throws() -> None:
    assert len(set(ROLLS)) == 21
    assert sum(roll.weight for roll in ROLLS) == 36


@pytest.mark.parametrize("text", ["31", "13", "3-1", "3 1", "3,1", " 3 - 1 "])
def test_a_roll_is_read_in_any_order_and_with_any_separator(text: str) -> None:
    assert Roll.parse(text) == Roll(3, 1) == Roll(1, 3)
    assert str(Roll.parse(text)) == "31"


@pytest.mark.parametrize("numbers", [(0, 3), (7, 3), (3, 0), (3, 7), (-1, 1), (3.0, 1), ("3", 1), (True, 1)])
def test_a_die_shows_a_whole_number_from_1_to_6(numbers: Any) -> None:
    with pytest.raises(ValueError, match="a die shows a whole number from 1 to 6, not"):
        Roll(*numbers)


@pytest.mark.parametrize("text", ["", "3", "311", "3x1", "a", "³1", "3/1", "one two"])
def test_what_is_not_two_dice_is_answered_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected two dice such as 31 or 3-1"):
        Roll.parse(text)


@given(st.text(max_size=12) | st.from_regex(r"[0-9 ,-]{0,6}", fullmatch=True))
def test_any_text_is_a_roll_or_a_value_error(text: str) -> None:
    try:
        roll = Roll.parse(text)
    except ValueError as error:
        assert "expected" in str(error) or "a die shows" in str(error)  # noqa: PT017  # either way is right
    else:
        assert roll in ROLLS
