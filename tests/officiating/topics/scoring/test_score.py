"""Scores that are wrong or disputed, and what they do to the match and the Crawford game."""

import pytest

from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.facts import FactValue
from barpoint.officiating.judgement import judge
from barpoint.officiating.remedy import SetScore
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import left_open, ruled

USBGF, BWS, GUIDE = "USBGF Open", "BWS", "Club (2014 guide)"


def asked(event: str, **facts: FactValue) -> JudgeAnswer:
    return judge("score_wrong", facts, preset(event))


def ruling(event: str, **facts: FactValue) -> Ruling:
    found = asked(event, **facts)
    assert isinstance(found, Ruling), found
    return found


def true_score(white: int, black: int, **more: FactValue) -> JudgeAnswer:
    return asked(USBGF, length=7, established=True, score_white=white, score_black=black, **more)


@pytest.mark.clause("usbgf:1.1.6b")
def test_the_true_score_prevails_however_late() -> None:
    found = true_score(3, 2)
    assert isinstance(found, Ruling)
    assert found.remedies == (SetScore((3, 2)),)
    assert found.clauses[0] == "usbgf:4.6.3a"


def test_a_correction_that_reaches_the_length_wins_and_one_that_falls_short_resumes() -> None:
    won = true_score(7, 2)
    assert isinstance(won, Ruling)
    assert "usbgf:4.6.3d" in won.clauses
    resumed = true_score(6, 5, match_over=True, reported=False)
    assert isinstance(resumed, Ruling)
    assert "usbgf:4.6.3e" in resumed.clauses
    reported = true_score(6, 5, match_over=True, reported=True)
    assert isinstance(reported, Discretion)
    assert "usbgf:4.7d" in reported.clauses


@pytest.mark.parametrize(("played", "says"), [(False, "is the Crawford game"), (True, "Play goes on")])
def test_the_crawford_game_falls_where_the_true_score_puts_it(played: bool, says: str) -> None:
    asks = true_score(6, 3)
    assert isinstance(asks, NeedFacts)
    assert asks.question.key == "crawford_played"
    found = true_score(6, 3, crawford_played=played)
    assert isinstance(found, Ruling)
    assert says in found.say


@pytest.mark.clause("usbgf:4.6.3c", "usbgf:4.6.3g")
def test_one_sheet_counts_before_none_and_two_are_the_directors() -> None:
    one = ruling(USBGF, established=False, length=9, sheets="black", black_sheet_white=5, black_sheet_black=4)
    assert (one.clauses, one.remedies) == (("usbgf:4.6.3c",), (SetScore((5, 4)),))
    both = asked(USBGF, established=False, sheets="both")
    assert isinstance(both, Discretion)
    assert both.clauses[0] == "usbgf:4.6.3g"


@pytest.mark.clause("bws:4.7e")
def test_bws_takes_the_sheet_of_the_player_who_trails() -> None:
    sheets: dict[str, FactValue] = {
        "white_sheet_white": 6,
        "white_sheet_black": 3,
        "black_sheet_white": 6,
        "black_sheet_black": 4,
    }
    assert ruling(BWS, established=False, length=9, **sheets).remedies == (SetScore((6, 4)),)
    crossed = asked(BWS, established=False, length=9, **(sheets | {"black_sheet_black": 7}))
    assert isinstance(crossed, Discretion)


@pytest.mark.clause("guide:5.13c")
def test_guide_puts_the_written_score_before_the_scoreboard() -> None:
    found = ruling(GUIDE, against_scoreboard=True, length=9, score_white=5, score_black=4)
    assert found.remedies == (SetScore((5, 4)),)


@pytest.mark.parametrize("event", ["IBF Backgammon", "At home (traditional)"])
def test_the_other_books_are_silent(event: str) -> None:
    found = asked(event)
    assert isinstance(found, Discretion)
    assert [book for book, _ in found.elsewhere] == ["usbgf", "bws", "guide"]


def test_no_true_score_has_both_players_at_the_match_length() -> None:
    found = asked(USBGF, established=True, length=7, score_white=8, score_black=7)
    assert isinstance(found, NeedFacts)
    assert found.wrong == "at 8-7 both players would have reached 7"


@pytest.mark.clause("usbgf:4.6.3b")
@pytest.mark.parametrize(("running", "game"), [(True, "this_game"), (False, "next_game")])
def test_usbgf_a_corrected_score_says_which_game_is_the_crawford_game(running: bool, game: str) -> None:
    told = {"length": 9, "established": True, "score_white": 8, "score_black": 3, "crawford_played": False}
    then = ruled("score_wrong", "usbgf", **told, match_over=False, running=running).consequences
    assert (then.crawford, then.cube_owner) == (game, "out")


@pytest.mark.clause("usbgf:4.6.3d")
def test_a_score_that_ends_the_match_ends_the_game_begun_since() -> None:
    told = {"length": 7, "established": True, "score_white": 7, "score_black": 4}
    found = ruled("score_wrong", "usbgf", **told, running=True)
    assert (found.consequences.winner, found.consequences.game) == ("white", "void")


@pytest.mark.clause("usbgf:4.6.3g")
def test_two_sheets_that_differ_are_shown_in_figures() -> None:
    sheets = {"white_sheet_white": 5, "white_sheet_black": 4, "black_sheet_white": 5, "black_sheet_black": 6}
    found = left_open("score_wrong", "usbgf", length=9, established=False, sheets="both", **sheets)
    assert [one.consequences.score for one in found.usual] == [(5, 4), (5, 6)]


@pytest.mark.clause("bws:4.7e", "guide:5.13c")
@pytest.mark.parametrize("book", ["bws", "guide"])
def test_two_sheets_are_two_options(book: str) -> None:
    sheets = {"white_sheet_white": 5, "white_sheet_black": 6, "black_sheet_white": 6, "black_sheet_black": 5}
    open_score = left_open("score_wrong", book, established=False, against_scoreboard=False, length=7, **sheets)
    assert [one.consequences.score for one in open_score.usual] == [(5, 6), (6, 5)]
    assert {one.consequences.crawford for one in open_score.usual} == {"next_game"}


@pytest.mark.clause("bws:4.7e", "guide:5.13c")
@pytest.mark.parametrize("book", ["bws", "guide"])
def test_a_score_that_is_established_is_set(book: str) -> None:
    told = {"length": 9, "established": True, "score_white": 8, "score_black": 3, "crawford_played": False}
    found = ruled("score_wrong", book, **told, running=True)
    assert found.consequences.score == (8, 3)
    assert found.consequences.crawford == "this_game"
    assert "ruling-42" in {reading.id for reading in found.readings}


@pytest.mark.clause("bws:4.6c")
def test_bws_a_later_match_closes_the_correction_of_a_score() -> None:
    told = {"length": 9, "established": True, "score_white": 8, "score_black": 3, "match_over": True}
    assert "stands" in ruled("score_wrong", "bws", **told, later_match=True).say
    assert "resumed" in ruled("score_wrong", "bws", **told, later_match=False, crawford_played=False).say


@pytest.mark.clause("usbgf:4.6.3c", "bws:4.7e")
def test_who_kept_no_sheet_is_told_which_sheet_counts() -> None:
    found = left_open("score_not_kept", "usbgf", by="white", what="not_written", disputed=True)
    assert "usbgf:4.6.3c" in found.clauses
    assert "Black alone" in found.say
    assert "bws:4.7e" in left_open("score_not_kept", "bws", by="white", what="not_written", disputed=True).clauses
