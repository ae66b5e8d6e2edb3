"""Whether what is done is being kept: a real write now and then, and a word to everybody when it fails or takes long.

Whoever plays hears of it before a move of theirs is lost, and hears when it is over. Nobody pays for the time between:
server time stands from then on, and what went by since the last write that was kept is given back as well.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from barpoint.service.clocks.server_time import ServerTime
from barpoint.service.ports import EventStore

EVERY: Final = 2.0
"""Seconds between two looks."""
SLOW: Final = 2.0
"""Seconds after which a write counts as trouble, though it may succeed yet."""
TROUBLE: Final = "Storage trouble: moves are not being saved. The server keeps trying."
WELL: Final = "Storage is well again: everything is being saved."
_log = logging.getLogger("barpoint.storage")


class StorageWatch:
    """Watches the store of one process."""

    def __init__(self, store: EventStore, clock: ServerTime) -> None:
        self._store, self._clock = store, clock
        self._well = clock.now()  # when the last write that was kept was begun
        self._begun = 0  # and the one that is under way
        self.trouble = ""  # what is wrong; empty: nothing
        self.listeners: list[Callable[[str], None]] = []
        self._probe: asyncio.Task[None] | None = None

    async def look(self) -> str:
        """Write something, or join whoever is doing so: what is wrong, empty if it is kept within the time."""
        if self._probe is None or self._probe.done():
            self._begun = self._clock.now()
            self._probe = asyncio.create_task(self._store.probe())
        try:
            async with asyncio.timeout(SLOW):  # `wait_for` would not be cancelled if the write ends in the same moment
                await asyncio.shield(self._probe)
        except TimeoutError:
            self._note(f"a write takes longer than {SLOW:g} seconds")
        except Exception as failed:
            self._note(str(failed) or repr(failed))
        else:
            self._well = self._begun
            self._note("")
        return self.trouble

    def note_failure(self, trouble: str) -> None:
        """Something was not kept: that is trouble before the next look, however short it may be."""
        self._note(trouble)

    async def run(self) -> None:
        """Look, again and again; runs until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        """End a write that is waited for."""
        if self._probe is not None:
            self._probe.cancel()
            await asyncio.gather(self._probe, return_exceptions=True)

    def _note(self, trouble: str) -> None:
        before, self.trouble = self.trouble, trouble
        if bool(before) == bool(trouble):
            return
        if trouble:
            self._clock.stand(before=self._clock.now() - self._well)
            _log.error("storage trouble: nothing is being saved", extra={"trouble": trouble})
        else:
            self._clock.go_on()
            _log.warning("storage is well again", extra={"trouble": before})
        for listener in self.listeners:
            listener(TROUBLE if trouble else WELL)
