"""Errors of the cube: nobody turns one that can win nothing, or passes where that loses the match."""

import random
from itertools import count

import pytest

from barpoint.board import Position, pos
from barpoint.engine.bot.level_choice import blur_decision, takes_cube, turns_cube
from barpoint.engine.bot.levels import LEVELS, BotLevel
from barpoint.engine.cube.cube_actions import CubeState, Owner, decide_cube
from barpoint.engine.cube.match_equity import Away

DECISIONS = 100_000
BOARDS = (
    Position.start(),
    pos("x 6:5 5:4 4:3 3:3 | o 6:5 5:4 4:3 3:3"),
    pos("x 1:2 off:13 | o 6:5 off:10"),
    pos("x 24:2 13:5 8:3 6:5 | o 6:6 5:4 8:3 13:2"),
)


def _chances(rng: random.Random) -> tuple[float, float, float, float, float]:
    win = rng.choice((0.0, 1.0, rng.random()))
    gammon, lost = win * rng.random(), (1 - win) * rng.random()
    return win, gammon, gammon * rng.random(), lost, lost * rng.random()


def _dead_cube(rng: random.Random) -> CubeState:
    """The side on roll needs no more than the cube is worth already."""
    value = rng.choice((1, 2, 4, 8))
    score = Away(rng.randint(1, value), rng.randint(1, 15))
    return CubeState(value, Owner.CENTRED if value == 1 else Owner.OURS, score)


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS.keys())
def test_no_level_turns_a_dead_cube_or_passes_a_free_take(level: BotLevel) -> None:
    rng, seeds = random.Random(20), count()
    states = [_dead_cube(rng) for _ in range(500)]
    cases = [(board, state, decide_cube(_chances(rng), state)) for state in states for board in BOARDS]
    turned = passed = 0
    for _ in range(DECISIONS // len(cases)):
        for board, state, seen in cases:
            decision = blur_decision(level, seen, board, state, next(seeds))
            turned += turns_cube(decision, state)
            passed += not takes_cube(decision, state)
    assert (turned, passed) == (0, 0)


def test_a_level_errs_with_a_live_cube_but_not_beyond_its_blindness() -> None:
    rng = random.Random(21)
    level = LEVELS["beginner"]
    state = CubeState()
    wrong = 0
    for seed in range(20_000):
        seen = decide_cube(_chances(rng), state)
        decision = blur_decision(level, seen, BOARDS[0], state, seed)
        doubled = min(seen.double_take, seen.double_pass)
        if turns_cube(decision, state) != turns_cube(seen, state):
            wrong += 1
            assert abs(doubled - seen.no_double) <= level.blind
        if takes_cube(decision, state) != takes_cube(seen, state):
            assert abs(seen.double_take - seen.double_pass) <= level.blind
    assert wrong > 100
