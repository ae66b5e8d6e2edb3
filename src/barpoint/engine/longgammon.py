"""Longgammon's engine: a net that taught itself, the bear-off tables, and one level of looking ahead.

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

from barpoint.board import Play, Position, Roll
from barpoint.board.discipline import Layout
from barpoint.board.movegen import board_array, rules_array
from barpoint.engine import long_kernel
from barpoint.engine.bearoff import tables
from barpoint.engine.evaluator import Array, Chances
from barpoint.engine.nets import NET
from barpoint.engine.search import RankedPlay

WEIGHTS: Final = "longgammon-net.npz"
_MOST: Final = 5
_WITHIN: Final = 0.12
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
        long_kernel.judge_many(self.net, self.bearoff, boards, self._desk(), out)
        return out

    def evaluate(self, position: Position, plies: int = 0) -> Chances:
        """The value of a position for the side on roll, statically or one level deep."""
        _check(position, plies)
        if position.finished:
            over = position if not position.in_play else position.flip()
            won = Chances(1.0, float(not over.them[0]), 0.0, 0.0, 0.0)
            return won if over is position else won.turned()
        board = board_array(position)
        if plies == 0:
            return Chances(*map(float, self.probabilities(board[None])[0]))
        out = np.zeros(5, np.float32)
        rules = rules_array(position.discipline)
        long_kernel.look_ahead(self.net, self.bearoff, rules, board, self._desk(), out)
        return Chances(*map(float, out))

    def rank_plays(self, position: Position, roll: Roll, plies: int = 0, head_cap: int = READ_OFF) -> list[RankedPlay]:
        """Every legal play, best first, the leading ones one level deep if asked; no legal play gives an empty list."""
        _check(position, plies)
        work = self._desk()
        rules = rules_array(position.discipline)
        n = long_kernel.replies(board_array(position), rules, roll.high, roll.low, head_cap, work)
        hops, boards = work[long_kernel.HOPS][:n].copy(), work[long_kernel.CHILDREN][:n].copy()
        if n == 1 and (boards[0] == _turned_board(position)).all():
            return []
        values = [Chances(*map(float, row)).turned() for row in self.probabilities(boards)]
        order = sorted(range(n), key=lambda k: -values[k].equity)
        deep = [k for k in order[:_MOST] if values[k].equity >= values[order[0]].equity - _WITHIN] if plies else []
        out = np.zeros(5, np.float32)
        for k in deep:
            long_kernel.look_ahead(self.net, self.bearoff, rules, boards[k], work, out)
            values[k] = Chances(*map(float, out)).turned()
        order = sorted(order, key=lambda k: (k not in deep, -values[k].equity) if deep else -values[k].equity)
        return [RankedPlay(Play(position, hops[k].tobytes()), values[k], int(k in deep)) for k in order]

    def best_play(self, position: Position, roll: Roll, plies: int = 0, head_cap: int = READ_OFF) -> RankedPlay | None:
        """The play the engine would make; None if there is no legal one."""
        ranked = self.rank_plays(position, roll, plies, head_cap)
        return ranked[0] if ranked else None

    def _desk(self) -> Any:
        if not hasattr(self._local, "desk"):
            self._local.desk = long_kernel.desk(len(self.net[1]))
        return self._local.desk


@cache
def long_engine() -> LongEngine:
    """The engine that comes with Barpoint."""
    with (files("barpoint.engine") / "data" / WEIGHTS).open("rb") as file, np.load(file) as stored:
        return LongEngine(tuple(stored[name] for name in NET), json.loads(str(stored["card"])))


def _turned_board(position: Position) -> Array:
    return board_array(position.flip())


def _check(position: Position, plies: int) -> None:
    if position.discipline.layout is not Layout.ROTATED:
        raise ValueError(f"this net knows Longgammon and Long Nardy, not {position.discipline.title}")
    if not position.is_playable:
        raise ValueError(f"no value is defined in {position}: {', '.join(position.problems())}")
    if plies not in (0, 1):
        raise ValueError(f"expected 0 or 1 plies, not {plies}")
