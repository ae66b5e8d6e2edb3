"""XGIDs: known ones, the way there and back, and what is none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import LONGGAMMON, SPRINTGAMMON, Position, Roll, pos
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    GameState,
    Party,
    Situation,
)
from barpoint.notation.ids.xgids import read_xgid, xgid
from tests.notation.reachable_positions import MIRRORED, roll_positions

START = "-b----E-C---eE---c-e----B-"
KNOWN = [
    (f"XGID={START}:0:0:1:00:0:0:0:0:10", "start", Situation()),
    (f"XGID={START}:0:0:1:31:0:0:3:0:10", "start", Situation(Roll(3, 1), jacoby=True, beavers=True)),
    (
        "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
        "x 19:2 18:1 14:1 6:2 5:2 4:2 3:3 1:2 | o 15:1 5:3 4:2 3:2 2:2 1:4",
        Situation(Roll(2, 1), 2, Party.THEM, (3, 6), 7),
    ),
    (
        "XGID=--BaBCCBAA------acccc-a--A:0:0:1:D:0:2:0:7:10",
        "x bar:1 9:1 8:1 7:2 6:3 5:3 4:2 2:2 | o 22:1 9:1 8:3 7:3 6:3 5:3 3:1",
        Situation(score=(0, 2), length=7, offer=CubeOffer.DOUBLE, to_decide=Party.THEM),
    ),
    (
        "XGID=a----------------------AA-:0:0:-1:00:6:2:1:7:5",
        "x bar:1 | o 24:1 23:1",
        Situation(score=(2, 6), length=7, crawford=True, seat=BoardSeat.TOP, max_cube=32),
    ),
]


@pytest.mark.parametrize(("text", "literal", "situation"), KNOWN)
def test_a_known_id_is_written_and_read(text: str, literal: str, situation: Situation) -> None:
    assert xgid(pos(literal), situation) == text
    assert read_xgid(text) == (pos(literal), situation)
    assert read_xgid(f" {text.removeprefix('XGID=')} ") == (pos(literal), situation)


def test_the_largest_cube_may_be_left_out() -> None:
    assert read_xgid(f"XGID={START}:0:0:1:00:0:0:0:7")[1].max_cube == 1024


@given(roll_positions(MIRRORED), st.sampled_from(BoardSeat), st.sampled_from([None, *Party]), st.booleans())
def test_reading_what_was_written_gives_everything_back(
    drawn: tuple[Position, Roll], seat: BoardSeat, owner: Party | None, rolled: bool
) -> None:
    position, roll = drawn
    situation = Situation(roll if rolled else None, 4, owner, (2, 3), 7, seat=seat)
    assert read_xgid(xgid(position, situation), position.discipline) == (position, situation)


@pytest.mark.parametrize("offer", CubeOffer)
def test_an_offer_is_written_with_its_letter(offer: CubeOffer) -> None:
    answerer = Party.US if offer is CubeOffer.BEAVER else Party.THEM
    situation = Situation(cube=2, cube_owner=Party.US, offer=offer, to_decide=answerer)
    text = xgid(Position.start(), situation)
    assert f":{offer.value[0].upper()}:" in text
    assert read_xgid(text) == (Position.start(), situation)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected an XGID"),
        (f"XGID={START}", "expected an XGID"),
        (f"XGID={START[1:]}:0:0:1:00:0:0:0:7:10", "expected a board of 26"),
        (f"XGID={START}:0:0:0:00:0:0:0:7:10", "who is on roll"),
        (f"XGID={START}:0:2:1:00:0:0:0:7:10", "cube's owner"),
        (f"XGID={START}:0:0:1:70:0:0:0:7:10", "expected dice such as 63"),
        (f"XGID={START}:0:0:1:60:0:0:0:7:10", "from 1 to 6"),
        (f"XGID={START}:0:0:1:00:0:0:2:7:10", "Crawford"),
        (f"XGID={START}:16:0:1:00:0:0:0:7:10", "up to 15"),
        (f"XGID={START}:٣:0:1:00:0:0:0:7:10", "the cube as a power of two"),
        ("XGID=Pb----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "top player's bar"),
        ("XGID=-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:7:10", "top player's bar"),
        ("XGID=-P----------------------a-:0:0:1:00:0:0:0:7:10", "checkers a side"),
    ],
)
def test_what_is_no_id_is_answered_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_xgid(text)


def test_an_xgid_describes_a_game_in_play() -> None:
    for other in (Situation(resignation=1), Situation(state=GameState.OVER)):
        with pytest.raises(ValueError, match="in play"):
            xgid(Position.start(), other)


def test_disciplines_with_fewer_checkers_are_read_when_named_and_longgammon_is_not() -> None:
    start = Position.start(SPRINTGAMMON)
    assert read_xgid(xgid(start, Situation()), SPRINTGAMMON)[0] == start
    for act in (lambda: xgid(Position.start(LONGGAMMON), Situation()), lambda: read_xgid(KNOWN[0][0], LONGGAMMON)):
        with pytest.raises(ValueError, match="literal"):
            act()


def test_the_seat_changes_the_text_and_not_the_position() -> None:
    position = pos("x 24:2 13:5 8:3 6:5 | o 24:2 13:4 8:4 6:5")
    above, below = (xgid(position, Situation(seat=seat)) for seat in BoardSeat)
    assert above != below
    assert read_xgid(above)[0] == read_xgid(below)[0] == position
    assert replace(read_xgid(above)[1], seat=BoardSeat.BOTTOM) == read_xgid(below)[1]
