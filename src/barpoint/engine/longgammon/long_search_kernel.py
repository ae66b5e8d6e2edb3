"""Longgammon, compiled: looking ahead as many levels as asked, its leaves written down, as in `search_kernel`.

Every reply is shown to the net. A brain is (net, bear-off tables, the discipline's rules as the generator reads them);
the room is (boards, values, totals, rolls), one row a level.
"""

from typing import Any

import numpy as np

from barpoint.engine.longgammon.long_kernel import (
    CHILDREN,
    best_reply,
    judge,
)
from barpoint.engine.nets.net_kernel import copy_values, is_over
from barpoint.engine.search.search_kernel import (
    MAX_LEVEL,
    OUTCOMES,
    collect,
    leaf,
    mean_of,
)
from barpoint.jit import kernel


def room() -> Any:
    """Working memory beside a desk."""
    rows = MAX_LEVEL + 2
    return (
        np.zeros((rows, 26), np.int8),
        np.zeros((rows, 5), np.float32),
        np.zeros((rows, 5)),
        np.zeros((rows, 2), np.int64),
    )


@kernel
def value(brain: Any, board: Any, level: int, work: Any, space: Any, leaves: Any, out: Any) -> None:
    """The value of a board `level` levels deep, the game still on; `leaves` has a row for each leaf."""
    net, tables, rules = brain
    boards, values, totals, rolls = space
    if level == 0:
        judge(net, tables, board, work, out)
        leaf(board, True, out, 0, tables, leaves[0])
        return
    lost = np.zeros(5, np.float32)
    copy_values(board, boards[0])
    depth = 0
    slot = 0
    rolls[0, :] = 1
    totals[0, :] = 0.0
    while depth > 0 or rolls[0, 0] <= 6:
        if rolls[depth, 0] > 6:
            mean_of(totals[depth], values[depth])
            depth -= 1
            collect(values[depth + 1], totals[depth], rolls[depth])
            continue
        below = values[depth + 1]
        at = best_reply(net, tables, rules, boards[depth], rolls[depth, 0], rolls[depth, 1], work, below)
        copy_values(work[CHILDREN][at], boards[depth + 1])
        over = is_over(boards[depth + 1], lost)
        if over or depth + 1 == level:
            leaf(boards[depth + 1], True, below, depth + 1 if over else 0, tables, leaves[slot])
            slot += OUTCOMES ** (level - 1 - depth)
            collect(below, totals[depth], rolls[depth])
        else:
            depth += 1
            rolls[depth, :] = 1
            totals[depth, :] = 0.0
    mean_of(totals[0], out)


@kernel
def note_leaves(tables: Any, boards: Any, theirs: Any, leaves: Any) -> None:
    """Write down boards after plays, opponent on roll, with their values, as leaves."""
    lost = np.zeros(5, np.float32)
    for k in range(leaves.shape[0]):
        leaf(boards[k], True, theirs[k], 1 if is_over(boards[k], lost) else 0, tables, leaves[k])
