"""Scores put right: the wrong game first, then everything that follows from it (usbgf:4.6.3)."""

import pytest

from barpoint.match import commands as c
from barpoint.match.state import MatchPhase
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)


def points(table: Table, game: int, points: int) -> Table:
    """The director corrects one game."""
    table.do(c.CorrectScore(at=0, by="TD", game=game, points=points))
    return table


@pytest.mark.clause("usbgf:4.6.3a")
def test_the_true_score_prevails_without_a_time_limit() -> None:
    table = Table.under("usbgf").won_by(WHITE).won_by(WHITE, 2).won_by(BLACK, 2)
    points(table, 1, 2)
    assert table.score == (4, 2)
    table.opening(6, 1)
    points(table, 1, 1)
    assert table.score == (3, 2)
    with pytest.raises(ValueError, match="finished games run from 1 to 3"):
        points(table, 4, 1)
    with pytest.raises(ValueError, match="either the score, or one game"):
        table.do(c.CorrectScore(at=0, by="TD", game=1))


@pytest.mark.clause("usbgf:4.6.3b", "usbgf:4.4.7.1b")
def test_the_crawford_game_moves_to_where_the_true_score_puts_it() -> None:
    table = Table.under("usbgf", RECORDED).won_by(WHITE, 3).won_by(WHITE, 2).won_by(BLACK, 2).won_by(BLACK, doubles=1)
    assert (table.score, [record.crawford for record in table.state.records]) == ((5, 4), [False] * 4)
    points(table, 2, 3)
    assert (table.score, [record.crawford for record in table.state.records]) == ((6, 4), [False, False, True, False])
    assert not table.opening(6, 1).game.crawford


@pytest.mark.clause("usbgf:4.6.3b")
def test_the_double_in_the_true_crawford_game_counts_for_the_cube_at_one() -> None:
    table = Table.under("usbgf", RECORDED).won_by(WHITE, 3).won_by(WHITE, 2).won_by(BLACK, 2, doubles=1)
    assert table.score == (5, 4)
    points(table, 2, 3)
    assert (table.score, table.state.records[2].crawford) == ((6, 2), True)


@pytest.mark.clause("usbgf:4.6.3b")
def test_a_double_with_what_proves_to_be_a_dead_cube_is_void() -> None:
    """White led 6-0 and not 5-0 when it redoubled from 2: 6 + 2 already reached 8."""
    table = Table.under("usbgf", RECORDED, length=8).won_by(WHITE, 3).won_by(WHITE, 2)
    table.opening(1, 6).scene(turn=BLACK).double(BLACK).take(WHITE)
    table.scene(turn=WHITE).double(WHITE).take(BLACK)
    table.bear_off("1:1 off:14", winner=BLACK)
    assert table.score == (5, 4)
    points(table, 2, 3)
    assert table.score == (6, 2)


@pytest.mark.clause("usbgf:4.6.3b")
def test_the_game_in_progress_may_prove_to_be_the_crawford_game() -> None:
    table = Table.under("usbgf", RECORDED).won_by(WHITE, 3).won_by(WHITE, 2)
    table.opening(6, 1).scene(turn=BLACK).double(BLACK).take(WHITE)
    points(table, 2, 3)
    assert (table.score, table.game.crawford, table.game.cube.value, table.game.cube.owner) == ((6, 0), True, 1, None)
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert (table.score, table.opening(6, 1).game.crawford) == ((6, 1), False)


@pytest.mark.clause("usbgf:4.6.3b")
def test_a_dead_double_in_the_game_in_progress_is_taken_back() -> None:
    table = Table.under("usbgf", RECORDED, length=8).won_by(WHITE, 3).won_by(WHITE, 2)
    table.opening(1, 6).scene(turn=BLACK).double(BLACK).take(WHITE).scene(turn=WHITE).double(WHITE).take(BLACK)
    points(table, 2, 3)
    assert (table.game.cube.value, table.game.cube.owner) == (2, WHITE)


@pytest.mark.clause("usbgf:4.6.3b")
def test_a_game_wrongly_played_without_the_cube_stands_and_the_crawford_game_comes_later() -> None:
    table = Table.under("usbgf").won_by(WHITE, 3).won_by(WHITE, 3).won_by(BLACK)
    assert table.state.records[2].crawford
    points(table, 2, 2)
    assert (table.score, table.state.crawford_done) == ((5, 1), False)
    table.won_by(WHITE)
    assert table.opening(6, 1).game.crawford


@pytest.mark.clause("usbgf:4.6.3b")
def test_penalty_points_between_the_games_stay_where_they_were() -> None:
    table = Table.under("usbgf").won_by(WHITE, 2)
    table.do(c.AwardPoints(at=0, by="TD", side=BLACK, points=2))
    table.won_by(BLACK, 3)
    points(table, 1, 1)
    assert (table.score, table.state.records[1].before) == ((1, 5), (1, 2))


@pytest.mark.clause("usbgf:4.6.3d")
@pytest.mark.parametrize("running", [False, True])
def test_a_correction_can_finish_the_match(running: bool) -> None:
    table = Table.under("usbgf").won_by(WHITE, 3).won_by(WHITE, 3).won_by(BLACK, 2)
    if running:
        table.opening(6, 1)
    table.do(c.CorrectScore(at=0, by="TD", score=(7, 4)))
    assert (table.winner, table.state.game) == (WHITE, None)


@pytest.mark.clause("usbgf:4.6.3e")
def test_a_correction_can_reopen_the_match() -> None:
    table = Table.under("usbgf", length=5).won_by(BLACK).won_by(WHITE, 3, doubles=1)
    assert (table.score, table.winner) == ((6, 1), WHITE)
    points(table, 2, 4)
    assert (table.score, table.winner, table.state.phase) == ((4, 1), None, MatchPhase.BETWEEN)
    assert table.opening(6, 1).game.crawford


@pytest.mark.clause("usbgf:4.6.3e")
def test_a_match_lost_in_another_way_is_not_reopened_by_its_score() -> None:
    table = Table.under("usbgf").won_by(WHITE)
    table.do(c.ForfeitMatch(at=0, by="TD", side=WHITE))
    points(table, 1, 2)
    assert (table.score, table.winner, table.state.phase) == ((2, 0), BLACK, MatchPhase.OVER)


@pytest.mark.clause("usbgf:4.4.10b")
def test_a_gammon_left_unscored_for_jacoby_is_a_scoring_error() -> None:
    table = Table.under("usbgf", RECORDED).won_by(WHITE)
    assert points(table, 1, 2).score == (2, 0)


def test_a_restored_game_gives_its_points_back_with_those_after_it() -> None:
    table = Table.under("usbgf", RECORDED).won_by(WHITE).opening(6, 1)
    version = table.state.version
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE, level=2))
    table.won_by(BLACK)
    assert table.score == (1, 3)
    table.restore(version)
    assert (table.score, table.game.number, len(table.state.records)) == ((1, 0), 2, 1)
    with pytest.raises(ValueError, match="versions so far"):
        table.do(c.RestoreGame(at=0, by="TD", version=999, game=b"{}"))
    with pytest.raises(ValueError, match="not a game"):
        table.do(c.RestoreGame(at=0, by="TD", version=2, game=b"{}"))


def test_a_game_restored_during_a_break_ends_the_break() -> None:
    table = Table.under("IBF Backgammon").opening(6, 1)
    version = table.state.version
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    table.do(c.CallBreak(at=0, side=WHITE))
    table.restore(version)
    assert table.state.on_break is None
    table.play(WHITE, (13, 7), (8, 7))
