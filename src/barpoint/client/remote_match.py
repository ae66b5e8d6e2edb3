"""A match as a client follows it: the server's view, and the log folded once more on this side."""

import asyncio
import logging
import secrets
import uuid
from collections.abc import Coroutine
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from barpoint.board import Side
from barpoint.client.connection import ServerAnswer, Update
from barpoint.client.dice_keeper import DiceKeeper
from barpoint.match import MatchState, evolve_match, fold_match
from barpoint.match.events import AnyEvent, GameEnded, MatchEnded, decode
from barpoint.service import Audience, MatchView
from barpoint.wire import messages as m
from barpoint.wire.wishes import AnyWish, OpeningWish, RollWish

if TYPE_CHECKING:
    from barpoint.client.connection import Connection

_log = logging.getLogger("barpoint.client")


class RemoteMatch:
    """One match: `view` is what the server shows, `state` what its log comes to."""

    def __init__(self, connection: "Connection", match: str, folder: Path | None = None) -> None:
        self._connection, self.match = connection, match
        self.dice = DiceKeeper(match, folder)
        self._dice_tasks: set[asyncio.Task[None]] = set()
        self._tending = False
        self._check: asyncio.Task[None] | None = None  # of the games that are over
        self.view: MatchView | None = None
        self._state: MatchState | None = None
        self._news: list[tuple[int, AnyEvent]] = []  # since `_state`, by version
        self._changed = asyncio.Event()
        self.sealed: m.Sealed | None = None
        self.revealed: dict[int, str] = {}
        connection.listeners.append(self._receive)

    def update(self, message: Update) -> None:
        """The server says how the match stands."""
        self.view = message.view
        if isinstance(message, m.Changed):
            events = [decode(msgspec.json.encode(event)) for event in message.events]
            self._news += enumerate(events, message.from_ + 1)
            self.dice.take_events(events)
            if any(isinstance(event, GameEnded | MatchEnded) for event in events) and self.side is not None:
                self._check = self._begin(self._check_games(self._check))
        elif (
            self._state is None
            or max(self._state.version, *(version for version, _ in self._news), 0) != message.version
        ):
            self._state, self._news = None, []  # something was missed: the log is read anew
            self.dice.forget_thrown()
        self._tend()
        self._changed.set()

    def _receive(self, message: m.AnyServerMessage) -> None:
        match message:
            case m.DiceNews(match=self.match):
                if not self.dice.take_news(message):
                    self._begin(self._connection.watch(f"match:{self.match}", self.update))
                self._tend()
                self._changed.set()
            case m.Sealed(match=self.match):
                self.sealed = message
                self._changed.set()
            case m.Revealed(match=self.match, game=game, seed=seed):
                self.revealed[game] = seed
            case _:
                pass

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._dice_tasks.add(task)
        task.add_done_callback(self._dice_tasks.discard)
        return task

    async def _check_games(self, earlier: asyncio.Task[None] | None) -> None:
        """All games so far, from the server's file and what was kept; where its record of them ends is kept as well.

        A server that does not answer, or answers what nobody can read, is not convicted by that.
        """
        from barpoint.client.server import RequestRefused

        if earlier is not None:
            await earlier
        kept = self.dice.kept  # before the file is asked for: what comes meanwhile may be missing in it
        try:
            file = await self._connection.server.dice(self.match)
            heads = await self._connection.server.record(self.match)
        except (RequestRefused, OSError, HTTPException, ValueError) as unknown:
            _log.warning("the games so far could not be checked: %s", unknown, extra={"match": self.match})
            return
        self.dice.take_verdict(await asyncio.to_thread(file.verdict, kept))
        self.dice.keep_heads(heads)
        self._changed.set()

    async def wait_checked(self) -> None:
        """Wait until every game that is over has been checked."""
        while self._check is not None and not self._check.done():
            await self._check

    def _tend(self) -> None:
        """Publish ends and open links by ourselves, as they are needed."""
        if self.view is not None and self.side is not None and not self._tending and self._dice_due() is not None:
            self._tending = True
            self._begin(self._send_dice())

    def _dice_due(self) -> m.PublishEnd | m.OpenLink | None:
        return self.dice.end_due() or self.dice.link_due(self.present_view)

    async def _send_dice(self) -> None:
        try:
            while (message := self._dice_due()) is not None:
                sent = self.dice.version
                if not isinstance(await self._connection.ask(message), m.Ack) or self.dice.version == sent:
                    return  # what has come in between asks again
        finally:
            self._tending = False

    async def _wait_end(self) -> None:
        """Wait until a chain of ours counts, drawing a new one where another device's or none does."""
        if self.dice.is_lost() and (new := self.dice.new_end()) is not None:
            await self._connection.ask(new)
        while self.dice.chains is not None and not self.dice.problem and self.dice.is_missing():
            await self.wait_change()

    async def add_part(self) -> None:
        """Add our part to the dice of a game of recipe 1, if it is asked for."""
        sealed, self.sealed = self.sealed, None
        if sealed is not None and self.side is not None:
            part = m.Contribute(id=uuid.uuid4().hex, match=self.match, game=sealed.game, seed=secrets.token_hex(32))
            await self._connection.ask(part)

    @property
    def present_view(self) -> MatchView:
        """The view, once there is one."""
        assert self.view is not None
        return self.view

    @property
    def side(self) -> Side | None:
        """The side one plays; None for a spectator."""
        return (
            Side(self.present_view.audience.value)
            if self.present_view.audience in (Audience.WHITE, Audience.BLACK)
            else None
        )

    async def wait_known(self) -> None:
        """Wait for the first view."""
        while self.view is None:
            await self.wait_change()

    async def wait_change(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()
        self._changed.clear()

    async def do(self, wish: AnyWish, id: str = "") -> ServerAnswer:
        """A command in this match; a roll takes the next link of our chain with it."""
        if isinstance(wish, RollWish | OpeningWish) and self.side is not None and not getattr(wish, "link", ""):
            await self._wait_end()
            if isinstance(wish, RollWish):
                ours = self.present_view.open.roll  # a link is never given away for a roll that is not ours
                wish = RollWish(link=self.dice.roll_link() if ours else "")
        return await self._connection.do(self.match, self.present_view.version, wish, id)

    async def state(self) -> MatchState:
        """The match folded from its log; read whole when something was missed."""
        self._fold_news()
        if self._state is None or self._state.version < self.present_view.version:
            self._state = fold_match(decode(line) for line in await self._connection.server.log(self.match))
            self._fold_news()  # what came meanwhile
        return self._state

    def _fold_news(self) -> None:
        """What follows on the state: a log that was read may be ahead of what is told one by one."""
        news, self._news = self._news, []
        for version, event in news:
            if self._state is not None and version == self._state.version + 1:
                self._state = evolve_match(self._state, event)
