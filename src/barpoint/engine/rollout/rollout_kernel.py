"""One rolled-out game, compiled: played to its end or cut off, its luck taken out, the cube turned on the way.

Terms
-----
root      the side on roll in the position rolled out; everything is written from its side.
luck      what a roll was worth beyond the mean of the 21 rolls, each followed by its best reply, by static
          value. Luck has mean zero, so a result without it has the same mean and far less spread.
worth     what a value means for the side on roll under the stakes: cubeless equity, cubeful money points or
          the chance to win the match.
stakes    int64[9], see the indices below; payoffs float64[2, 2, n]: for the root, then for the other side, MWC
          after winning and after losing n points.
hold      int64[3]: the cube's value, its owner as the side on roll sees it, that side (0 the root, 1 the other).
block     36 games: within it every throw comes once as the first roll, once as the second and so on (a Latin
          square), so that 36 blocks hold each pair of first rolls once.

A game's dice depend on the seed and its number alone: who plays which games, in which order, on which thread, leaves no
trace. Plays are by static value, or by search if asked.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import MAX_PLAYS, turn_board
from barpoint.engine.bearoff.bearoff_kernel import evaluate as bear_off
from barpoint.engine.bearoff.bearoff_kernel import home_of, rank_home
from barpoint.engine.cube.cube_kernel import (
    CENTRED,
    OURS,
    THEIRS,
    cubeful_match,
    cubeful_money,
    decide_match,
    decide_money,
    efficiency,
)
from barpoint.engine.nets.net_kernel import is_over
from barpoint.engine.nets.quick_kernel import quick_base, quick_from
from barpoint.engine.search.search_kernel import (
    CHILDREN,
    ROLLS,
    SCORES,
    TRIAL,
    VALUES,
    WIDE,
    equity,
    rank,
    replies,
    static,
)
from barpoint.jit import inline_kernel, kernel

BLOCK = 36
OUTCOMES = 21
COLUMNS = 6  # of a result: the five probabilities and the worth, for the root

# stakes[]
KIND, CUBE, OWNER, OUR_AWAY, THEIR_AWAY, CUBE_IN_PLAY, JACOBY, MAY_DOUBLE_AT_ONCE, ROTATED = range(9)
CUBELESS, MONEY, MATCH = 0, 1, 2
# limits[]: plies to play (0: all), whether bear-off tables end a game, whether luck is taken out, whether throws are
# stratified, levels that plays look ahead, replies shown to the big nets where luck is measured (0: all)
PLIES, TO_BEAROFF, REDUCED, STRATIFIED, LEVEL, KEEP = range(6)
LONGEST = 4000  # plies; no game comes near it
# hold[]
VALUE, HOLDER, SIDE = range(3)


@kernel
def bench() -> Any:
    """What one thread needs beside its desk: a reply to each of the 21 rolls, and room for ranked plays."""
    return (
        np.zeros((OUTCOMES, WIDE), np.int8),
        np.zeros((OUTCOMES, 5), np.float32),
        np.zeros(OUTCOMES),
        np.zeros(5),
        np.zeros(BLOCK, np.int64),
        np.zeros((2, WIDE), np.int8),
        np.zeros(3, np.int64),
        (
            np.zeros((MAX_PLAYS, 8), np.int8),
            np.zeros((MAX_PLAYS, WIDE), np.int8),
            np.zeros((MAX_PLAYS, 5), np.float32),
            np.zeros(MAX_PLAYS, np.int64),
            np.zeros(MAX_PLAYS, np.int64),
        ),
    )


# bench[]
_REPLY, _VALUE, _WORTH, _MEAN, _ORDER, _BOARD, _HOLD, _ANSWER = range(8)


@inline_kernel
def _mix(x: int) -> int:
    """A word whose every bit depends on every bit of x (the finaliser of SplitMix64)."""
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@kernel
def shuffle(seed: int, block: int, ply: int, order: Any) -> None:
    """The 36 throws in the order of this seed, block and ply."""
    state = _mix(_mix(_mix(seed) + block) + ply)
    for k in range(BLOCK):
        order[k] = k
    for k in range(BLOCK - 1, 0, -1):
        state += -7046029254386353131
        other = (_mix(state) & 0x7FFFFFFFFFFFFFFF) % (k + 1)
        order[k], order[other] = order[other], order[k]


@kernel
def throw(seed: int, game: int, ply: int, stratified: bool, order: Any) -> int:
    """Which of the 36 throws comes at this ply of this game."""
    if not stratified:
        return int((_mix(_mix(_mix(seed) + game) - 1 - ply) & 0x7FFFFFFFFFFFFFFF) % BLOCK)
    block = game // BLOCK
    place = game % BLOCK
    if ply == 0:
        return place
    if ply == 1:
        shuffle(seed, -1, 1, order)
        return int(order[(place + block) % BLOCK])
    shuffle(seed, block, ply, order)
    return int(order[place])


@kernel
def worth(value: Any, board: Any, cube: int, owner: int, side: int, stakes: Any, payoffs: Any) -> float:
    """What a value is worth to the side on roll (0 the root, 1 the other), the cube seen by it."""
    if stakes[KIND] == CUBELESS:
        return float(equity(value))
    x = efficiency(board, stakes[ROTATED] != 0)
    if stakes[KIND] == MONEY:
        return float(cube * cubeful_money(value, x, owner, stakes[JACOBY] != 0))
    ours = stakes[OUR_AWAY] if side == 0 else stakes[THEIR_AWAY]
    theirs = stakes[THEIR_AWAY] if side == 0 else stakes[OUR_AWAY]
    in_play = stakes[CUBE_IN_PLAY] != 0
    return float(cubeful_match(value, x, cube, owner, ours, theirs, in_play, payoffs[side, 0], payoffs[side, 1]))


@inline_kernel
def opposite(amount: float, stakes: Any) -> float:
    """The same worth seen by the other side."""
    return 1.0 - amount if stakes[KIND] == MATCH else -amount


@kernel
def _reply(brain: Any, board: Any, dice: Any, shown: Any, game: Any, work: Any, child: Any, out: Any) -> float:
    """The best reply by static worth: its board with the other side on roll, its value there; its worth to us.

    shown: how many replies the big nets see (0: all), and the quick net's first layer of the board as the other
    side sees it, with that board: the replies are near it.
    """
    hold, stakes, payoffs = game
    keep, passed, base = shown
    children, scores = work[CHILDREN], work[SCORES]
    n = replies(board, dice[0], dice[1], work)
    picks = 0 < keep < n
    if picks:
        quick_from(brain[2], passed, base, children, n, scores)
    words = children.view(np.int64)
    trial = work[VALUES][TRIAL]
    best = 1e9
    for turn in range(keep if picks else n):
        k = turn
        if picks:
            k = 0
            for other in range(1, n):
                k = other if scores[other] < scores[k] else k
            scores[k] = np.float32(1e9)
        static(brain, children[k], words[k], work, trial)
        theirs = worth(trial, children[k], hold[VALUE], -hold[HOLDER], 1 - hold[SIDE], stakes, payoffs)
        if theirs < best:
            best = theirs
            child[:] = children[k]
            out[:] = trial
    return opposite(best, stakes)


@inline_kernel
def _all_replies(brain: Any, board: Any, keep: int, game: Any, work: Any, room: Any) -> float:
    """Fill the bench with the best reply to every roll; the mean value goes to its mean, the mean worth is returned."""
    mean = room[_MEAN]
    mean[:] = 0.0
    total = 0.0
    passed = np.zeros(WIDE, np.int8)
    base = np.empty(brain[2][1].shape[0], np.int16)
    turn_board(board, False, passed)
    quick_base(brain[2], passed, base)
    shown = (keep, passed, base)
    dice = work[ROLLS][0]
    for k in range(OUTCOMES):
        dice[0] = 1 if k == 0 else dice[0]
        dice[1] = 1 if k == 0 else dice[1] + 1
        if dice[1] > dice[0]:
            dice[0] += 1
            dice[1] = 1
        weight = 1.0 if dice[0] == dice[1] else 2.0
        value = room[_VALUE][k]
        room[_WORTH][k] = _reply(brain, board, dice, shown, game, work, room[_REPLY][k], value)
        total += weight * room[_WORTH][k]
        mean[0] += weight * (1.0 - value[0])
        mean[1] += weight * value[3]
        mean[2] += weight * value[4]
        mean[3] += weight * value[1]
        mean[4] += weight * value[2]
    for c in range(5):
        mean[c] /= 36.0
    return total / 36.0


@inline_kernel
def add_value(sign: float, value: Any, side: int, out: Any) -> None:
    """Add a value of the side on roll to the root's column."""
    if side == 0:
        for c in range(5):
            out[c] += sign * value[c]
    else:
        out[0] += sign * (1.0 - value[0])
        out[1] += sign * value[3]
        out[2] += sign * value[4]
        out[3] += sign * value[1]
        out[4] += sign * value[2]


