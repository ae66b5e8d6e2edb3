"""Luck: what a roll was worth beyond the mean of all rolls, each followed by its best reply.

By static value with the cube where it stands and in use, normalised to it (EMG in a match). Dice are judged before the
play, so a blunder after a good roll leaves the roll good.
"""

from typing import Final

import numpy as np

from barpoint.board import ROLLS, Position, Roll
from barpoint.engine.cube_search import Stakes, Tree, worths
from barpoint.engine.evaluator import Array

_WEIGHTS: Final = np.array([roll.weight for roll in ROLLS], float)
_OPENING: Final = np.array([0.0 if roll.is_doublet else 2.0 for roll in ROLLS])


def roll_equities(tree: Tree, position: Position, stakes: Stakes) -> Array:
    """The normalised equity of each of the 21 rolls (in the order of `ROLLS`) with its best reply."""
    _, leaves = tree.look(tree.board(position), 1)
    return -worths(leaves, stakes.flip())


def luck_of(tree: Tree, position: Position, roll: Roll, stakes: Stakes, *, opening: bool = False) -> float:
    """How lucky a roll was; an opening roll is compared with the fifteen that can open a game."""
    worth = roll_equities(tree, position, stakes)
    weights = _OPENING if opening else _WEIGHTS
    return float(worth[ROLLS.index(roll)] - (worth @ weights) / weights.sum())
