"""Longgammon: what its net looks at, lawful values, plays that are legal, and games it can learn from."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import LONG_NARDY, LONGGAMMON, ROLLS, Position, Roll, legal_plays, pos
from barpoint.board.movegen import board_array
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.evaluator import Chances
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.longgammon import long_features_kernel as features
from barpoint.engine.longgammon.engine import longgammon_engine
from barpoint.engine.training import longgammon as training

SLOT = {block[0]: slot for slot, block in enumerate(features.BLOCKS)}


def values(position: Position) -> dict[str, int]:
    """Each slot's value in a position."""
    rows = np.zeros(features.SLOTS, np.int16)
    counted = np.zeros(features.SLOTS, np.int64)
    features.encode(board_array(position), np.zeros((2, 26), np.int8), counted, rows)
    return {name: int(counted[slot]) for name, slot in SLOT.items()}


@st.composite
def met_in_play(draw: st.DrawFn) -> Position:
    """A position some random plies into a game."""
    position = Position.start(LONGGAMMON)
    for pick in draw(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9999)), max_size=120)):
        plays = legal_plays(position, ROLLS[pick[0]])
        after = plays[pick[1] % len(plays)].after if plays else position
        if after.is_over:
            break
        position = after.flip()
    return position


def test_a_wall_and_who_is_behind_it_are_counted() -> None:
    # Our 8 to 5 are their 20 to 17: their twelve on the head are behind them. Their 2 is our 14, before our head.
    position = pos("longgammon: x 24:11 8:1 7:1 6:1 5:1 | o 24:12 2:3")
    assert values(position)["ours_wall"] == 4 * 4 + 3
    assert values(position)["theirs_wall"] == 1 * 4 + 3


def test_both_sides_are_counted_alike() -> None:
    position = pos("longgammon: x 24:10 20:2 11:2 3:1 | o 24:9 18:3 7:2 2:1")
    ours, theirs = values(position), values(position.flip())
    for name in (block[0] for block in features.SIDE_BLOCKS):
        assert ours[f"ours_{name}"] == theirs[f"theirs_{name}"], name


@settings(max_examples=40, deadline=None)
@given(met_in_play(), st.sampled_from(ROLLS))
def test_values_are_lawful_and_every_legal_play_is_ranked(position: Position, roll: Roll) -> None:
    engine = longgammon_engine()
    c = engine.evaluate(position)
    assert 0 <= c.win_gammon <= c.win <= 1
    assert 0 <= c.lose_gammon <= 1 - c.win + 1e-6
    assert c.win_backgammon == c.lose_backgammon == 0
    ranked = engine.rank_plays(position, roll)
    legal = {play.packed for play in legal_plays(position, roll)}
    assert {entry.play.packed for entry in ranked} == (legal or {bytes(8)})
    assert [e.equity for e in ranked] == sorted((e.equity for e in ranked), reverse=True)


def test_a_level_is_the_mean_over_the_rolls_of_the_best_reply() -> None:
    engine = longgammon_engine()
    position = pos("longgammon: x 9:1 3:2 1:1 | o 8:1 2:2 1:1")
    total = np.zeros(5)
    for roll in ROLLS:
        after = [play.after.flip() for play in legal_plays(position, roll)] or [position.flip()]
        reply = min((engine.evaluate(p) for p in after), key=lambda c: c.equity)
        total += roll.weight * np.array(reply.flip())
    assert engine.evaluate(position, 1) == pytest.approx(tuple(total / 36), abs=1e-5)


def test_two_levels_are_the_mean_over_the_rolls_of_one() -> None:
    engine = longgammon_engine()
    position = pos("longgammon: x 9:1 3:2 1:1 | o 8:1 2:2 1:1")
    total = np.zeros(5)
    for roll in ROLLS:
        after = [play.after.flip() for play in legal_plays(position, roll)] or [position.flip()]
        reply = min(after, key=lambda p: engine.evaluate(p).equity)
        total += roll.weight * np.array(engine.evaluate(reply, 1).flip())
    assert engine.evaluate(position, 2) == pytest.approx(tuple(total / 36), abs=1e-5)


@pytest.mark.parametrize("level", [2, 3, 4])
def test_every_level_ranks_plays_and_judges_the_cube(level: int) -> None:
    known, position = knowledge_of(LONGGAMMON), pos("longgammon: x 9:1 3:1 | o 8:1 2:1")
    stakes = Stakes(CubeState())
    ranked = known.rank_plays(position, Roll(2, 1), level, stakes=stakes)
    assert ranked[0].level == level
    _, theirs = known.cube_decision(ranked[0].play.after.flip(), stakes.flip(), level)
    assert ranked[0].worth == pytest.approx(-theirs.equity, abs=1e-6)


def test_a_finished_game_has_its_value() -> None:
    engine = longgammon_engine()
    assert engine.evaluate(pos("longgammon: x 24:15 | o ")) == Chances(0, 0, 0, 1, 0)
    best = engine.best_play(pos("longgammon: x 1:1 | o 12:15"), Roll(6, 5))
    assert best.equity == pytest.approx(2)


def test_bear_offs_are_read_from_the_tables() -> None:
    assert longgammon_engine().evaluate(pos("longgammon: x 1:2 | o 1:3")).win == pytest.approx(1)


def test_a_roll_that_cannot_be_played_gives_a_play_without_hops_and_other_games_are_refused() -> None:
    engine = longgammon_engine()
    stuck = pos("longgammon: x 24:15 | o 11:2 10:2 9:2 8:2 7:2 6:2 3:3")
    blocked = [roll for roll in ROLLS if not legal_plays(stuck, roll)]
    assert blocked
    for roll in blocked:
        best = engine.best_play(stuck, roll)
        assert (best.play.hops, best.play.after) == ((), stuck)
    with pytest.raises(ValueError, match="Longgammon and Long Nardy"):
        engine.evaluate(Position.start())
    with pytest.raises(ValueError, match="0 to 4 plies"):
        engine.evaluate(Position.start(LONG_NARDY), 5)


def test_a_round_of_its_own_games_teaches_it_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ROUND", 4000)
    trainers = [
        list(training.train_longgammon(training.TrainingPlan(6000, ahead_from=2.0, batch=128, seed=3)))[-1]
        for _ in range(2)
    ]
    assert trainers[0].steps_done == trainers[0].course.steps
    for name, weights in trainers[0].weights.items():
        assert np.array_equal(weights, trainers[1].weights[name]), name
