"""Looking ahead, compiled: the best reply to every roll, as many levels deep as asked.

Terms
-----
static    what tables and nets say of a board, the side on roll about to throw.
level n   the mean over the 21 rolls of what the best reply leads to, valued n - 1 levels deep. The best
          reply is the one with the best static value; level 0 is the static value itself.
keep      at most this many replies are shown to the big nets; the quick net picks them. 0 shows all.
brain     (contact net, race net, quick net, bear-off tables): see `weights.Brain`.
desk      one thread's working memory, its cache of static values included.
leaves    what a tree ends in, one row a leaf in the order of the rolls (1-1, 2-1, 2-2, 3-1 ...), so that a cube can
          be folded up it afterwards, at any score (`cube_search_kernel`): float32[21 ** level, LEAF].

Boards are the generator's 26 numbers in rows of 32 bytes, so that four words tell them apart. Values
are float32[5]: win, win gammon, win backgammon, lose gammon, lose backgammon. The cache keeps whole
boards, never hashes alone, and nets sum whole numbers: what is cached leaves no trace in a result.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import (
    MAX_PLAYS,
    scratch,
    search,
    turn_board,
)
from barpoint.engine.bearoff.bearoff_kernel import evaluate as bear_off
from barpoint.engine.bearoff.bearoff_kernel import pair_of
from barpoint.engine.cube.cube_kernel import BEAROFF_EFFICIENCY, efficiency
from barpoint.engine.nets.features_kernel import (
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
from barpoint.engine.nets.quick_kernel import quick_scores
from barpoint.jit import inline_kernel, kernel

WORDS = 4
WIDE = 8 * WORDS
MAX_LEVEL = 4
TRIAL = MAX_LEVEL + 2  # the row of `values` a reply is tried in
OUTCOMES = 21
# A leaf: its value (five), how alive a cube is in it (or, below zero, how deep in the tree the game was over), and
# the ranks of a short bear-off's two homes, -1 if it is none.
LIFE, PAIR, LEAF = 5, 6, 8
_BEARING_OFF = np.float32(BEAROFF_EFFICIENCY)
RULES = np.array([0, 15, 1, 0, 0], np.int64)  # Backgammon's, as the generator reads them

# What a desk holds.
(
    GENERATOR,
    HOPS,
    PLAYED,
    CHILDREN,
    SCORES,
    BOARDS,
    VALUES,
    TOTALS,
    ROLLS,
    ROWS,
    SUMS,
    SIDES,
    COUNTED,
    KEYS,
    CACHED,
    TALLY,
) = range(16)


def desk(slots: int, width: int) -> Any:
    """Working memory for one thread; `slots` (a power of two) static values are remembered."""
    return (
        scratch(),
        np.zeros((MAX_PLAYS, 8), np.int8),
        np.zeros(WIDE, np.int8),
        np.zeros((MAX_PLAYS, WIDE), np.int8),
        np.zeros(MAX_PLAYS, np.float32),
        np.zeros((MAX_LEVEL + 2, WIDE), np.int8),
        np.zeros((MAX_LEVEL + 3, 5), np.float32),
        np.zeros((MAX_LEVEL + 2, 5), np.float64),
        np.zeros((MAX_LEVEL + 2, 2), np.int64),
        np.zeros(SLOTS, np.int16),
        np.zeros(width, np.int16),
        np.zeros((2, 26), np.int8),
        np.zeros(SLOTS, np.int64),
        np.zeros((slots, WORDS), np.int64),
        np.zeros((slots, 5), np.float32),
        np.zeros(2, np.int64),  # static values worked out, and found in the cache
    )


@kernel
def judge(brain: Any, board: Any, work: Any, out: Any) -> None:
    """The static value of a board that is not in the cache."""
    if is_over(board, out):
        return
    _value(brain[0], brain[1], brain[3], board, work[SIDES], work[COUNTED], work[ROWS], work[SUMS], out)


@inline_kernel
def _value(
    contact: Any, race: Any, tables: Any, board: Any, sides: Any, counted: Any, rows: Any, sums: Any, out: Any
) -> None:
    """The static value of a board on which the game goes on."""
    bucket = encode(board, sides, counted, rows)
    exact = False
    if bucket == RACE:
        exact = bear_off(board, False, tables, out)
        if not exact:
            narrow = sums[: race[1].shape[0]]
            refresh(race, rows, narrow)
            head(race, bucket, narrow, out)
    else:
        refresh(contact, rows, sums)
        head(contact, bucket, sums, out)
    if not exact:
        settle(board, out)


@kernel
def judge_cells(nets: Any, cells: Any, notes: Any, out: Any) -> int:
    """The static value of one position by its cells; 1, and no value, if the position cannot be played or is over.

    What a call costs is mostly what it hands over: the nets and the notes that this needs, and nothing else.
    """
    contact, race, tables = nets
    board, sides, counted, rows, sums = notes
    ours = 0
    theirs = 0
    for place in range(1, 26):
        ours += cells[place]
        theirs += cells[26 + place]
    if ours == 0 or theirs == 0 or ours + cells[0] > 15 or theirs + cells[26] > 15:
        return 1
    for point in range(1, 25):
        facing = cells[51 - point]
        if cells[point] > 0 and facing > 0:
            return 1
        board[point] = cells[point] - facing
    board[25] = cells[25]
    board[0] = cells[51]
    _value(contact, race, tables, board, sides, counted, rows, sums, out)
    return 0


@inline_kernel
def static(brain: Any, board: Any, words: Any, work: Any, out: Any) -> None:
    """The static value of a board, given as a row of 32 bytes and the same as four words."""
    mixed = words[0] * -7046029254386353131
    mixed = (mixed ^ (mixed >> 32) ^ words[1]) * -4417276706812531889
    mixed = (mixed ^ (mixed >> 32) ^ words[2]) * -7046029254386353131
    mixed = (mixed ^ (mixed >> 29) ^ words[3]) * -4417276706812531889
    keys = work[KEYS]
    slot = (mixed ^ (mixed >> 31)) & (keys.shape[0] - 1)
    key = keys[slot]
    cached = work[CACHED][slot]
    if key[0] == words[0] and key[1] == words[1] and key[2] == words[2] and key[3] == words[3]:
        work[TALLY][1] += 1
        copy_values(cached, out)
        return
    work[TALLY][0] += 1
    judge(brain, board, work, out)
    copy_values(words, key)
    copy_values(out, cached)


@inline_kernel
def equity(value: Any) -> Any:
    """Cubeless money equity."""
    return 2.0 * value[0] - 1.0 + value[1] + value[2] - value[3] - value[4]


@inline_kernel
def _flip_value(theirs: Any, ours: Any) -> None:
    """The same value seen by the other side."""
    ours[0] = np.float32(1) - theirs[0]
    ours[1] = theirs[3]
    ours[2] = theirs[4]
    ours[3] = theirs[1]
    ours[4] = theirs[2]


@inline_kernel
def _make_play(turned: Any, hops: Any, child: Any) -> None:
    """The board after a play, opponent on roll; `turned` is the one before it as the opponent sees it."""
    copy_values(turned, child)
    for k in range(0, 8, 2):
        source = hops[k]
        if source == 0:
            break
        child[25 - source] += 1 if source < 25 else -1  # our checkers count below nothing, but on the bar
        target = hops[k + 1]
        if target > 0:
            if child[25 - target] > 0:
                child[25 - target] = -1
                child[25] += 1
            else:
                child[25 - target] -= 1


@inline_kernel
def replies(board: Any, high: int, low: int, work: Any) -> int:
    """Write the boards after each legal play, opponent on roll, into the desk's children; no play gives one."""
    hops, turned, children = work[HOPS], work[PLAYED], work[CHILDREN]
    n = search(board, RULES, high, low, 15, False, work[GENERATOR], hops)
    turn_board(board, False, turned)
    if n == 0:
        copy_values(turned, children[0])
        return 1
    for k in range(n):
        _make_play(turned, hops[k], children[k])
    return n


