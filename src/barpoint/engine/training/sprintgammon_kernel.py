"""Sprintgammon's training, compiled: the first layer of a batch forwards and backwards, row by row."""

from typing import Any

import numpy as np

from barpoint.engine.sprintgammon.sprint_value_kernel import MOST_ROWS, rows_of
from barpoint.jit import loose_kernel


@loose_kernel
def add_rows(cells: Any, spots: Any, table: Any, bias: Any, out: Any) -> None:
    """The first layer of each cell before its threshold."""
    rows = np.empty(MOST_ROWS, np.int64)
    for k in range(cells.shape[0]):
        count = rows_of(cells[k, 0], cells[k, 1], spots, rows)
        total = out[k]
        for i in range(bias.shape[0]):
            total[i] = bias[i]
        for s in range(count):
            row = table[rows[s]]
            for i in range(bias.shape[0]):
                total[i] += row[i]


@loose_kernel
def add_slopes(cells: Any, spots: Any, slopes: Any, out: Any) -> None:
    """Each cell's slope to all rows it added up."""
    rows = np.empty(MOST_ROWS, np.int64)
    for k in range(cells.shape[0]):
        count = rows_of(cells[k, 0], cells[k, 1], spots, rows)
        slope = slopes[k]
        for s in range(count):
            row = out[rows[s]]
            for i in range(slope.shape[0]):
                row[i] += slope[i]


@loose_kernel
def adam_step(weights: Any, slopes: Any, first: Any, second: Any, rate: Any, warm_first: Any, warm_second: Any) -> None:
    """One step of Adam on flat arrays; the slopes are cleared."""
    for k in range(weights.shape[0]):
        slope = slopes[k]
        first[k] = np.float32(0.9) * first[k] + np.float32(0.1) * slope
        second[k] = np.float32(0.999) * second[k] + np.float32(0.001) * slope * slope
        weights[k] -= rate * first[k] * warm_first / (np.sqrt(second[k] * warm_second) + np.float32(1e-8))
        slopes[k] = np.float32(0)
