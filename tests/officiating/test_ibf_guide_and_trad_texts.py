"""Rulings under ibf, guide and trad, each compared with the text of its clause."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, Step
from barpoint.officiating.remedy import Instruct, PlayOn, RollStands
from barpoint.rulebook.tariff import Sanction
from tests.officiating.asking import earlier, left_open, ruled


@pytest.mark.clause("ibf:11.2b")
def test_ibf_an_early_roll_is_an_early_lift_as_well_and_brings_a_warning() -> None:
    answer = ruled("fast_roll", "ibf", roller="white", ended=False)
    assert answer.choice_of == "black"
    assert answer.penalties == (Penalty(Side.WHITE, Step.WARNING),)
    assert {"ibf:10.4", "ibf:11.2b"} <= set(answer.clauses)


@pytest.mark.clause("ibf:11.2c")
@pytest.mark.parametrize("before", ["fast_roll", "fast_grab", "closed_out"])
def test_ibf_lifting_and_rolling_early_climb_one_ladder(before: str) -> None:
    again = ruled("fast_roll", "ibf", earlier(before), roller="white", ended=False)
    assert "ibf:11.2c" in again.clauses
    assert not again.penalties
    assert any("any legal move" in note for note in again.notes)
    assert left_open("fast_grab", "ibf", earlier(before), grabber="white").clauses == ("ibf:11.2c",)


@pytest.mark.clause("ibf:10.4", "guide:5.8c")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_dice_that_were_lifted_and_rolled_early_are_ruled_as_a_fast_roll(book: str) -> None:
    answer = ruled("fast_grab", book, grabber="white", rolled=True)
    assert [option.name for option in answer.options] == ["stand", "redo"]
    assert not any(isinstance(one, Instruct) for one in answer.remedies)


@pytest.mark.clause("guide:5.1c", "guide:1.1.1b")
@pytest.mark.parametrize(("opening", "row"), [(True, "guide:5.1c"), (False, "guide:5.2b")])
def test_guide_nobody_but_the_player_on_turn_touches_the_dice(opening: bool, row: str) -> None:
    answer = ruled("fast_grab", "guide", grabber="white", opening=opening)
    assert answer.clauses == (row, "guide:1.1.1b")
    assert answer.penalties[0].step is Step.REMINDER


@pytest.mark.clause("guide:5.8e")
def test_guide_a_silence_counts_against_a_closed_out_player_too() -> None:
    facts = {"closed": "black", "rolled": True}
    assert ruled("closed_out", "guide", None, **facts, let_pass=1).remedies == (RollStands(Side.WHITE),)
    assert ruled("closed_out", "guide", None, **facts, let_pass=0).choice_of == "black"


@pytest.mark.clause("ibf:11.2b")
def test_ibf_dice_lifted_before_a_closed_out_player_has_had_the_turn_are_lifted_early() -> None:
    answer = ruled("closed_out", "ibf", closed="black", rolled=False)
    assert "ibf:11.2a" in answer.clauses
    assert answer.remedies == (PlayOn(),)
    assert "fast_grab" in answer.notes[0]


@pytest.mark.clause("ibf:14.5b")
def test_ibf_a_turn_passed_without_rolling_is_rolled_if_the_opponent_wants_it() -> None:
    answer = ruled("illegal_play", "ibf", by="white", fault="passed_without_rolling", stage="turn_ended")
    correct = next(option for option in answer.options if option.name == "correct")
    assert correct.remedies == (Instruct("White rolls for the missed turn."),)
    assert "same roll" not in answer.say


@pytest.mark.clause("guide:addendum-clock-3")
@pytest.mark.parametrize(("clock", "stands"), [(True, False), (False, True)])
def test_guide_a_turn_given_up_on_the_clock_without_playing_is_put_right_until_the_next_own_turn(
    clock: bool, stands: bool
) -> None:
    facts = {"by": "white", "fault": "did_not_move", "stage": "opponent_played", "clock": clock, "both_agree": False}
    answer = ruled("illegal_play", "guide", None, **facts)
    assert (answer.remedies == (PlayOn(),)) is stands
    assert ("guide:addendum-clock-3" in answer.clauses) is clock


@pytest.mark.clause("guide:6.2a", "guide:6.2b")
def test_guide_lets_a_high_roll_decide_where_the_roll_of_an_illegal_move_is_disputed() -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "facts_agreed": False}
    answer = left_open("illegal_play", "guide", None, **facts)
    assert {"guide:6.2a", "guide:6.2b"} <= set(answer.clauses)
    assert "high_roll" in [option.name for option in answer.usual]


@pytest.mark.clause("guide:addendum-guidelines-4")
@pytest.mark.parametrize("stage", ["offender_doubled", "offender_rolled"])
def test_guide_a_word_before_the_deadline_is_notice_of_an_improper_movement_too(stage: str) -> None:
    facts = {"by": "white", "fault": "own_checker_to_bar", "stage": stage, "both_agree": False}
    assert ruled("illegal_play", "guide", None, **facts, signalled=False).remedies == (PlayOn(),)
    in_time = ruled("illegal_play", "guide", None, **facts, signalled=True)
    assert "guide:addendum-guidelines-4" in in_time.clauses
    assert [option.name for option in in_time.options] == ["undo", "let_stand"]


@pytest.mark.clause("ibf:14.7", "guide:addendum-clock-2")
@pytest.mark.parametrize(("book", "said"), [("ibf", "press the clock back"), ("guide", "delay runs out")])
def test_the_clock_of_a_correction_is_explained(book: str, said: str) -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "clock": True}
    assert any(said in note for note in ruled("illegal_play", book, None, **facts).notes)


@pytest.mark.clause("ibf:10.3c")
def test_ibf_names_the_reading_that_an_invalid_roll_begins_the_move() -> None:
    stage = "opponent_rolled_invalidly"
    answer = ruled("illegal_play", "ibf", by="white", fault="wrong_pips", stage=stage)
    assert answer.remedies == (PlayOn(),)
    assert "our reading" in answer.notes[0]


@pytest.mark.clause("guide:5.9h")
def test_guide_a_double_during_an_illegal_play_binds_for_the_turn_that_follows() -> None:
    answer = ruled("illegal_play", "guide", by="white", fault="wrong_pips", stage="doubled_while_moving")
    assert Instruct("Black doubles when the turn comes.") in answer.remedies


@pytest.mark.clause("ibf:14.8", "ibf:17.2")
def test_ibf_an_illegal_play_to_gain_time_brings_one_of_the_six_sanctions_and_no_other() -> None:
    answer = left_open("illegal_play_for_time", "ibf", by="white", purpose=True)
    assert [option.name for option in answer.usual] == [sanction.value for sanction in Sanction]


@pytest.mark.clause("guide:ethics-5", "guide:addendum-illegal-moves-1")
def test_guide_silence_about_an_illegal_play_is_punished_by_the_standards_of_ethics() -> None:
    answer = left_open("noticed_in_silence", "guide", by="white", knew=True, in_time=True)
    assert "guide:ethics-5" in answer.clauses
    assert [option.name for option in answer.usual] == ["warning", "points", "points_later", "expulsion"]
