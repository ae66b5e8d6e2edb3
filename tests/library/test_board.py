"""A position as a program has it: read from anything, played on, with its dice, cube and score."""

import copy
import pickle

import pytest
from hypothesis import given

import barpoint as bp
from barpoint.notation import Party, ascii_board, situation_of_match
from tests.board.strategies import positions

BARRED = "XGID=----bCD-BA--cCa--c-cb-a-AA:1:-1:1:43:2:4:0:7:10"


def test_a_position_keeps_the_dice_cube_and_score_of_its_id() -> None:
    p = bp.position(BARRED)
    assert (p.dice, p.score, p.length, p.cube, p.cube_owner) == (bp.Roll(4, 3), (2, 4), 7, 2, Party.THEM)
    assert p.xgid == BARRED
    assert bp.position(p.gnubg_id).score == (2, 4)


@pytest.mark.parametrize("roll", ["43", "4-3", "34", (3, 4), bp.Roll(4, 3), None])
def test_a_roll_is_a_text_a_pair_or_a_roll(roll: bp.RollLike | None) -> None:
    p = bp.position(BARRED)
    assert p.plays(roll) == bp.legal_plays(p, bp.Roll(4, 3))


def test_rolls_as_text_go_everywhere() -> None:
    start = bp.Position.start()
    assert bp.legal_plays(start, "31") == bp.legal_plays(start, bp.Roll(3, 1)) == bp.legal_plays(start, (1, 3))
    assert bp.hop_tree(start, "31").hops == bp.hop_tree(start, bp.Roll(3, 1)).hops
    assert isinstance(bp.check_play(start, "31", [(8, 5), (6, 5)]), bp.Play)
    assert isinstance(bp.read_play("8/5 6/5", start, "31"), bp.Play)


@pytest.mark.parametrize("roll", ["7", "", "71", (0, 1), (1, 2, 3), 31, None])
def test_what_is_no_roll_says_what_was_expected(roll: object) -> None:
    with pytest.raises(ValueError, match=r"expected|a die shows"):
        bp.position("start").plays(roll)  # type: ignore[arg-type]  # that is the point


def test_a_play_turns_the_board_and_what_stands_around_it() -> None:
    p = bp.position(BARRED)
    q = p.play(None, "bar/22* 13/9")
    assert q.score == (4, 2)
    assert q.cube_owner is Party.US
    assert q.dice is None
    assert q.us == p.read_play("43", "bar/22* 13/9").after.them
    assert q.flip().flip() == q


def test_a_play_is_a_text_a_play_or_hops() -> None:
    p = bp.position("start")
    play = p.read_play("31", "8/5 6/5")
    assert p.play("31", "8/5 6/5") == p.play("31", play) == p.play("31", [(8, 5), (6, 5)])


def test_what_is_not_legal_raises_the_reason_and_what_is_no_play_a_value_error() -> None:
    p = bp.position(BARRED)
    with pytest.raises(bp.RefusedError, match=r"bar have to enter.*\[bar_first\]") as refused:
        p.play("43", "13/9 6/3")
    assert refused.value.code == "bar_first"
    assert not isinstance(refused.value, ValueError)
    with pytest.raises(ValueError, match="expected a play such as"):
        p.play("43", "thirteen nine")
    with pytest.raises(ValueError, match="no dice on the board"):
        bp.position("start").plays()


@given(positions())
def test_a_board_in_letters_is_read_as_it_is_shown(position: bp.Position) -> None:
    assert bp.position(ascii_board(position), position.discipline) == position


@pytest.mark.parametrize(
    "around",
    [
        BARRED,
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10",
    ],
)
def test_dice_cube_and_score_beside_a_board_are_read_too(around: str) -> None:
    p = bp.position(around)
    q = bp.position(repr(p))
    assert (q, q.dice, q.score, q.length, q.cube, q.cube_owner) == (p, p.dice, p.score, p.length, p.cube, p.cube_owner)


def test_a_board_that_another_program_numbered_for_the_other_side_is_read_for_that_side() -> None:
    board = """
     +12-11-10--9--8--7-------6--5--4--3--2--1-+
     | X           O    |   | O              X |
     | X           O    |   | O              X |
     | X           O    |   | O                |
     | X                |   | O                |
     | X                |   | O                |
    ^|                  |BAR|                  |
     |                  |   | 6                |
     | O                |   | X                |
     | O                |   | X                |
     | O           X    |   | X              O |
     | O           X    |   | X              O |
     +13-14-15-16-17-18------19-20-21-22-23-24-+
    """
    assert str(bp.position(board)) == "x 24:2 13:4 8:3 6:5 off:1 | o 24:2 13:5 8:2 6:6"


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (" +13-14-15-16-17-18------19-20-21-22-23-24-+\n | X |\n", "eleven lines"),
        ("nothing\nof the kind\n", "expected a position"),
    ],
)
def test_a_board_that_is_none_says_what_was_expected(board: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        bp.position(board)


def test_an_id_in_a_program_s_text_is_read_whole() -> None:
    text = f"{BARRED}\n\nX:Ann   O:Bob\nScore is X:2 O:4 7 pt.(s) match.\n"
    assert bp.position(text) == bp.position(BARRED)


def test_a_board_is_a_value() -> None:
    p = bp.position(BARRED)
    assert pickle.loads(pickle.dumps(p)) == p == copy.copy(p)  # noqa: S301  # our own
    assert p != p.with_score(0, 0, 7)
    assert len({p, p.with_dice(None)}) == 2
    assert isinstance(p, bp.Position)
    with pytest.raises(AttributeError):
        p.situation = None


@pytest.mark.parametrize("text", [None, 5, b"start"])
def test_what_is_no_text_says_what_was_expected(text: object) -> None:
    with pytest.raises(ValueError, match="expected a position as a text"):
        bp.position(text)  # type: ignore[arg-type]  # that is the point


def test_a_cube_that_cannot_be_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="expected the cube's owner"):
        bp.position("start").with_cube(2, "me")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match="power of two"):
        bp.position("start").with_cube(3)


def test_a_notebook_shows_the_picture() -> None:
    p = bp.position(BARRED)
    assert p._repr_svg_().startswith("<svg")
    assert p.png()[:4] == b"\x89PNG"
    assert "White to play 4-3" in p.describe()


def test_the_board_of_a_match_is_the_same_kind_of_thing() -> None:
    m = bp.Match(points=3)
    m.roll("62")
    game = m.state.game
    assert game is not None
    assert m.position.situation == situation_of_match(m.state, game, bp.Side.WHITE)
    assert bp.position(m.position) is not None


def test_what_is_no_play_and_no_score_is_malformed() -> None:
    p = bp.position("start")
    with pytest.raises(ValueError, match="expected a play such as '8/5 6/5'"):
        p.play("31", 5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="before the end of a match to 5, not 6-0"):
        p.with_score(6, 0, 5)
    with pytest.raises(ValueError, match="not 25; 'bar:count' and 'off:count' are the others"):
        bp.position("x 25:1 | o 24:2")


def test_a_roll_that_cannot_be_played_is_played_as_nothing() -> None:
    shut = bp.position("x bar:1 6:14 | o 1:2 2:2 3:2 4:2 5:2 6:2 13:3")
    assert shut.plays("66") == []
    assert shut.play("66", "") == shut.play("66", "no move") == shut.flip()