@inline_kernel
def _shortlist(quick: Any, children: Any, scores: Any, n: int, keep: int) -> None:
    """Bring the `keep` children that the quick net finds worst for the side then on roll to the front."""
    quick_scores(quick, children, n, scores)
    for k in range(keep):
        best = k
        for j in range(k + 1, n):
            if scores[j] < scores[best]:
                best = j
        if best != k:
            scores[best], scores[k] = scores[k], scores[best]
            for c in range(WIDE):
                children[k, c], children[best, c] = children[best, c], children[k, c]


@inline_kernel
def _best_reply(brain: Any, board: Any, high: int, low: int, keep: int, work: Any, child: Any, out: Any) -> None:
    """The reply with the best static value: its board, opponent on roll, and that value."""
    children = work[CHILDREN]
    n = replies(board, high, low, work)
    if 0 < keep < n:
        _shortlist(brain[2], children, work[SCORES], n, keep)
        n = keep
    words = children.view(np.int64)
    trial = work[VALUES][TRIAL]
    best = 4.0
    for k in range(n):
        static(brain, children[k], words[k], work, trial)
        worth = equity(trial)
        if worth < best:
            best = worth
            copy_values(children[k], child)
            copy_values(trial, out)


@inline_kernel
def collect(theirs: Any, total: Any, roll: Any) -> None:
    """Add the value of the reply to a roll, seen from the side that replied, and step to the next roll."""
    weight = 1.0 if roll[0] == roll[1] else 2.0
    total[0] += weight * (1.0 - theirs[0])
    total[1] += weight * theirs[3]
    total[2] += weight * theirs[4]
    total[3] += weight * theirs[1]
    total[4] += weight * theirs[2]
    roll[1] += 1
    if roll[1] > roll[0]:
        roll[0] += 1
        roll[1] = 1


