"""Work that takes long, away from the loop: everybody else is served meanwhile.

The loop is one thread: while it works something out, nobody is answered. Long work goes to one of a few other threads;
the interpreter takes turns among them every few milliseconds.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, TypeVar

T = TypeVar("T")
_THREADS: Final = 2  # more would only wait for each other
_pool: Final = ThreadPoolExecutor(_THREADS, thread_name_prefix="work")


async def off_loop(work: Callable[[], T]) -> T:
    """What the work gives; it runs in a thread, in the context of whoever asks."""
    return await asyncio.get_running_loop().run_in_executor(_pool, copy_context().run, work)
