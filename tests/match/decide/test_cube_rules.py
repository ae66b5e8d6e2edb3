"""The cube: who may double, when, to what; what a take and a pass bring."""

import pytest

from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.format.match_format import MatchFormat
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    WHITE,
    Table,
    like,
    match_format,
)

books = pytest.mark.parametrize("book", BOOKS)


@pytest.mark.clause(
    "ibf:9.4a", "usbgf:4.4.2a", "bws:4.4.2a", "guide:5.9c", "trad:doubling-3", "ibf:9.6a", "ibf:10.5b", "guide:5.9a"
)
@books
def test_a_double_is_offered_in_one_s_own_turn_before_the_roll(book: str) -> None:
    table = Table.under(book).scene(turn=WHITE)
    assert table.cannot_double(BLACK) == MatchCode.NOT_YOUR_TURN
    assert open_actions(table.state, WHITE).double == 2
    table.double(WHITE)
    assert (table.game.cube.value, table.game.cube.offered, table.game.cube.by) == (1, 2, WHITE)
    rolled = Table.under(book).scene(turn=WHITE).roll(WHITE, 4, 1)
    assert rolled.cannot_double(WHITE) == MatchCode.DOUBLE_AFTER_ROLL
    assert open_actions(rolled.state, WHITE).double == 0


@pytest.mark.clause("trad:doubling-4", "ibf:9.4a")
@books
def test_a_double_waits_for_one_of_two_answers(book: str) -> None:
    table = Table.under(book).scene(turn=WHITE).double(WHITE)
    assert table.no(c.RollDice(at=0, side=WHITE, dice=(3, 1))) == MatchCode.MUST_ANSWER_DOUBLE
    assert table.no(c.Take(at=0, side=WHITE)) == MatchCode.NOT_YOUR_TURN
    assert table.no(c.Beaver(at=0, side=BLACK)) == MatchCode.BEAVER_NOT_ALLOWED
    answers = open_actions(table.state, BLACK)
    assert (answers.take, answers.pass_, answers.beaver) == (True, True, 0)
    table.take(BLACK)
    assert table.no(c.Pass(at=0, side=BLACK)) == MatchCode.NO_DOUBLE_OFFERED


@pytest.mark.clause("ibf:9.6c", "usbgf:4.4.2b", "bws:4.4.2b", "guide:5.9d")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_an_invalid_roll_ends_the_right_to_double_for_this_turn(book: str) -> None:
    table = Table.under(book, RECORDED).scene(turn=WHITE)
    table.do(c.SpoilRoll(at=0, side=WHITE))
    assert table.cannot_double(WHITE) == MatchCode.DOUBLE_AFTER_ROLL
    table.roll(WHITE, 6, 1).play(WHITE, (13, 7), (8, 7))
    assert open_actions(table.state, BLACK).double == 2


@pytest.mark.clause("ibf:9.6c", "guide:5.9d")
def test_the_server_makes_no_invalid_rolls() -> None:
    table = Table.under("ibf").scene(turn=WHITE)
    assert table.no(c.SpoilRoll(at=0, side=WHITE)) == MatchCode.ROLLS_ARE_VALID


@pytest.mark.clause("usbgf:4.1.8.1g")
@pytest.mark.parametrize("redone", [True, False])
def test_no_double_after_one_s_own_early_roll(redone: bool) -> None:
    table = Table.under("usbgf", RECORDED).scene(turn=WHITE).roll(WHITE, 6, 1)
    table.do(c.SpoilRoll(at=0, side=BLACK))
    table.play(WHITE, (13, 7), (8, 7))
    assert table.cannot_double(BLACK) == MatchCode.DOUBLE_AFTER_ROLL
    table.roll(BLACK, *((5, 4) if redone else (2, 1)))
    table.play(BLACK, *(((13, 8), (13, 9)) if redone else ((13, 11), (6, 5))))
    assert open_actions(table.state, WHITE).double == 2
    table.roll(WHITE, 3, 1).play(WHITE, (8, 5), (6, 5))
    assert open_actions(table.state, BLACK).double == 2
    assert Table.under("usbgf").opening(6, 1).no(c.RollDice(at=0, side=BLACK, dice=(2, 1))) == MatchCode.ROLL_TOO_EARLY


