"""The line under a socket: uvicorn's, with a shorter way for what nearly every message is.

torn down   A line is closed when its peer has read what was sent; a peer that never reads would keep it, and what waits
            to be sent, for ever. So a line whose peer does not answer pings, or does not take its goodbye, is aborted;
            the application can abort one too (`cut`), when more waits for its peer than is bearable.
put         What a line takes at once can be put on it at once, without the framework's layers and their waiting.
take        A text that comes as one frame is offered to the application at once, also if the network has joined
            several frames or torn one. What it does not take then, and whatever else comes (fragments, pings), goes
            the usual way: the library reads it, the framework's `receive` gives it out, in the order in which it came.

The application finds its line in its connection's state, under `TRANSPORT`.
"""

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.speedups import apply_mask

TRANSPORT: Final = "line"
"""The name in a connection's state under which the application finds its line."""
_TEXT: Final = 0x81  # a final frame of text
_FINAL: Final = 0x80
_OPCODE: Final = 0x0F
_MASKED: Final = 0x80
_SHORT, _MEDIUM = 126, 127  # lengths from which on a frame has them in two bytes, in eight
_LONGEST_HEAD: Final = 14


class WebSocketTransport(WebSocketsSansIOProtocol):
    """One line."""

    take: Callable[[str], bool] | None = None
    """Hears of a text that has come; True if it has been seen to."""
    _in_step = False  # the library stands between two messages: nothing has come to it but whole frames
    _begun = b""  # a frame that has not come to its end

    def handle_connect(self, event: Request) -> None:
        """The application's task begins after this; it finds the line in its state."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][TRANSPORT] = self
            self._in_step = not self.conn.extensions

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing points in a circle any more: what belongs to the line goes now, and waits for no collector."""
        super().connection_lost(exc)
        self.take = None
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["state"].pop(TRANSPORT, None)

    def cut(self) -> None:
        """Tear it down."""
        self.transport.abort()

    def put(self, text: Callable[[], bytes]) -> bool:
        """Send a text at once; False if the line is full or no longer open, and it is not asked for."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        if self.conn.extensions:
            self.conn.send_text(text())
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(frame_text(text()))
        return True

    def data_received(self, data: bytes) -> None:
        """Whole frames one by one, as long as nothing else comes."""
        if self._begun:
            data, self._begun = self._begun + data, b""
        at, length = 0, len(data)
        while self._in_step and at < length:
            end = frame_end(data, at)
            if end > length:
                if end - at > self.config.ws_max_size + _LONGEST_HEAD:
                    break  # the library hangs up
                self._begun = data[at:]
                return
            self._receive_frame(data[at:end])
            at = end
        if at < length:
            self._in_step = False
            super().data_received(data[at:])

    def _receive_frame(self, frame: bytes) -> None:
        """A message in one frame is offered to the application, unless an earlier one still waits for it."""
        text = whole_text(frame, self.config.ws_max_size)
        if text is None:
            self._in_step = is_whole(frame)
        elif self.take is not None and self.queue.empty() and not self.close_sent and self.take(text):
            return
        super().data_received(frame)

    async def send(self, message: Any) -> None:
        """A goodbye has to be taken in time."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The peer does not answer: nothing that waits for it will be read."""
        super().keepalive_timeout()
        self.transport.abort()


def frame_text(text: bytes) -> bytes:
    """A text as one frame of a server (RFC 6455, 5.2)."""
    length = len(text)
    if length < _SHORT:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_TEXT, _SHORT)) + length.to_bytes(2, "big") + text
    return bytes((_TEXT, _MEDIUM)) + length.to_bytes(8, "big") + text


def frame_end(data: bytes, at: int) -> int:
    """Where the client's frame that begins at a place ends; beyond the data if it has not all come."""
    left = len(data) - at
    if left < 2:
        return at + 6
    length = data[at + 1] & ~_MASKED
    if length < _SHORT:
        return at + 6 + length
    if length == _SHORT:
        return at + 8 + (int.from_bytes(data[at + 2 : at + 4], "big") if left >= 4 else 0)
    return at + 14 + (int.from_bytes(data[at + 2 : at + 10], "big") if left >= 10 else 0)


def is_whole(frame: bytes) -> bool:
    """Whether a client's frame is a message of its own, as every client's frame has to be masked."""
    return bool(frame[0] & _FINAL and frame[0] & _OPCODE and frame[1] & _MASKED)


def whole_text(frame: bytes, largest: int) -> str | None:
    """The text of a message that is this one frame; None for anything else."""
    if frame[0] != _TEXT or not frame[1] & _MASKED:
        return None
    length = frame[1] & ~_MASKED
    begins = 6 if length < _SHORT else 8 if length == _SHORT else 14
    if len(frame) - begins > largest:
        return None
    try:
        return apply_mask(frame[begins:], frame[begins - 4 : begins]).decode()
    except UnicodeDecodeError:
        return None
