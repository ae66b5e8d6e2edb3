"""Which hand, whose checkers, and what may not be touched, turned, hidden or taken away."""

import pytest

from barpoint.board import Side
from barpoint.officiating import all_kinds, find_incidents
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.remedy import PlayOn
from tests.officiating.answers import left_open, ruled, silent

DONE = {
    "two_hands": "ibf:3.4c",
    "other_hand_on_clock": "ibf:8.4a",
    "hand_over_clock": "ibf:8.4b",
    "pressed_unfinished": "ibf:8.4c",
    "obstructed_restoring": "ibf:3.12f",
    "touched_checkers": "ibf:12.5.5",
    "touched_board": "ibf:12.5.6",
    "turned_die": "ibf:12.5.8",
    "dice_below_table": "ibf:12.5.9",
    "hand_in_box": "ibf:3.3b",
    "first_die_left": "ibf:12.3",
    "cube_off_board": "ibf:9.12a",
    "borne_off_checkers": "ibf:12.5.7",
    "clock_left_running": "ibf:8.12",
    "opening_out_of_order": "ibf:12.2a",
    "wrong_seat": "ibf:3.4d",
}


@pytest.mark.clause(*DONE.values(), "ibf:12.5.4", "ibf:13.6", "ibf:3.12e", "ibf:17.1g", "ibf:17.2")
@pytest.mark.parametrize(("what", "row"), DONE.items())
def test_ibf_names_the_clause_and_leaves_the_sanction_to_the_arbiter(what: str, row: str) -> None:
    found = left_open("wrong_handling", "ibf", who="white", what=what, earlier=1)
    assert found.clauses[0] == row
    assert {"ibf:17.1g", "ibf:17.2"} <= set(found.clauses)
    assert [option.name for option in found.usual][:2] == ["put_right", "warning"]
    assert "this is offence 2" in found.factors


def test_every_act_of_ibf_is_tried() -> None:
    assert set(all_kinds()["wrong_handling"].questions["what"].under("ibf").choices) == set(DONE)


@pytest.mark.clause("usbgf:4.2.2.1d", "usbgf:4.2.2.2a", "usbgf:4.2.2.2b", "usbgf:4.3.1", "usbgf:4.2.2b")
@pytest.mark.parametrize("what", ["two_hands", "other_hand_on_clock", "touched_checkers", "borne_off_checkers"])
def test_usbgf_puts_it_right_and_warns_who_goes_on_to_confuse(what: str) -> None:
    told = {"who": "white", "what": what}
    assert ruled("wrong_handling", "usbgf", **told, confused=False).penalties == ()
    assert ruled("wrong_handling", "usbgf", **told, confused=True, earlier=0).penalties == ()
    again = ruled("wrong_handling", "usbgf", **told, confused=True, earlier=1)
    assert again.penalties == (Penalty(Side.WHITE, PenaltyStep.WARNING, 2),)
    assert "usbgf:4.2.2b" in again.clauses
    assert left_open("wrong_handling", "usbgf", **told, confused=True, earlier=2).usual


@pytest.mark.clause(
    "bws:4.2.1a", "bws:4.2.2a", "bws:4.2.2c", "bws:4.3.1", "bws:5.3", "bws:1.2.3b", "guide:5.4b", "guide:5.4f"
)
@pytest.mark.parametrize(
    ("book", "what", "rows"),
    [
        ("bws", "two_hands", ("bws:4.2.1a", "bws:5.3")),
        ("bws", "touched_checkers", ("bws:4.2.2a", "bws:5.3")),
        ("bws", "other_hand_on_clock", ("bws:4.3.1", "bws:5.3")),
        ("bws", "borne_off_checkers", ("bws:4.2.2c", "bws:5.3")),
        ("guide", "two_hands", ("guide:5.4b", "guide:5.4f")),
    ],
)
def test_elsewhere_it_tells_against_the_player_in_a_dispute(book: str, what: str, rows: tuple[str, ...]) -> None:
    found = ruled("wrong_handling", book, who="black", what=what)
    assert found.clauses == rows
    assert "tells against Black" in found.say
    assert PlayOn() in found.remedies


def test_trad_says_nothing_of_hands() -> None:
    assert silent("wrong_handling", "trad")


@pytest.mark.parametrize(
    "words", ["moved with two hands", "keeps his hand over the clock button", "flipped the die over while sliding it"]
)
def test_it_is_found_by_everyday_words(words: str) -> None:
    assert find_incidents(words, book="ibf")[0].kind.name == "wrong_handling"


@pytest.mark.clause("usbgf:4.1.7.1a", "usbgf:4.2.3.1(b)-4")
def test_usbgf_a_press_before_the_move_is_complete_leads_to_the_illegal_play() -> None:
    found = ruled("wrong_handling", "usbgf", who="white", what="pressed_unfinished")
    assert "ended White's turn" in found.say
    assert "usbgf:4.2.3.1(a)-2" in found.clauses


@pytest.mark.clause("guide:5.2b")
@pytest.mark.parametrize("what", ["touched_checkers", "touched_board"])
def test_guide_only_the_player_on_turn_touches_anything(what: str) -> None:
    assert "guide:5.2b" in ruled("wrong_handling", "guide", who="white", what=what).clauses
