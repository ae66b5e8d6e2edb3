"""A situation is checked when it is made."""

from typing import Any

import pytest

from barpoint.board import Roll
from barpoint.notation.ids.situation import CubeOffer, Situation


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cube": 3}, "power of two"),
        ({"cube": 0}, "power of two"),
        ({"max_cube": 1 << 16}, "power of two"),
        ({"score": (-1, 0)}, "two numbers from 0"),
        ({"length": -1}, "0 for money"),
        ({"length": 7, "jacoby": True}, "money play"),
        ({"length": 7, "beavers": True}, "money play"),
        ({"crawford": True}, "belongs to a match"),
        ({"resignation": 4}, "1, 2 or 3"),
        ({"offer": CubeOffer.DOUBLE, "roll": Roll(3, 1)}, "before the roll"),
    ],
)
def test_what_cannot_be_is_answered_with_what_was_expected(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Situation(**fields)


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (Situation(), "to roll"),
        (Situation(Roll(1, 3)), "to play 3-1"),
        (Situation(cube=2, offer=CubeOffer.DOUBLE), "doubles to 4"),
        (Situation(cube=2, offer=CubeOffer.BEAVER), "waits after a beaver"),
    ],
)
def test_the_action_says_what_the_side_on_roll_does(situation: Situation, words: str) -> None:
    assert situation.action == words
