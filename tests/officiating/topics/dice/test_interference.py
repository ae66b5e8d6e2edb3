"""Disturbed rolls and tampered dice, in each book."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.cases.ruling_confirmation import implicit_penalties
from barpoint.officiating.incident_search import find_incidents
from barpoint.officiating.presentation.choices import choice_sentence
from barpoint.officiating.remedy import Instruct, PlayOn, RollStands
from barpoint.rulebook.tariff.penalties import Sanction
from tests.officiating.answers import (
    ask,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("ibf:11.1b", "ibf:11.1c", "usbgf:4.1.4.1g", "bws:1.1", "guide:1.1.1b")
def test_the_opponent_touched_the_rolling_dice_in_five_books() -> None:
    told = {"roller": "white", "how": "opponent_touched", "when": "rolling", "doubt": True, "caused_by": "black"}
    found = {book: ask("roll_disturbed", book, **told) for book in ("ibf", "usbgf", "bws", "guide", "trad")}
    assert all(isinstance(one, Discretion) for one in found.values())
    options = {book: [o.name for o in one.usual] for book, one in found.items() if isinstance(one, Discretion)}
    assert options == {
        "ibf": ["any_play_of_the_roll", "any_play_of_any_roll"],
        "usbgf": ["stand", "roll_over"],
        "bws": ["stand", "roll_over"],
        "guide": ["stand", "roll_over"],
        "trad": [],
    }
    for book in ("usbgf", "bws", "guide"):
        assert "against Black" in left_open("roll_disturbed", book, **told).say
    assert silent("roll_disturbed", "trad")


@pytest.mark.clause("ibf:11.1b")
@pytest.mark.parametrize("when", ["before_the_cup", "at_rest"])
def test_ibf_contact_outside_the_roll_is_no_interference(when: str) -> None:
    found = ruled("roll_disturbed", "ibf", roller="white", how="opponent_touched", when=when)
    assert found.clauses == ("ibf:11.1b",)


@pytest.mark.clause("ibf:12.5.10d")
def test_ibf_shaking_during_the_count_is_sanctioned() -> None:
    told = {"roller": "white", "how": "shaken_during_count"}
    found = left_open("roll_disturbed", "ibf", **told, caused_by="black")
    assert found.clauses[0] == "ibf:12.5.10d"
    assert "0:03" in found.say
    assert [one.name for one in found.usual] == ["stand", "roll_over", *(one.value for one in Sanction)]
    assert {penalty.side for one in found.usual for penalty in implicit_penalties(one, found)} == {Side.BLACK}
    assert {penalty.side for one in found.usual for penalty in one.penalties} == {Side.BLACK}
    by_nobody = left_open("roll_disturbed", "ibf", **told, caused_by="nobody").usual
    assert [one.name for one in by_nobody] == ["stand", "roll_over"]
    assert not left_open("roll_disturbed", "ibf", roller="white", how="from_outside").covered


@pytest.mark.clause("usbgf:4.1.4.1f")
def test_usbgf_a_die_knocked_at_rest_counts_as_it_lay() -> None:
    found = ruled("roll_disturbed", "usbgf", roller="white", how="resting_die_knocked")
    assert found.remedies[0] == RollStands(Side.WHITE)


@pytest.mark.clause("usbgf:4.1.4.1g", "usbgf:4.1.1c")
@pytest.mark.parametrize("how", ["touched_a_person", "opponent_touched"])
def test_usbgf_a_reflex_leaves_the_roll(how: str) -> None:
    found = ruled("roll_disturbed", "usbgf", roller="white", how=how, doubt=False)
    assert found.remedies == (RollStands(Side.WHITE),)
    assert not found.penalties


@pytest.mark.clause("bws:4.1.2a", "bws:5.3")
def test_bws_rolled_dice_must_not_be_touched() -> None:
    found = left_open("roll_disturbed", "bws", roller="white", how="resting_die_knocked", caused_by="white")
    assert {"bws:4.1.2a", "bws:5.3"} <= set(found.clauses)
    assert "against White" in found.say


@pytest.mark.clause("guide:1.1.1c")
def test_guide_the_opponent_of_who_knocked_the_table_chooses() -> None:
    found = ruled("roll_disturbed", "guide", roller="white", how="roller_knocked_table", near_cocked=True)
    assert found.choice_of == "black"
    assert [option.name for option in found.options] == ["stand", "roll_over"]


@pytest.mark.clause("ibf:10.5c", "ibf:10.5d", "ibf:10.5e", "ibf:10.5f", "ibf:10.5g")
@pytest.mark.parametrize(
    ("how", "row"),
    [
        ("rubbed", "ibf:10.5c"),
        ("thrown_by_hand_and_lifted", "ibf:10.5d"),
        ("hidden", "ibf:10.5e"),
        ("touched_not_by_hand", "ibf:10.5f"),
        ("dirtied", "ibf:10.5g"),
    ],
)
def test_ibf_tampering_with_the_dice(how: str, row: str) -> None:
    assert left_open("dice_manipulated", "ibf", who="white", how=how).clauses[0] == row


@pytest.mark.clause("usbgf:4.1.1b", "usbgf:4.1.1c", "bws:2.4.1", "bws:4.1.1")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_manipulation_to_gain_by_it_is_grave(book: str) -> None:
    told = {"who": "white", "how": "influenced_validity"}
    grave = left_open("dice_manipulated", book, **told, intent=True)
    assert "disqualification" in [one.name for one in grave.usual]
    assert ("box" in [one.name for one in grave.usual]) is (book == "bws")
    assert silent("dice_manipulated", "trad")


@pytest.mark.clause("usbgf:4.1.1c", "bws:4.1.1", "bws:2.4.1")
def test_without_intent_usbgf_sees_no_manipulation_and_bws_may_order_a_box() -> None:
    told = {"who": "white", "how": "influenced_number", "intent": False}
    assert ruled("dice_manipulated", "usbgf", **told).remedies == (PlayOn(),)
    assert [one.name for one in left_open("dice_manipulated", "bws", **told).usual] == ["box"]


@pytest.mark.clause("ibf:10.5a", "ibf:10.5b")
def test_ibf_dice_taken_up_must_be_rolled() -> None:
    must: Ruling = ruled("dice_put_back", "ibf", player="white", doubles=False)
    assert must.remedies == (Instruct("White rolls now."),)
    assert ruled("dice_put_back", "ibf", player="white", doubles=True).clauses == ("ibf:10.5b",)
    assert silent("dice_put_back", "usbgf", "bws", "guide", "trad")


@pytest.mark.clause("bws:1.1")
@pytest.mark.parametrize(("book", "said"), [("usbgf", True), ("bws", False)])
def test_bws_does_not_say_that_doubt_about_a_roll_goes_against_anybody(book: str, said: bool) -> None:
    told = {"roller": "white", "how": "from_outside", "caused_by": "black"}
    assert ("goes against Black" in left_open("roll_disturbed", book, **told).say) is said


@pytest.mark.clause("bws:4.1.2a", "bws:5.3")
@pytest.mark.parametrize(("when", "touched"), [("rolling", True), ("at_rest", True), ("before_the_cup", False)])
def test_bws_dice_on_the_board_may_not_be_touched_rolling_or_at_rest(when: str, touched: bool) -> None:
    told = {"roller": "white", "how": "opponent_touched", "when": when, "caused_by": "black"}
    assert ("bws:4.1.2a" in left_open("roll_disturbed", "bws", **told).clauses) is touched


@pytest.mark.clause("ibf:11.1b")
def test_ibf_a_die_that_meets_the_opponent_before_it_rests_was_interfered_with() -> None:
    facts = {"roller": "white", "how": "touched_a_person"}
    assert left_open("roll_disturbed", "ibf", None, **facts, caused_by="black").clauses[0] == "ibf:11.1c"
    assert not left_open("roll_disturbed", "ibf", None, **facts, caused_by="nobody").covered


@pytest.mark.clause("guide:ethics-5")
def test_guide_dice_influenced_on_purpose_are_a_matter_of_ethics_and_otherwise_of_rolling() -> None:
    meant = left_open("dice_manipulated", "guide", who="white", how="influenced_number", intent=True)
    assert meant.clauses == ("guide:5.5a", "guide:ethics-5")
    assert meant.appeal is not None
    assert not meant.appeal.allowed
    careless = left_open("dice_manipulated", "guide", who="white", how="influenced_number", intent=False)
    assert careless.clauses == ("guide:5.5a", "guide:5.5d")


@pytest.mark.clause("ibf:11.1b", "ibf:11.1c")
def test_ibf_interference_begins_when_both_dice_are_in_the_cup() -> None:
    told = {"roller": "white", "how": "opponent_touched"}
    assert ruled("roll_disturbed", "ibf", **told, when="before_the_cup").remedies == (PlayOn(),)
    for when in ("in_the_cup", "rolling"):
        assert left_open("roll_disturbed", "ibf", **told, when=when).clauses[0] == "ibf:11.1c"


@pytest.mark.clause("ibf:10.5b", "ibf:9.8a")
def test_ibf_a_double_with_the_dice_in_hand_has_its_figures() -> None:
    told = {"player": "white", "doubles": True}
    found = ruled("dice_put_back", "ibf", **told, access=True, cube=1)
    assert found.consequences.pending == "Black takes at 2 or passes and loses 1 point, before any roll."
    assert ruled("dice_put_back", "ibf", **told, access=False, cube=2).clauses == ("ibf:9.8a",)


@pytest.mark.clause("ibf:11.1b")
def test_ibf_interference_is_with_dice_cup_or_box_and_is_found_so() -> None:
    assert find_incidents("touched the baffle box")[0].kind.name == "roll_disturbed"
    assert "baffle box" in choice_sentence("roll_disturbed", "how", "opponent_touched")
