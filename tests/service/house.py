"""A house for tests: a real one on SQLite, with a wall clock that goes where the test says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from barpoint import bootstrap
from barpoint.board import Side
from barpoint.match.format import MatchFormat
from barpoint.rulebook.cite import Citation
from barpoint.service.house import House
from barpoint.service.play import Done, Part, Ready, Wanted
from barpoint.service.room import Room, Seat
from barpoint.service.terms import Terms, format_of

START = 1_800_000_000_000


class FakeClock:
    """Server time as the test has it."""

    def __init__(self, now: int = START) -> None:
        self.time = now

    def now(self) -> int:
        return self.time

    def pass_(self, seconds: float) -> None:
        """So much time goes by."""
        self.time += round(seconds * 1000)


@asynccontextmanager
async def a_house(folder: Path, clock: FakeClock) -> AsyncIterator[House]:
    """A started house whose deadlines are looked at when the test asks (`timers.run_due`)."""
    found = await bootstrap.house(f"sqlite:///{folder}/house.db", clock=clock)
    await found.liveness.start()
    yield found
    await found.close()


class TwoPlayers:
    """A match between two people in a house, both connected."""

    def __init__(self, house: House, clock: FakeClock) -> None:
        self.house, self.clock = house, clock
        self.room = Room("")
        self._number = 0

    async def begin(self, terms: Terms, id: str = "MATCH") -> None:  # noqa: A002
        made = format_of(terms)
        assert isinstance(made, MatchFormat)
        await self.house.play.open(id, made, [Seat("Anna", "a")], [Seat("Ben", "b")])
        await self.rejoin(id)
        for side in Side:
            await self.do(
                Part(side=side, at=self.clock.now(), game=1, seed=("ab" if side is Side.WHITE else "cd") * 32)
            )
            await self.do(Ready(side=side, at=self.clock.now()))
        while self.room.house is not None:
            await self.room.house

    async def rejoin(self, id: str = "MATCH") -> None:  # noqa: A002
        """Both are at the table, as far as this house knows."""
        room = await self.house.play.room(id)
        assert room is not None
        self.room = room
        for side in Side:
            self.house.presence.connected(room, side, 1)

    async def do(self, wanted: Wanted) -> Done | Citation:
        self._number += 1
        return await self.house.do(self.room, wanted, f"test/{self.clock.now()}/{self._number}")

    @property
    def running(self) -> Side:
        """Whose time runs."""
        clock = self.room.match.clock
        assert clock is not None
        assert clock.running is not None
        return clock.running

    def left(self, side: Side) -> int:
        """What a side's display shows."""
        clock = self.room.match.clock
        assert clock is not None
        return clock.remaining(side, self.clock.now())

    async def wait(self, seconds: float) -> None:
        """Time passes, and what falls due is done."""
        self.clock.pass_(seconds)
        await self.house.timers.run_due()
