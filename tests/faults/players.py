"""Who is there while things go wrong: players, a spectator, a director. All of it goes over HTTP and the socket.

Each remembers what the server has acknowledged. A request that got no answer is made again, under the same id where it
has one; a client is never told that something went wrong and knows no more than a person at a screen.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from barpoint.board import Side
from barpoint.client import RemoteMatch, Server, play_match
from barpoint.client.connection import Connection
from barpoint.client.server import RequestRefused
from barpoint.match.state import MatchState
from barpoint.tournament import Tournament, fold_tournament
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import decode as decode_tournament
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish
from tests.tournament.director import knockout, people
from tests.web.members import PASSWORD
from tests.web.server_process import QuickBot
from tests.web.tournaments.remote_director import Person

T = TypeVar("T")
PRESET = "IBF Blitz"
LENGTHS = (3, 1)
"""Points of the matches at the first table, the second, the third again: a cube counts in the longer ones."""
ENTRANTS = 8
_AGAIN = 0.2


async def persist(asking: Callable[[], Awaitable[T]]) -> T:
    """The answer, however often it has to be asked for."""
    while True:
        try:
            return await asking()
        except (OSError, HTTPException):
            pass
        except RequestRefused as refused:
            if refused.status < 500 and refused.status != 429:
                raise
        await asyncio.sleep(_AGAIN)


class Line(Connection):
    """A connection that remembers what was asked and what was acknowledged."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.url.replace("http", "ws") + "/socket", server)
        self.asked: dict[str, m.AnyClientMessage] = {}
        self.acknowledged: list[str] = []
        self.listeners.append(self._hear)

    async def _say(self, message: m.AnyClientMessage) -> None:
        if isinstance(message, m.MatchMessage):
            self.asked[message.id] = message
        await super()._say(message)

    def _hear(self, message: m.AnyServerMessage) -> None:
        if isinstance(message, m.Ack):
            self.acknowledged.append(message.id)

    async def cut_off(self) -> None:
        """The line is gone at once, without a goodbye."""
        if self._socket is not None:
            self._socket.transport.abort()


@dataclass
class Played:
    """A match from its first moment to its last, and how each of those at it saw its end."""

    match: str
    since: float
    points: int
    until: float = 0.0
    places: tuple[int, int] = (0, 0)  # the process of each side's player
    seen: list[MatchState] = field(default_factory=list)


@dataclass
class Deeds:
    """What was acknowledged, and what was played."""

    lines: list[Line] = field(default_factory=list)
    matches: list[Played] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)  # of tournaments
    results: dict[tuple[str, str], str] = field(default_factory=dict)  # by tournament and pairing
    tournaments: list[Person] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[str]:
        return [id for line in self.lines for id in line.acknowledged]

    def is_said_again(self, id: str) -> bool:
        """Whether it may have been there already under another id: readiness, and the player's part of the dice."""
        asked = next(line.asked[id] for line in self.lines if id in line.asked)
        return not isinstance(asked, m.Do) or isinstance(asked.d, OpeningWish)


