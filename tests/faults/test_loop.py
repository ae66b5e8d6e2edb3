"""No request keeps the loop: every GET of the route table on large data, by the processor time of single steps.

A step is what the loop does before it looks at anybody else. Its processor time does not depend on what else the
machine does; what works in another thread meanwhile is not counted, because the loop goes on beside it.
"""

import asyncio
import gc
import time
from asyncio import events
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute

from barpoint.bootstrap import server_process
from barpoint.service import Account, ServerProcess, format_of_terms
from barpoint.service.play.terms import Terms
from barpoint.web.app import create_app
from barpoint.web.runner import settle_memory
from tests.faults.large_data import (
    EVENTS,
    POINTS,
    keep_analysed,
    keep_club,
    keep_match,
    keep_tournament,
    large_knockout,
    large_ledger,
    large_round_robin,
    large_swiss,
    long_match,
)
from tests.service.server import START, FakeClock

MOST = 0.050  # seconds
OVER, RUNNING, FILE = "LARGEOVER", "LARGERUNNING", f"FILE{'A' * 28}"
REPORT_FORMS = ("html", "csv", "sgf")
TOURNAMENTS = ("robin", "swiss", "knockout", "ledger")
FIXTURE = {"robin": "G1.1-5", "swiss": "S1-50", "knockout": "M1-50", "ledger": "M1-1"}
NOT_THERE = {
    "/api/challenges/{id:str}",
    "/api/challenges/{id:str}/qr",
    "/api/inquiries/{id:str}",
    "/api/cases/{id:str}",
    "/api/records/{day:str}",
    "/api/tournaments/{tid:str}/archive",
    "/api/tournaments/{tid:str}/cases/{case:str}",
    "/api/tournaments/{tid:str}/cases/{case:str}/page",
    "/api/matches/{id:str}/hint",
    "/schema/{path:str}",
}
"""Routes of which the large data has nothing: they say so, and soon."""
QUERIES = {
    "/api/position": b"text=start",
    "/api/ratings/changes": b"match=robin/open/G1.1-5",
    "/api/ratings/of": b"accounts=NOBODY",
    "/api/rules/compare": b"q=doubles",
    "/api/rules/search": b"q=cube",
    "/api/sanctions": b"person=Ann",
    "/api/study/picture": b"text=start",
}


@dataclass
class Steps:
    """The longest step of the loop so far."""

    longest: float = 0.0
    what: str = ""


@contextmanager
def measured_steps() -> Iterator[Steps]:
    """Every step of every loop measured by the processor time of its thread."""
    steps, run = Steps(), events.Handle._run

    def measured(handle: Any) -> None:
        before = time.thread_time()
        run(handle)
        took = time.thread_time() - before
        if took > steps.longest:
            steps.longest, steps.what = took, repr(handle)[:300]

    events.Handle._run = measured  # type: ignore[assignment, method-assign]
    try:
        yield steps
    finally:
        events.Handle._run = run  # type: ignore[method-assign]


@contextmanager
def settled_memory() -> Iterator[None]:
    """The collector as a server sets it."""
    before = gc.get_threshold()
    settle_memory()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@dataclass
class Large:
    """The server with large data, and whoever asks."""

    app: Litestar
    house: ServerProcess
    session: str
    account: Account
    key: str
    links: dict[str, list[str]] = field(default_factory=dict)

    async def get(self, path: str, query: bytes = b"", token: str = "") -> int:
        """The status of an answer; nobody reads it."""
        headers = [(b"host", b"test"), (b"accept-encoding", b"gzip"), (b"cookie", f"barpoint={self.session}".encode())]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
            "state": {},
            "extensions": {},
        }
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await self.app(scope, receive, send)  # type: ignore[arg-type]
        return statuses[0]


