"""The database: its address, its tables, its settings, and bringing it up to date.

SQLite and PostgreSQL hold the same tables and are spoken to by the same statements. What differs is here:
SQLite runs in WAL mode with synchronous=FULL, PostgreSQL with synchronous_commit=on, so that what is
committed on either is on disk; and only PostgreSQL carries announcements between processes.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from barpoint.adapters.writing import LoopWriter, ThreadWriter, Writer

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
)

sessions: Final = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # a digest: the cookie itself is kept by the browser alone
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
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

EventRow = tuple[str, int, bytes, str | None]
"""Stream, version, data, command."""
_PATIENCE: Final = 200  # hundredths of a second for those who still use a connection when the database is closed
_MOST_ROWS: Final = 500  # a statement of SQLite may have so many values at least
_COLUMNS: Final = ("stream", "version", "data", "command")
_ARRAYS: Final = [
    sa.bindparam(column.name, type_=postgresql.ARRAY(column.type)) for column in map(events.c.__getitem__, _COLUMNS)
]
_ADD_EVENTS: Final = sa.insert(events).from_select(
    _COLUMNS, sa.select(sa.func.unnest(*_ARRAYS).table_valued(*_COLUMNS).render_derived())
)

Insert = Callable[[sa.Table], "sqlite.Insert | postgresql.Insert"]


class Database:
    """One database and its pool of connections."""

    def __init__(self, address: str) -> None:
        self.url = database_url(address)
        self.engine: AsyncEngine = _engine(self.url)
        self.insert: Insert = postgresql.insert if self.shared else sqlite.insert
        self.own_session = 0  # of the server: what it announces this process has done itself

    @property
    def _blocking(self) -> URL:
        return self.url.set(drivername="sqlite")

    @property
    def shared(self) -> bool:
        """Whether several processes may serve from it."""
        return self.url.get_backend_name() == "postgresql"

    async def migrate(self) -> None:
        """Bring the tables to what this version expects."""
        async with self.engine.begin() as connection:
            if self.shared:  # one process at a time
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(7_246_001)))
            await connection.run_sync(_upgraded)

    def writer(self) -> Writer:
        """A connection to write with."""
        if self.shared:
            return LoopWriter(self.engine, self._known_as)
        return ThreadWriter(_with_settings(sa.create_engine(self._blocking)))

    def _known_as(self, session: int) -> None:
        self.own_session = session

    def add_events(self, connection: sa.Connection, rows: Sequence[EventRow]) -> None:
        """New rows in one statement: a thread that adds them one by one would ask for the interpreter at each."""
        if self.shared:
            connection.execute(_ADD_EVENTS, dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True)))
            return
        for first in range(0, len(rows), _MOST_ROWS):
            some = rows[first : first + _MOST_ROWS]
            values = ",".join(["(?,?,?,?)"] * len(some))
            adding = f"INSERT INTO events (stream, version, data, command) VALUES {values}"  # noqa: S608  # no value in it
            connection.exec_driver_sql(adding, tuple(chain.from_iterable(some)))

    def announce(self, connection: sa.Connection, payloads: list[str]) -> None:
        """Tell the other processes, when the transaction commits."""
        if self.shared and payloads:
            each = sa.func.unnest(sa.cast(payloads, postgresql.ARRAY(sa.Text))).column_valued("payload")
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, each)))

    async def close(self) -> None:
        """Give the connections back, those last that somebody is still using."""
        pool = self.engine.pool
        for _ in range(_PATIENCE):
            if not isinstance(pool, sa.QueuePool) or not pool.checkedout():
                break
            await asyncio.sleep(0.01)
        await self.engine.dispose()


def database_url(address: str) -> URL:
    """The URL of `sqlite:///path`, `postgresql://...` or a plain path; ValueError for anything else."""
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
    return url.set(drivername=drivers[kind])


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "postgresql":
        settings = {"synchronous_commit": "on"}
        return create_async_engine(
            url, pool_size=8, pool_pre_ping=True, connect_args={"server_settings": settings, "timeout": 10}
        )
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, pool_size=4)
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


def _upgraded(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
