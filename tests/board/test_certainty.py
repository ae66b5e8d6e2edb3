"""What is certain whatever the dice show: gin, concessions, resignations."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import (
    ROLLS,
    Discipline,
    Level,
    Position,
    Result,
    Roll,
    hop_tree,
    pos,
    result,
)
from barpoint.board.certainty.certain_results import (
    Certainty,
    certain_result,
    certain_win,
)
from barpoint.board.certainty.claims import claim_holds
from barpoint.board.certainty.forced_search import Aim, ForcedSearch
from tests.board import retrograde_solver
from tests.board.race_positions import (
    afters,
    duels,
    gets,
)

SINGLE, GAMMON, TRIPLE = Level.SINGLE, Level.GAMMON, Level.BACKGAMMON
YES, NO = Certainty.CERTAIN, Certainty.NOT_CERTAIN


GIN = [
    # x is on turn: position, level, answer
    ("x 1:1 | o 1:1", SINGLE, YES),
    ("x 1:1 | o 1:1", GAMMON, NO),  # the opponent has checkers off
    ("x 1:2 | o 6:15", GAMMON, YES),
    ("x 1:3 | o 6:4", SINGLE, NO),
    ("x 1:3 | o 6:5", SINGLE, YES),
    ("x 6:1 | o 1:1", SINGLE, NO),  # 2-1 does not do it
    ("x 2:1 1:1 | o 1:1", SINGLE, YES),
    # with contact
    ("x 1:2 | o bar:1 6:14", TRIPLE, YES),
    ("x 1:4 | o bar:1 6:14", SINGLE, YES),  # two stay together on the ace-point
    ("x 1:4 | o bar:1 6:14", GAMMON, YES),
    ("x 1:4 | o bar:1 6:14", TRIPLE, NO),  # 6-6 takes the last one out
    ("x 1:3 | o bar:1 6:14", SINGLE, NO),  # 2-1 leaves a blot
    ("x 6:2 5:2 4:2 3:2 2:2 1:2 | o bar:1 6:14", SINGLE, NO),
    ("longgammon: x 1:4 | o 24:15", GAMMON, YES),
    ("longgammon: x 1:4 | o 24:15", TRIPLE, NO),
]


@pytest.mark.clause("bws:4.3.3e")
@pytest.mark.parametrize(("position", "level", "answer"), GIN)
def test_gin_is_a_win_whatever_is_rolled(position: str, level: Level, answer: Certainty) -> None:
    assert certain_win(pos(position), level) is answer


@pytest.mark.clause("bws:4.3.3e")
@pytest.mark.parametrize(
    ("roll", "answer"), [("21", NO), ("65", NO), ("11", YES), ("33", YES)], ids=["21", "65", "11", "33"]
)
def test_a_roll_already_thrown_counts(roll: str, answer: Certainty) -> None:
    assert certain_win(pos("x 1:3 | o 6:4"), thrown=Roll.parse(roll)) is answer
    assert certain_win(pos("x 1:3 | o bar:1 6:14"), thrown=Roll.parse(roll)) is answer


@pytest.mark.clause("bws:4.3.3e")
def test_a_roll_the_opponent_has_thrown_counts_too() -> None:
    position = pos("x 1:1 | o 1:2").flip()
    assert certain_win(position, claimer_on_turn=False) is NO
    assert certain_win(pos("x 1:1 | o 6:2").flip(), claimer_on_turn=False, thrown=Roll(2, 1)) is YES
    assert certain_win(pos("x 1:1 | o 6:2").flip(), claimer_on_turn=False, thrown=Roll(6, 6)) is NO
    # On the bar against a closed point: 1-1 does not even enter.
    assert certain_win(pos("x 1:2 | o bar:1 6:1").flip(), claimer_on_turn=False, thrown=Roll(1, 1)) is YES


def test_the_rest_of_a_roll_counts() -> None:
    tree = hop_tree(pos("x 4:1 1:1 | o 6:4"), Roll(4, 1))
    assert certain_win(tree.position, thrown=tree) is YES
    spoilt = tree.step((4, 3))
    assert certain_win(spoilt.position, thrown=spoilt) is NO


def test_a_finished_game_is_as_certain_as_can_be() -> None:
    assert certain_win(pos("x off:15 | o 6:15"), GAMMON) is YES
    assert certain_win(pos("x off:15 | o 6:15"), TRIPLE) is NO
    assert certain_win(pos("x off:15 | o 6:15"), claimer_on_turn=False) is NO


QUICK = [
    "start",
    "sprintgammon: start",
    "nackgammon: start",
    "longgammon: start",
    "long-nardy: start",
    "x 24:2 13:4 8:3 6:4 4:2 | o 24:1 18:1 13:4 8:4 6:5",
    "x 23:2 20:2 14:1 10:1 8:2 7:2 6:3 3:2 | o 6:3 4:3 3:5 1:4",
    "x 8:3 6:4 5:4 4:2 3:2 | o 24:2 13:3 8:3 6:5 4:2",
    "x 6:4 5:4 4:3 3:2 2:2 | o 24:2 6:5 5:4 4:4",
    "longgammon: x 24:5 12:5 5:5 | o 20:2 14:5 7:8",
]


@pytest.mark.parametrize("position", QUICK)
@pytest.mark.parametrize("on_turn", [True, False])
def test_an_open_game_is_refuted_at_once(position: str, on_turn: bool) -> None:
    seen = pos(position) if on_turn else pos(position).flip()
    assert certain_win(seen, claimer_on_turn=on_turn, budget=5000) is NO


def test_a_search_that_runs_out_says_undecided() -> None:
    position = pos("x 21:2 13:4 11:1 8:3 6:5 | o 18:1 13:3 11:2 8:4 6:5")
    assert certain_win(position, budget=5) is Certainty.UNDECIDED
    assert certain_result(position, budget=5) is None


AIMS = [Aim(at_least, misplays) for at_least in (1, 2, 3, -1, -2) for misplays in (False, True)]


@pytest.mark.clause("bws:4.3.3e")
@pytest.mark.parametrize("rules", retrograde_solver.RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("aim", AIMS, ids=str)
def test_the_search_finds_what_retrograde_analysis_finds(rules: Discipline, aim: Aim) -> None:
    expected = retrograde_solver.certain(rules, aim.at_least, misplays=aim.misplays)
    every = [(position, moves) for position in retrograde_solver.positions(rules) for moves in (True, False)]
    near = [state for state in every if state in expected and state[0].contact]
    for position, moves in random.Random(str(aim)).sample(every, 60) + near[:60]:
        search = ForcedSearch(position, aim, claimer_on_turn=moves, budget=5000)
        assert search.holds([position], claimer_moves=moves, every=True) is ((position, moves) in expected), position


@pytest.mark.clause("bws:4.3.3e", "usbgf:4.5.2b")
@settings(max_examples=60)
@given(duels(), st.sampled_from(Level), st.booleans())
def test_without_contact_the_claim_test_is_certainty_itself(position: Position, level: Level, on_turn: bool) -> None:
    holds = claim_holds(position, level, claimer_on_turn=on_turn)
    assert gets(position, int(level), on_turn) is holds
    assert certain_win(position, level, claimer_on_turn=on_turn) is (YES if holds else NO)


CONCESSIONS = [
    # x is on turn: position, the only result left
    ("x 1:1 | o 9:2 1:13", Result(True, GAMMON)),
    ("x 2:1 1:1 | o 6:5", Result(True, SINGLE)),
    ("x 2:1 1:1 | o 6:1", Result(True, SINGLE)),  # but for a misplay of 2-1
    ("x 3:1 1:1 | o 1:1", None),  # 2-1 misses
    ("x 1:15 | o 1:3", Result(False, SINGLE)),
    ("x 6:15 | o 1:2", None),  # x may yet save the gammon, or not
    ("x 7:1 6:14 | o 1:2", None),
    ("x 12:15 | o 1:2", Result(False, GAMMON)),
    ("x 22:2 6:13 | o 1:2", None),  # a 6-6 saves the backgammon
    ("x 22:5 6:10 | o 1:2", Result(False, TRIPLE)),
    ("longgammon: x 12:15 | o 1:2", Result(False, GAMMON)),
    ("start", None),
    ("x 1:2 | o bar:1 6:14", Result(True, TRIPLE)),
    ("x off:15 | o 6:15", Result(True, GAMMON)),
]


@pytest.mark.clause("guide:5.12b", "ibf:15.2b", "ibf:15.2")
@pytest.mark.parametrize(("position", "expected"), CONCESSIONS)
def test_one_result_may_be_all_that_is_left(position: str, expected: Result | None) -> None:
    assert certain_result(pos(position)) == expected


@pytest.mark.clause("guide:5.12b")
def test_to_the_letter_a_possible_misplay_keeps_another_outcome_open() -> None:
    assert certain_result(pos("x 2:1 1:1 | o 6:1"), misplays=True) is None
    assert certain_result(pos("x 2:1 1:1 | o 6:5"), misplays=True) == Result(True, SINGLE)
    assert certain_result(pos("x 2:1 1:1 | o 6:1"), misplays=True, thrown=Roll(6, 5)) == Result(True, SINGLE)


@pytest.mark.clause("ibf:15.2b")
def test_a_roll_in_hand_may_settle_the_result() -> None:
    position = pos("x 3:1 1:1 | o 1:1")
    assert certain_result(position) is None
    assert certain_result(position, thrown=Roll(3, 1)) == Result(True, SINGLE)
    assert certain_result(position, thrown=Roll(2, 1)) == Result(False, SINGLE)


@cache
def results_left(position: Position) -> frozenset[int]:
    """The worth, for the side on turn, of every result any rolls and plays can lead to."""
    over = result(position)
    if over is not None:
        return frozenset({over.worth})
    children = {after.flip() for roll in ROLLS for after in afters(position, roll)}
    return frozenset(-worth for child in children for worth in results_left(child))


@pytest.mark.clause("guide:5.12b", "ibf:15.2b")
@settings(max_examples=30)
@given(duels(rearmost=5))
def test_the_result_is_certain_if_each_side_can_hold_it(position: Position) -> None:
    lowest = max(worth for worth in (-3, -2, -1, 1, 2, 3) if gets(position, worth, True))
    highest = -max(worth for worth in (-3, -2, -1, 1, 2, 3) if gets(position, worth, False))
    found = certain_result(position)
    assert (None if found is None else found.worth) == (lowest if lowest == highest else None)


@pytest.mark.clause("guide:5.12b")
@settings(max_examples=30)
@given(duels(rearmost=5))
def test_to_the_letter_it_is_certain_if_every_line_of_play_ends_with_it(position: Position) -> None:
    left = results_left(position)
    found = certain_result(position, misplays=True)
    assert (None if found is None else {found.worth}) == (left if len(left) == 1 else None)
