"""kill -9 at random moments: what was acknowledged is there, once, and the match is played to its end.

`BARPOINT_KILLS` sets how often; the long run is `BARPOINT_KILLS=20 pytest tests/web/test_kill.py`.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from barpoint.adapters.database import Database
from barpoint.client import (
    RemoteMatch,
    Server,
    play_match,
)
from barpoint.match.events import decode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.state import MatchPhase
from barpoint.service.play.room_timers import AWAY_BUDGET
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish
from tests.web.server_process import (
    PATIENCE,
    QuickBot,
    free_port,
)

KILLS = int(os.environ.get("BARPOINT_KILLS", "3"))
POINTS = 3 if KILLS <= 5 else 25  # long enough for all the kills


class Process:
    """`barpoint serve` as people start it, at one port for all its lives."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["serve", "--db", self._database, "--port", str(self.port), "--no-open"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "barpoint", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def answers(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.05)
                    continue
                writer.close()
                return

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


async def killed_again_and_again(processes: list[Process], kills: int, seed: int) -> tuple[list[str], str, Server]:
    """A whole match between two clients, each at its own process, while processes are killed; what was acknowledged."""
    chance = random.Random(seed)
    acknowledged: list[str] = []
    for process in processes:
        process.start()
    for process in processes:
        await process.answers()
    anna, ben = await Server.guest(processes[0].url, "Anna"), await Server.guest(processes[-1].url, "Ben")
    match = await ben.accept(await anna.challenge(points=POINTS))

    def hear(told: m.AnyServerMessage) -> None:
        if isinstance(told, m.Ack):
            acknowledged.append(told.id)

    async with anna.connect() as a, ben.connect() as b:
        tables = []
        for connection in (a, b):
            connection.listeners.append(hear)
            tables.append(await connection.sit(match))
        playing = [asyncio.create_task(play_match(table, QuickBot())) for table in tables]
        for _ in range(kills):
            goal = len(acknowledged) + chance.randint(3, 25)
            while len(acknowledged) < goal:
                await asyncio.sleep(0.002)
                assert not any(task.done() for task in playing), "the match ended before its time"
            victim = chance.choice(processes)
            await asyncio.sleep(chance.random() * 0.05)
            victim.kill()
            victim.start()
            await victim.answers()
        await asyncio.gather(*playing)
        assert await tables[0].state() == await tables[1].state(), "both have followed the same match"
    return acknowledged, match, anna


async def commands_kept(address: str) -> Counter[str]:
    database = Database(address)
    async with database.engine.connect() as connection:
        rows = (await connection.execute(sa.text("select command from events where command is not null"))).all()
    await database.close()
    return Counter(str(row[0]).rpartition("/")[2] for row in rows)


async def away_left(server: Server, match: str, side: str) -> int:
    seen = await server.ask("GET", f"/api/matches/{match}")
    left: int = seen[side].get("away_left", AWAY_BUDGET)
    return left


def test_a_kill_gives_nobody_who_is_away_a_new_budget(tmp_path: Path) -> None:
    async def run(process: Process) -> None:
        process.start()
        await process.answers()
        anna, ben = await Server.guest(process.url, "Anna"), await Server.guest(process.url, "Ben")
        match = await ben.accept(await anna.challenge(points=3, preset="IBF Blitz"))
        async with anna.connect() as a, ben.connect() as b:
            tables = [await line.sit(match) for line in (a, b)]
            for table in tables:
                await shaken(table)
            while tables[0].present_view.clock is None or tables[0].present_view.clock.running is None:
                await tables[0].wait_change()
            side = tables[0].present_view.clock.running
            leaver, stays = (a, ben) if tables[0].side is side else (b, anna)
            await leaver.__aexit__()
            while await away_left(stays, match, side.value) > AWAY_BUDGET - 8_000:
                await asyncio.sleep(0.2)
            process.kill()
            process.start()
            await process.answers()
            after = await away_left(stays, match, side.value)
            assert after <= AWAY_BUDGET - 3_000, "what the last heartbeats knew of"
            await leaver.__aenter__()

    process = Process(f"sqlite:///{tmp_path}/matches.db")
    try:
        asyncio.run(run(process))
    finally:
        process.stop()


async def shaken(table: RemoteMatch) -> None:
    """The end of a chain is published, and the side is ready."""
    await table.do(OpeningWish())


async def check(address: str, processes: list[Process]) -> None:
    async with asyncio.timeout(200 + 60 * KILLS):
        acknowledged, match, server = await killed_again_and_again(processes, KILLS, seed=len(processes))
        kept = await commands_kept(address)
        assert len(acknowledged) == len(set(acknowledged)), "no command was acknowledged twice"
        assert all(kept[one] == 1 for one in acknowledged), "what was acknowledged is there, once"
        state = fold_match(decode(line) for line in await server.log(match))
        assert state.phase is MatchPhase.OVER
        assert max(state.score) >= POINTS
        verdict = (await server.dice(match)).verdict()
        assert verdict.honest
        assert not verdict.waiting


@pytest.mark.parametrize("kind", ["one process on SQLite", "two processes on PostgreSQL"])
def test_a_kill_at_any_moment_loses_nothing_and_doubles_nothing(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    sqlite = "SQLite" in kind
    address: str = f"sqlite:///{tmp_path}/matches.db" if sqlite else request.getfixturevalue("postgres")
    processes = [Process(address) for _ in range(1 if sqlite else 2)]
    try:
        asyncio.run(check(address, processes))
    finally:
        for process in processes:
            process.stop()
