"""The device at a table in a real browser: the clock, a game recorded without a network, and told when it is back."""

import json
import urllib.request
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.tournament.directing import knockout, people


def asked(url: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}{path}", data, headers)  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        text: str = answer.read().decode()
        cookie = answer.headers.get("set-cookie", "")
    return (json.loads(text) if text[:1] in "{[" else text), cookie


def begun(url: str, name: str) -> tuple[str, str]:
    """A tournament with a drawn event: its id and the director's token."""
    _, cookie = asked(url, "/api/register", {"name": f"Ann {name}", "password": "correct horse battery"})
    request = urllib.request.Request(  # noqa: S310  # our own server
        f"{url}/api/tournaments",
        json.dumps({"name": name, "date": "2026-05-01", "director": "Ann"}).encode(),
        {"content-type": "application/json", "cookie": cookie.split(";")[0]},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        made = json.loads(answer.read())
    tid, token = made["id"], made["link"].rpartition("/")[2]
    entries = [[msgspec.to_builtins(player)] for player in people(4)]
    for command in (
        {"type": "AddContest", "settings": msgspec.to_builtins(knockout(lengths={"main": (3,)}))},
        {"type": "PublishContest", "contest": "open"},
        {"type": "ImportEntrants", "contest": "open", "entries": entries},
        {"type": "MakeDraw", "contest": "open"},
    ):
        asked(url, f"/api/tournaments/{tid}/commands", {"command": command}, token)
    return tid, token


def seated(open_page: OpenPage, server: str, name: str, **look: Any) -> tuple[Page, str, str]:
    """The home player's phone at the table, where its match is, and the player's token."""
    tid, director = begun(server, name)
    path = f"/api/tournaments/{tid}/tables/open/M1-1"
    home = asked(server, path)[0]["entrants"][0]
    links, _ = asked(server, f"/api/tournaments/{tid}/links", token=director)
    token = next(one["link"].rpartition("/")[2] for one in links if one["person"] == home)
    page = open_page(**look)
    page.context.add_cookies([{"name": f"barpoint-{tid}", "value": token, "url": server}])
    page.goto(f"/table/{tid}/open/M1-1")
    return page, path, token


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def rolled(page: Page, *dice: int) -> None:
    for number in dice:
        press(page, f"Die: {number}")


def test_a_game_recorded_without_a_network_reaches_the_server(open_page: OpenPage, server: str) -> None:
    page, path, token = seated(open_page, server, "Offline Cup", width=360, height=740)
    expect(page.locator(".press")).to_have_count(2)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.reload()  # now the worker serves it
    press(page, "More")
    page.get_by_label("Record the moves").click()
    page.context.set_offline(True)
    page.reload()
    rolled(page, 3, 1)
    for source in (8, 6):
        page.locator(f'.zone[aria-label^="White\'s {source}-point"]').press("Enter")
    press(page, "Done")
    press(page, "Double to 2")
    page.get_by_role("button", name="passes").click()
    expect(page.locator(".score").first).to_have_text("1")
    expect(page.get_by_text("wait for the network")).to_be_visible()
    assert asked(server, path)[0]["recorded"] == 0
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("wait for the network")).to_have_count(0, timeout=15_000)
    assert asked(server, path)[0]["score"] == [0, 1]
    assert "8/5 6/5" in asked(server, f"{path}/record/mat", token=token)[0]


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_the_clock_runs_stops_and_goes_on_and_axe_finds_nothing(open_page: OpenPage, server: str, shade: str) -> None:
    page, _, _ = seated(open_page, server, f"Clock {shade}", settings={"shade": shade}, width=360, height=740)
    near = page.locator(".press").last
    near.click()
    far = page.locator(".press").first
    expect(far).to_contain_text("delay")
    far.click()
    expect(near).to_contain_text("delay")
    press(page, "Stop the clock")
    expect(near).to_contain_text("The clock stands")
    with page.expect_response("**/commands") as told:
        press(page, "Director")
        press(page, "Call the director")
    assert told.value.json()["events"][0]["type"] == "DirectorCalled"
    press(page, "Go on")
    expect(near).to_contain_text("delay")
    assert findings(page) == []


def test_a_match_of_ones_own_needs_no_tournament(open_page: OpenPage) -> None:
    page = open_page(width=360, height=740)
    page.goto("/table")
    page.get_by_label("Points").fill("2")
    assert findings(page) == []
    press(page, "Begin")
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").first.click()
    expect(page.get_by_text("Crawford game: no doubling")).to_be_visible()
    press(page, "Game over")
    page.get_by_role("button", name="single game: 1").first.click()
    expect(page.get_by_text("White wins the match")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
