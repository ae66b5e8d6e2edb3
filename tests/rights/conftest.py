"""One world a process, and one server on a copy of it for everything that changes nothing."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rights.world import World, build, copied
from tests.web.server_process import PATIENCE


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="session")
def reading(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that nobody changes."""
    folder, addresses = tmp_path_factory.mktemp("reading"), list[str]()
    started, loop = threading.Event(), asyncio.new_event_loop()
    ended = asyncio.Event()

    async def serve(folder: Path) -> None:
        async with copied(world, folder) as here:
            addresses.append(here.url)
            started.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(folder),))
    thread.start()
    assert started.wait(PATIENCE)
    yield addresses[0]
    loop.call_soon_threadsafe(ended.set)
    thread.join(PATIENCE)
    loop.close()
