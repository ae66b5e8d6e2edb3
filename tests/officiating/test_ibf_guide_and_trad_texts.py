"""Rulings under ibf, guide and trad, each compared with the text of its clause."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Appeal, Penalty, Step
from barpoint.officiating.case_events import RulingGiven
from barpoint.officiating.confirm import Confirmation, confirmed
from barpoint.officiating.remedy import (
    Instruct,
    LoseGame,
    LoseMatch,
    PlayAgain,
    PlayOn,
    Remedy,
    RollAgain,
    RollStands,
    SetCube,
)
from barpoint.rulebook.options import Options
from barpoint.rulebook.policy import policy_of
from barpoint.rulebook.presets import preset
from barpoint.rulebook.profile import Profile
from barpoint.rulebook.tariff import Sanction
from tests.officiating.asking import asked, at, earlier, left_open, ruled, under


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
    assert left_open("fast_grab", "ibf", earlier(before), grabber="white", rolled=False).clauses == ("ibf:11.2c",)


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
@pytest.mark.parametrize(("book", "said"), [("ibf", "press the clock back"), ("guide", "its delay runs out")])
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


@pytest.mark.clause("guide:5.9d", "guide:5.9h")
def test_guide_a_late_double_is_void_and_an_announced_one_binds_for_the_next_turn() -> None:
    for thrown, row in (("valid_roll", "guide:5.9c"), ("invalid_roll", "guide:5.9d")):
        assert ruled("late_double", "guide", player="white", thrown=thrown, next_turn=False).clauses == (row,)
    announced = ruled("late_double", "guide", player="white", thrown="valid_roll", next_turn=True)
    assert announced.remedies == (Instruct("White doubles at the start of the next turn."),)


@pytest.mark.clause("guide:5.14c", "guide:5.14h")
@pytest.mark.parametrize(
    ("answer", "done"), [("open", Instruct("Black takes the cube at 4.")), ("passed", SetCube(4, Side.BLACK))]
)
def test_guide_a_double_that_cannot_be_dropped_has_to_be_taken(answer: str, done: Remedy) -> None:
    facts = {"doubler": "white", "length": 7, "points": 5, "cube": 2, "answer": answer}
    assert ruled("dead_cube", "guide", None, **facts).remedies == (done,)


@pytest.mark.clause("ibf:9.3c")
def test_ibf_the_cube_as_it_lies_decides_a_dispute_and_nothing_else() -> None:
    lies = {"shown": 4, "at": "white"}
    assert ruled("wrong_cube_level", "ibf", None, **lies, disputed=True).remedies == (SetCube(4, Side.WHITE),)
    nobody = ruled("wrong_cube_level", "ibf", None, **lies, disputed=False, doubled=False)
    assert nobody.remedies == (SetCube(1),)
    once = {"disputed": False, "doubled": True, "doubler": "white", "before": 1}
    assert ruled("wrong_cube_level", "ibf", None, **lies, **once, answer="taken").remedies == (SetCube(2, Side.BLACK),)
    dropped = ruled("wrong_cube_level", "ibf", None, **once, answer="passed")
    assert dropped.clauses == ("ibf:9.7b", "ibf:9.4c")


@pytest.mark.clause("ibf:9.10")
def test_ibf_a_cube_shown_too_early_stays_on_the_board() -> None:
    assert "stays on the board" in ruled("early_double", "ibf", player="white", how="doubled").say


@pytest.mark.clause("trad:doubling-3")
def test_trad_a_double_out_of_turn_is_void() -> None:
    answer = ruled("early_double", "trad", player="white", how="doubled")
    assert answer.clauses == ("trad:doubling-3",)
    assert answer.remedies == (PlayOn(),)
    assert not left_open("early_double", "trad", player="white", how="announced").covered


@pytest.mark.clause("trad:doubling-12")
def test_trad_a_doubled_game_at_match_point_counts_as_it_was_scored() -> None:
    assert ruled("crawford_game_doubled", "trad").remedies == (PlayOn(),)
    with_crawford = under("trad").with_options(Options(crawford=True))
    assert isinstance(with_crawford, Profile)
    assert not left_open("crawford_game_doubled", with_crawford).covered


@pytest.mark.clause("guide:5.9j")
@pytest.mark.parametrize(("did", "done"), [("said_take", "taken"), ("said_pass", "passed")])
def test_guide_a_player_who_says_take_or_pass_cannot_go_back_on_it(did: str, done: str) -> None:
    answer = ruled("unclear_answer", "guide", player="black", did=did)
    assert answer.remedies == (Instruct(f"Black has {done}."),)
    assert "guide:5.9j" in answer.clauses


@pytest.mark.clause("ibf:17.1g", "ibf:9.5")
def test_ibf_fishing_with_the_cube_is_unsporting_and_a_touch_binds_anyhow() -> None:
    meant = left_open("fishing", "ibf", who="white", what="drew_a_reaction", knowing=True)
    assert meant.clauses == ("ibf:17.1g", "ibf:17.2")
    assert ruled("fishing", "ibf", who="white", what="drew_a_reaction", knowing=False).clauses == ("ibf:9.5",)


@pytest.mark.clause("ibf:9.7a", "ibf:9.7c")
@pytest.mark.parametrize(("did", "done"), [("said_take", "taken"), ("said_pass", "passed")])
def test_ibf_asks_for_no_form_in_which_a_double_is_refused_or_accepted(did: str, done: str) -> None:
    assert ruled("unclear_answer", "ibf", player="black", did=did).remedies == (Instruct(f"Black has {done}."),)


@pytest.mark.clause("ibf:10.2b", "ibf:12.5.10b", "ibf:3.12e")
def test_ibf_after_an_invalid_roll_the_time_for_the_move_may_be_taken_back() -> None:
    answer = ruled("cocked_die", "ibf", roller="white", rests="on_edge", opening=False)
    assert answer.clauses == ("ibf:10.2b", "ibf:12.5.10b")
    assert any("ibf:3.12e" in note for note in answer.notes)
    flat = ruled("cocked_die", "ibf", roller="white", rests="flat_on_board")
    assert not any("ibf:3.12e" in note for note in flat.notes)


@pytest.mark.clause("ibf:12.2a")
def test_ibf_only_the_invalid_opening_die_is_thrown_again() -> None:
    answer = ruled("cocked_die", "ibf", roller="white", rests="leaning", opening=True)
    assert answer.remedies == (Instruct("Only the invalid opening die is thrown again."),)


@pytest.mark.clause("guide:5.6f", "guide:5.6g")
@pytest.mark.parametrize(
    ("rested", "called", "valid"),
    [(999, True, True), (1000, False, True), (1000, True, False), (1001, False, False)],
)
def test_guide_a_die_that_fell_was_cocked_for_more_than_a_second_or_called_after_one(
    rested: int, called: bool, valid: bool
) -> None:
    facts = {"roller": "white", "rests": "fell_flat", "rested": rested, "close": False, "called": called}
    wanted = RollStands(Side.WHITE) if valid else RollAgain(Side.WHITE)
    assert ruled("cocked_die", "guide", None, **facts).remedies == (wanted,)


@pytest.mark.clause("guide:5.5c")
@pytest.mark.parametrize("fault", ["not_shaken", "released_too_low", "cup_touched_board", "touched_own_hand"])
def test_guide_a_careless_throw_counts_and_brings_a_polite_reminder(fault: str) -> None:
    answer = ruled("thrown_wrongly", "guide", roller="white", fault=fault)
    assert answer.remedies == (RollStands(Side.WHITE),)
    assert "guide:5.5c" in answer.notes[0]


@pytest.mark.clause("ibf:10.2a")
def test_ibf_wants_both_dice_thrown_together_through_a_box_too() -> None:
    assert left_open("thrown_wrongly", "ibf", roller="white", fault="box_one_after_the_other").covered


@pytest.mark.clause("guide:5.6b", "ibf:10.2b")
@pytest.mark.parametrize("book", ["guide", "ibf"])
def test_dice_that_were_lifted_before_they_rested_are_rolled_again(book: str) -> None:
    assert ruled("lifted_before_rest", book, roller="white").remedies == (RollAgain(Side.WHITE),)


@pytest.mark.clause("ibf:3.9a", "ibf:3.9b")
def test_ibf_dice_replaced_without_asking_cost_a_point_and_perhaps_more() -> None:
    answer = ruled("dice_change", "ibf", player="white", done=True)
    assert answer.penalties == (Penalty(Side.WHITE, Step.POINTS, points=1),)
    assert answer.clauses == ("ibf:3.9a", "ibf:3.9b")
    assert "protocol" not in answer.say


@pytest.mark.clause("guide:3.6b", "ibf:3.7a")
@pytest.mark.parametrize(("book", "row"), [("guide", "guide:3.6b"), ("ibf", "ibf:3.7a")])
def test_a_wish_for_other_dice_is_ruled_as_a_change_of_dice(book: str, row: str) -> None:
    assert ruled("device_wanted", book, what="other_dice").clauses == (row,)


@pytest.mark.clause("ibf:17.1g")
def test_ibf_a_player_who_keeps_rolling_improperly_may_be_sanctioned() -> None:
    assert "ibf:17.2" in left_open("bad_rolling", "ibf", roller="white").clauses


@pytest.mark.clause("ibf:11.1b")
def test_ibf_a_die_that_meets_the_opponent_before_it_rests_was_interfered_with() -> None:
    facts = {"roller": "white", "how": "touched_a_person"}
    assert left_open("roll_disturbed", "ibf", None, **facts, caused_by="black").clauses[0] == "ibf:11.1c"
    assert not left_open("roll_disturbed", "ibf", None, **facts, caused_by="nobody").covered


@pytest.mark.clause("guide:ethics-5")
def test_guide_dice_influenced_on_purpose_are_a_matter_of_ethics_and_otherwise_of_rolling() -> None:
    meant = left_open("dice_manipulated", "guide", who="white", how="influenced_number", intent=True)
    assert meant.clauses == ("guide:5.5a", "guide:ethics-5")
    assert meant.appeal is not None
    assert not meant.appeal.allowed
    careless = left_open("dice_manipulated", "guide", who="white", how="influenced_number", intent=False)
    assert careless.clauses == ("guide:5.5a", "guide:5.5d")


@pytest.mark.clause("guide:5.7b")
@pytest.mark.parametrize("act", ["touched_die", "covered_dice"])
def test_guide_dice_announced_as_only_being_moved_do_not_end_the_turn(act: str) -> None:
    facts = {"player": "white", "act": act, "legal": True}
    assert "not over" in ruled("turn_ended", "guide", None, **facts, announced=True).say
    assert "is over" in ruled("turn_ended", "guide", None, **facts, announced=False).say


@pytest.mark.clause("guide:addendum-impossible-1", "guide:addendum-impossible-3")
def test_guide_a_hit_checker_left_on_its_point_makes_an_illegal_position() -> None:
    noticed = ruled("hit_checker_left", "guide", owner="black", moved_since=False)
    assert noticed.remedies == (Instruct("Put Black's checker on the bar."),)
    later = ruled("hit_checker_left", "guide", owner="black", moved_since=True)
    assert later.choice_of == "director"
    assert [option.name for option in later.options] == ["undo", "let_stand"]


@pytest.mark.clause("ibf:14.2d", "ibf:14.2a")
def test_ibf_a_wrong_number_in_longgammon_is_not_settled_by_two_moves() -> None:
    facts = {"moves_white": 5, "moves_black": 5, "at_fault": "white"}
    assert "ibf:14.2d" in ruled("setup_error", preset("IBF Longgammon"), None, **facts).notes[-1]
    assert not ruled("setup_error", "ibf", None, **facts).notes


@pytest.mark.clause("ibf:15.3b", "ibf:17.3")
def test_ibf_a_result_by_agreement_is_void_and_a_game_lost_on_purpose_excludes() -> None:
    answer = ruled("agreed_result", "ibf", resignation=False, contact=True)
    assert "ibf:17.3" in answer.notes[0]


@pytest.mark.clause("guide:1.1.4", "guide:6.5a")
def test_guide_an_agreed_result_breaks_a_rule_and_so_its_ruling_may_be_appealed() -> None:
    answer = left_open("agreed_result", "guide", resignation=False)
    assert answer.appeal is not None
    assert answer.appeal.allowed


@pytest.mark.clause("guide:2.2.6d")
def test_guide_an_overrun_break_says_whose_scale_is_used() -> None:
    facts = {"who": "white", "length": 7, "break_start": 0, "break_end": at("30:00")}
    assert any("usbgf:2.2.4" in note for note in ruled("break_overrun", "guide", None, **facts).notes)


@pytest.mark.clause("guide:2.2.5c")
def test_guide_presumes_nothing_about_the_order_of_two_matches() -> None:
    assert "presumed" not in left_open("several_matches", "guide", told_order=False).say
    assert "presumed" in left_open("several_matches", "usbgf", told_order=False, main=True).say


@pytest.mark.clause("guide:5.14e", "guide:5.14f")
@pytest.mark.parametrize(("knew", "row"), [("both", "guide:5.14f"), ("white", "guide:ethics-5")])
def test_guide_a_wrong_length_stands_only_where_both_took_the_match_to_be_over(knew: str, row: str) -> None:
    facts = {"played_to": 5, "designated": 7, "score_white": 5, "score_black": 2, "when": "match_over"}
    assert ruled("wrong_length", "guide", None, **facts, knew="nobody").clauses == ("guide:5.14e",)
    assert left_open("wrong_length", "guide", None, **facts, knew=knew).clauses == (row, "guide:5.14e", "guide:2.1.1")


@pytest.mark.clause("guide:5.10c", "guide:5.10e")
@pytest.mark.parametrize(("by", "row"), [("the director", "guide:5.10c"), ("both players", "guide:5.10e")])
def test_guide_a_clock_comes_by_the_directors_order_or_by_agreement(by: str, row: str) -> None:
    assert ruled("clock_midway", "guide", by=by, length=7).clauses == ("guide:5.10d", row)


@pytest.mark.clause("ibf:3.12d", "ibf:8.11a")
@pytest.mark.parametrize("reason", ["an illegal move", "dice lifted too early", "dice taken by the player who pressed"])
def test_ibf_whoever_stops_the_clock_over_a_dispute_concedes_nothing(reason: str) -> None:
    answer = ruled("clock_stopped", "ibf", who="white", reason=reason, lasted=at("0:20"))
    assert answer.clauses == ("ibf:3.12d",)
    assert not answer.penalties
    too_long = ruled("clock_stopped", "ibf", who="white", reason=reason, lasted=at("0:31"))
    assert too_long.clauses == ("ibf:3.12a", "ibf:3.12d")


@pytest.mark.clause("ibf:8.5a")
def test_ibf_forbids_remarks_on_forgotten_presses_and_no_others() -> None:
    assert ruled("clock_remark", "ibf", by="an official", about="a forgotten press").clauses == ("ibf:8.5a",)
    wrong = left_open("clock_remark", "ibf", by="an official", about="a clock running or stopped wrongly")
    assert not wrong.covered


@pytest.mark.clause("guide:1.3.4a", "guide:1.3.4b")
def test_guide_a_spectator_tells_the_director_that_time_has_run_out() -> None:
    answer = ruled("clock_remark", "guide", by="a spectator", about="time that has run out")
    assert answer.clauses == ("guide:1.3.4a", "guide:1.3.4b")
    assert answer.penalties[0].step is Step.REMINDER


@pytest.mark.clause("ibf:8.6")
def test_ibf_the_arbiter_puts_a_wrong_setting_right() -> None:
    assert ruled("wrong_setting", "ibf", found="during play").clauses == ("ibf:8.6", "ibf:8.10")


@pytest.mark.clause("ibf:8.7c", "guide:5.10e")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_of_two_expired_clocks_the_first_has_lost_where_that_is_known(book: str) -> None:
    facts = {"who": "both", "announced_by": "a player", "untimed": False}
    assert ruled("time_expired", book, None, **facts, first="black").remedies == (LoseMatch(Side.BLACK),)
    assert not left_open("time_expired", book, None, **facts, first="nobody knows").covered


@pytest.mark.clause("guide:5.10f")
def test_guide_an_untimed_clock_nobody_noted_leaves_the_director_to_decide() -> None:
    facts = {"who": "white", "untimed": True}
    assert PlayOn() in ruled("time_expired", "guide", None, **facts, noted=True).remedies
    assert left_open("time_expired", "guide", None, **facts, noted=False).clauses == ("guide:5.10f", "guide:5.10e")


@pytest.mark.clause("guide:1.1.1b", "guide:1.3.2")
def test_guide_a_dispute_is_the_directors_and_tends_against_whoever_created_it() -> None:
    assert left_open("dispute", "guide", agreed=False).clauses == ("guide:1.1.1b", "guide:1.3.2")
    assert ruled("dispute", "guide", agreed=True).remedies == (PlayOn(),)


@pytest.mark.clause("ibf:3.12d")
@pytest.mark.parametrize("kind", ["dispute", "disputed_roll"])
def test_ibf_in_a_dispute_without_a_video_the_clocks_may_stand_and_the_arbiter_is_called(kind: str) -> None:
    facts = {"video": False} if kind == "dispute" else {"video": False, "roller": "white", "lifted": True}
    assert left_open(kind, "ibf", None, **facts).clauses == ("ibf:3.12d",)


@pytest.mark.clause("guide:ethics-5", "ibf:17.1g")
@pytest.mark.parametrize(("book", "row"), [("guide", "guide:ethics-5"), ("ibf", "ibf:17.1g")])
def test_who_knowingly_tells_the_officials_an_untruth_may_be_sanctioned(book: str, row: str) -> None:
    facts = {"who": "white", "what": "untrue"}
    assert left_open("untruth", book, None, **facts, knew=True).clauses[0] == row
    assert not ruled("untruth", book, None, **facts, knew=False).penalties


@pytest.mark.clause("guide:ethics-5", "guide:3.1a")
def test_guide_knows_expulsion_and_no_disqualification_for_an_aid() -> None:
    answer = left_open("aid_used", "guide", player="white", what="backgammon_aid")
    assert [option.name for option in answer.usual] == ["warning", "points", "points_later", "expulsion"]


@pytest.mark.clause("ibf:16.1a", "ibf:18.4")
def test_ibf_players_write_their_moves_down_and_record_with_equipment_only_by_leave() -> None:
    assert ruled("recording", "ibf", player="white", means="transcript_by_hand").remedies == (PlayOn(),)
    electronic = ruled("recording", "ibf", player="white", means="transcript_electronic", approved=False)
    assert electronic.clauses == ("ibf:18.4", "ibf:18.2b")


@pytest.mark.clause("guide:1.2.2", "guide:5.14f")
def test_guide_only_leave_given_beforehand_makes_an_agreed_length_good() -> None:
    assert ruled("own_rules", "guide", what="length", approved=True).clauses == ("guide:1.2.2",)
    assert "guide:5.14f" in left_open("own_rules", "guide", what="length", approved=False).clauses


@pytest.mark.clause("ibf:8.1a")
@pytest.mark.parametrize(("what", "row"), [("clock_settings", "ibf:8.1a"), ("rule_of_play", "ibf:17.1g")])
def test_ibf_players_may_not_agree_on_clocks_and_rules_of_their_own(what: str, row: str) -> None:
    assert left_open("own_rules", "ibf", what=what).clauses == (row,)


@pytest.mark.clause("trad:scoring-1", "trad:scoring-9")
@pytest.mark.parametrize(
    ("what", "row"),
    [("length", "trad:scoring-1"), ("clock_settings", "trad:scoring-9"), ("rule_of_play", "trad:scoring-9")],
)
def test_trad_leaves_the_length_to_the_players_and_knows_no_clocks_and_officials(what: str, row: str) -> None:
    assert ruled("own_rules", "trad", what=what).clauses[0] == row


@pytest.mark.clause("guide:1.1.4", "guide:ethics-7", "guide:2.1.1")
@pytest.mark.parametrize(
    ("what", "row", "final"),
    [
        ("deception or foul language", "guide:ethics-5", True),
        ("behaviour", "guide:ethics-7", True),
        ("a breach of the rules", "guide:2.1.1", False),
        ("confusion at the board", "guide:2.1.1", False),
    ],
)
def test_guide_the_director_is_final_on_the_standards_and_not_on_the_rules(what: str, row: str, final: bool) -> None:
    answer = left_open("misbehaviour", "guide", who="white", what=what)
    assert answer.clauses[0] == row
    assert answer.appeal is not None
    assert answer.appeal.allowed is not final


@pytest.mark.clause("ibf:17.1g", "ibf:17.2")
def test_ibf_repeated_illegal_moves_are_a_violation_like_any_other() -> None:
    answer = left_open("repeated_illegal_moves", "ibf", who="white")
    assert [option.name for option in answer.usual] == [sanction.value for sanction in Sanction]


@pytest.mark.clause("guide:1.1.4")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("spectator_sanction", {"player_sought": False}),
        ("distraction", {"asked": True, "stopped": False, "disputed": False}),
    ],
)
def test_guide_sanctions_under_the_standards_are_final(kind: str, facts: dict[str, object]) -> None:
    answer = left_open(kind, "guide", None, **facts)
    assert answer.appeal == Appeal(False, clauses=("guide:1.1.4",))


@pytest.mark.clause("guide:6.5b")
def test_guide_members_of_a_committee_have_to_be_neutral() -> None:
    answer = left_open("appeal_committee", "guide", members=2, staff=0, interested=1)
    assert [option.name for option in answer.usual] == ["another"]
    assert answer.forbidden


@pytest.mark.clause("guide:1.1.4", "guide:6.5a")
@pytest.mark.parametrize(("penalty", "open_to"), [("points", True), ("disqualification", False), ("expulsion", False)])
def test_guide_expulsion_is_a_sanction_of_the_standards_and_cannot_be_appealed(penalty: str, open_to: bool) -> None:
    answer = ruled("penalty_appealed", "guide", penalty=penalty, applied=False)
    assert ("guide:1.1.4" in answer.clauses) is not open_to
    assert ruled("appeal", "guide", matter="expulsion").clauses == ("guide:1.1.4",)


@pytest.mark.clause("guide:2.2.2a")
@pytest.mark.parametrize("what", ["entry", "division"])
def test_guide_eligibility_is_finally_the_directors(what: str) -> None:
    assert ruled("entry_refused", "guide", who="white", what=what).appeal == Appeal(False, clauses=("guide:2.2.2a",))


@pytest.mark.clause("guide:3.3a")
def test_guide_casts_dice_for_equipment_and_direction_and_names_no_seats() -> None:
    assert ruled("wishes_clash", "guide", topic="direction").clauses == ("guide:3.3a",)
    assert not left_open("wishes_clash", "guide", topic="seats").covered


@pytest.mark.clause("guide:addendum-impossible-3")
@pytest.mark.parametrize(("chosen", "undone"), [("undo", True), ("let_stand", False)])
def test_guide_what_followed_an_improper_movement_is_undone_only_if_that_is_chosen(chosen: str, undone: bool) -> None:
    answer = ruled("illegal_play", "guide", by="white", fault="own_checker_to_bar", stage="opponent_played")
    given = confirmed(answer, Confirmation(by="Dora", at=1, chosen=chosen), policy_of("guide"))
    assert isinstance(given, RulingGiven)
    assert (PlayAgain(Side.WHITE) in given.remedies) is undone


@pytest.mark.clause("ibf:8.11a")
@pytest.mark.parametrize(
    ("chosen", "lost", "step"),
    [("game", LoseGame(Side.WHITE), Step.GAME), ("match", LoseMatch(Side.WHITE), Step.MATCH)],
)
def test_ibf_a_stopped_clock_costs_the_game_or_the_match_and_not_both(chosen: str, lost: Remedy, step: Step) -> None:
    answer = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=False)
    given = confirmed(answer, Confirmation(by="Dora", at=1, chosen=chosen), policy_of("ibf"))
    assert isinstance(given, RulingGiven)
    assert given.remedies == (lost,)
    assert [penalty.step for penalty in given.penalties] == [step]


@pytest.mark.clause("ibf:17.1f", "guide:ethics-5")
@pytest.mark.parametrize(("book", "term"), [("ibf", "excluded"), ("guide", "expelled")])
def test_a_player_is_shut_out_in_the_terms_of_the_book(book: str, term: str) -> None:
    assert term in left_open("disqualification", book, who="white", ground="rules or etiquette").say


@pytest.mark.clause("ibf:3.10h")
def test_ibf_an_event_without_breaks_owes_extra_time() -> None:
    without = under("ibf").with_options(Options(breaks=False, extra_time=60))
    assert isinstance(without, Profile)
    assert "ibf:3.10h" in ruled("break_request", without, who="white", length=9).notes[0]


@pytest.mark.clause("guide:addendum-clock-1", "guide:addendum-clock-2", "guide:2.2.6g")
def test_guide_names_two_stops_of_the_clock_and_leaves_the_rest_to_another_document() -> None:
    illegal = ruled("clock_stopped", "guide", who="white", reason="an illegal move")
    assert illegal.clauses == ("guide:addendum-clock-1", "guide:addendum-clock-2")
    assert ruled("clock_stopped", "guide", who="white", reason="a break").clauses == ("guide:2.2.6g",)
    assert not left_open("clock_stopped", "guide", who="white", reason="a die left the board").covered


@pytest.mark.clause("guide:2.2.5e", "guide:2.2.6a", "guide:1.1.1a")
def test_guide_the_director_may_approve_a_longer_break_for_cause() -> None:
    assert left_open("time_exception", "guide", ground="a player's concern").clauses[0] == "guide:2.2.6a"
    assert "ordinary" in ruled("time_exception", "guide", ground="neither").say


@pytest.mark.clause("guide:2.2.6f", "guide:2.2.6g")
def test_guide_the_times_are_written_down_when_a_break_begins() -> None:
    assert "guide:2.2.6f" in ruled("break_request", "guide", who="white", length=7, between_games=True).notes[-1]


@pytest.mark.clause("trad:doubling-2", "trad:doubling-6", "trad:doubling-9")
def test_trad_a_game_begins_at_one_and_every_take_doubles_it() -> None:
    assert ruled("wrong_cube_level", "trad", doubled=False).remedies == (SetCube(1),)
    told = {"doubled": True, "doubler": "white", "before": 2}
    assert ruled("wrong_cube_level", "trad", None, **told, answer="taken").remedies == (SetCube(4, Side.BLACK),)
    assert ruled("wrong_cube_level", "trad", None, **told, answer="passed").clauses[0] == "trad:doubling-9"
    assert not left_open("wrong_cube_level", "trad", None, **told, disputed=True).covered


@pytest.mark.clause("trad:doubling-5", "trad:doubling-6")
@pytest.mark.parametrize(("did", "row"), [("said_take", "trad:doubling-6"), ("said_pass", "trad:doubling-5")])
def test_trad_a_double_is_refused_or_accepted_in_plain_words(did: str, row: str) -> None:
    assert ruled("unclear_answer", "trad", player="black", did=did).clauses == (row,)


@pytest.mark.clause("guide:5.8e", "guide:5.1b", "guide:5.6h", "guide:5.10f", "ibf:9.3c")
@pytest.mark.parametrize(
    ("kind", "book", "key", "facts"),
    [
        ("fast_roll", "guide", "let_pass", {"roller": "white", "ended": False}),
        ("closed_out", "guide", "let_pass", {"closed": "white", "rolled": True}),
        ("fast_grab", "ibf", "rolled", {"grabber": "white"}),
        ("cocked_die", "guide", "opening", {"roller": "white", "rests": "on_bar"}),
        ("cocked_die", "ibf", "opening", {"roller": "white", "rests": "leaning"}),
        ("cocked_die", "guide", "close", {"roller": "white", "rests": "fell_flat"}),
        ("turn_ended", "guide", "announced", {"player": "white", "act": "covered_dice"}),
        ("late_double", "guide", "next_turn", {"player": "white", "thrown": "valid_roll"}),
        ("time_expired", "guide", "untimed", {"who": "white"}),
        ("wrong_cube_level", "ibf", "disputed", {"shown": 4, "at": "white"}),
    ],
)
def test_what_turns_a_ruling_round_is_asked_for(kind: str, book: str, key: str, facts: dict[str, object]) -> None:
    assert asked(kind, book, None, **facts).question.key == key
