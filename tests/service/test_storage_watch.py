"""The watch over the store of a house that stops."""

import asyncio

from barpoint.adapters.system_clock import SystemChronometer
from barpoint.service.clocks.server_time import ServerTime
from barpoint.service.storage_watch import StorageWatch
from tests.service.memory_store import MemoryStore


class SlowStore(MemoryStore):
    """A store whose write ends when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.written = asyncio.Event()

    async def probe(self) -> None:
        await self.written.wait()


def test_it_stops_though_a_write_ends_in_the_same_moment() -> None:
    async def run() -> None:
        store = SlowStore()
        running = asyncio.create_task(StorageWatch(store, ServerTime(SystemChronometer())).run())
        await asyncio.sleep(0.01)
        store.written.set()
        for _ in range(2):
            await asyncio.sleep(0)  # the write is over, and who waits for it has yet to hear
        running.cancel()
        assert (await asyncio.wait([running], timeout=5))[0], "it goes on"

    asyncio.run(run())