class Table:
    """Two people who play one match after the other, each at a process; perhaps somebody looks on."""

    def __init__(self, urls: list[str], number: int, deeds: Deeds, *, watched: bool, bot: bool = False) -> None:
        self._urls, self._deeds, self._watched, self._bot = urls, deeds, watched, bot
        self._places = number % len(urls), (number + 1) % len(urls)
        self._number, self._points = number, 1 if bot else LENGTHS[number % len(LENGTHS)]
        self.lines: list[Line] = []
        self._servers: list[Server] = []

    async def arrive(self, stack: AsyncExitStack) -> None:
        names = ["Anna", *([] if self._bot else ["Ben"]), *(["Eve"] if self._watched else [])]
        for name, place in zip(names, (*self._places, self._places[-1]), strict=False):
            server = await Server.guest(self._urls[place], f"{name} {self._number}")
            self._servers.append(server)
            self.lines.append(await stack.enter_async_context(Line(server)))
        self._deeds.lines += self.lines

    async def play_until(self, over: Callable[[], bool]) -> None:
        """Match after match; the last one is played to its end."""
        while not over():
            since = monotonic()
            played = Played(await self._begin(), since, self._points)
            tables = [await line.sit(played.match) for line in self.lines]
            players = [table for table in tables if table.side is not None]
            places = {table.side: place for table, place in zip(players, self._places, strict=False)}
            played.places = places.get(Side.WHITE, -1), places.get(Side.BLACK, -1)
            await asyncio.gather(*(play_match(table, QuickBot()) for table in players))
            played.until = monotonic()
            self._deeds.matches.append(played)
            played.seen = [await self._last_state(table) for table in tables]
            for line in self.lines:
                await line.rise(played.match)

    async def _last_state(self, table: RemoteMatch) -> MatchState:
        while (state := await persist(table.state)).ended is None:
            await table.wait_change()
        return state

    async def _begin(self) -> str:
        if self._bot:
            return await persist(lambda: self._servers[0].new_match(level="casual", points=self._points))
        anna, ben = self._servers[:2]
        while True:
            challenge = await persist(lambda: anna.challenge(points=self._points, preset=PRESET))
            try:
                return await persist(partial(ben.accept, challenge))
            except RequestRefused:  # it was accepted, and nobody said so
                seen = await persist(partial(ben.ask, "GET", f"/api/challenges/{challenge}"))
                if match := seen.get("match", ""):
                    return str(match)


class Director:
    """Somebody who directs one knockout after the other from the public log and by commands with ids of their own."""

    def __init__(self, url: str, deeds: Deeds) -> None:
        self._url, self._deeds = url, deeds
        self._server = Server(url)

    async def arrive(self) -> None:
        await self._server.ask("POST", "/api/register", {"name": "Dora", "password": PASSWORD})

    async def direct_until(self, over: Callable[[], bool]) -> None:
        number = 0
        while not over():
            number += 1
            person = await self._begin(number)
            await self._play_out(person, over)

    async def _open(self, number: int) -> Any:
        """A tournament; one whose link never came is left to itself."""
        while True:
            body = {"name": f"Cup {number} {uuid4().hex[:6]}", "date": "2026-05-01", "director": "Dora"}
            try:
                return await self._server.ask("POST", "/api/tournaments", body)
            except (OSError, HTTPException, RequestRefused):
                await asyncio.sleep(_AGAIN)

    async def _begin(self, number: int) -> Person:
        begun = await self._open(number)
        person = Person(self._url, begun["id"], begun["link"].rpartition("/")[2], "Dora")
        self._deeds.tournaments.append(person)
        settings = knockout()
        entries = [[msgspec.to_builtins(player)] for player in people(ENTRANTS)]
        await self._do(person, "AddContest", settings=msgspec.to_builtins(settings))
        await self._do(person, "PublishContest", contest="open")
        await self._do(person, "ImportEntrants", contest="open", entries=entries)
        await self._do(person, "MakeDraw", contest="open")
        return person

    async def _do(self, person: Person, kind: str, **fields: Any) -> None:
        id = uuid4().hex
        await persist(lambda: person.do(kind, id=id, **fields))
        self._deeds.commands.append(id)

    async def _play_out(self, person: Person, over: Callable[[], bool]) -> None:
        """Result after result, of whichever match is ready, until nothing is."""
        while not over():
            state = await folded(person)
            contest = state.contests["open"]
            fixture = next((each for each in contest.fixtures.values() if each.status is PairingStatus.READY), None)
            if fixture is None:
                return
            length, winner = contest.length_at(fixture), fixture.pair[len(self._deeds.commands) % 2]
            assert length is not None
            score = [length.length, 0]  # the winner's first
            await self._do(person, "PostResult", contest="open", pairing=fixture.id, winner=winner, score=score)
            self._deeds.results[person.tournament, fixture.id] = winner
            await asyncio.sleep(0.05)


async def folded(person: Person) -> Tournament:
    """A tournament as its public log comes to it."""
    text: str = await persist(lambda: person.get("/log"))
    return fold_tournament(decode_tournament(line) for line in text.splitlines())
