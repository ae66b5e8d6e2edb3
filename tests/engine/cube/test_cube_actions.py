"""The cube: Janowski's numbers, names of decisions, and what must hold at any score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import pos
from barpoint.engine.bearoff.bearoff_tables import OneSidedTable
from barpoint.engine.cube import janowski
from barpoint.engine.cube.cube_actions import (
    ChanceTuple,
    CubeAction,
    CubeState,
    Owner,
    cube_efficiency,
    cubeful_equity,
    decide_by_equities,
    decide_cube,
)
from barpoint.engine.cube.match_equity import Away

MONEY = CubeState()


def race(win: float) -> ChanceTuple:
    return (win, 0.0, 0.0, 0.0, 0.0)


@st.composite
def chances(draw: st.DrawFn) -> ChanceTuple:
    win = draw(st.floats(0, 1))
    gammon, lost_gammon = (win * draw(st.floats(0, 1)), (1 - win) * draw(st.floats(0, 1)))
    return (win, gammon, gammon * draw(st.floats(0, 0.3)), lost_gammon, lost_gammon * draw(st.floats(0, 0.3)))


@st.composite
def states(draw: st.DrawFn) -> CubeState:
    value = draw(st.sampled_from([1, 2, 4]))
    owner = draw(st.sampled_from([Owner.OURS, Owner.THEIRS])) if value > 1 else Owner.CENTRED
    if draw(st.booleans()):
        return CubeState(value, owner, jacoby=draw(st.booleans()), beavers=draw(st.booleans()))
    ours, theirs = draw(st.integers(1, 30)), draw(st.integers(1, 30))
    crawford = value == 1 and (ours == 1) != (theirs == 1) and draw(st.booleans())
    return CubeState(value, owner, Away(ours, theirs, crawford))


def flip(given_chances: ChanceTuple) -> ChanceTuple:
    win, gammon, backgammon, lost_gammon, lost_backgammon = given_chances
    return (1 - win, lost_gammon, lost_backgammon, gammon, backgammon)


def test_janowskis_worked_numbers() -> None:
    """W = L = 1, x = .68, p = .70."""
    assert janowski.owned_equity(0.7, 1, 1, 0.68) == pytest.approx(0.638)
    assert janowski.unavailable_equity(0.7, 1, 1, 0.68) == pytest.approx(0.298)
    assert janowski.centred_equity(0.7, 1, 1, 0.68) == pytest.approx(0.564, abs=5e-4)
    assert cubeful_equity(race(0.7), MONEY) == pytest.approx(0.581, abs=5e-4)


@pytest.mark.parametrize(("x", "take", "cash"), [(0, 0.25, 0.75), (1, 0.2, 0.8), (0.68, 0.2137, 0.7863)])
def test_take_and_cash_points_of_a_race(x: float, take: float, cash: float) -> None:
    assert janowski.take_point(1, 1, x) == pytest.approx(take, abs=1e-4)
    assert janowski.cash_point(1, 1, x) == pytest.approx(cash, abs=1e-4)


@given(st.floats(0.25, 0.75), st.floats(1, 2), st.floats(1, 2), st.floats(0, 1))
def test_the_formulas_and_the_blend_agree_on_a_cube_with_an_owner(p: float, w: float, lost: float, x: float) -> None:
    """Inside the window; they part only over a centred cube."""
    given_chances = (p, p * (w - 1), 0.0, (1 - p) * (lost - 1), 0.0)
    if not (lost - 0.5) / (w + lost + 0.5) < p < (lost + 1) / (w + lost + 0.5):
        return
    owned = cubeful_equity(given_chances, CubeState(2, Owner.OURS), x)
    assert owned == pytest.approx(janowski.owned_equity(p, w, lost, x), abs=1e-6)
    unavailable = cubeful_equity(given_chances, CubeState(2, Owner.THEIRS), x)
    assert unavailable == pytest.approx(janowski.unavailable_equity(p, w, lost, x), abs=1e-6)


def test_double_points_are_where_the_equities_meet() -> None:
    w, lost, x = 1.3, 1.2, 0.68
    first = janowski.initial_double_point(w, lost, x)
    twice = 2 * janowski.unavailable_equity(first, w, lost, x)
    assert janowski.centred_equity(first, w, lost, x) == pytest.approx(twice)
    again = janowski.redouble_point(w, lost, x)
    assert janowski.owned_equity(again, w, lost, x) == pytest.approx(2 * janowski.unavailable_equity(again, w, lost, x))
    assert janowski.average_values(0.5, 0.15, 0.0, 0.1, 0.0) == pytest.approx((1.3, 1.2))


@pytest.mark.parametrize(
    ("win", "state", "words"),
    [
        (0.60, MONEY, "No double, take"),
        (0.72, MONEY, "Double, take"),
        (0.80, MONEY, "Double, pass"),
        (0.71, CubeState(2, Owner.OURS), "No redouble, take"),
        (0.76, CubeState(2, Owner.OURS), "Redouble, take"),
        (0.80, CubeState(2, Owner.OURS), "Redouble, pass"),
        (0.80, CubeState(2, Owner.THEIRS), "No cube to turn"),
        (0.80, CubeState(score=Away(1, 3, crawford=True)), "No cube to turn"),
        (0.80, CubeState(score=Away(1, 3)), "Never double, dead cube"),
        (0.80, CubeState(2, Owner.OURS, Away(2, 5)), "Never redouble, dead cube"),
        (0.40, CubeState(score=Away(3, 1)), "Double, take"),  # after Crawford the trailer has nothing to lose
        (0.45, CubeState(beavers=True), "No double, beaver"),
    ],
)
def test_decisions_have_their_names(win: float, state: CubeState, words: str) -> None:
    assert decide_cube(race(win), state).text == words


def test_many_gammons_are_too_good_to_double() -> None:
    decision = decide_cube((0.9, 0.7, 0.1, 0.0, 0.0), MONEY)
    assert decision.action is CubeAction.TOO_GOOD_PASS
    assert decision.equity == decision.no_double > 1
    assert not decision.action.takes
    assert decide_cube((0.9, 0.7, 0.1, 0.0, 0.0), CubeState(jacoby=True)).action is CubeAction.DOUBLE_PASS


def test_jacoby_makes_a_double_that_would_be_beavered() -> None:
    """Gammons count only once the cube is turned: a side ahead in gammons may double though the take is a beaver."""
    state = CubeState(jacoby=True, beavers=True)
    decision = decide_by_equities(-0.3, -0.1, 1.0, state)
    assert decision.action is CubeAction.DOUBLE_BEAVER
    assert decision.equity == -0.2
    assert decide_by_equities(-0.1, -0.1, 1.0, state).action is CubeAction.NO_DOUBLE_BEAVER


@pytest.mark.parametrize(
    ("no_double", "take", "action"),
    [
        (0.5, 0.5, CubeAction.OPTIONAL_TAKE),
        (1.0, 1.2, CubeAction.OPTIONAL_PASS),
        (1.1, 1.2, CubeAction.TOO_GOOD_PASS),
        (1.1, 0.9, CubeAction.TOO_GOOD_TAKE),
        (0.9, 0.95, CubeAction.DOUBLE_TAKE),
    ],
)
def test_three_equities_make_a_decision(no_double: float, take: float, action: CubeAction) -> None:
    decision = decide_by_equities(no_double, take, 1.0, MONEY)
    assert decision.action is action
    assert decision.equity == pytest.approx(max(no_double, min(take, 1.0)))


@given(chances(), states(), st.floats(0, 1))
def test_an_equity_lies_between_losing_and_winning_all(given_chances: ChanceTuple, state: CubeState, x: float) -> None:
    decision = decide_cube(given_chances, state, x)
    assert decision.double_pass == pytest.approx(1)
    if state.score is None:
        assert -3 - 1e-6 <= decision.no_double <= 3 + 1e-6
    assert decision.equity >= decision.no_double - 1e-5 or state.beavers


@given(chances(), states(), st.floats(0, 1))
def test_what_one_side_gains_the_other_loses(given_chances: ChanceTuple, state: CubeState, x: float) -> None:
    """Same moment, other side's eyes: the formulas know no side to move."""
    other = {Owner.CENTRED: Owner.CENTRED, Owner.OURS: Owner.THEIRS, Owner.THEIRS: Owner.OURS}[state.owner]
    score = state.score and state.score.flip()
    theirs = CubeState(state.value, other, score, state.jacoby, state.beavers)
    ours = cubeful_equity(given_chances, state, x)
    if 1e-6 < given_chances[0] < 1 - 1e-6:
        assert ours == pytest.approx(-cubeful_equity(flip(given_chances), theirs, x), abs=1e-3)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(2, 20), st.integers(2, 20))
