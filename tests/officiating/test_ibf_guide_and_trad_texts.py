"""Rulings under ibf, guide and trad on dice, moves and the cube, each compared with the text of its clause."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, Step
from barpoint.officiating.remedy import (
    Instruct,
    PlayOn,
    Remedy,
    RollAgain,
    RollStands,
    SetCube,
)
from barpoint.rulebook.options import Options
from barpoint.rulebook.profile import Profile
from barpoint.rulebook.tariff import Sanction
from tests.officiating.asking import asked, earlier, left_open, ruled, under


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
    told = {"by": "white", "fault": "passed_without_rolling", "stage": "turn_ended", "game_over": False}
    answer = ruled("illegal_play", "ibf", None, **told)
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
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "clock": True, "game_over": False}
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


@pytest.mark.clause("guide:5.8e", "guide:5.1b", "guide:5.6h", "guide:5.10f", "ibf:9.3c")
@pytest.mark.parametrize(
    ("kind", "book", "key", "facts"),
    [
        ("illegal_play", "ibf", "game_over", {"by": "white", "fault": "wrong_pips", "stage": "turn_ended"}),
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
