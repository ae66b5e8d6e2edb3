"""Deadlines: something is done when server time reaches a moment, once, unless it is put off or called off.

Deadlines are read from the wall clock the house is given, so that a test can let hours pass at once.
"""

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from barpoint.service.ports import WallClock

_LONGEST_SLEEP: Final = 1.0
_log = logging.getLogger("barpoint.timers")

Work = Callable[[], Awaitable[None]]


class Timers:
    """Moments and what is to be done at them, one a key."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock
        self._set: dict[str, tuple[int, Work]] = {}
        self._heap: list[tuple[int, str]] = []
        self._sooner = asyncio.Event()

    def __len__(self) -> int:
        return len(self._set)

    def set(self, key: str, moment: int | None, work: Work) -> None:
        """Do `work` at `moment`, instead of what the key stood for; None calls it off."""
        if moment is None:
            self._set.pop(key, None)
            return
        if key in self._set and self._set[key][0] == moment:
            self._set[key] = (moment, work)
            return
        self._set[key] = (moment, work)
        heapq.heappush(self._heap, (moment, key))
        self._sooner.set()

    async def run_due(self) -> None:
        """Do everything whose moment has come."""
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now:
            moment, key = heapq.heappop(self._heap)
            found = self._set.get(key)
            if found is None or found[0] != moment:
                continue  # put off or called off
            del self._set[key]
            try:
                await found[1]()
            except Exception:
                _log.exception("a deadline could not be kept", extra={"deadline": key})

    async def run(self) -> None:
        """Keep every deadline; runs until cancelled."""
        while True:
            await self.run_due()
            self._sooner.clear()
            wait = _LONGEST_SLEEP
            if self._heap:
                wait = min(wait, max(0.001, (self._heap[0][0] - self._clock.now()) / 1000))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), wait)
