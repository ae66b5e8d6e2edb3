"""Luck: what a roll was worth beyond the mean of all rolls, each followed by its best reply.

By static value with the cube where it stands and in use, normalised to it (EMG in a match). Dice are judged before the
play, so a blunder after a good roll leaves the roll good.
"""

from typing import Final

import numpy as np

from barpoint.board import ROLLS, Position, Roll
from barpoint.engine.cube.cube_search import (
    SearchTree,
    Stakes,
    leaf_worths,
)
from barpoint.engine.evaluator import Array
from barpoint.engine.knowledge import Knowledge

_WEIGHTS: Final = np.array([roll.weight for roll in ROLLS], float)
_OPENING: Final = np.array([0.0 if roll.is_doublet else 1.0 for roll in ROLLS])


def roll_equities(tree: SearchTree, position: Position, stakes: Stakes) -> Array:
    """The normalised equity of each of the 21 rolls (in the order of `ROLLS`) with its best reply."""
    _, leaves = tree.look(tree.board(position), 1)
    return -leaf_worths(leaves, stakes.flip())


def ranked_roll_equities(knowledge: Knowledge, position: Position, stakes: Stakes) -> Array:
    """The same from whoever has no tree: every roll's plays are ranked."""
    best = [knowledge.rank_plays(position, roll, 0, stakes=stakes)[0] for roll in ROLLS]
    return np.array([entry.worth for entry in best])


def luck_of(worth: Array, roll: Roll) -> float:
    """How lucky a roll was, by the equities of all."""
    return float(worth[ROLLS.index(roll)] - (worth @ _WEIGHTS) / _WEIGHTS.sum())


def opening_luck_of(worth: Array, theirs: Array, roll: Roll) -> float:
    """How lucky an opening roll was, among the thirty that open a game: with half of them the other side begins.

    `theirs` are the equities of the other side if it begins.
    """
    mean = (worth @ _OPENING - theirs @ _OPENING) / (2 * _OPENING.sum())
    return float(worth[ROLLS.index(roll)] - mean)
