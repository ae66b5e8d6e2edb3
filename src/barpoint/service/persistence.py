"""What the house has to do is done, however often it takes: storage may be full, locked or away for a while.

Work that fails for the sake of storage is tried again until it is done, each time after a longer pause. What fails for
another reason is tried a few times and then written down. Work is safe to repeat: its commands have ids of their own.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from barpoint.service.ports import StorageError

LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts, at most."""
_FIRST_PAUSE: Final = 0.5
MOST_TRIES: Final = 4
"""Of what fails though storage is well."""


def is_storage_trouble(failed: BaseException) -> bool:
    """Whether something failed for the sake of storage: it will do later what it did not do now."""
    return isinstance(failed, StorageError | OSError | TimeoutError)


def pause_after(tries: int) -> float:
    """Seconds until the next attempt."""
    return min(LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(tries - 1, 10))


def is_given_up(failed: BaseException, tries: int) -> bool:
    """Whether it is no use to try again."""
    return tries >= MOST_TRIES and not is_storage_trouble(failed)


async def do_until_done(work: Callable[[], Awaitable[None]], log: logging.Logger, about: str) -> None:
    """Do it, again and again if need be; raises what it failed with once that is no use."""
    tries = 0
    while True:
        try:
            await work()
        except Exception as failed:
            tries += 1
            if is_given_up(failed, tries):
                raise
            trace = None if is_storage_trouble(failed) else failed
            extra = {"failed": repr(failed)[:200], "tries": tries}
            log.warning("%s; it is tried again", about, extra=extra, exc_info=trace)
            await asyncio.sleep(pause_after(tries))
        else:
            return
