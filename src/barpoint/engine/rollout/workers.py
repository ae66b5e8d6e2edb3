"""Who plays the games of a rollout: threads of this process, or the workers of a Dask cluster.

A `RolloutTask` is self-contained plain data, so it means the same wherever it is played: the same board, seed and game
numbers give the same rows, bit for bit. A cluster needs `distributed` (the extra `dask`); nothing else here does.
"""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Final, Protocol

import msgspec
import numpy as np

from barpoint.board import BACKGAMMON, DISCIPLINES, Discipline, Layout, rules_array
from barpoint.engine.evaluator import Array
from barpoint.extras import extra_module

_local: Final = threading.local()


class RolloutTask(msgspec.Struct, frozen=True, kw_only=True):
    """Games `first` to `first + count - 1` of one contender, in the kernel's terms."""

    board: tuple[int, ...]
    stakes: tuple[int, ...]
    payoffs: tuple[tuple[tuple[float, ...], ...], ...]
    limits: tuple[int, ...]
    seed: int
    first: int
    count: int
    discipline: str = BACKGAMMON.name


class Workers(Protocol):
    """Whoever plays tasks."""

    def play(self, tasks: Sequence[RolloutTask]) -> Iterator[tuple[int, Array]]:
        """Each task's place and its rows, in whatever order they come in."""
        ...


class ThreadWorkers:
    """Threads of this process; kernels release the GIL, so each has a core to itself."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError(f"expected at least one thread, not {count}")
        self._count = count

    def play(self, tasks: Sequence[RolloutTask]) -> Iterator[tuple[int, Array]]:
        """Each task as it is done."""
        if self._count == 1:
            yield from ((place, play_task(task)) for place, task in enumerate(tasks))
            return
        with ThreadPoolExecutor(self._count) as pool:
            waiting = {pool.submit(play_task, task): place for place, task in enumerate(tasks)}
            try:
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            finally:
                for unfinished in waiting:
                    unfinished.cancel()


class DaskWorkers:
    """The workers of a Dask cluster, by a `distributed.Client`; each needs this version of Barpoint."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @classmethod
    def at(cls, address: str) -> "DaskWorkers":
        """The cluster whose scheduler listens at an address."""
        return cls(extra_module("dask").Client(address))

    def play(self, tasks: Sequence[RolloutTask]) -> Iterator[tuple[int, Array]]:
        """Each task as it comes in."""
        # Plain bytes travel alike whatever the versions of the two ends; a key of its own keeps Dask from merging.
        sent = self._client.map(_play_bytes, [msgspec.msgpack.encode(task) for task in tasks], pure=False)
        places = {future.key: place for place, future in enumerate(sent)}
        for future in extra_module("dask").as_completed(sent):
            yield places[future.key], future.result()


def _play_bytes(packed: bytes) -> Array:
    return play_task(msgspec.msgpack.decode(packed, type=RolloutTask))


def is_plain(rules: Discipline) -> bool:
    """Whether a discipline is rolled out by `plain_rollout_kernel`: all but Backgammon's family of fifteen checkers."""
    return rules.layout is not Layout.MIRRORED or rules.checkers != BACKGAMMON.checkers


def play_task(task: RolloutTask) -> Array:
    """The results of a task, a game a row."""
    from barpoint.engine.rollout import rollout_kernel
    from barpoint.engine.search.engine import backgammon_engine

    out = np.zeros((task.count, rollout_kernel.COLUMNS))
    board, stakes = np.array(task.board, np.int8), np.array(task.stakes, np.int64)
    payoffs, limits = np.array(task.payoffs, np.float64), np.array(task.limits, np.int64)
    if is_plain(DISCIPLINES[task.discipline]):
        _play_plainly(task, (board, stakes, payoffs, limits), out)
        return out
    ours = backgammon_engine()
    if not hasattr(_local, "room"):
        _local.room = rollout_kernel.bench()
    rollout_kernel.play_games(
        ours.brain.parts,
        board,
        stakes,
        payoffs,
        limits,
        ours.plan.arrays,
        task.seed,
        task.first,
        ours.desk(),
        _local.room,
        out,
    )
    return out


def _play_plainly(task: RolloutTask, facts: tuple[Array, Array, Array, Array], out: Array) -> None:
    from barpoint.engine.longgammon.engine import longgammon_engine
    from barpoint.engine.rollout import plain_rollout_kernel
    from barpoint.engine.sprintgammon.sprint_net import sprint_value_parts

    rules = DISCIPLINES[task.discipline]
    ours = longgammon_engine()
    is_sprint = rules.layout is Layout.MIRRORED
    brain = (is_sprint, ours.net, ours.bearoff, rules_array(rules), sprint_value_parts())
    if not hasattr(_local, "plain_room"):
        _local.plain_room = plain_rollout_kernel.room()
    plain_rollout_kernel.play_plain_games(brain, *facts, task.seed, task.first, ours.desks()[0], _local.plain_room, out)