@inline_kernel
def mean_of(total: Any, out: Any) -> None:
    """The mean over the 36 throws."""
    for c in range(5):
        out[c] = total[c] / 36.0


@kernel
def leaf(board: Any, rotated: bool, value: Any, ended: int, tables: Any, row: Any) -> None:
    """Write down a leaf; `ended` is how deep in the tree the game was over, 0 if it goes on."""
    copy_values(value, row[:LIFE])
    row[PAIR] = -1
    row[PAIR + 1] = -1
    if ended > 0:
        row[LIFE] = -ended
        return
    row[LIFE] = efficiency(board, rotated)
    if row[LIFE] <= _BEARING_OFF:
        pair_of(board, rotated, tables, row[PAIR:])


@kernel
def value(brain: Any, board: Any, level: int, keep: Any, work: Any, leaves: Any, out: Any) -> None:
    """The value of a board `level` levels deep.

    keep[0] holds for replies at the leaves, keep[1] above them ...; the last one if one level is all that is asked.
    `leaves` may have no row: then none is written down.
    """
    boards, values, totals, rolls = work[BOARDS], work[VALUES], work[TOTALS], work[ROLLS]
    boards[0, :] = 0
    for c in range(26):
        boards[0, c] = board[c]
    noted = leaves.shape[0] > 0
    if level == 0 or is_over(boards[0], out):
        static(brain, boards[0], boards.view(np.int64)[0], work, out)
        if noted:
            leaf(boards[0], False, out, level, brain[3], leaves[0])
        return
    depth = 0
    slot = 0
    rolls[0, :] = 1
    totals[0, :] = 0.0
    while True:
        if rolls[depth, 0] > 6:  # all rolls are in: hand the mean up
            mean_of(totals[depth], values[depth])
            if depth == 0:
                copy_values(values[0], out)
                return
            depth -= 1
            collect(values[depth + 1], totals[depth], rolls[depth])
            continue
        above = level - 1 - depth
        below = values[depth + 1]
        kept = keep[above] if level > 1 else keep[keep.shape[0] - 1]
        _best_reply(brain, boards[depth], rolls[depth, 0], rolls[depth, 1], kept, work, boards[depth + 1], below)
        over = is_over(boards[depth + 1], below)
        if above == 0 or over:
            if noted:
                leaf(boards[depth + 1], False, below, depth + 1 if over else 0, brain[3], leaves[slot])
                slot += OUTCOMES**above
            collect(below, totals[depth], rolls[depth])
        else:
            depth += 1
            rolls[depth, :] = 1
            totals[depth, :] = 0.0


