"""A match as a client follows it: the server's view, and the log folded once more on this side."""

import asyncio
import secrets
import uuid
from typing import TYPE_CHECKING

import msgspec

from barpoint.board import Side
from barpoint.client.connection import Answer, Update
from barpoint.match.events import AnyEvent, decode
from barpoint.match.evolve import evolve, fold
from barpoint.match.state import MatchState
from barpoint.service.views import Audience, MatchView
from barpoint.wire import messages as m
from barpoint.wire.wishes import AnyWish

if TYPE_CHECKING:
    from barpoint.client.connection import Connection


class Table:
    """One match: `view` is what the server shows, `state` what its log comes to."""

    def __init__(self, connection: "Connection", match: str) -> None:
        self._connection, self.match = connection, match
        self.view: MatchView | None = None
        self._state: MatchState | None = None
        self._news: list[AnyEvent] = []  # since `_state`
        self._changed = asyncio.Event()
        self.sealed: m.Sealed | None = None
        self.revealed: dict[int, str] = {}
        connection.heard.append(self._hear)

    def update(self, told: Update) -> None:
        """The server says how the match stands."""
        self.view = told.view
        if isinstance(told, m.Changed):
            self._news += [decode(msgspec.json.encode(event)) for event in told.events]
        elif self._state is None or self._state.version + len(self._news) != told.version:
            self._state, self._news = None, []  # something was missed: the log is read anew
        self._changed.set()

    def _hear(self, told: m.AnyTold) -> None:
        match told:
            case m.Sealed(match=self.match):
                self.sealed = told
                self._changed.set()
            case m.Revealed(match=self.match, game=game, seed=seed):
                self.revealed[game] = seed
            case _:
                pass

    async def shake(self) -> None:
        """Add our part to the dice, if it is asked for."""
        sealed, self.sealed = self.sealed, None
        if sealed is not None and self.side is not None:
            part = m.Contribute(id=uuid.uuid4().hex, match=self.match, game=sealed.game, seed=secrets.token_hex(32))
            await self._connection.ask(part)

    @property
    def seen(self) -> MatchView:
        """The view, once there is one."""
        assert self.view is not None
        return self.view

    @property
    def side(self) -> Side | None:
        """The side one plays; None for a spectator."""
        return Side(self.seen.audience.value) if self.seen.audience in (Audience.WHITE, Audience.BLACK) else None

    async def known(self) -> None:
        """Wait for the first view."""
        while self.view is None:
            await self.change()

    async def change(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()
        self._changed.clear()

    async def do(self, wish: AnyWish, id: str = "") -> Answer:  # noqa: A002  # the wire's word
        """A command in this match."""
        return await self._connection.do(self.match, self.seen.version, wish, id)

    async def state(self) -> MatchState:
        """The match folded from its log; read whole when something was missed."""
        news, self._news = self._news, []
        if self._state is not None:
            for event in news:
                self._state = evolve(self._state, event)
        if self._state is None or self._state.version < self.seen.version:
            self._state = fold(decode(line) for line in await self._connection.server.log(self.match))
            self._news = []
        return self._state
