"""What several processes tell each other through PostgreSQL, and the silence of a process that is alone.

Appends are announced inside their own transaction (`Database.announce`). One connection of each process
listens; when it is lost it connects again and says that something may have been missed.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from barpoint.adapters.database import CHANNEL, Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.extras import extra_module
from barpoint.service.records import LONGEST_PAYLOAD, read_announced

_TOGETHER = 40  # words that are told in one payload
_MANY = "="
"""How such a payload begins."""
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 5.0
_LOOK_EVERY = 15  # seconds
_log = logging.getLogger("barpoint.announcements")


class PostgresAnnouncements:
    """`ports.Announcements` for the processes on one PostgreSQL."""

    def __init__(self, database: Database, store: SqlEventStore | None = None) -> None:
        self._database, self._store = database, store
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._telling: asyncio.Task[None] | None = None
        self._driver = extra_module("postgres")
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hear everything; runs until cancelled."""
        wait = _FIRST_WAIT
        while True:
            try:
                await self._listen_once(heard, missed)
                wait = _FIRST_WAIT
            except (OSError, self._driver.PostgresError, self._driver.InterfaceError) as failed:
                _log.warning("listener lost, connecting again", extra={"reason": str(failed)})
            await asyncio.sleep(wait)
            wait = min(_LONGEST_WAIT, wait * 2)

    async def tell(self, payload: str) -> None:
        """Something that is not kept; what comes while something is being told is told next, all of it together."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((payload, done))
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_waiting(), name="announcements")
        await done

    async def _tell_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._announce([payload for payload, _ in batch])
            except Exception as failed:  # whoever waits must hear of it
                for _, done in batch:
                    if not done.done():
                        done.set_exception(failed)
            else:
                for _, done in batch:
                    if not done.done():
                        done.set_result(None)
        self._telling = None

    async def _announce(self, payloads: Sequence[str]) -> None:
        """Each once and in their order: of what is told twice in a transaction PostgreSQL tells the first alone."""
        for first in range(0, len(payloads), _TOGETHER):
            some = payloads[first : first + _TOGETHER]
            text = some[0] if len(some) == 1 else _MANY + msgspec.json.encode(some).decode()
            whole = [text] if len(text.encode()) <= LONGEST_PAYLOAD else some
            for payload in whole:
                async with self._database.engine.begin() as connection:
                    await connection.run_sync(self._database.announce, [payload])

    def _receive(self, session: int, payload: str, heard: Callable[[str], None]) -> None:
        """What this process has appended itself it knows, and often has not followed yet."""
        if session == self._database.own_session:
            return
        if self._store is not None:
            self._store.note_heads(
                {
                    write.stream: (write.version, bytes.fromhex(write.digest))
                    for append in read_announced(payload)
                    for write in append
                }
            )
        for word in msgspec.json.decode(payload[1:], type=list[str]) if payload.startswith(_MANY) else [payload]:
            heard(word)

    async def _listen_once(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        gone = asyncio.Event()
        connection: Any = await self._driver.connect(self._address, timeout=10)
        try:
            connection.add_termination_listener(lambda _: gone.set())
            await connection.add_listener(
                CHANNEL, lambda _c, pid, _channel, payload: self._receive(pid, payload, heard)
            )
            missed()  # whatever came before this listener
            while not gone.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_EVERY):
                        await gone.wait()
                if not gone.is_set():
                    await connection.execute("select 1", timeout=10)  # a dead peer says nothing by itself
        finally:
            await connection.close(timeout=2) if not connection.is_closed() else None


class NoAnnouncements:
    """`ports.Announcements` of a single process: nobody else is there."""

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:  # noqa: ARG002  # the port's
        """Nothing is ever heard."""
        await asyncio.Event().wait()

    async def tell(self, payload: str) -> None:
        """Nobody hears it."""
