"""Words about the cube bind their speaker over the board, once, and only where they could be meant."""

import pytest

from barpoint.match import commands as c
from barpoint.match.actions import open_actions
from barpoint.match.refusals import MatchCode
from tests.match.match_table import (
    BLACK,
    RECORDED,
    STRICT,
    WHITE,
    Table,
)


def say(table: Table, side: object, action: str, condition: str = "") -> Table:
    """Say something about the cube."""
    speaker = WHITE if side is WHITE else BLACK
    table.do(c.SayCubeWords(at=0, side=speaker, action=action, condition=condition))
    return table


def over_the_board(book: str = "usbgf") -> Table:
    """White to play 6-1 at a table."""
    return Table.under(book, RECORDED).opening(6, 1)


@pytest.mark.clause("usbgf:4.4.4.3a", "guide:5.9h")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_a_double_announced_has_to_be_made_at_the_first_legal_chance(book: str) -> None:
    table = say(over_the_board(book), BLACK, "double")
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (8, 7))))
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (6, 5))))  # White may still change its play
    table.do(c.EndTurn(at=0, side=WHITE))
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(3, 1))) == MatchCode.BOUND_BY_WORDS
    assert (open_actions(table.state, BLACK).roll, open_actions(table.state, BLACK).double) == (False, 2)
    table.double(BLACK).take(WHITE).roll(BLACK, 3, 1)


@pytest.mark.clause("usbgf:4.4.4.3a", "ibf:9.10", "ibf:9.11", "bws:4.4.5", "guide:5.9i")
@pytest.mark.parametrize("book", ["usbgf", "ibf", "bws", "guide"])
def test_a_cube_shown_too_early_is_offered_when_its_turn_comes(book: str) -> None:
    table = over_the_board(book)
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (8, 6))))
    table.do(c.OfferDouble(at=0, side=BLACK))
    assert table.no(c.OfferDouble(at=0, side=BLACK)) == MatchCode.NOT_YOUR_TURN
    table.play(WHITE, (13, 7), (8, 7))  # the wrong move may still be put right
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(3, 1))) == MatchCode.BOUND_BY_WORDS
    table.double(BLACK).take(WHITE)
    assert (table.game.cube.value, table.game.cube.owner) == (2, WHITE)


@pytest.mark.clause("usbgf:4.4.4.3a", "bws:4.4.5")
def test_an_early_double_has_to_be_valid_otherwise() -> None:
    crawford = Table.under("bws", RECORDED).scene(score=(6, 2)).scene(turn=WHITE)
    assert crawford.no(c.OfferDouble(at=0, side=BLACK)) == MatchCode.CRAWFORD_GAME
    owned = over_the_board().scene(cube=(2, WHITE))
    assert owned.no(c.OfferDouble(at=0, side=BLACK)) == MatchCode.CUBE_NOT_YOURS
    for table in (Table.under("trad", RECORDED), Table.under("usbgf")):
        assert table.opening(6, 1).no(c.OfferDouble(at=0, side=BLACK)) == MatchCode.NOT_YOUR_TURN


@pytest.mark.clause("usbgf:4.4.4.3a")
def test_without_access_to_the_cube_nothing_was_said() -> None:
    table = over_the_board().scene(cube=(2, WHITE))
    assert table.no(c.SayCubeWords(at=0, side=BLACK, action="double")) == MatchCode.CUBE_NOT_YOURS
    assert table.no(c.SayCubeWords(at=0, side=WHITE, action="take")) == MatchCode.CUBE_NOT_YOURS


@pytest.mark.clause("usbgf:4.4.4.3b")
@pytest.mark.parametrize("hit", [True, False])
def test_a_conditional_announcement_binds_if_the_condition_comes_about(hit: bool) -> None:
    table = say(over_the_board(), BLACK, "double", "if you hit me").play(WHITE, (13, 7), (8, 7))
    assert open_actions(table.state, BLACK).roll
    met, dropped = c.MeetCondition(at=0, by="TD", side=BLACK), c.DropCondition(at=0, by="TD", side=BLACK)
    table.do(met if hit else dropped)
    assert open_actions(table.state, BLACK).roll is not hit
    assert table.no(c.MeetCondition(at=0, by="TD", side=BLACK)) == MatchCode.NOTHING_TO_CORRECT


