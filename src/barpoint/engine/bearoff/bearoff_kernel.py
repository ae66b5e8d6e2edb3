"""Bear-off tables, compiled: ranks, plays inside the home board, one-sided and two-sided values.

Terms
-----
home     int8[6]: checkers on a side's points 1-6, all of those it still has.
rank     homes of at most `most` checkers in lexicographic order, the 6-point first. Every checker that moves
         or leaves lowers the rank, so a table is filled from rank 0 (all off) upwards and nothing is revisited.
rolls    a distribution: [n] is the chance to need exactly n rolls.
rows     for (rank, roll): the ranks that roll can lead to, with every number played that can be played.

No opponent is in the way here: these are plays of races. `bearoff_tables` says which policy each table follows.
"""

from typing import Any

import numpy as np

from barpoint.jit import inline_kernel, kernel

POINTS = 6
ROLLS = 21
MOST_ROLLS = 32  # fifteen checkers on the 6-point need 30 rolls of 2-1
_NOTHING = 1e-6  # what 32-bit distributions leave over when they should have added up to one
MOST_RESULTS = 128  # four hops from six points: at most C(6 + 3, 4) = 126 ways


@kernel
def ways() -> Any:
    """ways[p, r]: homes of at most r checkers on p points, C(p + r, p)."""
    out = np.ones((POINTS + 1, 17), np.int64)
    for points in range(1, POINTS + 1):
        for checkers in range(1, 17):
            out[points, checkers] = out[points - 1, checkers] + out[points, checkers - 1]
    return out


@inline_kernel
def rank_home(home: Any, most: int, count: Any) -> int:
    """The rank of a home among those of at most `most` checkers."""
    rank = 0
    left = most
    for point in range(POINTS - 1, -1, -1):
        for k in range(home[point]):
            rank += count[point, left - k]
        left -= home[point]
    return rank


@kernel
def homes(most: int) -> Any:
    """Every home of at most `most` checkers, by rank."""
    count = ways()
    out = np.zeros((count[POINTS, most], POINTS), np.int8)
    for rank in range(len(out)):
        rest = rank
        left = most
        for point in range(POINTS - 1, -1, -1):
            while rest >= count[point, left]:
                rest -= count[point, left]
                left -= 1
                out[rank, point] += 1
    return out


@inline_kernel
def _hop(home: Any, point: int, die: int) -> bool:
    """Move a checker of `home` from index `point` by `die` in place if that is legal (ibf:13.1-13.3c)."""
    if home[point] == 0:
        return False
    target = point - die
    if target < -1:
        for higher in range(point + 1, POINTS):
            if home[higher] > 0:
                return False
    home[point] -= 1
    if target >= 0:
        home[target] += 1
    return True


@kernel
def results(home: Any, high: int, low: int, most: int, count: Any, work: Any, out: Any) -> int:
    """The distinct ranks one roll leads to: the other number, too, must be played if it can be.

    Inside one's own home a number can always be played while a checker is left, so no choice of the first
    ever forbids the second.
    """
    stack, at = work
    size = 0
    doublet = high == low
    for reversed_order in range(1 if doublet else 2):
        first = high if reversed_order == 0 else low
        second = low if reversed_order == 0 else high
        depth_limit = 4 if doublet else 2
        at[0] = POINTS
        for point in range(POINTS):
            stack[0, point] = home[point]
        depth = 0
        while depth >= 0:
            empty = True
            for point in range(POINTS):
                if stack[depth, point] > 0:
                    empty = False
                    break
            if depth == depth_limit or empty:
                rank = rank_home(stack[depth], most, count)
                fresh = True
                for k in range(0 if doublet else size):
                    if out[k] == rank:
                        fresh = False
                        break
                if fresh:
                    out[size] = rank
                    size += 1
                depth -= 1
                continue
            at[depth] -= 1
            if at[depth] < 0:
                depth -= 1
                continue
            die = first if depth == 0 else second
            for point in range(POINTS):
                stack[depth + 1, point] = stack[depth, point]
            if _hop(stack[depth + 1], at[depth], die):
                # A doublet's hops come in descending order of source: nothing is lost, and nothing comes twice.
                at[depth + 1] = at[depth] + 1 if doublet else POINTS
                depth += 1
    return size


