"""Clocks that are stopped, and what goes with it."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import PenaltyStep, Ruling
from barpoint.officiating.cases.events import RulingGiven
from barpoint.officiating.cases.ruling_confirmation import Confirmation, confirm
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn, Remedy
from barpoint.rulebook.profiles.policy import book_policy
from tests.officiating.answers import ask, at, left_open, ruled, silent


@pytest.mark.clause("usbgf:4.3.2(a)", "usbgf:4.3.2(c)", "usbgf:4.3.2(d)", "usbgf:4.3.2(h)")
@pytest.mark.parametrize(
    ("reason", "force"),
    [
        ("the game is over", "must be stopped"),
        ("a break", "must be stopped"),
        ("a die fell to the floor", "may be stopped for this, and must be once"),
        ("a die left the board", "may be stopped"),
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
    assert ruled("clock_remark", "usbgf", **told).clauses[:2] == (row, "usbgf:4.3.3b")


@pytest.mark.clause("bws:1.6.1a")
def test_bws_spectators_keep_silent_about_the_clock_too() -> None:
    found = ruled("clock_remark", "bws", by="a spectator", about="a forgotten press")
    assert found.clauses == ("bws:1.6.1a", "bws:1.6.3")


@pytest.mark.clause("bws:4.3.2.2a", "usbgf:4.3.2(b)")
@pytest.mark.parametrize(
    ("book", "reason", "said"),
    [
        ("bws", "a break", "must write"),
        ("usbgf", "a break", "should write"),
    ],
)
def test_what_goes_with_a_stopped_clock(book: str, reason: str, said: str) -> None:
    assert said in ruled("clock_stopped", book, who="white", reason=reason).notes[0]


@pytest.mark.clause("usbgf:4.1.7.1f", "bws:4.1.6.2d")
@pytest.mark.parametrize(("book", "said"), [("usbgf", "full delay"), ("bws", "off the clock")])
def test_what_follows_when_the_player_who_pressed_took_the_dice_along(book: str, said: str) -> None:
    found = ruled("clock_stopped", book, who="black", reason="dice taken by the player who pressed")
    assert said in f"{found.say} {found.notes[0]}"
    assert (found.remedies == (PlayOn(),)) is (book == "bws")


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
    assert answer.penalties[0].step is PenaltyStep.REMINDER


@pytest.mark.clause("ibf:8.11a")
@pytest.mark.parametrize(
    ("chosen", "lost", "step"),
    [("game", LoseGame(Side.WHITE), PenaltyStep.GAME), ("match", LoseMatch(Side.WHITE), PenaltyStep.MATCH)],
)
def test_ibf_a_stopped_clock_costs_the_game_or_the_match_and_not_both(
    chosen: str, lost: Remedy, step: PenaltyStep
) -> None:
    stake = {"length": 7, "score_white": 2, "score_black": 3, "cube": 2}
    answer = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=False, **stake)
    assert (answer.options[0].consequences.points_won, answer.options[0].consequences.score) == ((0, 2), (2, 5))
    assert answer.options[1].consequences.winner == "black"
    given = confirm(answer, Confirmation(by="Dora", at=1, chosen=chosen), book_policy("ibf"))
    assert isinstance(given, RulingGiven)
    assert given.remedies == (lost,)
    assert [penalty.step for penalty in given.penalties] == [step]


@pytest.mark.clause("guide:addendum-clock-1", "guide:addendum-clock-2", "guide:2.2.6g")
def test_guide_names_two_stops_of_the_clock_and_leaves_the_rest_to_another_document() -> None:
    illegal = ruled("clock_stopped", "guide", who="white", reason="an illegal move")
    assert illegal.clauses == ("guide:addendum-clock-1", "guide:addendum-clock-2")
    assert ruled("clock_stopped", "guide", who="white", reason="a break").clauses == ("guide:2.2.6g",)
    assert not left_open("clock_stopped", "guide", who="white", reason="a die left the board").covered


REASONS = {
    "the game is over": ("ibf", "usbgf", "bws"),
    "a break": ("ibf", "usbgf", "bws"),
    "a die fell to the floor": ("ibf", "usbgf", "bws"),
    "a die left the board": ("usbgf",),
    "a dispute, or the director is called": ("ibf", "usbgf", "bws"),
    "dice taken by the player who pressed": ("ibf", "usbgf", "bws"),
    "dice lifted too early": ("ibf", "usbgf", "bws"),
    "an illegal move": ("ibf", "usbgf", "bws"),
    "to resign or to claim": ("usbgf", "bws"),
    "dice replaced by the arbiter": ("ibf", "usbgf", "bws"),
    "another reason": (),
}


@pytest.mark.clause("usbgf:4.3.2-4", "bws:4.3.2", "bws:4.3.2.3", "ibf:3.12a", "ibf:3.12c", "ibf:8.11a")
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws"])
def test_the_clock_may_be_stopped_for_the_reasons_of_the_book(book: str, reason: str) -> None:
    told = {"lasted": 20_000, "on_turn": "black"}
    found = ask("clock_stopped", book, who="white", reason=reason, accident=False, **told)
    handed_over = book == "usbgf" and reason == "dice taken by the player who pressed"  # usbgf:4.1.7.1f: more is done
    permitted = isinstance(found, Ruling) and (found.remedies == (PlayOn(),) or handed_over)
    assert permitted is (book in REASONS[reason])
    assert silent("clock_stopped", "trad")


@pytest.mark.clause("ibf:8.11a", "ibf:8.11b", "ibf:3.12a")
def test_an_unallowed_stop_under_ibf() -> None:
    found = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=False)
    assert found.options[0].remedies == (LoseGame(Side.WHITE),)
    assert [one.name for one in found.options] == ["game", "match"]
    brushed = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=True)
    assert brushed.penalties[0].step is PenaltyStep.WARNING
    assert brushed.penalties[0].offence == 1
    long = ruled("clock_stopped", "ibf", who="white", reason="a die fell to the floor", lasted=30_001)
    assert "ibf:3.12a" in long.clauses
    assert ruled("clock_stopped", "ibf", who="white", reason="a die fell to the floor", lasted=30_000).remedies == (
        PlayOn(),
    )


@pytest.mark.clause("ibf:8.5a", "ibf:8.8", "guide:1.3.4b", "usbgf:4.3.4-3", "bws:4.3.3a")
def test_who_may_speak_about_the_clock() -> None:
    press, wrong, out = "a forgotten press", "a clock running or stopped wrongly", "time that has run out"
    found = ruled("clock_remark", "ibf", by="a spectator", about=press)
    assert found.clauses == ("ibf:8.5a",)
    assert found.remedies[0] == PlayOn()
    assert "no breach" in ruled("clock_remark", "guide", by="a spectator", about=wrong).say
    assert "tells the director" in ruled("clock_remark", "guide", by="a spectator", about=out).say
    for book in ("ibf", "usbgf", "bws"):
        assert "does not count" in ruled("clock_remark", book, by="a spectator", about=out).say
        assert "official may" in ruled("clock_remark", book, by="an official", about=out).say
    assert "usbgf:1.6.1f" in ruled("clock_remark", "usbgf", by="a spectator", about=wrong, between_games=False).clauses
    assert not left_open("clock_remark", "bws", by="an official", about=wrong).covered
    assert silent("clock_remark", "trad")


@pytest.mark.clause("usbgf:4.3.2-4", "usbgf:4.3.3b", "usbgf:4.3.3c")
def test_usbgf_a_stop_without_right_leads_to_the_adjustment() -> None:
    found = ruled("clock_stopped", "usbgf", who="white", reason="another reason", on_turn="black", lasted=42_000)
    assert found.choice_of == "director"
    assert [option.name for option in found.options] == ["cut", "leave"]
    assert found.options[0].remedies == (ChangeClock(Side.BLACK, -30_000),)


@pytest.mark.clause("bws:4.3.2")
def test_bws_leaves_what_becomes_of_a_stop_without_right_to_the_director() -> None:
    found = left_open("clock_stopped", "bws", who="white", reason="another reason", on_turn="black", lasted=42_000)
    assert not found.no_part
    assert [option.name for option in found.usual] == ["cut", "leave"]
    assert found.usual[0].consequences.clock_changes == (0, -30_000)


@pytest.mark.clause("ibf:3.12a", "ibf:3.12c")
def test_ibf_a_stop_that_was_too_long_says_by_how_much_and_what_becomes_of_the_dice() -> None:
    found = ruled("clock_stopped", "ibf", who="white", reason="a die fell to the floor", lasted=50_000)
    assert "0:20 longer" in found.say
    assert any("ibf:10.2b" in note for note in found.notes)


@pytest.mark.clause("ibf:8.12", "ibf:8.11a")
def test_ibf_a_stop_to_resign_is_not_a_stop_without_reason() -> None:
    told = {"who": "white", "reason": "to resign or to claim", "length": 7, "score_white": 1, "score_black": 1}
    found = left_open("clock_stopped", "ibf", **told, cube=1)
    assert [option.name for option in found.usual] == ["resigned", "game", "match"]
    assert found.usual[1].consequences.score == (1, 2)


@pytest.mark.clause("ibf:3.12a", "ibf:3.12b")
def test_ibf_between_games_the_next_game_is_started_and_not_a_players_clock() -> None:
    found = ruled("clock_stopped", "ibf", who="white", reason="the game is over", lasted=45_000)
    assert found.remedies == (Instruct("Start the next game."),)
    assert found.consequences.game == "over"


@pytest.mark.clause("usbgf:1.6.1f", "usbgf:1.6.3", "usbgf:4.3.3b", "bws:1.6.3")
def test_a_spectators_word_about_the_clock_may_be_sanctioned_and_the_clock_is_put_right() -> None:
    about = "a clock running or stopped wrongly"
    found = ruled("clock_remark", "usbgf", by="a spectator", about=about, between_games=False)
    assert {"usbgf:1.6.3", "usbgf:4.3.3b"} <= set(found.clauses)
    assert found.penalties[0].optional
    staff = ruled("clock_remark", "usbgf", by="an official", about=about)
    assert staff.penalties == ()
    assert "usbgf:4.3.3b" in staff.clauses
    assert "bws:1.6.3" in ruled("clock_remark", "bws", by="a spectator", about=about).clauses
