"""Games against a peer: cubeless, every sequence of dice played twice with the sides exchanged, both static."""

import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from barpoint.board import BACKGAMMON, Position
from barpoint.board.kernels import movegen_kernel as generator
from barpoint.board.movegen import board_array, rules_array
from barpoint.engine.evaluator import Array, Evaluator

WORKER: Final = Path(__file__).parent / "gnubg_worker.py"
RULES: Final = rules_array(BACKGAMMON)
BLOCK: Final = 1000  # pairs of games at a time; the same for every count, so that more games go on from fewer


class Worker:
    """gnubg 0-ply (PyPI gnubg-nn) in another process, run by a Python that has it: boards in, probabilities out."""

    name = "gnubg 0-ply (gnubg-nn)"

    def __init__(self, python: Path) -> None:
        self._worker = subprocess.Popen([python, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def probabilities(self, boards: Array) -> Array:
        """[n, 5] for int8 boards [n, 26]."""
        to, back = self._worker.stdin, self._worker.stdout
        if to is None or back is None:
            raise RuntimeError("the worker has no pipes")
        to.write(len(boards).to_bytes(4, "little") + np.ascontiguousarray(boards, np.int8).tobytes())
        to.flush()
        return np.frombuffer(back.read(20 * len(boards)), np.float32).reshape(-1, 5)


def flipped(boards: Array) -> Array:
    """The same boards seen by the other side."""
    out = -boards[:, ::-1]
    out[:, 0], out[:, 25] = boards[:, 25], boards[:, 0]
    return out


def equities(values: Array) -> Array:
    """Cubeless money equity of rows of five probabilities."""
    return np.asarray(values @ np.array([2, 1, 1, -1, -1], np.float64) - 1)


def plays_of(boards: Array, dice: Array) -> tuple[Array, Array]:
    """The boards after all plays, in the mover's view, and where each roll's begin."""
    room = 400 * len(boards) + generator.MAX_PLAYS
    hops = np.zeros((room, 8), np.int8)
    after = np.zeros((room, 26), np.int8)
    offsets = np.zeros(len(boards) + 1, np.int64)
    fitted = generator.batch(boards, dice, RULES, hops, after, offsets)
    if fitted < len(boards):
        raise RuntimeError("more plays than there was room for")
    return after[: offsets[-1]], offsets


def best_children(player: Evaluator, boards: Array, dice: Array) -> Array:
    """The board after each player's best play by static value, opponent on roll."""
    after, offsets = plays_of(boards, dice)
    worth = equities(player.probabilities(flipped(after)))
    out = flipped(boards)
    for i, (first, end) in enumerate(pairwise(offsets.tolist())):
        if end > first:
            out[i] = flipped(after[first + int(np.argmin(worth[first:end]))][None])[0]
    return out


def points(board: Array) -> int:
    """What the side not on roll has just won, 0 if it still has checkers."""
    if board[0] > 0 or (board[1:25] < 0).any():
        return 0
    men = board[1:26]
    if men[men > 0].sum() < 15:
        return 1
    return 3 if board[25] > 0 or (board[19:25] > 0).any() else 2


def play(a: Evaluator, b: Evaluator, pairs: int, seed: int) -> Array:
    """Points won by `a` in each pair of games with the same dice, `a` and `b` in turn moving first."""
    start = board_array(Position.start())
    rolls = np.random.default_rng(seed)
    stream = [rolls.integers(1, 7, (pairs, 2))]
    same = stream[0][:, 0] == stream[0][:, 1]
    stream[0][same, 1] = stream[0][same, 0] % 6 + 1  # an opening roll is no doublet
    boards = np.tile(start, (2 * pairs, 1))
    won = np.zeros(2 * pairs)
    live = np.arange(2 * pairs)
    turn = 0
    while len(live):
        if turn == len(stream):
            stream.append(rolls.integers(1, 7, (pairs, 2)))
        mover_is_a = (live % 2 == 0) == (turn % 2 == 0)
        for player, sign in ((a, 1), (b, -1)):
            mine = live[mover_is_a == (sign == 1)]
            if not len(mine):
                continue
            boards[mine] = best_children(player, boards[mine], stream[turn][mine // 2])
            for game in mine:
                won[game] = sign * points(boards[game])
        live = live[won[live] == 0]
        turn += 1
    return np.asarray(won.reshape(pairs, 2).mean(1))


def games(ours: Evaluator, peer: Evaluator, count: int, seed: int) -> None:
    """Points per game against a peer, told after every block."""
    done: list[Array] = []
    for block in range(0, count // 2, BLOCK):
        done.append(play(ours, peer, min(BLOCK, count // 2 - block), seed + block))
        won = np.concatenate(done)
        error = won.std(ddof=1) / len(won) ** 0.5
        print(f"{2 * len(won)} games v {peer.name}: {won.mean():+.4f} ± {error:.4f} points per game", flush=True)
