"""Rulings about time and the ledger of their match."""

from dataclasses import replace

import pytest

from barpoint.board import Side
from barpoint.officiating.cases.ruled_delays import delay_facts, ruled_absences, with_ruled
from barpoint.officiating.facts import Facts
from barpoint.officiating.match_delays import Absence, AbsenceCause, delay_ledger
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import at

MINUTE = 60_000
HOUR = 60 * MINUTE
MIDNIGHT = 20_000 * 24 * HOUR


def test_a_ruling_leaves_the_absence_it_rests_on() -> None:
    late: Facts = {"who": "both", "due": 14 * HOUR, "ready_white": 14 * HOUR, "ready_black": 14 * HOUR + 8 * MINUTE}
    [absence] = ruled_absences("late_start", late, midnight=MIDNIGHT)
    since = MIDNIGHT + 14 * HOUR
    assert absence == Absence(Side.BLACK, AbsenceCause.START, since, since + 8 * MINUTE, ruled=True)
    over_midnight: Facts = {"who": "white", "break_start": 24 * HOUR - MINUTE, "break_end": 9 * MINUTE}
    [absence] = ruled_absences("left_board", over_midnight)
    assert absence.until is not None
    assert absence.until - absence.since == 10 * MINUTE
    assert ruled_absences("break_overrun", {"who": "white"}) == ()
    assert ruled_absences("cocked_die", {"who": "white"}) == ()


def test_what_the_desk_has_noted_is_not_counted_again() -> None:
    noted = Absence(Side.WHITE, AbsenceCause.BREAK, 15 * HOUR, 15 * HOUR + 12 * MINUTE)
    same = Absence(Side.WHITE, AbsenceCause.BREAK, 15 * HOUR + MINUTE, 15 * HOUR + 12 * MINUTE)
    elsewhere = Absence(Side.WHITE, AbsenceCause.BREAK, 13 * HOUR, 13 * HOUR + 12 * MINUTE)  # another zone's hours
    other = Absence(Side.WHITE, AbsenceCause.BREAK, 17 * HOUR, 17 * HOUR + 5 * MINUTE)
    assert with_ruled([noted], [same, elsewhere, other]) == (replace(noted, ruled=True), other)


def test_an_absence_that_was_ruled_on_is_charged_before_and_not_the_next_cases_own() -> None:
    told: Facts = {"who": "white", "break_start": 16 * HOUR, "break_end": 16 * HOUR + 40 * MINUTE}
    ruled = ruled_absences("break_overrun", told)
    ledger = delay_ledger(preset("USBGF Open"), 9, ruled, started=14 * HOUR, now=17 * HOUR)
    known = delay_facts(ledger, "break_overrun", {"who": "white"})
    assert known["charged_white"] == ledger.players[0].delay > 0
    assert known["drawn"] == 40 * MINUTE - ledger.players[0].delay
    assert "break_start" not in known


@pytest.mark.clause("usbgf:2.2.2c", "bws:2.2.2a")
@pytest.mark.parametrize(("event", "drawn"), [("USBGF Open", True), ("BWS", False)])
def test_the_next_case_is_told_what_was_charged_and_used(event: str, *, drawn: bool) -> None:
    start = Absence(Side.WHITE, AbsenceCause.START, 14 * HOUR, 14 * HOUR + 8 * MINUTE)
    first = Absence(Side.WHITE, AbsenceCause.BREAK, 15 * HOUR + 8 * MINUTE, 15 * HOUR + 12 * MINUTE)
    own = Absence(Side.WHITE, AbsenceCause.BREAK, 16 * HOUR, 16 * HOUR + 20 * MINUTE)
    began, now = 14 * HOUR + 8 * MINUTE, 17 * HOUR
    ledger = delay_ledger(preset(event), 9, (start, first, own), started=began, now=now)
    known = delay_facts(ledger, "break_overrun", {"who": "white"})
    assert (known["length"], known["charged_white"], known["charged_black"]) == (9, 8 * MINUTE, 0)
    assert (known["break_start"], known["break_end"]) == (16 * HOUR, 16 * HOUR + 20 * MINUTE)
    assert ("started" in known, known["used"]) == (drawn, 0 if drawn else 1)
    if drawn:
        assert (known["started"], known["drawn"], known["granted"]) == (began, 4 * MINUTE, 0)
    late = delay_facts(delay_ledger(preset(event), 9, (start,), started=began, now=began), "late_start", {})
    assert (late["due"], late["ready_white"], late["resuming"]) == (14 * HOUR, began, False)
    assert late["charged_white"] == 0
    assert "due" not in delay_facts(ledger, "late_start", {}, midnight=None)


def test_a_break_on_which_both_left_is_two_absences_and_is_read_back() -> None:
    told: Facts = {"caller": "white", "called": at("15:00h"), "caller_back": at("15:01h"), "other_back": at("15:25h")}
    white, black = ruled_absences("both_left", {**told, "waiting": True})
    assert (white.side, white.since, white.until) == (Side.WHITE, at("15:00h"), at("15:01h"))
    assert (black.side, black.since, black.until) == (Side.BLACK, at("15:02h"), at("15:25h"))
    assert [one.side for one in ruled_absences("both_left", {**told, "waiting": False})] == [Side.WHITE]
    assert ruled_absences("both_left", {"caller": "white", "called": at("15:00h")}) == ()
    ledger = delay_ledger(preset("USBGF Open"), 9, (white, black), started=at("14:00h"), now=at("16:00h"))
    known = delay_facts(ledger, "both_left", {})
    assert (known["started"], known["drawn_white"], known["length"]) == (at("14:00h"), at("1:00"), 9)
    assert known["charged_black"] == ledger.players[1].delay > at("16:00")
