"""Sprintgammon's exact solution, compiled: ranks, lists of plays and the sweeps of value iteration.

Terms
-----
hand     one side's three checkers as places a >= b >= c, each 0 (off), 1-24 or 25 (bar).
rank     C(a + 2, 3) + C(b + 1, 2) + c: the 3,276 hands in order.
cell     (mover's rank, opponent's rank), the mover about to roll. 3,276 x 3,276 is about 10.7 million.
wall     the mover's point that the opponent blocks, 0 if there is none. Three checkers block at most one.
list     for (wall, hand, roll): each distinct pair of a resulting rank and a mask of the points landed on.
         Which of them were hits depends on the opponent's blots, so one list serves every opponent.

span     (order, rows): the opponents' ranks in the order of the columns, and the movers' ranks. All of them, or
         those of a part of the game that no play leaves.

A sweep computes a strip of columns (all movers against some opponents) from the values as they were, into a
separate strip: what comes out does not depend on how many threads shared the work. The value of a cell is the
mover's, so a play is worth minus the value of the cell it leads to.

It does not know match scores, and cells in which both sides stand on one point are left at zero.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import scratch, search
from barpoint.jit import inline_kernel, kernel

HANDS = 3276
ROLLS = 21
WALLS = 25
MOST_ENTRIES = 24  # a doublet shares four hops among three checkers in 15 ways; a mixed roll has 12 at most
ORDERS = 128  # 3**4 orders of a doublet
PLAIN, OWNED, CENTRED = 0, 1, 2


@inline_kernel
def rank_hand(a: int, b: int, c: int) -> int:
    """The rank of a hand given as a >= b >= c."""
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c


@kernel
def hands() -> Any:
    """Every hand by rank."""
    out = np.zeros((HANDS, 3), np.int8)
    for a in range(26):
        for b in range(a + 1):
            for c in range(b + 1):
                rank = rank_hand(a, b, c)
                out[rank, 0] = a
                out[rank, 1] = b
                out[rank, 2] = c
    return out


@kernel
def rank_side(board: Any, ours: bool) -> int:
    """The rank of one side's hand on a kernel board; -1 if it has more than three checkers."""
    places = np.zeros(3, np.int64)
    size = 0
    bar = int(board[25]) if ours else int(board[0])
    for _ in range(bar):
        if size == 3:
            return -1
        places[size] = 25
        size += 1
    for point in range(24, 0, -1):
        count = int(board[point]) if ours else -int(board[25 - point])
        for _ in range(max(count, 0)):
            if size == 3:
                return -1
            places[size] = point
            size += 1
    return rank_hand(places[0], places[1], places[2])


@kernel
def hands_after_hits(table: Any) -> Any:
    """The rank of a hand after its k-th checkers, named by three bits, were sent to the bar."""
    out = np.zeros((HANDS, 8), np.int16)
    for rank in range(HANDS):
        for bits in range(8):
            a = int(table[rank, 0])
            b = int(table[rank, 1])
            c = int(table[rank, 2])
            if bits & 1:
                a = 25
            if bits & 2:
                b = 25
            if bits & 4:
                c = 25
            if a < b:
                a, b = b, a
            if b < c:
                b, c = c, b
            if a < b:
                a, b = b, a
            out[rank, bits] = rank_hand(a, b, c)
    return out


@kernel
def shapes(table: Any) -> Any:
    """By rank: wall, blots and points as the opponent numbers them, and the points in its own numbering (masks)."""
    walls = np.zeros(HANDS, np.int8)
    blots = np.zeros((HANDS, 3), np.int32)
    seen = np.zeros(HANDS, np.int32)
    own = np.zeros(HANDS, np.int32)
    for rank in range(HANDS):
        for k in range(3):
            place = int(table[rank, k])
            if place < 1 or place > 24:
                continue
            own[rank] |= 1 << place
            seen[rank] |= 1 << (25 - place)
            same = 0
            for other in range(3):
                if table[rank, other] == place:
                    same += 1
            if same > 1:
                walls[rank] = 25 - place
            else:
                blots[rank, k] = 1 << (25 - place)
    return walls, blots, seen, own


@inline_kernel
def _terminal(a: int, c: int) -> int:
    """Points lost by a hand when the opponent has borne off (ibf:7.2c)."""
    if c == 0:
        return 1
    return 3 if a >= 19 else 2


@kernel
def terminals(table: Any) -> Any:
    """Points each hand loses when the opponent's last checker leaves."""
    out = np.zeros(HANDS, np.int8)
    for rank in range(HANDS):
        out[rank] = _terminal(int(table[rank, 0]), int(table[rank, 2]))
    return out


