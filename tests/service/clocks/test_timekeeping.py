"""Clocks on server time, against a wall clock of the test's own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from barpoint.board import Side, legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format.match_format import MatchFormat, PauseReason
from barpoint.match.state import MatchPhase
from barpoint.rulebook.citation import Citation
from barpoint.service.clocks.timekeeping import GRACE
from barpoint.service.play.lag_quota import (
    FILL,
    FULL,
    MOST_A_COMMAND,
    START,
    LagQuota,
)
from barpoint.service.play.play_service import Done
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import Seat, TimeLow, decode_room_event
from barpoint.service.play.room_timers import AWAY_BUDGET
from barpoint.service.play.terms import (
    ClockWish,
    Terms,
    format_of_terms,
)
from barpoint.service.play.view_builder import match_view
from barpoint.service.play.views import Audience
from tests.service.server import (
    FakeClock,
    TwoPlayers,
    a_house,
)

BLITZ = Terms("IBF Blitz", points=1)  # a minute, and 8 seconds a move


def with_two(folder: Path, terms: Terms, test: Callable[[TwoPlayers], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(folder, clock) as house:
            two = TwoPlayers(house, clock)
            await two.begin(terms)
            await test(two)

    asyncio.run(run())


def test_time_runs_out_though_nobody_notices(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        slow = two.running
        await two.wait(67.9)
        assert two.room.match.phase is MatchPhase.PLAYING
        await two.wait(0.2)
        ended = two.room.match.ended
        assert ended is not None
        assert (ended.winner, ended.reason) == (slow.other, "time")

    with_two(tmp_path, BLITZ, test)


@pytest.mark.clause("usbgf:4.3.4-2")
def test_whose_reserve_falls_below_a_minute_is_warned_once(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = two.running
        clock = two.room.match.clock
        assert clock is not None
        await two.wait((clock.rules.reserve + clock.rules.delay - 60_000) / 1000)
        assert await warnings(two) == []
        await two.wait(0.001)
        assert await warnings(two) == [side]
        view = match_view(two.room, Audience.SPECTATOR, two.clock.now())
        assert (view.white.warned, view.black.warned) == (side is Side.WHITE, side is Side.BLACK)
        await two.do(c.AdjustClock(at=two.clock.now(), by="Jo", side=side, change=30_000))
        await two.wait(40)
        assert await warnings(two) == [side]

    with_two(tmp_path, Terms("USBGF Open", points=1), test)


async def warnings(two: TwoPlayers) -> list[Side]:
    """Who was warned, by the room's log."""
    stored = await two.house.store.read(f"room:{two.room.id}")
    return [event.side for event in map(decode_room_event, (one.data for one in stored)) if isinstance(event, TimeLow)]


