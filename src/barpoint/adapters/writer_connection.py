"""The connection a process writes with: a transaction is one piece of work on it.

A driver that blocks (SQLite) has a thread of its own, and the loop waits for it once a transaction, not once a
statement; a driver that waits on the loop (PostgreSQL) needs none. Either way the work sees the same plain connection.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from barpoint.extras import extra_module
from barpoint.service import StorageError

T = TypeVar("T")


class Writer(Protocol):
    """Runs work on its one connection, one piece at a time."""

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """What the work gives; after an error the connection is a new one."""
        ...

    async def close(self) -> None:
        """Give the connection back."""
        ...


class ThreadWriter:
    """Work in a thread of its own."""

    def __init__(self, engine: sa.Engine, require_file: Callable[[], None]) -> None:
        self._engine, self._require_file = engine, require_file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sa.Connection | None = None

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """What the work gives; after an error the connection is a new one."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[sa.Connection], T]) -> T:
        self._require_file()
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            return work(self._connection)
        except BaseException:
            self._give_back()
            raise

    def _give_back(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        """Give the connection back."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._give_back)
        self._thread.shutdown()
        self._engine.dispose()


class LoopWriter:
    """Work on the loop; `named` hears which session of the database it is now, 0 for none."""

    def __init__(self, engine: AsyncEngine, named: Callable[[int], None]) -> None:
        self._engine, self._named = engine, named
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """What the work gives; after an error the connection is a new one."""
        connection = await self._connect()
        try:
            return await connection.run_sync(work)
        except BaseException:
            await self._give_up()
            raise

    async def add(self, statement: str, values: Sequence[Any]) -> bool:
        """One statement that is a transaction by itself, put to the driver: one way there and back.

        False if a row is there already; `StorageError` for any other trouble.
        """
        await self._connect()
        postgres = extra_module("postgres")
        try:
            await self._driver.fetch(statement, *values)
        except postgres.UniqueViolationError:
            return False
        except (postgres.PostgresError, postgres.InterfaceError, postgres.InternalClientError) as failed:
            await self._give_up()
            raise StorageError(str(failed)) from failed
        except BaseException:
            await self._give_up()
            raise
        return True

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._engine.connect()
            self._driver = (await self._connection.get_raw_connection()).driver_connection
            self._named(self._driver.get_server_pid())
        return self._connection

    async def _give_up(self) -> None:
        with suppress(Exception):  # it may be broken
            await self.close()

    async def close(self) -> None:
        """Give the connection back."""
        connection, self._connection = self._connection, None
        self._named(0)
        if connection is not None:
            await connection.close()