@kernel
def _list_of(board: Any, rules: Any, high: int, low: int, work: Any, hops: Any, ranks: Any, masks: Any) -> int:
    """Write the distinct (rank, mask) pairs of one roll; no legal play leaves the hand as it is."""
    play_count = search(board, rules, high, low, 15, True, work, hops)
    used = 0
    if play_count == 0:
        ranks[0] = rank_side(board, True)
        masks[0] = 0
        return 1
    after = np.zeros(26, np.int8)
    for k in range(play_count):
        mask = 0
        after[:] = board
        for hop in range(0, 8, 2):
            source = hops[k, hop]
            if source == 0:
                break
            target = hops[k, hop + 1]
            after[source] -= 1
            if target > 0:
                after[target] += 1
                mask |= 1 << target
        rank = rank_side(after, True)
        known = False
        for other in range(used):
            if ranks[other] == rank and masks[other] == mask:
                known = True
                break
        if not known:
            ranks[used] = rank
            masks[used] = mask
            used += 1
    return used


@kernel
def lists_of_wall(wall: int, table: Any, rules: Any, ranks: Any, masks: Any, offsets: Any) -> int:
    """All lists against one wall, for every hand and roll; returns how many entries were written."""
    work = scratch()
    hops = np.zeros((ORDERS, 8), np.int8)
    board = np.zeros(26, np.int8)
    used = 0
    at = 0
    for rank in range(HANDS):
        board[:] = 0
        board[wall] = -2 if wall > 0 else 0
        legal = table[rank, 0] > 0
        for k in range(3):
            place = int(table[rank, k])
            if place == wall and wall > 0:
                legal = False
            elif place > 0:
                board[place] += 1
        for high in range(1, 7):
            for low in range(1, high + 1):
                offsets[at] = used
                at += 1
                if legal:
                    used += _list_of(board, rules, high, low, work, hops, ranks[used:], masks[used:])
    offsets[at] = used
    return used


@inline_kernel
def _after(mask: int, them: int, blots: Any, hit_hands: Any) -> int:
    """The opponent's rank after the hits of a play that landed on `mask`."""
    bits = 0
    if mask & blots[them, 0]:
        bits |= 1
    if mask & blots[them, 1]:
        bits |= 2
    if mask & blots[them, 2]:
        bits |= 4
    return int(hit_hands[them, bits])


@kernel
def sweep_equity(first: int, last: int, span: Any, lists: Any, shape: Any, values: Any, strip: Any) -> float:
    """One sweep of cubeless equity over the opponents order[first:last]; the largest change."""
    ranks, masks, offsets = lists
    walls, blots, seen, own, hit_hands = shape
    order, rows = span
    change = 0.0
    for column in range(first, last):
        them = order[column]
        out = strip[column - first]
        start = int(walls[them]) * HANDS * ROLLS
        theirs = seen[them]
        blotted = blots[them, 0] | blots[them, 1] | blots[them, 2]
        for us in rows:
            if own[us] & theirs:
                continue
            total = 0.0
            at = start + us * ROLLS
            for high in range(6):
                for low in range(high + 1):
                    best = -9.0
                    for entry in range(offsets[at], offsets[at + 1]):
                        to = them
                        if masks[entry] & blotted:
                            to = _after(masks[entry], them, blots, hit_hands)
                        value = -values[to, ranks[entry]]
                        if value > best:
                            best = value
                    at += 1
                    total += best if high == low else 2.0 * best
            total /= 36.0
            change = max(change, abs(total - values[us, them]))
            out[us] = total
    return change


@kernel
def sweep_cubeful(
    mode: int,
    first: int,
    last: int,
    span: Any,
    lists: Any,
    shape: Any,
    first_values: Any,
    second_values: Any,
    taken: Any,
    strips: Any,
) -> float:
    """One sweep of two cubeful equities over the opponents order[first:last]; the largest change.

    OWNED: `first_values` have the cube in the mover's hands, `second_values` in the opponent's, each the other's next.
    CENTRED: `first_values` have a centred cube, `second_values` the same with Jacoby; `taken` the cube in the
    opponent's hands.
    """
    ranks, masks, offsets = lists
    walls, blots, seen, own, hit_hands = shape
    order, rows = span
    change = 0.0
    for column in range(first, last):
        them = order[column]
        start = int(walls[them]) * HANDS * ROLLS
        theirs = seen[them]
        blotted = blots[them, 0] | blots[them, 1] | blots[them, 2]
        for us in rows:
            if own[us] & theirs:
                continue
            first_total = 0.0
            second_total = 0.0
            at = start + us * ROLLS
            for high in range(6):
                for low in range(high + 1):
                    first_best = -9.0
                    second_best = -9.0
                    for entry in range(offsets[at], offsets[at + 1]):
                        to = them
                        if masks[entry] & blotted:
                            to = _after(masks[entry], them, blots, hit_hands)
                        first_best = max(first_best, -first_values[to, ranks[entry]])
                        second_best = max(second_best, -second_values[to, ranks[entry]])
                    at += 1
                    weight = 1.0 if high == low else 2.0
                    first_total += weight * first_best
                    second_total += weight * second_best
            first_total /= 36.0
            second_total /= 36.0
            if mode == OWNED:
                # first_total rolled towards `first_values` of the opponent: the opponent owns, so the mover does not.
                not_ours = first_total
                ours = max(second_total, min(1.0, 2.0 * not_ours))
                first_total = ours
                second_total = not_ours
            else:
                doubled = min(1.0, 2.0 * taken[us, them])
                first_total = max(first_total, doubled)
                second_total = max(second_total, doubled)
            change = max(change, abs(first_total - first_values[us, them]), abs(second_total - second_values[us, them]))
            strips[0, column - first, us] = first_total
            strips[1, column - first, us] = second_total
    return change


