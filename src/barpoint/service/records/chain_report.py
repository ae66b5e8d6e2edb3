"""What a walk along every chain has found."""

import msgspec

from barpoint.service.records.chain import StreamHead


class RedactedEvent(msgspec.Struct, frozen=True):
    """An event that the erasure log says was rewritten."""

    stream: str
    version: int
    at: int
    reason: str


class BadLink(msgspec.Struct, frozen=True):
    """Where a record is not what was written: the first such place of a stream."""

    stream: str
    version: int
    fault: str

    def __str__(self) -> str:
        return f"{self.stream} at version {self.version}: {self.fault}"


class ChainReport(msgspec.Struct, frozen=True):
    """How much was looked at, what was rewritten by right, and what is bad."""

    streams: int
    events: int
    days: int  # daily digests
    redacted: tuple[RedactedEvent, ...] = ()
    bad: tuple[BadLink, ...] = ()


class KeptHeads(msgspec.Struct, frozen=True):
    """Heads as somebody keeps them outside the database, and when they were taken."""

    at: int
    heads: tuple[StreamHead, ...]


class _Evidence(msgspec.Struct, frozen=True):
    """As much of what a player kept of a match (docs/dice.md): by stream, version and digest."""

    match: str
    dice: tuple[msgspec.Raw, ...]
    heads: dict[str, str] = {}


def read_kept_heads(data: bytes) -> KeptHeads:
    """Heads that were exported, or those in the file of what a player kept; ValueError for neither."""
    try:
        try:
            return msgspec.json.decode(data, type=KeptHeads)
        except msgspec.ValidationError:
            evidence = msgspec.json.decode(data, type=_Evidence)
    except msgspec.MsgspecError as malformed:
        expected = "expected a file of `barpoint verify --heads`, or what a player kept of a match"
        raise ValueError(f"{expected}: {malformed}") from malformed
    if not evidence.heads:
        raise ValueError("this file of what a player kept says nothing of where the records ended")
    split = [(stream, *head.partition(" ")[::2]) for stream, head in evidence.heads.items()]
    return KeptHeads(0, tuple(StreamHead(stream, int(version), digest) for stream, version, digest in split))


class BackupSummary(msgspec.Struct, frozen=True):
    """What a back-up holds; `bad` links were in it, as they were in the database it was taken from."""

    rows: int
    streams: int
    bad: tuple[BadLink, ...] = ()
    erased: tuple[str, ...] = ()  # accounts whose erasure, later than the back-up, was applied again
