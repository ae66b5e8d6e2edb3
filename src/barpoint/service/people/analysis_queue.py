"""Analyses of finished matches: asked for by whoever may have help, made one after another, and kept.

job         one match weighed at one depth; asked for twice it is made once
queue       jobs wait for their turn. An analyst works apart from the process that serves players, so that a few
            analyses cannot stall play; how many wait, and how many one person may have waiting, is bounded
kept        what was found is a stream of one event (`analysis:MATCH.PLIES.ENGINE`): a restart loses nothing that was
            finished, and every process of the server has it

Jobs that were not finished when a process died are asked for again by whoever wants them. Processes tell each other
what they work on, so that a page hears of its job whichever process it asks.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

import msgspec

from barpoint.service.ports import Announcements, EventStore, WallClock, Write

MOST_WAITING: Final = 20
MOST_A_PERSON: Final = 2
DEEPEST: Final = 2  # plies that can be asked for
"""How many may be unfinished in a process, and of one person unless the operator says otherwise."""
_TELL_EVERY: Final = 1.0
_STATUS_LIFETIME: Final = 5_000  # milliseconds another process's word holds
_MOST_FAILED: Final = 64
_log = logging.getLogger("barpoint.analyses")

ProgressListener = Callable[[int, int], None]
"""Hears how many of how many decisions and rolls are weighed."""


class Analyst(Protocol):
    """Whoever weighs a match."""

    @property
    def engine(self) -> str:
        """What it judges by; another engine's analyses are not its own."""
        ...

    async def analyse(self, log: Sequence[bytes], plies: int, listener: ProgressListener) -> bytes:
        """The analysis of a match's log as JSON."""
        ...


class AnalysisStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an analysis stands: `ahead` jobs come before it, `done` of `total` questions are answered."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int = 0
    done: int = 0
    total: int = 0
    analysis: bytes = msgspec.field(name="found", default=b"")


@dataclass(slots=True, eq=False)
class _Job:
    key: str
    account: str
    log: Sequence[bytes]
    plies: int
    task: "asyncio.Task[None] | None" = None
    working: bool = False
    done: int = 0
    total: int = 0

    def note_progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


class AnalysisQueue:
    """The queue of this process, and what is known of the others'."""

    def __init__(
        self,
        store: EventStore,
        clock: WallClock,
        analyst: Analyst,
        announcements: Announcements,
        process: str,
        *,
        at_once: int = 1,
        most_a_person: int = MOST_A_PERSON,
    ) -> None:
        self._store, self._clock, self._analyst = store, clock, analyst
        self._announcements, self._process = announcements, process
        self._jobs: dict[str, _Job] = {}  # unfinished, in their order
        self._elsewhere: dict[str, tuple[AnalysisStatus, int]] = {}
        self._failed: dict[str, None] = {}
        self._turn = asyncio.Semaphore(at_once)
        self._telling: asyncio.Task[None] | None = None
        self._most_a_person = most_a_person
        self.finished = 0

    @property
    def waiting(self) -> int:
        """Jobs of this process that are not finished."""
        return len(self._jobs)

    async def status(self, match: str, plies: int) -> AnalysisStatus:
        """How an analysis stands; `none` if nobody has asked for it."""
        key = self._key(match, plies)
        kept = await self._store.read(f"analysis:{key}")
        if kept:
            return AnalysisStatus("done", analysis=kept[0].data)
        return (
            self._status_here(key)
            or self._status_elsewhere(key)
            or AnalysisStatus("failed" if key in self._failed else "none")
        )

    async def kept(self, matches: Sequence[str]) -> dict[str, bytes]:
        """The deepest analysis of each of these that is done."""
        found: dict[str, bytes] = {}
        for plies in range(DEEPEST + 1):
            streams = {f"analysis:{self._key(match, plies)}": match for match in matches}
            stored = await self._store.read_many(list(streams))
            found |= {streams[stream]: events[0].data for stream, events in stored.items() if events}
        return found

    async def request(self, match: str, plies: int, account: str, log: Sequence[bytes]) -> AnalysisStatus | None:
        """Have a match weighed, unless it is or will be; None if too much waits already."""
        present = await self.status(match, plies)
        if present.state not in ("none", "failed"):
            return present
        own = sum(job.account == account for job in self._jobs.values())
        if len(self._jobs) >= MOST_WAITING or own >= self._most_a_person:
            return None
        job = _Job(self._key(match, plies), account, log, plies)
        self._failed.pop(job.key, None)
        self._jobs[job.key] = job
        job.task = asyncio.create_task(self._make(job), name=f"analysis {job.key}")
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._announce())
        return self._status_here(job.key)

    async def complete(self, match: str, plies: int, account: str, log: Sequence[bytes]) -> AnalysisStatus:
        """Have a match weighed and wait for it; not done if too much waits, or another process is at it."""
        asked = await self.request(match, plies, account, log)
        job = self._jobs.get(self._key(match, plies))
        if job is not None and job.task is not None:
            await asyncio.wait([job.task])  # who waits no longer leaves the job to others
        return AnalysisStatus("none") if asked is None else await self.status(match, plies)

    def receive(self, payload: str) -> None:
        """Another process says how one of its jobs stands."""
        _, process, key, *rest = payload.split("/")
        if process != self._process and len(rest) == 3:
            ahead, done, total = map(int, rest)
            standing = AnalysisStatus("working" if total else "waiting", ahead, done, total)
            self._elsewhere[key] = (standing, self._clock.now())

    async def close(self) -> None:
        """Stop working; what is not finished is asked for again."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        if self._telling is not None:
            tasks.append(self._telling)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _key(self, match: str, plies: int) -> str:
        return f"{match}.{plies}.{self._analyst.engine}"

    def _status_here(self, key: str) -> AnalysisStatus | None:
        job = self._jobs.get(key)
        if job is None:
            return None
        if job.working:
            return AnalysisStatus("working", 0, job.done, job.total)
        return AnalysisStatus("waiting", list(self._jobs).index(key))

    def _status_elsewhere(self, key: str) -> AnalysisStatus | None:
        entry = self._elsewhere.get(key)
        if entry is None:
            return None
        if entry[1] < self._clock.now() - _STATUS_LIFETIME:
            del self._elsewhere[key]
            return None
        return entry[0]

    async def _make(self, job: _Job) -> None:
        try:
            async with self._turn:
                job.working = True
                analysis = await self._analyst.analyse(job.log, job.plies, job.note_progress)
            # A conflict means that another process was faster: its word is as good.
            await self._store.append([Write(f"analysis:{job.key}", 0, (analysis,), ends=True)], f"analysis/{job.key}")
            self.finished += 1
        except Exception:
            _log.exception("an analysis failed", extra={"analysis": job.key})
            self._failed[job.key] = None
            while len(self._failed) > _MOST_FAILED:
                del self._failed[next(iter(self._failed))]
        finally:
            del self._jobs[job.key]

    async def _announce(self) -> None:
        """While there are jobs, the other processes hear how they stand."""
        while self._jobs:
            for key, job in list(self._jobs.items()):
                standing = self._status_here(key)
                if standing is not None:
                    # a job at work has at least one question, even before it has counted them
                    total = max(1, job.total) if job.working else 0
                    payload = f"analysis/{self._process}/{key}/{standing.ahead}/{standing.done}/{total}"
                    await self._announcements.tell(payload)
            await asyncio.sleep(_TELL_EVERY)
