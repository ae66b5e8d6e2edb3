"""A process that ends rated matches and follows them until it is killed.

`python -m tests.adapters.rated_churn DATABASE SEED LOG`; the log is that of a finished match.
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from barpoint.adapters.database import Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.adapters.ratings.rating_book import SqlRatingBook
from barpoint.adapters.system_clock import SystemClock
from barpoint.match import events as e
from barpoint.rating import RATING_SYSTEMS
from barpoint.service.play.room_events import RatingWithheld, encode_room_event
from barpoint.service.ports import Write
from barpoint.service.ratings import LogReader, RatingService, read_systems
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService
from tests.service.ratings.rated_logs import rated_writes

PEOPLE = [f"P{number}" for number in range(12)]


@asynccontextmanager
async def following(address: str) -> AsyncIterator[tuple[SqlEventStore, SqlRatingBook, RatingService, LogReader]]:
    """What a process has of ratings, on a database."""
    database = Database(address)
    await database.migrate()
    store, book = SqlEventStore(database), SqlRatingBook(database)
    reader = LogReader(store, TournamentService(store), PrivateLinks(store, SystemClock()))
    try:
        yield store, book, RatingService(book, reader, read_systems(",".join(RATING_SYSTEMS))), reader
    finally:
        await book.close()
        await store.close()
        await database.close()


async def churn(address: str, seed: int, log: tuple[e.AnyEvent, ...]) -> None:
    """Matches end, some are taken out later, and the ladder follows."""
    chance = random.Random(seed)
    async with following(address) as (store, _, service, _reader):
        for number in range(100_000):
            id, (winner, loser) = f"S{seed}N{number}", chance.sample(PEOPLE, 2)
            writes = rated_writes(id, winner, loser, chance.randrange(1_000_000), log)
            following_up = asyncio.create_task(service.catch_up()) if chance.random() < 0.5 else None
            await store.append(writes, f"end/{id}")
            if chance.random() < 0.2:
                out = encode_room_event(RatingWithheld(at=1, by="Dora", reason="a test"))
                await store.append([Write(f"room:{id}", 1, (out,))], f"out/{id}")
            if following_up is not None:
                await following_up
            sys.stdout.write(f"{id}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    lines = Path(sys.argv[3]).read_bytes().splitlines()
    asyncio.run(churn(sys.argv[1], int(sys.argv[2]), tuple(map(e.decode, lines))))
