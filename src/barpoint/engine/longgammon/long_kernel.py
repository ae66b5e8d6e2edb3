"""Longgammon, compiled: static values, replies, a level of looking ahead, and games a net plays against itself.

`long_search_kernel` looks further.

The same terms as in `search_kernel`; the net is one of `net_kernel` over `long_features_kernel`. Values are
float32[5] as everywhere, the two for backgammons always nothing. A game always ends: nothing is ever hit.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import (
    MAX_PLAYS,
    apply_hops,
    first_turn_cap,
    scratch,
    search,
    turn_board,
)
from barpoint.engine.bearoff.bearoff_kernel import evaluate as bear_off
from barpoint.engine.longgammon.long_features_kernel import (
    RACE,
    SLOTS,
    encode,
)
from barpoint.engine.nets.net_kernel import (
    copy_values,
    head,
    is_over,
    refresh,
    settle,
)
from barpoint.jit import kernel

GENERATOR, HOPS, PLAYED, CHILDREN, VALUES, ROWS, SUMS, SIDES, COUNTED, REPLIES = range(10)


def desk(width: int) -> Any:
    """Working memory for one thread."""
    return (
        scratch(),
        np.zeros((MAX_PLAYS, 8), np.int8),
        np.zeros(26, np.int8),
        np.zeros((MAX_PLAYS, 26), np.int8),
        np.zeros((3, 5), np.float32),
        np.zeros(SLOTS, np.int16),
        np.zeros(width, np.int16),
        np.zeros((2, 26), np.int8),
        np.zeros(SLOTS, np.int64),
        np.zeros((2, 26), np.int8),
    )


@kernel
def judge(net: Any, tables: Any, board: Any, work: Any, out: Any) -> None:
    """The static value of a board for the side about to throw."""
    if not is_over(board, out):
        bucket = encode(board, work[SIDES], work[COUNTED], work[ROWS])
        if bucket != RACE or not bear_off(board, True, tables, out):
            refresh(net, work[ROWS], work[SUMS])
            head(net, bucket, work[SUMS], out)
            settle(board, out)
    out[2] = 0
    out[4] = 0


@kernel
def equity(value: Any) -> Any:
    """Cubeless money equity."""
    return 2.0 * value[0] - 1.0 + value[1] - value[3]


@kernel
def replies(board: Any, rules: Any, high: int, low: int, head_cap: int, work: Any) -> int:
    """Write the boards after each legal play, opponent on roll, into the desk's children; no play gives one.

    A head cap below zero asks for the figure read off the board.
    """
    cap = head_cap if head_cap >= 0 else first_turn_cap(board, rules, high, low)
    hops, played, children = work[HOPS], work[PLAYED], work[CHILDREN]
    n = search(board, rules, high, low, cap, False, work[GENERATOR], hops)
    if n == 0:
        turn_board(board, True, children[0])
        return 1
    for k in range(n):
        apply_hops(board, hops[k], played)
        turn_board(played, True, children[k])
    return n


@kernel
def best_reply(net: Any, tables: Any, rules: Any, board: Any, high: int, low: int, work: Any, out: Any) -> int:
    """The number of the child with the best static value for the mover; its value for the side then on roll."""
    n = replies(board, rules, high, low, -1, work)
    trial = work[VALUES][0]
    best = 4.0
    at = 0
    for k in range(n):
        judge(net, tables, work[CHILDREN][k], work, trial)
        worth = equity(trial)
        if worth < best:
            best = worth
            at = k
            copy_values(trial, out)
    return at


@kernel
def look_ahead(net: Any, tables: Any, rules: Any, board: Any, work: Any, out: Any) -> None:
    """The mean over the 21 rolls of the best reply's static value."""
    theirs = work[VALUES][1]
    if is_over(board, out):
        out[2] = 0
        out[4] = 0
        return
    out[:] = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(net, tables, rules, board, high, low, work, theirs)
            weight = (1.0 if high == low else 2.0) / 36.0
            out[0] += weight * (1.0 - theirs[0])
            out[1] += weight * theirs[3]
            out[3] += weight * theirs[1]


@kernel
def label(net: Any, tables: Any, rules: Any, boards: Any, work: Any, out: Any) -> None:
    """Values of many boards, one level deep."""
    for i in range(boards.shape[0]):
        look_ahead(net, tables, rules, boards[i], work, out[i])


@kernel
def judge_many(net: Any, tables: Any, boards: Any, work: Any, out: Any) -> None:
    """Static values of many boards."""
    for i in range(boards.shape[0]):
        judge(net, tables, boards[i], work, out[i])


@kernel
def self_play(
    net: Any, tables: Any, rules: Any, start: Any, seed: int, share: float, stray: float, work: Any, out: Any
) -> int:
    """Games of a net against itself until `out` (boards, labels) is nearly full; returns how many boards it holds.

    A board's label is what came of it: the next board's own value and its label, mixed by `share` of the label
    (TD(lambda) looking forward). One play in `1 / stray` is any legal one. Each game's boards stand in order.
    """
    boards, labels = out
    np.random.seed(seed)
    mine = work[REPLIES][0]
    values = np.zeros((1000, 5), np.float32)
    used = 0
    while used + 1000 < boards.shape[0]:
        copy_values(start, mine)
        length = 0
        while length < 999 and not is_over(mine, values[length]):
            copy_values(mine, boards[used + length])
            judge(net, tables, mine, work, values[length])
            a = np.random.randint(1, 7)
            b = np.random.randint(1, 7)
            at = best_reply(net, tables, rules, mine, max(a, b), min(a, b), work, work[VALUES][1])
            if np.random.random() < stray:
                at = np.random.randint(0, replies(mine, rules, max(a, b), min(a, b), -1, work))
            copy_values(work[CHILDREN][at], mine)
            length += 1
        values[length, 4] = 0
        after = values[length].copy()
        for t in range(length - 1, -1, -1):
            labels[used + t, 0] = 1 - after[0]
            labels[used + t, 1] = after[3]
            labels[used + t, 2] = 0
            labels[used + t, 3] = after[1]
            labels[used + t, 4] = 0
            for c in range(5):
                after[c] = share * labels[used + t, c] + (1 - share) * values[t, c]
        used += length
    return used
