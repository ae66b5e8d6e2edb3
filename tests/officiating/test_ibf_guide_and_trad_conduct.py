"""Rulings under ibf, guide and trad on time, results, conduct and appeals, compared with the text of each clause."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Appeal, Step
from barpoint.officiating.case_events import RulingGiven
from barpoint.officiating.confirm import Confirmation, confirmed
from barpoint.officiating.remedy import (
    LoseGame,
    LoseMatch,
    PlayAgain,
    PlayOn,
    Remedy,
    SetCube,
)
from barpoint.rulebook.options import Options
from barpoint.rulebook.policy import policy_of
from barpoint.rulebook.presets import preset
from barpoint.rulebook.profile import Profile
from barpoint.rulebook.tariff import Sanction
from tests.officiating.asking import at, left_open, ruled, under


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
