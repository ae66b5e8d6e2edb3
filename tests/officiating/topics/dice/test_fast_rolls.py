"""Rolling or lifting the dice too early, in each book."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.cases.events import RulingGiven
from barpoint.officiating.cases.ruling_confirmation import Confirmation, confirm
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseMatch, RollStands
from barpoint.rulebook.profiles.policy import book_policy
from tests.officiating.answers import (
    asked,
    at,
    earlier,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause(
    "ibf:10.4",
    "usbgf:4.1.8.1a",
    "usbgf:4.1.8.1b",
    "usbgf:4.1.8.1c",
    "bws:4.1.5.1",
    "guide:5.8a",
    "guide:5.8c",
    "guide:5.8d",
)
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_after_a_fast_roll_the_player_on_turn_chooses(book: str) -> None:
    found = ruled("fast_roll", book, roller="black", ended=False, let_pass=0)
    assert found.choice_of == "white"
    assert [option.name for option in found.options] == ["stand", "redo"]
    assert "may still change the play" in found.say
    assert ("Unless a new roll is demanded" in found.say) is (book == "bws")


def test_trad_is_silent_on_early_dice() -> None:
    assert silent("fast_roll", "trad")


@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_a_roll_after_the_turn_is_no_fast_roll(book: str) -> None:
    assert ruled("fast_roll", book, roller="black", ended=True).remedies == (RollStands(Side.BLACK),)


@pytest.mark.clause("usbgf:4.1.8.1d", "guide:5.8f")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.1.8.1d"), ("guide", "guide:5.8f")])
def test_a_forced_play_makes_no_difference(book: str, row: str) -> None:
    found = ruled("fast_roll", book, roller="black", ended=False, forced=True, let_pass=0)
    assert row in found.clauses
    assert len(found.options) == 2


@pytest.mark.clause("usbgf:4.1.8.1e", "usbgf:1.1.6d")
def test_usbgf_three_silences_cost_the_new_roll_and_both_are_warned() -> None:
    found = ruled("fast_roll", "usbgf", roller="black", ended=False, let_pass=3)
    assert found.remedies == (RollStands(Side.BLACK),)
    assert {(one.side, one.step) for one in found.penalties} == {(side, PenaltyStep.WARNING) for side in Side}
    assert "may still be changed" in found.say


@pytest.mark.clause("usbgf:4.1.8.1f")
def test_usbgf_a_silence_after_the_warning_may_cost_it_for_the_match() -> None:
    found = left_open("fast_roll", "usbgf", roller="black", ended=False, let_pass=4, warned=True)
    assert [option.name for option in found.usual] == ["lost", "redo"]
    assert "change the play" in found.forbidden[0]


@pytest.mark.clause("guide:5.8e")
def test_guide_one_silence_costs_the_rule_for_the_match() -> None:
    found = ruled("fast_roll", "guide", roller="black", ended=False, let_pass=1)
    assert found.remedies == (RollStands(Side.BLACK),)


@pytest.mark.clause("usbgf:4.1.8.2a", "ibf:11.2b", "bws:4.1.5.2a")
@pytest.mark.parametrize(
    ("book", "step"), [("usbgf", PenaltyStep.REMINDER), ("ibf", PenaltyStep.WARNING), ("bws", PenaltyStep.WARNING)]
)
def test_the_first_grab_is_pointed_out_or_warned(book: str, step: PenaltyStep) -> None:
    found = ruled("fast_grab", book, grabber="black", timed=True, rolled=False)
    assert [(one.side, one.step) for one in found.penalties] == [(Side.BLACK, step)]


@pytest.mark.clause("usbgf:4.1.8.2b", "usbgf:4.1.8.2e")
@pytest.mark.parametrize(("reserve", "left"), [("1:10", "0:40"), ("0:40", "0:10"), ("0:10", "0:01")])
def test_usbgf_grabs_after_the_warning_cost_time_or_an_early_roll(reserve: str, left: str) -> None:
    found = ruled(
        "fast_grab", "usbgf", grabber="black", earlier=2, warned=True, timed=True, reserve=at(reserve), rolled=False
    )
    assert found.choice_of == "black"
    assert [option.name for option in found.options] == ["time", "roll"]
    assert found.options[0].remedies == (ChangeClock(Side.BLACK, at(left) - at(reserve)),)


@pytest.mark.clause("usbgf:4.1.8.2b")
def test_usbgf_the_second_grab_is_warned() -> None:
    record = earlier("fast_grab", side=Side.BLACK, step=PenaltyStep.REMINDER)
    assert ruled("fast_grab", "usbgf", record, grabber="black", rolled=False).penalties[0].step is PenaltyStep.WARNING


@pytest.mark.clause("usbgf:4.1.8.2d")
def test_usbgf_a_grab_at_one_second_may_forfeit() -> None:
    record = PenaltyRecord(
        (PenaltyEntry("Black", "fast_grab", PenaltyStep.WARNING), PenaltyEntry("Black", "fast_grab", PenaltyStep.TIME))
    )
    found = left_open("fast_grab", "usbgf", record, grabber="black", timed=True, reserve=at("0:01"), rolled=False)
    assert found.usual[0].remedies == (LoseMatch(Side.BLACK),)


@pytest.mark.clause("usbgf:4.1.8.2f", "usbgf:4.1.8.2h")
def test_usbgf_a_grab_and_roll_is_a_fast_roll_only() -> None:
    found = ruled("fast_grab", "usbgf", grabber="black", rolled=True)
    assert found.choice_of == "white"
    assert not found.penalties


@pytest.mark.clause("usbgf:4.1.8.2g")
def test_usbgf_without_a_timed_clock_the_dice_are_rolled_now() -> None:
    found = left_open("fast_grab", "usbgf", grabber="black", earlier=2, warned=True, timed=False, rolled=False)
    assert found.usual[0].name == "roll"


@pytest.mark.clause("bws:4.1.5.2e")
def test_bws_time_off_and_after_one_second_the_match() -> None:
    told = {"grabber": "black", "warned": True, "timed": True}
    assert ruled("fast_grab", "bws", earlier=1, reserve=at("1:35"), **told).remedies == (
        ChangeClock(Side.BLACK, -at("0:30")),
    )
    lost = ruled("fast_grab", "bws", earlier=5, reserve=at("0:01"), cut=True, **told)
    assert lost.remedies == (LoseMatch(Side.BLACK),)


@pytest.mark.clause("ibf:11.2c")
def test_ibf_a_second_grab_gives_a_free_move_in_one_of_two_readings() -> None:
    found = left_open("fast_grab", "ibf", earlier("fast_grab", side=Side.BLACK), grabber="black", rolled=False)
    assert [option.name for option in found.usual] == ["any_play_of_the_roll", "any_play_of_any_roll"]


@pytest.mark.clause("guide:5.1c")
def test_guide_leaves_the_dice_to_the_player_on_turn() -> None:
    assert "against Black" in ruled("fast_grab", "guide", grabber="black", rolled=False, opening=True).say
    assert ruled("fast_grab", "guide", grabber="black", rolled=False, opening=False).clauses[0] == "guide:5.2b"
    assert asked("fast_grab", "guide", grabber="black", rolled=False).question.key == "opening"


@pytest.mark.clause("usbgf:4.1.8.1b", "usbgf:4.1.8.1c")
def test_usbgf_a_fast_roll_is_pointed_out_at_once() -> None:
    assert "says at once" in ruled("fast_roll", "usbgf", roller="white", ended=False, let_pass=0).say


GRAB = {"grabber": "white", "timed": True, "reserve": 60_000}


@pytest.mark.clause("bws:4.1.5.2c")
def test_bws_the_player_on_turn_claims_the_thirty_seconds() -> None:
    found = ruled("fast_grab", "bws", **GRAB, earlier=1, warned=True)
    assert "bws:4.1.5.2c" in found.clauses
    assert "ends the turn, stops the clock" in found.notes[0]
    short = ruled("fast_grab", "bws", **(GRAB | {"reserve": 20_000}), earlier=1, warned=True)
    assert "set to 1 second" in short.notes[0]


@pytest.mark.clause("bws:4.1.5.1", "bws:4.1.5.2a")
def test_bws_dice_lifted_and_rolled_early_are_two_matters() -> None:
    found = ruled("fast_grab", "bws", **GRAB, rolled=True)
    assert found.remedies == (Instruct("Rule on the roll as a fast roll."),)
    assert found.clauses == ("bws:4.1.5.2a", "bws:4.1.5.1")


@pytest.mark.clause("usbgf:4.1.8.2e", "usbgf:4.1.8.2f")
@pytest.mark.parametrize(("chosen", "steps"), [("time", [PenaltyStep.TIME]), ("roll", [])])
def test_usbgf_a_player_who_rolls_instead_has_no_time_penalty_on_the_record(
    chosen: str, steps: list[PenaltyStep]
) -> None:
    answer = ruled("fast_grab", "usbgf", **GRAB, earlier=2, warned=True)
    given = confirm(answer, Confirmation(by="Dora", at=1, chosen=chosen), book_policy("usbgf"))
    assert isinstance(given, RulingGiven)
    assert [one.step for one in given.penalties] == steps


@pytest.mark.clause("ibf:11.2b")
def test_ibf_an_early_roll_is_an_early_lift_as_well_and_brings_a_warning() -> None:
    answer = ruled("fast_roll", "ibf", roller="white", ended=False)
    assert answer.choice_of == "black"
    assert answer.penalties == (Penalty(Side.WHITE, PenaltyStep.WARNING),)
    assert {"ibf:10.4", "ibf:11.2b"} <= set(answer.clauses)


@pytest.mark.clause("ibf:11.2c")
@pytest.mark.parametrize("before", ["fast_roll", "fast_grab", "closed_out"])
def test_ibf_lifting_and_rolling_early_climb_one_ladder(before: str) -> None:
    again = ruled("fast_roll", "ibf", earlier(before), roller="white", ended=False)
    assert "ibf:11.2c" in again.clauses
    assert not again.penalties
    assert "any legal move" in again.say
    assert [one.name for one in again.options] == ["stand", "redo", "any_play_of_the_roll", "any_play_of_any_roll"]
    assert left_open("fast_grab", "ibf", earlier(before), grabber="white", rolled=False).clauses == ("ibf:11.2c",)


@pytest.mark.clause("ibf:11.2c")
def test_ibf_the_first_early_roll_says_what_the_next_one_brings() -> None:
    found = ruled("fast_roll", "ibf", roller="white", ended=False, earlier=0)
    assert "Black may choose any legal move instead" in found.consequences.next_offence


@pytest.mark.clause("ibf:10.4", "guide:5.8c")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_dice_that_were_lifted_and_rolled_early_are_ruled_as_a_fast_roll(book: str) -> None:
    answer = ruled("fast_grab", book, grabber="white", rolled=True)
    assert [option.name for option in answer.options] == ["stand", "redo"]
    assert not any(isinstance(one, Instruct) for one in answer.remedies)


@pytest.mark.clause("guide:5.1c", "guide:1.1.1b")
@pytest.mark.parametrize(("opening", "row"), [(True, "guide:5.1c"), (False, "guide:5.2b")])
def test_guide_nobody_but_the_player_on_turn_touches_the_dice(opening: bool, row: str) -> None:
    answer = ruled("fast_grab", "guide", grabber="white", rolled=False, opening=opening)
    assert answer.clauses == (row, "guide:1.1.1b")
    assert answer.penalties[0].step is PenaltyStep.REMINDER


@pytest.mark.clause("usbgf:4.1.8.2d", "usbgf:4.1.8.2e", "usbgf:4.1.8.2f")
def test_usbgf_a_grab_that_costs_time_says_what_comes_first_and_what_next() -> None:
    told = {"grabber": "black", "rolled": False, "earlier": 2, "warned": True, "timed": True, "cut": False}
    last = ruled("fast_grab", "usbgf", **told, reserve=20_000)
    assert "usbgf:4.1.8.2f" in last.clauses
    assert [row in " ".join(last.notes) for row in ("usbgf:4.1.8.2e", "usbgf:4.1.8.2d")] == [True, True]
    ample = ruled("fast_grab", "usbgf", **told, reserve=120_000)
    assert "usbgf:4.1.8.2d" not in " ".join(ample.notes)


@pytest.mark.clause("ibf:11.2c")
@pytest.mark.parametrize("more", [{}, {"warned": False}, {"warned": True}])
def test_ibf_a_repeated_grab_gives_the_free_move_whether_or_not_anybody_was_warned(more: dict[str, object]) -> None:
    found = left_open("fast_grab", "ibf", grabber="black", rolled=False, earlier=1, **more)
    assert found.clauses == ("ibf:11.2c",)
    assert found.consequences.turn is Side.WHITE


@pytest.mark.clause("bws:4.1.5.2d", "usbgf:4.1.8.2c")
@pytest.mark.parametrize("book", ["bws", "usbgf"])
def test_time_taken_for_a_fast_grab_is_shown_as_what_is_left(book: str) -> None:
    told = {"grabber": "black", "rolled": False, "earlier": 1, "warned": True, "timed": True, "cut": False}
    found = ruled("fast_grab", book, **told, reserve=at("0:20"))
    then = found.consequences if not found.options else found.options[0].consequences
    assert then.clocks == (None, at("0:01"))


@pytest.mark.clause("bws:4.1.5.2b", "usbgf:4.1.8.2b")
@pytest.mark.parametrize(("book", "earlier"), [("bws", 0), ("usbgf", 1)])
def test_after_a_warning_for_a_fast_grab_the_next_costs_thirty_seconds(book: str, earlier: int) -> None:
    told = {"grabber": "black", "rolled": False, "earlier": earlier, "timed": True, "warned": False}
    assert "30 seconds" in ruled("fast_grab", book, **told).consequences.next_offence
    assert "from 0:20 to 0:01" in ruled("fast_grab", book, **told, reserve=at("0:20")).consequences.next_offence


@pytest.mark.clause("bws:4.1.2a", "bws:5.3")
def test_bws_without_a_clock_lifted_dice_go_back() -> None:
    told = {"grabber": "black", "rolled": False, "earlier": 0, "timed": False}
    found = ruled("fast_grab", "bws", **told)
    assert found.clauses == ("bws:4.1.2a", "bws:5.3")
    assert found.penalties == ()