@pytest.mark.clause("usbgf:4.4.4.3c")
def test_after_one_s_own_void_roll_a_double_is_null_but_words_bind_for_the_next_turn() -> None:
    table = Table.under("usbgf", RECORDED).scene(turn=WHITE)
    table.do(c.SpoilRoll(at=0, side=WHITE))
    assert table.cannot_double(WHITE) == MatchCode.DOUBLE_AFTER_ROLL
    say(table, WHITE, "double").roll(WHITE, 6, 1).play(WHITE, (13, 7), (8, 7))
    table.roll(BLACK, 3, 1).play(BLACK, (8, 5), (6, 5))
    assert table.no(c.RollDice(at=0, side=WHITE, dice=(3, 1))) == MatchCode.BOUND_BY_WORDS
    table.double(WHITE)


@pytest.mark.clause("usbgf:4.4.4.3d")
def test_the_opponent_s_double_sets_the_speaker_free() -> None:
    table = say(over_the_board(), WHITE, "double").play(WHITE, (13, 7), (8, 7)).double(BLACK).take(WHITE)
    table.roll(BLACK, 3, 1).play(BLACK, (8, 5), (6, 5))
    assert (table.game.cube.owner, table.state.bindings) == (WHITE, ())
    table.roll(WHITE, 3, 1)


@pytest.mark.clause("usbgf:4.4.5.3a", "guide:5.9j")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
@pytest.mark.parametrize(("word", "other"), [("take", c.Pass), ("pass", c.Take)])
def test_an_answer_given_early_binds_at_the_next_chance(book: str, word: str, other: type) -> None:
    table = say(over_the_board(book), WHITE, word).play(WHITE, (13, 7), (8, 7)).double(BLACK)
    assert table.no(other(at=0, side=WHITE)) == MatchCode.BOUND_BY_WORDS
    answers = open_actions(table.state, WHITE)
    assert (answers.take, answers.pass_) == (word == "take", word == "pass")


@pytest.mark.clause("usbgf:4.4.5.3a")
def test_an_answer_given_early_does_not_bind_on_later_turns() -> None:
    table = say(over_the_board(), WHITE, "pass").play(WHITE, (13, 7), (8, 7))
    table.roll(BLACK, 3, 1).play(BLACK, (8, 5), (6, 5)).roll(WHITE, 2, 1).play(WHITE, (13, 11), (6, 5))
    table.double(BLACK).take(WHITE)


@pytest.mark.clause("usbgf:4.4.5.3b")
@pytest.mark.parametrize("missed", [True, False])
def test_a_conditional_answer_binds_only_if_its_condition_came_about(missed: bool) -> None:
    table = say(over_the_board(), WHITE, "pass", "if I miss").play(WHITE, (13, 7), (8, 7))
    if missed:
        table.do(c.MeetCondition(at=0, by="TD", side=WHITE))
    table.double(BLACK)
    assert open_actions(table.state, WHITE).take is not missed


@pytest.mark.parametrize(("book", "mode"), [("usbgf", STRICT), ("ibf", RECORDED), ("trad", RECORDED)])
def test_online_and_under_books_that_do_not_say_so_words_do_not_bind(book: str, mode: object) -> None:
    table = Table.under(book, STRICT if mode is STRICT else RECORDED).opening(6, 1)
    assert table.no(c.SayCubeWords(at=0, side=BLACK, action="double")) == MatchCode.WORDS_DO_NOT_BIND
    with pytest.raises(ValueError, match="cube words are one of"):
        table.no(c.SayCubeWords(at=0, side=BLACK, action="beaver"))


def test_words_end_with_their_game() -> None:
    table = say(over_the_board(), BLACK, "double")
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert table.state.bindings == ()
    assert table.no(c.SayCubeWords(at=0, side=BLACK, action="double")) == MatchCode.NO_GAME
