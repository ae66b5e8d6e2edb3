"""Back-ups: taken while a server goes on, whole, and put back into either database; upgrades tried and refused."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from uuid import uuid4

import pytest
import sqlalchemy as sa

from barpoint.adapters.database import Database, account_changes, accounts, streams
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.schema import all_steps, upgrade
from barpoint.bootstrap import back_up, compare_records, kept_heads, migrate_database, restore_backup, verify_records
from barpoint.client import Server, play_match
from barpoint.match.state import MatchPhase
from barpoint.service.ports import Appended, Write
from tests.adapters.databases import _execute
from tests.adapters.test_event_store import opened
from tests.web.server_process import QuickBot, served

GOLDEN = Path(__file__).parent.parent / "golden" / "databases"


@pytest.fixture(params=["sqlite", "postgresql"])
def another_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind beside the first."""
    if request.param == "sqlite":
        yield str(tmp_path / "elsewhere" / "restored.db")
        return
    server: str = request.getfixturevalue("postgres_server")
    name = f"r{uuid4().hex}"
    asyncio.run(_execute(server, f"create database {name}"))
    yield server.replace("/postgres?", f"/{name}?")
    asyncio.run(_execute(server, f"drop database {name} with (force)"))


def test_a_match_goes_on_where_its_back_up_was_put_back(
    database_address: str, another_address: str, tmp_path: Path
) -> None:
    """Taken while the server runs, restored into a database of either kind, and played to its end there."""
    file = tmp_path / "monday.backup"

    async def run() -> None:
        async with served(database_address) as here:
            anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
            challenge = await anna.challenge(points=3)
            match = await ben.accept(challenge)
            async with anna.connect() as one, ben.connect() as other:
                tables = [await one.sit(match), await other.sit(match)]
                await asyncio.gather(*(play_match(table, QuickBot(), games=1) for table in tables))
            heads = await kept_heads(database_address)  # first: what a busy machine still notes may come after it
            summary = await back_up(database_address, file)
            assert summary.bad == ()
        assert file.stat().st_mode & 0o077 == 0, "it holds what only the server should know"
        await restore_backup(another_address, file)
        assert (await verify_records(another_address)).bad == ()
        assert list(await compare_records(another_address, heads)) == []
        async with served(another_address) as there:
            tokens = [Server(there.url, who.token) for who in (anna, ben)]
            async with tokens[0].connect() as one, tokens[1].connect() as other:
                tables = [await one.sit(match), await other.sit(match)]
                await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
                assert there.house.play.rooms[match].match.phase is MatchPhase.OVER
            assert await (await Server.guest(there.url, "Cem")).challenge(points=1), "new streams are numbered on"
        assert (await verify_records(another_address)).bad == ()

    asyncio.run(run())


def test_a_back_up_is_of_one_moment_while_others_write(database_address: str, tmp_path: Path) -> None:
    """Every append goes to two streams; no back-up holds one of them without the other."""

    async def write(store: SqlEventStore, stopped: asyncio.Event) -> None:
        for number in range(100_000):
            if stopped.is_set():
                return
            writes = [Write(name, number, (b"%d" % number,)) for name in ("note:1", "side:1")]
            assert isinstance(await store.append(writes, f"c{number}"), Appended)

    async def run() -> None:
        stopped = asyncio.Event()
        async with opened(database_address) as (_, store):
            writing = asyncio.create_task(write(store, stopped))
            while not await store.read("note:1"):
                await asyncio.sleep(0.01)
            for number in range(5):
                await asyncio.sleep(0.05)
                await back_up(database_address, tmp_path / f"{number}.backup")
            stopped.set()
            await writing

    asyncio.run(run())
    lengths = []
    for number in range(5):
        with sqlite3.connect(tmp_path / f"{number}.backup") as taken:
            counts = dict(taken.execute("select stream, count(*) from events group by stream").fetchall())
        taken.close()
        assert counts["note:1"] == counts["side:1"]
        lengths.append(counts["note:1"])
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1], "it went on meanwhile"


