"""Analyses wait for their turn, one is made at a time, what was found is kept; a crowd of them stalls nobody."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from barpoint.service.people.analysis_queue import (
    MOST_A_PERSON,
    MOST_WAITING,
    AnalysisQueue,
    ProgressListener,
)
from tests.service.memory_store import MemoryStore
from tests.service.server import FakeClock


class Slow:
    """An analyst who answers when it is told to."""

    engine = "1"

    def __init__(self) -> None:
        self.at_work: list[tuple[bytes, ProgressListener, asyncio.Future[bytes]]] = []
        self.most = 0

    async def analyse(self, log: Sequence[bytes], plies: int, heard: ProgressListener) -> bytes:  # noqa: ARG002  # the port's
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.at_work.append((log[0], heard, answer))
        self.most = max(self.most, len(self.at_work))
        try:
            return await answer
        finally:
            self.at_work.pop(0)


class Wire:
    """What processes tell each other."""

    def __init__(self) -> None:
        self.ears: list[Callable[[str], None]] = []

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        raise NotImplementedError

    async def tell(self, payload: str) -> None:
        for ear in self.ears:
            ear(payload)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_one_is_made_at_a_time_with_its_progress_and_kept() -> None:
    async def run() -> None:
        store, analyst = MemoryStore(), Slow()
        queue = AnalysisQueue(store, FakeClock(), analyst, Wire(), "P")
        assert (await queue.status("A", 0)).state == "none"
        for match in ("A", "B"):
            assert await queue.request(match, 0, "anna", [match.encode()])
        assert await queue.request("A", 0, "ben", [b"A"]), "asked for twice it is made once"
        await settle()
        assert queue.waiting == 2
        analyst.at_work[0][1](3, 10)
        assert [(one.state, one.ahead, one.done, one.total) for one in [await queue.status(m, 0) for m in "AB"]] == [
            ("working", 0, 3, 10),
            ("waiting", 1, 0, 0),
        ]
        for name in (b"A", b"B"):
            analyst.at_work[0][2].set_result(b"found " + name)
            await settle()
        assert (await queue.status("B", 0)).analysis == b"found B"
        assert (await queue.status("B", 1)).state == "none"
        assert (analyst.most, queue.waiting, queue.finished) == (1, 0, 2)
        again = AnalysisQueue(store, FakeClock(), analyst, Wire(), "after a restart")
        assert (await again.status("A", 0)).analysis == b"found A"
        await queue.close()

    asyncio.run(run())


def test_the_operator_says_how_many_are_made_at_once_and_how_many_a_person_may_have() -> None:
    async def run() -> None:
        analyst = Slow()
        queue = AnalysisQueue(MemoryStore(), FakeClock(), analyst, Wire(), "P", at_once=3, most_a_person=4)
        for number in range(4):
            assert await queue.request(f"A{number}", 0, "anna", [b"A"])
        assert await queue.request("ANOTHER", 0, "anna", [b"A"]) is None
        await settle()
        assert analyst.most == 3
        await queue.close()

    asyncio.run(run())


def test_a_crowd_is_told_to_wait() -> None:
    async def run() -> None:
        queue = AnalysisQueue(MemoryStore(), FakeClock(), Slow(), Wire(), "P")
        for number in range(MOST_A_PERSON):
            assert await queue.request(f"A{number}", 0, "anna", [b"A"])
        assert await queue.request("ANOTHER", 0, "anna", [b"A"]) is None
        for number in range(MOST_WAITING):
            await queue.request(f"M{number}", 0, f"person {number}", [b"A"])
        assert queue.waiting == MOST_WAITING
        await settle()
        await queue.close()
        assert queue.waiting == 0

    asyncio.run(run())


def test_one_that_failed_says_so_and_can_be_asked_for_again(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        analyst = Slow()
        queue = AnalysisQueue(MemoryStore(), FakeClock(), analyst, Wire(), "P")
        await queue.request("A", 0, "anna", [b"A"])
        await settle()
        analyst.at_work[0][2].set_exception(RuntimeError("out of memory"))
        await settle()
        assert (await queue.status("A", 0)).state == "failed"
        found = await queue.request("A", 0, "anna", [b"A"])
        assert found is not None
        assert found.state == "waiting"
        await queue.close()

    asyncio.run(run())
    assert "an analysis failed" in caplog.text


def test_another_process_knows_of_it_as_long_as_it_is_told() -> None:
    async def run() -> None:
        clock, wire, analyst = FakeClock(), Wire(), Slow()
        store = MemoryStore()
        here, there = (AnalysisQueue(store, clock, analyst, wire, name) for name in ("P", "Q"))
        wire.ears += [here.receive, there.receive]
        await here.request("A", 0, "anna", [b"A"])
        await settle()
        assert (await there.status("A", 0)).state == "working"
        found = await there.request("A", 0, "ben", [b"A"])
        assert found is not None
        assert (found.state, there.waiting) == ("working", 0)
        await here.close()  # and says no more
        clock.pass_(6)
        assert (await there.status("A", 0)).state == "none"

    asyncio.run(run())
