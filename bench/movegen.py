"""How fast are legal plays found? Roll-positions per second, every distinct play of a roll, on one core.

    python bench/movegen.py [--peers PYTHON] [--positions FILE]

Barpoint's kernel in batches, Barpoint's Python API one call at a time, and the peers that are installed in PYTHON's
environment (`pip install open_spiel bgsage; pip install --pre gnubg-nn`, best in an environment of their own: they are
no dependencies, and gnubg-nn is GPL). Each peer runs in a process of its own over the same positions; open_spiel cannot
be given a position, so it gets as many from its own random games, and of a doublet it lists two hops only. Time is the
processor's, best of five runs, so a busy machine disturbs little.

A positions file has a line of 28 numbers a roll-position: the kernel's 26 (see `board/kernels/movegen_kernel.py`), then
the dice.
"""

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parents[2] / "shared" / "data" / "benchmarks" / "positions_25134.txt.gz"
COUNT = 25_000
RUNS = 5
PEERS = ("gnubg-nn", "open_spiel", "bgsage")

Row = tuple[list[int], tuple[int, int]]


def best(work: Callable[[], Any], runs: int = RUNS) -> float:
    """The shortest processor time of several runs, after one to warm up."""
    work()
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def read(file: Path) -> list[Row]:
    """The roll-positions of a file, packed or not."""
    text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
    rows = [[int(word) for word in line.split()[:28]] for line in text.splitlines() if not line.startswith("#")]
    return [(row[:26], (row[26], row[27])) for row in rows]


def random_games(file: Path) -> None:
    """Write roll-positions of random games, for want of better ones."""
    from barpoint.board import ROLLS, Position, legal_plays
    from barpoint.board.movegen import board_array

    rng = random.Random(1)  # noqa: S311  # a bench wants the same games every time
    lines: list[str] = []
    while len(lines) < COUNT:
        position = Position.start()
        while not position.is_over and len(lines) < COUNT:
            roll = rng.choices(ROLLS, [roll.weight for roll in ROLLS])[0]
            lines.append(" ".join(map(str, [*board_array(position).tolist(), roll.high, roll.low])))
            plays = legal_plays(position, roll)
            position = (rng.choice(plays).after if plays else position).flip()
    file.write_text("\n".join(lines) + "\n")


def kernel_rate(rows: Sequence[Row]) -> tuple[float, int]:
    """Barpoint's kernel in one batch; also how many plays there are."""
    import numpy as np

    from barpoint.board import BACKGAMMON
    from barpoint.board.kernels import movegen_kernel
    from barpoint.board.movegen import rules_array

    boards = np.array([board for board, _ in rows], np.int8)
    dice = np.array([roll for _, roll in rows], np.int8)
    hops = np.zeros((60 * len(rows) + movegen_kernel.MAX_PLAYS, movegen_kernel.HOP_BYTES), np.int8)
    finals = np.zeros((len(hops), movegen_kernel.BOARD), np.int8)
    offsets = np.zeros(len(rows) + 1, np.int64)
    seconds = best(lambda: movegen_kernel.batch(boards, dice, rules_array(BACKGAMMON), hops, finals, offsets))
    return len(rows) / seconds, int(offsets[-1])


def python_rate(rows: Sequence[Row]) -> float:
    """Barpoint's `legal_plays`, which gives a list of plays, one call at a time."""
    from barpoint.board import BACKGAMMON, BAR, Position, Roll, legal_plays

    asked = []
    for board, dice in rows:
        us = [0, *(max(n, 0) for n in board[1:25]), board[25]]
        them = [0, *(max(-board[25 - point], 0) for point in range(1, 25)), board[0]]
        us[0], them[0] = 15 - sum(us[: BAR + 1]), 15 - sum(them)
        asked.append((Position(us, them, BACKGAMMON), Roll(*dice)))
    return len(rows) / best(lambda: [legal_plays(position, roll) for position, roll in asked])


