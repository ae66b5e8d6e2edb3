"""Hostile clients: whatever they send or do not read, the server's memory stays bounded and the match unharmed."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from barpoint.client import Server, play_match
from barpoint.match.state import MatchPhase
from barpoint.service.people.lobby import MOST_OPEN
from barpoint.web.app import LARGEST_BODY
from barpoint.web.live.fanout import (
    LARGEST_QUEUE,
    LONGEST_QUEUE,
    Fanout,
    Listener,
)
from barpoint.web.live.socket import MOST_CONNECTIONS
from barpoint.wire.messages import LARGEST_MESSAGE, Fault, Welcome, read_server_messages
from barpoint.wire.wishes import LeaveWish
from tests.web.live.test_socket import (
    begun,
    line,
    serving,
    told,
)
from tests.web.members import refused
from tests.web.server_process import (
    PATIENCE,
    QuickBot,
    Served,
)
from tests.web.test_kill import Process

BOUND = 48 * 2**20
"""How much the server may grow by under any of these attacks."""


class Attacked(Process):
    """A server in a process of its own, whose memory can be looked at."""

    def resident(self) -> int:
        """Bytes of memory it has now."""
        assert self._process is not None
        found = Path(f"/proc/{self._process.pid}/statm").read_text()
        return int(found.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @asynccontextmanager
    async def line(self, token: str = "", **headers: str) -> AsyncIterator[ClientConnection]:
        cookie = {"Cookie": f"barpoint={token}"} if token else {}
        url = f"ws://127.0.0.1:{self.port}/socket"
        told = cookie | headers
        async with connect(
            url, additional_headers=told, compression=None, proxy=None, max_size=None, open_timeout=PATIENCE
        ) as one:
            yield one


async def malformed(server: Attacked, match: str) -> None:  # noqa: ARG001  # as the others
    """Connection after connection of nonsense, each until it is cut."""
    for number in range(20):
        async with server.line() as socket:
            for _ in range(200):
                try:
                    await socket.send(f"{{{number}" * 2_000)
                except ConnectionClosed:
                    break


async def oversized(server: Attacked, match: str) -> None:  # noqa: ARG001  # as the others
    """Messages of many megabytes, whole and in pieces without an end."""
    for size in (LARGEST_MESSAGE + 1, 2**20, 2**24):
        async with server.line() as socket:
            try:
                await socket.send("x" * size)
                await socket.wait_closed()
            except ConnectionClosed:
                pass
    async with server.line() as socket:
        try:
            await socket.send("x" * 1_000 for _ in range(50_000))
        except ConnectionClosed:
            return
    pytest.fail("a message without an end was taken")


async def flood(server: Attacked, match: str) -> None:
    """As many messages as the line takes, for a while; the flood waits at its sender."""

    async def pour() -> None:
        text = json.dumps({"t": "watch", "topic": f"match:{match}"}) + " " * 15_000
        async with server.line() as socket:
            reading = asyncio.create_task(drained(socket))
            while not reading.done():
                await socket.send(text)

    async def drained(socket: ClientConnection) -> None:
        async for _ in socket:
            pass

    pouring = [asyncio.create_task(pour()) for _ in range(5)]
    done, _ = await asyncio.wait(pouring, timeout=3)
    assert not done, "a flood is slowed down, not cut off"
    for task in pouring:
        task.cancel()
    await asyncio.gather(*pouring, return_exceptions=True)


async def unread(server: Attacked, match: str) -> None:
    """Clients that ask and never read: their side of the line takes nothing more, and they are cut off."""
    lines = []
    for _ in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        lines.append(writer)
        writer.write(
            b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        reader._transport.pause_reading()  # type: ignore[attr-defined]  # asyncio's own, for a client that never reads
        asked = json.dumps({"t": "watch", "topic": f"match:{match}"}).encode()
        frame = bytes([0x81, 0x80 | len(asked), 0, 0, 0, 0]) + asked
        writer.write(frame * 200)
    await asyncio.sleep(3)
    for writer in lines:
        writer.transport.abort()


async def topics(server: Attacked, match: str) -> None:  # noqa: ARG001  # as the others
    """Thousands of topics that are not there."""
    for start in range(0, 2_000, 20):
        async with server.line() as socket:
            for number in range(start, start + 20):
                kind = ("match", "tournament", "x" * 60)[number % 3]
                await socket.send(json.dumps({"t": "watch", "topic": f"{kind}:nowhere-{number}"}))
            heard = 0
            while heard < 20:
                said = read_server_messages(await socket.recv())
                assert all(isinstance(one, Fault | Welcome) for one in said)
                heard += len(said)


async def crowd(server: Attacked, match: str) -> None:  # noqa: ARG001  # as the others
    """One address with more connections than it may have."""
    async with AsyncExitStack() as stack:
        turned_away = 0
        for _ in range(MOST_CONNECTIONS + 20):
            try:
                await stack.enter_async_context(server.line(**{"X-Forwarded-For": "203.0.113.7"}))
            except (InvalidHandshake, WebSocketException):
                turned_away += 1
        assert turned_away == 20


ATTACKS = (malformed, oversized, flood, unread, topics, crowd)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_no_attack_fills_the_memory_or_harms_the_match(tmp_path: Path) -> None:
    async def run(server: Attacked) -> None:
        server.start()
        await server.answers()
        anna, ben = await Server.guest(server.url, "Anna"), await Server.guest(server.url, "Ben")
        match = await ben.accept(await anna.challenge(points=1))
        async with anna.connect() as a, ben.connect() as b:
            tables = [await one.sit(match) for one in (a, b)]
            before, grown = server.resident(), {}
            for attack in ATTACKS:
                await attack(server, match)
                grown[attack.__name__] = (server.resident() - before) // 2**20
            await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
            assert tables[0].present_view.phase is MatchPhase.OVER
            assert (a.cuts, b.cuts) == (0, 0), "honest players have not noticed"
        assert (await anna.dice(match)).verdict().honest
        assert max(grown.values()) * 2**20 < BOUND, grown

    server = Attacked(f"sqlite:///{tmp_path}/matches.db")
    try:
        asyncio.run(asyncio.wait_for(run(server), PATIENCE))
    finally:
        server.stop()


def test_what_waits_for_a_connection_is_bounded_in_number_and_in_size() -> None:
    for text, most in ((b"x", LONGEST_QUEUE), (b"x" * 50_000, LARGEST_QUEUE // 50_000 + 1)):
        cut: list[bool] = []
        listener = Listener(None)
        listener.cut = lambda cut=cut: cut.append(True)  # type: ignore[misc]  # a default argument binds the loop's value
        for _ in range(most):
            listener.send(text)
        assert not cut
        for _ in range(5):
            listener.send(text)
        assert cut == [True], "once"
        assert not listener.waiting


def test_a_player_whose_line_is_dead_is_seen_to_be_gone(tmp_path: Path) -> None:
    """More is sent than a client reads: the line is aborted, and the other player sees an empty chair."""

    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        async with line(here, anna) as socket:
            await socket.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
            await told(socket, "state")
            room = here.house.play.rooms[match]
            assert room.connections.here[room.seat_of((await anna.ask("GET", "/api/me"))["account"])[0]] == 1  # type: ignore[index]
            socket.transport.pause_reading()
            listener = next(iter(fanout_of(here)[f"match:{match}"]))
            while not listener.too_slow:
                listener.send("x" * 200_000)
                await asyncio.sleep(0)
            while room.connections.any_here:
                await asyncio.sleep(0.01)

    serving(tmp_path, test)


def fanout_of(here: Served) -> Any:
    """Who watches what."""
    owners = [getattr(one, "__self__", None) for one in here.house.play.room_listeners]
    return next(one for one in owners if isinstance(one, Fanout))._topics


def test_looking_at_many_finished_matches_keeps_few_of_them_at_hand(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("barpoint.service.play.room_cache.MOST_OVER", 3)

    async def test(here: Served) -> None:
        for _ in range(6):
            anna, ben, match = await begun(here)
            async with anna.connect() as a:
                await (await a.sit(match)).do(LeaveWish())
            await ben.ask("GET", f"/api/matches/{match}")
        assert len(here.house.play.rooms) <= 3

    serving(tmp_path, test)


def test_a_request_has_a_largest_size(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(here.url.rpartition(":")[2]))
        head = f"POST /api/challenges HTTP/1.1\r\nHost: x\r\nCookie: barpoint={anna.token}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {LARGEST_BODY + 1}\r\n\r\n"
        writer.write((head + kind + "{").encode())
        assert b" 413 " in await reader.readline()
        writer.close()

    serving(tmp_path, test)


def test_nobody_fills_the_lobby_or_the_officials_queue(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        for _ in range(MOST_OPEN):
            await anna.challenge(points=1)
        assert "too_many_challenges" in await refused(anna.ask("POST", "/api/challenges", {}), 409)
        for _ in range(5):
            await anna.ask("POST", f"/api/matches/{match}/report", {"about": "Look!"})
        await refused(anna.ask("POST", f"/api/matches/{match}/report", {"about": "Look!"}), 429)

    serving(tmp_path, test)
