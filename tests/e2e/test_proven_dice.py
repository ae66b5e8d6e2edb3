"""Dice in two real browsers by plain http: every roll is checked in the page, lost storage goes on, a lie is caught."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from typer.testing import CliRunner

from barpoint.cli import app
from tests.e2e.conftest import OpenPage, pages_at
from tests.e2e.match_pages import by_link, until
from tests.e2e.test_in_a_hall import ON_ITS_OWN, PHONE, at_hall, insecure
from tests.e2e.test_pages import findings

STORED = "Object.keys(localStorage).filter((key) => key.startsWith('barpoint.dice.'))"
FORGET = f"() => {{ for (const key of {STORED}) localStorage.removeItem(key) }}"
ROLLS = f"() => {STORED}.map((key) => JSON.parse(localStorage[key]).rolls.length)[0] ?? 0"


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Pages of the hall."""
    with pages_at(browser, at_hall(server)) as pages:
        yield pages


def fingerprint(page: Page) -> str:
    """What the page shows of the game's ends; on a phone it lies in the menu."""
    panel = page.locator("details", has_text="The dice of this game")
    panel.locator("code").wait_for(state="attached")
    return panel.locator("code").text_content() or ""


def dice_file(page: Page) -> str:
    """The server's file of the match that a page shows."""
    path = f"/api/matches/{page.url.rpartition('/')[2]}/dice"
    return str(page.evaluate("(path) => fetch(path).then((answer) => answer.text())", path))


def rolls(page: Page) -> int:
    """How many rolls the page has kept."""
    return int(page.evaluate(ROLLS))


def test_two_browsers_play_reload_lose_their_storage_and_prove_their_dice(open_page: OpenPage, tmp_path: Path) -> None:
    pages = open_page(ON_ITS_OWN, **PHONE), open_page(ON_ITS_OWN)
    by_link(*pages, points=1)
    assert all(insecure(page) for page in pages)
    until(pages, lambda: rolls(pages[0]) >= 4)
    prints = [fingerprint(page) for page in pages]
    assert prints[0] == prints[1]
    assert len(prints[0]) == 24
    pages[0].reload()
    until(pages, lambda: rolls(pages[0]) >= 7)
    pages[1].evaluate(FORGET)
    pages[1].reload()
    until(pages, lambda: rolls(pages[1]) >= 3)
    until(pages, lambda: all(page.locator("[data-over]").count() for page in pages))
    for page in pages:
        assert page.get_by_role("alert").count() == 0
        page.get_by_role("link", name="Review").click()
        page.get_by_role("button", name="Check the dice").click()
        page.get_by_text("all honest").wait_for()
        page.get_by_text("of them this browser saw fall").wait_for()
        assert findings(page) == []
    assert pages[1].get_by_text("this browser did not see them fall").count(), "what it was told after it had lost all"
    with pages[0].expect_download() as kept:
        pages[0].get_by_role("button", name="Save what was kept").click()
    kept.value.save_as(tmp_path / "kept.json")
    (tmp_path / "match.json").write_text(dice_file(pages[0]))
    found = CliRunner().invoke(
        app, ["dice", "verify", str(tmp_path / "match.json"), "--kept", str(tmp_path / "kept.json")]
    )
    assert found.exit_code == 0, found.output
    assert "what a player kept" in found.output


def lying(route: WebSocketRoute) -> None:
    """A server that shows this page another roll than the one that follows."""
    server = route.connect_to_server()
    state = {"rolls": 0}

    def changed(message: dict[str, Any]) -> None:
        for event in message.get("events", []) if message["t"] == "changed" else []:
            if event["type"] == "DiceRolled":
                state["rolls"] += 1
                if state["rolls"] == 2:
                    event["dice"] = [6, 6] if event["dice"] != [6, 6] else [2, 1]

    def told(text: str | bytes) -> None:
        read = json.loads(text)
        for message in read if isinstance(read, list) else [read]:
            changed(message)
        route.send(json.dumps(read))

    server.on_message(told)
    route.on_message(server.send)


def test_a_roll_of_the_servers_liking_stops_the_page_with_a_warning_and_evidence(
    open_page: OpenPage, tmp_path: Path
) -> None:
    pages = open_page(ON_ITS_OWN, **PHONE), open_page(ON_ITS_OWN)
    pages[0].route_web_socket("**/socket?*", lying)
    by_link(*pages, points=1)
    warned = pages[0].get_by_role("heading", name="These dice are wrong")
    until(pages, lambda: bool(warned.count()))
    expect(pages[0].get_by_text("that follows")).to_be_visible()
    assert findings(pages[0]) == []
    with pages[0].expect_download() as kept:
        pages[0].get_by_role("button", name="Save what was kept").click()
    evidence = json.loads(Path(kept.value.path()).read_text())
    assert "that follows" in evidence["problem"]
    assert evidence["dice"]
    (tmp_path / "kept.json").write_text(json.dumps(evidence))
    (tmp_path / "match.json").write_text(dice_file(pages[0]))
    alone, with_evidence = (
        CliRunner().invoke(app, ["dice", "verify", str(tmp_path / "match.json"), *more])
        for more in ([], ["--kept", str(tmp_path / "kept.json")])
    )
    assert alone.exit_code == 0, alone.output
    assert with_evidence.exit_code == 1
    assert "when it was kept" in with_evidence.output, "it convicts a server that shows one roll and logs another"
    pages[0].reload()
    warned.wait_for()  # it is not forgotten
