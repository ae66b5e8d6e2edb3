"""How well the figures of fair play tell help from none: *simulated* with our own bots, not measured on people.

    python -m bench.fair_play [--matches 24] [--points 5] [--seed 1] [--csv FILE]

The players are levels that err like people (`engine/bot/level_choice.py`): casual, club, tournament and expert. Each
plays without help, and with help of several kinds; the helper looks one roll ahead, the judge does not, so that they
differ as two engines do. Every player has a past of matches without help. A sample is so many decisions in a row of one
player, and samples overlap. Three scores:

    hard    agreement in hard plays against the level's own (people of that rating)
    cube    agreement in cube decisions against the level's own
    error   error rate against the player's own past

each as the difference over its standard error; AUC is the chance that a helped sample scores higher than one without
help; in brackets is the share of helped samples above the score that one of a hundred honest ones reaches. Time is not
simulated: what came of it would be what was put into it.
"""

import argparse
import csv
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final

from barpoint.board import Play, Position, Refusal, Roll, Side
from barpoint.engine.bot.levels import LEVELS, BotLevel
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.cube.match_stakes import cube_state_of
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.review.analysis import analyse
from barpoint.engine.review.fair_play import (
    HARD_FROM,
    DecisionGroup,
    FairPlaySums,
    WeighedDecision,
    add_sums,
    difficulty,
    sum_decisions,
    weigh_decisions,
)
from barpoint.match import (
    GameStage,
    MatchFormat,
    MatchPhase,
    MatchState,
    decide_match,
    evolve_match,
    new_match,
    side_to_act,
)
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.service.play.bot_turn import bot_command
from barpoint.service.play.engine_bot import EngineBot
from barpoint.service.play.terms import Terms, format_of_terms

HUMAN: Final = ("casual", "club", "tournament", "expert")
HELPER: Final = LEVELS["strong"]
COUNTS: Final = (50, 100, 200, 400)
"""Decisions of a sample."""
EVERY: Final = 4
COSTLY: Final = 0.05
HONEST: Final = "none"


class HelpedPlayer(EngineBot):
    """A level that has an engine beside it, and asks it sometimes."""

    def __init__(self, level: BotLevel, seed: int, help_: str) -> None:
        super().__init__(level, seed)
        self._helper, self._help, self._asked = EngineBot(HELPER), help_, 0

    def play(self, position: Position, roll: Roll, head_cap: int, state: MatchState | None = None) -> Play | None:
        """The level's play, or the engine's."""
        own = super().play(position, roll, head_cap, state)
        if own is None or not self._wants_play(position, roll, head_cap, state, own):
            return own
        return self._helper.play(position, roll, head_cap, state)

    def doubles(self, state: MatchState, side: Side) -> bool:
        """Likewise."""
        return self._helper.doubles(state, side) if self._wants_cube() else super().doubles(state, side)

    def takes(self, state: MatchState, side: Side) -> bool:
        """Likewise."""
        return self._helper.takes(state, side) if self._wants_cube() else super().takes(state, side)

    def _wants_cube(self) -> bool:
        return self._help in ("always", "cube", "hard") or (self._help == "nth" and self._counts())

    def _counts(self) -> bool:
        self._asked += 1
        return self._asked % EVERY == 0

    def _wants_play(self, position: Position, roll: Roll, head_cap: int, state: MatchState | None, own: Play) -> bool:
        if self._help in (HONEST, "cube", "always"):
            return self._help == "always"
        if self._help == "nth":
            return self._counts()
        assert state is not None
        assert state.game is not None
        stakes = Stakes(cube_state_of(state, state.game.turn))
        ranked = knowledge_of(position.discipline).rank_plays(position, roll, 0, head_cap, stakes)
        if self._help == "hard":
            return difficulty([entry.worth for entry in ranked[:5]]) >= HARD_FROM
        made = next(entry.worth for entry in ranked if entry.play.after == own.after)
        return ranked[0].worth - made >= COSTLY


HELP: Final = {
    HONEST: "no help",
    "always": "every decision",
    "hard": "hard plays and the cube",
    "cube": "the cube only",
    "nth": f"every {EVERY}th decision",
    "costly": f"where the own play costs {COSTLY} or more",
}


