"""The database: its address, its tables, its settings, and bringing it up to date.

SQLite and PostgreSQL hold the same tables and are spoken to by the same statements. What differs is here:
SQLite runs in WAL mode with synchronous=FULL, PostgreSQL with synchronous_commit=on, so that what is
committed on either is on disk; and only PostgreSQL carries announcements between processes.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from barpoint.adapters.schema import all_steps, missing_steps, upgrade
from barpoint.adapters.writer_connection import (
    LoopWriter,
    ThreadWriter,
    Writer,
)
from barpoint.extras import extra_module
from barpoint.service import SchemaStep, StorageError

T = TypeVar("T")

CHANNEL: Final = "barpoint"
"""The PostgreSQL channel on which appends are announced as `stream:version`."""

metadata: Final = sa.MetaData()

events: Final = sa.Table(
    "events",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("command", sa.Text, unique=True),  # on the first event a command brought about
    sa.Column("salt", sa.LargeBinary),  # these three are the chain: `service.records.chain` says what they are
    sa.Column("leaf", sa.LargeBinary),
    sa.Column("digest", sa.LargeBinary),
)

streams: Final = sa.Table(
    "streams",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Index("streams_open", "kind", "open", "number"),
)

heartbeats: Final = sa.Table(
    "heartbeats",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

accounts: Final = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("guest", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("handle", sa.Text, unique=True),  # the name as it is compared; guests have none
    sa.Column("staff", sa.Boolean, nullable=False, default=False),
    sa.Column("contact", sa.Text, nullable=False, default=""),  # where mail goes, if its owner wants it
    sa.Column("looks", sa.Text, index=True),  # what the name looks like as it is written; guests have none
    sa.Column("looks_folded", sa.Text, index=True),  # and in small letters
    sa.Column("erased", sa.BigInteger, nullable=False, default=0),  # when its owner's identity was removed
)

account_changes: Final = sa.Table(
    "account_changes",  # on SQLite a process hears by it what another has changed; PostgreSQL announces it
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("account", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)

sessions: Final = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # a digest: the cookie itself is kept by the browser alone
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("device", sa.Text, nullable=False, default=""),  # browser and system, as `service.devices` names them
    sa.Column("used", sa.BigInteger, nullable=False, default=0),  # about when it was last used
    sa.Column("proven", sa.BigInteger, nullable=False, default=0),  # when its owner last signed in; 0: never
)

seats: Final = sa.Table(
    "seats",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("title", sa.Text, nullable=False),  # who plays whom
    sa.Column("length", sa.Text, nullable=False),
    sa.Column("serious", sa.Boolean, nullable=False, default=False),  # rated or of an event: no aids while it lasts
)

credentials: Final = sa.Table(
    "credentials",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),  # a password's hash, a passkey's public key
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False, default=""),  # what its owner calls a passkey
    sa.Column("until", sa.BigInteger, nullable=False, default=0),  # when a code ends; 0: never
)

ceremonies: Final = sa.Table(
    "ceremonies",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("challenge", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)

notices: Final = sa.Table(
    "notices",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),  # so that one thing is told once, by whichever process is first
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("link", sa.Text, nullable=False),
)

push_addresses: Final = sa.Table(
    "push_addresses",
    metadata,
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
)

secrets: Final = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

dice_counted: Final = sa.Table("dice_counted", metadata, sa.Column("match", sa.Text, primary_key=True))

dice_counts: Final = sa.Table(
    "dice_counts",
    metadata,
    sa.Column("roller", sa.Text, primary_key=True),  # an account, `bot:LEVEL`, or `site`
    sa.Column("high", sa.Integer, primary_key=True),
    sa.Column("low", sa.Integer, primary_key=True),
    sa.Column("rolls", sa.BigInteger, nullable=False),
)

daily_digests: Final = sa.Table(
    "daily_digests",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),  # an ISO date, UTC
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("streams", sa.Integer, nullable=False),  # that had changed
    sa.Column("digest", sa.LargeBinary, nullable=False),
)

daily_heads: Final = sa.Table(
    "daily_heads",  # what a day's digest is made of: the streams that had changed, and where they stood
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)

rating_marks: Final = sa.Table(
    "rating_marks",  # what was written that may change a rating, in the very transaction, until the ladder has it
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
)

rating_sources: Final = sa.Table(
    "rating_sources",  # how far the ladder has followed a stream
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)

rated_matches: Final = sa.Table(
    "rated_matches",  # finished matches, and whether they count
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Index("rated_matches_pool", "pool", "at"),
)

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("system", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),  # an account, or `bot:LEVEL`
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),  # on ladders: not while it is a guest's
    sa.Index("ratings_ladder", "system", "pool", "shown", sa.text("rating DESC"), "player"),
)

rating_changes: Final = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("system", sa.Text, primary_key=True),
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),  # matches won in the pool, this one too
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Index("rating_changes_pool", "system", "pool", "at"),
    sa.Index("rating_changes_player", "player", "system", "at"),
)

rating_systems: Final = sa.Table(
    "rating_systems",  # which the ladder is folded by
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("settings", sa.LargeBinary, nullable=False),
)

fair_play_matches: Final = sa.Table(
    "fair_play_matches",  # what is weighed, by whom, and what was
    metadata,
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),  # working, done or failed
    sa.Column("process", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # how long its log was; 0 until it is weighed
)

fair_play_figures: Final = sa.Table(
    "fair_play_figures",  # sums of one person in one match, for officials
    metadata,
    sa.Column("match", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("rating", sa.Double),  # when it was weighed; of who had none, nothing
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Index("fair_play_figures_account", "account", "kind", "at"),
    sa.Index("fair_play_figures_rating", "kind", "rating"),
    sa.Index("fair_play_figures_at", "at"),
)

device_sightings: Final = sa.Table(
    "device_sightings",
    metadata,
    sa.Column("device", sa.LargeBinary, primary_key=True),  # a salted digest: neither browser nor address is in it
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("first", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Index("device_sightings_account", "account"),
)

EventRow = tuple[str, int, bytes, str | None, bytes, bytes, bytes]
"""Stream, version, data, command; salt, leaf and digest of its chain."""
_START_PATIENCE: Final = 3.0  # seconds for somebody else's transaction before it is said that the file is locked
_PATIENCE: Final = 200  # hundredths of a second for those who still use a connection when the database is closed
_MOST_ROWS: Final = 500  # a statement of SQLite may have so many values at least
_COLUMNS: Final = ("stream", "version", "data", "command", "salt", "leaf", "digest")
_PLACES: Final = f"({','.join('?' * len(_COLUMNS))})"
_ARRAYS: Final = [
    sa.bindparam(column.name, type_=postgresql.ARRAY(column.type)) for column in map(events.c.__getitem__, _COLUMNS)
]
_ARRAY_TYPES: Final = ("text", "int", "bytea", "text", "bytea", "bytea", "bytea")
ADD_AND_TELL: Final = (
    f"WITH added AS (INSERT INTO events ({','.join(_COLUMNS)}) SELECT * FROM "  # noqa: S608  # no value in it
    f"unnest({','.join(f'${place}::{kind}[]' for place, kind in enumerate(_ARRAY_TYPES, 1))})) "
    f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest(${len(_COLUMNS) + 1}::text[]) AS payload"
)
"""PostgreSQL's driver adds events by it, a column an array, and announces them in the same breath."""
_ADD_EVENTS: Final = sa.insert(events).from_select(
    _COLUMNS, sa.select(sa.func.unnest(*_ARRAYS).table_valued(*_COLUMNS).render_derived())
)


