"""The digest of the day: one number that stands for every record of the server.

line        of a stream that has changed since the last digest: SHA-256 of its name, version and digest. Whoever has a
            head finds its line in the day's list; nobody learns a name from it
digest      SHA-256 of the digest before it, the day, and the lines in their order

The digests are published, and written to a folder if the operator names one. Whoever has copied one, or the list of a
day, has something to hold the records against.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from barpoint.service.records.chain import StreamHead


class DailyDigest(msgspec.Struct, frozen=True):
    """A day's digest, in hexadecimal, and how many streams had changed."""

    day: str  # an ISO date, UTC
    at: int
    streams: int
    digest: str


class DigestOfDay(msgspec.Struct, frozen=True):
    """A day's digest with all that it is worked out from."""

    digest: DailyDigest
    before: str  # the digest before it, in hexadecimal
    lines: tuple[str, ...]


def line_of(head: StreamHead) -> str:
    """What stands for a stream in the list of a day."""
    return hashlib.sha256(f"{head.stream}\n{head.version}\n{head.digest}".encode()).hexdigest()


def lines_of(heads: Iterable[StreamHead]) -> tuple[str, ...]:
    """The list of a day."""
    return tuple(sorted(map(line_of, heads)))


def digest_of_day(before: bytes, day: str, lines: Sequence[str]) -> bytes:
    """The digest of a day."""
    return hashlib.sha256(before + "\n".join((day, *lines)).encode()).digest()


class RecordBook(Protocol):
    """Where records end, and the digests of the days."""

    async def heads(self, streams: Sequence[str]) -> Sequence[StreamHead]:
        """Where streams end."""
        ...

    async def make_digest(self, day: str, at: int) -> DailyDigest | None:
        """The digest of a day, made once; None if it is there already."""
        ...

    async def digests(self, limit: int) -> Sequence[DailyDigest]:
        """The digests of the last days, newest first."""
        ...

    async def digest_of(self, day: str) -> DigestOfDay | None:
        """A day's digest and what it is worked out from."""
        ...


def write_digest(of_day: DigestOfDay) -> str:
    """A day's digest as the text that is published: anybody can work it out again with a few lines of code."""
    made = of_day.digest
    return "\n".join(
        (
            "# barpoint digest 1: SHA-256 of the digest before (32 bytes) and of day and lines, joined by newlines",
            f"day {made.day}",
            f"before {of_day.before}",
            f"digest {made.digest}",
            *of_day.lines,
            "",
        )
    )
