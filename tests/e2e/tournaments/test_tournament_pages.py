"""The pages of a running tournament: no serious finding of axe in light, dark or Russian; screen and overlay."""

import gzip
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Response, expect

from barpoint.tournament import commands as c
from tests.e2e.test_pages import findings
from tests.e2e.tournaments.test_tournament import fits
from tests.e2e.tournaments.unfinished_tournament import half_played
from tests.e2e.tournaments.weekend_pages import PageHall

PUBLIC = (
    "",
    "/draw/open",
    "/pairings",
    "/standings",
    "/live",
    "/screen",
    "/screen?show=draw",
    "/overlay/6",
    "/hearing",
)
SITE = "/tournaments"
STAFF = (
    *("/desk", "/desk/open/M1-6", "/results", "/people", "/money", "/setup", "/cases", "/cases/new/open/M1-6"),
    *("/records", "/print", "/sheets"),
)
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
        page.goto(hall.private(person))
    return page


@pytest.mark.parametrize(("shade", "language"), [("light", "en"), ("dark", "en"), ("light", "ru")])
def test_axe_finds_nothing_serious_on_any_page(hall: PageHall, shade: Any, language: str) -> None:
    case: str = hall.case  # type: ignore[attr-defined]  # as above
    public = [hall.root + path for path in PUBLIC]
    staff = [hall.root + path for path in (*STAFF, case)]
    pages = [
        ("td", [SITE, *public, f"{hall.root}/me?as=p00", *staff]),
        (hall.ready()[0].pair[0], [f"{hall.root}/me"]),
        ("", [f"{hall.root}/results"]),  # staff see another page there
    ]
    for person, paths in pages:
        page = opened(hall, person, color_scheme=shade, locale=language, **PHONE)
        for path in paths:
            page.goto(path)
            page.locator("h1").first.wait_for(state="attached")
            assert findings(page) == [], path
            assert fits(page), path
            assert page.locator("html").get_attribute("lang") == language
        page.context.close()


def test_the_language_and_the_shade_are_those_of_the_sites_settings(hall: PageHall) -> None:
    page = opened(hall, "", locale="en-GB")
    page.add_init_script("""localStorage.setItem('barpoint.settings', '{"language": "ru", "shade": "dark"}')""")
    page.goto(f"{hall.root}/pairings")
    page.get_by_role("heading", name="Пары").wait_for()
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.context.close()


def test_the_halls_screen_shows_everything_in_turn_in_letters_for_ten_metres(hall: PageHall) -> None:
    page = opened(hall, "", viewport={"width": 1920, "height": 1080})
    page.clock.install(time=0)
    page.clock.pause_at(1)  # time goes on where the test says
    page.goto(f"{hall.root}/screen")
    title = page.locator(".screen h1")
    expect(title).to_have_text("To their tables")
    page.wait_for_load_state("networkidle")  # what is shown in turn is there
    letters = page.locator(".name").first.evaluate("(name) => parseFloat(getComputedStyle(name).fontSize)")
    assert letters >= 34, "a letter of an x-height of 17 pixels: 1/60 of the screen"
    seen = [title.inner_text()]
    for _ in range(12):
        page.clock.run_for(10_000)
        seen.append(title.inner_text())
        if seen[-1] == seen[0]:
            break
    assert seen[:3] == ["To their tables", "Playing now", "Open: Main"]
    assert seen[3].startswith("Open: Main, round ")
    assert seen[-1] == "To their tables"
    names = page.locator(".name").evaluate_all(
        "(names) => names.map((name) => [getComputedStyle(name).wordBreak, getComputedStyle(name).hyphens])"
    )
    assert {tuple(name) for name in names} == {("keep-all", "none")}, "no name is broken inside a word"
    page.goto(f"{hall.root}/screen?show=playing&seconds=5")
    expect(title).to_have_text("Playing now")
    page.clock.run_for(5_000)
    expect(title).to_have_text("Playing now")
    page.context.close()


def test_a_director_sees_a_players_page_and_comes_back(hall: PageHall) -> None:
    player = hall.ready()[0].pair[0]
    page = opened(hall, "td")
    page.goto(hall.private(player))
    page.get_by_text(f"As {hall.name('open', player)} sees it").wait_for()
    expect(page.get_by_role("button", name="I am at the table")).to_have_count(0)  # nothing to press
    page.get_by_role("link", name="Back to the desk").click()
    page.wait_for_url("**/desk")
    assert page.request.get(f"/api/tournaments/{hall.tournament}/desk").ok
    page.context.close()


def test_a_link_that_opens_nothing_says_whom_to_ask(hall: PageHall) -> None:
    page = opened(hall, "")
    for place in ("nowhere", hall.tournament):
        page.goto(f"/t/{place}/as/{'A' * 24}")
        page.get_by_text("ask the desk for a new one").wait_for()
    page.context.close()


