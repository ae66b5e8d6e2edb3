"""Rolling on against a closed-out player."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import Instruct, PlayOn, RollAgain, RollStands
from tests.officiating.answers import ruled, silent

TWO = {"closed": "black", "dice": "two"}
ACCESS = {"cube": True, "waived": False}
FOUR = {"closed": "black", "dice": "four"}


def test_trad_is_silent() -> None:
    assert silent("closed_out", "trad")


@pytest.mark.clause("usbgf:4.1.8.3c", "ibf:10.4", "bws:4.1.5.1", "guide:5.8f")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_a_closed_out_player_who_wants_to_act_has_the_choice(book: str) -> None:
    told = {**TWO, **ACCESS, "doubles": True, "let_pass": 0} if book == "usbgf" else {"closed": "black", "let_pass": 0}
    found = ruled("closed_out", book, rolled=True, **told)
    assert found.choice_of == "black"
    assert [option.remedies for option in found.options] == [(RollStands(Side.WHITE),), (RollAgain(Side.WHITE),)]


@pytest.mark.clause("usbgf:4.1.7.2f")
def test_without_the_cube_lifting_ends_the_turn_unless_somebody_objects() -> None:
    fine = ruled("closed_out", "usbgf", **TWO, cube=False, clock=False, objected=False)
    assert fine.remedies == (PlayOn(),)
    assert fine.clauses == ("usbgf:4.1.7.2f",)
    stopped = ruled("closed_out", "usbgf", **TWO, cube=False, clock=False, objected=True)
    assert isinstance(stopped.remedies[0], Instruct)


@pytest.mark.clause("usbgf:4.1.7.1b", "usbgf:4.1.7.1d")
def test_with_a_clock_it_is_pressed_and_lost_reserve_comes_back() -> None:
    found = ruled("closed_out", "usbgf", **TWO, cube=False, clock=True)
    assert found.clauses == ("usbgf:4.1.7.1b", "usbgf:4.1.7.1d")
    assert "given back" in found.say
    assert not found.penalties


@pytest.mark.clause("usbgf:4.1.7.2g")
def test_a_player_with_the_cube_may_waive_the_taps() -> None:
    found = ruled("closed_out", "usbgf", **TWO, cube=True, waived=True, clock=False)
    assert found.remedies == (PlayOn(),)
    assert "until a point" in found.say


@pytest.mark.clause("usbgf:4.1.8.3b")
def test_lifting_the_dice_is_pointed_out_and_the_player_may_double() -> None:
    found = ruled("closed_out", "usbgf", **TWO, **ACCESS, rolled=False)
    assert found.clauses[0] == "usbgf:4.1.8.3b"
    assert "may double now" in found.say
    assert not found.penalties


@pytest.mark.clause("usbgf:4.1.8.3c")
def test_without_a_double_the_roll_stands() -> None:
    found = ruled("closed_out", "usbgf", **TWO, **ACCESS, rolled=True, doubles=False)
    assert found.remedies == (RollStands(Side.WHITE),)


@pytest.mark.clause("usbgf:4.1.8.3d")
@pytest.mark.parametrize(("restored", "may"), [(False, False), (True, True)])
def test_who_kept_silent_twice_loses_the_late_double_until_order_is_restored(restored: bool, may: bool) -> None:
    told = {**ACCESS, "rolled": True, "doubles": True, "let_pass": 2, "restored": restored}
    found = ruled("closed_out", "usbgf", **TWO, **told)
    assert bool(found.options) is may
    assert (found.clauses == ("usbgf:4.1.8.3d",)) is not may


@pytest.mark.clause("usbgf:4.1.8.3e", "usbgf:4.1.8.3f")
@pytest.mark.parametrize(
    ("rolled", "held", "remedy", "row"),
    [
        (True, False, RollStands(Side.WHITE), "usbgf:4.1.8.3e"),
        (True, True, RollAgain(Side.WHITE), "usbgf:4.1.8.3f"),
        (False, True, PlayOn(), "usbgf:4.1.8.3e"),
        (False, False, PlayOn(), "usbgf:4.1.8.3e"),
    ],
)
def test_with_four_dice_the_roll_has_to_be_held_in_advance(rolled: bool, held: bool, remedy: object, row: str) -> None:
    found = ruled("closed_out", "usbgf", **FOUR, rolled=rolled, held=held)
    assert found.remedies == (remedy,)
    assert found.clauses[0] == row


@pytest.mark.clause("usbgf:4.1.7.1b", "usbgf:4.1.7.2g")
@pytest.mark.parametrize(("clock", "row"), [(True, "usbgf:4.1.7.1b"), (False, "usbgf:4.1.7.2g")])
def test_usbgf_taps_may_be_waived_and_presses_may_not(clock: bool, row: str) -> None:
    told = {"closed": "black", "dice": "two", "cube": True, "waived": True, "clock": clock, "rolled": False}
    assert row in ruled("closed_out", "usbgf", **told).clauses


@pytest.mark.clause("bws:4.1.6.2b")
def test_bws_the_clock_is_pressed_although_the_opponent_is_closed_out() -> None:
    assert "bws:4.1.6.2b" in ruled("closed_out", "bws", closed="black", rolled=False).clauses


@pytest.mark.clause("guide:5.8e")
def test_guide_a_silence_counts_against_a_closed_out_player_too() -> None:
    facts = {"closed": "black", "rolled": True}
    assert ruled("closed_out", "guide", None, **facts, let_pass=1).remedies == (RollStands(Side.WHITE),)
    assert ruled("closed_out", "guide", None, **facts, let_pass=0).choice_of == "black"


@pytest.mark.clause("ibf:11.2b")
def test_ibf_dice_lifted_before_a_closed_out_player_has_had_the_turn_are_lifted_early() -> None:
    answer = ruled("closed_out", "ibf", closed="black", rolled=False)
    assert "ibf:11.2a" in answer.clauses
    assert answer.remedies == (PlayOn(),)
    assert "fast_grab" in answer.notes[0]


@pytest.mark.clause("usbgf:4.1.8.3e", "usbgf:4.4.2d")
@pytest.mark.parametrize("rolled", [True, False])
def test_with_four_dice_nobody_waits_for_a_player_without_the_cube(rolled: bool) -> None:
    found = ruled("closed_out", "usbgf", **FOUR, rolled=rolled, held=True, cube=False)
    assert found.consequences.turn is Side.WHITE
    assert found.remedies == ((RollStands(Side.WHITE),) if rolled else (PlayOn(),))


@pytest.mark.clause("usbgf:4.1.7.2f", "usbgf:4.1.7.2g")
@pytest.mark.parametrize("told", [{"cube": False, "objected": False}, {"cube": True, "waived": True}])
def test_a_roll_made_without_taps_that_were_not_owed_stands(told: dict[str, bool]) -> None:
    found = ruled("closed_out", "usbgf", closed="black", dice="two", clock=False, rolled=True, **told)
    assert "roll stands" in found.say


@pytest.mark.clause("bws:4.1.6.2c", "bws:4.1.6.2d", "bws:4.3.2.6")
def test_bws_dice_taken_after_the_press_leave_the_next_turn_untimed() -> None:
    taken = ruled("closed_out", "bws", closed="white", rolled=False, clock=True)
    assert "without the clock running" in taken.say
    assert taken.consequences.turn is Side.WHITE
    assert "bws:4.1.6.2d" not in ruled("closed_out", "bws", closed="white", rolled=False, clock=False).clauses
