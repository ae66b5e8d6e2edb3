"""Whether a double or its pass can count at this score, in every kind that rules on one."""

from typing import Any

import pytest

from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.remedy import SetCube
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import asked, left_open, ruled

REDOUBLE = {"cube": 2, "length": 9, "score_white": 7, "score_black": 5}
CRAWFORD = {"cube": 1, "length": 9, "score_white": 5, "score_black": 8, "crawford_done": False}
SAID = {"player": "black", "did": "said_pass"}
ANNOUNCED = {"player": "black", "answer": "pass", "next_chance": True, "on_condition": False}


@pytest.mark.clause("guide:5.14c")
@pytest.mark.parametrize(("kind", "facts"), [("unclear_answer", SAID), ("announced_answer", ANNOUNCED)])
def test_under_guide_a_pass_that_would_end_the_match_is_a_take(kind: str, facts: dict[str, Any]) -> None:
    told = {key: value for key, value in facts.items() if key != "on_condition"} | REDOUBLE
    answer = ruled(kind, "guide", **told)
    assert "guide:5.14c" in answer.clauses
    then = answer.consequences
    assert (then.cube, then.cube_owner, then.winner, then.score, then.game) == (4, "black", "", (7, 5), "goes_on")


@pytest.mark.clause("usbgf:4.4.8b")
@pytest.mark.parametrize("book", ["usbgf", preset("USBGF Doubles")])
@pytest.mark.parametrize(("kind", "facts"), [("unclear_answer", SAID), ("announced_answer", ANNOUNCED)])
def test_under_usbgf_a_pass_of_a_dead_cube_is_void(kind: str, facts: dict[str, Any], book: Any) -> None:
    answer = ruled(kind, book, **facts, **REDOUBLE)
    assert "usbgf:4.4.8b" in answer.clauses
    then = answer.consequences
    assert (then.cube, then.cube_owner, then.winner, then.score, then.points_won) == (2, "white", "", (7, 5), None)


@pytest.mark.clause("usbgf:4.4.7.2a")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_a_pass_in_the_crawford_game_ends_nothing(book: str) -> None:
    answer = ruled("unclear_answer", book, **SAID, **CRAWFORD)
    then = answer.consequences
    assert (then.score, then.points_won, then.crawford, then.cube_owner) == ((5, 8), None, "this_game", "out")
    assert then.game == "goes_on"


def test_an_answered_crawford_double_is_the_arbiters_under_ibf() -> None:
    answer = left_open("unclear_answer", "ibf", **SAID, **CRAWFORD)
    assert answer.clauses == ("ibf:2.2a", "ibf:9.12b")


@pytest.mark.parametrize("book", ["usbgf", "guide", "bws", "ibf"])
def test_at_match_point_it_is_asked_whether_the_crawford_game_is_over(book: str) -> None:
    facts = SAID | {key: value for key, value in CRAWFORD.items() if key != "crawford_done"}
    assert asked("unclear_answer", book, **facts).question.key == "crawford_done"


@pytest.mark.clause("bws:4.4.4.1")
def test_under_bws_words_before_a_crawford_double_bind_nobody() -> None:
    answer = ruled("announced_answer", "bws", player="black", answer="pass", **CRAWFORD)
    assert answer.clauses == ("bws:4.4.4.1", "bws:4.4.4c")
    assert answer.consequences.score == (5, 8)


DOUBLES: dict[str, dict[str, Any]] = {
    "cube_touched": {"player": "white", "did": "touched", "announced": False},
    "early_double": {"player": "white", "how": "doubled", "on_turn": "white"},
    "late_double": {"player": "white", "thrown": "being_shaken"},
}


@pytest.mark.parametrize("kind", sorted(DOUBLES))
def test_a_dead_double_is_void_however_it_was_made(kind: str) -> None:
    answer = ruled(kind, "usbgf", **DOUBLES[kind], **REDOUBLE)
    assert SetCube(2, answer.consequences.turn) in answer.remedies
    assert "usbgf:4.4.8a" in answer.clauses


@pytest.mark.parametrize("kind", sorted(DOUBLES))
def test_under_guide_who_is_offered_a_dead_cube_has_to_take(kind: str) -> None:
    answer = ruled(kind, "guide", **DOUBLES[kind], **REDOUBLE)
    assert "takes at 4" in answer.consequences.pending
    assert "passes" not in answer.consequences.pending


