"""The line under a socket: uvicorn's, with a shorter way for what nearly every message is.

torn down   A line is closed when its peer has read what was sent; a peer that never reads would keep it, and what waits
            to be sent, for ever. So a line whose peer does not answer pings, or does not take its goodbye, is aborted;
            the application can abort one too (`cut`), when more waits for its peer than is bearable.
put         What a line takes at once can be put on it at once, without the framework's layers and their waiting.
take        A text that comes as one frame in one piece is offered to the application at once. What it does not take
            then, and whatever else comes (fragments, pings, pieces of frames), goes the usual way: the library reads
            it, the framework's `receive` gives it out, in the order in which it came.

The application finds its line in its connection's state, under `LINE`.
"""

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.speedups import apply_mask

LINE: Final = "line"
"""The name in a connection's state under which the application finds its line."""
_TEXT: Final = 0x81  # a final frame of text
_FINAL: Final = 0x80
_OPCODE: Final = 0x0F
_MASKED: Final = 0x80
_SHORT, _MEDIUM = 126, 127  # lengths from which on a frame has them in two bytes, in eight


class Line(WebSocketsSansIOProtocol):
    """One line."""

    take: Callable[[str], bool] | None = None
    """Hears of a text that has come; True if it has been seen to."""
    _in_step = False  # the library stands between two messages: nothing has come but whole frames

    def handle_connect(self, event: Request) -> None:
        """The application's task begins after this; it finds the line in its state."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][LINE] = self
            self._in_step = not self.conn.extensions

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
            self.transport.write(framed(text()))
        return True

    def data_received(self, data: bytes) -> None:
        """A whole message is offered to the application, unless an earlier one still waits for it."""
        if self._in_step:
            text = whole_text(data, self.config.ws_max_size)
            if text is None:
                self._in_step = is_whole(data)
            elif self.take is not None and self.queue.empty() and not self.close_sent and self.take(text):
                return
        super().data_received(data)

    async def send(self, message: Any) -> None:
        """A goodbye has to be taken in time."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The peer does not answer: nothing that waits for it will be read."""
        super().keepalive_timeout()
        self.transport.abort()


def framed(text: bytes) -> bytes:
    """A text as one frame of a server (RFC 6455, 5.2)."""
    length = len(text)
    if length < _SHORT:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_TEXT, _SHORT)) + length.to_bytes(2, "big") + text
    return bytes((_TEXT, _MEDIUM)) + length.to_bytes(8, "big") + text


def is_whole(data: bytes) -> bool:
    """Whether these bytes are one final frame of a client and nothing else."""
    if len(data) < 6 or not data[0] & _FINAL or not data[0] & _OPCODE:
        return False
    length, begins = _extent(data)
    return len(data) == begins + length


def _extent(data: bytes) -> tuple[int, int]:
    """How long a client's frame is, and where its text begins, after the mask."""
    length = data[1] & ~_MASKED
    if length < _SHORT:
        return length, 6
    if length == _SHORT:
        return int.from_bytes(data[2:4], "big"), 8
    return int.from_bytes(data[2:10], "big"), 14


def whole_text(data: bytes, largest: int) -> str | None:
    """The text of a message that came as one frame in one piece; None for anything else."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    length, begins = _extent(data)
    if length > largest or len(data) != begins + length:
        return None
    try:
        return apply_mask(data[begins:], data[begins - 4 : begins]).decode()
    except UnicodeDecodeError:
        return None
