"""Plays: hitting, entering, bearing off, and where a turn or a game ends."""

import pytest
from hypothesis import given

from barpoint.board import (
    BACKGAMMON,
    BAR,
    LONGGAMMON,
    OFF,
    SPRINTGAMMON,
    Hop,
    Play,
    Position,
    Roll,
    check_play,
    hop_tree,
    legal_plays,
    pos,
)
from barpoint.board.disciplines import HEAD
from barpoint.board.movegen import natural_head_cap
from barpoint.board.outcome import result
from tests.board.strategies import positions, rolls


def texts(position: str, roll: str) -> list[str]:
    return [play.hop_text for play in legal_plays(pos(position), Roll.parse(roll))]


def test_a_play_is_written_hop_by_hop_with_its_hits() -> None:
    position = pos("x bar:1 24:2 13:5 8:3 6:4 | o 24:1 20:1 13:5 8:3 6:5")
    play = Play.of(position, [Hop(BAR, 24), Hop(8, 5)])
    assert play.hop_text == "bar/24 8/5*"
    assert play.hits == (5,)
    assert Play.of(pos("x 2:1 | o 1:15"), [Hop(2, OFF)]).hop_text == "2/off"
    assert Play.of(position, []).hop_text == "no move"


def test_a_double_hit_by_one_checker_is_marked_twice() -> None:
    position = pos("sprintgammon: x 24:1 23:1 22:1 | o 4:1 8:1 22:1")
    assert Play.of(position, [Hop(24, 21), Hop(21, 17)]).hop_text == "24/21* 21/17*"


@pytest.mark.clause("ibf:12.5.1a")
def test_one_final_position_is_offered_once() -> None:
    assert texts("start", "53").count("13/8 8/5") + texts("start", "53").count("13/10 10/5") == 1


@pytest.mark.clause("trad:hitting-and-entering-2", "ibf:5.3b", "trad:overview-3", "bws:4.2.2b", "usbgf:4.2.2.1f")
def test_a_blot_that_is_hit_goes_to_the_bar_and_waits_there() -> None:
    position = pos("x 24:2 13:5 8:3 6:5 | o 24:1 20:1 13:5 8:3 6:5")  # their 20 is our 5
    after = Play.of(position, [Hop(8, 5)]).after
    assert after.them[BAR] == 1
    assert after.them[20] == 0
    assert after.us[5] == 1
    theirs = after.flip()
    for play in legal_plays(theirs, Roll(4, 3)):
        assert play.hops[0].source == BAR
    closed = pos("x bar:1 13:14 | o 6:3 5:3 4:3 3:2 2:2 1:2")
    assert legal_plays(closed, Roll(6, 5)) == []
    assert closed.us[BAR] == 1


@pytest.mark.clause("trad:hitting-and-entering-1")
def test_one_checker_is_a_blot_and_two_are_not() -> None:
    assert "8/5*" in " ".join(texts("x 24:2 13:5 8:3 6:5 | o 20:1 13:6 8:3 6:5", "31"))
    assert "8/5" not in " ".join(texts("x 24:2 13:5 8:3 6:5 | o 20:2 13:5 8:3 6:5", "31"))
    assert "8/5 " in " ".join(texts("x 24:2 13:5 8:3 6:5 | o 24:1 13:6 8:3 6:5", "31"))


@pytest.mark.clause("ibf:4.3b")
@given(positions("longgammon"), rolls)
def test_nothing_is_ever_hit_in_longgammon(position: Position, roll: Roll) -> None:
    for play in legal_plays(position, roll):
        assert play.hits == ()
        assert play.after.them == position.them


@pytest.mark.clause("guide:5.4c")
def test_with_no_point_to_enter_on_nothing_else_may_move() -> None:
    assert texts("x bar:1 13:5 8:4 6:5 | o 24:2 13:5 5:4 3:4", "53") == []


@pytest.mark.clause("bws:4.2.1b")
def test_the_open_number_enters_and_the_other_is_played_after_it() -> None:
    plays = legal_plays(pos("x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5"), Roll(6, 2))
    assert plays
    assert {play.hops[0] for play in plays} == {Hop(BAR, 23)}


@pytest.mark.clause("trad:hitting-and-entering-4", "ibf:5.4a")
@pytest.mark.parametrize("number", range(1, 7))
def test_a_number_enters_on_the_opponents_point_of_that_number(number: int) -> None:
    entering = hop_tree(pos("x bar:1 | o 24:15"), Roll(number, number % 6 + 1)).hops
    assert Hop(BAR, 25 - number) in entering


@pytest.mark.clause("trad:hitting-and-entering-7")
def test_after_the_last_entry_any_checker_may_play_on() -> None:
    assert texts("x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5", "64") == ["bar/21 21/15", "bar/21 13/7", "bar/21 8/2"]


@pytest.mark.clause("ibf:2.5")
def test_bearing_off_counts_a_checker_off_and_out_of_play() -> None:
    position = pos("x 6:5 5:4 4:3 off:3 | o 1:15")
    after = Play.of(position, [Hop(6, OFF)]).after
    assert (position.in_play, after.in_play) == (12, 11)
    assert (position.us[OFF], after.us[OFF]) == (3, 4)


