"""Views that take long to make: made away from the loop, as the bytes that are sent, and kept for whoever asks next.

key         what a view shows and of which version: a view of a version never changes, so nothing is ever out of date
together    whoever asks while a view is being made waits for that one
bounded     the views used last are kept, up to so many bytes
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, TypeVar, cast

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import State

from barpoint.service import off_loop

T = TypeVar("T")
MOST_BYTES: Final = 32_000_000
_LARGEST: Final = MOST_BYTES // 4
_SECOND: Final = 1000


class ViewCache:
    """The views of one process."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._views: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def bytes_of(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The view of a key, made if it is not there."""
        if key in self._views:
            self._views.move_to_end(key)
            return self._views[key]
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._make(key, make))
        return await asyncio.shield(self._making[key])

    async def json(self, key: Hashable, make: Callable[[], T]) -> Response[T]:
        """A view as JSON."""
        body = await self.bytes_of(key, lambda: msgspec.json.encode(make()))
        return cast("Response[T]", Response(body, media_type=MediaType.JSON))

    def clear(self) -> None:
        """What was kept has been rewritten: every view is made again."""
        self._views.clear()
        self._size = 0
        self._making.clear()

    async def _make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        task = asyncio.current_task()
        try:
            view = await off_loop(make)
            if len(view) <= _LARGEST and self._making.get(key) is task:
                self._views[key] = view
                self._size += len(view)
            while self._size > self._most:
                self._size -= len(self._views.popitem(last=False)[1])
            return view
        finally:
            if self._making.get(key) is task:
                del self._making[key]


def moment_key(now: int) -> int:
    """A view that depends on the time is good for a second."""
    return now // _SECOND


async def provide_views(state: State) -> ViewCache:
    """The application's views, for handlers that ask for `views`."""
    views: ViewCache = state.views
    return views