def test_more_wins_are_never_worse(one: float, two: float, ours: int, theirs: int) -> None:
    for state in (MONEY, CubeState(2, Owner.OURS), CubeState(2, Owner.THEIRS), CubeState(score=Away(ours, theirs))):
        low, high = (cubeful_equity(race(p), state) for p in sorted((one, two)))
        assert low <= high + 1e-9


def test_the_eight_nine_twelve_rule_of_races() -> None:
    """A hundred pips for the leader: double when 8 % ahead, redouble at 9 %, pass when more than 12 % behind.

    The chance to win is Kleinman's: pips seen as a normal distribution. A static cube may be two pips early.
    """
    from math import erf, sqrt

    def win(leader: int, trailer: int) -> float:
        gap = trailer - leader + 4
        return (1 + erf(gap / (2 * sqrt(trailer + leader - 4)))) / 2

    efficiency = cube_efficiency(contact=False, pips=100)
    first = [g for g in range(25) if decide_cube(race(win(100, 100 + g)), MONEY, efficiency).action.doubles]
    again = [
        g
        for g in range(25)
        if decide_cube(race(win(100, 100 + g)), CubeState(2, Owner.OURS), efficiency).action.doubles
    ]
    passes = [g for g in range(25) if not decide_cube(race(win(100, 100 + g)), MONEY, efficiency).action.takes]
    assert 6 <= first[0] <= 8
    assert again[0] in {8, 9}
    assert passes[0] == 13


