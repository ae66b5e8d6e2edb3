"""Words and gestures about the cube, in each book."""

import pytest

from barpoint.officiating.remedy import Instruct, PlayOn
from tests.officiating.answers import (
    asked,
    left_open,
    ruled,
    silent,
)

DOUBLES = (Instruct("White doubles now."),)


@pytest.mark.clause("usbgf:4.4.4.1a", "usbgf:4.4.4.2a", "usbgf:4.4.4.2b", "ibf:9.5", "guide:5.9h", "guide:5.9i")
@pytest.mark.parametrize(
    ("book", "did", "binds"),
    [
        ("usbgf", "touched", True),
        ("usbgf", "reached", False),
        ("usbgf", "said", True),
        ("ibf", "touched", True),
        ("guide", "touched", True),
        ("guide", "reached", True),
        ("guide", "said", True),
    ],
)
def test_what_commits_a_player_to_double(book: str, did: str, binds: bool) -> None:
    found = ruled("cube_touched", book, player="white", did=did, announced=False)
    assert found.remedies == (DOUBLES if binds else (PlayOn(),))


@pytest.mark.clause("usbgf:4.4.4.2c", "guide:5.9k")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_a_cube_only_moved_must_be_announced_first(book: str) -> None:
    assert ruled("cube_touched", book, player="white", did="touched", announced=True).remedies == (PlayOn(),)
    assert ruled("cube_touched", book, player="white", did="touched", announced=False).remedies == DOUBLES


@pytest.mark.clause("usbgf:4.4.6a", "usbgf:1.1.4.2b", "guide:5.9g", "bws:4.4.2e")
@pytest.mark.parametrize("book", ["usbgf", "guide", "bws"])
def test_doubt_counts_against_the_player_who_caused_it(book: str) -> None:
    found = left_open("cube_touched", book, player="white", did="unclear")
    assert found.covered
    assert "against the player" in found.factors[1]


def test_who_is_silent() -> None:
    assert silent("cube_touched", "trad")
    assert silent("announced_answer", "trad", "ibf")


@pytest.mark.clause("bws:4.4.3d")
def test_bws_what_was_said_about_an_answer_is_weighed() -> None:
    found = left_open("announced_answer", "bws", player="black", answer="pass")
    assert [one.name for one in found.usual] == ["bound", "free"]


def test_ibf_is_silent_on_words() -> None:
    assert not left_open("cube_touched", "ibf", player="white", did="said").covered


@pytest.mark.clause("ibf:9.10", "usbgf:4.4.4.3a", "bws:4.4.5", "guide:5.9h")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_an_early_double_binds_and_the_opponent_may_use_it(book: str) -> None:
    found = ruled("early_double", book, player="white", how="doubled")
    assert found.remedies == (Instruct("White doubles at the start of the next turn."),)
    assert "Black first completes the turn" in found.say


@pytest.mark.clause("usbgf:4.4.4.3b", "usbgf:4.4.4.3d")
def test_usbgf_conditions_and_release() -> None:
    told = {"player": "white", "how": "on_condition"}
    assert isinstance(ruled("early_double", "usbgf", met=True, **told).remedies[0], Instruct)
    assert ruled("early_double", "usbgf", met=False, **told).remedies == (PlayOn(),)
    released = ruled("early_double", "usbgf", player="white", how="announced", opponent_first=True)
    assert released.clauses == ("usbgf:4.4.4.3d",)


@pytest.mark.clause("usbgf:4.4.5.3a", "usbgf:1.2.2a", "guide:5.9j")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_an_announced_answer_binds_for_the_next_chance(book: str) -> None:
    told = {"player": "black", "answer": "pass"}
    bound = ruled("announced_answer", book, next_chance=True, **told)
    assert bound.remedies == (Instruct("Black must pass."),)
    assert ruled("announced_answer", book, next_chance=False, **told).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.4.5.3b")
@pytest.mark.parametrize("met", [True, False])
def test_usbgf_an_answer_on_a_condition(met: bool) -> None:
    found = ruled(
        "announced_answer", "usbgf", player="black", answer="pass", next_chance=True, on_condition=True, met=met
    )
    assert (found.remedies == (PlayOn(),)) is not met


@pytest.mark.clause("usbgf:4.4.4.3a", "bws:4.4.5")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_an_early_double_without_access_to_the_cube_binds_nobody(book: str) -> None:
    assert ruled("early_double", book, player="white", how="doubled", access=False).remedies == (PlayOn(),)
    assert ruled("early_double", book, player="white", how="doubled", access=True).remedies != (PlayOn(),)


