"""Orders about equipment, changes of it during a match, and wishes that clash before it."""

import pytest

from barpoint.officiating.remedy import Instruct, PlayOn
from tests.officiating.answers import (
    asked,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("ibf:3.8a", "ibf:3.8b")
def test_ibf_other_dice_need_a_reason_and_the_chief_arbiter() -> None:
    assert asked("equipment_ordered", "ibf", by="deputy", reason=" ").wrong
    found = ruled("equipment_ordered", "ibf", by="chief_arbiter", reason="chipped die", during_game=True)
    assert "chipped die" in found.say
    assert found.clauses == ("ibf:3.8a", "ibf:3.8b")
    assert "stay" in ruled("equipment_ordered", "ibf", by="other").say


@pytest.mark.clause("usbgf:3.5a", "usbgf:3.5.1a", "usbgf:4.1.5", "bws:3.7.1", "bws:3.4.1.4")
def test_an_order_of_the_director_holds_and_under_usbgf_there_is_no_appeal() -> None:
    usbgf, bws = (ruled("equipment_ordered", book) for book in ("usbgf", "bws"))
    assert usbgf.appeal is not None
    assert not usbgf.appeal.allowed
    assert usbgf.appeal.clauses[0] == "usbgf:3.5.1a"
    assert "nobody is blamed" in usbgf.say
    assert bws.appeal is not None
    assert bws.appeal.allowed
    assert left_open("equipment_ordered", "guide").clauses[0] == "guide:3.3b"
    assert silent("equipment_ordered", "trad")


@pytest.mark.clause("bws:3.7.1", "usbgf:3.5.1b", "guide:3.4a", "guide:3.4b")
@pytest.mark.parametrize(
    ("ground", "between", "changed"),
    [
        ("defective", False, {"usbgf", "bws", "guide"}),
        ("both_agree", False, {"bws"}),
        ("both_agree", True, {"usbgf", "bws"}),
        ("proper_board", False, set()),
        ("proper_board", True, {"usbgf", "bws"}),
        ("precision_dice", False, {"usbgf", "bws"}),
        ("better_cups", False, {"usbgf", "bws"}),
        ("just_a_wish", True, set()),
    ],
)
def test_when_players_may_have_other_equipment(ground: str, between: bool, changed: set[str]) -> None:
    told = {"ground": ground, "between_games": between}
    found = {book: ruled("equipment_change", book, **told) for book in ("usbgf", "bws", "guide")}
    assert {book for book, one in found.items() if one.remedies != (PlayOn(),)} == changed
    assert silent("equipment_change", "ibf", "trad")


@pytest.mark.clause("usbgf:3.3d")
def test_usbgf_everything_is_named_before_one_roll() -> None:
    first = ruled("wishes_clash", "usbgf", topic="seats", listed=False)
    assert first.clauses[0] == "usbgf:3.3d"
    assert "name everything" in first.say
    then = ruled("wishes_clash", "usbgf", topic="seats", listed=True)
    assert then.remedies == (Instruct("Both roll two dice."),)


@pytest.mark.clause("ibf:3.5", "usbgf:3.3b", "usbgf:3.3c", "bws:3.6", "guide:3.3a")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
@pytest.mark.parametrize(("white", "black", "said"), [(9, 8, "White has"), (3, 8, "Black has"), (7, 7, "roll again")])
def test_the_larger_sum_chooses(book: str, white: int, black: int, said: str) -> None:
    found = ruled("wishes_clash", book, topic="direction", listed=True, sum_white=white, sum_black=black)
    assert said in found.say


@pytest.mark.clause("usbgf:3.3e")
def test_usbgf_a_late_wish_is_the_directors() -> None:
    assert left_open("wishes_clash", "usbgf", topic="seats", mediated=True).clauses == ("usbgf:3.3e",)


@pytest.mark.clause("usbgf:3.3f", "guide:3.3b")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:3.3f"), ("guide", "guide:3.3b")])
def test_unreasonable_equipment_needs_no_roll(book: str, row: str) -> None:
    found = left_open("wishes_clash", book, topic="equipment", unreasonable=True)
    assert found.clauses[0] == row
    assert found.appeal is not None
    assert found.appeal.allowed is (book == "guide")


@pytest.mark.clause("usbgf:2.1b", "usbgf:4.1.7.2a", "usbgf:3.2.3b", "bws:3.4.1.1", "bws:2.1b")
@pytest.mark.parametrize(
    ("book", "topic", "wanted", "used"),
    [
        ("usbgf", "non_smoking", "black", True),
        ("usbgf", "non_smoking", "neither", False),
        ("usbgf", "untimed_clock", "white", True),
        ("usbgf", "mixed_devices", "white", False),
        ("usbgf", "mixed_devices", "both", True),
        ("bws", "non_smoking", "white", True),
        ("bws", "baffle_box", "white", False),
        ("bws", "baffle_box", "both", True),
    ],
)
def test_one_wish_or_two(book: str, topic: str, wanted: str, used: bool) -> None:
    found = ruled("wishes_clash", book, topic=topic, wanted_by=wanted)
    assert (found.remedies != (PlayOn(),)) is used


def test_topics_a_book_does_not_have() -> None:
    assert not left_open("wishes_clash", "ibf", topic="seats").covered
    assert ruled("wishes_clash", "usbgf", topic="score_keeping").remedies == (PlayOn(),)
    assert silent("wishes_clash", "trad")


@pytest.mark.clause("usbgf:3.2.3a", "usbgf:3.2.3.2a", "usbgf:3.3a", "bws:3.6")
@pytest.mark.parametrize(
    ("book", "told", "row"),
    [
        ("usbgf", {"topic": "lipped_cups", "wanted_by": "white"}, "usbgf:3.2.3.2a"),
        ("usbgf", {"topic": "colours", "listed": True}, "usbgf:3.3a"),
        ("bws", {"topic": "colours"}, "bws:3.6"),
        ("bws", {"topic": "two_dice"}, "bws:3.3.2"),
        ("bws", {"topic": "cup_with_box"}, "bws:3.4.3b"),
    ],
)
def test_wishes_these_books_do_speak_of(book: str, told: dict[str, object], row: str) -> None:
    assert row in ruled("wishes_clash", book, **told).clauses


@pytest.mark.clause("usbgf:3.2.3a")
@pytest.mark.parametrize(
    ("wanted", "lipped", "box"), [("white", True, False), ("white", False, True), ("both", True, True)]
)
def test_usbgf_a_baffle_box_ranks_between_lipped_cups_and_others(wanted: str, lipped: bool, box: bool) -> None:
    found = ruled("wishes_clash", "usbgf", topic="baffle_box", wanted_by=wanted, lipped=lipped)
    assert found.clauses == ("usbgf:3.2.3a",)
    assert (found.remedies != (PlayOn(),)) is box


@pytest.mark.clause("guide:3.3a")
def test_guide_casts_dice_for_equipment_and_direction_and_names_no_seats() -> None:
    assert ruled("wishes_clash", "guide", topic="direction").clauses == ("guide:3.3a",)
    assert not left_open("wishes_clash", "guide", topic="seats").covered
    for topic in ("precision_dice", "lipped_cups"):
        assert ruled("wishes_clash", "guide", topic=topic, unreasonable=False).clauses == ("guide:3.3a",)


@pytest.mark.clause("ibf:3.3a", "ibf:3.3c", "ibf:3.6", "guide:3.5b", "guide:5.10f")
def test_wishes_that_are_for_the_event_or_the_director() -> None:
    box = ruled("wishes_clash", "ibf", topic="baffle_box")
    assert (box.clauses, box.remedies) == (("ibf:3.3a", "ibf:3.3c"), (Instruct("Play with a baffle box."),))
    assert ruled("wishes_clash", "ibf", topic="precision_dice").clauses == ("ibf:3.6",)
    assert ruled("wishes_clash", "ibf", topic="lipped_cups").clauses == ("ibf:3.3c",)
    wanted = left_open("wishes_clash", "guide", topic="baffle_box", wanted_by="white")
    assert (wanted.covered, wanted.clauses) == (True, ("guide:3.5b",))
    assert ruled("wishes_clash", "guide", topic="baffle_box", wanted_by="both").remedies == box.remedies
    for wish, noted in (("both", True), ("black", False)):
        clock = ruled("wishes_clash", "guide", topic="untimed_clock", wanted_by=wish)
        assert clock.clauses == ("guide:5.10f",)
        assert (clock.remedies != (PlayOn(),)) is noted
