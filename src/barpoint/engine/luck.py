"""Luck: what a roll was worth beyond the mean of all rolls, each followed by its best reply.

By static value with the cube where it stands, normalised to it (EMG in a match). Dice are judged before the play, so a
blunder after a good roll leaves the roll good.
"""

import threading
from typing import Final

import numpy as np

from barpoint.board import ROLLS, Position, Roll
from barpoint.engine import rollout_kernel
from barpoint.engine.cube import CubeState
from barpoint.engine.evaluator import Array
from barpoint.engine.match_equity import MatchEquityTable, equity_of
from barpoint.engine.rollout import both_payoffs, of_position
from barpoint.engine.search import engine
from barpoint.engine.search_kernel import WIDE

_local: Final = threading.local()
_WEIGHTS: Final = np.array([roll.weight for roll in ROLLS], float)
_OPENING: Final = np.array([0.0 if roll.is_doublet else 2.0 for roll in ROLLS])


def roll_equities(position: Position, state: CubeState, table: MatchEquityTable | None = None) -> Array:
    """The normalised equity of each of the 21 rolls (in the order of `ROLLS`) with its best reply."""
    asked = of_position(position, state)
    ours = engine()
    if not hasattr(_local, "room"):
        _local.room = rollout_kernel.bench()
    out = np.zeros(len(ROLLS))
    board = np.zeros(WIDE, np.int8)
    board[:26] = asked.board
    rollout_kernel.weigh_rolls(
        ours.brain.parts,
        board,
        np.array(asked.stakes(cubeful=True), np.int64),
        np.array(both_payoffs(state.score, table), np.float64),
        ours.desk(),
        _local.room,
        out,
    )
    if state.score is None:
        return np.asarray(out / state.value)
    low, high = (equity_of(x, state.score, state.value, table) for x in (0.0, 1.0))
    return np.asarray(low + (high - low) * out)


def luck_of(
    position: Position, roll: Roll, state: CubeState, *, opening: bool = False, table: MatchEquityTable | None = None
) -> float:
    """How lucky a roll was; an opening roll is compared with the fifteen that can open a game."""
    worth = roll_equities(position, state, table)
    weights = _OPENING if opening else _WEIGHTS
    return float(worth[ROLLS.index(roll)] - (worth @ weights) / weights.sum())