@dataclass(frozen=True)
class Job:
    """One match of a level."""

    level: str
    help: str
    seed: int
    points: int


def played(job: Job) -> list[WeighedDecision]:
    """The decisions of White, who is helped; Black is of the same level and is not."""
    players = {
        Side.WHITE: HelpedPlayer(LEVELS[job.level], job.seed, job.help),
        Side.BLACK: HelpedPlayer(LEVELS[job.level], job.seed + 500_000, HONEST),
    }
    events = _match(players, job)
    return weigh_decisions(analyse(events), events, Side.WHITE)


def _match(players: dict[Side, HelpedPlayer], job: Job) -> list[e.AnyEvent]:
    form = format_of_terms(Terms(points=job.points))
    assert isinstance(form, MatchFormat)
    state, events, dice = new_match(form), list[e.AnyEvent](), random.Random(job.seed)  # noqa: S311  # dice of a simulation
    command: c.AnyCommand = c.StartMatch(at=0, white=("W",), black=("B",))
    while True:
        decided = decide_match(state, command)
        if isinstance(decided, Refusal):
            raise RuntimeError(f"a bot did what is refused: {decided}")
        for event in decided:
            state = evolve_match(state, event)
            events.append(event)
        if state.phase is MatchPhase.OVER:
            return events
        pair = dice.randint(1, 6), dice.randint(1, 6)
        side = None if state.game is None else side_to_act(state.game)
        if state.game is None or side is None or state.game.stage is GameStage.OPENING:
            command = c.RollOpening(at=0, white=pair[0], black=pair[1])
            continue
        chosen = bot_command(players[side], state, side, 0)
        command = c.RollDice(at=0, side=side, dice=pair) if chosen is None else chosen


# Scores


@dataclass(frozen=True)
class Usual:
    """What a level does without help: of the same rating, and of its own past."""

    peers: FairPlaySums
    past: FairPlaySums


def share_score(group: DecisionGroup, sample: FairPlaySums, usual: Usual) -> float:
    """How far agreement lies above that of the level."""
    own, others = sample.group(group), usual.peers.group(group)
    if not own.decisions or not others.decisions:
        return 0.0
    share = (others.agreed + 1) / (others.decisions + 2)
    return (own.agreed / own.decisions - share) / sqrt(share * (1 - share) / own.decisions)


def error_score(sample: FairPlaySums, usual: Usual) -> float:
    """How far the mean error lies below that of the past."""
    past = usual.past
    mean = past.error / past.decisions
    variance = past.squares / past.decisions - mean**2
    return (mean - sample.error / sample.decisions) / sqrt(variance / sample.decisions + variance / past.decisions)


SCORES: Final[dict[str, Callable[[FairPlaySums, Usual], float]]] = {
    "hard": partial(share_score, DecisionGroup.HARD),
    "cube": partial(share_score, DecisionGroup.CUBE),
    "error": error_score,
}


def area_under(honest: Sequence[float], helped: Sequence[float]) -> float:
    """The chance that a helped sample scores higher than an honest one; equals count half."""
    ranked = sorted(honest)
    wins = sum(bisect_left(ranked, score) + bisect_right(ranked, score) for score in helped)
    return wins / (2 * len(honest) * len(helped))


def caught(honest: Sequence[float], helped: Sequence[float], false_alarms: float = 0.01) -> float:
    """The share of helped samples above what so many of the honest ones reach."""
    bar = sorted(honest)[min(len(honest) - 1, round((1 - false_alarms) * len(honest)))]
    return sum(score > bar for score in helped) / len(helped)


def curve(honest: Sequence[float], helped: Sequence[float]) -> list[tuple[float, float]]:
    """The ROC: shares of honest and of helped samples that reach each bar, from the highest bar on."""
    ranked = sorted(honest), sorted(helped)

    def reached(bar: float) -> tuple[float, float]:
        honest_share, helped_share = (1 - bisect_left(scores, bar) / len(scores) for scores in ranked)
        return honest_share, helped_share

    return [reached(bar) for bar in sorted({*honest, *helped}, reverse=True)]


