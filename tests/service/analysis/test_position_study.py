"""A position studied: what is asked is answered, at the score and with the cube that stand there."""

from pathlib import Path

import msgspec
import pytest

from barpoint.board import Position, pos
from barpoint.engine.cube.cube_actions import CubeState, Owner
from barpoint.engine.review.study import Study, effective_pips
from barpoint.service.analysis import (
    StudyAnswer,
    StudyQuestion,
    StudyText,
    answer_study,
    read_study_position,
)
from barpoint.service.analysis.position_study import StudyAround, StudyWish

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
RACE = "x 6:3 5:3 | o 6:4 5:4"


def asked(**question: object) -> StudyAnswer:
    """As a process gets it: through JSON both ways."""
    plain = msgspec.json.decode(msgspec.json.encode(question), type=StudyQuestion)
    return msgspec.json.decode(msgspec.json.encode(answer_study(plain)), type=StudyAnswer)


def test_a_roll_has_its_plays_best_first_and_a_cube_its_window() -> None:
    plays = asked(position=OPENING, plies=1).plays
    assert plays[0].text == "8/5 6/5"
    assert plays[0].cost == 0
    answer = asked(position=START, plies=1)
    assert answer.cube is not None
    assert answer.cube.figures.action == "No double, take"
    assert answer.cube.take_point_dead == pytest.approx(0.25, abs=0.1)
    assert answer.cube.gammon_value == 0.5
    assert answer.cube.market_losers == 0


def test_what_stands_around_a_position_is_taken_with_it() -> None:
    around = {"roll": [3, 1], "score": [5, 3], "length": 7, "cube": 2, "cube_owner": "them"}
    view = read_study_position(StudyText(position="start", around=msgspec.convert(around, StudyAround, strict=False)))
    assert (view.roll, view.score, view.cube, view.cube_owner) == ((3, 1), (5, 3), 2, "them")
    assert view.xgid.endswith(":1:-1:1:31:5:3:0:7:10")
    assert asked(position="start", around=around, plies=0).plays[0].text == "8/5 6/5"


def test_the_map_has_every_roll_and_the_table_every_score() -> None:
    rolls = asked(position=START, wish=StudyWish.ROLLS, plies=0).rolls
    assert len(rolls) == 21
    assert max(rolls, key=lambda entry: entry.equity).roll == (6, 6)
    scores = asked(position=RACE, wish=StudyWish.SCORES, plies=1, length=3).scores
    assert [entry.away for entry in scores] == [(ours, theirs) for ours in (1, 2, 3) for theirs in (1, 2, 3)]
    assert not scores[0].doubles  # nothing is left to double for
    assert scores[-1].doubles


def test_market_losers_are_the_sequences_after_which_a_double_is_passed() -> None:
    race = Study(pos("x 6:4 5:3 4:2 | o 6:4 5:3 4:2"))
    share = race.market_losers(CubeState())
    assert share is not None
    assert 0.02 < share < 0.98
    assert race.market_losers(CubeState(2, Owner.THEIRS)) is None


def test_effective_pips_are_known_where_all_are_home() -> None:
    assert effective_pips(pos("x 1:14 off:1 | o 1:15")) == pytest.approx(7 * 7 + 1, abs=0.5)  # 7 n + 1 for n rolls
    assert effective_pips(Position.start()) is None


@pytest.mark.parametrize("discipline", ["sprintgammon", "longgammon"])
def test_other_disciplines_are_rolled_out_with_dice_and_without(discipline: str) -> None:
    around = {"roll": [6, 5], "score": [1, 0], "length": 5}
    hops = asked(position=f"{discipline} start", around=around, plies=0).plays[0].hops
    rolled = asked(
        position=f"{discipline} start", around=around, wish=StudyWish.ROLLOUT, plays=[hops], games=36, truncate=5
    )
    assert rolled.rollout[0].games == 36
    cube = asked(position=f"{discipline} start", wish=StudyWish.ROLLOUT, games=36, truncate=5)
    assert [entry.name for entry in cube.rollout] == ["no double", "double, take"]


def test_a_rollout_goes_on_where_it_was(tmp_path: Path) -> None:
    plays = (((8, 5), (6, 5)), ((24, 23), (13, 10)))

    def rolled(games: int, folder: Path) -> StudyAnswer:
        question = StudyQuestion(position=OPENING, wish=StudyWish.ROLLOUT, plays=plays, games=games, truncate=3)
        return answer_study(question, folder)

    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first = rolled(36, tmp_path / "a").rollout
    assert [entry.games for entry in first] == [36, 36]
    in_slices = rolled(72, tmp_path / "a")
    assert in_slices == rolled(72, tmp_path / "b")
    assert in_slices.rollout[0].equity > in_slices.rollout[1].equity
    assert in_slices.rollout[0].deviation > 0


def test_the_cube_is_rolled_out() -> None:
    answer = asked(position=RACE, wish=StudyWish.ROLLOUT, games=36, truncate=5)
    assert answer.action == "Double, pass"
    assert [entry.name for entry in answer.rollout] == ["no double", "double, take"]


@pytest.mark.parametrize("name", ["nackgammon", "sprintgammon", "longgammon", "long-nardy"])
def test_every_discipline_is_studied(name: str) -> None:
    around = {"roll": [4, 2]}
    assert asked(position=f"{name} start", around=around, plies=0).plays
    assert len(asked(position=f"{name} start", wish=StudyWish.ROLLS, plies=0).rolls) == 21
    assert asked(position=f"{name} start", plies=0).cube is not None
    view = read_study_position(StudyText(position=f"{name} start", around=StudyAround(roll=(4, 2))))
    assert view.discipline == name
    assert bool(view.xgid) is bool(view.gnubg_id) is bool(view.ogid) is (name == "nackgammon")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"position": "nonsense"}, "expected a position"),
        ({"position": "x off:15 | o 1:15"}, "over"),
        ({"position": START, "wish": "rollout", "plays": [[[8, 5]]]}, "with dice"),
        ({"position": OPENING, "wish": "rollout", "plays": [[[8, 2]]]}, "no legal play"),
        ({"position": "start", "around": {"length": 7, "score": [7, 0]}}, "is over at 7-0"),
    ],
)
def test_what_cannot_be_studied_is_said(question: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        asked(**question)
