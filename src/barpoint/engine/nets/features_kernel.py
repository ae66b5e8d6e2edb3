"""What the nets look at: a board as a short list of table rows, compiled.

Terms
-----
slot    one thing looked at: a point's checkers, the shots, the rear checker's freedom ...
block   the rows of one slot, one for each value it can take. The block's reference value adds nothing.
row     an index into the first layer's table; row 0 means "nothing to add".

The first layer of a net is a sum of rows. A slot is either ordinal (neighbouring values mean similar
things, and training ties their rows together) or a pattern (each value stands alone). Everything is
counted from the board alone, for both sides alike, the side on roll first. No weights live here.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from barpoint.jit import inline_kernel, kernel

ORDINAL, PATTERN = 0, 1

# One side's slots: name, how many values, reference value, kind.
SIDE_BLOCKS = (
    ("pips", 64, 31, ORDINAL),  # quarters of the pip count
    ("off", 16, 0, ORDINAL),
    ("bar_against_home", 193, 0, PATTERN),  # checkers on the bar (1, 2, more) by the points they face
    ("made_1_6", 64, 0, PATTERN),  # points held by two or more, in windows of six
    ("made_4_9", 64, 0, PATTERN),
    ("made_7_12", 64, 0, PATTERN),
    ("made_10_15", 64, 0, PATTERN),
    ("made_13_18", 64, 0, PATTERN),
    ("made_16_21", 64, 0, PATTERN),
    ("made_19_24", 64, 0, PATTERN),
    ("blots_1_6", 64, 0, PATTERN),
    ("rear", 26, 24, PATTERN),  # the rearmost checker's point
    ("second", 26, 24, PATTERN),  # the next one's
    ("advance", 50, 30, ORDINAL),  # how far the rearmost checker gets on average
    ("free_rear", 37, 36, ORDINAL),  # rolls with which it clears the blocks before it
    ("free_second", 37, 36, ORDINAL),
    ("free_bar", 37, 18, ORDINAL),  # the same from the bar and from points of the far home
    ("free_24", 37, 24, ORDINAL),
    ("free_22", 37, 24, ORDINAL),
    ("free_20", 37, 24, ORDINAL),
    ("trapped", 48, 0, ORDINAL),  # checkers on the far side by the rolls that do not free them
    ("hits", 37, 0, ORDINAL),  # rolls that hit
    ("hits_by_board", 70, 0, PATTERN),  # the same by home points held
    ("pip_loss", 73, 0, ORDINAL),  # pips they cost the opponent
    ("double_hits", 37, 0, ORDINAL),
    ("mobility", 64, 24, ORDINAL),  # places from which a number can be played, over the six numbers
    ("sixes", 12, 3, ORDINAL),
    ("fives", 12, 3, ORDINAL),
    ("timing", 48, 8, ORDINAL),  # pips that spare checkers can still play
    ("stack", 40, 4, ORDINAL),
    ("passing", 64, 8, ORDINAL),  # pips until contact is over
    ("behind", 16, 15, ORDINAL),  # checkers that still have to pass
    ("back", 16, 2, ORDINAL),  # checkers in the far home or on the bar
    ("exposed_direct", 10, 0, ORDINAL),  # blots within six points of an opposing checker
    ("exposed_indirect", 10, 0, ORDINAL),
    ("prime", 10, 2, ORDINAL),  # most points held in a row
    ("attack", 37, 0, ORDINAL),  # rolls that make a point on a blot
    ("cover", 37, 12, ORDINAL),  # rolls that make or cover a point from 2 to 7
)
SIDE_SLOTS = len(SIDE_BLOCKS)
POINT_SLOTS = 24
LEAD_SLOT = POINT_SLOTS + 2 * SIDE_SLOTS
SLOTS = LEAD_SLOT + 1


def blocks_of(side: tuple[tuple[str, int, int, int], ...]) -> tuple[tuple[str, int, int, int], ...]:
    """Every block: the points, either side's, and the lead."""
    return (
        *((f"point_{p}", 31, 15, ORDINAL) for p in range(1, 25)),
        *((f"ours_{n}", size, ref, kind) for n, size, ref, kind in side),
        *((f"theirs_{n}", size, ref, kind) for n, size, ref, kind in side),
        ("lead", 61, 30, ORDINAL),
    )


