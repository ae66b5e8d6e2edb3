"""A walk along every chain of a database: where a record is not what was written.

The erasure log comes first, since it says which events were rewritten by right. Everything is read as it stood at one
moment, so that a server may go on meanwhile.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import sqlalchemy as sa

from barpoint.adapters.database import daily_digests, daily_heads, events, streams
from barpoint.adapters.event_store import select_heads
from barpoint.adapters.schema import missing_steps
from barpoint.progress import step
from barpoint.service.records import (
    ERASURES,
    START,
    BadLink,
    ChainReport,
    KeptHeads,
    RedactedEvent,
    StreamHead,
    decode_erasure,
    digest_of,
    digest_of_day,
    leaf_of,
    lines_of,
    unreadable,
)

_AT_ONCE: Final = 2000
_Row = Any  # a row of events
_BYTES: Final = [  # somebody who tampers may have put text there
    sa.cast(events.c[name], sa.LargeBinary).label(name) for name in ("data", "salt", "leaf", "digest")
]
Redactions = dict[tuple[str, int], tuple[str, RedactedEvent]]
"""Stream and version of what was rewritten, the leaf it has now, and what the log says of it."""


def check_chain(connection: sa.Connection, stream: str = "") -> ChainReport:
    """All of a database, or one stream; ValueError if its events are not chained yet."""
    require_chain(connection)
    if stream and not connection.execute(sa.select(streams.c.name).where(streams.c.name == stream)).scalar():
        raise ValueError(f"there is no stream {stream!r} here; streams are called match:ID, tournament:ID and so on")
    redactions, log_fault = _redactions(connection)
    bad: list[BadLink] = [log_fault] if log_fault is not None else []
    seen: set[str] = set()
    count = 0
    total = connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()
    with step("Following the chains", total if not stream else None) as report:
        for name, rows in groupby(_rows(connection, stream), key=attrgetter("stream")):
            seen.add(name)
            fault = None
            known = _known_fault(name, bad)
            for number, row, previous in _links(rows):
                count += 1
                fault = fault or _fault(number, row, previous, redactions) or _reading_fault(number, row)
                if count % _AT_ONCE == 0:
                    report(count, now=name)
            if fault is not None and not known:
                bad.append(fault)
    names = sa.select(streams.c.name).where(streams.c.name == stream) if stream else sa.select(streams.c.name)
    gone = set(connection.execute(names).scalars()) - seen
    bad += [BadLink(name, 1, "the stream is known, and its events are gone") for name in sorted(gone)]
    days, faults = (0, []) if stream else _check_days(connection)
    listed = [kept for (of, _), (_, kept) in redactions.items() if not stream or of == stream]
    return ChainReport(len(seen), count, days, tuple(listed), (*bad, *faults))


def require_chain(connection: sa.Connection) -> None:
    """ValueError for a database that is not up to date."""
    if missing_steps(connection):
        raise ValueError("this database is of an earlier version, which had no chains: `barpoint migrate` first")


def stream_heads(connection: sa.Connection, names: Sequence[str] = ()) -> tuple[StreamHead, ...]:
    """Where all streams end, or some."""
    query = select_heads(events.c.stream.in_(names) if names else sa.true())
    rows = connection.execute(query.order_by(events.c.stream)).all()
    return tuple(StreamHead(row.name, row.version, bytes(row.digest or b"").hex()) for row in rows)


def compare_heads(connection: sa.Connection, kept: KeptHeads) -> tuple[BadLink, ...]:
    """Where the records differ from heads that somebody has kept."""
    require_chain(connection)
    bad: list[BadLink] = []
    for head in kept.heads:
        there = sa.select(events.c.digest).where(events.c.stream == head.stream, events.c.version == head.version)
        digest = connection.execute(there).scalar()
        if digest is None:
            bad.append(BadLink(head.stream, head.version, "was there when the heads were taken, and is gone"))
        elif bytes(digest).hex() != head.digest:
            bad.append(BadLink(head.stream, head.version, "is not what it was when the heads were taken"))
    return tuple(bad)


def digests_of_heads(connection: sa.Connection, day: str) -> tuple[StreamHead, ...]:
    """The heads a day's digest was made of, with the digests that stand there now."""
    there = (daily_heads.c.stream == events.c.stream) & (daily_heads.c.version == events.c.version)
    query = sa.select(daily_heads.c.stream, daily_heads.c.version, events.c.digest)
    rows = connection.execute(
        query.select_from(daily_heads.outerjoin(events, there)).where(daily_heads.c.day == day)
    ).all()
    return tuple(StreamHead(row.stream, row.version, bytes(row.digest or b"").hex()) for row in rows)


