"""Storage hiccups: what the house has to do is done in the end, everybody is told, nothing is done twice.

A full disk is SQLite's own: `max_page_count` makes it say so at the next page, with the same error as a full disk.
"""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect

from barpoint.adapters.database import Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.bootstrap import server_process
from barpoint.service import Appended, EventStore, Seat, StorageError, Write, format_of_terms
from barpoint.service.clocks.timers import Timers
from barpoint.service.play.terms import Terms
from barpoint.wire.messages import NoticeMessage, read_server_messages
from tests.service.server import FakeClock
from tests.web.server_process import PATIENCE, QuickBot, served


class Hiccups:
    """A store whose writes fail as long as `failing`."""

    def __init__(self, store: EventStore) -> None:
        self._store, self.failing, self.refused = store, False, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, writes: Any, command: str) -> Any:
        if self.failing:
            self.refused += 1
            raise StorageError("database or disk is full")
        return await self._store.append(writes, command)


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_bot_whose_move_could_not_be_kept_moves_when_it_can(tmp_path: Path) -> None:
    async def run() -> None:
        house = await server_process(str(tmp_path / "a.db"), clock=FakeClock())
        store = Hiccups(house.store)
        house.play._store, house.play._bots = store, lambda _level: QuickBot()
        format = format_of_terms(Terms(points=1))
        bots = [Seat("One", bot="casual")], [Seat("Two", bot="casual")]
        store.failing = False
        await house.play.open("BOTS", format, *bots)  # type: ignore[arg-type]
        room = await house.play.room("BOTS")
        assert room is not None
        await until(lambda: room.match.game is not None)
        store.failing = True
        before = store.refused
        await until(lambda: store.refused > before or room.match.ended is not None)
        assert room.match.ended is None, "it was over before anything failed"
        store.failing = False
        await until(lambda: room.match.ended is not None)
        await house.close()

    asyncio.run(run())


def test_a_deadline_that_could_not_be_kept_is_kept_later() -> None:
    async def run() -> None:
        clock, done, fails = FakeClock(), [], [True, True]
        timers = Timers(clock)

        async def work() -> None:
            if fails:
                fails.pop()
                raise StorageError("locked")
            done.append(clock.now())

        timers.set("key", clock.now(), work)
        for _ in range(8):
            await timers.run_due()
            clock.pass_(1)
        assert len(done) == 1
        assert len(timers) == 0

    asyncio.run(run())


def test_after_an_unknown_commit_the_store_looks_again_and_writes_nothing_twice(tmp_path: Path) -> None:
    async def run() -> None:
        database = Database(str(tmp_path / "a.db"))
        await database.migrate()
        store, lost = SqlEventStore(database), [True]
        commit = store._commit

        def commit_and_lose(*given: Any, **named: Any) -> Any:
            outcome = commit(*given, **named)
            if lost:
                lost.pop()
                raise sa.exc.OperationalError("COMMIT", {}, sqlite3.OperationalError("the connection was lost"))
            return outcome

        store._commit = commit_and_lose  # type: ignore[method-assign]
        outcome = await store.append([Write("match:A", 0, (b"1", b"2"))], "once")
        assert isinstance(outcome, Appended)
        assert outcome.versions == {"match:A": 2}
        assert [stored.data for stored in await store.read("match:A")] == [b"1", b"2"]
        await store.close()
        await database.close()

    asyncio.run(run())


def test_a_full_disk_is_said_to_everybody_and_by_healthz_and_then_that_it_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with (
            served(str(tmp_path / "a.db")) as server,
            httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client,
        ):
            assert (await client.get("/healthz")).text == "ok"
            await client.post("/api/guest", json={"name": "Ann"})
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            url = server.url.replace("http", "ws") + "/socket"
            async with connect(url, additional_headers={"Cookie": cookies}) as socket:
                store = server.house.store
                probe = store.probe

                async def full() -> None:
                    raise StorageError("database or disk is full")

                store.probe = full  # type: ignore[method-assign]
                assert "not being saved" in (await heard(socket)).text
                answer = await client.get("/healthz")
                assert answer.status_code == 503
                assert "full" in answer.text
                store.probe = probe  # type: ignore[method-assign]
                assert "well again" in (await heard(socket)).text
            assert (await client.get("/healthz")).text == "ok"

    asyncio.run(run())


def test_a_look_at_storage_writes_to_the_disk(tmp_path: Path) -> None:
    """SQLite writes nothing for an update that changes nothing: a full disk would not be noticed."""

    async def run() -> None:
        file = tmp_path / "a.db"
        database = Database(str(file))
        await database.migrate()
        store = SqlEventStore(database)
        await store.probe()
        with contextlib.closing(sqlite3.connect(file)) as other:

            def version() -> int:
                found: int = other.execute("PRAGMA data_version").fetchone()[0]
                return found

            before = version()
            await store.probe()
            assert version() != before, "somebody has written"
            assert not other.execute("SELECT count(*) FROM heartbeats").fetchone()[0], "and left nothing behind"
        await store.close()
        await database.close()

    asyncio.run(run())


