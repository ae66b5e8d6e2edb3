"""A static value of Sprintgammon, compiled: looked up in the solved table, or by the net of `sprint_net`.

parts   (exact, own, their, meeting, layers): exact float32[n, n, 5], empty where the table is not built; own and their
        float32[hands, width], what a hand of either side adds to the first layer, the biases in `own`; meeting
        float32[width], what it adds that the sides can still meet; layers ((weight, bias), (weight, bias)).
"""

from typing import Any

import numpy as np

from barpoint.engine.sprintgammon.sprint_kernel import rank_side
from barpoint.jit import inline_kernel, kernel


@inline_kernel
def _rear(board: Any, ours: bool) -> int:
    """The rearmost checker of a side, in its own points."""
    if (board[25] if ours else board[0]) > 0:
        return 25
    for point in range(24, 0, -1):
        if (board[point] if ours else -board[25 - point]) > 0:
            return point
    return 0


@kernel
def value_of(parts: Any, board: Any, out: Any) -> None:
    """The five chances of a board, the game still on."""
    exact, own, their, meeting, layers = parts
    us = rank_side(board, True)
    them = rank_side(board, False)
    if exact.shape[0] > 0:
        for c in range(5):
            out[c] = exact[us, them, c]
        return
    meets = _rear(board, True) + _rear(board, False) > 25
    (second, second_bias), (third, third_bias) = layers
    middle = second_bias.copy()
    for i in range(own.shape[1]):
        signal = own[us, i] + their[them, i]
        if meets:
            signal += meeting[i]
        if signal > 0:
            for j in range(middle.shape[0]):
                middle[j] += signal * second[i, j]
    last = third_bias.copy()
    for i in range(middle.shape[0]):
        if middle[i] > 0:
            for j in range(last.shape[0]):
                last[j] += middle[i] * third[i, j]
    most = last.max()
    total = np.float32(0)
    for j in range(last.shape[0]):
        last[j] = np.exp(last[j] - most)
        total += last[j]
    out[2] = last[5] / total
    out[1] = out[2] + last[4] / total
    out[0] = min(out[1] + last[3] / total, np.float32(1))
    out[4] = last[0] / total
    out[3] = min(out[4] + last[1] / total, np.float32(1) - out[0])
