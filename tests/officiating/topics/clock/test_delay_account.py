"""The delay ledger: every absence, each player's total, and the thresholds by the time of day."""

import pytest

from barpoint.board import Side
from barpoint.officiating.match_delays import Absence, AbsenceCause, delay_data, delay_ledger
from barpoint.officiating.wording import answer_lines
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import asked, at, left_open, ruled, silent

TABLE = "white start 14:00 14:08; black break 15:10 15:15; white break 16:00"


@pytest.mark.clause("usbgf:2.2.2c", "usbgf:2.2.2e", "usbgf:2.2.4d")
def test_usbgf_lateness_and_overruns_add_up_and_a_player_who_is_still_away_goes_on() -> None:
    told = {"length": 9, "started": at("14:08h"), "absences": TABLE, "now": at("16:20h")}
    found = ruled("delay_so_far", "usbgf", **told)
    # 112 minutes accrue 11:12, which last 12:26.667 (rounded up in the player's favour); the rest of 20:00 is delay
    white = at("8:00") + at("20:00") - 746_667
    assert found.consequences.delay == (white, 0)
    assert found.consequences.delay_points == (2, 0)
    assert found.consequences.thresholds[0].at == at("16:20h") + at("20:00") - white
    assert "still away" in found.notes[2]


@pytest.mark.clause("bws:2.2.2a", "bws:2.2.4a", "bws:2.2.4f")
def test_bws_counts_breaks_and_puts_every_delay_on_the_scale_by_itself() -> None:
    absences = "black start 10:00 10:12; black break 11:00 11:09; black break 12:00 12:06"
    found = ruled("delay_so_far", "bws", length=9, started=at("10:12h"), absences=absences, now=at("12:30h"))
    assert found.consequences.delay == (0, at("12:00") + at("4:00") + at("6:00"))  # one break of five minutes
    assert found.consequences.delay_points == (0, 0)  # 22 minutes in all, and none of them long enough
    assert silent("delay_so_far", "ibf", "trad")


@pytest.mark.clause("bws:2.2.4b", "bws:2.2.4c", "bws:2.2.4f")
def test_bws_adds_up_the_points_of_separate_delays_and_they_lose_the_match() -> None:
    told = {"length": 9, "started": at("10:26h"), "absences": "white start 10:00 10:26; white break 11:00"}
    found = ruled("delay_so_far", "bws", now=at("11:30h"), **told)
    assert found.consequences.delay_points == (2 + 2, 0)  # 26 minutes, and 25 beyond the break of five
    point, forfeit = (one for one in found.consequences.thresholds if one.side is Side.WHITE)
    assert (point.what, point.at, point.points, point.delay) == ("point", at("11:35h"), 5, at("30:00"))
    assert (forfeit.what, forfeit.at) == ("forfeit", at("11:35h"))
    assert ruled("delay_so_far", "bws", now=at("11:35h"), **told).consequences.winner == "black"
    assert "4 points in all" in found.notes[1]
    back = ruled("delay_so_far", "bws", now=at("12:00h"), **(told | {"absences": "white start 10:00 10:26"}))
    assert [one.delay for one in back.consequences.thresholds[:2]] == [at("20:00"), at("30:00")]  # from nothing again


def test_the_ledger_as_data_has_every_row_and_account() -> None:
    absences = [Absence(Side.WHITE, AbsenceCause.START, at("23:50h"), at("24:02h"))]
    profile = preset("USBGF Open")
    data = delay_data(delay_ledger(profile, 5, absences, started=at("24:02h"), now=at("24:30h")))
    assert data["rows"][0]["delay"] == at("12:00")
    assert [player["points"] for player in data["players"]] == [1, 0]
    assert data["players"][0]["thresholds"][0]["what"] == "point"


@pytest.mark.parametrize("text", ["white lunch 12:00", "white break", "white break 15:10 15:05x"])
def test_what_is_no_absence_is_asked_again(text: str) -> None:
    wrong = asked("delay_so_far", "usbgf", length=9, started=at("14:00h"), now=at("16:00h"), absences=text)
    assert (wrong.question.key, bool(wrong.wrong)) == ("absences", True)


@pytest.mark.clause("usbgf:2.2.4c")
def test_nothing_more_falls_due_once_the_match_is_forfeited() -> None:
    told = {"length": 7, "started": at("14:00h"), "absences": "white break 14:30 15:10", "now": at("15:20h")}
    found = ruled("delay_so_far", "usbgf", **told)
    assert found.consequences.winner == "black"
    assert {one.side for one in found.consequences.thresholds} == {Side.BLACK}


@pytest.mark.clause("guide:2.2.5d", "guide:2.2.6d")
def test_guide_points_for_delay_are_the_directors() -> None:
    told = {"length": 7, "started": at("14:12h"), "absences": "white start 14:00 14:12", "now": at("15:00h")}
    left = left_open("delay_so_far", "guide", **told)
    assert "no scale" in left.say
    assert left.consequences.winner == ""
    lines = [text for label, text in answer_lines(left) if label == "Then"]
    assert all("by the scale of usbgf" in line for line in lines if "point" in line)
