"""The chain of a stream: what is kept beside each event, so that a changed one shows.

salt        16 random bytes of each event's own: nobody who knows a leaf can try out what the event said
leaf        SHA-256 of salt and event
digest      SHA-256 of the digest before it, the stream, the version and the leaf; before the first event stand 32
            zero bytes
head        where a stream ends: its version and the digest there, which stands for everything before it

The events themselves stay as they are. Whoever owns the database can work out a chain anew: only a head that somebody
else has kept speaks against that.
"""

import hashlib
from typing import Final

import msgspec

SALT_LENGTH: Final = 16
START: Final = bytes(32)
"""Stands before a stream's first event."""


class StreamHead(msgspec.Struct, frozen=True):
    """Where a stream ends, its digest in hexadecimal."""

    stream: str
    version: int
    digest: str


def leaf_of(salt: bytes, data: bytes) -> bytes:
    """What stands for an event in its chain."""
    return hashlib.sha256(salt + data).digest()


def digest_of(previous: bytes, stream: str, version: int, leaf: bytes) -> bytes:
    """The link of an event to the one before it."""
    return hashlib.sha256(b"%b%b\n%d\n%b" % (previous, stream.encode(), version, leaf)).digest()
