"""On the wifi of a hall: phones reach a laptop by plain http, at a name that browsers do not trust without https.

Every page and a whole match work there. What browsers give to https alone (passkeys, notices while the page is closed,
pages without a network, a screen kept awake) says so.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.tournament import commands as c
from tests.e2e.conftest import HALL, STATIC, OpenPage, pages_at
from tests.e2e.match_pages import (
    against_bot,
    by_link,
    play_out,
    until,
)
from tests.e2e.test_officials import appointed
from tests.e2e.test_pages import PAGES, findings
from tests.e2e.test_table_device import asked, moved, press, rolled, seated
from tests.e2e.tournaments.test_tournament import test_from_the_set_up_to_a_posted_result as run_a_tournament
from tests.e2e.tournaments.unfinished_tournament import half_played
from tests.web.members import PASSWORD

PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
ON_ITS_OWN = {"autoRoll": True, "skipCube": True}
UI = STATIC.parents[3] / "ui" / "src"


def at_hall(address: str) -> str:
    return address.replace("127.0.0.1", HALL)


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Pages of the hall."""
    with pages_at(browser, at_hall(server)) as pages:
        yield pages


def insecure(page: Page) -> bool:
    """Whether the browser takes the page for one of the hall's, with nothing in it that needs https."""
    return bool(page.evaluate("() => !window.isSecureContext && !('randomUUID' in crypto) && !navigator.clipboard"))


def paste(page: Page) -> str:
    """What lies in the clipboard: pasted into a field as people do it."""
    page.evaluate("""() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))""")
    field = page.locator("#paste")
    field.focus()
    page.keyboard.press("Control+V")
    text = field.input_value()
    field.evaluate("(field) => field.remove()")
    return text


def test_two_phones_play_a_whole_match(open_page: OpenPage) -> None:
    phones = open_page(ON_ITS_OWN, **PHONE), open_page(ON_ITS_OWN, **PHONE)
    by_link(*phones, points=3)
    assert all(insecure(phone) for phone in phones)
    for phone in phones:
        phone.get_by_role("button", name="Menu").tap()
    phones[0].get_by_label("Say something").fill("Good luck!")
    phones[0].keyboard.press("Enter")
    phones[1].locator(".chat").get_by_text("Good luck!").wait_for()
    until(phones, lambda: all(phone.locator("[data-over]").count() for phone in phones))
    scores = [[int(points) for points in phone.locator(".final").inner_text().split(" – ")] for phone in phones]
    assert [max(score) >= 3 > min(score) for score in scores] == [True, True]
    phones[1].get_by_role("link", name="Review").click()
    phones[1].get_by_role("button", name="Check the dice").click()
    phones[1].get_by_text("all honest").wait_for()
    assert insecure(phones[1])


