"""The ladder in a database: whatever comes late, is corrected or struck, its digits are those of a rebuild."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import Database, accounts
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.ratings.rating_book import SqlRatingBook
from barpoint.rating import (
    RATING_SYSTEMS,
    ClockClass,
    MatchEnding,
    MatchRated,
    Pool,
    RatingSystem,
    rebuild,
)
from barpoint.service.people import handle_of
from barpoint.service.ports import Write
from barpoint.service.ratings import LadderQuery, RatedVerdict, RatingMark, SourceReading
from tests.adapters import test_event_store

SYSTEMS = {"fibs": RATING_SYSTEMS["fibs"], "glicko2": RATING_SYSTEMS["glicko2"]}
PEOPLE = "abcdefg"
POOLS = (ClockClass.STANDARD, ClockClass.BLITZ)


def on(address: str, test: Callable[[Database, SqlEventStore, SqlRatingBook], Awaitable[None]]) -> None:
    """Run a test on a store and a book of its own."""

    async def run(database: Database, store: SqlEventStore) -> None:
        book = SqlRatingBook(database)
        try:
            await test(database, store, book)
        finally:
            await book.close()

    test_event_store.on(address, run)


def reading(verdict: RatedVerdict | None, version: int, source: str = "") -> SourceReading:
    name = source or f"match:{verdict.id if verdict else ''}"
    return SourceReading(name, {name: version}, () if verdict is None else (verdict,))


def rated(id: str, at: int, winner: str, loser: str, **others: object) -> RatedVerdict:
    fields = {"id": id, "at": at, "winner": tuple(winner), "loser": tuple(loser), "length": 5, **others}
    return RatedVerdict(id, at, msgspec.convert(fields, MatchRated))


async def require_rebuilt(book: SqlRatingBook, system: str, settings: RatingSystem) -> None:
    """The live ladder, its wins and its changes are those of a rebuild, to the last digit."""
    verdicts = await book.verdicts()
    log = [verdict.match for verdict in verdicts if verdict.match is not None and verdict.why is None]
    built = rebuild(log, settings)
    live = {(row.pool, row.player): row.rating for row in await book.ratings_of(tuple(PEOPLE)) if row.system == system}
    players = {(str(pool), name): rating for pool, of in built.ladder.ratings.items() for name, rating in of.items()}
    assert live == players
    changes = [step.change for name in PEOPLE for step in await book.history_of(name, system)]
    key = lambda change: (change.player, change.at, change.met[0].match)  # noqa: E731
    assert sorted(changes, key=key) == sorted(built.changes, key=key)
    for row in await book.ratings_of(tuple(PEOPLE)):
        if row.system == system:
            wins = sum(str(c.pool) == row.pool and c.met[0].won for c in built.changes if c.player == row.player)
            assert row.won == wins


def test_what_comes_late_or_is_corrected_or_struck_leaves_the_digits_of_a_rebuild(database_address: str) -> None:
    async def test(_database: Database, _store: SqlEventStore, book: SqlRatingBook) -> None:
        chance, versions = random.Random(25), dict[str, int]()
        await book.use_systems(SYSTEMS)
        for _ in range(60):
            readings = list[SourceReading]()
            for _ in range(chance.randint(1, 3)):
                id = f"m{chance.randrange(40)}"
                if f"match:{id}" in {one.source for one in readings}:
                    continue
                winner, loser = chance.sample(PEOPLE, 2)
                kind = chance.choice([*[MatchEnding.NORMAL] * 4, MatchEnding.FORFEIT])
                clock = chance.choice(POOLS)
                at = chance.randrange(20) * 86_400_000
                verdict = rated(id, at, winner, loser, kind=kind, clock=clock, length=chance.randint(1, 9))
                versions[id] = versions.get(id, 0) + 1
                struck = chance.random() < 0.2
                readings.append(reading(None if struck else verdict, versions[id], f"match:{id}"))
            await book.settle(readings, SYSTEMS)
        for name, system in SYSTEMS.items():
            await require_rebuilt(book, name, system)
        await book.use_systems({"elo": RATING_SYSTEMS["elo"]})
        await require_rebuilt(book, "elo", RATING_SYSTEMS["elo"])
        assert not await book.pools("fibs"), "what is no longer kept is not there out of date"

    on(database_address, test)


def test_an_older_reading_changes_nothing_and_the_same_twice_changes_nothing(database_address: str) -> None:
    async def test(_database: Database, _store: SqlEventStore, book: SqlRatingBook) -> None:
        new, old = rated("m", 5, "a", "b"), rated("m", 5, "b", "a")
        assert await book.settle([reading(new, 7)], SYSTEMS) == ["m"]
        before = await book.ratings_of(("a", "b"))
        assert await book.settle([reading(old, 6)], SYSTEMS) == []
        assert await book.settle([reading(new, 7)], SYSTEMS) == []
        assert await book.ratings_of(("a", "b")) == before
        assert (await book.verdict("m")) == new

    on(database_address, test)


def test_the_end_of_a_match_is_marked_with_it_and_the_mark_goes_with_the_change(database_address: str) -> None:
    async def test(_database: Database, store: SqlEventStore, book: SqlRatingBook) -> None:
        await store.append([Write("match:M", 0, (b'{"type":"Played"}',))], "c1")
        assert await book.marks(9) == []
        await store.append([Write("match:M", 1, (b'{"type":"MatchEnded"}',), ends=True)], "c2")
        await store.append([Write("match:M", 1, (b'{"type":"MatchEnded"}',), ends=True)], "c3")  # lost its race
        assert await book.marks(9) == [RatingMark("match:M", 2)]
        await store.append([Write("match:M", 2, (b'{"type":"MatchReleased"}',), ends=False)], "c4")
        await book.settle([reading(rated("M", 5, "a", "b"), 2)], SYSTEMS)
        assert await book.marks(9) == [RatingMark("match:M", 3)], "what came after it was read is still to be read"
        await book.settle([reading(None, 3, "match:M")], SYSTEMS)
        assert await book.marks(9) == []
        assert await book.ratings_of(("a", "b")) == [], "the match goes on: nothing of it is left"

    on(database_address, test)


def test_two_processes_settle_the_same_at_once_and_it_counts_once(database_address: str) -> None:
    async def test(_database: Database, _store: SqlEventStore, book: SqlRatingBook) -> None:
        other = Database(database_address)
        books = [book, SqlRatingBook(other)]
        try:
            for number in range(12):
                verdict = rated(f"m{number}", number, *random.Random(number).sample(PEOPLE, 2))
                await asyncio.gather(*(book.settle([reading(verdict, 1)], SYSTEMS) for book in books))
        finally:
            await books[1].close()
            await other.close()
        await require_rebuilt(books[0], "fibs", SYSTEMS["fibs"])

    on(database_address, test)


async def add_accounts(database: Database, names: Mapping[str, str]) -> None:
    """Registered people; a guest where there is no name."""
    rows = [
        {"id": id, "name": name or "Guest", "handle": handle_of(name) or None, "guest": not name, "created": 0}
        for id, name in names.items()
    ]
    await database.write(lambda connection: connection.execute(sa.insert(accounts), rows))


def test_a_search_finds_names_of_any_alphabet_however_they_are_written(database_address: str) -> None:
    async def test(database: Database, _store: SqlEventStore, book: SqlRatingBook) -> None:
        await add_accounts(database, {"a": "Иван Грозный", "b": "Zoë"})
        await book.settle([reading(rated("m1", 1, "a", "b"), 1)], SYSTEMS)
        query = LadderQuery("fibs", str(Pool()))
        for text, name in (("ИВАН", "Иван Грозный"), ("грозн", "Иван Грозный"), ("ZOË", "Zoë")):
            found = await book.ladder(msgspec.structs.replace(query, search=text))
            assert ([row.name for row in found.rows], found.total) == ([name], 1)

    on(database_address, test)


def test_the_ladder_shows_members_by_rating_with_equals_on_one_place(database_address: str) -> None:
    async def test(database: Database, _store: SqlEventStore, book: SqlRatingBook) -> None:
        await add_accounts(database, {"a": "Ada", "b": "Bo", "c": "Cyd", "g": ""})
        readings = [reading(rated("m1", 1, "a", "b"), 1), reading(rated("m2", 2, "c", "g"), 1)]
        await book.settle(readings, SYSTEMS)
        query = LadderQuery("fibs", str(Pool()))
        part = await book.ladder(query)
        assert [(row.place, row.name, row.won) for row in part.rows] == [(1, "Ada", 1), (1, "Cyd", 1), (3, "Bo", 0)]
        assert all(row.provisional for row in part.rows)
        assert part.total == 3, "guests are not shown"
        searched = await book.ladder(msgspec.structs.replace(query, search="bO"))
        assert [(row.place, row.name) for row in searched.rows] == [(3, "Bo")]
        assert searched.total == 1
        assert (await book.ladder(msgspec.structs.replace(query, search="a", first=5))).total == 1, "beyond the end"
        assert (await book.ladder(msgspec.structs.replace(query, search="%"))).total == 0
        assert [(row.place, row.name) for row in await book.whole_ladder("fibs", str(Pool()))] == [
            (row.place, row.name) for row in part.rows
        ]
        assert (await book.ladder(msgspec.structs.replace(query, first=1, count=1))).rows[0].name == "Cyd"
        assert (await book.ladder(msgspec.structs.replace(query, since=2))).total == 1
        assert (await book.ladder(msgspec.structs.replace(query, least=2))).total == 0
        assert await book.pools("fibs") == {str(Pool()): 4}

    on(database_address, test)
