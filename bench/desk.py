"""The desk of a large hall: `python -m bench.desk [--events 10] [--tries 5]`. Needs Chromium.

A server of its own on loopback has a tournament of 128 entrants, 64 matches called at 64 tables. Measured are

interactive     from asking for the desk until all 64 matches are there and the result line takes keys; and until a
                visitor sees the tournament's name on its public page; each in a browser that knows nothing yet
an event        from a director's request (a name corrected, a result posted) until 95 sockets have heard of it, and
                until five pages show it: two desks, the pairings, the live page, the own page of somebody it concerns;
                a result takes the match away from the desks and the live page
phone           how long the desk is on a phone 390 pixels wide

A page's own clock says when it showed something: both clocks are the machine's. Best, median and worst of so many
tries; what counts is the median. Other work on the machine makes all of them longer.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from playwright.async_api import Browser, Page, async_playwright
from websockets.asyncio.client import ClientConnection

from barpoint.client import Server
from bench.serve import at_socket
from tests.e2e.server_process import served
from tests.e2e.tournaments.large_hall import TABLES, LargeHall, large_hall

SOCKETS: Final = 95
PATIENCE: Final = 30_000  # milliseconds
_SETTINGS: Final = """localStorage.setItem('barpoint.settings', '{"speed": 0, "language": "en"}')"""
_SEEN: Final = """([text, there]) => new Promise((seen) => {
  const look = () => (document.querySelector('main').textContent.includes(text) === there) && (
    watching.disconnect(), seen(performance.timeOrigin + performance.now()))
  const watching = new MutationObserver(look)
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})"""
_SINCE_ASKED: Final = """() => new Promise((seen) => {
  const look = () => (READY) && (clearInterval(timer), seen(performance.now()))
  const timer = setInterval(look, 5)
})"""
_DESK_READY: Final = (
    f"document.querySelectorAll('button.tile').length >= {TABLES} && "
    "document.querySelector('form[data-command=PostResult] input') !== null"
)


@dataclass(frozen=True)
class Figure:
    """What was measured, in every try, and what its median may be."""

    name: str
    tries: Sequence[float]
    limit: float
    unit: str = "ms"

    def __str__(self) -> str:
        best, middle, worst = min(self.tries), statistics.median(self.tries), max(self.tries)
        verdict = "holds" if self.holds else "TOO MUCH"
        return f"{self.name:44} {best:7.0f} {middle:7.0f} {worst:7.0f} {self.unit:3} <= {self.limit:5.0f}  {verdict}"

    @property
    def holds(self) -> bool:
        """Whether it is what it may be."""
        return statistics.median(self.tries) <= self.limit


class News(msgspec.Struct):
    """As much of a message as says which version of the tournament it tells of."""

    t: str
    version: int = 0
    to: int = 0


class Follower:
    """A socket that follows the tournament: when it heard of each version."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: dict[int, float] = {}
        self.news = asyncio.Event()

    async def listen(self) -> None:
        """Until the line is closed."""
        async for data in self.line:
            said = msgspec.json.decode(data, type=News | list[News])
            for one in said if isinstance(said, list) else (said,):
                self.heard[max(one.version, one.to)] = time.time() * 1000
            self.news.set()

    async def moment(self, version: int) -> float:
        """When it heard of a version, or of a later one."""
        while not any(known >= version for known in self.heard):
            self.news.clear()
            await self.news.wait()
        return min(moment for known, moment in self.heard.items() if known >= version)


async def measure(hall: LargeHall, browser: Browser, tries: int, events: int) -> list[Figure]:
    """Every figure."""
    root = f"/tournaments/{hall.id}"
    desk = [await _first_view(browser, hall, hall.link, f"{root}/desk", _DESK_READY) for _ in range(tries)]
    name = f"document.querySelector('main h1')?.textContent.includes('{hall.id.split('-')[0].title()}')"
    public = [await _first_view(browser, hall, "", root, name) for _ in range(tries)]
    height = await _phone(browser, hall)
    async with _followers(hall) as followers, AsyncExitStack() as stack:
        pages = await _pages(browser, hall, stack)
        corrections = [await _name_corrected(hall, followers, pages, number) for number in range(events)]
        results = [await _result_posted(hall, followers, [*pages[:2], pages[3]], number) for number in range(events)]
    return [
        Figure("desk interactive", desk, 1000),
        Figure("public page, first view", public, 1000),
        Figure(f"name corrected: {SOCKETS} sockets", [sockets for sockets, _ in corrections], 300),
        Figure("name corrected: 5 pages", [shown for _, shown in corrections], 300),
        Figure(f"result posted: {SOCKETS} sockets", [sockets for sockets, _ in results], 300),
        Figure("result posted: 3 pages", [shown for _, shown in results], 300),
        Figure(f"desk on a phone, {TABLES} matches", [height], 3000, "px"),
    ]


async def _visitor(browser: Browser, hall: LargeHall, link: str, width: int = 1366, height: int = 860) -> Page:
    """A page in a browser of its own that was given a private link."""
    context = await browser.new_context(base_url=hall.url, viewport={"width": width, "height": height})
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.add_init_script(_SETTINGS)
    if link:
        await context.request.get(link, max_redirects=0)
    return page


