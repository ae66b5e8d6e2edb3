"""Penalty points, the fast-grab ladder, ibf's sanctions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Side
from barpoint.match.format.match_format import (
    CubeRules,
    Length,
    LengthKind,
    to_points,
)
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.tariff.penalties import (
    GrabStep,
    Sanction,
    after_fast_grab,
    award_penalty,
    fast_grab,
    forfeit_points,
    longest_video_cut,
    mandatory_sanction,
    sanction,
    wrongly_settled,
)

A, B = Side.WHITE, Side.BLACK
CUBE = CubeRules()


@pytest.mark.clause("usbgf:2.2.4m", "bws:2.2.4a", "guide:2.2.5d")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
@pytest.mark.parametrize(
    ("score", "against", "points", "after", "crawford", "winner"),
    [
        ((0, 0), B, 2, (2, 0), False, None),
        ((5, 3), B, 1, (6, 3), True, None),
        ((5, 3), A, 1, (5, 4), False, None),
        ((6, 3), B, 1, (7, 3), False, A),
        ((4, 6), A, 2, (4, 8), False, B),
        ((3, 5), A, 1, (3, 6), True, None),
    ],
)
def test_a_penalty_point_goes_to_the_opponent(
    book: str,
    score: tuple[int, int],
    against: Side,
    points: int,
    after: tuple[int, int],
    crawford: bool,
    winner: Side | None,
) -> None:
    given_points = award_penalty(book, score, against, points, to_points(7), CUBE)
    assert given_points is not None
    assert (given_points.score, given_points.crawford_next, given_points.winner) == (after, crawford, winner)
    assert (given_points.to, given_points.change) == (against.other, points)


@pytest.mark.clause("ibf:17.1d", "ibf:3.9a")
def test_ibf_takes_the_point_from_the_offender() -> None:
    first = award_penalty("ibf", (4, 3), A, 1, to_points(9), CUBE)
    assert first is not None
    assert (first.score, first.to, first.change) == ((3, 3), A, -1)
    below = award_penalty("ibf", (0, 2), A, 1, to_points(9), CUBE)
    assert below is not None
    assert below.score == (-1, 2)
    off_match_point = award_penalty("ibf", (6, 2), A, 1, to_points(7), CUBE)
    assert off_match_point is not None
    assert not off_match_point.crawford_next


@pytest.mark.clause("usbgf:2.2.4m", "ibf:2.2b")
def test_there_is_one_crawford_game_only() -> None:
    again = award_penalty("usbgf", (6, 3), A, 3, to_points(7), CUBE, crawford_done=True)
    assert again is not None
    assert (again.score, again.crawford_next) == ((6, 6), False)
    assert award_penalty("trad", (0, 0), A, 1, to_points(7), CUBE) is None
    money = award_penalty("usbgf", (0, 0), A, 1, Length(LengthKind.MONEY), CUBE)
    assert money is not None
    assert (money.winner, money.crawford_next) == (None, False)
    with pytest.raises(ValueError, match="1 or more"):
        award_penalty("usbgf", (0, 0), A, 0, to_points(7), CUBE)


@pytest.mark.clause("usbgf:4.1.8.2c", "bws:4.1.5.2d")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (95_000, 65_000),
        (45_000, 15_000),
        (31_000, 1_000),
        (30_500, 1_000),
        (30_000, 1_000),
        (29_000, 1_000),
        (10_000, 1_000),
        (1_000, 1_000),
        (400, 400),
        (0, 0),
    ],
)
def test_thirty_seconds_off_leave_one_second_and_never_add_time(before: int, after: int) -> None:
    assert after_fast_grab(before) == after
    bws = fast_grab("bws", earlier=1, warned=True, reserve=before)
    assert bws is not None
    assert bws.reserve == after


@pytest.mark.clause("usbgf:4.1.8.2a", "usbgf:4.1.8.2b", "usbgf:4.1.8.2c", "usbgf:4.1.8.2d", "usbgf:4.1.8.2e")
def test_the_usbgf_ladder() -> None:
    """Pointed out, warned, then 30 s each: 1:10, 0:40, 0:10, 0:01, and a forfeit is possible."""
    steps, reserve = [], 70_000
    for earlier in range(6):
        grab = fast_grab("usbgf", earlier=earlier, warned=earlier >= 2, cut_to_floor=reserve == 1_000, reserve=reserve)
        assert grab is not None
        assert grab.reserve is not None
        reserve = grab.reserve
        steps.append((grab.step, reserve, grab.may_roll_instead))
    assert steps == [
        (GrabStep.POINT_OUT, 70_000, False),
        (GrabStep.WARNING, 70_000, False),
        (GrabStep.TIME, 40_000, True),
        (GrabStep.TIME, 10_000, True),
        (GrabStep.TIME, 1_000, True),
        (GrabStep.MAY_FORFEIT, 1_000, True),
    ]


@pytest.mark.clause("usbgf:4.1.8.2b", "usbgf:4.1.8.2g")
def test_usbgf_penalises_only_after_the_directors_warning_and_only_on_a_timed_clock() -> None:
    third = fast_grab("usbgf", earlier=2, warned=False, reserve=70_000)
    assert third is not None
    assert third.step is GrabStep.WARNING
    untimed = fast_grab("usbgf", earlier=2, warned=True)
    assert untimed is not None
    assert (untimed.step, untimed.reserve) == (GrabStep.ROLL_NOW, None)


@pytest.mark.clause("bws:4.1.5.2a", "bws:4.1.5.2b", "bws:4.1.5.2d", "bws:4.1.5.2e")
def test_the_bws_ladder() -> None:
    """Warned, then 1:35, 1:05, 0:35, 0:05, 0:01, and the match is lost."""
    steps, reserve = [], 95_000
    for earlier in range(6):
        grab = fast_grab("bws", earlier=earlier, warned=earlier > 0, cut_to_floor=reserve == 1_000, reserve=reserve)
        assert grab is not None
        assert grab.reserve is not None
        reserve = grab.reserve
        steps.append((grab.step, reserve))
    assert steps == [
        (GrabStep.WARNING, 95_000),
        (GrabStep.TIME, 65_000),
        (GrabStep.TIME, 35_000),
        (GrabStep.TIME, 5_000),
        (GrabStep.TIME, 1_000),
        (GrabStep.MATCH_LOST, 1_000),
    ]
    assert fast_grab("bws", earlier=1, warned=True) is None


@pytest.mark.clause("ibf:11.2b", "ibf:11.2c")
def test_ibf_warns_and_then_gives_the_opponent_the_move() -> None:
    first, again = (fast_grab("ibf", earlier=n, warned=n > 0, reserve=60_000) for n in (0, 1))
    assert first is not None
    assert again is not None
    assert (first.step, again.step, again.reserve) == (GrabStep.WARNING, GrabStep.FREE_MOVE, 60_000)
    assert fast_grab("guide", earlier=3, warned=True, reserve=60_000) is None
    assert fast_grab("trad", earlier=3, warned=True) is None


@given(st.integers(0, 10**6))
def test_a_time_penalty_never_adds_time(reserve: int) -> None:
    assert 0 <= after_fast_grab(reserve) <= reserve


@pytest.mark.clause("bws:4.3.2.8b")
def test_a_wrong_word_that_the_game_is_settled_gives_two_minutes() -> None:
    assert wrongly_settled(70_000) == 190_000


@pytest.mark.clause("ibf:17.1a", "ibf:17.1b", "ibf:17.1c", "ibf:17.1d", "ibf:17.1e", "ibf:17.1f")
def test_six_sanctions_in_the_books_order() -> None:
    assert [param(kind.clause, "rank", int) for kind in Sanction] == [1, 2, 3, 4, 5, 6]
    times = {"offender_time": 180_000, "opponent_time": 70_000}
    warning = sanction(Sanction.WARNING, **times)
    assert (warning.offender_time, warning.opponent_time, warning.offender_points) == (180_000, 70_000, 0)
    off = sanction(Sanction.TIME_OFF, amount=60_000, **times)
    assert (off.offender_time, off.opponent_time, off.time_gone) == (120_000, 70_000, False)
    gone = sanction(Sanction.TIME_OFF, amount=200_000, **times)
    assert (gone.offender_time, gone.time_gone) == (0, True)
    more = sanction(Sanction.TIME_TO_OPPONENT, amount=60_000, **times)
    assert (more.offender_time, more.opponent_time) == (180_000, 130_000)
    assert sanction(Sanction.POINT, **times).offender_points == -1
    assert sanction(Sanction.EXCLUSION, **times).chief_arbiter_only
    assert not sanction(Sanction.FORFEIT_GAME, **times).chief_arbiter_only
    with pytest.raises(ValueError, match="amount"):
        sanction(Sanction.WARNING, amount=5, **times)
    with pytest.raises(ValueError, match="amount"):
        sanction(Sanction.TIME_OFF, **times)


@pytest.mark.clause("ibf:17.1e")
def test_a_forfeited_game_is_single_at_the_cube_and_nothing_if_both_forfeit() -> None:
    assert (forfeit_points(4), forfeit_points(4, both=True)) == (4, 0)


@pytest.mark.clause("ibf:17.2", "ibf:3.9a", "ibf:3.11a", "ibf:8.11b", "ibf:13.8", "ibf:14.3a", "ibf:17.3")
def test_some_clauses_fix_the_sanction() -> None:
    assert mandatory_sanction("ibf:3.9a") is Sanction.POINT
    assert mandatory_sanction("ibf:17.3") is Sanction.EXCLUSION
    for row in ("ibf:3.11a", "ibf:8.11b", "ibf:11.2b", "ibf:13.8", "ibf:14.3a"):
        assert mandatory_sanction(row) is Sanction.WARNING
    assert mandatory_sanction("ibf:10.5c") is None


@pytest.mark.clause("ibf:18.3b")
def test_a_groundless_video_call_costs_at_most_half_the_time() -> None:
    assert longest_video_cut(570_000) == 285_000
    assert longest_video_cut(1) == 0
