"""A static value of Sprintgammon, compiled: looked up in the solved table, or by the net of `sprint_net`.

parts   (exact, net): exact float32[n, n, 5], empty where the table is not built.
net     (rows, bias, second, second_bias, third, third_bias, spots, lost): rows float32[ROWS, width], what the first
        layer adds up; second float32[width, m] and third float32[m, OUTPUTS]; spots int8[hands, 3], a hand's places as
        `spots_of` writes them; lost int8[hands], the points a hand loses when the game ends.
value   float32[VALUES]: the five chances, then the money equities with the cube owned, unavailable, centred, and
        centred with Jacoby (`sprint_table`), all of the side on roll.

The rows of a cell are its two hands' own and one for each place of ours with each of theirs, by whether a blot or more
stands on either. Sums are made in a fixed order, so that digits do not depend on the machine's libraries.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import apply_hops, search, turn_board
from barpoint.engine.sprintgammon.sprint_kernel import HANDS, rank_side
from barpoint.jit import inline_kernel, kernel

SPOTS = 52
ROWS = 2 * HANDS + SPOTS * SPOTS
MOST_ROWS = 11
RESULTS = 6
OUTPUTS = 10
OWNED, UNAVAILABLE, CENTRED, JACOBY = 5, 6, 7, 8
VALUES = 9
LOOKED = 12
"""A value, and the equities of rolling with the cube owned, centred, and centred with Jacoby."""


@kernel
def spots_of(hands: Any) -> Any:
    """Each hand's places, the rearmost first: twice the place, one more where two or three stand; 0 after the last."""
    out = np.zeros((hands.shape[0], 3), np.int8)
    for rank in range(hands.shape[0]):
        used = 0
        for k in range(3):
            place = hands[rank, k]
            if place == 0:
                break
            if used > 0 and out[rank, used - 1] >> 1 == place:
                out[rank, used - 1] |= 1
            else:
                out[rank, used] = 2 * place
                used += 1
    return out


@kernel
def rows_of(us: int, them: int, spots: Any, rows: Any) -> int:
    """Which rows a cell adds up; how many."""
    rows[0] = us
    rows[1] = HANDS + them
    count = 2
    for i in range(3):
        for j in range(3):
            if spots[us, i] > 0 and spots[them, j] > 0:
                rows[count] = 2 * HANDS + SPOTS * int(spots[us, i]) + int(spots[them, j])
                count += 1
    return count


@kernel
def _net_value(net: Any, us: int, them: int, out: Any) -> None:
    """The net's value of a cell, the game still on."""
    table, bias, second, second_bias, third, third_bias, spots, _ = net
    rows = np.empty(MOST_ROWS, np.int64)
    count = rows_of(us, them, spots, rows)
    first = bias.copy()
    for s in range(count):
        row = table[rows[s]]
        for i in range(first.shape[0]):
            first[i] += row[i]
    middle = second_bias.copy()
    for i in range(first.shape[0]):
        if first[i] > 0:
            for j in range(middle.shape[0]):
                middle[j] += first[i] * second[i, j]
    last = third_bias.copy()
    for i in range(middle.shape[0]):
        if middle[i] > 0:
            for j in range(OUTPUTS):
                last[j] += middle[i] * third[i, j]
    most = last[:RESULTS].max()
    total = np.float32(0)
    for j in range(RESULTS):
        last[j] = np.exp(last[j] - most)
        total += last[j]
    out[2] = last[5] / total
    out[1] = out[2] + last[4] / total
    out[0] = min(out[1] + last[3] / total, np.float32(1))
    out[4] = last[0] / total
    out[3] = min(out[4] + last[1] / total, np.float32(1) - out[0])
    out[4] = min(out[4], out[3])
    for j in range(RESULTS, OUTPUTS):
        out[j - 1] = last[j]


@kernel
def cell_value(net: Any, us: int, them: int, out: Any) -> None:
    """The static value of a cell; finished games are exact."""
    lost = net[7]
    if us > 0 and them > 0:
        _net_value(net, us, them, out)
        return
    won = us == 0
    points = int(lost[them]) if won else int(lost[us])
    out[:] = 0
    out[0] = 1 if won else 0
    first = 1 if won else 3
    out[first] = 1 if points > 1 else 0
    out[first + 1] = 1 if points > 2 else 0
    for kind in range(OWNED, JACOBY):
        out[kind] = points if won else -points
    out[JACOBY] = 1 if won else -1


@kernel
def cell_values(net: Any, cells: Any, out: Any) -> None:
    """The static values of many cells."""
    for k in range(cells.shape[0]):
        cell_value(net, cells[k, 0], cells[k, 1], out[k])


