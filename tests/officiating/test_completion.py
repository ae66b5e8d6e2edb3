"""Disputed claims, concessions, agreed results, and results reported late or posted wrongly."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Ruling
from barpoint.officiating.facts import Fact
from barpoint.officiating.judge import judge
from barpoint.officiating.remedy import ChangeClock, LoseGame, PlayOn
from barpoint.rulebook.catalogue import param
from barpoint.rulebook.presets import preset

BOOKS = {
    "usbgf": "USBGF Open",
    "guide": "Club (2014 guide)",
    "bws": "BWS",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}


def asked(kind: str, book: str, **facts: Fact) -> Answer:
    return judge(kind, facts, preset(BOOKS[book]))


def ruling(kind: str, book: str, **facts: Fact) -> Ruling:
    found = asked(kind, book, **facts)
    assert isinstance(found, Ruling), found
    return found


def claim(position: str, level: str = "single", /, **more: Fact) -> Answer:
    told: dict[str, Fact] = {"claimer": "white", "on_turn": "white", "level": level, "position": position}
    return asked("claim_disputed", "usbgf", **(told | more))


def test_a_claim_that_holds_against_every_roll_ends_the_game() -> None:
    found = claim("x 1:2 | o 6:5")
    assert isinstance(found, Ruling)
    assert found.remedies == (LoseGame(Side.BLACK, 1),)
    assert found.notes == ("With 1-2 White needs 1 turn; with 6-6 Black needs 2 turns.",)


def test_a_claim_that_may_fail_is_played_out() -> None:
    found = claim("x 6:5 | o 6:4")
    assert isinstance(found, Ruling)
    assert found.remedies == (PlayOn(),)


@pytest.mark.parametrize(
    ("position", "more", "key"),
    [
        ("start", {}, "position"),
        ("x 1:2 | o 6:5", {"on_turn": "black"}, "on_turn"),
        ("x off:15 | o 6:5", {}, "position"),
    ],
)
def test_a_claim_that_nobody_could_make_is_refused(position: str, more: dict[str, Fact], key: str) -> None:
    found = claim(position, **more)
    assert isinstance(found, NeedFacts)
    assert (found.question.key, bool(found.wrong)) == (key, True)


def test_bws_gives_two_minutes_for_a_game_wrongly_said_to_be_settled() -> None:
    found = ruling("claim_disputed", "bws", claimer="white", settled=False)
    bonus = param("bws:4.3.2.8b", "bonus_to_opponent_min", int) * 60_000
    assert found.remedies == (ChangeClock(Side.BLACK, bonus), PlayOn())
    assert "2:00" in found.say


@pytest.mark.clause("usbgf:4.5.1e", "usbgf:4.5.2d")
@pytest.mark.parametrize(
    ("what", "row"),
    [
        ("refused_worst_concession", "usbgf:4.5.1e"),
        ("conceded_too_little", "usbgf:4.5.1e"),
        ("rejected_mildest_claim", "usbgf:4.5.2d"),
        ("claimed_too_much", "usbgf:4.5.2d"),
    ],
)
def test_unreasonable_endings_may_be_sanctioned(what: str, row: str) -> None:
    found = asked("unreasonable_ending", "usbgf", by="black", what=what, obvious=True)
    assert isinstance(found, Discretion)
    assert found.clauses == (row,)
    assert found.usual[0].name == "warning"
    assert ruling("unreasonable_ending", "usbgf", by="black", what=what, obvious=False).remedies == (PlayOn(),)


@pytest.mark.clause("ibf:15.3b", "bws:4.5c", "guide:1.2.1b", "guide:2.1.2a")
@pytest.mark.parametrize(
    ("book", "row", "decided"),
    [
        ("ibf", "ibf:15.3b", True),
        ("usbgf", "usbgf:4.5a", True),
        ("bws", "bws:4.5c", False),
        ("guide", "guide:2.1.2a", False),
        ("trad", "", False),
    ],
)
def test_an_agreed_result_is_void(book: str, row: str, decided: bool) -> None:
    found = asked("agreed_result", book, contact=True, resignation=False, certain=False)
    assert isinstance(found, Ruling) is decided
    assert not isinstance(found, NeedFacts)
    assert found.clauses[:1] == ((row,) if row else ())
    if isinstance(found, Discretion) and found.covered:
        assert found.forbidden == ("to let the agreed result stand",)
    if book == "bws" and isinstance(found, Discretion):
        assert [one.name for one in found.usual] == ["void", "out_white", "out_black", "bar"]


@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_a_resignation_the_book_allows_is_no_agreed_result(book: str) -> None:
    found = ruling("agreed_result", book, contact=False, resignation=True, certain=True)
    assert found.remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.7a", "usbgf:4.7c", "usbgf:4.7e", "bws:4.6a", "guide:5.14d")
def test_whose_duty_it_is_to_report() -> None:
    both = ruling("result_unreported", "usbgf", checked=False, winner="white")
    assert both.clauses == ("usbgf:4.7a", "usbgf:4.7e")
    assert [one.side for one in both.penalties] == [Side.WHITE, Side.BLACK]
    assert ruling("result_unreported", "usbgf", checked=True).clauses == ("usbgf:4.7c",)
    winner = ruling("result_unreported", "bws", winner="black")
    assert [one.side for one in winner.penalties] == [Side.BLACK]
    assert ruling("result_unreported", "guide", winner="white").clauses == ("guide:5.14d",)


@pytest.mark.clause("usbgf:4.7d", "bws:4.6c")
def test_a_wrong_posting_is_corrected_until_later_matches_begin_and_under_usbgf_perhaps_after() -> None:
    for book in ("usbgf", "bws"):
        assert "is corrected" in ruling("wrong_result_posted", book, soon=True, later_match=False).say
    weighed = asked("wrong_result_posted", "usbgf", soon=True, later_match=True)
    assert isinstance(weighed, Discretion)
    assert ruling("wrong_result_posted", "bws", soon=True, later_match=True).remedies == (PlayOn(),)
