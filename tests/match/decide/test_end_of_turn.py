"""How games open and turns end in each book; what is tried before that is nobody's business."""

import pytest

from barpoint.board import Roll, hop_tree
from barpoint.match import commands as c
from barpoint.match.format.preferences import (
    PreferenceMethod,
    PreferenceTopic,
    RollNeeded,
    SettledPreference,
    settle,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    WHITE,
    Table,
)

books = pytest.mark.parametrize("book", BOOKS)


@pytest.mark.clause("trad:movement-start-1", "trad:movement-start-3")
def test_one_die_each_decides_who_opens_and_with_what() -> None:
    table = Table.under("trad").opening(2, 6)
    assert (table.game.turn, table.game.roll, table.game.stage) == (BLACK, Roll(6, 2), GameStage.PLAY)
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(5, 5))) == MatchCode.ALREADY_ROLLED


@pytest.mark.clause("trad:movement-start-2", "trad:movement-start-3")
def test_equal_dice_are_thrown_again_and_the_stake_stays() -> None:
    table = Table.under("trad").opening(3, 3)
    assert (table.game.stage, table.game.cube.value) == (GameStage.OPENING, 1)
    table.opening(4, 1)
    assert (table.game.turn, table.game.roll, table.game.cube.value) == (WHITE, Roll(4, 1), 1)


@pytest.mark.clause("trad:movement-start-4", "ibf:3.4a")
@books
def test_then_the_sides_take_turns(book: str) -> None:
    table = Table.under(book).opening(3, 1)
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((8, 5), (6, 5))))
    assert table.no(c.RollDice(at=0, side=WHITE, dice=(6, 1))) == MatchCode.ROLL_TOO_EARLY
    table.do(c.RollDice(at=0, side=BLACK, dice=(6, 1)))
    assert table.game.turn is BLACK


@pytest.mark.clause("ibf:3.4a", "ibf:5.2a")
@books
def test_checkers_move_from_the_24_point_down_and_never_back(book: str) -> None:
    table = Table.under(book).opening(3, 1)
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=((5, 8), (6, 5)))) == "not_your_checker"
    assert table.no(c.PlayCheckers(at=0, side=WHITE, hops=((6, 9), (6, 5)))) == "wrong_direction"


@pytest.mark.clause("bws:4.1.6.1", "guide:5.1d", "guide:5.8b")
@pytest.mark.parametrize("book", ["bws", "guide", "usbgf"])
def test_over_the_board_a_turn_is_open_until_it_is_ended(book: str) -> None:
    table = Table.under(book, RECORDED).opening(6, 4)
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((24, 18), (13, 9))))
    assert table.game.stage is GameStage.END
    assert table.no(c.RollDice(at=0, side=BLACK, dice=(2, 1))) == MatchCode.ROLL_TOO_EARLY
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((24, 14),)))
    table.do(c.EndTurn(at=0, side=WHITE))
    assert (table.game.turn, table.game.view_for(WHITE).us[14]) == (BLACK, 1)
    table.do(c.RollDice(at=0, side=BLACK, dice=(2, 1)))


@pytest.mark.clause("usbgf:4.2.2.3")
@books
def test_checkers_may_be_tried_and_taken_back_until_the_play_is_confirmed(book: str) -> None:
    table = Table.under(book).opening(6, 1)
    before = table.state
    assert table.game.roll is not None
    tried = hop_tree(table.game.view_for(WHITE), table.game.roll)
    assert tried.step((13, 7)).step((8, 7)).complete
    assert tried.step((24, 18)).path == ((24, 18),)
    assert table.state == before
    table.do(c.PlayCheckers(at=0, side=WHITE, hops=((24, 18), (8, 7))))
    assert [hop for event in table.log if type(event).__name__ == "Played" for hop in event.hops] == [  # type: ignore[union-attr]  # only Played has hops
        (24, 18),
        (8, 7),
    ]


@pytest.mark.clause("usbgf:4.1.4.2.2a")
def test_the_baffle_box_opening_is_conventional_unless_both_want_the_colours() -> None:
    topic = PreferenceTopic("opening roll", PreferenceMethod.IF_AGREED, choice="colours", otherwise="cups")
    one_wants = settle(topic, {WHITE: "colours", BLACK: "cups"})
    both_want = settle(topic, {WHITE: "colours", BLACK: "colours"})
    assert isinstance(one_wants, SettledPreference)
    assert isinstance(both_want, SettledPreference)
    assert (one_wants.white, both_want.white) == ("cups", "colours")


@pytest.mark.clause("usbgf:4.1.4.2.2b")
@pytest.mark.parametrize(("red", "white", "opens"), [(3, 5, BLACK), (5, 3, WHITE), (4, 4, None)])
def test_with_colours_the_owner_of_the_higher_die_opens(red: int, white: int, opens: object) -> None:
    """White owns the red die and Black the white one, for the whole match: a roll of both is one die each."""
    table = Table.under("usbgf", RECORDED).opening(red, white)
    assert (table.game.opener, table.game.stage) == (opens, GameStage.OPENING if opens is None else GameStage.PLAY)


def test_clashing_wishes_of_equal_rank_need_dice() -> None:
    assert settle(PreferenceTopic("seats", PreferenceMethod.BY_ROLL), {WHITE: "left", BLACK: "right"}) == RollNeeded(
        "seats"
    )
