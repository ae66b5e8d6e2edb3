"""A match as a client follows it."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from barpoint.client import Server
from barpoint.client.connection import Update
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish
from tests.web.server_process import PATIENCE, served


def test_a_log_that_is_ahead_of_what_is_told_one_by_one_counts_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), served(str(tmp_path / "a.db")) as here, AsyncExitStack() as lines:
            anna, ben, carl = [await Server.guest(here.url, name) for name in ("Anna", "Ben", "Carl")]
            match = await ben.accept(await anna.challenge(points=1))
            connections = [await lines.enter_async_context(who.connect()) for who in (anna, ben, carl)]
            white, black, watching = [await line.sit(match) for line in connections]
            late: list[Update] = []
            topic = f"match:{match}"
            connections[2]._topics[topic] = (connections[2]._topics[topic][0], late.append)
            for table in (white, black):
                await table.do(OpeningWish())
            while white.present_view.game is None or not any(isinstance(one, m.Changed) for one in late):
                await asyncio.sleep(0.01)
            await watching.state()
            for message in [one for one in late if isinstance(one, m.Changed)]:
                watching.update(message)
            assert await watching.state() == await white.state()

    asyncio.run(run())