def samples(decisions: Sequence[WeighedDecision], count: int, number: int, dice: random.Random) -> list[FairPlaySums]:
    """Runs of decisions that begin anywhere; the end goes on at the beginning."""
    rows = []
    for _ in range(number):
        first = dice.randrange(len(decisions))
        run = [*decisions[first : first + count], *decisions[: max(0, first + count - len(decisions))]]
        rows.append(sum_decisions(run))
    return rows


def simulate(matches: int, points: int, seed: int) -> dict[tuple[str, str], list[list[WeighedDecision]]]:
    """So many matches of every level with every kind of help, and three times as many without."""
    jobs = [
        Job(level, help_, seed + 1_000 * place + 7 * number, points)
        for place, (level, help_) in enumerate((level, help_) for level in HUMAN for help_ in HELP)
        for number in range(matches * (3 if help_ == HONEST else 1))
    ]
    found: dict[tuple[str, str], list[list[WeighedDecision]]] = {}
    with ProcessPoolExecutor(2) as workers:
        for job, decisions in zip(jobs, workers.map(played, jobs, chunksize=4), strict=True):
            found.setdefault((job.level, job.help), []).append(decisions)
    return found


def score_samples(
    found: dict[tuple[str, str], list[list[WeighedDecision]]], count: int, number: int, dice: random.Random
) -> dict[str, dict[str, list[float]]]:
    """By score and kind of help, over all levels; of the honest matches a third are peers, a third the past."""
    scores: dict[str, dict[str, list[float]]] = {name: {help_: [] for help_ in HELP} for name in SCORES}
    for level in HUMAN:
        honest = found[level, HONEST]
        third = len(honest) // 3
        sums = [sum_decisions(match) for match in honest]
        usual = Usual(add_sums(sums[:third]), add_sums(sums[third : 2 * third]))
        for help_ in HELP:
            tried = honest[2 * third :] if help_ == HONEST else found[level, help_]
            flat = [decision for match in tried for decision in match]
            for sample in samples(flat, count, number, dice):
                for name, score in SCORES.items():
                    scores[name][help_].append(score(sample, usual))
    return scores


def main() -> None:
    """Print the table; write the curves if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--points", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--csv", type=Path)
    asked = parser.parse_args()
    found = simulate(asked.matches, asked.points, asked.seed)
    rows: list[tuple[object, ...]] = []
    print(f"Simulated: {asked.matches} matches to {asked.points} of each level and kind of help, seed {asked.seed}")
    for (level, help_), played_matches in found.items():
        sums = add_sums([sum_decisions(match) for match in played_matches])
        hard, cube = sums.group(DecisionGroup.HARD), sums.group(DecisionGroup.CUBE)
        print(
            f"  {level:10} {help_:7} error rate {500 * sums.error / sums.decisions:5.1f}  "
            f"hard plays {hard.agreed / hard.decisions:4.0%}  cube {cube.agreed / max(1, cube.decisions):4.0%}  "
            f"{sums.decisions} decisions, {sums.decisions / sums.matches:.0f} a match"
        )
    print("\nSimulated AUC (share caught where one honest sample of a hundred is)")
    print("help      decisions  " + "  ".join(f"{name:>12}" for name in SCORES))
    for count in COUNTS:
        dice = random.Random(asked.seed)  # noqa: S311  # which samples are drawn
        scores = score_samples(found, count, asked.samples, dice)
        for help_ in (name for name in HELP if name != HONEST):
            cells = []
            for name, by_help in scores.items():
                honest, helped = by_help[HONEST], by_help[help_]
                cells.append(f"{area_under(honest, helped):5.2f} ({caught(honest, helped):4.0%})")
                rows += [(name, help_, count, *point) for point in curve(honest, helped)]
            print(f"{help_:10} {count:8}  " + "  ".join(f"{cell:>12}" for cell in cells), flush=True)
    if asked.csv:
        with asked.csv.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("score", "help", "decisions", "honest_above", "helped_above"), *rows])


if __name__ == "__main__":
    main()
