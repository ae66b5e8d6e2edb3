"""Training the quick net: bare points to a rough equity, good enough to pick which replies to look at."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.quick_kernel import COUNTS, LARGEST
from barpoint.engine.training import trainer_kernel as kernels
from barpoint.engine.training.examples import Examples
from barpoint.engine.training.trainer import EQUITY

Array = np.ndarray[Any, Any]

HIDDEN: Final = 64
SECOND: Final = 8
_PAIR: Final = np.float32(2)  # siblings must be told apart; the level matters less
_ROWS: Final = 26 * COUNTS + 1  # row 0 adds nothing
_PLACE: Final = (np.arange(26) * COUNTS + LARGEST + 1).astype(np.int16)


def fresh(seed: int) -> dict[str, Array]:
    """Random weights, nearly linear in the number of checkers."""
    rng = np.random.default_rng(seed)
    table = rng.standard_normal((_ROWS, HIDDEN)) * 0.1
    for place in range(26):
        ours, theirs = rng.standard_normal((2, HIDDEN)) * 0.08
        for n in range(1, LARGEST + 1):
            table[_PLACE[place] + n] = ours * (1 + 0.3 * n)
            table[_PLACE[place] - n] = theirs * (1 + 0.3 * n)
    made = {
        "table": table,
        "b": np.full(HIDDEN, 0.1),
        "w2": rng.standard_normal((HIDDEN, SECOND)) * 0.2,
        "b2": np.full(SECOND, 0.1),
        "w3": rng.standard_normal(SECOND) * 0.3,
    }
    return {name: np.ascontiguousarray(value, np.float32) for name, value in made.items()}


def train(examples: Examples, positions: int, batch: int = 512, seed: int = 3) -> dict[str, Array]:
    """A quick net trained on this many positions."""
    rng = np.random.default_rng(seed)
    weights = fresh(seed)
    gradient, mean, square = ({n: np.zeros_like(w) for n, w in weights.items()} for _ in range(3))
    steps = max(1, positions // batch)
    worth = (examples.labels @ EQUITY - 1).astype(np.float32)
    for step in range(1, steps + 1):
        firsts = rng.integers(0, len(examples) // 2 - 1, batch // 2) * 2
        chosen = np.stack([firsts, firsts + 1], 1).reshape(-1)
        _gradients(weights, gradient, examples.boards[chosen], worth[chosen], examples.siblings[firsts])
        rate = np.float32(1e-3 * (1 + np.cos(np.pi * step / steps)) + 1e-5)
        warm = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
        for name in weights:
            w, g, m, s = (part[name].reshape(-1) for part in (weights, gradient, mean, square))
            kernels.adam(w, g, m, s, rate, warm[0], warm[1], np.float32(1e-6))
    return weights


def _gradients(w: dict[str, Array], g: dict[str, Array], boards: Array, worth: Array, siblings: Array) -> None:
    rows = np.where(boards == 0, 0, boards.astype(np.int16) + _PLACE).astype(np.int16)
    hidden = np.empty((len(boards), HIDDEN), np.float32)
    kernels.gather(w["table"], w["b"], rows, hidden)
    np.maximum(hidden, 0, out=hidden)
    second = np.maximum(hidden @ w["w2"] + w["b2"], 0)
    error = second @ w["w3"] - worth
    apart = (error[0::2] - error[1::2]) * siblings * _PAIR
    pull = error.copy()
    pull[0::2] += apart
    pull[1::2] -= apart
    pull *= np.float32(100 / len(boards))
    g["w3"][:] = pull @ second
    inner = pull[:, None] * w["w3"] * (second > 0)
    g["w2"][:] = hidden.T @ inner
    g["b2"][:] = inner.sum(0)
    delta = (inner @ w["w2"].T) * (hidden > 0)
    g["b"][:] = delta.sum(0)
    kernels.scatter(g["table"], rows, delta)


def save(weights: dict[str, Array], path: Path) -> None:
    """Write a checkpoint as `packing` reads it."""
    stored = weights | {"table": weights["table"][1:]}
    np.savez(path, **stored)  # type: ignore[arg-type]  # NumPy's stub mistakes the names for its option
