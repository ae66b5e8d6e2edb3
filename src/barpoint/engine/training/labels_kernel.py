"""Labelling, compiled: the values of many boards, some levels deep."""

from typing import Any

import numpy as np

from barpoint.engine.search.search_kernel import LEAF, value
from barpoint.jit import kernel


@kernel
def value_many(brain: Any, boards: Any, level: int, keep: Any, work: Any, out: Any) -> None:
    """`search_kernel.value` for each board."""
    unnoted = np.zeros((0, LEAF), np.float32)
    for i in range(boards.shape[0]):
        value(brain, boards[i], level, keep, work, unnoted, out[i])
