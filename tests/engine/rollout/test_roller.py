"""The roller settles what search finds close, and leaves the rest as it was."""

from msgspec.structs import replace

from barpoint.board import SPRINTGAMMON, Position, Roll, pos
from barpoint.engine.bot.level_choice import choose_play
from barpoint.engine.bot.levels import BotLevel
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.rollout.roller import MOST, SHORT, WITHIN, Roller
from barpoint.engine.rollout.workers import ThreadWorkers

CONTESTED = pos("x 18:2 13:4 8:3 6:6 | o 18:2 13:4 8:3 6:4 5:2")  # 8/4 6/4 or 6/4 6/2 with 42
FEW = replace(SHORT, games=36, least=36, truncate=3)


def test_close_plays_are_valued_by_games_and_the_rest_by_search() -> None:
    known = knowledge_of()
    looked = known.rank_plays(CONTESTED, Roll(4, 2), 1)
    ranked = Roller(known, FEW).rank_plays(CONTESTED, Roll(4, 2), 1)
    close = [entry for entry in looked[:MOST] if entry.worth >= looked[0].worth - WITHIN]
    assert len(close) > 1
    assert [entry.games for entry in ranked] == [36] * len(close) + [0] * (len(looked) - len(close))
    assert {str(entry.play) for entry in ranked[: len(close)]} == {str(entry.play) for entry in close}
    assert [entry.worth for entry in ranked[: len(close)]] == sorted(
        (e.worth for e in ranked[: len(close)]), reverse=True
    )
    assert ranked[len(close) :] == looked[len(close) :]
    assert all(entry.deviation > 0 for entry in ranked[: len(close)])


def test_a_clear_play_costs_no_games() -> None:
    ranked = Roller(knowledge_of(), FEW).rank_plays(Position.start(), Roll(3, 1), 1)
    assert ranked == knowledge_of().rank_plays(Position.start(), Roll(3, 1), 1)


def test_threads_change_no_digit() -> None:
    by_one, by_two = (
        Roller(knowledge_of(), FEW, ThreadWorkers(threads)).rank_plays(
            CONTESTED, Roll(4, 2), 0, stakes=Stakes(CubeState())
        )
        for threads in (1, 2)
    )
    assert by_one == by_two


def test_a_play_far_behind_can_be_asked_for() -> None:
    known = Roller(knowledge_of(), FEW)
    worst = knowledge_of().rank_plays(CONTESTED, Roll(4, 2), 0)[-1]
    assert known.evaluate_play(worst.play, 0).games == 36


def test_a_close_cube_is_settled_by_games_and_a_clear_one_is_not() -> None:
    known, stakes = knowledge_of(), Stakes(CubeState())
    close = pos("x 24:1 13:3 8:3 6:4 5:2 4:2 | o 24:2 13:4 8:3 6:4 5:2")
    clear = Position.start()
    assert Roller(known, FEW).cube_decision(clear, stakes, 0) == known.cube_decision(clear, stakes, 0)
    looked, rolled = known.cube_decision(close, stakes, 0)[1], Roller(known, FEW).cube_decision(close, stakes, 0)[1]
    assert looked != rolled
    assert abs(looked.no_double - rolled.no_double) < 0.3


def test_sprintgammon_keeps_its_own_values() -> None:
    start = Position.start(SPRINTGAMMON)
    known = knowledge_of(SPRINTGAMMON)
    assert Roller(known).rank_plays(start, Roll(3, 1), 0) == known.rank_plays(start, Roll(3, 1), 0)


def test_the_strongest_level_rolls_out_what_is_close_if_it_has_the_time() -> None:
    level = BotLevel("roller", "a level", 0.2, plies=0, roller=True)
    assert choose_play(level, knowledge_of(), CONTESTED, Roll(4, 2)).games > 0
    assert choose_play(level, knowledge_of(), CONTESTED, Roll(4, 2), seconds=0.5).games == 0
