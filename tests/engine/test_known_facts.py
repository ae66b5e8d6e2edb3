"""What is known from elsewhere: gnubg's rollouts, textbook races and openings."""

import json
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import Position, Roll, pos
from barpoint.engine.bearoff.bearoff_tables import OneSidedTable, TwoSidedTable
from barpoint.engine.cube.cube_actions import CubeAction, CubeState
from barpoint.engine.cube.match_equity import market_window
from barpoint.engine.cube.static_cube import decide_at
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    position_contender,
)
from barpoint.engine.search.engine import backgammon_engine
from barpoint.notation.ids.position_ids import read_position_id
from barpoint.notation.move_text import write_play

GNUBG: list[dict[str, Any]] = json.loads((Path(__file__).parent / "gnubg-rollouts.json").read_text())["positions"]


@pytest.mark.parametrize("row", GNUBG[1:12:2], ids=lambda row: row["posid"])
def test_rollouts_agree_with_gnubgs_within_their_errors(row: dict[str, Any]) -> None:
    found = Rollout([position_contender(read_position_id(row["posid"]))], RolloutSettings(games=72)).run().standings[0]
    assert found.equity == pytest.approx(row["equity"], abs=4 * (found.error**2 + row["error"] ** 2) ** 0.5 + 0.01)


@pytest.mark.parametrize(
    ("roll", "play"),
    [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("53", "8/3 6/3"), ("61", "13/7 8/7"), ("65", "24/13")],
)
def test_openings_nobody_doubts(roll: str, play: str) -> None:
    assert write_play(backgammon_engine().best_play(Position.start(), Roll.parse(roll), 1).play) == play


def test_the_money_take_point_without_gammons_is_a_quarter_to_a_fifth() -> None:
    window = market_window(None)
    assert (window.take_point_dead, window.take_point_live) == pytest.approx((0.25, 0.2))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("x 6:1 5:1 off:13 | o 1:2 off:13", CubeAction.NO_DOUBLE_TAKE),  # off in 6 of 36
        ("x 5:1 2:1 off:13 | o 1:1 off:14", CubeAction.DOUBLE_TAKE),  # in 19 of 36: more than half
        ("x 6:1 1:1 off:13 | o 1:1 off:14", CubeAction.NO_DOUBLE_TAKE),  # in 15
        ("x 4:1 1:1 off:13 | o 1:1 off:14", CubeAction.DOUBLE_PASS),  # in 29: more than three of four
    ],
)
def test_last_roll_cubes_of_the_textbook(text: str, action: CubeAction) -> None:
    position = pos(text)
    chances = backgammon_engine().evaluate(position)
    assert chances.win == pytest.approx(TwoSidedTable.load().win(position.us[1:7], position.them[1:7]), abs=1e-6)
    assert decide_at(position, chances, CubeState()).action is action


def test_known_chances_to_bear_off_in_one_roll() -> None:
    one = OneSidedTable.load()
    for home, of_36 in (
        ((0, 0, 0, 0, 1, 1), 6),
        ((0, 1, 0, 0, 1, 0), 19),
        ((1, 0, 0, 0, 0, 1), 15),
        ((2, 0, 0, 0, 0, 0), 36),
    ):
        assert 36 * one.rolls(home)[1] == pytest.approx(of_36, abs=1e-4)


@pytest.mark.parametrize("text", ["start", "x 13:3 8:4 7:2 6:4 5:2 | o 13:3 8:4 7:2 6:4 5:2"])
def test_a_symmetric_position_is_worth_the_same_to_both(text: str) -> None:
    position = Position.start() if text == "start" else pos(text)
    assert backgammon_engine().evaluate(position, 1) == backgammon_engine().evaluate(position.flip(), 1)
