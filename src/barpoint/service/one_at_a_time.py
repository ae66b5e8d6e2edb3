"""One at a time: a lock whose holder may let go of it in a callback, and which can be taken without waiting.

`asyncio.Lock` is taken by a coroutine only. What is done in a room mostly finds it free, and then needs no coroutine.
Whoever waits is served in the order in which they came.
"""

import asyncio
from collections import deque


class OneAtATime:
    """`take` and `release`, or `async with`."""

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether somebody holds it."""
        return self._taken

    def take(self) -> bool:
        """Take it if it is free."""
        if self._taken:
            return False
        self._taken = True
        return True

    def release(self) -> None:
        """Pass it on to whoever has waited longest; it is free if nobody has."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was passed on to somebody who no longer wants it
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
