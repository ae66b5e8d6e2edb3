"""What processes on one PostgreSQL tell each other of their appends.

carried     What happens in a match (its log, its room, its dice) is told with the events themselves, so that a process
            that follows the match need not read them; many appends go into one payload.
named       Of everything else, of what is too long, and of appends with something secret in them (`seal:`), only
            `stream:version` is told: whoever wants it reads it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Protocol

import msgspec

from barpoint.service.ports import Write

_KINDS: Final = ("match:", "room:", "dice:")
LONGEST_PAYLOAD: Final = 7_900
"""Bytes of a payload: PostgreSQL takes fewer than 8,000."""
_encode: Final = msgspec.json.Encoder().encode


class AnnouncedWrite(msgspec.Struct, frozen=True, array_like=True):
    """Events that follow version `expected` of a stream, and in hexadecimal the digest of its chain after them."""

    stream: str
    expected: int
    command: str  # on a command's first event
    digest: str
    events: tuple[msgspec.Raw, ...]

    @property
    def version(self) -> int:
        """Where the stream stands now."""
        return self.expected + len(self.events)


_decoder: Final = msgspec.json.Decoder(list[list[AnnouncedWrite]])


def _is_carried(writes: Sequence[Write], heads: Mapping[str, tuple[int, bytes]]) -> bool:
    """Whether an append is of one match and is told with its events: each is the last of its stream by these heads."""
    match = writes[0].stream.partition(":")[2]
    return all(
        write.stream.startswith(_KINDS)
        and write.stream.partition(":")[2] == match
        and heads[write.stream][0] == write.expected + len(write.events)
        for write in writes
    )


@lru_cache(maxsize=1)  # the adapter asks for its heads, then the house for its events
def read_announced(payload: str) -> list[list[AnnouncedWrite]]:
    """The appends a payload carries; none if it is of another kind. ValueError if it cannot be read."""
    return _decoder.decode(payload) if payload.startswith("[") else []


class KnownAppend(Protocol):
    """What was written together, under one command."""

    writes: Sequence[Write]
    command: str


def announcements_of(appends: Iterable[KnownAppend], heads: Mapping[str, tuple[int, bytes]]) -> list[str]:
    """The payloads that tell of appends after which streams stand at these heads."""
    named: set[str] = set()
    carried: list[bytes] = []
    for append in appends:
        text = _encode(_announced(append, heads)) if _is_carried(append.writes, heads) else b""
        if 0 < len(text) <= LONGEST_PAYLOAD:
            carried.append(text)
        else:
            named |= {f"{write.stream}:{write.expected + len(write.events)}" for write in append.writes}
    return [*sorted(named), *_joined(carried)]


def _announced(append: KnownAppend, heads: Mapping[str, tuple[int, bytes]]) -> list[AnnouncedWrite]:
    command, writes = append.command, []
    for write in append.writes:
        events = tuple([msgspec.Raw(data) for data in write.events])
        writes.append(AnnouncedWrite(write.stream, write.expected, command, heads[write.stream][1].hex(), events))
        command = ""  # it is kept with the first event
    return writes


def _joined(texts: Sequence[bytes]) -> list[str]:
    """As few payloads as there may be, each a list of appends."""
    payloads: list[str] = []
    waiting: list[bytes] = []
    length = 0
    for text in texts:
        if waiting and length + len(text) + 2 > LONGEST_PAYLOAD:
            payloads.append(f"[{b','.join(waiting).decode()}]")
            waiting, length = [], 0
        waiting.append(text)
        length += len(text) + 1
    return [*payloads, f"[{b','.join(waiting).decode()}]"] if waiting else payloads
