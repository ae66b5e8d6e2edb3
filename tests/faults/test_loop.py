"""No request keeps the loop: every GET of the route table, large writes and every message of the socket on large data.

Measured is the processor time of single steps.

A step is what the loop does before it looks at anybody else. Its processor time does not depend on what else the
machine does; what works in another thread meanwhile is not counted, because the loop goes on beside it.
"""

import asyncio
import gc
import json
import shutil
import time
from asyncio import events
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from barpoint.bootstrap import server_process
from barpoint.match.events import encode
from barpoint.notation.files import write_log
from barpoint.service import Account, ServerProcess, format_of_terms
from barpoint.service.play.terms import Terms
from barpoint.web.app import create_app
from barpoint.web.runner import settle_memory
from tests.faults.large_data import (
    EVENTS,
    POINTS,
    keep_analysed,
    keep_club,
    keep_list,
    keep_match,
    keep_tournament,
    large_knockout,
    large_ledger,
    large_round_robin,
    large_swiss,
    long_match,
)
from tests.rights.asking import fill
from tests.rights.table import read_table
from tests.service.server import START, FakeClock
from tests.tournament.director import opened, swiss
from tests.web.server_process import PATIENCE

MOST = 0.050  # seconds
OVER, RUNNING, RATED, FILE = "LARGEOVER", "LARGERUNNING", "LARGERATED", f"FILE{'A' * 28}"
REPORT_FORMS = ("html", "csv", "sgf")
TOURNAMENTS = ("robin", "swiss", "knockout", "ledger")
FRESH = ("fresh", "roster")
"""Tournaments that nobody has entered yet."""
CROWD = 1_000
LAST_MADE = "{id}"
MARK = 77  # of a ping whose answer is waited for
FIXTURE = {"robin": "G1.1-5", "swiss": "S1-50", "knockout": "M1-50", "ledger": "M1-1"}
LATER = {"robin": "G1.1-9", "swiss": "S1-60", "knockout": "M1-60", "ledger": "M1-2"}
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
    "/api/cases/{id:str}/plays",
    "/api/matches/{id:str}/plays",
    "/api/tournaments/{tid:str}/cases/{case:str}/plays",
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/plays",
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

    def scope(self, kind: str, path: str, query: bytes = b"", token: str = "") -> dict[str, Any]:
        """How a connection begins."""
        headers = [(b"host", b"test"), (b"accept-encoding", b"gzip"), (b"cookie", f"barpoint={self.session}".encode())]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": kind.replace("websocket", "ws"),
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }

    async def ask(
        self, path: str, query: bytes = b"", token: str = "", method: str = "GET", body: bytes = b""
    ) -> tuple[int, bytes]:
        """The status of an answer and how it begins."""
        scope = self.scope("http", path, query, token) | {"method": method}
        if method != "GET":
            scope["headers"] += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        statuses: list[int] = []
        begins: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            elif not begins:
                begins.append(message["body"][:300])

        await self.app(scope, receive, send)  # type: ignore[arg-type]
        return statuses[0], b"".join(begins)

    @asynccontextmanager
    async def line(self) -> AsyncIterator["Line"]:
        """A socket."""
        line = Line()
        served = asyncio.create_task(self.app(self.scope("websocket", "/socket"), line.receive, line.send))  # type: ignore[arg-type]
        line.said.put_nowait({"type": "websocket.connect"})
        try:
            yield line
        finally:
            line.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await served


