"""The engine for Python: positions and rolls in, values and ranked plays out.

Levels ("plies" on the command line) count rolls looked ahead, as gnubg does: 0 is the nets alone. An
`Engine` is made once and may be used by several threads: each gets its own desk. Cubeless money; the cube
is `cube.py`'s. Only Backgammon's family with fifteen checkers a side is known to these nets.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from math import ceil
from typing import Any, Final

import numpy as np

from barpoint.board import BACKGAMMON, Layout, Play, Position, Roll, RollLike, board_array
from barpoint.board.kernels import MAX_PLAYS
from barpoint.engine.compilation import (
    SEARCH,
    VALUES,
    ready_for,
)
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.nets.weights import Brain, brain
from barpoint.engine.search import search_kernel
from barpoint.engine.search.search_width import FACTORS, SearchWidth

CACHE_SLOTS: Final = 1 << 16
_UNNOTED: Final = np.zeros((0, search_kernel.LEAF), np.float32)


@dataclass(frozen=True)
class SearchPlan:
    """Which plays are looked at how deep (`search_kernel.rank`); index 0 of the first three is unused."""

    within: tuple[float, ...] = (0.0, 0.16, 0.06, 0.06, 0.04)
    most: tuple[int, ...] = (0, 8, 4, 3, 2)
    share: tuple[float, ...] = (1.0, 0.65, 0.8, 0.8, 0.8)
    keep: tuple[int, ...] = (6, 8, 8, 8, 10)

    def widened(self, width: SearchWidth) -> "SearchPlan":
        """The same plan for more plays, or fewer: so many times as many, so many times as far behind."""
        factor = FACTORS[width]
        most = tuple(max(ceil(factor * count), 2) if count else 0 for count in self.most)
        return replace(self, within=tuple(factor * gap for gap in self.within), most=most)

    def for_race(self) -> "SearchPlan":
        """The same plan twice as far behind: in a race a first look misjudges gammons that a second one sees."""
        return replace(self, within=tuple(2 * gap for gap in self.within))

    @property
    def arrays(self) -> tuple[Array, ...]:
        """The plan as the kernel reads it."""
        return (
            np.array(self.within, np.float64),
            np.array(self.most, np.int64),
            np.array(self.share, np.float64),
            np.array(self.keep, np.int64),
        )


WIDE: Final = SearchPlan(
    within=(0.0, 9.0, 9.0, 9.0, 9.0), most=(0, 4096, 4096, 4096, 4096), share=(1.0,) * 5, keep=(0,) * 4
)
"""Every play at every level and every reply: exact, and slow."""


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A legal play, its value for the mover and the level it was looked at."""

    play: Play
    chances: Chances
    level: int
    cubeful: float | None = None
    """Normalised equity with the cube in play, if that was asked for."""
    games: int = 0
    """Games it was rolled out in; its value is theirs then, with the standard error `deviation`."""
    deviation: float = 0.0

    @property
    def equity(self) -> float:
        """Cubeless money equity for the mover."""
        return self.chances.equity

    @property
    def worth(self) -> float:
        """What it was ranked by: cubeful equity if that was asked for, else cubeless."""
        return self.equity if self.cubeful is None else self.cubeful

    def __str__(self) -> str:
        return f"{self.play} {self.worth:+.4f}"


@dataclass(frozen=True, slots=True)
class Candidates:
    """The plays of a roll: hops, boards after them (opponent on roll), static values for the mover, their leaves."""

    hops: Array
    boards: Array
    values: Array
    leaves: Array


