"""Dice that are changed or replaced."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.remedy import GivePoints, Instruct
from tests.officiating.answers import ruled, silent, under


@pytest.mark.clause("usbgf:4.1.3b")
def test_usbgf_the_player_who_asks_rolls_all_four_and_the_other_picks_first() -> None:
    found = ruled("dice_change", "usbgf", player="white", between_games=True, just_changed=False)
    assert found.remedies == (Instruct("White rolls all four, and Black picks first."),)
    assert found.clauses == ("usbgf:4.1.3a", "usbgf:4.1.3b")


@pytest.mark.clause("usbgf:3.5.1b", "bws:3.7.1")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:3.5.1b"), ("bws", "bws:3.7.1")])
def test_dice_a_player_replaced_alone_are_put_back(book: str, row: str) -> None:
    found = ruled("dice_change", book, player="white", done=True)
    assert found.remedies == (Instruct("Take the former dice again."),)
    assert found.clauses == (row,)


@pytest.mark.clause("ibf:3.9a", "ibf:3.9b")
def test_ibf_dice_replaced_without_asking_cost_a_point_and_perhaps_more() -> None:
    answer = ruled("dice_change", "ibf", player="white", done=True)
    assert answer.penalties == (Penalty(Side.WHITE, PenaltyStep.POINTS, points=1),)
    assert answer.clauses == ("ibf:3.9a", "ibf:3.9b")
    assert "protocol" not in answer.say


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


@pytest.mark.clause("ibf:3.7a", "ibf:3.7b")
def test_ibf_the_regulations_may_let_players_have_the_dice_replaced() -> None:
    told = {"player": "white", "between_games": True, "own_changes": 0, "just_changed": False}
    assert "are changed" in ruled("dice_change", "ibf", **told, provided=True).say
    refused = ruled("dice_change", "ibf", **told)
    assert "provided" in {one.key for one in refused.assumptions}
