"""Impossible positions, missing and surplus checkers, and checkers perhaps borne off."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, NeedFacts, PenaltyStep
from barpoint.officiating.facts import FactValue
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import ask, left_open, ruled, silent

USBGF, BWS, GUIDE, IBF, TRAD = "usbgf", "bws", "guide", "ibf", "trad"


@pytest.mark.clause("usbgf:4.2.3.1(c)-1", "usbgf:4.2.3.1(c)-2", "guide:addendum-impossible-1")
def test_an_impossible_position_is_always_repaired_by_the_players_or_the_director() -> None:
    told: dict[str, FactValue] = {"what": "both_sides_on_a_point"}
    assert ruled("impossible_position", USBGF, **told, players_agree=True).clauses[0] == "usbgf:4.2.3.1(c)-1"
    disputed = ask("impossible_position", USBGF, **told, players_agree=False)
    assert isinstance(disputed, Discretion)
    assert disputed.forbidden == ("to leave the position as it is",)
    guide = ruled("impossible_position", GUIDE, **told, players_agree=False)
    assert (guide.choice_of, [one.name for one in guide.options]) == ("director", ["undo", "let_stand"])
    bws = ask("impossible_position", BWS, **told)
    assert isinstance(bws, Discretion)
    assert bws.covered
    for book in (IBF, TRAD):
        answer = ask("impossible_position", book, **told)
        assert isinstance(answer, Discretion)
        assert not answer.covered


@pytest.mark.clause("guide:6.4a")
def test_guide_leaves_a_checker_out_when_nobody_knows_since_when() -> None:
    told: dict[str, FactValue] = {"side": "white", "number": 14, "bearing_off": False}
    out = ruled("wrong_number_of_checkers", GUIDE, **told, removed_lately=False)
    assert out.clauses == ("guide:6.4a", "guide:6.4b")
    assert out.remedies == (PlayOn(),)
    back = ruled("wrong_number_of_checkers", GUIDE, **told, removed_lately=True)
    assert "guide:addendum-impossible-2" in back.clauses


def test_usbgf_leaves_an_uncorrected_checker_out_and_not_borne_off() -> None:
    told: dict[str, FactValue] = {"side": "white", "number": 14}
    late = ruled("wrong_number_of_checkers", USBGF, **told, in_time=False)
    assert late.clauses[0] == "usbgf:4.2.3.3"
    assert "gammon" in late.say
    assert ruled("wrong_number_of_checkers", USBGF, **told, in_time=True).clauses == ("usbgf:4.2.3.1(b)-2",)


@pytest.mark.clause("ibf:14.2d", "ibf:14.2e")
@pytest.mark.parametrize(
    ("number", "head", "row", "then"),
    [
        (14, 3, "ibf:14.2d", "which then has 4"),
        (14, 0, "ibf:14.2d", "goes on as it is"),
        (16, 5, "ibf:14.2e", "which then has 4"),
        (16, 0, "ibf:14.2e", "goes on as it is"),
        (12, 1, "ibf:14.2d", "which then has 4"),
        (18, 2, "ibf:14.2e", "which then has 0"),
    ],
)
def test_in_longgammon_the_head_makes_up_the_number(number: int, head: int, row: str, then: str) -> None:
    found = ruled("wrong_number_of_checkers", preset("IBF Longgammon"), side="black", number=number, head=head)
    assert found.clauses == (row,)
    assert then in found.say


@pytest.mark.clause("ibf:14.3a", "ibf:14.3b")
def test_in_backgammon_under_ibf_the_game_goes_on() -> None:
    told = {"side": "black", "number": 14}
    found = ruled("wrong_number_of_checkers", IBF, **told)
    assert found.clauses == ("ibf:14.1a", "ibf:14.1b", "ibf:14.3a")
    assert [(one.side, one.step) for one in found.penalties] == [(Side.BLACK, PenaltyStep.WARNING)]
    assert [one.key for one in found.assumptions] == ["from_start", "earlier"]
    lost = ruled("wrong_number_of_checkers", IBF, from_start=False, **told)
    assert (lost.clauses, lost.penalties) == (("ibf:14.1a", "ibf:14.1b"), ())
    again = ruled("wrong_number_of_checkers", IBF, earlier=1, **told)
    assert again.clauses[-1] == "ibf:14.3b"
    assert again.penalties[-1].optional


def test_fifteen_checkers_are_not_a_wrong_number() -> None:
    found = ask("wrong_number_of_checkers", IBF, side="black", number=15)
    assert isinstance(found, NeedFacts)
    assert "right number" in found.wrong


@pytest.mark.clause("ibf:13.7", "ibf:13.8")
def test_the_opponent_decides_what_nobody_can_find_out() -> None:
    asks = ruled("perhaps_borne_off", IBF, side="white", status="unknown", opponent_asks=True)
    assert (asks.clauses, asks.remedies) == (("ibf:13.7",), (PlayOn(),))
    assert "in play" in asks.say
    sure = ruled("perhaps_borne_off", IBF, side="white", status="borne_off")
    assert sure.clauses == ("ibf:13.8",)
    assert [(one.side, one.step) for one in sure.penalties] == [(Side.WHITE, PenaltyStep.WARNING)]
    unasked = ask("perhaps_borne_off", IBF, side="white", status="unknown", opponent_asks=False)
    assert isinstance(unasked, Discretion)  # the book names the opponent's request and no more
    assert [option.name for option in unasked.usual] == ["off", "in_play"]
    silent = ask("perhaps_borne_off", USBGF, side="white", status="unknown")
    assert isinstance(silent, Discretion)
    assert silent.elsewhere == (("ibf", ("ibf:13.7", "ibf:13.8")),)


@pytest.mark.clause("usbgf:4.2.2.3.3b")
def test_usbgf_a_hit_checker_left_on_its_point_goes_to_the_bar_however_late() -> None:
    found = ruled("hit_checker_left", "usbgf", owner="black", moved_since=True, near=True)
    assert found.remedies == (Instruct("Put Black's checker on the bar."),)
    assert "no illegal move" in found.say
    assert [one.id for one in found.readings] == ["ruling-40"]
    assert silent("hit_checker_left", "ibf", "bws", "trad")


@pytest.mark.clause("usbgf:4.2.2.3.3b")
def test_usbgf_only_a_checker_kept_near_its_point_is_spared_an_illegal_play() -> None:
    found = ruled("hit_checker_left", "usbgf", owner="black", moved_since=False, near=False)
    assert found.remedies == (Instruct("Rule on it as an illegal play, or as an impossible position."),)


@pytest.mark.clause("bws:4.2.3.1b", "bws:4.2.4b")
@pytest.mark.parametrize("in_time", [True, False])
def test_bws_a_checker_taken_off_wrongly_is_an_illegal_play(in_time: bool) -> None:
    told = {"side": "white", "number": 14, "in_time": in_time}
    if in_time:
        assert "opponent's choice" in ruled("wrong_number_of_checkers", "bws", **told).say
    else:
        assert "bws:4.2.4b" in left_open("wrong_number_of_checkers", "bws", **told).clauses


@pytest.mark.clause("guide:addendum-impossible-1", "guide:addendum-impossible-3")
def test_guide_a_hit_checker_left_on_its_point_makes_an_illegal_position() -> None:
    noticed = ruled("hit_checker_left", "guide", owner="black", moved_since=False)
    assert noticed.remedies == (Instruct("Put Black's checker on the bar."),)
    later = ruled("hit_checker_left", "guide", owner="black", moved_since=True)
    assert later.choice_of == "director"
    assert [option.name for option in later.options] == ["undo", "let_stand"]


@pytest.mark.clause("usbgf:4.2.1c", "usbgf:4.2.1d")
def test_usbgf_a_number_that_was_wrong_from_the_start_is_a_matter_of_the_set_up() -> None:
    late = ruled("wrong_number_of_checkers", "usbgf", side="white", number=14, from_start=True, in_time=False)
    assert late.clauses == ("usbgf:4.2.1c", "usbgf:4.2.1d")
    assert "gammon" in late.say
    early = ruled("wrong_number_of_checkers", "usbgf", side="white", number=16, from_start=True, in_time=True)
    assert early.clauses == ("usbgf:4.2.1b", "usbgf:4.2.1p")
    assert "setup_error" in early.say


@pytest.mark.clause("bws:4.2.4a", "bws:4.2.4b", "bws:4.2.4c", "guide:6.3a", "guide:6.3b", "guide:6.4b")
@pytest.mark.parametrize(
    ("book", "in_time", "late"),
    [("bws", {"starter_turns": 2}, {"starter_turns": 3}), ("guide", {"rolls": 4, "played": False}, {"rolls": 5})],
)
def test_a_number_wrong_from_the_start_goes_by_the_time_of_the_set_up(
    book: str, in_time: dict[str, int | bool], late: dict[str, int]
) -> None:
    facts = {"side": "white", "number": 14, "from_start": True}
    assert "setup_error" in str(ruled("wrong_number_of_checkers", book, **facts, **in_time).remedies)
    stays = ruled("wrong_number_of_checkers", book, **facts, **late)
    assert "gammon" in stays.say
    assert stays.consequences.checker
    extra = ruled("wrong_number_of_checkers", book, **(facts | {"number": 16}), **late)
    assert "gammon" not in extra.say


@pytest.mark.clause("ibf:14.2e")
def test_a_head_is_asked_back_where_the_game_has_none() -> None:
    asked = ask("wrong_number_of_checkers", "ibf", side="black", number=16, head=3)
    assert isinstance(asked, NeedFacts)
    assert "IBF Longgammon" in asked.wrong
