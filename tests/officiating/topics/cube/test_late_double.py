"""Doubling after the dice were thrown."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import Instruct, PlayOn, RollAgain
from tests.officiating.answers import left_open, ruled


@pytest.mark.clause("ibf:9.6b", "ibf:9.6c", "usbgf:4.4.2b", "usbgf:4.4.4.3c", "bws:4.4.2b", "guide:5.9d")
@pytest.mark.parametrize(
    ("book", "thrown"),
    [
        ("usbgf", "invalid_roll"),
        *((book, roll) for book in ("ibf", "bws", "guide") for roll in ("invalid_roll", "valid_roll")),
    ],
)
def test_a_double_after_the_dice_is_void(book: str, thrown: str) -> None:
    found = ruled("late_double", book, player="white", thrown=thrown, next_turn=False)
    assert found.remedies == ((RollAgain(Side.WHITE),) if thrown == "invalid_roll" else (PlayOn(),))
    assert found.consequences.roll == ("new" if thrown == "invalid_roll" else "stands")
    assert "void" in found.say


@pytest.mark.clause("usbgf:4.4.2b", "usbgf:4.1.4.3i")
def test_usbgf_a_double_after_an_invalid_roll_leaves_the_roll_to_be_made_again() -> None:
    found = ruled("late_double", "usbgf", player="white", thrown="invalid_roll", next_turn=False)
    assert "White rolls both dice again" in found.say
    assert {"usbgf:4.4.2b", "usbgf:4.4.4.3c", "usbgf:4.1.4.3i"} == set(found.clauses)


@pytest.mark.clause("usbgf:4.4.2b", "usbgf:4.4.4.3a")
def test_usbgf_a_double_after_a_valid_roll_binds_for_the_next_turn() -> None:
    found = ruled("late_double", "usbgf", player="white", thrown="valid_roll")
    assert found.remedies == (Instruct("White doubles at the start of the next turn."),)
    assert found.clauses == ("usbgf:4.4.2b", "usbgf:4.4.4.3a")


@pytest.mark.clause("usbgf:4.4.4.3c")
def test_usbgf_words_about_the_next_turn_bind() -> None:
    found = ruled("late_double", "usbgf", player="white", thrown="invalid_roll", next_turn=True)
    assert found.remedies == (RollAgain(Side.WHITE), Instruct("White doubles at the start of the next turn."))


@pytest.mark.clause("usbgf:4.4.2c")
def test_usbgf_a_die_that_fell_out_is_no_attempt() -> None:
    found = ruled("late_double", "usbgf", player="white", thrown="fell_out_shaking", cube=2)
    assert "White has doubled" in found.say
    assert found.consequences.pending == "Black takes at 4 or passes and loses 2 points, before any roll."
    assert not left_open("late_double", "bws", player="white", thrown="fell_out_shaking").covered


@pytest.mark.clause("trad:doubling-3")
def test_trad_knows_valid_rolls_only() -> None:
    assert ruled("late_double", "trad", player="white", thrown="valid_roll").remedies == (PlayOn(),)
    assert not left_open("late_double", "trad", player="white", thrown="invalid_roll").covered


@pytest.mark.clause("guide:5.9d", "guide:5.9h")
def test_guide_a_late_double_is_void_and_an_announced_one_binds_for_the_next_turn() -> None:
    for thrown, row in (("valid_roll", "guide:5.9c"), ("invalid_roll", "guide:5.9d")):
        assert ruled("late_double", "guide", player="white", thrown=thrown, next_turn=False).clauses[0] == row
    announced = ruled("late_double", "guide", player="white", thrown="valid_roll", next_turn=True)
    assert announced.remedies == (Instruct("White doubles at the start of the next turn."),)


@pytest.mark.clause("usbgf:4.4.4.3a", "usbgf:4.4.4.3d")
def test_usbgf_a_double_for_the_next_turn_has_its_figures_and_what_frees_from_it() -> None:
    found = ruled("late_double", "usbgf", player="white", thrown="invalid_roll", next_turn=True, cube=1)
    assert found.consequences.pending.endswith("Then Black takes at 2 or passes and loses 1 point, before any roll.")
    assert any("usbgf:4.4.4.3d" in note for note in found.notes)
