"""Ending the turn, with and without a clock."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import Instruct, RollStands
from tests.officiating.answers import ruled


@pytest.mark.clause("usbgf:4.1.7.2d")
def test_usbgf_a_habit_of_tapping_the_field_counts_after_a_legal_move_only() -> None:
    told = {"player": "white", "act": "touched_field", "dice": "two", "objection": "opponent_has_not_lifted"}
    assert "is over" in ruled("turn_ended", "usbgf", **told, habit="field", legal=True).say
    assert "not over" in ruled("turn_ended", "usbgf", **told, habit="field", legal=False).say


@pytest.mark.clause("guide:5.7b")
@pytest.mark.parametrize("act", ["touched_die", "covered_dice"])
def test_guide_dice_announced_as_only_being_moved_do_not_end_the_turn(act: str) -> None:
    facts = {"player": "white", "act": act, "legal": True}
    assert "not over" in ruled("turn_ended", "guide", None, **facts, announced=True).say
    assert "is over" in ruled("turn_ended", "guide", None, **facts, announced=False).say


@pytest.mark.clause("bws:4.1.6.1", "ibf:2.20b", "ibf:10.3a")
@pytest.mark.parametrize("act", ["touched_die", "lifted_die", "tapped_bar", "covered_dice"])
def test_bws_lifting_ends_a_turn_and_under_ibf_only_the_clock_does(act: str) -> None:
    bws, ibf = (ruled("turn_ended", book, player="white", act=act, legal=True) for book in ("bws", "ibf"))
    assert ("turn is over" in bws.say) is (act == "lifted_die")
    assert "turn is not over" in ibf.say


@pytest.mark.clause("usbgf:4.1.7.2c", "usbgf:4.1.7.3a", "usbgf:4.1.7.3b", "usbgf:4.1.7.3c")
@pytest.mark.parametrize(
    ("dice", "act", "legal", "over", "row"),
    [
        ("two", "tapped_bar", True, True, "usbgf:4.1.7.2c"),
        ("two", "touched_field", True, False, "usbgf:4.1.7.2c"),
        ("four", "lifted_die", True, True, "usbgf:4.1.7.3a"),
        ("four", "touched_die", True, True, "usbgf:4.1.7.3b"),
        ("four", "touched_die", False, False, "usbgf:4.1.7.3c"),
        ("four", "lifted_die", False, True, "usbgf:4.1.7.3c"),
    ],
)
def test_usbgf_what_ends_a_turn(dice: str, act: str, legal: bool, over: bool, row: str) -> None:
    told = {"objection": "opponent_has_not_lifted", "habit": "both"} if act == "touched_field" else {}
    found = ruled("turn_ended", "usbgf", player="white", dice=dice, act=act, legal=legal, **told)
    ended = "turn is over" in found.say or "That ends" in found.say
    assert ended is over
    assert found.clauses[0] == row


@pytest.mark.clause("usbgf:4.1.7.2d", "usbgf:4.1.7.2e", "usbgf:4.1.7.2h")
@pytest.mark.parametrize(
    ("objection", "legal", "habit", "over", "row"),
    [
        ("before_a_die_landed", True, "field", False, "usbgf:4.1.7.2e"),
        ("after_a_die_landed", True, "bar", True, "usbgf:4.1.7.2e"),
        ("after_a_die_landed", False, "bar", False, "usbgf:4.1.7.2e"),
        ("opponent_has_not_lifted", True, "field", True, "usbgf:4.1.7.2d"),
        ("opponent_has_not_lifted", True, "bar", False, "usbgf:4.1.7.2d"),
        ("opponent_has_not_lifted", True, "both", False, "usbgf:4.1.7.2h"),
    ],
)
def test_usbgf_a_touch_of_the_field(objection: str, legal: bool, habit: str, over: bool, row: str) -> None:
    told = {"dice": "two", "act": "touched_field", "objection": objection, "habit": habit}
    found = ruled("turn_ended", "usbgf", player="white", legal=legal, **told)
    ended = "turn is over" in found.say or "That ends" in found.say
    assert ended is over
    assert row in found.clauses
    assert not found.penalties


@pytest.mark.clause("usbgf:4.1.2c", "guide:5.7a")
def test_a_die_touched_in_silence() -> None:
    told = {"player": "white", "act": "touched_die", "legal": True}
    four, two = (ruled("turn_ended", "usbgf", dice=dice, **told) for dice in ("four", "two"))
    assert "turn is over" in four.say
    assert "turn is not over" in two.say
    assert "usbgf:4.1.2c" in four.clauses
    assert "usbgf:4.1.2c" in two.clauses
    assert "guide:5.7a" in ruled("turn_ended", "guide", announced=True, **told).clauses


@pytest.mark.clause("guide:5.3a", "guide:5.3b", "guide:5.3c", "guide:5.7b")
@pytest.mark.parametrize(
    ("act", "announced", "over", "row"),
    [
        ("touched_die", False, True, "guide:5.3a"),
        ("touched_die", True, False, "guide:5.3b"),
        ("lifted_die", False, True, "guide:5.3c"),
        ("covered_dice", False, True, "guide:5.7b"),
    ],
)
def test_guide_what_ends_a_turn(act: str, announced: bool, over: bool, row: str) -> None:
    found = ruled("turn_ended", "guide", player="white", act=act, announced=announced, legal=True)
    ended = "turn is over" in found.say or "That ends" in found.say
    assert ended is over
    assert row in found.clauses


@pytest.mark.clause("usbgf:4.1.7.2c", "usbgf:4.1.7.3c", "bws:4.1.6.1", "guide:5.3c")
@pytest.mark.parametrize(
    ("book", "act", "own"),
    [
        ("usbgf", {"act": "tapped_bar", "dice": "two"}, "usbgf:4.2.3.1(a)-2"),
        ("usbgf", {"act": "lifted_die", "dice": "four"}, "usbgf:4.2.3.1(a)-2"),
        ("bws", {"act": "lifted_die"}, "bws:4.2.3.1a"),
        ("guide", {"act": "lifted_die"}, "guide:addendum-illegal-moves-2"),
        ("guide", {"act": "covered_dice", "announced": False}, "guide:addendum-illegal-moves-2"),
    ],
)
def test_the_end_of_a_turn_makes_no_illegal_play_stand(book: str, act: dict[str, str], own: str) -> None:
    illegal = ruled("turn_ended", book, player="white", legal=False, **act)
    assert own in illegal.clauses
    assert "illegal_play" in str(illegal.remedies[0])
    assert "the play stands" in ruled("turn_ended", book, player="white", legal=True, **act).say


@pytest.mark.clause("usbgf:4.1.7.2e")
def test_usbgf_a_disputed_end_of_a_turn_says_which_roll_counts() -> None:
    told = {"player": "white", "act": "touched_field", "dice": "two", "legal": True}
    over = ruled("turn_ended", "usbgf", **told, objection="after_a_die_landed")
    assert over.remedies == (RollStands(Side.BLACK),)
    assert (over.consequences.turn, over.consequences.roll) == (Side.BLACK, "stands")
    back = ruled("turn_ended", "usbgf", **told, objection="before_a_die_landed")
    assert back.remedies == (Instruct("Set the dice back to White's roll; a roll made since is void."),)


@pytest.mark.clause("usbgf:4.1.7.3c", "guide:5.3a")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_an_illegal_play_in_a_turn_that_is_not_over_is_made_legal_first(book: str) -> None:
    found = ruled("turn_ended", book, player="white", act="touched_die", dice="four", legal=False, announced=False)
    assert "has to be made legal" in found.say


@pytest.mark.clause("guide:5.3d", "guide:5.7c", "bws:4.1.6.2a", "usbgf:4.1.7.1a")
@pytest.mark.parametrize("book", ["guide", "bws", "usbgf"])
@pytest.mark.parametrize("act", ["covered_dice", "touched_die", "lifted_die", "tapped_bar"])
def test_with_a_clock_only_its_press_ends_a_turn(book: str, act: str) -> None:
    open_turn = ruled("turn_ended", book, player="white", act=act, clock=True)
    assert open_turn.consequences.turn is Side.WHITE
    assert open_turn.consequences.play_may_change


@pytest.mark.clause("usbgf:4.1.7.2d", "usbgf:4.1.7.2e")
@pytest.mark.parametrize(
    ("objection", "habit", "named"),
    [
        ("before_a_die_landed", "field", True),
        ("before_a_die_landed", "bar", False),
        ("after_a_die_landed", "bar", True),
        ("after_a_die_landed", "field", False),
    ],
)
def test_a_habit_that_tends_the_other_way_than_the_objection_is_named(objection: str, habit: str, named: bool) -> None:
    told = {"player": "white", "act": "touched_field", "dice": "two", "legal": True, "clock": False}
    found = ruled("turn_ended", "usbgf", **told, objection=objection, habit=habit)
    assert ("dice-25" in {reading.id for reading in found.readings}) == named
    assert any("usbgf:4.1.7.2d" in note for note in found.notes) == named
