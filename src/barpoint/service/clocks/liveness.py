"""Signs of life of the server's processes, and what the silence of one means.

Each process beats every so often. One whose last beat is long past is dead: if another lived all the while,
its matches are taken up; if none did, the server was down from the last beat of the dead to the
first of the living, and clocks stood still.

A process that did not run for a while though it lived (`server_time`) sees to it that nobody pays for that: if no other
ran either it is an outage of the server; else the players who are connected here get the time back.
"""

import asyncio
import logging
from typing import Final

from barpoint.service.clocks.outage_log import OutageLog, OutageNoted
from barpoint.service.clocks.presence import PresenceTracker
from barpoint.service.clocks.server_time import Loss, ServerTime
from barpoint.service.clocks.timekeeping import GRACE, Timekeeper
from barpoint.service.ports import Heartbeat, Heartbeats

EVERY: Final = 2.0
"""Seconds between beats."""
SILENT: Final = 6_500
"""Milliseconds after which a process is taken for dead."""
_LOOK_EVERY: Final = 0.25
_TRIES: Final = 3
_log = logging.getLogger("barpoint.liveness")


class Liveness:
    """This process among the others. `alone` says that there cannot be any (SQLite)."""

    def __init__(
        self,
        heartbeats: Heartbeats,
        clock: ServerTime,
        keeper: Timekeeper,
        outages: OutageLog,
        presence: PresenceTracker,
        process: str,
        *,
        alone: bool,
    ) -> None:
        self._heartbeats, self._clock, self._timekeeper, self._presence = heartbeats, clock, keeper, presence
        self._outages, self._process, self._alone = outages, process, alone
        self._started = 0
        self._woke = 0  # when it last ran again after a gap
        self._looking = asyncio.Lock()
        self._dead: dict[str, Heartbeat] = {}  # at the start: they are buried when this process can take their place
        self._living: list[int] = []  # since when others have lived
        self._taking_up: asyncio.Task[None] | None = None
        self._again = False  # a process has fallen silent meanwhile
        self.processes = 1
        """How many serve this database, as far as is known."""

    async def start(self) -> None:
        """Find out whether the server was down."""
        await self._outages.load()
        before = await self._heartbeats.others(self._process)
        last = max((beat.at for beat in before.values()), default=0)
        if not self._clock.keep_after(last):
            _log.warning("the machine's clock is more than a day behind the last sign of life", extra={"last": last})
        self._started = self._clock.now()
        await self._heartbeats.beat(self._process, Heartbeat(self._started, self._started))
        others = await self._await_others()
        self._dead = {name: beat for name, beat in others.items() if self._alone or beat.at < self._started}
        self._living = [beat.since for name, beat in others.items() if name not in self._dead]
        self.processes = 1 + len(self._living)

    async def take_over(self) -> None:
        """Everything else has started, and nobody has paid for the time until now; then load what is open.

        If others live, those whose process has died come first.
        """
        others_live = await self._bury()
        self.take_up(GRACE / 1000 if others_live else 0)

    async def run(self) -> None:
        """Beat, and look after the others; runs until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.beat()
            except Exception:
                _log.exception("a heartbeat failed")

    async def watch(self) -> None:
        """Notice when the process did not run, and take that time out of everybody's clocks; runs until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                await self.look()
            except Exception:
                _log.exception("an outage could not be noted: server time is held back until it is")

    async def look(self) -> None:
        """Account for what the process did not run, if it did not."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        self._clock.now()
        backlog = self._clock.held
        for loss in self._clock.losses:
            _log.warning("the process did not run, or its clock was set", extra={"kind": loss.kind, "ms": loss.length})
        if backlog:
            await self._give_back(backlog)
        now = self._clock.now()
        for loss in self._clock.take_losses():
            if loss.kind == "set_back":
                noted = OutageNoted(at=now, kind="set_back", since=now, until=now, length=loss.length)
                await self._outages.note(noted, f"outage/{self._process}/{now}/back")

    async def _give_back(self, backlog: int) -> None:
        """Take so much that is held back out of the clocks, then let server time leap over it."""
        now = self._clock.now()
        until = now + backlog
        # none are left of what came while the last were being given back
        losses = self._clock.losses or [Loss("stopped", backlog)]
        # what it takes to get this far is nobody's either: commands wait for it
        behind_since = now if self._clock.behind_since is None else min(now, self._clock.behind_since)
        since = behind_since - max(loss.before for loss in losses)
        length = until - since
        everywhere = self._alone or not await self._others_ran(since, length)
        if everywhere:
            kind = max(losses, key=lambda loss: loss.length).kind
            noted = OutageNoted(
                at=self._clock.now(),
                kind="stopped" if kind == "storage" else kind,
                since=since,
                until=until,
                length=length,
            )
            await self._outages.note(noted, f"outage/{self._process}/{since}")
        await self._timekeeper.stop_clocks(since, until, everywhere=everywhere)
        for _ in range(_TRIES):  # nor does anybody pay for as long as that has taken
            if (late := self._clock.now() + backlog) < until + _LOOK_EVERY * 1000:
                break
            await self._timekeeper.stop_clocks(until, late, everywhere=everywhere)
            until = late
        self._clock.release(backlog)  # nothing runs between the last look at the clocks and this
        self._woke = until
        if length > SILENT:
            self._presence.announce_all()  # the others have taken this process for dead

    async def _others_ran(self, since: int, length: int) -> bool:
        """Whether another process ran meanwhile; of a moment too short for signs of life it is believed."""
        others = await self._heartbeats.others(self._process)
        return bool(others) and (length < SILENT or any(beat.at > since + SILENT / 2 for beat in others.values()))

    async def beat(self) -> None:
        """One beat; the matches of a process that has fallen silent are taken up."""
        now = self._clock.now()
        await self._heartbeats.beat(self._process, Heartbeat(self._started, now))
        others = await self._heartbeats.others(self._process)
        if now < self._woke + SILENT:
            return  # the others may have stood still as well
        silent = {name: beat for name, beat in others.items() if beat.at < now - SILENT}
        self.processes = 1 + len(others) - len(silent)
        if silent:
            _log.warning("processes have fallen silent", extra={"silent": list(silent)})
            self._timekeeper.note_death(max(beat.at for beat in silent.values()), now)
            for name, beat in silent.items():
                await self._timekeeper.give_back_lost(name, beat.at)
                self._presence.forget_process(name)
                await self._heartbeats.forget(name)
            self.take_up()

    def take_up(self, wait: float = 0) -> None:
        """Load what is open, one match after the other, while everything else goes on; after so many seconds."""
        if self._taking_up is not None and not self._taking_up.done():
            self._again = True
        else:
            self._taking_up = asyncio.create_task(self._take_up(wait))

    async def _take_up(self, wait: float) -> None:
        await asyncio.sleep(wait)
        self._again = True
        while self._again:
            self._again = False
            try:
                await self._timekeeper.load_open_matches()
            except Exception:
                _log.exception("the open matches could not be taken up; this is tried again")
                self._again = True
                await asyncio.sleep(EVERY)

    async def taken_up(self) -> None:
        """Wait until what is open has been loaded."""
        if self._taking_up is not None:
            await self._taking_up

    async def close(self) -> None:
        """Leave the rest to whoever starts next."""
        if self._taking_up is not None:
            self._taking_up.cancel()
            await asyncio.gather(self._taking_up, return_exceptions=True)

    async def _await_others(self) -> dict[str, Heartbeat]:
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

    def _unsure(self, beat: Heartbeat) -> bool:
        """Whether a process was alive a moment ago but has not been heard since this one started."""
        return self._started - SILENT <= beat.at < self._started

    async def _bury(self) -> bool:
        """The dead are gone: until now nobody could play there, nor here. Whether others lived all the while."""
        dead, self._dead = self._dead, {}
        if not dead:
            return bool(self._living)
        last, now = max(beat.at for beat in dead.values()), self._clock.now()
        was_down = last < min([self._started, *self._living])
        if was_down:
            noted = OutageNoted(at=now, kind="down", since=last, until=now, length=now - last)
            await self._outages.note(noted, f"outage/down/{last}")
            await self._timekeeper.stop_clocks(last, now, everywhere=True)
        self._timekeeper.note_death(last, now)
        for name in dead:
            await self._heartbeats.forget(name)
        return not was_down