@pytest.mark.clause("ibf:9.6d")
@books
def test_the_winner_of_the_opening_roll_cannot_double_first(book: str) -> None:
    table = Table.under(book).opening(6, 1)
    assert open_actions(table.state, WHITE).double == 0
    assert table.cannot_double(WHITE) == MatchCode.DOUBLE_AFTER_ROLL
    table.play(WHITE, (13, 7), (8, 7))
    assert open_actions(table.state, BLACK).double == 2


@pytest.mark.clause("ibf:9.7a", "trad:doubling-5", "bws:4.4.3c")
@books
def test_a_dropped_first_double_costs_one_point(book: str) -> None:
    table = Table.under(book).scene(turn=WHITE).double(WHITE).drop(BLACK)
    assert (table.score, table.state.game) == ((1, 0), None)
    assert table.state.records[0].ended_by == "pass"


@pytest.mark.clause("ibf:9.7b", "trad:doubling-9", "bws:4.4.3c", "usbgf:4.4.3b")
@books
def test_a_dropped_redouble_costs_the_stake_before_it(book: str) -> None:
    table = Table.under(book, length=15).scene(turn=BLACK, cube=(4, BLACK)).double(BLACK)
    assert (table.game.cube.value, table.game.cube.offered) == (4, 8)
    table.drop(WHITE)
    assert table.score == (0, 4)


@pytest.mark.clause("ibf:9.7c", "trad:doubling-6", "ibf:9.8b")
@books
def test_after_a_take_the_winner_gets_the_doubled_points(book: str) -> None:
    table = Table.under(book, length=15).scene(turn=WHITE).double(WHITE).take(BLACK)
    assert (table.game.turn, table.game.stage, table.game.cube.value) == (WHITE, GameStage.ROLL, 2)
    table.bear_off("6:15")
    assert table.score == (4, 0)


@pytest.mark.clause(
    "ibf:9.8a", "usbgf:4.4.2d", "bws:4.4.3a", "guide:5.9e", "guide:5.9f", "trad:doubling-7", "trad:doubling-10"
)
@books
def test_whoever_takes_owns_the_cube_and_alone_may_redouble(book: str) -> None:
    table = Table.under(book, length=25).scene(turn=WHITE).double(WHITE).take(BLACK)
    assert (table.game.cube.value, table.game.cube.owner) == (2, BLACK)
    table.scene(turn=WHITE)
    assert table.cannot_double(WHITE) == MatchCode.CUBE_NOT_YOURS
    assert open_actions(table.state, WHITE).double == 0
    table.scene(turn=BLACK)
    assert open_actions(table.state, BLACK).double == 4
    table.double(BLACK).take(WHITE)
    assert (table.game.cube.value, table.game.cube.owner) == (4, WHITE)
    assert table.scene(turn=WHITE).double(WHITE).game.cube.offered == 8


@pytest.mark.clause("ibf:9.4c", "ibf:9.1", "bws:4.4.2c", "guide:5.9f")
@books
def test_online_only_twice_the_present_value_can_be_offered(book: str) -> None:
    table = Table.under(book, length=99).scene(turn=BLACK, cube=(2, BLACK))
    for value in (2, 6, 8):
        assert table.cannot_double(BLACK, value) == MatchCode.WRONG_CUBE_LEVEL
    table.double(BLACK, 4)
    with pytest.raises(ValueError, match="power of two"):
        table.do(c.CorrectCube(at=0, by="TD", value=6, owner=WHITE))


@pytest.mark.clause("ibf:9.8c", "trad:doubling-11", "ibf:9.1", "usbgf:4.4.3a", "trad:overview-9")
@books
def test_the_cube_is_two_to_the_accepted_doubles_without_a_limit(book: str) -> None:
    table = Table.under(book, length=999).opening(6, 1)
    doubler = BLACK
    for accepted in range(1, 9):
        table.scene(turn=doubler).double(doubler).take(doubler.other)
        doubler = doubler.other
        assert (table.game.cube.value, table.game.cube.owner) == (2**accepted, doubler)
    assert table.game.cube.value == 256


