"""Labelling, compiled: the values of many boards, some levels deep."""

from typing import Any

from barpoint.engine.search_kernel import value
from barpoint.jit import kernel


@kernel
def value_many(brain: Any, boards: Any, level: int, keep: Any, work: Any, out: Any) -> None:
    """`search_kernel.value` for each board."""
    for i in range(boards.shape[0]):
        value(brain, boards[i], level, keep, work, out[i])
