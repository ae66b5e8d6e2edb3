"""Figures of fair play: what is hard, who agrees, and how sure that is."""

import random

import pytest

from barpoint.board import Side
from barpoint.engine.review.analysis import analyse
from barpoint.engine.review.analysis_data import PR, DecisionKind
from barpoint.engine.review.fair_play import (
    DecisionGroup,
    FairPlaySums,
    GroupSums,
    WeighedDecision,
    add_sums,
    difficulty,
    fair_play_sums,
    group_of,
    sum_decisions,
    weigh_decisions,
)
from barpoint.engine.review.fair_play_figures import (
    LEAST_PEERS,
    PeerMatch,
    agreement,
    compare_sums,
    error_rate,
    error_rate_change,
    pace,
)
from tests.engine.review.test_analysis import log


def test_a_choice_is_hard_where_something_plausible_costs_something() -> None:
    alike, clear, hard = difficulty([0.1, 0.1, 0.1]), difficulty([0.1, -0.9]), difficulty([0.1, 0.05, 0.04])
    assert alike == 0
    assert clear < 1e-6
    assert hard > 0.018
    assert [group_of(DecisionKind.PLAY, one) for one in (alike, 0.01, hard)] == ["easy", "middling", "hard"]
    assert group_of(DecisionKind.TAKE, hard) is DecisionGroup.CUBE


def test_a_match_gives_the_sums_that_its_analysis_has() -> None:
    events = log("ibf-backgammon")[:160]
    judged = analyse(events)
    for side, sums in zip(Side, fair_play_sums(judged, events), strict=True):
        player = next(one for one in judged.players if one.side is side)
        rate = error_rate(sums)
        assert rate is not None
        assert sums.decisions == player.counted
        assert rate.value == pytest.approx(player.pr)
        assert rate.low < player.pr < rate.high
        assert sums.group(DecisionGroup.CUBE).decisions == player.cubes


def test_times_are_those_from_the_roll_to_the_play() -> None:
    events = log("ibf-backgammon")[:160]
    weighed = [one for side in Side for one in weigh_decisions(analyse(events), events, side)]
    timed = [one for one in weighed if one.seconds]
    assert timed
    assert all(one.group is not DecisionGroup.CUBE for one in timed)


def decisions(seconds: list[float]) -> list[WeighedDecision]:
    return [
        WeighedDecision(DecisionGroup.HARD, hardness / 100, 0.01 * (hardness % 3), time)
        for hardness, time in enumerate(seconds)
    ]


def test_pace_is_one_where_time_follows_difficulty_and_unknown_without_times() -> None:
    following, turned = pace(sum_decisions(decisions([1.0 + n for n in range(30)]))), [30.0 - n for n in range(30)]
    against = pace(sum_decisions(decisions(turned)))
    assert following is not None
    assert against is not None
    assert following.value > 0.99
    assert against.value < -0.99
    assert pace(sum_decisions(decisions([0.0] * 30))) is None
    assert pace(sum_decisions(decisions([4.0] * 30))) is None, "a time that never varies says nothing"
    assert pace(sum_decisions(decisions([1.0 + n for n in range(5)]))) is None


def test_the_interval_of_a_share_is_wilsons() -> None:
    share = agreement(GroupSums(10, 9))
    assert share is not None
    assert (round(share.low, 3), round(share.high, 3)) == (0.596, 0.982)
    assert agreement(GroupSums()) is None


def test_matches_add_up_whatever_their_order() -> None:
    dice = random.Random(4)
    matches = [sum_decisions(decisions([dice.random() * 9 for _ in range(20)])) for _ in range(3)]
    together, turned = add_sums(matches), add_sums(matches[::-1])
    assert together.decisions == 60
    assert together.matches == 3
    assert together.pace_z == pytest.approx(turned.pace_z)
    assert add_sums([]).decisions == 0


def noise(rate: float, count: int, seed: int) -> FairPlaySums:
    """Decisions of somebody with such an error rate."""
    dice = random.Random(seed)
    return sum_decisions([WeighedDecision(DecisionGroup.HARD, 0.02, dice.expovariate(PR / rate)) for _ in range(count)])


def test_intervals_hold_the_truth_about_nineteen_times_of_twenty() -> None:
    inside = 0
    for seed in range(400):
        change = error_rate_change(noise(8.0, 60, seed), noise(8.0, 300, 1_000 + seed))
        assert change is not None
        inside += change.low <= 0 <= change.high
    assert 0.91 < inside / 400 < 0.98


def test_a_match_stands_beside_the_past_and_beside_others_if_there_are_enough() -> None:
    own, past = noise(2.0, 60, 1), [noise(8.0, 60, seed) for seed in range(2, 8)]
    others = [PeerMatch(f"P{number}", noise(8.0, 80, 20 + number)) for number in range(LEAST_PEERS)]
    figures = compare_sums(own, past, others)
    assert figures.change is not None
    assert figures.change.high < 0
    assert figures.earlier_matches == 6
    assert figures.peers is not None
    assert figures.peers.people == LEAST_PEERS
    assert figures.peers.low <= figures.peers.error_rate.value <= figures.peers.high
    few = compare_sums(own, (), others[1:])
    assert (few.peers, few.change, few.usual_error_rate) == (None, None, None)


def test_every_figure_of_an_empty_match_is_unknown() -> None:
    figures = compare_sums(FairPlaySums())
    assert figures.decisions == 0
    assert figures.error_rate is None
    assert all(group.agreement is None and group.seconds is None for group in figures.groups)
