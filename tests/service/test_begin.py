"""A command that is begun without a coroutine: judged at once, told when it is durable, one at a time in its room."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from barpoint.board import legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.rulebook.cite import Citation
from barpoint.service.play import Answer, Done, Roll, TakeBack
from barpoint.service.ports import Write
from barpoint.service.terms import Terms
from tests.service.house import FakeClock, TwoPlayers, a_house


class Begun:
    """A match in which the first roll is to be played, and what was heard."""

    def __init__(self, two: TwoPlayers) -> None:
        self.two, self.house, self.room = two, two.house, two.room
        game = self.room.match.game
        assert game is not None
        assert game.roll is not None
        self.side, self.now = game.turn, two.clock.now()
        self.hops = tuple(legal_plays(game.seen_by(self.side), game.roll)[0].hops)
        self.play = c.PlayCheckers(at=self.now, side=self.side, hops=self.hops)
        self.heard: list[Answer] = []

    async def answered(self) -> Answer:
        while not self.heard:
            await asyncio.sleep(0.001)
        return self.heard[-1]


def at_the_first_roll(folder: Path, test: Callable[[Begun], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(folder, clock) as house:
            two = TwoPlayers(house, clock)
            await two.begin(Terms(points=3))
            await test(Begun(two))

    asyncio.run(run())


def test_it_is_told_when_it_is_durable_and_others_wait_their_turn(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        before = here.room.version
        assert here.house.begin(here.room, here.play, "one", here.heard.append)
        assert here.room.version == before, "not before it is kept"
        assert not here.house.begin(here.room, here.play, "two", here.heard.append), "one at a time"
        after = await here.house.do(here.room, Roll(side=here.side.other, at=here.now), "three")
        assert here.heard == [Done(before + 1)]
        assert after == Done(before + 2)
        assert not here.house.begin(here.room, here.play, "one", here.heard.append), "a repeat is for `do`"

    at_the_first_roll(tmp_path, test)


def test_a_refusal_is_told_at_once_and_leaves_the_room_free(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        assert here.house.begin(here.room, Roll(side=here.side, at=here.now), "roll", here.heard.append)
        (refused,) = here.heard
        assert isinstance(refused, Citation)
        malformed = c.PlayCheckers(at=here.now, side=here.side, hops=((99, 1),))
        with pytest.raises(ValueError, match="a hop is a pair of places"):
            here.house.begin(here.room, malformed, "malformed", here.heard.append)
        assert not here.house.begin(here.room, TakeBack(side=here.side, at=here.now), "back", here.heard.append)
        assert not here.room.one_at_a_time.locked()

    at_the_first_roll(tmp_path, test)


def test_after_a_lost_race_it_is_judged_by_what_was_faster(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        faster = e.encode(e.Played(at=here.now, side=here.side, hops=here.hops))
        stream = f"match:{here.room.id}"
        await here.house.play._store.append([Write(stream, here.room.version, (faster,))], "another process")
        assert here.house.begin(here.room, here.play, "late", here.heard.append)
        answer = await here.answered()
        assert isinstance(answer, Citation)
        assert answer.code == "not_your_turn"
        assert not here.room.one_at_a_time.locked()

    at_the_first_roll(tmp_path, test)
