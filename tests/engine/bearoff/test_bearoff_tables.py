"""Bear-off tables against plain enumeration, against each other, and against what every book prints."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import LONGGAMMON, ROLLS, Position, Roll, legal_plays, pos
from barpoint.engine.bearoff import bearoff_kernel, bearoff_tables
from barpoint.engine.bearoff.bearoff_tables import (
    OneSidedTable,
    TwoSidedTable,
    bearoff_probabilities,
)

Home = tuple[int, ...]
EMPTY: Home = (0,) * 6


def home(*points: int) -> Home:
    return tuple(points.count(point) for point in range(1, 7))


def homes(most: int) -> Iterator[Home]:
    for checkers in range(most + 1):
        for points in combinations_with_replacement(range(1, 7), checkers):
            yield home(*points)


@cache
def after(ours: Home, roll: Roll) -> frozenset[Home]:
    """Where the board's own generator lets a home go, with no opponent near."""
    us = [0, *ours, *[0] * 19]
    them = [14, 1, *[0] * 24]
    plays = legal_plays(Position(us, them), roll)
    return frozenset(play.after.us[1:7] for play in plays)


@cache
def exact_mean(ours: Home) -> Fraction:
    """The fewest expected rolls, by plain recursion in fractions."""
    if ours == EMPTY:
        return Fraction(0)
    best = (roll.weight * min(exact_mean(to) for to in after(ours, roll)) for roll in ROLLS)
    return 1 + sum(best, Fraction(0)) / 36


@cache
def exact_win(ours: Home, theirs: Home) -> Fraction:
    """The win chance of the side to roll under best play of both, by plain recursion."""
    if ours == EMPTY:
        return Fraction(1)
    if theirs == EMPTY:
        return Fraction(0)
    best = (roll.weight * max(1 - exact_win(theirs, to) for to in after(ours, roll)) for roll in ROLLS)
    return sum(best, Fraction(0)) / 36


@cache
def exact_cubeful(ours: Home, theirs: Home, cube: str) -> Fraction:
    """Money equity of the side to double or roll, by plain recursion."""
    if ours == EMPTY or theirs == EMPTY:
        return Fraction(1 if ours == EMPTY else -1)
    if cube == "unavailable":
        return rolling(ours, theirs, cube)
    doubled = min(Fraction(1), 2 * rolling(ours, theirs, "unavailable"))
    return max(rolling(ours, theirs, cube), doubled)


@cache
def rolling(ours: Home, theirs: Home, cube: str) -> Fraction:
    then = {"owned": "unavailable", "unavailable": "owned", "centred": "centred"}[cube]
    best = (roll.weight * max(-exact_cubeful(theirs, to, then) for to in after(ours, roll)) for roll in ROLLS)
    return sum(best, Fraction(0)) / 36


def test_there_are_54264_homes_of_up_to_fifteen_checkers_and_ranks_name_each() -> None:
    table = bearoff_kernel.homes(15)
    assert len(table) == 54264
    assert len({bearoff_tables.home_rank(tuple(int(n) for n in row), 15) for row in table[::97]}) == len(table[::97])
    assert all(bearoff_tables.home_rank(tuple(int(n) for n in table[k]), 15) == k for k in range(0, len(table), 501))


