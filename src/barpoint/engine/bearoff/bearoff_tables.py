"""Bear-off: exact tables for races in which every checker is home.

One-sided: for each of the 54,264 homes of up to fifteen checkers on six points, the exact distribution of the
number of rolls to bear off, each roll played for the fewest expected rolls. Two such distributions give the chance
to win a race: exact for that policy, while players who look at each other's side play a little differently (with up
to six checkers a side the exact chance differs by 0.0009 on average and by 0.014 at most). For fifteen checkers a
second distribution, of the rolls until the first checker is off (again the fewest expected), gives the chance to be
gammoned.

Two-sided: for every pair of homes of up to `TWO_SIDED` checkers, the win chance under best cubeless play, and the
cubeful money equities of a cube that is the mover's, the opponent's or centred. Exact.

Both come with the package, computed when it was built; a package without them computes them on first use (a second or
two) and keeps them in the cache folder. They hold wherever a side bears off
alone from its six home points, Longgammon included. They say nothing about checkers that are not yet home.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from barpoint.board import Layout, Position, board_array
from barpoint.engine.bearoff import bearoff_kernel
from barpoint.engine.compilation import TABLES, ready_for
from barpoint.engine.folders import tables_cache, tables_folders
from barpoint.progress import step

Array = np.ndarray[Any, Any]

ONE_SIDED: Final = 15
TWO_SIDED: Final = 6


class CubefulRace(NamedTuple):
    """Money equities of one pair of homes per unit of the cube, before any double."""

    no_double: float
    double_take: float
    double_pass: float = 1.0


@dataclass(frozen=True, eq=False)
class OneSidedTable:
    """Distributions of the number of rolls, by rank of the home."""

    distributions: Array
    first_off: Array

    @classmethod
    @cache
    def load(cls) -> "OneSidedTable":
        """The table from the cache folder, built if it is not there."""
        built = _load_or_build("one-sided-15", _build_one_sided)
        return cls(built[0], built[1])

    def rolls(self, home: Sequence[int]) -> Array:
        """[n] is the chance to bear off in exactly n rolls from this home (counts on points 1-6)."""
        return np.asarray(self.distributions[home_rank(home, ONE_SIDED)], np.float64)

    def mean_rolls(self, home: Sequence[int]) -> float:
        """The expected number of rolls to bear off."""
        return float(self.rolls(home) @ np.arange(bearoff_kernel.MOST_ROLLS))

    def rolls_to_first(self, home: Sequence[int]) -> Array:
        """[n] is the chance that the first of fifteen checkers leaves with exactly the n-th roll."""
        return np.asarray(self.first_off[home_rank(home, ONE_SIDED)], np.float64)

    def win(self, us: Sequence[int], them: Sequence[int]) -> float:
        """The chance that we, to roll, are off first."""
        ours, theirs = self.rolls(us), self.rolls(them)
        return float(ours[1:] @ (1 - np.cumsum(theirs))[:-1])


@dataclass(frozen=True, eq=False)
class TwoSidedTable:
    """Exact values of pairs of homes; values[us, them] are win, owned, unavailable, centred."""

    values: Array
    most: int

    @classmethod
    @cache
    def load(cls, most: int = TWO_SIDED) -> "TwoSidedTable":
        """The table for up to `most` checkers a side from the cache folder, built if it is not there."""
        if not 1 <= most <= 8:
            raise ValueError(f"a two-sided table takes 1 to 8 checkers a side, not {most}")
        return cls(_load_or_build(f"two-sided-{most}", lambda: _build_two_sided(most)), most)

    def win(self, us: Sequence[int], them: Sequence[int]) -> float:
        """The chance that we, to roll, win."""
        return float(self.values[home_rank(us, self.most), home_rank(them, self.most), 0])

    def equity(self, us: Sequence[int], them: Sequence[int], cube: str) -> float:
        """Cubeful money equity, us to double or roll; `cube` is owned, unavailable or centred."""
        kinds = ("owned", "unavailable", "centred")
        if cube not in kinds:
            raise ValueError(f"a cube is {', '.join(kinds)}, not {cube!r}")
        return float(self.values[home_rank(us, self.most), home_rank(them, self.most), kinds.index(cube) + 1])

    def decision(self, us: Sequence[int], them: Sequence[int], *, owned: bool) -> CubefulRace:
        """What the three cube actions are worth, the cube being ours or centred."""
        ours, theirs = home_rank(us, self.most), home_rank(them, self.most)
        rows, offsets = bearoff_kernel.rows(self.most)
        _, own, unavailable, centred = bearoff_kernel.rolling(ours, theirs, rows, offsets, self.values)
        return CubefulRace(own if owned else centred, 2 * unavailable)


def home_rank(home: Sequence[int], most: int) -> int:
    """The rank of a home (counts on points 1-6) in a table of up to `most` checkers."""
    if len(home) != 6 or any(n < 0 for n in home) or sum(home) > most:
        raise ValueError(f"a home has six counts of at most {most} checkers in all, not {list(home)}")
    return int(bearoff_kernel.rank_home(np.array(home, np.int8), most, bearoff_kernel.ways()))


@cache
def kernel_tables() -> tuple[Array, Array, Array, int, Array]:
    """What `bearoff_kernel.evaluate` reads."""
    one_sided, two_sided = OneSidedTable.load(), TwoSidedTable.load()
    return one_sided.distributions, one_sided.first_off, two_sided.values, two_sided.most, bearoff_kernel.ways()


def bearoff_probabilities(position: Position) -> tuple[float, float, float, float, float] | None:
    """Win, gammon, backgammon, lost gammon, lost backgammon; None unless every checker of both sides is home.

    A game of fifteen checkers a side: Sprintgammon has its own exact table.
    """
    if position.discipline.checkers != ONE_SIDED:
        raise ValueError(f"bear-off tables are for fifteen checkers a side, not {position.discipline.title}")
    out = np.zeros(5)
    rotated = position.discipline.layout is Layout.ROTATED
    if not bearoff_kernel.evaluate(board_array(position), rotated, kernel_tables(), out):
        return None
    win, gammon, backgammon, lost_gammon, lost_backgammon = (float(x) for x in out)
    return win, gammon, backgammon, lost_gammon, lost_backgammon


def _build_one_sided() -> Array:
    homes = bearoff_kernel.homes(ONE_SIDED)
    rows, offsets = bearoff_kernel.rows(ONE_SIDED)
    built = np.zeros((2, len(homes), bearoff_kernel.MOST_ROLLS), np.float32)
    built[0] = bearoff_kernel.one_sided(rows, offsets, len(homes))[0]
    built[1] = bearoff_kernel.first_off(rows, offsets, homes, ONE_SIDED)
    return built


def _build_two_sided(most: int) -> Array:
    rows, offsets = bearoff_kernel.rows(most)
    size = (len(offsets) - 1) // bearoff_kernel.ROLLS
    values = np.zeros((size, size, 4), np.float32)
    bearoff_kernel.two_sided(rows, offsets, size, values)
    return values


def _load_or_build(name: str, build: Callable[[], Array]) -> Array:
    """A table from disk, or built and kept there; named after its kernel's source, so that it is never stale."""
    source = hashlib.sha256(Path(bearoff_kernel.__file__).read_bytes()).hexdigest()[:12]
    file = f"bearoff-{name}-{source}.npy"
    path = next((folder / file for folder in tables_folders() if (folder / file).exists()), tables_cache() / file)
    if not path.exists():
        ready_for(*TABLES)
        with step("building bear-off tables, once", kept="nothing of a table that is not finished"):
            table = build()
        table.flags.writeable = False  # as it is when it comes from disk: kernels are compiled for one kind
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.with_suffix(f".{os.getpid()}-{id(table)}.tmp").open("wb") as written:
                np.save(written, table)
            Path(written.name).replace(path)
        except OSError:
            return table  # a cache that cannot be written is no reason not to play
    loaded: Array = np.load(path, mmap_mode="r")
    return loaded
