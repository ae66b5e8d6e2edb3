"""Move text: written canonically, read tolerantly, and always a legal play or the reason why not."""

import random
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import (
    LONGGAMMON,
    Hop,
    Play,
    PlayCode,
    Position,
    Refusal,
    Roll,
    hop_tree,
    legal_plays,
    pos,
)
from barpoint.notation.move_text import read_play, read_walks, split_entry, write_entry, write_hops, write_play
from tests.notation.reachable_positions import roll_positions

START = Position.start()
BLOTS = "x 24:2 13:5 8:3 6:5 | o 24:2 13:4 8:3 7:1 6:5"  # a blot on our 18
ON_BAR = "x bar:1 13:5 8:3 6:6 | o 24:2 13:5 8:3 6:4 3:1"
OFF = "x 6:2 5:2 4:2 | o 24:1 3:2"


def the_play(text: str, literal: str, roll: str) -> Play:
    play = read_play(text, pos(literal), Roll.parse(roll))
    assert isinstance(play, Play), play
    return play


@pytest.mark.parametrize(
    ("literal", "roll", "hops", "text"),
    [
        ("start", "31", [(8, 5), (6, 5)], "8/5 6/5"),
        ("start", "65", [(24, 18), (18, 13)], "24/13"),
        ("start", "66", [(24, 18), (24, 18), (13, 7), (13, 7)], "24/18(2) 13/7(2)"),
        ("start", "44", [(24, 20), (24, 20), (20, 16), (20, 16)], "24/16(2)"),
        ("start", "11", [(8, 7), (8, 7), (6, 5), (6, 5)], "8/7(2) 6/5(2)"),
        (BLOTS, "65", [(24, 18), (18, 13)], "24/18*/13"),
        (BLOTS, "65", [(24, 18), (13, 8)], "24/18* 13/8"),
        (BLOTS, "66", [(24, 18), (24, 18), (13, 7), (13, 7)], "24/18*(2) 13/7(2)"),
        (ON_BAR, "63", [(25, 22), (13, 7)], "bar/22* 13/7"),
        (ON_BAR, "43", [(25, 22), (22, 18)], "bar/22*/18"),
        (OFF, "64", [(6, 0), (4, 0)], "6/off 4/off"),
        (OFF, "51", [(6, 5), (5, 0)], "6/off"),
        (OFF, "66", [(6, 0), (6, 0), (5, 0), (5, 0)], "6/off(2) 5/off(2)"),
    ],
)
def test_a_play_is_written_canonically(literal: str, roll: str, hops: list[tuple[int, int]], text: str) -> None:
    position = pos(literal)
    assert write_play(Play.of(position, [Hop(*hop) for hop in hops])) == text
    assert the_play(text, literal, roll).after == position.after(hops)


@pytest.mark.clause("ibf:app1.1")
def test_a_move_is_two_points_in_the_movers_numbering_with_a_slash_between() -> None:
    for view in (START, START.flip()):
        play = read_play("24/20 6/5", view, Roll(4, 1))
        assert isinstance(play, Play)
        assert play.hops == ((24, 20), (6, 5))
        assert write_hops(play) == "24/20 6/5"


@pytest.mark.clause("ibf:app1.2")
def test_a_star_marks_a_hit_and_cannot_occur_in_longgammon() -> None:
    dice, text = split_entry("31: 8/5* 6/5")
    position = pos("x 24:2 13:5 8:3 6:5 | o 24:1 20:1 13:5 8:3 6:5")
    play = read_play(text, position, Roll(*dice))
    assert isinstance(play, Play)
    assert play.hits == (5,)
    assert write_hops(play) == "8/5* 6/5"
    with pytest.raises(ValueError, match="no hits in Longgammon"):
        read_play(text, Position.start(LONGGAMMON), Roll(3, 1))


@pytest.mark.clause("ibf:app1.10")
def test_on_the_ibf_sheet_every_number_has_its_entry_and_the_dice_stand_as_rolled() -> None:
    dice, text = split_entry("16: 24/23 23/17")
    assert dice == (1, 6)
    start = Position.start(LONGGAMMON)
    play = read_play(text, start, Roll(*dice))
    assert isinstance(play, Play)
    assert play.after == start.after([(24, 23), (23, 17)])
    assert write_entry(play, dice) == "16: 24/18 18/17"
    four = read_play("24/4", start, Roll(5, 5))
    assert isinstance(four, Play)
    assert write_entry(four, (5, 5)) == "55: 24/19 19/14 14/9 9/4"