@kernel
def cube_action(value: Any, board: Any, game: Any) -> int:
    """0: no double; 1: double and take; 2: double and pass. For the side on roll, by its value."""
    hold, stakes, payoffs = game
    if hold[HOLDER] == THEIRS or stakes[KIND] == CUBELESS:
        return 0
    x = efficiency(board, stakes[ROTATED] != 0)
    if stakes[KIND] == MONEY:
        no_double, take, cash = decide_money(value, x, hold[HOLDER], stakes[JACOBY] != 0)
    else:
        side = hold[SIDE]
        ours = stakes[OUR_AWAY] if side == 0 else stakes[THEIR_AWAY]
        theirs = stakes[THEIR_AWAY] if side == 0 else stakes[OUR_AWAY]
        in_play = stakes[CUBE_IN_PLAY] != 0
        if not in_play or ours <= hold[VALUE]:
            return 0
        no_double, take, cash = decide_match(
            value, x, hold[VALUE], hold[HOLDER], ours, theirs, in_play, payoffs[side, 0], payoffs[side, 1]
        )
    if min(take, cash) <= no_double:
        return 0
    return 1 if take < cash else 2


@inline_kernel
def cash(game: Any) -> float:
    """What the side on roll has when its double is passed."""
    hold, stakes, payoffs = game
    if stakes[KIND] == MONEY:
        return float(hold[VALUE])
    row = payoffs[hold[SIDE], 0]
    return float(row[min(hold[VALUE], row.shape[0] - 1)])


