"""Every page: no serious finding of axe, nothing from another origin, small at first load, readable offline."""

import gzip
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import STATIC, OpenPage, needed
from tests.e2e.match_pages import (
    against_bot,
    play_out,
    until,
)

AXE = STATIC.parents[3] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "home": "/",
    "lobby": "/lobby",
    "analysis": "/analysis",
    "agreement": "/agreement",
    "players": "/players",
    "clubs": "/clubs",
    "series": "/series",
    "lists": "/lists",
    "tournaments": "/tournaments",
    "rules": "/rules",
    "clause": "/rules/usbgf:4.4.8a",
    "subject": "/rules/subject:dead-cube",
    "ruling": "/ruling",
    "settings": "/settings",
    "profile": "/profile",
}
LARGEST_ICON = 10_000
FIRST_LOAD = 70_000
LARGEST_PART = 26_000  # of what a page loads when it is opened
ALL_PAGES = (
    470_000  # with the desk of a director, broadcast, equipment, analysis, ladder, clubs and series, two languages
)


def findings(page: Page) -> list[str]:
    """What axe finds serious or critical, and where."""
    needed(AXE.is_file(), "axe-core in ui/node_modules")
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")  # no colour is half way to another
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:2]
    ]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(open_page: OpenPage, shade: str) -> None:
    page = open_page({"shade": shade})
    for name, path in PAGES.items():
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert findings(page) == [], name


def test_axe_finds_nothing_serious_on_a_match_and_its_review(open_page: OpenPage) -> None:
    page = open_page({"autoRoll": True, "skipCube": True})
    against_bot(page, "sprintgammon")
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("End turn", "Roll"))
    assert findings(page) == [], "to move"
    until(
        (page,), lambda: page.get_by_role("button", name="Undo").count() > 0 or page.locator("[data-over]").count() > 0
    )
    assert findings(page) == [], "moved"
    play_out(page)
    assert findings(page) == [], "over"
    page.get_by_role("link", name="Review").click()
    page.locator("svg.board").wait_for()
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_text("all honest").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_text("The costliest five").wait_for(timeout=240_000)
    assert findings(page) == [], "review"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_first_load_is_small(open_page: OpenPage, capsys: pytest.CaptureFixture[str], language: str) -> None:
    page = open_page({"language": language}, service_workers="block")  # which keeps the other pages, later
    asked: list[Request] = []
    page.on("requestfinished", lambda one: asked.append(one))  # noqa: PLW0108  # handlers are marked
    page.goto("/")
    page.locator("#level option").nth(1).wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    bodies = {one.url: one.sizes()["responseBodySize"] for one in asked}
    assert len(bodies) == len(asked), "something is asked for twice"
    first = sum(bodies.values())
    parts = [len(gzip.compress(file.read_bytes(), 6)) for file in (STATIC / "assets").iterdir()]
    whole = sum(parts)
    with capsys.disabled():
        print(f"\n  first load, {language}: {first:,} bytes in {len(asked)} answers; all pages {whole:,}")  # noqa: T201
    assert first <= FIRST_LOAD
    assert max(parts) <= LARGEST_PART
    assert whole < ALL_PAGES


