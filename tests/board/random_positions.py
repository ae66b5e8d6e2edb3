"""Random roll-positions of a discipline with the oracle's answer, and the kernel's answer in batches.

Half come from random games out of the start, so they are reachable; half are set up at random with a taste for what
games seldom bring: runs of single checkers, men on the bar, late bear-offs.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from barpoint.board import DISCIPLINES
from barpoint.board.kernels import movegen_kernel
from barpoint.board.movegen import rules_array
from tests.board import oracle
from tests.board.oracle import BAR, Board, Path, Rules

ANY_PLAYS_PER_ROLL = 400  # room in a batch: no roll-position comes near it on average


class Sample(NamedTuple):
    board: Board
    roll: tuple[int, int]
    plays: dict[Board, Path]


def throw(rng: random.Random) -> tuple[int, int]:
    dice = sorted((rng.randint(1, 6), rng.randint(1, 6)))
    return dice[1], dice[0]


def from_games(rules: Rules, rng: random.Random) -> Iterator[Sample]:
    """Game after game of random plays."""
    while True:
        board = oracle.start(rules)
        while board.me and board.opp_off < rules.checkers:
            roll = throw(rng)
            plays = oracle.plays(rules, board, roll)
            yield Sample(board, roll, plays)
            board = oracle.flip(rules, rng.choice(list(plays)) if plays else board)


def from_setups(rules: Rules, rng: random.Random) -> Iterator[Sample]:
    while True:
        board = setup(rules, rng)
        roll = throw(rng)
        yield Sample(board, roll, oracle.plays(rules, board, roll))


def setup(rules: Rules, rng: random.Random) -> Board:
    """Checkers of both sides on points of their own, some borne off, some on the bar."""
    held = rng.sample(range(1, 25), rng.randint(2, 23))
    if rng.random() < 0.4:  # a stretch of the board is ours: blocks, closed boards, bear-offs
        first, length = rng.randint(1, 24), rng.randint(4, 9)
        stretch = {(first + k - 1) % 24 + 1 for k in range(length)}
        held = [point for point in held if point not in stretch] + list(stretch)
        cut = len(held) - len(stretch)
    else:
        cut = rng.randint(0, len(held))
    theirs, ours = held[:cut], held[cut:]
    if rng.random() < 0.25:
        ours = [point for point in ours if point <= 6] or ours
    me, _ = _placed(rules, rng, ours)
    opp, opp_off = _placed(rules, rng, theirs)
    return oracle.board(me, opp, opp_off)


def _placed(rules: Rules, rng: random.Random, points: list[int]) -> tuple[dict[int, int], int]:
    off = rng.choice([0, 0, 0, rng.randint(0, rules.checkers - 1)])
    on = rules.checkers - off
    bar = 0 if rules.same_way or rng.random() < 0.6 else min(on, rng.choice([1, 1, 2, 3]))
    if not points:
        return ({} if rules.same_way else {BAR: on}), (rules.checkers if rules.same_way else off)
    counts = {BAR: bar} if bar else {}
    for point in points[: on - bar]:  # one on each as far as they go, then the rest anywhere
        counts[point] = 1
    for _ in range(on - sum(counts.values())):
        point = rng.choice(points)
        counts[point] = counts.get(point, 0) + 1
    return counts, off


def kernel_board(board: Board) -> bytes:
    """The oracle's board as the kernel's 26 numbers."""
    cells = [board.opp_bar, *(-count for count in board.opp[1:]), 0]
    for point in board.me:
        cells[point] += 1
    return np.array(cells, np.int8).tobytes()


def hop_bytes(path: Path) -> bytes:
    return bytes(number for step in path for number in (step.source, step.target)).ljust(8, b"\0")


def oracle_answer(sample: Sample) -> dict[bytes, bytes]:
    """Each final board with its canonical hops."""
    return {kernel_board(final): hop_bytes(path) for final, path in sample.plays.items()}


def kernel_answers(name: str, samples: list[Sample]) -> list[list[tuple[bytes, bytes]]]:
    """What the kernel says of each roll-position, in one batch: (final board, hops) in its order."""
    count = len(samples)
    boards: Any = np.frombuffer(b"".join(kernel_board(s.board) for s in samples), np.int8).reshape(count, 26)
    dice = np.array([s.roll for s in samples], np.int8)
    room = movegen_kernel.MAX_PLAYS + count * ANY_PLAYS_PER_ROLL
    hops, finals = np.zeros((room, 8), np.int8), np.zeros((room, 26), np.int8)
    offsets = np.zeros(count + 1, np.int64)
    fitted = movegen_kernel.batch(boards, dice, rules_array(DISCIPLINES[name]), hops, finals, offsets)
    assert fitted == count
    return [[(finals[k].tobytes(), hops[k].tobytes()) for k in range(offsets[i], offsets[i + 1])] for i in range(count)]
