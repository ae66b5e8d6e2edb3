"""The event store: every stream's events in one table, appended in batches.

group commit    appends that wait while a transaction is being synced go into the next one together: each
                is answered only when that transaction is durable, and each is all or nothing by itself.
conflict        the primary key (stream, version) settles races between processes, the unique command id
                tells a repeat. A batch whose appends all go on where this process last saw their streams is
                simply written; if a row stands in the way, and for every other batch, the heads are read and
                each append is judged by them.
chain           each event is linked to the one before it. A head is remembered with its digest, and one that is out
                of date costs nothing but the attempt: the row it would have been followed by is there already.

Statements of a batch touch rows in one order (commands and events sorted by stream), so that two processes
never wait for each other in a circle.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from barpoint.adapters.database import ADD_AND_TELL, Database, EventRow, events, heartbeats, rating_marks, streams
from barpoint.adapters.writer_connection import LoopWriter
from barpoint.service import (
    Appended,
    Conflict,
    StorageError,
    StoredEvent,
    Write,
)
from barpoint.service.ratings import moves_ratings
from barpoint.service.records import SALT_LENGTH, START, announcements_of, digest_of, leaf_of

_LARGEST_BATCH = 256
MOST_HEADS = 10_000
"""Heads after which those seen longer ago are left out, so that about twice as many are remembered at most."""
_MANY = 200  # streams a statement asks for
_PROBE = f"probe/{os.urandom(8).hex()}"  # no process is called so, nor do two processes write the same row

Heads = dict[str, tuple[int, bytes]]
"""Where streams stand: their versions, and the digests there."""
_NEW = (0, START)
_MATCH_PARTS = ("match", "room", "dice", "seal")
_TROUBLE = (sa.exc.DBAPIError, sa.exc.TimeoutError, OSError, StorageError)
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Append:
    """An append that waits for its transaction."""

    writes: Sequence[Write]
    command: str
    done: asyncio.Future[Appended | Conflict]


@dataclass(slots=True, eq=False)
class _Transaction:
    """What of a batch is to be written, as rows, what its appends are answered with, and the heads after it."""

    outcomes: list[Appended | Conflict]
    accepted: Sequence[_Append]
    rows: list[EventRow]
    heads: Heads


@dataclass(slots=True, eq=False)
class _Wanted:
    """Streams somebody wants to follow further."""

    heads: Mapping[str, int]
    done: asyncio.Future[dict[str, Sequence[StoredEvent]]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def of(self, kept: Mapping[str, Sequence[StoredEvent]]) -> dict[str, Sequence[StoredEvent]]:
        """What of the events that were read is wanted here."""
        return {
            stream: [stored for stored in kept[stream] if stored.version > version]
            for stream, version in self.heads.items()
        }


class SqlEventStore:
    """`ports.EventStore` on SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._writer = database.writer()
        self._writing: asyncio.Task[None] | None = None
        self._wanted: list[_Wanted] = []
        self._reading_wanted: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()  # of whoever writes
        self._heads: Heads = {}  # where streams were last seen; they never go back
        self._older_heads: Heads = {}  # and those of before
        self.rows_of: MakeRows = _rows
        self._future: Callable[[], asyncio.Future[Appended | Conflict]] = asyncio.Future

    async def read(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The events of a stream after a version."""
        query = (
            sa.select(events.c.version, events.c.data, events.c.command)
            .where(events.c.stream == stream, events.c.version > after)
            .order_by(events.c.version)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [StoredEvent(version, data, command or "") for version, data, command in rows]

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; `StorageError` if there is none, or it fails."""
        try:
            async with self._database.engine.connect() as connection:
                yield connection
        except _TROUBLE as failed:
            raise StorageError(_words(failed)) from failed

    async def read_many(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """The events of several streams, in few statements."""
        kept: dict[str, list[StoredEvent]] = {stream: [] for stream in streams}
        query = sa.select(events.c.stream, events.c.version, events.c.data, events.c.command).order_by(
            events.c.stream, events.c.version
        )
        async with self._reading() as connection:
            for first in range(0, len(streams), _MANY):
                some = query.where(events.c.stream.in_(streams[first : first + _MANY]))
                for stream, version, data, command in (await connection.execute(some)).all():
                    kept[stream].append(StoredEvent(version, data, command or ""))
        return dict(kept)

    def read_after(self, heads: Mapping[str, int]) -> "asyncio.Future[dict[str, Sequence[StoredEvent]]]":
        """What streams have after these versions, of one moment; those who ask meanwhile share the next statement."""
        wanted = _Wanted(heads)
        self._wanted.append(wanted)
        if self._reading_wanted is None:
            self._reading_wanted = asyncio.create_task(self._read_wanted(), name="event store reader")
        return wanted.done

    async def _read_wanted(self) -> None:
        while self._wanted:
            batch, self._wanted = self._wanted[:_LARGEST_BATCH], self._wanted[_LARGEST_BATCH:]
            try:
                kept = await self._rows_after(batch)
            except Exception as failed:  # whoever waits must hear of it
                for wanted in batch:
                    if not wanted.done.done():
                        wanted.done.set_exception(failed)
            else:
                for wanted in batch:
                    if not wanted.done.done():
                        wanted.done.set_result(wanted.of(kept))
        self._reading_wanted = None

    async def _rows_after(self, batch: "Sequence[_Wanted]") -> dict[str, list[StoredEvent]]:
        """Everything a batch wants, in one statement."""
        heads: dict[str, int] = {}
        for wanted in batch:
            for stream, version in wanted.heads.items():
                heads[stream] = min(version, heads.get(stream, version))
        kept: dict[str, list[StoredEvent]] = {stream: [] for stream in heads}
        query, values = self._database.select_after(heads)
        async with self._reading() as connection:
            for stream, version, data, command in (await connection.execute(query, values)).all():
                kept[stream].append(StoredEvent(version, data, command or ""))
        return kept

    async def streams(self, kind: str, *, only_open: bool = False, newest: int = 0) -> Sequence[str]:
        """The streams of a kind, oldest first; or only so many of the newest."""
        query = sa.select(streams.c.name).where(streams.c.kind == kind)
        if only_open:
            query = query.where(streams.c.open)
        query = query.order_by(streams.c.number.desc()).limit(newest) if newest else query.order_by(streams.c.number)
        async with self._reading() as connection:
            names = list((await connection.execute(query)).scalars())
        return names[::-1] if newest else names

    def append(self, writes: Sequence[Write], command: str) -> asyncio.Future[Appended | Conflict]:
        """All the writes or none, durable when it is done."""
        if not writes or not writes[0].events or not command:
            raise ValueError("an append has a command id and at least one event")
        if self._writing is None:
            self._future = asyncio.get_running_loop().create_future  # asked for once: it costs a call of the system
            self._writing = asyncio.create_task(self._write(), name="event store writer")
        waiting = _Append(writes, command, self._future())
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
                    async with self._turn:
                        written = await self._commit_or_look(batch)
                except Exception as failed:  # whoever waits must hear of it, and the writer goes on
                    for append in batch:
                        _fail(append, failed)
                else:
                    self._remember(written.heads)
                    self._forget_ended(written.accepted)
                    for append, outcome in zip(batch, written.outcomes, strict=True):
                        if not append.done.done():
                            append.done.set_result(outcome)
                del self._waiting[: len(batch)]

    async def _commit_or_look(self, batch: Sequence[_Append]) -> _Transaction:
        """One transaction. If nobody knows what became of it, the commands' ids say what is there; the rest is written.

        `StorageError` if that fails as well: whoever asks again does so under the same id. Rows are made here and not
        by the writer's thread, which would take the interpreter from the loop for each of them.
        """
        unread = self._unread(batch)
        if unread is not None and isinstance(self._writer, LoopWriter) and not _is_noted(unread.accepted):
            if await self._add(self._writer, unread):
                return unread
            unread = None  # something is in the way
        return await self._run_twice(partial(self._commit, batch, unread), partial(self._commit, batch, None))

    async def _add(self, writer: LoopWriter, unread: _Transaction) -> bool:
        """Write what needs nothing beside it; False if it may not have been written."""
        columns = list(zip(*unread.rows, strict=True))
        try:
            return await writer.add(ADD_AND_TELL, [*columns, announcements_of(unread.accepted, unread.heads)])
        except _TROUBLE:
            self._forget_heads()
            return False

    def note_heads(self, heads: Heads) -> None:
        """Others have brought streams so far: what is appended next, where this process has written, need not look."""
        self._remember({stream: head for stream, head in heads.items() if head > self._head(stream) > _NEW})

    async def probe(self) -> None:
        """A real write in a small table that leaves nothing behind; `StorageError` says what is wrong."""

        def write(connection: sa.Connection) -> None:
            # a row that comes and goes: SQLite writes no page for an update that changes nothing
            connection.execute(sa.insert(heartbeats).values(process=_PROBE, since=0, at=0))
            connection.execute(sa.delete(heartbeats).where(heartbeats.c.process == _PROBE))
            connection.commit()

        async with self._turn:
            await self._run_twice(write, write)

    async def _run_twice(self, first: Callable[[sa.Connection], T], then: Callable[[sa.Connection], T]) -> T:
        """What `first` gives; if storage fails it, what `then` gives on a new connection."""
        try:
            return await self._writer.run(first)
        except _TROUBLE:
            self._forget_heads()
        try:
            return await self._writer.run(then)
        except _TROUBLE as failed:
            raise StorageError(_words(failed)) from failed

    def _commit(self, batch: Sequence[_Append], unread: _Transaction | None, connection: sa.Connection) -> _Transaction:
        transaction = unread or _judgement(connection, batch, self.rows_of)
        while not self._insert(connection, transaction):
            connection.rollback()  # another process was faster: its rows are seen now
            transaction = _judgement(connection, batch, self.rows_of)
        connection.commit()
        return transaction

    def _unread(self, batch: Sequence[_Append]) -> _Transaction | None:
        """A batch to be written without a look at the heads.

        None unless every write is its stream's only one and begins it, or goes on where it was last seen: no gap.
        """
        heads: Heads = {}
        for append in batch:
            for write in append.writes:
                head = self._head(write.stream) if write.expected else _NEW
                if head[0] != write.expected or write.stream in heads or not write.events:
                    return None
                heads[write.stream] = head
        rows = self.rows_of(batch, heads)
        return _Transaction([Appended(_versions(append)) for append in batch], batch, rows, heads)

    def _head(self, stream: str) -> tuple[int, bytes]:
        return self._heads.get(stream) or self._older_heads.get(stream, _NEW)

    def _remember(self, heads: Heads) -> None:
        if len(self._heads) >= MOST_HEADS:
            self._heads, self._older_heads = {}, self._heads
        self._heads |= heads

    def _forget_ended(self, appends: Sequence[_Append]) -> None:
        """Hardly anything is added to what has ended, nor to what lies beside a match that has."""
        for ended in [write.stream for append in appends for write in append.writes if write.ends]:
            kind, _, id = ended.partition(":")
            for stream in [f"{part}:{id}" for part in _MATCH_PARTS] if kind == "match" else [ended]:
                self._heads.pop(stream, None)
                self._older_heads.pop(stream, None)

    def _forget_heads(self) -> None:
        """Nobody knows what became of a transaction."""
        self._heads, self._older_heads = {}, {}

    @property
    def remembered_heads(self) -> int:
        """Of how many streams it is known where they stand."""
        return len(self._heads) + len(self._older_heads)

    def _insert(self, connection: sa.Connection, transaction: _Transaction) -> bool:
        """Write what is to be written, and tell the other processes; False if a row is there already."""
        if not transaction.rows:
            return True
        try:
            self._database.add_events(connection, transaction.rows)
        except sa.exc.IntegrityError:
            return False
        self._publish(connection, transaction)
        return True

    def _publish(self, connection: sa.Connection, transaction: _Transaction) -> None:
        """Note the streams of what was written and tell the other processes."""
        writes = [write for append in transaction.accepted for write in append.writes]
        self._note_streams(connection, writes)
        marks = [
            {"stream": write.stream, "version": write.expected + len(write.events)}
            for write in writes
            if moves_ratings(write)
        ]
        if marks:
            connection.execute(sa.insert(rating_marks), marks)
        if self._database.is_shared:
            self._database.announce(connection, announcements_of(transaction.accepted, transaction.heads))

    def _note_streams(self, connection: sa.Connection, writes: Sequence[Write]) -> None:
        """Which streams there are, and which of them are still open."""
        begun = sorted([write.stream for write in writes if write.expected == 0])
        if begun:
            new = [{"name": name, "kind": name.partition(":")[0], "open": True} for name in begun]
            connection.execute(self._database.insert(streams).on_conflict_do_nothing(), new)
        for write in writes:
            if write.ends is not None:
                change = sa.update(streams).where(streams.c.name == write.stream).values(open=not write.ends)
                connection.execute(change)


def _judgement(connection: sa.Connection, batch: Sequence[_Append], rows_of: "MakeRows") -> _Transaction:
    """What of a batch the heads allow."""
    heads, known = _heads(connection, batch)
    versions = {stream: version for stream, (version, _) in heads.items()}
    outcomes: list[Appended | Conflict] = []
    accepted: list[_Append] = []
    for append in batch:
        if append.command in known:
            outcomes.append(Appended({w.stream: versions.get(w.stream, 0) for w in append.writes}, repeated=True))
            continue
        lost = next((w for w in append.writes if versions.get(w.stream, 0) != w.expected), None)
        if lost is not None:
            outcomes.append(Conflict(lost.stream, versions.get(lost.stream, 0)))
            continue
        known.add(append.command)
        accepted.append(append)
        landed = _versions(append)
        versions |= landed
        outcomes.append(Appended(landed))
    return _Transaction(outcomes, accepted, rows_of(accepted, heads), heads)


def _is_noted(accepted: Sequence[_Append]) -> bool:
    """Whether anything is to be noted beside the events: a stream begins or ends, a rating may move."""
    return any(
        not write.expected or write.ends is not None or moves_ratings(write)
        for append in accepted
        for write in append.writes
    )


def _versions(append: _Append) -> dict[str, int]:
    """Where an append leaves its streams."""
    return {write.stream: write.expected + len(write.events) for write in append.writes}


def _heads(connection: sa.Connection, batch: Sequence[_Append]) -> tuple[Heads, set[str]]:
    """Where the streams of a batch stand, and which of its commands are known already."""
    names = {write.stream for append in batch for write in append.writes}
    ids = {append.command for append in batch}
    known = sa.select(events.c.command.label("name"), sa.literal(-1).label("version"), sa.null().label("digest"))
    heads = select_heads(events.c.stream.in_(names))
    rows = connection.execute(sa.union_all(heads, known.where(events.c.command.in_(ids)))).all()
    standing = {row.name: (row.version, bytes(row.digest or START)) for row in rows if row.version >= 0}
    return standing, {row.name for row in rows if row.version < 0}


def select_heads(which: sa.ColumnElement[bool]) -> "sa.Select[tuple[str, int, bytes]]":
    """The `name`, `version` and `digest` of the last event of streams."""
    last = sa.select(events.c.stream, sa.func.max(events.c.version).label("version")).where(which)
    ends = last.group_by(events.c.stream).subquery()
    joined = events.join(ends, (events.c.stream == ends.c.stream) & (events.c.version == ends.c.version))
    return sa.select(events.c.stream.label("name"), events.c.version, events.c.digest).select_from(joined)


def _rows(accepted: Sequence[_Append], heads: Heads) -> list[EventRow]:
    """By stream and version, each chained to the one before it; the heads move on."""
    rows: list[EventRow] = []
    salts = os.urandom(SALT_LENGTH * sum(len(write.events) for append in accepted for write in append.writes))
    for append in accepted:
        command: str | None = append.command  # on the first event only
        for write in append.writes:
            version, digest = heads.get(write.stream, _NEW)
            assert version == write.expected
            for data in write.events:
                version += 1
                salt = salts[len(rows) * SALT_LENGTH : (len(rows) + 1) * SALT_LENGTH]
                leaf = leaf_of(salt, data)
                digest = digest_of(digest, write.stream, version, leaf)
                rows.append((write.stream, version, data, command, salt, leaf, digest))
                command = None
            heads[write.stream] = version, digest
    rows.sort()
    return rows


MakeRows = Callable[[Sequence[_Append], Heads], list[EventRow]]
"""Makes rows of appends that go on at these heads, which move on."""


def _words(failed: Exception) -> str:
    reason = failed.orig if isinstance(failed, sa.exc.DBAPIError) and failed.orig is not None else failed
    return str(reason).strip().partition("\n")[0] or repr(reason)


def _fail(append: _Append, failed: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(failed)
