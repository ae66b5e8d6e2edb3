"""Deadlines of a house that stops."""

import asyncio

from barpoint.adapters.system_clock import SystemClock
from barpoint.service.clocks.timers import Timers


def test_they_stop_though_a_deadline_is_set_in_the_same_moment() -> None:
    async def nothing() -> None: ...

    async def run() -> None:
        clock = SystemClock()
        timers = Timers(clock)
        running = asyncio.create_task(timers.run())
        await asyncio.sleep(0.01)
        timers.set("absent", clock.now() + 60_000, nothing)  # whoever was connected has just left
        await asyncio.sleep(0)
        running.cancel()
        assert (await asyncio.wait([running], timeout=5))[0], "it goes on"

    asyncio.run(run())
