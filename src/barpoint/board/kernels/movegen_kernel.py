"""The one generator of legal plays, compiled: the hot path of everything.

Terms
-----
board   int8[26], the mover's view: [1..24] own points, positive for the mover's checkers and
        negative for the opponent's; [25] the mover's bar, [0] the opponent's bar (both counts).
        Borne-off checkers are not on it.
hops    int8[8] a play: four (from, to) pairs in the mover's points, 25 = bar, 0 = off; unused pairs
        are (0, 0).
dice    high and low: four hops when they are equal, else one of each.
rules   int64[5]: LAYOUT, CHECKERS, HITTING, STRICT, HEAD (see the constants below).

Within a search the mover's checkers are two words of 4-bit counts (points 1-15, points 16-25),
the points hit are the top 24 bits of the second word, and occupancy is a bit mask: two words tell
positions apart exactly, so nothing here depends on a hash being lucky.

Plays are found depth first, the highest source first and the larger number first. The first
sequence to reach a final position is therefore the canonical one (see `play.py`). Asked for every
order instead, the same search drops nothing that repeats.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from barpoint.jit import inline_kernel, kernel

# rules[] indices
LAYOUT, CHECKERS, HITTING, STRICT, HEAD = 0, 1, 2, 3, 4
# rules[LAYOUT]
MIRRORED, ROTATED = 0, 1
# rules[HEAD]
NO_HEAD, SECOND_PLAYER, BOTH = 0, 1, 2

MAX_PLAYS = 4096  # C(15 + 3, 4) = 3,060 ways to share four hops among 15 checkers is the most a doublet can give
MAX_ORDERS = 15**4  # a source for each of four hops
TABLE = 16384  # slots of the set of positions already seen
ROOM = 8192  # of them for positions on the way: more than Longgammon has, where a strict reading might ask for more
HOP_BYTES = 8
BOARD = 26

# A frame: where the turn stands after so many hops. BY_* are the sources still to be tried by each number;
# ARISEN are the walls that arose within the turn, which only the strict reading asks about.
LOW_WORD, HIGH_WORD, OCCUPIED, HEAD_LEFT, ARISEN, BY_HIGH, BY_LOW, FRAME = 0, 1, 2, 3, 4, 5, 6, 7

_BAR_BIT = 1 << 25
_HEAD_BIT = 1 << 24
_OUTSIDE = ((1 << 26) - 1) & ~0x7F  # points 7-24 and the bar


def _count_leading_zeros(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


_leading_zeros: Any = intrinsic(_count_leading_zeros)


@inline_kernel
def _highest(mask: int) -> int:
    """The number of the highest set bit of a mask that is not zero."""
    return int(63 - _leading_zeros(mask))


@inline_kernel
def _sources(occupied: int, blocked: int, die: int, home: bool) -> int:
    """The points from which a checker may move by `die`, as a mask (ibf:12.5a, 5.4a, 13.1-13.3c).

    `home`: every checker of the side in play stands on its points 1-6. It is the caller's word,
    since a closed head is taken out of `occupied` but still keeps a side from bearing off.
    """
    movable = occupied
    if occupied & _BAR_BIT:
        movable = _BAR_BIT
    legal = movable & ~(blocked << die) & -(2 << die)
    if home:
        exact = occupied & (1 << die)
        if exact:
            legal |= exact
        elif occupied != 0 and occupied >> die == 0:
            legal |= 1 << _highest(occupied)
    return legal


@inline_kernel
def _walls(occupied: int) -> int:
    """Windows of six own points on the opponent's path; bit n: the window's lowest point there is n.

    Longgammon: own 13-24 are the opponent's 1-12 and own 1-12 are its 13-24 (ibf:4.4c, 4.4d).
    """
    path = ((occupied & 0x1FFE) << 12) | ((occupied >> 12) & 0x1FFE)
    return path & (path >> 1) & (path >> 2) & (path >> 3) & (path >> 4) & (path >> 5)


@inline_kernel
def _own(board: Any) -> tuple[int, int, int]:
    """The mover's checkers: the two words of counts, and the occupied points as a mask."""
    low_word = 0
    high_word = int(board[25]) << 36
    occupied = _BAR_BIT if board[25] > 0 else 0
    for point in range(1, 25):
        n = int(board[point])
        if n > 0:
            occupied |= 1 << point
            if point < 16:
                low_word += n << (4 * (point - 1))
            else:
                high_word += n << (4 * (point - 16))
    return low_word, high_word, occupied


