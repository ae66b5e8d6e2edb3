"""How long a rebuild takes (100,000 matches among 2,000 players; a server's own logs), and a ladder of 100,000.

python -m bench.ratings
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import sqlalchemy as sa

from barpoint.adapters.database import Database, accounts
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.ratings.rating_book import SqlRatingBook
from barpoint.bootstrap import rated_history
from barpoint.rating import RATING_SYSTEMS, MatchRated, rebuild
from barpoint.service.ratings import LadderQuery, RatedVerdict, SourceReading

MATCHES = 100_000
PLAYERS = 2_000
POOL = "backgammon/standard"
LADDER = 100_000
LOGGED = 2_000
LENGTHS = (1, 3, 5, 7, 9, 11, 13)


def season() -> list[MatchRated]:
    """A made-up but fixed season: the pairings come from a linear congruence, not from chance."""
    log, state = [], 1
    for number in range(MATCHES):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        winner, loser = (state >> 33) % PLAYERS, (state >> 20) % PLAYERS
        if winner == loser:
            loser = (loser + 1) % PLAYERS
        log.append(
            MatchRated(
                id=f"m{number}",
                at=number * 60_000,
                winner=(f"p{winner}",),
                loser=(f"p{loser}",),
                length=LENGTHS[(state >> 50) % len(LENGTHS)],
            )
        )
    return log


def main() -> None:
    """Print seconds by system, and milliseconds of the ladder."""
    log = season()
    for name, system in RATING_SYSTEMS.items():
        began, cpu_began = time.perf_counter(), time.process_time()
        rebuilt = rebuild(log, system)
        took, cpu = time.perf_counter() - began, time.process_time() - cpu_began
        print(f"{name:8} {len(rebuilt.changes):7} changes of {MATCHES} matches in {took:5.2f} s ({cpu:.2f} s of CPU)")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live_ladder(Path(folder)))
        asyncio.run(rebuilt_logs(Path(folder)))


async def live_ladder(folder: Path) -> None:
    """A server's ladder of 100,000 players in SQLite: settled, moved on by one match, and shown."""
    database = Database(f"sqlite:///{folder}/ladder.db")
    await database.migrate()
    book, systems = SqlRatingBook(database), {"fibs": RATING_SYSTEMS["fibs"]}
    await book.use_systems(systems)
    people = [
        {"id": f"P{n}", "name": f"Player {n}", "handle": f"player {n}", "guest": False, "created": 0}
        for n in range(LADDER)
    ]
    await database.write(lambda connection: connection.execute(sa.insert(accounts), people))
    pairs = [(number, (number * 7919 + 1) % LADDER) for number in range(LADDER)]
    history = [_reading(number, f"P{number}", f"P{other}") for number, other in pairs if number != other]
    began = time.perf_counter()
    await book.settle(history, systems)
    print(f"ladder   {LADDER} players settled at once in {time.perf_counter() - began:.2f} s")

    async def settle(number: int) -> None:
        winner, loser = f"P{number * 7919 % LADDER}", f"P{number * 104_729 % LADDER + 1}"
        await book.settle([_reading(LADDER + number, winner, loser)], systems)

    async def show(number: int) -> None:
        await book.ladder(LadderQuery("fibs", POOL, first=number * 3_163 % LADDER))

    async def search(number: int) -> None:
        await book.ladder(LadderQuery("fibs", POOL, search=f"er {number % 100}"))

    await _time("one match added", settle)
    await _time("a page of the ladder", show)
    await _time("a search in it", search)
    await book.close()
    await database.close()


async def rebuilt_logs(folder: Path) -> None:
    """What `barpoint ratings rebuild --db` does: every log of a server read, judged and folded from nothing."""
    from tests.service.ratings.rated_logs import played_out, rated_writes

    address = f"sqlite:///{folder}/logs.db"
    database = Database(address)
    await database.migrate()
    store, log = SqlEventStore(database), played_out()
    for number in range(LOGGED):
        writes = rated_writes(f"M{number}", f"P{number % 97}", f"P{97 + number % 89}", number * 60_000, log)
        await store.append(writes, f"bench/{number}")
    await database.close()
    began, cpu_began = time.perf_counter(), time.process_time()
    verdicts, _ = await rated_history(address)
    rebuilt = rebuild([one.match for one in verdicts if one.match is not None and one.counts])
    took, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    assert len(rebuilt.changes) == 2 * LOGGED
    each = 1000 * cpu / LOGGED
    print(f"logs     {LOGGED} matches of {len(log)} events in {took:.2f} s ({cpu:.2f} s of CPU, {each:.2f} ms a match)")


def _reading(number: int, winner: str, loser: str) -> SourceReading:
    match = MatchRated(id=f"M{number}", at=number * 60_000, winner=(winner,), loser=(loser,), length=7)
    source = f"match:M{number}"
    return SourceReading(source, {source: 1}, (RatedVerdict(match.id, match.at, match),))


async def _time(what: str, work: Callable[[int], Awaitable[None]]) -> None:
    times, cpu = [], []
    for number in range(1, 41):
        began, cpu_began = time.perf_counter(), time.process_time()
        await work(number)
        times.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - cpu_began))
    middle, most = statistics.median(times), max(times)
    print(f"ladder   {what}: median {middle:.1f} ms, slowest {most:.1f} ms ({statistics.median(cpu):.1f} ms of CPU)")


if __name__ == "__main__":
    main()
