"""The agreement sheet: both sides' wishes settled as the event's book has it."""

import pytest

from barpoint.board import Side
from barpoint.rulebook import preset
from barpoint.rulebook.profiles.agreement import AgreementSheet, agreement_sheet


def sheet(name: str, white: dict[str, str], black: dict[str, str], *rolls: object) -> AgreementSheet:
    return agreement_sheet(preset(name), {Side.WHITE: white, Side.BLACK: black}, rolls)  # type: ignore[arg-type]  # as a test writes them


def line(of: AgreementSheet, topic: str) -> tuple[tuple[str, str], str]:
    (found,) = [one for one in of.lines if one.topic == topic]
    return found.settled, found.why


@pytest.mark.clause("usbgf:1.7.1a", "usbgf:1.7.1.2a", "usbgf:3.4.4.1a")
def test_what_is_preferred_is_used_if_either_insists() -> None:
    settled = sheet("USBGF Open", {"clock": "yes", "precision_dice": "no"}, {"clock": "no", "precision_dice": "no"})
    assert line(settled, "clock") == (("yes", "yes"), "preferred")
    assert line(settled, "precision_dice") == (("no", "no"), "preferred")
    assert settled.clashes == ()


@pytest.mark.clause("usbgf:1.7.1.4a", "usbgf:1.7.1.5")
def test_what_needs_agreement_needs_both_and_some_is_each_ones_own() -> None:
    settled = sheet(
        "USBGF Open",
        {"mixed_devices": "yes", "score_keeping": "cards"},
        {"mixed_devices": "no", "score_keeping": "paper"},
    )
    assert line(settled, "mixed_devices") == (("no", "no"), "if_agreed")
    assert line(settled, "score_keeping") == (("cards", "paper"), "per_player")


@pytest.mark.clause("usbgf:3.3a", "usbgf:3.3b", "usbgf:3.3c", "usbgf:3.3d", "usbgf:1.7.1.3")
def test_one_roll_decides_every_clash_on_the_sheet() -> None:
    white, black = (
        {"colours": "white", "direction": "left"},
        {"colours": "white", "direction": "right", "seats": "window"},
    )
    asked = sheet("USBGF Open", white, black)
    assert asked.clashes == ("direction", "colours")
    assert line(asked, "direction") == (("", ""), "")
    assert line(asked, "seats") == (("the other", "window"), "agreed")
    tied = sheet("USBGF Open", white, black, ((3, 3), (5, 1)))
    assert tied.clashes == ("direction", "colours")
    rolled = sheet("USBGF Open", white, black, ((3, 3), (5, 1)), ((2, 1), (2, 2)))
    assert (rolled.clashes, rolled.winner) == ((), Side.BLACK)
    assert line(rolled, "direction") == (("right", "right"), "rolled by black")
    assert line(rolled, "colours") == (("the other", "white"), "rolled by black")


@pytest.mark.clause("ibf:3.5", "ibf:3.3a")
def test_ibf_rolls_for_colour_and_uses_a_box_where_either_asks() -> None:
    settled = sheet("IBF Backgammon", {"colours": "light", "baffle_box": "yes"}, {"colours": "light"})
    assert settled.clashes == ("colours",)
    assert line(settled, "baffle_box") == (("yes", "yes"), "preferred")


@pytest.mark.parametrize(
    ("white", "words"),
    [({"shoes": "yes"}, "expected one of clock"), ({"precision_dice": "maybe"}, "expected yes, no, later")],
)
def test_what_no_sheet_has_is_refused_with_what_was_expected(white: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sheet("USBGF Open", white, {})


@pytest.mark.clause("usbgf:4.1.7.2a", "usbgf:3.2.1a", "usbgf:3.2.2b", "usbgf:3.2.3.2a", "usbgf:2.1b")
def test_what_is_preferred_holds_unless_both_say_no() -> None:
    silent = sheet("USBGF Advanced", {}, {})
    preferred = [row for row in silent.lines if row.method == "preferred"]
    assert {row.topic: row.settled for row in preferred} == {row.topic: ("yes", "yes") for row in preferred}
    assert len(preferred) == 6
    assert line(silent, "clock") == (("no", "no"), "if_agreed")
    one_no = sheet("USBGF Advanced", {"untimed_clock": "no"}, {})
    assert line(one_no, "untimed_clock") == (("yes", "yes"), "preferred")
    both_no = sheet("USBGF Advanced", {"untimed_clock": "no"}, {"untimed_clock": "no"})
    assert line(both_no, "untimed_clock") == (("no", "no"), "preferred")


@pytest.mark.clause("bws:2.1b", "bws:3.2", "bws:3.3.1", "bws:3.5.1.2")
def test_what_a_player_may_demand_is_not_used_until_somebody_does() -> None:
    silent = sheet("BWS", {}, {"precision_dice": "yes"})
    assert line(silent, "lipped_cups") == (("no", "no"), "preferred")
    assert line(silent, "precision_dice") == (("yes", "yes"), "preferred")


@pytest.mark.clause("usbgf:3.2.2a", "usbgf:4.1.7.2a")
def test_a_clocked_match_has_two_dice_and_four_dice_leave_no_turn_to_end_by_a_clock() -> None:
    no_dice = {"two_dice": "no"}
    clocked = sheet("USBGF Advanced", {"clock": "yes", **no_dice}, {"clock": "yes", **no_dice})
    assert line(clocked, "two_dice") == (("yes", "yes"), "clock")
    assert line(clocked, "untimed_clock") == (("no", "no"), "clock")
    four = sheet("USBGF Advanced", no_dice, no_dice)
    assert line(four, "two_dice") == (("no", "no"), "preferred")
    assert line(four, "untimed_clock") == (("no", "no"), "two_dice")
    imposed = agreement_sheet(
        preset("USBGF Advanced"), {Side.WHITE: no_dice, Side.BLACK: no_dice}, imposed={"clock": "yes"}
    )
    assert line(imposed, "two_dice") == (("yes", "yes"), "clock")
