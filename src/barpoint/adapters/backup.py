"""Back-ups: a server's whole database in one file, taken while it goes on and put back anywhere.

A back-up is a SQLite database of the very tables the server has, whichever database that is: it is read as it stood at
one moment, row by row, and so it is put back. The file appears under its name when it is whole and on disk, never
before. Putting one back is a single transaction: after kill -9 the old records are there, or the new ones.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from barpoint.adapters.chain_check import check_chain, stream_heads
from barpoint.adapters.database import Database, events, heartbeats
from barpoint.adapters.erasure import erase_person, read_erasures
from barpoint.adapters.schema import missing_steps, schema_of, upgrade
from barpoint.progress import step
from barpoint.service.records import BackupSummary, PersonErased

_AT_ONCE: Final = 2000
_ALIVE: Final = 10_000  # milliseconds after which a process that has given no sign of life is gone
_VERSIONS: Final = "alembic_version"


def take_backup(source: sa.Connection, file: Path) -> BackupSummary:
    """Write everything a database holds to a new file; ValueError if there is nothing to write."""
    if not (seen := schema_of(source)):
        raise ValueError("there is no database of a server here: nothing to back up")
    missing_steps(source)
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds what only the server should know
    try:
        with _file_connection(part) as target:
            upgrade(target, seen)
            rows = _copy(source, target, "Backing up")
            summary = _summary(target, rows)
        _sync(part)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    part.replace(file)
    if os.name == "posix":  # elsewhere a folder cannot be synced, and need not be
        _sync(file.parent)
    return summary


def put_back(
    target: sa.Connection,
    database: Database,
    file: Path,
    now: int,
    *,
    replace: bool,
    later: Sequence[PersonErased] = (),
) -> BackupSummary:
    """Replace everything in a database by what a back-up holds, brought up to date.

    Whoever was erased in what is replaced, or in `later`, is erased again. ValueError if the file is no back-up, or
    something would be lost that was not to be replaced.
    """
    _require_replaceable(target, now, replace=replace)
    later = (*(read_erasures(target) if schema_of(target) and not missing_steps(target) else ()), *later)
    with _file_connection(file, read_only=True) as source:
        if not (seen := schema_of(source)):
            raise ValueError(f"{file} is no back-up: `barpoint backup` writes one")
        missing_steps(source)
        old = _reflect(target, but=())
        old.drop_all(target)
        upgrade(target, seen)
        rows = _copy(source, target, "Restoring")
    if database.is_shared:
        _set_sequences(target)
    upgrade(target)
    again = [
        erased.account
        for erased in later
        if erase_person(target, database, erased.account, erased.reason, erased.at, erased.name) is not None
    ]
    return msgspec.structs.replace(_summary(target, rows), erased=tuple(again))


def _require_replaceable(target: sa.Connection, now: int, *, replace: bool) -> None:
    if not schema_of(target):
        return
    missing_steps(target)
    alive = sa.select(sa.func.count()).select_from(heartbeats).where(heartbeats.c.at > now - _ALIVE)
    if target.execute(alive).scalar_one():
        raise ValueError("a server is running on this database, or was a moment ago: stop it and wait ten seconds")
    kept = target.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()
    if kept and not replace:
        raise ValueError(f"this database holds {kept} events; --replace puts the back-up in their place")


@contextmanager
def _file_connection(file: Path, *, read_only: bool = False) -> Iterator[sa.Connection]:
    """A connection to a back-up's file, in a transaction."""
    if read_only and not file.is_file():
        raise ValueError(f"there is no back-up at {file}")
    address = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}&uri=true"
    engine = sa.create_engine(f"sqlite:///{address}", poolclass=sa.NullPool, hide_parameters=True)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    try:
        with engine.connect() as connection:
            connection.connection.dbapi_connection.isolation_level = None  # type: ignore[union-attr]  # SQLite's has it
            with connection.begin():
                yield connection
    except sa.exc.DatabaseError as damaged:
        if read_only and "not a database" in str(damaged):
            raise ValueError(f"{file} is no back-up: `barpoint backup` writes one") from damaged
        if read_only:
            raise ValueError(f"{file} cannot be put back, it may be damaged: {damaged.orig}") from damaged
        raise


def _copy(source: sa.Connection, target: sa.Connection, title: str) -> int:
    """Every row of the tables both have, a few thousand at a time; how many."""
    here, there = _reflect(source), _reflect(target)
    if missing := sorted(there.tables.keys() - here.tables.keys()):
        raise ValueError(f"the database is damaged: it has no {', '.join(missing)}")
    sizes = [sa.select(sa.func.count()).select_from(here.tables[name]) for name in there.tables]
    count = 0
    with step(title, sum(source.execute(size).scalar_one() for size in sizes)) as report:
        for name, table in there.tables.items():
            query = sa.select(*(here.tables[name].c[column.name] for column in table.columns))
            rows = source.execution_options(yield_per=_AT_ONCE).execute(query.order_by(*here.tables[name].primary_key))
            for some in rows.mappings().partitions():
                target.execute(sa.insert(table), [dict(row) for row in some])
                count += len(some)
                report(count, now=name)
    source.execution_options(yield_per=None)
    return count


def _reflect(connection: sa.Connection, but: Sequence[str] = (_VERSIONS,)) -> sa.MetaData:
    tables = sa.MetaData()
    tables.reflect(connection, only=lambda name, _: name not in but)
    return tables


def _set_sequences(target: sa.Connection) -> None:
    """Let PostgreSQL count on from the highest number there is."""
    for table in _reflect(target).tables.values():
        for column in table.primary_key:
            sequence = target.execute(sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))).scalar()
            if sequence is not None:
                highest: Any = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
                target.execute(sa.select(sa.func.setval(sequence, highest, sa.false())))


def _summary(connection: sa.Connection, rows: int) -> BackupSummary:
    """What is there now; ValueError if its chain is broken."""
    if missing_steps(connection):
        return BackupSummary(rows, 0, ())
    report = check_chain(connection)
    return BackupSummary(rows, len(stream_heads(connection)), report.bad)


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