@kernel
def value_of(parts: Any, board: Any, out: Any) -> None:
    """The five chances of a board, the game still on."""
    exact, net = parts
    us = rank_side(board, True)
    them = rank_side(board, False)
    if exact.shape[0] > 0:
        for c in range(5):
            out[c] = exact[us, them, c]
        return
    value = np.empty(VALUES, np.float32)
    _net_value(net, us, them, value)
    for c in range(5):
        out[c] = value[c]


@inline_kernel
def _equity(value: Any) -> Any:
    return 2.0 * value[0] - 1.0 + value[1] + value[2] - value[3] - value[4]


@kernel
def _best_replies(net: Any, board: Any, hops: Any, count: int, best: Any, picks: Any) -> None:
    """The best plays by cubeless equity and by each cubeful one: what they leave the opponent, and the boards then.

    best: the chances after the first, then each cubeful equity after its own; picks int8[5, 26], in the mover's view.
    """
    after = np.zeros(26, np.int8)
    value = np.zeros(VALUES, np.float32)
    lowest = 9.0
    for kind in range(OWNED, VALUES):
        best[kind] = 9.0
    for k in range(max(count, 1)):
        if count > 0:
            apply_hops(board, hops[k], after)
        else:
            after[:] = board
        cell_value(net, rank_side(after, False), rank_side(after, True), value)
        equity = _equity(value)
        if equity < lowest:
            lowest = equity
            for c in range(5):
                best[c] = value[c]
            picks[0] = after
        for kind in range(OWNED, VALUES):
            if value[kind] < best[kind]:
                best[kind] = value[kind]
                picks[kind - 4] = after


@kernel
def _hand_up(total: Any, out: Any) -> None:
    """A position's value from the mean its replies leave the opponent; the side on roll doubles if that is better."""
    out[0] = min(max(1.0 - total[0], 0.0), 1.0)  # sums of 32-bit shares: in order to a trifle
    out[1] = min(total[3], out[0])
    out[2] = min(total[4], out[1])
    out[3] = min(total[1], 1.0 - out[0])
    out[4] = min(total[2], out[3])
    out[UNAVAILABLE] = -total[OWNED]
    doubled = min(1.0, 2.0 * out[UNAVAILABLE])
    out[VALUES], out[VALUES + 1], out[VALUES + 2] = -total[UNAVAILABLE], -total[CENTRED], -total[JACOBY]
    out[OWNED] = max(out[VALUES], doubled)
    out[CENTRED] = max(out[VALUES + 1], doubled)
    out[JACOBY] = max(out[VALUES + 2], doubled)


@kernel
def look(net: Any, rules: Any, board: Any, work: Any, hops: Any, out: Any) -> None:
    """A board one level deep over the static value, the game still on: `out` float64[LOOKED]."""
    best = np.zeros(VALUES)
    total = np.zeros(VALUES)
    picks = np.zeros((5, 26), np.int8)
    for high in range(1, 7):
        for low in range(1, high + 1):
            count = search(board, rules, high, low, 15, False, work, hops)
            _best_replies(net, board, hops, count, best, picks)
            weight = (1.0 if high == low else 2.0) / 36.0
            for c in range(VALUES):
                total[c] += weight * best[c]
    _hand_up(total, out)


@kernel
def look_twice(net: Any, rules: Any, board: Any, work: Any, hops: Any, out: Any) -> None:
    """The same two levels deep: the best replies by static value are looked at once more."""
    best = np.zeros(VALUES)
    total = np.zeros(VALUES)
    picks = np.zeros((5, 26), np.int8)
    turned = np.zeros(26, np.int8)
    looked = np.zeros((5, LOOKED))
    for high in range(1, 7):
        for low in range(1, high + 1):
            count = search(board, rules, high, low, 15, False, work, hops)
            _best_replies(net, board, hops, count, best, picks)
            if rank_side(picks[0], True) > 0:  # else the play has won the game, whatever the cube
                for k in range(5):
                    same = k
                    for earlier in range(k - 1, -1, -1):
                        same = earlier if (picks[earlier] == picks[k]).all() else same
                    if same < k:
                        looked[k] = looked[same]
                    else:
                        turn_board(picks[k], False, turned)
                        look(net, rules, turned, work, hops, looked[k])
                for c in range(5):
                    best[c] = looked[0, c]
                for kind in range(OWNED, VALUES):
                    best[kind] = looked[kind - 4, kind]
            weight = (1.0 if high == low else 2.0) / 36.0
            for c in range(VALUES):
                total[c] += weight * best[c]
    _hand_up(total, out)
