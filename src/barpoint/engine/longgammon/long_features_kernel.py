"""What Longgammon's net looks at, compiled: a board as a short list of table rows, as in `features_kernel`.

Both sides go the same way round and one checker blocks, so what counts is which points are held, in windows of
six; how freely a side's checkers move; its longest wall and who is still behind it; and the race. The terms slot,
block and row are those of `features_kernel`; a board is the generator's with the opponent's points twelve apart.
"""

from typing import Any

import numpy as np

from barpoint.engine.nets.features_kernel import (
    ORDINAL,
    PATTERN,
    blocks_of,
    highest,
    popcount,
    table_of,
)
from barpoint.jit import kernel

# One side's slots: name, how many values, reference value, kind.
SIDE_BLOCKS = (
    ("pips", 64, 40, ORDINAL),  # sixths of the pip count
    ("off", 16, 0, ORDINAL),
    ("home", 16, 0, ORDINAL),  # checkers on points 1-6
    ("held_1_6", 64, 0, PATTERN),
    ("held_4_9", 64, 0, PATTERN),
    ("held_7_12", 64, 0, PATTERN),
    ("held_10_15", 64, 0, PATTERN),
    ("held_13_18", 64, 0, PATTERN),
    ("held_16_21", 64, 0, PATTERN),
    ("held_19_24", 64, 0, PATTERN),
    ("rear", 25, 24, PATTERN),
    ("mobility", 64, 12, ORDINAL),  # places from which a number can be played, over the six numbers
    ("sixes", 12, 3, ORDINAL),
    ("fives", 12, 3, ORDINAL),
    ("fours", 12, 3, ORDINAL),
    ("wall", 32, 0, PATTERN),  # points in a row on the opponent's way, by the opposing checkers behind them
    ("stack", 40, 4, ORDINAL),
)
SIDE_SLOTS = len(SIDE_BLOCKS)
POINT_SLOTS = 24
LEAD_SLOT = POINT_SLOTS + 2 * SIDE_SLOTS
SLOTS = LEAD_SLOT + 1

BLOCKS = blocks_of(SIDE_BLOCKS)
SIZE, REFERENCE, KIND, FIRST, ROWS = table_of(BLOCKS)

RACE = 0
BUCKETS = 5  # a race, or by whether either side's head is still high
_HIGH_HEAD = 5
_HALF = 0x1FFE  # points 1-12


@kernel
def rotate(mask: int) -> int:
    """A mask of points in the other side's numbers."""
    return ((mask & _HALF) << 12) | ((mask >> 12) & _HALF)


@kernel
def _wall(on_their_way: int, theirs: Any) -> int:
    """The longest row of our points in their numbers (at most seven), and how many of theirs are behind it."""
    length = 0
    run = on_their_way
    last = run
    while run != 0:
        last = run
        run &= run >> 1
        length += 1
    if length == 0:
        return 0
    behind = 0
    for p in range(highest(last) + length, 25):  # `last` marks the lowest point of the highest such row
        behind += theirs[p]
    return min(length, 7) * 4 + (3 if behind > 6 else 2 if behind > 2 else min(behind, 1))


@kernel
def _side(own: Any, theirs: Any, occupied: int, blocked: int, values: Any, slot: int) -> None:
    """One side's values before clipping; `own` and `theirs` are counts in each side's own points."""
    pips = 0
    men = 0
    home = 0
    stack = 0
    for p in range(1, 25):
        n: Any = np.int64(own[p])
        pips += n * p
        men += n
        if p < 7:
            home += n
        if n > 3 and p < 24:
            stack += (n - 3) * (n - 3)
    values[slot] = pips // 6
    values[slot + 1] = 15 - men
    values[slot + 2] = home
    for k in range(7):
        values[slot + 3 + k] = (occupied >> (1 + 3 * k)) & 63
    values[slot + 10] = max(highest(occupied), 0)
    free = ~blocked & 0x1FFFFFE
    mobility = 0
    for die in range(1, 7):
        mobility += popcount((occupied >> die) & free)
    values[slot + 11] = mobility
    values[slot + 12] = popcount((occupied >> 6) & free)
    values[slot + 13] = popcount((occupied >> 5) & free)
    values[slot + 14] = popcount((occupied >> 4) & free)
    values[slot + 15] = _wall(rotate(occupied), theirs)
    values[slot + 16] = stack


@kernel
def encode(board: Any, sides: Any, values: Any, rows: Any) -> Any:
    """Write a board's rows into rows[SLOTS] and return its bucket; `sides` and `values` are working memory."""
    ours = sides[0]
    theirs = sides[1]
    none: Any = np.int64(0)
    occupied = blocked = none
    pips = none
    for p in range(1, 25):
        n = np.int64(board[p])
        across = p - 12 if p > 12 else p + 12
        values[p - 1] = 15 + n
        ours[p] = max(n, 0)
        theirs[across] = max(-n, 0)
        if n > 0:
            occupied |= 1 << p
            pips += n * p
        elif n < 0:
            blocked |= 1 << p
            pips += n * across
    _side(ours, theirs, occupied, blocked, values, none + POINT_SLOTS)
    _side(theirs, ours, rotate(blocked), rotate(occupied), values, none + POINT_SLOTS + SIDE_SLOTS)
    values[LEAD_SLOT] = 30 + pips // 6
    for s in range(SLOTS):
        value = min(max(values[s], 0), SIZE[s] - 1)
        rows[s] = 0 if value == REFERENCE[s] else FIRST[s] + value
    # Below 13 a side is on points the other has left behind once it is below 13 too.
    if values[POINT_SLOTS + 10] < 13 and values[POINT_SLOTS + SIDE_SLOTS + 10] < 13:
        return RACE
    return 1 + 2 * (ours[24] > _HIGH_HEAD) + (theirs[24] > _HIGH_HEAD)


@kernel
def encode_many(boards: Any, rows: Any, buckets: Any) -> None:
    """`encode` for each board."""
    sides = np.zeros((2, 26), np.int8)
    values = np.zeros(SLOTS, np.int64)
    for i in range(boards.shape[0]):
        buckets[i] = encode(boards[i], sides, values, rows[i])
