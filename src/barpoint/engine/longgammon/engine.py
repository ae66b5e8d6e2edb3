"""Longgammon's engine: a net that taught itself, the bear-off tables, and looking ahead.

Games of the family are told apart by their own rules (who may take two from the head, which blocks may arise on the
way), and the one net serves them all. Cubeless; gammons count, backgammons do not exist. `data/longgammon-net.npz`
holds the weights and a card that says how they came about.
"""

import json
import threading
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from barpoint.board import Discipline, Layout, Position, Roll, RollLike, board_array, rules_array
from barpoint.engine.bearoff.bearoff_tables import kernel_tables
from barpoint.engine.compilation import LONGGAMMON as LONG
from barpoint.engine.compilation import ready_for
from barpoint.engine.cube.cube_search import rank_by_search
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.longgammon import long_kernel, long_search_kernel
from barpoint.engine.nets.weights import NET
from barpoint.engine.search.engine import (
    Candidates,
    RankedPlay,
    SearchPlan,
    check_plies,
    new_leaves,
)
from barpoint.engine.search.search_kernel import LEAF

WEIGHTS: Final = "longgammon-net.npz"
LONG_PLAN: Final = SearchPlan(within=(0.0, 0.12, 0.06, 0.06, 0.04), most=(0, 5, 4, 3, 2), share=(1.0,) * 5)
READ_OFF: Final = -1
"""A head cap that asks for the figure read off the board."""


@dataclass(eq=False)
class LongEngine:
    """Static values and ranked plays; may be used by several threads."""

    net: tuple[Array, ...]
    card: dict[str, Any]
    name: str = "barpoint"

    def __post_init__(self) -> None:
        ready_for(*LONG)
        self._local = threading.local()
        self.bearoff = kernel_tables()

    def probabilities(self, boards: Array) -> Array:
        """Static values of int8 boards [n, 26], each seen by the side on roll."""
        out = np.zeros((len(boards), 5), np.float32)
        boards = np.ascontiguousarray(boards, np.int8)
        long_kernel.judge_many(self.net, self.bearoff, boards, self.desks()[0], out)
        return out

    def evaluate(self, position: Position, plies: int = 0) -> Chances:
        """The value of a position for the side on roll, some levels deep."""
        _check(position)
        if position.is_over:
            over = position if not position.in_play else position.flip()
            won = Chances(1.0, float(not over.them[0]), 0.0, 0.0, 0.0)
            return won if over is position else won.flip()
        values, _ = self.tree(position.discipline).look(board_array(position), plies)
        return Chances(*map(float, values))

    def rank_plays(
        self, position: Position, roll: RollLike, plies: int = 0, head_cap: int = READ_OFF
    ) -> list[RankedPlay]:
        """Every legal play, best first, the leading ones deeper as the plan says; one without hops if there is none."""
        return rank_by_search(self.tree(position.discipline), position, Roll.of(roll), plies, None, head_cap)

    def best_play(self, position: Position, roll: RollLike, plies: int = 0, head_cap: int = READ_OFF) -> RankedPlay:
        """The play the engine would make; a roll without a legal play gives one without hops."""
        return self.rank_plays(position, roll, plies, head_cap)[0]

    def tree(self, rules: Discipline) -> "LongTree":
        """Looking ahead by the rules of one discipline."""
        return LongTree(self, rules_array(rules))

    def desks(self) -> tuple[Any, Any]:
        """This thread's working memory: for values and replies, and for trees."""
        if not hasattr(self._local, "desk"):
            self._local.desk = long_kernel.desk(len(self.net[1])), long_search_kernel.room()
        desk: tuple[Any, Any] = self._local.desk
        return desk


@dataclass(frozen=True)
class LongTree:
    """Plays of a roll, and boards looked at some levels deep, by one discipline's rules (`cube_search.SearchTree`)."""

    engine: LongEngine
    rules: Array
    plan: SearchPlan = LONG_PLAN

    def board(self, position: Position) -> Array:
        """A position as `look` reads it."""
        _check(position)
        return board_array(position)

    def look(self, board: Array, plies: int) -> tuple[Array, Array]:
        """The five probabilities of one board, and the leaves of its tree."""
        ours = self.engine
        out, leaves = np.zeros(5, np.float32), new_leaves(check_plies(plies))
        brain = (ours.net, ours.bearoff, self.rules)
        long_search_kernel.value(brain, board, plies, *ours.desks(), leaves, out)
        return out, leaves

    def value(self, board: Array, plies: int) -> Array:
        """The five probabilities alone."""
        return self.look(board, plies)[0]

    def candidates(self, position: Position, roll: Roll, head_cap: int | None = None) -> Candidates:
        """Every play by static value; no legal one gives one without hops."""
        cap = READ_OFF if head_cap is None else head_cap
        work = self.engine.desks()[0]
        work[long_kernel.HOPS][0] = 0
        n = long_kernel.replies(self.board(position), self.rules, roll.high, roll.low, cap, work)
        hops, boards = work[long_kernel.HOPS][:n].copy(), work[long_kernel.CHILDREN][:n].copy()
        if (boards[0] == board_array(position.flip())).all():
            hops[0] = 0
        theirs = self.engine.probabilities(boards)
        leaves = np.zeros((n, LEAF), np.float32)
        long_search_kernel.note_leaves(self.engine.bearoff, boards, theirs, leaves)
        ours = np.stack([1 - theirs[:, 0], theirs[:, 3], theirs[:, 4], theirs[:, 1], theirs[:, 2]], 1)
        return Candidates(hops, boards, ours, leaves)


@cache
def longgammon_engine() -> LongEngine:
    """The engine that comes with Barpoint."""
    with (files("barpoint.engine") / "data" / WEIGHTS).open("rb") as file, np.load(file) as stored:
        return LongEngine(tuple(stored[name] for name in NET), json.loads(str(stored["card"])))


def _check(position: Position) -> None:
    if position.discipline.layout is not Layout.ROTATED:
        raise ValueError(f"this net knows Longgammon and Long Nardy, not {position.discipline.title}")
    if not position.is_playable:
        raise ValueError(f"no value is defined in {position}: {', '.join(position.problems())}")
