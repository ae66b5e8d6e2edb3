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
    [({"shoes": "yes"}, "expected one of clock"), ({"precision_dice": "maybe"}, "expected yes or no")],
)
def test_what_no_sheet_has_is_refused_with_what_was_expected(white: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sheet("USBGF Open", white, {})
