"""Deadlines: something is done when server time reaches a moment, once, unless it is put off or called off.

Deadlines are read from the wall clock the house is given, so that a test can let hours pass at once.
"""

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from barpoint.service.persistence import is_given_up, pause_after
from barpoint.service.ports import WallClock

_LONGEST_SLEEP: Final = 1.0
_FEW: Final = 100  # moments that were put off and are not worth clearing away
_log = logging.getLogger("barpoint.timers")

Work = Callable[[], Awaitable[None]]


class Timers:
    """Moments and what is to be done at them, one a key."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock
        self._set: dict[str, tuple[int, Work]] = {}
        self._heap: list[tuple[int, str]] = []
        self._sooner = asyncio.Event()
        self._tries: dict[str, int] = {}  # of what has failed

    def __len__(self) -> int:
        return len(self._set)

    @property
    def waiting(self) -> int:
        """Moments that are looked out for, those too that were put off since."""
        return len(self._heap)

    def set(self, key: str, moment: int | None, work: Work) -> None:
        """Do `work` at `moment`, instead of what the key stood for; None calls it off."""
        if moment is None:
            self.drop(key)
            return
        if key in self._set and self._set[key][0] == moment:
            self._set[key] = (moment, work)
            return
        self._set[key] = (moment, work)
        heapq.heappush(self._heap, (moment, key))
        if len(self._heap) > _FEW + 2 * len(self._set):
            self._heap = [(moment, key) for key, (moment, _) in self._set.items()]  # what was put off is forgotten
            heapq.heapify(self._heap)
        self._sooner.set()

    def drop(self, key: str) -> None:
        """Call off what the key stood for."""
        self._set.pop(key, None)

    def is_due_by(self, key: str, moment: int) -> bool:
        """Whether something is set for the key at a moment or before."""
        known = self._set.get(key)
        return known is not None and known[0] <= moment

    def keep(self, key: str, moment: int, work: Work) -> None:
        """Do `work` at `moment` at the latest: what was set for an earlier one stays, and has to look again."""
        if not self.is_due_by(key, moment):
            self.set(key, moment, work)

    async def run_due(self) -> None:
        """Do everything whose moment has come."""
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now:
            moment, key = heapq.heappop(self._heap)
            deadline = self._set.get(key)
            if deadline is None or deadline[0] != moment:
                continue  # put off or called off
            del self._set[key]
            try:
                await deadline[1]()
            except Exception as failed:
                self._put_off(key, deadline[1], failed)
            else:
                self._tries.pop(key, None)

    def _put_off(self, key: str, work: Work, failed: Exception) -> None:
        """What could not be done is tried again, unless the key stands for something else by now."""
        tries = self._tries[key] = self._tries.get(key, 0) + 1
        given_up = is_given_up(failed, tries)
        if given_up or key in self._set:
            del self._tries[key]
        else:
            self.set(key, self._clock.now() + round(1000 * pause_after(tries)), work)
        words = "a deadline could not be kept" if given_up else "a deadline could not be kept; it is tried again"
        _log.error(words, extra={"deadline": key, "tries": tries}, exc_info=failed if tries == 1 or given_up else None)

    async def run(self) -> None:
        """Keep every deadline; runs until cancelled."""
        while True:
            await self.run_due()
            self._sooner.clear()
            wait = _LONGEST_SLEEP
            if self._heap:
                wait = min(wait, max(0.001, (self._heap[0][0] - self._clock.now()) / 1000))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # `wait_for` would not be cancelled if it is set in the same moment
                    await self._sooner.wait()
