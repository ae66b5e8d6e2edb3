"""The board in letters."""

import pytest
from hypothesis import given

from barpoint.board import Position, Roll, pos
from barpoint.notation.ids.situation import (
    CubeOffer,
    Party,
    Situation,
)
from barpoint.notation.pictures.text_board import ascii_board
from tests.notation.reachable_positions import roll_positions

START = """\
 +13-14-15-16-17-18------19-20-21-22-23-24-+   O: 167 pips
 | X           O    |   | O              X |      4 of 7
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |   [1]
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |   X to play 3-1
 | O           X    |   | X              O |      2 of 7
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: 167 pips"""

TALL = """\
 +13-14-15-16-17-18------19-20-21-22-23-24-+   O: 169 pips, 2 off
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 | 7                | X |                  |
 |                  |BAR|                  |
 |                  | O |                  |
 |                  | O |                  |
 | O                |   | X                |
 | O           X    |   | X  O             |
 | O           X    |   | X  O             |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: 174 pips, 1 off"""

LONGGAMMON = """\
 +13-14-15-16-17-18------19-20-21-22-23-24-+   O: 328 pips
 |          O       |   |    X           X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |               12 |
 |                  |BAR|                  |
 |12                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O  X     O     X |   |          O       |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: 326 pips"""


@pytest.mark.parametrize(
    ("position", "situation", "drawn"),
    [
        (Position.start(), Situation(Roll(3, 1), score=(2, 4), length=7), START),
        (pos("x bar:1 24:1 13:7 8:2 6:3 | o bar:2 20:2 13:3 8:2 6:4"), None, TALL),
        (pos("longgammon: x 24:12 20:1 11:1 7:1 | o 24:12 21:1 15:1 4:1"), None, LONGGAMMON),
    ],
)
def test_a_position_is_drawn_as_the_mover_sees_it(position: Position, situation: Situation | None, drawn: str) -> None:
    assert ascii_board(position, situation) == drawn


@pytest.mark.parametrize(
    ("situation", "line", "words"),
    [
        (Situation(cube=4, cube_owner=Party.THEM), 3, "[4]"),
        (Situation(cube=4, cube_owner=Party.US), 9, "[4]"),
        (Situation(cube=2, offer=CubeOffer.DOUBLE), 10, "X doubles to 4"),
        (Situation(length=3, score=(2, 0), crawford=True), 11, "2 of 3, Crawford game"),
        (Situation(length=3, score=(2, 0), crawford=True), 6, "|"),
        (Situation(score=(5, 1)), 1, "score 1"),
    ],
)
def test_what_stands_around_the_position_stands_beside_the_board(situation: Situation, line: int, words: str) -> None:
    assert ascii_board(Position.start(), situation).split("\n")[line].endswith(words)


@given(roll_positions())
def test_every_board_is_thirteen_lines_of_ascii_within_eighty_columns(drawn: tuple[Position, Roll]) -> None:
    position, roll = drawn
    lines = ascii_board(position, Situation(roll, 64, Party.US, (24, 24), 25, crawford=False)).split("\n")
    assert len(lines) == 13
    assert all(len(line) <= 80 and line.isascii() for line in lines)
    if not any(count > 5 for count in (*position.us[1:], *position.them[1:])):
        drawing = "".join(line[:44] for line in lines[1:-1])
        assert drawing.count("X") == position.in_play
        assert drawing.count("O") == position.flip().in_play
