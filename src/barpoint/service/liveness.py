"""Signs of life of the server's processes, and what the silence of one means.

Each process beats every so often. One whose last beat is long past is dead: if another lived all the while,
its matches are taken up; if none did, the server was down from the last beat of the dead to the
first of the living, and clocks stood still.
"""

import asyncio
import logging
from typing import Final

from barpoint.service.ports import Beat, Heartbeats, WallClock
from barpoint.service.presence import Presence
from barpoint.service.timekeeping import Timekeeper

EVERY: Final = 2.0
"""Seconds between beats."""
SILENT: Final = 6_500
"""Milliseconds after which a process is taken for dead."""
_log = logging.getLogger("barpoint.liveness")


class Liveness:
    """This process among the others. `alone` says that there cannot be any (SQLite)."""

    def __init__(
        self,
        heartbeats: Heartbeats,
        clock: WallClock,
        keeper: Timekeeper,
        presence: Presence,
        process: str,
        *,
        alone: bool,
    ) -> None:
        self._heartbeats, self._clock, self._keeper, self._presence = heartbeats, clock, keeper, presence
        self._process, self._alone = process, alone
        self._started = 0

    async def start(self) -> None:
        """Find out whether the server was down, and take up what is open."""
        self._started = self._clock.now()
        await self._heartbeats.beat(self._process, Beat(self._started, self._started))
        others = await self._settled()
        await self._bury(others)
        await self._keeper.take_up()

    async def run(self) -> None:
        """Beat, and look after the others; runs until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.beat()
            except Exception:
                _log.exception("a heartbeat failed")

    async def beat(self) -> None:
        """One beat; the matches of a process that has fallen silent are taken up."""
        now = self._clock.now()
        await self._heartbeats.beat(self._process, Beat(self._started, now))
        others = await self._heartbeats.others(self._process)
        silent = {name: beat for name, beat in others.items() if beat.at < now - SILENT}
        if silent:
            _log.warning("processes have fallen silent", extra={"silent": list(silent)})
            for name in silent:
                self._presence.process_gone(name)
                await self._heartbeats.forget(name)
            await self._keeper.take_up()

    async def _settled(self) -> dict[str, Beat]:
        """The other processes, once one is known to live or all are known to be dead."""
        others = await self._heartbeats.others(self._process)
        if self._alone:
            return others
        deadline = self._started + SILENT
        while any(map(self._unsure, others.values())) and not any(beat.at >= self._started for beat in others.values()):
            if self._clock.now() >= deadline:
                break
            await asyncio.sleep(EVERY / 8)
            others = await self._heartbeats.others(self._process)
        return others

    def _unsure(self, beat: Beat) -> bool:
        """Whether a process was alive a moment ago but has not been heard since this one started."""
        return self._started - SILENT <= beat.at < self._started

    async def _bury(self, others: dict[str, Beat]) -> None:
        dead = {name: beat for name, beat in others.items() if self._alone or beat.at < self._started}
        living = [beat.since for name, beat in others.items() if name not in dead]
        if not dead:
            return
        last, first = max(beat.at for beat in dead.values()), min([self._started, *living])
        if last < first:
            _log.warning("the server was down", extra={"since": last, "until": first})
            await self._keeper.was_down(last, first)
        for name in dead:
            await self._heartbeats.forget(name)
