"""A house for tests: a real one on SQLite, with a wall clock that goes where the test says."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from barpoint import bootstrap
from barpoint.board import Side
from barpoint.match.format.match_format import MatchFormat
from barpoint.rulebook.citation import Citation
from barpoint.service.clocks.server_time import ServerTime
from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.hash_chain import HashChain, chain_name
from barpoint.service.play.play_service import (
    Done,
    EndRequest,
    LinkRequest,
    MatchRequest,
    ReadyRequest,
    RollRequest,
)
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import Seat
from barpoint.service.play.terms import Terms, format_of_terms
from barpoint.service.server import ServerProcess

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


class Machine:
    """Both clocks of a machine: the one on the wall, which can be set, and the time that has passed."""

    def __init__(self, now: int = START) -> None:
        self.passed, self.set_by = 0, 0
        self._now = now

    def wall(self) -> int:
        return self._now + self.passed + self.set_by

    def elapsed(self) -> int:
        return 1_000_000 + self.passed


class MachineClock(FakeClock):
    """Server time over a machine: time passes while the server runs."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self.machine, self.server_time = machine, ServerTime(machine)

    def now(self) -> int:
        return self.server_time.now()

    def pass_(self, seconds: float) -> None:
        left = round(seconds * 1000)
        while left > 0:
            self.machine.passed += min(left, 200)
            left -= 200
            self.server_time.now()


@asynccontextmanager
async def a_house(folder: Path, clock: FakeClock) -> AsyncIterator[ServerProcess]:
    """A started house whose deadlines are looked at when the test asks (`timers.run_due`)."""
    time = clock.server_time if isinstance(clock, MachineClock) else clock
    found = await bootstrap.server_process(f"sqlite:///{folder}/house.db", clock=time)
    await found.liveness.start()
    await found.liveness.take_over()
    await found.liveness.taken_up()
    yield found
    await found.close()


class TwoPlayers:
    """A match between two people in a house, both connected."""

    def __init__(self, house: ServerProcess, clock: FakeClock) -> None:
        self.house, self.clock = house, clock
        self.room = Room("")
        self._number = 0
        self.chains: dict[str, HashChain] = {}

    async def begin(self, terms: Terms | MatchFormat, id: str = "MATCH") -> None:
        made = format_of_terms(terms) if isinstance(terms, Terms) else terms
        assert isinstance(made, MatchFormat)
        await self.house.play.open(id, made, [Seat("Anna", "a")], [Seat("Ben", "b")])
        await self.rejoin(id)
        await self.get_ready()
        while self.room.opening_due:
            for side in Side:
                await self.open_link(side)

    async def get_ready(self) -> None:
        """Both publish an end and are ready: the ends are fixed."""
        for side in Side:
            await self.publish(side)
            await self.do(ReadyRequest(side=side, at=self.clock.now()))
        await self.settle()

    async def settle(self) -> None:
        """The house has done what was due."""
        while self.room.house_task is not None:
            await self.room.house_task

    @property
    def known(self) -> GameChains:
        """The chains of the game."""
        return self.room.dice.chains[self.room.game_number]

    async def publish(self, side: Side) -> Done | Citation:
        """A new chain of a side; the one before it is lost."""
        owner, game = f"{side.value}1", self.room.game_number
        name = chain_name(owner, self.known.numbers.get(owner, 0) + 1)
        self.chains[name] = HashChain(self.room.id, game, name, secrets.token_hex(32), 40)
        end = self.chains[name].end
        return await self.do(EndRequest(side=side, at=self.clock.now(), game=game, chain=name, end=end, links=40))

    def next_link(self, side: Side) -> str:
        """The next link of a side's chain that counts."""
        chain = self.known.counting[f"{side.value}1"]
        return self.chains[chain.name].link(chain.opened + 1)

    async def open_link(self, side: Side) -> Done | Citation:
        """A side's next link, for the opening or as a witness."""
        known = self.known
        chain, link = known.counting[f"{side.value}1"].name, self.next_link(side)
        asked = LinkRequest(
            side=side, at=self.clock.now(), game=known.game, k=known.k, chain=chain, link=link, digest=known.digest
        )
        done = await self.do(asked)
        await self.settle()
        return done

    def roll(self, side: Side) -> RollRequest:
        """A roll with the side's next link."""
        return RollRequest(side=side, at=self.clock.now(), link=self.next_link(side))

    async def rejoin(self, id: str = "MATCH") -> None:
        """Both are at the table, as far as this house knows."""
        room = await self.house.play.room(id)
        assert room is not None
        self.room = room
        for side in Side:
            self.house.presence.change_connections(room, side, 1)

    async def do(self, wanted: MatchRequest) -> Done | Citation:
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
