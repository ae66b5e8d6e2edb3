"""The socket against honest, clumsy and hostile clients; the match comes to no harm."""

import asyncio
import gc
import json
import weakref
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from barpoint.client import RemoteMatch, Server
from barpoint.service.play.views import Audience
from barpoint.service.ports import WallClock
from barpoint.web.live.fanout import Listener
from barpoint.web.live.socket import Conversation
from barpoint.web.live.websocket_transport import WebSocketTransport
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish, PlayWish, RollWish, TakeBackWish
from tests.web.server_process import (
    PATIENCE,
    Served,
    served,
)


def serving(folder: Path, test: Callable[[Served], Awaitable[None]], clock: WallClock | None = None) -> None:
    async def run() -> None:
        async with served(f"sqlite:///{folder}/matches.db", clock) as here, asyncio.timeout(PATIENCE):
            await test(here)

    asyncio.run(run())


def line(here: Served, server: Server | None = None, query: str = "", **headers: str) -> connect:
    cookie = {"Cookie": f"barpoint={server.token}"} if server is not None else {}
    url = here.url.replace("http", "ws") + "/socket" + query
    return connect(url, additional_headers=cookie | headers, compression=None, proxy=None, open_timeout=PATIENCE)


_unread: WeakKeyDictionary[ClientConnection, deque[dict[str, Any]]] = WeakKeyDictionary()


