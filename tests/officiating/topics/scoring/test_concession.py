"""Concessions and resignations: when they are open, and what they score."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import LoseGame, PlayOn
from tests.officiating.answers import ruled, silent

STAKE = {"length": 7, "score_white": 2, "score_black": 3, "cube": 2, "accepted": True, "on_turn": "white"}
RACE = "x 20:3 6:5 5:5 4:2 | o 2:2 1:1 off:12"  # nine sixes to bring three home, and eight at the most


@pytest.mark.clause("usbgf:4.5.1a", "usbgf:4.5.1b", "bws:4.5b", "ibf:15.2", "ibf:15.2b")
@pytest.mark.parametrize("book", ["usbgf", "bws", "ibf"])
def test_an_accepted_concession_without_contact_ends_the_game_with_its_points(book: str) -> None:
    found = ruled("concession", book, loser="white", what="gammon", position=RACE, **STAKE)
    assert found.remedies == (LoseGame(Side.WHITE, 2),)
    assert found.consequences.points_won == (0, 4)
    assert found.consequences.score == (2, 7)
    assert found.consequences.winner == "black"


@pytest.mark.clause("usbgf:4.5.1c", "ibf:15.2b", "guide:5.12b", "ibf:15.3b", "bws:4.5c")
@pytest.mark.parametrize(
    ("book", "position", "what", "row"),
    [
        ("usbgf", "x 6:5 off:10 | o 2:2 off:13", "gammon", "usbgf:4.5.1c"),
        ("usbgf", "start", "single", "usbgf:4.5.1a"),
        ("bws", "start", "single", "bws:4.5c"),
        ("ibf", "start", "single", "ibf:15.3b"),
        ("ibf", RACE, "single", "ibf:15.2b"),
        ("guide", "x 6:5 off:10 | o 6:5 off:10", "single", "guide:5.12b"),
    ],
)
def test_what_cannot_be_conceded(book: str, position: str, what: str, row: str) -> None:
    found = ruled("concession", book, loser="white", what=what, position=position, **STAKE)
    assert found.remedies == (PlayOn(),)
    assert row in found.clauses
    assert found.consequences.game == "goes_on"


@pytest.mark.clause("guide:5.14b", "usbgf:4.5b", "bws:4.5d", "ibf:15.4")
@pytest.mark.parametrize("book", ["usbgf", "bws", "ibf", "guide"])
def test_a_match_is_not_conceded(book: str) -> None:
    assert ruled("concession", book, loser="white", what="match").remedies == (PlayOn(),)
    assert silent("concession", "trad")


@pytest.mark.clause("guide:5.12b")
def test_guide_a_certain_result_is_conceded_without_consent() -> None:
    found = ruled("concession", "guide", loser="white", what="single", certain=True, **STAKE)
    assert found.consequences.score == (2, 5)


@pytest.mark.clause("usbgf:4.5.1d")
def test_usbgf_a_concession_that_is_not_accepted_lapses() -> None:
    told = STAKE | {"accepted": False}
    found = ruled("concession", "usbgf", loser="white", what="single", position=RACE, **told)
    assert found.clauses == ("usbgf:4.5.1d",)
    assert found.consequences.pending
