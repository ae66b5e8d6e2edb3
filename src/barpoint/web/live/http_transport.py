"""The line under a request: uvicorn's, with an end to its patience.

A request that is begun and not finished in `REQUEST_TIME`, head and body, is cut off, and so is a line on which nothing
is ever said: somebody who opens many and sends a byte now and then would keep them all. The log has each. A line that
became a socket is the socket's own affair.
"""

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

REQUEST_TIME: Final = 60.0
"""Seconds a request may take to arrive."""
_log = logging.getLogger("barpoint.http")


class HttpTransport(H11Protocol):
    """One line."""

    patience: float = REQUEST_TIME
    _since: float | None = None  # when the request that has not come whole began
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """The first request has begun."""
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        """A request begins with its first byte, and has come with its last."""
        if self._since is None and not self._is_being_answered:
            self._begin()
        super().data_received(data)
        if self._is_being_answered and not self.cycle.more_body:
            self._since = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        if self._due is not None:
            self._due.cancel()
        super().connection_lost(exc)

    @property
    def _is_being_answered(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn's type leaves out that there may be none yet
        return cycle is not None and not cycle.response_complete

    def _begin(self) -> None:
        self._since = self.loop.time()
        if self._due is None:
            self._due = self.loop.call_later(self.patience, self._look)

    def _look(self) -> None:
        self._due = None
        if self._since is None or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        left = self._since + self.patience - self.loop.time()
        if left > 0:
            self._due = self.loop.call_later(left, self._look)
            return
        _log.warning("a request did not come whole in time", extra={"seconds": self.patience})
        self.transport.abort()
