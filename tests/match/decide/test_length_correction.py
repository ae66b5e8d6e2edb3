"""A match played to a wrong length, and what each book makes of it."""

import pytest

from barpoint.match import commands as c
from barpoint.match.actions import open_actions
from barpoint.match.format.match_format import (
    Length,
    LengthKind,
    to_points,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.state import MatchPhase
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)


def corrected(table: Table, points: int, *, recompute: bool = False) -> Table:
    """The director posts another length."""
    table.do(c.CorrectLength(at=0, by="TD", length=to_points(points), recompute=recompute))
    return table


@pytest.mark.clause("usbgf:4.8.2.1a", "usbgf:4.8.2a", "usbgf:4.8.2.1b")
def test_the_game_in_progress_keeps_the_wrong_length() -> None:
    table = Table.under("usbgf", length=9).scene(score=(5, 6), cube=(2, WHITE), turn=WHITE)
    corrected(table, 7)
    assert (table.state.in_force.points, table.state.designated) == (9, to_points(7))
    assert open_actions(table.state, WHITE).double == 4  # 5 + 2 is short of 9: not dead
    table.double(WHITE).take(BLACK)
    table.bear_off("6:1 off:14", winner=WHITE)
    assert (table.score, table.winner) == ((9, 6), WHITE)


@pytest.mark.clause("usbgf:4.8.2.1a", "usbgf:4.8.2a")
def test_the_crawford_rule_of_the_wrong_length_holds_for_that_game() -> None:
    table = Table.under("usbgf", length=5).scene(score=(4, 3))
    assert table.game.crawford
    corrected(table, 7)
    assert table.scene(turn=BLACK).cannot_double(BLACK) == MatchCode.CRAWFORD_GAME
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert (table.score, table.state.in_force.points) == ((4, 4), 7)
    assert open_actions(table.opening(6, 1).scene(turn=BLACK).state, BLACK).double == 2


@pytest.mark.clause("usbgf:4.8.2.2a")
def test_a_completed_match_stands() -> None:
    table = Table.under("usbgf", length=5).scene(score=(4, 3)).bear_off("6:1 off:14")
    assert table.winner is WHITE
    assert table.no(c.CorrectLength(at=0, by="TD", length=to_points(7))) == MatchCode.MATCH_OVER
    by_the_running_game = corrected(Table.under("usbgf", length=5).scene(score=(4, 3)), 7).bear_off("6:1 off:14")
    assert (by_the_running_game.score, by_the_running_game.winner) == ((5, 3), WHITE)


@pytest.mark.clause("usbgf:4.8.2.2b")
def test_play_goes_on_to_the_right_length_and_a_second_crawford_game_may_come() -> None:
    table = Table.under("usbgf", length=5).won_by(WHITE, 2).won_by(WHITE, 2).won_by(BLACK, 2)
    assert (table.score, table.state.records[2].crawford) == ((4, 2), True)
    table.won_by(BLACK)
    corrected(table, 9)
    assert (table.score, table.state.in_force.points) == ((4, 3), 9)
    assert not table.opening(6, 1).game.crawford
    table.do(c.ForfeitGame(at=0, by="TD", side=BLACK, level=3))
    table.won_by(WHITE)
    assert (table.score, table.opening(6, 1).game.crawford) == ((8, 3), True)


@pytest.mark.clause("usbgf:4.8.2.2c")
def test_the_higher_score_wins_where_the_right_length_was_reached() -> None:
    table = Table.under("usbgf", length=11)
    table.do(c.CorrectScore(at=0, by="TD", score=(8, 6)))
    corrected(table, 7)
    assert (table.winner, table.score) == (WHITE, (8, 6))


@pytest.mark.clause("usbgf:4.8.2.2d")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_tie_is_decided_by_one_game_without_the_cube(level: int) -> None:
    table = Table.under("usbgf", length=11)
    table.do(c.CorrectScore(at=0, by="TD", score=(8, 8)))
    corrected(table, 7)
    assert table.winner is None
    assert table.scene(turn=WHITE).cannot_double(WHITE) == MatchCode.NO_CUBE
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE, level=level))
    assert table.winner is BLACK


@pytest.mark.clause("usbgf:4.8.2.2e")
def test_the_pass_of_a_double_may_decide_it_under_the_wrong_length() -> None:
    table = Table.under("usbgf", length=9).scene(score=(6, 5), turn=WHITE)
    corrected(table, 7).double(WHITE).drop(BLACK)
    assert (table.score, table.winner) == ((7, 5), WHITE)


@pytest.mark.clause("usbgf:4.8.2a", "ibf:15.4")
def test_players_cannot_choose_another_length() -> None:
    table = Table.under("usbgf", length=9)
    assert table.no(c.CorrectLength(at=0, by="", length=to_points(7))) == MatchCode.OFFICIALS_ONLY
    assert table.no(c.CorrectLength(at=0, by="TD", length=to_points(9))) == MatchCode.NOTHING_TO_CORRECT
    money = c.CorrectLength(at=0, by="TD", length=Length(LengthKind.MONEY))
    assert table.no(money) == MatchCode.NOT_A_POINT_MATCH


def test_a_correction_that_waits_may_be_taken_back() -> None:
    table = corrected(corrected(Table.under("usbgf", length=9).opening(6, 1), 7), 9)
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert (table.state.in_force.points, table.state.designated) == (9, None)


@pytest.mark.clause("ibf:15.5")
@pytest.mark.parametrize(("black", "crawford"), [(1, False), (2, True)])
def test_under_ibf_a_match_played_too_short_is_resumed(black: int, crawford: bool) -> None:
    """7-5 goes on with the cube; at 8-3 the next game is the Crawford game of the right length."""
    table = Table.under("ibf", length=7).won_by(WHITE, 3).won_by(WHITE, 3)
    if crawford:
        table.won_by(BLACK, 3).won_by(WHITE, 2)
        assert table.score == (8, 3)
    else:
        table.won_by(BLACK, 3).won_by(BLACK, 2).won_by(WHITE)
        assert table.score == (7, 5)
    assert (table.winner, table.state.phase) == (WHITE, MatchPhase.OVER)
    corrected(table, 9, recompute=True)
    assert (table.winner, table.state.phase) == (None, MatchPhase.BETWEEN)
    assert table.opening(6, 1).game.crawford is crawford
    assert black


@pytest.mark.clause("ibf:15.6")
def test_under_ibf_a_match_played_too_long_is_worked_out_again() -> None:
    table = Table.under("ibf", length=7).won_by(WHITE).won_by(WHITE, 2).won_by(WHITE)
    table.won_by(BLACK, 2, doubles=1).won_by(BLACK, doubles=1).won_by(WHITE).won_by(BLACK)
    assert (table.score, table.winner) == ((5, 7), BLACK)
    corrected(table, 5, recompute=True)
    assert (table.score, table.winner) == ((5, 4), WHITE)
    assert [record.points for record in table.state.records] == [1, 2, 1, 2, 2, 1]
    assert table.state.records[3].crawford


@pytest.mark.clause("guide:5.14g")
def test_under_the_guide_whoever_has_reached_the_posted_length_has_won() -> None:
    table = Table.under("guide", RECORDED, length=7).won_by(WHITE, 3).won_by(WHITE, 2).won_by(BLACK, 2)
    table.opening(6, 1)
    corrected(table, 5, recompute=True)
    assert (table.winner, table.score) == (WHITE, (5, 0))
