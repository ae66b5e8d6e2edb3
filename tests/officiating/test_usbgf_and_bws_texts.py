"""Rulings of usbgf and bws held against their texts: exceptions, who must do what, and what only may follow."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Step
from barpoint.officiating.case_events import RulingGiven
from barpoint.officiating.confirm import Confirmation, confirmed
from barpoint.officiating.remedy import Instruct, LoseMatch, PlayAgain, PlayOn, RollAgain, SetPosition
from barpoint.rulebook.options import Options
from barpoint.rulebook.policy import policy_of
from barpoint.rulebook.presets import preset
from barpoint.rulebook.profile import Profile
from tests.officiating.asking import asked, earlier, left_open, ruled

STOP = (Instruct("Stop recording for now."),)


@pytest.mark.clause("usbgf:1.8.2.2a", "usbgf:1.8.2.2c")
@pytest.mark.parametrize(("clock", "consent", "allowed"), [(True, True, True), (False, True, False)])
def test_usbgf_an_electronic_transcript_needs_the_clock_as_well(clock: bool, consent: bool, allowed: bool) -> None:
    told = {"player": "white", "means": "transcript_electronic", "clock": clock, "consent": consent}
    assert (ruled("recording", "usbgf", **told).remedies == (PlayOn(),)) is allowed


@pytest.mark.clause("usbgf:1.8.2.2b")
def test_usbgf_without_the_opponents_clock_the_transcriber_may_be_timed_alone() -> None:
    found = ruled("recording", "usbgf", player="white", means="transcript_by_hand", clock=False)
    assert found.remedies == STOP
    assert "usbgf:1.8.2.2b" in found.clauses
    assert "timed alone" in found.notes[0]


@pytest.mark.clause("usbgf:1.8.2.1a", "usbgf:1.8.2.1b")
def test_usbgf_only_what_a_player_does_by_hand_waits_for_the_own_time() -> None:
    told = {"player": "white", "means": "photo_or_video", "clock": True, "when": "opponents_time"}
    found = ruled("recording", "usbgf", **told)
    assert found.remedies == STOP
    assert "runs by itself" in found.notes[0]


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


@pytest.mark.clause("usbgf:4.1.4.1b", "usbgf:4.1.4.1a", "bws:4.1.4.1a")
@pytest.mark.parametrize(
    ("book", "fault", "row"),
    [
        ("usbgf", "cup_touched_board", "usbgf:4.1.4.1b"),
        ("usbgf", "not_shaken", "usbgf:4.1.4.1a"),
        ("bws", "not_shaken", "bws:4.1.4.1a"),
    ],
)
def test_a_throw_without_shake_or_height_is_made_again(book: str, fault: str, row: str) -> None:
    found = ruled("thrown_wrongly", book, roller="white", fault=fault)
    assert found.clauses == (row,)
    assert isinstance(found.remedies[0], RollAgain)


@pytest.mark.clause("usbgf:4.1.4.1h")
def test_usbgf_dice_that_touched_the_hand_are_a_matter_of_judgment() -> None:
    found = left_open("thrown_wrongly", "usbgf", roller="white", fault="touched_own_hand")
    assert found.clauses == ("usbgf:4.1.4.1h",)
    assert {one.name for one in found.usual} == {"caution", "again"}


@pytest.mark.clause("usbgf:4.1.4.3b", "usbgf:4.1.4.3a")
@pytest.mark.parametrize(("rested", "stands"), [(1_500, True), (2_000, False)])
def test_usbgf_a_die_held_up_in_the_box_was_at_rest_after_two_seconds(rested: int, stands: bool) -> None:
    found = ruled("cocked_die", "usbgf", roller="white", rests="stuck_in_box", rested=rested)
    assert (not isinstance(found.remedies[0], RollAgain)) is stands


@pytest.mark.clause("bws:4.1.2a", "bws:5.3", "bws:5.1a")
@pytest.mark.parametrize(
    ("kind", "told", "row"),
    [
        ("lifted_before_rest", {"roller": "white"}, "bws:4.1.2a"),
        ("lifted_as_cocked", {"roller": "white", "asked": False, "believes_flat": True}, "bws:5.1a"),
    ],
)
def test_bws_dice_on_the_board_are_left_alone(kind: str, told: dict[str, object], row: str) -> None:
    found = left_open(kind, "bws", **told)
    assert found.covered
    assert row in found.clauses
    assert "bws:5.3" in found.clauses


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


@pytest.mark.clause("usbgf:3.4.4.1d", "usbgf:3.4.4.1h")
@pytest.mark.parametrize(("event", "looser", "stands"), [("USBGF Advanced", True, True), ("USBGF Open", True, False)])
def test_usbgf_looser_clock_settings_may_be_agreed_where_clocks_are(event: str, looser: bool, stands: bool) -> None:
    told = {"what": "clock_settings", "looser": looser, "approved": False}
    if stands:
        assert ruled("own_rules", preset(event), **told).clauses == ("usbgf:3.4.4.1d",)
    else:
        assert left_open("own_rules", preset(event), **told).clauses == ("usbgf:1.1d", "usbgf:3.4.4.1h")


@pytest.mark.clause("usbgf:1.1d", "usbgf:4.2.4a")
def test_usbgf_no_director_can_approve_a_rule_for_one_match() -> None:
    assert left_open("own_rules", "usbgf", what="rule_of_play", approved=True).usual[0].name == "void"


@pytest.mark.clause("bws:4.5d")
def test_bws_a_length_of_their_own_may_cost_both_the_match() -> None:
    assert left_open("own_rules", "bws", what="length").clauses == ("bws:1.2.2", "bws:4.5d")


DEAD = {"doubler": "white", "length": 7, "points": 5, "cube": 2}


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.4.7.2d")
def test_usbgf_a_passed_dead_double_whose_position_is_lost_goes_to_the_director() -> None:
    found = left_open("dead_cube", "usbgf", **DEAD, answer="passed", next_game=False, position_known=False)
    assert "usbgf:4.4.7.2d" in found.clauses


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.6.3b")
def test_usbgf_a_dead_double_found_after_its_game_is_an_error_in_score() -> None:
    found = ruled("dead_cube", "usbgf", **DEAD, answer="taken", next_game=True)
    assert found.remedies == (Instruct("Correct the score: that game counts with the cube at 2."),)
    assert {"usbgf:4.4.8b", "usbgf:4.6.3b"} <= set(found.clauses)


@pytest.mark.clause("usbgf:4.4.7.2c", "usbgf:3.3b")
def test_usbgf_high_dice_are_two_dice_each() -> None:
    told = {"doubler": "white", "answer": "passed", "next_game": True, "free_drop": False}
    found = left_open("crawford_double", "usbgf", **told, before_white=3, before_black=6)
    assert "two dice" in str(found.usual[0].remedies)


@pytest.mark.clause("bws:4.4.4.3")
def test_bws_a_passed_crawford_double_that_ended_the_match_is_annulled_too() -> None:
    told = {"doubler": "white", "answer": "passed", "next_game": False}
    assert "bws:4.4.4.3" in left_open("crawford_double", "bws", **told).clauses


@pytest.mark.clause("bws:4.4.3c")
def test_bws_saying_pass_is_the_way_to_pass() -> None:
    found = ruled("unclear_answer", "bws", player="black", did="said_pass")
    assert found.clauses == ("bws:4.4.3c",)
    assert found.remedies == (Instruct("Black has passed."),)
    assert left_open("unclear_answer", "bws", player="black", did="said_take").covered


@pytest.mark.clause("bws:5.3", "bws:4.4.2e")
def test_bws_careless_cube_handling_counts_against_whoever_broke_the_rules() -> None:
    found = ruled("fishing", "bws", who="white", what="drew_a_reaction", knowing=False)
    assert found.clauses == ("bws:4.4.2e", "bws:5.3")


@pytest.mark.clause("usbgf:4.4.4.3a", "bws:4.4.5")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_an_early_double_without_access_to_the_cube_binds_nobody(book: str) -> None:
    assert ruled("early_double", book, player="white", how="doubled", access=False).remedies == (PlayOn(),)
    assert ruled("early_double", book, player="white", how="doubled", access=True).remedies != (PlayOn(),)


LOST = "x 6:2 5:2 off:11 | o 6:1 off:14"


@pytest.mark.clause("usbgf:4.3.4-8", "usbgf:4.5.2b")
def test_usbgf_a_claim_that_fails_when_time_is_out_loses_the_match() -> None:
    told = {"claimer": "white", "level": "single", "position": LOST, "on_turn": "black", "time_out": True}
    found = ruled("claim_disputed", "usbgf", **told)
    assert found.remedies == (LoseMatch(Side.WHITE),)
    assert "usbgf:4.3.4-8" in found.clauses
    won = ruled("claim_disputed", "usbgf", **(told | {"position": "x 1:1 off:14 | o 6:4 off:11", "on_turn": "white"}))
    assert "usbgf:4.3.4-8" in won.clauses
    assert "on time" in won.notes[-1]


@pytest.mark.clause("usbgf:4.2.4a")
def test_usbgf_a_negotiated_settlement_is_void() -> None:
    found = ruled("agreed_result", "usbgf", contact=False, resignation=False)
    assert found.clauses == ("usbgf:4.5a", "usbgf:4.2.4a")


@pytest.mark.clause("bws:4.3.2.8a")
@pytest.mark.parametrize(("certain", "stands"), [(True, True), (False, False)])
def test_bws_players_may_agree_that_a_game_is_settled(certain: bool, stands: bool) -> None:
    told = {"contact": False, "resignation": False, "certain": certain}
    if stands:
        assert ruled("agreed_result", "bws", **told).clauses == ("bws:4.3.2.8a",)
    else:
        assert left_open("agreed_result", "bws", **told).clauses == ("bws:4.5c",)


@pytest.mark.clause("usbgf:4.4.4.3a", "bws:4.4.5")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.4.4.3a"), ("bws", "bws:4.4.5")])
def test_a_double_during_an_illegal_play_binds_and_the_play_may_be_changed(book: str, row: str) -> None:
    found = ruled("illegal_play", book, by="white", fault="wrong_pips", stage="doubled_while_moving")
    assert found.remedies == (PlayAgain(Side.WHITE), Instruct("Black doubles when the turn comes."))
    assert row in found.clauses


@pytest.mark.clause("bws:1.7.1e")
def test_bws_a_play_that_is_being_written_down_cannot_be_changed() -> None:
    found = ruled("illegal_play", "bws", by="white", fault="wrong_pips", stage="still_moving")
    assert "bws:1.7.1e" in found.notes[0]


@pytest.mark.clause("usbgf:4.2.3.4a", "bws:4.2.3.4")
@pytest.mark.parametrize(("book", "optional"), [("usbgf", False), ("bws", True)])
def test_the_warning_for_repeated_illegal_plays_is_due_under_usbgf_and_open_under_bws(
    book: str, optional: bool
) -> None:
    record = earlier("illegal_play", step=Step.NONE)
    found = ruled("illegal_play", book, record, by="white", fault="wrong_pips", stage="turn_ended")
    assert [(one.step, one.optional) for one in found.penalties] == [(Step.WARNING, optional)]


@pytest.mark.clause("bws:4.2.3.3", "usbgf:4.2.3.1(a)-3", "usbgf:4.2.3.2c")
@pytest.mark.parametrize(("book", "said"), [("bws", "delay has run out"), ("usbgf", "full delay")])
def test_how_the_clock_is_handled_when_a_play_is_put_right(book: str, said: str) -> None:
    found = ruled("illegal_play", book, by="white", fault="wrong_pips", stage="turn_ended", clock=True)
    assert any(said in note for note in found.notes)
    assert len(set(found.clauses)) == len(found.clauses)


@pytest.mark.clause("usbgf:4.1.8.1b", "usbgf:4.1.8.1c")
def test_usbgf_a_fast_roll_is_pointed_out_at_once() -> None:
    assert "says at once" in ruled("fast_roll", "usbgf", roller="white", ended=False).say


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


@pytest.mark.clause("usbgf:4.1.7.1b", "usbgf:4.1.7.2g")
@pytest.mark.parametrize(("clock", "row"), [(True, "usbgf:4.1.7.1b"), (False, "usbgf:4.1.7.2g")])
def test_usbgf_taps_may_be_waived_and_presses_may_not(clock: bool, row: str) -> None:
    told = {"closed": "black", "dice": "two", "cube": True, "waived": True, "clock": clock, "rolled": False}
    assert row in ruled("closed_out", "usbgf", **told).clauses


@pytest.mark.clause("bws:4.1.6.2b")
def test_bws_the_clock_is_pressed_although_the_opponent_is_closed_out() -> None:
    assert "bws:4.1.6.2b" in ruled("closed_out", "bws", closed="black", rolled=False).clauses


@pytest.mark.clause("usbgf:4.2.2.3.3b")
def test_usbgf_only_a_checker_kept_near_its_point_is_spared_an_illegal_play() -> None:
    found = ruled("hit_checker_left", "usbgf", owner="black", moved_since=False, near=False)
    assert found.remedies == (Instruct("Rule on it as an illegal play, or as an impossible position."),)


@pytest.mark.clause("bws:4.2.3.1b", "bws:4.2.4b")
@pytest.mark.parametrize("in_time", [True, False])
def test_bws_a_checker_taken_off_wrongly_is_an_illegal_play(in_time: bool) -> None:
    told = {"side": "white", "number": 14, "in_time": in_time}
    if in_time:
        assert "opponent's choice" in ruled("wrong_number_of_checkers", "bws", **told).say
    else:
        assert "bws:4.2.4b" in left_open("wrong_number_of_checkers", "bws", **told).clauses


@pytest.mark.clause("usbgf:4.2.1c", "usbgf:4.2.1e")
def test_usbgf_a_late_agreed_correction_of_the_start_follows_the_same_steps() -> None:
    start = "x 24:2 13:5 9:3 6:5 | o 24:2 13:5 8:3 6:5"
    turns = "white 41 9/5 6/5; black 21 13/11 6/5; white 31 13/10 6/5; black 21 13/11 6/5; white 62"
    told = {"rolls": 5, "both_agree": True}
    found = ruled("setup_error", "usbgf", **told, began=start, turns=turns)
    assert {"usbgf:4.2.1c", "usbgf:4.2.1e"} <= set(found.clauses)
    assert any(isinstance(one, SetPosition) for one in found.remedies)
    short = ruled("setup_error", "usbgf", **told)
    assert "where they were missing" in str(short.remedies)


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize(("chosen", "appealable"), [("disqualification", False), ("expulsion", False), ("time", True)])
def test_usbgf_a_disqualification_the_director_chose_cannot_be_appealed(chosen: str, appealable: bool) -> None:
    answer = left_open("misbehaviour", "usbgf", who="white", what="behaviour", severe=True)
    given = confirmed(answer, Confirmation(by="Dora", at=1, chosen=chosen), policy_of("usbgf"))
    assert isinstance(given, RulingGiven)
    assert given.appealable is appealable


@pytest.mark.clause("usbgf:4.1.8.2e", "usbgf:4.1.8.2f")
@pytest.mark.parametrize(("chosen", "steps"), [("time", [Step.TIME]), ("roll", [])])
def test_usbgf_a_player_who_rolls_instead_has_no_time_penalty_on_the_record(chosen: str, steps: list[Step]) -> None:
    answer = ruled("fast_grab", "usbgf", **GRAB, earlier=2, warned=True)
    given = confirmed(answer, Confirmation(by="Dora", at=1, chosen=chosen), policy_of("usbgf"))
    assert isinstance(given, RulingGiven)
    assert [one.step for one in given.penalties] == steps


@pytest.mark.clause("usbgf:4.3.2(a)", "usbgf:4.3.2(c)", "usbgf:4.3.2(d)", "usbgf:4.3.2(h)")
@pytest.mark.parametrize(
    ("reason", "force"),
    [
        ("the game is over", "must be stopped"),
        ("a break", "must be stopped"),
        ("a die left the board", "may be stopped for this, and must be once"),
        ("a dispute, or the director is called", "must be"),
        ("to resign or to claim", "may be stopped"),
    ],
)
def test_usbgf_some_stops_are_compulsory(reason: str, force: str) -> None:
    assert force in ruled("clock_stopped", "usbgf", who="white", reason=reason).say


@pytest.mark.clause("usbgf:4.3.2(d)", "bws:4.3.2.4")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.3.2(d)"), ("bws", "bws:4.3.2.4")])
def test_the_clock_stands_while_the_director_replaces_dice(book: str, row: str) -> None:
    found = ruled("clock_stopped", book, who="white", reason="dice replaced by the arbiter")
    assert (found.clauses, found.remedies) == ((row,), (PlayOn(),))


@pytest.mark.clause("usbgf:1.6.1b", "usbgf:1.6.1f")
@pytest.mark.parametrize(("between", "row"), [(True, "usbgf:1.6.1b"), (False, "usbgf:1.6.1f")])
def test_usbgf_between_games_a_spectator_may_mention_a_running_clock(between: bool, row: str) -> None:
    told = {"by": "a spectator", "about": "a clock running or stopped wrongly", "between_games": between}
    assert ruled("clock_remark", "usbgf", **told).clauses == (row,)


@pytest.mark.clause("bws:1.6.1a")
def test_bws_spectators_keep_silent_about_the_clock_too() -> None:
    found = ruled("clock_remark", "bws", by="a spectator", about="a forgotten press")
    assert found.clauses == ("bws:1.6.1a",)


@pytest.mark.clause("bws:4.1.6.2a", "bws:4.1.6.2b")
def test_bws_a_turn_lasts_until_the_clock_is_pressed() -> None:
    found = left_open("forgotten_press", "bws", who="white")
    assert found.covered
    assert found.clauses == ("bws:4.1.6.2a", "bws:4.1.6.2b", "bws:1.1")


@pytest.mark.clause("bws:4.3.2.2b")
def test_bws_times_in_a_break_are_the_only_ones_its_clause_names() -> None:
    assert "breaks" in left_open("clock_ran_wrongly", "bws", who="white", noted=False).notes[0]


@pytest.mark.clause("usbgf:3.5.2c", "usbgf:3.5.1a")
def test_usbgf_the_times_on_a_substitute_clock_may_be_appealed() -> None:
    found = ruled("defective_clock", "usbgf", established=True, time_white=60_000, time_black=60_000)
    assert found.appeal is not None
    assert found.appeal.allowed
    assert "usbgf:3.5.1a" in found.notes[0]


@pytest.mark.clause("bws:2.2.2f")
@pytest.mark.parametrize(("between_matches", "granted"), [(True, True), (False, False)])
def test_bws_in_a_short_best_of_three_breaks_wait_for_the_end_of_a_match(between_matches: bool, granted: bool) -> None:
    event = preset("BWS").with_options(Options(length=5, best_of=3))
    assert isinstance(event, Profile)
    told = {"who": "white", "length": 5, "between_games": True, "between_matches": between_matches}
    found = ruled("break_request", event, **told)
    assert "bws:2.2.2f" in found.clauses
    assert bool(found.remedies) is granted


@pytest.mark.clause("bws:1.2.2", "bws:2.2.4f", "bws:2.2.3a", "usbgf:2.2.3a", "usbgf:2.2.4e")
@pytest.mark.parametrize(
    ("book", "approved", "row"),
    [
        ("bws", True, "bws:2.2.3a"),
        ("bws", False, "bws:2.2.4f"),
        ("usbgf", True, "usbgf:2.2.3a"),
        ("usbgf", False, "usbgf:2.2.4e"),
    ],
)
def test_longer_breaks_are_the_directors_to_grant(book: str, approved: bool, row: str) -> None:
    assert row in ruled("agreed_break", book, approved=approved).clauses


@pytest.mark.clause("bws:4.6a")
def test_bws_the_winner_reports_at_once() -> None:
    found = ruled("late_report", "bws", delayed=False, who="white")
    assert found.clauses == ("bws:4.6a",)
    assert found.penalties[0].step is Step.REMINDER


@pytest.mark.clause("bws:1.3.2b", "usbgf:1.3.2c")
def test_bws_keeps_directors_off_a_committee_and_usbgf_all_staff() -> None:
    assert "cannot hear" in ruled("appeal_committee", "bws", members=3, staff=1, directors=1).say
    assert "may hear" in ruled("appeal_committee", "bws", members=3, staff=1, directors=0, interested=0).say
    assert "cannot hear" in ruled("appeal_committee", "usbgf", members=3, staff=1).say


@pytest.mark.clause("usbgf:1.3.2b", "bws:1.3.2a")
@pytest.mark.parametrize(("book", "names"), [("usbgf", ["another"]), ("bws", ["another", "keep"])])
def test_usbgf_members_must_have_no_interest_and_bws_members_should(book: str, names: list[str]) -> None:
    found = left_open("appeal_committee", book, members=3, staff=0, directors=0, interested=1)
    assert [one.name for one in found.usual] == names


@pytest.mark.clause("usbgf:5.3b")
def test_usbgf_a_directors_summary_helps_and_is_no_condition() -> None:
    told = {"presented": False, "heard": True, "private": True, "about": "reading_of_a_rule"}
    assert "sums up" in left_open("appeal_hearing", "usbgf", **told).notes[0]


@pytest.mark.clause("usbgf:5.3f")
def test_usbgf_a_penalty_under_appeal_ideally_waits() -> None:
    assert "ideally waits" in ruled("penalty_appealed", "usbgf", penalty="points", applied=False).say


@pytest.mark.clause("usbgf:1.1.5a", "usbgf:1.3.3c")
def test_usbgf_penalties_are_the_directors_and_not_a_monitors() -> None:
    found = ruled("monitor_acted", "usbgf", what="wants_to_penalise")
    assert found.remedies == (Instruct("Call the director."),)
    assert found.clauses == ("usbgf:1.1.5a", "usbgf:1.3.3c")


@pytest.mark.clause("usbgf:1.1.4.1d", "usbgf:5.4a")
def test_usbgf_a_witness_who_waits_may_still_be_asked() -> None:
    found = ruled("witness", "usbgf", asked_by="nobody")
    assert "not taken as evidence" not in found.say
    assert "not taken as evidence" in ruled("witness", "bws", asked_by="nobody", cheating=False).say


@pytest.mark.clause("bws:4.2.1a", "bws:5.3")
def test_bws_players_must_move_clearly() -> None:
    found = left_open("doubt", "bws", cause="fast_or_unclear_move", by="white", evidence=False)
    assert found.clauses == ("bws:4.2.1a", "bws:5.3")


@pytest.mark.clause("bws:1.6.1b", "usbgf:1.6.1f")
def test_bws_a_spectator_may_report_cheating_and_usbgf_wants_it_private() -> None:
    assert "may tell the director" in ruled("spectator_spoke", "bws", what="cheating").say
    assert "in private" in ruled("spectator_spoke", "usbgf", what="cheating").say


@pytest.mark.clause("bws:1.7.2", "bws:1.7.3", "usbgf:1.6.3")
def test_only_usbgf_asks_whether_help_was_knowingly_taken() -> None:
    assert left_open("spectator_sanction", "usbgf", player_sought=False).forbidden
    found = left_open("spectator_sanction", "bws", player_sought=False)
    assert not found.forbidden
    assert "bws:1.7.2" in found.notes[0]


@pytest.mark.clause("bws:1.1")
@pytest.mark.parametrize(("book", "said"), [("usbgf", True), ("bws", False)])
def test_bws_does_not_say_that_doubt_about_a_roll_goes_against_anybody(book: str, said: bool) -> None:
    told = {"roller": "white", "how": "from_outside", "caused_by": "black"}
    assert ("goes against Black" in left_open("roll_disturbed", book, **told).say) is said


@pytest.mark.clause("bws:3.7.1")
def test_bws_other_dice_are_the_directors_to_order() -> None:
    assert left_open("device_wanted", "bws", what="other_dice").clauses == ("bws:3.7.1",)


@pytest.mark.clause("bws:3.5.1.1", "bws:3.5.1.5", "usbgf:3.5.1b")
def test_whose_word_brings_a_clock_into_a_running_match() -> None:
    told = {"length": 7, "score_white": 0, "score_black": 1}
    assert "bws:3.5.1.5" in ruled("clock_midway", "bws", by="the director", **told).clauses
    assert "bws:3.5.1.1" in ruled("clock_midway", "bws", by="both players", **told).clauses
    found = ruled("clock_midway", "usbgf", by="both players", **told)
    assert "usbgf:3.5.1b" in found.clauses
    assert "between games" in found.notes[0]


@pytest.mark.clause("usbgf:4.2.3b")
def test_usbgf_a_transcriber_speaks_up_only_if_designated() -> None:
    found = ruled("pointed_out", "usbgf", who="transcriber")
    assert "usbgf:4.2.3b" in found.clauses
    assert "before the match" in found.notes[0]


@pytest.mark.clause("usbgf:4.8.2.2a")
def test_usbgf_a_match_the_running_game_completes_stands_at_the_wrong_length() -> None:
    told = {"played_to": 7, "designated": 9, "score_white": 5, "score_black": 3, "when": "during_game"}
    found = ruled("wrong_length", "usbgf", **told)
    assert "usbgf:4.8.2.2a" in found.clauses
    assert any("result stands" in note for note in found.notes)


@pytest.mark.clause("usbgf:4.1.7.2d")
def test_usbgf_a_habit_of_tapping_the_field_counts_after_a_legal_move_only() -> None:
    told = {"player": "white", "act": "touched_field", "dice": "two", "objection": "opponent_has_not_lifted"}
    assert "is over" in ruled("turn_ended", "usbgf", **told, habit="field", legal=True).say
    assert "not over" in ruled("turn_ended", "usbgf", **told, habit="field", legal=False).say


@pytest.mark.clause("bws:4.1.2a", "bws:5.3")
@pytest.mark.parametrize(("when", "touched"), [("rolling", True), ("at_rest", True), ("before_the_cup", False)])
def test_bws_dice_on_the_board_may_not_be_touched_rolling_or_at_rest(when: str, touched: bool) -> None:
    told = {"roller": "white", "how": "opponent_touched", "when": when, "caused_by": "black"}
    assert ("bws:4.1.2a" in left_open("roll_disturbed", "bws", **told).clauses) is touched


@pytest.mark.clause("usbgf:2.2.4c", "bws:2.2.4c")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_forfeited_match_has_no_score_to_go_on_from(book: str) -> None:
    late = ruled("late_start", book, who="white", length=3, due=0, ready_white=60 * 60_000)
    assert isinstance(late.remedies[0], LoseMatch)
    assert not any("The score is then" in note for note in late.notes)
    told = {"who": "white", "length": 3, "started": 0, "break_start": 60_000, "break_end": 90 * 60_000}
    assert not any("The score is then" in note for note in ruled("break_overrun", book, **told).notes)


@pytest.mark.clause("bws:4.4.2e", "bws:4.4.5")
def test_bws_words_about_a_double_are_weighed_for_the_turn_they_were_meant_for() -> None:
    now = left_open("cube_touched", "bws", player="white", did="said")
    assert "not clear" not in now.say
    assert now.usual[0].remedies == (Instruct("White doubles now."),)
    early = left_open("early_double", "bws", player="white", how="announced")
    assert early.usual[0].remedies == (Instruct("White doubles at the start of the next turn."),)


@pytest.mark.clause("bws:1.7.5", "bws:1.2.4b")
def test_bws_who_hears_of_disqualifications_and_who_bans_directors() -> None:
    out = left_open("disqualification", "bws", who="white", ground="forbidden aid")
    assert any("bws:1.7.5" in note for note in out.notes)
    assert "does not say by whom" in left_open("director_breach", "bws", proven=True).say


@pytest.mark.clause("usbgf:2.2.3c")
def test_usbgf_a_start_nobody_published_may_be_set_later_without_a_ground() -> None:
    found = ruled("time_exception", "usbgf", ground="neither")
    assert "usbgf:2.2.3c" in found.clauses
    assert "never published" in found.notes[0]


@pytest.mark.clause("bws:1.2.3a", "bws:1.2.4a")
def test_bws_expects_consideration_and_asks_for_no_request_first() -> None:
    found = left_open("distraction", "bws", asked=False)
    assert "considerate" in found.say
    assert not found.forbidden


@pytest.mark.clause("usbgf:4.1.4.3f", "usbgf:1.1.4.2b", "usbgf:4.1.4.3i")
def test_usbgf_dice_lifted_as_cocked_are_presumed_to_have_been_valid() -> None:
    found = left_open("lifted_as_cocked", "usbgf", roller="white", asked=False, believes_flat=True)
    assert found.usual[0].name == "stand"
    assert "against White" in found.say
    agreed = ruled("lifted_as_cocked", "usbgf", roller="white", asked=True)
    assert agreed.clauses == ("usbgf:4.1.4.3i",)


@pytest.mark.clause("bws:4.3.2.2a", "bws:4.3.2.3", "usbgf:4.3.2(b)")
@pytest.mark.parametrize(
    ("book", "reason", "said"),
    [
        ("bws", "a break", "must write"),
        ("usbgf", "a break", "should write"),
        ("bws", "a die left the board", "on the floor"),
    ],
)
def test_what_goes_with_a_stopped_clock(book: str, reason: str, said: str) -> None:
    assert said in ruled("clock_stopped", book, who="white", reason=reason).notes[0]


@pytest.mark.clause("usbgf:4.1.7.1f", "bws:4.1.6.2d")
@pytest.mark.parametrize(("book", "said"), [("usbgf", "full delay"), ("bws", "off the clock")])
def test_what_follows_when_the_player_who_pressed_took_the_dice_along(book: str, said: str) -> None:
    found = ruled("clock_stopped", book, who="black", reason="dice taken by the player who pressed")
    assert said in found.notes[0]


@pytest.mark.clause("bws:4.2.5a", "bws:5.3", "usbgf:4.2.2.3.4")
def test_bws_doubt_about_checkers_is_a_disadvantage_and_no_more() -> None:
    found = left_open("confusing_handling", "bws", by="white", evidence=False)
    assert [one.name for one in found.usual] == ["opponent", "mover"]
    assert "Black says" in ruled("confusing_handling", "usbgf", by="white", evidence=False).say


@pytest.mark.clause("usbgf:4.3.4-5", "usbgf:2.2.5a", "usbgf:1.8.1b", "usbgf:4.4.4.2c", "usbgf:2.2.2n", "usbgf:4.1.8.4b")
@pytest.mark.parametrize(
    ("kind", "told", "exception"),
    [
        ("time_expired", {"who": "white", "announced_by": "a player"}, "mismanaged"),
        ("left_area", {"who": "white", "away": 900_000}, "later_start"),
        ("aid_used", {"player": "white", "what": "backgammon_aid"}, "recess"),
        ("cube_touched", {"player": "white", "did": "touched"}, "announced"),
        ("late_double", {"player": "white", "thrown": "invalid_roll"}, "next_turn"),
        ("both_left", {"caller": "white", "called": 0, "caller_back": 1, "other_back": 2}, "waiting"),
        ("lifted_before_rest", {"roller": "white", "left_board": False}, "cause"),
    ],
)
def test_usbgf_what_would_turn_a_ruling_round_is_asked(kind: str, told: dict[str, object], exception: str) -> None:
    assert asked(kind, "usbgf", **told).question.key == exception
