"""Turns a side needs when the sides no longer meet: closed forms, and one small search.

Without contact nothing is blocked or hit and Longgammon's head and blocks play no part, so each
side plays alone and every discipline is the same solitaire. Only numbers of turns decide.

cells    one side's 26 counts in its own points (`Position.us`): [0] off, [1..24] points.
escape   what keeps a side from losing at a level, or worse: SINGLE is escaped by bearing off
         everything (and so winning), GAMMON by bearing off one checker, BACKGAMMON by leaving the
         winner's home board (own points 19-24). Nought turns if it is done already.

`turns_at_worst`  every roll is 2-1, played as well as can be. Two bounds hold for any 2-1 turn: it
    moves three pips, and each of its two hops takes at most one off C, the sum of ceil(point / 2).
    With all checkers home both are met: play the 1 from an odd point and the 2 from any other than
    an ace while there is one (if no point is odd, pips alone decide). Before that a 1 cannot take an
    ace off, and a 1 from an even point takes nothing off C: it is lost. How many must be lost?
    Let X twos bring everyone home by twos alone. A checker's 1s are good and lost in turn, good first
    from an odd point, so with L lost there are at most odd_away + odd_inside + 2 L of them, and at
    most one two more than that. A good 1 of an odd checker outside saves a two, a lost and a good 1
    together save one: X - odd_away - L twos must do. Hence 3 L >= X - 2 odd_away - odd_inside - 1.
    No other roll is worse than 2-1: whatever is rolled, some play brings this number down by one.
    So it is also the number of turns that suffices whatever is rolled.
`turns_at_best`   every roll is 6-6: each hop takes at most one off the sum of ceil(point / 6), the
    hops needed, and a 6 always can; a roll has at most four hops. No roll does more.
`turns_at_most`   the slowest any rolls and any legal plays, however poor, can make it.

The tests check each of these as a recursion over legal plays (its value is one more than the best
child's), which proves them for whatever positions are drawn, and against plain search.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from barpoint.board.dice import ROLLS, Roll
from barpoint.board.disciplines import (
    HOME,
    OFF,
    POINTS,
)
from barpoint.board.movegen import legal_plays
from barpoint.board.outcome import Level
from barpoint.board.position import Position

_AWAY: Final = range(7, 25)
_WINNERS_HOME: Final = range(19, 25)


def turns_at_worst(cells: Sequence[int]) -> int:
    """The fewest turns in which 2-1 every time bears off everything; enough for any other rolls."""
    pips = sum(point * cells[point] for point in POINTS)
    halves = sum((point + 1) // 2 * cells[point] for point in POINTS)
    twos_home = sum((point - 5) // 2 * cells[point] for point in _AWAY)
    odd_away = sum(cells[point] for point in _AWAY if point % 2)
    lost_ones = max(0, _ceil(twos_home - 2 * odd_away - cells[3] - cells[5] - 1, 3)) if twos_home else 0
    return max(_ceil(pips, 3), _ceil(halves + lost_ones, 2))


def turns_at_best(cells: Sequence[int], level: Level) -> int:
    """The fewest turns in which 6-6 every time escapes `level`; no other rolls are faster."""
    if level is Level.SINGLE:
        return _ceil(sum((point + 5) // 6 * cells[point] for point in POINTS), 4)
    if cells[OFF]:
        return 0
    if level is Level.GAMMON:
        return _ceil(1 + sum((point - 1) // 6 * cells[point] for point in POINTS), 4)
    return _ceil(sum(cells[point] for point in _WINNERS_HOME), 4)


def turns_at_most(cells: Sequence[int], level: Level) -> int:
    """The most turns before `level` is escaped, whatever is rolled and however it is played."""
    if level is Level.SINGLE:
        return _slowest_bear_off(cells)
    if cells[OFF] or (level is Level.BACKGAMMON and not any(cells[point] for point in _WINNERS_HOME)):
        return 0
    spare = [point - 1 for point in POINTS for _ in range(cells[point])]
    if level is Level.BACKGAMMON:
        spare[-1] -= _WINNERS_HOME[0] - 1  # the rearmost checker stays in the winner's home board
    return 1 + _turns_inside(spare)


def _slowest_bear_off(cells: Sequence[int]) -> int:
    """First everyone to the ace-point with 2-1s, as far as it goes, then two aces a turn."""
    checkers = sum(cells[point] for point in POINTS)
    spare = sum((point - 1) * cells[point] for point in POINTS)
    twos = sum((point - 1) // 2 * cells[point] for point in POINTS)
    halves = sum(point // 2 * cells[point] for point in POINTS)
    gathering = max(_ceil(spare, 3), _ceil(halves, 2))
    bearing_too = gathering - min(twos, spare // 3)  # turns that gather and must bear one off
    return gathering + _ceil(checkers - bearing_too, 2)


def _turns_inside(spare: Iterable[int]) -> int:
    """How many turns of 2-1 or 1-1 can be played if each checker has so many pips to spare."""
    spare = list(spare)
    pips, twos = sum(spare), sum(pip // 2 for pip in spare)
    return max(turns + (pips - 3 * turns) // 4 for turns in range(min(twos, pips // 3) + 1))


def surely_escapes(position: Position, level: Level, turns: int, budget: int) -> bool | None:
    """Whether we can escape `level` within `turns` of our turns whatever we roll.

    There must be no contact. None if the search for a first checker off, the one case without a
    closed form (from 6:3 a 5-4 is worse than a 2-1), met more than `budget` positions.
    """
    cells = position.us
    match level:
        case Level.SINGLE:
            return turns_at_worst(cells) <= turns
        case Level.GAMMON:
            return _FirstOff(budget).within(position, turns)
        case Level.BACKGAMMON:
            return _turns_to_leave(cells) <= turns


def _turns_to_leave(cells: Sequence[int]) -> int:
    """Turns that suffice to leave the winner's home board: 2-1 is the worst roll, as in a bear-off."""
    if cells[OFF]:
        return 0
    left = [(point - 18, cells[point]) for point in _WINNERS_HOME]
    pips = sum(pip * count for pip, count in left)
    halves = sum((pip + 1) // 2 * count for pip, count in left)
    return max(_ceil(pips, 3), _ceil(halves, 2))


class _FirstOff:
    """Search for a checker borne off within so many turns, whatever is rolled."""

    # Small rolls lag behind and 5-4 keeps missing: the likely refutations come first.
    _ORDER: Final = tuple(sorted(ROLLS, key=lambda roll: (roll not in (Roll(2, 1), Roll(5, 4)), sum(roll.numbers))))

    def __init__(self, budget: int) -> None:
        self._left = budget
        self._known: dict[tuple[bytes, int], bool] = {}

    def within(self, position: Position, turns: int) -> bool | None:
        cells = position.us
        if turns_at_most(cells, Level.GAMMON) <= turns:
            return True
        pips_home = sum((point - HOME[-1]) * cells[point] for point in _AWAY)
        if pips_home + 1 > 3 * turns or turns_at_best(cells, Level.GAMMON) > turns:
            return False
        key = (bytes(cells), turns)
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                return None
            answer = self._every_roll(position, turns)
            if answer is None:
                return None
            self._known[key] = answer
        return self._known[key]

    def _every_roll(self, position: Position, turns: int) -> bool | None:
        for roll in self._ORDER:
            after = sorted((play.after for play in legal_plays(position, roll)), key=_distance)
            answer: bool | None = False
            for child in after:
                answer = self.within(child, turns - 1)
                if answer is not False:
                    break
            if not answer:
                return answer
        return True


def _distance(position: Position) -> tuple[bool, int, int]:
    """Nearer to a first checker off sorts first."""
    cells = position.us
    away = sum((point - HOME[-1]) * cells[point] for point in _AWAY)
    return not cells[OFF], away, next((point for point in POINTS if cells[point]), OFF)


def comes_first(turns: int, other: int, *, on_turn: bool) -> bool:
    """Whether a side that needs `turns` gets there before one that needs `other`."""
    return turns <= other if on_turn else turns < other


def _ceil(number: int, by: int) -> int:
    return -(-number // by)
