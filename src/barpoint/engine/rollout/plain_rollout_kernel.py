"""Rolled-out games of Longgammon and Sprintgammon, compiled: as `rollout_kernel`, with those games' values and plays.

A brain is (whether it is Sprintgammon, Longgammon's net, bear-off tables, the discipline's rules as the generator reads
them, Sprintgammon's values); every reply is shown to the net or looked up, and plays are by static worth.
"""

from typing import Any

import numpy as np

from barpoint.board.kernels import apply_hops, first_turn_cap, search, turn_board
from barpoint.engine.cube.cube_kernel import THEIRS
from barpoint.engine.longgammon.long_kernel import CHILDREN, GENERATOR, HOPS, PLAYED, VALUES
from barpoint.engine.longgammon.long_kernel import judge as judge_long
from barpoint.engine.rollout.rollout_kernel import (
    BLOCK,
    CUBE,
    CUBELESS,
    HOLDER,
    KIND,
    LONGEST,
    MAY_DOUBLE_AT_ONCE,
    OUTCOMES,
    OWNER,
    PLIES,
    REDUCED,
    SIDE,
    STRATIFIED,
    VALUE,
    add_value,
    cash,
    cube_action,
    opposite,
    throw,
    worth,
    worth_at_end,
)
from barpoint.engine.sprintgammon.sprint_value_kernel import value_of as judge_sprint
from barpoint.jit import inline_kernel, kernel

_IS_SPRINT, _NET, _TABLES, _RULES, _SPRINT = range(5)
_BOARD, _REPLY, _VALUE, _WORTH, _MEAN, _ORDER, _HOLD = range(7)


def room() -> Any:
    """What one thread needs beside a desk of Longgammon: the board, and a reply to each of the 21 rolls."""
    return (
        np.zeros(26, np.int8),
        np.zeros((OUTCOMES, 26), np.int8),
        np.zeros((OUTCOMES, 5), np.float32),
        np.zeros(OUTCOMES),
        np.zeros(5),
        np.zeros(BLOCK, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def ended(board: Any, checkers: int, rotated: bool, out: Any) -> bool:
    """Whether the opponent has borne off its last checker; then what that is worth."""
    if board[0] > 0:
        return False
    for point in range(1, 25):
        if board[point] < 0:
            return False
    men = int(board[25])
    far = int(board[25])
    for point in range(1, 25):
        men += board[point]
        far += board[point] if point > 18 else 0
    for c in range(5):
        out[c] = 0
    if men == checkers:
        out[3] = 1
        out[4] = 1 if far > 0 and not rotated else 0
    return True


@kernel
def _judge(brain: Any, board: Any, work: Any, out: Any) -> None:
    """The static value of a board for the side about to throw."""
    rules = brain[_RULES]
    if ended(board, rules[1], rules[0] == 1, out):
        return
    if brain[_IS_SPRINT]:
        judge_sprint(brain[_SPRINT], board, out)
    else:
        judge_long(brain[_NET], brain[_TABLES], board, work, out)


@kernel
def _reply(brain: Any, board: Any, high: int, low: int, game: Any, work: Any, child: Any, out: Any) -> float:
    """The best reply by static worth: its board with the other side on roll, its value there; its worth to us."""
    hold, stakes, payoffs = game
    rules, hops, played, boards = brain[_RULES], work[HOPS], work[PLAYED], work[CHILDREN]
    rotated = rules[0] == 1
    n = search(board, rules, high, low, first_turn_cap(board, rules, high, low), False, work[GENERATOR], hops)
    if n == 0:
        turn_board(board, rotated, boards[0])
    for k in range(n):
        apply_hops(board, hops[k], played)
        turn_board(played, rotated, boards[k])
    trial = work[VALUES][0]
    best = 1e9
    for k in range(max(n, 1)):
        _judge(brain, boards[k], work, trial)
        theirs = worth(trial, boards[k], hold[VALUE], -hold[HOLDER], 1 - hold[SIDE], stakes, payoffs)
        if theirs < best:
            best = theirs
            child[:] = boards[k]
            out[:] = trial
    return opposite(best, stakes)


@inline_kernel
def _all_replies(brain: Any, board: Any, game: Any, work: Any, space: Any) -> float:
    """The best reply to every roll; the mean value goes to the room's mean, the mean worth is returned."""
    mean = space[_MEAN]
    mean[:] = 0.0
    total = 0.0
    k = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = 1.0 if high == low else 2.0
            value = space[_VALUE][k]
            space[_WORTH][k] = _reply(brain, board, high, low, game, work, space[_REPLY][k], value)
            total += weight * space[_WORTH][k]
            add_value(weight, value, 1, mean)
            k += 1
    for c in range(5):
        mean[c] /= 36.0
    return total / 36.0


@kernel
def play_plain_games(
    brain: Any,
    start: Any,
    stakes: Any,
    payoffs: Any,
    limits: Any,
    seed: int,
    first: int,
    work: Any,
    space: Any,
    out: Any,
) -> None:
    """Play games `first`, `first` + 1 ...; the result of each for the root, without luck, is a row of `out`."""
    board = space[_BOARD]
    hold = space[_HOLD]
    game = (hold, stakes, payoffs)
    rules = brain[_RULES]
    value = np.zeros(5, np.float32)
    for number in range(out.shape[0]):
        result = out[number]
        result[:] = 0.0
        board[:] = start
        hold[VALUE] = stakes[CUBE]
        hold[HOLDER] = stakes[OWNER]
        hold[SIDE] = 0
        cashed = False
        for ply in range(LONGEST):
            if ended(board, rules[1], rules[0] == 1, value):
                break
            if limits[PLIES] > 0 and ply >= limits[PLIES]:
                break
            asks = stakes[KIND] != CUBELESS and hold[HOLDER] != THEIRS
            asks = asks and (ply > 0 or stakes[MAY_DOUBLE_AT_ONCE] != 0)
            looks = limits[REDUCED] != 0 or asks
            mean = 0.0
            while looks:
                mean = _all_replies(brain, board, game, work, space)
                action = cube_action(space[_MEAN], board, game) if asks else 0
                if action == 1:  # doubled and taken: the replies are worth something else now
                    hold[VALUE] *= 2
                    hold[HOLDER] = THEIRS
                    asks = False
                    continue
                cashed = action == 2
                break
            if cashed:
                break
            thrown = throw(seed, first + number, ply, limits[STRATIFIED] != 0, space[_ORDER])
            high = max(thrown // 6, thrown % 6) + 1
            low = min(thrown // 6, thrown % 6) + 1
            k = high * (high - 1) // 2 + low - 1
            if not looks:
                _reply(brain, board, high, low, game, work, space[_REPLY][k], space[_VALUE][k])
            if limits[REDUCED] != 0:
                # The reply's value is the other side's; what it has beyond the mean was luck.
                add_value(-1.0, space[_VALUE][k], 1 - hold[SIDE], result)
                add_value(1.0, space[_MEAN], hold[SIDE], result)
                lucky = space[_WORTH][k] - mean
                result[5] -= lucky if hold[SIDE] == 0 else -lucky
            board[:] = space[_REPLY][k]
            value[:] = space[_VALUE][k]
            hold[HOLDER] = -hold[HOLDER]
            hold[SIDE] = 1 - hold[SIDE]
        if cashed:
            add_value(1.0, space[_MEAN], hold[SIDE], result)
            points = cash(game)
            result[5] += points if hold[SIDE] == 0 else opposite(points, stakes)
        else:
            add_value(1.0, value, hold[SIDE], result)
            result[5] += worth_at_end(value, board, game)