@kernel
def sweep_probabilities(
    first: int, last: int, span: Any, lists: Any, shape: Any, values: Any, chances: Any, strip: Any
) -> float:
    """One sweep of the five probabilities under the plays that `values` prefers; the largest change."""
    ranks, masks, offsets = lists
    walls, blots, seen, own, hit_hands = shape
    order, rows = span
    change = 0.0
    total = np.zeros(5)
    for column in range(first, last):
        them = order[column]
        start = int(walls[them]) * HANDS * ROLLS
        theirs = seen[them]
        blotted = blots[them, 0] | blots[them, 1] | blots[them, 2]
        for us in rows:
            if own[us] & theirs:
                continue
            total[:] = 0.0
            at = start + us * ROLLS
            for high in range(6):
                for low in range(high + 1):
                    best = -9.0
                    best_to = 0
                    best_rank = 0
                    for entry in range(offsets[at], offsets[at + 1]):
                        to = them
                        if masks[entry] & blotted:
                            to = _after(masks[entry], them, blots, hit_hands)
                        value = -values[to, ranks[entry]]
                        if value > best:
                            best = value
                            best_to = to
                            best_rank = ranks[entry]
                    at += 1
                    weight = 1.0 if high == low else 2.0
                    theirs_after = chances[best_to, best_rank]
                    total[0] += weight * (1.0 - theirs_after[0])
                    total[1] += weight * theirs_after[3]
                    total[2] += weight * theirs_after[4]
                    total[3] += weight * theirs_after[1]
                    total[4] += weight * theirs_after[2]
            for k in range(5):
                value = total[k] / 36.0
                change = max(change, abs(value - chances[us, them, k]))
                strip[column - first, us, k] = value
    return change


@kernel
def commit(first: int, last: int, span: Any, shape: Any, strip: Any, values: Any) -> None:
    """Write a strip's columns into the table (legal cells only)."""
    _, _, seen, own, _ = shape
    order, rows = span
    for us in rows:
        for column in range(first, last):
            them = order[column]
            if own[us] & seen[them] == 0:
                values[us, them] = strip[column - first, us]


@kernel
def self_play(seed: int, start: int, noise: float, lists: Any, shape: Any, values: Any, out: Any) -> int:
    """Fill `out` with the cells met in games played by `values`, a share `noise` of plays at random."""
    ranks, masks, offsets = lists
    walls, blots, _, _, hit_hands = shape
    np.random.seed(seed)
    used = 0
    while used < len(out):
        us = start
        them = start
        while us != 0 and them != 0 and used < len(out):
            out[used, 0] = us
            out[used, 1] = them
            used += 1
            first_die = np.random.randint(0, 6)
            second_die = np.random.randint(0, 6)
            high = max(first_die, second_die)
            at = int(walls[them]) * HANDS * ROLLS + us * ROLLS + high * (high + 1) // 2 + min(first_die, second_die)
            size = offsets[at + 1] - offsets[at]
            pick = offsets[at] + np.random.randint(0, size)
            if np.random.random() >= noise:
                best = -9.0
                for entry in range(offsets[at], offsets[at + 1]):
                    value = -values[_after(masks[entry], them, blots, hit_hands), ranks[entry]]
                    if value > best:
                        best = value
                        pick = entry
            then = _after(masks[pick], them, blots, hit_hands)
            them = int(ranks[pick])
            us = then
    return used


@kernel
def children(seed: int, cells: Any, lists: Any, shape: Any, out: Any, starts: Any) -> int:
    """The cells one random roll a cell leads to, the opponent to roll: out[starts[k]:starts[k + 1]]; how many."""
    ranks, masks, offsets = lists
    walls, blots, _, _, hit_hands = shape
    np.random.seed(seed)
    used = 0
    for k in range(len(cells)):
        us = cells[k, 0]
        them = cells[k, 1]
        first_die = np.random.randint(0, 6)
        second_die = np.random.randint(0, 6)
        high = max(first_die, second_die)
        at = int(walls[them]) * HANDS * ROLLS + us * ROLLS + high * (high + 1) // 2 + min(first_die, second_die)
        starts[k] = used
        for entry in range(offsets[at], offsets[at + 1]):
            out[used, 0] = _after(masks[entry], them, blots, hit_hands)
            out[used, 1] = ranks[entry]
            used += 1
    starts[len(cells)] = used
    return used
