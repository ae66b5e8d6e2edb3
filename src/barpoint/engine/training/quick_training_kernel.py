"""The quick net's lessons, compiled: all replies to a roll with the big nets' values, and what a set of them teaches.

set     the boards that the plays of one roll lead to, the other side on roll: siblings. `ends` holds where each set
        ends; the first begins at 0.
net     (table float32[ROWS, H], bias [H], second [W, H], second_bias [W], last [W]), as `quick_kernel` reads it.
gradient  the same shapes.

A set pulls at the differences of its boards, not at their level: the net must tell the best replies from the rest.
Weighed most are boards that are good by their value or seem so.
"""

from typing import Any

import numpy as np

from barpoint.engine.nets.quick_kernel import COUNTS, LARGEST
from barpoint.engine.search.search_kernel import (
    CHILDREN,
    equity,
    judge,
    replies,
)
from barpoint.jit import kernel, loose_kernel

MOST = 40  # boards of a set; of more, the best one and others spread evenly
FEWEST = 4
WARMTH = 0.1  # equity behind the best at which a board's weight has fallen to 1/e
_LEAST = 0.02


@kernel
def collect(brain: Any, starts: Any, dice: Any, work: Any, boards: Any, values: Any, ends: Any) -> int:
    """Write a set for each start and roll that leave a choice, while there is room; return how many."""
    children = work[CHILDREN]
    value = np.zeros(5, np.float32)
    worth = np.zeros(children.shape[0], np.float32)
    used = 0
    sets = 0
    for i in range(starts.shape[0]):
        n = replies(starts[i], max(dice[i, 0], dice[i, 1]), min(dice[i, 0], dice[i, 1]), work)
        if n < FEWEST:
            continue
        if used + MOST > boards.shape[0]:
            break
        for k in range(n):
            judge(brain, children[k], work, value)
            worth[k] = equity(value)
        for j in range(min(n, MOST)):
            k = j if n <= MOST else int(np.argmin(worth[:n])) if j == 0 else j * n // MOST
            boards[used] = children[k, :26]
            values[used] = worth[k]
            used += 1
        ends[sets] = used
        sets += 1
    return sets


@loose_kernel
def score(net: Any, board: Any, first: Any, second: Any) -> Any:
    """The rough equity of a board, leaving both layers behind."""
    table, bias, weights, second_bias, last = net
    none = np.float32(0)
    for k in range(first.shape[0]):
        first[k] = bias[k]
    for p in range(26):
        if board[p] != 0:
            row = table[p * COUNTS + LARGEST + board[p]]
            for k in range(first.shape[0]):
                first[k] += row[k]
    for k in range(first.shape[0]):
        first[k] = max(first[k], none)
    total = none
    for j in range(second.shape[0]):
        unit = second_bias[j]
        row = weights[j]
        for k in range(first.shape[0]):
            unit += first[k] * row[k]
        second[j] = max(unit, none)
        total += last[j] * second[j]
    return total


@loose_kernel
def _hand_down(net: Any, gradient: Any, board: Any, first: Any, second: Any, pull: Any, delta: Any) -> None:
    """Add one board's part to the gradient."""
    _, _, weights, _, last = net
    g_table, g_bias, g_weights, g_second_bias, g_last = gradient
    delta[:] = np.float32(0)
    for j in range(second.shape[0]):
        if second[j] > 0:
            g_last[j] += pull * second[j]
            inner = pull * last[j]
            g_second_bias[j] += inner
            row = weights[j]
            grows = g_weights[j]
            for k in range(first.shape[0]):
                delta[k] += inner * row[k]
                grows[k] += inner * first[k]
    for k in range(first.shape[0]):
        delta[k] = delta[k] if first[k] > 0 else np.float32(0)
        g_bias[k] += delta[k]
    for p in range(26):
        if board[p] != 0:
            row = g_table[p * COUNTS + LARGEST + board[p]]
            for k in range(first.shape[0]):
                row[k] += delta[k]


@kernel
def pulls(values: Any, scores: Any, out: Any) -> float:
    """How a set pulls at each of its scores: half the weighed error within the set, half the shares of choice."""
    n = values.shape[0]
    best, seems = values.min(), scores.min()
    good = np.exp(-(values - best) / WARMTH)
    liked = np.exp(-(scores - seems) / WARMTH)
    weights = np.maximum(good, liked) + _LEAST
    errors = scores - values
    level = (weights * errors).sum() / weights.sum()
    loss = 0.0
    for i in range(n):
        off = errors[i] - level
        share = good[i] / good.sum() - liked[i] / liked.sum()
        out[i] = 0.5 * weights[i] * off + 0.5 * WARMTH * share + 0.01 * level / n
        loss += weights[i] * off * off
    return loss


@kernel
def learn(net: Any, gradient: Any, boards: Any, values: Any, ends: Any, chosen: Any) -> float:
    """Add the gradient of the chosen sets; return their mean loss."""
    width, height = net[1].shape[0], net[3].shape[0]
    first = np.zeros((MOST, width), np.float32)
    second = np.zeros((MOST, height), np.float32)
    scores = np.zeros(MOST, np.float32)
    pull = np.zeros(MOST, np.float32)
    delta = np.zeros(width, np.float32)
    scale = np.float32(100 / chosen.shape[0])
    loss = 0.0
    for s in chosen:
        start = ends[s - 1] if s > 0 else 0
        n = ends[s] - start
        for i in range(n):
            scores[i] = score(net, boards[start + i], first[i], second[i])
        loss += pulls(values[start : start + n], scores[:n], pull)
        for i in range(n):
            _hand_down(net, gradient, boards[start + i], first[i], second[i], pull[i] * scale, delta)
    return float(loss / chosen.shape[0])


@kernel
def shortfalls(net: Any, boards: Any, values: Any, ends: Any, keep: int, out: Any) -> None:
    """What the best of the `keep` boards that score lowest gives away to the best of each set."""
    first = np.zeros(net[1].shape[0], np.float32)
    second = np.zeros(net[3].shape[0], np.float32)
    for s in range(ends.shape[0]):
        start = ends[s - 1] if s > 0 else 0
        n = ends[s] - start
        scores = np.zeros(n, np.float32)
        for i in range(n):
            scores[i] = score(net, boards[start + i], first, second)
        shown = values[start : start + n][np.argsort(scores)[:keep]]
        out[s] = shown.min() - values[start : start + n].min()
