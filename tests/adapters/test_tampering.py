"""A changed byte of a real database is found by `barpoint verify`, whatever kind of stream it stands in.

The databases are those that releases left (tests/golden/databases), brought up to date: matches, rooms, dice and their
seals, challenges, inquiries, cases, links, outages, records of a table and a tournament.
"""

import asyncio
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from barpoint.adapters.chain_check import check_chain
from barpoint.adapters.database import events
from barpoint.bootstrap import migrate_database
from barpoint.cli import app
from tests.adapters.test_earlier_databases import FOLDER, RELEASES

KINDS = {
    *("case", "challenge", "dice", "inquiry", "links", "match", "recorded", "room", "seal", "tournament"),
}


@pytest.fixture(scope="module", params=RELEASES)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "server.db"
    shutil.copy(FOLDER / f"{request.param}.sqlite", path)
    asyncio.run(migrate_database(str(path)))
    return path


@pytest.fixture
def connection(database: Path) -> Iterator[sa.Connection]:
    engine = sa.create_engine(f"sqlite:///{database}")
    with engine.connect() as opened:
        yield opened
        opened.rollback()
    engine.dispose()


def stored(connection: sa.Connection) -> list[Any]:
    rows = list(connection.execute(sa.select(events).order_by(events.c.stream, events.c.version)))
    assert {row.stream.partition(":")[0] for row in rows} >= KINDS
    return rows


def check_found(connection: sa.Connection, row: Any, column: str, place: int, change: int, *, whole: bool) -> None:
    """Change one byte, verify, and put it back."""
    data = bytearray(getattr(row, column))
    data[place] ^= change
    with connection.begin_nested() as tampering:
        where = sa.update(events).where(events.c.stream == row.stream, events.c.version == row.version)
        connection.execute(where.values({column: bytes(data)}))
        bad = check_chain(connection, "" if whole else row.stream).bad
        tampering.rollback()
    at = [link.version for link in bad if link.stream == row.stream]
    assert at == [row.version], (row.stream, row.version, column, place, change, bad)


def test_nothing_is_found_where_nothing_was_changed(connection: sa.Connection) -> None:
    assert check_chain(connection).bad == ()


def test_one_changed_byte_of_every_event_is_found(connection: sa.Connection) -> None:
    chance = random.Random(18)
    for row in stored(connection):
        place = chance.randrange(len(row.data))
        check_found(connection, row, "data", place, chance.randint(1, 255), whole=True)


@pytest.mark.parametrize("column", ["salt", "leaf", "digest"])
def test_one_changed_byte_of_what_stands_beside_an_event_is_found(connection: sa.Connection, column: str) -> None:
    chance = random.Random(column)
    for row in stored(connection)[:: 1 if column == "digest" else 3]:
        place = chance.randrange(len(getattr(row, column)))
        check_found(connection, row, column, place, chance.randint(1, 255), whole=False)


def test_every_byte_of_an_event_of_every_kind_is_guarded(connection: sa.Connection) -> None:
    chance = random.Random(19)
    shortest: dict[str, Any] = {}
    for row in stored(connection):
        kind = row.stream.partition(":")[0]
        if kind not in shortest or len(row.data) < len(shortest[kind].data):
            shortest[kind] = row
    for row in shortest.values():
        for place in range(len(row.data)):
            check_found(connection, row, "data", place, chance.randint(1, 255), whole=False)


@pytest.mark.long
def test_every_byte_of_every_event_is_guarded(connection: sa.Connection) -> None:
    chance = random.Random(20)
    for row in stored(connection):
        for place in range(len(row.data)):
            check_found(connection, row, "data", place, chance.randint(1, 255), whole=False)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_command_names_the_event_that_was_changed(database: Path, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tampered.db"
    shutil.copy(database, path)
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as opened:
        row = next(row for row in stored(opened) if row.stream.startswith(f"{kind}:"))
        changed = bytes([*row.data[:-1], row.data[-1] ^ 1])
        where = sa.update(events).where(events.c.stream == row.stream, events.c.version == row.version)
        opened.execute(where.values(data=changed))
    engine.dispose()
    verified = CliRunner().invoke(app, ["verify", "--db", str(path)])
    assert verified.exit_code == 1, verified.output
    assert f"{row.stream} at version {row.version}" in verified.output
