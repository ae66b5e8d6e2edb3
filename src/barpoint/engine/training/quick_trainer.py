"""Training the quick net: bare points to a rough equity, good enough to pick which replies the big nets look at.

Its lessons are whole sets of siblings (`siblings_kernel`): every reply to a roll, good and bad, labelled by the big
nets. Positions of good play alone would leave it guessing at the bad replies it has to throw out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.nets.quick_kernel import (
    COUNTS,
    LARGEST,
    ROWS,
)
from barpoint.engine.search.engine import Engine, backgammon_engine
from barpoint.engine.search.search_kernel import WIDE
from barpoint.engine.training import quick_training_kernel as kernels
from barpoint.engine.training.holdout import NOTHING, may_be_learnt
from barpoint.engine.training.trainer_kernel import adam

Array = np.ndarray[Any, Any]

HIDDEN: Final = 64
SECOND: Final = 8
_PLACES: Final = 26
_BATCH: Final = 24
_WARM_UP: Final = 300
_LARGEST: Final = 7.9  # second-layer weights fit whole numbers of 16 bits (`net_file`)
_PARTS: Final = ("table", "b", "w2", "b2", "w3")


@dataclass(frozen=True, eq=False)
class Siblings:
    """Sets of boards with the big nets' equities, the side on roll seeing them."""

    boards: Array
    values: Array
    ends: Array

    @classmethod
    def of(
        cls, chunks: Iterable[Path], sets: int, seed: int, apart: Array = NOTHING, by: Engine | None = None
    ) -> "Siblings":
        """At most so many sets, from positions of these chunks drawn with the seed and a random roll each.

        A set with a board kept `apart`, or that begins at one, is left out.
        """
        judge = by or backgammon_engine()
        rng = np.random.default_rng(seed)
        positions = np.concatenate([_boards(path, apart) for path in chunks])
        starts = np.zeros((min(sets, len(positions)), WIDE), np.int8)
        starts[:, :26] = positions[rng.permutation(len(positions))[: len(starts)]]
        room = len(starts) * kernels.MOST
        boards, values = np.zeros((room, 26), np.int8), np.zeros(room, np.float32)
        ends = np.zeros(len(starts), np.int64)
        dice = rng.integers(1, 7, (len(starts), 2))
        count = kernels.collect(judge.brain.parts, starts, dice, judge.desk(), boards, values, ends)
        used = int(ends[count - 1]) if count else 0
        return cls(boards[:used], values[:used], ends[:count]).without(apart)

    def without(self, apart: Array) -> "Siblings":
        """Only the sets of which no board is kept apart."""
        if not len(self):
            return self
        sizes = np.diff(self.ends, prepend=0)
        whole = np.logical_and.reduceat(may_be_learnt(self.boards, apart), self.ends - sizes)
        kept = np.repeat(whole, sizes)
        return Siblings(self.boards[kept], self.values[kept], np.cumsum(sizes[whole]))

    def __len__(self) -> int:
        return len(self.ends)


def fresh_quick_weights(seed: int) -> dict[str, Array]:
    """Random weights, nearly linear in the number of checkers."""
    rng = np.random.default_rng(seed)
    counts = np.arange(-15, 16)[:, None]
    slopes = rng.standard_normal((_PLACES, 2, HIDDEN)) * 0.08
    signed = np.where(counts > 0, slopes[:, None, 0], slopes[:, None, 1]) * (1 + 0.3 * np.abs(counts))
    table = signed.reshape(ROWS, HIDDEN) + 0.03 * rng.standard_normal((ROWS, HIDDEN))
    table[LARGEST::COUNTS] = 0  # an empty place adds nothing
    weights = {
        "table": table,
        "b": np.full(HIDDEN, 0.1),
        "w2": rng.standard_normal((SECOND, HIDDEN)) * 0.2,
        "b2": np.full(SECOND, 0.1),
        "w3": rng.standard_normal(SECOND) * 0.3,
    }
    return {name: np.ascontiguousarray(value, np.float32) for name, value in weights.items()}


def train_quick(siblings: Siblings, passes: float = 8.0, rate: float = 4e-3, seed: int = 3) -> dict[str, Array]:
    """A quick net that has seen every set so many times; the rate falls to nothing."""
    rng = np.random.default_rng(seed)
    weights = fresh_quick_weights(seed)
    net, gradient, mean, square = (
        tuple(weights[name] if k == 0 else np.zeros_like(weights[name]) for name in _PARTS) for k in range(4)
    )
    steps = max(1, int(passes * len(siblings)) // _BATCH)
    waiting = np.zeros(0, np.int64)
    for step in range(1, steps + 1):
        if len(waiting) < _BATCH:
            waiting = np.concatenate([waiting, rng.permutation(len(siblings))])
        chosen, waiting = waiting[:_BATCH], waiting[_BATCH:]
        kernels.learn(net, gradient, siblings.boards, siblings.values, siblings.ends, chosen)
        now = np.float32(rate * min(1.0, step / _WARM_UP) * (1 - step / steps) + 1e-5)
        warm = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
        for parts in zip(net, gradient, mean, square, strict=True):
            w, g, m, s = (part.reshape(-1) for part in parts)
            adam(w, g, m, s, now, warm[0], warm[1], np.float32(1e-6))
        np.clip(weights["w2"], -_LARGEST, _LARGEST, out=weights["w2"])
    return weights


def shortlist_losses(weights: dict[str, Array], siblings: Siblings, keep: int) -> Array:
    """What each set loses if the big nets see only the `keep` replies that the quick net likes best."""
    out = np.zeros(len(siblings))
    net = tuple(weights[name] for name in _PARTS)
    kernels.shortfalls(net, siblings.boards, siblings.values, siblings.ends, keep, out)
    return out


def save_quick(weights: dict[str, Array], path: Path) -> None:
    """Write a checkpoint as `net_file` reads it."""
    stored = weights | {"w2": weights["w2"].T}
    np.savez(path, **stored)  # type: ignore[arg-type]  # NumPy's stub mistakes the names for its option


def _boards(path: Path, apart: Array) -> Array:
    with np.load(path) as chunk:
        boards = np.asarray(chunk["board"])
    return boards[may_be_learnt(boards, apart)]