@asynccontextmanager
async def large_server(folder: Path) -> AsyncIterator[Large]:
    """A server on a database with large data in it, read for the first time by whoever asks."""
    clock = FakeClock()
    address = f"sqlite:///{folder}/large.db"
    writer = await server_process(address, clock=clock)
    halls = (large_round_robin(), large_swiss(), large_knockout(), large_ledger())
    for name, hall in zip(TOURNAMENTS, halls, strict=True):
        await keep_tournament(writer.store, name, hall)
    event = halls[2].state.contests["open"]
    record = halls[2].state.record_name(event, event.fixtures[FIXTURE["knockout"]])
    made = await writer.access.guest("Ann", "a test")
    assert isinstance(made, tuple)
    account, session = made
    await writer.club.means.register.appoint(account.id, staff=True)
    key = await keep_club(writer.store, "large", "large", account.id, TOURNAMENTS)
    format = format_of_terms(Terms(points=POINTS))
    for id, over in ((OVER, True), (RUNNING, False)):
        log = long_match(format, 7, START, unfinished=not over)  # type: ignore[arg-type]
        assert len(log) >= EVENTS
        await keep_match(writer.store, id, log, account.id, over=over)
        if over:
            await keep_analysed(writer, id, log, record, FILE)
    await writer.close()
    house = await server_process(address, clock=clock)

    async def same() -> ServerProcess:
        return house

    app = create_app(same)
    async with app.lifespan():
        links = {name: await _links(house, name) for name in TOURNAMENTS}
        house.direct.forget()
        yield Large(app, house, session, account, key, links)


async def _links(house: ServerProcess, tournament: str) -> list[str]:
    keys = await house.links.keys(tournament)
    return [keys.link("td", "staff"), keys.link("p00", "player")]


def addresses(large: Large) -> Iterator[tuple[str, str, list[str]]]:
    """Every GET route with its parts filled in, and the private links to ask with."""
    for route in large.app.routes:
        if not isinstance(route, HTTPRoute) or "GET" not in route.methods:
            continue
        parts = route.path.split("/")
        for tid in TOURNAMENTS if "{tid:" in route.path else ("",):
            for match, form in product(_matches(route.path), _forms(route.path)):
                values = {
                    "tid": tid,
                    "id": large.account.id if "/players/" in route.path else match,
                    "account": large.account.id,
                    "person": "p00",
                    "book": "usbgf",
                    "rest": "draw",
                    "contest": "open",
                    "pairing": FIXTURE.get(tid, ""),
                    "form": form,
                    "row": "ibf:1.1",
                    "kind": "pairings" if "/print/" in route.path else "illegal_play",
                    "day": "2001-01-01",
                    "case": "NOTHING",
                    "name": "page.css",
                    "place": "1",
                    "level": "1",
                    "sid": "large",
                    "club": "large",
                    "key": large.key,
                    "token": large.links[tid][0] if tid else "",
                    "path": "lobby",
                }
                path = "/".join(values[part[1:].partition(":")[0]] if part[:1] == "{" else part for part in parts)
                yield route.path, path, large.links.get(tid, [""])


def _matches(route: str) -> tuple[str, ...]:
    return (OVER, RUNNING) if "matches/{id" in route else (FILE,) if "files/{id" in route else ("NOTHING",)


def _forms(route: str) -> tuple[str, ...]:
    return REPORT_FORMS if "report/{form" in route else ("mat",)


def test_no_get_keeps_the_loop_for_fifty_milliseconds_whatever_there_is(tmp_path: Path) -> None:
    asyncio.run(_drive_every_route(tmp_path))


async def _drive_every_route(folder: Path) -> None:
    slow: dict[str, str] = {}
    answered: dict[str, set[int]] = {}
    async with large_server(folder) as large:
        with settled_memory(), measured_steps() as steps:
            for route, path, tokens in addresses(large):
                for token in tokens:
                    await asyncio.sleep(0)  # what comes now is a step of its own
                    steps.longest = 0.0
                    status = await large.get(path, QUERIES.get(route, b""), token)
                    answered.setdefault(route, set()).add(status)
                    if steps.longest > MOST:
                        slow[path] = f"{steps.longest * 1000:.0f} ms: {steps.what}"
    assert not slow, "\n".join(f"{path}: {what}" for path, what in slow.items())
    driven = {route for route, statuses in answered.items() if min(statuses) < 400}
    assert set(answered) - driven == NOT_THERE
    assert all(status < 500 for statuses in answered.values() for status in statuses)
