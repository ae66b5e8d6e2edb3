"""From trained weights to a net file: floats to whole numbers, and only the units that work.

Checkpoints are .npz files of floats written by `trainer` and `quick`; a net file is what `nets` reads.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.features_kernel import FIRST, REFERENCE, SLOTS, encode_many
from barpoint.engine.training.examples import Examples
from barpoint.engine.training.trainer_kernel import gather

Array = np.ndarray[Any, Any]

FIRST_UNIT: Final = 512
"""Steps of a first-layer sum for 1.0: sums beyond ±64 would not fit."""
SECOND_UNIT: Final = 4096
QUICK_UNIT: Final = 512
_SHORT: Final = 32767


def pack(contact: Path, race: Path, quick: Path, out: Path, seen: Path | None = None) -> None:
    """Write a net file from three checkpoints; with a chunk of positions, without units that never fire on it."""
    arrays: dict[str, Array] = {}
    for name, path in (("contact", contact), ("race", race)):
        with np.load(path) as stored:
            weights = dict(stored)
        if seen:
            weights = without_idle(weights, Examples.read([seen], races=name == "race").boards)
        arrays |= {f"{name}_{key}": value for key, value in pack_net(weights).items()}
    with np.load(quick) as stored:
        arrays |= {f"quick_{key}": value for key, value in pack_quick(stored).items()}
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # NumPy's stub mistakes the names for its option


def without_idle(weights: Mapping[str, Array], boards: Array) -> dict[str, Array]:
    """The same net without first-layer units that fire on none of these boards, its width a multiple of 32."""
    rows = np.zeros((len(boards), SLOTS), np.int16)
    encode_many(boards, rows, np.zeros(len(boards), np.int8))
    width = len(weights["b1"])
    peak = np.full(width, -np.inf)
    for start in range(0, len(boards), 8192):
        part = rows[start : start + 8192]
        sums = np.empty((len(part), width), np.float32)
        gather(weights["table"], weights["b1"], part, 0, width, sums)
        peak = np.maximum(peak, sums.max(0))
    firing = int((peak > 0).sum())
    kept = np.sort(np.argsort(-peak, kind="stable")[: min(width, -(-firing // 32) * 32)])
    return dict(weights) | {
        "table": weights["table"][:, kept],
        "b1": weights["b1"][kept],
        "w2": weights["w2"][:, kept],
    }


def pack_net(stored: Mapping[str, Array]) -> dict[str, Array]:
    """A big net in whole numbers."""
    table = _short(stored["table"] * FIRST_UNIT, "table")
    table[0] = 0
    table[FIRST + REFERENCE] = 0
    return {
        "table": table,
        "bias": _short(stored["b1"] * FIRST_UNIT, "bias"),
        "second": _short(stored["w2"].transpose(0, 2, 1) * SECOND_UNIT, "second"),
        "second_bias": stored["b2"].astype(np.float32),
        "last": stored["w3"].astype(np.float32),
        "last_bias": stored["b3"].astype(np.float32),
        "unit": np.array([1 / (FIRST_UNIT * SECOND_UNIT)], np.float32),
    }


def pack_quick(stored: Mapping[str, Array]) -> dict[str, Array]:
    """The quick net in whole numbers."""
    return {
        "table": _short(stored["table"] * QUICK_UNIT, "quick table"),
        "bias": _short(stored["b"] * QUICK_UNIT, "quick bias"),
        "second": _short(stored["w2"].T * SECOND_UNIT, "quick second"),
        "second_bias": stored["b2"].astype(np.float32),
        "last": stored["w3"].astype(np.float32),
        "unit": np.array([1 / (QUICK_UNIT * SECOND_UNIT)], np.float32),
    }


def _short(values: Array, name: str) -> Array:
    rounded = np.round(values)
    if np.abs(rounded).max() > _SHORT:
        raise ValueError(f"{name} does not fit 16 bits: its largest weight is {np.abs(rounded).max():.0f} steps")
    return np.ascontiguousarray(rounded.astype(np.int16))
