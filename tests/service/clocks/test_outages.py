"""Nobody pays for time in which the server did not run: stopped, asleep, down, or with its clock set."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from barpoint import bootstrap
from barpoint.board import Side, legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format.match_format import PauseReason
from barpoint.match.state import MatchPhase
from barpoint.service.clocks.outage_log import OUTAGES, OutageLog, OutageNoted
from barpoint.service.clocks.timekeeping import GRACE
from barpoint.service.play.play_service import Done
from barpoint.service.play.room_timers import AWAY_BUDGET
from barpoint.service.play.terms import ClockWish, Terms
from barpoint.service.ports import Heartbeat, StorageError
from tests.service.memory_store import MemoryStore
from tests.service.server import START, FakeClock, Machine, MachineClock, TwoPlayers, a_house

BLITZ = Terms("IBF Blitz", points=1)  # a minute, and 8 seconds a move
DAYS = Terms(clock=ClockWish(days=3))
Step = Callable[[Machine], None]


def stop(machine: Machine) -> None:
    machine.passed += 3_600_000


def set_forward(machine: Machine) -> None:
    machine.set_by += 3_600_000
    machine.passed += 100


def set_back(machine: Machine) -> None:
    machine.set_by -= 3_600_000
    machine.passed += 100


def on_a_machine(folder: Path, terms: Terms, test: Callable[[TwoPlayers, MachineClock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = MachineClock(Machine())
        async with a_house(folder, clock) as house:
            two = TwoPlayers(house, clock)
            await two.begin(terms)
            await test(two, clock)

    asyncio.run(run())


async def noted(two: TwoPlayers) -> list[OutageNoted]:
    stored = await two.house.store.read(OUTAGES)
    return [msgspec.json.decode(event.data, type=OutageNoted) for event in stored]


@pytest.mark.parametrize("happens", [stop, set_forward, set_back])
@pytest.mark.parametrize("terms", [BLITZ, DAYS], ids=["blitz", "correspondence"])
def test_a_running_clock_does_not_pay(happens: Step, terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        side = two.running
        await two.wait(10)
        happens(clock.machine)
        await two.house.timers.run_due()  # whatever the loop does first, before anybody has looked
        assert two.room.match.phase is MatchPhase.PLAYING
        await two.house.liveness.look()
        await two.wait(1)
        assert two.running is side
        running = two.room.match.clock
        assert running is not None
        assert 10_900 <= running.turn_time(clock.now()) <= 11_150
        kinds: dict[Step, str] = {stop: "stopped", set_forward: "set_forward", set_back: "set_back"}
        (outage,) = await noted(two)
        assert outage.kind == kinds[happens]
        assert 3_599_900 <= outage.length <= 3_600_000
        if happens is not set_back:
            assert abs(clock.now() - clock.machine.wall()) <= 50, "the server follows the clock on the wall"
            log = [e.decode(stored.data) for stored in await two.house.store.read("match:MATCH")]
            paused, resumed = log[-2:]
            assert isinstance(paused, e.ClockPaused)
            assert isinstance(resumed, e.ClockResumed)
            assert paused.reason is PauseReason.OUTAGE
            assert resumed.at - paused.at == outage.length

    on_a_machine(tmp_path, terms, test)


def test_a_running_clock_does_not_pay_while_nothing_can_be_kept(tmp_path: Path) -> None:
    """A full disk, a database that is away: nobody could have moved, and nobody's time is up when it is over."""

    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        house, side = two.house, two.running
        await two.wait(1)
        await house.storage.look()
        probe = house.store.probe

        async def full() -> None:
            raise StorageError("database or disk is full")

        house.store.probe = full  # type: ignore[method-assign]
        await two.wait(2)  # nobody has noticed yet
        await house.storage.look()
        for _ in range(300):
            clock.pass_(2)
            await house.storage.look()
        house.store.probe = probe  # type: ignore[method-assign]
        assert not await house.storage.look()
        await house.timers.run_due()  # a clock that had run out would be noticed now
        await house.liveness.look()
        await two.wait(1)
        assert two.running is side
        running = two.room.match.clock
        assert running is not None
        assert 1_900 <= running.turn_time(clock.now()) <= 2_200, "two seconds in which a move could be kept"
        (outage,) = await noted(two)
        assert 601_900 <= outage.length <= 602_100
        assert abs(clock.now() - clock.machine.wall()) <= 50

    on_a_machine(tmp_path, BLITZ, test)