@pytest.mark.parametrize("text", ["61: 24/18", "6-1:24/18", " 6 1 : 24/18 "])
def test_the_dice_of_an_entry_are_read_however_they_are_spaced(text: str) -> None:
    assert split_entry(text) == ((6, 1), "24/18")


@pytest.mark.parametrize("text", ["", "24/18", "71: 24/18", "6: 24/18", "61 24/18"])
def test_an_entry_needs_two_dice_and_a_colon(text: str) -> None:
    with pytest.raises(ValueError, match="two dice, a colon and a play"):
        split_entry(text)


@pytest.mark.parametrize(
    ("literal", "roll", "texts", "canonical"),
    [
        ("start", "31", ["6/5 8/5", " 8/5   6/5 ", "8/5,6/5", "8/5, 6/5", "8 / 5 6/ 5", "8/5; 6/5"], "8/5 6/5"),
        ("start", "42", ["24/20/18", "24/20 20/18", "24/22/18", "20/18 24/20", "24/18"], "24/18"),
        ("start", "66", ["24/18 24/18 13/7 13/7", "13/7(2) 24/18(2)", "24/18 (2) 13/7 13/7"], "24/18(2) 13/7(2)"),
        ("start", "31", ["8/5* 6/5*", "8/5*/4", "8/4*"], None),
        (BLOTS, "65", ["24/18/13", "24/18*/13*", "24/18 18/13", "24/18*/13"], "24/18*/13"),
        (ON_BAR, "63", ["25/22 13/7", "Bar/22* 13/7", "BAR/22 13/7*", "b/22 13/7", "13/7 bar/22*"], "bar/22* 13/7"),
        (OFF, "64", ["6/0 4/0", "6/Off 4/OFF", "4/off 6/o", "6/off,4/off"], "6/off 4/off"),
    ],
)
def test_a_text_is_read_however_it_is_written(literal: str, roll: str, texts: list[str], canonical: str | None) -> None:
    for text in texts:
        written = write_play(the_play(text, literal, roll))
        assert written == (canonical or text.replace("*", "").replace("8/5/4", "8/4"))


def test_an_unnamed_stop_hits_only_when_every_way_there_hits() -> None:
    open_way = "x 24:2 13:5 8:3 6:5 | o 24:2 13:4 8:3 7:1 6:5"
    assert the_play("24/14", open_way, "64").hits == ()
    assert the_play("24/18/14", open_way, "64").hits == (18,)
    one_way = "x 24:2 13:5 8:3 6:5 | o 24:2 13:4 8:3 7:1 6:3 5:2"
    assert the_play("24/14", one_way, "64").hits == (18,)
    both = pos("x 24:2 13:5 8:3 6:5 | o 24:2 13:4 8:3 7:1 6:4 5:1")
    with pytest.raises(ValueError, match=r"24/18\*/14 or 24/20\*/14"):
        read_play("24/14", both, Roll(6, 4))


@pytest.mark.parametrize("text", ["", "no move", "No Play", "Cannot Move", "dance", " cannot move. "])
def test_a_roll_that_cannot_be_played_is_no_move(text: str) -> None:
    shut = pos("x bar:1 13:14 | o 6:3 5:3 4:3 3:2 2:2 1:2")
    play = the_play(text, str(shut), "65")
    assert not play.hops
    assert write_play(play) == write_hops(play) == "no move"
    refused = read_play(text, START, Roll(3, 1))
    assert isinstance(refused, Refusal)
    assert refused.code == PlayCode.MUST_PLAY