def test_what_is_not_built_in_comes_from_nowhere(open_page: OpenPage) -> None:
    page = open_page()
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_pages_can_be_installed(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/settings")
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    manifest = page.request.get("/manifest.webmanifest").json()
    apple = page.locator("link[rel='apple-touch-icon']").get_attribute("href")
    drawn = [(icon["src"], icon["sizes"]) for icon in manifest["icons"] if icon["type"] == "image/png"]
    for address, sizes in (*drawn, (apple, "180x180")):
        answer = page.request.get(address)
        assert answer.headers["content-type"] == "image/png"
        body = answer.body()
        assert len(body) < LARGEST_ICON
        assert "x".join(str(int.from_bytes(body[at : at + 4])) for at in (16, 20)) == sizes
    assert {"192x192", "512x512"} <= {sizes for _, sizes in drawn}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_rules_stay_readable_without_a_network(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/rules")
    page.get_by_text("Compare the books").wait_for()
    page.wait_for_function("async () => { await navigator.serviceWorker.ready; return caches.match('/api/rules') }")
    page.context.set_offline(True)
    page.goto("/rules/usbgf:4.4.8a")
    page.get_by_text("Dead cube may not be turned").first.wait_for()
    page.goto("/rules")
    page.get_by_label("Search the rules").fill("die on a checker")
    page.locator("article.clause").first.wait_for()
    page.context.set_offline(False)


def test_an_arbiter_rules_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    page.goto("/ruling")
    page.get_by_label("Under the rules of").select_option("USBGF Open")
    page.get_by_label("What happened?").fill("forgot to press the clock")
    page.get_by_role("button", name="A player forgot to press the clock").tap()
    page.get_by_role("button", name="White", exact=True).tap()
    page.get_by_role("textbox").fill("1")
    page.get_by_role("button", name="Next").tap()
    answer = page.locator(".answer")
    for known in range(2, 8):  # facts and the next question come together
        page.locator(f".facts li:nth-child({known})").wait_for()
        if answer.count():
            break
        if page.locator(".choice").count():
            page.get_by_role("button", name="No", exact=True).tap()
        else:
            page.get_by_role("textbox").fill("0:10")
            page.get_by_role("button", name="Next").tap()
    page.locator(".answer dd.say").wait_for()
    assert page.get_by_role("link", name="usbgf:4.1.7.1d").count() == 1
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []


def test_a_question_of_the_interview_is_answered_once(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/ruling")
    page.get_by_label("What happened?").fill("forgot to press the clock")
    page.get_by_role("button", name="A player forgot to press the clock").click()
    white = page.get_by_role("button", name="White", exact=True)
    white.wait_for()
    first = page.locator("#question").inner_text()
    assert page.evaluate("() => document.activeElement.id") == "question"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/rulings", hold)
    with page.expect_request("**/api/rulings"):
        white.click()
    expect(white).to_be_disabled()
    assert page.locator("#question").inner_text() == first
    assert page.locator(".facts").count() == 0
    [the_only] = held
    the_only.continue_()
    page.locator(".facts li").wait_for()
    expect(page.get_by_role("textbox")).to_be_focused()  # the next question is ready to be typed at


def test_a_position_is_pasted_tapped_and_given_to_the_arbiter(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    page.goto("/ruling")
    page.get_by_label("What happened?").fill("claim disputed")
    page.get_by_role("button", name="A claim that the game is settled is disputed").tap()
    page.get_by_role("button", name="White", exact=True).tap()
    page.get_by_role("button", name="A gammon", exact=True).tap()
    page.get_by_label("Paste an XGID").fill("XGID=aBBBA---------------aabbb-:0:0:1:00:0:0:0:7:10")
    page.get_by_role("button", name="Read", exact=True).tap()
    page.locator("[data-place='4'][aria-label*='one checker']").wait_for()
    page.locator("[data-place='5']").press("Enter")
    page.locator("[data-place='5'][aria-label*='one checker']").wait_for()
    page.get_by_role("button", name="This is the position").tap()
    page.locator(".facts li").nth(2).wait_for()
    assert findings(page) == []


def test_no_page_is_wider_than_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    for name, path in PAGES.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name


def test_a_page_speaks_the_chosen_language(open_page: OpenPage) -> None:
    page = open_page({"language": "ru"})
    page.goto("/")
    page.get_by_role("button", name="Играть сейчас").wait_for()
    assert page.evaluate("() => document.documentElement.lang") == "ru"


def test_a_guest_registers_leaves_and_comes_back(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/profile")
    page.get_by_label("Name").fill("Marina Ferris")
    page.get_by_label("Password").fill("anchor on the bar point")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("heading", name="Marina Ferris").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").fill("Marina Ferris")
    page.get_by_label("Password").fill("anchor on the bar point")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()
    assert findings(page) == []
