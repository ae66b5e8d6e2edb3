"""How well Longgammon's net plays: points per game, cubeless, against simpler players with the same dice.

    python bench/longgammon.py [--games 2000] [--plies 0]

`house` counts pips, checkers off and points held (the house bot's count for games without hits), `random` plays
anything. Games come in pairs that share dice, each side moving first once.
"""

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from barpoint.board import LONGGAMMON, Position
from barpoint.board.movegen import board_array, rules_array
from barpoint.engine.longgammon import long_kernel
from barpoint.engine.longgammon.engine import LongEngine, longgammon_engine

Array = np.ndarray[Any, Any]
Player = Callable[[Array], int]
RULES = rules_array(LONGGAMMON)
ACROSS = np.array([p - 12 if p > 12 else p + 12 for p in range(1, 25)])


def own(children: Array) -> Array:
    """The mover's checkers after each play, in its own points 1-24."""
    return np.maximum(-children[:, ACROSS], 0).astype(np.int64)


def house(children: Array) -> int:
    """The play the house bot would make."""
    men = own(children)
    return int(np.argmax(3.0 * (15 - men.sum(1)) - 0.35 * (men @ np.arange(1, 25)) + 0.8 * (men > 0).sum(1)))


def random_player(seed: int) -> Player:
    """Anything that is legal."""
    rng = np.random.default_rng(seed)
    return lambda children: int(rng.integers(len(children)))


def static(engine: LongEngine, plies: int) -> Player:
    """The net, alone or with one level of looking ahead at its five best."""
    work = long_kernel.desk(len(engine.net[1]))
    equity = np.array([2, 1, 0, -1, 0], np.float32)

    def choose(children: Array) -> int:
        worth = engine.probabilities(children) @ equity
        order = np.argsort(worth, kind="stable")
        if plies == 0 or len(order) == 1:
            return int(order[0])
        out = np.zeros((min(5, len(order)), 5), np.float32)
        long_kernel.label(engine.net, engine.bearoff, RULES, children[order[:5]], work, out)
        return int(order[int(np.argmin(out @ equity))])

    return choose


def game(first: Player, second: Player, dice: Array, work: Any) -> int:
    """Points the first player wins."""
    board = board_array(Position.start(LONGGAMMON))
    for turn, (a, b) in enumerate(dice):
        n = long_kernel.replies(board, RULES, max(a, b), min(a, b), -1, work)
        children = work[long_kernel.CHILDREN][:n].copy()
        board = children[(first, second)[turn % 2](children)]
        if not (board[1:25] < 0).any():
            points = 2 if board[1:25].clip(0).sum() == LONGGAMMON.checkers else 1
            return points if turn % 2 == 0 else -points
    raise RuntimeError("a game without an end")


def main() -> None:
    """Play them all."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=2000)
    ask.add_argument("--plies", type=int, default=0)
    asked = ask.parse_args()
    engine = longgammon_engine()
    us, work = static(engine, asked.plies), long_kernel.desk(len(engine.net[1]))
    for name, peer in (("house", house), ("random", random_player(1))):
        rng = np.random.default_rng(7)
        won = []
        for _ in range(asked.games // 2):
            dice = rng.integers(1, 7, (1000, 2))
            won.append((game(us, peer, dice, work) - game(peer, us, dice, work)) / 2)
        error = np.std(won, ddof=1) / len(won) ** 0.5
        print(f"{2 * len(won)} games v {name}: {np.mean(won):+.3f} ± {error:.3f} points per game", flush=True)


if __name__ == "__main__":
    main()
