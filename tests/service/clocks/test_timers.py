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


def test_a_deadline_that_is_put_off_again_and_again_is_kept_once() -> None:
    """As a clock's is with every move: what was put off must not lie there until its old moment comes."""
    called: list[str] = []

    async def call() -> None:
        called.append("now")

    async def run() -> None:
        clock = SystemClock()
        timers = Timers(clock)
        for move in range(5_000):
            timers.set("clock/M", clock.now() + 3_600_000 + move, call)
            assert timers.waiting <= 200
        timers.set("clock/M", clock.now() - 1, call)
        await timers.run_due()
        assert called == ["now"]

    asyncio.run(run())
