"""Dice lifted before they rest, or as cocked."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.remedy import RollAgain
from tests.officiating.answers import left_open, ruled
from tests.officiating.sampled_cases import sampled_cases


@pytest.mark.clause("bws:4.1.2a", "bws:5.3", "bws:5.1a")
@pytest.mark.parametrize(
    ("kind", "told", "row"),
    [
        ("lifted_before_rest", {"roller": "white"}, "bws:4.1.2a"),
        ("lifted_as_cocked", {"roller": "white", "asked": False, "believes_flat": True}, "bws:5.1a"),
    ],
)
def test_bws_dice_on_the_board_are_left_alone(kind: str, told: dict[str, object], row: str) -> None:
    found = left_open(kind, "bws", **told)
    assert found.covered
    assert row in found.clauses
    assert "bws:5.3" in found.clauses


@pytest.mark.clause("usbgf:4.1.4.3f", "usbgf:1.1.4.2b", "usbgf:4.1.4.3i")
def test_usbgf_dice_lifted_as_cocked_are_presumed_to_have_been_valid() -> None:
    found = left_open("lifted_as_cocked", "usbgf", roller="white", asked=False, believes_flat=True)
    assert found.usual[0].name == "stand"
    assert "against White" in found.say
    agreed = ruled("lifted_as_cocked", "usbgf", roller="white", asked=True)
    assert agreed.clauses == ("usbgf:4.1.4.3i",)


@pytest.mark.clause("guide:5.6b", "ibf:10.2b")
@pytest.mark.parametrize("book", ["guide", "ibf"])
def test_dice_that_were_lifted_before_they_rested_are_rolled_again(book: str) -> None:
    assert ruled("lifted_before_rest", book, roller="white").remedies == (RollAgain(Side.WHITE),)


OWN_THROWS = ("cocked_die", "thrown_wrongly", "lifted_before_rest", "lifted_as_cocked")


@pytest.mark.clause("usbgf:4.4.2b", "bws:4.4.2b", "guide:5.9d")
def test_a_throw_that_is_made_again_says_that_the_double_of_the_turn_is_gone() -> None:
    tried = 0
    for case in sampled_cases():
        answer = case.answer
        if case.kind not in OWN_THROWS or not isinstance(answer, Ruling | Discretion):
            continue
        ways = answer.options if isinstance(answer, Ruling) else answer.usual
        done = (
            *(answer.remedies if isinstance(answer, Ruling) else ()),
            *(one for way in ways for one in way.remedies),
        )
        if any(isinstance(one, RollAgain) for one in done):
            tried += 1
            assert any("no double before the new roll" in note for note in answer.notes), (case.kind, case.facts)
    assert tried > 20
