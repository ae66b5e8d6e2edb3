"""Any legal move of a side's choice, by an official's word: of its roll, or of any roll it names."""

import pytest

from barpoint.board import ROLLS
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.decide.turn_rules import free_rolls
from barpoint.match.format import Enforcement
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage
from barpoint.notation import record_of
from tests.match.match_table import BLACK, RECORDED, STRICT, WHITE, Table

AGAINST_FIVE = "x bar:1 13:14 | o 6:2 5:2 4:2 3:2 2:2 13:5"
"""White enters with a 1 (Black's 1 point is open)."""


def granted(table: Table, *, any_roll: bool = True) -> Table:
    table.do(c.GrantFreePlay(at=table.state.at, by="Dora", reason="touched the dice", side=WHITE, any_roll=any_roll))
    return table


@pytest.mark.clause("ibf:11.1c", "ibf:11.2c")
@pytest.mark.parametrize("enforcement", [STRICT, RECORDED])
def test_a_side_names_its_roll_and_plays_it(enforcement: Enforcement) -> None:
    table = Table.under("ibf", enforcement).opening(2, 1)
    assert table.no(c.ChooseRoll(at=0, side=WHITE, dice=(6, 6))) == MatchCode.NO_FREE_PLAY
    granted(table)
    assert open_actions(table.state, WHITE).choose_roll
    assert not open_actions(table.state, BLACK).choose_roll
    assert table.no(c.ChooseRoll(at=0, side=BLACK, dice=(6, 6))) == MatchCode.NOT_YOUR_TURN
    (chosen,) = table.do(c.ChooseRoll(at=0, side=WHITE, dice=(1, 3)))
    assert chosen == e.RollChosen(at=0, side=WHITE, dice=(3, 1))
    table.do(c.ChooseRoll(at=0, side=WHITE, dice=(6, 6)))  # another, as long as none is played
    table.play(WHITE, (24, 18), (24, 18), (13, 7), (13, 7))
    assert (table.game.turn, table.game.any_roll) == (BLACK, False)
    (game,) = record_of(table.log).games
    assert [action.dice for action in game.actions if hasattr(action, "dice")] == [(6, 6)]


@pytest.mark.clause("ibf:11.1c")
def test_a_play_on_the_board_is_undone_by_the_roll_that_is_named() -> None:
    table = Table.under("ibf", RECORDED).opening(2, 1)
    start = table.game.position
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 11), (6, 5))))
    granted(table).do(c.ChooseRoll(at=0, side=WHITE, dice=(3, 1)))
    assert (table.game.position, table.game.stage) == (start, GameStage.PLAY)
    table.play(WHITE, (8, 5), (6, 5))
    assert len(record_of(table.log).games[0].actions) == 1


@pytest.mark.clause("ibf:11.1c")
def test_only_rolls_with_a_legal_move_may_be_named() -> None:
    table = granted(Table.under("ibf").scene(AGAINST_FIVE, WHITE))
    assert table.no(c.ChooseRoll(at=0, side=WHITE, dice=(6, 5))) == MatchCode.ROLL_HAS_NO_PLAY
    assert {str(roll) for roll in free_rolls(table.game)} == {"11", "21", "31", "41", "51", "61"}
    table.do(c.ChooseRoll(at=0, side=WHITE, dice=(6, 1)))
    assert table.game.stage is GameStage.PLAY


def test_where_no_roll_has_a_move_any_may_be_named() -> None:
    closed = "x bar:1 13:14 | o 6:3 5:2 4:2 3:2 2:2 1:2 13:2"
    assert free_rolls(Table.under("ibf").scene(closed, WHITE).game) == ROLLS


@pytest.mark.clause("ibf:11.1c")
def test_any_move_of_the_roll_leaves_the_roll() -> None:
    table = granted(Table.under("ibf").opening(2, 1), any_roll=False)
    assert table.no(c.ChooseRoll(at=0, side=WHITE, dice=(6, 6))) == MatchCode.NO_FREE_PLAY
    assert table.no(c.GrantFreePlay(at=0, by="Dora", side=BLACK)) == MatchCode.NOT_YOUR_TURN
    assert isinstance(table.log[-1], e.FreePlayGranted)
