"""Who may study positions on this server, in what order, and how much of the machine that gets.

Questions wait in one queue for a few processes (one unless the operator says more), which work behind everything else.
A person has one question at a time: whoever asks again before the answer is there is told to wait. A rollout comes in
slices, each a question, so nobody waits for the end of somebody else's.
"""

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

import msgspec

from barpoint.service.analysis.position_study import StudyAnswer, StudyQuestion
from barpoint.service.ports import Account

_MOST_WAITING: Final = 40
_LONGEST: Final = 120.0
"""Seconds after which a question is given up."""


class StudyTrouble(StrEnum):
    """Why there is no answer now."""

    BUSY = "busy"  # too many wait
    UNANSWERED = "unanswered"  # the asker's last question is still being worked on
    FAILED = "failed"


class Students(StrEnum):
    """Who may study positions on a server."""

    ANYBODY = "anybody"
    REGISTERED = "registered"
    STAFF = "staff"
    NOBODY = "nobody"

    def include(self, account: Account) -> bool:
        """Whether somebody is one of them."""
        match self:
            case Students.ANYBODY:
                return True
            case Students.REGISTERED:
                return not account.guest
            case Students.STAFF:
                return account.staff
            case Students.NOBODY:
                return False


@dataclass(frozen=True)
class StudySettings:
    """What the operator allows: who, how many processes at once, how many unfinished analyses of matches a person."""

    students: Students = Students.ANYBODY
    processes: int = 1
    a_person: int = 2

    @classmethod
    def read(cls, students: str, processes: str, a_person: str = "2") -> "StudySettings":
        """The operator's words; ValueError says what was expected."""
        if students not in list(Students):
            raise ValueError(f"BARPOINT_ANALYSIS is one of {', '.join(Students)}, not {students!r}")
        if not processes.isdigit() or not 1 <= int(processes) <= 64:
            raise ValueError(f"BARPOINT_ANALYSTS is a number from 1 to 64, not {processes!r}")
        if not a_person.isdigit() or not 1 <= int(a_person) <= 100:
            raise ValueError(f"BARPOINT_ANALYSES_A_PERSON is a number from 1 to 100, not {a_person!r}")
        return cls(Students(students), int(processes), int(a_person))


class StudyWorker(Protocol):
    """Whoever works a question out, one at a time."""

    async def answer(self, question: bytes) -> bytes:
        """The answer as JSON; ValueError says what is wrong with the question."""
        ...

    async def close(self) -> None:
        """Work no longer."""
        ...


class StudyDesk:
    """The queue of this process."""

    def __init__(self, workers: "list[StudyWorker]", settings: StudySettings) -> None:
        self.settings = settings
        self._workers = workers
        self._free: asyncio.Queue[StudyWorker] = asyncio.Queue()
        for worker in workers:
            self._free.put_nowait(worker)
        self._asking: set[str] = set()

    @property
    def waiting(self) -> int:
        """Questions that have no answer yet."""
        return len(self._asking)

    async def ask(self, account: Account, question: StudyQuestion) -> StudyAnswer | StudyTrouble:
        """The answer to somebody's question, when its turn has come; ValueError says what is wrong with it."""
        if account.id in self._asking:
            return StudyTrouble.UNANSWERED
        if len(self._asking) >= _MOST_WAITING:
            return StudyTrouble.BUSY
        self._asking.add(account.id)
        try:
            worker = await self._free.get()
            try:
                async with asyncio.timeout(_LONGEST):
                    answer = await worker.answer(msgspec.json.encode(question))
            finally:
                self._free.put_nowait(worker)
            return msgspec.json.decode(answer, type=StudyAnswer)
        except (RuntimeError, TimeoutError):
            return StudyTrouble.FAILED
        finally:
            self._asking.discard(account.id)

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(worker.close() for worker in self._workers))
