"""The agreement sheet in a browser: wishes in, dice where they clash, what holds in words."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.match_pages import by_link
from tests.e2e.test_pages import findings


def test_two_people_settle_what_they_play_with_on_one_phone(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740)
    page.goto("/ruling")
    page.get_by_role("link", name="Agreement before a match").click()
    page.get_by_label("White", exact=True).fill("Ada")
    page.get_by_label("Black", exact=True).fill("Bob")
    page.get_by_label("Ada: A clock", exact=True).select_option("yes")
    clock = page.get_by_role("row", name="A clock if either insists")
    expect(clock).to_contain_text("yes")
    for name in ("Ada", "Bob"):
        page.get_by_label(f"{name}: Colours").fill("light")
        page.get_by_label(f"{name}: Colours").press("Tab")
    expect(page.get_by_role("row", name="Colours")).to_contain_text("dice decide")
    while not page.get_by_text("has the choice").count():
        page.get_by_role("button", name="Roll for it").click()
        page.get_by_text("has the choice").or_(page.get_by_text("Equal sums")).first.wait_for()
    chosen = (
        "Ada: light · Bob: the other"
        if page.get_by_text("Ada has the choice").count()
        else "Ada: the other · Bob: light"
    )
    expect(page.get_by_role("row", name="Colours").locator("b")).to_have_text(chosen)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(page) == []


def test_a_board_of_the_server_says_what_of_the_book_has_no_object_there(open_page: OpenPage) -> None:
    anna, ben = open_page(), open_page()
    by_link(anna, ben, rules="USBGF Open")
    sheet = anna.locator("[data-online-terms]")
    sheet.locator("summary").click()
    expect(sheet.get_by_role("row", name="Precision dice")).to_contain_text("not applicable online")
    expect(sheet.get_by_role("row", name="Colours")).to_contain_text("each sets their own screen")
    expect(sheet.get_by_role("row", name="Length")).to_contain_text("as both accepted it")
    expect(sheet.get_by_role("row", name="A clock", exact=False).first).to_contain_text("if either insists")
    assert findings(anna) == []