@dataclass
class Line:
    """The client's end of a socket."""

    said: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)
    answers: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)

    async def receive(self) -> dict[str, Any]:
        """What the server hears."""
        return await self.said.get()

    async def send(self, message: Any) -> None:
        """What the server says."""
        if message["type"] == "websocket.send":
            for one in _list(json.loads(message["text"])):
                self.answers.put_nowait(one)

    async def say(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Say something; what comes until the answer to a ping after it."""
        for one in (message, {"t": "ping", "sent": MARK}):
            self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(one), "bytes": None})
        heard: list[Any] = []
        async with asyncio.timeout(PATIENCE):
            while not heard or heard[-1].get("sent") != MARK:
                heard.append(await self.answers.get())
        return heard[:-1]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@dataclass(frozen=True)
class Kept:
    """A database with large data in it, and who is known there."""

    file: Path
    session: str
    account: Account
    key: str
    entries: tuple[bytes, ...]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The large data, made once."""
    return asyncio.run(_keep_large(tmp_path_factory.mktemp("large") / "large.db"))


async def _keep_large(file: Path) -> Kept:
    writer = await server_process(f"sqlite:///{file}", clock=FakeClock())
    halls = (large_round_robin(), large_swiss(), large_knockout(), large_ledger())
    for name, hall in zip(TOURNAMENTS, halls, strict=True):
        await keep_tournament(writer.store, name, hall)
    for name in FRESH:
        await keep_tournament(writer.store, name, opened(swiss(name="open", rounds=9), name=name))
    event = halls[2].state.contests["open"]
    record = halls[2].state.record_name(event, event.fixtures[FIXTURE["knockout"]])
    made = await writer.access.guest("Ann", "a test")
    assert isinstance(made, tuple)
    account, session = made
    await writer.club.means.register.appoint(account.id, staff=True)
    key = await keep_club(writer.store, "large", "large", account.id, TOURNAMENTS)
    await keep_list(writer.store, "large", account.id)
    format = format_of_terms(Terms(points=POINTS))
    log = long_match(format, 7, START)  # type: ignore[arg-type]
    running = long_match(format, 7, START, unfinished=True)  # type: ignore[arg-type]
    assert len(log) >= EVENTS <= len(running)
    await keep_match(writer.store, OVER, log, account.id, over=True)
    await keep_analysed(writer, OVER, log, record, FILE)
    await writer.shelf.share_file(FILE, account, write_log(log))
    await keep_match(writer.store, RUNNING, running, account.id, over=False)
    rated = format_of_terms(Terms(points=POINTS, rated=True))
    await keep_match(writer.store, RATED, long_match(rated, 7, START), "SOMEBODY", over=True)  # type: ignore[arg-type]
    await writer.close()
    return Kept(file, session, account, key, tuple(map(encode, log)))


@asynccontextmanager
async def large_server(kept: Kept, folder: Path) -> AsyncIterator[Large]:
    """A server on a copy of the large data, read for the first time by whoever asks."""
    shutil.copy(kept.file, folder / "large.db")
    house = await server_process(f"sqlite:///{folder}/large.db", clock=FakeClock())

    async def same() -> ServerProcess:
        return house

    app = create_app(same)
    async with app.lifespan():
        links = {name: await _links(house, name) for name in (*TOURNAMENTS, *FRESH)}
        house.direct.forget()
        yield Large(app, house, kept.session, kept.account, kept.key, links)


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
                    "lid": "large",
                    "club": "large",
                    "key": large.key,
                    "token": large.links[tid][0] if tid else "",
                    "path": "lobby",
                }
                path = "/".join(values[part[1:].partition(":")[0]] if part[:1] == "{" else part for part in parts)
                yield route.path, path, large.links.get(tid, [""])


def _matches(route: str) -> tuple[str, ...]:
    if route.endswith("matches/{id:str}/fair-play"):
        return (RATED,)  # by an official who does not sit there
    return (OVER, RUNNING) if "matches/{id" in route else (FILE,) if "files/{id" in route else ("NOTHING",)


def _forms(route: str) -> tuple[str, ...]:
    return REPORT_FORMS if "report/{form" in route else ("mat",)


@asynccontextmanager
async def watched(kept: Kept, folder: Path) -> AsyncIterator[tuple[Large, Steps, dict[str, str]]]:
    """A server whose steps are measured, and at the end no step that took too long."""
    slow: dict[str, str] = {}
    async with large_server(kept, folder) as large:
        with settled_memory(), measured_steps() as steps:
            yield large, steps, slow
    assert not slow, "\n".join(f"{what}: {took}" for what, took in slow.items())


@asynccontextmanager
async def measured(steps: Steps, what: str, slow: dict[str, str]) -> AsyncIterator[None]:
    """What is done here, and what comes of it soon after, is noted if it keeps the loop."""
    await asyncio.sleep(0)  # what comes now is a step of its own
    steps.longest = 0.0
    yield
    if steps.longest > MOST:
        slow[what] = f"{steps.longest * 1000:.0f} ms: {steps.what}"


def test_no_get_keeps_the_loop_for_fifty_milliseconds_whatever_there_is(kept: Kept, tmp_path: Path) -> None:
    asyncio.run(_drive_every_route(kept, tmp_path))


async def _drive_every_route(kept: Kept, folder: Path) -> None:
    answered: dict[str, set[int]] = {}
    async with watched(kept, folder) as (large, steps, slow):
        for route, path, tokens in addresses(large):
            for token in tokens:
                async with measured(steps, path, slow):
                    status, _ = await large.ask(path, QUERIES.get(route, b""), token)
                answered.setdefault(route, set()).add(status)
    driven = {route for route, statuses in answered.items() if min(statuses) < 400}
    assert set(answered) - driven == NOT_THERE
    assert all(status < 500 for statuses in answered.values() for status in statuses)


def test_no_write_keeps_the_loop_for_fifty_milliseconds_whatever_is_sent(kept: Kept, tmp_path: Path) -> None:
    asyncio.run(_drive_writes(kept, tmp_path))