def _select_events() -> "sa.Select[tuple[str, int, bytes, str | None]]":
    columns = (events.c.stream, events.c.version, events.c.data, events.c.command)
    return sa.select(*columns).order_by(events.c.stream, events.c.version)


def _events_after() -> "sa.Select[tuple[str, int, bytes, str | None]]":
    """Of streams and versions in two arrays, however many: one statement, which is prepared once."""
    streams = sa.bindparam("streams", type_=postgresql.ARRAY(sa.Text))
    versions = sa.bindparam("versions", type_=postgresql.ARRAY(sa.Integer))
    known = sa.func.unnest(streams, versions).table_valued("stream", "version", name="known").render_derived()
    return _select_events().join(known, (events.c.stream == known.c.stream) & (events.c.version > known.c.version))


_EVENTS_AFTER: Final = _events_after()

Insert = Callable[[sa.Table], "sqlite.Insert | postgresql.Insert"]


class SameFile:
    """A database's file as it was when it was first written: what is written to one that was moved away is lost."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: tuple[int, int] | None = None

    def require(self) -> None:
        """OSError if the file at its place is another one by now, or none."""
        try:
            now = self._path.stat()
        except FileNotFoundError:
            if self._known is None:
                return  # it is made by the first write
            raise FileNotFoundError(f"the database {self._path} was moved or deleted: put it back") from None
        place = (now.st_dev, now.st_ino)
        if self._known is None:
            self._known = place
        elif place != self._known:
            raise FileExistsError(f"another file is in the place of the database {self._path}: start the server again")


class Database:
    """One database and its pool of connections."""

    def __init__(self, address: str) -> None:
        self.url = database_url(address)
        self.engine: AsyncEngine = _engine(self.url)
        self.insert: Insert = postgresql.insert if self.is_shared else sqlite.insert
        self.own_session = 0  # of the server: what it announces this process has done itself

    @property
    def _blocking(self) -> URL:
        return self.url.set(drivername="sqlite")

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve from it."""
        return self.url.get_backend_name() == "postgresql"

    async def migrate(self, *, keep: bool = True) -> Sequence[SchemaStep]:
        """Bring the tables to what this version expects: the steps that were missing. Tried only, unless to `keep`.

        ValueError if a newer program has been here.
        """
        steps = await self.read(missing_steps) if self.exists else all_steps()
        return await self.write(self._migrate, keep=keep) if steps else steps

    def _migrate(self, connection: sa.Connection) -> Sequence[SchemaStep]:
        if self.is_shared:  # one process at a time
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(7_246_001)))
        steps = missing_steps(connection)
        if steps:
            upgrade(connection)
        return steps

    @property
    def exists(self) -> bool:
        """Whether there is anything yet: SQLite's file may not be there."""
        return self.is_shared or Path(self.url.database or "").exists()

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Run work on one view of the database that does not change meanwhile; nothing of it is kept."""
        if self.is_shared:
            async with self.engine.connect() as connection:
                unchanging = await connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
                return await unchanging.run_sync(work)
        if not self.exists:
            raise ValueError(f"there is no database at {self.url.database}")
        return await asyncio.to_thread(self._run_blocking, work, "BEGIN", keep=False)

    async def write(self, work: Callable[[sa.Connection], T], *, keep: bool = True) -> T:
        """Run work, tables and all, in one transaction that is kept whole or not at all, also after kill -9."""
        if self.is_shared:
            async with self.engine.connect() as connection, connection.begin() as transaction:
                done = await connection.run_sync(work)
                if not keep:
                    await transaction.rollback()
                return done
        _make_private(self.url)
        return await asyncio.to_thread(self._run_blocking, work, "BEGIN IMMEDIATE", keep=keep)

    def _run_blocking(self, work: Callable[[sa.Connection], T], begin: str, *, keep: bool) -> T:
        engine = sa.create_engine(self._blocking, hide_parameters=True, poolclass=sa.NullPool)
        settings = _read_settings if begin == "BEGIN" else _sqlite_settings if keep else _trial_settings
        sa.event.listen(engine, "connect", settings)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        with engine.connect() as connection:  # the driver would begin at the first changed row, too late for tables
            connection.connection.dbapi_connection.isolation_level = None  # type: ignore[union-attr]  # SQLite's has it
            with connection.begin() as transaction:
                done = work(connection)
                if not keep:
                    transaction.rollback()
        return done

    def writer(self) -> Writer:
        """A connection to write with."""
        if self.is_shared:
            return LoopWriter(self.engine, self._note_session)
        engine = _with_settings(sa.create_engine(self._blocking, hide_parameters=True))
        return ThreadWriter(engine, SameFile(Path(self.url.database or "")).require)

    def _note_session(self, session: int) -> None:
        self.own_session = session

    def add_events(self, connection: sa.Connection, rows: Sequence[EventRow]) -> None:
        """New rows in one statement: a thread that adds them one by one would ask for the interpreter at each."""
        if self.is_shared:
            connection.execute(_ADD_EVENTS, dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True)))
            return
        for first in range(0, len(rows), _MOST_ROWS):
            some = rows[first : first + _MOST_ROWS]
            values = ",".join([_PLACES] * len(some))
            adding = f"INSERT OR ROLLBACK INTO events ({','.join(_COLUMNS)}) VALUES {values}"  # noqa: S608  # no value in it
            connection.exec_driver_sql(adding, tuple(chain.from_iterable(some)))

    def select_after(self, heads: Mapping[str, int]) -> "tuple[sa.Executable, dict[str, Any]]":
        """What streams have after these versions, in their order: a statement, and the values in it."""
        if self.is_shared:
            return _EVENTS_AFTER, {"streams": list(heads), "versions": list(heads.values())}
        after = [(events.c.stream == stream) & (events.c.version > version) for stream, version in heads.items()]
        return _select_events().where(sa.or_(*after)), {}

    def announce(self, connection: sa.Connection, payloads: list[str]) -> None:
        """Tell the other processes, when the transaction commits."""
        if self.is_shared and payloads:
            payload = sa.func.unnest(sa.cast(payloads, postgresql.ARRAY(sa.Text))).column_valued("payload")
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))

    async def close(self) -> None:
        """Give the connections back, those last that somebody is still using."""
        pool = self.engine.pool
        for _ in range(_PATIENCE):
            if not isinstance(pool, sa.QueuePool) or not pool.checkedout():
                break
            await asyncio.sleep(0.01)
        await self.engine.dispose()


def database_url(address: str) -> URL:
    """The URL of `sqlite:///path`, `postgresql://...` or a plain path; ValueError for anything else.

    PostgreSQL's driver is an extra: `MissingExtraError` if it is not installed.
    """
    if "://" not in address:
        return URL.create("sqlite+aiosqlite", database=str(Path(address).expanduser()))
    try:
        url = make_url(address)
    except sa.exc.ArgumentError as malformed:
        raise ValueError(f"expected sqlite:///path or postgresql://..., not {address!r}") from malformed
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.drivername.partition("+")[0]
    if kind not in drivers or (kind == "sqlite" and not url.database):
        raise ValueError(f"expected sqlite:///path or postgresql://..., not {address!r}")
    if kind != "sqlite":
        extra_module("postgres")
    return url.set(drivername=drivers[kind])


def require_database(address: str) -> bool:
    """Whether the server makes a new database there; ValueError or `MissingExtraError` if it cannot start on it."""
    url = database_url(address)
    if url.get_backend_name() != "sqlite" or not url.database:
        return False
    file = Path(url.database)
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent} for the database {file.name}: make it, or mend --db")
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"expected a database that can be written, not {file}; --db or BARPOINT_DB names another")
    if file.exists():
        _require_writable(file)
        return False
    return True


def _require_writable(file: Path) -> None:
    """ValueError with one sentence if SQLite cannot begin to write there."""
    try:
        with closing(sqlite3.connect(file, timeout=_START_PATIENCE, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as failed:
        raise ValueError(sqlite_sentence(file, failed)) from failed


def sqlite_sentence(file: Path, failed: Exception) -> str:
    """What is wrong with a SQLite file, and what to do about it."""
    reason = str(failed)
    if "locked" in reason or "busy" in reason:
        return f"{file} is locked by another program: end that one, or wait until it is done, and start again"
    if "not a database" in reason:
        return f"{file} is no database: --db or BARPOINT_DB names another file"
    if "readonly" in reason or "unable to open" in reason:
        return f"expected a database that can be written, not {file}; --db or BARPOINT_DB names another"
    if "malformed" in reason or "corrupt" in reason:
        return f"{file} is damaged ({reason}): bring it back from a back-up with `barpoint restore`"
    if "full" in reason:
        return f"the disk of {file} is full: make room and start again"
    return f"{file} cannot be used: {reason}"


def postgres_sentence(url: URL, failed: Exception) -> str:
    """What is wrong with a PostgreSQL address, and what to do about it."""
    place, reason = f"{url.host or 'this machine'}:{url.port or 5432}", str(failed).strip().partition("\n")[0]
    if isinstance(failed, OSError):
        return f"PostgreSQL does not answer at {place} ({reason}): start it, or name another with --db"
    return f"PostgreSQL at {place} cannot be used as {url.username or 'this user'}, database {url.database}: {reason}"


def _engine(url: URL) -> AsyncEngine:
    engine = _plain_engine(url)
    sa.event.listen(engine.sync_engine, "handle_error", _raise_storage_error)
    return engine


_OWN_FAULTS: Final = (sa.exc.IntegrityError, sa.exc.ProgrammingError, sa.exc.DataError, sa.exc.NotSupportedError)
"""What fails again however often it is tried; PostgreSQL's driver has no class for a server that shuts down."""


