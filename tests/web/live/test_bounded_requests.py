"""What no honest client sends: refused with what was expected, bounded, and never a failure of the server's own."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from barpoint.client import Server
from barpoint.match.commands import CallDirector
from barpoint.rulebook import Citation
from barpoint.service import Account
from barpoint.web.live.http_transport import HttpTransport
from barpoint.web.live.origins import client_key
from barpoint.web.request_limits import LARGEST_NUMBER, LONGEST_ADDRESS, RequestLimits, check_values
from barpoint.wire import messages as m
from tests.web.server_process import PATIENCE, Served, served

LARGE_ANSWER = "/schema/openapi.json"
JSON = {"content-type": "application/json"}
DEEP = "[" * 100_000 + "]" * 100_000
Test = Callable[[httpx.AsyncClient, Served], Awaitable[None]]


def asked(folder: Path, test: Test) -> None:
    async def run() -> None:
        database = f"sqlite:///{folder}/club.db"
        async with served(database) as here, httpx.AsyncClient(base_url=here.url, timeout=60) as client:
            await test(client, here)

    asyncio.run(run())


def test_deep_json_long_addresses_and_huge_numbers_are_malformed(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: Served) -> None:
        for body in (DEEP, '{"name":' * 50_000 + "1" + "}" * 50_000, f'{{"terms": {DEEP}}}'):
            answer = await client.post("/api/guest", content=body, headers=JSON)
            assert answer.status_code == 400
            assert "nested too deeply" in answer.json()["detail"]
        answer = await client.post("/api/guest", content='{"name": "Anna", "more": 1' + "0" * 30 + "}", headers=JSON)
        assert answer.status_code == 400
        assert str(LARGEST_NUMBER) in answer.json()["detail"]
        answer = await client.get("/api/presets", params={"x": "a" * 60_000})
        assert answer.status_code == 414
        assert str(LONGEST_ADDRESS) in answer.json()["detail"]

    asked(tmp_path, test)


def test_a_tournament_keeps_no_endless_texts_and_no_times_beyond_the_calendar(tmp_path: Path) -> None:
    async def test(client: httpx.AsyncClient, _: Served) -> None:
        await client.post("/api/register", json={"name": "Dora", "password": "correct horse battery"})
        made = (await client.post("/api/tournaments", json={"name": "Cup", "date": "2026-05-01"})).json()
        await client.get(made["link"])
        for command, word in (
            ({"type": "Announce", "text": "x" * 1_500_000}, "characters"),
            ({"type": "ScheduleRecess", "name": "lunch", "start": 1, "end": 10**30}, "at most"),
            ({"type": "ScheduleRecess", "name": "lunch", "start": 1, "end": LARGEST_NUMBER * 2}, "at most"),
        ):
            answer = await client.post(f"/api/tournaments/{made['id']}/commands", json={"command": command})
            assert answer.status_code == 400, answer.text
            assert word in answer.json()["detail"]

    asked(tmp_path, test)


def test_a_deep_message_is_a_fault_and_the_line_holds() -> None:
    for deep in ('{"t":"do","d":' + "[" * 8_000, '{"t":"ping","sent":1,"lag":0,"more":' + "[" * 8_000, DEEP[:15_000]):
        with pytest.raises(ValueError, match="not a message of this protocol"):
            m.read_client_message(deep)


def test_many_addresses_of_one_household_are_one() -> None:
    assert client_key("2001:db8:1:2::1") == client_key("2001:db8:1:2:ffff::77")
    assert client_key("2001:db8:1:3::1") != client_key("2001:db8:1:2::1")
    assert client_key("::ffff:203.0.113.7") == "203.0.113.7"
    assert client_key("203.0.113.7") == "203.0.113.7"
    assert client_key("::1") == "::1"


def test_values_are_looked_at_however_they_are_nested() -> None:
    check_values({"a": [1, {"b": "x" * 10}], "c": True, "d": -LARGEST_NUMBER}, 10)
    for wrong in ({"a": [{"b": LARGEST_NUMBER + 1}]}, [1e300], {"a": "x" * 11}):
        with pytest.raises(ValueError, match="at most"):
            check_values(wrong, 10)


def test_a_strangers_wrong_passwords_lock_no_owner_out(tmp_path: Path) -> None:
    async def test(owner: httpx.AsyncClient, here: Served) -> None:
        right, wrong = {"name": "Anna", "password": "correct horse battery"}, {"name": "Anna", "password": "a guess"}
        assert (await owner.post("/api/register", json=right)).status_code == 201
        async with httpx.AsyncClient(base_url=here.url, headers={"x-forwarded-for": "203.0.113.9"}) as stranger:
            answers = [await stranger.post("/api/sign-in", json=wrong) for _ in range(14)]
            assert answers[-1].json()["code"] == "too_many_tries"
            assert (await stranger.post("/api/sign-in", json=right)).status_code == 409, "nor does the right one help"
        assert (await owner.post("/api/me/proof", json={"password": right["password"]})).is_success
        async with httpx.AsyncClient(base_url=here.url, headers={"x-forwarded-for": "198.51.100.4"}) as again:
            assert (await again.post("/api/sign-in", json=right)).status_code == 200

    asked(tmp_path, test)


def test_a_proxy_that_forwards_nobody_is_warned_of_and_sessions_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(client: httpx.AsyncClient, _: Served) -> None:
        client.headers["via"] = "1.1 proxy"
        with caplog.at_level(logging.WARNING, "barpoint.limits"):
            answers = [await client.post("/api/guest", json={"name": "Anna"}) for _ in range(3)]
        assert all(answer.is_success for answer in answers)
        assert [record.message for record in caplog.records if "X-Forwarded-For" in record.message] == [
            "a proxy forwards no X-Forwarded-For: limits count sessions, not addresses"
        ]

    asked(tmp_path, test)


def test_calls_in_a_row_come_to_an_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(f"sqlite:///{tmp_path}/club.db") as here:
            anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
            here.house.club.inquiries.serve()
            match = await ben.accept(await anna.challenge(points=1))
            account = (await anna.ask("GET", "/api/me"))["account"]
            room = await here.house.play.room(match)
            assert room is not None
            seat = room.seat_of(account)
            assert seat is not None
            refusals = []
            who = Account(account, "Anna")
            for number in range(30):
                call = CallDirector(at=here.house.clock.now(), side=seat[0], person=seat[1].name)
                outcome = await here.house.club.inquiries.call(room, who, call, "", f"call/{number}")
                if isinstance(outcome, Citation):
                    refusals.append(outcome.code)
                await here.house.club.inquiries.withdraw(room, who)
            assert refusals == ["too_many_calls"] * 25

    asyncio.run(run())


def test_limits_are_those_of_the_page() -> None:
    limits = RequestLimits()
    assert (limits.people.burst, limits.changes.burst, limits.reads.burst) == (30, 120, 600)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/presets HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_request_that_never_comes_whole_is_cut_off_and_others_are_not(
    begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(HttpTransport, "patience", 0.4)

    async def test(client: httpx.AsyncClient, here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        async with anna.connect() as line:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(here.url.rpartition(":")[2]))
            writer.write(begun)
            with contextlib.suppress(ConnectionResetError):
                while await reader.read(1_000):
                    pass
            writer.close()
            assert (await client.get("/api/presets")).status_code == 200
            assert line.cuts == 0, "a socket is no request"
        assert any("did not come whole" in record.message for record in caplog.records)

    asked(tmp_path, test)


@contextlib.asynccontextmanager
async def idle_reader(here: Served, path: str) -> AsyncIterator[socket.socket]:
    """Somebody who asks for much and reads none of it."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, ("127.0.0.1", int(here.url.rpartition(":")[2])))
        await loop.sock_sendall(line, f"GET {path} HTTP/1.1\r\nHost: {here.url[7:]}\r\n\r\n".encode() * 40)
        yield line


async def is_cut_off(line: socket.socket) -> bool:
    """Whether the server has torn the line down; what is there is not read."""
    while not line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
        await asyncio.sleep(0.02)
    return True


@pytest.mark.parametrize(
    ("patience", "most", "why"), [(0.4, 99.0, "not read in time"), (600.0, 1.5, "too much waited")]
)
def test_an_answer_that_nobody_reads_is_cut_off_and_others_are_not(
    patience: float,
    most: float,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(HttpTransport, "answer_time", patience)

    async def test(client: httpx.AsyncClient, here: Served) -> None:
        size = len((await client.get(LARGE_ANSWER)).content)
        monkeypatch.setattr(HttpTransport, "most_unread", int(most * size))
        async with contextlib.AsyncExitStack() as lines:  # of each the last answer waits, or the end of it
            idle, *_ = [await lines.enter_async_context(idle_reader(here, LARGE_ANSWER)) for _ in range(8)]
            assert await asyncio.wait_for(is_cut_off(idle), PATIENCE)
        assert (await client.get(LARGE_ANSWER)).status_code == 200
        assert any(why in record.message for record in caplog.records)

    asked(tmp_path, test)