def test_an_event_may_set_a_limit_of_its_own() -> None:
    rules = match_format("usbgf", length=25)
    limited = like(rules, cube=like_cube(rules, largest=4))
    table = Table(limited).scene(turn=WHITE, cube=(4, WHITE))
    assert table.cannot_double(WHITE) == MatchCode.CUBE_LIMIT
    assert open_actions(table.state, WHITE).double == 0


def like_cube(rules: MatchFormat, **changes: object) -> object:
    """The format's cube rules with some fields changed."""
    import msgspec

    return msgspec.structs.replace(rules.cube, **changes)


@pytest.mark.clause("ibf:9.2")
@pytest.mark.parametrize("name", ["IBF Backgammon", "IBF Longgammon", "IBF Longgammon Blitz", "IBF Sprintgammon"])
def test_the_cube_is_used_in_every_discipline(name: str) -> None:
    table = Table.under(name, length=5).opening(6, 1)
    assert table.game.cube_in_play
    table.do(c.CorrectPosition(at=0, by="TD", position=str(table.game.position), turn=BLACK))
    assert open_actions(table.state, BLACK).double == 2
    without = match_format(name, length=5)
    switched_off = Table(like(without, cube=like_cube(without, enabled=False))).opening(6, 1)
    assert switched_off.cannot_double(WHITE) == MatchCode.NO_CUBE


@pytest.mark.clause("usbgf:4.4.3c", "usbgf:4.4.9a", "bws:4.4.6")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_over_the_board_a_wrong_level_is_logged_and_set_right(book: str) -> None:
    table = Table.under(book, RECORDED, length=25).scene(turn=BLACK, cube=(2, BLACK))
    (doubled,) = table.do(c.OfferDouble(at=0, side=BLACK, value=8))
    assert isinstance(doubled, e.Doubled)
    assert doubled.irregular == MatchCode.WRONG_CUBE_LEVEL
    table.take(WHITE)
    assert table.game.cube.value == 8
    table.do(c.AnnulDoubles(at=0, by="TD"))
    assert (table.game.cube.value, table.game.cube.owner) == (4, WHITE)
    table.bear_off("6:1 off:14")
    assert table.score == (4, 0)
    assert table.no(c.AnnulDoubles(at=0, by="TD", game=1)) == MatchCode.NOTHING_TO_CORRECT


@pytest.mark.clause("usbgf:4.4.3c")
def test_a_finished_game_is_scored_again_with_the_right_cube() -> None:
    table = Table.under("usbgf", RECORDED, length=25).scene(turn=BLACK, cube=(2, BLACK)).double(BLACK, 8).take(WHITE)
    table.bear_off("6:1 off:14")
    assert table.score == (8, 0)
    table.do(c.AnnulDoubles(at=0, by="TD", game=1))
    assert table.score == (4, 0)


@pytest.mark.clause("bws:4.4.6", "usbgf:4.4.9b")
def test_a_pass_at_a_wrong_level_costs_the_value_before_the_double() -> None:
    table = Table.under("bws", RECORDED, length=9).scene(turn=BLACK, cube=(2, BLACK)).double(BLACK, 8).drop(WHITE)
    assert table.score == (0, 2)


@pytest.mark.clause("usbgf:4.4.10a", "trad:doubling-12")
@pytest.mark.parametrize("book", BOOKS)
def test_no_book_has_beavers_jacoby_or_automatic_doubles_in_a_match(book: str) -> None:
    cube = match_format(book).cube
    assert (cube.jacoby, cube.beavers, cube.raccoons, cube.automatic_doubles) == (False, False, False, 0)


@pytest.mark.clause("usbgf:4.4.10a", "usbgf:4.4.10b")
def test_a_usbgf_event_cannot_switch_them_on() -> None:
    from barpoint.board import Refusal
    from barpoint.rulebook.profiles.options import Options
    from barpoint.rulebook.profiles.presets import preset

    for options in (Options(jacoby=True), Options(beavers=True), Options(automatic_doubles=1)):
        assert isinstance(preset("USBGF Open").with_options(options), Refusal)
