"""Training's inner loops, compiled: sums of table rows, their gradients, and Adam.

The first layer is kept as steps: a row of an ordinal block is the sum of the steps from the block's reference
value to its own, so that neighbouring values learn together; a row of a pattern block is its own step.
Arrays are float32. Functions on columns lo:hi may run in several threads at once.
"""

from typing import Any

import numpy as np

from barpoint.engine.features_kernel import ORDINAL
from barpoint.jit import kernel

DECAY = 0.004
ROW_FLOOR = 3e-4


@kernel
def _add(total: Any, row: Any) -> None:
    for k in range(total.shape[0]):
        total[k] += row[k]


@kernel
def _sum(out: Any, a: Any, b: Any) -> None:
    for k in range(out.shape[0]):
        out[k] = a[k] + b[k]


@kernel
def gather(table: Any, bias: Any, rows: Any, lo: int, hi: int, out: Any) -> None:
    """The first layer of many boards, before its threshold."""
    for i in range(rows.shape[0]):
        sums = out[i, lo:hi]
        sums[:] = bias[lo:hi]
        for s in range(rows.shape[1]):
            if rows[i, s] != 0:
                _add(sums, table[rows[i, s], lo:hi])


@kernel
def scatter(gradient: Any, rows: Any, delta: Any, lo: int, hi: int) -> None:
    """Add each board's gradient to all its rows."""
    for i in range(rows.shape[0]):
        for s in range(rows.shape[1]):
            if rows[i, s] != 0:
                _add(gradient[rows[i, s], lo:hi], delta[i, lo:hi])


@kernel
def adam(
    weights: Any, gradient: Any, mean: Any, square: Any, rate: Any, warm_mean: Any, warm_square: Any, floor: Any
) -> None:
    """One step of Adam with a little decay on flat arrays; the gradient is cleared.

    `floor` is added to the root of the mean square: a row that is seldom met must not leap when it is.
    """
    keep_mean = np.float32(0.9)
    keep_square = np.float32(0.999)
    one = np.float32(1)
    for k in range(weights.shape[0]):
        g = gradient[k]
        mean[k] = keep_mean * mean[k] + (one - keep_mean) * g
        square[k] = keep_square * square[k] + (one - keep_square) * g * g
        slope = mean[k] * warm_mean / (np.sqrt(square[k] * warm_square) + floor)
        weights[k] -= rate * (slope + np.float32(DECAY) * weights[k])
        gradient[k] = np.float32(0)


@kernel
def _make_block(steps: Any, table: Any, first: int, reference: int, end: int, kind: int) -> None:
    table[reference] = np.float32(0)
    for r in range(reference + 1, end):
        if kind == ORDINAL:
            _sum(table[r], table[r - 1], steps[r])
        else:
            table[r] = steps[r]
    for r in range(reference - 1, first - 1, -1):
        if kind == ORDINAL:
            _sum(table[r], table[r + 1], steps[r])
        else:
            table[r] = steps[r]


@kernel
def make_table(steps: Any, table: Any, first: Any, size: Any, reference: Any, kind: Any) -> None:
    """The rows that the steps add up to."""
    for k in range(first.shape[0]):
        _make_block(steps, table, first[k], first[k] + reference[k], first[k] + size[k], kind[k])


@kernel
def advance(steps: Any, moments: Any, table: Any, blocks: Any, rate: Any, warm_mean: Any, warm_square: Any) -> None:
    """One step of Adam on the first layer, block by block while it is in the cache, and its new rows.

    moments: (gradient of the rows, mean, square); blocks: (first, size, reference, kind).
    """
    gradient, mean, square = moments
    first, size, reference, kind = blocks
    for k in range(first.shape[0]):
        start = first[k]
        middle = start + reference[k]
        end = start + size[k]
        if kind[k] == ORDINAL:
            for r in range(end - 2, middle, -1):
                _add(gradient[r], gradient[r + 1])
            for r in range(start + 1, middle):
                _add(gradient[r], gradient[r - 1])
        gradient[middle] = np.float32(0)
        # A board's sum moves with every slot at once, and with every step of an ordinal one: at full rate a
        # batch would shift it so far that units die.
        slow = rate * np.float32(0.3)
        if kind[k] == ORDINAL:
            slow = rate * np.float32(0.5 / np.sqrt(size[k]))
        for r in range(start, end):
            adam(steps[r], gradient[r], mean[r], square[r], slow, warm_mean, warm_square, np.float32(ROW_FLOOR))
        _make_block(steps, table, start, middle, end, kind[k])