@inline_kernel
def _sort(probs: Any, order: Any, n: int) -> None:
    """The first n of `order` by equity, best first; equal ones stay as they are."""
    for j in range(1, n):
        k = order[j]
        worth = equity(probs[k])
        at = j
        while at > 0 and equity(probs[order[at - 1]]) < worth:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k


@kernel
def rank_static(brain: Any, board: Any, high: int, low: int, work: Any, answer: Any) -> int:
    """Value every legal play of a roll statically; return how many there are, one without hops if none is legal.

    answer: (hops, boards with the opponent on roll, values for the mover, level reached, order from the best).
    """
    hops, boards, probs, reached, order = answer
    n = search(board, RULES, high, low, 15, False, work[GENERATOR], hops)
    if n == 0:
        n = 1
        hops[0, :] = 0
    words = boards.view(np.int64)
    trial = work[VALUES][TRIAL]
    turned = work[PLAYED]
    turn_board(board, False, turned)
    for k in range(n):
        _make_play(turned, hops[k], boards[k])
        static(brain, boards[k], words[k], work, trial)
        _flip_value(trial, probs[k])
        reached[k] = 0
        order[k] = k
    _sort(probs, order, n)
    return n


@kernel
def rank(brain: Any, board: Any, high: int, low: int, level: int, plan: Any, lone: bool, work: Any, answer: Any) -> int:
    """Value every legal play of a roll, the better ones deeper; return how many there are.

    plan: (within, most, share, keep). A play is looked at n levels deep if it is among the most[n] best so
    far and no more than within[n] behind; its value is share[n] of what is found and the rest of what was
    thought before. A candidate left alone is looked at no deeper unless `lone`. The answer is `rank_static`'s.
    """
    within, most, share, keep = plan
    _, boards, probs, reached, order = answer
    n = rank_static(brain, board, high, low, work, answer)
    trial = work[VALUES][TRIAL]
    theirs = np.zeros(5, np.float32)
    unnoted = np.zeros((0, LEAF), np.float32)
    kept = n
    for deeper in range(1, level + 1):
        worst = equity(probs[order[0]]) - within[deeper]
        limit = min(kept, most[deeper])
        kept = 1
        while kept < limit and equity(probs[order[kept]]) >= worst:
            kept += 1
        if kept == 1 and not lone:
            break
        for j in range(kept):
            k = order[j]
            value(brain, boards[k], deeper, keep, work, unnoted, theirs)
            _flip_value(theirs, trial)
            for c in range(5):
                probs[k, c] = share[deeper] * trial[c] + (1.0 - share[deeper]) * probs[k, c]
            reached[k] = deeper
        _sort(probs, order, kept)
    return n


@kernel
def judge_many(brain: Any, boards: Any, work: Any, out: Any) -> None:
    """Static values of many boards, past the cache."""
    for i in range(boards.shape[0]):
        judge(brain, boards[i], work, out[i])


@kernel
def note_leaves(brain: Any, boards: Any, values: Any, leaves: Any) -> None:
    """Write down boards after plays, opponent on roll, as leaves; the values are the mover's."""
    theirs = np.zeros(5, np.float32)
    lost = np.zeros(5, np.float32)
    for k in range(leaves.shape[0]):
        _flip_value(values[k], theirs)
        leaf(boards[k], False, theirs, 1 if is_over(boards[k], lost) else 0, brain[3], leaves[k])
