"""OGIDs: known ones, the way there and back, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import LONGGAMMON, SPRINTGAMMON, Position, Roll, pos
from barpoint.notation import read
from barpoint.notation.ids.ogids import ogid, read_ogid
from barpoint.notation.ids.situation import BoardSeat, CubeOffer, GameState, Party, Situation
from tests.notation.reachable_positions import MIRRORED, roll_positions

START = "11ccccchhhjjjjj:66666888dddddoo"
KNOWN = [
    (f"{START}:N0N::B:C:0:0:0:0", "start", Situation()),
    (f"{START}:N0N:31:B:R:0:0:7:0", "start", Situation(Roll(3, 1), length=7)),
    (
        f"{START}:W1O::W:D:4:3:7C:0",
        "start",
        Situation(
            cube=2,
            cube_owner=Party.US,
            score=(4, 3),
            length=7,
            crawford=True,
            offer=CubeOffer.DOUBLE,
            to_decide=Party.THEM,
        ),
    ),
    (
        "0:12:B3N::W:C:2:6:7:0",
        "x 2:1 1:1 | o bar:1",
        Situation(cube=8, cube_owner=Party.US, score=(6, 2), length=7, seat=BoardSeat.TOP),
    ),
]


@pytest.mark.parametrize(("text", "literal", "situation"), KNOWN)
def test_a_known_id_is_written_and_read(text: str, literal: str, situation: Situation) -> None:
    position = read(literal).position
    assert ogid(position, situation) == text
    assert read_ogid(text) == (position, situation)
    assert read(f" OGID={text} ") == (position, situation)
    assert read(text) == (position, situation)


def test_the_order_of_letters_and_fields_behind_the_cube_do_not_matter() -> None:
    assert read_ogid("11jjjjjhhhccccc:ooddddd88866666:N0N") == (Position.start(), Situation())
    assert read_ogid("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0")[1].seat is BoardSeat.BOTTOM
    assert read_ogid(f"1q:{'q' * 13}o6:N0N")[0] == pos("x 24:1 | o 24:1 6:1")


def test_a_public_example_is_read() -> None:
    position, situation = read_ogid("cccccggggg:ddddiiiiii:N0N:63:W:IW:4:3:7:1:15")
    assert position == pos("x 18:6 13:4 | o 13:5 9:5")
    assert situation == Situation(Roll(6, 3), score=(3, 4), length=7, seat=BoardSeat.TOP)


@given(roll_positions(MIRRORED), st.sampled_from(BoardSeat), st.sampled_from([None, *Party]), st.booleans())
def test_reading_what_was_written_gives_everything_back(
    drawn: tuple[Position, Roll], seat: BoardSeat, owner: Party | None, rolled: bool
) -> None:
    position, roll = drawn
    situation = Situation(roll if rolled else None, 4, owner, (2, 3), 7, seat=seat)
    assert read_ogid(ogid(position, situation), position.discipline) == (position, situation)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected an OGID"),
        (START, "expected an OGID"),
        (f"{START}:X0N", "a cube such as N0N"),
        (f"{START}:N99N", "power of two up to 15"),
        (f"{START}:N0N:70", "dice such as 63"),
        (f"{START}:N0N::X", "W or B"),
        (f"{START}:N0N::W:C:a", "White's points"),
        (f"{START}:N0N::W:C:0:0:seven", "a match length"),
        ("1z:6:N0N", "White's checkers"),
        ("p:6:N0N", "White's bar is place 0"),
        ("1:0:N0N", "White's bar is place 0"),
        ("1111111111111111:6:N0N", "checkers a side"),
        ("6:6:N0N", "both_sides_on_point"),
        (f"{START}:N0N::W:C:0:0:0:0:3", "3 checkers a side"),
    ],
)
def test_what_is_none_says_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_ogid(text)


def test_what_it_has_no_place_for_is_refused() -> None:
    start = Position.start()
    for situation in (Situation(resignation=1), Situation(state=GameState.OVER), Situation(offer=CubeOffer.BEAVER)):
        with pytest.raises(ValueError, match="OGID"):
            ogid(start, situation)
    with pytest.raises(ValueError, match="no form for Longgammon"):
        ogid(Position.start(LONGGAMMON), Situation())
    short = Position.start(SPRINTGAMMON)
    assert ogid(short, Situation()).endswith(":0:3")
