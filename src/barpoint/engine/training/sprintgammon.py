"""How the shipped Sprintgammon net is made: fitted to the exact table with Adam.

    python -m barpoint.engine.training.sprintgammon FOLDER OUT.npz [STEPS [FROM.npz]]

FOLDER holds a solved table; FROM is a net to go on with. A third of each batch are cells met in self-play (a tenth of
the plays at random), the others are drawn evenly from all legal cells. The loss is the cross entropy of the six
results, the squared error of the cubeless equity they make, and that of the four cubeful equities. The card in the
result states the errors against the exact table: the mean absolute error of the answers (`sprint_net`), and what the
net's own choice of play loses per decision in millipoints.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from barpoint.board import SPRINTGAMMON, Position
from barpoint.engine.sprintgammon import sprint_kernel
from barpoint.engine.sprintgammon import sprint_value_kernel as kernel
from barpoint.engine.sprintgammon.sprint_net import RESULTS, Layers, SprintNet
from barpoint.engine.sprintgammon.sprint_solver import Moves
from barpoint.engine.sprintgammon.sprint_table import CUBEFUL, SprintTable, chances_equity
from barpoint.engine.training import sprintgammon_kernel

Array = np.ndarray[Any, Any]

HIDDEN = (128, 64)
BATCH = 4096
RATE = 3e-3
WARM_UP = 200
CARE = 2.0
"""What the squared errors of equities count for beside the cross entropy."""
START = sprint_kernel.rank_hand(24, 23, 22)


def exact_values(table: SprintTable, cells: Array) -> Array:
    """The table's five chances and four cubeful equities of cells."""
    us, them = cells[:, 0], cells[:, 1]
    cubeful = [table.cubeful[kind][us, them] for kind in CUBEFUL]
    return np.column_stack([table.probabilities[us, them], *cubeful]).astype(np.float32)


def result_shares(chances: Array) -> Array:
    """The chances of the six results."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.T
    shares = (
        lost_backgammon,
        lost_gammon - lost_backgammon,
        1 - win - lost_gammon,
        win - gammon,
        gammon - backgammon,
        backgammon,
    )
    return np.stack(shares, axis=1).clip(0, 1).astype(np.float32)


def legal_cells(moves: Moves, rng: np.random.Generator, count: int) -> Array:
    """Cells drawn evenly from those in which a game goes on."""
    _, _, seen, own, _ = moves.shape
    drawn = rng.integers(1, sprint_kernel.HANDS, (2 * count, 2))
    return np.asarray(drawn[(own[drawn[:, 0]] & seen[drawn[:, 1]]) == 0][:count])


def self_play_cells(moves: Moves, equity: Array, seed: int, count: int, noise: float) -> Array:
    """Cells of games played by the exact equity."""
    out = np.zeros((count, 2), np.int64)
    sprint_kernel.self_play(seed, START, noise, moves.lists, moves.shape, equity, out)
    return out


def fresh_layers(seed: int) -> Layers:
    """Weights to begin with."""
    rng = np.random.default_rng(seed)
    width, middle = HIDDEN
    rows = rng.normal(0, 0.15, (kernel.ROWS, width))
    rows[2 * sprint_kernel.HANDS :] *= 0.3
    second = rng.normal(0, np.sqrt(2 / width), (width, middle))
    third = rng.normal(0, 0.3 * np.sqrt(1 / middle), (middle, kernel.OUTPUTS))
    return rows, np.zeros(width), second, np.zeros(middle), third, np.zeros(kernel.OUTPUTS)


class SprintTrainer:
    """The weights on their way, and Adam's memory of each."""

    def __init__(self, layers: Layers) -> None:
        self.weights = [np.array(layer, np.float32) for layer in layers]
        self.slopes, self.first, self.second = ([np.zeros_like(layer) for layer in self.weights] for _ in range(3))
        self.spots = kernel.spots_of(sprint_kernel.hands())
        self.steps = 0

    @property
    def layers(self) -> Layers:
        """The weights as a net takes them."""
        rows, bias, second, second_bias, third, third_bias = self.weights
        return rows, bias, second, second_bias, third, third_bias

    def step(self, cells: Array, wanted: Array, rate: float) -> float:
        """One step towards what the table says of these cells; the mean absolute error of their cubeless equity."""
        table, bias, second, second_bias, third, third_bias = self.weights
        inner = np.empty((len(cells), len(bias)), np.float32)
        sprintgammon_kernel.add_rows(cells, self.spots, table, bias, inner)
        np.maximum(inner, 0, out=inner)
        middle = np.maximum(inner @ second + second_bias, 0)
        pull, error = _pulls(middle @ third + third_bias, wanted)
        self.slopes[4][:], self.slopes[5][:] = middle.T @ pull, pull.sum(axis=0)
        back = (pull @ third.T) * (middle > 0)
        self.slopes[2][:], self.slopes[3][:] = inner.T @ back, back.sum(axis=0)
        back = (back @ second.T) * (inner > 0)
        self.slopes[1][:] = back.sum(axis=0)
        sprintgammon_kernel.add_slopes(cells, self.spots, back, self.slopes[0])
        self.steps += 1
        pace = (np.float32(x) for x in (rate, 1 / (1 - 0.9**self.steps), 1 / (1 - 0.999**self.steps)))
        settings = tuple(pace)
        for group in zip(self.weights, self.slopes, self.first, self.second, strict=True):
            sprintgammon_kernel.adam_step(*(layer.reshape(-1) for layer in group), *settings)
        return error


