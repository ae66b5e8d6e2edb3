"""The analysis board and the review of a dropped file, on a desktop and on a phone."""

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
MATCH = """ 1 point match

 Game 1
 Anna : 0                         Ben : 0
  1) 31: 24/23 13/10              42: 8/4 6/4
  2) 65: 24/18 18/13
"""


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_a_position_is_pasted_looked_at_and_a_line_tried(open_page: OpenPage, screen: dict[str, int]) -> None:
    page = open_page(**screen)
    page.goto("/")
    page.get_by_role("link", name="Analysis").click()
    page.get_by_label("XGID, GNUBG ID").fill(OPENING)
    page.get_by_role("button", name="Read").click()
    best = page.get_by_role("button", name="8/5 6/5")
    expect(best).to_be_visible(timeout=120_000)
    expect(page.locator("[data-arrow='8/5']")).to_be_attached()
    assert fits(page)
    best.click()
    expect(page.get_by_text("Black on roll")).to_be_visible()
    expect(page.get_by_text("No double, take").first).to_be_visible()
    page.get_by_text("At other scores").click()
    expect(page.get_by_role("row", name="7", exact=False).last).to_be_visible()
    page.get_by_text("All 36 rolls").click()
    expect(page.get_by_text("Mean")).to_be_visible()
    assert findings(page) == []
    assert fits(page)
    page.get_by_role("button", name="31: 8/5 6/5").click()
    expect(page.get_by_text("White on roll")).to_be_visible()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_a_file_is_dropped_and_its_mistakes_are_gone_through(open_page: OpenPage, screen: dict[str, int]) -> None:
    page = open_page(**screen)
    page.goto("/analysis")
    file: FilePayload = {"name": "a.mat", "mimeType": "text/plain", "buffer": MATCH.encode()}
    page.set_input_files("input[type=file]", file)
    expect(page.get_by_role("heading", name="Anna – Ben")).to_be_visible()
    expect(page.get_by_text("The costliest five")).to_be_visible(timeout=240_000)
    line = page.locator(".line.now")
    expect(line).to_have_text("Anna begins with 3-1")
    expect(page.get_by_text("A blunder", exact=False)).to_be_visible()
    expect(page.locator(".arrow.best")).to_have_count(2)
    expect(page.locator(".arrow.played")).to_have_count(2)
    page.keyboard.press("m")
    expect(line).to_have_text("Anna rolls 6-5")
    page.keyboard.press("n")
    expect(line).to_have_text("Anna begins with 3-1")
    assert findings(page) == []
    assert fits(page)