@pytest.mark.parametrize("kind", sorted(DOUBLES))
@pytest.mark.parametrize("book", ["usbgf", "guide", "ibf"])
def test_no_double_counts_in_the_crawford_game(kind: str, book: str) -> None:
    answer = ruled(kind, book, **DOUBLES[kind], **CRAWFORD)
    assert (answer.consequences.crawford, answer.consequences.cube_owner) == ("this_game", "out")


def test_what_length_and_score_could_change_is_said() -> None:
    answer = ruled("unclear_answer", "guide", **SAID, cube=2)
    assert any("guide:5.14c" in note for note in answer.notes)


def test_a_dead_double_in_the_crawford_game_is_ruled_on_as_one_of_that_game() -> None:
    facts = {"doubler": "white", "length": 9, "points": 8, "cube": 1, "answer": "passed", "crawford_done": False}
    assert ruled("dead_cube", "guide", **facts).clauses == ("guide:5.11a",)


@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_a_void_pass_is_void_whatever_the_cube_showed(book: str) -> None:
    facts = {"doubled": True, "disputed": False, "doubler": "white", "before": 2, "answer": "passed", "recorded": 2,
             "length": 9, "score_white": 9, "score_black": 5}  # fmt: skip
    answer = left_open("wrong_cube_level", book, **facts)
    assert not any(option.consequences.points_won for option in answer.usual)


GAMES = "white 2x2 by white; black 2x2 by black; white 2; black 1; white 1; "


@pytest.mark.parametrize(("book", "cube", "owner"), [("usbgf", 2, "white"), ("guide", 4, "black")])
def test_a_list_of_games_does_not_end_a_match_by_a_dropped_dead_cube(book: str, cube: int, owner: str) -> None:
    games = f"{GAMES}white pass 2 by black white"
    then = ruled("score_by_games", book, length=9, games=games, running=False).consequences
    assert (then.score, then.winner, then.cube, then.cube_owner) == ((7, 5), "", cube, owner)


@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_a_list_of_games_resumes_a_crawford_game_that_was_passed(book: str) -> None:
    games = f"{GAMES}white 1; black pass 1 by black"
    then = ruled("score_by_games", book, length=9, games=games, running=False).consequences
    assert (then.score, then.crawford, then.cube_owner, then.game) == ((8, 5), "this_game", "out", "goes_on")


@pytest.mark.clause("usbgf:4.4.7.2b", "usbgf:4.4.7.2c")
def test_a_crawford_game_passed_long_ago_is_the_directors() -> None:
    games = f"{GAMES}white 1; black pass 1 by black"
    answer = left_open("score_by_games", "usbgf", length=9, games=games, running=True)
    annul, high = answer.usual
    assert (annul.consequences.score, annul.consequences.crawford) == ((8, 5), "this_game")
    assert "8-6" in high.text


@pytest.mark.clause("usbgf:4.4.8d")
def test_a_redouble_after_a_dead_double_takes_both_back() -> None:
    games = f"{GAMES}black pass 4 by black white black"
    answer = ruled("score_by_games", "usbgf", length=9, games=games, running=False)
    assert (answer.consequences.cube, answer.consequences.cube_owner) == (2, "white")


@pytest.mark.clause("bws:4.4.4b")
def test_under_bws_a_passed_crawford_double_stands_once_the_next_game_has_begun() -> None:
    games = f"{GAMES}white 1; black pass 1 by black"
    assert isinstance(ruled("score_by_games", "bws", length=9, games=games, running=True), Ruling)
    assert isinstance(left_open("score_by_games", "bws", length=9, games=games, running=False), Discretion)


@pytest.mark.clause("ibf:8.9")
def test_under_ibf_a_clock_is_faulted_before_its_time_is_out() -> None:
    facts = {"who": "white", "announced_by": "a player", "length": 7, "score_white": 5, "score_black": 3}
    answer = ruled("time_expired", "ibf", **facts, mismanaged=True)
    assert "ibf:8.9" in answer.clauses
    assert "mismanaged" not in answer.no_part