def table_of(blocks: tuple[tuple[str, int, int, int], ...]) -> tuple[Any, Any, Any, Any, int]:
    """By slot: how many values, the reference value, the kind, the first row; and how many rows there are in all."""
    size, reference, kind = (np.array([block[k] for block in blocks], np.int64) for k in (1, 2, 3))
    return size, reference, kind, 1 + np.concatenate([[0], np.cumsum(size)[:-1]]), int(1 + size.sum())


BLOCKS = blocks_of(SIDE_BLOCKS)
SIZE, REFERENCE, KIND, FIRST, ROWS = table_of(BLOCKS)

RACE = 0
BUCKETS = 10  # a race, or contact by checkers back (at most one, two, more) of either side


def _open(masks: Any, n: int) -> Any:
    return np.full(masks.shape, True) if n > 12 else (masks >> (n - 1) & 1) == 0


def _reach(masks: Any, high: int, low: int) -> Any:
    """How far one checker can go with a roll; bit n - 1 of a mask: n points on is blocked."""
    if high == low:
        free = np.cumprod([_open(masks, high * step) for step in range(1, 5)], axis=0)
        return high * free.sum(0)
    by_one = np.where(_open(masks, high), high, np.where(_open(masks, low), low, 0))
    return np.where(_open(masks, high + low) & (by_one > 0), high + low, by_one)


def _freedom() -> tuple[Any, Any]:
    """By the blocked points 1-12 ahead: one checker's advance over 36 rolls, and rolls that clear the near blocks."""
    masks = np.arange(4096)
    last = np.array([near.bit_length() for near in range(128)])[masks & 0x7F]  # of the blocks within seven points
    advance, free = np.zeros((2, 4096), np.int16)
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = 1 if high == low else 2
            reach = _reach(masks, high, low)
            advance += (weight * reach).astype(np.int16)
            free += (weight * ((last == 0) | (reach > last))).astype(np.int16)
    return advance, free


ADVANCE, FREE = _freedom()