def test_both_claims_are_shown_to_the_players(hall: PageHall) -> None:
    match = next(one for one in hall.ready() if hall.match(one.id).begun is not None and not hall.match(one.id).reports)
    home, away = match.pair
    at = {"contest": "open", "pairing": match.id}
    hall.do(c.ReportResult, by=home, **at, entrant=home, winner=home, score=(9, 3))
    page = opened(hall, away, locale="en-GB", **PHONE)
    card = page.locator(f"[data-match='open/{match.id}']")
    card.get_by_role("button", name="Confirm:").wait_for()
    card.get_by_role("button", name="It was another result").tap()
    card.get_by_role("button", name="I won", exact=True).tap()
    card.get_by_role("button", name="8", exact=True).tap()
    card.get_by_role("button", name="Send: you won 9–8").tap()
    card.get_by_text("You say different things").wait_for()
    expect(card.get_by_role("status")).to_contain_text("you won 9–8")
    expect(card.get_by_role("status")).to_contain_text(f"{hall.name('open', home)} won 9–3")
    page.context.close()


def test_a_public_page_is_light_and_says_what_it_is(hall: PageHall, capsys: pytest.CaptureFixture[str]) -> None:
    page = opened(hall, "", locale="ru-RU")
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if "/api/" not in answer.url:
            sizes[answer.url] = int(answer.headers.get("content-length") or len(gzip.compress(answer.body())))

    page.on("response", weigh)
    page.goto(f"{hall.root}/draw/open")
    page.get_by_role("img", name="Сетка").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.title().startswith("Сетки · Spring")
    assert page.locator("meta[property='og:title']").get_attribute("content") == "Spring"
    description = page.locator("meta[name='description']").get_attribute("content")
    assert description is not None
    assert "Open" in description
    weight = sum(sizes.values())
    with capsys.disabled():
        sys.stdout.write(f"\n  a public page in Russian: {weight:,} bytes compressed\n")
    assert weight <= 80_000, sizes
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


def test_what_is_done_on_the_device_at_a_table_is_so_at_the_desk_in_the_hall_and_on_the_overlay(
    hall: PageHall, tmp_path_factory: pytest.TempPathFactory
) -> None:
    hall.read()  # what was pressed on pages before
    match = next(one for one in hall.ready() if hall.match(one.id).begun is None and not hall.match(one.id).table)
    hall.do(c.AssignTable, contest="open", pairing=match.id, table="1")
    hall.wait(11)
    hall.do(c.CallMatch, contest="open", pairing=match.id)
    home, away = (hall.name("open", entrant) for entrant in match.pair)
    desk, late = opened(hall, "td", locale="en-GB"), "section[aria-labelledby=late]"
    desk.goto(f"{hall.root}/desk")
    expect(desk.locator(late)).to_contain_text(home)
    phone = opened(hall, match.pair[0], locale="en-GB", **PHONE)
    phone.locator(f"[data-match='open/{match.id}']").get_by_role("link", name="Clock and score sheet").tap()
    phone.locator(".far .press").tap()  # the clock of the home side runs
    expect(desk.locator(late)).not_to_contain_text(home)
    tile = desk.locator(".tile", has_text=match.id)
    expect(tile).to_have_class(re.compile("playing"))
    overlay = opened(hall, "", locale="en-GB", viewport={"width": 1920, "height": 1080})
    overlay.goto(f"{hall.root}/overlay/1")
    expect(overlay.locator(".runs")).to_contain_text(home)
    expect(overlay.locator(".clock").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    phone.locator(".side.near").get_by_role("button", name="Doubled to 2").tap()
    expect(overlay.get_by_role("img", name=f"Cube 2, {away}")).to_be_visible()
    overlay.screenshot(path=tmp_path_factory.getbasetemp() / "overlay.png")
    phone.get_by_role("button", name="More").tap()
    for _ in range(2):
        phone.get_by_role("button", name=f"One point more for {away}").tap()
    expect(tile).to_contain_text(f"{away} 2")
    screen = opened(hall, "", locale="en-GB", viewport={"width": 1920, "height": 1080})
    screen.goto(f"{hall.root}/screen?show=playing")
    expect(screen.locator("li", has_text=away).locator(".line b.num")).to_have_text(["0", "2"])
    length = hall.contest().length_at(hall.fixture(match.id))
    assert length is not None
    phone.context.set_offline(True)  # the rest is told when the network is back
    for _ in range(length.length - 2):
        phone.get_by_role("button", name=f"One point more for {away}").tap()
    phone.locator(".over").wait_for()
    phone.context.set_offline(False)
    phone.evaluate("() => window.dispatchEvent(new Event('online'))")
    waits = desk.locator("section[aria-labelledby=waits] li", has_text=match.id)
    expect(waits).to_contain_text(f"Table device says: {away} won, {length.length}–0")
    waits.get_by_role("button", name=f"Post {away} {length.length}–0").click()
    expect(waits).to_have_count(0)
    for page in (desk, phone, overlay, screen):
        page.context.close()
