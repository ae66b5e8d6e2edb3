"""The weekend of the tournament room, run over HTTP: every command goes to a server as its person's own request."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import msgspec

from barpoint.client.server import RequestRefused
from barpoint.tournament import commands as c
from barpoint.tournament import fold_tournament
from barpoint.tournament.events import AnyEvent, decode
from barpoint.tournament.settings import ContestSettings
from tests.service.server import FakeClock
from tests.tournament.director import Hall
from tests.tournament.test_weekend import DOUBLES, NOVICE, OPEN
from tests.web.members import PASSWORD
from tests.web.server_process import (
    PATIENCE,
    Served,
    served,
)


@contextmanager
def in_a_thread(folder: Path, clock: FakeClock, port: int = 0) -> Iterator[Served]:
    """A server beside the test, with the test's clock."""
    begun: Queue[tuple[Served, asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def run() -> None:
        over = asyncio.Event()
        async with served(f"sqlite:///{folder}/weekend.db", clock, port) as here:
            begun.put((here, asyncio.get_running_loop(), over))
            await over.wait()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    here, loop, over = begun.get(timeout=PATIENCE)
    try:
        yield here
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)


@dataclass
class RemoteHall(Hall):
    """A hall whose tournament is on a server; here is what the answers come to."""

    url: str = ""
    tournament: str = "spring"
    clock: FakeClock = field(default_factory=FakeClock)
    links: dict[str, str] = field(default_factory=dict)
    requests: int = 0

    def __post_init__(self) -> None:
        self._line = HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None, token: str = "", cookie: str = "") -> Any:
        self.clock.time, self.requests = self.now, self.requests + 1
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}", "cookie": cookie}
        told = {name: value for name, value in headers.items() if value and value != "Bearer "}
        self._line.request(method, path, None if body is None else json.dumps(body), told)
        answer = self._line.getresponse()
        text = answer.read()
        self._line.close()  # the server hangs up on those who say nothing for a while, as who clicks does
        if answer.status >= 400:
            raise RequestRefused(answer.status, text.decode())
        self.cookies = answer.headers.get_all("set-cookie") or []
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def begin(self, *contests: ContestSettings) -> None:
        """The tournament, its director's link, and its events; those of the weekend if none are named."""
        self.ask("POST", "/api/register", {"name": f"Al {self.tournament}", "password": PASSWORD})
        session = self.cookies[0].partition(";")[0]
        body = {"id": self.tournament, "name": self.tournament.title(), "date": "2026-05-01", "director": "td"}
        begun = self.ask("POST", "/api/tournaments", body, cookie=session)
        self.links["td"] = begun["link"].rpartition("/")[2]
        self.read()
        for settings in contests or (OPEN, NOVICE, DOUBLES):
            self.do(c.AddContest, settings=settings)
            self.do(c.PublishContest, contest=settings.id)

    def read(self) -> list[AnyEvent]:
        """The log as the server has it."""
        text: bytes = self.ask("GET", f"/api/tournaments/{self.tournament}/log", token=self.links["td"])
        self.log = [decode(line) for line in text.splitlines()]
        self.state = fold_tournament(self.log)
        return self.log

    def link(self, person: str) -> str:
        if person not in self.links:
            found = self.ask("GET", f"/api/tournaments/{self.tournament}/links", token=self.links["td"])
            self.links |= {one["person"]: one["link"].rpartition("/")[2] for one in found}
        return self.links[person]

    def do(self, kind: type, /, **fields: Any) -> tuple[AnyEvent, ...]:
        by = fields.pop("by", "td")
        if kind is c.Register and by not in self.state.players:
            begun = self.ask(
                "POST",
                f"/api/tournaments/{self.tournament}/entries",
                {"contest": fields["contest"], "name": by, "accepted": True},
            )
            self.links[by] = begun["link"].rpartition("/")[2]
            before = len(self.log)
            return tuple(self.read()[before:])
        command = {"type": kind.__name__, **msgspec.to_builtins(fields)}
        expected = self.state.version if by in self.state.staff else None
        body = {"command": command, "expected": expected}
        answer = self.ask("POST", f"/api/tournaments/{self.tournament}/commands", body, token=self.link(by))
        events = tuple(decode(msgspec.json.encode(event)) for event in answer["events"])
        self.log += events
        self.state = fold_tournament(events, self.state)
        return events