async def _first_view(browser: Browser, hall: LargeHall, link: str, path: str, ready: str) -> float:
    page = await _visitor(browser, hall, link)
    await page.goto(path, wait_until="commit")
    took = await _ready(page, ready)
    await page.context.close()
    return took


async def _ready(page: Page, ready: str) -> float:
    """Milliseconds from asking for a page until it is so."""
    took: float = await asyncio.wait_for(page.evaluate(_SINCE_ASKED.replace("READY", ready)), PATIENCE / 1000)
    return took


async def _phone(browser: Browser, hall: LargeHall) -> float:
    page = await _visitor(browser, hall, hall.link, 390, 844)
    await page.goto(f"/tournaments/{hall.id}/desk")
    await _ready(page, _DESK_READY)
    height: float = await page.evaluate("document.documentElement.scrollHeight")
    await page.context.close()
    return height


@asynccontextmanager
async def _followers(hall: LargeHall) -> AsyncIterator[list[Follower]]:
    """Sockets of people who look at the tournament."""
    guest = await Server.guest(hall.url, "Anna")
    async with AsyncExitStack() as stack:
        followers = []
        for _ in range(SOCKETS):
            line = await stack.enter_async_context(at_socket(f"{hall.url.replace('http', 'ws')}/socket", guest.token))
            await line.send(msgspec.json.encode({"t": "watch", "topic": f"tournament:{hall.id}"}).decode())
            followers.append(Follower(line))
        listening = [asyncio.create_task(follower.listen()) for follower in followers]
        for follower in followers:
            await follower.moment(1)
        try:
            yield followers
        finally:
            for task in listening:
                task.cancel()


async def _pages(browser: Browser, hall: LargeHall, stack: AsyncExitStack) -> list[Page]:
    """Two desks, the pairings, the live page; the own page of the first match's home."""
    home = hall.links[hall.matches[0]["sides"][0]["entrant"]]
    wanted = ((hall.link, "desk"), (hall.link, "desk"), ("", "pairings"), ("", "live"), (home, "me"))
    pages = []
    for link, path in wanted:
        page = await _visitor(browser, hall, link)
        stack.push_async_callback(page.context.close)
        await page.goto(f"/tournaments/{hall.id}/{path}")
        await page.get_by_text(hall.matches[0]["sides"][0]["name"]).first.wait_for()
        pages.append(page)
    return pages


async def _name_corrected(
    hall: LargeHall, followers: list[Follower], pages: list[Page], number: int
) -> tuple[float, float]:
    home, name = hall.matches[0]["sides"][0]["entrant"], f"Ada Brandt-Number-{number}"
    return await _event(
        followers,
        [page.evaluate(_SEEN, [name, True]) for page in pages],
        lambda: hall.do("ChangePlayer", player={"id": home, "name": name}, reason="misspelt"),
    )


async def _result_posted(
    hall: LargeHall, followers: list[Follower], pages: list[Page], number: int
) -> tuple[float, float]:
    match = hall.matches[TABLES - 1 - number]  # no other name begins with that of this pairing
    winner, other = match["sides"]
    gone = (match["pairing"], match["pairing"], other["name"])
    return await _event(
        followers,
        [page.evaluate(_SEEN, [text, False]) for page, text in zip(pages, gone, strict=True)],
        lambda: hall.do(
            "PostResult", contest="open", pairing=match["pairing"], winner=winner["entrant"], score=[7, number % 7]
        ),
    )


async def _event(
    followers: list[Follower], pages: list[Awaitable[float]], act: Callable[[], int]
) -> tuple[float, float]:
    """Milliseconds until the last socket has heard of what is done, and until the last page shows it."""
    waiting = [asyncio.ensure_future(page) for page in pages]
    await asyncio.sleep(0.5)  # every page is looking, and at rest
    began = time.time() * 1000
    version = await asyncio.to_thread(act)
    heard = await asyncio.wait_for(asyncio.gather(*(follower.moment(version) for follower in followers)), 30)
    shown = await asyncio.wait_for(asyncio.gather(*waiting), 30)
    return max(heard) - began, max(shown) - began


async def run(tries: int, events: int) -> bool:
    """Print the figures: whether all of them hold."""
    print(
        f"{os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}\n{'':44} {'best':>7} {'median':>7} {'worst':>7}"
    )
    with tempfile.TemporaryDirectory(prefix="desk-bench-") as place, served(Path(place)) as url:
        began = time.perf_counter()
        hall = await asyncio.to_thread(large_hall, url)
        print(f"{'set up':44} {1000 * (time.perf_counter() - began):15.0f}         ms", flush=True)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            figures = await measure(hall, browser, tries, events)
            await browser.close()
    print("\n".join(map(str, figures)))
    print(f"load after {os.getloadavg()[0]:.1f}")
    return all(figure.holds for figure in figures)


def main() -> None:
    """Measure, and print a table; status 1 if something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=5, help="of each first view")
    parser.add_argument("--events", type=int, default=10, help="of each kind")
    options = parser.parse_args()
    sys.exit(0 if asyncio.run(run(options.tries, options.events)) else 1)


if __name__ == "__main__":
    main()
