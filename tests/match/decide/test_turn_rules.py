"""Who begins, whose turn it is, and what a turn consists of."""

import pytest

from barpoint.board import PlayCode, pos
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    WHITE,
    Table,
    match_format,
)

books = pytest.mark.parametrize("book", BOOKS)


@pytest.mark.clause("ibf:12.2a", "ibf:12.2b", "guide:5.1a")
@books
def test_the_higher_die_begins_with_both_numbers(book: str) -> None:
    table = Table.under(book)
    events = table.do(c.RollOpening(at=0, white=3, black=5))
    assert [type(event) for event in events] == [e.GameStarted, e.OpeningRolled]
    opening = events[1]
    assert isinstance(opening, e.OpeningRolled)
    assert (opening.white, opening.black) == (3, 5)
    assert (table.game.turn, str(table.game.roll), table.game.stage) == (BLACK, "53", GameStage.PLAY)


@pytest.mark.clause("ibf:12.2c", "guide:5.1a", "usbgf:4.4.10a", "trad:doubling-12")
@books
def test_a_tie_is_thrown_again_and_the_cube_stays_at_one(book: str) -> None:
    table = Table.under(book).opening(4, 4)
    assert (table.game.cube.value, table.game.stage) == (1, GameStage.OPENING)
    assert table.no(c.RollDice(at=0, side=WHITE, dice=(2, 1))) == MatchCode.OPENING_ROLL_DUE
    table.opening(2, 5)
    assert (table.game.turn, str(table.game.roll), table.game.cube.value) == (BLACK, "52", 1)


@pytest.mark.clause("ibf:12.4", "ibf:2.9", "ibf:9.3a", "usbgf:4.4.1a", "bws:4.4.1a", "guide:5.9b", "trad:doubling-2")
@books
def test_every_game_has_its_own_opening_roll_and_a_centred_cube(book: str) -> None:
    table = Table.under(book, length=25).won_by(BLACK, doubles=3)
    assert table.state.records[0].cube == 8
    assert table.state.game is None
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(3, 1))) == MatchCode.NO_GAME
    table.opening(1, 6)
    assert (table.game.number, table.game.cube.value, table.game.cube.owner) == (2, 1, None)


@pytest.mark.clause("guide:5.2a", "usbgf:4.2.4b")
@books
def test_only_the_side_on_turn_acts(book: str) -> None:
    table = Table.under(book).opening(6, 1)
    before = table.state
    assert table.no(c.PlayCheckers(at=0, side=BLACK, hops=((13, 7), (8, 7)))) == MatchCode.NOT_YOUR_TURN
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(3, 1))) == MatchCode.ROLL_TOO_EARLY
    assert table.no(c.OfferDouble(at=0, side=BLACK)) == MatchCode.NOT_YOUR_TURN
    assert table.state is before
    table.play(WHITE, (13, 7), (8, 7)).roll(BLACK, 3, 1)
    assert table.game.turn is BLACK


@pytest.mark.clause("usbgf:4.1.7.1c")
def test_a_turn_cannot_be_passed() -> None:
    table = Table.under("usbgf", RECORDED).scene("x bar:1 13:14 | o 6:2 5:2 4:2 3:2 2:2 13:5", WHITE)
    assert table.no(c.EndTurn(at=0, side=WHITE)) == MatchCode.MUST_ROLL_FIRST
    table.roll(WHITE, 6, 6)
    assert table.no(c.EndTurn(at=0, side=WHITE)) == MatchCode.PLAY_NOT_COMPLETE
    strict = Table.under("usbgf").scene(turn=WHITE)
    assert strict.no(c.PlayCheckers(at=0, side=WHITE, hops=())) == MatchCode.MUST_ROLL_FIRST
    strict.roll(WHITE, 3, 1)
    assert strict.no(c.PlayCheckers(at=0, side=WHITE, hops=())) == PlayCode.MUST_PLAY


@pytest.mark.clause("ibf:2.20a", "ibf:2.8", "trad:doubling-8")
def test_a_turn_is_double_take_roll_and_play_each_its_own_event() -> None:
    table = Table.under("ibf").scene(turn=WHITE)
    start = len(table.log)
    table.double(WHITE).take(BLACK).roll(WHITE, 3, 1).play(WHITE, (8, 5), (6, 5))
    assert [type(event) for event in table.log[start:]] == [e.Doubled, e.DoubleTaken, e.DiceRolled, e.Played]
    assert table.game.turn is BLACK
    table.double(BLACK)
    doubles = [event for event in table.log if isinstance(event, e.Doubled)]
    assert [(double.value, double.redouble) for double in doubles] == [(2, False), (4, True)]


