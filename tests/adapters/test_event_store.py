"""The event store on both databases: all or nothing, once only, in order, and on disk."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from barpoint.adapters import schema
from barpoint.adapters.announcements import PostgresAnnouncements
from barpoint.adapters.database import Database, database_url, events
from barpoint.adapters.event_store import SqlEventStore
from barpoint.service.ports import Appended, Conflict, Write
from barpoint.service.records import START, digest_of, leaf_of
from barpoint.service.records.announced_appends import read_announced


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[tuple[Database, SqlEventStore]]:
    database = Database(address)
    await database.migrate()
    store = SqlEventStore(database)
    yield database, store
    await store.close()
    await database.close()


def on(address: str, test: Callable[[Database, SqlEventStore], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(address) as (database, store):
            await test(database, store)

    asyncio.run(run())


def test_appends_are_versioned_repeated_harmlessly_and_refused_when_stale(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        first = [Write("match:1", 0, (b"a", b"b"))]
        assert await store.append(first, "c1") == Appended({"match:1": 2})
        assert await store.append(first, "c1") == Appended({"match:1": 2}, repeated=True)
        assert await store.append(first, "c2") == Conflict("match:1", 2)
        assert await store.append([Write("match:1", 5, (b"x",))], "c3") == Conflict("match:1", 2), "no gaps"
        kept = await store.read("match:1")
        assert [(one.version, one.data, one.command) for one in kept] == [(1, b"a", "c1"), (2, b"b", "")]
        assert [one.data for one in await store.read("match:1", after=1)] == [b"b"]
        assert await store.read("match:none") == []

    on(database_address, test)


def test_what_several_ask_for_at_once_is_read_together_and_each_gets_its_own(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        await store.append([Write("match:1", 0, (b"a", b"b", b"c")), Write("dice:1", 0, (b"d",))], "c1")
        asked = [{"match:1": 1, "dice:1": 0}, {"match:1": 2, "seal:1": 0}, {"match:1": 3}]
        first, second, third = await asyncio.gather(*map(store.read_after, asked))
        assert [(one.version, one.data) for one in first["match:1"]] == [(2, b"b"), (3, b"c")]
        assert [(one.data, one.command) for one in first["dice:1"]] == [(b"d", "")]
        assert ([one.data for one in second["match:1"]], second["seal:1"]) == ([b"c"], [])
        assert third == {"match:1": []}
        assert [one.command for one in (await store.read_after({"match:1": 0}))["match:1"]] == ["c1", "", ""]

    on(database_address, test)


def test_writes_over_several_streams_are_all_or_nothing(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        await store.append([Write("match:1", 0, (b"a",))], "c1")
        both = [Write("case:1", 0, (b"r",)), Write("match:1", 0, (b"late",))]
        assert await store.append(both, "c2") == Conflict("match:1", 1)
        assert await store.read("case:1") == []
        landed = await store.append([Write("case:1", 0, (b"r",)), Write("match:1", 1, (b"in time",))], "c2")
        assert landed == Appended({"case:1": 1, "match:1": 2})

    on(database_address, test)


def test_streams_are_listed_oldest_first_and_closed_ones_can_be_left_out(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        for name in ("match:b", "match:a", "dice:b"):
            await store.append([Write(name, 0, (b"1",))], name)
        await store.append([Write("match:b", 1, (b"over",), ends=True)], "over")
        assert await store.streams("match") == ["match:b", "match:a"]
        assert await store.streams("match", only_open=True) == ["match:a"]
        await store.append([Write("match:b", 2, (b"taken up again",), ends=False)], "again")
        assert await store.streams("match", only_open=True) == ["match:b", "match:a"]

    on(database_address, test)


def test_of_many_writers_at_once_one_wins_each_version_and_none_is_lost(database_address: str) -> None:
    """Two stores as in two processes, twenty writers each, all on one stream."""

    async def writer(store: SqlEventStore, name: str, times: int) -> None:
        for number in range(times):
            while True:
                head = len(await store.read("match:1"))
                outcome = await store.append([Write("match:1", head, (name.encode(),))], f"{name}-{number}")
                if isinstance(outcome, Appended):
                    break

    async def run() -> None:
        async with opened(database_address) as (_, one), opened(database_address) as (_, other):
            await asyncio.gather(
                *(writer(store, f"{k}{n}", 2) for k, store in enumerate((one, other)) for n in range(5))
            )
            kept = await one.read("match:1")
            assert [stored.version for stored in kept] == list(range(1, 21))
            assert len({stored.command for stored in kept}) == 20

    asyncio.run(run())


def test_a_conflict_in_a_batch_leaves_the_others_alone(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        appends = [store.append([Write(f"match:{n}", n % 2, (b"x",))], f"c{n}") for n in range(10)]
        outcomes = await asyncio.gather(*appends)
        assert [isinstance(outcome, Appended) for outcome in outcomes] == [n % 2 == 0 for n in range(10)]

    on(database_address, test)


def test_what_is_acknowledged_is_synced_to_disk(database_address: str) -> None:
    """kill -9 cannot show a missing fsync, so the settings themselves are looked at, on the pool's connections."""

    async def test(database: Database, _: SqlEventStore) -> None:
        async with database.engine.connect() as connection:
            if database.is_shared:
                assert (await connection.execute(sa.text("show synchronous_commit"))).scalar() == "on"
                assert (await connection.execute(sa.text("show fsync"))).scalar() == "on"
            else:
                assert (await connection.execute(sa.text("pragma journal_mode"))).scalar() == "wal"
                assert (await connection.execute(sa.text("pragma synchronous"))).scalar() == 2, "FULL"

    on(database_address, test)


