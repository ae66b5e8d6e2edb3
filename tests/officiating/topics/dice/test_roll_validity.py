"""Which rolls count, in each book."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import PenaltyStep, Ruling
from barpoint.officiating.remedy import Instruct, RollAgain, RollStands
from tests.officiating.answers import (
    at,
    earlier,
    left_open,
    ruled,
    silent,
)

SPEAKING = ("ibf", "usbgf", "bws", "guide")


def stands(found: Ruling) -> bool:
    assert found.remedies in ((RollStands(Side.WHITE),), (RollAgain(Side.WHITE),))
    return found.remedies == (RollStands(Side.WHITE),)


@pytest.mark.clause(
    "ibf:10.2b",
    "bws:4.1.4.1b",
    "guide:5.6b",
    *(f"usbgf:4.1.4.3{letter}" for letter in "acdefghi"),
)
@pytest.mark.parametrize(
    ("rests", "valid", "row"),
    [
        ("flat_on_board", SPEAKING, "usbgf:4.1.4.3a"),
        ("flat_on_checkers", ("usbgf",), "usbgf:4.1.4.3c"),
        ("touching_a_side", SPEAKING, "usbgf:4.1.4.3f"),
        ("came_back", SPEAKING, "usbgf:4.1.4.3e"),
        ("leaning", (), "usbgf:4.1.4.3f"),
        ("on_edge", (), "usbgf:4.1.4.3g"),
        ("on_other_die", (), "usbgf:4.1.4.3d"),
        ("between_checkers", (), "usbgf:4.1.4.3h"),
        ("other_side", ("ibf",), "usbgf:4.1.4.3a"),
        ("on_bar", (), "usbgf:4.1.4.3a"),
        ("off_board", (), "usbgf:4.1.4.3a"),
    ],
)
def test_where_a_die_may_rest(rests: str, valid: tuple[str, ...], row: str) -> None:
    told = {"roller": "white", "rests": rests, "agreed": True, "opening": False}
    found = {book: ruled("cocked_die", book, **told) for book in SPEAKING}
    assert tuple(book for book in SPEAKING if stands(found[book])) == valid
    assert row in found["usbgf"].clauses
    assert ("usbgf:4.1.4.3i" in found["usbgf"].clauses) is ("usbgf" not in valid)


def test_trad_is_silent_on_cocked_dice() -> None:
    assert silent("cocked_die", "trad")
    assert silent("thrown_wrongly", "trad")


@pytest.mark.clause("ibf:10.2a")
def test_ibf_leaves_dice_thrown_one_after_the_other_to_the_arbiter() -> None:
    told = {"roller": "white", "fault": "one_after_the_other"}
    assert [one.name for one in left_open("thrown_wrongly", "ibf", **told).usual] == ["again", "stands"]
    assert not left_open("thrown_wrongly", "ibf", roller="white", fault="cup_dropped").covered


@pytest.mark.clause("usbgf:4.1.4.3b", "guide:5.6f", "guide:5.6g", "ibf:12.5.10b", "ibf:12.5.10c")
@pytest.mark.parametrize(
    ("book", "rested", "valid"),
    [
        ("usbgf", 1_000, True),
        ("usbgf", 2_500, False),
        ("guide", 500, True),
        ("guide", 1_500, False),
        ("ibf", 2_500, True),
        ("ibf", 3_500, False),
        ("bws", 9_000, True),
    ],
)
def test_a_die_that_leaned_and_fell(book: str, rested: int, valid: bool) -> None:
    assert stands(ruled("cocked_die", book, roller="white", rests="fell_flat", rested=rested, close=False)) is valid


@pytest.mark.clause("ibf:12.5.10a")
@pytest.mark.parametrize(("rested", "valid"), [("0:04", False), ("0:02", True)])
def test_ibf_a_die_stuck_in_the_box(rested: str, valid: bool) -> None:
    assert stands(ruled("cocked_die", "ibf", roller="white", rests="stuck_in_box", rested=at(rested))) is valid


@pytest.mark.clause("guide:5.6h")
def test_guide_a_close_second_that_nobody_called_is_valid() -> None:
    assert stands(ruled("cocked_die", "guide", roller="white", rests="fell_flat", close=True, called=False))


@pytest.mark.clause("guide:5.6f")
def test_guide_a_cocked_die_needs_agreement() -> None:
    found = left_open("cocked_die", "guide", roller="white", rests="leaning", agreed=False)
    assert [option.name for option in found.usual] == ["again", "stands"]


@pytest.mark.clause("guide:5.1b")
def test_guide_only_the_cocked_opening_die_is_thrown_again() -> None:
    found = ruled("cocked_die", "guide", roller="white", rests="leaning", agreed=True, opening=True)
    assert isinstance(found.remedies[0], Instruct)
    assert found.clauses[0] == "guide:5.1b"


@pytest.mark.clause("usbgf:4.1.4.2.1b", "bws:4.1.4.2")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.1.4.2.1b"), ("bws", "bws:4.1.4.2")])
def test_a_die_from_the_box_across_the_bar(book: str, row: str) -> None:
    found = ruled("cocked_die", book, roller="white", rests="other_side", box=True)
    assert found.clauses[0] == row
    assert not stands(found)


@pytest.mark.clause(
    "usbgf:4.1.4.1b",
    "usbgf:4.1.4.1c",
    "usbgf:4.1.4.1d",
    "usbgf:4.1.4.1e",
    "usbgf:4.1.4.2.1a",
    "bws:4.1.4.1a",
    "guide:5.6a",
    "guide:5.6e",
)
@pytest.mark.parametrize(
    ("book", "fault", "row", "valid"),
    [
        ("usbgf", "released_too_low", "usbgf:4.1.4.1b", False),
        ("usbgf", "one_after_the_other", "usbgf:4.1.4.1c", False),
        ("usbgf", "wrong_side", "usbgf:4.1.4.1d", False),
        ("usbgf", "hit_an_object", "usbgf:4.1.4.1e", True),
        ("usbgf", "cup_dropped", "usbgf:4.1.4.1e", True),
        ("usbgf", "box_one_after_the_other", "usbgf:4.1.4.2.1a", False),
        ("bws", "cup_touched_board", "bws:4.1.4.1a", False),
        ("guide", "one_after_the_other", "guide:5.6a", False),
        ("guide", "agreed_wrong_side", "guide:5.6e", False),
    ],
)
def test_how_the_dice_were_thrown(book: str, fault: str, row: str, valid: bool) -> None:
    found = ruled("thrown_wrongly", book, roller="white", fault=fault)
    assert found.clauses == (row,)
    assert stands(found) is valid


def test_a_fault_the_book_does_not_name() -> None:
    assert not left_open("thrown_wrongly", "guide", roller="white", fault="cup_dropped").covered


SNATCHED = {"roller": "white", "left_board": False, "cause": False}


@pytest.mark.clause("usbgf:4.1.8.4a", "usbgf:4.1.8.4c")
def test_usbgf_lifting_before_rest_is_warned_first() -> None:
    found = ruled("lifted_before_rest", "usbgf", **SNATCHED)
    assert not stands(found)
    assert found.penalties[0].step is PenaltyStep.WARNING


@pytest.mark.clause("usbgf:4.1.8.4d")
def test_usbgf_then_the_opponent_may_keep_the_resting_die() -> None:
    found = left_open("lifted_before_rest", "usbgf", earlier("lifted_before_rest"), **SNATCHED, at_rest=1)
    assert [option.name for option in found.usual] == ["keep", "both"]


@pytest.mark.clause("usbgf:4.1.8.4e")
def test_usbgf_with_neither_at_rest_it_is_no_roll() -> None:
    found = ruled("lifted_before_rest", "usbgf", earlier("lifted_before_rest"), **SNATCHED, at_rest=0)
    assert not stands(found)
    assert found.penalties[0].optional


@pytest.mark.clause("usbgf:4.1.8.4b", "usbgf:4.1.8.4f")
@pytest.mark.parametrize("fact", ["cause", "left_board"])
def test_usbgf_stopping_dice_with_reason_is_no_infraction(fact: str) -> None:
    found = ruled("lifted_before_rest", "usbgf", **(SNATCHED | {fact: True}))
    assert not stands(found)
    assert not found.penalties


@pytest.mark.clause("guide:5.6c", "guide:5.6d")
def test_guide_dice_lifted_as_cocked_without_agreement_stand() -> None:
    assert stands(ruled("lifted_as_cocked", "guide", roller="white", asked=False, believes_flat=True))
    assert not stands(ruled("lifted_as_cocked", "guide", roller="white", asked=True))


@pytest.mark.clause("usbgf:4.1.4.1b", "usbgf:4.1.4.1a", "bws:4.1.4.1a")
@pytest.mark.parametrize(
    ("book", "fault", "row"),
    [
        ("usbgf", "cup_touched_board", "usbgf:4.1.4.1b"),
        ("usbgf", "not_shaken", "usbgf:4.1.4.1a"),
        ("bws", "not_shaken", "bws:4.1.4.1a"),
    ],
)
def test_a_throw_without_shake_or_height_is_made_again(book: str, fault: str, row: str) -> None:
    found = ruled("thrown_wrongly", book, roller="white", fault=fault)
    assert found.clauses == (row,)
    assert isinstance(found.remedies[0], RollAgain)


@pytest.mark.clause("usbgf:4.1.4.1h")
def test_usbgf_dice_that_touched_the_hand_are_a_matter_of_judgment() -> None:
    found = left_open("thrown_wrongly", "usbgf", roller="white", fault="touched_own_hand")
    assert found.clauses == ("usbgf:4.1.4.1h",)
    assert {one.name for one in found.usual} == {"caution", "again"}


@pytest.mark.clause("usbgf:4.1.4.3b", "usbgf:4.1.4.3a")
@pytest.mark.parametrize(("rested", "stands"), [(1_500, True), (2_000, False)])
def test_usbgf_a_die_held_up_in_the_box_was_at_rest_after_two_seconds(rested: int, stands: bool) -> None:
    found = ruled("cocked_die", "usbgf", roller="white", rests="stuck_in_box", rested=rested)
    assert (not isinstance(found.remedies[0], RollAgain)) is stands


@pytest.mark.clause("ibf:10.2b", "ibf:12.5.10b", "ibf:3.12e")
def test_ibf_after_an_invalid_roll_the_time_for_the_move_may_be_taken_back() -> None:
    answer = ruled("cocked_die", "ibf", roller="white", rests="on_edge", opening=False)
    assert answer.clauses == ("ibf:10.2b", "ibf:12.5.10b")
    assert any("ibf:3.12e" in note for note in answer.notes)
    flat = ruled("cocked_die", "ibf", roller="white", rests="flat_on_board")
    assert not any("ibf:3.12e" in note for note in flat.notes)


@pytest.mark.clause("ibf:12.2a")
def test_ibf_only_the_invalid_opening_die_is_thrown_again() -> None:
    answer = ruled("cocked_die", "ibf", roller="white", rests="leaning", opening=True)
    assert answer.remedies == (Instruct("Only the invalid opening die is thrown again."),)


@pytest.mark.clause("guide:5.6f", "guide:5.6g")
@pytest.mark.parametrize(
    ("rested", "called", "valid"),
    [(999, True, True), (1000, False, True), (1000, True, False), (1001, False, False)],
)
def test_guide_a_die_that_fell_was_cocked_for_more_than_a_second_or_called_after_one(
    rested: int, called: bool, valid: bool
) -> None:
    facts = {"roller": "white", "rests": "fell_flat", "rested": rested, "close": False, "called": called}
    wanted = RollStands(Side.WHITE) if valid else RollAgain(Side.WHITE)
    assert ruled("cocked_die", "guide", None, **facts).remedies == (wanted,)


@pytest.mark.clause("guide:5.5c")
@pytest.mark.parametrize("fault", ["not_shaken", "released_too_low", "cup_touched_board", "touched_own_hand"])
def test_guide_a_careless_throw_counts_and_brings_a_polite_reminder(fault: str) -> None:
    answer = ruled("thrown_wrongly", "guide", roller="white", fault=fault)
    assert answer.remedies == (RollStands(Side.WHITE),)
    assert "guide:5.5c" in answer.notes[0]


@pytest.mark.clause("ibf:10.2a")
def test_ibf_wants_both_dice_thrown_together_through_a_box_too() -> None:
    assert left_open("thrown_wrongly", "ibf", roller="white", fault="box_one_after_the_other").covered


@pytest.mark.clause("usbgf:4.1.4.3f")
def test_the_test_for_support_is_told() -> None:
    found = ruled("cocked_die", "usbgf", roller="white", rests="touching_a_side")
    assert found.remedies == (RollStands(Side.WHITE),)
    assert "presses the die down" in found.notes[0]


@pytest.mark.clause("usbgf:4.1.4.3b", "usbgf:4.1.4.3g")
def test_usbgf_a_die_on_its_edge_is_at_rest_after_two_seconds() -> None:
    moving = ruled("cocked_die", "usbgf", roller="white", rests="on_edge", rested=1_500)
    assert moving.remedies == (Instruct("Nobody touches the dice until both are at rest."),)
    still = ruled("cocked_die", "usbgf", roller="white", rests="on_edge", rested=2_000)
    assert still.remedies == (RollAgain(Side.WHITE),)


@pytest.mark.clause("usbgf:4.4.2b", "bws:4.4.2b", "guide:5.9d")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_no_double_after_a_void_throw(book: str) -> None:
    assert any("no double" in note for note in ruled("thrown_wrongly", book, roller="white", fault="wrong_side").notes)
    lifted = ruled("lifted_as_cocked", book, roller="white", asked=True)
    assert any("no double" in note for note in lifted.notes)


@pytest.mark.clause("usbgf:4.1.4.2.2a", "bws:4.1.4.1b", "guide:5.1b", "ibf:12.2a")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide", "ibf"])
def test_at_the_opening_only_the_invalid_die_is_thrown_again(book: str) -> None:
    found = ruled("cocked_die", book, roller="white", rests="off_board", opening=True, agreed=True)
    assert "that die alone" in found.say
    assert found.consequences.turn is Side.WHITE
    assert ("dice-26" in {reading.id for reading in found.readings}) == (book != "guide")


@pytest.mark.clause("usbgf:4.1.4.2.2b")
def test_usbgf_opening_dice_through_a_box_are_both_dropped_again() -> None:
    found = ruled("cocked_die", "usbgf", roller="white", rests="off_board", opening=True, box=True)
    assert "rolls both again" in found.say