@pytest.mark.clause("ibf:13.4", "trad:bearing-off-7")
def test_a_checker_that_was_hit_comes_home_before_another_is_borne_off() -> None:
    assert texts("x bar:1 2:2 | o 24:9 5:2 7:4", "65") == ["bar/19 19/14"]
    assert texts("x bar:1 2:2 | o 24:9 3:2 6:4", "53") == ["bar/20 20/17"]


@pytest.mark.clause("trad:bearing-off-6")
def test_nothing_is_borne_off_from_the_bar() -> None:
    assert texts("x bar:1 2:3 | o 2:2 1:2 6:11", "21") == []


@pytest.mark.clause("ibf:2.11")
def test_the_head_is_the_stack_on_the_own_24_point() -> None:
    start = Position.start(LONGGAMMON)
    assert start.us[HEAD] == 15
    assert Play.of(start, [Hop(24, 20), Hop(20, 18)]).after.us[HEAD] == 14


LAST_CHECKER = [
    pytest.param("x 1:1 | o 2:15", "21", "1/off", marks=pytest.mark.clause("ibf:1.2a", "ibf:13.5")),
    pytest.param("x 2:1 | o 3:15", "53", "2/off", marks=pytest.mark.clause("ibf:13.5", "trad:bearing-off-8")),
    pytest.param("x 3:1 | o 5:15", "41", "3/off", marks=pytest.mark.clause("trad:object-2", "trad:bearing-off-8")),
    pytest.param("x 5:1 | o 5:15", "41", "5/4 4/off", marks=pytest.mark.clause("ibf:13.5")),
]


@pytest.mark.parametrize(("position", "roll", "text"), LAST_CHECKER)
def test_the_last_checker_off_wins_and_leaves_nothing_to_play(position: str, roll: str, text: str) -> None:
    (play,) = legal_plays(pos(position), Roll.parse(roll))
    assert play.hop_text in {text, "5/1 1/off"}
    over = result(play.after)
    assert over is not None
    assert over.mover_won
    assert legal_plays(play.after, Roll(6, 5)) == []


def test_the_last_checker_may_go_by_both_numbers_or_by_one_and_a_hit_on_the_way_is_another_play() -> None:
    assert texts("x 3:1 | o 23:1 5:14", "41") == ["3/off", "3/2* 2/off"]
    for hops in ([(3, 0)], [(3, 2), (2, 0)]):
        assert isinstance(check_play(pos("x 3:1 | o 5:15"), Roll(4, 1), hops), Play)


@pytest.mark.clause("ibf:1.2b")
def test_a_game_is_won_with_as_many_off_as_the_discipline_has_checkers() -> None:
    for rules, off in ((SPRINTGAMMON, 3), (BACKGAMMON, 15)):
        one_left = [0] * 26
        one_left[5], one_left[OFF] = 1, off - 1
        position = Position(one_left, Position.start(rules).us, rules)
        (play,) = legal_plays(position, Roll(6, 6))
        assert result(position) is None
        assert result(play.after) is not None
        assert play.after.us[OFF] == off


@pytest.mark.clause("usbgf:4.2.2.3")
def test_a_hop_that_was_tried_can_be_taken_back() -> None:
    tree = hop_tree(Position.start(), Roll(6, 2))
    offered = tree.hops
    tree.step((13, 7))
    assert tree.hops == offered
    assert Hop(24, 18) in tree.hops
    assert tree.path == ()


@pytest.mark.clause("ibf:13.1")
def test_a_side_that_is_short_bears_off_once_those_it_has_are_home() -> None:
    short = pos("x 6:13 5:1 off:0 | o 1:15")
    assert "6/off 6/5" in {play.hop_text for play in legal_plays(short, Roll(6, 1))}


@pytest.mark.clause("ibf:4.4b")
def test_an_opponent_that_is_a_checker_short_can_still_be_shut_in() -> None:
    cells = "x 11:1 7:1 6:1 4:1 3:1 2:10 | o 24:9 22:3 21:2"
    assert texts(f"longgammon: {cells} off:1", "66") == ["11/5 7/1 6/off 5/off"]
    assert texts(f"longgammon: {cells} off:0", "66") == ["7/1"]


@given(positions(), rolls)
def test_the_head_cap_read_off_the_board_is_the_one_the_kernel_reads(position: Position, roll: Roll) -> None:
    assert legal_plays(position, roll) == legal_plays(position, roll, natural_head_cap(position, roll))


@pytest.mark.parametrize("name", ["longgammon", "long-nardy"])
@pytest.mark.parametrize("opponent", ["o 24:15", "o 24:14 18:1"])
@pytest.mark.parametrize("roll", ["11", "22", "33", "44", "55", "66", "31"])
def test_on_a_first_turn_as_well(name: str, opponent: str, roll: str) -> None:
    position, thrown = pos(f"{name}: x 24:15 | {opponent}"), Roll.parse(roll)
    assert legal_plays(position, thrown) == legal_plays(position, thrown, natural_head_cap(position, thrown))
