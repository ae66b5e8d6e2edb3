"""Online events: matches are made and scored by the server, rounds run by themselves, absence loses."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.board import Side
from barpoint.match import commands as m
from barpoint.match.format.match_format import MINUTE
from barpoint.rulebook import Citation, Options
from barpoint.service.play.agreeing import state_wish
from barpoint.service.play.match_export import export_match
from barpoint.service.play.play_service import Done
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import SideReady
from barpoint.service.play.view_builder import match_view
from barpoint.service.play.views import Audience
from barpoint.service.server import ServerProcess
from barpoint.service.tournaments.tournament_service import TournamentDone
from barpoint.tournament import Tournament
from barpoint.tournament import commands as c
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import StartPosted
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode, TournamentSettings
from tests.service.server import (
    START,
    FakeClock,
    a_house,
)
from tests.tournament.director import (
    knockout,
    people,
    swiss,
)

PILOT = Autopilot(round_time=60 * MINUTE, presence=10 * MINUTE)
ONLINE: dict[str, Any] = {"mode": Mode.INTERNET, "autopilot": PILOT, "starts": START + MINUTE}


class Event:
    """An online event of four players in a house."""

    def __init__(self, house: ServerProcess, clock: FakeClock) -> None:
        self.house, self.clock, self.number = house, clock, 0

    async def do(self, command: c.AnyCommand) -> None:
        self.number += 1
        answer = await self.house.direct.do("cup", command, f"test/{self.number}")
        assert isinstance(answer, TournamentDone), answer

    async def begin(self, settings: ContestSettings) -> None:
        at = self.clock.now()
        await self.do(c.OpenTournament(at=at, by="td", settings=TournamentSettings(id="cup", date="2026-05-01")))
        await self.do(c.AddContest(at=at, by="td", settings=settings))
        await self.do(c.PublishContest(at=at, by="td", contest=settings.id))
        entries = tuple((player,) for player in people(4))
        await self.do(c.ImportEntrants(at=at, by="td", contest=settings.id, entries=entries))
        for player in people(4):
            await self.house.links.join("cup", player.id, f"account-{player.id}")
        await self.do(c.MakeDraw(at=at, by="td", contest=settings.id))

    async def wait(self, minutes: float) -> Tournament:
        self.clock.pass_(minutes * 60)
        for _ in range(4):  # what follows from what was done
            self.clock.pass_(0.1)
            await self.house.timers.run_due()
        return (await self.house.direct.load("cup")).state

    async def board(self, book: str = "usbgf") -> tuple[Room, Fixture, int]:
        """The board of the first match, once both are there; and to how many points it is played."""
        await self.begin(knockout(book, **ONLINE))
        return await self.first_board()

    async def first_board(self) -> tuple[Room, Fixture, int]:
        """The board of the first match of an event that has begun."""
        contest = (await self.wait(1)).contests["open"]
        first = next(each for each in contest.fixtures.values() if each.id.startswith("M1"))
        await self.here("open", first.id, *first.pair)
        contest = (await self.wait(1)).contests["open"]
        room = await self.house.play.room(contest.match_at(first).stream.partition(":")[2])
        length = contest.length_at(first)
        assert room is not None
        assert length is not None
        return room, first, length.length

    async def here(self, contest: str, pairing: str, *entrants: str) -> None:
        for entrant in entrants:
            ready = c.MarkReady(at=self.clock.now(), by=entrant, contest=contest, pairing=pairing, entrant=entrant)
            await self.do(ready)


def test_a_match_is_made_played_and_posted_by_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, length = await event.board()
            assert [seat.account for seat in (*room.white, *room.black)] == [f"account-{who}" for who in first.pair]
            assert room.options.event == "tournament:cup"
            won = m.AwardPoints(at=clock.now(), by="td", reason="a test", side=Side.BLACK, points=length)
            await house.play.do(room, won, "won")
            while (posted := (await event.wait(0)).contests["open"].fixtures[first.id]).winner is None:
                await asyncio.sleep(0.01)  # the server posts it by itself
            assert posted.winner == first.pair[1]
            assert posted.result is not None
            assert posted.result.score == (length, 0)
            fixtures = (await event.wait(0)).contests["open"].fixtures
            second = next(each for each in fixtures.values() if each.status is PairingStatus.READY)
            # nobody came to the other match in time: one who is late loses to one who was there
            await event.here("open", second.id, second.pair[0])
            state = await event.wait(11)
            assert state.contests["open"].fixtures[second.id].winner == second.pair[0]

    asyncio.run(run())


def test_swiss_rounds_follow_each_other(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            await event.begin(swiss(**ONLINE))
            state = await event.wait(1)
            first = [each for each in state.contests["novice"].fixtures.values() if each.round == 1]
            assert len(first) == 2, "the first round was paired by itself"
            for fixture in first:
                await event.here("novice", fixture.id, fixture.pair[0])
            state = await event.wait(12)
            assert {each.round for each in state.contests["novice"].fixtures.values()} == {1, 2}

    asyncio.run(run())


def test_a_match_that_ended_while_the_server_went_down_is_posted_when_it_is_back(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, length = await event.board()
            house.play.room_listeners.remove(house.online._on_play)  # it goes down before this is heard
            won = m.AwardPoints(at=clock.now(), by="td", reason="a test", side=Side.WHITE, points=length)
            await house.play.do(room, won, "won")
        async with a_house(tmp_path, clock) as back:
            await back.online.start()
            state = (await back.direct.load("cup")).state
            assert state.contests["open"].fixtures[first.id].winner == first.pair[0]

    asyncio.run(run())


def test_a_server_that_comes_second_makes_no_second_board(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, _ = await event.board()
            await house.online._open("cup", "open", first.id, await house.links.keys("cup"))
            match = (await house.direct.load("cup")).state.contests["open"].match_at(first)
            assert match.stream == f"match:{room.id}"

    asyncio.run(run())


def test_a_match_of_an_event_that_one_side_does_not_begin_is_lost_and_posted(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, _ = await event.board()
            house.presence.change_connections(room, Side.WHITE, 1)
            end = room.wait
            assert end is not None
            ready = SideReady(at=clock.now(), side=Side.WHITE, game=1)
            await house.play.note(room, ready, "ready")
            await event.wait((end.until - clock.now()) / MINUTE)
            while (posted := (await event.wait(0)).contests["open"].fixtures[first.id]).winner is None:
                await asyncio.sleep(0.01)
            assert posted.winner == first.pair[0]

    asyncio.run(run())


@pytest.mark.clause("ibf:8.7b")
def test_a_match_lost_on_time_is_posted_with_all_the_points_under_ibf(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, length = await event.board("ibf")
            opening = m.RollOpening(at=clock.now(), white=6, black=1)
            assert isinstance(await house.play.do(room, opening, "opening"), Done)
            for side in Side:
                house.presence.change_connections(room, side, 1)
            while room.match.ended is None:
                await event.wait(5)
            assert room.match.ended.reason == "time"
            while (posted := (await event.wait(0)).contests["open"].fixtures[first.id]).winner is None:
                await asyncio.sleep(0.01)
            assert posted.winner == first.pair[1]
            assert posted.result is not None
            assert posted.result.score == (length, 0)
            shown = match_view(room, Audience.WHITE, clock.now())
            assert (shown.white.score, shown.black.score) == (0, length)
            log = (await house.club.watching.published(room, Audience.WHITE)).log
            assert f"wins (time), 0 : {length}" in export_match("protocol", log).decode()

    asyncio.run(run())


def test_a_match_of_an_event_that_nobody_begins_is_lost_by_both(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, first, _ = await event.board()
            assert room.wait is not None
            await event.wait((room.wait.until - clock.now()) / MINUTE)
            assert room.match.ended is not None
            while (await event.wait(0)).contests["open"].fixtures[first.id].status is PairingStatus.READY:
                await asyncio.sleep(0.01)
            assert (await event.wait(0)).contests["open"].fixtures[first.id].winner is None

    asyncio.run(run())


def test_time_the_server_did_not_run_makes_nobody_late(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            event = Event(first, clock)
            await event.begin(knockout(**ONLINE))
            await event.wait(6)  # five of the ten minutes to be there
            await first.liveness.beat()
        clock.pass_(3600)
        async with a_house(tmp_path, clock) as second:
            event = Event(second, clock)
            await second.online.start()
            state = await event.wait(4)
            assert all(each.winner is None for each in state.contests["open"].fixtures.values())
            starts = [each for each in (await second.direct.load("cup")).log if isinstance(each, StartPosted)]
            assert {each.start for each in starts} == {START + 61 * MINUTE}
            state = await event.wait(2)
            done = [each for each in state.contests["open"].fixtures.values() if each.id.startswith("M1")]
            assert all(each.status is not PairingStatus.READY for each in done), "then it counts"

    asyncio.run(run())


@pytest.mark.clause("usbgf:3.4.4.3d", "usbgf:3.4.4.2b", "usbgf:3.4.4.3e", "usbgf:3.4.4.3f")
@pytest.mark.parametrize(
    ("options", "reserve", "trust"),
    [
        (Options(reserve_total=300, delay=8), 300_000, 0),
        (Options(reserve_total=63, delay=8), 63_000, 0),
        (Options(reserve_per_point=60, reserve_extra=30), 210_000, 0),
        (Options(reserve_per_point=60, trust_minute=True), 120_000, 60_000),
    ],
)
def test_a_clock_both_wish_begins_with_the_events_time(
    tmp_path: Path, options: Options, reserve: int, trust: int
) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            speed = knockout(**ONLINE, options=msgspec.structs.replace(options, length=3))
            await event.begin(msgspec.structs.replace(speed, preset="USBGF Speed"))
            room, _, _ = await event.first_board()
            for side in Side:
                assert not isinstance(await state_wish(house.play, room, side, "yes"), Citation)
            assert room.match.clock is not None
            assert room.match.clock.reserve == (reserve, reserve)
            assert room.match.clock.trust == (trust, trust)
            if not trust:
                return
            await house.play.do(room, m.RollOpening(at=clock.now(), white=3, black=1), "roll")
            clock.pass_(reserve // 1000 + 30)
            await house.timers.run_due()
            assert room.match.ended is None
            assert room.match.clock.trust == (0, trust), "the minute of the side whose time was up"

    asyncio.run(run())
