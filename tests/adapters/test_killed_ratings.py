"""kill -9 while matches end and the ladder follows: no change is lost, none is made twice.

`BARPOINT_KILLS` sets how often, as in tests/web/test_kill.py.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from barpoint.match import events as e
from barpoint.rating import RATING_SYSTEMS, rebuild
from tests.adapters.rated_churn import PEOPLE, following
from tests.service.ratings.rated_logs import played_out

KILLS = int(os.environ.get("BARPOINT_KILLS", "3"))


def killed_again_and_again(address: str, processes: int, log: Path) -> None:
    """Processes that end matches on one database, each killed after a few of them, at a moment nobody knows."""
    log.write_bytes(b"\n".join(map(e.encode, played_out())))
    chance = random.Random(processes)
    for life in range(KILLS):
        arguments = [sys.executable, "-m", "tests.adapters.rated_churn", address]
        running = [
            subprocess.Popen([*arguments, str(10 * life + number), str(log)], stdout=subprocess.PIPE)
            for number in range(processes)
        ]
        for process in running:
            assert process.stdout is not None
            for _ in range(chance.randint(5, 12)):
                assert process.stdout.readline()
            time.sleep(chance.random() * 0.05)
            process.send_signal(signal.SIGKILL)
            process.communicate()


async def check(address: str) -> None:
    async with following(address) as (store, book, service, reader):
        await service.catch_up()
        verdicts = [verdict for one in await reader.readings(await reader.sources()) for verdict in one.verdicts]
        assert len(verdicts) == len(await store.streams("match")) > KILLS
        assert any(not verdict.counts for verdict in verdicts)
        log = [verdict.match for verdict in verdicts if verdict.match is not None]
        for system in service.systems:
            built = rebuild(log, RATING_SYSTEMS[system])
            live = {(pool, player): rating for (pool, player), rating in (await book.ratings(system)).items()}
            pools = built.ladder.ratings.items()
            assert live == {(str(pool), name): rating for pool, players in pools for name, rating in players.items()}
            steps = [len(await book.history_of(player, system)) for player in PEOPLE]
            assert sum(steps) == len(built.changes)
        assert not await book.marks(9)


def test_a_kill_at_any_moment_leaves_every_change_once(database_address: str, tmp_path: Path) -> None:
    processes = 1 if database_address.startswith("sqlite") else 2
    killed_again_and_again(database_address, processes, tmp_path / "log.jsonl")
    asyncio.run(check(database_address))
