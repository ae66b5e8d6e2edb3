"""Cubeful values from five probabilities, compiled: money and any match score, fit for the leaves of a search.

Terms
-----
chances  float[5]: win, gammon, backgammon, lost gammon, lost backgammon (a gammon includes backgammons).
shares   float[4]: gammons and backgammons among our wins, then among our losses, each exclusive of the other.
owner    CENTRED, OURS or THEIRS.
x        the cube's efficiency: the value is (1 - x) dead + x live.
win/lose MWC after winning or losing n points (`match_equity.payoffs`); n beyond the end is the end.
live     a cube that is always turned at the perfect moment. Its value is linear in our chance to win between the
         cash points of the two sides, and on from there to the average win and loss.

Cash points at a match score are found from the largest cube downwards: where a double kills the cube the point is
the dead cube's, with a taker's free redouble if the doubler needs no more; below, the taker's own next cash point is
where the line begins (the generalised Janowski model).
"""

from typing import Any

import numpy as np

from barpoint.jit import inline_kernel, kernel

CENTRED, OURS, THEIRS = 0, 1, -1
CONTACT_EFFICIENCY = 0.68
BEAROFF_EFFICIENCY = 0.6
SCORE_EFFICIENCY = 0.58  # contact at a match score while the cube shows 1 or 2, fitted to `bench.cube_windows`

CUBES = 8  # cubes that a match of 64 points can see from 1 upwards
_TINY = 1e-7


@kernel
def efficiency(board: Any, rotated: bool) -> float:
    """How alive the cube is (`cube_actions.cube_efficiency`), the side on roll seeing the board."""
    pips = 25 * int(board[25])
    ours = 25 if board[25] > 0 else 0  # the rearmost checker of either side, in its own points
    theirs = 25 if board[0] > 0 else 0
    for p in range(1, 25):
        n = int(board[p])
        if n > 0:
            ours = max(ours, p)
            pips += n * p
        elif n < 0:
            across = (p - 12 if p > 12 else p + 12) if rotated else 25 - p
            theirs = max(theirs, across)
    if (max(ours, theirs) > 12) if rotated else (ours + theirs > 25):
        return CONTACT_EFFICIENCY
    if ours <= 6 and theirs <= 6:
        return BEAROFF_EFFICIENCY
    return min(max(0.55 + 0.00125 * pips, 0.6), 0.7)


@inline_kernel
def life_at_score(x: float, cube: int) -> float:
    """How alive a cube is in a match where an efficiency of `x` would do for money."""
    return SCORE_EFFICIENCY if cube <= 2 and abs(x - CONTACT_EFFICIENCY) < 1e-5 else x


@inline_kernel
def _points(table: Any, n: int) -> Any:
    return table[min(n, len(table) - 1)]


@kernel
def shares_of(chances: Any) -> Any:
    """The shares of gammons and backgammons among wins and losses."""
    shares = np.zeros(4)
    win = chances[0]
    lose = 1.0 - win
    if win > _TINY:
        shares[0] = (chances[1] - chances[2]) / win
        shares[1] = chances[2] / win
    if lose > _TINY:
        shares[2] = (chances[3] - chances[4]) / lose
        shares[3] = chances[4] / lose
    return shares


@kernel
def cubeless_money(chances: Any) -> Any:
    """Cubeless money equity."""
    return 2.0 * chances[0] - 1.0 + chances[1] + chances[2] - chances[3] - chances[4]


@inline_kernel
def _line(p: float, low: float, at_low: float, high: float, at_high: float) -> float:
    """The value at p of the line through (low, at_low) and (high, at_high)."""
    if high - low < _TINY:
        return at_high
    return at_low + (at_high - at_low) * (p - low) / (high - low)