@kernel
def _bearoff_points(board: Any, cube: int, owner: int, tables: Any) -> float:
    """Exact money points of a short bear-off under best cube action, for the side on roll; 9e9 if it is not one."""
    pairs, most, count = tables[2], tables[3], tables[4]
    home = np.zeros((2, 6), np.int8)
    us = home_of(board, True, False, home[0])
    them = home_of(board, False, False, home[1])
    if us < 1 or them < 1 or us > most or them > most:
        return 9e9
    column = 3 if owner == CENTRED else 1 if owner == OURS else 2
    return float(cube * pairs[rank_home(home[0], most, count), rank_home(home[1], most, count), column])


@inline_kernel
def _search_play(brain: Any, board: Any, dice: Any, level: int, plan: Any, game: Any, work: Any, room: Any) -> int:
    """Which of the bench's ranked plays to make: of those looked at deepest the one of best worth."""
    hold, stakes, payoffs = game
    answer = room[_ANSWER]
    n = rank(brain, board, dice[0], dice[1], level, plan, level < 0, work, answer)
    _, boards, probs, reached, order = answer
    best = order[0]
    most = -1e9
    turned = room[_VALUE][0]  # its reply has been used by now
    for k in range(min(n, 8)):
        at = order[k]
        if reached[at] < reached[order[0]]:
            break
        turned[0] = np.float32(1) - probs[at, 0]
        turned[1], turned[2], turned[3], turned[4] = probs[at, 3], probs[at, 4], probs[at, 1], probs[at, 2]
        theirs = worth(turned, boards[at], hold[VALUE], -hold[HOLDER], 1 - hold[SIDE], stakes, payoffs)
        ours = opposite(theirs, stakes)
        if ours > most:
            most = ours
            best = at
    return int(best)


@inline_kernel
def worth_at_end(value: Any, board: Any, game: Any) -> float:
    """The root's worth of the position a game is left in: of a finished one, or of one cut off before a cube action."""
    hold, stakes, payoffs = game
    action = cube_action(value, board, game)
    amount = cash(game)
    if action != 2:
        cube = hold[VALUE] if action == 0 else 2 * hold[VALUE]
        owner: Any = hold[HOLDER] if action == 0 else np.int64(THEIRS)
        amount = worth(value, board, cube, owner, hold[SIDE], stakes, payoffs)
    return amount if hold[SIDE] == 0 else opposite(amount, stakes)


