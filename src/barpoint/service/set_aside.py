"""Streams that cannot be read: set aside and named, so that everything else goes on.

An event may be of a later version, or damaged on its disk. Whoever asks for what it belongs to hears that it was set
aside; the log and `/healthz` name it, and `barpoint verify` says what is wrong with it. The next start tries again.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

_log = logging.getLogger("barpoint.records")


class UnreadableStreamError(Exception):
    """A stream that cannot be read."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"{stream} cannot be read: it was set aside, and whoever runs the server has been told")
        self.stream = stream


class SetAside:
    """The streams this process has set aside, and why."""

    def __init__(self) -> None:
        self.streams: dict[str, str] = {}

    @contextmanager
    def reading(self, stream: str) -> Iterator[None]:
        """Around decoding and folding a stream: one where that fails is set aside (`UnreadableStreamError`)."""
        if stream in self.streams:
            raise UnreadableStreamError(stream)
        try:
            yield
        except Exception as failure:
            self.streams[stream] = f"{type(failure).__name__}: {failure}"[:200]
            _log.exception("a stream cannot be read and is set aside", extra={"stream": stream})
            raise UnreadableStreamError(stream) from failure
