"""Ratings in a browser: a rated match changes both as its arithmetic says; one button pairs two strangers.

The same match as an official sees it: its figures of fair play, and the case that is opened from them.
"""

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from barpoint.client import Server, play_match
from barpoint.rating import MatchRated, explain, rebuild
from tests.e2e.conftest import OpenPage
from tests.e2e.test_officials import appointed, asked
from tests.e2e.test_pages import findings
from tests.web.members import PASSWORD
from tests.web.server_process import PATIENCE, QuickBot

PICTURES = os.environ.get("BARPOINT_PICTURES", "")
"""A folder for pictures of these pages, to be looked at."""
NAMES = ("Ada Rated", "Bo Rated")


async def played(url: str) -> str:
    """A rated match of two registered people, to its end: its id."""
    people = [Server(url), Server(url)]
    for person, name in zip(people, NAMES, strict=True):
        await person.ask("POST", "/api/register", {"name": name, "password": PASSWORD})
    match = await people[1].accept(await people[0].challenge(points=1, rated=True))
    async with people[0].connect() as a, people[1].connect() as b, asyncio.timeout(PATIENCE):
        tables = [await line.sit(match) for line in (a, b)]
        await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
    return match


@pytest.fixture(scope="module")
def match(server: str) -> str:
    """A rated match that is over."""
    with ThreadPoolExecutor(1) as elsewhere:  # the browser has a loop of its own
        return elsewhere.submit(lambda: asyncio.run(played(server))).result()


