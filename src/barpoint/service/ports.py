"""The ports: what the use cases need from outside. Adapters fill them; `bootstrap` joins the two."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from barpoint.match.events import AnyEvent


class Dice(Protocol):
    """Where rolls come from."""

    def roll(self) -> tuple[int, int]:
        """Two dice, each 1 to 6."""
        ...


class WallClock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since the epoch."""
        ...


class MatchLog(Protocol):
    """One match's events, kept for good."""

    def read(self) -> Sequence[AnyEvent]:
        """All events so far, in order."""
        ...

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Write events so that they survive a crash from here on."""
        ...


class Stored(msgspec.Struct, frozen=True):
    """An event as it was kept: its place in the stream, and its JSON."""

    version: int
    data: bytes


class Write(msgspec.Struct, frozen=True):
    """Events for the end of one stream, which must stand at `expected` (0: it is new)."""

    stream: str
    expected: int
    events: tuple[bytes, ...]


class Appended(msgspec.Struct, frozen=True):
    """The writes are durable; `repeated` if an earlier append already carried this command."""

    versions: dict[str, int]
    repeated: bool = False


class Conflict(msgspec.Struct, frozen=True):
    """Somebody was faster: the stream stands elsewhere, and nothing was written."""

    stream: str
    version: int


class EventStore(Protocol):
    """Every stream's events, kept for good. A stream is named `kind:id`, as in `match:7F3K`."""

    async def read(self, stream: str, after: int = 0) -> Sequence[Stored]:
        """The events of a stream after a version, in order; none if there is no such stream."""
        ...

    async def append(self, writes: Sequence[Write], command: str) -> Appended | Conflict:
        """All the writes or none, durable on return; the same `command` id again changes nothing."""
        ...

    async def streams(self, kind: str) -> Sequence[str]:
        """The streams of a kind, oldest first."""
        ...