@inline_kernel
def _live(
    p: float, owner: int, ours: float, theirs: float, best: float, cash: float, lost: float, worst: float
) -> float:
    """Live value: `ours` our cash point, `theirs` our chance at their cash point, four values at the corners."""
    if owner != THEIRS and p >= ours:
        return _line(p, ours, cash, 1.0, best)
    if owner != OURS and p <= theirs:
        return _line(p, 0.0, worst, theirs, lost)
    low = 0.0 if owner == OURS else theirs
    high = 1.0 if owner == THEIRS else ours
    return _line(p, low, worst if owner == OURS else lost, high, best if owner == THEIRS else cash)


@kernel
def cubeful_money(chances: Any, x: float, owner: int, jacoby: bool) -> Any:
    """Cubeful money equity per unit of the cube, before a cube action is considered."""
    p = chances[0]
    won = 1.0 + (chances[1] + chances[2]) / p if p > _TINY else 1.0
    lost = 1.0 + (chances[3] + chances[4]) / (1.0 - p) if p < 1.0 - _TINY else 1.0
    cash = (lost + 1.0) / (won + lost + 0.5)
    take = (lost - 0.5) / (won + lost + 0.5)
    dead = cubeless_money(chances)
    if jacoby and owner == CENTRED:
        dead = 2.0 * p - 1.0
        won = 1.0
        lost = 1.0
    return (1.0 - x) * dead + x * _live(p, owner, cash, take, won, 1.0, -1.0, -lost)


@inline_kernel
def _average(table: Any, points: int, gammons: float, backgammons: float) -> Any:
    """MWC after `points` times one, two or three."""
    return (
        (1.0 - gammons - backgammons) * _points(table, points)
        + gammons * _points(table, 2 * points)
        + backgammons * _points(table, 3 * points)
    )


@kernel
def _cash_points(cube: int, most: int, ours: int, theirs: int, win: Any, lose: Any, shares: Any, out: Any) -> None:
    """out[k]: our live and dead cash point for doubling from cube * 2 ** k, then theirs (in their own chance to win).

    From the largest cube that can still be turned downwards to `cube` itself; k goes up to `most` at least.
    """
    last = cube
    k = 0
    while k < most or (ours >= 2 * last and theirs >= 2 * last):
        last *= 2
        k += 1
    while last >= cube:
        stake = 2 * last
        dead_end = ours < stake or theirs < stake
        # A taker whose opponent needs no more than the stake redoubles at once: it costs nothing.
        ours_free = 2 * stake if ours <= stake < theirs else stake
        theirs_free = 2 * stake if theirs <= stake < ours else stake
        for side in range(2):
            mine = side == 0
            free = ours_free if mine else theirs_free
            if mine:
                cash = _points(win, last)
                won = _average(win, free, shares[0], shares[1])
                lost = _average(lose, free, shares[2], shares[3])
                won_plain = _average(win, stake, shares[0], shares[1])
                dropped = _points(lose, stake)
            else:
                cash = 1.0 - _points(lose, last)
                won = 1.0 - _average(lose, free, shares[2], shares[3])
                lost = 1.0 - _average(win, free, shares[0], shares[1])
                won_plain = 1.0 - _average(lose, stake, shares[2], shares[3])
                dropped = 1.0 - _points(win, stake)
            dead = 1.0
            if won - lost > _TINY:
                dead = (cash - lost) / (won - lost)
            live = dead
            if not dead_end and won_plain - dropped > _TINY:
                opponents = out[k + 1, 2 if mine else 0]
                live = 1.0 - opponents * (won_plain - cash) / (won_plain - dropped)
            out[k, 2 * side] = live
            out[k, 2 * side + 1] = dead
        last //= 2
        k -= 1


@inline_kernel
def _blend(p: float, x: float, cube: int, owner: int, win: Any, lose: Any, shares: Any, cash: Any) -> Any:
    """Cubeful MWC of one cube and owner, given its cash points."""
    best = _average(win, cube, shares[0], shares[1])
    worst = _average(lose, cube, shares[2], shares[3])
    dead = p * best + (1.0 - p) * worst
    live = _live(p, owner, cash[0], 1.0 - cash[2], best, _points(win, cube), _points(lose, cube), worst)
    return (1.0 - x) * dead + x * live


