"""The connections of a match come together at one of several worker processes, whichever of them took them in.

slot        one of so many places, and of one worker as long as it lives: it has a lock on a file. Who starts in a dead
            worker's stead finds its place free and takes it; a worker without a place looks again every second.
named       `/socket?match=ID` is of the worker whose slot the id falls on (`slot_of`).
hand over   the worker that took the connection in gives it on as a whole, the open file and the head of its request,
            over a UNIX socket at the other's slot, as soon as the other has said that it is ready.

What cannot be handed over (nobody there, no answer, too much under way, TLS of this very process) is served where it
is: this saves work and decides nothing. Who wins a race is decided by the event store.
"""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final
from urllib.parse import parse_qs
from zlib import crc32

FOLDER: Final = "BARPOINT_SERVE_SLOTS"
"""Where a worker process finds the folder of the slots,"""
COUNT: Final = "BARPOINT_SERVE_WORKERS"
"""and how many there are."""
PATIENCE: Final = 1.0
"""Seconds another worker may take to answer."""
MOST_UNDER_WAY: Final = 512
"""Connections that are being given or taken at once."""
LARGEST_HEAD: Final = 65_536
"""Bytes of a request's head that is handed on."""
_PATH: Final = b"/socket"
_READY: Final = b"1"
_LENGTH: Final = 4  # bytes that say how long the head is
_LOOK_AGAIN: Final = 1.0  # seconds until a worker without a slot looks for a free one
_LEFT_ALONE: Final = 2.0  # seconds in which a worker that did not answer is not asked
_log = logging.getLogger("barpoint.workers")

CAN_HAND_OVER: Final = sys.platform != "win32"
"""Whether this system gives open files from process to process."""


def slot_of(match: str, count: int) -> int:
    """The slot a match falls on, the same in every process and every run."""
    return crc32(match.encode()) % count


def match_in_address(target: bytes) -> str:
    """The match that the address of a socket names; empty if it names none, or is no socket's."""
    path, _, query = target.partition(b"?")
    if path != _PATH or b"match=" not in query:
        return ""
    return parse_qs(query.decode("ascii", "replace")).get("match", [""])[0]


class MatchWorkers:
    """The workers of a server, as one of them sees them."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder, self.count = folder, count
        self.slot: int | None = None
        self.given = self.taken = 0  # connections, since the start
        self._loop = asyncio.get_running_loop()
        self._lock: IO[bytes] | None = None
        self._listening: socket.socket | None = None
        self._make_protocol: Callable[[], asyncio.Protocol] | None = None
        self._is_serving: Callable[[], bool] = lambda: False
        self._looking: asyncio.TimerHandle | None = None
        self._left_alone: dict[int, float] = {}  # slots, and until when
        self._under_way: set[asyncio.Task[None]] = set()
        self._giving = 0

    def start(self, make_protocol: Callable[[], asyncio.Protocol], is_serving: Callable[[], bool]) -> None:
        """Take a slot, and at it what others hand over, as long as this process serves what it takes in itself."""
        self._make_protocol, self._is_serving = make_protocol, is_serving
        self._take_slot()

    def close(self) -> None:
        """Give the slot up."""
        if self._looking is not None:
            self._looking.cancel()
        if self._listening is not None:
            self._loop.remove_reader(self._listening)
            self._listening.close()
        for task in self._under_way:
            task.cancel()
        if self._lock is not None:
            self._lock.close()

    # Slots

    def _take_slot(self) -> None:
        try:
            self.slot = next((slot for slot in range(self.count) if self._lock_slot(slot)), None)
            if self.slot is None:
                self._looking = self._loop.call_later(_LOOK_AGAIN, self._take_slot)
                return
            self._listen(self._place(self.slot))
        except OSError as failed:
            _log.warning("connections stay with the worker that took them in", extra={"reason": str(failed)})

    def _lock_slot(self, slot: int) -> bool:
        import fcntl

        lock = (self.folder / f"{slot}.lock").open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    def _place(self, slot: int) -> str:
        return str(self.folder / str(slot))

    def _listen(self, place: str) -> None:
        Path(place).unlink(missing_ok=True)  # of a worker that is dead
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.setblocking(False)
        self._listening.bind(place)
        self._listening.listen(MOST_UNDER_WAY)
        self._loop.add_reader(self._listening, self._accept)

    # Giving

    def slot_for(self, target: bytes) -> int | None:
        """The slot of another worker that a request is for; None if it is this one's own, or nobody's in particular."""
        match = match_in_address(target)
        slot = slot_of(match, self.count) if match else self.slot
        if slot == self.slot or slot is None or self._giving >= MOST_UNDER_WAY:
            return None
        return slot if self._left_alone.get(slot, 0) <= self._loop.time() else None

    async def give(self, slot: int, file: int, head: bytes) -> bool:
        """Hand an open connection over; False if it has to be served here."""
        message = len(head).to_bytes(_LENGTH, "big") + head
        if len(head) > LARGEST_HEAD:
            return False
        self._giving += 1
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.setblocking(False)
                line.connect(self._place(slot))
                async with asyncio.timeout(PATIENCE):
                    ready = await self._loop.sock_recv(line, 1)
                # a message that did not go whole is not taken
                is_given = ready == _READY and socket.send_fds(line, [message], [file]) == len(message)
        except OSError:  # time that is up among them
            self._left_alone[slot] = self._loop.time() + _LEFT_ALONE
            return False
        finally:
            self._giving -= 1
        self.given += is_given
        return is_given

    # Taking

    def _accept(self) -> None:
        assert self._listening is not None
        try:
            line, _ = self._listening.accept()
        except OSError:
            return
        if not self._is_serving() or len(self._under_way) >= MOST_UNDER_WAY:
            line.close()
            return
        task = self._loop.create_task(self._take(line))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _take(self, line: socket.socket) -> None:
        files: list[int] = []
        try:
            with line:
                line.setblocking(False)
                line.send(_READY)
                async with asyncio.timeout(PATIENCE):
                    head = await self._receive(line, files)
            if head and files:
                await self._adopt(socket.socket(fileno=files.pop(0)), head)
        except OSError as failed:
            _log.warning("a connection could not be taken over", extra={"reason": str(failed)})
        finally:
            for file in files:
                os.close(file)

    async def _receive(self, line: socket.socket, files: list[int]) -> bytes:
        """The head that comes with a file; empty if it does not come whole."""
        data = b""
        while len(data) < _LENGTH or len(data) < _LENGTH + int.from_bytes(data[:_LENGTH], "big"):
            await _readable(self._loop, line)
            some, received, _, _ = socket.recv_fds(line, LARGEST_HEAD + _LENGTH, 1)
            files += received
            if not some:
                return b""
            data += some
        return data[_LENGTH:]

    async def _adopt(self, connection: socket.socket, head: bytes) -> None:
        """Go on as if this process had taken it in itself."""
        assert self._make_protocol is not None
        connection.setblocking(False)
        try:
            _, protocol = await self._loop.connect_accepted_socket(self._make_protocol, connection)
        except BaseException:
            connection.close()
            raise
        self.taken += 1
        protocol.is_handed_over = True  # type: ignore[attr-defined]  # an HttpTransport's
        protocol.data_received(head)


async def _readable(loop: asyncio.AbstractEventLoop, line: socket.socket) -> None:
    """Wait until something has come."""
    ready = asyncio.Event()
    loop.add_reader(line, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(line)
