"""The line under a socket: uvicorn's, but one that takes nothing more is torn down instead of waited for.

A line is closed when its peer has read what was sent; a peer that never reads would keep it, and what waits to be sent,
for ever. So a line whose peer does not answer pings, or does not take its goodbye, is aborted; the application can
abort one too (`cut` of its scope's state), when more waits for its peer than is bearable. And what a line takes at once
can be put on it at once (`put`), without the framework's layers and their waiting.
"""

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT: Final = "cut"
"""The name in a connection's state under which the application finds how to cut it."""
PUT: Final = "put"
"""The same for putting a text on it: True, or False if it takes none now."""


class Line(WebSocketsSansIOProtocol):
    """One line."""

    def handle_connect(self, event: Request) -> None:
        """The application's task begins after this; it finds these in its state."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"] |= {CUT: self.transport.abort, PUT: self.put}

    def put(self, text: Callable[[], str]) -> bool:
        """Send a text at once; False if the line is full or no longer open, and it is not asked for."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        self.conn.send_text(text().encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def send(self, message: Any) -> None:
        """A goodbye has to be taken in time."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """The peer does not answer: nothing that waits for it will be read."""
        super().keepalive_timeout()
        self.transport.abort()
