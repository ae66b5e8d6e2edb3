"""From trained weights to a net file: floats to whole numbers.

Checkpoints are .npz files of floats written by `trainer` and `quick`; a net file is what `nets` reads.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.nets.quick_kernel import COUNTS, LARGEST
from barpoint.engine.nets.weights import CARD

Array = np.ndarray[Any, Any]

FIRST_UNIT: Final = 512
"""Steps of a first-layer sum for 1.0: sums beyond ±64 would not fit."""
SECOND_UNIT: Final = 4096
QUICK_UNIT: Final = 512
_SHORT: Final = 32767


def pack(contact: Path, race: Path, quick: Path, out: Path) -> None:
    """Write a net file from three checkpoints, and its shapes into the card beside it."""
    arrays: dict[str, Array] = {}
    for name, path in (("contact", contact), ("race", race)):
        with np.load(path) as stored:
            arrays |= {f"{name}_{key}": value for key, value in pack_net(stored).items()}
    with np.load(quick) as stored:
        arrays |= {f"quick_{key}": value for key, value in pack_quick(stored).items()}
    np.savez(out, **arrays)  # type: ignore[arg-type]  # NumPy's stub mistakes the names for its option
    _describe(out, arrays)


def _describe(out: Path, arrays: Mapping[str, Array]) -> None:
    """Say in the card beside a net file what it holds; what was measured of other weights is struck out."""
    card = out.with_name(CARD)
    description = json.loads(card.read_text(encoding="utf-8")) if card.exists() else {}
    description["file"] = out.name
    description["nets"] = {
        name: " x ".join(map(str, (*arrays[f"{name}_table"].shape, arrays[f"{name}_second"].shape[-2])))
        + f" x {5 if name != 'quick' else 1}, buckets: {len(arrays[f'{name}_second']) if name != 'quick' else 1}"
        for name in ("contact", "race", "quick")
    }
    description["measured"] = {}
    card.write_text(json.dumps(description, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def pack_net(stored: Mapping[str, Array]) -> dict[str, Array]:
    """A big net in whole numbers."""
    return {
        "table": _short(stored["table"] * FIRST_UNIT, "table"),
        "bias": _short(stored["b1"] * FIRST_UNIT, "bias"),
        "second": _short(stored["w2"].transpose(0, 2, 1) * SECOND_UNIT, "second"),
        "second_bias": stored["b2"].astype(np.float32),
        "last": stored["w3"].astype(np.float32),
        "last_bias": stored["b3"].astype(np.float32),
        "unit": np.array([1 / (FIRST_UNIT * SECOND_UNIT)], np.float32),
    }


def pack_quick(stored: Mapping[str, Array]) -> dict[str, Array]:
    """The quick net in whole numbers; an empty place adds nothing."""
    table = stored["table"] * QUICK_UNIT
    table[LARGEST::COUNTS] = 0
    return {
        "table": _short(table, "quick table"),
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