async def told(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    unread = _unread.setdefault(socket, deque())
    while True:
        if not unread:
            said = json.loads(await socket.recv())
            unread.extend(said if isinstance(said, list) else [said])
        message = unread.popleft()
        if message["t"] in kinds:
            return message


async def begun(here: Served) -> tuple[Server, Server, str]:
    anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
    return anna, ben, await ben.accept(await anna.challenge(points=3))


async def babbled(socket: ClientConnection) -> None:
    for _ in range(30):
        await socket.send("nonsense")
        await told(socket, "fault")


def test_what_is_no_message_is_answered_with_what_was_expected_and_at_last_cut_off(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        async with line(here) as socket:
            await told(socket, "welcome")
            for wrong in (
                "",
                "{",
                "[]",
                '{"t":"dance"}',
                '{"t":"watch"}',
                '{"t":"watch","topic":1}',
                '"x"',
                "{" + "x" * 16_000,
            ):
                await socket.send(wrong)
                fault = await told(socket, "fault")
                assert fault["sentence"], wrong
            await socket.send('{"t":"watch","topic":"match:NONE"}')
            assert (await told(socket, "fault"))["code"] == "unknown"
            with pytest.raises(ConnectionClosed) as cut:
                await babbled(socket)
            assert cut.value.rcvd is not None
            assert cut.value.rcvd.code == 1008

    serving(tmp_path, test)


def test_messages_that_come_together_or_in_pieces_are_answered_one_after_the_other(tmp_path: Path) -> None:
    def frame(**message: object) -> bytes:
        return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)

    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        chain = {"t": "chain", "match": match, "game": 1, "chain": "white1", "links": 9}
        async with line(here, anna) as socket:
            await told(socket, "welcome")
            socket.transport.write(frame(**chain, id="whole", end="ab" * 32))
            assert (await told(socket, "ack", "fault"))["id"] == "whole"
            together = (
                frame(t="do", id="ready", match=match, v=1, d={"t": "opening"}),
                frame(t="ping", sent=7),
                frame(**chain, id="late", end="cd" * 32),
            )
            socket.transport.write(b"".join(together))
            answers = [await told(socket, "ack", "pong", "refused", "fault") for _ in together]
            assert [answer.get("id", answer["t"]) for answer in answers] == ["ready", "pong", "late"]
            pieces = frame(**chain, id="pieces", end="ab" * 32)
            socket.transport.write(pieces[:9])
            await asyncio.sleep(0.05)  # they may come as one all the same
            socket.transport.write(pieces[9:])
            assert (await told(socket, "ack", "refused", "fault"))["id"] == "pieces"

    serving(tmp_path, test)


def test_what_belongs_to_a_closed_socket_is_gone_without_a_collector(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        gc.collect()
        gc.disable()
        try:
            async with line(here, anna) as socket:
                await socket.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
                await told(socket, "state")
                kinds = (WebSocketTransport, Conversation, Listener)
                parts = [weakref.ref(part) for part in gc.get_objects() if isinstance(part, kinds)]
                assert len(parts) == len(kinds)
            while any(part() is not None for part in parts):
                await asyncio.sleep(0.1)  # until the server has seen the end
        finally:
            gc.enable()

    serving(tmp_path, test)


def test_a_page_of_another_site_cannot_open_the_socket_nor_change_anything(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url)
        with pytest.raises(InvalidStatus):
            async with line(here, anna, Origin="https://elsewhere.example"):
                pass
        async with line(here, anna, Origin=here.url) as socket:
            assert (await told(socket, "welcome"))["account"]

    serving(tmp_path, test)


def test_a_stranger_watches_but_cannot_act(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        stranger = await Server.guest(here.url, "Eve")
        for who in (stranger, None):
            async with line(here, who) as socket:
                await socket.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
                state = await told(socket, "state")
                assert state["view"]["audience"] == "spectator"
                assert not state["view"].get("open")
                command = {"t": "do", "id": "x", "match": match, "v": 1, "d": {"t": "opening"}}
                await socket.send(json.dumps(command))
                fault = await told(socket, "fault", "ack")
                assert (fault["t"], fault["code"], fault["id"]) == ("fault", "forbidden", "x")
                await socket.send(json.dumps({"t": "seed", "id": "y", "match": match, "game": 1, "seed": "ab" * 32}))
                assert (await told(socket, "fault", "ack"))["code"] == "forbidden"
        assert here.house.play.rooms[match].version == 1
        assert anna.me is not None

    serving(tmp_path, test)


async def at_the_table(here: Served) -> tuple[RemoteMatch, RemoteMatch, list[Any]]:
    anna, ben, match = await begun(here)
    lines = [anna.connect(), ben.connect()]
    for one in lines:
        await one.__aenter__()
    a, b = await lines[0].sit(match), await lines[1].sit(match)
    return a, b, lines


async def opened(a: RemoteMatch, b: RemoteMatch) -> tuple[RemoteMatch, RemoteMatch]:
    """Both have published an end and are ready: who is on turn, and the other."""
    for table in (a, b):
        assert isinstance(await table.do(OpeningWish()), m.Ack)
    for table in (a, b):
        while table.present_view.game is None or table.present_view.game.dice is None:
            await table.wait_change()
    assert a.present_view.game is not None
    return (a, b) if a.present_view.game.turn is a.side else (b, a)


class Mute(RemoteMatch):
    """A client that does nothing for the dice by itself."""

    def _tend(self) -> None:
        pass

    async def _wait_end(self) -> None:
        pass


def test_a_game_begins_with_both_ends_and_links_and_not_without(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await begun(here)
        async with anna.connect() as to_anna, ben.connect() as to_ben:
            a, b = Mute(to_anna, match), Mute(to_ben, match)
            for line, table in ((to_anna, a), (to_ben, b)):
                await line.watch(f"match:{match}", table.update)
                await table.wait_known()
            assert (a.dice.owner, b.dice.owner) == ("white1", "black1")
            missing = await a.do(OpeningWish())
            assert isinstance(missing, m.Refused)
            assert missing.code == "seed_missing"
            end = a.dice.end_due()
            assert end is not None
            foreign = msgspec.structs.replace(end, chain="black1")
            malformed = msgspec.structs.replace(end, id="x", end="ab")
            answers = [await to_anna.ask(message) for message in (foreign, malformed, end, end)]
            assert [type(answer) for answer in answers] == [m.Refused, m.Fault, m.Ack, m.Ack]
            other = b.dice.end_due()
            assert other is not None
            copied = await to_ben.ask(msgspec.structs.replace(other, id="copy", end=end.end))
            assert isinstance(copied, m.Refused)
            assert isinstance(await to_ben.ask(other), m.Ack)
            assert a.dice.link_due(a.present_view) is None, "nothing is opened before the ends are fixed"
            for table in (a, b):
                assert isinstance(await table.do(OpeningWish()), m.Ack)
            while a.dice.link_due(a.present_view) is None or b.dice.link_due(b.present_view) is None:
                await a.wait_change()
            link, second = a.dice.link_due(a.present_view), b.dice.link_due(b.present_view)
            assert link is not None
            assert second is not None
            assert isinstance(await to_anna.ask(link), m.Ack)
            assert a.present_view.version == 1, "the dice fall when all links are in"
            again = await to_anna.ask(msgspec.structs.replace(link, id="again"))
            assert isinstance(again, m.Ack)
            wrong = await to_ben.ask(msgspec.structs.replace(second, id="wrong", link="ab" * 32))
            assert isinstance(wrong, m.Refused)
            assert wrong.code == "link_wrong"
            assert isinstance(await to_ben.ask(second), m.Ack)
            while a.present_view.game is None:
                await a.wait_change()
            assert not a.dice.problem
            part = await to_ben.ask(m.Contribute(id="s5", match=match, game=1, seed="ef" * 32))
            assert isinstance(part, m.Refused)
            assert part.code == "seed_late"

    serving(tmp_path, test)


def test_refusals_are_cited_repeats_are_harmless_and_a_cut_line_resyncs(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        a, b, lines = await at_the_table(here)
        first, second = await opened(a, b)
        assert first.present_view.game is not None
        assert second.present_view.game is not None
        assert first.present_view.game.tree, "the tree comes to the one who is to move"
        assert not second.present_view.game.tree
        refused = await second.do(RollWish())
        assert isinstance(refused, m.Refused)
        assert refused.code == "roll_too_early"
        assert refused.sentence
        assert isinstance(await first.do(TakeBackWish()), m.Refused)
        assert isinstance(await first.do(PlayWish(hops=((1, 9),))), m.Refused)

        node, hops = 0, []
        while first.present_view.game.tree[node]:
            branch = first.present_view.game.tree[node][0]
            hops.append((branch.source, branch.target))
            node = branch.node
        wish = PlayWish(hops=tuple(hops))
        done = await first.do(wish, id="mine")
        assert isinstance(done, m.Ack)
        again = await first.do(wish, id="mine")
        assert again == done
        foreign = await second.do(RollWish(), id="mine")
        assert isinstance(foreign, m.Ack), "an id belongs to its sender"
        assert foreign.version == done.version + 1

        await lines[0].cut()
        state = here.house.play.rooms[a.match]
        while a.present_view.version != state.version or lines[0].cuts == 0:
            await a.wait_change()
        assert a.present_view == b.present_view or a.present_view.audience is not b.present_view.audience
        for one in lines:
            await one.__aexit__()

    serving(tmp_path, test)


def test_presence_is_told(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        a, b, lines = await at_the_table(here)
        heard: list[m.Presence] = []
        lines[0].listeners.append(lambda one: heard.append(one) if isinstance(one, m.Presence) else None)
        assert b.side is not None
        await lines[1].__aexit__()
        while not heard or heard[-1].here:
            await asyncio.sleep(0.01)
        assert heard[-1].side == b.side.value
        assert heard[-1].away_left
        await lines[0].__aexit__()
        assert a.present_view.audience in (Audience.WHITE, Audience.BLACK)

    serving(tmp_path, test)


def test_a_lobby_that_changes_a_lot_is_told_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "barpoint.web.live.fanout._ONE_BREATH", 1.0
    )  # a dozen requests in one, however slow the machine

    async def test(here: Served) -> None:
        anna = await Server.guest(here.url)
        async with line(here) as socket:
            await socket.send(json.dumps({"t": "watch", "topic": "lobby"}))
            version = (await told(socket, "state"))["version"]
            offered = set(await asyncio.gather(*(anna.challenge(points=1) for _ in range(12))))
            listed: list[dict[str, Any]] = []
            changes = 0
            while {one["id"] for one in listed} != offered:
                changed = await told(socket, "changed")
                assert (changed["from"], changed["to"]) == (version, version + 1)
                version, listed, changes = changed["to"], changed["data"], changes + 1
            assert changes < 12

    serving(tmp_path, test)


def test_a_flood_waits_at_its_sender(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        async with line(here) as socket:
            start = asyncio.get_running_loop().time()
            for number in range(140):
                await socket.send(json.dumps({"t": "ping", "sent": number}))
            for number in range(140):
                assert (await told(socket, "pong"))["sent"] == number, "nothing is lost"
            assert asyncio.get_running_loop().time() - start > 0.9

    serving(tmp_path, test)