@inline_kernel
def _opposing(board: Any, hitting: bool) -> tuple[int, int]:
    """Two masks: the points that are closed to the mover, and the blots it may hit."""
    blocked = 0
    blots = 0
    for point in range(1, 25):
        if hitting and board[point] == -1:
            blots |= 1 << point
        elif board[point] < 0:
            blocked |= 1 << point
    return blocked, blots


@inline_kernel
def _forbidden(board: Any, rules: Any) -> int:
    """The walls that would have every opposing checker behind them (ibf:4.4a, 4.4b), as `_walls` numbers them."""
    opponents = 0
    foremost = 25  # in the opponent's own points
    for point in range(1, 25):
        if board[point] < 0:
            opponents -= board[point]
            foremost = min(foremost, point - 12 if point > 12 else point + 12)
    if opponents < rules[CHECKERS]:
        return 0  # one is borne off (ibf:4.4h)
    return (2 << foremost) - 1


@inline_kernel
def _hop(low_word: int, high_word: int, occupied: int, blots: int, source: int, target: int) -> tuple[int, int, int]:
    """The mover's words and mask after one hop."""
    if source < 16:
        low_word -= 1 << (4 * (source - 1))
        if (low_word >> (4 * (source - 1))) & 15 == 0:
            occupied ^= 1 << source
    else:
        high_word -= 1 << (4 * (source - 16))
        if (high_word >> (4 * (source - 16))) & 15 == 0:
            occupied ^= 1 << source
    if target > 0:
        occupied |= 1 << target
        if target < 16:
            low_word += 1 << (4 * (target - 1))
        else:
            high_word += 1 << (4 * (target - 16))
        if blots & (1 << target):
            high_word |= 1 << (39 + target)
    return low_word, high_word, occupied


@inline_kernel
def _singles(sources: int, die: int, hops: Any) -> int:
    """Write plays of one hop from each of these sources; return how many there are."""
    count = 0
    while sources != 0:
        source = _highest(sources)
        sources ^= 1 << source
        hops[count, :] = 0
        hops[count, 0] = source
        hops[count, 1] = max(source - die, 0)
        count += 1
    return count


@inline_kernel
def _note_repeat(low: int, high: int, mask: int, stamp: int, keys: Any, stamps: Any) -> bool:
    """Whether this pair of words was met before under `stamp`; remembers it."""
    mixed = (low * -7046029254386353131) ^ (high * -4417276706812531889)
    slot = (mixed ^ (mixed >> 29)) & mask
    while stamps[slot] == stamp:
        if keys[slot, 0] == low and keys[slot, 1] == high:
            return True
        slot = (slot + 1) & mask
    stamps[slot] = stamp
    keys[slot, 0] = low
    keys[slot, 1] = high
    return False


@kernel
def scratch() -> Any:
    """Working memory for one thread: the set of positions seen, its stamps, a frame for each hop, the path."""
    keys = np.zeros((TABLE, 2), np.int64)
    stamps = np.zeros(TABLE + 1, np.int64)  # the last one counts the searches
    frames = np.zeros((5, FRAME), np.int64)
    path = np.zeros(HOP_BYTES, np.int8)
    return keys, stamps, frames, path