@kernel
def rows(most: int) -> Any:
    """All results of all homes: (ranks, offsets by rank * 21 + roll)."""
    table = homes(most)
    count = ways()
    size = len(table)
    offsets = np.zeros(size * ROLLS + 1, np.int32)
    out = np.zeros(size * ROLLS * 9 + 4096, np.int32)
    ranks = np.zeros(MOST_RESULTS, np.int64)
    work = (np.zeros((5, POINTS), np.int8), np.zeros(5, np.int64))
    used = 0
    at = 0
    for rank in range(size):
        for high in range(1, 7):
            for low in range(1, high + 1):
                n = 0
                if rank > 0:
                    n = results(table[rank], high, low, most, count, work, ranks)
                if used + n > len(out):
                    grown = np.zeros(len(out) * 2, np.int32)
                    for k in range(used):
                        grown[k] = out[k]
                    out = grown
                for k in range(n):
                    out[used + k] = ranks[k]
                used += n
                at += 1
                offsets[at] = used
    return out[:used], offsets


@inline_kernel
def _soonest(rank: int, results_of: Any, offsets: Any, rolls: Any, mean: Any) -> None:
    """Fill in one rank's distribution and mean, each roll played for the fewest expected rolls."""
    at = rank * ROLLS
    for high in range(6):
        for low in range(high + 1):
            best = results_of[offsets[at]]
            for k in range(offsets[at] + 1, offsets[at + 1]):
                if mean[results_of[k]] < mean[best]:
                    best = results_of[k]
            at += 1
            weight = (1.0 if high == low else 2.0) / 36.0
            for n in range(MOST_ROLLS - 1):
                rolls[rank, n + 1] += weight * rolls[best, n]
    for n in range(MOST_ROLLS):
        mean[rank] += n * rolls[rank, n]


@kernel
def one_sided(results_of: Any, offsets: Any, size: int) -> Any:
    """The distribution of rolls to bear off all, by rank, each roll played for the fewest expected rolls."""
    rolls = np.zeros((size, MOST_ROLLS))
    mean = np.zeros(size)
    rolls[0, 0] = 1.0
    for rank in range(1, size):
        _soonest(rank, results_of, offsets, rolls, mean)
    return rolls, mean


@kernel
def first_off(results_of: Any, offsets: Any, table: Any, most: int) -> Any:
    """The distribution of rolls until the first checker is off, played for the fewest, for homes of `most` checkers."""
    size = len(table)
    rolls = np.zeros((size, MOST_ROLLS))
    mean = np.zeros(size)
    for rank in range(size):
        total = 0
        for point in range(POINTS):
            total += table[rank, point]
        if total < most:
            rolls[rank, 0] = 1.0
        else:
            _soonest(rank, results_of, offsets, rolls, mean)
    return rolls


@kernel
def rolling(us: int, them: int, results_of: Any, offsets: Any, values: Any) -> Any:
    """(win, owned, unavailable, centred) of rolling now, the cube left where it is."""
    win = 0.0
    owned = 0.0
    unavailable = 0.0
    centred = 0.0
    at = us * ROLLS
    for high in range(6):
        for low in range(high + 1):
            best_win = -9.0
            best_owned = -9.0
            best_unavailable = -9.0
            best_centred = -9.0
            for k in range(offsets[at], offsets[at + 1]):
                to = results_of[k]
                best_win = max(best_win, 1.0 - values[them, to, 0])
                best_owned = max(best_owned, -values[them, to, 2])
                best_unavailable = max(best_unavailable, -values[them, to, 1])
                best_centred = max(best_centred, -values[them, to, 3])
            at += 1
            weight = (1.0 if high == low else 2.0) / 36.0
            win += weight * best_win
            owned += weight * best_owned
            unavailable += weight * best_unavailable
            centred += weight * best_centred
    return win, owned, unavailable, centred


