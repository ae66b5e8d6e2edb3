"""How strong and how fast the engine is next to installed peers: the figures of docs/engine.md, in one run.

    python -m bench.engine [--decisions FILE.jsonl.gz] [--positions FILE.txt.gz] [--games 2000] [--rollout-games 144]

On a quiet machine of two cores it takes some minutes. What it prints:

decisions    what choices lose, static and looking ahead (`bench.decisions`): ours, those recorded in the file, and
             those of gnubg and bgsage where they are installed
speed        static evaluations, checker and cube decisions of one core
rollouts     `bench.rollouts`: games a second, and the error that the same time leaves
analysis     `bench.analysing`: a match of 170 rolls, static and two levels deep
games        `bench.games`: mirrored, against gnubg 0-ply over its own socket, or through PyPI gnubg-nn run by
             `--peer-python`, which is several times as fast; told after every 2,000

Times are processor times of one core, unless it says by the clock. A part of size 0 is left out.
"""

import argparse
import gzip
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from barpoint.board import ROLLS, Position, Roll, legal_plays
from barpoint.board.movegen import board_array
from barpoint.engine.evaluator import Array
from barpoint.engine.measurement import benchmark
from barpoint.engine.measurement.other_engines import Bgsage, find_peers
from barpoint.engine.search.engine import Engine, backgammon_engine
from bench import analysing, decisions, rollouts
from bench.games import Worker, games
from bench.gnubg_line import Line

SHARED: Final = Path(__file__).parents[2] / "shared" / "data" / "benchmarks"
_CALLS: Final = 3000
_ASKED: Final = 40  # decisions a peer is timed with, as ours are two levels deep


def decision_part(asked: argparse.Namespace, ours: Engine, gnubg: str | None) -> None:
    """What choices lose."""
    read = decisions.read_decisions(asked.decisions)[: asked.count]
    decisions.own_table(ours, read, asked.plies)
    decisions.recorded_table(read)
    if gnubg:
        with Line(gnubg) as static, Line(gnubg, 1) as deeper:
            decisions.peer_table(read, static, deeper)
    if any(isinstance(peer, Bgsage) for peer in find_peers()):
        decisions.peer_table(read, Bgsage(0), Bgsage(1))


def speed_part(asked: argparse.Namespace, ours: Engine, gnubg: str | None) -> None:
    """Evaluations and decisions."""
    sample = benchmark.decisions(100)
    boards = np.array([board_array(position)[:26] for position, _ in sample])
    for figure in benchmark.speed_figures(sample, asked.plies, 1):
        print(f"{figure.name}: {figure.value:,.2f} {figure.unit} ({figure.count})", flush=True)
    if asked.positions:
        speed(ours, asked.positions)
    if gnubg:
        with Line(gnubg) as line:
            _timed(
                "gnubg static evaluation, its line included",
                line,
                lambda k: line.probabilities(boards[k % 100, None]),
                5000,
            )
        with Line(gnubg, 2) as line:
            dice = [(roll.high, roll.low) for _, roll in sample]
            _timed("gnubg checker decision, 2 plies", line, lambda k: line.play(boards[k].tolist(), dice[k]), _ASKED)
            _timed("gnubg cube decision, 2 plies", line, lambda k: line.cube(boards[k].tolist()), _ASKED)
    for peer in find_peers():
        if isinstance(peer, Bgsage):
            print(f"{peer.name}: {benchmark.static_speed(peer, boards).value:,.0f} static evaluations/s", flush=True)


def _timed(name: str, line: Line, work: Callable[[int], object], count: int) -> None:
    """Milliseconds of gnubg's processor time a question."""
    work(0)
    began = line.spent()
    for k in range(count):
        work(k)
    print(f"{name}: {1e3 * (line.spent() - began) / count:,.2f} ms ({count})", flush=True)


def read_boards(path: Path) -> Array:
    """The boards of a file of positions, one a line."""
    with gzip.open(path, "rt") as lines:
        return np.array([line.split()[:26] for line in lines if not line.startswith("#")], np.int8)


def speed(ours: Engine, path: Path) -> None:
    """Static evaluations a second, features included, on positions of real games."""
    boards = read_boards(path)
    ours.probabilities(boards[:10])
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        ours.probabilities(boards)
        best = max(best, len(boards) / (time.process_time() - start))
    print(f"static evaluations: {best:,.0f}/s on one core ({len(boards)} positions, best of 5)", flush=True)
    call_speed(ours)


def call_speed(ours: Engine) -> None:
    """The same for calls with one `Position`, and plays chosen so, on positions of random games."""
    random = Random(1)  # noqa: S311  # the same games every time
    position, asked = Position.start(), list[tuple[Position, Roll]]()
    while len(asked) < _CALLS:
        roll = random.choice(ROLLS)
        asked.append((position, roll))
        plays = legal_plays(position, roll)
        position = (random.choice(plays).after if plays else position).flip()
        if position.is_over:
            position = Position.start()
    for name, call in (("values", lambda p, _: ours.evaluate(p)), ("plays chosen", ours.best_play)):
        best = 0.0
        for _ in range(5):
            start = time.process_time()
            for position, roll in asked:
                call(position, roll)
            best = max(best, len(asked) / (time.process_time() - start))
        print(f"calls with a Position: {best:,.0f} {name}/s on one core (best of 5)", flush=True)


def game_part(asked: argparse.Namespace, ours: Engine, gnubg: str | None) -> None:
    """Points per game."""
    if asked.peer_python:
        games(ours, Worker(asked.peer_python), asked.games, asked.seed)
    elif gnubg:
        with Line(gnubg) as line:
            games(ours, line, asked.games, asked.seed)
    else:
        print("no games: gnubg is not installed")


def main() -> None:
    """Run what was asked for."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--decisions", type=Path, default=_there("decisions_gnubg2_bgsage3.jsonl.gz"))
    ask.add_argument("--positions", type=Path, default=_there("positions_25134.txt.gz"))
    ask.add_argument("--count", type=int, default=100_000, help="decisions at the most")
    ask.add_argument("--plies", type=int, default=2)
    ask.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True)
    ask.add_argument("--peer-python", type=Path, help="a Python that has gnubg-nn")
    ask.add_argument("--games", type=int, default=2000)
    ask.add_argument("--rollout-games", type=int, default=144)
    ask.add_argument("--analysis", action=argparse.BooleanOptionalAction, default=True)
    ask.add_argument("--seed", type=int, default=1)
    asked = ask.parse_args()
    ours, gnubg = backgammon_engine(), rollouts.gnubg_program() if asked.peers else None
    if asked.decisions and asked.count:
        decision_part(asked, ours, gnubg)
    speed_part(asked, ours, gnubg)
    if asked.rollout_games:
        rollouts.compare(asked.rollout_games)
    if asked.analysis:
        analysing.compare()
    if asked.games:
        game_part(asked, ours, gnubg)


def _there(name: str) -> Path | None:
    """A file of the shared benchmarks, if they are there."""
    return SHARED / name if (SHARED / name).exists() else None


if __name__ == "__main__":
    main()
