"""The engine as an opponent: what it does with cubes of matches, at every level."""

import random
from collections.abc import Iterator

import pytest

from barpoint.board import Position, Side, pos
from barpoint.engine import LEVELS
from barpoint.match import MatchFormat, MatchState, to_points
from barpoint.match.cube import Cube
from barpoint.match.state import Game, GameStage, MatchPhase
from barpoint.service.play.engine_bot import EngineBot

DECISIONS, LIVE = 100_000, 40
POSITIONS = (
    Position.start(),
    pos("x 6:5 5:4 4:3 3:3 | o 6:5 5:4 4:3 3:3"),
    pos("x 6:2 5:2 4:2 3:2 2:2 off:5 | o 24:2 13:5 8:3 6:5"),
    pos("x 1:2 off:13 | o 6:5 off:10"),
    pos("x 24:2 13:5 8:3 6:5 | o 6:6 5:4 8:3 13:2"),
    pos("x 20:2 13:3 8:3 6:4 5:3 | o bar:1 24:1 13:4 8:3 6:6"),
)


def cubes(seed: int) -> Iterator[tuple[MatchState, Side, bool]]:
    """Games of matches, who is on roll, and whether more cube can win them nothing: by the score alone."""
    rng = random.Random(seed)
    while True:
        points, doubler = rng.choice((1, 3, 5, 7, 9, 13)), rng.choice(tuple(Side))
        score = rng.randrange(points), rng.randrange(points)
        value = 2 ** rng.randrange(5)
        position = rng.choice(POSITIONS)
        if doubler is Side.BLACK:
            position = position.flip()
        owner = None if value == 1 else doubler
        game = Game(1, position, stage=GameStage.ROLL, turn=doubler, cube=Cube(value, owner), base=value)
        match_format = MatchFormat(to_points(points))
        ours = score[0 if doubler is Side.WHITE else 1]
        state = MatchState(match_format, phase=MatchPhase.PLAYING, score=score, crawford_done=True, game=game)
        yield state, doubler, ours + value >= points


@pytest.mark.parametrize("name", LEVELS)
def test_no_bot_turns_a_dead_cube_or_passes_where_that_loses_the_match(name: str) -> None:
    decisions = turned = passed = live = 0
    for seed, (state, doubler, dead) in enumerate(cubes(20)):
        bot = EngineBot(LEVELS[name], seed=seed)
        if dead:
            decisions += 2
            turned += bot.doubles(state, doubler)
            passed += not bot.takes(state, doubler.other)
        if decisions >= DECISIONS:
            break
    assert (turned, passed) == (0, 0)
    shallow = LEVELS[name].plies == 0
    for seed, (state, doubler, dead) in enumerate(cubes(21)):
        if shallow and not dead:  # a cube that can win something is turned now and then
            live += EngineBot(LEVELS[name], seed=seed).doubles(state, doubler)
        if seed > LIVE:
            break
    assert live or not shallow
