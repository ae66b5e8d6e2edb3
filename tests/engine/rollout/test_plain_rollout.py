"""Longgammon and Sprintgammon rolled out: games that end as their rules say, without luck, the same wherever played."""

import msgspec
import numpy as np
import pytest

from barpoint.board import LONGGAMMON, SPRINTGAMMON, Discipline, Position, Roll, legal_plays, pos
from barpoint.engine.cube.cube_actions import CubeState
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    cube_contenders,
    play_contender,
    position_contender,
)
from barpoint.engine.rollout.workers import ThreadWorkers
from barpoint.engine.sprintgammon.sprint_net import sprint_knowledge
from barpoint.engine.sprintgammon.sprint_table import SprintTable, ranks
from barpoint.service.analysis import StudyQuestion
from barpoint.service.analysis.position_study import StudyWish, answer_study

FEW = RolloutSettings(games=72, least=72)
OTHERS = [LONGGAMMON, SPRINTGAMMON]


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.name)
def test_one_ply_cut_off_is_one_level_of_search(rules: Discipline) -> None:
    position = Position.start(rules)
    cut = msgspec.structs.replace(FEW, games=36, truncate=1, reduced=False)
    rolled = Rollout([position_contender(position)], cut).run().standings[0]
    expected = sum(roll.weight * best_worth(position, roll) for roll in map(Roll.of, _ROLLS))
    assert rolled.equity == pytest.approx(expected / 36, abs=1e-4)


def best_worth(position: Position, roll: Roll) -> float:
    """What a rollout cut off after one ply sees in a roll: the best play by table or static net."""
    known = sprint_knowledge()
    if position.discipline is not SPRINTGAMMON or isinstance(known, SprintTable):
        return knowledge_of(position.discipline).rank_plays(position, roll, 0)[0].equity
    cells = np.array([ranks(play.after.flip()) for play in legal_plays(position, roll)])
    return -float(known.equities(cells).min())


_ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]


def test_taking_luck_out_narrows_the_error_and_keeps_the_value() -> None:
    position = Position.start(SPRINTGAMMON)
    plain, reduced = (
        Rollout([position_contender(position)], msgspec.structs.replace(FEW, games=720, reduced=reduced)).run()
        for reduced in (False, True)
    )
    assert reduced.standings[0].error < plain.standings[0].error / 2
    assert abs(reduced.standings[0].equity - plain.standings[0].equity) < 4 * plain.standings[0].error
    assert abs(reduced.standings[0].equity - 0.1107) < 0.04  # the solved value: docs/engine-tables.md


def test_sprintgammon_counts_gammons_of_three_checkers() -> None:
    lost = pos("sprintgammon: x 23:3 | o 1:1 off:2")
    found = Rollout([position_contender(lost)], msgspec.structs.replace(FEW, games=36)).run().standings[0]
    assert found.chances.lose_gammon == pytest.approx(1 - found.chances.win, abs=1e-6)
    assert found.chances.lose_backgammon > 0.5


def test_threads_change_no_digit_in_longgammon() -> None:
    contenders = [play_contender(play, CubeState()) for play in legal_plays(Position.start(LONGGAMMON), Roll(6, 5))[:2]]
    short = msgspec.structs.replace(FEW, truncate=4, cubeful=True)
    by_one, by_two = (Rollout(contenders, short, ThreadWorkers(threads)).run() for threads in (1, 2))
    assert by_one == by_two
    assert by_one.standings[0].games == 72


def test_a_cube_is_turned_in_longgammon() -> None:
    ahead = pos("longgammon: x 6:2 5:1 4:1 3:1 off:10 | o 12:4 6:6 5:5")
    settings = msgspec.structs.replace(FEW, games=36, cubeful=True)
    no_double, taken = Rollout(cube_contenders(ahead, CubeState()), settings).run().standings
    assert taken.value > no_double.value > 0.9


def test_plays_do_not_look_ahead_there() -> None:
    with pytest.raises(ValueError, match="family alone"):
        Rollout([position_contender(Position.start(LONGGAMMON))], RolloutSettings(plies=1))


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.name)
def test_the_analysis_board_rolls_them_out(rules: Discipline) -> None:
    question = StudyQuestion(position=str(Position.start(rules)), wish=StudyWish.ROLLOUT, games=36, truncate=2)
    answer = answer_study(question)
    assert [entry.games for entry in answer.rollout] == [36, 36]
    assert answer.action
