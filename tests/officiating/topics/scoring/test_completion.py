"""Disputed claims, concessions, agreed results, and results reported late or posted wrongly."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Ruling
from barpoint.officiating.facts import FactValue
from barpoint.officiating.remedy import ChangeClock, LoseGame, LoseMatch, PlayOn
from barpoint.rulebook.catalogue.lookup import param
from tests.officiating.answers import ask, at, left_open, ruled


def claim(position: str, level: str = "single", /, **more: FactValue) -> JudgeAnswer:
    told: dict[str, FactValue] = {"claimer": "white", "on_turn": "white", "level": level, "position": position}
    return ask("claim_disputed", "usbgf", **(told | more))


def test_a_claim_that_holds_against_every_roll_ends_the_game() -> None:
    found = claim("x 1:2 | o 6:5", cube=2, length=7, score_white=4, score_black=6)
    assert isinstance(found, Ruling)
    assert found.remedies == (LoseGame(Side.BLACK, 1),)
    assert (found.consequences.points_won, found.consequences.score) == ((2, 0), (6, 6))
    assert found.consequences.crawford == "next_game"
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
def test_a_claim_that_nobody_could_make_is_refused(position: str, more: dict[str, FactValue], key: str) -> None:
    found = claim(position, **more)
    assert isinstance(found, NeedFacts)
    assert (found.question.key, bool(found.wrong)) == (key, True)


def test_bws_gives_two_minutes_for_a_game_wrongly_said_to_be_settled() -> None:
    found = ruled("claim_disputed", "bws", claimer="white", settled=False)
    bonus = param("bws:4.3.2.8b", "bonus_to_opponent_min", int) * 60_000
    assert found.remedies == (ChangeClock(Side.BLACK, bonus),)
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
    found = ask("unreasonable_ending", "usbgf", by="black", what=what, obvious=True)
    assert isinstance(found, Discretion)
    assert found.clauses == (row,)
    assert found.usual[0].name == "warning"
    assert ruled("unreasonable_ending", "usbgf", by="black", what=what, obvious=False).remedies == (PlayOn(),)


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
    found = ask("agreed_result", book, contact=True, resignation=False, certain=False)
    assert isinstance(found, Ruling) is decided
    assert not isinstance(found, NeedFacts)
    assert found.clauses[:1] == ((row,) if row else ())
    if isinstance(found, Discretion) and found.covered:
        assert found.forbidden == ("to let the agreed result stand",)
    if book == "bws" and isinstance(found, Discretion):
        assert [one.name for one in found.usual] == ["void", "out_white", "out_black", "bar"]


@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_a_resignation_the_book_allows_is_no_agreed_result(book: str) -> None:
    found = ruled("agreed_result", book, contact=False, resignation=True, certain=True)
    assert found.remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.7a", "usbgf:4.7c", "usbgf:4.7e", "bws:4.6a", "guide:5.14d")
def test_whose_duty_it_is_to_report() -> None:
    both = ruled("result_unreported", "usbgf", checked=False, winner="white")
    assert both.clauses == ("usbgf:4.7a", "usbgf:4.7e")
    assert [one.side for one in both.penalties] == [Side.WHITE, Side.BLACK]
    assert ruled("result_unreported", "usbgf", checked=True).clauses == ("usbgf:4.7c",)
    winner = ruled("result_unreported", "bws", winner="black")
    assert [one.side for one in winner.penalties] == [Side.BLACK]
    assert ruled("result_unreported", "guide", winner="white").clauses == ("guide:5.14d",)


@pytest.mark.clause("usbgf:4.7d", "bws:4.6c")
def test_a_wrong_posting_is_corrected_until_later_matches_begin_and_under_usbgf_perhaps_after() -> None:
    for book in ("usbgf", "bws"):
        assert "is corrected" in ruled("wrong_result_posted", book, soon=True, later_match=False).say
    weighed = ask("wrong_result_posted", "usbgf", soon=True, later_match=True)
    assert isinstance(weighed, Discretion)
    assert ruled("wrong_result_posted", "bws", soon=True, later_match=True).remedies == (PlayOn(),)


LOST = "x 6:2 5:2 off:11 | o 6:1 off:14"


@pytest.mark.clause("usbgf:4.3.4-8", "usbgf:4.5.2b")
def test_usbgf_a_claim_that_fails_when_time_is_out_loses_the_match() -> None:
    told = {"claimer": "white", "level": "single", "position": LOST, "on_turn": "black", "time_out": True}
    found = ruled("claim_disputed", "usbgf", **told)
    assert found.remedies == (LoseMatch(Side.WHITE),)
    assert "usbgf:4.3.4-8" in found.clauses
    won = ruled("claim_disputed", "usbgf", **(told | {"position": "x 1:1 off:14 | o 6:4 off:11", "on_turn": "white"}))
    assert "usbgf:4.3.4-8" in won.clauses
    assert won.remedies == (LoseMatch(Side.WHITE),)  # a single game at 0-0 does not win the match
    score = {"length": 5, "score_white": 4, "score_black": 0, "cube": 1}
    told |= {"position": "x 1:1 off:14 | o 6:4 off:11", "on_turn": "white"}
    assert ruled("claim_disputed", "usbgf", **told, **score).consequences.winner == "white"


@pytest.mark.clause("usbgf:4.2.4a")
def test_usbgf_a_negotiated_settlement_is_void() -> None:
    found = ruled("agreed_result", "usbgf", contact=False, resignation=False)
    assert found.clauses == ("usbgf:4.5a", "usbgf:4.2.4a")


@pytest.mark.clause("bws:4.3.2.8a")
@pytest.mark.parametrize(("certain", "stands"), [(True, True), (False, False)])
def test_bws_players_may_agree_that_a_game_is_settled(certain: bool, stands: bool) -> None:
    told = {"contact": False, "resignation": False, "certain": certain}
    if stands:
        assert ruled("agreed_result", "bws", **told).clauses == ("bws:4.3.2.8a",)
    else:
        assert left_open("agreed_result", "bws", **told).clauses == ("bws:4.5c",)


@pytest.mark.clause("ibf:15.3b", "ibf:17.3")
def test_ibf_a_result_by_agreement_is_void_and_a_game_lost_on_purpose_excludes() -> None:
    answer = ruled("agreed_result", "ibf", resignation=False, contact=True)
    assert "ibf:17.3" in answer.notes[0]


@pytest.mark.clause("guide:1.1.4", "guide:6.5a")
def test_guide_an_agreed_result_breaks_a_rule_and_so_its_ruling_may_be_appealed() -> None:
    answer = left_open("agreed_result", "guide", resignation=False)
    assert answer.appeal is not None
    assert answer.appeal.allowed


@pytest.mark.clause("usbgf:4.7d")
def test_a_wrong_posting_raised_late_rather_stands() -> None:
    assert left_open("wrong_result_posted", "usbgf", soon=False, later_match=True).usual[0].name == "stands"
    assert left_open("wrong_result_posted", "usbgf", soon=True, later_match=True).usual[0].name == "correct"


@pytest.mark.clause("usbgf:4.8.1.2b")
def test_usbgf_players_who_want_a_draw_ask_the_director() -> None:
    found = ruled("agreed_result", "usbgf", resignation=False)
    assert any("usbgf:4.8.1.2b" in note for note in found.notes)


@pytest.mark.clause("bws:4.3.2.8b")
def test_bws_both_clocks_after_a_wrong_claim() -> None:
    facts = {"claimer": "white", "level": "single", "settled": False}
    claim = ruled("claim_disputed", "bws", **facts, time_white=at("2:00"), time_black=at("3:10"))
    assert claim.consequences.clocks == (at("2:00"), at("5:10"))


@pytest.mark.clause("ibf:15.1", "ibf:15.2", "ibf:15.3b", "ibf:3.12d")
def test_ibf_a_disputed_claim_ends_nothing_and_the_game_is_played_out() -> None:
    found = ruled("claim_disputed", "ibf", claimer="white")
    assert (found.remedies, found.consequences.game) == ((PlayOn(),), "goes_on")
    assert "unless Black resigns" in found.say
    assert found.appeal is not None
    assert not found.appeal.allowed
    assert any("30 seconds" in note for note in found.notes)
