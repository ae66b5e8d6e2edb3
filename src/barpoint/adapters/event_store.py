"""The event store: every stream's events in one table, appended in batches.

group commit    appends that wait while a transaction is being synced go into the next one together: each
                is answered only when that transaction is durable, and each is all or nothing by itself.
conflict        the primary key (stream, version) settles races between processes, the unique command id
                tells a repeat. A batch whose appends all go on where this process last saw their streams is
                simply written; if a row stands in the way, and for every other batch, the heads are read and
                each append is judged by them.

Statements of a batch touch rows in one order (commands and events sorted by stream), so that two processes
never wait for each other in a circle.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, repeat

import sqlalchemy as sa

from barpoint.adapters.database import Database, EventRow, events, streams
from barpoint.service.ports import Appended, Conflict, Stored, Write

_LARGEST_BATCH = 256
_MOST_HEADS = 100_000


@dataclass(slots=True, eq=False)
class _Append:
    """An append that waits for its transaction."""

    writes: Sequence[Write]
    command: str
    done: asyncio.Future[Appended | Conflict] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class SqlEventStore:
    """`ports.EventStore` on SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._writer = database.writer()
        self._writing: asyncio.Task[None] | None = None
        self._heads: dict[str, int] = {}  # where streams were last seen; they never go back

    async def read(self, stream: str, after: int = 0) -> Sequence[Stored]:
        """The events of a stream after a version."""
        wanted = (
            sa.select(events.c.version, events.c.data, events.c.command)
            .where(events.c.stream == stream, events.c.version > after)
            .order_by(events.c.version)
        )
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Stored(version, data, command or "") for version, data, command in rows]

    async def streams(self, kind: str, *, only_open: bool = False) -> Sequence[str]:
        """The streams of a kind, oldest first."""
        wanted = sa.select(streams.c.name).where(streams.c.kind == kind).order_by(streams.c.number)
        if only_open:
            wanted = wanted.where(streams.c.open)
        async with self._database.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    def append(self, writes: Sequence[Write], command: str) -> asyncio.Future[Appended | Conflict]:
        """All the writes or none, durable when it is done."""
        if not writes or not writes[0].events or not command:
            raise ValueError("an append has a command id and at least one event")
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="event store writer")
        waiting = _Append(writes, command)
        self._waiting.append(waiting)
        self._wake.set()
        return waiting.done

    async def close(self) -> None:
        """Finish what waits, then stop writing."""
        while self._waiting:
            await asyncio.sleep(0.001)
        if self._writing is not None:
            self._writing.cancel()
            with suppress(asyncio.CancelledError):
                await self._writing
            self._writing = None
            await self._writer.close()

    async def _write(self) -> None:
        """One transaction after the other."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting[:_LARGEST_BATCH]:
                try:
                    outcomes = await self._writer.run(partial(self._committed, batch))
                except Exception as failed:  # whoever waits must hear of it, and the writer goes on
                    for append in batch:
                        _fail(append, failed)
                else:
                    self._remember(outcomes)
                    for append, outcome in zip(batch, outcomes, strict=True):
                        if not append.done.done():
                            append.done.set_result(outcome)
                del self._waiting[: len(batch)]

    def _committed(self, batch: Sequence[_Append], connection: sa.Connection) -> list[Appended | Conflict]:
        for attempt in chain([self._straight] if self._goes_on(batch) else [], repeat(self._judged)):
            outcomes = attempt(connection, batch)
            if outcomes is not None:
                connection.commit()
                return outcomes
            connection.rollback()  # another process was faster: its rows are seen now
        raise AssertionError("attempts have no end")

    def _goes_on(self, batch: Sequence[_Append]) -> bool:
        """Whether every append begins a stream or goes on where its stream was last seen: none can leave a gap."""
        writes = [write for append in batch for write in append.writes]
        return all(write.events and write.expected in (0, self._heads.get(write.stream, 0)) for write in writes)

    def _remember(self, outcomes: Sequence[Appended | Conflict]) -> None:
        if len(self._heads) > _MOST_HEADS:
            self._heads.clear()
        for outcome in outcomes:
            if isinstance(outcome, Appended):
                self._heads |= outcome.versions

    def _straight(self, connection: sa.Connection, batch: Sequence[_Append]) -> list[Appended | Conflict] | None:
        """The batch written unread; None if a row is there already."""
        try:
            self._database.add_events(connection, _rows(batch))
        except sa.exc.IntegrityError:
            return None
        self._told(connection, batch)
        return [Appended({w.stream: w.expected + len(w.events) for w in append.writes}) for append in batch]

    def _judged(self, connection: sa.Connection, batch: Sequence[_Append]) -> list[Appended | Conflict] | None:
        """What of the batch the heads allow, written; None if a row of another process stands in the way."""
        heads, known = _standing(connection, batch)
        outcomes: list[Appended | Conflict] = []
        accepted: list[_Append] = []
        for append in batch:
            if append.command in known:
                outcomes.append(Appended({w.stream: heads.get(w.stream, 0) for w in append.writes}, repeated=True))
                continue
            lost = next((w for w in append.writes if heads.get(w.stream, 0) != w.expected), None)
            if lost is not None:
                outcomes.append(Conflict(lost.stream, heads.get(lost.stream, 0)))
                continue
            known.add(append.command)
            accepted.append(append)
            versions = {w.stream: w.expected + len(w.events) for w in append.writes}
            heads |= versions
            outcomes.append(Appended(versions))
        if accepted and self._straight(connection, accepted) is None:
            return None
        return outcomes

    def _told(self, connection: sa.Connection, accepted: Sequence[_Append]) -> None:
        """Note the streams of what was written and tell the other processes."""
        writes = [write for append in accepted for write in append.writes]
        self._noted(connection, writes)
        payloads = sorted({f"{write.stream}:{write.expected + len(write.events)}" for write in writes})
        self._database.announce(connection, payloads)

    def _noted(self, connection: sa.Connection, writes: Sequence[Write]) -> None:
        """Which streams there are, and which of them are still open."""
        new = [
            {"name": write.stream, "kind": write.stream.partition(":")[0], "open": True}
            for write in sorted(writes, key=lambda write: write.stream)
            if write.expected == 0
        ]
        if new:
            connection.execute(self._database.insert(streams).on_conflict_do_nothing(), new)
        for write in writes:
            if write.ends is not None:
                change = sa.update(streams).where(streams.c.name == write.stream).values(open=not write.ends)
                connection.execute(change)


def _standing(connection: sa.Connection, batch: Sequence[_Append]) -> tuple[dict[str, int], set[str]]:
    """Where the streams of a batch stand, and which of its commands are known already."""
    names = {write.stream for append in batch for write in append.writes}
    ids = {append.command for append in batch}
    heads = (
        sa.select(events.c.stream.label("name"), sa.func.max(events.c.version).label("head"))
        .where(events.c.stream.in_(names))
        .group_by(events.c.stream)
    )
    known = sa.select(events.c.command.label("name"), sa.literal(-1).label("head")).where(events.c.command.in_(ids))
    rows = connection.execute(sa.union_all(heads, known)).all()
    return {row.name: row.head for row in rows if row.head >= 0}, {row.name for row in rows if row.head < 0}


def _rows(accepted: Sequence[_Append]) -> list[EventRow]:
    """By stream and version."""
    return sorted(
        (write.stream, write.expected + 1 + offset, data, None if place or offset else append.command)
        for append in accepted
        for place, write in enumerate(append.writes)
        for offset, data in enumerate(write.events)
    )


def _fail(append: _Append, failed: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(failed)
