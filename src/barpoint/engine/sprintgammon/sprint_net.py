"""A small net for Sprintgammon, for as long as the exact table has not been built.

Input: for each side and each of the 26 places (off, points, bar) whether at least one, two, three checkers stand
there; both pip counts; whether the sides can still meet. Two hidden layers; the output is a softmax over the six
results (lost and won, each single, gammon, backgammon), so that chances are always in order. Its weights and its
error against the exact table stand in `data/sprint-net.npz`; `training.sprintgammon` makes it. Cubeful equities come
from `cube_actions` with the efficiency of contact positions.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from barpoint.board import Play, Position, Roll
from barpoint.engine.cube.cube_actions import (
    ChanceTuple,
    CubeState,
    Owner,
    cubeful_equity,
)
from barpoint.engine.sprintgammon import sprint_kernel
from barpoint.engine.sprintgammon.sprint_table import (
    SprintTable,
    SprintValue,
    best_play,
    ranks,
)

Array = np.ndarray[Any, Any]

INPUTS: Final = 2 * 26 * 3 + 3
RESULTS: Final = np.array([-3, -2, -1, 1, 2, 3], np.float32)
"""Points of the six results, in the order of the outputs."""


@cache
def hand_features() -> Array:
    """One side's part of the input by rank of its hand: 78 thresholds and the pip count."""
    table = sprint_kernel.hands()
    out = np.zeros((sprint_kernel.HANDS, 79), np.float32)
    for place in range(26):
        count = (table == place).sum(axis=1)
        for k in range(3):
            out[:, 3 * place + k] = count > k
    out[:, 78] = table.sum(axis=1) / 75
    return out


def features(cells: Array) -> Array:
    """Inputs of cells given as rows (our rank, their rank)."""
    sides = hand_features()
    rear = sprint_kernel.hands()[:, 0].astype(np.int64)
    contact = rear[cells[:, 0]] + rear[cells[:, 1]] > 25
    return np.concatenate([sides[cells[:, 0]], sides[cells[:, 1]], contact[:, None].astype(np.float32)], axis=1)


@dataclass(frozen=True, eq=False)
class SprintNet:
    """The weights, layer by layer, and the card that says how good they are."""

    layers: tuple[tuple[Array, Array], ...]
    card: dict[str, Any]

    @classmethod
    @cache
    def load(cls) -> "SprintNet":
        """The net in the package."""
        with files("barpoint.engine").joinpath("data/sprint-net.npz").open("rb") as file:
            arrays = np.load(file)
            count = len([name for name in arrays.files if name.startswith("weight")])
            layers = tuple(
                (arrays[f"weight{k}"].astype(np.float32), arrays[f"bias{k}"].astype(np.float32)) for k in range(count)
            )
            return cls(layers, json.loads(str(arrays["card"])))

    def results(self, cells: Array) -> Array:
        """Chances of the six results for rows (our rank, their rank), us to roll."""
        signal = features(cells)
        for weight, bias in self.layers[:-1]:
            signal = np.maximum(signal @ weight + bias, 0)
        weight, bias = self.layers[-1]
        signal = signal @ weight + bias
        raised = np.exp(signal - signal.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def equities(self, cells: Array) -> Array:
        """Cubeless money equities of rows (our rank, their rank); finished games are exact."""
        value = self.results(cells) @ RESULTS
        lost = sprint_kernel.terminals(sprint_kernel.hands()).astype(np.float32)
        value = np.where(cells[:, 1] == 0, -lost[cells[:, 0]], value)
        return np.where(cells[:, 0] == 0, lost[cells[:, 1]], value)

    def chances(self, position: Position) -> ChanceTuple:
        """The five probabilities of a position, us to roll."""
        bad_loss, gammon_loss, _, win, gammon, backgammon = (
            float(x) for x in self.results(np.array([ranks(position)]))[0]
        )
        all_wins = min(1.0, win + gammon + backgammon)  # 32-bit shares may add up to a trifle more than one
        all_gammons, all_lost_gammons = min(all_wins, gammon + backgammon), min(1 - all_wins, gammon_loss + bad_loss)
        return (all_wins, all_gammons, backgammon, all_lost_gammons, min(bad_loss, all_lost_gammons))

    def lookup(self, position: Position) -> SprintValue:
        """The same answer the table gives, estimated."""
        chances = self.chances(position)
        states = (
            CubeState(2, Owner.OURS),
            CubeState(2, Owner.THEIRS),
            CubeState(),
            CubeState(jacoby=True),
        )
        cubeless = float(self.equities(np.array([ranks(position)]))[0])
        return SprintValue(chances, cubeless, *(cubeful_equity(chances, state) for state in states))

    def best_play(self, position: Position, roll: Roll) -> tuple[Play | None, float]:
        """The best play of a roll by cubeless equity, and its equity; None if there is no legal play."""
        return best_play(position, roll, lambda after: float(self.equities(np.array([ranks(after)]))[0]))


@cache
def sprint_value_parts() -> Any:
    """What `sprint_value_kernel` reads: the table if it has been built, and the net, its first layer summed by hand."""
    net, known = SprintNet.load(), sprint_knowledge()
    (first, bias), second, third = net.layers
    sides = hand_features()
    width = sides.shape[1]
    own, their = sides @ first[:width] + bias, sides @ first[width : 2 * width]
    exact = known.probabilities if isinstance(known, SprintTable) else np.zeros((0, 0, 5), np.float32)
    return np.asarray(exact), own, their, first[2 * width].copy(), (second, third)


def sprint_knowledge() -> SprintTable | SprintNet:
    """The exact table if it has been built, else the net."""
    try:
        return SprintTable.load()
    except FileNotFoundError:
        return SprintNet.load()
