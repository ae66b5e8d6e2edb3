"""What a side gets whatever is rolled: a search over positions in which the sides still meet.

claimer     the side that would get at least `Aim.at_least`, a result's worth for it: 2 is to win a
            gammon or more, -1 to lose no more than a single game.
adversary   chance and the opponent together: it picks every roll and the opponent's plays. The
            claimer picks its own plays, unless the aim allows for misplays: then the adversary does.

A position is refuted if the adversary keeps the claimer from its aim. With the claimer to move that
takes one roll of which every play is refuted; with the opponent to move, one play of one roll. A
position that comes back is refuted too: a claimer that would win has got nowhere (for one that would
only lose no more, this errs on the safe side). Without contact `race` answers.

Most positions are refuted by a narrow line: a checker is hit, dances, and the opponent goes home. So
the search widens: first only the adversary's most promising choices at each turn, then more, at last
all of them. What a narrow search refutes is refuted; only the full one can show the contrary.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from barpoint.board.dice import ROLLS
from barpoint.board.discipline import BAR, HOME, OFF, POINTS, Discipline, Layout
from barpoint.board.movegen import board_array, rules_array
from barpoint.board.outcome import Level, level_lost
from barpoint.board.position import Position
from barpoint.board.race import comes_first, surely_escapes, turns_at_best, turns_at_most, turns_at_worst

if TYPE_CHECKING:
    import numpy as np

    Board = np.ndarray[Any, np.dtype[np.int8]]
    Likes = np.ndarray[Any, np.dtype[np.float32]]

_ALL: Final = 10**9
_STAGES: Final = ((1, 0.05), (3, 0.15), (10, 0.2), (_ALL, 0.6))
"""How many of the adversary's choices are tried at each turn, and for what share of the budget."""
_DEEPEST: Final = 150
"""Turns ahead; a longer line is given up, which counts as budget spent."""
_RACE_BUDGET: Final = 2000
_FREE: Final = 10**9
"""A refutation that leans on no earlier turn."""

# What the adversary likes, in pips. They order the search and so only its speed: tuned on positions
# of self-play, of which these refute half within 31 positions and all but one in a hundred within 8,000.
_ON_BAR: Final = 40
_CAN_DANCE: Final = 40
_BLOT_IN_REACH: Final = 100
_PLAYS_TO_REFUTE: Final = 50


@dataclass(frozen=True, slots=True)
class Aim:
    """What the claimer is to get: a result worth at least this, with or without misplays."""

    at_least: int
    misplays: bool = False

    @property
    def escape(self) -> Level:
        """The level that decides: the one the opponent must not escape, or the one the claimer must."""
        return Level(self.at_least if self.at_least > 0 else 1 - self.at_least)


def race_holds(
    claimer: Sequence[int], opponent: Sequence[int], rules: Discipline, aim: Aim, *, claimer_moves: bool
) -> bool | None:
    """Whether the aim is certain without contact; None if that search is given up.

    To win, the claimer must finish before the opponent escapes the level; not to lose more than it
    may, it must escape the next level before the opponent finishes. `race` shows that 2-1 is the
    claimer's worst roll and 6-6 the opponent's best, so this is the claim test of usbgf:4.5.2.
    """
    if aim.at_least > 0:
        turns = turns_at_most(claimer, Level.SINGLE) if aim.misplays else turns_at_worst(claimer)
        return comes_first(turns, turns_at_best(opponent, aim.escape), on_turn=claimer_moves)
    finish = turns_at_best(opponent, Level.SINGLE)
    if aim.misplays:
        return comes_first(turns_at_most(claimer, aim.escape), finish, on_turn=claimer_moves)
    position = Position(claimer, opponent, rules)
    return surely_escapes(position, aim.escape, finish if claimer_moves else finish - 1, _RACE_BUDGET)


class _BudgetSpentError(Exception):
    """The budget of a search, or of one of its stages, is used up."""


BONUS = 30


