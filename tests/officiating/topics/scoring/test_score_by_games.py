"""The true score, game by game, and matches of other forms."""

import pytest

from barpoint.officiating.answer import Discretion, NeedFacts
from barpoint.officiating.remedy import PlayOn
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import ask, asked, left_open, ruled


@pytest.mark.clause("usbgf:4.6.3b", "usbgf:4.4.7.1b", "usbgf:4.4.8b", "usbgf:4.6.2")
@pytest.mark.parametrize(
    ("length", "games", "score", "crawford"),
    [
        (7, "white 1; black 2x2 by black", (1, 4), "none"),
        (5, "white 2x2 by white", (4, 0), "next_game"),
        (5, "white 2x2 by white; black 1x2 by black", (4, 1), "played"),  # no cube in the Crawford game
        (9, "white 1x4 by white black; white 1x2 by black; black 1x4 by white, black", (6, 4), "none"),
        (7, "white 2x2 by white; white 1; black 1x4 by black white", (5, 2), "none"),  # White's redouble was dead
        (7, "white 2x2 by white; white 1; black 1x8 by black white black", (5, 2), "none"),  # and took the next along
        (5, "white pass 1 by white; black pass 2 by black, white", (1, 2), "none"),
    ],
)
def test_usbgf_void_doubles_are_taken_out_and_the_crawford_game_falls_where_it_must(
    length: int, games: str, score: tuple[int, int], crawford: str
) -> None:
    found = ruled("score_by_games", "usbgf", length=length, games=games, running=False, reported=False)
    assert found.consequences.score == score
    assert found.consequences.crawford == crawford


@pytest.mark.clause("usbgf:4.6.3d", "usbgf:4.6.3e")
def test_usbgf_a_match_that_was_won_by_a_void_double_is_resumed_unless_it_was_reported() -> None:
    games = "white 2x2 by white; white 1x2 by black"  # 4-0 to 5: the second was the Crawford game
    won = ruled("score_by_games", "usbgf", length=5, games=games, running=False, reported=False)
    assert won.consequences.winner == "white"  # one point is enough
    games = "white 2x2 by white; black 1x2 by black; black 1; black 2"
    found = ask("score_by_games", "usbgf", length=5, games=games, running=False, reported=True)
    assert isinstance(found, Discretion)
    assert "4-4" in found.say


def test_what_is_no_list_of_games_is_asked_again() -> None:
    for games in ("white won", "white 1x3", "white 1x4 by white", ""):
        assert asked("score_by_games", "usbgf", length=5, games=games).wrong


@pytest.mark.clause("trad:scoring-3", "trad:scoring-5", "trad:scoring-7")
def test_trad_counts_level_times_cube_and_knows_no_crawford_game() -> None:
    found = ruled("score_by_games", "trad", length=7, games="white 3x2 by white; black 2x2 by black", running=False)
    assert found.consequences.score == (6, 4)  # the second would have been the Crawford game elsewhere


@pytest.mark.clause("bws:4.4.4.2", "bws:4.4.4b")
def test_bws_a_doubled_crawford_game_is_put_right_only_before_the_next_game() -> None:
    games = "white 2x2 by white; black 2x2 by black"  # 4-0 to 5, then the Crawford game
    before = ruled("score_by_games", "bws", length=5, games=games, running=False)
    assert (before.consequences.score, before.clauses) == ((4, 2), ("bws:4.7a", "bws:4.4.4.2"))
    after = ruled("score_by_games", "bws", length=5, games=games, running=True)
    assert (after.consequences.score, after.clauses) == ((4, 4), ("bws:4.7a", "bws:4.4.4b"))


