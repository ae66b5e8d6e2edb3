"""The digest of the day: made once, worked out again by anybody, and at odds with records that were edited since."""

import asyncio
import hashlib

import sqlalchemy as sa

from barpoint.adapters.chain_check import check_chain
from barpoint.adapters.database import Database, events
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.record_book import SqlRecordBook
from barpoint.service.ports import Write
from barpoint.service.records import START, DigestOfDay, digest_of, leaf_of, write_digest
from barpoint.service.records.digest_publisher import DigestPublisher
from tests.adapters.test_event_store import on, opened
from tests.service.server import FakeClock


def test_a_day_has_one_digest_and_only_what_changed_is_in_it(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        book, clock, published = SqlRecordBook(database), FakeClock(), list[DigestOfDay]()
        publisher = DigestPublisher(book, clock, published.append)
        await store.append([Write("note:1", 0, (b"a",)), Write("note:2", 0, (b"b",))], "c1")
        first = await publisher.make()
        assert first is not None
        assert (first.day, first.streams) == ("2027-01-15", 2)
        assert await publisher.make() is None
        await store.append([Write("note:1", 1, (b"c",))], "c2")
        assert await publisher.make() is None, "the day has its digest"
        clock.pass_(86_400)
        second = await publisher.make()
        assert second is not None
        assert second.streams == 1
        assert [day.digest.day for day in published] == ["2027-01-15", "2027-01-16"]
        assert [one.day for one in await book.digests(10)] == ["2027-01-16", "2027-01-15"]
        assert await book.digest_of("2027-01-14") is None
        report = await database.read(check_chain)
        assert (report.days, report.bad) == (2, ())

        text = write_digest(published[1]).splitlines()  # as a stranger works it out
        values = dict(line.split(" ", 1) for line in text[1:4])
        message = bytes.fromhex(values["before"]) + "\n".join([values["day"], *text[4:]]).encode()
        assert hashlib.sha256(message).hexdigest() == values["digest"] == second.digest
        assert values["before"] == first.digest
        (head,) = await book.heads(["note:1"])
        line = hashlib.sha256(f"note:1\n2\n{head.digest}".encode()).hexdigest()
        assert text[4:] == [line], "whoever kept a head finds it in the list"

    on(database_address, test)


def test_a_chain_worked_out_anew_is_at_odds_with_the_digest_of_the_day(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        await store.append([Write("note:1", 0, (b"a",))], "c1")
        await SqlRecordBook(database).make_digest("2027-01-15", 1)
        leaf = leaf_of(b"s", b"forged")
        change = sa.update(events).values(
            data=b"forged", salt=b"s", leaf=leaf, digest=digest_of(START, "note:1", 1, leaf)
        )
        async with database.engine.begin() as connection:
            await connection.execute(change)
        (bad,) = (await database.read(check_chain)).bad
        assert str(bad) == "digest of 2027-01-15 at version 1: does not follow from the records as they are"

    on(database_address, test)


def test_of_two_processes_one_makes_the_digest(database_address: str) -> None:
    async def run() -> None:
        async with opened(database_address) as (one, store), opened(database_address) as (other, _):
            await store.append([Write("note:1", 0, (b"a",))], "c1")
            books = [SqlRecordBook(database) for database in (one, other)]
            made = await asyncio.gather(*(book.make_digest("2027-01-15", 1) for book in books))
            assert sum(digest is not None for digest in made) == 1
            assert (await one.read(check_chain)).bad == ()

    asyncio.run(run())
