"""The quick net, compiled: a rough value from the bare points, to pick which replies deserve the big net.

quick   a tuple: table int16[26 * 31, H] (a row for each place and signed count), bias int16[H],
        second int16[W, H], second_bias float32[W], out float32[W], unit float32[1].
Siblings differ in a few places: their sums are made from the first sibling's.
"""

from typing import Any

import numpy as np

from barpoint.engine.features_kernel import trailing_zeros
from barpoint.engine.net_kernel import add_row, copied, dot, swap_rows, threshold
from barpoint.jit import kernel

COUNTS = 31
LARGEST = 15


@kernel
def quick_scores(quick: Any, boards: Any, n: int, out: Any) -> None:
    """The rough equity of the side on roll in the first n boards (rows of whole words)."""
    table, bias, second, second_bias, last, unit = quick
    words = boards.view(np.int64)
    base = np.empty(bias.shape[0], np.int16)
    sums = np.empty(bias.shape[0], np.int16)
    copied(bias, base)
    for p in range(26):
        count = boards[0, p]
        if count != 0:
            add_row(base, table[p * COUNTS + LARGEST + count])
    for k in range(n):
        copied(base, sums)
        for w in range(words.shape[1]):
            differ = words[0, w] ^ words[k, w]
            while differ != 0:
                byte = trailing_zeros(differ) >> 3
                differ &= ~(np.int64(255) << (8 * byte))
                p = 8 * w + byte
                swap_rows(sums, table[p * COUNTS + LARGEST + boards[0, p]], table[p * COUNTS + LARGEST + boards[k, p]])
        threshold(sums)
        total = np.float32(0)
        for j in range(second.shape[0]):
            z = np.float32(dot(sums, second[j])) * unit[0] + second_bias[j]
            if z > 0:
                total += last[j] * z
        out[k] = total