class Search:
    """One question about one position: whether the claimer gets its aim whatever is rolled."""

    def __init__(self, position: Position, aim: Aim, *, claimer_on_turn: bool, budget: int) -> None:
        self._aim = aim
        self._budget = budget
        self._table = _Table(position, claimer_on_turn=claimer_on_turn)
        self._refuted: set[bytes] = set()
        self._stood: dict[bytes, int] = {}  # by position: the width at which it was not refuted
        self._path: dict[bytes, int] = {}
        self._seen = 0
        self._limit = 0.0
        self._width = 0

    def holds(self, positions: Sequence[Position], *, claimer_moves: bool, every: bool) -> bool | None:
        """Whether the aim is certain in all of these positions, or with `every` false in one of them.

        Each is seen by the side about to roll. None if the budget is spent.
        """
        boards = [board_array(position) for position in positions]
        for self._stage, (self._width, share) in enumerate(_STAGES, 1):
            self._limit = self._seen + self._budget * share
            refuted = self._any_refuted if every else self._all_refuted
            try:
                if refuted(boards, claimer_moves, 0) is not None:
                    return False
                if self._width == _ALL:
                    return True
            except _BudgetSpentError:
                self._path.clear()
        return None

    def _all_refuted(self, boards: "Iterable[Board]", claimer_moves: bool, depth: int) -> int | None:
        """None if one stands; else the earliest turn on the path that the refutations lean on."""
        leans = _FREE
        for board in boards:
            one = self._lean(board, claimer_moves, depth)
            if one is None:
                return None
            leans = min(leans, one)
        return leans

    def _any_refuted(self, boards: "Iterable[Board]", claimer_moves: bool, depth: int) -> int | None:
        for board in boards:
            one = self._lean(board, claimer_moves, depth)
            if one is not None:
                return one
        return None

    def _lean(self, board: "Board", claimer_moves: bool, depth: int) -> int | None:
        """None if the position is not refuted; else the earliest turn on the path it leans on.

        A refutation that leans on an earlier turn (it comes back to it) is good on this path only,
        so it is not remembered.
        """
        key = board.tobytes() + (b"+" if claimer_moves else b"-")
        if key in self._refuted:
            return _FREE
        if self._stood.get(key, 0) >= self._stage:
            return None
        if key in self._path:
            return self._path[key]
        settled = self._table.settled(board, self._aim, claimer_moves=claimer_moves)
        if settled is not None:
            if settled:
                self._stood[key] = _ALL
                return None
            self._refuted.add(key)
            return _FREE
        self._seen += 1
        if self._seen > self._limit or depth > _DEEPEST:
            raise _BudgetSpentError
        self._path[key] = depth
        leans = self._search(board, claimer_moves, depth + 1)
        del self._path[key]
        if leans is None:
            self._stood[key] = self._stage
        elif leans >= depth:
            self._refuted.add(key)
            return _FREE
        return leans

    def _search(self, board: "Board", claimer_moves: bool, depth: int) -> int | None:
        if not claimer_moves or self._aim.misplays:
            return self._any_refuted(self._table.choices(board, claimer_moves, self._width), not claimer_moves, depth)
        for plays in self._table.rolls(board, self._width):
            leans = self._all_refuted(plays, False, depth)
            if leans is not None:
                return leans
        return None


