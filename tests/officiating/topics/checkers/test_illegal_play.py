"""Illegal plays: classes, windows and choices of five books, and who has to speak."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, NeedFacts, PenaltyStep, Ruling
from barpoint.officiating.cases.events import RulingGiven
from barpoint.officiating.cases.ruling_confirmation import Confirmation, confirm
from barpoint.officiating.facts import FactValue
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import Instruct, PlayAgain, PlayOn, RestoreVersion
from barpoint.officiating.topics.checkers.illegal_play import (
    FACE,
    ORDINARY,
    STAGES,
)
from barpoint.rulebook.catalogue.lookup import clause, param
from barpoint.rulebook.profiles.policy import book_policy
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import BOOKS, ask, asked, earlier, left_open, ruled


def outcome(book: str, fault: str, stage: str, **facts: FactValue) -> str:
    told: dict[str, FactValue] = {"by": "white", "signalled": False, "both_agree": False, "game_over": False}
    found = ask("illegal_play", book, **(told | {"fault": fault, "stage": stage} | facts))
    if isinstance(found, Discretion):
        return "silent" if not found.covered else "director"
    assert isinstance(found, Ruling)
    if PlayOn() in found.remedies:
        return "stands"
    return "choice" if found.choice_of == "black" else "corrected"


@pytest.mark.clause(
    "usbgf:4.2.3.1(a)-2",
    "usbgf:4.2.3.1(b)-1",
    "usbgf:4.2.3.1(b)-2",
    "usbgf:1.1.2a",
    "guide:6.1",
    "guide:addendum-illegal-moves-2",
    "guide:addendum-illegal-moves-3",
    "guide:addendum-impossible-2",
    "bws:4.2.3.1a",
    "bws:4.2.3.1b",
    "ibf:10.3b",
    "ibf:10.3c",
    "ibf:14.4a",
    "ibf:14.5b",
)
@pytest.mark.parametrize(
    ("fault", "stage", "usbgf", "guide", "bws", "ibf"),
    [
        ("wrong_pips", "turn_ended", "corrected", "corrected", "choice", "choice"),
        ("wrong_pips", "opponent_doubled", "corrected", "corrected", "choice", "stands"),
        ("wrong_pips", "opponent_rolled_invalidly", "corrected", "corrected", "stands", "stands"),
        ("wrong_pips", "opponent_rolled", "stands", "stands", "stands", "stands"),
        ("bore_off_too_early", "turn_ended", "corrected", "corrected", "choice", "choice"),
        ("bore_off_too_early", "opponent_rolled", "corrected", "corrected", "stands", "stands"),
        ("bore_off_too_early", "opponent_played", "corrected", "corrected", "stands", "stands"),
        ("bore_off_too_early", "offender_doubled", "corrected", "stands", "stands", "stands"),
        ("bore_off_too_early", "offender_rolled", "stands", "stands", "stands", "stands"),
    ],
)
def test_each_book_has_its_own_window(fault: str, stage: str, usbgf: str, guide: str, bws: str, ibf: str) -> None:
    wanted = {"usbgf": usbgf, "guide": guide, "bws": bws, "ibf": ibf, "trad": "director"}
    assert {book: outcome(book, fault, stage) for book in BOOKS} == wanted


@pytest.mark.clause("usbgf:4.2.3.1(b)-3", "usbgf:4.2.3.1(b)-4", "usbgf:4.2.3.1(b)-5", "usbgf:4.2.3.1(b)-6")
@pytest.mark.parametrize(
    ("fault", "row", "after_the_roll"),
    [
        ("passed_without_rolling", "usbgf:4.2.3.1(b)-3", "corrected"),
        ("wrong_number_of_checkers", "usbgf:4.2.3.1(b)-4", "stands"),
        ("did_not_move", "usbgf:4.2.3.1(b)-4", "stands"),
        ("jumped_a_prime", "usbgf:4.2.3.1(b)-5", "stands"),
        ("take_back_slip", "usbgf:4.2.3.1(b)-6", "stands"),
        ("moved_backwards", "usbgf:4.2.3.1(b)-1", "corrected"),
    ],
)
def test_usbgf_puts_each_fault_into_its_class(fault: str, row: str, after_the_roll: str) -> None:
    assert outcome("usbgf", fault, "opponent_played") == after_the_roll
    found = ruled("illegal_play", "usbgf", by="white", fault=fault, stage="turn_ended")
    assert row in found.clauses


@pytest.mark.clause("usbgf:4.2.3.1(b)-1")
def test_every_face_fault_of_the_book_has_a_name_here() -> None:
    members = param("usbgf:4.2.3.1(b)-1", "members", tuple[str, ...])
    assert len(members) == len(FACE) - 1  # and the illegal pass of (b)-3


@pytest.mark.clause("guide:addendum-impossible-5", "guide:addendum-impossible-3", "guide:addendum-impossible-4")
def test_guide_adds_moving_from_the_bar_too_late_and_lets_the_director_keep_what_followed() -> None:
    found = ruled(
        "illegal_play", "guide", by="white", fault="moved_with_checker_on_bar", stage="opponent_played", version=9
    )
    assert "guide:addendum-impossible-5" in found.clauses
    assert found.options[0].remedies == (RestoreVersion(9), PlayAgain(Side.WHITE))
    assert (found.choice_of, [one.name for one in found.options]) == ("director", ["undo", "let_stand"])
    assert any("against the offender" in note for note in found.notes)


@pytest.mark.clause("usbgf:4.2.3.2b", "usbgf:1.1.6b", "guide:addendum-illegal-moves-7")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.2.3.2b"), ("guide", "guide:addendum-illegal-moves-7")])
def test_everything_since_is_undone_the_score_of_an_ended_game_too(book: str, row: str) -> None:
    found = ruled("illegal_play", book, by="white", fault="wrong_pips", stage="opponent_doubled", version=3)
    assert row in found.clauses
    assert "score" in found.say
    assert found.remedies == (RestoreVersion(3), PlayAgain(Side.WHITE))
    assert outcome(book, "wrong_pips", "turn_ended", game_over=True) == "corrected"
    assert outcome(book, "wrong_pips", "turn_ended", game_over=True, next_game=True) == "stands"


@pytest.mark.clause("ibf:14.4b")
def test_ibf_hears_no_claim_after_the_game() -> None:
    assert outcome("ibf", "wrong_pips", "turn_ended", game_over=True) == "stands"


@pytest.mark.clause("usbgf:4.2.3.1(a)-5", "guide:addendum-guidelines-4")
@pytest.mark.parametrize(
    ("book", "said_in_time"), [("usbgf", "corrected"), ("guide", "corrected"), ("bws", "stands"), ("ibf", "stands")]
)
def test_a_word_before_the_dice_land_is_in_time(book: str, said_in_time: str) -> None:
    assert outcome(book, "wrong_pips", "opponent_rolled", signalled=True) == said_in_time


@pytest.mark.clause("usbgf:4.2.3.1(d)-1", "usbgf:4.2.3.2d", "usbgf:4.2.3.2e", "guide:addendum-late-1", "usbgf:1.1.6c")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_late_correction_needs_both_players_who_choose_how(book: str) -> None:
    found = ruled("illegal_play", book, by="black", fault="wrong_pips", stage="later", both_agree=True)
    assert [one.name for one in found.options] == ["full", "targeted"]
    assert found.choice_of == "both players"
    assert any("refusing is entirely acceptable" in note for note in found.notes)
    assert outcome(book, "wrong_pips", "later", both_agree=False) == "stands"


@pytest.mark.clause("ibf:14.6", "ibf:14.9", "ibf:14.5a")
def test_ibf_refuses_whoever_has_replied_and_hears_no_protest_later() -> None:
    assert "ibf:14.6" in ruled("illegal_play", "ibf", by="white", fault="wrong_pips", stage="opponent_played").clauses
    assert "ibf:14.9" in ruled("illegal_play", "ibf", by="white", fault="wrong_pips", stage="later").clauses
    told: dict[str, FactValue] = {"by": "white", "fault": "wrong_number_of_checkers", "stage": "turn_ended"}
    extra = ruled("illegal_play", "ibf", **told, game_over=False)
    assert "ibf:14.5a" in extra.clauses
    assert [one.name for one in extra.options] == ["keep", "correct"]


@pytest.mark.clause("ibf:9.11")
def test_a_double_over_an_unfinished_move_stands_and_the_move_may_be_put_right() -> None:
    found = ruled("illegal_play", "ibf", by="white", fault="wrong_pips", stage="doubled_while_moving")
    assert found.clauses == ("ibf:9.11", "ibf:14.5b")
    assert [option.name for option in found.options] == ["correct", "leave"]
    assert found.choice_of == "white"
    assert PlayAgain(Side.WHITE) not in found.remedies
    assert PlayAgain(Side.WHITE) in found.options[0].remedies
    assert [reading.id for reading in found.readings] == ["ruling-41"]


@pytest.mark.clause("usbgf:4.7d", "usbgf:4.2.3.2b")
def test_usbgf_a_play_that_ended_the_match_points_to_a_reported_result() -> None:
    told: dict[str, FactValue] = {"by": "white", "fault": "wrong_bear_off", "stage": "turn_ended", "game_over": True}
    assert any("usbgf:4.7d" in note for note in ruled("illegal_play", "usbgf", **told, next_game=False).notes)
    assert not any("usbgf:4.7d" in note for note in ruled("illegal_play", "usbgf", **told | {"game_over": False}).notes)


def test_while_the_game_goes_on_no_next_game_has_begun() -> None:
    told: dict[str, FactValue] = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "game_over": False}
    assert isinstance(ask("illegal_play", "usbgf", **told, next_game=True), NeedFacts)
    assert "next_game" not in {one.key for one in ruled("illegal_play", "usbgf", **told).assumptions}


@pytest.mark.clause("guide:addendum-guidelines-3")
def test_a_play_still_being_made_is_simply_made_again() -> None:
    found = ruled("illegal_play", "guide", by="white", fault="wrong_pips", stage="still_moving")
    assert found.clauses[0] == "guide:addendum-guidelines-3"
    assert found.remedies == (PlayAgain(Side.WHITE),)


@pytest.mark.clause("bws:4.2.3.2")
def test_bws_undoes_with_and_without_a_clock() -> None:
    without = ruled("illegal_play", "bws", by="white", fault="wrong_pips", stage="turn_ended", clock=False)
    assert "bws:4.2.3.2" in without.clauses
    assert without.options[1].remedies == (PlayAgain(Side.WHITE),)
    timed = ruled("illegal_play", "bws", by="white", fault="wrong_pips", stage="turn_ended", clock=True)
    assert "bws:4.2.3.3" in timed.clauses


@pytest.mark.parametrize(("book", "cost"), [("usbgf", "0:08"), ("guide", "0:08"), ("bws", "0:08"), ("ibf", "0:20")])
def test_the_correction_costs_what_the_book_says(book: str, cost: str) -> None:
    found = ruled(
        "illegal_play",
        book,
        by="white",
        fault="wrong_pips",
        stage="turn_ended",
        game_over=False,
        clock=True,
        elapsed=20_000,
        delay=12_000,
    )
    assert any(cost in note for note in found.notes)


@pytest.mark.clause("usbgf:4.2.3.4a", "bws:4.2.3.4")
@pytest.mark.parametrize(
    ("book", "earlier", "step"),
    [
        ("usbgf", (), None),
        ("usbgf", (PenaltyStep.NONE,), PenaltyStep.WARNING),
        ("usbgf", (PenaltyStep.NONE, PenaltyStep.WARNING), PenaltyStep.POINTS),
        ("bws", (PenaltyStep.NONE,), PenaltyStep.WARNING),
        ("bws", (PenaltyStep.NONE, PenaltyStep.WARNING), PenaltyStep.POINTS),
        ("guide", (PenaltyStep.NONE, PenaltyStep.WARNING), None),
    ],
)
def test_repeated_illegal_plays_bring_a_warning_and_then_more(
    book: str, earlier: tuple[PenaltyStep, ...], step: PenaltyStep | None
) -> None:
    record = PenaltyRecord(tuple(PenaltyEntry("Ana", "illegal_play", one) for one in earlier), ("Ana", "Ben"))
    found = ruled("illegal_play", book, record, by="white", fault="wrong_pips", stage="turn_ended")
    assert [one.step for one in found.penalties] == ([] if step is None else [step])
    assert all(one.optional is (book == "bws" or step is PenaltyStep.POINTS) for one in found.penalties)
    if step is not None:
        assert {"usbgf:4.2.3.4a", "bws:4.2.3.4"} & set(found.clauses)


@pytest.mark.clause("usbgf:4.2.3.1(a)-6")
def test_disputed_facts_are_found_by_a_person_first() -> None:
    found = ask("illegal_play", "usbgf", by="white", fault="wrong_pips", stage="turn_ended", facts_agreed=False)
    assert isinstance(found, Discretion)
    assert found.covered
    assert "usbgf:4.2.3.1(a)-6" in found.clauses


@pytest.mark.clause(
    "usbgf:1.1.6a",
    "usbgf:1.1.6c",
    "usbgf:1.1.2b",
    "usbgf:4.2.3.1(a)-1",
    "usbgf:4.2.3.1(a)-4",
    "usbgf:4.2.3.1(d)-2",
    "usbgf:4.2.3.4b",
    "guide:addendum-illegal-moves-1",
    "guide:addendum-guidelines-1",
)
def test_silence_is_a_breach_where_both_validate_and_a_right_where_the_opponent_chooses() -> None:
    in_time = ask("noticed_in_silence", "usbgf", by="black", knew=True, in_time=True)
    assert isinstance(in_time, Discretion)
    assert {"usbgf:4.2.3.4b", "usbgf:4.2.3.1(a)-4", "usbgf:1.1.6a"} <= set(in_time.clauses)
    assert in_time.forbidden
    late = ask("noticed_in_silence", "usbgf", by="black", knew=True, in_time=False)
    assert isinstance(late, Discretion)
    assert {"usbgf:4.2.3.1(d)-2", "usbgf:1.1.6c"} <= set(late.clauses)
    reminded = ruled("noticed_in_silence", "usbgf", by="black", knew=False, in_time=True)
    assert reminded.penalties[0].step is PenaltyStep.REMINDER
    assert "usbgf:1.1.2b" in reminded.clauses
    guide = ask("noticed_in_silence", "guide", by="black", knew=True, in_time=True)
    assert isinstance(guide, Discretion)
    assert guide.clauses == ("guide:addendum-illegal-moves-1", "guide:addendum-guidelines-1", "guide:ethics-5")
    for book in ("bws", "ibf"):
        assert ruled("noticed_in_silence", book, by="black").remedies == (PlayOn(),)


@pytest.mark.clause(
    "usbgf:4.2.3a",
    "usbgf:1.3.3b",
    "guide:4b",
    "guide:addendum-illegal-moves-4",
    "guide:addendum-illegal-moves-5",
    "guide:addendum-illegal-moves-6",
)
@pytest.mark.parametrize(
    ("book", "facts", "entitled", "row"),
    [
        ("usbgf", {"who": "spectator", "asked_by": "nobody"}, False, "usbgf:4.2.3a"),
        ("usbgf", {"who": "spectator", "asked_by": "one_player"}, False, "usbgf:4.2.3a"),
        ("usbgf", {"who": "spectator", "asked_by": "both"}, True, "usbgf:4.2.3a"),
        ("usbgf", {"who": "monitor"}, True, "usbgf:1.3.3b"),
        ("usbgf", {"who": "transcriber", "agreed_before": True}, True, "usbgf:4.2.3a"),
        ("guide", {"who": "monitor"}, True, "guide:4b"),
        ("guide", {"who": "spectator", "asked_by": "nobody"}, False, "guide:addendum-illegal-moves-6"),
        ("guide", {"who": "spectator", "asked_by": "director"}, True, "guide:addendum-illegal-moves-4"),
        ("guide", {"who": "transcriber", "agreed_before": False}, False, "guide:addendum-illegal-moves-5"),
        ("guide", {"who": "transcriber", "agreed_before": True}, True, "guide:addendum-illegal-moves-5"),
    ],
)
def test_who_may_point_an_illegal_play_out(book: str, facts: dict[str, FactValue], entitled: bool, row: str) -> None:
    found = ruled("pointed_out", book, **facts)
    assert ("was entitled" in found.say) is entitled
    assert row in found.clauses


@pytest.mark.clause("ibf:14.8")
def test_an_illegal_play_to_gain_time_must_be_sanctioned() -> None:
    found = ask("illegal_play_for_time", "ibf", by="white", purpose=True)
    assert isinstance(found, Discretion)
    assert found.forbidden
    assert "point" in [one.name for one in found.usual]
    assert ruled("illegal_play_for_time", "ibf", by="white", purpose=False).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.2.2.3.4", "usbgf:4.2.2b")
def test_doubt_about_a_position_goes_against_whoever_moved_the_checkers() -> None:
    found = ruled("confusing_handling", "usbgf", by="white", evidence=False)
    assert "where Black says" in found.say
    assert found.penalties == ()
    earlier = PenaltyRecord(tuple(PenaltyEntry("White", "confusing_handling", PenaltyStep.NONE) for _ in range(2)))
    again = ruled("confusing_handling", "usbgf", earlier, by="white", evidence=False)
    assert (again.penalties[0].step, again.penalties[0].optional) == (PenaltyStep.POINTS, True)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("fault", [*ORDINARY, *FACE])
def test_every_fault_at_every_stage_has_an_answer_with_clauses_that_exist(book: str, fault: str, stage: str) -> None:
    told: dict[str, FactValue] = {
        "by": "white",
        "fault": fault,
        "stage": stage,
        "signalled": False,
        "both_agree": False,
    }
    found = ask("illegal_play", book, **told, game_over=False)
    assert isinstance(found, Ruling | Discretion)
    for row in found.clauses:
        assert clause(row).book == book


@pytest.mark.clause("guide:5.4f", "guide:5.4e")
def test_guide_confusing_handling_goes_against_the_mover_without_a_penalty() -> None:
    earlier = PenaltyRecord(tuple(PenaltyEntry("White", "confusing_handling", PenaltyStep.NONE) for _ in range(3)))
    found = ruled("confusing_handling", "guide", earlier, by="white", evidence=False)
    assert "as Black says" in str(found.remedies)
    assert not found.penalties


@pytest.mark.clause("bws:1.6.1a", "bws:1.3.3b")
def test_bws_a_monitor_may_point_a_play_out_and_a_spectator_may_not() -> None:
    assert ruled("pointed_out", "bws", who="monitor").clauses == ("bws:1.3.3b",)
    assert ruled("pointed_out", "bws", who="spectator").penalties[0].step is PenaltyStep.EXPULSION


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
    record = earlier("illegal_play", step=PenaltyStep.NONE)
    found = ruled("illegal_play", book, record, by="white", fault="wrong_pips", stage="turn_ended")
    assert [(one.step, one.optional) for one in found.penalties] == [(PenaltyStep.WARNING, optional)]


@pytest.mark.clause("bws:4.2.3.3", "usbgf:4.2.3.1(a)-3", "usbgf:4.2.3.2c")
@pytest.mark.parametrize(("book", "said"), [("bws", "delay has run out"), ("usbgf", "full delay")])
def test_how_the_clock_is_handled_when_a_play_is_put_right(book: str, said: str) -> None:
    found = ruled("illegal_play", book, by="white", fault="wrong_pips", stage="turn_ended", clock=True)
    assert any(said in note for note in found.notes)
    assert len(set(found.clauses)) == len(found.clauses)


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
    assert [reading.id for reading in answer.readings] == ["ruling-1"]


@pytest.mark.clause("guide:5.9h")
def test_guide_a_double_during_an_illegal_play_binds_for_the_turn_that_follows() -> None:
    answer = ruled("illegal_play", "guide", by="white", fault="wrong_pips", stage="doubled_while_moving")
    assert Instruct("Black doubles when the turn comes.") in answer.remedies


@pytest.mark.clause("guide:addendum-impossible-3")
@pytest.mark.parametrize(("chosen", "undone"), [("undo", True), ("let_stand", False)])
def test_guide_what_followed_an_improper_movement_is_undone_only_if_that_is_chosen(chosen: str, undone: bool) -> None:
    answer = ruled("illegal_play", "guide", by="white", fault="own_checker_to_bar", stage="opponent_played")
    given = confirm(answer, Confirmation(by="Dora", at=1, chosen=chosen), book_policy("guide"))
    assert isinstance(given, RulingGiven)
    assert (PlayAgain(Side.WHITE) in given.remedies) is undone


@pytest.mark.clause("trad:movement-4a", "trad:movement-4b", "trad:movement-4c")
def test_trad_says_what_is_legal_and_leaves_the_remedy_to_the_players() -> None:
    found = left_open("illegal_play", "trad", by="white", fault="wrong_pips")
    assert found.covered
    assert "trad:movement-4c" in found.clauses
    assert "larger" in found.say
    assert found.usual[0].remedies == (PlayAgain(Side.WHITE),)


@pytest.mark.clause("trad:bearing-off-3", "trad:movement-4c")
@pytest.mark.parametrize(
    ("fault", "row"),
    [
        ("wrong_bear_off", "trad:bearing-off-3"),
        ("smaller_number", "trad:movement-4c"),
        ("did_not_move", "trad:movement-4c"),
        ("closed_point", "trad:movement-1"),
        ("own_checker_to_bar", "trad:hitting-and-entering-2"),
        ("moved_opposing_checker", "trad:movement-start-3"),
        ("take_back_slip", "trad:movement-2a"),
        ("other", "trad:movement-4a"),
    ],
)
def test_trad_names_the_rule_that_was_broken_whatever_was_wrong(fault: str, row: str) -> None:
    found = left_open("illegal_play", "trad", by="white", fault=fault)
    assert found.covered
    assert row in found.clauses


@pytest.mark.clause("usbgf:4.2.3.3")
def test_usbgf_a_checker_taken_off_from_a_wrong_point_and_noticed_late_is_not_borne_off() -> None:
    told = {"by": "white", "fault": "wrong_bear_off", "stage": "opponent_rolled"}
    found = ruled("illegal_play", "usbgf", **told, signalled=False, both_agree=False)
    assert "usbgf:4.2.3.3" in found.clauses
    assert "gammon" in found.consequences.checker


@pytest.mark.clause("ibf:4.2b", "ibf:4.2h", "ibf:4.4b", "ibf:4.4e", "ibf:4.3a")
@pytest.mark.parametrize(
    ("fault", "row"),
    [
        ("two_from_the_head", "ibf:4.2b"),
        ("all_fifteen_blocked", "ibf:4.4b"),
        ("passing_block", "ibf:4.4e"),
        ("closed_point", "ibf:4.3a"),
    ],
)
def test_ibf_what_only_longgammon_forbids(fault: str, row: str) -> None:
    facts = {"by": "white", "fault": fault, "stage": "turn_ended", "game_over": False}
    found = ruled("illegal_play", preset("IBF Longgammon"), **facts)
    assert row in found.clauses
    assert [option.name for option in found.options] == ["keep", "correct"]
    if fault != "closed_point":
        assert "Longgammon" in asked("illegal_play", "ibf", **facts).wrong
        assert "Longgammon" in asked("illegal_play", "trad", by="white", fault=fault).wrong


@pytest.mark.clause("ibf:9.11", "ibf:14.4a", "usbgf:4.4.4.3a")
def test_a_double_made_meanwhile_stands_in_figures() -> None:
    facts = {"by": "white", "fault": "wrong_pips", "cube": 2}
    stands = "White takes at 4 or passes and loses 2 points, before any roll."
    for stage in ("doubled_while_moving", "opponent_doubled"):
        assert ruled("illegal_play", "ibf", **facts, stage=stage).consequences.pending == stands
    waits = ruled("illegal_play", "usbgf", **facts, stage="doubled_while_moving").consequences.pending
    assert waits == "Black's double waits for the next turn; White then takes at 4 or passes and loses 2 points."


@pytest.mark.clause("usbgf:4.2.3.2b")
def test_a_pass_after_an_illegal_play_is_undone_and_the_game_goes_on() -> None:
    told = {"by": "white", "fault": "wrong_pips", "stage": "opponent_doubled", "facts_agreed": True}
    found = ruled("illegal_play", "usbgf", **told, game_over=True, next_game=False)
    assert found.consequences.game == "goes_on"
    assert "pass made since are undone" in found.consequences.pending


@pytest.mark.clause("usbgf:4.2.3.1(b)-3")
def test_a_turn_given_up_without_a_roll_has_its_roll_still_to_come() -> None:
    told = {"by": "white", "fault": "passed_without_rolling", "stage": "opponent_played", "facts_agreed": True}
    found = ruled("illegal_play", "usbgf", **told)
    assert (found.consequences.turn, found.consequences.roll) == (Side.WHITE, "new")


@pytest.mark.clause("usbgf:4.2.3.1(a)-2", "ibf:14.6", "bws:4.2.3.1b")
@pytest.mark.parametrize(
    ("book", "stage", "turn", "roll"),
    [
        ("usbgf", "opponent_rolled", Side.BLACK, "stands"),
        ("usbgf", "opponent_played", Side.WHITE, ""),
        ("usbgf", "offender_rolled", Side.WHITE, "stands"),
        ("bws", "opponent_rolled_invalidly", Side.BLACK, "new"),
        ("ibf", "opponent_rolled", Side.BLACK, "stands"),
    ],
)
def test_a_play_that_stands_says_who_goes_on_and_with_which_roll(book: str, stage: str, turn: Side, roll: str) -> None:
    told = {"by": "white", "fault": "wrong_pips", "stage": stage, "signalled": False, "both_agree": False}
    found = ruled("illegal_play", book, **told)
    assert (found.consequences.turn, found.consequences.roll) == (turn, roll)


@pytest.mark.clause("usbgf:4.2.3.4a")
@pytest.mark.parametrize(("told", "step"), [(1, PenaltyStep.WARNING), (2, PenaltyStep.POINTS)])
def test_usbgf_after_the_warning_that_was_due_a_sanction_is_open(told: int, step: PenaltyStep) -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended"}
    found = ruled("illegal_play", "usbgf", **facts, earlier=told)
    assert [penalty.step for penalty in found.penalties] == [step]


@pytest.mark.clause("bws:4.2.3.4", "usbgf:4.2.3.4a")
@pytest.mark.parametrize("book", ["bws", "usbgf"])
def test_points_follow_the_warning_for_repeated_illegal_plays(book: str) -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "clock": False, "earlier": 1}
    first = ruled("illegal_play", book, **facts)
    assert [one.step for one in first.penalties] == [PenaltyStep.WARNING]
    assert "penalty point" in first.consequences.next_offence
    again = ruled("illegal_play", book, **facts, warned=True)
    assert [(one.step, one.optional) for one in again.penalties] == [(PenaltyStep.POINTS, True)]


@pytest.mark.clause("guide:addendum-illegal-moves-7", "usbgf:4.2.3.2b")
@pytest.mark.parametrize("book", ["guide", "usbgf"])
def test_the_score_goes_back_with_the_last_play_of_a_game(book: str) -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": "turn_ended", "next_game": False}
    undone = ruled("illegal_play", book, **facts, game_over=True)
    assert "taken back" in undone.consequences.pending
    assert undone.consequences.game == "goes_on"
    assert not ruled("illegal_play", book, **facts, game_over=False).consequences.pending


@pytest.mark.clause("bws:4.2.3.1a")
def test_bws_a_double_made_since_goes_with_a_play_that_is_put_right() -> None:
    since = ruled("illegal_play", "bws", by="white", fault="wrong_pips", stage="opponent_doubled", clock=False)
    keep, correct = since.options
    assert not keep.consequences.pending
    assert "double" in correct.consequences.pending
    assert "ruling-29" in {one.id for one in since.readings}


@pytest.mark.clause("bws:4.2.3.4")
@pytest.mark.parametrize("stage", ["turn_ended", "later"])
def test_bws_names_no_number_of_points_for_a_repetition(stage: str) -> None:
    facts = {"by": "white", "fault": "wrong_pips", "stage": stage, "clock": False, "earlier": 2}
    given = ruled("illegal_play", "bws", **facts, warned=True)
    assert [penalty.step for penalty in given.penalties] == [PenaltyStep.POINTS]
    assert any("fixes no number" in note for note in given.notes)
    warned = ruled("illegal_play", "bws", **facts, warned=False)
    assert not any("fixes no number" in note for note in warned.notes)
