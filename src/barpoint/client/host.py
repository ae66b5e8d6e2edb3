"""Hosting a bot: it offers matches, plays those that are accepted, several at once, and comes back after a cut.

A server that is away for a while is waited for: what was offered and what is being played is still there when it is
back. `stop` is kind: nothing new is offered, open challenges are withdrawn, matches that are being played are finished.
"""

import asyncio
import contextlib
import time
import urllib.error
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec

from barpoint.board import Refusal
from barpoint.client.connection import Connection
from barpoint.client.player import play_match
from barpoint.client.server import Answered, Server
from barpoint.match.format import MatchFormat
from barpoint.rulebook.cite import cite
from barpoint.service.opponent import Opponent
from barpoint.service.terms import Terms, format_of
from barpoint.wire.http import Me

_LOOK_EVERY: Final = 1.0
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 30.0
_OFFERED_ANEW: Final = 20 * 3600.0
"""Seconds after which a challenge nobody has accepted is offered anew: a server lists them for a day."""
_AWAY: Final = (429, 502, 503, 504)
T = TypeVar("T")


def playable(terms: Terms) -> MatchFormat:
    """What would be played; ValueError for what a bot cannot play alone."""
    made = format_of(terms)
    if isinstance(made, Refusal):
        raise ValueError(cite(made, "").sentence)
    if made.team > 1:
        raise ValueError(f"{terms.preset} is played by pairs; a bot sits alone")
    return made


class Host:
    """A bot at a server. `said` hears what happens, in words."""

    def __init__(
        self,
        server: Server,
        bot: Opponent,
        terms: Terms,
        *,
        at_once: int = 1,
        matches: int = 0,
        said: Callable[[str], None] = lambda _: None,
    ) -> None:
        playable(terms)
        self._server, self._bot, self._at_once = server, bot, at_once
        self._terms: dict[str, Any] = msgspec.to_builtins(terms)
        self._left = matches or None  # to be begun; None: without end
        self._said = said
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Offer nothing more; what is being played is finished."""
        self._stopping.set()

    async def run(self) -> None:
        """Until it is stopped, or has played as many matches as it was to; `Answered` if the server wants none."""
        try:
            async with self._server.connect() as connection, asyncio.TaskGroup() as seats:
                for match in await self._unfinished():
                    self._said(f"{match}: goes on")
                    seats.create_task(self._play(connection, match))
                for _ in range(self._at_once):
                    seats.create_task(self._seat(connection))
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None

    async def _unfinished(self) -> list[str]:
        me = msgspec.convert(await self._patiently(lambda: self._server.ask("GET", "/api/me")), Me)
        return [seat.match for seat in me.matches if not seat.over]

    async def _seat(self, connection: Connection) -> None:
        """One match after another."""
        while not self._stopping.is_set() and self._left != 0:
            if self._left is not None:
                self._left -= 1
            match = await self._offered()
            if match:
                await self._play(connection, match)

    async def _offered(self) -> str:
        """The match a challenge became; empty if it was withdrawn."""
        challenge = await self._patiently(lambda: self._server.challenge(**self._terms))
        self._said(f"waits at {self._server.url}/join/{challenge}")
        path, until = f"/api/challenges/{challenge}", time.monotonic() + _OFFERED_ANEW
        while time.monotonic() < until and not self._stopping.is_set():
            seen = await self._patiently(lambda: self._server.ask("GET", path))
            if seen.get("match") or seen.get("withdrawn"):
                break
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _LOOK_EVERY)
        else:
            with contextlib.suppress(Answered):  # accepted at the last moment
                await self._patiently(lambda: self._server.ask("DELETE", path))
        match: str = (await self._patiently(lambda: self._server.ask("GET", path))).get("match", "")
        if not match and self._left is not None:
            self._left += 1
        return match

    async def _play(self, connection: Connection, match: str) -> None:
        table = await connection.sit(match)
        await play_match(table, self._bot, think_apart=True)
        await connection.rise(match)
        ended = table.seen.ended
        won = ended is not None and ended.winner is table.side
        self._said(f"{match}: {'won' if won else 'not won'}, {table.seen.white.score} - {table.seen.black.score}")

    async def _patiently(self, asked: Callable[[], Awaitable[T]]) -> T:
        """The answer, once the server gives one."""
        wait = _FIRST_WAIT
        while True:
            try:
                return await asked()
            except Answered as answered:
                if answered.status not in _AWAY:
                    raise
            except (urllib.error.URLError, ConnectionError, TimeoutError) as away:
                if wait == _FIRST_WAIT:
                    self._said(f"the server does not answer ({away}); waiting")
            await asyncio.sleep(wait)
            wait = min(_LONGEST_WAIT, 2 * wait)