@dataclass
class Engine:
    """Static values and search with one brain and one plan."""

    brain: Brain = field(default_factory=brain)
    plan: SearchPlan = field(default_factory=SearchPlan)
    name: str = "barpoint"

    def __post_init__(self) -> None:
        self._local = threading.local()
        self._parts = self.brain.parts
        self._nets = self.brain.contact, self.brain.race, self.brain.bearoff
        self._plan, self._race_plan = self.plan.arrays, self.plan.for_race().arrays

    def probabilities(self, boards: Array) -> Array:
        """Static values of int8 boards [n, 26], each seen by the side on roll."""
        ready_for(*VALUES)
        boards = np.ascontiguousarray(boards, np.int8)
        out = np.zeros((len(boards), 5), np.float32)
        search_kernel.judge_many(self._parts, boards, self.desk(), out)
        return out

    def evaluate(self, position: Position, plies: int = 0) -> Chances:
        """The value of a position for the side on roll (us)."""
        rules = position.discipline
        if plies == 0 and rules.layout is Layout.MIRRORED and rules.checkers == BACKGAMMON.checkers:
            ready_for(*VALUES)
            notes, out = self._notes()
            if not search_kernel.judge_cells(self._nets, np.frombuffer(position.cells, np.int8), notes, out):
                return Chances._make(out.tolist())
        board = backgammon_board(position)
        if not position.in_play:
            return _win_chances(position)
        return Chances(*self.value(board, plies).tolist())

    def value(self, board: Array, plies: int) -> Array:
        """The five probabilities of one board."""
        if plies == 0:  # so that a first static value waits for no search to be compiled
            return np.asarray(self.probabilities(board[None])[0])
        ready_for(*SEARCH)
        out = np.zeros(5, np.float32)
        search_kernel.value(self._parts, board, check_plies(plies), self._plan[3], self.desk(), _UNNOTED, out)
        return out

    def board(self, position: Position) -> Array:
        """A position as `look` reads it."""
        return backgammon_board(position)

    def look(self, board: Array, plies: int) -> tuple[Array, Array]:
        """The five probabilities of one board, and the leaves of its tree."""
        ready_for(*SEARCH)
        out, leaves = np.zeros(5, np.float32), new_leaves(check_plies(plies))
        search_kernel.value(self._parts, board, plies, self._plan[3], self.desk(), leaves, out)
        return out, leaves

    def candidates(self, position: Position, roll: Roll, head_cap: int | None = None) -> "Candidates":  # noqa: ARG002
        """Every play by static value."""
        ready_for(*SEARCH)
        desk = self.desk()
        answer = hops, after, values, _, _ = self._local.answer
        n = search_kernel.rank_static(self._parts, backgammon_board(position), roll.high, roll.low, desk, answer)
        leaves = np.zeros((n, search_kernel.LEAF), np.float32)
        search_kernel.note_leaves(self._parts, after, values, leaves)
        return Candidates(hops[:n].copy(), after[:n].copy(), values[:n].copy(), leaves)

    def rank_plays(self, position: Position, roll: RollLike, plies: int = 0) -> list[RankedPlay]:
        """Every legal play, best first; the best one is always looked at `plies` levels deep."""
        roll, board = Roll.of(roll), backgammon_board(position)
        n, (hops, _, values, reached, order) = self.rank_board(board, roll.high, roll.low, plies, lone=True)
        return [
            RankedPlay(Play(position, hops[k].tobytes()), Chances(*values[k].tolist()), int(reached[k]))
            for k in order[:n].tolist()
        ]

    def best_play(self, position: Position, roll: RollLike, plies: int = 0) -> RankedPlay:
        """The play the engine would make; a roll without a legal play gives one without hops."""
        roll, board = Roll.of(roll), backgammon_board(position)
        _, (hops, _, values, reached, order) = self.rank_board(board, roll.high, roll.low, plies, lone=True)
        best = int(order[0])
        return RankedPlay(Play(position, hops[best].tobytes()), Chances(*values[best].tolist()), int(reached[best]))

    def rank_board(self, board: Array, high: int, low: int, plies: int, *, lone: bool) -> tuple[int, tuple[Array, ...]]:
        """`search_kernel.rank` for one board: how many plays, and its answer (valid until the thread asks again)."""
        ready_for(*SEARCH)
        desk = self.desk()
        answer = self._local.answer
        plan = self._race_plan if _is_race(board) else self._plan
        n = search_kernel.rank(self._parts, board, high, low, check_plies(plies), plan, lone, desk, answer)
        return n, answer

    def choose(
        self, boards: Array, dice: Sequence[tuple[int, int]], plies: int = 0, threads: int = 1
    ) -> "list[Choice]":
        """The best play of each board and roll, the same whatever the number of threads."""
        jobs = list(zip(boards, dice, strict=True))
        if threads <= 1 or len(jobs) < 2:
            return [self._choice(board, a, b, plies) for board, (a, b) in jobs]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(lambda job: self._choice(job[0], job[1][0], job[1][1], plies), jobs))

    def _choice(self, board: Array, a: int, b: int, plies: int) -> "Choice":
        _, (hops, after, values, _, order) = self.rank_board(board, max(a, b), min(a, b), plies, lone=False)
        best = order[0]
        return Choice(hops[best].tobytes(), flip_board(after[best]), Chances(*map(float, values[best])))

    def _notes(self) -> tuple[Any, Array]:
        """This thread's working memory for one static value, and where the value goes."""
        local = self._local
        if not hasattr(local, "notes"):
            work = self.desk()
            board = np.zeros(26, np.int8)
            parts = search_kernel.SIDES, search_kernel.COUNTED, search_kernel.ROWS, search_kernel.SUMS
            local.notes = (board, *(work[part] for part in parts)), np.zeros(5, np.float32)
        notes: tuple[Any, Array] = local.notes
        return notes

    def desk(self) -> Any:
        """This thread's working memory."""
        if not hasattr(self._local, "desk"):
            plays = MAX_PLAYS
            self._local.desk = search_kernel.desk(CACHE_SLOTS, self.brain.width)
            self._local.answer = (
                np.zeros((plays, 8), np.int8),
                np.zeros((plays, search_kernel.WIDE), np.int8),
                np.zeros((plays, 5), np.float32),
                np.zeros(plays, np.int64),
                np.zeros(plays, np.int64),
            )
        return self._local.desk


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen play: its packed hops, the board after it in the mover's view, and its value."""

    packed: bytes
    after: tuple[int, ...]
    chances: Chances