@kernel
def cubeful_match(
    chances: Any, x: float, cube: int, owner: int, ours: int, theirs: int, cube_in_play: bool, win: Any, lose: Any
) -> Any:
    """Cubeful MWC at a score, before a cube action is considered. `cube_in_play` is False in the Crawford game."""
    shares = shares_of(chances)
    cash = np.zeros((CUBES, 4))
    if not cube_in_play or (ours <= cube and theirs <= cube):
        x = 0.0
    else:
        _cash_points(cube, 0, ours, theirs, win, lose, shares, cash)
    return _blend(chances[0], x, cube, owner, win, lose, shares, cash[0])


@inline_kernel
def cubeful_columns(
    chances: Any, x: float, cube: int, ours: int, theirs: int, most: int, win: Any, lose: Any, cash: Any, out: Any
) -> None:
    """Cubeful MWC before an action, of several cubes at once; an efficiency of nothing is a cube out of play.

    `x` is the efficiency for money (`life_at_score`).

    out[0]: the cube centred; out[1 + 2k] and out[2 + 2k]: cube * 2 ** k with us and with them, k up to `most`. `cash`
    is room for cash points.
    """
    shares = shares_of(chances)
    if x > 0:
        _cash_points(cube, most, ours, theirs, win, lose, shares, cash)
    alive = 0.0 if ours <= cube and theirs <= cube else life_at_score(x, cube)
    out[0] = _blend(chances[0], alive, cube, CENTRED, win, lose, shares, cash[0])
    for k in range(most + 1):
        shown = cube << k
        alive = 0.0 if ours <= shown and theirs <= shown else life_at_score(x, shown)
        out[1 + 2 * k] = _blend(chances[0], alive, shown, OURS, win, lose, shares, cash[k])
        out[2 + 2 * k] = _blend(chances[0], alive, shown, THEIRS, win, lose, shares, cash[k])


@kernel
def decide_money(chances: Any, x: float, owner: int, jacoby: bool) -> Any:
    """(no double, double and take, double and pass) in units of the present cube."""
    return cubeful_money(chances, x, owner, jacoby), 2.0 * cubeful_money(chances, x, THEIRS, jacoby), 1.0


@kernel
def decide_match(
    chances: Any, x: float, cube: int, owner: int, ours: int, theirs: int, cube_in_play: bool, win: Any, lose: Any
) -> Any:
    """The same as MWC."""
    no_double = cubeful_match(chances, x, cube, owner, ours, theirs, cube_in_play, win, lose)
    take = cubeful_match(chances, x, 2 * cube, THEIRS, ours, theirs, cube_in_play, win, lose)
    return no_double, take, _points(win, cube)


@kernel
def match_window(cube: int, ours: int, theirs: int, win: Any, lose: Any, shares: Any) -> Any:
    """(opens, closes with a dead cube, closes with a live cube) in our chance to win."""
    stake = 2 * cube
    if ours <= stake < theirs:
        stake *= 2
    gain = _average(win, 2 * cube, shares[0], shares[1]) - _average(win, cube, shares[0], shares[1])
    risk = _average(lose, cube, shares[2], shares[3]) - _average(lose, stake, shares[2], shares[3])
    cash = np.zeros((CUBES, 4))
    _cash_points(cube, 0, ours, theirs, win, lose, shares, cash)
    opens = risk / (risk + gain) if risk + gain > _TINY else 1.0
    return opens, cash[0, 1], cash[0, 0]


@kernel
def money_window(shares: Any) -> Any:
    """The same for money."""
    won = 1.0 + shares[0] + 2.0 * shares[1]
    lost = 1.0 + shares[2] + 2.0 * shares[3]
    return lost / (won + lost), (lost + 0.5) / (won + lost), (lost + 1.0) / (won + lost + 0.5)
