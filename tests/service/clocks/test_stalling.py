"""Whoever is waited for too long ends the match, in every kind of match; time is the test's own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from barpoint.board import Side, legal_plays
from barpoint.match import commands as c
from barpoint.match.format.match_format import MINUTE, ClockMethod, ClockRules, Expiry, MatchFormat
from barpoint.match.state import GameStage, MatchPhase
from barpoint.rulebook import Citation
from barpoint.service.clocks.stalling import RETURN_TIME
from barpoint.service.play.play_service import Done, ReadyRequest
from barpoint.service.play.room_events import Seat, WaitEnded, decode_room_event
from barpoint.service.play.terms import ClockWish, Terms, format_of_terms
from barpoint.service.play.view_builder import match_view
from barpoint.service.play.views import Audience
from barpoint.service.play.waiting import AGAINST_BOTS, LIVE, wait_limits
from tests.service.server import FakeClock, TwoPlayers, a_house

DAY = 86_400
CASUAL = Terms()
BLITZ = Terms("IBF Blitz", points=1)
USBGF = Terms("USBGF Open", points=3)
MONEY = Terms("Money")
DAYS = Terms(clock=ClockWish(days=2))
KINDS = {"casual": CASUAL, "blitz": BLITZ, "usbgf": USBGF, "money": MONEY, "correspondence": DAYS}
Test = Callable[[TwoPlayers], Awaitable[None]]


def seated(folder: Path, terms: Terms | MatchFormat, test: Test, *, begun: bool = False) -> None:
    """Two people at a match, both connected."""

    async def run() -> None:
        clock = FakeClock()
        async with a_house(folder, clock) as house:
            two = TwoPlayers(house, clock)
            if begun:
                await two.begin(terms)
            else:
                made = format_of_terms(terms) if isinstance(terms, Terms) else terms
                assert isinstance(made, MatchFormat)
                await house.play.open("MATCH", made, [Seat("Anna", "a")], [Seat("Ben", "b")])
                await two.rejoin()
            await test(two)

    asyncio.run(run())


def limit(two: TwoPlayers, kind: str) -> float:
    """Seconds somebody is waited for."""
    limits = wait_limits(two.room.match.format)
    milliseconds: int = getattr(limits, kind)
    return milliseconds / 1000


def result(two: TwoPlayers) -> tuple[Side | None, str] | None:
    ended = two.room.match.ended
    return None if ended is None else (ended.winner, ended.reason)


async def ready(two: TwoPlayers, side: Side) -> None:
    await two.publish(side)
    assert isinstance(await two.do(ReadyRequest(side=side, at=two.clock.now())), Done)
    await two.settle()


async def play_turn(two: TwoPlayers) -> None:
    """Whoever is to play makes the first legal play."""
    game = two.room.match.game
    assert game is not None
    assert game.roll is not None
    plays = legal_plays(game.view_for(game.turn), game.roll)
    hops = plays[0].hops if plays else ()
    done = await two.do(c.PlayCheckers(side=game.turn, at=two.clock.now(), received=two.clock.now(), hops=hops))
    assert isinstance(done, Done)


@pytest.mark.parametrize("terms", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("who", ["nobody", "one"])
def test_a_match_nobody_begins_ends_without_a_result(terms: Terms, who: str, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        if who == "one":
            await ready(two, Side.WHITE)
        await two.wait(limit(two, "ready") - 1)
        assert result(two) is None
        assert two.room.wait is not None
        assert two.room.wait.until == two.clock.now() + 1_000
        assert two.room.wait.sides == ((Side.BLACK,) if who == "one" else (Side.WHITE, Side.BLACK))
        await two.wait(1)
        ended = result(two)
        assert ended is not None
        assert ended == (None, "session_over" if terms is MONEY else "abandoned")
        last = decode_room_event((await two.house.store.read("room:MATCH"))[-1].data)
        assert isinstance(last, WaitEnded)
        assert (last.kind, last.limit) == ("ready", limit(two, "ready") * 1000)

    seated(tmp_path, terms, test)


@pytest.mark.parametrize("terms", [CASUAL, MONEY, DAYS], ids=["casual", "money", "correspondence"])
def test_a_withheld_link_ends_a_match_without_a_clock_that_runs(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.get_ready()
        await two.open_link(Side.WHITE)
        assert two.room.opening_due, "Black's link is missing"
        assert result(two) is None
        await two.wait(limit(two, "ready") - 1)
        assert result(two) is None
        await two.wait(2)
        assert two.room.match.phase is MatchPhase.OVER

    seated(tmp_path, terms, test)


def test_a_withheld_link_of_a_later_game_loses_the_match(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.do(c.ForfeitGame(at=two.clock.now(), by="test", side=Side.WHITE))
        await two.get_ready()
        await two.open_link(Side.WHITE)
        await two.wait(limit(two, "ready"))
        assert result(two) == (Side.WHITE, "forfeit")

    seated(tmp_path, CASUAL, test, begun=True)


@pytest.mark.parametrize("terms", [CASUAL, MONEY], ids=["casual", "money"])
def test_whoever_plays_nothing_loses(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.wait(10 * 60)
        await play_turn(two)
        game = two.room.match.game
        assert game is not None
        side = game.turn
        await two.wait(limit(two, "act") - 1)
        assert result(two) is None, "every act begins the time anew"
        await two.wait(1)
        assert result(two) == (side.other, "forfeit")

    seated(tmp_path, terms, test, begun=True)


@pytest.mark.parametrize("terms", KINDS.values(), ids=KINDS)
def test_a_double_is_answered_in_time_in_every_kind_of_match(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        if terms is BLITZ:
            return  # to one point: no cube
        await play_turn(two)
        game = two.room.match.game
        assert game is not None
        side = game.turn
        assert isinstance(await two.do(c.OfferDouble(side=side, at=two.clock.now())), Done)
        for _ in range(60):
            await two.wait(60 * 60)
        ended = result(two)
        assert ended is not None
        assert ended[0] is side
        assert ended[1] in ("forfeit", "time")

    seated(tmp_path, terms, test, begun=True)


@pytest.mark.parametrize("terms", [CASUAL, MONEY, DAYS], ids=["casual", "money", "correspondence"])
def test_a_resignation_is_answered_in_time_though_clocks_stand(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await play_turn(two)
        game = two.room.match.game
        assert game is not None
        side = game.turn
        assert isinstance(await two.do(c.OfferResignation(side=side, level=1, at=two.clock.now())), Done)
        game = two.room.match.game
        assert game is not None
        assert game.stage is GameStage.RESIGNED
        await two.wait(limit(two, "answer") - 1)
        assert result(two) is None
        await two.wait(1)
        assert result(two) == (side, "forfeit")

    seated(tmp_path, terms, test, begun=True)


@pytest.mark.parametrize("terms", [CASUAL, MONEY, DAYS, USBGF], ids=["casual", "money", "correspondence", "usbgf"])
def test_the_next_game_is_not_waited_for_for_ever(terms: Terms, tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.do(c.ForfeitGame(at=two.clock.now(), by="test", side=Side.WHITE))
        assert two.room.match.phase is MatchPhase.BETWEEN
        await ready(two, Side.BLACK)
        await two.wait(limit(two, "ready"))
        assert result(two) == ((None, "session_over") if terms is MONEY else (Side.BLACK, "forfeit"))

    seated(tmp_path, terms, test, begun=True)


def test_a_break_ends(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.do(c.ForfeitGame(at=two.clock.now(), by="test", side=Side.WHITE))
        assert isinstance(await two.do(c.CallBreak(side=Side.WHITE, at=two.clock.now())), Done)
        await two.wait(10 * 60 - 1)
        assert result(two) is None, "five minutes of break, and five to be back"
        await two.wait(1)
        assert result(two) == (Side.BLACK, "forfeit")

    seated(tmp_path, Terms("IBF Backgammon", points=7), test, begun=True)


def test_time_nobody_notices_is_up_after_a_while(tmp_path: Path) -> None:
    """usbgf:4.3.4-3 lets time count when somebody notices it; nobody holds a match for ever all the same."""

    async def test(two: TwoPlayers) -> None:
        side, clock = two.running, two.room.match.clock
        assert clock is not None
        assert clock.rules.expiry is Expiry.NOTICED
        expires = clock.expires_at()
        assert expires is not None
        await two.wait((expires - two.clock.now()) / 1000 + 14 * 60)
        assert result(two) is None
        await two.wait(61)
        assert result(two) == (side.other, "forfeit")

    made = format_of_terms(USBGF)
    assert isinstance(made, MatchFormat)
    assert made.clock is not None
    noticed = msgspec.structs.replace(made.clock, expiry=Expiry.NOTICED)
    seated(tmp_path, msgspec.structs.replace(made, clock=noticed), test, begun=True)


def test_when_both_have_gone_there_is_no_result(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        for side in Side:
            two.house.presence.change_connections(two.room, side, -1)
        await two.wait(limit(two, "act"))
        assert result(two) == (None, "abandoned")

    seated(tmp_path, CASUAL, test, begun=True)


def test_by_correspondence_nobody_has_to_be_there(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await two.do(c.ForfeitGame(at=two.clock.now(), by="test", side=Side.WHITE))
        await ready(two, Side.BLACK)
        for side in Side:
            two.house.presence.change_connections(two.room, side, -1)
        await two.wait(2 * DAY)
        assert result(two) == (Side.BLACK, "forfeit")

    seated(tmp_path, DAYS, test, begun=True)


def test_a_match_against_a_bot_waits_for_a_week(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            made = format_of_terms(CASUAL)
            assert isinstance(made, MatchFormat)
            await house.play.open("MATCH", made, [Seat("Anna", "a")], [Seat("Bot", bot="casual")])
            room = house.play.rooms["MATCH"]
            assert room.wait is not None
            assert room.wait.until == clock.now() + AGAINST_BOTS.ready
            clock.pass_(7 * DAY)
            await house.timers.run_due()
            assert room.match.ended is not None
            assert (room.match.ended.winner, room.match.ended.reason) == (None, "abandoned")

    asyncio.run(run())


def test_a_pair_is_one_side(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            made = format_of_terms(Terms("USBGF Doubles", points=3))
            assert isinstance(made, MatchFormat)
            pairs = [[Seat(f"{name}{k}", f"{name}{k}") for k in (1, 2)] for name in ("a", "b")]
            await house.play.open("MATCH", made, *pairs)
            clock.pass_(5 * 60)
            await house.timers.run_due()
            room = house.play.rooms["MATCH"]
            assert room.match.ended is not None
            assert room.match.ended.winner is None

    asyncio.run(run())


def test_a_call_for_the_director_stops_the_time_and_gives_none(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        game = two.room.match.game
        assert game is not None
        side = game.turn
        await two.wait(14 * 60)
        for _ in range(3):
            assert isinstance(await two.do(c.CallDirector(side=side, at=two.clock.now())), Done)
            await two.wait(9 * 60)
            assert two.room.wait is None
            await two.do(c.ReleaseMatch(at=two.clock.now(), by="td"))
        await two.wait(59)
        assert result(two) is None
        await two.wait(1)
        assert result(two) == (side.other, "forfeit")

    seated(tmp_path, CASUAL, test, begun=True)


def test_a_restart_neither_ends_nor_renews_the_wait(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(CASUAL)
            await two.wait(14 * 60)
            await first.liveness.beat()
        clock.pass_(DAY)
        async with a_house(tmp_path, clock) as second:
            two = TwoPlayers(second, clock)
            await two.rejoin()
            assert two.room.wait is not None
            assert two.room.wait.until == clock.now() + MINUTE, "the outage is not counted"
            await two.wait(60)
            assert two.room.match.phase is MatchPhase.OVER

    asyncio.run(run())


def test_after_a_start_who_would_win_has_time_to_come_back(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as first:
            two = TwoPlayers(first, clock)
            await two.begin(CASUAL)
            await two.wait(15 * 60 - 1)
            await first.liveness.beat()
        async with a_house(tmp_path, clock) as second:
            two = TwoPlayers(second, clock)
            room = await second.play.room("MATCH")
            assert room is not None
            two.room = room
            await two.wait(5)
            assert result(two) is None
            game = room.match.game
            assert game is not None
            second.presence.change_connections(room, game.turn.other, 1)
            await two.wait(RETURN_TIME / 1000)
            assert result(two) == (game.turn.other, "forfeit")

    asyncio.run(run())


def test_the_rule_is_in_the_view(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        view = match_view(two.room, Audience.SPECTATOR, two.clock.now())
        assert view.limits == LIVE
        assert view.wait is not None
        assert view.wait.until == two.clock.now() + LIVE.act

    seated(tmp_path, CASUAL, test, begun=True)


def test_a_clock_of_days_waits_as_long_for_everything() -> None:
    clock = ClockRules(method=ClockMethod.PER_MOVE, delay=3 * DAY * 1000)
    made = format_of_terms(CASUAL)
    assert isinstance(made, MatchFormat)
    limits = wait_limits(msgspec.structs.replace(made, clock=clock))
    assert limits.ready == limits.answer == limits.act == 3 * DAY * 1000


def test_nothing_is_claimed_from_somebody_who_has_time(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        claim = c.AnnounceExpiry(at=two.clock.now(), of=Side.BLACK, person="Anna")
        assert isinstance(await two.do(claim), Citation)

    seated(tmp_path, CASUAL, test, begun=True)
