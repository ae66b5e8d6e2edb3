"""Levels: ordered, repeatable, wrong in the way people are; resignations and claims."""

from itertools import pairwise

import pytest

from barpoint.board import Position, Roll, pos
from barpoint.engine.bot.level_choice import (
    blur_decision,
    choose_play,
    choose_with_doubt,
    think,
)
from barpoint.engine.bot.levels import LEVELS, level_named
from barpoint.engine.bot.resignation import (
    accepts_resignation,
    claims_at,
    resigns_at,
    win_equity,
)
from barpoint.engine.cube.cube_actions import (
    CubeState,
    Owner,
    decide_cube,
)
from barpoint.engine.cube.match_equity import Away
from barpoint.engine.evaluator import Chances
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.measurement import benchmark

EQUITIES = [0.10, 0.09, 0.05, -0.2, -0.9]


def test_levels_grow_stronger() -> None:
    levels = list(LEVELS.values())
    assert all(weaker.rating > stronger.rating for weaker, stronger in pairwise(levels))
    assert levels[-1].doubt == 0
    with pytest.raises(ValueError, match="beginner"):
        level_named("godlike")


def test_close_plays_are_mixed_up_and_nonsense_is_never_chosen() -> None:
    for name in ("beginner", "club", "expert"):
        picks = [choose_with_doubt(LEVELS[name], EQUITIES, seed, "x") for seed in range(2000)]
        often = [picks.count(place) for place in range(5)]
        assert all(a > b for a, b in pairwise(often[:3]))
        assert often[1] > 100
        assert often[4] == 0
    careless, careful = (
        sum(EQUITIES[0] - EQUITIES[choose_with_doubt(LEVELS[name], EQUITIES, seed, "x")] for seed in range(2000))
        for name in ("beginner", "expert")
    )
    assert careless > 2 * careful


def test_the_same_seed_errs_alike() -> None:
    known, start = knowledge_of(), Position.start()
    chosen = {choose_play(LEVELS["beginner"], known, start, Roll(6, 4), seed).play for seed in range(30)}
    assert len(chosen) > 1
    again = [choose_play(LEVELS["beginner"], known, start, Roll(6, 4), 5).play for _ in range(2)]
    assert again[0] == again[1]


def test_thinking_keeps_to_its_time() -> None:
    known, start = knowledge_of(), Position.start()
    assert think(known, start, Roll(3, 1), seconds=0.0).level == 0
    assert think(known, start, Roll(3, 1), seconds=600.0, most_plies=1).level == 1


def test_a_doubting_level_blurs_close_cubes_only() -> None:
    state, position = CubeState(), Position.start()
    close = decide_cube((0.74, 0.2, 0.01, 0.1, 0.0), state)
    seen = {blur_decision(LEVELS["beginner"], close, position, state, seed).action.doubles for seed in range(60)}
    assert seen == {True, False}
    hopeless = decide_cube((0.3, 0.1, 0.0, 0.1, 0.0), state)
    actions = {blur_decision(LEVELS["club"], hopeless, position, state, seed).action.doubles for seed in range(60)}
    assert actions == {False}


@pytest.mark.parametrize(
    ("chances", "level"),
    [
        (Chances(0.2, 0, 0, 0.1, 0), 0),
        (Chances(0, 0, 0, 0, 0), 1),
        (Chances(0, 0, 0, 0.4, 0), 0),
        (Chances(0, 0, 0, 1, 0), 2),
        (Chances(0, 0, 0, 1, 0.5), 0),
        (Chances(0, 0, 0, 1, 1), 3),
    ],
)
def test_only_what_is_beyond_doubt_is_resigned(chances: Chances, level: int) -> None:
    assert resigns_at(chances) == level


def test_a_resignation_is_accepted_for_what_the_game_is_worth() -> None:
    start = Position.start()
    gammonish = Chances(1.0, 0.6, 0.0, 0.0, 0.0)
    assert not accepts_resignation(gammonish, start, CubeState(2, Owner.OURS), 1)
    assert accepts_resignation(gammonish, start, CubeState(2, Owner.OURS), 2)
    assert accepts_resignation(gammonish, start, CubeState(1, score=Away(1, 3, crawford=True)), 1)
    assert win_equity(CubeState(jacoby=True), 2) == 1
    assert win_equity(CubeState(2, Owner.OURS), 3) == 3


def test_a_claim_is_made_when_it_holds() -> None:
    assert claims_at(pos("x 1:2 off:13 | o 6:5 off:10")) == 1
    assert claims_at(pos("x 6:5 off:10 | o 1:2 off:13")) == 0


def test_levels_err_as_much_as_they_state() -> None:
    figures = list(benchmark.level_figures(benchmark.decisions(60)))
    ratings = [figure.value for figure in figures]
    assert ratings == sorted(ratings, reverse=True)
    for figure, level in zip(figures, LEVELS.values(), strict=False):
        assert figure.error is not None
        assert abs(figure.value - level.rating) < 3 * figure.error, figure.name
