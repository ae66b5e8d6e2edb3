"""Value iteration for Sprintgammon: from nothing to the exact table, in stages that survive an interruption.

Stages, each left on disk when it is done:

equity         cubeless money equity of every cell, by Gauss-Seidel value iteration
probabilities  win, gammon and backgammon chances both ways under the plays the equity prefers
owned          cubeful money equity with the cube in the mover's hands, and in the opponent's
centred        the same with a centred cube, without and with Jacoby

A stage has converged when no cell changes by more than its tolerance in a whole sweep: the residual. Cubeful
equities are those of a cube of 1, doubles are taken or passed for the best, nobody beavers.
"""

import json
import time
from collections.abc import Callable, Container
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from barpoint.board import SPRINTGAMMON, rules_array
from barpoint.engine.sprintgammon import sprint_kernel as sk

Array = np.ndarray[Any, Any]
ProgressReport = Callable[[str, int, float], None]
"""Called after each sweep: stage, sweeps made, residual."""

TABLES = ("probabilities", "owned", "unavailable", "centred", "jacoby")
_READ_LATER = ("equity", "unavailable")  # in full precision, by the stages that follow
STRIP = 52  # columns computed from the same values; 63 strips make a sweep, whatever the number of threads
# The probabilities are kept in 32 bits: a sweep cannot settle below their rounding.
TOLERANCES = {"equity": 1e-8, "probabilities": 4e-7, "owned": 1e-7, "centred": 1e-7}
SWEEPS = 2000
SETTLED = 1e-2  # below it hardly a play changes any more, and the error shrinks by a steady factor a sweep
STRIDE = 6
CHECKPOINT_SECONDS = 60


@dataclass(frozen=True)
class Moves:
    """What every sweep reads: the hands, their lists of plays, and the order of the columns."""

    table: Array
    lists: tuple[Array, Array, Array]
    shape: tuple[Array, ...]
    span: tuple[Array, Array]
    lost: Array

    @classmethod
    def build(cls, report: Callable[[int], None] | None = None, walls: Container[int] = range(sk.WALLS)) -> "Moves":
        """Generate the lists with the board's own generator (some seconds); those against other walls stay empty."""
        table = sk.hands()
        rules = rules_array(SPRINTGAMMON)
        ranks, masks, offsets = [], [], []
        used = 0
        for wall in range(sk.WALLS):
            room = sk.HANDS * sk.ROLLS * sk.MOST_ENTRIES
            part_ranks, part_masks = np.zeros(room, np.int16), np.zeros(room, np.int32)
            part = np.zeros(sk.HANDS * sk.ROLLS + 1, np.int32)
            count = sk.lists_of_wall(wall, table, rules, part_ranks, part_masks, part) if wall in walls else 0
            ranks.append(part_ranks[:count].copy())
            masks.append(part_masks[:count].copy())
            offsets.append(part[:-1] + used)
            used += count
            if report:
                report(wall)
        ends = np.concatenate([*offsets, np.array([used], np.int32)]).astype(np.int32)
        pips = table.astype(np.int64).sum(axis=1)
        order = np.argsort(pips[1:], kind="stable") + 1
        return cls(
            table,
            (np.concatenate(ranks), np.concatenate(masks), ends),
            (*sk.shapes(table), sk.hands_after_hits(table)),
            (order, np.sort(order)),
            sk.terminals(table),
        )