def _pulls(out: Array, wanted: Array) -> tuple[Array, float]:
    """The loss's slope by each output, and the mean absolute error of the cubeless equity."""
    raised = np.exp(out[:, :6] - out[:, :6].max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    exact = result_shares(wanted[:, :5])
    equity = shares @ RESULTS
    off = equity - exact @ RESULTS
    pull = np.empty_like(out)
    pull[:, :6] = shares - exact + CARE * off[:, None] * shares * (RESULTS - equity[:, None])
    pull[:, 6:] = CARE * (out[:, 6:] - wanted[:, 5:])
    pull /= len(out)
    return pull, float(np.abs(off).mean())


def train_sprint(
    table: SprintTable, moves: Moves, equity: Array, steps: int, trainer: SprintTrainer, seed: int = 1
) -> None:
    """Fit the net; the learning rate falls to nothing along a cosine."""
    rng = np.random.default_rng(seed)
    pool = self_play_cells(moves, equity, seed, 2_000_000, 0.1)
    played = BATCH // 3
    for step in range(1, steps + 1):
        cells = np.concatenate([pool[rng.integers(0, len(pool), played)], legal_cells(moves, rng, BATCH - played)])
        rate = RATE * min(1.0, step / WARM_UP) * 0.5 * (1 + np.cos(np.pi * step / steps))
        error = trainer.step(cells, exact_values(table, cells), rate)
        if step % 250 == 0:
            sys.stderr.write(f"step {step} of {steps}: equity off by {error:.5f}\n")


def measure(net: SprintNet, table: SprintTable, moves: Moves, equity: Array, count: int = 2_000) -> dict[str, float]:
    """Errors against the exact table: of answers on random cells and on self-play, and of choices."""
    card: dict[str, float] = {}
    played = self_play_cells(moves, equity, 999, count, 0.0)
    for name, cells in (("random", legal_cells(moves, np.random.default_rng(998), count)), ("self_play", played)):
        apart = np.abs(answer_errors(net, table, cells)).mean(axis=0)
        card[f"{name}_equity_error"], card[f"{name}_cubeful_error"] = (
            round(float(apart[0]), 5),
            round(float(apart[1:].mean()), 5),
        )
    losses = decision_losses(net, moves, equity, played)
    return card | {"millipoints_per_decision": round(1000 * float(losses.mean()), 3), "decisions": len(losses)}


def answer_errors(net: SprintNet, table: SprintTable, cells: Array) -> Array:
    """Answers less what the table says: the cubeless equity, then the four cubeful ones."""
    exact = exact_values(table, cells).astype(np.float64)
    values = [net.lookup(position_of(cell)) for cell in cells]
    said = np.array([[value.cubeless, *(value.equity(kind) for kind in CUBEFUL)] for value in values])
    return np.asarray(said - np.column_stack([chances_equity(exact[:, :5].T), exact[:, 5:]]))


def position_of(cell: Array) -> Position:
    """The position of a cell."""
    hands = sprint_kernel.hands()
    ours, theirs = ([int((hands[rank] == place).sum()) for place in range(26)] for rank in cell)
    return Position(ours, theirs, SPRINTGAMMON)


def decision_losses(net: SprintNet, moves: Moves, equity: Array, cells: Array) -> Array:
    """What the net's choice costs in exact equity, one random roll a cell, where there is a choice at all."""
    after = np.zeros((len(cells) * sprint_kernel.MOST_ENTRIES, 2), np.int64)
    starts = np.zeros(len(cells) + 1, np.int64)
    used = sprint_kernel.children(7, cells, moves.lists, moves.shape, after, starts)
    exact = -equity[after[:used, 0], after[:used, 1]]
    guess = -net.equities(after[:used])
    losses = []
    for low, high in pairwise(starts):
        if len(np.unique(after[low:high], axis=0)) > 1:
            losses.append(exact[low:high].max() - exact[low + int(guess[low:high].argmax())])
    return np.array(losses)


def save_sprint(layers: Layers, card: dict[str, Any], path: Path) -> None:
    """Write rows in 8 bits with a scale a column, the rest in 16, with the card."""
    rows, *rest = layers
    scales = np.abs(rows).max(axis=0) / 127
    arrays: dict[str, Any] = {"card": json.dumps(card), "scales": scales.astype(np.float32)}
    arrays["rows"] = np.rint(rows / scales).astype(np.int8)
    for name, layer in zip(("bias", "second", "second_bias", "third", "third_bias"), rest, strict=True):
        arrays[name] = layer.astype(np.float16)
    np.savez_compressed(path, **arrays)


def main(folder: Path, out: Path, steps: int, start: Path | None) -> dict[str, Any]:
    """Train, measure and write."""
    table = SprintTable.load(folder)
    moves = Moves.build()
    equity = np.asarray(chances_equity(np.moveaxis(np.asarray(table.probabilities, np.float64), 2, 0)))
    earlier = SprintNet.read(start) if start else None
    before = earlier.card["steps"] if earlier else []
    trainer = SprintTrainer(earlier.layers if earlier else fresh_layers(1))
    train_sprint(table, moves, equity, steps, trainer, 1 + len(before))
    card: dict[str, Any] = {"layers": [*HIDDEN, kernel.OUTPUTS], "steps": [*before, steps], "batch": BATCH}
    save_sprint(trainer.layers, card, out)
    card |= measure(SprintNet.read(out), table, moves, equity)
    save_sprint(trainer.layers, card, out)
    return card


if __name__ == "__main__":
    folder, out, *more = sys.argv[1:]
    steps, start = int(more[0]) if more else 20_000, Path(more[1]) if len(more) > 1 else None
    sys.stdout.write(json.dumps(main(Path(folder), Path(out), steps, start)) + "\n")
