"""Clock times worked out."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.rulebook.tariff.reserves import (
    Rounding,
    adjust_for_length,
    correct_setting,
    correction_cost,
    forgotten_press_credit,
    hold_in_trust,
    midway_reserve,
    nearest_second,
    partial_length,
    reserve_cost,
    trust_release,
)


def clock(text: str) -> int:
    """Milliseconds from "mm:ss"."""
    minutes, seconds = text.split(":")
    return (int(minutes) * 60 + int(seconds)) * 1000


TWO, THREE = 120_000, 180_000

# Worked out by hand: points each still needs, partial length, 2 and 3 minutes a point, bws literally.
MIDWAY = [
    ((9, 9), "9", "18:00", "27:00", "9:00"),
    ((2, 7), "9/2", "9:00", "13:30", "4:30"),
    ((5, 3), "4", "8:00", "12:00", "4:00"),
    ((4, 6), "5", "10:00", "15:00", "5:00"),
    ((4, 5), "9/2", "9:00", "13:30", "4:30"),
    ((7, 7), "7", "14:00", "21:00", "7:00"),
    ((5, 7), "6", "12:00", "18:00", "6:00"),
    ((7, 6), "13/2", "13:00", "19:30", "6:30"),
    ((11, 9), "10", "20:00", "30:00", "10:00"),
    ((9, 5), "7", "14:00", "21:00", "7:00"),
    ((4, 4), "4", "8:00", "12:00", "4:00"),
    ((3, 5), "4", "8:00", "12:00", "4:00"),
    ((1, 1), "1", "2:00", "3:00", "1:00"),
    ((1, 25), "13", "26:00", "39:00", "13:00"),
]


@pytest.mark.clause(
    "usbgf:3.4.4.4a",
    "usbgf:3.4.4.4b",
    "usbgf:3.4.4.4d",
    "usbgf:2.3.1b",
    "usbgf:2.3.2",
    "usbgf:3.5.2a",
    "usbgf:3.5.2c",
    "usbgf:1.7.1.2b",
    "bws:3.5.6",
    "bws:2.2.4e",
    "bws:2.2.4g",
    "bws:2.3.1a",
    "bws:3.5.1.4",
    "bws:3.5.1.5",
    "guide:5.10c",
)
@pytest.mark.parametrize(("away", "partial", "two", "three", "literal"), MIDWAY)
def test_a_clock_brought_in_midway(away: tuple[int, int], partial: str, two: str, three: str, literal: str) -> None:
    assert partial_length(away) == Fraction(partial)
    assert midway_reserve("usbgf", away, TWO) == clock(two)
    assert midway_reserve("usbgf", away, THREE) == clock(three)
    assert midway_reserve("guide", away) == clock(two)
    assert midway_reserve("bws", away) == clock(two)
    assert midway_reserve("bws", away, literal=True) == clock(literal)
    assert midway_reserve("ibf", away) is None
    assert midway_reserve("trad", away) is None


@pytest.mark.clause("usbgf:3.4.4.4c")
def test_a_fraction_of_a_minute_may_be_rounded_either_way() -> None:
    rounded = [midway_reserve("usbgf", (2, 7), THREE, rounding=rounding) for rounding in Rounding]
    assert rounded == [clock("13:30"), clock("14:00"), clock("13:00")]
    assert [midway_reserve("usbgf", (4, 4), THREE, rounding=rounding) for rounding in Rounding] == [clock("12:00")] * 3


@pytest.mark.clause("usbgf:4.1.7.1g", "usbgf:4.3.2-2", "usbgf:4.3.4-5")
@pytest.mark.parametrize(
    ("turns", "per_turn", "restored"),
    [(5, None, 35), (6, None, 42), (5, 9, 45), (5, 15, 60), (5, 3, 35), (0, None, 0), (1, 12, 12)],
)
def test_seven_seconds_a_turn_are_restored(turns: int, per_turn: int | None, restored: int) -> None:
    assert forgotten_press_credit(turns, 12_000, per_turn and per_turn * 1000) == restored * 1000


@pytest.mark.clause("usbgf:4.1.7.1g")
def test_no_turn_restores_more_than_the_delay() -> None:
    assert forgotten_press_credit(4, 5_000) == 20_000
    with pytest.raises(ValueError, match="0 or more"):
        forgotten_press_credit(-1, 12_000)


@pytest.mark.clause("usbgf:4.3.2-1", "usbgf:4.3.3c", "usbgf:4.1.7.1f", "ibf:8.5b")
@pytest.mark.parametrize(("elapsed", "cost"), [(90, 78), (60, 48), (17, 5), (12, 0), (65, 53), (3, 0)])
def test_what_a_stretch_of_time_costs(elapsed: int, cost: int) -> None:
    assert reserve_cost(elapsed * 1000, 12_000) == cost * 1000


@pytest.mark.clause("usbgf:4.3.3b")
def test_a_wrongly_set_clock_is_put_where_it_would_be() -> None:
    assert correct_setting(clock("7:30"), clock("10:00"), clock("14:00")) == clock("11:30")
    assert correct_setting(clock("8:10"), clock("10:00"), clock("14:00")) == clock("12:10")
    assert correct_setting(clock("1:00"), clock("14:00"), clock("10:00")) == 0


@pytest.mark.clause("ibf:14.7", "bws:4.2.3.3", "guide:addendum-clock-2", "usbgf:4.2.3.2c")
@pytest.mark.parametrize(
    ("book", "elapsed", "cost"),
    [("ibf", 20, 20), ("bws", 17, 5), ("guide", 16, 4), ("usbgf", 20, 8), ("usbgf", 10, 0), ("trad", 20, None)],
)
def test_what_putting_an_illegal_move_right_costs(book: str, elapsed: int, cost: int | None) -> None:
    assert correction_cost(book, elapsed * 1000, 12_000) == (cost if cost is None else cost * 1000)


@pytest.mark.clause("usbgf:3.4.4.3e", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g")
def test_a_minute_in_trust_is_given_once() -> None:
    on_clock, held = hold_in_trust(clock("18:00"))
    assert (on_clock, held) == (clock("17:00"), clock("1:00"))
    assert trust_release(held) == clock("1:00")
    assert trust_release(0) is None
    assert hold_in_trust(30_000) == (0, 30_000)


@pytest.mark.clause("usbgf:4.8.3b", "usbgf:4.8.3c")
def test_a_longer_match_adds_the_points_time() -> None:
    after = adjust_for_length(clock("5:00"), played_to=7, corrected=9, score=(3, 2), per_point=TWO)
    assert (after.basic, after.reserve) == (clock("4:00"), clock("9:00"))
    assert (after.residual, after.prorated) == (None, None)


# Worked out by hand: 11 corrected to 7 unless said otherwise; thirds and sevenths to the nearest second.
SHORTER = [
    # reserve, played to, corrected, score, residual, prorated (s), new reserve (s)
    ("16:00", 11, 7, (5, 3), 480, 411, 480),
    ("9:00", 11, 7, (5, 3), 60, 231, 231),
    ("8:00", 11, 7, (5, 3), 0, 206, 206),
    ("2:00", 11, 7, (5, 3), -360, 51, 51),
    ("22:00", 11, 7, (0, 0), 840, 840, 840),
    ("18:00", 9, 7, (2, 2), 840, 771, 840),
    ("1:00", 9, 5, (4, 4), -420, 12, 12),
    ("10:00", 7, 5, (4, 0), 360, 360, 360),
]


@pytest.mark.clause("usbgf:4.8.3d", "usbgf:4.8.3e", "usbgf:4.8.3b", "usbgf:4.8.3a")
@pytest.mark.parametrize(("reserve", "played", "corrected", "score", "residual", "prorated", "left"), SHORTER)
def test_a_shorter_match_leaves_the_larger_of_residual_and_prorated_time(
    reserve: str, played: int, corrected: int, score: tuple[int, int], residual: int, prorated: int, left: int
) -> None:
    after = adjust_for_length(clock(reserve), played_to=played, corrected=corrected, score=score, per_point=TWO)
    assert after.residual == residual * 1000
    assert after.prorated is not None
    assert nearest_second(after.prorated) == prorated
    assert nearest_second(after.reserve) == left


@pytest.mark.clause("usbgf:4.8.3e")
def test_the_books_own_example_to_the_millisecond() -> None:
    a, b = (
        adjust_for_length(clock(reserve), played_to=11, corrected=7, score=(5, 3), per_point=TWO)
        for reserve in ("16:00", "9:00")
    )
    assert (a.reserve, a.prorated, a.residual) == (480_000, 411_429, 480_000)
    assert (b.reserve, b.prorated, b.residual) == (231_429, 231_429, 60_000)


def test_a_length_already_reached_is_no_matter_of_time() -> None:
    with pytest.raises(ValueError, match="8-6 to 11 or 7"):
        adjust_for_length(1, played_to=11, corrected=7, score=(8, 6), per_point=TWO)
    with pytest.raises(ValueError, match="still need points"):
        partial_length((0, 4))


@given(st.integers(0, 10**7), st.integers(2, 25), st.integers(2, 25), st.data())
def test_a_shorter_match_never_adds_time(reserve: int, played: int, corrected: int, data: st.DataObject) -> None:
    least = min(played, corrected)
    score = (data.draw(st.integers(0, least - 1)), data.draw(st.integers(0, least - 1)))
    after = adjust_for_length(reserve, played_to=played, corrected=corrected, score=score, per_point=TWO)
    if corrected < played:
        assert 0 <= after.reserve <= reserve
    else:
        assert after.reserve == reserve + after.basic
