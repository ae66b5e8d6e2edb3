"""Work that is begun and not waited for: tried again until it is done (`persistence`); at the end it may finish."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from barpoint.service.persistence import do_until_done

_PATIENCE: Final = 10.0


class BackgroundTasks:
    """The tasks of one part of the house; `failed` is what the log says of one that went wrong.

    One that is not to be `repeated`, since what it says is soon out of date, is tried once.
    """

    def __init__(self, log: logging.Logger, failed: str, *, repeated: bool = True) -> None:
        self._log, self._failed, self._repeated = log, failed, repeated
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin it now."""
        task = asyncio.create_task(do_until_done(work, self._log, self._failed) if self._repeated else work())
        self._running.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._log.error(self._failed, exc_info=task.exception())

    async def finish(self, patience: float = _PATIENCE) -> None:
        """Wait for those under way, so many seconds; the others are given up."""
        if self._running:
            await asyncio.wait(self._running, timeout=patience)
        unfinished = list(self._running)
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)  # what they held is given back