def test_restoring_replaces_only_when_asked_and_only_what_no_server_uses(database_address: str, tmp_path: Path) -> None:
    file = tmp_path / "one.backup"

    async def run() -> None:
        async with opened(database_address) as (_, store):
            await store.append([Write("analysis:1", 0, (b"a",))], "c1")
            await back_up(database_address, file)
            await store.append([Write("analysis:1", 1, (b"b",))], "c2")
        with pytest.raises(ValueError, match="holds 2 events; --replace"):
            await restore_backup(database_address, file)
        async with served(database_address):
            with pytest.raises(ValueError, match="a server is running"):
                await restore_backup(database_address, file, replace=True)
        await _forget_heartbeats(database_address)
        await restore_backup(database_address, file, replace=True)
        async with opened(database_address) as (database, store):
            assert [stored.data for stored in await store.read("analysis:1")] == [b"a"]
            await store.append([Write("analysis:2", 0, (b"n",))], "c3")
            async with database.engine.connect() as connection:
                numbers = (await connection.execute(sa.select(streams.c.number).order_by(streams.c.number))).scalars()
                assert list(numbers) == [1, 2]

    asyncio.run(run())


async def _forget_heartbeats(address: str) -> None:
    database = Database(address)
    async with database.engine.begin() as connection:
        await connection.execute(sa.text("delete from heartbeats"))
    await database.close()


