"""A match judged: errors found where they were made, luck that evens out, sums that add up."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from barpoint.board import ROLLS, Position, Roll, Side
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.cube.match_equity import Away
from barpoint.engine.knowledge import tree_of
from barpoint.engine.review.analysis import (
    Analysis,
    DecisionKind,
    Grade,
    analyse,
)
from barpoint.engine.review.luck import luck_of, opening_luck_of, roll_equities
from barpoint.engine.review.rolled_out import RollOut
from barpoint.engine.rollout.rollout import RolloutSettings
from barpoint.engine.rollout.workers import ThreadWorkers
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent, decode
from tests.match.match_table import Table

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs" / "0.1.0"


def log(name: str) -> list[AnyEvent]:
    return [decode(line) for line in (PLAYTHROUGHS / f"{name}.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="module")
def judged() -> Analysis:
    return analyse(log("ibf-backgammon")[:160], threads=2)


def opened(*hops: tuple[int, int]) -> Table:
    """A match in which White has opened with 3-1."""
    table = Table()
    table.do(c.RollOpening(at=0, white=3, black=1))
    table.do(c.PlayCheckers(at=0, side=Side.WHITE, hops=hops))
    return table


def test_the_best_play_costs_nothing_and_a_bad_one_its_price() -> None:
    good = analyse(opened((8, 5), (6, 5)).log)
    assert good.decisions[0].error == 0
    bad = analyse(opened((24, 23), (13, 10)).log).decisions[0]
    assert bad.kind is DecisionKind.PLAY
    assert bad.error > 0.1
    assert bad.grade is Grade.BLUNDER
    assert bad.candidates[0].hops == ((8, 5), (6, 5))
    assert bad.played is not None
    assert bad.candidates[0].equity - bad.played.equity == pytest.approx(bad.error)


def test_doubling_and_taking_are_judged_for_both_sides() -> None:
    table = opened((8, 5), (6, 5))
    table.do(c.OfferDouble(at=0, side=Side.BLACK))
    table.do(c.Pass(at=0, side=Side.WHITE))
    double, passed = analyse(table.log).decisions[1:]
    assert (double.kind, double.chosen, double.best) == (DecisionKind.DOUBLE, "double", "no double")
    assert double.error > 0.3
    assert (passed.kind, passed.chosen, passed.best) == (DecisionKind.TAKE, "pass", "take")
    assert passed.error > 0.8


def test_the_rating_is_the_mean_error_times_500(judged: Analysis) -> None:
    for player in judged.players:
        own = [d for d in judged.decisions if d.side is player.side and d.counted]
        assert player.pr == pytest.approx(500 * sum(d.error for d in own) / len(own))
        assert player.error == pytest.approx(player.play_error + player.cube_error)
        assert player.counted == player.plays + player.cubes
    assert all(d.error >= 0 for d in judged.decisions)
    errors = [d.error for d in judged.mistakes]
    assert all(a >= b for a, b in pairwise(errors))


def test_what_is_counted_is_a_real_choice(judged: Analysis) -> None:
    """As XG counts: not a play that is forced or makes no difference, not a cube that nobody would turn."""
    for decision in judged.decisions:
        if decision.kind is DecisionKind.TAKE or decision.chosen == "double" or decision.error > 0:
            assert decision.counted
        elif decision.figures is not None:
            doubled = min(decision.figures.double_take, decision.figures.double_pass)
            close = decision.figures.no_double > 0 and decision.figures.no_double - doubled < 0.2
            assert decision.counted == close
    table = opened((8, 5), (6, 5))
    table.do(c.RollDice(at=0, side=Side.BLACK, dice=(6, 4)))
    assert not analyse(table.log).decisions[-1].counted  # behind, and no double


def test_threads_change_nothing_and_json_keeps_everything(judged: Analysis) -> None:
    assert analyse(log("ibf-backgammon")[:160], threads=1) == judged
    assert msgspec.json.decode(msgspec.json.encode(judged), type=Analysis) == judged


def test_deeper_levels_judge_the_same_decisions() -> None:
    events = log("ibf-backgammon")[:24]
    shallow, deep = analyse(events), analyse(events, plies=1)
    assert [d.version for d in shallow.decisions] == [d.version for d in deep.decisions]
    assert all(d.played is None or d.played.level == 1 for d in deep.decisions if d.counted)


def test_luck_is_even_over_all_rolls() -> None:
    tree, start, money = tree_of(), Position.start(), Stakes(CubeState())
    for stakes in (money, Stakes(CubeState(2, score=Away(3, 5)))):
        worth = roll_equities(tree, start, stakes)
        total = sum(roll.weight * luck_of(worth, roll) for roll in ROLLS)
        assert total == pytest.approx(0, abs=1e-9)
    assert roll_equities(tree, start, money).argmax() == ROLLS.index(Roll(6, 6))


@pytest.mark.parametrize("stakes", [Stakes(CubeState()), Stakes(CubeState(score=Away(3, 7)))], ids=["money", "7-3"])
def test_an_opening_roll_is_lucky_among_the_thirty_that_open_a_game(stakes: Stakes) -> None:
    """As gnubg has it: with half of the thirty the other side begins, so that to begin is luck too."""
    tree, start = tree_of(), Position.start()
    ours, theirs = (roll_equities(tree, start, seen) for seen in (stakes, stakes.flip()))
    opening = [roll for roll in ROLLS if not roll.is_doublet]
    all_thirty = sum(opening_luck_of(ours, theirs, roll) - opening_luck_of(theirs, ours, roll) for roll in opening)
    assert all_thirty == pytest.approx(0, abs=1e-6)
    assert sum(opening_luck_of(ours, theirs, roll) for roll in opening) > 0.2
    if stakes.state.score is None:
        assert opening_luck_of(ours, theirs, Roll(3, 1)) == pytest.approx(ours[ROLLS.index(Roll(3, 1))])


def test_a_result_without_luck_takes_the_luck_out(judged: Analysis) -> None:
    white, black = judged.players
    assert judged.result_without_luck == pytest.approx(judged.result - white.luck_at_stake + black.luck_at_stake)


@pytest.mark.parametrize("name", ["ibf-sprintgammon", "ibf-longgammon"])
def test_other_disciplines_are_judged_by_their_own_knowledge(name: str) -> None:
    found = analyse(log(name)[:40], plies=1)
    assert any(d.counted for d in found.decisions)
    assert any(roll.luck > 0.01 for roll in found.rolls)
    assert any(roll.luck < -0.01 for roll in found.rolls)


def test_what_cannot_be_judged_is_said() -> None:
    with pytest.raises(ValueError, match="MatchStarted"):
        analyse(log("ibf-backgammon")[3:9])


def test_a_doubtful_decision_is_judged_again_by_games() -> None:
    table = opened((24, 23), (13, 10))
    table.do(c.OfferDouble(at=0, side=Side.BLACK))
    table.do(c.Pass(at=0, side=Side.WHITE))
    settings = RolloutSettings(games=72, least=72, cubeful=True, truncate=7)
    rolled = analyse(table.log, roll_out=RollOut(Grade.BLUNDER, ThreadWorkers(1), settings))
    play, double, passed = rolled.decisions
    assert play.played is not None
    assert [candidate.games for candidate in play.candidates] == [72] * 4
    assert play.candidates[0].hops == ((8, 5), (6, 5))
    assert play.error == pytest.approx(play.candidates[0].equity - play.played.equity)
    assert 0 < play.played.deviation < 0.1
    assert double.figures is not None
    assert double.figures.games == 72
    assert (double.best, passed.best) == ("no double", "take")
    assert rolled.players[0].error == pytest.approx(play.error + passed.error)


def test_the_roller_values_the_play_made_and_its_rivals_by_the_same_games() -> None:
    table = Table()
    table.do(c.RollOpening(at=0, white=2, black=1))
    table.do(c.PlayCheckers(at=0, side=Side.WHITE, hops=((24, 23), (24, 22))))
    decision = analyse(table.log, roller=True).decisions[0]
    assert decision.played is not None
    assert len(decision.candidates) > 1
    assert {entry.games for entry in (*decision.candidates, decision.played)} == {216}
    assert decision.error == max(0.0, decision.candidates[0].equity - decision.played.equity) > 0
