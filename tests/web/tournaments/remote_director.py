"""People at a tournament of a server, as programs see it: everything goes over HTTP with a private link."""

import asyncio
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

import msgspec

from barpoint.client.server import RequestRefused
from barpoint.tournament.settings import ContestSettings
from tests.tournament.director import knockout, people
from tests.web import members as server_people
from tests.web.server_process import PATIENCE, Served


@dataclass
class Person:
    """Somebody with a private link, or the public."""

    url: str
    tournament: str
    token: str = ""
    person: str = ""
    language: str = ""

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self.asked, method, path, body)

    def asked(self, method: str, path: str, body: Any = None) -> Any:
        """The answer's JSON; `RequestRefused` if it is not a good one."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if self.language:
            headers["accept-language"] = self.language
        data = None if body is None else json.dumps(body).encode()
        address = f"{self.url}/api/tournaments/{self.tournament}{path}"
        request = urllib.request.Request(address, data, headers, method=method)  # noqa: S310  # our own server
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                text, kind = answer.read(), answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                raise RequestRefused(error.code, json.loads(error.read())) from None
        return json.loads(text) if kind == "application/json" else text.decode()

    async def get(self, path: str) -> Any:
        return await self.ask("GET", path)

    async def do(self, kind: str, *, expected: int | None = None, id: str = "", **fields: Any) -> Any:
        """A command; it must be accepted."""
        body = {"command": {"type": kind, **fields}, "id": id, "expected": expected}
        return await self.ask("POST", "/commands", body)

    async def refused(self, kind: str, status: int, *, expected: int | None = None, **fields: Any) -> Any:
        """A command that must not be accepted: the answer's words."""
        return await server_people.refused(self.do(kind, expected=expected, **fields), status)

    async def add(self, settings: ContestSettings) -> None:
        """An event, published."""
        await self.do("AddContest", settings=msgspec.to_builtins(settings))
        await self.do("PublishContest", contest=settings.id)

    async def as_(self, person: str) -> "Person":
        """Somebody else, by the link this one hands out."""
        found = {one["person"]: one["link"] for one in await self.get("/links")}
        return Person(self.url, self.tournament, found[person].rpartition("/")[2], person)


async def begun(here: Served, name: str = "Spring", director: str = "Ann") -> Person:
    """A tournament's director."""
    server = await server_people.registered(here, f"{director} {name}"[:24])
    begun = await server.ask("POST", "/api/tournaments", {"name": name, "date": "2026-05-01", "director": director})
    return Person(here.url, begun["id"], begun["link"].rpartition("/")[2], director)


async def drawn(here: Served, size: int = 8, preset: str = "USBGF Open") -> Person:
    """The director of a tournament whose event is drawn."""
    director = await begun(here)
    await director.add(knockout(preset=preset))
    entries = [[msgspec.to_builtins(player)] for player in people(size)]
    await director.do("ImportEntrants", contest="open", entries=entries)
    await director.do("MakeDraw", contest="open")
    return director
