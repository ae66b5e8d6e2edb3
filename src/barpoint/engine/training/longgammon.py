"""Longgammon's net learns from its own games: no engine is there to learn from.

A round is some games with the weights of the moment and one pass over the positions met. First rounds learn from
what came of a position (TD(lambda)), later ones from the net's own look one level ahead, which is far less noisy once
the net is worth listening to.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.board import LONGGAMMON, Position, board_array, rules_array
from barpoint.engine.bearoff.bearoff_tables import kernel_tables
from barpoint.engine.longgammon import long_kernel
from barpoint.engine.nets.weights import NET
from barpoint.engine.training.inputs import LONGGAMMON as INPUTS
from barpoint.engine.training.net_file import pack_net
from barpoint.engine.training.trainer import Course, Trainer, fresh_weights, read_checkpoint

Array = np.ndarray[Any, Any]

HIDDEN: Final = 128
SECOND: Final = 16
ROUND: Final = 20_000
_STRAY: Final = 0.02
_SHARE: Final = 0.7
_NONE: Final = np.zeros(1 << 12, bool)


@dataclass(frozen=True)
class TrainingPlan:
    """How many positions are met in all, and from which share of them on labels look one level ahead."""

    positions: int
    ahead_from: float = 0.97
    rate: float = 3e-3
    last_rate: float = 2e-5
    batch: int = 256
    seed: int = 1


def train_longgammon(plan: TrainingPlan, start: Path | None = None) -> Iterator[Trainer]:
    """Learn by playing; yields the trainer after every round."""
    weights = read_checkpoint(start) if start else fresh_weights(HIDDEN, SECOND, INPUTS.buckets, plan.seed, INPUTS)
    course = Course(plan.positions, plan.batch, plan.rate, plan.last_rate, seed=plan.seed)
    trainer = Trainer(weights, course, INPUTS)
    rng = np.random.default_rng(plan.seed)
    while trainer.steps_done < course.steps:
        ahead = trainer.steps_done >= plan.ahead_from * course.steps
        boards, labels = positions_met(trainer, int(rng.integers(1 << 31)), ahead=ahead)
        order = rng.permutation(len(boards))
        for at in range(0, len(order) - plan.batch + 1, plan.batch):
            chosen = order[at : at + plan.batch]
            trainer.step(boards[chosen], labels[chosen], _NONE[: plan.batch // 2])
            if trainer.steps_done == course.steps:
                break
        yield trainer


def positions_met(trainer: Trainer, seed: int, *, ahead: bool) -> tuple[Array, Array]:
    """Boards of a round's games and their labels."""
    net = whole_numbers(trainer)
    work = long_kernel.desk(len(net[1]))
    boards, labels = np.zeros((ROUND, 26), np.int8), np.zeros((ROUND, 5), np.float32)
    rules, start = rules_array(LONGGAMMON), board_array(Position.start(LONGGAMMON))
    out = boards, labels
    count = long_kernel.self_play(net, kernel_tables(), rules, start, seed, _SHARE, _STRAY, work, out)
    if ahead:
        long_kernel.label(net, kernel_tables(), rules, boards[:count], work, labels)
    return boards[:count], labels[:count]


def save_longgammon(trainer: Trainer, path: Path) -> None:
    """Write a net file with its card."""
    done = trainer.course
    card = {
        "net": f"{INPUTS.rows} rows of {INPUTS.slots} slots, {HIDDEN} x {SECOND} x 5, {INPUTS.buckets} buckets",
        "labels": "its own games: TD(lambda), at last its own look one level ahead",
        "command": f"barpoint train longgammon --out {path.name} --positions {done.positions} --seed {done.seed}",
    }
    arrays = pack_net(trainer.checkpoint())
    np.savez_compressed(path, card=np.array(json.dumps(card)), **arrays)  # type: ignore[arg-type]  # NumPy's stub


def whole_numbers(trainer: Trainer) -> tuple[Array, ...]:
    """The net of the moment as the kernels take it."""
    return tuple(pack_net(trainer.checkpoint())[name] for name in NET)
