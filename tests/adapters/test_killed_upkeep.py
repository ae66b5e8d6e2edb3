"""kill -9 while a database is backed up, brought up to date or restored: all of the work is there, or none of it.

The commands are real processes. How long one takes is measured first; then others are killed at moments spread over
that time. `BARPOINT_KILLS` sets how many.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from barpoint.adapters.database import Database
from barpoint.adapters.schema import all_steps, schema_of, upgrade
from barpoint.bootstrap import back_up, migrate_database, verify_records

KILLS = int(os.environ.get("BARPOINT_KILLS", "3"))
EVENTS = 10_000
MATCHES = 50


def of_0003(address: str, events: int = EVENTS) -> None:
    """A database as the program before chains left it."""

    def fill(connection: sa.Connection) -> None:
        upgrade(connection, "0003")
        log = sa.table(
            "events", sa.column("stream", sa.Text), sa.column("version", sa.Integer), sa.column("data", sa.LargeBinary)
        )
        names = [f"note:{number}" for number in range(MATCHES)]
        known = sa.table("streams", *(sa.column(name) for name in ("name", "kind", "open")))
        connection.execute(sa.insert(known), [{"name": name, "kind": "match", "open": False} for name in names])
        each = events // MATCHES
        rows = [{"stream": name, "version": n + 1, "data": b"%d" % n * 30} for name in names for n in range(each)]
        connection.execute(sa.insert(log), rows)

    async def run() -> None:
        database = Database(address)
        await database.write(fill)
        await database.close()

    asyncio.run(run())


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "barpoint", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def seconds_of(*words: str) -> float:
    """How long a command takes from its start to its end."""
    begun = time.monotonic()
    assert started(*words).wait() == 0
    return time.monotonic() - begun


def kill_at(moment: float, *words: str) -> bool:
    """Kill a command when it has run so long; False if it was done by then."""
    process = started(*words)
    time.sleep(moment)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def moments(whole: float) -> list[float]:
    """From when the program has been loaded to about its end."""
    return [whole * (0.45 + 0.55 * number / KILLS) for number in range(KILLS)]


async def state_of(address: str) -> tuple[str, int, bool]:
    """The step a database is at, how many events it has, and whether they are chained."""
    database = Database(address)

    def look(connection: sa.Connection) -> tuple[str, int, bool]:
        count = connection.execute(sa.text("select count(*) from events")).scalar_one()
        columns = {column["name"] for column in sa.inspect(connection).get_columns("events")}
        return schema_of(connection), count, "digest" in columns

    seen = await database.read(look)
    await database.close()
    return seen


def test_killed_while_brought_up_to_date(database_address: str, tmp_path: Path) -> None:
    measured = str(tmp_path / "measured.db")
    of_0003(measured)
    whole = seconds_of("migrate", "--db", measured)
    of_0003(database_address)
    killed = 0
    for moment in moments(whole):
        killed += kill_at(moment, "migrate", "--db", database_address)
        step, count, chained = asyncio.run(state_of(database_address))
        assert count == EVENTS
        assert (step, chained) in (("0003", False), (all_steps()[-1].name, True)), "whole or not at all"
        if chained:
            break
    assert killed, "at least one was cut off"
    asyncio.run(migrate_database(database_address))
    report = asyncio.run(verify_records(database_address))
    assert (report.events, report.bad) == (EVENTS, ())


def test_killed_while_backed_up(database_address: str, tmp_path: Path) -> None:
    of_0003(database_address)
    asyncio.run(migrate_database(database_address))
    file = tmp_path / "the.backup"
    command = ("backup", str(file), "--db", database_address)
    whole = seconds_of(*command)
    earlier = file.read_bytes()
    killed = 0
    for moment in moments(whole):
        killed += kill_at(moment, *command)
        assert asyncio.run(verify_records(str(file))).events == EVENTS, "the earlier one or the new one, never half"
    assert killed
    assert asyncio.run(verify_records(database_address)).bad == ()
    asyncio.run(back_up(database_address, file))
    assert not list(tmp_path.glob("*.part")), "what was left unfinished is gone with the next one"
    assert len(file.read_bytes()) == len(earlier)


def test_killed_while_restored(database_address: str, tmp_path: Path) -> None:
    larger, file = str(tmp_path / "larger.db"), tmp_path / "larger.backup"
    of_0003(larger)
    asyncio.run(migrate_database(larger))
    asyncio.run(back_up(larger, file))
    whole = seconds_of("restore", str(file), "--db", str(tmp_path / "measured.db"))
    of_0003(database_address, 1000)
    asyncio.run(migrate_database(database_address))
    killed = 0
    for moment in moments(whole):
        killed += kill_at(moment, "restore", str(file), "--replace", "--db", database_address)
        report = asyncio.run(verify_records(database_address))
        assert report.bad == ()
        assert report.events in (1000, EVENTS), "what was there or what was put back"
    assert killed
    assert started("restore", str(file), "--replace", "--db", database_address).wait() == 0
    assert asyncio.run(verify_records(database_address)).events == EVENTS


def test_a_write_ahead_log_of_a_killed_server_is_part_of_the_back_up(tmp_path: Path) -> None:
    """What was acknowledged may lie in SQLite's log only."""
    address, file = tmp_path / "served.db", tmp_path / "served.backup"
    writing = subprocess.run(
        [sys.executable, "-c", _WRITE_AND_DIE.format(address=str(address))], stdout=subprocess.PIPE, text=True
    )
    assert writing.returncode == -signal.SIGKILL
    assert (tmp_path / "served.db-wal").stat().st_size > 0
    asyncio.run(back_up(str(address), file))
    with sqlite3.connect(file) as kept:
        assert kept.execute("select count(*) from events").fetchone() == (int(writing.stdout),)
    kept.close()


_WRITE_AND_DIE = """
import asyncio, os, signal
from barpoint.adapters.database import Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.service.ports import Write

async def run():
    database = Database({address!r})
    await database.migrate()
    store = SqlEventStore(database)
    for number in range(20):
        await store.append([Write("note:1", number, (b"x",))], str(number))
    print(20, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(run())
"""

if sys.platform == "win32":
    pytest.skip("kill -9 is POSIX", allow_module_level=True)