def _rows(connection: sa.Connection, stream: str) -> Iterator[_Row]:
    query = sa.select(events.c.stream, events.c.version, *_BYTES).limit(_AT_ONCE)
    query = query.order_by(events.c.stream, events.c.version)
    if stream:
        query = query.where(events.c.stream == stream)
    place = sa.tuple_(events.c.stream, events.c.version)
    last: tuple[str, int] = ("", -(2**31))
    while rows := connection.execute(query.where(place > sa.tuple_(*last))).all():
        yield from rows
        last = rows[-1].stream, rows[-1].version


def _links(rows: Iterator[_Row]) -> Iterator[tuple[int, _Row, bytes]]:
    """Rows of a stream, each with the number it should have and the digest before it."""
    previous = START
    for number, row in enumerate(rows, 1):
        yield number, row, previous
        previous = bytes(row.digest or b"")


def _fault(number: int, row: _Row, previous: bytes, redactions: Redactions) -> BadLink | None:
    if row.version != number:
        return BadLink(row.stream, number, f"is missing: version {row.version} comes next")
    if row.salt is None or row.leaf is None or row.digest is None:
        return BadLink(row.stream, number, "has no link")
    leaf, redacted = leaf_of(bytes(row.salt), bytes(row.data)), redactions.get((row.stream, number))
    if leaf.hex() != (bytes(row.leaf).hex() if redacted is None else redacted[0]):
        return BadLink(row.stream, number, "was changed after it was written")
    if digest_of(previous, row.stream, number, bytes(row.leaf)) != bytes(row.digest):
        return BadLink(row.stream, number, "does not follow from what stands before it")
    return None


def _reading_fault(number: int, row: _Row) -> BadLink | None:
    """An event that is what was written and that this version cannot read: a server sets its stream aside."""
    reason = unreadable(row.stream, bytes(row.data))
    return BadLink(row.stream, number, f"cannot be read by this version: {reason}") if reason else None


def _known_fault(name: str, bad: Sequence[BadLink]) -> bool:
    return any(link.stream == name for link in bad)


def _redactions(connection: sa.Connection) -> tuple[Redactions, BadLink | None]:
    """What the erasure log says, as far as the log itself is whole."""
    redactions: Redactions = {}
    for number, row, previous in _links(_rows(connection, ERASURES)):
        if (fault := _fault(number, row, previous, {})) is not None:
            return redactions, fault
        erased = decode_erasure(bytes(row.data))
        for redaction in erased.redactions:
            kept = RedactedEvent(redaction.stream, redaction.version, erased.at, erased.reason)
            redactions[redaction.stream, redaction.version] = redaction.leaf, kept
    return redactions, None


def _check_days(connection: sa.Connection) -> tuple[int, list[BadLink]]:
    """Each day's digest worked out again."""
    before, bad = START, []
    days = connection.execute(sa.select(daily_digests).order_by(daily_digests.c.day)).all()
    for row in days:
        lines = lines_of(digests_of_heads(connection, row.day))
        if digest_of_day(before, row.day, lines) != bytes(row.digest):
            bad.append(BadLink(f"digest of {row.day}", 1, "does not follow from the records as they are"))
        before = bytes(row.digest)
    return len(days), bad
