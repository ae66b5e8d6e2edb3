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

from barpoint.board import Position, Roll
from barpoint.board.discipline import Discipline, Layout
from barpoint.board.movegen import board_array, rules_array
from barpoint.engine import long_kernel, long_search_kernel
from barpoint.engine.bearoff import tables
from barpoint.engine.cube_search import rank
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.nets import NET
from barpoint.engine.search import Candidates, Plan, RankedPlay, new_leaves
from barpoint.engine.search_kernel import LEAF, MAX_LEVEL

WEIGHTS: Final = "longgammon-net.npz"
LONG_PLAN: Final = Plan(within=(0.0, 0.12, 0.06, 0.06, 0.04), most=(0, 5, 4, 3, 2), share=(1.0,) * 5)
READ_OFF: Final = -1
"""A head cap that asks for the figure read off the board."""


@dataclass(eq=False)
class LongEngine:
    """Static values and ranked plays; may be used by several threads."""

    net: tuple[Array, ...]
    card: dict[str, Any]
    name: str = "barpoint"

    def __post_init__(self) -> None:
        self._local = threading.local()
        self.bearoff = tables()

    def probabilities(self, boards: Array) -> Array:
        """Static values of int8 boards [n, 26], each seen by the side on roll."""
        out = np.zeros((len(boards), 5), np.float32)
        boards = np.ascontiguousarray(boards, np.int8)
        long_kernel.judge_many(self.net, self.bearoff, boards, self.desks()[0], out)
        return out

    def evaluate(self, position: Position, plies: int = 0) -> Chances:
        """The value of a position for the side on roll, some levels deep."""
        _check(position)
        if position.finished:
            over = position if not position.in_play else position.flip()
            won = Chances(1.0, float(not over.them[0]), 0.0, 0.0, 0.0)
            return won if over is position else won.turned()
        values, _ = self.tree(position.discipline).look(board_array(position), plies)
        return Chances(*map(float, values))

    def rank_plays(self, position: Position, roll: Roll, plies: int = 0, head_cap: int = READ_OFF) -> list[RankedPlay]:
        """Every legal play, best first, the leading ones deeper as the plan says; no legal play gives an empty list."""
        ranked = rank(self.tree(position.discipline), position, roll, plies, None, head_cap)
        return ranked if ranked[0].play.hops else []

    def best_play(self, position: Position, roll: Roll, plies: int = 0, head_cap: int = READ_OFF) -> RankedPlay | None:
        """The play the engine would make; None if there is no legal one."""
        ranked = self.rank_plays(position, roll, plies, head_cap)
        return ranked[0] if ranked else None

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
    """Plays of a roll, and boards looked at some levels deep, by one discipline's rules (`cube_search.Tree`)."""

    engine: LongEngine
    rules: Array
    plan: Plan = LONG_PLAN

    def board(self, position: Position) -> Array:
        """A position as `look` reads it."""
        _check(position)
        return board_array(position)

    def look(self, board: Array, plies: int) -> tuple[Array, Array]:
        """The five probabilities of one board, and the leaves of its tree."""
        if not 0 <= plies <= MAX_LEVEL:
            raise ValueError(f"expected 0 to {MAX_LEVEL} plies, not {plies}")
        ours = self.engine
        out, leaves = np.zeros(5, np.float32), new_leaves(plies)
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
def long_engine() -> LongEngine:
    """The engine that comes with Barpoint."""
    with (files("barpoint.engine") / "data" / WEIGHTS).open("rb") as file, np.load(file) as stored:
        return LongEngine(tuple(stored[name] for name in NET), json.loads(str(stored["card"])))


def _check(position: Position) -> None:
    if position.discipline.layout is not Layout.ROTATED:
        raise ValueError(f"this net knows Longgammon and Long Nardy, not {position.discipline.title}")
    if not position.is_playable:
        raise ValueError(f"no value is defined in {position}: {', '.join(position.problems())}")
