"""The hours of a tournament are its own zone's, whatever zone the reader's browser is in; summer time and all."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.ui.browser_code import answered

MODULE = "pages/tournament/zone.ts"
ZONES = ("Europe/Oslo", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC")
TIMES = ("2026-01-15T09:00", "2026-05-01T09:00", "2026-03-29T12:30", "2026-10-25T12:30", "2026-12-31T23:45")
THERE = "const answer = ([text, zone]) => m.momentAt(text, zone)"
BACK = "const answer = ([at, zone]) => m.wallTime(at, zone)"


@pytest.mark.parametrize("zone", ZONES)
def test_a_time_of_a_programme_is_the_moment_of_its_own_zone(zone: str) -> None:
    moments = [int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000) for text in TIMES]
    assert answered(MODULE, THERE, [[text, zone] for text in TIMES]) == moments
    assert answered(MODULE, BACK, [[moment, zone] for moment in moments]) == list(TIMES)


def test_what_is_no_time_is_none_and_an_unknown_zone_is_the_readers_own() -> None:
    assert answered(MODULE, THERE, [["", "UTC"], ["noon", "UTC"]]) == [None, None]
    own, unknown = answered(MODULE, THERE, [[TIMES[0], ""], [TIMES[0], "Nowhere/At_All"]])
    assert own == unknown
