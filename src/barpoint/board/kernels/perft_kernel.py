"""Perft: counting the positions some plies ahead, to test the generator and its speed."""

from typing import Any

import numpy as np

from barpoint.board.kernels.movegen_kernel import (
    BOARD,
    HOP_BYTES,
    LAYOUT,
    MAX_PLAYS,
    ROTATED,
    apply_hops,
    first_turn_cap,
    scratch,
    search,
    turn_board,
)
from barpoint.jit import kernel


@kernel
def perft(board: Any, rules: Any, depth: int, weighted: bool) -> int:
    """How many positions lie `depth` plies ahead over the 21 rolls; no legal play is one child."""
    if depth < 1:
        return 1
    work = scratch()
    hops = np.zeros((depth, MAX_PLAYS, HOP_BYTES), np.int8)
    boards = np.zeros((depth + 1, BOARD), np.int8)
    boards[0, :] = board
    played = np.zeros(BOARD, np.int8)
    # One frame a ply: the roll it is at, the next play of that roll, how many there are.
    rolls = np.full((depth, 2), 1, np.int64)
    nexts = np.zeros(depth, np.int64)
    counts = np.full(depth, -1, np.int64)
    weights = np.ones(depth + 1, np.int64)
    rotated = rules[LAYOUT] == ROTATED
    total = 0
    ply = 0
    while ply >= 0:
        high = rolls[ply, 0]
        low = rolls[ply, 1]
        if counts[ply] < 0:
            cap = first_turn_cap(boards[ply], rules, high, low)
            counts[ply] = search(boards[ply], rules, high, low, cap, False, work, hops[ply])
            nexts[ply] = 0
        children = max(counts[ply], 1)
        weight = weights[ply] * (2 if weighted and high != low else 1)
        if ply == depth - 1:
            total += children * weight
            nexts[ply] = children
        if nexts[ply] < children:
            if counts[ply] == 0:
                turn_board(boards[ply], rotated, boards[ply + 1])
            else:
                apply_hops(boards[ply], hops[ply, nexts[ply]], played)
                turn_board(played, rotated, boards[ply + 1])
            nexts[ply] += 1
            weights[ply + 1] = weight
            ply += 1
            rolls[ply, 0] = 1
            rolls[ply, 1] = 1
            counts[ply] = -1
            continue
        counts[ply] = -1
        rolls[ply, 1] += 1
        if rolls[ply, 1] > high:
            rolls[ply, 0] += 1
            rolls[ply, 1] = 1
            if rolls[ply, 0] > 6:
                ply -= 1
    return total