def perft_seconds() -> float:
    """Three turns ahead from the start: 4.3 million roll-positions."""
    from barpoint.board import BACKGAMMON, Position
    from barpoint.board.kernels import perft_kernel
    from barpoint.board.movegen import board_array, rules_array

    board, rules = board_array(Position.start()), rules_array(BACKGAMMON)
    assert perft_kernel.perft(board, rules, 3, False) == 116_154_993  # else the time means nothing
    return best(lambda: perft_kernel.perft(board, rules, 3, False), 1)


def peer_rate(name: str, rows: Sequence[Row]) -> float:
    """Run inside a peer's own process."""
    if name == "gnubg-nn":
        gnubg_nn = import_module("gnubg_nn")
        sides = [(_two_sides(board), *dice) for board, dice in rows]
        return len(rows) / best(lambda: [gnubg_nn.moves(board, high, low) for board, high, low in sides])
    if name == "bgsage":
        bgbot_cpp = import_module("bgbot_cpp")
        return len(rows) / best(lambda: [bgbot_cpp.possible_moves(board, *dice) for board, dice in rows])
    states = _open_spiel_states(len(rows))
    return len(states) / best(lambda: [state.legal_actions() for state in states])


def _two_sides(board: list[int]) -> list[list[int]]:
    """Both sides' 25 counts from their own ace point to the bar, the mover second."""
    them = [max(-board[25 - point], 0) for point in range(1, 25)]
    return [[*them, board[0]], [*(max(n, 0) for n in board[1:25]), board[25]]]


def _open_spiel_states(count: int) -> list[Any]:
    rng = random.Random(1)  # noqa: S311  # a bench wants the same games every time
    game = import_module("pyspiel").load_game("backgammon")
    states: list[Any] = []
    while len(states) < count:
        state = game.new_initial_state()
        while not state.is_terminal() and len(states) < count:
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                states.append(state.clone())
                state.apply_action(rng.choice(state.legal_actions()))
    return states


def ask_peer(python: str, name: str, file: Path) -> float | str:
    """A peer's rate, or why there is none."""
    done = subprocess.run(
        [python, __file__, "--peer", name, "--positions", str(file)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return float(json.loads(done.stdout.splitlines()[-1]))


def report(rows: Sequence[Row], file: Path, python: str) -> None:
    """Measure everybody and print the table."""
    movegen_kernel, plays = kernel_rate(rows)
    api = python_rate(rows)
    print(f"{len(rows):,} roll-positions, {plays:,} plays\n")
    print(f"{'':34}{'roll-positions/s':>18}{'kernel is':>12}{'Python API is':>16}")
    print(f"{'Barpoint, kernel in batches':34}{movegen_kernel:18,.0f}{1:11.1f}x{api / movegen_kernel:15.2f}x")
    print(f"{'Barpoint, Python API':34}{api:18,.0f}{movegen_kernel / api:11.1f}x{1:15.2f}x")
    for name in PEERS:
        rate = ask_peer(python, name, file)
        if isinstance(rate, str):
            print(f"{name:34}{'skipped':>18}  {rate}")
        else:
            print(f"{name:34}{rate:18,.0f}{movegen_kernel / rate:11.1f}x{api / rate:15.2f}x")
    print(f"\nperft 3 (116,154,993 positions): {perft_seconds():.1f} s")


def main() -> None:
    """Read the command line; a peer's process comes here as well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="the interpreter that has the peers")
    parser.add_argument("--positions", type=Path, default=SHARED if SHARED.exists() else None, metavar="FILE")
    parser.add_argument("--peer", choices=PEERS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if chosen.peer:
        print(json.dumps(peer_rate(chosen.peer, read(chosen.positions))))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = chosen.positions or Path(folder) / "positions.txt"
        if chosen.positions is None:
            random_games(file)
        report(read(file), file, chosen.peers)


if __name__ == "__main__":
    main()
