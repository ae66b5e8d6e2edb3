"""Training's inner loops, compiled: a batch forwards and backwards, board by board, and Adam.

The first layer is kept as steps: a row of an ordinal block is the sum of the steps from the block's reference
value to its own, so that neighbouring values learn together; a row of a pattern block is its own step.

net       (table, b1, w2, b2, w3, b3): float32; table [ROWS, H] the rows, w2 [buckets, W, H], w3 [buckets, W, 5].
gradient  the same shapes, of the rows instead of the steps until `advance` adds them up.
passed    what a forward pass reads and leaves for the way back: (rows, buckets, first layer, second layer,
          probabilities).
"""

from typing import Any

import numpy as np

from barpoint.engine.nets.features_kernel import ORDINAL
from barpoint.engine.nets.net_kernel import LEAK
from barpoint.jit import kernel, loose_kernel

DECAY = 0.004
ROW_FLOOR = 3e-4
CROSS_ENTROPY = 0.02  # keeps far-off outputs moving
SLOPE = np.float32(0.5**LEAK)


@kernel
def _add(total: Any, row: Any) -> None:
    for k in range(total.shape[0]):
        total[k] += row[k]


@kernel
def _sum(out: Any, a: Any, b: Any) -> None:
    for k in range(out.shape[0]):
        out[k] = a[k] + b[k]


@loose_kernel
def forward(net: Any, count: int, passed: Any) -> None:
    """Probabilities of the first `count` boards, whose rows and buckets are there, and all that leads to them."""
    table, b1, w2, b2, w3, b3 = net
    rows, buckets, first, second, probs = passed
    for i in range(count):
        bucket = buckets[i]
        h = first[i]
        for k in range(h.shape[0]):
            h[k] = b1[k]
        for s in range(rows.shape[1]):
            if rows[i, s] != 0:
                _add(h, table[rows[i, s]])
        for k in range(h.shape[0]):
            h[k] = max(h[k], h[k] * SLOPE)
        for j in range(b2.shape[1]):
            total = b2[bucket, j]
            weights = w2[bucket, j]
            for k in range(h.shape[0]):
                total += h[k] * weights[k]
            second[i, j] = max(total, total * SLOPE)
        for c in range(5):
            total = b3[bucket, c]
            for j in range(b2.shape[1]):
                total += second[i, j] * w3[bucket, j, c]
            total = min(max(total, np.float32(-30)), np.float32(30))
            probs[i, c] = np.float32(1) / (np.float32(1) + np.exp(-total))


@kernel
def _pulls(error: Any, labels: Any, probs: Any, siblings: Any, pair: Any, out: Any) -> None:
    """The loss's gradient by each output before its sigmoid: the equity's error and that against a sibling."""
    n = probs.shape[0]
    unit = np.float32(1)
    for i in range(n):
        pull = error[i]
        if siblings[i >> 1]:
            pull += pair * (error[i] - error[i ^ 1])
        for c in range(5):
            off = probs[i, c] - labels[i, c]
            worth = np.float32(2) if c == 0 else unit if c < 3 else -unit
            own = np.float32(0.5) if c == 0 else np.float32(0.25)
            steep = probs[i, c] * (unit - probs[i, c])
            scaled = (pull * worth + own * off) * steep + np.float32(CROSS_ENTROPY) * off
            out[i, c] = scaled * np.float32(1000 / n)


@loose_kernel
def backward(net: Any, gradient: Any, passed: Any, labels: Any, siblings: Any, pair: Any) -> float:
    """Add a batch's gradients; boards 2k and 2k + 1 are siblings where siblings[k]. Returns the mean squared error."""
    _, _, w2, _, w3, _ = net
    g1, g_b1, g2, g_b2, g3, g_b3 = gradient
    rows, buckets, first, second, probs = passed
    n = labels.shape[0]
    error = np.zeros(n, np.float32)
    loss = 0.0
    for i in range(n):
        for c in range(5):
            off = probs[i, c] - labels[i, c]
            error[i] += off + off if c == 0 else off if c < 3 else -off
        loss += error[i] * error[i]
    pulls = np.empty((n, 5), np.float32)
    _pulls(error, labels, probs, siblings, pair, pulls)
    delta = np.empty(first.shape[1], np.float32)
    for i in range(n):
        bucket = buckets[i]
        h = first[i]
        delta[:] = np.float32(0)
        for c in range(5):
            g_b3[bucket, c] += pulls[i, c]
        for j in range(second.shape[1]):
            inner = np.float32(0)
            for c in range(5):
                inner += pulls[i, c] * w3[bucket, j, c]
                g3[bucket, j, c] += pulls[i, c] * second[i, j]
            if second[i, j] <= 0:
                inner *= SLOPE
            g_b2[bucket, j] += inner
            weights = w2[bucket, j]
            grows = g2[bucket, j]
            for k in range(h.shape[0]):
                delta[k] += inner * weights[k]
                grows[k] += inner * h[k]
        for k in range(h.shape[0]):
            if h[k] <= 0:
                delta[k] *= SLOPE
            g_b1[k] += delta[k]
        for s in range(rows.shape[1]):
            if rows[i, s] != 0:
                _add(g1[rows[i, s]], delta)
    return float(loss / n)


@loose_kernel
def adam(
    weights: Any, gradient: Any, mean: Any, square: Any, rate: Any, warm_mean: Any, warm_square: Any, floor: Any
) -> None:
    """One step of Adam with a little decay on flat arrays; the gradient is cleared.

    `floor` is added to the root of the mean square: a row that is seldom met must not leap when it is.
    """
    keep_mean = np.float32(0.9)
    keep_square = np.float32(0.999)
    unit = np.float32(1)
    for k in range(weights.shape[0]):
        g = gradient[k]
        mean[k] = keep_mean * mean[k] + (unit - keep_mean) * g
        square[k] = keep_square * square[k] + (unit - keep_square) * g * g
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
        slow = rate * np.float32(0.6)
        if kind[k] == ORDINAL:
            slow = rate / np.float32(np.sqrt(size[k]))
        for r in range(start, end):
            adam(steps[r], gradient[r], mean[r], square[r], slow, warm_mean, warm_square, np.float32(ROW_FLOOR))
        _make_block(steps, table, start, middle, end, kind[k])
