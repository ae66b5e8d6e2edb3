"""A net for Sprintgammon, for as long as the exact table has not been built, and its answers some levels deep.

Its first layer adds up a row for each side's whole hand and one for each place of ours with each of theirs; two more
layers give the six results (lost and won, each single, gammon, backgammon) as a softmax, so that chances are always in
order, and four cubeful money equities. Rows are kept in 8 bits with a scale a column. An answer (`lookup`) looks two
levels ahead (`sprint_value_kernel.look_twice`), which is several times nearer to the table than the net itself.
Weights and errors against the exact table stand in `data/sprint-net.npz`; `training.sprintgammon` makes it,
`bench.sprintgammon` measures it.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from threading import local
from typing import Any, Final

import numpy as np

from barpoint.board import SPRINTGAMMON, Play, Position, Roll, board_array, rules_array
from barpoint.board.kernels import scratch
from barpoint.engine.cube.cube_actions import CubeDecision, CubeState
from barpoint.engine.sprintgammon import sprint_kernel
from barpoint.engine.sprintgammon import sprint_value_kernel as kernel
from barpoint.engine.sprintgammon.sprint_table import (
    NEXT,
    EquityKind,
    SprintTable,
    SprintValue,
    best_play,
    chances_equity,
    decide_by_rolling,
    ranks,
)

Array = np.ndarray[Any, Any]
Layers = tuple[Array, Array, Array, Array, Array, Array]
"""Rows and bias of the first layer, weights and bias of the second and of the third."""

RESULTS: Final = np.array([-3, -2, -1, 1, 2, 3], np.float32)
"""Points of the six results, in the order of the outputs."""
_ROLLING: Final[dict[EquityKind, int]] = {
    "owned": kernel.VALUES,
    "unavailable": kernel.UNAVAILABLE,
    "centred": kernel.VALUES + 1,
    "jacoby": kernel.VALUES + 2,
}
_local = local()


@dataclass(frozen=True, eq=False)
class SprintNet:
    """The net as the kernels read it, and the card that says how good it is."""

    parts: Any
    card: dict[str, Any]

    @classmethod
    def of_layers(cls, layers: Layers, card: dict[str, Any]) -> "SprintNet":
        """The net of these weights."""
        hands = sprint_kernel.hands()
        whole = tuple(np.ascontiguousarray(layer, np.float32) for layer in layers)
        return cls((*whole, kernel.spots_of(hands), sprint_kernel.terminals(hands)), card)

    @classmethod
    def read(cls, file: Any) -> "SprintNet":
        """The net in a file."""
        arrays = np.load(file)
        rest = (arrays[name].astype(np.float32) for name in ("bias", "second", "second_bias", "third", "third_bias"))
        bias, second, second_bias, third, third_bias = rest
        rows = arrays["rows"].astype(np.float32) * arrays["scales"]
        layers = rows, bias, second, second_bias, third, third_bias
        return cls.of_layers(layers, json.loads(str(arrays["card"])))

    @classmethod
    @cache
    def load(cls) -> "SprintNet":
        """The net in the package."""
        with files("barpoint.engine").joinpath("data/sprint-net.npz").open("rb") as file:
            return cls.read(file)

    @property
    def layers(self) -> Layers:
        """The weights."""
        rows, bias, second, second_bias, third, third_bias, _, _ = self.parts
        return rows, bias, second, second_bias, third, third_bias

    def values(self, cells: Array) -> Array:
        """Static values of rows (our rank, their rank), us to roll: five chances, four cubeful equities."""
        out = np.zeros((len(cells), kernel.VALUES), np.float32)
        kernel.cell_values(self.parts, cells, out)
        return out

    def equities(self, cells: Array) -> Array:
        """Static cubeless money equities of rows (our rank, their rank)."""
        return np.asarray(chances_equity(self.values(cells)[:, :5].T.astype(np.float64)))

    def lookup(self, position: Position, *, quick: bool = False) -> SprintValue:
        """The same answer the table gives, estimated two levels deep, or one if it has to be quick."""
        looked = self._look(position, quick=quick)
        win, gammon, backgammon, lost_gammon, lost_backgammon = chances = looked[:5].tolist()
        cubeful = looked[kernel.OWNED : kernel.VALUES].tolist()
        return SprintValue(
            (win, gammon, backgammon, lost_gammon, lost_backgammon), float(chances_equity(chances)), *cubeful
        )

    def equity(self, position: Position, kind: EquityKind = "cubeless") -> float:
        """One equity of a position, us to roll (or to double)."""
        return self.lookup(position).equity(kind)

    def best_play(self, position: Position, roll: Roll, kind: EquityKind = "cubeless") -> tuple[Play | None, float]:
        """The best play of a roll, and its equity; None if there is no legal play."""
        return best_play(position, roll, lambda after: self.lookup(after, quick=True).equity(NEXT[kind]))

    def decide_cube(self, position: Position, state: CubeState) -> CubeDecision:
        """The money cube decision as the table makes it, estimated."""
        looked = self._look(position)
        return decide_by_rolling(lambda kind: float(looked[_ROLLING[kind]]), float(looked[kernel.UNAVAILABLE]), state)

    def _look(self, position: Position, *, quick: bool = False) -> Array:
        out = np.zeros(kernel.LOOKED)
        us, them = ranks(position)
        if us == 0 or them == 0:
            out[: kernel.VALUES] = self.values(np.array([[us, them]]))[0]
            return out
        if not hasattr(_local, "room"):
            _local.room = scratch(), np.zeros((sprint_kernel.ORDERS, 8), np.int8)
        look = kernel.look if quick else kernel.look_twice
        work, hops = _local.room
        look(self.parts, rules_array(SPRINTGAMMON), board_array(position), work, hops, out)
        return out


@cache
def sprint_value_parts() -> Any:
    """What `sprint_value_kernel.value_of` reads: the table if it has been built, and the net."""
    known = sprint_knowledge()
    exact = known.probabilities if isinstance(known, SprintTable) else np.zeros((0, 0, 5), np.float32)
    return np.asarray(exact), SprintNet.load().parts


def sprint_knowledge() -> SprintTable | SprintNet:
    """The exact table if it has been built, else the net."""
    try:
        return SprintTable.load()
    except FileNotFoundError:
        return SprintNet.load()
