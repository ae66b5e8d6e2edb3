"""Illegal plays: classes, windows and choices of five books, and who has to speak."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Discretion, Ruling, Step
from barpoint.officiating.facts import Fact
from barpoint.officiating.judge import judge
from barpoint.officiating.record import Entry, Record
from barpoint.officiating.remedy import PlayAgain, PlayOn, RestoreVersion
from barpoint.officiating.topics.illegal_play import FACE, ORDINARY, STAGES
from barpoint.rulebook.catalogue import clause, param
from barpoint.rulebook.presets import preset

BOOKS = {
    "usbgf": "USBGF Open",
    "guide": "Club (2014 guide)",
    "bws": "BWS",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}


def asked(kind: str, book: str, record: Record | None = None, /, **facts: Fact) -> Answer:
    return judge(kind, facts, preset(BOOKS[book]), record)


def ruling(kind: str, book: str, record: Record | None = None, /, **facts: Fact) -> Ruling:
    found = asked(kind, book, record, **facts)
    assert isinstance(found, Ruling), found
    return found


def outcome(book: str, fault: str, stage: str, **facts: Fact) -> str:
    told: dict[str, Fact] = {"by": "white", "signalled": False, "both_agree": False, "game_over": False}
    found = asked("illegal_play", book, **(told | {"fault": fault, "stage": stage} | facts))
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
    wanted = {"usbgf": usbgf, "guide": guide, "bws": bws, "ibf": ibf, "trad": "silent"}
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
    found = ruling("illegal_play", "usbgf", by="white", fault=fault, stage="turn_ended")
    assert row in found.clauses


@pytest.mark.clause("usbgf:4.2.3.1(b)-1")
def test_every_face_fault_of_the_book_has_a_name_here() -> None:
    members = param("usbgf:4.2.3.1(b)-1", "members", tuple[str, ...])
    assert len(members) == len(FACE) - 1  # and the illegal pass of (b)-3


@pytest.mark.clause("guide:addendum-impossible-5", "guide:addendum-impossible-3", "guide:addendum-impossible-4")
def test_guide_adds_moving_from_the_bar_too_late_and_lets_the_director_keep_what_followed() -> None:
    found = ruling(
        "illegal_play", "guide", by="white", fault="moved_with_checker_on_bar", stage="opponent_played", version=9
    )
    assert "guide:addendum-impossible-5" in found.clauses
    assert found.options[0].remedies == (RestoreVersion(9), PlayAgain(Side.WHITE))
    assert (found.choice_of, [one.name for one in found.options]) == ("director", ["undo", "let_stand"])
    assert any("against the offender" in note for note in found.notes)


@pytest.mark.clause("usbgf:4.2.3.2b", "usbgf:1.1.6b", "guide:addendum-illegal-moves-7")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:4.2.3.2b"), ("guide", "guide:addendum-illegal-moves-7")])
def test_everything_since_is_undone_the_score_of_an_ended_game_too(book: str, row: str) -> None:
    found = ruling("illegal_play", book, by="white", fault="wrong_pips", stage="opponent_doubled", version=3)
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
    found = ruling("illegal_play", book, by="black", fault="wrong_pips", stage="later", both_agree=True)
    assert [one.name for one in found.options] == ["full", "targeted"]
    assert found.choice_of == "both players"
    assert any("refusing is entirely acceptable" in note for note in found.notes)
    assert outcome(book, "wrong_pips", "later", both_agree=False) == "stands"


@pytest.mark.clause("ibf:14.6", "ibf:14.9", "ibf:14.5a")
def test_ibf_refuses_whoever_has_replied_and_hears_no_protest_later() -> None:
    assert "ibf:14.6" in ruling("illegal_play", "ibf", by="white", fault="wrong_pips", stage="opponent_played").clauses
    assert "ibf:14.9" in ruling("illegal_play", "ibf", by="white", fault="wrong_pips", stage="later").clauses
    told: dict[str, Fact] = {"by": "white", "fault": "wrong_number_of_checkers", "stage": "turn_ended"}
    extra = ruling("illegal_play", "ibf", **told, game_over=False)
    assert "ibf:14.5a" in extra.clauses
    assert [one.name for one in extra.options] == ["keep", "correct"]


@pytest.mark.clause("ibf:9.11")
def test_a_double_over_an_unfinished_move_stands_and_the_move_is_put_right() -> None:
    found = ruling("illegal_play", "ibf", by="white", fault="wrong_pips", stage="doubled_while_moving")
    assert found.clauses == ("ibf:9.11",)
    assert PlayAgain(Side.WHITE) in found.remedies


@pytest.mark.clause("guide:addendum-guidelines-3")
def test_a_play_still_being_made_is_simply_made_again() -> None:
    found = ruling("illegal_play", "guide", by="white", fault="wrong_pips", stage="still_moving")
    assert found.clauses[0] == "guide:addendum-guidelines-3"
    assert found.remedies == (PlayAgain(Side.WHITE),)


@pytest.mark.clause("bws:4.2.3.2")
def test_bws_undoes_with_and_without_a_clock() -> None:
    without = ruling("illegal_play", "bws", by="white", fault="wrong_pips", stage="turn_ended", clock=False)
    assert "bws:4.2.3.2" in without.clauses
    assert without.options[1].remedies == (PlayAgain(Side.WHITE),)
    timed = ruling("illegal_play", "bws", by="white", fault="wrong_pips", stage="turn_ended", clock=True)
    assert "bws:4.2.3.3" in timed.clauses


@pytest.mark.parametrize(("book", "cost"), [("usbgf", "0:08"), ("guide", "0:08"), ("bws", "0:08"), ("ibf", "0:20")])
def test_the_correction_costs_what_the_book_says(book: str, cost: str) -> None:
    found = ruling(
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
        ("usbgf", (Step.NONE,), Step.WARNING),
        ("usbgf", (Step.NONE, Step.WARNING), Step.POINTS),
        ("bws", (Step.NONE,), Step.WARNING),
        ("bws", (Step.NONE, Step.WARNING), Step.POINTS),
        ("guide", (Step.NONE, Step.WARNING), None),
    ],
)
def test_repeated_illegal_plays_bring_a_warning_and_then_more(
    book: str, earlier: tuple[Step, ...], step: Step | None
) -> None:
    record = Record(tuple(Entry("Ana", "illegal_play", one) for one in earlier), ("Ana", "Ben"))
    found = ruling("illegal_play", book, record, by="white", fault="wrong_pips", stage="turn_ended")
    assert [one.step for one in found.penalties] == ([] if step is None else [step])
    assert all(one.optional is (book == "bws" or step is Step.POINTS) for one in found.penalties)
    if step is not None:
        assert {"usbgf:4.2.3.4a", "bws:4.2.3.4"} & set(found.clauses)


@pytest.mark.clause("usbgf:4.2.3.1(a)-6")
def test_disputed_facts_are_found_by_a_person_first() -> None:
    found = asked("illegal_play", "usbgf", by="white", fault="wrong_pips", stage="turn_ended", facts_agreed=False)
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
    in_time = asked("noticed_in_silence", "usbgf", by="black", knew=True, in_time=True)
    assert isinstance(in_time, Discretion)
    assert {"usbgf:4.2.3.4b", "usbgf:4.2.3.1(a)-4", "usbgf:1.1.6a"} <= set(in_time.clauses)
    assert in_time.forbidden
    late = asked("noticed_in_silence", "usbgf", by="black", knew=True, in_time=False)
    assert isinstance(late, Discretion)
    assert {"usbgf:4.2.3.1(d)-2", "usbgf:1.1.6c"} <= set(late.clauses)
    reminded = ruling("noticed_in_silence", "usbgf", by="black", knew=False, in_time=True)
    assert reminded.penalties[0].step is Step.REMINDER
    assert "usbgf:1.1.2b" in reminded.clauses
    guide = asked("noticed_in_silence", "guide", by="black", knew=True, in_time=True)
    assert isinstance(guide, Discretion)
    assert guide.clauses == ("guide:addendum-illegal-moves-1", "guide:addendum-guidelines-1", "guide:ethics-5")
    for book in ("bws", "ibf"):
        assert ruling("noticed_in_silence", book, by="black").remedies == (PlayOn(),)


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
        ("usbgf", {"who": "transcriber"}, True, "usbgf:4.2.3a"),
        ("guide", {"who": "monitor"}, True, "guide:4b"),
        ("guide", {"who": "spectator", "asked_by": "nobody"}, False, "guide:addendum-illegal-moves-6"),
        ("guide", {"who": "spectator", "asked_by": "director"}, True, "guide:addendum-illegal-moves-4"),
        ("guide", {"who": "transcriber", "agreed_before": False}, False, "guide:addendum-illegal-moves-5"),
        ("guide", {"who": "transcriber", "agreed_before": True}, True, "guide:addendum-illegal-moves-5"),
    ],
)
def test_who_may_point_an_illegal_play_out(book: str, facts: dict[str, Fact], entitled: bool, row: str) -> None:
    found = ruling("pointed_out", book, **facts)
    assert ("was entitled" in found.say) is entitled
    assert row in found.clauses


@pytest.mark.clause("ibf:14.8")
def test_an_illegal_play_to_gain_time_must_be_sanctioned() -> None:
    found = asked("illegal_play_for_time", "ibf", by="white", purpose=True)
    assert isinstance(found, Discretion)
    assert found.forbidden
    assert "point" in [one.name for one in found.usual]
    assert ruling("illegal_play_for_time", "ibf", by="white", purpose=False).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.2.2.3.4", "usbgf:4.2.2b")
def test_doubt_about_a_position_goes_against_whoever_moved_the_checkers() -> None:
    found = ruling("confusing_handling", "usbgf", by="white", evidence=False)
    assert "where Black says" in found.say
    assert found.penalties == ()
    earlier = Record(tuple(Entry("White", "confusing_handling", Step.NONE) for _ in range(2)))
    again = ruling("confusing_handling", "usbgf", earlier, by="white", evidence=False)
    assert (again.penalties[0].step, again.penalties[0].optional) == (Step.POINTS, True)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("fault", [*ORDINARY, *FACE])
def test_every_fault_at_every_stage_has_an_answer_with_clauses_that_exist(book: str, fault: str, stage: str) -> None:
    told: dict[str, Fact] = {"by": "white", "fault": fault, "stage": stage, "signalled": False, "both_agree": False}
    found = asked("illegal_play", book, **told, game_over=False)
    assert isinstance(found, Ruling | Discretion)
    for row in found.clauses:
        assert clause(row).book == book


@pytest.mark.clause("guide:5.4f", "guide:5.4e")
def test_guide_confusing_handling_goes_against_the_mover_without_a_penalty() -> None:
    earlier = Record(tuple(Entry("White", "confusing_handling", Step.NONE) for _ in range(3)))
    found = ruling("confusing_handling", "guide", earlier, by="white", evidence=False)
    assert "as Black says" in str(found.remedies)
    assert not found.penalties


@pytest.mark.clause("bws:1.6.1a", "bws:1.3.3b")
def test_bws_a_monitor_may_point_a_play_out_and_a_spectator_may_not() -> None:
    assert ruling("pointed_out", "bws", who="monitor").clauses == ("bws:1.3.3b",)
    assert ruling("pointed_out", "bws", who="spectator").penalties[0].step is Step.REMINDER