@pytest.mark.parametrize("content", [b"", b"not a database, and long enough to look at it" * 40])
def test_what_is_no_back_up_is_malformed(database_address: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd"
    file.write_bytes(content)

    async def run() -> None:
        async with opened(database_address) as (_, store):
            await store.append([Write("note:1", 0, (b"a",))], "c1")
        with pytest.raises(ValueError, match="is no back-up"):
            await restore_backup(database_address, file, replace=True)
        with pytest.raises(ValueError, match="there is no back-up at"):
            await restore_backup(database_address, tmp_path / "none", replace=True)
        async with opened(database_address) as (_, store):
            assert len(await store.read("note:1")) == 1

    asyncio.run(run())


def test_a_bad_link_is_kept_in_a_back_up_and_said(tmp_path: Path) -> None:
    address, file = str(tmp_path / "a.db"), tmp_path / "a.backup"

    async def run() -> None:
        async with opened(address) as (database, store):
            await store.append([Write("note:1", 0, (b"a", b"b"))], "c1")
            async with database.engine.begin() as connection:
                await connection.execute(sa.text("update events set data = x'00' where version = 2"))
        assert [str(bad) for bad in (await back_up(address, file)).bad] == [
            "note:1 at version 2: was changed after it was written"
        ]

    asyncio.run(run())


def test_a_back_up_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address, file = str(tmp_path / "a.db"), tmp_path / "backups" / "a.backup"
    file.parent.mkdir()

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def run() -> None:
        async with opened(address) as (_, store):
            await store.append([Write("note:1", 0, (b"a",))], "c1")
        monkeypatch.setattr(os, "fsync", refuse)
        with pytest.raises(ValueError, match="No space left"):
            await back_up(address, file)

    asyncio.run(run())
    assert list(file.parent.iterdir()) == []


def test_nothing_is_made_where_there_is_no_database(tmp_path: Path) -> None:
    address = tmp_path / "none.db"
    with pytest.raises(ValueError, match="there is no database at"):
        asyncio.run(back_up(str(address), tmp_path / "x.backup"))
    with pytest.raises(ValueError, match="there is no database at"):
        asyncio.run(verify_records(str(address)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file's mode is not its owner's")
def test_a_new_database_is_its_owners_alone_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    new, restored, old = tmp_path / "new.db", tmp_path / "restored.db", tmp_path / "old.db"
    old.touch(0o644)
    old.chmod(0o644)

    async def run() -> None:
        for file in (new, old):
            async with opened(str(file)) as (_, store):
                await store.append([Write("note:1", 0, (b"a",))], "c1")
                assert {beside.stat().st_mode for beside in tmp_path.glob(f"{file.name}*")} == {file.stat().st_mode}
        await _forget_heartbeats(str(new))
        await back_up(str(new), tmp_path / "a.backup")
        await restore_backup(str(restored), tmp_path / "a.backup")

    asyncio.run(run())
    assert [file.stat().st_mode & 0o777 for file in (new, restored, old)] == [0o600, 0o600, 0o644]


# Upgrades


@pytest.mark.parametrize("release", sorted(path.stem for path in GOLDEN.glob("*.sqlite")))
def test_a_database_of_a_release_is_chained_when_it_is_brought_up_to_date(
    release: str, another_address: str, tmp_path: Path
) -> None:
    """Backed up as it is, restored, and every event chained; also into the other kind of database."""
    old, file = tmp_path / "old.db", tmp_path / "old.backup"
    copyfile(GOLDEN / f"{release}.sqlite", old)
    before = old.read_bytes()
    with sqlite3.connect(old) as kept:
        lines = kept.execute("select stream, version, data from events order by 1, 2").fetchall()
    kept.close()
    tried = asyncio.run(migrate_database(str(old), dry_run=True))
    names = [step.name for step in all_steps()]
    assert [step.name for step in tried] == names[len(names) - len(tried) :], "what is missing, to the last step"
    assert bool(tried) or release != "0.1.0"
    assert old.read_bytes() == before, "a dry run keeps nothing"
    asyncio.run(back_up(str(old), file))
    asyncio.run(restore_backup(another_address, file))
    report = asyncio.run(verify_records(another_address))
    assert (report.events, report.bad) == (len(lines), ())

    async def events() -> list[tuple[str, int, bytes]]:
        database = Database(another_address)
        async with database.engine.connect() as connection:
            rows = (await connection.execute(sa.text("select stream, version, data from events"))).all()
        await database.close()
        return sorted((row[0], row[1], bytes(row[2])) for row in rows)

    assert asyncio.run(events()) == sorted(lines)


def test_a_database_of_a_newer_program_is_refused_in_one_sentence(database_address: str, tmp_path: Path) -> None:
    async def run() -> None:
        database = Database(database_address)
        await database.migrate()
        async with database.engine.begin() as connection:
            await connection.execute(sa.text("update alembic_version set version_num = '0999'"))
        for asked in (database.migrate(), back_up(database_address, tmp_path / "x"), verify_records(database_address)):
            with pytest.raises(ValueError, match="this database was brought to step 0999 by a newer Barpoint") as told:
                await asked
            assert "\n" not in str(told.value)
        await database.close()

    asyncio.run(run())


def test_a_migration_that_fails_half_way_leaves_the_tables_as_they_were(database_address: str) -> None:
    """SQLite's driver would begin its transaction only at the first changed row."""

    async def run() -> None:
        database = Database(database_address)

        def to_0003(connection: sa.Connection) -> None:
            upgrade(connection, "0003")
            connection.execute(sa.insert(account_changes).values(account="A"))
            adding = sa.text("insert into events (stream, version, data) values ('note:1', 1, :data)")
            connection.execute(adding.bindparams(sa.bindparam("data", b"a", sa.LargeBinary)))

        await database.write(to_0003)

        def half_way(connection: sa.Connection) -> None:
            upgrade(connection, "0004")
            raise RuntimeError("the power went")

        def columns_of(connection: sa.Connection) -> list[str]:
            return [column["name"] for column in sa.inspect(connection).get_columns("events")]

        with pytest.raises(RuntimeError):
            await database.write(half_way)
        columns = await database.read(columns_of)
        assert columns == ["stream", "version", "data", "command"]
        assert [step.name for step in await database.migrate()] == [step.name for step in all_steps()[3:]]
        assert await database.migrate() == ()
        async with database.engine.connect() as connection:
            assert (await connection.execute(sa.select(sa.func.count()).select_from(accounts))).scalar() == 0
        await database.close()
        assert (await verify_records(database_address)).events == 1

    asyncio.run(run())