@kernel
def search(board: Any, rules: Any, high: int, low: int, head_cap: int, every_order: bool, work: Any, hops: Any) -> int:
    """Write every distinct legal play's canonical hops into `hops`; return how many there are.

    No legal play gives 0. `head_cap` is how many checkers may leave the head this turn. With
    `every_order` each legal sequence of hops is written, up to MAX_ORDERS, not one a final position.
    """
    keys, stamps, frames, path = work
    stamps[TABLE] += 1
    stamp = stamps[TABLE]
    hitting = rules[HITTING] != 0
    rotated = rules[LAYOUT] == ROTATED
    strict = rotated and rules[STRICT] != 0
    doublet = high == low
    depth_limit = 4 if doublet else 2

    low_word, high_word, occupied = _own(board)
    blocked, blots = _opposing(board, hitting)
    forbidden_walls = _forbidden(board, rules) if rotated else 0
    start_walls = _walls(occupied) if strict else 0

    # A doublet's hops may be taken in descending order of source without losing a play, unless the
    # order itself can matter (Longgammon's temporary blocks, ibf:4.4f). Then nothing repeats either.
    descending = doublet and not rotated and not every_order
    merging = doublet and not descending and not every_order
    # A final position may come again where its way was not merged, or was but for the blocks on it.
    repeating = (strict or not doublet) and not every_order
    table_mask = (TABLE - 1) if doublet else 1023
    remembered = 0

    frames[0, LOW_WORD] = low_word
    frames[0, HIGH_WORD] = high_word
    frames[0, OCCUPIED] = occupied
    frames[0, HEAD_LEFT] = head_cap
    frames[0, ARISEN] = 0
    movable = occupied if head_cap > 0 or not rotated else occupied & ~_HEAD_BIT
    home = occupied & _OUTSIDE == 0
    frames[0, BY_HIGH] = _sources(movable, blocked, high, home)
    frames[0, BY_LOW] = 0 if doublet else _sources(movable, blocked, low, home)

    count = 0
    best = 0
    depth = 0
    single_high = 0
    single_low = 0
    while depth >= 0:
        by_high = frames[depth, BY_HIGH]
        by_low = frames[depth, BY_LOW]
        either = by_high | by_low
        if either == 0:
            depth -= 1
            continue
        source = _highest(either)
        bit = 1 << source
        if by_high & bit:
            die = high
            frames[depth, BY_HIGH] = by_high ^ bit
            other = low
        else:
            die = low
            frames[depth, BY_LOW] = by_low ^ bit
            other = high
        target = source - die
        if target < 0:
            target = 0

        low_word, high_word, occupied = _hop(
            frames[depth, LOW_WORD], frames[depth, HIGH_WORD], frames[depth, OCCUPIED], blots, source, target
        )
        left = frames[depth, HEAD_LEFT]
        arisen = 0
        if rotated:
            walls = _walls(occupied)
            if walls & forbidden_walls:
                continue  # ibf:4.4b, after every hop: 4.4e
            if source == 24:
                left -= 1
            if strict:
                arisen = frames[depth, ARISEN] | (walls & ~start_walls)

        depth += 1
        if merging and remembered < ROOM:
            if _note_repeat(low_word | (depth << 60), high_word | (arisen << 40), table_mask, stamp, keys, stamps):
                depth -= 1
                continue
            remembered += 1
        path[2 * depth - 2] = source
        path[2 * depth - 1] = target

        frames[depth, BY_HIGH] = 0
        frames[depth, BY_LOW] = 0
        if depth < depth_limit:
            movable = occupied if left > 0 or not rotated else occupied & ~_HEAD_BIT
            home = occupied & _OUTSIDE == 0
            nxt = _sources(movable, blocked, other, home)
            if descending:
                nxt &= (bit << 1) - 1
            frames[depth, BY_HIGH if other == high else BY_LOW] = nxt
            frames[depth, LOW_WORD] = low_word
            frames[depth, HIGH_WORD] = high_word
            frames[depth, OCCUPIED] = occupied
            frames[depth, HEAD_LEFT] = left
            frames[depth, ARISEN] = arisen
        if not doublet and depth == 1:
            if die == high:
                single_high |= bit
            else:
                single_low |= bit

        length = depth
        if occupied == 0 and not doublet:
            length = 2  # the last checker off ends the game, whatever number is left (ibf:1.2a, trad:object-2)
        complete = length == depth_limit or (doublet and (frames[depth, BY_HIGH] == 0 or rotated))
        if complete and strict and arisen & ~_walls(occupied):
            complete = False  # a block that the turn itself dissolved (the stricter reading of ibf:4.4e)
        if complete and length >= best:
            fresh = True
            if repeating:
                fresh = not _note_repeat(low_word | ((length + 8) << 60), high_word, table_mask, stamp, keys, stamps)
            if fresh:
                if length > best:
                    best = length
                    count = 0
                for k in range(HOP_BYTES):
                    hops[count, k] = path[k] if k < 2 * depth else 0
                count += 1
        if depth == depth_limit:
            depth -= 1

    if count == 0 and not doublet:
        # ibf:12.5.3c: one number only, the larger if either could be played.
        count = _singles(single_high, high, hops) if single_high else _singles(single_low, low, hops)
    return count


