"""Slow play, and clocks brought in midway."""

import msgspec
import pytest

from barpoint.officiating.answer import Appeal
from barpoint.officiating.remedy import BringClock
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import at, earlier, left_open, ruled, silent


@pytest.mark.clause("bws:3.5.1.1", "bws:3.5.1.5", "usbgf:3.5.1b")
def test_whose_word_brings_a_clock_into_a_running_match() -> None:
    told = {"length": 7, "score_white": 0, "score_black": 1}
    assert "bws:3.5.1.5" in ruled("clock_midway", "bws", by="the director", **told).clauses
    assert "bws:3.5.1.1" in ruled("clock_midway", "bws", by="both players", **told).clauses
    found = ruled("clock_midway", "usbgf", by="both players", **told)
    assert "usbgf:3.5.1b" in found.clauses
    assert "between games" in found.notes[0]


@pytest.mark.clause("guide:5.10c", "guide:5.10e")
@pytest.mark.parametrize(("by", "row"), [("the director", "guide:5.10c"), ("both players", "guide:5.10e")])
def test_guide_a_clock_comes_by_the_directors_order_or_by_agreement(by: str, row: str) -> None:
    assert ruled("clock_midway", "guide", by=by, length=7).clauses == ("guide:5.10d", row)


# By hand: half the points both still need, at 2 minutes (3 in usbgf's doubles, 1 in bws's formula as written).
@pytest.mark.clause("usbgf:3.4.4.4b", "usbgf:2.3.1b", "bws:3.5.6", "bws:3.5.1.4", "guide:5.10d")
@pytest.mark.parametrize(
    ("event", "length", "score", "each", "delay"),
    [
        ("USBGF Advanced", 7, (2, 4), "8:00", "0:15"),
        ("USBGF Open", 7, (3, 3), "8:00", "0:12"),
        ("USBGF Open", 9, (4, 5), "9:00", "0:12"),
        ("USBGF Open", 25, (0, 0), "50:00", "0:12"),
        ("USBGF Doubles", 7, (2, 4), "12:00", "0:15"),
        ("BWS", 9, (4, 2), "12:00", "0:12"),
        ("BWS", 11, (6, 4), "12:00", "0:12"),
        ("BWS", 7, (0, 1), "13:00", "0:12"),
        ("Club (2014 guide)", 5, (4, 1), "5:00", "0:12"),
    ],
)
def test_a_clock_midway_is_set_from_the_score(
    event: str, length: int, score: tuple[int, int], each: str, delay: str
) -> None:
    facts = {"length": length, "score_white": score[0], "score_black": score[1]}
    found = ruled("clock_midway", preset(event), by="the director", **facts)
    assert f"has {each} and {delay} a turn" in found.say
    remedy = found.remedies[0]
    assert isinstance(remedy, BringClock)
    assert remedy.reserve == (at(each), at(each))
    assert silent("clock_midway", "ibf", "trad")


@pytest.mark.clause("bws:3.5.6")
def test_the_formula_of_bws_as_it_is_written() -> None:
    bws = preset("BWS")
    literal = msgspec.structs.replace(bws, options=Options(literal_midway=True).over(bws.options))
    found = ruled("clock_midway", literal, by="the director", length=7, score_white=0, score_black=1)
    assert "6:30" in found.say
    assert not found.readings
    usual = ruled("clock_midway", "bws", by="the director", length=7, score_white=0, score_black=1)
    assert [reading.id for reading in usual.readings] == ["clock-2"]
    slow = left_open("slow_play", "bws", who="white", by="the director", length=7, score_white=0, score_black=1)
    assert slow.readings == usual.readings


@pytest.mark.clause("usbgf:2.3.1e")
def test_an_imposed_clock_cannot_be_appealed_but_its_settings_argued() -> None:
    found = ruled("clock_midway", "usbgf", by="the director", length=7, other_settings=True)
    assert found.appeal is not None
    assert not found.appeal.allowed
    assert "exception" in found.notes[-1]
    agreed = ruled("clock_midway", "usbgf", by="both players", length=7).appeal
    assert agreed is not None
    assert not agreed.allowed  # nobody has ruled


@pytest.mark.clause("usbgf:2.3.1a", "usbgf:2.3.1c", "usbgf:2.3.2", "bws:2.3.1a", "bws:2.3.1b", "bws:2.3.2")
def test_slow_play_in_five_books() -> None:
    facts = {"who": "white", "by": "the opponent", "length": 7, "score_white": 3, "score_black": 3}
    usbgf = left_open("slow_play", "usbgf", **facts)
    assert "should generally be granted" in usbgf.say
    assert "8:00 each" in usbgf.usual[0].text
    assert "generally" not in left_open("slow_play", preset("USBGF Advanced"), **facts).say
    first = left_open("slow_play", "bws", **facts)
    assert "bws:3.5.6" in first.clauses
    assert [one.name for one in first.usual] == ["clock", "warning", "observer"]
    assert first.forbidden
    again = left_open("slow_play", "bws", earlier("slow_play"), **facts)
    assert [one.name for one in again.usual] == ["clock", "warning", "observer", "points"]
    assert not again.forbidden
    assert left_open("slow_play", "guide", **facts).clauses == ("guide:5.10c",)
    assert silent("slow_play", "ibf", "trad")


@pytest.mark.clause("usbgf:2.3.1b", "usbgf:2.3.1e")
def test_usbgf_slow_play_names_reserve_and_delay() -> None:
    told = {"who": "white", "by": "the director", "length": 13, "score_white": 8, "score_black": 5}
    found = left_open("slow_play", preset("USBGF Advanced"), **told)
    assert "13:00 each and 0:15 a turn" in found.say
    assert {"usbgf:2.3.1b", "usbgf:3.4.4.4b"} <= set(found.clauses)
    assert any("disability" in note for note in found.notes)


@pytest.mark.clause("usbgf:3.4.4.4c", "usbgf:2.3.1e", "usbgf:3.5.1a")
def test_usbgf_a_fraction_of_a_minute_may_go_up_or_down() -> None:
    found = ruled("clock_midway", preset("USBGF Doubles"), by="the director", length=9, score_white=5, score_black=2)
    assert any("16:00 or 17:00" in note for note in found.notes)
    assert found.appeal == Appeal(False, clauses=("usbgf:2.3.1e", "usbgf:3.5.1a"))


@pytest.mark.clause("bws:3.5.5c", "bws:2.3.1a")
def test_bws_slow_play_names_reserve_delay_and_method() -> None:
    found = left_open("slow_play", "bws", who="white", by="the director", length=9, score_white=2, score_black=3)
    assert found.usual[0].text == (
        "The rest is played with a clock, 13:00 each and 0:12 a turn, Bronstein (bws:3.5.5)."
    )


@pytest.mark.clause("bws:3.5.6")
def test_bws_what_its_formula_gives_by_the_letter_is_named() -> None:
    told = {"length": 11, "score_white": 8, "score_black": 5}  # 3 and 6 away: 9 minutes as read, 4:30 by the letter
    slow = left_open("slow_play", "bws", who="white", by="the director", **told)
    brought = ruled("clock_midway", "bws", by="the director", **told)
    for answer in (slow, brought):
        assert any("4:30 each" in one.text for one in answer.readings if one.id == "clock-2")
