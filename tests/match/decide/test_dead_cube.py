"""A cube that already wins the match: void, allowed, or a forced take, as the book has it."""

import pytest

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.refusals import MatchCode
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)


@pytest.mark.clause("usbgf:4.4.8a", "usbgf:4.4.8e", "usbgf:4.4.2e")
@pytest.mark.parametrize(
    ("score", "cube", "side", "dead"),
    [
        ((7, 5), (2, WHITE), WHITE, True),
        ((7, 5), (2, BLACK), BLACK, False),
        ((7, 6), (2, BLACK), BLACK, False),
        ((7, 7), (2, BLACK), BLACK, True),
        ((4, 1), (4, WHITE), WHITE, False),
        ((5, 1), (4, WHITE), WHITE, True),
    ],
)
def test_usbgf_refuses_a_dead_double(score: tuple[int, int], cube: tuple[int, Side], side: Side, dead: bool) -> None:
    table = Table.under("usbgf", length=9).scene(score=score, cube=cube, turn=side)
    assert open_actions(table.state, side).double == (0 if dead else cube[0] * 2)
    if dead:
        assert table.cannot_double(side) == MatchCode.DEAD_CUBE
    else:
        table.double(side)


def _after_crawford(book: str, *, length: int = 7, score: tuple[int, int] = (6, 3)) -> Table:
    table = Table.under(book, length=length).scene(score=score)
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    return table


@pytest.mark.clause("usbgf:4.4.8e", "usbgf:4.4.2e")
def test_after_the_crawford_game_the_cube_is_dead_for_the_leader_only() -> None:
    table = _after_crawford("usbgf", length=9, score=(8, 4)).scene(turn=WHITE)
    assert (table.score, table.game.crawford) == ((8, 5), False)
    assert table.cannot_double(WHITE) == MatchCode.DEAD_CUBE
    table.scene(turn=BLACK).double(BLACK)


@pytest.mark.clause("ibf:9.8d", "bws:4.4.3c", "trad:doubling-12")
@pytest.mark.parametrize("book", ["ibf", "bws", "trad"])
def test_elsewhere_a_match_may_end_on_a_dropped_double(book: str) -> None:
    table = Table.under(book).scene(score=(5, 3), cube=(2, WHITE), turn=WHITE).double(WHITE).drop(BLACK)
    assert (table.score, table.winner) == ((7, 3), WHITE)


@pytest.mark.clause("guide:5.14c", "guide:5.12a")
@pytest.mark.parametrize("recorded", [False, True])
def test_the_guide_lets_the_double_stand_and_forces_the_take(recorded: bool) -> None:
    table = Table.under("guide", RECORDED) if recorded else Table.under("guide")
    table.scene(score=(5, 3), cube=(2, WHITE), turn=WHITE).double(WHITE)
    assert table.no(c.Pass(at=0, side=BLACK)) == MatchCode.PASS_WOULD_END_MATCH
    answers = open_actions(table.state, BLACK)
    assert (answers.take, answers.pass_) == (True, False)
    table.take(BLACK)
    assert (table.game.cube.value, table.game.cube.owner) == (4, BLACK)
    table.bear_off("1:1 off:14", winner=BLACK)
    assert (table.score, table.winner) == ((5, 7), BLACK)


@pytest.mark.clause("guide:5.14h")
def test_the_guide_forces_the_take_of_the_leader_s_double_after_the_crawford_game() -> None:
    table = _after_crawford("guide").scene(turn=WHITE).double(WHITE)
    assert table.no(c.Pass(at=0, side=BLACK)) == MatchCode.PASS_WOULD_END_MATCH
    table.take(BLACK)
    assert (table.game.cube.value, table.game.cube.owner) == (2, BLACK)
    other = _after_crawford("guide").scene(turn=BLACK).double(BLACK).drop(WHITE)
    assert other.score == (6, 5)


@pytest.mark.clause("guide:5.14c", "guide:5.9j")
def test_words_do_not_bind_a_player_to_a_pass_that_cannot_be_made() -> None:
    table = Table.under("guide", RECORDED).scene(score=(5, 3), cube=(2, WHITE), turn=WHITE)
    table.do(c.SayCubeWords(at=0, side=BLACK, action="pass"))
    table.double(WHITE)
    assert open_actions(table.state, BLACK).take
    table.take(BLACK)


@pytest.mark.clause("usbgf:4.4.8b")
def test_a_dead_double_made_by_mistake_is_void_and_the_old_value_counts() -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene(score=(7, 5), cube=(2, WHITE), turn=WHITE)
    (doubled,) = table.do(c.OfferDouble(at=0, side=WHITE))
    assert isinstance(doubled, e.Doubled)
    assert doubled.irregular == MatchCode.DEAD_CUBE
    table.take(BLACK).bear_off("1:1 off:14", winner=BLACK)
    assert (table.score, table.winner) == ((7, 9), BLACK)
    table.do(c.AnnulDoubles(at=0, by="TD", game=1))
    assert (table.score, table.winner) == ((7, 7), None)


@pytest.mark.clause("usbgf:4.4.8b", "usbgf:4.4.8c")
def test_an_open_offer_of_a_dead_cube_is_withdrawn() -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene(score=(7, 5), cube=(2, WHITE), turn=WHITE).double(WHITE)
    table.do(c.AnnulDoubles(at=0, by="TD"))
    assert (table.game.cube.value, table.game.cube.owner, table.game.cube.offered) == (2, WHITE, None)
    table.roll(WHITE, 6, 1)


@pytest.mark.clause("usbgf:4.4.8d")
@pytest.mark.parametrize("answered", [False, True])
def test_the_redouble_of_a_dead_cube_unwinds_both(answered: bool) -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene(score=(7, 5), cube=(2, WHITE), turn=WHITE)
    table.double(WHITE).take(BLACK).roll(WHITE, 6, 1).play(WHITE, (13, 7), (8, 7)).double(BLACK)
    if answered:
        table.take(WHITE)
    board = table.game.position
    table.do(c.AnnulDoubles(at=0, by="TD"))
    assert (table.game.cube.value, table.game.cube.owner, table.game.position) == (2, WHITE, board)
    assert table.game.turn is BLACK
    table.roll(BLACK, 3, 1)


@pytest.mark.clause("usbgf:4.4.8d")
def test_a_valid_double_on_the_table_is_not_annulled() -> None:
    table = Table.under("usbgf", RECORDED, length=9).scene(turn=WHITE).double(WHITE)
    assert table.no(c.AnnulDoubles(at=0, by="TD")) == MatchCode.NOTHING_TO_CORRECT
