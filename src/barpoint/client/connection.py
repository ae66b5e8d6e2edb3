"""The socket from the client's side: it comes back by itself, and says again what was not answered.

A command keeps its id, so that saying it twice does it once. A change that does not follow on what is known
means that something was missed: the topic is watched anew and begins with its whole state. The line's address names
the match that is sat at, so that a server of several processes brings both players of it to one.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from barpoint.wire import messages as m
from barpoint.wire.wishes import AnyWish

if TYPE_CHECKING:
    from barpoint.client.remote_match import RemoteMatch
    from barpoint.client.server import Server

_FIRST_WAIT: Final = 0.05
_LONGEST_WAIT: Final = 2.0
_STORAGE: Final = "storage"
_BETWEEN: Final = 0.5  # seconds until what could not be saved is said again

ServerAnswer = m.Ack | m.Refused | m.Conflicted | m.Fault
Update = m.State | m.Changed


class Connection:
    """One line to a server, kept up for as long as the context lasts."""

    def __init__(self, url: str, server: "Server") -> None:
        self.server = server
        self._url, self._match = url, ""  # the match the line is opened for
        self._processes = 1
        self._socket: ClientConnection | None = None
        self._topics: dict[str, tuple[int, Callable[[Update], None]]] = {}
        self._unanswered: dict[str, tuple[m.AnyClientMessage, asyncio.Future[ServerAnswer]]] = {}
        self._running: asyncio.Task[None] | None = None
        self.welcome: asyncio.Future[m.Welcome] | None = None
        self.listeners: list[Callable[[m.AnyServerMessage], None]] = []
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self.welcome = asyncio.get_running_loop().create_future()
        self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._running is not None
        self._running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._running

    async def sit(self, match: str) -> "RemoteMatch":
        """Follow a match, whether one plays in it or not."""
        from barpoint.client.remote_match import RemoteMatch

        table = RemoteMatch(self, match, self.server.folder)
        await self._move_to(match)
        await self.watch(f"match:{match}", table.update)
        await table.wait_known()
        return table

    async def _move_to(self, match: str) -> None:
        """Have the line at the process of a match, unless it is at that of another we sit at."""
        if f"match:{self._match}" in self._topics:
            return
        self._match = match
        if self._processes > 1:
            await self.cut()

    @property
    def _address(self) -> str:
        return f"{self._url}?match={quote(self._match, safe='')}" if self._match else self._url

    async def watch(self, topic: str, update: Callable[[Update], None]) -> None:
        """Follow a topic."""
        self._topics[topic] = (-1, update)
        await self._say(m.Watch(topic=topic))

    async def rise(self, match: str) -> None:
        """Follow a match no longer."""
        topic = f"match:{match}"
        _, update = self._topics.pop(topic, (0, None))
        table = getattr(update, "__self__", None)
        self.listeners = [
            listener for listener in self.listeners if getattr(listener, "__self__", None) is not table or table is None
        ]
        await self._say(m.Unwatch(topic=topic))

    async def do(self, match: str, version: int, wish: AnyWish, id: str = "") -> ServerAnswer:
        """A command; the answer comes even if the line breaks on the way."""
        return await self.ask(m.Do(id=id or uuid.uuid4().hex, match=match, v=version, d=wish))

    async def ask(self, message: m.MatchMessage) -> ServerAnswer:
        """Anything that is answered; what storage trouble kept from being saved is said again until it is."""
        while True:
            answer: asyncio.Future[ServerAnswer] = asyncio.get_running_loop().create_future()
            self._unanswered[message.id] = (message, answer)
            await self._say(message)
            try:
                received = await answer
            finally:
                self._unanswered.pop(message.id, None)
            if not isinstance(received, m.Fault) or received.code != _STORAGE:
                return received
            await asyncio.sleep(_BETWEEN)

    async def cut(self) -> None:
        """Break the line, as a tunnel would."""
        if self._socket is not None:
            await self._socket.close()

    async def _say(self, message: m.AnyClientMessage) -> None:
        if self._socket is not None:
            with contextlib.suppress(WebSocketException):
                await self._socket.send(m.encode_message(message).decode())

    async def _run(self) -> None:
        wait = _FIRST_WAIT
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                async with connect(
                    self._address, additional_headers=self.server.cookie, compression=None, max_size=2**22, proxy=None
                ) as socket:
                    wait = _FIRST_WAIT
                    await self._converse(socket)
            self._socket = None
            self.cuts += 1
            await asyncio.sleep(wait)
            wait = min(_LONGEST_WAIT, wait * 2)

    async def _converse(self, socket: ClientConnection) -> None:
        self._socket = socket
        for topic, (_, update) in list(self._topics.items()):
            self._topics[topic] = (-1, update)
            await self._say(m.Watch(topic=topic))
        for message, _ in list(self._unanswered.values()):
            await self._say(message)
        async for data in socket:
            for received in m.read_server_messages(data):
                await self._receive(received)

    async def _receive(self, message: m.AnyServerMessage) -> None:
        match message:
            case m.Welcome():
                self._processes = message.processes
                if self.welcome is not None and not self.welcome.done():
                    self.welcome.set_result(message)
            case m.State() | m.Changed():
                await self._update(message)
            case m.Ack(id=id) | m.Refused(id=id) | m.Conflicted(id=id) | m.Fault(id=id) if id in self._unanswered:
                answer = self._unanswered[id][1]
                if not answer.done():
                    answer.set_result(message)
            case _:
                pass
        for listener in self.listeners:
            listener(message)

    async def _update(self, message: Update) -> None:
        version, update = self._topics.get(message.topic, (-1, None))
        if update is None:
            return
        if isinstance(message, m.Changed):
            if message.to <= version:
                return
            if message.from_ != version:
                await self._say(m.Watch(topic=message.topic))
                return
        self._topics[message.topic] = (message.to if isinstance(message, m.Changed) else message.version, update)
        update(message)