@pytest.mark.clause("usbgf:4.1.8.3a")
def test_a_closed_out_player_is_asked_about_doubling_every_turn() -> None:
    closed = "x 6:2 5:2 4:2 3:2 2:2 1:2 off:3 | o bar:1 6:14"
    centred = Table.under("usbgf").scene(closed, BLACK)
    assert open_actions(centred.state, BLACK).double == 2
    assert centred.no(c.RollDice(at=0, side=WHITE, dice=(6, 1))) == MatchCode.ROLL_TOO_EARLY
    owned = Table.under("usbgf").scene(closed, BLACK, cube=(2, WHITE))
    assert open_actions(owned.state, BLACK).double == 0
    owned.roll(BLACK, 6, 5).play(BLACK)
    assert owned.game.turn is WHITE


@pytest.mark.clause("bws:4.2.3.1c", "guide:addendum-concept-1")
@books
def test_online_an_illegal_play_is_refused_under_every_book(book: str) -> None:
    table = Table.under(book).opening(6, 1)
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=((13, 7), (7, 5)))) == PlayCode.NOT_ROLLED
    assert table.game.position == pos("start")


@pytest.mark.clause("bws:4.2.3.1c", "guide:addendum-concept-1")
def test_which_principle_an_event_may_choose_for_illegal_moves() -> None:
    from barpoint.board import Refusal
    from barpoint.rulebook.profiles.options import Options
    from barpoint.rulebook.profiles.policy import IllegalMoves, Policy
    from barpoint.rulebook.profiles.presets import preset
    from barpoint.rulebook.refusals import BookCode

    refused = preset("BWS").with_options(Options(illegal_moves=IllegalMoves.MUST_CORRECT))
    assert isinstance(refused, Refusal)
    assert refused.code == BookCode.OPTION_FIXED
    for name, rule in (("BWS", IllegalMoves.OPPONENT_CHOOSES), ("Club (2014 guide)", IllegalMoves.MUST_CORRECT)):
        policy = preset(name).policy()
        assert isinstance(policy, Policy)
        assert policy.illegal_moves is rule


@pytest.mark.clause("ibf:6.1a")
def test_doubles_seats_two_people_a_side() -> None:
    from barpoint.match.decide.dispatch import decide_match
    from barpoint.match.state import new_match

    state = new_match(match_format("IBF Doubles"))
    with pytest.raises(ValueError, match="white takes 2 name"):
        decide_match(state, c.StartMatch(at=0, white=("P1",), black=("P3", "P4")))
    assert Table(match_format("IBF Doubles")).state.seats == (("Ann", "Amy"), ("Bob", "Ben"))


@pytest.mark.clause("ibf:6.1c", "ibf:6.1d")
def test_one_partner_acts_in_a_game_and_they_may_swap_between_games() -> None:
    table = Table(match_format("IBF Doubles")).opening(6, 1)
    hops = ((13, 7), (8, 7))
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=hops, person="Amy")) == MatchCode.NOT_OPERATOR
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=hops, person="Bob")) == MatchCode.NOT_SEATED
    swap = c.NameOperator(at=0, side=WHITE, operator="Amy", person="Ann")
    assert table.no(swap) == MatchCode.OPERATOR_FIXED_DURING_GAME
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=hops, person="Ann"))
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(2, 1), person="Ben")) == MatchCode.NOT_OPERATOR
    assert table.no(c.OfferDouble(at=0, side=BLACK, person="Ben")) == MatchCode.NOT_OPERATOR
    table.do(c.ForfeitGame(at=0, by="TD", side=BLACK))
    assert table.no(c.NameOperator(at=0, side=WHITE, operator="Eve")) == MatchCode.NOT_SEATED
    table.do(swap)
    table.opening(6, 1).do(c.PlayCheckers(at=0, side=WHITE, hops=hops, person="Amy"))
    assert table.no(c.NameOperator(at=0, side=WHITE, operator="Ann")) == MatchCode.OPERATOR_FIXED_DURING_GAME


def test_nothing_happens_before_the_start_or_after_the_end() -> None:
    from barpoint.match.decide.dispatch import decide_match
    from barpoint.match.state import new_match

    early = decide_match(new_match(match_format()), c.RollOpening(at=0, white=3, black=1))
    assert getattr(early, "code", "") == MatchCode.MATCH_NOT_STARTED
    table = Table.under("usbgf")
    assert table.no(c.StartMatch(at=0, white=("X",), black=("Y",))) == MatchCode.MATCH_ALREADY_STARTED
    table.do(c.ForfeitMatch(at=0, by="TD", side=WHITE))
    assert table.no(c.RollOpening(at=0, white=3, black=1)) == MatchCode.MATCH_OVER
    assert table.no(c.ForfeitMatch(at=0, by="", side=WHITE)) == MatchCode.OFFICIALS_ONLY


def test_a_director_s_call_freezes_play_until_it_is_released() -> None:
    table = Table.under("usbgf").opening(6, 1)
    table.do(c.CallDirector(at=5, side=BLACK))
    assert table.no(c.PlayCheckers(at=6, side=WHITE, hops=((13, 7), (8, 7)))) == MatchCode.DIRECTOR_CALLED
    table.do(c.ReleaseMatch(at=9, by="TD"))
    assert table.no(c.ReleaseMatch(at=9, by="TD")) == MatchCode.NOT_STOPPED
    table.play(WHITE, (13, 7), (8, 7))
