"""The line under a request: uvicorn's, with an end to its patience.

A request that is begun and not finished in `REQUEST_TIME`, head and body, is cut off, and so is a line on which nothing
is ever said: somebody who opens many and sends a byte now and then would keep them all. So is a line whose peer takes
nothing of its answer for `ANSWER_TIME`, and the one that has waited longest when all that waits to be read is more than
`MOST_UNREAD`. The log has each. A line that became a socket is the socket's own affair; one that asks to become the
socket of a match is first brought to the worker process of that match, where there are several (`match_workers`).
"""

import asyncio
import logging
import socket
import struct
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from barpoint.web.live.match_workers import MatchWorkers

REQUEST_TIME: Final = 60.0
"""Seconds a request may take to arrive."""
ANSWER_TIME: Final = 60.0
"""Seconds a line may take nothing of its answer."""
MOST_UNREAD: Final = 64_000_000
"""Bytes of answers that wait for their readers in a process."""
_log = logging.getLogger("barpoint.http")


class UnreadAnswers:
    """The lines of a server on which something waits to be read."""

    def __init__(self) -> None:
        self._lines: dict[HttpTransport, tuple[int, float]] = {}  # what waited there, and since when nothing was taken
        self._bytes = 0  # what waited when lines were added: at least what waits
        self._due: asyncio.TimerHandle | None = None

    def add(self, line: "HttpTransport") -> None:
        """Something waits on this line, or has just been taken from it."""
        waits = line.unread
        self._lines.pop(line, None)
        self._lines[line] = waits, line.loop.time()
        self._bytes += waits
        if self._bytes > HttpTransport.most_unread:
            self._look(line.loop)
        elif self._due is None:
            self._due = line.loop.call_later(HttpTransport.answer_time / 4, self._look, line.loop)

    def remove(self, line: "HttpTransport") -> None:
        """The line is gone."""
        self._lines.pop(line, None)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cut off whoever takes nothing, and those who have waited longest if too much waits."""
        now = loop.time()
        for line, (before, since) in list(self._lines.items()):
            if not (waits := line.unread):
                del self._lines[line]
            elif waits < before:
                self._lines[line] = waits, now
            elif now - since >= HttpTransport.answer_time:
                self._cut(line, "an answer was not read in time")
        self._bytes = sum(line.unread for line in self._lines)
        for line in sorted(self._lines, key=lambda line: self._lines[line][1]):
            if self._bytes > HttpTransport.most_unread:
                self._bytes -= line.unread
                self._cut(line, "too much waited to be read")
        if self._due is not None:
            self._due.cancel()
        self._due = loop.call_later(HttpTransport.answer_time / 4, self._look, loop) if self._lines else None

    def _cut(self, line: "HttpTransport", why: str) -> None:
        _log.warning(why, extra={"bytes": line.unread})
        del self._lines[line]
        if (raw := line.transport.get_extra_info("socket")) is not None:  # the system drops what it has, too
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.transport.abort()


class HttpTransport(H11Protocol):
    """One line."""

    patience: float = REQUEST_TIME
    answer_time: ClassVar[float] = ANSWER_TIME
    most_unread: ClassVar[int] = MOST_UNREAD
    workers: ClassVar[MatchWorkers | None] = None
    """The worker processes, if this is one of several."""
    is_handed_over: bool = False  # by another of them: it stays here
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
        self.unread_answers.remove(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A socket of a match begins at the worker of that match."""
        workers = self.workers
        stays = workers is None or self.is_handed_over or self.scheme == "https"
        slot = None if workers is None or stays else workers.slot_for(event.target)
        if workers is None or slot is None:
            self._upgrade(event)
        else:
            self.transport.pause_reading()
            task = self.loop.create_task(self._hand_over(workers, slot, event))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _hand_over(self, workers: MatchWorkers, slot: int, event: h11.Request) -> None:
        """Give the line to another worker, or go on here."""
        lines = [b"%s %s HTTP/1.1" % (event.method, event.target), *(b"%s: %s" % field for field in self.headers)]
        head = b"\r\n".join([*lines, b"", b""])
        raw = self.transport.get_extra_info("socket")
        is_given = raw is not None and await workers.give(slot, raw.fileno(), head)
        if is_given:
            self.transport.abort()  # closes it here; the other has it
        elif not self.transport.is_closing():
            self._upgrade(event)
            self.transport.resume_reading()

    def _upgrade(self, event: h11.Request) -> None:
        """From now on the line is the socket's; nobody waits for a request on it."""
        if self._due is not None:
            self._due.cancel()
        super().handle_websocket_upgrade(event)

    @property
    def unread_answers(self) -> UnreadAnswers:
        """Those of the line's server."""
        answers: UnreadAnswers = vars(self.server_state).setdefault("unread_answers", UnreadAnswers())
        return answers

    @property
    def unread(self) -> int:
        """Bytes of answers that the peer has not taken."""
        return self.transport.get_write_buffer_size() if self.transport.get_protocol() is self else 0

    def pause_writing(self) -> None:
        """An answer waits to be read."""
        super().pause_writing()
        self.unread_answers.add(self)

    def resume_writing(self) -> None:
        """Much of it has been."""
        super().resume_writing()
        self.unread_answers.add(self)

    def on_response_complete(self) -> None:
        """The end of an answer waits on the line, or has gone out."""
        if self.unread:
            self.unread_answers.add(self)
        super().on_response_complete()

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
