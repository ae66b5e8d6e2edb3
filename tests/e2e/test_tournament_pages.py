"""The pages of a running tournament: no serious finding of axe in light, dark or Russian; screen and overlay."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from barpoint.tournament import commands as c
from tests.e2e.half_played import half_played
from tests.e2e.test_pages import findings
from tests.e2e.test_tournament import fits
from tests.e2e.weekend_on_pages import PageHall

PUBLIC = ("", "/draw/open", "/pairings", "/standings", "/live", "/screen", "/overlay/6")
STAFF = ("/desk", "/results", "/people", "/money", "/setup", "/incident/open/M1-6")
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[PageHall]:
    with half_played(tmp_path_factory.mktemp("half"), browser) as found:
        opened = found.ask(
            "POST",
            "/api/tournaments/spring/cases",
            {"contest": "open", "pairing": "M1-6", "kind": "cocked_die"},
            token=found.links["td"],
        )
        found.case = opened["page"].removeprefix(found.root)  # type: ignore[attr-defined]  # for these tests only
        found.do(c.GivePenalty, player=found.ready()[0].pair[0], step="warning", reason="late twice")
        yield found


def opened(hall: PageHall, person: str, **look: Any) -> Page:
    """A browser of its own for somebody."""
    assert hall.browser is not None
    page = hall.browser.new_context(base_url=hall.url, timezone_id="UTC", **look).new_page()
    if person:
        page.goto(f"{hall.root}/as/{hall.link(person)}")
    return page


@pytest.mark.parametrize(("shade", "language"), [("light", "en"), ("dark", "en"), ("light", "ru")])
def test_axe_finds_nothing_serious_on_any_page(hall: PageHall, shade: Any, language: str) -> None:
    case: str = hall.case  # type: ignore[attr-defined]  # as above
    pages = [("td", ("/t", *PUBLIC, *STAFF, case)), (hall.ready()[0].pair[0], ("/me",))]
    for person, paths in pages:
        page = opened(hall, person, color_scheme=shade, locale=language, **PHONE)
        for path in paths:
            page.goto(path if path == "/t" else hall.root + path)
            page.locator("main").wait_for(state="attached")
            assert findings(page) == [], path
            assert fits(page) or path == "/screen", path
            assert page.locator("html").get_attribute("lang") == language
        page.context.close()


def test_the_language_is_switched_on_the_page_and_follows_the_sites_settings(hall: PageHall) -> None:
    page = opened(hall, "", locale="en-GB", **PHONE)
    page.goto(f"{hall.root}/pairings")
    page.get_by_role("button", name="Русский").tap()
    page.get_by_role("heading", name="Пары").wait_for()
    page.goto(f"{hall.root}/standings")
    page.get_by_role("heading", name="Положение").wait_for()
    page.context.close()
    page = opened(hall, "", locale="en-GB")
    page.add_init_script("""localStorage.setItem('barpoint.settings', '{"language": "ru", "shade": "dark"}')""")
    page.goto(f"{hall.root}/pairings")
    page.get_by_role("heading", name="Пары").wait_for()
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.context.close()


def test_the_halls_screen_shows_everything_in_turn_and_to_its_end(hall: PageHall) -> None:
    page = opened(hall, "", viewport={"width": 1280, "height": 720})
    page.clock.install(time=0)
    page.clock.pause_at(1)  # time goes on where the test says
    page.goto(f"{hall.root}/screen")
    seen: list[str] = []
    last = page.locator(".turn tbody tr").nth(23)  # by name: twelve matches, two lines each
    came_into_view = False
    for _ in range(20):
        expect(page.locator(".turn:visible")).to_have_count(1)
        title = page.locator(".turn:visible h1").inner_text()
        seen += [title] if title not in seen[-1:] else []
        box = last.bounding_box()
        came_into_view |= title == "Pairings" and box is not None and 0 <= box["y"] < 560
        if seen[1:] and title == seen[0]:
            break
        page.clock.run_for(12_000)
    assert seen == ["Live", "Pairings", "Standings", "Open", "Live"]
    assert came_into_view, "what is longer than the screen is shown to its end"
    page.context.close()


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_an_overlay_is_transparent_but_for_the_score(hall: PageHall, shade: Any) -> None:
    page = opened(hall, "", color_scheme=shade)
    page.goto(f"{hall.root}/overlay/6")
    page.locator("article").wait_for()
    picture = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    alpha = picture.getchannel("A")
    box = page.locator("article").bounding_box()
    assert box is not None
    middle = (int(box["x"] + box["width"] / 2), int(box["y"] + 4))
    assert alpha.getpixel(middle) > 200  # type: ignore[operator]  # one channel has one number
    seen = alpha.point(lambda value: 255 if value else 0).getbbox()
    assert seen is not None
    assert seen[2] <= box["x"] + box["width"] + 1
    assert seen[3] <= box["y"] + box["height"] + 1
    page.context.close()