class _Table:
    """The board as arrays: every play of every roll at once, and how much the adversary likes it."""

    def __init__(self, position: Position, *, claimer_on_turn: bool) -> None:
        import numpy as np

        from barpoint.board import kernel

        self._discipline = position.discipline
        across = [position.discipline.across(point) for point in POINTS]
        self._turned = np.array([BAR, *across, OFF])
        self._sign = np.array([1] + [-1] * len(POINTS) + [1], np.int8)
        # The mover's pips less the other's: [0] is the other's bar, a positive count as the mover's are.
        self._pips = np.array([-BAR, *POINTS, BAR], np.float32)
        self._their_pips = np.array([0, *across, 0], np.float32)
        ours, theirs = sum(position.us), sum(position.them)
        self._checkers = {claimer_on_turn: ours, not claimer_on_turn: theirs}
        # A short opponent is held by a wall as a whole one is, so the rules count its checkers.
        self._rules = {side: rules_array(position.discipline).copy() for side in (True, False)}
        for side, rules in self._rules.items():
            rules[kernel.CHECKERS] = self._checkers[not side]
        self._dice = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
        room = len(ROLLS) * kernel.MAX_PLAYS
        self._hops = np.empty((room, kernel.HOP_BYTES), np.int8)
        self._boards = np.empty((room, kernel.BOARD), np.int8)
        self._offsets = np.zeros(len(ROLLS) + 1, np.int64)

    def choices(self, board: "Board", claimer_moves: bool, width: int) -> "Board":
        """The positions after the plays the adversary likes best, seen by the next to move."""
        import numpy as np

        after, likes, offsets = self._expand(board, claimer_moves)
        best = np.argsort(-likes, kind="stable")[:width]
        picked = after[best]
        if (np.diff(offsets) == 0).any():
            picked = np.vstack([picked, board])
        return self._turn(picked)

    def rolls(self, board: "Board", width: int) -> "Iterator[Board]":
        """The claimer's plays of each of the rolls the adversary likes best, the claimer's best play first."""
        import numpy as np

        after, likes, offsets = self._expand(board, True)
        ranked = []
        for start, end in pairwise(offsets.tolist()):
            part = likes[start:end]
            likely = float(part.min()) - _PLAYS_TO_REFUTE * len(part) ** 0.5 if start < end else math.inf
            ranked.append((-likely, start, end))
        for _, start, end in sorted(set(ranked))[:width]:
            order = np.argsort(likes[start:end], kind="stable")
            yield self._turn(after[start:end][order] if start < end else board[None, :])

    def _expand(self, board: "Board", claimer_moves: bool) -> "tuple[Board, Likes, Any]":
        """All plays of the 21 rolls, in the mover's view; how the adversary likes each; where rolls begin."""
        import numpy as np

        from barpoint.board import kernel

        many = np.repeat(board[None, :], len(ROLLS), axis=0)
        kernel.batch(many, self._dice, self._rules[claimer_moves], self._hops, self._boards, self._offsets)
        after = self._boards[: self._offsets[-1]].copy()
        return after, self._likes(after, claimer_moves), self._offsets.copy()

    def _likes(self, after: "Board", claimer_moves: bool) -> "Likes":
        """How promising each position is to the adversary: the race, and the claimer's exposed checkers."""
        import numpy as np

        ours, theirs = np.maximum(after, 0).astype(np.float32), np.minimum(after, 0).astype(np.float32)
        lead = ours @ self._pips + theirs @ self._their_pips
        if claimer_moves:
            bar, held = after[:, BAR] > 0, after[:, self._turned[HOME]] <= -2
            lead += self._exposed(bar, held) + _BLOT_IN_REACH * self._in_reach(after)
            return lead
        return self._exposed(after[:, OFF] > 0, after[:, HOME] >= 2) - lead

    def _exposed(self, bar: Any, held: Any) -> "Likes":
        """A claimer's checker on the bar, and one that can dance before a point held at home."""
        exposed: Likes = _ON_BAR * bar + _CAN_DANCE * (bar & held.any(axis=1))
        return exposed

    def _in_reach(self, after: "Board") -> Any:
        """Whether the mover has a blot within six points of an opposing checker behind it."""
        import numpy as np

        opposing = after < 0
        opposing[:, OFF] = after[:, OFF] > 0
        reach = np.zeros_like(opposing)
        for number in range(1, 7):
            reach[:, number:] |= opposing[:, :-number]
        return (reach & (after == 1))[:, 1:BAR].any(axis=1)

    def _turn(self, boards: "Board") -> "Board":
        turned: Board = boards[:, self._turned] * self._sign
        return turned

    def settled(self, board: "Board", aim: Aim, *, claimer_moves: bool) -> bool | None:
        """Whether the aim is reached or out of reach for good; None while the search must go on."""
        claimer, opponent = self._sides(board, claimer_moves)
        if not sum(claimer[1:]):
            return level_lost(opponent, self._discipline) >= aim.at_least
        if not sum(opponent[1:]):
            return -level_lost(claimer, self._discipline) >= aim.at_least
        if aim.escape is Level.BACKGAMMON and not self._discipline.backgammon_counts:
            return aim.at_least < 0
        if aim.at_least > Level.SINGLE and opponent[OFF]:
            return False
        if aim.at_least < 0 and claimer[OFF]:
            return True
        if self._meet(claimer, opponent):
            return None
        return race_holds(claimer, opponent, self._discipline, aim, claimer_moves=claimer_moves)

    def _sides(self, board: "Board", claimer_moves: bool) -> tuple[list[int], list[int]]:
        """The claimer's and the opponent's own cells."""
        cells = board.tolist()
        mover = [max(count, 0) for count in cells]
        other = [cells[OFF], *(max(-cells[self._turned[point]], 0) for point in POINTS), cells[OFF]]
        mover[OFF] = self._checkers[claimer_moves] - sum(mover[1:])
        other[OFF] = self._checkers[not claimer_moves] - sum(other[1:])
        return (mover, other) if claimer_moves else (other, mover)

    def _meet(self, claimer: Sequence[int], opponent: Sequence[int]) -> bool:
        rear, other = (max(place for place in range(1, BAR + 1) if side[place]) for side in (claimer, opponent))
        return rear + other > BAR if self._discipline.layout is Layout.MIRRORED else max(rear, other) > 12
