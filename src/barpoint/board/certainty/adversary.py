"""Chance and the opponent as one player: what it may choose in a position, and what it tries first.

board       the kernel's 26 numbers (see `movegen_kernel`), seen by the side about to roll
claimer     the side the adversary plays against (see `forced_search`)
likes       how promising a position is to the adversary, in pips. It orders the search and so decides
            nothing but its speed. The figures were tuned on positions of self-play.

Everything is done for all plays of all 21 rolls at once, which is what makes a search in Python bearable.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from barpoint.board.dice import ROLLS
from barpoint.board.disciplines import (
    BAR,
    HOME,
    OFF,
    POINTS,
)
from barpoint.board.movegen import rules_array
from barpoint.board.position import Position

if TYPE_CHECKING:
    import numpy as np

    Board = np.ndarray[Any, np.dtype[np.int8]]
    Likes = np.ndarray[Any, np.dtype[np.float32]]

ALL: Final = 10**9
"""A width that leaves nothing out."""

_ON_BAR: Final = 40
_CAN_DANCE: Final = 40
_BLOT_IN_REACH: Final = 100
_PLAYS_TO_REFUTE: Final = 50
_WON: Final = 10_000
_CANDIDATES: Final = 8


class Adversary:
    """The adversary's choices in the positions of one game."""

    def __init__(self, position: Position, *, claimer_on_turn: bool) -> None:
        import numpy as np

        from barpoint.board.kernels import movegen_kernel

        across = [position.discipline.across(point) for point in POINTS]
        self._turned = np.array([BAR, *across, OFF])
        self._sign = np.array([1] + [-1] * len(POINTS) + [1], np.int8)
        # The mover's pips less the other's: [0] is the other's bar, a positive count as the mover's are.
        self._pips = np.array([-BAR, *POINTS, BAR], np.float32)
        self._their_pips = np.array([0, *across, 0], np.float32)
        self._checkers = {claimer_on_turn: sum(position.us), not claimer_on_turn: sum(position.them)}
        # A short opponent is held by a wall as a whole one is, so the rules count its checkers.
        self._rules = {side: rules_array(position.discipline).copy() for side in (True, False)}
        for side, rules in self._rules.items():
            rules[movegen_kernel.CHECKERS] = self._checkers[not side]
        self._dice = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
        room = len(ROLLS) * movegen_kernel.MAX_PLAYS
        self._hops = np.empty((room, movegen_kernel.HOP_BYTES), np.int8)
        self._boards = np.empty((room, movegen_kernel.BOARD), np.int8)
        self._offsets = np.zeros(len(ROLLS) + 1, np.int64)
        self.opened = 0
        """Positions whose plays were generated."""

    def choices(self, board: "Board", width: int, *, claimer_moves: bool) -> "Board":
        """The positions after the plays the adversary likes best, seen by the next to move."""
        import numpy as np

        after, likes, offsets = self._open(board, claimer_moves)
        order = np.argsort(-likes, kind="stable")
        if width >= _CANDIDATES or claimer_moves or not len(order) or self._clear(after[order[0]]):
            picked = self._turn(after[order[:width]])
        else:
            picked = self._look_ahead(self._turn(after[order]))[:width]
        if (np.diff(offsets) == 0).any():
            picked = np.vstack([picked, self._turn(board[None, :])])
        return picked

    def rolls(self, board: "Board", width: int) -> "Iterator[Board]":
        """The claimer's plays of each of the rolls the adversary likes best, the claimer's best play first."""
        import numpy as np

        after, likes, offsets = self._open(board, True)
        for _, start, end in _rank_rolls(likes, offsets)[:width]:
            order = np.argsort(likes[start:end], kind="stable")
            yield self._turn(after[start:end][order] if start < end else board[None, :])

    def sides(self, board: "Board", *, claimer_moves: bool) -> tuple[list[int], list[int]]:
        """The claimer's and the opponent's own cells."""
        cells = board.tolist()
        mover = [max(count, 0) for count in cells]
        other = [0, *(max(-cells[place], 0) for place in self._turned[1:BAR].tolist()), cells[OFF]]
        mover[OFF] = self._checkers[claimer_moves] - sum(mover[1:])
        other[OFF] = self._checkers[not claimer_moves] - sum(other[1:])
        return (mover, other) if claimer_moves else (other, mover)

    def _clear(self, after: "Board") -> bool:
        """Whether the opponent has won or keeps the claimer dancing: no need to look further."""
        return not after[1:].max() > 0 or bool(after[OFF] > 0 and (after[HOME] >= 2).any())

    def _look_ahead(self, boards: "Board") -> "Board":
        """The first few distinct ones, best first by what the claimer's worst roll would leave."""
        import numpy as np

        distinct = list({board.tobytes(): board for board in boards[: 4 * _CANDIDATES]}.values())[:_CANDIDATES]
        if not distinct:
            return boards
        worst = [_rank_rolls(*self._open(board, True)[1:])[0][0] for board in distinct]
        picked: Board = np.array(distinct)[np.argsort(worst, kind="stable")]
        return picked

    def _open(self, board: "Board", claimer_moves: bool) -> "tuple[Board, Likes, Any]":
        """All plays of the 21 rolls, in the mover's view; how the adversary likes each; where rolls begin."""
        import numpy as np

        from barpoint.board.kernels import movegen_kernel

        self.opened += 1
        many = np.repeat(board[None, :], len(ROLLS), axis=0)
        movegen_kernel.batch(many, self._dice, self._rules[claimer_moves], self._hops, self._boards, self._offsets)
        after = self._boards[: self._offsets[-1]].copy()
        return after, self._likes(after, claimer_moves), self._offsets.copy()

    def _likes(self, after: "Board", claimer_moves: bool) -> "Likes":
        """The race, the claimer's exposed checkers, and a game won."""
        import numpy as np

        ours, theirs = np.maximum(after, 0).astype(np.float32), np.minimum(after, 0).astype(np.float32)
        lead: Likes = ours @ self._pips + theirs @ self._their_pips
        if claimer_moves:
            lead += _exposure(after[:, BAR] > 0, after[:, self._turned[HOME]] <= -2)
            lead += _BLOT_IN_REACH * _in_reach(after)
            return lead
        likes = _exposure(after[:, OFF] > 0, after[:, HOME] >= 2) - lead
        likes[ours[:, 1:].max(axis=1) == 0] += _WON
        return likes

    def _turn(self, boards: "Board") -> "Board":
        turned: Board = boards[:, self._turned] * self._sign
        return turned


def _rank_rolls(likes: "Likes", offsets: Any) -> list[tuple[float, int, int]]:
    """The claimer's rolls, those the adversary likes best first: (rank, first play, end of its plays).

    A roll counts by the claimer's best play of it, less the trouble of refuting every play.
    """
    ranked = set()
    for start, end in pairwise(offsets.tolist()):
        part = likes[start:end]
        rank = _PLAYS_TO_REFUTE * len(part) ** 0.5 - float(part.min()) if start < end else -math.inf
        ranked.add((rank, start, end))
    return sorted(ranked)


def _exposure(bar: Any, home_points: Any) -> "Likes":
    """A claimer's checker on the bar, and one that can dance before a point held at home."""
    exposed: Likes = _ON_BAR * bar + _CAN_DANCE * (bar & home_points.any(axis=1))
    return exposed


def _in_reach(after: "Board") -> Any:
    """Whether the mover has a blot within six points of an opposing checker behind it."""
    import numpy as np

    opposing = after < 0
    opposing[:, OFF] = after[:, OFF] > 0
    reach = np.zeros_like(opposing)
    for number in range(1, 7):
        reach[:, number:] |= opposing[:, :-number]
    return (reach & (after == 1))[:, 1:BAR].any(axis=1)