@pytest.mark.clause("ibf:6.1b", "ibf:6.1c", "ibf:6.1d", "usbgf:4.2.2.2c")
def test_partners_consult_and_one_of_them_plays() -> None:
    assert ruled("doubles_partner", "ibf", side="white", what="advised").clauses == ("ibf:6.1b",)
    assert ruled("doubles_partner", "ibf", side="white", what="rolled", between_games=True).clauses == ("ibf:6.1d",)
    assert "ibf:6.1c" in left_open("doubles_partner", "ibf", side="white", what="rolled", between_games=False).clauses
    usbgf = ruled("doubles_partner", "usbgf", side="white", what="handled_cube", between_games=False)
    assert usbgf.clauses[0] == "usbgf:4.2.2.2c"
    assert not usbgf.penalties


@pytest.mark.clause("ibf:2.14b")
def test_a_timed_match_at_its_limit() -> None:
    level = {"score_white": 5, "score_black": 5}
    ahead = ruled("timed_match_limit", "ibf", score_white=5, score_black=3, running=False)
    assert ahead.consequences.winner == "white"
    drawn = ruled("timed_match_limit", "ibf", running=True, in_progress="does_not_count", tie="draw", **level)
    assert drawn.consequences.winner == "nobody"
    more = ruled("timed_match_limit", "ibf", running=False, tie="one_more_game", **level)
    assert "one more game" in more.say


@pytest.mark.clause("usbgf:4.8.1a", "guide:2.2.4")
@pytest.mark.parametrize(
    ("book", "second", "length"),
    [("usbgf", "draw_sheet", 9), ("usbgf", "directors_announcement", 9), ("guide", "draw_sheet", 9)],
)
def test_the_draw_sheet_goes_before_other_sources(book: str, second: str, length: int) -> None:
    told = {"first": "brochure_or_website", "first_length": 7, "second": second, "second_length": length}
    assert ruled("which_length", book, None, **told).consequences.length == length


@pytest.mark.clause("usbgf:1.8.1a", "usbgf:1.8.1b", "guide:2.2.6e", "bws:1.7.2")
def test_coaching_in_a_recess_and_in_a_break() -> None:
    assert ruled("coaching", "usbgf", player="white", when="scheduled_recess", applies=False).clauses == (
        "usbgf:1.8.1b",
    )
    assert left_open("coaching", "usbgf", player="white", when="scheduled_recess", applies=True).usual
    assert "guide:2.2.6e" in left_open("coaching", "guide", player="white", when="break_between_games").clauses
    assert "bws:1.7.2" in left_open("coaching", "bws", player="white", when="scheduled_recess").clauses


def test_a_passed_redouble_is_shown_where_the_doubles_do_not_fit() -> None:
    found = ask("score_by_games", "trad", length=7, games="white pass 2 by black", running=False)
    assert isinstance(found, NeedFacts)
    form = "white pass 2 by black white"
    assert f"'{form}'" in found.wrong
    assert ruled("score_by_games", "trad", length=7, games=form, running=False).consequences.score == (2, 0)


@pytest.mark.clause("bws:4.6c", "guide:5.11e")
@pytest.mark.parametrize(
    ("book", "deadline", "row"), [("bws", "later_match", "bws:4.6c"), ("guide", "next_round", "guide:5.11e")]
)
def test_a_match_that_ended_by_a_void_double_is_resumed_only_in_time(book: str, deadline: str, row: str) -> None:
    told = {"length": 5, "games": "white 2x2 by white; black 3x2 by black", "running": False}
    in_time = ruled("score_by_games", book, **told, **{deadline: False})
    late = ruled("score_by_games", book, **told, **{deadline: True})
    assert in_time.remedies != late.remedies == (PlayOn(),)
    assert row in late.clauses


@pytest.mark.clause("ibf:2.1b", "ibf:2.10b")
def test_ibf_a_backgammon_of_longgammon_counts_as_a_gammon() -> None:
    told = {"length": 9, "games": "white 3x2; black 1", "running": False}
    found = ruled("score_by_games", preset("IBF Longgammon"), **told)
    assert "4-1" in found.say
    assert {"ibf:2.1b", "ibf:2.10b"} <= set(found.clauses)
    assert found.notes[0].startswith("Game 1 counts as a gammon")
    assert "6-1" in ruled("score_by_games", "ibf", **told).say
