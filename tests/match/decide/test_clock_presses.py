"""When time changes hands: presses, doubles, takes, passes, the ends of games."""

import pytest

from barpoint.board import legal_plays
from barpoint.match import commands as c
from barpoint.match.decide.time_rules import pause_limit
from barpoint.match.format.match_format import Enforcement, PauseReason
from barpoint.match.state import MatchPhase
from tests.match.clock_accounts import time_elapsed
from tests.match.clocked_match import (
    SECOND,
    TD,
    A,
    B,
    Table,
    table,
    types,
)

BOOKS = ["usbgf", "bws", "guide", "ibf"]


def another_play(at: Table) -> tuple[tuple[int, int], ...]:
    game = at.game
    assert game.roll is not None
    view = game.before if game.before is not None else game.position
    plays = legal_plays(view if game.turn is A else view.flip(), game.roll)
    return tuple((hop[0], hop[1]) for hop in plays[-1].hops)


@pytest.mark.clause(
    "usbgf:4.1.7.1a", "usbgf:3.4.1b", "bws:4.1.6.2a", "guide:5.3d", "ibf:2.20b", "ibf:10.3a", "usbgf:4.1.7.2b"
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_play_may_be_changed_until_the_clock_is_pressed(book: str) -> None:
    match = table(book).begin()
    match.wait(5).do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
    first = match.game.position
    other = another_play(match)
    match.wait(5).do(c.PlayCheckers(at=0, side=A, hops=other))
    assert match.game.position != first
    assert match.running() is A
    match.do(c.EndTurn(at=0, side=A))
    assert (match.running(), match.game.turn) == (B, B)
    assert match.refused(c.PlayCheckers(at=0, side=A, hops=other)) == "not_your_turn"


@pytest.mark.clause("ibf:2.20b", "usbgf:3.4.1b", "usbgf:4.1.7.1a")
@pytest.mark.parametrize("book", BOOKS)
def test_online_confirming_the_play_is_the_press(book: str) -> None:
    match = table(book, Enforcement.STRICT).begin().turn(5)
    assert (match.running(), match.clock.since) == (B, match.now)
    assert match.free(B) == match.clock.rules.delay / SECOND


@pytest.mark.clause("ibf:3.4b")
@pytest.mark.parametrize("enforcement", list(Enforcement))
def test_the_opponent_neither_rolls_nor_doubles_before_the_press(enforcement: Enforcement) -> None:
    match = table("ibf", enforcement).begin()
    if enforcement is Enforcement.RECORDED:
        match.do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
        match.do(c.OfferDouble(at=0, side=B))  # ibf:9.10: it binds, and is offered after the press
        assert (match.running(), match.state.bindings[0].side) == (A, B)
    else:
        assert match.refused(c.OfferDouble(at=0, side=B)) == "not_your_turn"
        assert match.refused(c.RollDice(at=0, side=B, dice=(6, 6))) == "roll_too_early"


@pytest.mark.clause("ibf:8.4c", "guide:addendum-clock-3")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_a_turn_is_not_ended_without_roll_and_play(book: str) -> None:
    match = table(book).begin()
    assert match.refused(c.EndTurn(at=0, side=A)) == "play_not_complete"
    match.turn()
    assert match.refused(c.EndTurn(at=0, side=B)) == "must_roll_first"
    online = table(book, Enforcement.STRICT).begin()
    assert online.refused(c.PlayCheckers(at=0, side=A, hops=((8, 5),))) == "must_use_both"


@pytest.mark.clause("usbgf:4.1.7.1b", "bws:4.1.6.2b")
@pytest.mark.parametrize("enforcement", list(Enforcement))
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_the_empty_turn_of_a_closed_out_player_is_a_turn(book: str, enforcement: Enforcement) -> None:
    match = table(book, enforcement).begin()
    match.place("x 7:1 6:2 5:2 4:2 3:2 2:2 1:2 8:2 | o bar:1 6:5 5:4 4:5", turn=A, dice=(2, 1))
    match.wait(20).do(c.PlayCheckers(at=0, side=A, hops=((8, 6), (8, 7))))
    if enforcement is Enforcement.RECORDED:
        match.do(c.EndTurn(at=0, side=A))
    before = match.shows(B)
    match.turn(0, dice=(6, 5))  # nothing can be played
    assert (match.shows(B), match.game.turn) == (before, A)
    assert match.free(A) == 12


@pytest.mark.clause(
    "usbgf:4.4.4.1b", "usbgf:4.4.5.1b", "usbgf:4.4.4.1c", "bws:4.4.2d", "bws:4.4.3b", "bws:3.5.5c", "bws:4.1.6.2a"
)
@pytest.mark.parametrize(
    ("double", "take", "roll", "white", "black"),
    [
        (5, 20, 12, 0, 8),  # usbgf:4.4.4.1b
        (10, 15, 12, 0, 3),  # bws:3.5.5c
        (9, 30, 0, 0, 18),  # bws:4.4.2d
        (0, 5, 20, 8, 0),  # bws:4.4.3b
        (20, 0, 0, 8, 0),
    ],
)
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide", "ibf"])
def test_double_take_and_roll_have_a_delay_each(
    book: str, double: int, take: int, roll: int, white: int, black: int
) -> None:
    match = table(book).begin(B).turn()
    whole = match.shows(A)
    match.wait(double).do(c.OfferDouble(at=0, side=A))
    assert (match.running(), match.free(B)) == (B, 12)
    match.wait(take).do(c.Take(at=0, side=B))
    assert (match.running(), match.free(A)) == (A, 12)
    match.turn(roll)
    assert (whole - match.shows(A), whole - match.shows(B)) == (white, black)


@pytest.mark.clause("usbgf:4.4.5.1b", "usbgf:4.3.2(a)", "bws:4.3.2.1", "ibf:8.12", "ibf:3.12b")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide", "ibf"])
def test_both_clocks_stand_from_the_end_of_a_game_to_the_next_opening_roll(book: str) -> None:
    match = table(book).begin(B).turn(15)
    match.wait(3).do(c.OfferDouble(at=0, side=A))
    match.wait(20).do(c.Pass(at=0, side=B))
    assert match.running() is None
    shows = match.shows(A), match.shows(B)
    match.wait(25).begin()
    assert (match.shows(A), match.shows(B)) == shows
    assert (match.running(), match.free(A)) == (A, 12)
    assert time_elapsed(match.clock, match.now) == match.now


@pytest.mark.clause("bws:4.3.2.1", "usbgf:4.3.2(a)", "ibf:8.12")
@pytest.mark.parametrize("enforcement", list(Enforcement))
def test_bearing_off_the_last_checker_stops_the_clock(enforcement: Enforcement) -> None:
    match = table("bws", enforcement).begin().place("x 1:1 | o 6:5", A)
    match.set_reserve(A, 190).set_reserve(B, 300).turn(5)
    assert match.state.phase is MatchPhase.BETWEEN
    assert (match.running(), match.shows(A), match.shows(B)) == (None, 190, 300)
    match.wait(60).begin(B)
    assert (match.shows(A), match.shows(B), match.free(B)) == (190, 300, 12)


@pytest.mark.clause("ibf:3.12b")
def test_the_next_game_is_due_thirty_seconds_after_the_last() -> None:
    match = table("ibf").begin()
    assert pause_limit(match.state) is None
    match.place("x 1:1 | o 6:5", A).turn(5)
    assert pause_limit(match.state) == match.now + 30 * SECOND
    match.do(c.CallBreak(at=0, side=A))
    assert pause_limit(match.state) is None
    assert pause_limit(table("usbgf").begin().state) is None


@pytest.mark.clause("usbgf:4.3.2(b)", "bws:4.3.2.2a", "guide:2.2.6g")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide", "ibf"])
def test_a_break_keeps_both_times(book: str) -> None:
    match = table(book, length=9).begin().turn(20).turn(30)
    match.do(c.ForfeitGame(at=0, by=TD, side=B))
    shows = match.shows(A), match.shows(B)
    match.do(c.CallBreak(at=0, side=A))
    assert match.wait(200).refused(c.ResumeClock(at=0)) == "break_running"
    match.do(c.EndBreak(at=0, side=A))
    match.wait(30).begin()
    assert (match.shows(A), match.shows(B)) == shows


@pytest.mark.clause("usbgf:4.3.2(b)", "usbgf:4.3.2-4")
def test_a_break_in_the_middle_of_a_game_stops_the_clock() -> None:
    match = table("usbgf").begin().turn(20)
    match.wait(5)
    match.do(c.PauseClock(at=0, side=B, reason=PauseReason.BREAK))
    match.wait(240).do(c.ResumeClock(at=0))
    assert (match.shows(B), match.free(B)) == (1080, 7)


@pytest.mark.clause("bws:4.3.2.2b")
def test_after_a_break_the_director_sets_the_times_again() -> None:
    match = table("bws").begin().turn(20)
    match.do(c.CallDirector(at=0, side=B))
    match.set_reserve(A, 372).set_reserve(B, 520)
    match.wait(90).do(c.ReleaseMatch(at=0, by=TD))
    assert (match.shows(A), match.shows(B)) == (372, 520)


@pytest.mark.clause("usbgf:4.4.5.1b")
def test_a_pass_ends_the_game_in_one_step() -> None:
    match = table("usbgf").begin(B).turn()
    match.do(c.OfferDouble(at=0, side=A))
    assert types(match.do(c.Pass(at=0, side=B))) == ["DoublePassed", "GameEnded"]
