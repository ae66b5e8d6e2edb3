"""Labelled positions: reading them, telling races from contact, finding siblings.

A chunk is an .npz with `board` int8[n, 26] (the side on roll's view, as `movegen_kernel` defines it) and `probs`
float32[n, 5] (its chances before the roll, cubeless, a gammon including backgammons). Neighbouring rows are often
siblings, boards that one roll led to: their difference is what a choice of plays hangs on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.training.holdout import NOTHING, may_be_learnt

Array = np.ndarray[Any, Any]

_ALIKE: Final = 12  # siblings differ by at most this many checkers, counted on both sides of each hop
_PLACES: Final = np.arange(26)


@dataclass(frozen=True, eq=False)
class Examples:
    """Boards, their labels, and whether each is a sibling of the next."""

    boards: Array
    labels: Array
    siblings: Array

    @classmethod
    def read(cls, paths: Iterable[Path], *, races: bool, apart: Array = NOTHING) -> "Examples":
        """Only the races of these chunks, or only the rest; no board that is kept `apart`."""
        boards, labels = [], []
        for path in paths:
            with np.load(path) as chunk:
                mask = (race_mask(chunk["board"]) == races) & may_be_learnt(chunk["board"], apart)
                boards.append(chunk["board"][mask])
                labels.append(chunk["probs"][mask])
        if not boards:
            raise ValueError("expected at least one chunk of labelled positions")
        return cls.of(np.concatenate(boards), np.concatenate(labels))

    @classmethod
    def of(cls, boards: Array, labels: Array) -> "Examples":
        """Examples of these boards in this order."""
        siblings = np.zeros(len(boards), bool)
        for start in range(0, len(boards) - 1, 1 << 19):  # in parts: the difference is as large as the boards
            end = min(start + (1 << 19), len(boards) - 1)
            siblings[start:end] = np.abs(boards[start:end] - boards[start + 1 : end + 1]).sum(1) <= _ALIKE
        return cls(boards, labels, siblings)

    def __len__(self) -> int:
        return len(self.boards)


def race_mask(boards: Array) -> Array:
    """Which boards are races: no checker has one of the opponent's before it."""
    ours = boards > 0
    ours[:, 0] = False
    theirs = boards < 0
    theirs[:, 0] = boards[:, 0] > 0
    return np.asarray(np.where(ours, _PLACES, 0).max(1) < np.where(theirs, _PLACES, 25).min(1))