def _is_race(board: Array) -> bool:
    """Whether the sides of a kernel board have passed each other."""
    if board[0] or board[25]:
        return False
    points = board[1:25]
    return bool(np.flatnonzero(points > 0).max(initial=0) <= np.flatnonzero(points < 0).min(initial=25))


def new_leaves(level: int) -> Array:
    """Room for the leaves of a tree."""
    return np.zeros((search_kernel.OUTCOMES**level, search_kernel.LEAF), np.float32)


def flip_board(board: Array) -> tuple[int, ...]:
    """A kernel board seen by the other side."""
    seen = board[:26].tolist()
    return seen[25], *(-seen[25 - point] for point in range(1, 25)), seen[0]


@cache
def backgammon_engine() -> Engine:
    """The engine that comes with Barpoint."""
    return Engine()


def backgammon_board(position: Position) -> Array:
    """A position as these nets read it; ValueError for a game they do not know."""
    rules = position.discipline
    if rules.layout is not Layout.MIRRORED or rules.checkers != BACKGAMMON.checkers:
        raise ValueError(f"these nets know games of fifteen checkers that hit, not {rules.title}")
    if not position.is_playable:
        raise ValueError(f"no value is defined in {position}: {', '.join(position.problems())}")
    return board_array(position)


def check_plies(plies: int) -> int:
    """How deep to look, if that can be done; ValueError says what was expected."""
    if not 0 <= plies <= search_kernel.MAX_LEVEL:
        raise ValueError(f"expected 0 to {search_kernel.MAX_LEVEL} plies, not {plies}")
    return plies


def _win_chances(position: Position) -> Chances:
    """What a side that has borne off its last checker has won."""
    them = position.them
    gammon = not them[0]
    backgammon = gammon and any(them[point] for point in range(19, 26))
    return Chances(1.0, float(gammon), float(backgammon), 0.0, 0.0)
