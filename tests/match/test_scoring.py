"""What a game is worth, in every discipline, with every kind of missing checker."""

import pytest

from barpoint.board import PlayCode
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.completion import sheet_score
from barpoint.match.format.match_format import Enforcement
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    STRICT,
    WHITE,
    Table,
    like,
    match_format,
)


@pytest.mark.clause(
    "ibf:2.1a",
    "ibf:2.10a",
    "ibf:9.8b",
    "usbgf:4.6.2",
    "trad:scoring-3",
    "trad:scoring-5",
    "trad:scoring-6",
    "trad:scoring-7",
    "trad:scoring-8",
    "guide:5.12a",
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("loser", "cube", "points"),
    [
        ("19:1 6:14", 2, 6),  # on the winner's 6-point
        ("18:1 6:14", 2, 4),  # on the winner's 7-point
        ("20:1 6:14", 1, 3),  # on the winner's 5-point
        ("bar:1 6:14", 2, 6),
        ("6:15", 1, 2),
        ("6:14 off:1", 1, 1),
        ("bar:1 6:13 off:1", 2, 2),  # one off: single, bar or not
        ("6:12 off:3", 2, 2),
        ("6:15", 4, 8),
        ("bar:1 6:14", 4, 12),
        ("6:1 off:14", 16, 16),
    ],
)
def test_points_are_the_level_times_the_cube(book: str, loser: str, cube: int, points: int) -> None:
    table = Table.under(book, length=99).scene(turn=WHITE)
    if cube > 1:
        table.scene(cube=(cube, BLACK))
    table.bear_off(loser)
    assert table.score == (points, 0)
    record = table.state.records[0]
    assert (record.level * record.cube, record.ended_by) == (points, "bearoff")


@pytest.mark.clause("trad:scoring-4", "usbgf:4.4.10b")
@pytest.mark.parametrize(("loser", "points"), [("6:14 off:1", 1), ("6:15", 2)])
def test_without_a_double_the_cube_counts_one_and_gammons_count(loser: str, points: int) -> None:
    for book in BOOKS:
        assert Table.under(book, length=99).scene(turn=WHITE).bear_off(loser).score == (points, 0)


@pytest.mark.clause("ibf:2.1b", "ibf:2.10b")
@pytest.mark.parametrize(
    ("loser", "cube", "points"), [("24:9 6:6", 1, 2), ("20:6 6:9", 2, 4), ("24:9 6:5 off:1", 2, 2)]
)
def test_longgammon_knows_a_gammon_but_no_backgammon(loser: str, cube: int, points: int) -> None:
    table = Table.under("IBF Longgammon", length=9).scene(turn=WHITE)
    if cube > 1:
        table.scene(cube=(cube, BLACK))
    assert table.bear_off(loser).score == (points, 0)
    without = Table(like(match_format("IBF Longgammon", length=9), gammons_count=False)).scene(turn=WHITE)
    assert without.bear_off("24:9 6:6").score == (1, 0)


@pytest.mark.clause("ibf:7.2c")
@pytest.mark.parametrize(
    ("loser", "points"), [("22:1 9:1 4:1", 3), ("18:1 9:1 4:1", 2), ("bar:2 off:1", 1), ("bar:1 9:1 4:1", 3)]
)
def test_sprintgammon_counts_gammon_and_backgammon(loser: str, points: int) -> None:
    table = Table.under("IBF Sprintgammon", length=9).scene(turn=WHITE)
    assert table.bear_off(loser, checkers="1:1 off:2").score == (points, 0)


@pytest.mark.clause("ibf:14.1b", "usbgf:4.2.1d", "guide:6.4b")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "guide"])
@pytest.mark.parametrize(("loser", "points"), [("6:14 off:0", 2), ("20:1 6:13 off:0", 3), ("6:13 off:1", 1)])
def test_a_side_that_began_short_can_still_lose_a_gammon(book: str, loser: str, points: int) -> None:
    assert Table.under(book, RECORDED, length=9).scene(turn=WHITE).bear_off(loser).score == (points, 0)


@pytest.mark.clause("usbgf:4.2.1d")
@pytest.mark.parametrize("enforcement", [STRICT, RECORDED])
def test_a_short_side_wins_when_all_it_has_is_off(enforcement: Enforcement) -> None:
    table = Table.under("usbgf", enforcement, length=9).scene(turn=WHITE)
    assert table.bear_off("6:14 off:1", checkers="1:1 off:13").score == (1, 0)


@pytest.mark.clause("usbgf:4.2.3.3", "guide:6.4b")
def test_a_checker_taken_off_without_right_is_not_borne_off() -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene("x 8:1 6:14 | o 3:2 off:13", WHITE, dice=(6, 2))
    (played,) = table.do(c.PlayCheckers(at=0, side=WHITE, hops=((6, 0), (8, 6))))
    assert isinstance(played, e.Played)
    assert (played.illegal, played.removed) == (PlayCode.NOT_ALL_HOME, 1)
    assert (table.game.position.us[0], table.game.position.in_play) == (0, 14)
    table.do(c.EndTurn(at=0, side=WHITE))
    table.roll(BLACK, 3, 3).play(BLACK, (3, 0), (3, 0))
    assert table.score == (0, 2)


@pytest.mark.clause("usbgf:4.2.3.3")
def test_what_an_illegal_play_bears_off_by_right_is_borne_off() -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene("x 6:2 3:13 | o 3:2 off:13", WHITE, dice=(6, 2))
    (played,) = table.do(c.PlayCheckers(at=0, side=WHITE, hops=((6, 0), (3, 0))))
    assert isinstance(played, e.Played)
    assert (played.illegal, played.removed) == (PlayCode.NOT_ROLLED, 1)
    assert (table.game.position.us[0], table.game.position.in_play) == (1, 13)


def test_over_the_board_an_illegal_play_is_logged_by_name_and_may_be_changed_until_the_turn_ends() -> None:
    table = Table.under("usbgf", RECORDED).opening(6, 1)
    (played,) = table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (13, 11))))
    assert isinstance(played, e.Played)
    assert played.illegal == PlayCode.NOT_ROLLED
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (8, 7))))
    table.do(c.EndTurn(at=0, side=WHITE))
    assert str(table.game.position).startswith("x 24:2 13:4 8:2 7:2 6:5 |")


def test_what_no_hand_can_do_is_refused_over_the_board_too() -> None:
    table = Table.under("usbgf", RECORDED).opening(6, 1)
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=((14, 8), (8, 7)))) == PlayCode.NOT_YOUR_CHECKER
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=((24, 19),))) == PlayCode.NOT_ROLLED


@pytest.mark.clause("ibf:8.7b")
def test_after_a_loss_on_time_the_winner_has_the_points_needed() -> None:
    table = Table.under("ibf").scene(score=(5, 2), turn=WHITE)
    table.do(c.CheckClock(at=10_000_000))
    assert (table.winner, table.score, sheet_score(table.state)) == (BLACK, (5, 2), (5, 7))


@pytest.mark.clause("ibf:8.7b")
def test_other_endings_are_recorded_as_they_stand() -> None:
    won = Table.under("ibf").scene(score=(5, 2), turn=WHITE).bear_off("6:15")
    assert (won.winner, sheet_score(won.state)) == (WHITE, (7, 2))
    running = Table.under("ibf").scene(score=(5, 2))
    assert sheet_score(running.state) == (5, 2)