class Solver:
    """Runs the stages in a folder, going on where an earlier run stopped."""

    def __init__(self, folder: Path, threads: int = 1, report: ProgressReport | None = None) -> None:
        self.folder = folder
        self.threads = threads
        self.report = report or (lambda _stage, _sweeps, _residual: None)
        self.card: dict[str, Any] = {"residuals": {}, "sweeps": {}, "seconds": {}}
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "progress.json").exists():
            self.card = json.loads((folder / "progress.json").read_text("utf-8"))

    def run(self, moves: Moves) -> dict[str, Any]:
        """Every stage that is not yet on disk; the card of the finished table."""
        self.moves = moves
        with ThreadPoolExecutor(self.threads) as pool:
            self.pool = pool
            self._stage("equity", ("equity",), self._start_equity, self._sweep_equity)
            self._stage("probabilities", ("probabilities",), self._start_probabilities, self._sweep_probabilities)
            self._stage("owned", ("owned", "unavailable"), self._start_pair, self._sweep_owned)
            self._stage("centred", ("centred", "jacoby"), self._start_centred, self._sweep_centred)
        (self.folder / "card.json").write_text(json.dumps(self.card, indent=1), "utf-8")
        for leftover in self.folder.glob("working-*"):
            leftover.unlink()
        (self.folder / "progress.json").unlink(missing_ok=True)
        return self.card

    def try_sweeps(self, moves: Moves) -> None:
        """One sweep of each kind over whatever columns there are, nothing kept: so that their kernels are compiled."""
        self.moves = moves
        with ThreadPoolExecutor(self.threads) as pool:
            self.pool = pool
            pair = [self._blank(moves.lost), self._blank(moves.lost)]
            self.equity = self.taken = pair[0]
            self._sweep_equity(self._start_equity())
            self._sweep_probabilities([np.zeros((sk.HANDS, sk.HANDS, 5), np.float32)])
            self._sweep_owned(pair)
            self._sweep_centred(pair)

    def _stage(
        self,
        name: str,
        files: tuple[str, ...],
        start: Callable[[], list[Array]],
        sweep: Callable[[list[Array]], float],
    ) -> None:
        if name in self.card["residuals"]:
            return
        tolerance = TOLERANCES[name]
        working = [self.folder / f"working-{file}.npy" for file in files]
        arrays = [np.load(path) for path in working] if all(path.exists() for path in working) else start()
        sweeps, residual = self.card["sweeps"].get(name, 0), np.inf
        saved = time.perf_counter()
        try:
            while residual > tolerance and sweeps < SWEEPS:
                begun = time.perf_counter()
                residual = sweep(arrays)
                sweeps += 1
                if tolerance < residual < SETTLED and sweeps % STRIDE == 0:
                    sweeps += _leap(arrays, lambda: sweep(arrays))
                self._count(name, sweeps, time.perf_counter() - begun)
                self.report(name, sweeps, residual)
                if time.perf_counter() - saved > CHECKPOINT_SECONDS:
                    self._save(working, arrays)
                    saved = time.perf_counter()
        except KeyboardInterrupt:
            self._save(working, arrays)
            raise
        if residual > tolerance:
            raise RuntimeError(f"{name} did not settle in {sweeps} sweeps: residual {residual:.1e}")
        for file, array in zip(files, arrays, strict=True):
            if file in TABLES:
                np.save(self.folder / f"{file}.npy", array.astype(np.float32))
        self.card["residuals"][name] = float(residual)
        needed = [k for k, file in enumerate(files) if file in _READ_LATER]
        self._save([working[k] for k in needed], [arrays[k] for k in needed])
        for k, path in enumerate(working):
            if k not in needed:
                path.unlink(missing_ok=True)

    def _count(self, stage: str, sweeps: int, seconds: float) -> None:
        self.card["sweeps"][stage] = sweeps
        self.card["seconds"][stage] = round(self.card["seconds"].get(stage, 0.0) + seconds, 1)

    def _save(self, working: list[Path], arrays: list[Array]) -> None:
        """What an interrupted run goes on from: any values will do, value iteration forgets its start."""
        for path, array in zip(working, arrays, strict=True):
            np.save(path, array)
        (self.folder / "progress.json").write_text(json.dumps(self.card), "utf-8")

    def _working(self, file: str) -> Array:
        return np.asarray(np.load(self.folder / f"working-{file}.npy"))

    def _blank(self, lost: Array) -> Array:
        """A table with only the finished games filled in."""
        values = np.zeros((sk.HANDS, sk.HANDS))
        values[0, :] = lost
        values[:, 0] = -lost
        return values

    def _start_equity(self) -> list[Array]:
        return [self._blank(self.moves.lost)]

    def _start_probabilities(self) -> list[Array]:
        chances = np.zeros((sk.HANDS, sk.HANDS, 5), np.float32)
        chances[0, :, 0] = 1
        for k in (1, 2):
            chances[0, :, k] = self.moves.lost > k
            chances[:, 0, k + 2] = self.moves.lost > k
        self.equity = self._working("equity")
        return [chances]

    def _start_pair(self) -> list[Array]:
        equity = self._working("equity")
        return [equity, equity.copy()]

    def _start_centred(self) -> list[Array]:
        """Half-way between a cube that is ours and one that is theirs: near enough to save some sweeps."""
        owned = np.load(self.folder / "owned.npy").astype(np.float64)
        between = (owned + self._working("unavailable")) / 2
        jacoby = between.clip(-1, 1)
        return [between, jacoby]

    def _over_strips(
        self, kernel: Callable[[int, int, Array], float], strip: Array, commit: Callable[..., None]
    ) -> float:
        """One sweep: each strip is shared among the threads, then written back at once."""
        residual = 0.0
        columns = len(self.moves.span[0])
        for first in range(0, columns, STRIP):
            last = min(first + STRIP, columns)
            step = -(-(last - first) // self.threads)
            shares = [(low, min(low + step, last)) for low in range(first, last, step)]
            parts = [
                self.pool.submit(kernel, low, high, _columns(strip, low - first, high - first)) for low, high in shares
            ]
            residual = max(residual, *(part.result() for part in parts))
            commit(first, last)
        return residual

    def _sweep_equity(self, arrays: list[Array]) -> float:
        moves, values = self.moves, arrays[0]
        strip = np.zeros((STRIP, sk.HANDS))
        return self._over_strips(
            lambda low, high, out: sk.sweep_equity(low, high, moves.span, moves.lists, moves.shape, values, out),
            strip,
            lambda low, high: sk.commit(low, high, moves.span, moves.shape, strip, values),
        )

    def _sweep_probabilities(self, arrays: list[Array]) -> float:
        moves, chances = self.moves, arrays[0]
        if not hasattr(self, "equity"):
            self.equity = self._working("equity")
        strip = np.zeros((STRIP, sk.HANDS, 5))
        return self._over_strips(
            lambda low, high, out: sk.sweep_probabilities(
                low, high, moves.span, moves.lists, moves.shape, self.equity, chances, out
            ),
            strip,
            lambda low, high: sk.commit(low, high, moves.span, moves.shape, strip, chances),
        )

    def _sweep_pair(self, mode: int, arrays: list[Array], taken: Array) -> float:
        moves, (first_values, second_values) = self.moves, arrays
        strips = np.zeros((2, STRIP, sk.HANDS))

        def commit(low: int, high: int) -> None:
            sk.commit(low, high, moves.span, moves.shape, strips[0], first_values)
            sk.commit(low, high, moves.span, moves.shape, strips[1], second_values)

        return self._over_strips(
            lambda low, high, out: sk.sweep_cubeful(
                mode, low, high, moves.span, moves.lists, moves.shape, first_values, second_values, taken, out
            ),
            strips,
            commit,
        )

    def _sweep_owned(self, arrays: list[Array]) -> float:
        return self._sweep_pair(sk.OWNED, arrays, arrays[1])

    def _sweep_centred(self, arrays: list[Array]) -> float:
        if not hasattr(self, "taken"):
            self.taken = self._working("unavailable")
        return self._sweep_pair(sk.CENTRED, arrays, self.taken)


def discard(folder: Path) -> None:
    """Remove a table, finished or not, and nothing else."""
    for name in (*(f"{file}.npy" for file in TABLES), "card.json", "progress.json"):
        (folder / name).unlink(missing_ok=True)
    for leftover in folder.glob("working-*.npy"):
        leftover.unlink()


def _leap(arrays: list[Array], sweep: Callable[[], float]) -> int:
    """Two sweeps, then the sum of the geometric series they begin (Aitken): the slowest part of the error goes.

    The ratio is read off every 16th row; later sweeps decide whether the table has converged.
    """
    start = [array[::16].astype(np.float64) for array in arrays]
    sweep()
    middle = [array.copy() for array in arrays]
    sweep()
    above = below = 0.0
    for first, second, third in zip(start, middle, arrays, strict=True):
        before = (second[::16] - first).ravel()
        above += float(before @ (third[::16] - second[::16]).astype(np.float64).ravel())
        below += float(before @ before)
    ratio = above / below if below else 0.0
    if 0.0 < ratio < 0.95:
        for second, third in zip(middle, arrays, strict=True):
            np.subtract(third, second, out=second)
            np.multiply(second, ratio / (1 - ratio), out=second)
            np.add(third, second, out=third)
    return 2


def _columns(strip: Array, low: int, high: int) -> Array:
    """The columns of a strip, or of a pair of strips, one thread fills."""
    return strip[:, low:high] if strip.shape[0] == 2 else strip[low:high]