@inline_kernel
def apply_hops(board: Any, hops: Any, out: Any) -> None:
    """The board after a play, still in the mover's view."""
    for k in range(BOARD):
        out[k] = board[k]
    for k in range(0, HOP_BYTES, 2):
        source = hops[k]
        if source == 0:
            break
        out[source] -= 1
        target = hops[k + 1]
        if target > 0:
            if out[target] < 0:
                out[target] = 1
                out[0] += 1
            else:
                out[target] += 1


@inline_kernel
def turn_board(board: Any, rotated: bool, out: Any) -> None:
    """The same position in the opponent's view."""
    out[0] = board[25]
    out[25] = board[0]
    for point in range(1, 25):
        if rotated:
            out[point] = -board[point - 12 if point > 12 else point + 12]
        else:
            out[point] = -board[25 - point]


@kernel
def first_turn_cap(board: Any, rules: Any, high: int, low: int) -> int:
    """Longgammon's head cap read off the board: two for the second player's first 3-3, 4-4 or 6-6.

    A side's first turn is taken to be the one it plays with its whole army on the head
    (ibf:4.2d-4.2h); the match, which counts turns, passes its own figure.
    """
    if rules[HEAD] == NO_HEAD:
        return 15
    exception = high == low and (high == 3 or high == 4 or high == 6)
    if exception and board[24] == rules[CHECKERS]:
        if rules[HEAD] == BOTH or board[12] > -rules[CHECKERS]:
            return 2
    return 1


@kernel
def plays(cells: Any, rules: Any, high: int, low: int, head_cap: int, every_order: bool, work: Any, hops: Any) -> int:
    """`search` for a position given as both sides' own cells (`Position.cells`).

    A `head_cap` below zero asks for the figure read off the board. `every_order` needs room for
    MAX_ORDERS. -1 for a position in which no plays are defined (`Position.is_playable`).
    """
    board = np.zeros(BOARD, np.int8)
    rotated = rules[LAYOUT] == ROTATED
    ours = cells[0] + cells[25]
    theirs = cells[26] + cells[51]
    for point in range(1, 25):
        n = cells[26 + point]
        if n > 0:
            theirs += n
            across = (point - 12 if point > 12 else point + 12) if rotated else 25 - point
            board[across] = -n
    for point in range(1, 25):
        n = cells[point]
        if n > 0:
            ours += n
            if board[point] < 0:
                return -1
            board[point] = n
    if max(ours, theirs) > rules[CHECKERS] or (rules[HITTING] == 0 and cells[25] + cells[51] > 0):
        return -1
    board[25] = cells[25]
    board[0] = cells[51]
    if head_cap < 0:
        head_cap = first_turn_cap(board, rules, high, low)
    if theirs < rules[CHECKERS] and cells[26] == 0:
        # Fewer than its number, yet none borne off: a side that is a checker short (ibf:14.1) has none past a block.
        rules = rules.copy()
        rules[CHECKERS] = theirs
    return search(board, rules, high, low, head_cap, every_order, work, hops)


@kernel
def batch(boards: Any, dice: Any, rules: Any, out_hops: Any, out_boards: Any, offsets: Any) -> int:
    """All plays of many roll-positions; returns how many roll-positions fitted.

    Plays of the i-th stand in out_*[offsets[i]:offsets[i + 1]]; boards stay in the mover's view.
    """
    work = scratch()
    hops = np.zeros((MAX_PLAYS, HOP_BYTES), np.int8)
    capacity = out_hops.shape[0]
    offsets[0] = 0
    used = 0
    for i in range(boards.shape[0]):
        high = max(int(dice[i, 0]), int(dice[i, 1]))
        low = min(int(dice[i, 0]), int(dice[i, 1]))
        cap = first_turn_cap(boards[i], rules, high, low)
        if used + MAX_PLAYS <= capacity:
            n = search(boards[i], rules, high, low, cap, False, work, out_hops[used:])
        else:
            n = search(boards[i], rules, high, low, cap, False, work, hops)
            if used + n > capacity:
                return i
            out_hops[used : used + n] = hops[:n]
        for k in range(used, used + n):
            apply_hops(boards[i], out_hops[k], out_boards[k])
        used += n
        offsets[i + 1] = used
    return len(boards)
