"""How strong and how fast the engine is: the figures of docs/engine.md, in one run.

    python -m bench.engine --decisions FILE.jsonl.gz --positions FILE.txt.gz [--peer-python PYTHON] [--games 2000]

decisions    a file of checker decisions whose candidates carry two engines' equities; the loss of a
             choice is the mean of what it gives up by either yardstick, in millipoints per decision.
games        against gnubg 0-ply (PyPI gnubg-nn, run by PYTHON in a process of its own), cubeless, every
             dice sequence played twice with the sides exchanged. Both choose by static value alone.
peers        gnubg and bgsage where they are installed (`engine.peers`): what their choices lose, static and one level
             deep; a level deeper they look at the eight best of a roll within 0.16. Each is judged by both yardsticks,
             one of which is its own two levels.
rollouts     `bench.rollouts`, ours and gnubg's.
Times are CPU times of one thread.
"""

import argparse
import gzip
import json
import subprocess
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from barpoint.board import BACKGAMMON, Position
from barpoint.board import kernel as generator
from barpoint.board.movegen import board_array, rules_array
from barpoint.engine import measuring
from barpoint.engine.evaluator import Array, Evaluator
from barpoint.engine.peers import installed_peers
from barpoint.engine.search import Engine, engine
from bench import rollouts

WORKER = Path(__file__).parent / "gnubg_worker.py"
RULES = rules_array(BACKGAMMON)
MOST, WITHIN = 8, 0.16  # what a peer looks at one level deeper


class Peer:
    """gnubg 0-ply in another process: boards in, probabilities out."""

    name = "gnubg 0-ply"

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


def losses(decisions: list[dict[str, Any]], chosen: list[tuple[int, ...]]) -> tuple[Array, int]:
    """Loss of each choice in millipoints, and how many choices were not among the candidates.

    The candidates hold both engines' first six: a choice that is not among them is charged as the sixth.
    """
    out, missing = [], 0
    for decision, board in zip(decisions, chosen, strict=True):
        candidates = decision["candidates"]
        yards = np.array([[c["gnubg2"], c["bgsage3"]] for c in candidates])
        at = [k for k, c in enumerate(candidates) if tuple(c["board"]) == tuple(board)]
        missing += not at
        picked = yards[at[0]] if at else np.sort(yards, 0)[max(-6, -len(yards))]
        out.append(float((yards.max(0) - picked).mean()))
    return 1e3 * np.array(out), missing


def read_decisions(path: Path) -> list[dict[str, Any]]:
    """The decisions of a file, one a line."""
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def peer_table(decisions: list[dict[str, Any]]) -> None:
    """What the choices of every peer installed lose."""
    boards = np.array([d["board"] for d in decisions], np.int8)
    after, offsets = plays_of(boards, np.array([d["dice"] for d in decisions]))
    for static, deeper in zip(installed_peers(0), installed_peers(1), strict=True):
        worth = equities(static.probabilities(flipped(after)))
        print_loss(static.name, decisions, boards, after, worth, offsets)
        shown = np.concatenate([best_of(worth, first, end) for first, end in pairwise(offsets.tolist())])
        deep = np.full(len(worth), np.inf)
        deep[shown] = equities(deeper.probabilities(flipped(after[shown])))
        print_loss(deeper.name, decisions, boards, after, deep, offsets)


def best_of(worth: Array, first: int, end: int) -> Array:
    """Which plays of a roll are looked at deeper: the few that leave the other side least."""
    order = first + np.argsort(worth[first:end], kind="stable")[:MOST]
    return np.asarray(order[worth[order] <= worth[order[0]] + WITHIN] if len(order) else order)


def print_loss(
    name: str, decisions: list[dict[str, Any]], boards: Array, after: Array, worth: Array, offsets: Array
) -> None:
    """One line: what the plays that leave the other side least lose."""
    chosen = [
        tuple(after[first + int(np.argmin(worth[first:end]))].tolist() if end > first else board.tolist())
        for board, (first, end) in zip(boards, pairwise(offsets.tolist()), strict=True)
    ]
    loss, missing = losses(decisions, chosen)
    error = loss.std(ddof=1) / len(loss) ** 0.5
    print(f"  {name}: {loss.mean():5.2f} ± {error:.2f}  {missing} unlisted", flush=True)


def decision_table(ours: Engine, decisions: list[dict[str, Any]], most_plies: int) -> None:
    """Loss and time at each level."""
    boards = np.array([d["board"] for d in decisions], np.int8)
    dice = [tuple(d["dice"]) for d in decisions]
    contact = np.array([d["contact"] for d in decisions])
    print(f"{len(decisions)} decisions ({contact.sum()} with contact), loss in millipoints, mean of both yardsticks")
    ours.choose(boards[:1], dice[:1], 0)
    for plies in range(most_plies + 1):
        start = time.process_time()
        chosen = [choice.after for choice in ours.choose(boards, dice, plies)]
        spent = (time.process_time() - start) / len(decisions)
        loss, missing = losses(decisions, chosen)
        error = loss.std(ddof=1) / len(loss) ** 0.5
        print(
            f"  {plies} plies: {loss.mean():5.2f} ± {error:.2f}  contact {loss[contact].mean():5.2f}"
            f"  races {loss[~contact].mean():5.2f}  {1e3 * spent:7.2f} ms a decision  {missing} unlisted",
            flush=True,
        )


def speed(ours: Engine, path: Path) -> None:
    """Static evaluations a second, features included, on positions of real games."""
    with gzip.open(path, "rt") as lines:
        read = [line.split()[:26] for line in lines if not line.startswith("#")]
    boards = np.array(read, np.int8)
    ours.probabilities(boards[:10])
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        ours.probabilities(boards)
        best = max(best, len(boards) / (time.process_time() - start))
    print(f"static evaluations: {best:,.0f}/s on one core ({len(boards)} positions, best of 5)", flush=True)


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


def games(ours: Engine, peer: Evaluator, count: int, seed: int) -> None:
    """Points per game against a peer."""
    done: list[Array] = []
    for block in range(0, count // 2, 1000):
        done.append(play(ours, peer, min(1000, count // 2 - block), seed + block))
        won = np.concatenate(done)
        error = won.std(ddof=1) / len(won) ** 0.5
        print(f"{2 * len(won)} games v {peer.name}: {won.mean():+.4f} ± {error:.4f} points per game", flush=True)


def main() -> None:
    """Run what was asked for."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--decisions", type=Path)
    ask.add_argument("--positions", type=Path)
    ask.add_argument("--plies", type=int, default=2)
    ask.add_argument("--peer-python", type=Path)
    ask.add_argument("--games", type=int, default=2000)
    ask.add_argument("--rollout-games", type=int, default=144, help="0 leaves rollouts out")
    ask.add_argument("--seed", type=int, default=1)
    asked = ask.parse_args()
    ours = engine()
    for figure in measuring.speed_figures(measuring.decisions(100), asked.plies, 1):
        print(f"{figure.name}: {figure.value:,.2f} {figure.unit} ({figure.count})", flush=True)
    if asked.positions:
        speed(ours, asked.positions)
    if asked.decisions:
        decisions = read_decisions(asked.decisions)
        decision_table(ours, decisions, asked.plies)
        peer_table(decisions)
    if asked.rollout_games:
        rollouts.compare(asked.rollout_games)
    if asked.peer_python:
        games(ours, Peer(asked.peer_python), asked.games, asked.seed)


if __name__ == "__main__":
    main()
