"""Two processes on one PostgreSQL: talk, calls, rulings and settled inquiries reach everybody on either."""

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest

from barpoint.board import Side, legal_plays
from barpoint.client import Server
from barpoint.match.format.match_format import PauseReason
from barpoint.service import RateLimit
from barpoint.service.clocks.server_time import Loss
from barpoint.service.play.room import Room
from barpoint.service.play.room_timers import AWAY_BUDGET
from barpoint.wire import messages as m
from barpoint.wire.wishes import CallDirectorWish, PlayWish
from tests.web.live.test_socket import opened
from tests.web.members import (
    PlainPasswords,
    refused,
    registered,
    staffed,
)
from tests.web.server_process import PATIENCE, served
from tests.web.test_match_extras import sat, until


def test_what_is_said_and_called_at_one_process_is_known_at_the_other(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            second.house.club.members._passwords = PlainPasswords()
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(second.url, "Ben")
            match = await ben.accept(await anna.challenge(points=3, chat="free"))
            dora = await staffed(second)
            async with AsyncExitStack() as lines:
                (a, _), (b, heard) = [await sat(lines, who, match) for who in (anna, ben)]
                assert isinstance(await a._connection.ask(m.Say(id="1", match=match, text="hello")), m.Ack)
                await until(lambda: any(isinstance(one, m.Chat) and one.text == "hello" for one in heard))
                assert isinstance(await b._connection.ask(m.Say(id="2", match=match, text="hi")), m.Ack)
                assert isinstance(await a.do(CallDirectorWish(about="help")), m.Ack)
                while not b.present_view.stopped_by:
                    await b.wait_change()
                await until(lambda: len(second.house.club.inquiries.open_inquiries()) == 1)
                (waiting,) = await dora.ask("GET", "/api/inquiries")
                await dora.ask("POST", f"/api/inquiries/{waiting['id']}/settle", {"answer": "Play on."})
                while a.present_view.stopped_by:
                    await a.wait_change()
                await until(lambda: not first.house.club.inquiries.open_inquiries())
                assert [line["text"] for line in await anna.ask("GET", f"/api/matches/{match}/chat")] == ["hello", "hi"]

    asyncio.run(run())


def test_a_match_that_nobody_follows_here_is_read_when_somebody_asks_for_it(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(first.url, "Ben")
            match = await ben.accept(await anna.challenge(points=3))
            room = first.house.play.rooms[match]
            there = [Server(second.url, who.token) for who in (anna, ben)]
            async with AsyncExitStack() as lines:
                (a, _), (b, _) = [await sat(lines, who, match) for who in there]
                await until(lambda: all(room.connections.elsewhere.values()))
                mover, _ = await opened(a, b)
                await until(lambda: room.unread > 0)
                assert room.version < a.present_view.version, "the other process alone has followed it"
                seen, _ = await sat(lines, await Server.guest(first.url, "Eve"), match)
                assert seen.present_view.version == a.present_view.version
                assert room.unread == 0
                game = room.match.game
                assert game is not None
                assert game.roll is not None
                hops = legal_plays(game.view_for(game.turn), game.roll)[0].hops
                assert isinstance(await mover.do(PlayWish(hops=hops)), m.Ack)
                while seen.present_view.version < mover.present_view.version:  # somebody looks on: it is followed
                    await seen.wait_change()

    asyncio.run(run())


def test_spectators_are_listed_and_sent_away_at_whichever_process_they_are(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            for one in (first, second):
                one.house.club.members._passwords = PlainPasswords()
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(first.url, "Ben")
            match = await ben.accept(await anna.challenge(points=3))
            eve, dora = await registered(second, "Eve"), await staffed(second)

            async def names() -> list[str]:
                seen = await anna.ask("GET", f"/api/matches/{match}/spectators")
                return [one["name"] for one in seen]

            async with AsyncExitStack() as lines:
                await sat(lines, anna, match)
                _, heard = await sat(lines, eve, match)
                while await names() != ["Eve"]:
                    await asyncio.sleep(0.02)
                account = (await eve.ask("GET", "/api/me"))["account"]
                asked = await anna.ask("POST", f"/api/matches/{match}/bar", {"account": account})
                await dora.ask("POST", f"/api/inquiries/{asked['id']}/settle", {"granted": True})
                await until(lambda: any(isinstance(one, m.Fault) and one.code == "forbidden" for one in heard))
                while await names():
                    await asyncio.sleep(0.02)
                await refused(eve.ask("GET", f"/api/matches/{match}"), 403)
                at_first = Server(first.url, eve.token)
                await refused(at_first.ask("GET", f"/api/matches/{match}"), 403)

    asyncio.run(run())


def test_a_process_that_hears_of_a_match_late_asks_who_is_there(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, asyncio.timeout(PATIENCE):
            first.house.club.members._passwords = PlainPasswords()
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(first.url, "Ben")
            match = await ben.accept(await anna.challenge(points=3))
            eve = await registered(first, "Eve")
            async with AsyncExitStack() as lines:
                await sat(lines, eve, match)
                async with served(postgres) as second:
                    second.house.play.rooms.pop(match, None)
                    found = await Server(second.url, anna.token).ask("GET", f"/api/matches/{match}/spectators")
                    assert [one["name"] for one in found] == ["Eve"]

    asyncio.run(run())


def on_record(room: Room, side: Side) -> bool:
    """Whether it is written down that a side is away."""
    clock = room.match.clock
    return room.timers.away[side].noted is not None if clock is None else clock.paused is PauseReason.DISCONNECT


@pytest.mark.parametrize("terms", [{"points": 3}, {"points": 3, "preset": "IBF Blitz"}], ids=["no clock", "a clock"])
def test_an_absence_is_noted_once_and_costs_the_same_at_both(
    terms: dict[str, Any], postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("barpoint.service.clocks.timekeeping.GRACE", 100)

    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(second.url, "Ben")
            match = await ben.accept(await anna.challenge(**terms))
            async with anna.connect() as a, ben.connect() as b:
                on_turn, _ = await opened(await a.sit(match), await b.sit(match))
                side, line = on_turn.side, a if on_turn._connection is a else b
                assert side is not None
                rooms = [one.house.play.rooms[match] for one in (first, second)]
                left = time.monotonic()
                await line.__aexit__()
                await until(lambda: any(on_record(room, side) for room in rooms))
                await asyncio.sleep(0.3)
                await line.__aenter__()
                await until(
                    lambda: all(room.timers.away[side].left < AWAY_BUDGET and room.is_here(side) for room in rooms)
                )
                longest = (time.monotonic() - left) * 1000 + 50
                assert rooms[0].timers.away[side].left == rooms[1].timers.away[side].left >= AWAY_BUDGET - longest
                kept = [*await first.house.store.read(f"match:{match}"), *await first.house.store.read(f"room:{match}")]
                kinds = (b'"ClockPaused"', b'"SideAway"', b'"ClockResumed"', b'"SideBack"')
                paused, away, resumed, back = ([one.data for one in kept if kind in one.data] for kind in kinds)
                # A process that a busy machine did not let run pauses the clock for that, with a reason of its own.
                absent = [pause for pause in paused if b'"outage"' not in pause]
                assert len(away) + len(absent) == 1
                assert all(b'"disconnect"' in pause for pause in absent)
                assert (len(resumed), len(back)) == (len(paused), len(away))

    asyncio.run(run())


@pytest.mark.parametrize("trouble", [False, True], ids=["stood still", "could not save"])
def test_a_play_that_waited_for_its_process_costs_the_other_side_nothing(
    trouble: bool, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process has stood still with the play on its line, or knows later than the other that it can save again."""
    monkeypatch.setattr("barpoint.service.clocks.liveness._LOOK_EVERY", 3600)
    monkeypatch.setattr("barpoint.service.storage_watch.EVERY", 3600)
    halt = 30_000

    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(second.url, "Ben")
            match = await ben.accept(await anna.challenge(points=3, preset="IBF Blitz"))
            async with anna.connect() as a, ben.connect() as b:
                on_turn, waiting = await opened(await a.sit(match), await b.sit(match))
                here, there = (first, second) if on_turn._connection is a else (second, first)
                clock, state = here.house.clock, await on_turn.state()
                if trouble:
                    here.house.storage.note_failure("away")
                    stood = clock._last - halt
                    clock._last, clock._elapsed = stood, lambda: stood
                    clock._shift += halt
                else:
                    clock._hold(Loss("stopped", halt))
                clock._offset += halt
                there.house.clock._offset += halt  # the other has run on
                there.house.clock._shift += halt
                assert state.game is not None
                assert state.game.roll is not None
                side = state.game.turn
                hops = legal_plays(state.game.view_for(side), state.game.roll)[0].hops
                assert isinstance(await on_turn.do(PlayWish(hops=hops)), m.Ack)
                while (await waiting.state()).game == state.game:
                    await waiting.wait_change()
                runs = there.house.play.rooms[match].match.clock
                assert runs is not None
                assert runs.running is side.other
                assert runs.turn_time(there.house.clock.now()) < halt / 2
                assert runs.used[side is Side.BLACK] < halt / 2

    asyncio.run(run())


SHARED = ("people", "changes", "reads", "tries", "strangers", "calls", "reports", "talk", "new talk", "archives")


def test_processes_share_one_allowance(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            assert {*first.house._limits} == {*SHARED}
            for name in SHARED:
                here, there = (one.house._limits[name] for one in (first, second))
                now, key = first.house.clock.now(), "anna/203.0.113.9"
                for _ in range(here.burst):
                    assert here.take(key, now) == 0
                while there._left.get(key, (float(there.burst), 0))[0] > there.burst / 2:
                    await asyncio.sleep(0.05)  # the other has not heard of most of them; some come back meanwhile
                assert there.take("ben/203.0.113.9", now) == 0

    asyncio.run(run())


def test_what_is_used_often_is_told_in_batches() -> None:
    told: list[str] = []
    limit, elsewhere = RateLimit(burst=50, every=1_000, batch=10), RateLimit(burst=50, every=1_000, batch=10)
    limit.taken = told.append
    for _ in range(25):
        assert limit.take("a", 0) == 0
    assert told == ["a", "a"]
    for key in told:
        elsewhere.count(key, 0)
    assert [elsewhere.take("a", 0) > 0 for _ in range(31)] == [False] * 30 + [True]