@pytest.mark.clause("bws:4.4.2e", "bws:4.4.5")
def test_bws_words_about_a_double_are_weighed_for_the_turn_they_were_meant_for() -> None:
    now = left_open("cube_touched", "bws", player="white", did="said")
    assert "not clear" not in now.say
    assert now.usual[0].remedies == (Instruct("White doubles now."),)
    early = left_open("early_double", "bws", player="white", how="announced")
    assert early.usual[0].remedies == (Instruct("White doubles at the start of the next turn."),)


@pytest.mark.clause("ibf:9.10")
def test_ibf_a_cube_shown_too_early_stays_on_the_board() -> None:
    assert "stays on the board" in ruled("early_double", "ibf", player="white", how="doubled").say


@pytest.mark.clause("trad:doubling-3")
def test_trad_a_double_out_of_turn_is_void() -> None:
    answer = ruled("early_double", "trad", player="white", how="doubled")
    assert answer.clauses == ("trad:doubling-3",)
    assert answer.remedies == (PlayOn(),)
    assert not left_open("early_double", "trad", player="white", how="announced").covered


@pytest.mark.clause("usbgf:4.4.2d", "bws:4.4.2a", "guide:5.9f", "ibf:9.8a", "trad:doubling-7")
@pytest.mark.parametrize(
    ("book", "row"),
    [
        ("usbgf", "usbgf:4.4.2d"),
        ("bws", "bws:4.4.2a"),
        ("guide", "guide:5.9f"),
        ("ibf", "ibf:9.8a"),
        ("trad", "trad:doubling-7"),
    ],
)
def test_a_double_without_access_to_the_cube_binds_nobody(book: str, row: str) -> None:
    found = ruled("early_double", book, player="white", how="doubled", access=False)
    assert (found.clauses, found.remedies) == ((row,), (PlayOn(),))
    assert "cube goes back" in found.consequences.pending


@pytest.mark.clause("usbgf:4.4.4.3a", "usbgf:4.4.4.3b")
def test_an_announced_double_is_due_once_the_opponents_turn_is_over() -> None:
    told = {"player": "black", "how": "on_condition", "met": True}
    due = ruled("early_double", "usbgf", **told, on_turn="black")
    assert due.remedies == (Instruct("Black doubles now."),)
    assert due.clauses == ("usbgf:4.4.4.3b", "usbgf:4.4.4.3a")
    early = ruled("early_double", "usbgf", **told)
    assert "on_turn" in {assumption.key for assumption in early.assumptions}
    missed = left_open("early_double", "usbgf", **told, on_turn="black", rolled=True)
    assert [option.name for option in missed.usual] == ["double", "stands"]


@pytest.mark.clause("usbgf:4.4.4.2a", "usbgf:4.4.5.3a")
def test_with_the_cube_told_the_price_of_an_answer_is_named() -> None:
    touched = ruled("cube_touched", "usbgf", player="white", did="touched", announced=False, cube=1)
    assert touched.consequences.pending == "Black takes at 2 or passes and loses 1 point, before any roll."
    told = {"player": "white", "answer": "pass", "next_chance": True, "cube": 2}
    bound = ruled("announced_answer", "usbgf", **told, length=7, score_white=3, score_black=4)
    assert (bound.consequences.points_won, bound.consequences.score) == ((0, 2), (3, 6))
    assert bound.consequences.crawford == "next_game"


@pytest.mark.clause("ibf:9.8a", "usbgf:4.4.2d", "guide:5.9f", "bws:4.4.2a")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "guide", "bws"])
def test_who_does_not_have_the_cube_doubles_nothing_by_touching_it(book: str) -> None:
    facts = {"player": "white", "did": "touched", "access": False}
    assert ruled("cube_touched", book, **facts).remedies == (PlayOn(),)
    told = ruled("cube_touched", book, **facts, cube=2)
    assert (told.consequences.cube, told.consequences.cube_owner) == (2, "black")
    assert asked("cube_touched", book, **facts, cube=1).question.key == "access"


@pytest.mark.clause("usbgf:4.4.4.3a")
def test_an_early_double_has_the_figures_of_its_answer() -> None:
    found = ruled("early_double", "usbgf", player="white", how="doubled", on_turn="black", cube=2)
    assert found.consequences.pending.endswith("Black then takes at 4 or passes and loses 2 points.")
    unclear = left_open("cube_touched", "usbgf", player="white", did="unclear", cube=2)
    assert "takes at 4" in unclear.usual[0].consequences.pending


@pytest.mark.clause("bws:4.4.3d", "bws:4.4.2e")
def test_bws_what_words_may_bind_to_is_told_in_figures() -> None:
    score = {"length": 7, "score_white": 3, "score_black": 5}
    held = left_open("announced_answer", "bws", player="white", answer="pass", cube=1, **score).usual[0]
    assert held.consequences.score == (3, 6)
    assert held.consequences.crawford == "next_game"
    doubled = left_open("cube_touched", "bws", player="white", did="touched", cube=2).usual[0]
    assert "takes at 4" in doubled.consequences.pending
