"""A real server process that is stopped for some seconds (SIGSTOP): nobody's clock pays, and the log says so."""

import asyncio
import itertools
import os
import signal
import time
from pathlib import Path

from barpoint.board import Side
from barpoint.client import RemoteMatch, Server
from barpoint.match.events import ClockPaused, ClockResumed, decode
from barpoint.match.format.match_format import PauseReason
from barpoint.wire.wishes import OpeningWish
from tests.web.server_process import PATIENCE
from tests.web.test_kill import Process

STOPPED = 5.0


async def spent(server: Server, match: str, side: Side) -> int:
    """What a side has used of its minute and of the delay of this turn, in milliseconds."""
    clock = (await server.ask("GET", f"/api/matches/{match}"))["clock"]
    left: int = clock["remaining"][side.place] + clock.get("delay_left", 0)
    return 68_000 - left


def test_a_server_that_was_stopped_costs_nobody_time(tmp_path: Path) -> None:
    async def run(process: Process) -> None:
        process.start()
        await process.answers()
        anna, ben = await Server.guest(process.url, "Anna"), await Server.guest(process.url, "Ben")
        match = await ben.accept(await anna.challenge(points=1, preset="IBF Blitz"))
        async with anna.connect() as a, ben.connect() as b:
            tables: list[RemoteMatch] = [await line.sit(match) for line in (a, b)]
            for table in tables:
                await table.do(OpeningWish())
            while tables[0].present_view.clock is None or tables[0].present_view.clock.running is None:
                await tables[0].wait_change()
            side = tables[0].present_view.clock.running
            began, before = time.monotonic(), await spent(anna, match, side)
            os.kill(process.pid, signal.SIGSTOP)
            await asyncio.sleep(STOPPED)
            os.kill(process.pid, signal.SIGCONT)
            pauses: list[int] = []
            while not pauses:
                assert time.monotonic() - began < PATIENCE, "nobody has noticed"
                log = [decode(line) for line in await anna.log(match)]
                pauses = [
                    after.at - event.at
                    for event, after in itertools.pairwise(log)
                    if isinstance(event, ClockPaused)
                    and event.reason is PauseReason.OUTAGE
                    and isinstance(after, ClockResumed)
                ]
                await asyncio.sleep(0.05)
            used, passed = await spent(anna, match, side) - before, (time.monotonic() - began) * 1000
            assert sum(pauses) >= STOPPED * 1000 - 300, "the log says how long it was"
            assert used <= passed - STOPPED * 1000 + 300, "and the time is taken out"

    process = Process(f"sqlite:///{tmp_path}/matches.db")
    try:
        asyncio.run(run(process))
    finally:
        process.stop()
