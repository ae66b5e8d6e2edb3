"""Training a net: minibatches, backpropagation and Adam over the sparse first layer.

The loss of a batch is the squared error of the equity, that of the difference between siblings (weighed by
`pair`), a little of each probability's own, and a trace of cross-entropy that keeps far-off outputs moving. The rate
falls from `rate` to `last_rate` in a straight line. Float32 throughout; `net_file` makes whole numbers of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.nets.features_kernel import PATTERN
from barpoint.engine.training import trainer_kernel as kernels
from barpoint.engine.training.examples import Examples
from barpoint.engine.training.inputs import BACKGAMMON, Inputs

Array = np.ndarray[Any, Any]

EQUITY: Final = np.array([2, 1, 1, -1, -1], np.float32)
_WARM_UP: Final = 300
_FLOOR: Final = np.float32(1e-6)
PARTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


@dataclass(frozen=True)
class Course:
    """How a net is trained."""

    positions: int
    batch: int = 512
    rate: float = 4e-3
    last_rate: float = 1e-5
    pair: float = 1.0
    seed: int = 1

    def rate_at(self, step: int) -> float:
        """The rate of a step, counted from 1."""
        fallen = self.last_rate + (self.rate - self.last_rate) * (1 - step / self.steps)
        return fallen * min(1.0, step / _WARM_UP)

    @property
    def steps(self) -> int:
        """How many batches there are."""
        return max(1, self.positions // self.batch)


def fresh_weights(hidden: int, second: int, buckets: int, seed: int, inputs: Inputs = BACKGAMMON) -> dict[str, Array]:
    """Random weights; every bucket begins alike."""
    rng = np.random.default_rng(seed)
    firsts, sizes, references, kinds = inputs.blocks
    w1 = rng.standard_normal((inputs.rows, hidden)) * 0.02
    for first, size, kind in zip(firsts, sizes, kinds, strict=True):
        if kind == PATTERN:
            w1[first : first + size] *= 2
    for empty in (firsts + references)[: inputs.points]:  # the first checkers on a point say most
        for n in (-3, -2, -1, 1, 2, 3):
            w1[empty + n] = rng.standard_normal(hidden) * 0.12
    w1[firsts + references] = 0
    w1[0] = 0
    w2 = rng.standard_normal((hidden, second)) * np.sqrt(2 / hidden)
    w3 = rng.standard_normal((second, 5)) * np.sqrt(1 / second)
    weights = {
        "w1": w1,
        "b1": np.full(hidden, 0.1),
        "w2": np.repeat(w2[None], buckets, 0),
        "b2": np.full((buckets, second), 0.1),
        "w3": np.repeat(w3[None], buckets, 0),
        "b3": np.tile([0.0, -1.0, -4.0, -1.0, -4.0], (buckets, 1)),
    }
    return {name: np.ascontiguousarray(value, np.float32) for name, value in weights.items()}


@dataclass(eq=False)
class Trainer:
    """A net being trained."""

    weights: dict[str, Array]
    course: Course
    inputs: Inputs = BACKGAMMON
    steps_done: int = 0
    error: float = 0.0
    """A running mean of the squared equity error."""

    def __post_init__(self) -> None:
        self.weights = self.weights | {"w2": _transpose(self.weights["w2"])}
        self.gradient, self.mean, self.square = (
            {name: np.zeros_like(value) for name, value in self.weights.items()} for _ in range(3)
        )
        self.table = np.zeros_like(self.weights["w1"])
        kernels.make_table(self.weights["w1"], self.table, *self.inputs.blocks)
        self._net = (self.table, *(self.weights[name] for name in PARTS[1:]))
        self._passed = self._room(self.course.batch)

    def train(self, examples: Examples) -> Iterator[int]:
        """Take the course's steps, yielding the number of each."""
        rng = np.random.default_rng(self.course.seed)
        half = self.course.batch // 2
        if len(examples) < self.course.batch + 2:
            raise ValueError(f"expected more than {self.course.batch} examples, not {len(examples)}")
        waiting = np.zeros(0, np.int64)
        for _ in range(self.course.steps):
            if len(waiting) < half:
                waiting = rng.permutation(len(examples) // 2 - 1) * 2 + int(rng.integers(2))
            firsts, waiting = waiting[:half], waiting[half:]
            chosen = np.stack([firsts, firsts + 1], 1).reshape(-1)
            self.step(examples.boards[chosen], examples.labels[chosen], examples.siblings[firsts])
            yield self.steps_done

    def step(self, boards: Array, labels: Array, siblings: Array) -> None:
        """One batch: boards 2k and 2k + 1 are siblings where siblings[k]."""
        self.steps_done += 1
        gradient = tuple(self.gradient[name] for name in PARTS)
        self._forward(boards, self._passed)
        error = kernels.backward(self._net, gradient, self._passed, labels, siblings, np.float32(self.course.pair))
        self.error += max(0.02, 1 / self.steps_done) * (error - self.error)
        self._descend()

    def predict(self, boards: Array) -> Array:
        """Probabilities of many boards."""
        out = np.empty((len(boards), 5), np.float32)
        room = self._room(2048)
        for start in range(0, len(boards), 2048):
            part = boards[start : start + 2048]
            self._forward(part, room)
            out[start : start + len(part)] = room[-1][: len(part)]
        return out

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        beside = path.with_suffix(".tmp.npz")
        np.savez(beside, **self.checkpoint())  # type: ignore[arg-type]  # NumPy's stub
        beside.replace(path)

    def checkpoint(self) -> dict[str, Array]:
        """What a checkpoint holds: the weights and the rows they add up to."""
        return self.weights | {"w2": _transpose(self.weights["w2"]), "table": self.table}

    def _forward(self, boards: Array, room: tuple[Array, ...]) -> None:
        self.inputs.encode(np.ascontiguousarray(boards), room[0], room[1])
        np.minimum(room[1], len(self.weights["b2"]) - 1, out=room[1])
        kernels.forward(self._net, len(boards), room)

    def _room(self, count: int) -> tuple[Array, ...]:
        """Where a forward pass of `count` boards leaves what it found."""
        first, second = len(self.weights["b1"]), self.weights["b2"].shape[1]
        return (
            np.zeros((count, self.inputs.slots), np.int16),
            np.zeros(count, np.int8),
            np.zeros((count, first), np.float32),
            np.zeros((count, second), np.float32),
            np.zeros((count, 5), np.float32),
        )

    def _descend(self) -> None:
        rate = np.float32(self.course.rate_at(self.steps_done))
        warm_mean = np.float32(1 / (1 - 0.9**self.steps_done))
        warm_square = np.float32(1 / (1 - 0.999**self.steps_done))
        w, g, m, s = self.weights, self.gradient, self.mean, self.square
        kernels.advance(
            w["w1"], (g["w1"], m["w1"], s["w1"]), self.table, self.inputs.blocks, rate, warm_mean, warm_square
        )
        for name in PARTS[1:]:
            weights, gradient, mean, square = (part[name].reshape(-1) for part in (w, g, m, s))
            slow = rate * np.float32(0.1) if name == "b1" else rate
            kernels.adam(weights, gradient, mean, square, slow, warm_mean, warm_square, _FLOOR)


def _transpose(weights: Array) -> Array:
    """Second-layer weights by unit instead of by input, and back."""
    return np.ascontiguousarray(weights.transpose(0, 2, 1))


def read_checkpoint(path: Path) -> dict[str, Array]:
    """The weights of a checkpoint, to train on."""
    with np.load(path) as stored:
        return {name: stored[name].copy() for name in PARTS}