def _population(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def _leading_zeros(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


def _trailing_zeros(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


popcount: Any = intrinsic(_population)
trailing_zeros: Any = intrinsic(_trailing_zeros)
_zeros_before: Any = intrinsic(_leading_zeros)


@inline_kernel
def highest(mask: int) -> Any:
    """The number of the highest set bit, -1 for none."""
    return 63 - _zeros_before(mask)


@inline_kernel
def _shot(occupied: int, bar: int, stay: int, blots: int, a: int, b: int) -> Any:
    """The blots a roll of two numbers can hit, and whether it can hit two."""
    if bar == 0:
        by_a = occupied >> a
        by_b = occupied >> b
        hits_a = by_a & blots
        hits_b = by_b & blots
        hit = hits_a | hits_b | (((by_a & stay) >> b) & blots) | (((by_b & stay) >> a) & blots)
        twice = hits_a != 0 and hits_b != 0 and (hits_a != hits_b or (hits_a & (hits_a - 1)) != 0)
        twice = twice or ((hits_a >> b) & blots) != 0 or ((hits_b >> a) & blots) != 0
        return hit, twice
    enter_a = (1 << (25 - a)) & stay
    enter_b = (1 << (25 - b)) & stay
    hit = (enter_a | enter_b) & blots
    twice = (enter_a & blots) != 0 and (enter_b & blots) != 0
    if bar == 1:
        then_b = ((occupied | enter_a) >> b) & blots if enter_a != 0 else 0
        then_a = ((occupied | enter_b) >> a) & blots if enter_b != 0 else 0
        hit |= then_a | then_b
        twice = twice or ((enter_a & blots) != 0 and then_b != 0) or ((enter_b & blots) != 0 and then_a != 0)
    return hit, twice


@inline_kernel
def _doublet_shot(occupied: int, bar: int, stay: int, blots: int, a: int) -> int:
    """The blots a doublet can hit."""
    hit = 0
    steps = 4
    standing = occupied
    if bar > 0:
        enter = (1 << (25 - a)) & stay
        steps = 4 - bar if enter != 0 else 0
        hit = enter & blots
        standing |= enter
    for _ in range(steps):
        standing = (standing >> a) & stay
        hit |= standing & blots
    return hit


@inline_kernel
def shots(occupied: int, bar: int, blocked: int, blots: int) -> Any:
    """Of 36 rolls: how many hit, how many hit twice, and the pips lost by the blot hit that has come furthest."""
    hits = 0
    double = 0
    loss = 0
    if blots == 0:
        return hits, double, loss
    for a in range(1, 7):
        for b in range(1, a):
            hit, twice = _shot(occupied, bar, ~blocked, blots, a, b)
            if hit != 0:
                hits += 2
                loss += 2 * highest(hit)
                double += 2 * twice
        hit = _doublet_shot(occupied, bar, ~blocked, blots, a)
        if hit != 0:
            hits += 1
            loss += highest(hit)
            double += (hit & (hit - 1)) != 0
    return hits, double, loss


@inline_kernel
def builders(occupied: int, points: int, blots: int, spares: int, blocked: int, their_blots: int) -> Any:
    """Rolls that make or cover a point from 2 to 7, and those that do so on an opposing blot."""
    attack = 0
    cover = 0
    targets = ~points & ~blocked & 0xFC
    slots = blots & 0xFC
    for a in range(1, 7):
        by_a = spares >> a
        for b in range(1, a):
            by_b = spares >> b
            new = (by_a & by_b & targets) | ((by_a | by_b) & slots)
            cover += 2 * (new != 0)
            attack += 2 * ((new & their_blots) != 0)
        new = (((points | spares) >> a) & targets) | ((occupied >> a) & slots)
        cover += new != 0
        attack += (new & their_blots) != 0
    return attack, cover


@kernel
def _side(own: Any, masks: Any, theirs: Any, values: Any, slot: int) -> None:
    """One side's values, before clipping.

    masks: occupied, made, blots in its own points; bar, pips, men. theirs: the opponent's occupied, made
    and blots in this side's points, its made points in its own, its bar.
    """
    occupied, points, blots, bar, pips, men = masks
    their_occupied, blocked, their_blots, backwards, their_bar = theirs
    # `backwards` is `blocked` read from the far end: shifted by 26 - p it shows what lies ahead of p.
    values[slot] = pips >> 2
    values[slot + 1] = 15 - men
    values[slot + 2] = min(bar, 3) * 64 + ((blocked >> 19) & 63) - 63 if bar > 0 else 0
    for k in range(7):
        values[slot + 3 + k] = (points >> (1 + 3 * k)) & 63
    values[slot + 10] = (blots >> 1) & 63

    rear = 25 if bar > 0 else highest(occupied)
    second = rear
    if own[rear] < 2:
        second = max(highest(occupied & ((1 << rear) - 1)), 0)
    ahead = (backwards >> (26 - rear)) & 4095
    values[slot + 11] = rear
    values[slot + 12] = second
    values[slot + 13] = ADVANCE[ahead] // 6
    values[slot + 14] = FREE[ahead]
    values[slot + 15] = FREE[(backwards >> (26 - second)) & 4095]
    values[slot + 16] = FREE[(backwards >> 1) & 4095]
    values[slot + 17] = FREE[(backwards >> 2) & 4095]
    values[slot + 18] = FREE[(backwards >> 4) & 4095]
    values[slot + 19] = FREE[(backwards >> 6) & 4095]

    their_rear = 0  # in this side's points; 0 on the bar
    if their_bar == 0:
        their_rear = highest(their_occupied & -their_occupied) if their_occupied != 0 else 25
    trapped = bar * (36 - FREE[(backwards >> 1) & 4095])
    stack = 0
    timing = 19 * bar
    passing = bar * (25 - their_rear)
    behind = bar
    back = bar
    spares = 0
    left = occupied
    while left != 0:
        p = highest(left)
        left ^= 1 << p
        n: Any = np.int64(own[p])
        if n > 3:
            stack += (n - 3) * (n - 3)
        if n != 2:
            spares |= 1 << p
        if p > 12:
            trapped += n * (36 - FREE[(backwards >> (26 - p)) & 4095])
            if p > 18:
                back += n
        if p > 6:
            if n > 2:
                timing += (n - 2) * (p - 6)
            elif n == 1:
                timing += p - 6
        elif n > 2:
            timing += (n - 2) * (p - 1) >> 1
        if p > their_rear:
            passing += n * (p - their_rear)
            behind += n
    values[slot + 20] = trapped >> 3

    hits, double, loss = shots(occupied, bar, blocked, their_blots)
    values[slot + 21] = hits
    values[slot + 22] = ((hits + 3) >> 2) * 7 + popcount(points & 0x7E) if hits > 0 else 0
    values[slot + 23] = loss // 12
    values[slot + 24] = double

    free_points = ~blocked & 0x1FFFFFE
    mobility = 0
    for die in range(1, 7):
        mobility += popcount((occupied >> die) & free_points)
    values[slot + 25] = mobility
    values[slot + 26] = popcount((occupied >> 6) & free_points)
    values[slot + 27] = popcount((occupied >> 5) & free_points)
    values[slot + 28] = timing >> 1
    values[slot + 29] = stack
    values[slot + 30] = passing >> 2
    values[slot + 31] = behind
    values[slot + 32] = back
    shooters = their_occupied | (1 if their_bar > 0 else 0)
    reach = (shooters << 1) | (shooters << 2)
    direct = reach | (reach << 2) | (reach << 4)
    values[slot + 33] = popcount(blots & direct)
    values[slot + 34] = popcount(blots & (direct << 6) & ~direct)
    length = 0
    run = points
    while run != 0:
        run &= run >> 1
        length += 1
    values[slot + 35] = length
    values[slot + 36] = 0
    values[slot + 37] = 0
    if bar == 0:
        values[slot + 36], values[slot + 37] = builders(occupied, points, blots, spares, blocked, their_blots)


@inline_kernel
def encode(board: Any, sides: Any, values: Any, rows: Any) -> Any:
    """Write a board's rows (the board seen by the side on roll) into rows[SLOTS]; return its bucket.

    `sides` int8[2, 26] and `values` int64[SLOTS] are working memory.
    """
    ours = sides[0]
    theirs = sides[1]
    none: Any = np.int64(0)  # a literal would be a type of its own, and everything below compiled twice
    our_occupied = our_made = our_blots = none  # in our points
    my_occupied = my_made = my_blots = none  # the same in theirs
    their_occupied = their_made = their_blots = none  # in their points
    far_occupied = far_made = far_blots = none  # the same in ours
    our_bar = np.int64(board[25])
    their_bar = np.int64(board[0])
    our_pips = 25 * our_bar
    their_pips = 25 * their_bar
    our_men = our_bar
    their_men = their_bar
    for p in range(1, 25):
        n = np.int64(board[p])
        values[p - 1] = 15 + n
        ours[p] = max(n, 0)
        theirs[25 - p] = max(-n, 0)
        if n == 0:
            continue
        bit = 1 << p
        mirror = 1 << (25 - p)
        if n > 0:
            our_occupied |= bit
            my_occupied |= mirror
            if n > 1:
                our_made |= bit
                my_made |= mirror
            else:
                our_blots |= bit
                my_blots |= mirror
            our_pips += n * p
            our_men += n
        else:
            far_occupied |= bit
            their_occupied |= mirror
            if n < -1:
                far_made |= bit
                their_made |= mirror
            else:
                far_blots |= bit
                their_blots |= mirror
            their_pips -= n * (25 - p)
            their_men -= n
    ours[25] = our_bar
    theirs[25] = their_bar
    ours[0] = 0
    theirs[0] = 0
    us = (our_occupied, our_made, our_blots, our_bar, our_pips, our_men)
    them = (their_occupied, their_made, their_blots, their_bar, their_pips, their_men)
    _side(ours, us, (far_occupied, far_made, far_blots, their_made, their_bar), values, none + POINT_SLOTS)
    _side(theirs, them, (my_occupied, my_made, my_blots, our_made, our_bar), values, none + POINT_SLOTS + SIDE_SLOTS)
    values[LEAD_SLOT] = 30 + (our_pips - their_pips) // 4
    for s in range(SLOTS):
        value = min(max(values[s], 0), SIZE[s] - 1)
        rows[s] = 0 if value == REFERENCE[s] else FIRST[s] + value

    if values[POINT_SLOTS + 11] + values[POINT_SLOTS + SIDE_SLOTS + 11] < 25:
        return RACE
    our_back = values[POINT_SLOTS + 32]
    their_back = values[POINT_SLOTS + SIDE_SLOTS + 32]
    return 1 + 3 * min(max(our_back - 1, 0), 2) + min(max(their_back - 1, 0), 2)


@kernel
def encode_many(boards: Any, rows: Any, buckets: Any) -> None:
    """`encode` for each board."""
    sides = np.zeros((2, 26), np.int8)
    values = np.zeros(SLOTS, np.int64)
    for i in range(boards.shape[0]):
        buckets[i] = encode(boards[i], sides, values, rows[i])
