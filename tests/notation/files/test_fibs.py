"""FIBS: the board line, and what its clients keep of a match."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import BACKGAMMON, Position, Roll, Side
from barpoint.notation.files.fibs_logs import read_gmd, read_javafibs
from barpoint.notation.ids.fibs_board import (
    fibs_record,
    read_fibs_board,
    write_fibs_board,
)
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    Party,
    Situation,
)
from barpoint.notation.position_reader import read
from barpoint.notation.record.replayer import replay
from tests.notation.reachable_positions import after_plies
from tests.notation.record_texts import bare

START = (
    "board:You:other:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)

JAVA = """JavaFIBS internal match representation v1.1
8:Ann:5
13:Ann:
6:You:Ann
11:You:3 1
1:You:17-20 19-20
0:Ann:6 4
1:Ann:24-18 18-14
0:You:6 6
1:You:1-7 1-7 12-18 12-18
2:Ann:
4:You:
0:Ann:1 1
1:Ann:6-5 6-5 6-5 6-5
3:You:2
7:Ann:2
14:Ann-2:Bob-0
6:You:Ann
11:Ann:6 1
1:Ann:13-7 8-7
2:You:
5:Ann:
"""

GMD = """GMD-2 # made by hand
Length: 5
Player:W: Ann
Player:B: Bob
Location: Here
Rule: Crawford
Game:
Roll:B:: 3 1
Move:B:: 17/20 19/20
Roll:W:: 6 4
Move:W:: 24/18 18/14
Roll:B:: 6 6
Move:B:: 1/7 1/7 12/18 12/18
Double:W:
Take:B:
Roll:W:: 1 1
Move:W:: 6/5 6/5 6/5 6/5
Resign:B:: 2
Accept:W:
Game:
Roll:W:: 6 1
Move:W:: 13/7 8/7
Double:B:
Drop:W:
"""


def test_the_board_line_of_the_opening() -> None:
    position, situation, names = read_fibs_board(START)
    assert position == Position.start()
    assert situation == Situation(Roll(6, 2), score=(0, 1), length=3)
    assert names == ("You", "other")
    record = fibs_record(START)
    assert (record.white, record.length, record.games[0].score) == ("You", 3, (0, 1))
    assert not replay(record).problems


@given(st.integers(0, 2**32), st.integers(0, 90), st.sampled_from(list(BoardSeat)), st.sampled_from([None, *Party]))
def test_a_board_line_comes_back(seed: int, plies: int, seat: BoardSeat, owner: Party | None) -> None:
    position = after_plies(BACKGAMMON, plies, random.Random(seed))
    situation = Situation(cube=1 if owner is None else 4, cube_owner=owner, score=(2, 1), length=7, seat=seat)
    assert read_fibs_board(write_fibs_board(position, situation))[:2] == (position, situation)


def test_a_double_waits_in_the_board_line() -> None:
    situation = Situation(offer=CubeOffer.DOUBLE, to_decide=Party.THEM, length=5)
    assert read_fibs_board(write_fibs_board(Position.start(), situation))[1] == situation


def test_a_board_line_is_a_position_like_any_other() -> None:
    assert read(START) == (Position.start(), Situation(Roll(6, 2), score=(0, 1), length=3))


def test_both_clients_tell_the_same_match() -> None:
    java, gibbon = bare(read_javafibs(JAVA)), bare(read_gmd(GMD))
    assert (java.white, java.black, java.length) == ("Ann", "Bob", 5)
    assert java == gibbon
    assert [(game.winner, game.points) for game in java.games] == [(Side.WHITE, 2), (Side.BLACK, 1)]


@pytest.mark.parametrize(
    "line", ["", "board:You", START.replace(":-2:", ":-20:"), START.replace(":6:2:", ":x:2:"), "board" + ":1" * 52]
)
def test_what_is_no_board_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"FIBS board line|FIBS|counts"):
        read_fibs_board(line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no", "first line"),
        (JAVA.replace("3 1", "31"), "line 5: expected two dice"),
        (JAVA.replace("17-20", "17>20"), "line 6: expected hops"),
        (JAVA.replace("11:You:3 1\n", ""), "line 5: a play follows the roll"),
        (JAVA.replace("3:You:2", "3:You:two"), "expected the points"),
    ],
)
def test_what_is_no_client_log_is_refused(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_javafibs(text)
