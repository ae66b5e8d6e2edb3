"""The delay table of a match is what its desk counts, row by row."""

import pytest

from barpoint.board import Side
from barpoint.match.format.match_format import MINUTE
from barpoint.officiating import AbsenceCause, DelayLedger
from barpoint.service.tournaments import desk_delays
from barpoint.tournament import commands as c
from barpoint.tournament.desk.overview import desk_overview
from barpoint.tournament.desk.timing import delays
from tests.tournament.director import NINE, Hall, drawn, knockout

HERE = {"contest": "open", "pairing": "M1-1"}


def table(hall: Hall) -> DelayLedger:
    contest, fixture = hall.contest(), hall.fixture("M1-1")
    ledger = desk_delays(hall.state, contest, fixture, hall.now)
    assert ledger is not None
    assert [player.delay for player in ledger.players] == [
        delay.total for delay in delays(hall.state, contest, fixture, hall.now)
    ]
    return ledger


@pytest.mark.clause("usbgf:2.2.4d", "usbgf:2.2.2e", "bws:2.2.4f", "guide:2.2.6d")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_the_table_of_a_match_is_what_its_desk_counts_at_every_step(book: str) -> None:
    hall = drawn(knockout(book, starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    hall.now = NINE + MINUTE
    hall.do(c.MarkReady, **HERE, entrant=home)
    hall.now += 8 * MINUTE
    [late] = table(hall).rows
    assert (late.absence.side, late.absence.cause, late.absence.until) == (Side.BLACK, AbsenceCause.START, None)
    assert table(hall).players[1].away
    assert table(hall).players[1].thresholds[0].at is not None  # the next point, if still away
    hall.do(c.BeginMatch, **HERE)
    hall.now += 60 * MINUTE
    hall.do(c.CallBreak, **HERE, entrant=away)
    hall.now += 12 * MINUTE
    assert table(hall).players[1].away
    hall.do(c.EndBreak, **HERE, entrant=away)
    ledger = table(hall)
    assert [row.absence.cause for row in ledger.rows] == [AbsenceCause.START, AbsenceCause.BREAK]
    assert ledger.rows[1].lasted == 12 * MINUTE
    assert ledger.rows[1].drawn + ledger.rows[1].delay == 12 * MINUTE
    hall.do(c.SuspendMatch, **HERE, reason="lunch")
    hall.now += 30 * MINUTE
    table(hall)
    hall.do(c.ResumeMatch, **HERE)
    hall.now += 20 * MINUTE
    if book == "usbgf":  # nothing accrued over lunch
        left = [side.break_left for one in desk_overview(hall.state, hall.now).playing for side in one.sides]
        assert [player.break_time_left for player in table(hall).players] == left
        assert left[0] == 92 * MINUTE // 10
    hall.do(c.CallBreak, **HERE, entrant=home)
    hall.now += 9 * MINUTE
    hall.do(c.EndBreak, **HERE, entrant=home)
    table(hall)


@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_a_break_stands_still_while_the_director_has_the_match_suspended(book: str) -> None:
    hall = drawn(knockout(book, starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    for entrant in (home, away):
        hall.do(c.MarkReady, **HERE, entrant=entrant)
    hall.do(c.BeginMatch, **HERE)
    hall.wait(60)
    hall.do(c.CallBreak, **HERE, entrant=away)
    hall.wait(12)
    hall.do(c.SuspendMatch, **HERE, reason="the lights went out")
    before = table(hall)
    hall.wait(25)
    during = table(hall)
    assert during.rows == before.rows
    assert [player.break_time_left for player in during.players] == [
        player.break_time_left for player in before.players
    ]
    assert not during.players[1].away
    assert [threshold.at for threshold in during.players[1].thresholds if threshold.at is not None] == []
    shown = [side.break_left for side in desk_overview(hall.state, hall.now).playing[0].sides]
    assert shown == [side.break_left for side in desk_overview(hall.state, hall.now - MINUTE).playing[0].sides]
    hall.do(c.ResumeMatch, **HERE)
    hall.wait(1)
    after = table(hall)
    assert after.players[1].away
    assert after.rows[0].lasted == 13 * MINUTE


@pytest.mark.clause("bws:2.2.4f")
def test_two_late_resumptions_are_two_rows_and_bws_charges_each_by_itself() -> None:
    hall = drawn(knockout("bws", starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    for entrant in (home, away):
        hall.do(c.MarkReady, **HERE, entrant=entrant)
    hall.do(c.BeginMatch, **HERE)
    for _ in range(2):
        hall.wait(60)
        hall.do(c.SuspendMatch, **HERE, until=hall.now + 30 * MINUTE, reason="lunch")
        hall.wait(30)
        hall.do(c.MarkReady, **HERE, entrant=home)
        hall.wait(12)
        hall.do(c.ResumeMatch, **HERE)
    ledger = table(hall)
    assert [(row.absence.cause, row.delay) for row in ledger.rows] == [(AbsenceCause.RESUME, 12 * MINUTE)] * 2
    assert [player.points for player in ledger.players] == [0, 0]
    assert not hall.state.penalties