@kernel
def play_games(
    brain: Any,
    start: Any,
    stakes: Any,
    payoffs: Any,
    limits: Any,
    plan: Any,
    seed: int,
    first: int,
    work: Any,
    room: Any,
    out: Any,
) -> None:
    """Play games `first`, `first` + 1 ...; the result of each for the root, without luck, is a row of `out`."""
    board = room[_BOARD][0]
    child = room[_BOARD][1]
    words = room[_BOARD].view(np.int64)
    hold = room[_HOLD]
    game = (hold, stakes, payoffs)
    value = np.zeros(5, np.float32)
    dice = np.zeros(2, np.int64)
    unseen = np.zeros(0, np.int16)
    for number in range(out.shape[0]):
        result = out[number]
        result[:] = 0.0
        board[:] = 0
        for c in range(26):
            board[c] = start[c]
        hold[VALUE] = stakes[CUBE]
        hold[HOLDER] = stakes[OWNER]
        hold[SIDE] = 0
        cashed = False
        for ply in range(LONGEST):
            if is_over(board, value):
                break
            if ply > 0 and limits[TO_BEAROFF] != 0 and stakes[KIND] == CUBELESS:
                if bear_off(board, False, brain[3], value):
                    break
            if limits[PLIES] > 0 and ply >= limits[PLIES]:
                break
            asks = stakes[KIND] != CUBELESS and hold[HOLDER] != THEIRS
            asks = asks and (ply > 0 or stakes[MAY_DOUBLE_AT_ONCE] != 0)
            looks = limits[REDUCED] != 0 or asks
            mean = 0.0
            while looks:
                mean = _all_replies(brain, board, limits[KEEP], game, work, room)
                action = cube_action(room[_MEAN], board, game) if asks else 0
                if action == 1:  # doubled and taken: the replies are worth something else now
                    hold[VALUE] *= 2
                    hold[HOLDER] = THEIRS
                    asks = False
                    continue
                cashed = action == 2
                break
            if cashed:
                break
            thrown = throw(seed, first + number, ply, limits[STRATIFIED] != 0, room[_ORDER])
            dice[0] = max(thrown // 6, thrown % 6) + 1
            dice[1] = min(thrown // 6, thrown % 6) + 1
            k = dice[0] * (dice[0] - 1) // 2 + dice[1] - 1
            if limits[REDUCED] != 0:
                # The reply's value is the other side's; what it has beyond the mean was luck.
                add_value(-1.0, room[_VALUE][k], 1 - hold[SIDE], result)
                add_value(1.0, room[_MEAN], hold[SIDE], result)
                lucky = room[_WORTH][k] - mean
                result[5] -= lucky if hold[SIDE] == 0 else -lucky
            if limits[LEVEL] > 0:
                at = _search_play(brain, board, dice, limits[LEVEL], plan, game, work, room)
                child[:] = room[_ANSWER][1][at]
                static(brain, child, words[1], work, value)
            elif looks and limits[KEEP] == 0:
                child[:] = room[_REPLY][k]
                value[:] = room[_VALUE][k]
            else:  # luck may be measured with a few replies, a play is the best of all
                every: Any = np.int64(0)
                _reply(brain, board, dice, (every, child, unseen), game, work, child, value)
            board[:] = child
            hold[HOLDER] = -hold[HOLDER]
            hold[SIDE] = 1 - hold[SIDE]
            if stakes[KIND] == MONEY and limits[TO_BEAROFF] != 0 and not is_over(board, value):
                exact = _bearoff_points(board, hold[VALUE], hold[HOLDER], brain[3])
                if exact < 1e9:
                    hold[VALUE] = 0  # nothing more to come: the exact points go in here
                    result[5] += exact if hold[SIDE] == 0 else -exact
                    break
        if cashed:
            add_value(1.0, room[_MEAN], hold[SIDE], result)
            points = cash(game)
            result[5] += points if hold[SIDE] == 0 else opposite(points, stakes)
        else:
            add_value(1.0, value, hold[SIDE], result)
            if hold[VALUE] > 0:
                result[5] += worth_at_end(value, board, game)