def test_every_page_of_the_site_is_shown_on_a_phone(open_page: OpenPage, tmp_path_factory: Any) -> None:
    page = open_page(ON_ITS_OWN, **PHONE)
    visited = set()

    def look(path: str) -> None:
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert insecure(page), path
        assert page.get_by_role("alert").count() == 0, path
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        visited.add(path.split("/")[1])

    for path in PAGES.values():
        look(path)
    page.get_by_label("Name").fill("Dora of the hall")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    page.get_by_role("button", name="Sign out").wait_for()
    appointed("Dora of the hall", tmp_path_factory.getbasetemp())
    look("/inquiries")
    look("/fair-play")
    look("/security")
    against_bot(page, "sprintgammon")
    play_out(page)
    match = page.url.rpartition("/")[2]
    look(f"/match/{match}")
    look(f"/review/{match}")
    page.goto("/")
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/join/*")
    look(page.url.removeprefix(page.evaluate("() => location.origin")))
    look("/table")
    me = page.evaluate("() => fetch('/api/me').then((answer) => answer.json())")
    look(f"/player/{me['account']}")
    # `record` is shown where a device has recorded one, below
    assert visited | {"record"} == {"", *site_pages()}


def site_pages() -> list[str]:
    """The pages the frame knows."""
    return re.findall(
        r"^    '?([\w-]*)'?: \(\) => (?:withWords\()?import\(", (UI / "App.svelte").read_text("utf-8"), re.MULTILINE
    )


def test_what_is_copied_lies_in_the_clipboard_or_is_laid_out(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    page.goto("/")
    page.get_by_role("button", name="Make a link").click()
    page.wait_for_url("**/join/*")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert paste(page) == page.url
    page.reload()
    page.evaluate("() => { document.execCommand = () => false }")  # a browser that does not let it
    page.get_by_role("button", name="Copy").click()
    by_hand = page.get_by_label("The browser did not let this be copied")
    expect(by_hand).to_have_value(page.url)
    assert by_hand.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)") == page.url
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    assert findings(page) == []


def test_what_needs_https_says_so(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    page.goto("/profile")
    page.get_by_text("Passkeys, notices while it is closed and pages without a network need https").wait_for()
    assert page.get_by_role("button", name="passkey").count() == 0
    assert findings(page) == []
    page.goto("/rules")
    page.get_by_text("To read them without a network, open this site by https").wait_for()
    assert page.get_by_text("Stays readable without a network").count() == 0
    page.goto("/table")
    page.get_by_text("Keep it open: without a network it cannot be loaded again").wait_for()


def test_a_tournament_is_run_on_its_pages(open_page: OpenPage) -> None:
    run_a_tournament(open_page)


def test_every_page_of_a_tournament_is_shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        half_played(tmp_path_factory.mktemp("half"), browser) as tournament,
        pages_at(browser, at_hall(tournament.url)) as open_page,
    ):
        where = {"contest": "open", "pairing": "M1-6"}
        path = f"/api/tournaments/{tournament.tournament}/cases"
        case = tournament.ask("POST", path, {**where, "kind": "cocked_die"}, token=tournament.links["td"])["page"]
        player = tournament.ready()[0].pair[0]
        what = {**WHAT, "hearing": f"/{case.rpartition('/')[2]}"}
        for person, names, look in (("td", tournament_pages(), {}), (player, {"me", *FOR_ALL}, PHONE)):
            page = open_page(**look)
            page.goto(tournament.private(person))
            for name in sorted(names - ({"me"} if person == "td" else set())):
                page.goto(f"{tournament.root}/{name}{what.get(name, '')}".rstrip("/"))
                page.locator("h1").first.wait_for(state="attached")
                assert page.locator(".page[role=alert]").count() == 0, name
                assert insecure(page), name
            if person == "td":
                page.goto(case)
                page.get_by_role("heading", level=2).first.wait_for()  # what the book asks
        page.goto(f"{tournament.root}/me")
        tournament.do(c.Announce, text="Coffee is served")
        page.get_by_text("Coffee is served").first.wait_for()  # without asking


def tournament_pages() -> set[str]:
    """The pages of a tournament, by the names of their addresses."""
    return set(
        re.findall(r"^  \{ id: '(\w*)'", (UI / "pages" / "tournament" / "tabs.ts").read_text("utf-8"), re.MULTILINE)
    )


FOR_ALL = {"", "draw", "pairings", "standings", "results", "live", "screen", "overlay"}
WHAT = {"overlay": "/6", "draw": "/open"}


def test_a_device_at_a_table_records_a_match_and_keeps_it_while_the_network_is_away(
    open_page: OpenPage, server: str
) -> None:
    seat = seated(open_page, server, "Hall", preset="IBF Sprintgammon", length=1, width=360, height=740)
    page = seat.page
    assert insecure(page)
    seat.recording()
    page.locator(".press").last.click()
    seat.cut()
    rolled(page, 3, 1)
    moved(page, 24, 22)
    press(page, "Done")
    page.get_by_text("wait for the network").wait_for()
    page.get_by_text("Keep it open: without a network it cannot be loaded again").wait_for()
    seat.mend()
    press(page, "More")
    press(page, "Note a position")
    press(page, "Note it")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert paste(page).startswith("XGID=")
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").last.click()
    expect(page.get_by_text("wins the match")).to_be_visible()
    press(page, "Report the result")
    expect(page.get_by_text("Reported.")).to_be_visible()
    seat.mend()
    (match,) = asked(server, f"/api/tournaments/{seat.tid}/desk", token=seat.director)[0]["to_post"]
    assert match["pairing"] == "M1-1"
    page.get_by_role("link", name="The record and its error rates").click()
    page.get_by_role("button", name="wins the match").click()
    assert insecure(page)
