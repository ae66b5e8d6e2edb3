"""How near Sprintgammon's shipped answers are to the solved table.

    python -m bench.sprintgammon [--folder FOLDER] [--count 5000] [--seed 2027] [--sample FILE]

Positions are drawn evenly from all in which a game goes on, by a fixed seed, and met in self-play by the exact table.
For each the net's answer (`sprint_net`) is held against the table in FOLDER (`barpoint engine solve
sprintgammon` makes it): without the cube, and for money with the cube owned, unavailable, centred, and centred with
Jacoby. `--sample` keeps the exact values of the positions, for tests.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from barpoint.engine.sprintgammon.sprint_net import SprintNet
from barpoint.engine.sprintgammon.sprint_solver import Moves
from barpoint.engine.sprintgammon.sprint_table import CUBEFUL, SprintTable, chances_equity, table_folder
from barpoint.engine.training.sprintgammon import (
    answer_errors,
    decision_losses,
    exact_values,
    legal_cells,
    self_play_cells,
)

Array = np.ndarray[Any, Any]


def show(title: str, errors: Array) -> None:
    """A line for each equity: the mean error, two percentiles, the largest, and the mean with its sign."""
    print(f"{title}, {len(errors)} positions:  mean    95 %    99 %     max    sign")
    for name, column in zip(("without the cube", *CUBEFUL), errors.T, strict=True):
        size = np.abs(column)
        tail = f"{np.quantile(size, 0.95):.4f}  {np.quantile(size, 0.99):.4f}  {size.max():.4f}  {column.mean():+.4f}"
        print(f"  {name:20} {size.mean():.4f} ± {size.std() / len(size) ** 0.5:.4f}  {tail}")


def main() -> None:
    """Draw, ask and compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--folder", type=Path, default=table_folder())
    ask.add_argument("--count", type=int, default=5000)
    ask.add_argument("--seed", type=int, default=2027)
    ask.add_argument("--net", type=Path)
    ask.add_argument("--sample", type=Path)
    asked = ask.parse_args()
    table, net = SprintTable.load(asked.folder), SprintNet.read(asked.net) if asked.net else SprintNet.load()
    moves = Moves.build()
    equity = np.asarray(chances_equity(np.moveaxis(np.asarray(table.probabilities, np.float64), 2, 0)))
    drawn = legal_cells(moves, np.random.default_rng(asked.seed), asked.count)
    played = self_play_cells(moves, equity, asked.seed, asked.count, 0.0)
    show("random", answer_errors(net, table, drawn))
    show("self-play", answer_errors(net, table, played))
    losses = decision_losses(net, moves, equity, played)
    print(
        f"plays by the net alone lose {1000 * losses.mean():.2f} millipoints a decision ({len(losses)} with a choice)"
    )
    if asked.sample:
        cells = np.concatenate([drawn, played])
        np.savez_compressed(asked.sample, cells=cells.astype(np.int16), values=exact_values(table, cells))


if __name__ == "__main__":
    main()
