"""The quick net, compiled: a rough value from the bare points, to pick which replies deserve the big net.

quick   a tuple: table int16[2 * 26 * 31, H] (a row for each place and signed count, then the same rows negated),
        bias int16[H], second int16[W, H], second_bias float32[W], out float32[W], unit float32[1].
base    int16[H], the first layer of one board. Boards that differ from it in a few places are scored by the rows
        that go and come.
"""

from typing import Any

import numpy as np

from barpoint.engine.nets.features_kernel import trailing_zeros
from barpoint.engine.nets.net_kernel import dots, sum_rows
from barpoint.jit import kernel

COUNTS = 31
LARGEST = 15
ROWS = 26 * COUNTS


@kernel
def quick_base(quick: Any, board: Any, base: Any) -> None:
    """The first layer of a board, before its threshold."""
    rows = np.empty(26, np.int16)
    count = 0
    for p in range(26):
        if board[p] != 0:
            rows[count] = p * COUNTS + LARGEST + board[p]
            count += 1
    sum_rows(quick[0], rows, count, quick[1], base)


@kernel
def quick_from(quick: Any, board: Any, base: Any, boards: Any, n: int, out: Any) -> None:
    """The rough equity of the side on roll in the first n boards (rows of whole words), all near that of `base`."""
    table, bias, second, second_bias, last, unit = quick
    sums = np.empty(bias.shape[0], np.int16)
    rows = np.empty(52, np.int16)
    products = np.empty(second.shape[0], np.int32)
    nothing = np.int16(0)
    words, near = board.view(np.int64), boards.view(np.int64)
    for k in range(n):
        count = 0
        for w in range(words.shape[0]):
            differ = near[k, w] ^ words[w]
            while differ != 0:
                byte = trailing_zeros(differ) >> 3
                differ &= ~(np.int64(255) << (8 * byte))
                p = 8 * w + byte
                rows[count] = p * COUNTS + LARGEST + boards[k, p]
                rows[count + 1] = ROWS + p * COUNTS + LARGEST + board[p]
                count += 2
        sum_rows(table, rows, count, base, sums)
        for c in range(sums.shape[0]):
            sums[c] = max(sums[c], nothing)
        dots(second, sums, products)
        total = np.float32(0)
        for j in range(second.shape[0]):
            z = np.float32(products[j]) * unit[0] + second_bias[j]
            if z > 0:
                total += last[j] * z
        out[k] = total


@kernel
def quick_scores(quick: Any, boards: Any, n: int, out: Any) -> None:
    """The rough equity of the side on roll in the first n boards, siblings of each other."""
    base = np.empty(quick[1].shape[0], np.int16)
    quick_base(quick, boards[0], base)
    quick_from(quick, boards[0], base, boards, n, out)
