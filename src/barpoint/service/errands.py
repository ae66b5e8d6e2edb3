"""Errands: work that is begun and not waited for. One that fails is written down; at the end they may finish."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any


class Errands:
    """The errands of one part of the house; `failed` is what the log says of one that went wrong."""

    def __init__(self, log: logging.Logger, failed: str) -> None:
        self._log, self._failed = log, failed
        self._under_way: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin it now."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._log.error(self._failed, exc_info=task.exception())

    async def finish(self, patience: float | None = None) -> None:
        """Wait for those under way, so many seconds if that is said; the others are given up."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)
        given_up = list(self._under_way)
        for task in given_up:
            task.cancel()
        await asyncio.gather(*given_up, return_exceptions=True)  # what they held is given back
