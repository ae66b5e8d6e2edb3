"""Match IDs and GNUBG IDs: known ones, the way there and back, and what is none."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import ROLLS, Position, Roll
from barpoint.notation.ids.match_ids import (
    gnubg_id,
    match_id,
    read_gnubg_id,
    read_match_id,
)
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    GameState,
    Party,
    Situation,
)

KNOWN = [
    ("cAkAAAAAAAAA", Situation(jacoby=True)),
    ("cAkAAAAAAAAE", Situation()),
    ("cAngAAAAAAAE", Situation(length=7)),
    ("cAkgAVAAAAAE", Situation(length=9, score=(0, 5))),
    ("UQngABAAAAAE", Situation(length=7, score=(0, 1), cube=2, cube_owner=Party.US)),
    ("QQnlAGAAGAAE", Situation(Roll(2, 1), 2, Party.THEM, (3, 6), 7)),
    ("8InqADAAMAAE", Situation(Roll(5, 2), length=7, score=(6, 3), crawford=True)),
]


@pytest.mark.parametrize(("text", "situation"), KNOWN)
def test_a_known_id_is_written_and_read(text: str, situation: Situation) -> None:
    assert match_id(situation) == text
    assert read_match_id(text) == situation


def test_dice_are_read_in_either_order() -> None:
    assert read_match_id("QYnoAGAAGAAE") == read_match_id("QQnlAGAAGAAE")


def test_an_old_id_of_a_match_has_no_jacoby_although_its_bit_is_unset() -> None:
    assert read_match_id("cAngAAAAAAAA") == Situation(length=7)


def test_the_seats_say_which_player_is_on_roll() -> None:
    above = Situation(seat=BoardSeat.TOP, score=(3, 1), length=5, cube=2, cube_owner=Party.US)
    assert read_match_id(match_id(above)) == above
    below = replace(above, seat=BoardSeat.BOTTOM, score=(1, 3), cube_owner=Party.THEM)
    assert match_id(above) != match_id(below)


def situations() -> st.SearchStrategy[Situation]:
    scores = st.tuples(st.integers(0, 100), st.integers(0, 100))
    rolls = st.none() | st.sampled_from(ROLLS)
    around = st.fixed_dictionaries(
        {
            "cube": st.integers(0, 15).map(lambda power: 1 << power),
            "cube_owner": st.none() | st.sampled_from(Party),
            "score": scores,
            "seat": st.sampled_from(BoardSeat),
            "state": st.sampled_from(GameState),
            "resignation": st.integers(0, 3),
            "to_decide": st.sampled_from(Party),
        }
    )
    kind = st.one_of(
        st.fixed_dictionaries({"length": st.integers(1, 64), "crawford": st.booleans()}),
        st.fixed_dictionaries({"jacoby": st.booleans()}),
    )
    offer = st.one_of(rolls.map(lambda roll: {"roll": roll}), st.just({"offer": CubeOffer.DOUBLE}))
    return st.builds(lambda a, b, c: Situation(**a, **b, **c), around, kind, offer)


@given(situations())
def test_reading_what_was_written_gives_the_situation_back(situation: Situation) -> None:
    assert read_match_id(match_id(situation)) == situation
    both = gnubg_id(Position.start(), situation)
    assert read_gnubg_id(both) == (Position.start(), situation)


@given(st.text("ABCDEFGHabcdefgh0123456789+/", min_size=12, max_size=12))
def test_any_twelve_letters_are_a_situation_or_a_clear_error(text: str) -> None:
    try:
        situation = read_match_id(text)
    except ValueError:
        return
    assert read_match_id(match_id(situation)) == situation


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "12 base64 letters"),
        ("cAkAAAAAAAA", "12 base64 letters"),
        ("cAkAAAAAAAAA==", "12 base64 letters"),
        ("YAkAAAAAAAAA", "cube owner"),
        ("cA8AAAAAAAAA", "cube owner or a game state"),
        ("cAkcAAAAAAAA", "dice show"),
        ("8AkAAAAAAAAA", "Crawford game belongs to a match"),
    ],
)
def test_what_is_no_id_is_answered_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_match_id(text)


def test_a_gnubg_id_is_two_ids() -> None:
    with pytest.raises(ValueError, match="PositionID:MatchID"):
        read_gnubg_id("4HPwATDgc/ABMA")


@pytest.mark.parametrize("offer", [CubeOffer.BEAVER, CubeOffer.RACCOON])
def test_a_match_id_has_no_form_for_a_beaver(offer: CubeOffer) -> None:
    with pytest.raises(ValueError, match=str(offer)):
        match_id(Situation(offer=offer))


def test_a_score_beyond_the_field_is_refused() -> None:
    with pytest.raises(ValueError, match="up to 32767"):
        match_id(Situation(score=(40_000, 0)))
