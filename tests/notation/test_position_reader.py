"""One reader takes a position in every form, and says what it takes otherwise."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import DISCIPLINES, LONGGAMMON, SPRINTGAMMON, Position, Roll
from barpoint.notation.ids.match_ids import gnubg_id
from barpoint.notation.ids.position_ids import position_id, position_key
from barpoint.notation.ids.situation import Situation
from barpoint.notation.ids.xgids import xgid
from barpoint.notation.position_reader import (
    Reading,
    read,
    read_position,
)
from tests.notation.reachable_positions import MIRRORED, roll_positions

MONEY = Situation(jacoby=True)


@pytest.mark.parametrize(
    "text",
    [
        "start",
        " Start ",
        "backgammon start",
        "Backgammon: start",
        "x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5",
        "4HPwATDgc/ABMA",
        "OAHDPAABDAOAHDPAABDA",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA",
        "Position-ID: 4HPwATDgc/ABMA    Match-ID: cAkAAAAAAAAA",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
    ],
)
def test_the_start_is_read_in_every_form(text: str) -> None:
    assert read_position(text) == Position.start()


def test_what_stands_around_the_position_comes_with_it() -> None:
    assert read("4HPwATDgc/ABMA:cAkAAAAAAAAA").situation == MONEY
    assert read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10").situation == Situation(Roll(3, 1), jacoby=True)
    assert read("start").situation is None


@pytest.mark.parametrize("name", [*DISCIPLINES, "hypergammon", "long nardy"])
def test_every_discipline_has_its_start(name: str) -> None:
    position = read_position(f"{name} start")
    assert position == Position.start(position.discipline)
    assert read_position("start", position.discipline) == position


def test_a_discipline_is_named_before_an_id_or_given() -> None:
    start = Position.start(SPRINTGAMMON)
    text = position_id(start)
    assert read_position(f"hypergammon {text}") == read_position(text, SPRINTGAMMON) == start
    assert read_position("x 24:15 | o 24:15", LONGGAMMON) == Position.start(LONGGAMMON)


@given(roll_positions())
def test_the_literal_of_any_position_is_read_back(drawn: tuple[Position, Roll]) -> None:
    assert read_position(str(drawn[0])) == drawn[0]


@given(roll_positions(MIRRORED))
def test_every_id_of_a_position_is_read_back(drawn: tuple[Position, Roll]) -> None:
    position, roll = drawn
    around = Situation(roll, length=5)
    for text in (position_id(position), position_key(position), gnubg_id(position, around), xgid(position, around)):
        assert read_position(text, position.discipline) == position


XG_TEXT = """XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10

X:Anna   O:Ben
Score is X:2 O:3 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 | X           O    |   | O              X |
X to play 31
"""


@pytest.mark.parametrize("joint", ["\n", " ", ""])
def test_an_xgid_is_read_out_of_what_was_copied_with_it(joint: str) -> None:
    text = joint.join(XG_TEXT.splitlines())
    assert read(text) == read(XG_TEXT.splitlines()[0])
    assert read(text + " and more words" * 100) == read(text)
    assert read(f"nackgammon {text}").position.discipline.name == "nackgammon"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a position"),
        ("longgammon", "expected a position"),
        ("cAkAAAAAAAAA", "expected a position"),
        ("hello world", "expected a position"),
        ("x" * 2000, "not 2000 letters"),
        (XG_TEXT + "x" * 30_000, "letters"),
        ("chess: x 24:2 | o 24:2", "no discipline is called 'chess'"),
        ("x 24:16 | o 24:2", "15 checkers"),
        ("XGID=", "expected an XGID"),
        ("4HPwATDgc/ABMA:AAAAAAAAAAAA//", "expected a position"),
        ("longgammon 4HPwATDgc/ABMA", "literal"),
    ],
)
def test_anything_else_is_answered_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(text)


@given(st.text(max_size=80))
def test_no_text_brings_anything_but_a_position_or_a_clear_error(text: str) -> None:
    with suppress(ValueError):
        assert isinstance(read(text), Reading)