def test_a_play_that_comes_while_time_is_given_back_costs_the_other_side_nothing(tmp_path: Path) -> None:
    """It waited at the door while the clock was being stopped: the other's clock does not begin in the gap."""

    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        await two.wait(1)
        side, game = two.running, two.room.match.game
        assert game is not None
        assert game.roll is not None
        hops = legal_plays(game.view_for(side), game.roll)[0].hops
        set_forward(clock.machine)
        now = clock.now()
        giving_back = asyncio.create_task(two.house.liveness.look())
        while not two.room.lock.locked():
            await asyncio.sleep(0)
        assert isinstance(await two.do(c.PlayCheckers(side=side, at=now, received=now, hops=hops)), Done)
        await giving_back
        assert two.room.match.phase is MatchPhase.PLAYING
        assert two.running is side.other
        running = two.room.match.clock
        assert running is not None
        assert running.turn_time(clock.now()) <= 150

    on_a_machine(tmp_path, BLITZ, test)


def test_a_halt_while_another_is_given_back_is_given_back_as_well(tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        await two.wait(1)
        stop(clock.machine)
        note = two.house.outages.note

        async def stopped_again(noted: OutageNoted, command: str) -> None:
            await note(noted, command)
            two.house.outages.note = note  # type: ignore[method-assign]
            stop(clock.machine)
            clock.now()

        two.house.outages.note = stopped_again  # type: ignore[method-assign]
        for _ in range(2):
            await two.house.liveness.look()
        running = two.room.match.clock
        assert running is not None
        assert running.turn_time(clock.now()) <= 1_200
        assert abs(clock.now() - clock.machine.wall()) <= 50, "server time is what it was"

    on_a_machine(tmp_path, BLITZ, test)


def test_the_time_it_takes_to_give_time_back_is_nobodys(tmp_path: Path) -> None:
    """A slow database, and commands wait until it is done."""

    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        await two.wait(1)
        clock.machine.passed += 5_000
        others, house = two.house.liveness._heartbeats.others, two.house
        house.liveness._alone = False

        async def slowly(process: str) -> dict[str, Heartbeat]:
            clock.pass_(20)
            return await others(process)

        clock.now()
        clock.pass_(20)  # nobody has come round to it
        house.liveness._heartbeats.others = slowly  # type: ignore[method-assign]
        await house.liveness.look()
        running = two.room.match.clock
        assert running is not None
        assert running.turn_time(clock.now()) <= 1_300
        assert abs(clock.now() - clock.machine.wall()) <= 50

    on_a_machine(tmp_path, BLITZ, test)


def test_a_command_that_waited_on_the_line_is_not_late(tmp_path: Path) -> None:
    """What came while the process was stopped is seen to before anything was accounted for."""

    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        side, shown = two.running, two.left(two.running)
        await two.wait(1)
        clock.machine.passed += 600_000
        game = two.room.match.game
        assert game is not None
        assert game.roll is not None
        hops = legal_plays(game.view_for(side), game.roll)[0].hops
        now = clock.now()
        done = await two.do(c.PlayCheckers(side=side, at=now, received=now, hops=hops))
        assert isinstance(done, Done)
        assert two.left(side) == shown
        await two.house.liveness.look()
        assert two.running is side.other, "and the other's clock has not paid either"
        assert two.left(side.other) == 60_000
        running = two.room.match.clock
        assert running is not None
        assert running.turn_time(clock.now()) <= 60

    on_a_machine(tmp_path, BLITZ, test)


@pytest.mark.parametrize("terms", [BLITZ, Terms()], ids=["with a clock", "without one"])
def test_an_absence_is_not_longer_for_it(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        side = two.running if two.room.match.clock is not None else Side.WHITE
        two.house.presence.change_connections(two.room, side, -1)
        await two.wait(GRACE / 1000)
        await two.wait(50)
        clock.machine.passed += 3_600_000
        await two.house.liveness.look()
        await two.wait(GRACE / 1000)
        await two.wait(50)
        left = two.room.away_left(side, clock.now())
        assert left is not None
        spent = AWAY_BUDGET - left
        assert 100_000 <= spent <= 100_000 + 2 * GRACE + 400
        assert two.room.match.phase is MatchPhase.PLAYING

    on_a_machine(tmp_path, terms, test)


def test_a_match_that_is_not_at_hand_gets_its_time_when_it_is_loaded(tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        side = two.running
        shown = two.left(side)
        two.house.play.leave(two.room)
        clock.machine.passed += 3_600_000
        await two.house.liveness.look()
        await two.house.timers.run_due()
        await two.rejoin()
        assert two.room.match.phase is MatchPhase.PLAYING
        assert two.left(side) == shown

    on_a_machine(tmp_path, BLITZ, test)


@pytest.mark.parametrize("terms", [BLITZ, DAYS], ids=["blitz", "correspondence"])
@pytest.mark.parametrize("set_by", [-600_000, 0, 600_000])
def test_a_restart_with_a_clock_that_was_set_meanwhile_costs_nobody_anything(
    terms: Terms, set_by: int, tmp_path: Path
) -> None:
    async def run() -> None:
        machine = Machine()
        clock = MachineClock(machine)
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(terms)
            clock.pass_(10)
            await first.liveness.beat()
            was = two.room.match.clock
            assert was is not None
            used = was.turn_time(clock.now())
        machine.passed += 30_000
        machine.set_by += set_by
        clock = MachineClock(machine)
        async with a_house(tmp_path, clock) as second:
            two = TwoPlayers(second, clock)
            await two.rejoin()
            now = two.room.match.clock
            assert now is not None
            assert now.turn_time(clock.now()) == used
            await two.wait(1)
            now = two.room.match.clock
            assert now is not None
            assert 990 <= now.turn_time(clock.now()) - used <= 1_000, "and it runs on"

    asyncio.run(run())


def test_a_short_halt_is_no_outage(tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        version = two.room.version
        clock.machine.passed += 900
        await two.house.liveness.look()
        assert two.room.version == version
        assert await noted(two) == []

    on_a_machine(tmp_path, BLITZ, test)


def test_a_process_of_several_gives_back_only_what_its_own_players_lost(tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        house = two.house
        house.liveness._alone = False
        side, shown = two.running, two.left(two.running)
        await house.liveness._heartbeats.beat("OTHER", Heartbeat(0, clock.now() + 30_000))
        house.presence.change_connections(two.room, side.other, -1)
        clock.machine.passed += 30_000
        await house.liveness.look()
        assert two.left(side) == shown, "connected here"
        assert await noted(two) == [], "the server as a whole went on"
        await house.liveness._heartbeats.beat("OTHER", Heartbeat(0, clock.now() + 30_000))
        house.presence.receive(f"here/OTHER/MATCH/{side.value}/1")
        house.presence.change_connections(two.room, side, -1)
        before = two.left(side)
        clock.machine.passed += 30_000
        await house.liveness.look()
        await house.timers.run_due()
        assert two.left(side) < before - 20_000, "connected to the process that ran"

    on_a_machine(tmp_path, BLITZ, test)


@pytest.mark.parametrize("others_live", [False, True], ids=["alone", "beside another"])
def test_the_time_a_server_takes_to_start_is_nobodys(others_live: bool, tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(BLITZ)
            side = two.running
            clock.pass_(10)
            shown = two.left(side)
            await first.liveness.beat()
        clock.pass_(3)
        second = await bootstrap.server_process(f"sqlite:///{tmp_path}/house.db", clock=clock)
        if others_live:
            second.liveness._alone = False
            await second.liveness._heartbeats.beat("OTHER", Heartbeat(START, clock.now()))
        await second.liveness.start()
        clock.pass_(20)  # a slow machine
        await second.liveness.take_over()
        two = TwoPlayers(second, clock)
        await two.rejoin()
        assert two.left(side) == shown
        await two.wait(1)
        assert two.left(side) == shown - 1000
        await second.close()

    asyncio.run(run())


def test_the_players_of_a_process_that_dies_do_not_pay_for_it(tmp_path: Path) -> None:
    async def test(two: TwoPlayers, clock: MachineClock) -> None:
        house, side = two.house, two.running
        house.liveness._alone = False
        await house.liveness._heartbeats.beat("OTHER", Heartbeat(0, clock.now()))
        house.presence.receive(f"here/OTHER/MATCH/{side.value}/1")
        house.presence.change_connections(two.room, side, -1)
        before = two.room.match.clock
        assert before is not None
        used = before.turn_time(clock.now())
        for _ in range(10):
            await two.wait(2)
            await house.liveness.beat()
            await house.timers.run_due()
        stands = two.room.match.clock
        assert stands is not None
        assert stands.paused is PauseReason.DISCONNECT
        assert stands.turn_time(clock.now()) - used <= 50
        house.presence.receive(f"here/THIRD/MATCH/{side.value}/1")
        await two.wait(1)
        runs = two.room.match.clock
        assert runs is not None
        assert runs.turn_time(clock.now()) - used <= 1_050, "and it runs on where they are now"
        assert two.running is side

    on_a_machine(tmp_path, BLITZ, test)


def test_what_lasts_is_counted_without_outages() -> None:
    async def run() -> None:
        log = OutageLog(MemoryStore())
        for since, until in ((100, 200), (150, 260), (500, 600)):
            await log.note(
                OutageNoted(at=until, kind="down", since=since, until=until, length=until - since), f"{since}"
            )
        assert log.after(0) == ((100, 260), (500, 600))
        assert log.deadline(0, 50) == 50
        assert log.deadline(0, 150) == 310
        assert log.deadline(120, 10) == 270
        assert log.deadline(0, 1_000) == 1_260
        assert log.time_served(0, 310) == 150
        assert log.time_served(120, 240) == 0
        other = OutageLog(MemoryStore())
        assert other.time_served(5, 9) == 4

    asyncio.run(run())