@pytest.mark.clause("ibf:3.12a", "ibf:3.12b")
def test_the_pause_between_two_games_ends_by_itself_after_thirty_seconds(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.do(c.ForfeitGame(at=two.clock.now(), by="Jo", side=two.running))
        assert two.room.match.phase is MatchPhase.BETWEEN
        view = match_view(two.room, Audience.WHITE, two.clock.now())
        assert view.clock is not None
        assert view.clock.resume_by == two.clock.now() + 30_000
        await two.publish(Side.WHITE)
        await two.wait(30)
        assert two.room.ready == {Side.WHITE}, "the other page has not sealed its dice yet"
        await two.publish(Side.BLACK)
        await two.wait(1)
        await two.settle()
        for side in Side:
            await two.open_link(side)
        assert two.room.match.game is not None

    with_two(tmp_path, Terms("IBF Backgammon", points=5), test)


def test_what_may_be_under_way_is_waited_for(tmp_path: Path) -> None:
    """A command sent in time by a client 600 ms away is not lost to the server's own clock."""

    async def test(two: TwoPlayers) -> None:
        side = two.running
        two.room.timers.measured[side] = 600
        two.house.timekeeper.set_timers(two.room)
        await two.wait(68.3)
        assert two.room.match.phase is MatchPhase.PLAYING
        now = two.clock.now()
        game = two.room.match.game
        assert game is not None
        assert game.roll is not None

        hops = legal_plays(game.view_for(side), game.roll)[0].hops
        at = now - two.room.timers.lag[side].grant(600)
        played = await two.do(c.PlayCheckers(side=side, at=at, received=now, hops=hops))
        assert isinstance(played, Done)
        assert two.room.match.phase is MatchPhase.PLAYING
        assert two.running is side.other

    with_two(tmp_path, BLITZ, test)


def test_a_quota_gives_lag_back_and_is_used_up_by_a_lie() -> None:
    def used(lag: int, commands: int) -> tuple[list[int], int]:
        quota, given = LagQuota(), []
        for _ in range(commands):
            given.append(quota.grant(lag))
            quota.spend(given[-1])
            quota.fill()
        return given, quota.left

    assert used(200, 50)[0] == [200] * 50, "a slow line is compensated for good"
    granted, _ = used(10_000, 20)
    assert granted[0] == MOST_A_COMMAND
    assert sum(granted) <= START + 20 * FILL
    assert used(0, 100)[1] == FULL


def test_a_player_who_is_away_has_a_budget_and_then_their_clock(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = two.running
        two.house.presence.change_connections(two.room, side, -1)
        assert two.room.away_left(side, two.clock.now()) == AWAY_BUDGET
        await two.wait(GRACE / 1000)
        clock = two.room.match.clock
        assert clock is not None
        assert clock.paused is PauseReason.DISCONNECT
        shown = two.left(side)
        await two.wait(AWAY_BUDGET / 1000 - 1)
        assert two.left(side) == shown, "the clock stands"
        assert two.room.away_left(side, two.clock.now()) == 1000
        await two.wait(1)
        clock = two.room.match.clock
        assert clock is not None
        assert clock.paused is None, "the budget is used up: the clock runs on"
        await two.wait(70)
        assert two.room.match.phase is MatchPhase.OVER

    with_two(tmp_path, BLITZ, test)


def test_whoever_comes_back_goes_on_where_the_clock_stood(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = two.running
        two.house.presence.change_connections(two.room, side, -1)
        await two.wait(GRACE / 1000)
        await two.wait(60)
        two.house.presence.change_connections(two.room, side, 1)
        await two.wait(0)
        clock = two.room.match.clock
        assert clock is not None
        assert clock.is_running
        assert clock.turn_time(two.clock.now()) == GRACE
        assert two.room.timers.away[side].left == AWAY_BUDGET - 60_000
        assert two.room.away_left(side, two.clock.now()) is None

    with_two(tmp_path, BLITZ, test)


def test_a_page_loaded_anew_changes_nothing(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side, version = two.running, two.room.version
        two.house.presence.change_connections(two.room, side, -1)
        await two.wait(1)
        two.house.presence.change_connections(two.room, side, 1)
        await two.wait(10)
        assert two.room.version == version

    with_two(tmp_path, BLITZ, test)


def test_without_a_clock_the_other_side_may_end_it_when_the_budget_is_used_up(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        def claim() -> c.AnnounceExpiry:
            return c.AnnounceExpiry(at=two.clock.now(), of=Side.BLACK, person="Anna")

        refused = await two.do(claim())
        assert isinstance(refused, Citation)
        assert refused.code == "opponent_not_absent"
        two.house.presence.change_connections(two.room, Side.BLACK, -1)
        await two.wait(AWAY_BUDGET / 1000 - 1)
        assert isinstance(await two.do(claim()), Citation)
        await two.wait(1)
        assert isinstance(await two.do(claim()), Done)
        ended = two.room.match.ended
        assert ended is not None
        assert (ended.winner, ended.reason) == (Side.WHITE, "forfeit")

    with_two(tmp_path, Terms(), test)


def test_the_game_is_not_lost_because_the_server_was_down(tmp_path: Path) -> None:
    """Killed without a word, down for an hour: the log says from when to when, and nobody's time has passed."""

    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(BLITZ)
            clock.pass_(10)
            await first.liveness.beat()
            shown = two.left(two.running)
            clock.pass_(1)  # and here it dies
        clock.pass_(3600)
        async with a_house(tmp_path, clock) as second:
            two = TwoPlayers(second, clock)
            await two.rejoin()
            assert two.left(two.running) == shown
            log = [e.decode(stored.data) for stored in await second.store.read("match:MATCH")]
            paused = next(event for event in log if isinstance(event, e.ClockPaused))
            resumed = next(event for event in log if isinstance(event, e.ClockResumed))
            assert paused.reason is PauseReason.OUTAGE
            assert resumed.at - paused.at == 3_601_000
            await two.wait(1)
            assert two.left(two.running) == shown - 1000

    asyncio.run(run())


def test_time_that_had_run_out_before_the_outage_is_lost(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(BLITZ)
            clock.pass_(100)
            await first.liveness.beat()
        clock.pass_(50)
        async with a_house(tmp_path, clock) as second:
            room = await second.play.room("MATCH")
            assert room is not None
            assert room.match.ended is not None
            assert room.match.ended.reason == "time"

    asyncio.run(run())


def test_days_a_move_are_a_clock_like_any_other(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = two.running
        await two.wait(3 * 86_400 - 1)
        assert two.room.match.phase is MatchPhase.PLAYING
        await two.wait(1)
        assert two.room.match.ended is not None
        assert two.room.match.ended.winner is side.other

    with_two(tmp_path, Terms(clock=ClockWish(days=3)), test)


def after_a_kill(folder: Path, terms: Terms, before: Callable[[TwoPlayers], Awaitable[None]], *, down: float) -> Room:
    """The room as another process finds it: the first died without a word and was down for so many seconds."""

    async def run() -> Room:
        clock = FakeClock()
        async with a_house(folder, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(terms)
            await before(two)
            await first.liveness.beat()
        clock.pass_(down)
        async with a_house(folder, clock) as second:
            room = await second.play.room("MATCH")
            assert room is not None
            return room

    return asyncio.run(run())


@pytest.mark.parametrize("terms", [BLITZ, Terms()], ids=["with a clock", "without one"])
def test_a_restart_gives_no_new_budget_and_the_outage_takes_none(terms: Terms, tmp_path: Path) -> None:
    async def away(two: TwoPlayers) -> None:
        side = two.running if two.room.match.clock is not None else Side.WHITE
        for _ in range(2):  # an absence that is over, and one that lasts
            two.house.presence.change_connections(two.room, side, -1)
            await two.wait(GRACE / 1000)
            await two.wait(50)
            if two.room.timers.away[side].left == AWAY_BUDGET:
                two.house.presence.change_connections(two.room, side, 1)
                await two.wait(0)

    room = after_a_kill(tmp_path, terms, away, down=7200)
    grace = 0 if room.match.clock is not None else GRACE  # a clock runs that long, a budget pays it
    left = sorted(room.timers.away[side].left for side in Side)
    assert left == [AWAY_BUDGET - 2 * (50_000 + grace), AWAY_BUDGET]
    assert room.match.phase is MatchPhase.PLAYING


def test_the_lag_quota_goes_on_where_it_stood(tmp_path: Path) -> None:
    slow: list[tuple[Side, int]] = []

    async def far_away(two: TwoPlayers) -> None:
        side, now = two.running, two.clock.now() + 2_000
        two.clock.pass_(2)
        game = two.room.match.game
        assert game is not None
        assert game.roll is not None
        hops = legal_plays(game.view_for(side), game.roll)[0].hops
        at = now - two.room.timers.lag[side].grant(700)
        assert isinstance(await two.do(c.PlayCheckers(side=side, at=at, received=now, hops=hops)), Done)
        slow.append((side, two.room.timers.lag[side].left))

    room = after_a_kill(tmp_path, BLITZ, far_away, down=5)
    side, left = slow[0]
    assert room.timers.lag[side].left == left == START - 700 + FILL
    assert room.timers.lag[side.other].left == START


def test_another_process_waits_for_the_longest_way_it_cannot_measure(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = two.running
        two.house.presence.change_connections(two.room, side, -1)
        two.house.presence.receive(f"here/OTHER/MATCH/{side.value}/1")
        two.house.timekeeper.set_timers(two.room)
        await two.wait(68.9)
        assert two.room.match.phase is MatchPhase.PLAYING
        await two.wait(0.2)
        assert two.room.match.ended is not None

    with_two(tmp_path, BLITZ, test)


def test_rooms_that_rest_make_room_and_their_time_runs_out_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("barpoint.service.play.room_cache.MOST_ROOMS", 3)

    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            for number in range(8):
                two = TwoPlayers(house, clock)
                await two.begin(BLITZ, f"M{number}")
                for side in Side:
                    house.presence.change_connections(two.room, side, -1)
                await two.wait(5)
                await two.wait(60)  # everybody has gone
                assert len(house.play.rooms) <= 5
        async with a_house(tmp_path, clock) as house:
            assert len(house.play.rooms) <= 4, "nor does a start keep them all"
            two = TwoPlayers(house, clock)
            for _ in range(30):
                await two.wait(10)
            for number in range(8):
                room = await house.play.room(f"M{number}")
                assert room is not None
                assert room.match.ended is not None
                assert room.match.ended.reason == "time"
                lasted = room.match.at - room.match.started
                assert lasted >= AWAY_BUDGET + 60_000, "whoever is away has a budget, let go or not"

    asyncio.run(run())


def test_somebody_who_never_came_to_a_match_that_has_not_begun_is_not_absent(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            made = format_of_terms(Terms())
            assert isinstance(made, MatchFormat)
            await house.play.open("MATCH", made, [Seat("Anna", "a")], [Seat("Ben", "b")])
            room = house.play.rooms["MATCH"]
            house.presence.change_connections(room, Side.WHITE, 1)
            clock.pass_(AWAY_BUDGET / 1000 + 10)
            await house.timers.run_due()
            claim = c.AnnounceExpiry(at=clock.now(), of=Side.BLACK, person="Anna")
            refused = await house.do(room, claim, "claim")
            assert isinstance(refused, Citation)
            assert refused.code == "opponent_not_absent"
            assert room.room_version == 1

    asyncio.run(run())
