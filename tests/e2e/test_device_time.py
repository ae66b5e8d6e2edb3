"""Time at the table device in a browser: flags that fall, clocks that are imposed, stops and breaks by the book."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from barpoint.rulebook.profiles.options import Options
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.e2e.test_table_device import Seat, asked, press, seated
from tests.tournament.director import PRESETS

NO_BREAKS = Options(breaks=False, extra_time=0)


def timed(seat: Seat) -> tuple[Page, dict[str, Any]]:
    """The page with timers of the test's, and the rules of its clock."""
    seat.page.clock.install()
    seat.page.reload()
    seat.page.locator(".press").last.wait_for()
    rules: dict[str, Any] = seat.told()["format"]["clock"]
    return seat.page, rules


def desk(seat: Seat) -> Any:
    return asked(seat.server, f"/api/tournaments/{seat.tid}/desk", token=seat.director)[0]


def shows(page: Page, times: list[str]) -> None:
    expect(page.locator(".press .time")).to_have_text(times)


def begin(seat: Seat) -> None:
    """The far clock is pressed: the near side's time runs, and the desk has heard of it."""
    with seat.page.expect_response("**/shown"):
        seat.page.locator(".press").first.click()


@pytest.mark.clause("ibf:8.7a", "ibf:8.7b")
def test_a_flag_that_falls_loses_the_match_and_the_desk_hears_of_it(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Flag", preset="IBF Backgammon", length=7, width=360, height=740)
    page, rules = timed(seat)
    press(page, "More")
    for _ in range(5):
        page.get_by_role("button", name="One point more for P").first.click()
    press(page, "More")
    begin(seat)
    with page.expect_response("**/shown"):
        page.clock.fast_forward(rules["reserve"] + rules["delay"] + 1_000)
    expect(page.locator("[data-time-loss]")).to_contain_text("has lost on time · 5–7")
    expect(page.locator(".over")).to_contain_text("wins the match")
    assert findings(page) == []
    page.reload()
    expect(page.locator("[data-time-loss]")).to_be_visible()
    seat.mend()
    (match,) = desk(seat)["to_post"]
    assert match["noted"]["score"] == [5, 7]
    assert (match["noted"]["winner"], match["noted"]["on_time"]) == (seat.away, True)
    assert '"on_time":true' in asked(seat.server, f"/api/tournaments/{seat.tid}/log", token=seat.director)[0]


def test_where_a_flag_has_to_be_noticed_the_claim_is_offered(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Noticed", length=3, width=360, height=740)
    page, rules = timed(seat)
    begin(seat)
    expect(page.get_by_role("button", name="loses the match on time")).to_have_count(0)
    page.clock.fast_forward(rules["reserve"] + rules["delay"] + 1_000)
    expect(page.locator("[data-time-loss]")).to_have_count(0)
    page.get_by_role("button", name="loses the match on time").click()
    expect(page.locator("[data-time-loss]")).to_contain_text("has lost on time · 0–3")
    press(page, "Not over: take the last entry back")
    expect(page.locator("[data-time-loss]")).to_have_count(0)
    expect(page.get_by_role("button", name="loses the match on time")).to_be_visible()


@pytest.mark.clause("bws:2.2.4e", "bws:2.3.1a")
def test_a_device_takes_over_the_time_for_the_points_that_are_left(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Fraction", preset=PRESETS["bws"], length=9, width=360, height=740)
    page = seat.page
    shows(page, ["18:00", "18:00"])
    press(page, "More")
    for side, points in ((0, 4), (1, 2)):
        for _ in range(points):
            page.get_by_role("button", name="One point more for P").nth(side).click()
    press(page, "More")
    begin(seat)
    seat.mend()
    seat.order(type="OrderEquipment", topic="clock", choice="yes", contest="open", pairing="M1-1")
    page.locator(".press").last.click()  # whatever the table tells brings the news
    shows(page, ["12:00", "12:00"])
    page.reload()
    shows(page, ["12:00", "12:00"])


@pytest.mark.clause("ibf:3.10a")
def test_where_an_event_has_no_breaks_there_is_no_button(open_page: OpenPage, server: str) -> None:
    seat = seated(
        open_page, server, "No breaks", preset="IBF Backgammon", length=7, options=NO_BREAKS, width=360, height=740
    )
    expect(seat.page.get_by_role("button", name="Director", exact=True)).to_be_visible()
    expect(seat.page.get_by_role("button", name="Break", exact=True)).to_have_count(0)


def test_a_refused_break_leaves_the_clock_as_it_was(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Refused", width=360, height=740)
    page = seat.page
    begin(seat)
    seat.mend()
    seat.order(type="CallBreak", contest="open", pairing="M1-1", entrant=seat.home, breaks=1)
    press(page, "Break")
    page.get_by_role("button", name="Break: P").first.click()  # the desk has this side away already
    expect(page.get_by_role("alert")).to_contain_text("Not accepted")
    expect(page.locator(".press").last).to_have_class(re.compile("runs"))
    expect(page.get_by_role("button", name="Go on", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Stop the clock", exact=True)).to_be_visible()


@pytest.mark.clause("ibf:3.12a", "ibf:3.12d")
def test_a_stop_has_one_of_the_books_reasons_and_a_dispute_stands_until_it_is_ruled_on(
    open_page: OpenPage, server: str
) -> None:
    seat = seated(open_page, server, "Reasons", preset="IBF Backgammon", width=360, height=740)
    page, rules = timed(seat)
    near = page.locator(".press").last
    begin(seat)
    press(page, "Stop the clock")
    reasons = page.get_by_role("group", name="Why does the clock stop?").get_by_role("button")
    expect(reasons).to_have_text(["Setting up between games", "Dice off the table", "A dispute"])
    assert findings(page) == []
    press(page, "A dispute")
    expect(near).to_contain_text("The clock stands")
    expect(page.locator("[data-pause-over]")).to_have_count(0)
    page.clock.fast_forward(rules["longest_pause"])
    expect(page.get_by_role("alert")).to_contain_text("Call the director")
    expect(near).to_contain_text("The clock stands")
    expect(page.get_by_role("button", name="Director", exact=True)).to_be_visible()
