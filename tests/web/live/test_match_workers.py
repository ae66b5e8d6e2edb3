"""Two worker processes behind one port: the players of a match meet at one of them, and nobody depends on it."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect

from barpoint.client import Server
from barpoint.client.bot_player import play_match
from barpoint.web.live.match_workers import match_in_address, slot_of
from tests.web.server_process import PATIENCE, QuickBot
from tests.web.worker_processes import Workers, connections_of, two_workers, workers


def socket_at(url: str, match: str = "") -> connect:
    """A bare socket, for a match or for none."""
    query = f"?match={match}" if match else ""
    return connect(f"{url.replace('http', 'ws')}/socket{query}", proxy=None, open_timeout=PATIENCE)


@asynccontextmanager
async def sockets(url: str, matches: list[str]) -> AsyncIterator[list[ClientConnection]]:
    """One for each name."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(socket_at(url, match)) for match in matches]


@pytest.mark.parametrize(
    ("target", "match"),
    [
        (b"/socket?match=ABC", "ABC"),
        (b"/socket?x=1&match=A%20B", "A B"),
        (b"/socket", ""),
        (b"/socket?match=", ""),
        (b"/api/me?match=ABC", ""),
        (b"/socket?rematch=ABC", ""),
        (b"/socket?match=%ff", "�"),
    ],
)
def test_the_address_of_a_socket_names_a_match(target: bytes, match: str) -> None:
    assert match_in_address(target) == match


def test_matches_are_spread_over_the_slots_and_stay_there() -> None:
    names = [f"{number:010X}" for number in range(4_000)]
    spread = Counter(slot_of(name, 4) for name in names)
    assert set(spread) == {0, 1, 2, 3}
    assert max(spread.values()) < 1.2 * min(spread.values())
    assert slot_of("123456789", 4) == 0xCBF43926 % 4, "the check value every CRC-32 is published with"


def test_the_sockets_of_a_match_meet_at_one_worker(postgres: str) -> None:
    """Some of a dozen are taken in by the other worker; that one gives them on, and keeps no file of theirs."""

    async def meet(url: str) -> None:
        before = {name: values["process_open_fds"] for name, values in workers(url).items()}
        for match in ("one", "two", "three"):
            async with sockets(url, [match] * 12):
                assert await asyncio.to_thread(connections_of, url) == [0, 12]
        async with sockets(url, [""] * 12):
            assert sum(await asyncio.to_thread(connections_of, url)) == 12, (
                "a socket that names no match is served wherever it comes"
            )
        after = await asyncio.to_thread(workers, url)
        given, taken = (
            sum(values[f"barpoint_{kind}_total"] for values in after.values()) for kind in ("given", "taken")
        )
        assert given == taken
        assert given > 0, "36 connections of 3 matches were all taken in where they belong"
        for name, values in after.items():
            assert values["process_open_fds"] <= before[name] + 4

    with two_workers(postgres) as server:
        asyncio.run(meet(server.url))


def test_both_players_sit_at_one_worker_and_the_other_follows_nothing(postgres: str) -> None:
    async def play(url: str) -> None:
        async with asyncio.timeout(PATIENCE):
            players = [await Server.guest(url, name) for name in ("Anna", "Ben")]
            match = await players[1].accept(await players[0].challenge(points=1))
            async with players[0].connect() as first, players[1].connect() as second:
                tables = [await line.sit(match) for line in (first, second)]
                assert await asyncio.to_thread(connections_of, url) == [0, 2]
                await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
            done = sorted(values["barpoint_commands_total"] for values in workers(url).values())
            assert done[0] == 0
            assert done[1] > 10

    with two_workers(postgres) as server:
        asyncio.run(play(server.url))


def test_a_match_goes_on_when_its_worker_is_killed_and_meets_again_at_the_next(postgres: str) -> None:
    async def play(server: Workers) -> None:
        async with asyncio.timeout(PATIENCE):
            players = [await Server.guest(server.url, name) for name in ("Anna", "Ben")]
            match = await players[1].accept(await players[0].challenge(points=3))
            async with players[0].connect() as first, players[1].connect() as second:
                tables = [await line.sit(match) for line in (first, second)]
                playing = asyncio.gather(*(play_match(table, QuickBot(), think_apart=True) for table in tables))
                while tables[0].present_view.version < 20:
                    await asyncio.sleep(0.01)
                os.kill(server.worker_of(match), signal.SIGKILL)
                await playing
            assert first.cuts, "Anna was at the worker that was killed"
            assert second.cuts, "and so was Ben"
            await asyncio.to_thread(workers, server.url)  # the one in its stead is there
            assert server.worker_of(match), "and at its slot"
            async with sockets(server.url, [match] * 8):
                assert await asyncio.to_thread(connections_of, server.url) == [0, 8]

    with two_workers(postgres) as server:
        asyncio.run(play(server))


def test_a_worker_that_does_not_answer_keeps_nobody_waiting(postgres: str) -> None:
    async def come(server: Workers) -> None:
        stopped = server.worker_of("match")
        os.kill(stopped, signal.SIGSTOP)
        try:
            async with asyncio.timeout(4):  # sooner than the supervisor gives the worker up
                async with sockets(server.url, ["match"] * 3) as lines:
                    for line in lines:
                        assert '"welcome"' in str(await line.recv())
        finally:
            os.kill(stopped, signal.SIGCONT)

    with two_workers(postgres) as server:
        asyncio.run(come(server))