def test_migrations_run_again_do_nothing(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        await store.append([Write("match:1", 0, (b"a",))], "c1")
        await database.migrate()
        assert len(await store.read("match:1")) == 1

    on(database_address, test)


def test_another_process_hears_of_an_append_and_the_listener_comes_back_after_a_cut(postgres: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        heard: list[str] = []
        missed: list[bool] = []
        other = Database(postgres)
        listening = asyncio.create_task(PostgresAnnouncements(other).listen(heard.append, lambda: missed.append(True)))
        await _until(lambda: len(missed) == 1)
        await store.append([Write("talk:1", 0, (b"a", b"b"))], "c1")
        await _until(lambda: heard == ["talk:1:2"])
        async with database.engine.connect() as connection:
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"
            await connection.execute(sa.text(cut))
        await _until(lambda: len(missed) == 2)
        await store.append([Write("talk:1", 2, (b"c",))], "c2")
        await _until(lambda: heard[-1] == "talk:1:3")
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await other.close()

    on(postgres, test)


def test_a_process_does_not_hear_its_own_appends_but_what_others_append(postgres: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        heard: list[str] = []
        ready = asyncio.Event()
        listening = asyncio.create_task(PostgresAnnouncements(database).listen(heard.append, ready.set))
        await ready.wait()
        await store.append([Write("talk:1", 0, (b"a",))], "c1")
        other = Database(postgres)
        others = SqlEventStore(other)
        await others.append([Write("talk:2", 0, (b"b",))], "c2")
        await _until(lambda: "talk:2:1" in heard)
        assert "talk:1:1" not in heard, "announced before the other, and left out"
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await others.close()
        await other.close()

    on(postgres, test)


def test_where_ended_streams_stood_is_not_remembered(database_address: str) -> None:
    async def test(_: Database, store: SqlEventStore) -> None:
        parts = [f"{kind}:A" for kind in ("match", "room", "dice", "seal")]
        await store.append([Write(stream, 0, (b"a",)) for stream in (*parts, "challenge:A")], "c1")
        assert store.remembered_heads == 5
        await store.append([Write("challenge:A", 1, (b"b",), ends=True)], "c2")
        assert store.remembered_heads == 4
        await store.append([Write("match:A", 1, (b"b",), ends=True)], "c3")
        assert store.remembered_heads == 0, "nor what lies beside a match"
        assert await store.append([Write("room:A", 1, (b"b",))], "c4") == Appended({"room:A": 2})

    on(database_address, test)


def test_no_more_heads_are_remembered_however_many_streams_there_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("barpoint.adapters.event_store.MOST_HEADS", 10)

    async def test(_: Database, store: SqlEventStore) -> None:
        for number in range(50):
            await store.append([Write(f"note:{number}", 0, (b"a",))], f"c{number}")
            assert store.remembered_heads <= 20
        for number in (0, 49):  # one that was left out and one that was not
            assert await store.append([Write(f"note:{number}", 1, (b"b",))], f"d{number}") == Appended(
                {f"note:{number}": 2}
            )
            assert await store.append([Write(f"note:{number}", 1, (b"b",))], f"e{number}") == Conflict(
                f"note:{number}", 2
            )

    on(f"sqlite:///{tmp_path}/heads.db", test)


def test_what_is_told_in_one_breath_is_heard_in_its_order_as_often_as_it_was_told(postgres: str) -> None:
    async def test(database: Database, _: SqlEventStore) -> None:
        heard, ready = list[str](), asyncio.Event()
        line = PostgresAnnouncements(database)
        listening = asyncio.create_task(line.listen(heard.append, ready.set))
        await ready.wait()
        words = ["here/1", "here/0", "here/1", *["limit/a"] * 100, "é" * 3000, *["x" * 3000] * 3]
        await asyncio.gather(*map(line.tell, words))
        await _until(lambda: len(heard) >= len(words))
        assert heard == words
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    on(postgres, test)


def test_what_happens_in_a_match_is_told_with_its_events_and_secrets_and_what_is_long_are_not(postgres: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        other = Database(postgres)
        others, heard, ready = SqlEventStore(other), list[str](), asyncio.Event()
        listening = asyncio.create_task(PostgresAnnouncements(other, others).listen(heard.append, ready.set))
        await ready.wait()
        roll = [Write("match:1", 0, (b'{"n":1}', b'{"n": 2}')), Write("dice:1", 0, (b'{"d":1}',))]
        await store.append(roll, "c1")
        await store.append([Write("match:1", 2, (b'{"n":3}',))], "c2")
        await _until(lambda: len(heard) == 2)
        appends = [append for payload in heard for append in read_announced(payload)]
        assert [[(w.stream, w.expected, w.command, *map(bytes, w.events)) for w in append] for append in appends] == [
            [("match:1", 0, "c1", b'{"n":1}', b'{"n": 2}'), ("dice:1", 0, "", b'{"d":1}')],
            [("match:1", 2, "c2", b'{"n":3}')],
        ]
        await others.append([Write("match:1", 3, (b'{"n":4}',))], "c3")  # goes on at the head it was told
        await store.append([Write("match:2", 0, (b"{}",)), Write("seal:2", 0, (b'"secret"',))], "c4")
        await store.append([Write("match:3", 0, (b'"%b"' % (b"x" * 8000),))], "c5")
        await _until(lambda: len(heard) == 5)
        assert heard[2:] == ["match:2:1", "seal:2:1", "match:3:1"]
        async with database.engine.connect() as connection:
            query = sa.select(events).where(events.c.stream == "match:1").order_by(events.c.version)
            rows = (await connection.execute(query)).all()
        digest = START
        for version, row in enumerate(rows, 1):
            digest = digest_of(digest, "match:1", version, leaf_of(bytes(row.salt), bytes(row.data)))
            assert bytes(row.digest) == digest
        assert len(rows) == 4
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await others.close()
        await other.close()

    on(postgres, test)


def test_a_listener_that_looks_whether_its_line_is_dead_leaves_nothing_behind(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("barpoint.adapters.announcements._LOOK_EVERY", 0.001)
    looks: list[int] = []

    async def test(database: Database, store: SqlEventStore) -> None:  # noqa: ARG001  # as the others
        announcements, ready = PostgresAnnouncements(database), asyncio.Event()
        listening = asyncio.create_task(announcements.listen(lambda _: None, ready.set))
        await ready.wait()
        for _ in range(20):
            await asyncio.sleep(0.02)
            looks.append(len(asyncio.all_tasks()))
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    on(postgres, test)
    assert max(looks) <= looks[0] + 2


async def _until(holds: Callable[[], bool], seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("address", ["mysql://x/y", "sqlite://", "://"])
def test_an_address_of_another_kind_is_malformed(address: str) -> None:
    with pytest.raises(ValueError, match="expected sqlite:///path or postgresql://"):
        database_url(address)


def test_a_plain_path_is_a_sqlite_file() -> None:
    assert database_url("some/where.db").render_as_string() == "sqlite+aiosqlite:///some/where.db"


def test_the_newest_migration_is_known_without_alembic() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    known = [step.name for step in schema.all_steps()]
    assert known == [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


def test_a_database_that_is_up_to_date_needs_no_alembic(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from barpoint.adapters import Database; "
        f"asyncio.run(Database({str(tmp_path / 'games.db')!r}).migrate()); print('alembic' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert [run.stdout.strip() for run in runs] == ["True", "False"]
