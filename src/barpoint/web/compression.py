"""Answers made smaller for whoever takes gzip; a large one is compressed away from the loop."""

import zlib
from functools import partial
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from barpoint.service import off_loop

_SMALLEST: Final = 1_000
"""Bytes below which it is not worth it."""
_LARGE: Final = 50_000
_GZIP: Final = 16 + zlib.MAX_WBITS
_LEVEL: Final = 6


def compression(app: ASGIApp) -> ASGIApp:
    """The application with compressed answers."""

    async def compressed(scope: Scope, receive: Receive, send: Send) -> None:
        takes = scope["type"] == ScopeType.HTTP and "gzip" in Headers.from_scope(scope).get("accept-encoding", "")
        await app(scope, receive, _Compressing(send).send if takes else send)

    return compressed


class _Compressing:
    """One answer on its way."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: HTTPResponseStartEvent | None = None
        self._stream: zlib._Compress | None = None

    async def send(self, message: Message) -> None:
        """Hold the beginning until the first part of the body is known, then let it go with what it became."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        start, self._start = self._start, None
        body, more = message["body"], message.get("more_body", False)
        if start is not None:
            headers = MutableScopeHeaders(start)
            if (more or len(body) >= _SMALLEST) and "content-encoding" not in headers:
                self._stream = zlib.compressobj(_LEVEL, wbits=_GZIP)
                headers["content-encoding"] = "gzip"
                headers.extend_header_value("vary", "Accept-Encoding")
                if not more:
                    body = await self._compress(body, last=True)
                    headers["content-length"] = str(len(body))
                    await self._send(start)
                    await self._send({**message, "body": body})
                    return
                del headers["content-length"]
            await self._send(start)
        await self._send({**message, "body": await self._compress(body, last=not more)})

    async def _compress(self, body: bytes, *, last: bool) -> bytes:
        if self._stream is None:
            return body
        work = partial(_compress, self._stream, body, last=last)
        return await off_loop(work) if len(body) > _LARGE else work()


def _compress(stream: "zlib._Compress", body: bytes, *, last: bool) -> bytes:
    smaller = stream.compress(body)
    return smaller + stream.flush() if last else smaller + stream.flush(zlib.Z_SYNC_FLUSH)
