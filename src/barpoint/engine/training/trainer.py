"""Training a net: minibatches, backpropagation and Adam over the sparse first layer.

The loss of a batch is the squared error of the equity, that of the difference between siblings (weighed by
`pair`), a little of each probability's own, and a trace of cross-entropy that keeps far-off outputs moving. The rate
falls from `rate` to `last_rate` along half a cosine. Float32 throughout; `packing` makes whole numbers of it.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine import features_kernel as features
from barpoint.engine.training import trainer_kernel as kernels
from barpoint.engine.training.examples import Examples

Array = np.ndarray[Any, Any]

EQUITY: Final = np.array([2, 1, 1, -1, -1], np.float32)
_OWN_WEIGHT: Final = np.array([0.5, 0.25, 0.25, 0.25, 0.25], np.float32)
_CROSS_ENTROPY: Final = np.float32(0.02)
_WARM_UP: Final = 300
_FLOOR: Final = np.float32(1e-6)
_BLOCKS: Final = (features.FIRST, features.SIZE, features.REFERENCE, features.KIND)
PARTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


@dataclass(frozen=True)
class Course:
    """How a net is trained."""

    positions: int
    batch: int = 512
    rate: float = 8e-3
    last_rate: float = 1e-5
    pair: float = 1.0
    seed: int = 1
    threads: int = 1

    def rate_at(self, step: int) -> float:
        """The rate of a step, counted from 1."""
        share = step / self.steps
        fallen = self.last_rate + (self.rate - self.last_rate) * 0.5 * (1 + np.cos(np.pi * share))
        return float(fallen * min(1.0, step / _WARM_UP))

    @property
    def steps(self) -> int:
        """How many batches there are."""
        return max(1, self.positions // self.batch)


def fresh(hidden: int, second: int, buckets: int, seed: int) -> dict[str, Array]:
    """Random weights; every bucket begins alike."""
    rng = np.random.default_rng(seed)
    w1 = rng.standard_normal((features.ROWS, hidden)) * 0.02
    for slot, kind in enumerate(features.KIND):
        if kind == features.PATTERN:
            w1[features.FIRST[slot] : features.FIRST[slot] + features.SIZE[slot]] *= 2
    for point in range(features.POINT_SLOTS):  # the first checkers on a point say most
        empty = features.FIRST[point] + features.REFERENCE[point]
        for n in (-3, -2, -1, 1, 2, 3):
            w1[empty + n] = rng.standard_normal(hidden) * 0.12
    w1[features.FIRST + features.REFERENCE] = 0
    w1[0] = 0
    w2 = rng.standard_normal((hidden, second)) * np.sqrt(2 / hidden)
    w3 = rng.standard_normal((second, 5)) * np.sqrt(1 / second)
    made = {
        "w1": w1,
        "b1": np.full(hidden, 0.1),
        "w2": np.repeat(w2[None], buckets, 0),
        "b2": np.full((buckets, second), 0.1),
        "w3": np.repeat(w3[None], buckets, 0),
        "b3": np.tile([0.0, -1.0, -4.0, -1.0, -4.0], (buckets, 1)),
    }
    return {name: np.ascontiguousarray(value, np.float32) for name, value in made.items()}


@dataclass(eq=False)
class Trainer:
    """A net being trained."""

    weights: dict[str, Array]
    course: Course
    steps_done: int = 0
    error: float = 0.0
    """A running mean of the squared equity error."""
    _pool: ThreadPoolExecutor | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.gradient = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.table = np.zeros_like(self.weights["w1"])
        kernels.make_table(self.weights["w1"], self.table, *_BLOCKS)
        if self.course.threads > 1:
            self._pool = ThreadPoolExecutor(self.course.threads)

    @property
    def buckets(self) -> int:
        """How many second layers there are: one for races, ten for contact."""
        return len(self.weights["b2"])

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
        rows, buckets = self._encode(boards)
        order, ends, hidden, second, probs = self._forward(rows, buckets)
        error = probs - labels[order]
        worth = error @ EQUITY
        self.error += max(0.02, 1 / self.steps_done) * (float((worth**2).mean()) - self.error)
        pull = worth + self._pair_pull(worth, order, siblings)
        outer = (pull[:, None] * EQUITY + error * _OWN_WEIGHT) * probs * (1 - probs) + _CROSS_ENTROPY * error
        outer *= np.float32(1000 / len(boards))
        delta = self._backward(ends, hidden, second, outer)
        rows = rows[order]
        self._in_threads(lambda lo, hi: kernels.scatter(self.gradient["w1"], rows, delta, lo, hi))
        self._descend()

    def predict(self, boards: Array) -> Array:
        """Probabilities of many boards."""
        out = np.empty((len(boards), 5), np.float32)
        for start in range(0, len(boards), 8192):
            rows, buckets = self._encode(boards[start : start + 8192])
            order, _, _, _, probs = self._forward(rows, buckets)
            out[start : start + 8192][order] = probs
        return out

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        beside = path.with_suffix(".tmp.npz")
        np.savez(beside, table=self.table, **self.weights)  # type: ignore[arg-type]  # NumPy's stub
        beside.replace(path)

    def _encode(self, boards: Array) -> tuple[Array, Array]:
        rows = np.zeros((len(boards), features.SLOTS), np.int16)
        buckets = np.zeros(len(boards), np.int8)
        features.encode_many(np.ascontiguousarray(boards), rows, buckets)
        return rows, np.minimum(buckets, self.buckets - 1)

    def _forward(self, rows: Array, buckets: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Order by bucket, where each bucket ends, both hidden layers and the probabilities in that order."""
        w = self.weights
        sums = np.empty((len(rows), len(w["b1"])), np.float32)
        self._in_threads(lambda lo, hi: kernels.gather(self.table, w["b1"], rows, lo, hi, sums))
        order = np.argsort(buckets, kind="stable")
        ends = np.searchsorted(buckets[order], np.arange(self.buckets + 1))
        hidden = np.maximum(sums, 0, out=sums)[order]
        second = np.empty((len(rows), w["b2"].shape[1]), np.float32)
        out = np.empty((len(rows), 5), np.float32)
        for k in range(self.buckets):
            part = slice(ends[k], ends[k + 1])
            second[part] = np.maximum(hidden[part] @ w["w2"][k] + w["b2"][k], 0)
            out[part] = second[part] @ w["w3"][k] + w["b3"][k]
        return order, ends, hidden, second, 1 / (1 + np.exp(-out))

    def _pair_pull(self, worth: Array, order: Array, siblings: Array) -> Array:
        """The gradient of the squared difference of siblings' errors, in the batch's order by bucket."""
        by_place = np.empty_like(worth)
        by_place[order] = worth
        apart = (by_place[0::2] - by_place[1::2]) * siblings * np.float32(self.course.pair)
        pull = np.empty_like(worth)
        pull[0::2], pull[1::2] = apart, -apart
        return np.asarray(pull[order])

    def _backward(self, ends: Array, hidden: Array, second: Array, outer: Array) -> Array:
        """Gradients of the upper layers; returns that of the first layer's sums."""
        w, g = self.weights, self.gradient
        delta = np.empty_like(hidden)
        for k in range(self.buckets):
            part = slice(ends[k], ends[k + 1])
            g["w3"][k] = second[part].T @ outer[part]
            g["b3"][k] = outer[part].sum(0)
            inner = (outer[part] @ w["w3"][k].T) * (second[part] > 0)
            g["w2"][k] = hidden[part].T @ inner
            g["b2"][k] = inner.sum(0)
            delta[part] = inner @ w["w2"][k].T
        delta *= hidden > 0
        g["b1"][:] = delta.sum(0)
        return delta

    def _descend(self) -> None:
        rate = np.float32(self.course.rate_at(self.steps_done))
        warm_mean = np.float32(1 / (1 - 0.9**self.steps_done))
        warm_square = np.float32(1 / (1 - 0.999**self.steps_done))
        w, g, m, s = self.weights, self.gradient, self.mean, self.square
        kernels.advance(w["w1"], (g["w1"], m["w1"], s["w1"]), self.table, _BLOCKS, rate, warm_mean, warm_square)
        for name in PARTS[1:]:
            weights, gradient, mean, square = (part[name].reshape(-1) for part in (w, g, m, s))
            slow = rate * np.float32(0.1) if name == "b1" else rate
            kernels.adam(weights, gradient, mean, square, slow, warm_mean, warm_square, _FLOOR)

    def _in_threads(self, work: Callable[[int, int], None]) -> None:
        """Run `work` on shares of the first layer's columns."""
        width = len(self.weights["b1"])
        if self._pool is None:
            work(0, width)
            return
        count = self.course.threads
        edges = [width * k // count // 16 * 16 for k in range(count)] + [width]
        list(self._pool.map(work, edges[:-1], edges[1:]))


def read_checkpoint(path: Path) -> dict[str, Array]:
    """The weights of a checkpoint, to train on."""
    with np.load(path) as stored:
        return {name: stored[name].copy() for name in PARTS}
