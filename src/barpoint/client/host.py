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
from barpoint.client.bot_player import play_match
from barpoint.client.connection import Connection
from barpoint.client.dice_keeper import DiceMismatch
from barpoint.client.server import RequestRefused, Server
from barpoint.match import MatchFormat
from barpoint.rulebook import cite
from barpoint.service import Opponent, Terms, format_of_terms
from barpoint.wire.players import Me

_LOOK_EVERY: Final = 1.0
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 30.0
_OFFERED_ANEW: Final = 20 * 3600.0
"""Seconds after which a challenge nobody has accepted is offered anew: a server lists them for a day."""
_AWAY: Final = (429, 502, 503, 504)
T = TypeVar("T")


def playable_format(terms: Terms) -> MatchFormat:
    """What would be played; ValueError for what a bot cannot play alone."""
    match_format = format_of_terms(terms)
    if isinstance(match_format, Refusal):
        raise ValueError(cite(match_format, "").sentence)
    if match_format.team > 1:
        raise ValueError(f"{terms.preset} is played by pairs; a bot sits alone")
    return match_format


class BotHost:
    """A bot at a server. `report` hears what happens, in words."""

    def __init__(
        self,
        server: Server,
        bot: Opponent,
        terms: Terms,
        *,
        at_once: int = 1,
        matches: int = 0,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        playable_format(terms)
        self._server, self._bot, self._at_once = server, bot, at_once
        self._terms: dict[str, Any] = msgspec.to_builtins(terms)
        self._left = matches or None  # to be begun; None: without end
        self._report = report
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Offer nothing more; what is being played is finished."""
        self._stopping.set()

    async def run(self) -> None:
        """Until it is stopped, or has played its matches; `RequestRefused` if the server wants none."""
        try:
            async with asyncio.TaskGroup() as seats:
                for match in await self._open_matches():
                    self._report(f"{match}: goes on")
                    seats.create_task(self._play(match))
                for _ in range(self._at_once):
                    seats.create_task(self._seat())
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None

    async def _open_matches(self) -> list[str]:
        me = msgspec.convert(await self._retry(lambda: self._server.ask("GET", "/api/me")), Me)
        return [seat.match for seat in me.matches if not seat.over]

    async def _seat(self) -> None:
        """One match after another."""
        while not self._stopping.is_set() and self._left != 0:
            if self._left is not None:
                self._left -= 1
            match = await self._offer()
            if match:
                await self._play(match)

    async def _offer(self) -> str:
        """The match a challenge became; empty if it was withdrawn."""
        challenge = await self._retry(lambda: self._server.challenge(**self._terms))
        self._report(f"waits at {self._server.url}/join/{challenge}")
        path, until = f"/api/challenges/{challenge}", time.monotonic() + _OFFERED_ANEW
        while time.monotonic() < until and not self._stopping.is_set():
            challenge_now = await self._retry(lambda: self._server.ask("GET", path))
            if challenge_now.get("match") or challenge_now.get("withdrawn"):
                break
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY):
                    await self._stopping.wait()
        else:
            with contextlib.suppress(RequestRefused):  # accepted at the last moment
                await self._retry(lambda: self._server.ask("DELETE", path))
        match: str = (await self._retry(lambda: self._server.ask("GET", path))).get("match", "")
        if not match and self._left is not None:
            self._left += 1
        return match

    async def _play(self, match: str) -> None:
        async with self._server.connect() as connection:  # of its own: its address names the match
            await self._play_at(connection, match)

    async def _play_at(self, connection: Connection, match: str) -> None:
        table = await connection.sit(match)
        try:
            await play_match(table, self._bot, think_apart=True)
        except DiceMismatch as mismatch:
            self._report(f"{match}: stopped, its dice are not what was published: {mismatch}")
            return
        finally:
            table.dice.save()
            await connection.rise(match)
        ended = table.present_view.ended
        won = ended is not None and ended.winner is table.side
        self._report(
            f"{match}: {'won' if won else 'not won'}, {table.present_view.white.score} - "
            f"{table.present_view.black.score}"
        )

    async def _retry(self, request: Callable[[], Awaitable[T]]) -> T:
        """The answer, once the server gives one."""
        wait = _FIRST_WAIT
        while True:
            try:
                return await request()
            except RequestRefused as answered:
                if answered.status not in _AWAY:
                    raise
            except (urllib.error.URLError, ConnectionError, TimeoutError) as away:
                if wait == _FIRST_WAIT:
                    self._report(f"the server does not answer ({away}); waiting")
            await asyncio.sleep(wait)
            wait = min(_LONGEST_WAIT, 2 * wait)
