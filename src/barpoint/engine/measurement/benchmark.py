"""How fast the engine is and how its levels err: the figures that need no file, for `barpoint engine bench`.

Positions come from self-play of the expert level by a fixed seed. Times are processor times of this process, so that
other work on the machine hardly shows; a peer is timed by the clock, the start of its process included. Strength
against other programs' equities needs their files: bench/engine.py measures it.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from barpoint.board import BACKGAMMON, ROLLS, Discipline, Position, Roll, board_array
from barpoint.engine.bot.level_choice import choose_play, shares
from barpoint.engine.bot.levels import LEVELS, BotLevel
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.evaluator import Array, Evaluator
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    position_contender,
)
from barpoint.engine.rollout.workers import ThreadWorkers
from barpoint.engine.search.engine import RankedPlay, backgammon_engine

_EQUITY: Final = np.array([2, 1, 1, -1, -1], np.float64)
_WEIGHTED: Final = [roll for roll in ROLLS for _ in range(roll.weight)]


class Figure(msgspec.Struct, frozen=True):
    """One measurement: what, how much, of what, over how many, with its standard error where there is one."""

    name: str
    value: float
    unit: str
    count: int
    error: float | None = None


def decisions(count: int, seed: int = 1, rules: Discipline = BACKGAMMON) -> list[tuple[Position, Roll]]:
    """Checker decisions with a choice, met in self-play."""
    rng = random.Random(seed)  # noqa: S311  # a sample, not a secret
    known, level = knowledge_of(rules), LEVELS["expert"]
    out: list[tuple[Position, Roll]] = []
    position = Position.start(rules)
    while len(out) < count:
        roll = rng.choice(_WEIGHTED)
        ranked = known.rank_plays(position, roll, 0)
        if len(ranked) > 1 and rng.random() < 0.3:
            out.append((position, roll))
        chosen = choose_play(level, known, position, roll, seed).play.after
        position = Position.start(rules) if chosen.is_over else chosen.flip()
    return out


def speed_figures(sample: Sequence[tuple[Position, Roll]], most_plies: int, threads: int) -> Iterator[Figure]:
    """Static evaluations, decisions at each level, cube decisions, rollouts."""
    boards = np.array([board_array(position) for position, _ in sample])
    yield static_speed(backgammon_engine(), boards)
    for plies in range(most_plies + 1):
        some = sample if plies < 2 else sample[:40]
        backgammon_engine().rank_plays(*some[0], plies)  # so that nothing is compiled while the clock runs
        spent = _spent(lambda: [backgammon_engine().rank_plays(*decision, plies) for decision in some])  # noqa: B023  # called at once
        yield Figure(f"checker decision, {plies} plies", 1e3 * spent / len(some), "ms", len(some))
    some = sample[:40]
    _cube(some[0][0], most_plies)
    spent = _spent(lambda: [_cube(position, most_plies) for position, _ in some])
    yield Figure(f"cube decision, {most_plies} plies", 1e3 * spent / len(some), "ms", len(some))
    yield from rollout_figures([position for position, _ in sample if position.contact][:10], 36, threads)


def static_speed(evaluator: Evaluator, boards: Array) -> Figure:
    """Static evaluations a second, features included, one core."""
    evaluator.probabilities(boards[:2])
    timer = time.process_time if evaluator is backgammon_engine() else time.perf_counter
    began = timer()
    repeats = 20 if evaluator is backgammon_engine() else 1
    for _ in range(repeats):
        evaluator.probabilities(boards)
    rate = repeats * len(boards) / max(timer() - began, 1e-9)
    return Figure(f"static evaluations, {evaluator.name}", rate, "/s", len(boards))


def rollout_figures(positions: Sequence[Position], games: int, threads: int) -> Iterator[Figure]:
    """Full static rollouts with the luck taken out: games a processor second, and the error after one of them."""
    Rollout([position_contender(positions[0])], RolloutSettings(games=36)).run()
    spent, played, errors = 0.0, 0, []
    for position in positions:
        running = Rollout([position_contender(position)], RolloutSettings(games=games), ThreadWorkers(threads))
        began = time.process_time()
        standing = running.run().standings[0]
        took = time.process_time() - began
        spent, played = spent + took, played + standing.games
        errors.append(standing.error * took**0.5)
    yield Figure("rollout games", played / spent, "/s of processor time", played)
    mean = float(np.mean(errors))
    yield Figure("rollout error after a processor second", 1e3 * mean, "millipoints", len(positions))


def agreement(evaluator: Evaluator, boards: Array) -> Figure:
    """How far a peer's static equity is from ours."""
    gap = np.abs((evaluator.probabilities(boards) - backgammon_engine().probabilities(boards)) @ _EQUITY)
    error = float(gap.std(ddof=1) / len(gap) ** 0.5)
    name = f"mean difference of equity, {evaluator.name}"
    return Figure(name, 1e3 * float(gap.mean()), "millipoints", len(gap), 1e3 * error)


def level_figures(sample: Sequence[tuple[Position, Roll]], judge_plies: int = 2) -> Iterator[Figure]:
    """The performance rating of each level's checker play, judged by search; levels that look ahead are left out.

    A judge of the same nets would flatter those: bench/engine.py measures them by other programs.
    """
    known = knowledge_of(sample[0][0].discipline)
    seen = [known.rank_plays(*decision, 0) for decision in sample]
    worth = [
        {entry.play.packed: entry.equity for entry in known.rank_plays(*decision, judge_plies)} for decision in sample
    ]
    for level in LEVELS.values():
        if level.plies:
            continue
        lost = [500 * _loss(level, ranked, judged) for ranked, judged in zip(seen, worth, strict=True)]
        error = float(np.std(lost, ddof=1) / len(lost) ** 0.5)
        yield Figure(f"rating of {level.name} (stated {level.rating:g})", float(np.mean(lost)), "PR", len(lost), error)


def _loss(level: BotLevel, ranked: Sequence[RankedPlay], judged: dict[bytes, float]) -> float:
    """What a level gives away on average."""
    often = shares(level, [entry.equity for entry in ranked])
    kept = sum(share * judged[entry.play.packed] for share, entry in zip(often, ranked, strict=True))
    return max(judged.values()) - kept


def _cube(position: Position, plies: int) -> object:
    return knowledge_of().cube_decision(position, Stakes(CubeState()), plies)


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