def test_what_cannot_be_saved_is_said_so_whatever_it_is_and_reading_goes_on(tmp_path: Path) -> None:
    """Not only events: accounts, sessions and seats are written as well, by other ways."""

    async def run() -> None:
        clock = FakeClock()
        async with (
            served(str(tmp_path / "a.db"), clock) as server,
            httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client,
        ):
            await client.post("/api/guest", json={"name": "Ann"})
            lock = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
            engine = server.house.accounts._database.engine  # type: ignore[attr-defined]  # SQL's own
            await engine.dispose()
            sa.event.listen(engine.sync_engine, "connect", lambda line, _: line.execute("PRAGMA busy_timeout=1"))
            lock.execute("BEGIN IMMEDIATE")
            refused = await client.post("/api/guest", json={"name": "Bea"}, headers={"Cookie": ""})
            assert (refused.status_code, refused.json()["code"]) == (503, "storage")
            clock.pass_(3_600)  # that a session is used would be noted now
            assert (await client.get("/api/me")).json()["name"] == "Ann"
            lock.rollback()
            lock.close()
            assert (await client.get("/api/me")).status_code == 200

    asyncio.run(run())


def test_whoever_is_cancelled_while_reading_is_cancelled_and_nothing_else(tmp_path: Path) -> None:
    """Else a task that is told to stop would take it for storage trouble, and try again for ever."""

    async def run() -> None:
        database = Database(str(tmp_path / "a.db"))
        await database.migrate()
        store = SqlEventStore(database)
        for delay in range(20):
            reading = asyncio.ensure_future(store.read("match:A"))
            for _ in range(delay):
                await asyncio.sleep(0)
            reading.cancel()
            outcome = (await asyncio.gather(reading, return_exceptions=True))[0]
            assert isinstance(outcome, asyncio.CancelledError | list), outcome
        await store.close()
        await database.close()

    asyncio.run(run())


async def heard(socket: Any) -> NoticeMessage:
    """The next word about storage."""
    while True:
        for message in read_server_messages(await socket.recv()):
            if isinstance(message, NoticeMessage) and message.kind == "storage":
                return message


@pytest.mark.parametrize("moved", ["renamed", "deleted", "replaced"])
def test_a_database_file_that_was_moved_deleted_or_replaced_is_noticed(tmp_path: Path, moved: str) -> None:
    async def run() -> None:
        file = tmp_path / "a.db"
        database = Database(str(file))
        await database.migrate()
        store = SqlEventStore(database)
        await store.append([Write("match:A", 0, (b"1",))], "a")
        aside = tmp_path / "aside.db"
        file.rename(aside)
        if moved == "deleted":
            aside.unlink()
        if moved == "replaced":
            file.write_bytes(aside.read_bytes())
        with pytest.raises(StorageError, match="moved or deleted" if moved != "replaced" else "another file"):
            await store.append([Write("match:A", 1, (b"2",))], "b")
        with pytest.raises(StorageError):
            await store.probe()
        if moved == "renamed":
            aside.rename(file)  # put back, it goes on
            assert isinstance(await store.append([Write("match:A", 1, (b"2",))], "b"), Appended)
        await store.close()
        await database.close()

    asyncio.run(run())


def test_a_real_full_disk_refuses_whole_appends_and_nothing_is_lost_when_there_is_room_again(tmp_path: Path) -> None:
    async def run() -> None:
        database = Database(str(tmp_path / "a.db"))
        await database.migrate()
        store = SqlEventStore(database)
        await store.append([Write("match:A", 0, (b"1",))], "a")
        await store._writer.run(lambda c: c.exec_driver_sql("PRAGMA max_page_count=1").close())
        with pytest.raises(StorageError, match="full"):
            await store.append([Write("match:A", 1, (b"x" * 100_000,))], "big")
        assert len(await store.read("match:A")) == 1
        await store._writer.run(lambda c: c.exec_driver_sql("PRAGMA max_page_count=1000000").close())
        outcome = await store.append([Write("match:A", 1, (b"x" * 100_000,))], "big")
        assert isinstance(outcome, Appended)
        assert [stored.version for stored in await store.read("match:A")] == [1, 2]
        await store.close()
        await database.close()

    asyncio.run(run())


def test_a_postgres_that_dropped_every_connection_is_written_to_again_and_nothing_twice(postgres: str) -> None:
    async def run() -> None:
        import asyncpg

        database = Database(postgres)
        await database.migrate()
        store = SqlEventStore(database)
        for number in range(3):
            outcome = await store.append([Write("match:A", number, (b"%d" % number,))], f"c/{number}")
            assert isinstance(outcome, Appended)
            other = await asyncpg.connect(postgres)  # as a restart does
            await other.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid()"
            )
            await other.close()
        await store.probe()
        assert [stored.data for stored in await store.read("match:A")] == [b"0", b"1", b"2"]
        await store.close()
        await database.close()

    asyncio.run(run())
