"""Turns needed without contact: each count is one more than that of its best child, and plain search agrees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import LONGGAMMON, ROLLS, Level, Position, Roll, pos
from barpoint.board.certainty.race import (
    surely_escapes,
    turns_at_best,
    turns_at_most,
    turns_at_worst,
)
from tests.board.race_positions import (
    afters,
    alone,
    fewest_turns,
    lone_sides,
)

SMALLEST, LARGEST = Roll(2, 1), Roll(6, 6)
levels = st.sampled_from(Level)

KNOWN = [
    # checkers of a side, turns with 2-1s, turns with 6-6s
    ("1:1", 1, 1),
    ("1:3", 2, 1),
    ("1:15", 8, 4),
    ("6:15", 30, 4),
    ("2:2", 2, 1),
    ("3:1", 1, 1),
    ("7:1 1:5", 5, 2),  # four turns of pips, but no fourth two without waste
    ("8:2 1:10", 10, 4),  # a 1 is lost while the eights come home
    ("23:1", 8, 1),
    ("12:15", 60, 8),
]


@pytest.mark.parametrize(("checkers", "worst", "best"), KNOWN)
def test_turns_of_known_positions(checkers: str, worst: int, best: int) -> None:
    cells = pos(f"x {checkers} | o 1:1").us
    assert turns_at_worst(cells) == worst
    assert turns_at_best(cells, Level.SINGLE) == best


@given(lone_sides())
def test_with_2_1s_the_best_play_needs_one_turn_less_and_no_play_saves_two(position: Position) -> None:
    rest = min(turns_at_worst(after.us) for after in afters(position, SMALLEST))
    assert turns_at_worst(position.us) == 1 + rest


@settings(max_examples=60)
@given(lone_sides())
def test_no_roll_is_worse_than_2_1(position: Position) -> None:
    for roll in ROLLS:
        assert min(turns_at_worst(after.us) for after in afters(position, roll)) < turns_at_worst(position.us), roll


@settings(max_examples=60)
@given(lone_sides(), levels)
def test_6_6_is_the_fastest_roll_to_escape_a_level(position: Position, level: Level) -> None:
    turns = turns_at_best(position.us, level)
    if turns:
        assert turns == 1 + min(turns_at_best(after.us, level) for after in afters(position, LARGEST))
        assert all(turns_at_best(after.us, level) >= turns - 1 for roll in ROLLS for after in afters(position, roll))


@settings(max_examples=60)
@given(lone_sides(), levels)
def test_the_slowest_play_of_the_slowest_roll_needs_one_turn_less(position: Position, level: Level) -> None:
    turns = turns_at_most(position.us, level)
    if turns:
        assert turns == 1 + max(turns_at_most(after.us, level) for roll in ROLLS for after in afters(position, roll))


@settings(max_examples=60)
@given(lone_sides(most=4, rearmost=9))
def test_plain_search_needs_as_many_2_1s_and_as_many_6_6s(position: Position) -> None:
    assert turns_at_worst(position.us) == fewest_turns(position, SMALLEST)
    assert turns_at_best(position.us, Level.SINGLE) == fewest_turns(position, LARGEST)


@given(lone_sides(rearmost=12))
def test_longgammon_counts_the_same_turns(position: Position) -> None:
    same = Position(position.us, position.them, LONGGAMMON)
    assert turns_at_worst(same.us) == 1 + min(turns_at_worst(after.us) for after in afters(same, SMALLEST))


def escapes(position: Position, level: Level, turns: int) -> bool:
    """By trying every roll and every play."""
    if not turns_at_best(position.us, level):
        return True
    return turns > 0 and all(
        any(escapes(after, level, turns - 1) for after in afters(position, roll)) for roll in ROLLS
    )


@settings(max_examples=40)
@given(st.lists(st.integers(1, 8), min_size=1, max_size=3), st.integers(1, 2))
def test_a_first_checker_off_is_certain_as_plain_search_finds(points: list[int], turns: int) -> None:
    position = alone(points)
    assert surely_escapes(position, Level.GAMMON, turns, 10_000) == escapes(position, Level.GAMMON, turns)


@settings(max_examples=40)
@given(st.lists(st.integers(17, 23), min_size=1, max_size=3), st.integers(1, 2))
def test_leaving_the_winners_home_is_certain_as_plain_search_finds(points: list[int], turns: int) -> None:
    position = alone(points)
    assert surely_escapes(position, Level.BACKGAMMON, turns, 0) == escapes(position, Level.BACKGAMMON, turns)


def test_a_5_4_can_be_worse_than_a_2_1() -> None:
    position = alone([6, 6, 3])
    assert any(after.us[0] for after in afters(position, SMALLEST))
    assert not any(after.us[0] for after in afters(position, Roll(5, 4)))
    assert surely_escapes(position, Level.GAMMON, 1, 100) is False
    assert surely_escapes(position, Level.GAMMON, 2, 100) is True


def test_a_search_without_budget_says_so() -> None:
    assert surely_escapes(alone([8, 7, 7]), Level.GAMMON, 3, 0) is None
