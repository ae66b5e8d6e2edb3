"""The formulas on worked numbers, and the arithmetic below them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.rating import elo, fibs
from barpoint.rating.arithmetic import exp, ln, round_rating, ten_to
from barpoint.rating.glicko import GlickoGame, rate_glicko, rate_glicko2

THREE_GAMES = (GlickoGame(1400, 30, 1), GlickoGame(1550, 100, 0), GlickoGame(1700, 300, 0))


def test_the_underdog_of_a_hundred_points_wins_a_seven_point_match_this_often() -> None:
    assert round(fibs.underdog_chance(100, 7), 4) == 0.4244


@pytest.mark.parametrize(
    ("winner", "loser", "length", "experience", "change"),
    [
        (1600, 1700, 7, 500, 6.09),  # the underdog wins: what a veteran gains
        (1600, 1700, 7, 100, 24.36),  # and what the other, with experience 100, loses
        (1700, 1600, 7, 500, 4.49),  # the favourite wins instead
        (1700, 1600, 7, 100, 17.97),
        (1500, 1500, 1, 400, 2.00),  # two veterans over one point
        (1500, 1500, 9, 0, 30.00),  # a newcomer against
        (1500, 1500, 9, 400, 6.00),  # experience 400, nine points
    ],
)
def test_fibs_changes(winner: float, loser: float, length: int, experience: int, change: float) -> None:
    assert round(fibs.change(winner, loser, length, experience), 2) == change


def test_classic_elo_gives_the_underdog_of_a_hundred_points_12_80() -> None:
    assert round(elo.change(1600, 1700, 1), 2) == 12.80
    assert elo.change(1700, 1600, 0) == pytest.approx(-elo.change(1600, 1700, 1))


@pytest.mark.clause("ibf:2.17b")
def test_glicko_on_the_worked_period() -> None:
    rating, deviation = rate_glicko(1500, 200, THREE_GAMES)
    assert (round(rating, 1), round(deviation, 1)) == (1464.1, 151.4)


@pytest.mark.clause("ibf:2.17b")
def test_glicko_2_on_the_worked_period() -> None:
    rating, deviation, volatility = rate_glicko2(1500, 200, 0.06, THREE_GAMES, tau=0.5)
    assert (round(rating, 2), round(deviation, 2), round(volatility, 6)) == (1464.05, 151.52, 0.059996)


def test_a_match_to_25_points_is_what_glicko_knows_and_a_shorter_one_tells_less() -> None:
    at_25 = [GlickoGame(g.opponent, g.deviation, g.score, 25) for g in THREE_GAMES]
    at_5 = [GlickoGame(g.opponent, g.deviation, g.score, 5) for g in THREE_GAMES]
    assert rate_glicko(1500, 200, at_25) == rate_glicko(1500, 200, THREE_GAMES)
    assert 1500 > rate_glicko(1500, 200, at_5)[0] > rate_glicko(1500, 200, at_25)[0]
    assert 200 > rate_glicko(1500, 200, at_5)[1] > rate_glicko(1500, 200, at_25)[1]
    assert rate_glicko2(1500, 200, 0.06, at_5)[1] > rate_glicko2(1500, 200, 0.06, at_25)[1]


def test_nobody_who_does_not_play_loses_rating_but_certainty() -> None:
    rating, deviation, volatility = rate_glicko2(1500, 200, 0.06, ())
    assert (rating, round(deviation, 2), volatility) == (1500, 200.27, 0.06)


@given(st.floats(-40, 40))
def test_exp_is_within_two_units_in_the_last_place(x: float) -> None:
    assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))


@given(st.floats(1e-6, 1e9))
def test_ln_is_the_inverse_of_exp(x: float) -> None:
    assert abs(ln(x) - math.log(x)) <= 2 * math.ulp(math.log(x)) + 2**-60
    assert ten_to(ln(x) / ln(10)) == pytest.approx(x, rel=1e-13)


@pytest.mark.parametrize(("x", "bits"), [(1.0, "0x1.5bf0a8b14576ap+1"), (-0.3, "0x1.7b4c869c37c05p-1")])
def test_exp_gives_these_bits_everywhere(x: float, bits: str) -> None:
    assert exp(x).hex() == bits


@pytest.mark.parametrize("x", [math.inf, math.nan, 701.0, -701.0])
def test_exp_says_what_it_expects(x: float) -> None:
    with pytest.raises(ValueError, match="between -700 and 700"):
        exp(x)


def test_ln_says_what_it_expects() -> None:
    with pytest.raises(ValueError, match="above 0"):
        ln(0)


def test_a_rating_keeps_a_millionth() -> None:
    assert round_rating(1506.09123347883743) == 1506.091233
