"""The cube folded up a searched tree, compiled: what a double, a take and a pass are worth, some levels deep.

Terms
-----
leaves    the ends of a tree in the order of the rolls (`search_kernel.leaf`): what is on the board is the same
          whatever the cube does, so one tree serves every cube and score.
columns   what a position is worth to the side on roll by cube. Money, per unit of the cube: centred, ours, theirs.
          A match, as MWC: centred, then ours and theirs of cube * 2 ** k for k = 0, 1 ... (`cube_kernel`).
action    the side on roll doubles if that is better for it, the other takes or passes as is better for it, or beavers.
stakes    int64[8], the indices below, seen by the root (the side on roll in the position asked about).
payoffs   float64[2, 2, n]: for the root, then for the other side, MWC after winning and after losing n points.

At the leaves the cube is Janowski's (`cube_kernel`), with the efficiency of the leaf, or exact where two short
bear-offs are played for money; the side on roll there may double, too. A game that is over counts as it ended.
"""

from typing import Any

import numpy as np

from barpoint.engine.cube.cube_kernel import (
    CENTRED,
    CUBES,
    OURS,
    THEIRS,
    cubeful_columns,
    cubeful_money,
    cubeless_money,
)
from barpoint.engine.nets.net_kernel import copy_values
from barpoint.engine.search.search_kernel import (
    LIFE,
    OUTCOMES,
    PAIR,
)
from barpoint.jit import inline_kernel, kernel

# stakes[]
MATCH, CUBE, OWNER, OUR_AWAY, THEIR_AWAY, IN_PLAY, JACOBY, BEAVERS = range(8)
COLUMNS = 3 + 2 * CUBES
_CENTRED, _OURS, _THEIRS = 0, 1, 2  # columns; those of k more doubles are 2k further on


@inline_kernel
def _away(stakes: Any, side: int) -> Any:
    """What the side on roll needs, and what the other does."""
    ours, theirs = stakes[OUR_AWAY], stakes[THEIR_AWAY]
    return (ours, theirs) if side == 0 else (theirs, ours)


@inline_kernel
def doubles_seen(stakes: Any, level: int) -> int:
    """How often the cube can be turned within a tree, the root's own double included: what columns there are."""
    if stakes[MATCH] == 0:
        return 0
    most = 1
    while most <= level and stakes[CUBE] << most < max(stakes[OUR_AWAY], stakes[THEIR_AWAY]):
        most += 1
    return most


@kernel
def _leaf(row: Any, side: int, stakes: Any, payoffs: Any, pairs: Any, most: int, cash: Any, out: Any) -> bool:
    """The columns of a leaf; whether the action is still to be considered."""
    over = row[LIFE] < 0
    if stakes[MATCH] == 0:
        jacoby = stakes[JACOBY] != 0
        if over:
            lost = cubeless_money(row)
            out[_CENTRED] = max(lost, -1.0) if jacoby else lost
            out[_OURS] = lost
            out[_THEIRS] = lost
            return False
        if row[PAIR] >= 0:
            exact = pairs[int(row[PAIR]), int(row[PAIR + 1])]
            out[_CENTRED] = exact[3]
            out[_OURS] = exact[1]
            out[_THEIRS] = exact[2]
            return False
        out[_CENTRED] = cubeful_money(row, row[LIFE], CENTRED, jacoby)
        out[_OURS] = cubeful_money(row, row[LIFE], OURS, jacoby)
        out[_THEIRS] = cubeful_money(row, row[LIFE], THEIRS, jacoby)
        return True
    ours, theirs = _away(stakes, side)
    x = 0.0 if over or stakes[IN_PLAY] == 0 else float(row[LIFE])
    cubeful_columns(row, x, stakes[CUBE], ours, theirs, most, payoffs[side, 0], payoffs[side, 1], cash, out)
    return not over