def test_every_play_lowers_the_rank() -> None:
    rows, offsets = bearoff_kernel.rows(5)
    ranks = np.repeat(np.arange((len(offsets) - 1) // 21), np.diff(offsets).reshape(-1, 21).sum(axis=1))
    assert (rows < ranks).all()


@pytest.mark.clause("ibf:13.1", "ibf:13.2", "ibf:13.3a")
def test_the_plays_are_those_of_the_board() -> None:
    count = bearoff_kernel.ways()
    work = (np.zeros((5, 6), np.int8), np.zeros(5, np.int64))
    out = np.zeros(128, np.int64)
    table = bearoff_kernel.homes(15)
    rng = np.random.default_rng(3)
    for k in [*range(1, 84), *rng.integers(84, len(table), 60)]:
        ours = tuple(int(n) for n in table[k])
        for roll in ROLLS:
            found = bearoff_kernel.results(np.array(ours, np.int8), roll.high, roll.low, 15, count, work, out)
            assert sorted(out[:found]) == sorted(bearoff_tables.home_rank(to, 15) for to in after(ours, roll)), (
                ours,
                roll,
            )


def test_expected_rolls_are_exact_for_every_home_of_up_to_four_checkers() -> None:
    table = OneSidedTable.load()
    for ours in homes(4):
        assert table.mean_rolls(ours) == pytest.approx(float(exact_mean(ours)), abs=2e-6)


def test_every_distribution_adds_up_to_one() -> None:
    table = OneSidedTable.load()
    assert np.abs(table.distributions.sum(axis=1) - 1).max() < 1e-5
    assert np.abs(table.first_off.sum(axis=1) - 1).max() < 1e-5
    assert table.rolls((0, 0, 0, 0, 0, 15))[30] > 0
    assert table.rolls((0, 0, 0, 0, 0, 15))[31] == 0


@pytest.mark.parametrize(
    ("points", "throws"),
    [
        ((1, 1), 36),
        ((2, 1), 36),
        ((2, 2), 26),
        ((3, 1), 34),
        ((3, 2), 25),
        ((3, 3), 17),
        ((4, 1), 29),
        ((4, 2), 23),
        ((4, 3), 17),
        ((4, 4), 11),
        ((5, 1), 23),
        ((5, 2), 19),
        ((5, 3), 14),
        ((5, 4), 10),
        ((5, 5), 6),
        ((6, 1), 15),
        ((6, 2), 13),
        ((6, 3), 10),
        ((6, 4), 8),
        ((6, 5), 6),
        ((6, 6), 4),
        ((6,), 27),
        ((5,), 31),
        ((4,), 34),
    ],
)
def test_the_last_roll_table_every_player_learns(points: tuple[int, ...], throws: int) -> None:
    assert OneSidedTable.load().rolls(home(*points))[1] * 36 == pytest.approx(throws, abs=1e-4)


def test_win_chances_of_small_races_are_exact() -> None:
    table = TwoSidedTable.load()
    for ours in homes(2):
        for theirs in homes(2):
            assert table.win(ours, theirs) == pytest.approx(float(exact_win(ours, theirs)), abs=1e-6)


def test_cubeful_money_equities_of_small_races_are_exact() -> None:
    table = TwoSidedTable.load()
    for ours in homes(2):
        for theirs in homes(2):
            for cube in ("owned", "unavailable", "centred"):
                expected = float(exact_cubeful(ours, theirs, cube))
                assert table.equity(ours, theirs, cube) == pytest.approx(expected, abs=1e-5), (ours, theirs, cube)


def test_two_checkers_on_the_6_and_5_points_double_out_a_side_that_needs_one_roll() -> None:
    """With 6 of 36 chances at once there is no double; with 27 (one checker on the 6-point) it is a pass."""
    table = TwoSidedTable.load()
    hopeless = table.decision(home(6, 5), home(1), owned=False)
    assert hopeless.no_double == pytest.approx(2 * 6 / 36 - 1, abs=1e-6)
    assert hopeless.double_take < hopeless.no_double
    cash = table.decision(home(6), home(1), owned=True)
    assert cash.no_double == pytest.approx(0.5, abs=1e-6)
    assert cash.double_take == pytest.approx(1.0, abs=1e-6)  # 75 %: the exact border of a take of a dead cube


def test_the_two_sided_table_is_never_far_from_the_one_sided() -> None:
    one, two = OneSidedTable.load(), TwoSidedTable.load()
    rng = np.random.default_rng(11)
    table = bearoff_kernel.homes(6)
    apart = []
    for us, them in rng.integers(1, len(table), (1500, 2)):
        ours, theirs = (tuple(int(n) for n in table[k]) for k in (us, them))
        apart.append(abs(one.win(ours, theirs) - two.win(ours, theirs)))
    assert max(apart) < 0.0140  # the largest of all 853,776 pairs is 0.0139
    assert float(np.mean(apart)) < 0.0012


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.lists(st.integers(1, 6), min_size=1, max_size=6))
def test_owning_the_cube_is_worth_most_and_facing_it_least(ours: list[int], theirs: list[int]) -> None:
    table = TwoSidedTable.load()
    owned, centred, unavailable = (
        table.equity(home(*ours), home(*theirs), cube) for cube in ("owned", "centred", "unavailable")
    )
    assert owned >= centred - 1e-6
    assert centred >= unavailable - 1e-6


def test_fifteen_on_the_6_point_may_be_gammoned_and_thirteen_cannot() -> None:
    few = bearoff_probabilities(pos("x 1:2 | o 6:15"))
    assert few is not None
    assert few[:2] == (1.0, 1.0)
    four = bearoff_probabilities(pos("x 1:4 | o 6:15"))
    assert four is not None
    first = OneSidedTable.load().rolls_to_first((0, 0, 0, 0, 0, 15))
    assert four[1] == pytest.approx(6 / 36 + 30 / 36 * (1 - first[1]), abs=1e-5)
    assert first[1] * 36 == pytest.approx(17, abs=1e-4)  # a six, 51, 42, 33 and 22
    late = bearoff_probabilities(pos("x 1:4 | o 6:13"))
    assert late is not None
    assert late[1] == 0


def test_fifteen_on_the_6_point_free_one_at_once_with_the_rolls_the_board_says() -> None:
    position = pos("x 6:15 | o 6:15")
    leaving = [roll for roll in ROLLS if any(play.after.us[0] for play in legal_plays(position, roll))]
    assert sum(roll.weight for roll in leaving) == 17


def test_longgammon_bears_off_by_the_same_table() -> None:
    text = "x 6:5 5:5 4:5 | o 6:4 5:4 4:4 1:3"
    assert bearoff_probabilities(pos(text)) == bearoff_probabilities(pos(f"longgammon {text}"))
    assert bearoff_probabilities(Position.start(LONGGAMMON)) is None


def test_a_checker_that_is_not_home_or_a_game_of_three_is_not_the_tables_business() -> None:
    assert bearoff_probabilities(pos("x 7:1 6:5 | o 6:5")) is None
    with pytest.raises(ValueError, match="fifteen checkers"):
        bearoff_probabilities(pos("sprintgammon: x 6:3 | o 6:3"))
    with pytest.raises(ValueError, match="six counts"):
        bearoff_tables.home_rank((1, 2, 3), 15)


def test_a_table_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_CACHE", str(tmp_path))
    built = TwoSidedTable.load(2)
    kept = list((tmp_path / "tables").glob("bearoff-two-sided-2-*.npy"))
    assert len(kept) == 1
    assert np.array_equal(np.load(kept[0]), built.values)