async def _drive_writes(kept: Kept, folder: Path) -> None:
    statuses: dict[str, str] = {}
    last_made = ""
    async with watched(kept, folder) as (large, steps, slow), large.line() as line:
        for topic in (*(f"tournament:{name}" for name in (*TOURNAMENTS, *FRESH)), "lobby", "inquiries"):
            assert [one["t"] for one in await line.say({"t": "watch", "topic": topic})][-1] == "state"
        for place, (method, address, body) in enumerate(writes(kept)):
            path = address.replace(LAST_MADE, last_made)
            tid = path.split("/")[3] if path.startswith("/api/tournaments/") else ""
            token = large.links[tid][0] if tid else ""
            what = f"{place} {method} {path} {json.dumps(body)[:80]}"
            sent = body.encode() if isinstance(body, str) else json.dumps(body).encode()
            async with measured(steps, what, slow):
                status, begins = await large.ask(path, b"", token, method, sent)
                await line.say({"t": "ping", "sent": 1})  # what is told of it has been told
            last_made = json.loads(begins)["id"] if status == 201 and b'"id"' in begins else last_made
            if status >= 400:
                statuses[what] = f"{status} {begins!r}"
    assert not statuses, "\n".join(f"{what}: {status}" for what, status in statuses.items())


def writes(kept: Kept) -> Iterator[tuple[str, str, Any]]:
    """Imports and large commands, with what they refer to."""
    crowd = [[{"id": f"q{number}", "name": f"Quin {number}"}] for number in range(CROWD)]
    imported = {"type": "ImportEntrants", "contest": "open", "entries": crowd}
    yield "POST", "/api/tournaments/fresh/trial", {"command": imported}
    yield "POST", "/api/tournaments/fresh/commands", {"command": imported}
    roster = "name,club,rating\n" + "".join(f"Quin {number},Here,{1500 + number}\n" for number in range(CROWD))
    yield "POST", "/api/tournaments/roster/roster", {"contest": "open", "csv": roster}
    for tid in FRESH:
        yield "POST", f"/api/tournaments/{tid}/commands", {"command": {"type": "MakeDraw", "contest": "open"}}
        yield "POST", f"/api/tournaments/{tid}/commands", {"command": {"type": "PairRound", "contest": "open"}}
    for tid in TOURNAMENTS:
        for command in desk_commands(tid):
            yield "POST", f"/api/tournaments/{tid}/commands", {"command": command}
        yield "POST", f"/api/tournaments/{tid}/links/p00/renew", {}
        yield "POST", f"/api/tournaments/{tid}/cases", {"contest": "open", "pairing": LATER[tid]}
        ruling = {"step": "rule", "say": "Again.", "reason": "seen"}
        yield "POST", f"/api/tournaments/{tid}/cases/{LAST_MADE}", ruling
    record = f"/api/tournaments/knockout/tables/open/{FIXTURE['knockout']}/record"
    yield "POST", record, {"entries": []}
    yield "POST", "/api/files/review", b"\n".join(kept.entries).decode()
    club = "/api/clubs/large/steps"
    yield "POST", club, {"step": {"type": "Announce", "text": "Tuesday. " * 100}}
    yield "POST", club, {"step": {"type": "AddMember", "name": "Zoe"}}
    yield "POST", "/api/clubs/large/nights", {"newcomers": [f"Guest {number}" for number in range(60)]}
    yield "POST", f"/api/matches/{RUNNING}/report", {"about": "slow"}
    yield "POST", f"/api/matches/{OVER}/rematch", {}
    for tid in TOURNAMENTS:
        yield (
            "POST",
            f"/api/tournaments/{tid}/commands",
            {"command": {"type": "WithdrawEntry", "contest": "open", "entry": "p07"}},
        )


def desk_commands(tid: str) -> Iterator[dict[str, Any]]:
    """What a desk does all day."""
    at = {"contest": "open", "pairing": LATER[tid]}
    yield {"type": "Announce", "text": "x" * 4_000}
    yield {"type": "TakePayment", "player": "p01", "amount": 100}
    yield {"type": "SetTables", "tables": [str(number) for number in range(300)]}
    yield {"type": "ChangePlayer", "player": {"id": "p01", "name": "Somebody"}}
    yield {"type": "GivePenalty", "player": "p02", "points": 1, "reason": "late"}
    yield {"type": "CallMatch", **at}
    yield {"type": "BeginMatch", **at}


def test_no_message_keeps_the_loop_for_fifty_milliseconds(kept: Kept, tmp_path: Path) -> None:
    asyncio.run(_say_everything(kept, tmp_path))


async def _say_everything(kept: Kept, folder: Path) -> None:
    rows = [row.asked for row in read_table("messages") if "{match}" in row.asked]
    heard: set[str] = set()
    async with watched(kept, folder) as (large, steps, slow), large.line() as line:
        topics = (
            f"match:{RUNNING}",
            f"match:{OVER}",
            "lobby",
            "inquiries",
            *(f"tournament:{name}" for name in TOURNAMENTS),
        )
        messages = [{"t": "watch", "topic": topic} for topic in topics]
        messages += [json.loads(fill(row, {"match": RUNNING, "part": "00" * 32})) for row in rows]
        for message in sorted(messages, key=lambda message: message["t"] == "unwatch"):
            async with measured(steps, json.dumps(message), slow):
                answers = await line.say(message)
            heard |= {f"{message['t']}: {answer['t']}" for answer in answers}
    assert {"watch: state"} <= heard, heard
    assert not [one for one in heard if one.startswith("watch: fault")]