def fits(page: Page) -> bool:
    """Nothing of the page is beside the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_rated_match_changes_both_ratings_as_its_arithmetic_says(open_page: OpenPage, match: str) -> None:
    page = open_page()
    assert page.request.post("/api/guest", data={"name": "Reader"}).ok
    analysis = f"/api/matches/{match}/analysis"
    assert page.request.post(analysis).ok
    while page.request.get(analysis).json()["state"] != "done":
        page.wait_for_timeout(100)
    page.goto(f"/match/{match}")
    card = page.locator("[data-ratings]")
    expect(card).to_contain_text("1,500 → 1,510? (+10)")
    expect(card).to_contain_text("1,500 → 1,490? (−10)")
    for side in ("near", "far"):
        expect(page.locator(f".{side} [data-rating-now]")).to_have_text(re.compile("Rating1,(510|490)\\?"))
    assert findings(page) == []
    card.get_by_role("link").filter(has_text="+10").click()
    page.wait_for_url("**/player/*")
    ratings = page.locator("section[data-ratings]")
    expect(ratings.locator("[data-rating='backgammon/untimed']")).to_have_text("1,510?")
    ratings.locator("summary").click()
    built = rebuild([MatchRated(id=match, at=1, winner=("w",), loser=("l",), length=1)])
    for line in explain(built.changes[0], built.ladder.system):
        expect(ratings.locator("pre")).to_contain_text(line.removeprefix(match))
    expect(ratings.locator("pre")).to_contain_text(re.compile("(Ada|Bo) Rated – (Ada|Bo) Rated, 20"))
    expect(ratings.locator("pre")).not_to_contain_text(match)
    expect(page.locator("[data-curve=pr] svg")).to_be_visible()
    expect(page.locator("[data-curve=luck] h3")).to_contain_text("on average")
    dice = page.locator("[data-dice]")
    expect(dice).to_contain_text("Doubles:")
    dice.locator("summary").click()
    expect(dice.locator("tbody td")).to_have_count(21)
    assert findings(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)
    for wide in page.locator("table, [data-curve] svg, section[data-ratings] svg").all():  # nothing is cut off
        box = wide.bounding_box()
        assert box is None or box["x"] + box["width"] <= 360 - 12
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / "player-360.png"), full_page=True)
    page.goto("/players")
    page.get_by_label("Find a player").fill("rated")
    rows = page.locator("tbody tr").filter(has=page.get_by_role("link"))
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1,510?")
    assert findings(page) == []
    assert fits(page)
    page.get_by_text("What counts").click()
    page.get_by_text("a guest has no rating").wait_for()
    rows.nth(1).get_by_role("link").click()
    page.get_by_text("0 won, 1 lost").wait_for()


async def begun(url: str) -> str:
    """A rated match of two registered people who have just sat down: its id."""
    people = [Server(url), Server(url)]
    for person, name in zip(people, ("Eda Begun", "Fay Begun"), strict=True):
        await person.ask("POST", "/api/register", {"name": name, "password": PASSWORD})
    return await people[1].accept(await people[0].challenge(points=3, rated=True, clock={"reserve": 60, "delay": 8}))


def test_a_board_says_that_the_match_is_rated_and_in_which_pool(open_page: OpenPage, server: str, match: str) -> None:
    with ThreadPoolExecutor(1) as elsewhere:
        going = elsewhere.submit(lambda: asyncio.run(begun(server))).result()
    for page, words in (
        (open_page(), "Rated: Backgammon, blitz"),
        (open_page({"language": "ru"}, width=360, height=740), "На рейтинг: Бэкгаммон, блиц"),
        (open_page(width=740, height=360), "Rated: Backgammon, blitz"),
    ):
        page.goto(f"/match/{going}")
        expect(page.locator(".far .rated")).to_have_text(words)
        assert findings(page) == []
        assert fits(page)
        page.goto(f"/match/{match}")
        page.locator("[data-ratings]").wait_for()
        expect(page.locator(".rated")).to_have_count(0)


def test_an_official_reads_the_figures_of_a_match_and_opens_a_case(
    open_page: OpenPage, match: str, tmp_path_factory: Any
) -> None:
    page = open_page()
    page.goto("/settings")
    asked(page, "/api/register", f"{{name: 'Dora Fair', password: '{PASSWORD}'}}")
    appointed("Dora Fair", tmp_path_factory.getbasetemp())
    page.goto(f"/match/{match}")
    page.get_by_text("For officials: ratings").click()
    page.get_by_label("Why it should not count").fill("both are one")
    page.get_by_role("button", name="Take it out of the ratings").click()
    expect(page.locator("p[data-ratings]")).to_have_text("Not rated: both are one")
    assert findings(page) == []
    page.get_by_role("button", name="Let it count again").click()
    expect(page.locator("[data-ratings]")).to_contain_text("1,500 → 1,510? (+10)")
    page.get_by_role("link", name="Fair play").click()
    for side in ("white", "black"):
        player = page.locator(f"[data-player={side}]")
        expect(player.locator("[data-figure=error]")).to_contain_text("decisions", timeout=PATIENCE * 1000)
        expect(player.locator("[data-figure=change]")).to_contain_text("no earlier match")
        expect(player.locator("[data-figure=devices]")).to_contain_text("the opponent of this match")
    assert findings(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)
    page.goto("/inquiries")
    page.get_by_role("link", name="Fair play").click()
    page.get_by_role("link", name="Ada Rated").click()
    form = page.locator("form", has_text="A case about Ada Rated")
    form.get_by_label("What you have noticed").fill("never thinks")
    form.get_by_role("button", name="Open a case").click()
    page.get_by_text("Figures of fair play").wait_for()
    page.get_by_text("error rate:").wait_for()
    assert fits(page)
    assert findings(page) == []


def test_two_strangers_press_the_same_button_and_sit_down(open_page: OpenPage) -> None:
    one, two = open_page(), open_page(width=360, height=740)
    one.clock.install(time=0)
    for page in (one, two):
        page.goto("/lobby")
    button = "3 points, 2:00"
    one.get_by_role("button", name=button).wait_for()
    one.clock.pause_at(3_600_000)
    one.get_by_role("button", name=button).click()
    one.get_by_text("Looking for somebody").wait_for()
    bot = one.get_by_role("button", name="Stop looking and play a bot")
    one.clock.run_for(19_000)
    expect(bot).to_have_count(0)
    one.clock.run_for(1_500)
    bot.wait_for()  # and whoever waits on is still found
    one.clock.resume()
    assert findings(one) == []
    assert fits(two)
    two.get_by_role("button", name=button).click()
    for page in (one, two):
        page.wait_for_url("**/match/*")
    assert one.url == two.url
    watching = open_page()
    watching.goto("/lobby")
    watching.get_by_role("heading", name="Matches being played").wait_for()
    expect(watching.locator("[data-here] li").filter(has_text="you")).to_have_count(1)
    assert watching.locator("[data-here] li").count() >= 3


def test_a_challenge_says_what_the_challenger_has_and_gives_days_a_move(open_page: OpenPage, match: str) -> None:
    assert match
    ada, cleo = open_page(), open_page(width=360, height=740)
    assert ada.request.post("/api/sign-in", data={"name": NAMES[0], "password": PASSWORD}).ok
    account = cleo.request.post("/api/register", data={"name": "Cleo Slow", "password": PASSWORD}).json()["account"]
    for page in (ada, cleo):
        page.add_init_script("localStorage.setItem('barpoint.here', '1')")
    cleo.goto("/lobby")
    ada.goto(f"/player/{account}")
    ada.get_by_text("What is to be played").click()
    ada.get_by_label("Time for the match").select_option(label="3 days a move")
    expect(ada.get_by_label("Time for a move")).to_have_count(0)
    expect(ada.locator("summary", has_text="What is to be played")).to_contain_text("3 days a move")
    assert findings(ada) == []
    ada.get_by_role("button", name="Challenge").click()
    notice = cleo.get_by_role("complementary", name="Challenges to you")
    expect(notice).to_contain_text("3 days a move")
    expect(notice.locator("[data-rating-now]")).to_have_text(re.compile("Rating1,(510|490)\\?"))
    assert findings(cleo) == []
    assert fits(cleo)
    notice.get_by_role("button", name="Accept").click()
    for page, opponent in ((ada, "Cleo Slow"), (cleo, NAMES[0])):
        page.wait_for_url("**/match/*")
        page.goto("/lobby")
        slow = page.locator("section", has=page.get_by_role("heading", name="Correspondence"))
        slow.get_by_role("link", name=opponent).wait_for()
    ada.locator("#reserve").select_option(label="1 day a move")  # to anybody
    ada.goto("/")
    ada.locator(".ways summary").click()
    ada.locator("#link-reserve").select_option(label="7 days a move")
    ada.get_by_role("button", name="Make a link").click()
    ada.wait_for_url("**/join/*")
    expect(ada.locator("main")).to_contain_text("7 days a move")


def test_a_rated_match_with_a_bot_is_begun_on_the_front_page_without_aids(open_page: OpenPage, match: str) -> None:
    assert match
    page = open_page()
    assert page.request.post("/api/sign-in", data={"name": NAMES[1], "password": PASSWORD}).ok
    page.add_init_script("localStorage.setItem('barpoint.here', '1')")
    page.goto("/")
    form = page.locator("form", has=page.get_by_role("button", name="Play now"))
    form.locator("summary").click()
    form.get_by_label("rated").check()
    expect(form.locator("summary")).to_contain_text("rated")
    assert findings(page) == []
    form.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/match/*")
    page.locator(".table").wait_for()
    view = page.request.get(page.url.replace("/match/", "/api/matches/")).json()
    assert view["format"]["rated"]
    assert not view.get("aids")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
