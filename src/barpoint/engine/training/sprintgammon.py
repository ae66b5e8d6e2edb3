"""How the shipped Sprintgammon net is made: fitted to the exact table with Adam, NumPy only.

    python -m barpoint.engine.training.sprintgammon FOLDER OUT.npz [STEPS]

FOLDER holds a solved table. Half of each batch are cells met in self-play (a tenth of the plays at random), half are
drawn evenly from all legal cells. The card in the result states the error against the exact table: the mean absolute
error of the cubeless equity, and what its choice of play loses per decision in millipoints, over fresh self-play.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from barpoint.engine.sprintgammon import sprint_kernel
from barpoint.engine.sprintgammon.sprint_net import (
    INPUTS,
    RESULTS,
    SprintNet,
    features,
)
from barpoint.engine.sprintgammon.sprint_solver import Moves
from barpoint.engine.sprintgammon.sprint_table import SprintTable

Array = np.ndarray[Any, Any]

HIDDEN = (128, 64)
BATCH = 4096
RATE = 2e-3
START = sprint_kernel.rank_hand(24, 23, 22)


def targets(table: SprintTable, cells: Array) -> Array:
    """Exact chances of the six results."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = table.probabilities[cells[:, 0], cells[:, 1]].T
    exact = (
        lost_backgammon,
        lost_gammon - lost_backgammon,
        1 - win - lost_gammon,
        win - gammon,
        gammon - backgammon,
        backgammon,
    )
    return np.stack(exact, axis=1).clip(0, 1).astype(np.float32)


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


def train_sprint(table: SprintTable, moves: Moves, equity: Array, steps: int, seed: int = 1) -> SprintNet:
    """Fit the net; the learning rate falls to nothing along a cosine."""
    rng = np.random.default_rng(seed)
    sizes = (INPUTS, *HIDDEN, len(RESULTS))
    weights: list[Array] = []
    for fan_in, fan_out in pairwise(sizes):
        weights.append(rng.normal(0, np.sqrt(2 / fan_in), (fan_in, fan_out)).astype(np.float32))
        weights.append(np.zeros(fan_out, np.float32))
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    pool = self_play_cells(moves, equity, seed, 4_000_000, 0.1)
    for step in range(1, steps + 1):
        half = BATCH // 2
        cells = np.concatenate([pool[rng.integers(0, len(pool), half)], legal_cells(moves, rng, half)])
        slopes, loss = _slopes(weights, features(cells), targets(table, cells))
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for k, slope in enumerate(slopes):
            first[k] = 0.9 * first[k] + 0.1 * slope
            second[k] = 0.999 * second[k] + 0.001 * slope * slope
            unbiased = first[k] / (1 - 0.9**step), second[k] / (1 - 0.999**step)
            weights[k] -= (rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)).astype(np.float32)
        if step % 500 == 0:
            sys.stderr.write(f"step {step} of {steps}: loss {loss:.5f}\n")
    return SprintNet(tuple(zip(weights[::2], weights[1::2], strict=True)), {})


def _slopes(weights: list[Array], inputs: Array, exact: Array) -> tuple[list[Array], float]:
    """Gradients of the cross entropy for all weights, and the loss above the targets' own entropy."""
    signals = [inputs]
    for k in range(0, len(weights) - 2, 2):
        signals.append(np.maximum(signals[-1] @ weights[k] + weights[k + 1], 0))
    out = signals[-1] @ weights[-2] + weights[-1]
    out -= out.max(axis=1, keepdims=True)
    logs = out - np.log(np.exp(out).sum(axis=1, keepdims=True))
    back = (np.exp(logs) - exact) / len(inputs)
    slopes: list[Array] = []
    for k in range(len(weights) - 2, -1, -2):
        signal = signals[k // 2]
        slopes = [signal.T @ back, back.sum(axis=0), *slopes]
        if k:
            back = (back @ weights[k].T) * (signal > 0)
    loss = float((exact * (np.log(exact + 1e-12) - logs)).sum(axis=1).mean())
    return slopes, loss


def measure(net: SprintNet, table: SprintTable, moves: Moves, equity: Array, count: int = 20_000) -> dict[str, float]:
    """Error against the exact table over fresh self-play: of equities, and of choices that are not forced."""
    cells = self_play_cells(moves, equity, 999, count, 0.0)
    exact = targets(table, cells)
    estimates = net.results(cells)
    losses = decision_losses(net, moves, equity, cells)
    return {
        "equity_mean_absolute_error": round(float(np.abs((estimates - exact) @ RESULTS).mean()), 5),
        "win_mean_absolute_error": round(float(np.abs((estimates - exact)[:, 3:].sum(axis=1)).mean()), 5),
        "millipoints_per_decision": round(1000 * float(losses.mean()), 3),
        "decisions": len(losses),
    }


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


def save_sprint(net: SprintNet, card: dict[str, Any], path: Path) -> None:
    """Write weights in 16 bits, with the card."""
    arrays: dict[str, Any] = {"card": json.dumps(card)}
    for k, (weight, bias) in enumerate(net.layers):
        arrays[f"weight{k}"] = weight.astype(np.float16)
        arrays[f"bias{k}"] = bias.astype(np.float16)
    np.savez_compressed(path, **arrays)


def main(folder: Path, out: Path, steps: int = 8_000) -> dict[str, Any]:
    """Train, measure and write."""
    table = SprintTable.load(folder)
    moves = Moves.build()
    equity = np.asarray(table.probabilities, np.float64) @ np.array([2.0, 1, 1, -1, -1]) - 1
    net = train_sprint(table, moves, equity, steps)
    rounded = SprintNet(
        tuple(
            (w.astype(np.float16).astype(np.float32), b.astype(np.float16).astype(np.float32)) for w, b in net.layers
        ),
        {},
    )
    card = {"layers": [INPUTS, *HIDDEN, 6], "steps": steps, "batch": BATCH, "seed": 1} | measure(
        rounded, table, moves, equity
    )
    save_sprint(net, card, out)
    return card


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))) + "\n")