def test_a_two_roll_position_is_a_redouble_and_a_take() -> None:
    """Four checkers on the ace points each: 86 % for the roller would be a pass; three rolls each is a take."""
    one = OneSidedTable.load()
    four, six = (4, 0, 0, 0, 0, 0), (6, 0, 0, 0, 0, 0)
    assert one.win(four, four) == pytest.approx(1 - 30 / 36 * 6 / 36, abs=1e-6)
    assert one.win(six, six) == pytest.approx(0.788, abs=1e-3)
    assert decide_cube(race(one.win(four, four)), MONEY, 0.6).action is CubeAction.DOUBLE_PASS


def test_efficiency_follows_the_kind_of_position() -> None:
    assert cube_efficiency(contact=True) == 0.68
    assert [cube_efficiency(contact=True, match_cube=cube) for cube in (1, 2, 4)] == [0.58, 0.58, 0.68]
    assert cube_efficiency(contact=False, bearing_off=True) == 0.6
    assert cube_efficiency(contact=False, pips=pos("x 13:5 8:5 6:5 | o 13:5 8:5 6:5").pips) == 0.7
    assert cube_efficiency(contact=False, pips=80) == pytest.approx(0.65)
    assert cube_efficiency(contact=False, pips=20) == 0.6


def test_malformed_questions_say_what_was_expected() -> None:
    with pytest.raises(ValueError, match="expected win >= gammon"):
        cubeful_equity((0.5, 0.6, 0.0, 0.0, 0.0), MONEY)
    with pytest.raises(ValueError, match="power of two"):
        CubeState(3)
    with pytest.raises(ValueError, match="money play"):
        CubeState(score=Away(3, 3), jacoby=True)
