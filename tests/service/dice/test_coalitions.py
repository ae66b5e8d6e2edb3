"""What each coalition could gain: the simulations of `coalitions`, and the rules they rest on, one by one."""

import random

import pytest
from msgspec.structs import replace

from barpoint.match import GameStage
from barpoint.service.dice.dice_proof import verify_dice
from tests.service.dice.coalitions import COALITIONS, TABLE, Chance, Coalition, Game, simulate, view
from tests.service.dice.honest_match import TableMatch

TRIALS = 600


@pytest.mark.parametrize("coalition", COALITIONS, ids=[one.words for one in COALITIONS])
def test_a_coalition_gains_what_the_page_of_the_dice_admits_and_no_more(coalition: Coalition) -> None:
    outcome = simulate(coalition, TRIALS if coalition.gain is None else TRIALS // 4)
    if coalition.gain is None:
        assert outcome.is_fair(coalition.fair), outcome
    else:
        least, most = coalition.gain
        assert least <= outcome.share <= most, outcome


def begun(seed: int, *honest: str) -> Game:
    game = Game(Chance(seed), honest)
    game.begin()
    return game


def test_a_chain_replaced_while_the_opponent_is_to_roll_gains_nothing_and_is_no_exchange() -> None:
    game = begun(3, "black1")
    game.publish("white1")
    game.throw("black1")
    game.admit("white1")
    game.throw("white1")
    assert (game.known.exchanges, game.known.unwitnessed) == ([], [])


@pytest.mark.parametrize("times", [1, 5])
def test_a_link_withheld_and_sent_later_gives_the_same_dice(times: int) -> None:
    """Server and player together may wait as long as they like: the roll is the one they foresaw."""
    game = begun(4, "black1")
    link = game.next_link("white1")
    expected = game.foreseen("white1", link)
    skipping = replace(game.thrown("white1", link), server=game.server.link(game.known.k + 2))
    for _ in range(times):
        assert game.known.problem(skipping)
    assert game.throw("white1") == expected


def test_an_opponent_with_the_server_cannot_add_a_link_to_change_a_roll() -> None:
    """Burning a link nothing asked for would give another roll: it is refused where the log says who rolled."""
    asked = begun(5, "white1", "black1").devices["black1"]
    assert asked.link_due(view(GameStage.ROLL)) is None, "nor does a device give one away"
    game = begun(5, "white1")
    game.open("black1")
    game.throw("white1")
    thrown = game.known.rolls[-1]
    assert thrown.openers - thrown.extra == {"black1"}, "the verifier refuses such a roll"


def test_at_a_table_the_verifier_says_that_words_could_be_tried_out() -> None:
    match = TableMatch(random.Random(1), match=TABLE, discipline="sprintgammon")
    verdict = verify_dice(match.match, match.log, match.dice)
    assert verdict.honest
    assert "words" in {note.code for note in verdict.reservations}
