"""The erasure log: which events were rewritten so that they no longer name somebody, and why.

An event that is rewritten gets a new salt, and the old one is dropped: nobody can try out what it said before. Its
leaf stays, so that the chain holds. The log, a stream of its own (`erasure:all`), has the leaf of what stands there
now: an event that differs from both was changed.
"""

from typing import Final

import msgspec

ERASURES: Final = "erasure:all"


class Redaction(msgspec.Struct, frozen=True):
    """An event that was rewritten, and the leaf of what it says now, in hexadecimal."""

    stream: str
    version: int
    leaf: str


class PersonErased(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="PersonErased"):
    """Somebody's identity was removed: their account, what they are called now, and the events that named them."""

    at: int
    account: str
    name: str
    reason: str
    redactions: tuple[Redaction, ...] = ()


_decoder = msgspec.json.Decoder(PersonErased)


def decode_erasure(data: bytes) -> PersonErased:
    """An entry of the log; ValueError if it is none."""
    return _decoder.decode(data)