def _raise_storage_error(context: sa.ExceptionContext) -> None:
    """What a database cannot do now it may do later: a full disk, a lock, a connection that was lost."""
    failed = context.sqlalchemy_exception  # None for whoever was cancelled over it, which stays that
    if isinstance(failed, sa.exc.DBAPIError) and not isinstance(failed, _OWN_FAULTS):
        raise StorageError(str(context.original_exception).partition("\n")[0]) from failed


def _plain_engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "postgresql":
        settings = {"synchronous_commit": "on"}
        return create_async_engine(
            url,
            pool_size=8,
            pool_pre_ping=True,
            hide_parameters=True,  # seeds, digests and addresses are no business of a log
            connect_args={"server_settings": settings, "timeout": 10},
        )
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, pool_size=4, hide_parameters=True)
    _with_settings(engine.sync_engine)
    return engine


def _with_settings(engine: sa.Engine) -> sa.Engine:
    sa.event.listen(engine, "connect", _sqlite_settings)
    return engine


def _sqlite_settings(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "wal_autocheckpoint=4000",  # pages: most are written many times before they are carried into the database
        "busy_timeout=10000",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _read_settings(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA query_only=ON")  # a back-up that is looked at stays as it is, byte by byte
    cursor.close()


def _trial_settings(connection: Any, _record: Any) -> None:
    """For what is only tried: the way a file is journalled would stay changed."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _make_private(url: URL) -> None:
    """A file that is new is its owner's alone, and what SQLite puts beside it; one that is there stays as it is."""
    if url.database and url.database != ":memory:":
        with suppress(OSError):  # it is there; or SQLite says why it cannot be made
            os.close(os.open(url.database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def database_fault(database: Database) -> Iterator[None]:
    """Around the first thing asked of a database: what is wrong with it becomes a ValueError of one sentence."""
    try:
        yield
    except (sa.exc.DBAPIError, OSError, StorageError) as raised:
        if isinstance(raised, OSError) and raised.filename is not None:
            raise  # of another file, which it names
        failed = raised.__cause__ if isinstance(raised.__cause__, sa.exc.DBAPIError) else raised
        reason = failed.orig if isinstance(failed, sa.exc.DBAPIError) and failed.orig is not None else failed
        cause = reason.__cause__ if isinstance(reason.__cause__, Exception) else reason
        file = Path(database.url.database or "")
        is_file = not database.is_shared
        sentence = sqlite_sentence(file, reason) if is_file else postgres_sentence(database.url, cause)
        raise ValueError(sentence) from failed
