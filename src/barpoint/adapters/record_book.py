"""Heads and daily digests in the database: `records.RecordBook`."""

from collections.abc import Sequence

import sqlalchemy as sa

from barpoint.adapters.chain_check import digests_of_heads, stream_heads
from barpoint.adapters.database import Database, daily_digests, daily_heads
from barpoint.service.records import (
    START,
    DailyDigest,
    DigestOfDay,
    StreamHead,
    digest_of_day,
    lines_of,
)


class SqlRecordBook:
    """Of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def heads(self, streams: Sequence[str]) -> Sequence[StreamHead]:
        """Where streams end."""
        async with self._database.engine.connect() as connection:
            return await connection.run_sync(stream_heads, streams)

    async def make_digest(self, day: str, at: int) -> DailyDigest | None:
        """The digest of a day, made once; None if it is there already."""
        changed = await self._database.read(lambda connection: _changed_heads(connection, day))
        if changed is None:
            return None
        try:
            return await self._database.write(lambda connection: _keep_digest(connection, day, at, changed))
        except sa.exc.IntegrityError:
            return None  # another process was faster

    async def digests(self, limit: int) -> Sequence[DailyDigest]:
        """The digests of the last days, newest first."""
        query = sa.select(daily_digests).order_by(daily_digests.c.day.desc()).limit(limit)
        async with self._database.engine.connect() as connection:
            return [_digest(row) for row in await connection.execute(query)]

    async def digest_of(self, day: str) -> DigestOfDay | None:
        """A day's digest and what it is worked out from."""
        return await self._database.read(lambda connection: _digest_of(connection, day))


def _changed_heads(connection: sa.Connection, day: str) -> tuple[StreamHead, ...] | None:
    """The streams that have changed since the last digest; None if the day has one, or a later day has."""
    if connection.execute(sa.select(daily_digests.c.day).where(daily_digests.c.day >= day)).first() is not None:
        return None
    last = sa.select(daily_heads.c.stream, sa.func.max(daily_heads.c.version)).group_by(daily_heads.c.stream)
    known = {row[0]: row[1] for row in connection.execute(last)}
    return tuple(head for head in stream_heads(connection) if known.get(head.stream) != head.version)


def _keep_digest(connection: sa.Connection, day: str, at: int, heads: Sequence[StreamHead]) -> DailyDigest:
    query = sa.select(daily_digests.c.digest).order_by(daily_digests.c.day.desc()).limit(1)
    before = connection.execute(query).scalar()
    digest = digest_of_day(START if before is None else bytes(before), day, lines_of(heads))
    connection.execute(sa.insert(daily_digests).values(day=day, at=at, streams=len(heads), digest=digest))
    if heads:
        rows = [{"day": day, "stream": head.stream, "version": head.version} for head in heads]
        connection.execute(sa.insert(daily_heads), rows)
    return DailyDigest(day, at, len(heads), digest.hex())


def _digest_of(connection: sa.Connection, day: str) -> DigestOfDay | None:
    row = connection.execute(sa.select(daily_digests).where(daily_digests.c.day == day)).first()
    if row is None:
        return None
    query = sa.select(daily_digests.c.digest).where(daily_digests.c.day < day).order_by(daily_digests.c.day.desc())
    before = connection.execute(query.limit(1)).scalar()
    heads = digests_of_heads(connection, day)
    return DigestOfDay(_digest(row), (START if before is None else bytes(before)).hex(), lines_of(heads))


def _digest(row: "sa.Row[tuple[object, ...]]") -> DailyDigest:
    return DailyDigest(row.day, row.at, row.streams, bytes(row.digest).hex())