@kernel
def two_sided(results_of: Any, offsets: Any, size: int, values: Any) -> None:
    """Fill values[us, them] for every pair of homes, us to roll: win, then owned, unavailable and centred cube.

    (us, them) asks for (them, less than us): with the larger rank outermost, all that is asked for is there.
    """
    for larger in range(size):
        for smaller in range(larger + 1):
            for order in range(2):
                us = larger if order == 0 else smaller
                them = smaller if order == 0 else larger
                if us == 0:
                    values[us, them, 0] = 1.0
                    values[us, them, 1:] = 1.0
                elif them == 0:
                    values[us, them, 0] = 0.0
                    values[us, them, 1:] = -1.0
                else:
                    win, owned, unavailable, centred = rolling(us, them, results_of, offsets, values)
                    doubled = min(1.0, 2.0 * unavailable)
                    values[us, them, 0] = win
                    values[us, them, 1] = max(owned, doubled)
                    values[us, them, 2] = unavailable
                    values[us, them, 3] = max(centred, doubled)


@inline_kernel
def race_win(ours: Any, theirs: Any) -> float:
    """The chance that the side to roll, needing `ours`, is off first against `theirs` (two distributions)."""
    still = 1.0
    win = 0.0
    for n in range(1, MOST_ROLLS):
        still -= theirs[n - 1]
        if still < _NOTHING:
            break
        win += ours[n] * still
    return win


@inline_kernel
def race_lose_with(ours: Any, theirs: Any) -> float:
    """The chance that they, needing `theirs` and rolling second, finish while our event `ours` has not come."""
    still = 1.0 - ours[0]
    lost = 0.0
    for n in range(1, MOST_ROLLS):
        still -= ours[n]
        if still < _NOTHING:
            break
        lost += theirs[n] * still
    return lost


@inline_kernel
def home_of(board: Any, ours: bool, rotated: bool, home: Any) -> int:
    """Read one side's home off a kernel board; how many checkers it holds, -1 if one stands elsewhere."""
    total = 0
    home[:] = 0
    if (board[25] if ours else board[0]) > 0:
        return -1
    for point in range(1, 25):
        across = (point - 12 if point > 12 else point + 12) if rotated else 25 - point
        n = int(board[point]) if ours else -int(board[across])
        if n > 0:
            if point > POINTS:
                return -1
            home[point - 1] = n
            total += n
    return total


@kernel
def evaluate(board: Any, rotated: bool, tables: Any, out: Any) -> bool:
    """The five probabilities of a bear-off, us to roll; False if a checker of either side is not home.

    tables: (one-sided rolls, rolls to the first checker off, two-sided values, their most checkers, ways()).
    """
    rolls, first, pairs, most, count = tables
    home = np.zeros((2, POINTS), np.int8)
    us = home_of(board, True, rotated, home[0])
    them = home_of(board, False, rotated, home[1])
    if us < 0 or them < 0 or us > 15 or them > 15:
        return False
    out[:] = 0.0
    if us == 0 or them == 0:
        out[0] = 1.0 if us == 0 else 0.0
        out[1] = 1.0 if us == 0 and them == 15 else 0.0
        out[3] = 1.0 if them == 0 and us == 15 else 0.0
        return True
    if us <= most and them <= most:
        out[0] = pairs[rank_home(home[0], most, count), rank_home(home[1], most, count), 0]
        return True
    ours = rank_home(home[0], 15, count)
    theirs = rank_home(home[1], 15, count)
    out[0] = race_win(rolls[ours], rolls[theirs])
    if them == 15:
        out[1] = min(out[0], race_win(rolls[ours], first[theirs]))
    if us == 15:
        out[3] = min(1.0 - out[0], race_lose_with(first[ours], rolls[theirs]))
    return True


@kernel
def pair_of(board: Any, rotated: bool, tables: Any, out: Any) -> bool:
    """The ranks of both homes in the two-sided table, us to roll; False, and nothing written, if they are not in it."""
    most, count = tables[3], tables[4]
    home = np.zeros((2, POINTS), np.int8)
    us = home_of(board, True, rotated, home[0])
    them = home_of(board, False, rotated, home[1])
    if us < 1 or them < 1 or us > most or them > most:
        return False
    out[0] = rank_home(home[0], most, count)
    out[1] = rank_home(home[1], most, count)
    return True
