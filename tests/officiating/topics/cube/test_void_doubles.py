"""Dead cubes, Crawford doubles and wrong cube levels, in each book."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import Instruct, PlayOn, Remedy, SetCube, SetScore
from tests.officiating.answers import (
    asked,
    left_open,
    ruled,
    silent,
)

DEAD = {"doubler": "white", "length": 9, "points": 7, "cube": 2}


@pytest.mark.clause("usbgf:1.1.1c", "usbgf:4.4.8a", "usbgf:4.4.8b", "usbgf:4.4.8c")
@pytest.mark.clause("guide:5.14c")
@pytest.mark.parametrize(
    ("book", "remedy"),
    [
        ("usbgf", SetCube(2, Side.WHITE)),
        ("guide", SetCube(4, Side.BLACK)),
    ],
)
def test_a_dead_cube_that_was_passed(book: str, remedy: object) -> None:
    found = ruled("dead_cube", book, answer="passed", next_game=False, position_known=True, **DEAD)
    assert found.remedies == (remedy,)
    assert not found.penalties


@pytest.mark.clause("ibf:9.8d", "bws:4.4.3c", "trad:doubling-12")
@pytest.mark.parametrize("book", ["ibf", "bws", "trad"])
def test_elsewhere_a_dead_cube_is_a_double_like_any_other(book: str) -> None:
    passed = ruled("dead_cube", book, answer="passed", other_points=3, **DEAD).consequences
    assert (passed.score, passed.points_won, passed.winner, passed.game) == ((9, 3), (2, 0), "white", "over")
    taken = ruled("dead_cube", book, answer="taken", **DEAD).consequences
    assert (taken.cube, taken.cube_owner) == (4, "black")


@pytest.mark.clause("usbgf:4.4.8d")
def test_usbgf_a_dead_double_and_the_redouble_after_it_are_both_void() -> None:
    found = ruled("dead_cube", "usbgf", answer="taken", redoubled=True, **DEAD)
    assert "usbgf:4.4.8d" in found.clauses
    assert found.remedies == (SetCube(2, Side.WHITE),)


def test_usbgf_a_dead_pass_found_in_the_next_game_is_for_the_director() -> None:
    assert left_open("dead_cube", "usbgf", answer="passed", next_game=True, **DEAD).covered


@pytest.mark.clause("usbgf:4.4.8e")
def test_the_trailers_cube_is_alive() -> None:
    found = ruled("dead_cube", "usbgf", **DEAD | {"points": 5})
    assert found.remedies == (PlayOn(),)


@pytest.mark.parametrize(("key", "value"), [("cube", 3), ("points", 9)])
def test_what_cannot_be_is_asked_again(key: str, value: int) -> None:
    assert asked("dead_cube", "usbgf", **DEAD | {key: value}).wrong


@pytest.mark.clause("usbgf:4.4.7.1a", "bws:4.4.4.1", "bws:4.4.4c")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_taken_crawford_double_is_void_while_the_game_runs(book: str) -> None:
    found = ruled("crawford_double", book, doubler="black", answer="taken")
    assert found.remedies == (SetCube(1),)


@pytest.mark.clause("guide:5.11c")
def test_guide_the_director_decides_where_a_doubled_crawford_game_resumes() -> None:
    found = left_open("crawford_double", "guide", doubler="black", answer="taken")
    assert [option.name for option in found.usual] == ["position", "replay"]


@pytest.mark.clause("usbgf:4.4.7.2a", "guide:5.11f")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_a_passed_crawford_double_is_undone_before_the_next_game(book: str) -> None:
    found = ruled("crawford_double", book, doubler="black", answer="passed", next_game=False, position_known=True)
    assert found.remedies == (SetCube(1),)
    assert "resumes" in found.say


@pytest.mark.clause("usbgf:4.4.7.2b", "usbgf:4.4.7.2c", "usbgf:4.4.7.2d")
@pytest.mark.parametrize(("free", "first", "row"), [(True, "annul", "b"), (False, "high_dice", "c")])
def test_usbgf_a_pass_found_too_late(free: bool, first: str, row: str) -> None:
    told = {"answer": "passed", "next_game": True, "before_white": 6, "before_black": 3}
    found = left_open("crawford_double", "usbgf", doubler="black", free_drop=free, **told)
    assert found.usual[0].name == first
    assert found.clauses == (f"usbgf:4.4.7.2{row}", "usbgf:4.4.7.2d")
    options = {option.name: option for option in found.usual}
    assert SetScore((6, 3)) in options["annul"].remedies
    assert "6-4" in options["high_dice"].text


@pytest.mark.clause("usbgf:4.4.7c")
def test_usbgf_a_crawford_double_on_purpose_is_sanctioned() -> None:
    found = left_open("crawford_double", "usbgf", doubler="black", deliberate=True)
    assert [option.name for option in found.usual] == ["points", "match", "out"]


@pytest.mark.clause("bws:4.4.4b")
def test_bws_a_passed_crawford_double() -> None:
    told = {"doubler": "black", "answer": "passed"}
    assert ruled("crawford_double", "bws", next_game=True, **told).remedies == (PlayOn(),)
    assert left_open("crawford_double", "bws", next_game=False, **told).clauses[0] == "bws:4.4.4.2"


@pytest.mark.clause("ibf:2.2a", "ibf:9.12b", "trad:doubling-12")
def test_ibf_voids_a_crawford_double_nobody_answered_and_trad_has_no_crawford_game() -> None:
    assert ruled("crawford_double", "ibf", doubler="white", answer="open").remedies == (SetCube(1),)
    assert left_open("crawford_double", "ibf", doubler="white", answer="passed").covered
    assert ruled("crawford_double", "trad", doubler="white").remedies == (PlayOn(),)


@pytest.mark.clause("guide:5.9a", "guide:5.9b")
def test_guide_a_cube_nobody_turned_is_centred_and_a_wrong_level_is_the_directors() -> None:
    assert ruled("wrong_cube_level", "guide", doubled=False).remedies == (SetCube(1),)
    assert left_open("wrong_cube_level", "guide", doubled=True).clauses == ("guide:5.9a", "guide:5.9f", "guide:2.1.1")


def test_no_book_is_silent_on_wrong_levels() -> None:
    assert silent("wrong_cube_level")


@pytest.mark.clause("usbgf:4.4.9a", "bws:4.4.6")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
@pytest.mark.parametrize(("before", "value"), [(1, 2), (2, 4)])
def test_a_double_at_a_wrong_level_is_taken_at_the_right_one(book: str, before: int, value: int) -> None:
    found = ruled("wrong_cube_level", book, doubled=True, doubler="black", before=before, answer="taken")
    assert found.remedies == (SetCube(value, Side.WHITE),)


@pytest.mark.clause("usbgf:4.4.9b", "bws:4.4.6")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_pass_costs_the_right_level(book: str) -> None:
    told = {"doubled": True, "doubler": "black", "before": 2, "answer": "passed"}
    found = ruled("wrong_cube_level", book, recorded=4, score_white=3, score_black=6, **told)
    assert found.remedies == (SetScore((3, 4)),)
    assert found.consequences.points_won == (0, 2)
    assert "2 points" in ruled("wrong_cube_level", book, **told).say


@pytest.mark.clause("usbgf:4.4.9c")
def test_usbgf_the_director_decides_how_often_the_cube_was_turned() -> None:
    assert left_open("wrong_cube_level", "usbgf", doubled=True, disputed=True).clauses == ("usbgf:4.4.9c",)


@pytest.mark.clause("usbgf:4.4.1b", "bws:4.4.1b")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_cube_nobody_turned_is_centred_at_1(book: str) -> None:
    assert ruled("wrong_cube_level", book, doubled=False).remedies == (SetCube(1),)


@pytest.mark.clause("ibf:9.3c")
def test_ibf_the_cube_decides_as_it_lies() -> None:
    assert ruled("wrong_cube_level", "ibf", disputed=True, shown=4, at="black").remedies == (SetCube(4, Side.BLACK),)


def test_no_match_is_long_enough_for_such_a_crawford_score() -> None:
    with pytest.raises(ValueError, match="before_white: expected a whole number from 0 to 99"):
        asked("crawford_double", "usbgf", doubler="white", before_white=143229)


DEAD_TO_SEVEN = {"doubler": "white", "length": 7, "points": 5, "cube": 2}


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.4.7.2d")
def test_usbgf_a_passed_dead_double_whose_position_is_lost_goes_to_the_director() -> None:
    found = left_open("dead_cube", "usbgf", **DEAD_TO_SEVEN, answer="passed", next_game=False, position_known=False)
    assert "usbgf:4.4.7.2d" in found.clauses


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.6.3b")
def test_usbgf_a_dead_double_found_after_its_game_is_an_error_in_score() -> None:
    game = {"answer": "taken", "game_over": True, "winner": "black", "level": "gammon", "other_points": 1}
    later = {"later_white": 0, "later_black": 1}
    found = ruled("dead_cube", "usbgf", None, **DEAD_TO_SEVEN, **game, **later, reported=False)
    (remedy,) = found.remedies
    assert isinstance(remedy, SetScore)
    assert remedy.score[1] == 1 + 2 * 2 + 1  # a gammon at the dead cube, and a point since
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


@pytest.mark.clause("trad:doubling-2", "trad:doubling-6", "trad:doubling-9")
def test_trad_a_game_begins_at_one_and_every_take_doubles_it() -> None:
    assert ruled("wrong_cube_level", "trad", doubled=False).remedies == (SetCube(1),)
    told = {"doubled": True, "doubler": "white", "before": 2}
    assert ruled("wrong_cube_level", "trad", None, **told, answer="taken").remedies == (SetCube(4, Side.BLACK),)
    assert ruled("wrong_cube_level", "trad", None, **told, answer="passed").clauses[0] == "trad:doubling-9"
    assert not left_open("wrong_cube_level", "trad", None, **told, disputed=True).covered


@pytest.mark.clause("usbgf:4.4.8d", "usbgf:4.4.7.2a")
def test_usbgf_a_pass_of_the_redouble_after_a_dead_double_is_void_too() -> None:
    facts = DEAD | {"answer": "taken", "game_over": False, "redoubled": True, "redouble_answer": "passed"}
    found = ruled("dead_cube", "usbgf", next_game=False, position_known=True, other_points=3, **facts)
    assert found.remedies == (SetCube(2, Side.WHITE),)
    assert (found.consequences.score, found.consequences.game) == ((7, 3), "goes_on")
    assert "usbgf:4.4.7.2a" in found.clauses
    left_open("dead_cube", "usbgf", next_game=True, position_known=True, other_points=3, **facts)


@pytest.mark.clause("usbgf:4.4.7.2a")
def test_usbgf_the_score_before_a_void_crawford_pass_is_restored() -> None:
    told = {"doubler": "white", "answer": "passed", "next_game": False, "position_known": True}
    found = ruled("crawford_double", "usbgf", **told, length=7, before_white=4, before_black=6)
    assert (found.consequences.score, found.consequences.turn) == ((4, 6), Side.WHITE)
    assert not found.no_part
    assert asked("crawford_double", "usbgf", **told, length=7, before_white=4, before_black=5).wrong


@pytest.mark.clause("usbgf:4.4.9a", "usbgf:4.4.3c", "usbgf:4.6.2", "usbgf:4.6.3a")
def test_usbgf_a_game_scored_at_a_wrong_level_counts_at_the_right_one() -> None:
    told = {"doubled": True, "doubler": "white", "before": 2, "answer": "taken", "game_over": True, "winner": "white"}
    found = ruled(
        "wrong_cube_level", "usbgf", **told, level="gammon", recorded=16, length=21, score_white=19, score_black=2
    )
    assert (found.consequences.points_won, found.consequences.score) == ((8, 0), (11, 2))
    assert "usbgf:4.6.3a" in found.clauses
    won = {"level": "gammon", "recorded": 16, "length": 17, "score_white": 19, "score_black": 2}
    assert asked("wrong_cube_level", "usbgf", **told, **won).question.key == "reported"
    short = ruled("wrong_cube_level", "usbgf", **told, **won, reported=False)
    assert "usbgf:4.6.3e" in short.clauses
    assert "resumed" in short.say
    reported = left_open("wrong_cube_level", "usbgf", **told, **won, reported=True)
    assert [option.name for option in reported.usual] == ["void", "stands"]
    assert {"usbgf:4.6.3e", "usbgf:4.7d"} <= set(reported.clauses)


@pytest.mark.clause("bws:4.4.6", "bws:4.6c")
def test_bws_a_match_that_ended_by_a_wrong_level_is_resumed_until_a_later_match_has_begun() -> None:
    told = {"doubled": True, "doubler": "white", "before": 2, "answer": "taken", "game_over": True, "winner": "white"}
    won = {"level": "single", "recorded": 8, "length": 9, "score_white": 9, "score_black": 3}
    resumed = ruled("wrong_cube_level", "bws", **told, **won, later_match=False)
    assert (resumed.consequences.score, "resumed" in resumed.say) == ((5, 3), True)
    late = ruled("wrong_cube_level", "bws", **told, **won, later_match=True)
    assert (late.remedies, "bws:4.6c" in late.clauses) == ((PlayOn(),), True)


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.6.3e", "usbgf:4.7d")
def test_usbgf_a_match_that_ended_by_a_dead_double_is_resumed_unless_it_was_reported() -> None:
    game = {"answer": "taken", "game_over": True, "winner": "black", "level": "single", "other_points": 5}
    assert asked("dead_cube", "usbgf", **DEAD, **game).question.key == "reported"
    resumed = ruled("dead_cube", "usbgf", **DEAD, **game, reported=False)
    assert (resumed.consequences.score, "resumed" in resumed.say) == ((7, 7), True)
    assert "usbgf:4.6.3e" in resumed.clauses
    reported = left_open("dead_cube", "usbgf", **DEAD, **game, reported=True)
    assert reported.usual[0].remedies == (SetScore((7, 7)),)
    passed = {"answer": "passed", "next_game": False, "position_known": True}
    assert "not over" in ruled("dead_cube", "usbgf", **DEAD, **passed).say
    assert "usbgf:4.7d" in left_open("dead_cube", "usbgf", **DEAD, **passed, reported=True).clauses


@pytest.mark.clause("usbgf:4.4.7c", "usbgf:5.2b")
def test_usbgf_a_deliberate_crawford_double_is_sanctioned_and_out_of_the_game() -> None:
    found = left_open("crawford_double", "usbgf", doubler="white", deliberate=True)
    assert [option.name for option in found.usual] == ["points", "match", "out"]
    assert found.consequences.cube_owner == "out"


@pytest.mark.clause("trad:doubling-12")
def test_trad_a_double_at_match_point_counts_like_any_other() -> None:
    taken = ruled("crawford_double", "trad", doubler="white", answer="taken", cube=1).consequences
    assert (taken.cube, taken.cube_owner, taken.turn) == (2, "black", None)
    passed = ruled("crawford_double", "trad", doubler="white", answer="passed", cube=2).consequences
    assert (passed.points_won, passed.game) == ((2, 0), "over")


@pytest.mark.clause("usbgf:4.4.8d", "usbgf:4.4.7.2a")
@pytest.mark.parametrize("game_over", [True, False])
def test_a_passed_redouble_after_a_dead_double_never_ends_the_game(game_over: bool) -> None:
    found = ruled(
        "dead_cube", "usbgf", doubler="white", length=11, points=7, cube=4, answer="taken", redoubled=True,
        redouble_answer="passed", game_over=game_over, next_game=False, position_known=True, other_points=5,
        winner="black", level="single",
    )  # fmt: skip
    assert found.remedies == (SetCube(4, Side.WHITE),)
    assert (found.consequences.score, found.consequences.game) == ((7, 5), "goes_on")
    assert "against White" in found.say


@pytest.mark.clause("usbgf:4.4.8a")
@pytest.mark.parametrize(
    ("answer", "said"), [("open", "takes at 4"), ("taken", "the cube at 4"), ("passed", "White scores 2 points")]
)
def test_a_double_that_was_not_dead_leaves_its_answer_in_figures(answer: str, said: str) -> None:
    found = ruled("dead_cube", "usbgf", doubler="white", length=9, points=5, cube=2, answer=answer)
    assert said in found.consequences.pending


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.4.7.2c")
def test_a_passed_dead_double_that_cannot_be_resumed_has_the_ways_of_the_crawford_game() -> None:
    found = left_open(
        "dead_cube", "usbgf", doubler="black", length=7, points=5, cube=2, answer="passed", next_game=True,
        other_points=3,
    )  # fmt: skip
    assert [one.name for one in found.usual] == ["annul", "high_dice"]
    assert found.usual[0].consequences.score == (3, 5)


@pytest.mark.clause("usbgf:4.4.7a")
def test_usbgf_an_open_double_in_the_crawford_game_is_void_by_the_rule_itself() -> None:
    found = ruled("crawford_double", "usbgf", doubler="black", answer="open")
    assert found.clauses == ("usbgf:4.4.7a",)


@pytest.mark.clause("bws:4.4.6", "usbgf:4.4.9b", "ibf:9.7b", "trad:doubling-9")
@pytest.mark.parametrize("book", ["bws", "usbgf", "ibf", "trad"])
def test_a_pass_at_a_wrong_level_is_added_to_the_score(book: str) -> None:
    facts = {
        "doubled": True, "disputed": False, "doubler": "black", "before": 2, "answer": "passed", "length": 9,
        "score_white": 3, "score_black": 3,
    }  # fmt: skip
    assert asked("wrong_cube_level", book, **facts).question.key == "recorded"
    assert ruled("wrong_cube_level", book, **facts, recorded=0).consequences.score == (3, 5)


@pytest.mark.clause("bws:4.4.4.2", "guide:5.11f")
@pytest.mark.parametrize(("book", "names"), [("bws", ["resume", "replay"]), ("guide", ["replay", "stands"])])
def test_a_passed_crawford_double_goes_back_to_the_score_before_it(book: str, names: list[str]) -> None:
    facts = {"doubler": "black", "answer": "passed", "length": 7, "before_white": 6, "before_black": 3}
    usual = left_open("crawford_double", book, **facts, next_game=book == "guide").usual
    assert [one.name for one in usual] == names
    assert next(one for one in usual if one.name == "replay").consequences.score == (6, 3)


@pytest.mark.clause("guide:5.9f")
def test_guide_the_levels_in_question_are_named() -> None:
    facts = {"doubled": True, "doubler": "white", "before": 2, "shown": 8}
    usual = left_open("wrong_cube_level", "guide", **facts, answer="taken").usual
    assert [one.consequences.cube for one in usual] == [4, 8]
    passed = left_open("wrong_cube_level", "guide", **facts, answer="passed").usual
    assert [one.consequences.points_won for one in passed] == [(2, 0)]


@pytest.mark.clause("guide:5.14c", "bws:4.4.3c")
@pytest.mark.parametrize("book", ["guide", "bws", "ibf", "trad"])
def test_a_redouble_after_an_allowed_dead_double(book: str) -> None:
    facts = DEAD | {"answer": "taken", "redoubled": True, "other_points": 1}
    taken = ruled("dead_cube", book, **facts, redouble_answer="taken").consequences
    assert (taken.cube, taken.cube_owner) == (8, "white")
    assert "takes at 8" in ruled("dead_cube", book, **facts).consequences.pending
    assert ruled("dead_cube", book, **facts, redouble_answer="passed").consequences.score == (7, 5)


def test_guide_no_match_ends_on_a_passed_redouble() -> None:
    facts = DEAD | {"answer": "taken", "redoubled": True, "other_points": 6, "redouble_answer": "passed"}
    assert ruled("dead_cube", "guide", **facts).consequences.cube == 8
    assert ruled("dead_cube", "bws", **facts).consequences.winner == "black"
