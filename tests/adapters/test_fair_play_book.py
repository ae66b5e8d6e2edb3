"""Figures of fair play in a database: of several processes one weighs a match, and what a dead one had is taken up."""

import asyncio

from barpoint.adapters.account_store import SqlAccounts
from barpoint.adapters.database import Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.fair_play_book import SqlFairPlayBook
from barpoint.board import Side
from barpoint.engine.review.fair_play import DecisionGroup, FairPlaySums, WeighedDecision, sum_decisions
from barpoint.service.officials import FairPlayRow, SharedDevice
from barpoint.service.ports import SeatTaken, Write
from tests.adapters.test_event_store import on


def row(match: str, account: str, at: int = 1, rating: float | None = None, error: float = 0.01) -> FairPlayRow:
    sums = sum_decisions([WeighedDecision(DecisionGroup.HARD, 0.02, error)] * 3)
    return FairPlayRow(match, account, Side.WHITE, "backgammon", at, sums, rating)


async def finished(database: Database, store: SqlEventStore, match: str, at: int, *, serious: bool = True) -> None:
    await store.append([Write(f"match:{match}", 0, (b"{}",), ends=True)], match)
    for account in ("a", "b"):
        await SqlAccounts(database).record_seat(account, SeatTaken(match, "A – B", "1", at, serious=serious))


def test_a_match_is_claimed_once_and_a_dead_processs_claim_is_taken_over(database_address: str) -> None:
    async def test(database: Database, store: SqlEventStore) -> None:
        book = SqlFairPlayBook(database)
        await finished(database, store, "OLD", 1)
        await finished(database, store, "NEW", 2)
        await finished(database, store, "CASUAL", 3, serious=False)
        assert await book.pending(["P", "Q"], 10) == ["NEW", "OLD"]
        claims = await asyncio.gather(*(book.claim("NEW", process, ["P", "Q"]) for process in "PQ"))
        assert sorted(claims) == [False, True]
        assert await book.state("NEW") == "working"
        assert await book.pending(["P", "Q"], 10) == ["OLD"]
        assert await book.pending(["R"], 10) == ["NEW", "OLD"], "whoever had it has died"
        assert await book.claim("NEW", "R", ["R"])
        assert not await book.claim("NEW", "S", ["R", "S"])
        await book.keep("NEW", 7, [row("NEW", "a"), row("NEW", "b")])
        assert await book.state("NEW") == "done"
        assert not await book.claim("NEW", "T", ["T"]), "what is weighed stays so"
        assert await book.claim("OLD", "T", ["T"])
        await book.keep("OLD", 7, (), "failed")
        for match in ("NEW", "OLD"):
            await book.release(match)
        assert await book.pending(["T"], 10) == []
        assert len(await book.of_match("NEW")) == 2
        for match in ("NEW", "OLD"):
            await book.reopen(match, 7)
        assert await book.pending(["T"], 10) == ["OLD"], "what failed is tried again when somebody asks"
        await book.reopen("NEW", 8)
        assert await book.pending(["T"], 10) == ["NEW", "OLD"], "an official has corrected it"

    on(database_address, test)


def test_figures_are_found_by_person_by_rating_and_by_match(database_address: str) -> None:
    async def test(database: Database, _: SqlEventStore) -> None:
        book = SqlFairPlayBook(database)
        for number, (account, rating) in enumerate((("a", 1500.0), ("b", 1590.0), ("c", 1700.0), ("d", None))):
            await book.claim(f"M{number}", "P", ["P"])
            await book.keep(
                f"M{number}", 7, [row(f"M{number}", account, number, rating), row(f"M{number}", "z", number)]
            )
        assert [one.match for one in await book.earlier("z", "backgammon", 2, 10)] == ["M1", "M0"]
        assert await book.earlier("z", "longgammon", 9, 10) == []
        assert {one.person for one in await book.peers("backgammon", (1400, 1600), ["a"], 10)} == {"b"}
        assert [one.match for one in await book.newest(1, 2)] == ["M2", "M2", "M1", "M1"]
        assert {one.match for one in await book.newest(0, 9, ["M0", "M3"])} == {"M0", "M3"}
        first = (await book.of_match("M0"))[0]
        assert first.sums == row("M0", "a").sums
        assert isinstance(first.sums, FairPlaySums)

    on(database_address, test)


def test_devices_are_shared_as_long_as_they_are_remembered(database_address: str) -> None:
    async def test(database: Database, _: SqlEventStore) -> None:
        book = SqlFairPlayBook(database)
        for at, (device, account) in enumerate(((b"x", "a"), (b"x", "b"), (b"y", "a"), (b"x", "a"), (b"y", "c"))):
            await book.note_device(device, account, at)
        assert await book.shared_devices(["a"]) == [SharedDevice("a", ("c",), 4), SharedDevice("a", ("b",), 3)]
        assert await book.shared_devices(["nobody"]) == []
        await book.forget_devices(2)
        assert await book.shared_devices(["a", "b"]) == [SharedDevice("a", ("c",), 4)]

    on(database_address, test)


def test_several_processes_weigh_every_match_once(database_address: str) -> None:
    """Each takes what waits until nothing does; together they have had everything once."""

    async def test(database: Database, store: SqlEventStore) -> None:
        book, living, weighed = SqlFairPlayBook(database), [f"P{number}" for number in range(3)], list[str]()
        for number in range(12):
            await finished(database, store, f"M{number}", number)

        async def work(process: str) -> None:
            while waiting := await book.pending(living, 4):
                for match in waiting:
                    if await book.claim(match, process, living):
                        weighed.append(match)
                        await book.keep(match, 7, [row(match, "a")])

        await asyncio.gather(*map(work, living))
        assert sorted(weighed) == sorted(f"M{number}" for number in range(12))

    on(database_address, test)