@kernel
def _act(side: int, stakes: Any, payoffs: Any, most: int, columns: Any) -> None:
    """The columns once the side on roll has doubled where that is better."""
    if stakes[MATCH] == 0:
        taken = 2.0 * columns[_THEIRS]
        if taken < 0 and stakes[BEAVERS] != 0:
            taken *= 2.0
        doubled = min(taken, 1.0)
        columns[_CENTRED] = max(columns[_CENTRED], doubled)
        columns[_OURS] = max(columns[_OURS], doubled)
        return
    if stakes[IN_PLAY] == 0:
        return
    ours, _ = _away(stakes, side)
    win = payoffs[side, 0]
    for k in range(most):
        shown = stakes[CUBE] << k
        if shown >= ours:  # more points are of no use
            break
        doubled = min(columns[_THEIRS + 2 * (k + 1)], win[shown])
        columns[_OURS + 2 * k] = max(columns[_OURS + 2 * k], doubled)
        if k == 0:
            columns[_CENTRED] = max(columns[_CENTRED], doubled)


@inline_kernel
def _hand_up(theirs: Any, weight: float, stakes: Any, most: int, total: Any) -> None:
    """Add the columns of the position after a roll, seen by the side that rolled."""
    whole = 0.0 if stakes[MATCH] == 0 else weight
    total[_CENTRED] += whole - weight * theirs[_CENTRED]
    for k in range(most + 1):
        total[_OURS + 2 * k] += whole - weight * theirs[_THEIRS + 2 * k]
        total[_THEIRS + 2 * k] += whole - weight * theirs[_OURS + 2 * k]


@inline_kernel
def _weight(roll: int) -> float:
    """How many of 36 throws the n-th roll is; doublets are the numbers 0, 2, 5, 9, 14 and 20."""
    return 1.0 if roll == 0 or roll == 2 or roll == 5 or roll == 9 or roll == 14 or roll == 20 else 2.0


@kernel
def fold(leaves: Any, level: int, stakes: Any, payoffs: Any, pairs: Any, out: Any) -> None:
    """out[:4]: the root's no double, double and take, double and pass, and the best of them (both sides' best action).

    Money per unit of the cube, a match as MWC.
    """
    most = doubles_seen(stakes, level)
    columns = np.zeros((level + 1, COLUMNS))
    reached = np.zeros(level + 1, np.int64)
    cash = np.zeros((CUBES, 4))
    acts = level > 0 or _leaf(leaves[0], 0, stakes, payoffs, pairs, most, cash, columns[0])
    below = np.zeros(COLUMNS)
    depth = 0
    slot = 0
    while level > 0 and (depth > 0 or reached[0] < OUTCOMES):
        if reached[depth] == OUTCOMES:
            for c in range(COLUMNS):
                columns[depth, c] /= 36.0
            _act(depth & 1, stakes, payoffs, most, columns[depth])
            copy_values(columns[depth], below)
            depth -= 1
        else:
            over = leaves[slot, LIFE] == -(depth + 1)
            if depth + 1 < level and not over:
                depth += 1
                columns[depth, :] = 0.0
                reached[depth] = 0
                continue
            if _leaf(leaves[slot], (depth + 1) & 1, stakes, payoffs, pairs, most, cash, below):
                _act((depth + 1) & 1, stakes, payoffs, most, below)
            slot += OUTCOMES ** (level - 1 - depth)
        _hand_up(below, _weight(reached[depth]), stakes, most, columns[depth])
        reached[depth] += 1
    if level > 0:
        for c in range(COLUMNS):
            columns[0, c] /= 36.0
    at = _CENTRED if stakes[OWNER] == CENTRED else _OURS if stakes[OWNER] == OURS else _THEIRS
    out[0] = columns[0, at]
    out[1] = 2.0 * columns[0, _THEIRS] if stakes[MATCH] == 0 else columns[0, _THEIRS + 2]
    out[2] = 1.0 if stakes[MATCH] == 0 else payoffs[0, 0, min(stakes[CUBE], payoffs.shape[2] - 1)]
    if acts:
        _act(0, stakes, payoffs, most, columns[0])
    out[3] = columns[0, at]


@kernel
def fold_each(leaves: Any, stakes: Any, payoffs: Any, pairs: Any, out: Any) -> None:
    """The same for positions that are not looked at any deeper, each a leaf of its own."""
    for k in range(leaves.shape[0]):
        fold(leaves[k : k + 1], 0, stakes, payoffs, pairs, out[k])
