"""What a net is trained to look at: the slots of a game's features, and the function that reads them off boards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from barpoint.engine.longgammon import long_features_kernel
from barpoint.engine.nets import features_kernel

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Inputs:
    """A set of features: its rows in blocks (first, size, reference, kind) and how boards become rows."""

    rows: int
    slots: int
    points: int
    """How many slots, the first ones, hold a point's checkers."""
    buckets: int
    blocks: tuple[Array, Array, Array, Array]
    encode: Callable[[Array, Array, Array], None]

    @classmethod
    def of(cls, features: Any) -> "Inputs":
        """The features of a kernel module."""
        blocks = (features.FIRST, features.SIZE, features.REFERENCE, features.KIND)
        sizes = (features.ROWS, features.SLOTS, features.POINT_SLOTS, features.BUCKETS)
        return cls(*sizes, blocks, features.encode_many)


BACKGAMMON: Final = Inputs.of(features_kernel)
LONGGAMMON: Final = Inputs.of(long_features_kernel)