@pytest.mark.parametrize(
    ("literal", "roll", "text", "code"),
    [
        ("start", "31", "8/5", PlayCode.MUST_USE_BOTH),
        ("start", "31", "8/4 6/5", PlayCode.NOT_ROLLED),
        ("start", "31", "8/6 6/5 6/5", PlayCode.NOT_ROLLED),
        ("start", "31", "6/9 8/7", PlayCode.WRONG_DIRECTION),
        ("start", "31", "9/6 8/7", PlayCode.NOT_YOUR_CHECKER),
        ("start", "51", "13/8 13/8", PlayCode.NOT_ROLLED),
        ("start", "51", "24/19 6/5", PlayCode.BLOCKED),
        ("start", "61", "6/off 8/7", PlayCode.NOT_ALL_HOME),
        (ON_BAR, "63", "13/7 8/5", PlayCode.BAR_FIRST),
        (ON_BAR, "63", "13/10 bar/19", PlayCode.BLOCKED),
    ],
)
def test_an_illegal_play_is_refused_with_its_reason(literal: str, roll: str, text: str, code: PlayCode) -> None:
    refused = read_play(text, pos(literal), Roll.parse(roll))
    assert isinstance(refused, Refusal)
    assert refused.code == code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8", "expected a play such as"),
        ("8/", "expected a play such as"),
        ("8/5x 6/5", "expected a play such as"),
        ("8/56/5", "points run from 1 to 24"),
        ("8/5 6/5(", "expected a play such as"),
        ("26/20", "points run from 1 to 24"),
        ("0/5", "from the bar and goes off"),
        ("off/5", "from the bar and goes off"),
        ("5/bar", "from the bar and goes off"),
        ("5/5", "from one point to another"),
        ("6/5(5)", "at most four hops"),
        ("24/23/22/21/20/19", "at most four hops"),
        ("٨/٥", "expected a play such as"),
        ("8/5 " * 60, "at most 200 letters"),
    ],
)
def test_what_is_no_move_text_is_answered_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_play(text, START, Roll(3, 1))


@given(roll_positions())
def test_reading_what_was_written_gives_every_legal_play_back(drawn: tuple[Position, Roll]) -> None:
    position, roll = drawn
    for play in legal_plays(position, roll):
        assert read_play(write_play(play), position, roll) == play
        assert read_play(write_hops(play), position, roll) == play


@given(roll_positions(), st.randoms(use_true_random=False))
def test_any_legal_order_of_hops_in_any_spelling_is_read_as_the_same_play(
    drawn: tuple[Position, Roll], rng: random.Random
) -> None:
    position, roll = drawn
    node, legs = hop_tree(position, roll), []
    while node.branches:
        hop, node = rng.choice(node.branches)
        star = rng.choice(["", "*"]) if position.discipline.hitting else ""
        legs.append(f"{rng.choice(['bar', '25', 'Bar']) if hop.source == 25 else hop.source}/{hop.target}{star}")
    rng.shuffle(legs)
    play = read_play(rng.choice([" ", ", ", "  "]).join(legs), position, roll)
    assert isinstance(play, Play)
    assert play.after == node.position
    assert write_play(play) == write_play(the_play(write_play(play), str(position), str(roll)))


@given(st.text("0123456789/*() barof,", max_size=30))
def test_no_text_brings_anything_but_an_answer_or_a_clear_error(text: str) -> None:
    with suppress(ValueError):
        assert isinstance(read_play(text, START, Roll(3, 1)), Play | Refusal)


@given(roll_positions())
def test_written_walks_go_down_from_point_to_point(drawn: tuple[Position, Roll]) -> None:
    position, roll = drawn
    for play in legal_plays(position, roll):
        for walk in read_walks(write_play(play), position.discipline):
            assert all(source > target for source, target in pairwise(walk))


BLOCKED_ON_THE_WAY = "longgammon: x 11:1 7:1 6:1 4:1 3:1 2:10 | o 24:10 21:5"


@pytest.mark.clause("ibf:4.4f")
@pytest.mark.parametrize("discipline", ["longgammon", "longgammon-strict"])
def test_where_blocks_are_forbidden_the_order_written_is_the_order_judged(discipline: str) -> None:
    position = pos(BLOCKED_ON_THE_WAY.replace("longgammon", discipline))
    refused = read_play("11/5 5/1", position, "64")
    assert isinstance(refused, Refusal)
    assert refused.code == PlayCode.TEMPORARY_BLOCK
    assert refused.facts["legal_order"] == (11, 7, 7, 1)
    for text in ("11/7 7/1", "11/7/1", "11/1"):
        play = read_play(text, position, "64")
        assert isinstance(play, Play)
        assert write_hops(play) == "11/7 7/1"
