"""Every event is chained to the one before it, whoever writes and however many at once; a changed byte shows."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from barpoint.adapters.chain_check import check_chain, compare_heads, stream_heads
from barpoint.adapters.database import Database, events
from barpoint.adapters.event_store import SqlEventStore
from barpoint.service.ports import Appended, Write
from barpoint.service.records import START, ChainReport, KeptHeads, digest_of, leaf_of
from tests.adapters.test_event_store import on, opened


async def checked(database: Database, stream: str = "") -> ChainReport:
    return await database.read(lambda connection: check_chain(connection, stream))


def test_the_recipe_is_the_one_that_is_written_down() -> None:
    """Worked out by hand with `sha256sum`."""
    import hashlib

    leaf = hashlib.sha256(b"salt" + b'{"a":1}').digest()
    assert leaf_of(b"salt", b'{"a":1}') == leaf
    assert digest_of(START, "note:1", 1, leaf) == hashlib.sha256(bytes(32) + b"note:1\n1\n" + leaf).digest()


def test_events_are_chained_and_their_bytes_stay_as_they_are(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        await store.append([Write("note:1", 0, (b"a", b"b")), Write("side:1", 0, (b"c",))], "c1")
        await store.append([Write("note:1", 2, (b"d",))], "c2")
        async with database.engine.connect() as connection:
            rows = (await connection.execute(sa.select(events).order_by(events.c.stream, events.c.version))).all()
        assert [bytes(row.data) for row in rows] == [b"a", b"b", b"d", b"c"]
        digest = START
        for row in rows[:3]:
            assert bytes(row.leaf) == leaf_of(bytes(row.salt), bytes(row.data))
            digest = digest_of(digest, row.stream, row.version, bytes(row.leaf))
            assert bytes(row.digest) == digest
        assert len({bytes(row.salt) for row in rows}) == 4
        report = await checked(database)
        assert (report.streams, report.events, report.bad) == (2, 4, ())

    on(database_address, test)


def test_chains_hold_when_two_processes_race_for_every_version(database_address: str) -> None:
    """Batches that lose, repeat, go on and begin streams, at two stores as in two processes."""

    async def writer(store: SqlEventStore, name: str) -> None:
        for number in range(4):
            stream, command = f"note:{number % 2}", f"{name}-{number}"
            while True:
                head = len(await store.read(stream))
                write = Write(stream, head, (name.encode(), command.encode()))
                if isinstance(await store.append([write, Write(f"side:{command}", 0, (b"x",))], command), Appended):
                    break
            await store.append([write], command)  # repeated

    async def run() -> None:
        async with opened(database_address) as (database, one), opened(database_address) as (_, other):
            await asyncio.gather(*(writer(store, f"{k}{n}") for k, store in enumerate((one, other)) for n in range(5)))
            report = await checked(database)
            assert (report.streams, report.events, report.bad) == (42, 120, ())

    asyncio.run(run())


def test_appends_of_one_batch_to_one_stream_are_chained_in_their_order(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        waiting = [store.append([Write("note:1", n, (b"%d" % n,))], f"c{n}") for n in range(5)]
        same = store.append([Write("note:1", 4, (b"too late",))], "late")
        assert all(isinstance(outcome, Appended) for outcome in await asyncio.gather(*waiting))
        assert not isinstance(await same, Appended)
        twins = [store.append([Write("note:2", 0, (b"%d" % n,))], f"twin{n}") for n in range(2)]
        assert [isinstance(outcome, Appended) for outcome in await asyncio.gather(*twins)] == [True, False]
        assert (await checked(database)).bad == ()

    on(database_address, test)


def _change(database: Database, statement: str) -> Awaitable[None]:
    async def run() -> None:
        async with database.engine.begin() as connection:
            await connection.execute(sa.text(statement))

    return run()


TAMPERING: dict[str, tuple[str, str]] = {
    "an event changed": ("update events set data = 'X' where stream='note:1' and version=2", "note:1 at version 2"),
    "an event taken out": ("delete from events where stream='note:1' and version=2", "note:1 at version 2"),
    "two events swapped": (
        "update events set version = 32 - version * 10 where stream='note:1' and version in (2,3)",
        "note:1 at version 2",
    ),
    "an event with its leaf": (
        "update events set data='b', salt='x', leaf=digest where stream='note:1' and version=2",
        "note:1 at version 2",
    ),
    "an event without its link": (
        "update events set leaf=null where stream='note:1' and version=1",
        "note:1 at version 1",
    ),
    "a digest changed": ("update events set digest=leaf where stream='note:1' and version=3", "note:1 at version 3"),
    "a stream emptied": ("delete from events where stream='side:1'", "side:1 at version 1"),
    "an event moved elsewhere": (
        "update events set stream='side:1', version=2 where stream='note:1' and version=3",
        "side:1 at version 2",
    ),
}


@pytest.mark.parametrize("kind", TAMPERING)
def test_the_first_bad_link_is_named(kind: str, database_address: str) -> None:
    statement, place = TAMPERING[kind]
    if "postgresql" in database_address:
        statement = statement.replace("'X'", "'X'::bytea").replace("'b'", "'b'::bytea").replace("'x'", "'x'::bytea")

    async def test(database: Database, store: SqlEventStore) -> None:
        await store.append([Write("note:1", 0, (b"a", b"b", b"c")), Write("side:1", 0, (b"r",))], "c1")
        await _change(database, statement)
        bad = (await checked(database)).bad
        assert str(bad[0]).startswith(place), bad

    on(database_address, test)


def test_a_chain_worked_out_anew_and_a_cut_tail_show_against_kept_heads_only(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        await store.append([Write("note:1", 0, (b"a", b"b")), Write("note:2", 0, (b"c", b"d"))], "c1")
        kept = KeptHeads(0, await database.read(stream_heads))
        salt = os.urandom(16)
        leaf = leaf_of(salt, b"forged")
        async with database.engine.begin() as connection:
            digest = digest_of(START, "note:1", 1, leaf)
            first = sa.update(events).where(events.c.stream == "note:1", events.c.version == 1)
            await connection.execute(first.values(data=b"forged", salt=salt, leaf=leaf, digest=digest))
            second = sa.select(events.c.leaf).where(events.c.stream == "note:1", events.c.version == 2)
            again = digest_of(digest, "note:1", 2, bytes((await connection.execute(second)).scalar_one()))
            last = sa.update(events).where(events.c.stream == "note:1", events.c.version == 2)
            await connection.execute(last.values(digest=again))
            await connection.execute(sa.delete(events).where(events.c.stream == "note:2", events.c.version == 2))
        assert (await checked(database)).bad == (), "whoever owns the database can do that"
        differing = await database.read(lambda connection: compare_heads(connection, kept))
        assert [str(link) for link in differing] == [
            "note:1 at version 2: is not what it was when the heads were taken",
            "note:2 at version 2: was there when the heads were taken, and is gone",
        ]

    on(database_address, test)


def test_a_stream_that_is_not_there_is_malformed(database_address: str) -> None:
    async def test(database: Database, _: SqlEventStore) -> None:
        with pytest.raises(ValueError, match="there is no stream 'note:none'"):
            await checked(database, "note:none")

    on(database_address, test)


Logs = st.dictionaries(
    st.sampled_from(["note:A", "side:A", "event:spring/open", "register:all"]),
    st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=6),
    min_size=1,
)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    folder = tmp_path_factory.mktemp("tampering")
    numbers = iter(range(1_000_000))
    return lambda: str(folder / f"{next(numbers)}.db")


@given(logs=Logs, chance=st.data())
def test_a_change_of_any_byte_of_any_stored_event_is_found(
    scratch: Callable[[], str], logs: dict[str, list[bytes]], chance: st.DataObject
) -> None:
    """Any stream, any event, any byte of it, to any other value; and nothing is found where nothing was changed."""
    stream = chance.draw(st.sampled_from(sorted(logs)))
    version = chance.draw(st.integers(1, len(logs[stream])))
    data = logs[stream][version - 1]
    place = chance.draw(st.integers(0, len(data) - 1))
    changed = bytearray(data)
    changed[place] ^= chance.draw(st.integers(1, 255))

    async def test(database: Database, store: SqlEventStore) -> None:
        await asyncio.gather(*(store.append([Write(name, 0, tuple(log))], name) for name, log in logs.items()))
        assert (await checked(database)).bad == ()
        change = sa.update(events).where(events.c.stream == stream, events.c.version == version)
        async with database.engine.begin() as connection:
            await connection.execute(change.values(data=bytes(changed)))
        (bad,) = (await checked(database)).bad
        assert (bad.stream, bad.version) == (stream, version)
        (one,) = (await checked(database, stream)).bad
        assert one == bad

    on(scratch(), test)


def test_the_bench_of_chained_records_runs(tmp_path: Path) -> None:
    """With few events: that it works, not how fast."""
    from bench.records import measure

    figures = asyncio.run(measure(f"sqlite:///{tmp_path}/bench.db", 40, tmp_path))
    assert all(value > 0 for name, value in figures.items() if name != "load")
    assert {"append_us", "append_us_without_chain"} <= figures.keys()
