"""How a level chooses: the best it sees, blurred by its doubts, within its time.

A weaker level sees what the nets see and then errs as people do: plays that are worth nearly the same are easily taken
for each other, a play far behind is not. Its chance to choose a play falls by a factor of e for every `doubt` of
equity that the play is behind the best, and nothing more than `blind` behind is ever chosen. Cube decisions are blurred
by the same amount within the same bounds, and only where there is something to weigh: nobody turns a cube that can win
nothing, nor passes where that loses the match. Errors are a function of the seed and of the position, so a game can be
repeated.
"""

from hashlib import blake2b
from math import exp, log
from time import perf_counter
from typing import Final

from barpoint.board import Position, Roll
from barpoint.engine.bot.levels import BotLevel
from barpoint.engine.bot.opening_book import book_play
from barpoint.engine.cube.cube_actions import (
    CubeDecision,
    CubeState,
    decide_by_equities,
)
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.knowledge import Knowledge
from barpoint.engine.rollout.roller import Roller
from barpoint.engine.search.engine import RankedPlay

_DEEPER: Final = 25.0
"""How much longer the next level takes, at most."""
ROLLER_SECONDS: Final = 4.0
"""Who has less time than that for a play rolls nothing out: a few times what it takes on one core."""
_FAR: Final = 4
"""Points both sides still need where opening plays are those of money."""


def choose_play(
    level: BotLevel,
    knowledge: Knowledge,
    position: Position,
    roll: Roll,
    seed: int = 0,
    seconds: float | None = None,
    head_cap: int | None = None,
    stakes: Stakes | None = None,
) -> RankedPlay:
    """The play a level makes; `seconds` limits how long it thinks. Levels that look ahead know the book, for money.

    With `stakes` plays are weighed with the cube and the score.
    """
    if level.plies and _for_money(stakes) and (known := book_play(position, roll)) is not None:
        return knowledge.evaluate_play(known, 0, stakes)
    if level.doubt:
        ranked = knowledge.rank_plays(position, roll, level.plies, head_cap, stakes)
        return ranked[choose_with_doubt(level, [entry.worth for entry in ranked], seed, f"{position} {roll}")]
    if seconds is None or (level.roller and seconds > ROLLER_SECONDS):
        return knowledge_for(level, knowledge).rank_plays(position, roll, level.plies, head_cap, stakes)[0]
    return think(knowledge, position, roll, seconds, level.plies, head_cap, stakes)


def knowledge_for(level: BotLevel, knowledge: Knowledge) -> Knowledge:
    """What a level knows: as it is, or with short rollouts of what is close."""
    return Roller(knowledge) if level.roller else knowledge


def _for_money(stakes: Stakes | None) -> bool:
    """Whether the book holds: its openings were rolled out for money, and far from a match's end they are the same."""
    score = stakes.state.score if stakes else None
    return score is None or min(score.ours, score.theirs) >= _FAR


def think(
    knowledge: Knowledge,
    position: Position,
    roll: Roll,
    seconds: float,
    most_plies: int = 4,
    head_cap: int | None = None,
    stakes: Stakes | None = None,
) -> RankedPlay:
    """The best play found in a time: each level once more, while the next one is sure to fit."""
    began = perf_counter()
    best = knowledge.rank_plays(position, roll, 0, head_cap, stakes)[0]
    for plies in range(1, most_plies + 1):
        if _DEEPER * (perf_counter() - began) > seconds:
            break
        best = knowledge.rank_plays(position, roll, plies, head_cap, stakes)[0]
    return best


def blur_decision(
    level: BotLevel, seen: CubeDecision, position: Position, state: CubeState, seed: int = 0
) -> CubeDecision:
    """The cube decision as a level sees it, whose eyes are as good as `seen`."""
    if not level.doubt or state.dead:
        return seen
    most = level.blind / 2  # both sides of the scale move
    blur = min(max(level.doubt * _normal(seed, f"{position} cube {state}"), -most), most)
    return decide_by_equities(seen.no_double - blur, seen.double_take + blur, seen.double_pass, state)


def turns_cube(decision: CubeDecision, state: CubeState) -> bool:
    """Whether the side on roll doubles: never a cube that is dead, nor one that it cannot turn."""
    if state.dead or not state.available:
        return False
    return min(decision.double_take, decision.double_pass) > decision.no_double


def takes_cube(decision: CubeDecision, state: CubeState) -> bool:
    """Whether the other side takes; `state` is the doubler's. A take is free where a pass loses the match."""
    return state.dead or decision.double_take < decision.double_pass


def choose_with_doubt(level: BotLevel, equities: list[float], seed: int, about: str) -> int:
    """Which of the plays, best first by equity, a level takes for the best."""
    mark = _chance(seed, about)
    for place, share in enumerate(shares(level, equities)):
        mark -= share
        if mark < 0:
            return place
    return 0


def shares(level: BotLevel, equities: list[float]) -> list[float]:
    """How often a level takes each of the plays, best first by equity, for the best."""
    if not level.doubt:
        return [1.0] + [0.0] * (len(equities) - 1)
    best = equities[0]
    weights = [exp((worth - best) / level.doubt) if worth >= best - level.blind else 0.0 for worth in equities]
    return [weight / sum(weights) for weight in weights]


def _chance(seed: int, about: str) -> float:
    """A number from 0 to 1 that the seed and the matter decide."""
    digest = blake2b(f"{seed} {about}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def _normal(seed: int, about: str) -> float:
    """A number of about normal spread, likewise (the logistic distribution of the same variance)."""
    chance = min(max(_chance(seed, about), 1e-9), 1 - 1e-9)
    return log(chance / (1 - chance)) * 0.5513
