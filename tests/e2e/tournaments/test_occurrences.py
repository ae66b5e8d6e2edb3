"""What is counted at a table: noted on the device or read from its record, seen at the desk with what the book says."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.e2e.test_table_device import asked, moved, press, rolled, seated


@pytest.mark.clause("usbgf:4.1.3b", "usbgf:4.2.3.4a")
def test_new_dice_and_illegal_plays_are_counted_and_the_desk_is_reminded(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Counting Hall")
    page = seat.page
    names = page.locator(".name strong").all_inner_texts()
    home = names[1]
    for what in ("dice changed", "illegal play"):
        press(page, "More")
        page.get_by_role("button", name=f"{what} {home}").click()
    seat.recording()
    rolled(page, 3, 1)
    press(page, "Other move")
    moved(page, 8)
    page.locator('.zone[aria-label^="3-point"]').press("Enter")
    press(page, "Done")
    seat.mend()
    assert page.get_by_role("alert").count() == 0
    desk = open_page()
    desk.goto(f"/t/{seat.tid}/as/{seat.director}")
    desk.goto(f"/tournaments/{seat.tid}/desk")
    reminder = desk.locator("[data-reminder='illegal_play']")
    expect(reminder).to_contain_text("illegal play: 2")
    expect(reminder.get_by_role("link", name="usbgf:4.2.3.4a")).to_be_visible()
    assert findings(desk) == []
    desk.get_by_role("link", name="Rule on an incident").or_(desk.get_by_role("link", name="Rule")).first.wait_for()
    log = asked(server, f"/api/tournaments/{seat.tid}/log", token=seat.director)[0]
    noted = [json.loads(line) for line in log.splitlines() if '"OccurrenceNoted"' in line]
    assert [one["what"] for one in noted] == ["dice_changed", "illegal_play", "illegal_play"]
    assert noted[0]["first"] == seat.away
