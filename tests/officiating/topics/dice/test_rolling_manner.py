"""Patterns of bad rolling, and devices and monitors that players ask for."""

import pytest

from barpoint.officiating.answer import Discretion, PenaltyStep, Ruling
from barpoint.officiating.remedy import Instruct, PlayOn
from tests.officiating.answers import (
    BOOKS,
    ask,
    earlier,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("guide:5.5c", "guide:5.5d", "guide:5.5e", "guide:5.5f")
def test_guide_a_ladder_from_a_reminder_to_a_named_roller() -> None:
    reminder = ruled("bad_rolling", "guide", roller="white", reminded=False)
    assert reminder.clauses == ("guide:5.5c",)
    first = left_open("bad_rolling", "guide", roller="white", reminded=True)
    assert [one.name for one in first.usual] == ["caution", "baffle_box", "dice_tube", "monitor"]
    again = ruled("bad_rolling", "guide", earlier("bad_rolling"), roller="white", reminded=True)
    assert again.choice_of == "black"
    assert again.penalties[0].step is PenaltyStep.WARNING
    still = left_open("bad_rolling", "guide", earlier("bad_rolling", 2), roller="white", reminded=True)
    assert [one.name for one in still.usual] == ["stand", "roll_over", "points", "named_roller"]
    assert "guide:5.5f" in still.clauses


@pytest.mark.clause("bws:2.4.1", "bws:3.4.1.4", "usbgf:4.1.5", "usbgf:4.1.6a", "usbgf:4.1.6b")
def test_bad_rolling_in_the_other_books() -> None:
    bws = left_open("bad_rolling", "bws", roller="white")
    assert bws.usual[0].name == "baffle_box"
    assert "must use it" in bws.say
    usbgf = left_open("bad_rolling", "usbgf", roller="white")
    assert [one.name for one in usbgf.usual] == ["baffle_box", "monitor", "other_dice"]
    assert "misconduct" in usbgf.forbidden[0]
    assert silent("bad_rolling", "trad")


@pytest.mark.clause("usbgf:4.1.6b", "bws:2.4.2", "guide:3.5b", "ibf:3.3c")
def test_a_wish_for_a_baffle_box_in_five_books() -> None:
    told = {"what": "baffle_box", "regulations": "either", "available": True, "objection": True, "legitimate": False}
    found = {book: ask("device_wanted", book, **told) for book in BOOKS}
    kinds = {book: type(one) for book, one in found.items()}
    assert kinds == {"ibf": Ruling, "usbgf": Discretion, "bws": Discretion, "guide": Ruling, "trad": Discretion}
    for book in ("ibf", "guide"):
        assert ruled("device_wanted", book, **told).remedies == (Instruct("Use a baffle box."),)
    for book in ("usbgf", "bws"):
        assert left_open("device_wanted", book, **told).usual[0].name == "baffle_box"
    assert silent("device_wanted", "trad")


@pytest.mark.clause("guide:3.5b")
def test_guide_a_legitimate_objection_is_weighed() -> None:
    found = left_open("device_wanted", "guide", what="dice_tube", objection=True, legitimate=True)
    assert [one.name for one in found.usual] == ["dice_tube", "refused"]


@pytest.mark.clause("ibf:3.3c")
def test_ibf_the_regulations_decide() -> None:
    assert ruled("device_wanted", "ibf", what="baffle_box", regulations="cup").remedies == (PlayOn(),)
    assert not left_open("device_wanted", "ibf", what="monitor").covered


@pytest.mark.clause("bws:1.7.4", "bws:2.4.2", "usbgf:1.3.3a", "guide:4a")
def test_a_monitor_for_the_rest_of_the_match() -> None:
    assert left_open("device_wanted", "bws", what="monitor").clauses[0] == "bws:1.7.4"
    assert "usbgf:1.3.3a" in left_open("device_wanted", "usbgf", what="monitor", available=True).clauses
    assert left_open("device_wanted", "guide", what="monitor").clauses == ("guide:4a",)
    assert not left_open("device_wanted", "bws", what="dice_tube").covered


@pytest.mark.clause("usbgf:4.1.6a")
def test_usbgf_what_is_not_there_cannot_be_used() -> None:
    assert ruled("device_wanted", "usbgf", what="baffle_box", available=False).remedies == (PlayOn(),)


@pytest.mark.clause("bws:3.7.1")
def test_bws_other_dice_are_the_directors_to_order() -> None:
    assert left_open("device_wanted", "bws", what="other_dice").clauses == ("bws:3.7.1",)


@pytest.mark.clause("guide:3.6b", "ibf:3.7a")
@pytest.mark.parametrize(("book", "row"), [("guide", "guide:3.6b"), ("ibf", "ibf:3.7a")])
def test_a_wish_for_other_dice_is_ruled_as_a_change_of_dice(book: str, row: str) -> None:
    assert ruled("device_wanted", book, what="other_dice").clauses == (row,)


@pytest.mark.clause("ibf:17.1g")
def test_ibf_a_player_who_keeps_rolling_improperly_may_be_sanctioned() -> None:
    assert "ibf:17.2" in left_open("bad_rolling", "ibf", roller="white").clauses


@pytest.mark.clause("bws:3.4.1.1", "bws:3.4.1.2", "bws:3.4.1.3", "bws:3.4.2", "bws:3.4.4")
def test_bws_a_box_that_was_announced_or_that_both_want_is_used() -> None:
    for facts, row in (
        ({"regulations": "baffle_box"}, "bws:3.4.1.3"),
        ({"regulations": "preferred"}, "bws:3.4.1.2"),
        ({"objection": False}, "bws:3.4.1.1"),
    ):
        assert ruled("device_wanted", "bws", what="baffle_box", **facts).clauses[0] == row
    assert left_open("device_wanted", "bws", what="baffle_box", regulations="either", objection=True).usual
