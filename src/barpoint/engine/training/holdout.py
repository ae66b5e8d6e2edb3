"""Boards kept apart: what strength is measured on is not learnt from.

A file of decisions (bench/engine.py) is lines of JSON, gzipped or not, with the `board` of the mover and `candidates`,
each with the `board` after a play in the same view. Kept apart are all of them, as the side on roll sees them. Boards
are known by a number: two that share one by accident (one chance in 2^60) are both left out.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.search.engine import flip_board

Array = np.ndarray[Any, Any]

NOTHING: Final = np.zeros(0, np.int64)
_FACTORS: Final = np.random.default_rng(26).integers(-(1 << 62), 1 << 62, 26) | 1


def holdout_boards(decisions: Iterable[Path]) -> Array:
    """The numbers of every board of these files; ValueError for a file of something else."""
    boards = [board for path in decisions for board in _boards(path)]
    return np.unique(_numbers(np.array(boards, np.int8).reshape(-1, 26)))


def may_be_learnt(boards: Array, apart: Array) -> Array:
    """Which of the boards [n, 26] are not kept apart."""
    return ~np.isin(_numbers(boards), apart)


def _numbers(boards: Array) -> Array:
    numbers = np.zeros(len(boards), np.int64)
    for place, factor in enumerate(_FACTORS):  # one by one: all in 64 bits would be eight times as large
        numbers += boards[:, place] * factor
    return numbers


def _boards(path: Path) -> Iterator[tuple[int, ...]]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            try:
                decision = json.loads(line)
                yield tuple(decision["board"])
                yield from (flip_board(np.array(play["board"])) for play in decision["candidates"])
            except (ValueError, KeyError, TypeError, IndexError) as wrong:
                raise ValueError(f"expected lines with a board and candidates in {path}, not {line[:60]!r}") from wrong
