"""The nets' weights: read from the wheel, ready for the kernels.

A net file is an .npz of whole numbers: for `contact` and `race` the arrays of `net_kernel`, for `quick`
those of `quick_kernel`. `data/card.json` says how they were trained and how strong they are.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

WEIGHTS: Final = "backgammon-nets.npz"
CARD: Final = "card.json"
NET: Final = ("table", "bias", "second", "second_bias", "last", "last_bias", "unit")
_QUICK: Final = ("table", "bias", "second", "second_bias", "last", "unit")


@dataclass(frozen=True, eq=False)
class Brain:
    """Everything a static value is made of, as the kernels take it."""

    contact: tuple[Array, ...]
    race: tuple[Array, ...]
    quick: tuple[Array, ...]
    bearoff: tuple[Any, ...]

    @property
    def parts(self) -> tuple[Any, ...]:
        """What `search_kernel` calls a brain."""
        return self.contact, self.race, self.quick, self.bearoff

    @property
    def width(self) -> int:
        """How wide the widest first layer is."""
        return max(len(self.contact[1]), len(self.race[1]))


@cache
def brain() -> Brain:
    """The brain that comes with Barpoint."""
    with (files("barpoint.engine") / "data" / WEIGHTS).open("rb") as file:
        return read_brain(file)


def read_brain(file: Any) -> Brain:
    """A brain from a net file; ValueError if it does not fit the features of this version."""
    from barpoint.engine.bearoff.bearoff_tables import kernel_tables
    from barpoint.engine.nets.features_kernel import BUCKETS, ROWS
    from barpoint.engine.nets.net_kernel import LANES

    with np.load(file) as stored:
        contact, race = (_arrays(stored, name, NET) for name in ("contact", "race"))
        points, *rest = _arrays(stored, "quick", _QUICK)
        quick = (np.concatenate([points, -points]), *rest)  # what leaves a place is added negated
    for net, buckets in ((contact, BUCKETS), (race, 1)):
        if len(net[0]) != ROWS or len(net[2]) != buckets:
            raise ValueError(f"expected a net file for {ROWS} rows, not one for {len(net[0])}")
        if len(net[1]) % LANES:
            raise ValueError(f"expected a first layer of a multiple of {LANES} units, not {len(net[1])}")
    return Brain(contact, race, quick, kernel_tables())


def _arrays(stored: Any, net: str, names: tuple[str, ...]) -> tuple[Array, ...]:
    missing = [name for name in names if f"{net}_{name}" not in stored]
    if missing:
        raise ValueError(f"expected a net file with {net}_{missing[0]}")
    return tuple(np.ascontiguousarray(stored[f"{net}_{name}"]) for name in names)


def card() -> dict[str, Any]:
    """How the nets were trained, on what, and their measured strength."""
    text = (files("barpoint.engine") / "data" / CARD).read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read
