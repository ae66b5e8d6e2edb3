"""Commands of a room: answered when they are durable, one at a time, and judged again after a lost race."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from barpoint.board import legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.rulebook.citation import Citation
from barpoint.service.dice.dice_events import EndPublished
from barpoint.service.play.play_service import Done, TakeBackRequest
from barpoint.service.play.terms import Terms
from barpoint.service.play.views import Audience
from barpoint.service.ports import Write
from tests.service.server import (
    FakeClock,
    TwoPlayers,
    a_house,
)


class Begun:
    """A match in which the first roll is to be played."""

    def __init__(self, two: TwoPlayers) -> None:
        self.two, self.house, self.room = two, two.house, two.room
        game = self.room.match.game
        assert game is not None
        assert game.roll is not None
        self.side, self.now = game.turn, two.clock.now()
        self.hops = tuple(legal_plays(game.view_for(self.side), game.roll)[0].hops)
        self.play = c.PlayCheckers(at=self.now, side=self.side, hops=self.hops)


def at_the_first_roll(folder: Path, test: Callable[[Begun], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(folder, clock) as house:
            two = TwoPlayers(house, clock)
            await two.begin(Terms(points=3))
            await test(Begun(two))

    asyncio.run(run())


def test_it_is_answered_when_it_is_durable_and_others_wait_their_turn(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        before = here.room.version
        first = asyncio.create_task(here.house.do(here.room, here.play, "one"))
        await asyncio.sleep(0)
        assert here.room.version == before, "not before it is kept"
        assert here.room.lock.locked()
        after = await here.house.do(here.room, here.two.roll(here.side.other), "two")
        assert first.done(), "one at a time"
        assert await first == Done(before + 1)
        assert after == Done(before + 2)
        assert await here.house.do(here.room, here.play, "one") == Done(before + 2), "a repeat is known"
        assert here.room.version == before + 2

    at_the_first_roll(tmp_path, test)


def test_whoever_gives_up_waiting_keeps_the_room_from_nobody(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        before = here.room.version
        roll = here.two.roll(here.side.other)
        first, early, last = (
            asyncio.create_task(here.house.do(here.room, request, key))
            for request, key in ((here.play, "one"), (roll, "two"), (roll, "three"))
        )
        await asyncio.sleep(0)
        early.cancel()
        assert [await first, await last] == [Done(before + 1), Done(before + 2)]
        assert early.cancelled()
        assert not here.room.lock.locked()

    at_the_first_roll(tmp_path, test)


def test_a_refusal_leaves_the_room_free(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        refused = await here.house.do(here.room, here.two.roll(here.side), "roll")
        assert isinstance(refused, Citation)
        malformed = c.PlayCheckers(at=here.now, side=here.side, hops=((99, 1),))
        with pytest.raises(ValueError, match="a hop is a pair of places"):
            await here.house.do(here.room, malformed, "malformed")
        assert isinstance(
            await here.house.do(here.room, TakeBackRequest(side=here.side, at=here.now), "back"), Citation
        )
        assert not here.room.lock.locked()

    at_the_first_roll(tmp_path, test)


def test_after_a_lost_race_it_is_judged_by_what_was_faster(tmp_path: Path) -> None:
    async def test(here: Begun) -> None:
        faster = e.encode(e.Played(at=here.now, side=here.side, hops=here.hops))
        stream = f"match:{here.room.id}"
        await here.house.play._store.append([Write(stream, here.room.version, (faster,))], "another process")
        answer = await here.house.do(here.room, here.play, "late")
        assert isinstance(answer, Citation)
        assert answer.code == "not_your_turn"
        assert not here.room.lock.locked()

    at_the_first_roll(tmp_path, test)


def test_the_file_of_a_match_has_what_another_process_kept_before_this_one_follows(tmp_path: Path) -> None:
    """Whoever was told of it there asks for the file here."""

    async def test(here: Begun) -> None:
        faster = e.encode(e.Played(at=here.now, side=here.side, hops=here.hops))
        ahead = EndPublished(at=here.now + 3_600_000, game=1, chain="white1/2", end="0" * 64, links=8)  # by its clock
        writes = [
            Write(f"match:{here.room.id}", here.room.version, (faster,)),
            Write(f"dice:{here.room.id}", here.room.dice.version, (msgspec.json.encode(ahead),)),
        ]
        await here.house.play._store.append(writes, "another process")
        published = await here.house.club.watching.published(here.room, Audience(here.side.value))
        assert published.log[-1] == faster
        assert published.dice[-1] == msgspec.json.encode(ahead)

    at_the_first_roll(tmp_path, test)
