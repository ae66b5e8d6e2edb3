"""Changing the dice and ending the turn without a clock."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import GivePoints
from tests.officiating.asking import ruled, silent, under


@pytest.mark.clause("usbgf:4.1.3c")
@pytest.mark.parametrize(("just_changed", "granted"), [(True, False), (False, True)])
def test_usbgf_one_change_of_dice_a_game(just_changed: bool, granted: bool) -> None:
    found = ruled("dice_change", "usbgf", player="black", between_games=True, just_changed=just_changed)
    assert found.say.startswith("The dice are changed") is granted


@pytest.mark.clause("ibf:3.9a")
def test_ibf_dice_changed_without_asking_cost_a_point() -> None:
    found = ruled("dice_change", "ibf", player="white", done=True)
    assert found.remedies == (GivePoints(Side.WHITE, -1),)


@pytest.mark.clause("ibf:3.7a")
def test_ibf_without_the_option_no_request_is_granted() -> None:
    assert ruled("dice_change", "ibf", player="white").clauses == ("ibf:3.7a",)


@pytest.mark.clause("ibf:3.7b", "ibf:3.7c")
@pytest.mark.parametrize(
    ("between", "own", "just", "granted", "row"),
    [
        (True, 0, False, True, "ibf:3.7b"),
        (True, 1, False, False, "ibf:3.7b"),
        (False, 0, False, False, "ibf:3.7b"),
        (True, 0, True, False, "ibf:3.7c"),
    ],
)
def test_ibf_between_games_once_each_and_a_game_apart(
    between: bool, own: int, just: bool, granted: bool, row: str
) -> None:
    usual = under("ibf")
    event = msgspec.structs.replace(usual, options=msgspec.structs.replace(usual.options, dice_changes=True))
    told = {"between_games": between, "own_changes": own, "just_changed": just}
    found = ruled("dice_change", event, player="black", **told)
    assert found.say.startswith("The dice are changed") is granted
    assert found.clauses[0] == row


def test_who_is_silent() -> None:
    assert silent("dice_change", "trad")
    assert silent("turn_ended", "trad")


@pytest.mark.clause("bws:4.1.3a", "bws:4.1.3b", "guide:3.6b", "guide:3.6c")
@pytest.mark.parametrize("book", ["bws", "guide"])
@pytest.mark.parametrize(("between", "granted"), [(True, True), (False, False)])
def test_bws_and_guide_mix_the_dice_between_games(book: str, between: bool, granted: bool) -> None:
    found = ruled("dice_change", book, player="white", between_games=between)
    assert found.say.startswith("The dice are changed") is granted
    assert ("Black picks first" in found.say) is granted


@pytest.mark.clause("bws:4.1.6.1", "ibf:2.20b", "ibf:10.3a")
@pytest.mark.parametrize("act", ["touched_die", "lifted_die", "tapped_bar", "covered_dice"])
def test_bws_lifting_ends_a_turn_and_under_ibf_only_the_clock_does(act: str) -> None:
    bws, ibf = (ruled("turn_ended", book, player="white", act=act) for book in ("bws", "ibf"))
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
    assert ("turn is over" in found.say) is over
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
    assert ("turn is over" in found.say) is over
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
    assert ("turn is over" in found.say) is over
    assert row in found.clauses
