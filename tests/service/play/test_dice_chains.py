"""Chains in a room: nobody waits for ever, a link is spent on its roll, and a new device can go on."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from barpoint.board import Side, legal_plays
from barpoint.match import commands as c
from barpoint.match.events import DiceRolled, decode
from barpoint.match.state import MatchPhase
from barpoint.rulebook.citation import Citation
from barpoint.service.dice.dice_events import decode_dice
from barpoint.service.dice.dice_proof import Verdict, verify_dice
from barpoint.service.play.dice_chains import withholding_sides
from barpoint.service.play.play_service import Done, RollRequest
from barpoint.service.play.terms import Terms
from tests.service.server import FakeClock, TwoPlayers, a_house

TIMED = Terms("IBF Blitz", points=1)  # a minute, and 8 seconds a move
CASUAL = Terms(points=3)


def with_two(folder: Path, test: Callable[[TwoPlayers], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = FakeClock()
        async with a_house(folder, clock) as house:
            await test(TwoPlayers(house, clock))

    asyncio.run(run())


async def at_a_roll(two: TwoPlayers) -> Side:
    """The opening roll is played; who is to roll."""
    await two.begin(CASUAL)
    await play(two)
    game = two.room.match.game
    assert game is not None
    return game.turn


async def play(two: TwoPlayers) -> None:
    game = two.room.match.game
    assert game is not None
    assert game.roll is not None
    plays = legal_plays(game.view_for(game.turn), game.roll, game.head_cap(game.roll))
    hops = plays[0].hops if plays else ()
    assert isinstance(await two.do(c.PlayCheckers(at=two.clock.now(), side=game.turn, hops=hops)), Done)


async def verdict(two: TwoPlayers) -> Verdict:
    store, match = two.house.store, two.room.id
    log = [decode(stored.data) for stored in await store.read(f"match:{match}")]
    dice = [decode_dice(stored.data) for stored in await store.read(f"dice:{match}")]
    return verify_dice(match, log, dice)


def code(answer: Done | Citation) -> str:
    return answer.code if isinstance(answer, Citation) else ""


def test_a_roll_needs_the_next_link_and_gives_the_same_dice_however_often_it_is_sent(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = await at_a_roll(two)
        good = two.roll(side)
        assert code(await two.do(RollRequest(side=side, at=two.clock.now()))) == "link_wrong"
        assert code(await two.do(msgspec.structs.replace(good, link="ab" * 32))) == "link_wrong"
        foreseen = two.known.roll_with(_server_link(two), f"{side.value}1", good.link)
        stop = c.CallDirector(at=two.clock.now(), side=side.other)
        assert isinstance(await two.do(stop), Done)
        assert code(await two.do(good)) == "director_called", "refused, and the link is spent on that roll"
        await two.do(c.ReleaseMatch(at=two.clock.now(), by="Dora"))
        assert isinstance(await two.do(good), Done)
        game = two.room.match.game
        assert game is not None
        assert game.roll is not None
        assert sorted((game.roll.high, game.roll.low)) == sorted(foreseen)
        assert (await verdict(two)).honest

    with_two(tmp_path, test)


def _server_link(two: TwoPlayers) -> str:
    from barpoint.service.play.dice_chains import _server_link as link

    return link(two.room, two.known.server_chain(), two.known.game)


def test_a_new_device_goes_on_once_the_other_side_has_opened_a_link(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = await at_a_roll(two)
        await two.publish(side)
        late = two.chains[f"{side.value}1/2"]
        early = RollRequest(side=side, at=two.clock.now(), link=late.link(1))
        assert code(await two.do(early)) == "chain_waits"
        assert isinstance(await two.open_link(side.other), Done)
        assert code(await two.open_link(side.other)) == "link_wrong", "one link is asked for, not two"
        assert isinstance(await two.do(two.roll(side)), Done)
        found = await verdict(two)
        assert found.honest
        assert [one.code for one in found.reservations] == ["file_only", "exchanged", "result"]

    with_two(tmp_path, test)


def test_a_new_device_goes_on_after_ten_seconds_and_the_verifier_says_so(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = await at_a_roll(two)
        await two.publish(side)
        await two.wait(9.9)
        assert two.known.late
        await two.wait(0.2)
        assert not two.known.late
        assert code(await two.open_link(side.other)) == "link_wrong", "no witness after it counts"
        assert isinstance(await two.do(two.roll(side)), Done)
        found = await verdict(two)
        assert found.honest
        assert {one.code for one in found.reservations} == {"file_only", "unwitnessed", "exchanged", "result"}

    with_two(tmp_path, test)


def test_a_chain_changed_while_the_other_is_to_roll_needs_nothing_more(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = await at_a_roll(two)
        await two.publish(side.other)
        assert isinstance(await two.do(two.roll(side)), Done)
        assert not two.known.late, "that roll was the witness"
        await play(two)
        assert isinstance(await two.do(two.roll(side.other)), Done)
        found = await verdict(two)
        assert found.honest
        assert [one.code for one in found.reservations] == ["file_only", "result"]

    with_two(tmp_path, test)


def test_nobody_opens_a_link_of_somebody_else_or_for_nothing(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        side = await at_a_roll(two)
        assert code(await two.open_link(side)) == "link_wrong"
        assert code(await two.open_link(side.other)) == "link_wrong"
        before = two.room.version
        assert isinstance(await two.do(two.roll(side)), Done)
        stored = await two.house.store.read(f"match:{two.room.id}", before)
        assert isinstance(decode(stored[0].data), DiceRolled)

    with_two(tmp_path, test)


def test_whoever_withholds_the_link_of_an_opening_roll_loses_by_the_clock(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await _open_match(two, TIMED)
        await two.get_ready()
        assert withholding_sides(two.room) == [Side.WHITE, Side.BLACK]
        await two.open_link(Side.WHITE)
        assert withholding_sides(two.room) == [Side.BLACK]
        await two.wait(67.9)
        assert two.room.match.phase is MatchPhase.BETWEEN
        await two.wait(0.2)
        ended = two.room.match.ended
        assert ended is not None
        assert (ended.winner, ended.reason) == (Side.WHITE, "time")

    with_two(tmp_path, test)


async def _open_match(two: TwoPlayers, terms: Terms) -> None:
    from barpoint.match.format.match_format import MatchFormat
    from barpoint.service.play.room_events import Seat
    from barpoint.service.play.terms import format_of_terms

    made = format_of_terms(terms)
    assert isinstance(made, MatchFormat)
    await two.house.play.open("MATCH", made, [Seat("Anna", "a")], [Seat("Ben", "b")])
    await two.rejoin()


def test_a_late_link_of_an_opening_roll_costs_what_it_took(tmp_path: Path) -> None:
    async def test(two: TwoPlayers) -> None:
        await _open_match(two, TIMED)
        await two.get_ready()
        await two.open_link(Side.WHITE)
        before = two.left(Side.BLACK)
        await two.wait(20)
        await two.open_link(Side.BLACK)
        await two.wait(0)
        assert two.left(Side.WHITE) == before
        assert before - two.left(Side.BLACK) == pytest.approx(12_000, abs=1_000)  # 20 s less the 8 of a move

    with_two(tmp_path, test)


def test_the_servers_chain_is_succeeded_in_time_and_a_restart_changes_nothing(tmp_path: Path) -> None:
    from barpoint.service.play import dice_chains

    async def run() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            two = TwoPlayers(house, clock)
            side = await at_a_roll(two)
            for _ in range(24):
                assert isinstance(await two.do(two.roll(side)), Done)
                if two.room.match.game is None or two.room.match.phase is MatchPhase.OVER:
                    break
                await play(two)
                side = side.other
            foreseen = two.known.roll_with(_server_link(two), f"{side.value}1", two.next_link(side))
            chains = two.chains
        async with a_house(tmp_path, clock) as house:
            two = TwoPlayers(house, clock)
            await two.rejoin()
            two.chains = chains
            assert two.known.roll_with(_server_link(two), f"{side.value}1", two.next_link(side)) == foreseen
            assert isinstance(await two.do(two.roll(side)), Done)
            assert len(two.known.server) >= 2
            found = await verdict(two)
            assert found.honest
            assert [one.code for one in found.reservations] == ["file_only", "result"]

    patch = pytest.MonkeyPatch()
    with patch.context() as changed:
        changed.setattr(dice_chains, "SERVER_LINKS", 20)
        asyncio.run(run())
