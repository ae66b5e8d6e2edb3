"""A real server and a real browser. Each module has its own browser: Playwright's loop must not outlive it.

`open_page` gives a page of its own person. It fails the test if the page writes an error to the console, or asks
anything of another origin. The browser reaches the server at the name `HALL`, too, as phones in a hall would: by
http, and not by one of the names that browsers trust without https.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.e2e.server_process import served

STATIC = Path(__file__).parents[2] / "src" / "barpoint" / "web" / "static"
HALL = "hall.test"
OpenPage = Callable[..., Page]
expect.set_options(timeout=30_000)  # as long as every other wait: a busy machine pauses for seconds


def needed(present: object, what: str) -> None:
    """What a test cannot do without."""
    if present:
        return
    if os.environ.get("BARPOINT_PEERS") == "required":
        pytest.fail(f"{what} is not there and BARPOINT_PEERS=required")
    pytest.skip(f"{what} is not there")


def held(page: Page, address: str) -> list[Route]:
    """Requests of the page that wait until the test lets them go."""
    found: list[Route] = []

    def hold(route: Route) -> None:
        found.append(route)

    page.route(address, hold)
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own, with bots that do not wait."""
    needed((STATIC / "index.html").is_file(), "the built user interface")
    with served(tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    chromium = shutil.which("chromium")
    needed(chromium, "Chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
                f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
            ],
        )
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Pages, each of another person; `settings` are those of the page, `width` and `height` the screen's."""
    with pages_at(browser, server) as opened:
        yield opened


@contextmanager
def pages_at(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Pages of an address; at the end none of them may have complained."""
    contexts = []
    wrong: list[str] = []

    def opened(settings: dict[str, Any] | None = None, *, width: int = 1280, height: int = 800, **more: Any) -> Page:
        context = browser.new_context(base_url=server, viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        kept = {"speed": 0, "language": "en"} | (settings or {})
        page.add_init_script(
            f"localStorage.getItem('barpoint.settings') ?? localStorage.setItem('barpoint.settings', `{_json(kept)}`)"
        )
        page.on(
            "console",
            lambda said: wrong.append(f"{said.text} {said.location['url']}") if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request", lambda asked: wrong.append(asked.url) if not asked.url.startswith((server, "blob:")) else None
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    # what a browser says of a cut line; of a stranger and a command that comes too late, on a tournament's pages; of a
    # session that is over or has to be proven again
    expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
    assert [said for said in wrong if not any(word in said for word in expected) and not _answered(said, server)] == []


def _answered(said: str, server: str) -> bool:
    of_a_tournament = f" {server}/t" in said or f" {server}/api/tournaments" in said
    of_a_session = f" {server}/api/me" in said
    of_a_challenge = f" {server}/api/challenges/" in said  # withdrawn while somebody accepted it
    overtaken = "status of 409" in said
    return (of_a_challenge and overtaken) or (
        (of_a_tournament or of_a_session) and ("status of 401" in said or overtaken)
    )


def _json(value: dict[str, Any]) -> str:
    import json

    return json.dumps(value)
