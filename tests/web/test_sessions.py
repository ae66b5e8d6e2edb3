"""A connection belongs to a session and ends with it; a session belongs to a browser, and changes with who it is."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from barpoint import bootstrap
from barpoint.client import Server
from barpoint.web.live.socket import RIGHTS_CHANGED, SESSION_OVER
from tests.web.live.test_socket import (
    begun,
    line,
    told,
)
from tests.web.members import (
    PASSWORD,
    PlainPasswords,
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import (
    PATIENCE,
    Served,
    served,
)
from tests.web.test_passkeys import made


async def closing(socket: ClientConnection) -> int:
    """The code the server closes a connection with."""
    await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


async def signed_in(here: Served, name: str) -> Server:
    """Another browser of somebody who is registered."""
    server = Server(here.url)
    await server.ask("POST", "/api/sign-in", {"name": name, "password": PASSWORD})
    return server


async def sign_out(_: Served, anna: Server) -> None:
    await anna.ask("POST", "/api/sign-out")


async def change_password(_: Served, anna: Server) -> None:
    await anna.ask("PUT", "/api/me/password", {"present": PASSWORD, "password": "another long one"})


async def change_password_elsewhere(here: Served, _: Server) -> None:
    await change_password(here, await signed_in(here, "Anna"))


@pytest.mark.parametrize("end", [sign_out, change_password, change_password_elsewhere])
def test_an_open_connection_ends_with_its_session(
    tmp_path: Path, end: Callable[[Served, Server], Awaitable[None]]
) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        ben = await Server.guest(here.url, "Ben")
        match = await ben.accept(await anna.challenge(points=1))
        async with line(here, anna) as socket, line(here, ben) as other:
            for each in (socket, other):
                await each.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
                await told(each, "state")
            await end(here, anna)
            assert await closing(socket) == SESSION_OVER
            gone = await told(other, "presence")
            assert (gone["side"], gone["here"]) == ("white", False)
            await other.send(json.dumps({"t": "ping", "sent": 1}))
            await told(other, "pong")

    serving(tmp_path, test)


async def register(here: Served, guest: Server) -> None:
    await registered(here, "Anna K", guest)


async def register_with_a_passkey(here: Served, guest: Server) -> None:
    await made(here, guest, "Anna K")


async def sign_in(here: Served, guest: Server) -> None:
    await registered(here, "Anna K")
    await guest.ask("POST", "/api/sign-in", {"name": "Anna K", "password": PASSWORD})


@pytest.mark.parametrize("become", [register, register_with_a_passkey, sign_in])
def test_a_guest_who_has_become_an_account_has_another_session_and_the_old_one_is_void(
    tmp_path: Path, become: Callable[[Served, Server], Awaitable[None]]
) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        old = Server(here.url, anna.token)
        async with line(here, old) as socket:
            await told(socket, "welcome")
            await become(here, anna)  # whoever looks between the new name and the new session ends it for the name
            assert await closing(socket) in (SESSION_OVER, RIGHTS_CHANGED)
        assert anna.token != old.token
        await refused(old.ask("GET", "/api/me"), 401)
        me = await anna.ask("GET", "/api/me")
        assert (me["name"], me["guest"]) == ("Anna K", False)
        assert [one["match"] for one in me["matches"]] == [match]
        async with line(here, anna) as socket:
            assert (await told(socket, "welcome"))["guest"] is False

    serving(tmp_path, test)


def test_signing_in_as_somebody_else_leaves_no_session_behind(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        await registered(here, "Ben")
        old = Server(here.url, anna.token)
        await anna.ask("POST", "/api/sign-in", {"name": "Ben", "password": PASSWORD})
        await refused(old.ask("GET", "/api/me"), 401)

    serving(tmp_path, test)


def test_somebody_dismissed_sees_nothing_of_what_officials_see_from_that_moment(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, _, match = await begun(here)
        dora = await staffed(here)
        async with line(here, dora) as socket:
            for topic in ("inquiries", f"match:{match}"):
                await socket.send(json.dumps({"t": "watch", "topic": topic}))
                await told(socket, "state")
            dismissed = await bootstrap.appoint(f"sqlite:///{tmp_path}/matches.db", "Dora", staff=False)
            assert dismissed is not None
            assert await closing(socket) == RIGHTS_CHANGED
        async with line(here, dora) as socket:
            await socket.send(json.dumps({"t": "watch", "topic": "inquiries"}))
            assert (await told(socket, "fault", "state"))["t"] == "fault"
            await socket.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
            assert (await told(socket, "state"))["view"]["audience"] == "spectator"

    serving(tmp_path, test)


def test_a_session_ended_while_its_connection_is_being_opened_ends_it_too(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        whose = here.house.access.visit

        async def slowly(*asked: Any, **more: Any) -> Any:
            here.house.access.visit = whose  # type: ignore[method-assign]
            found = await whose(*asked, **more)
            await Server(here.url, anna.token).ask("POST", "/api/sign-out")  # after it was looked up
            return found

        here.house.access.visit = slowly  # type: ignore[method-assign]  # the moment between two real steps
        async with line(here, anna) as socket:
            assert await closing(socket) == SESSION_OVER

    serving(tmp_path, test)


def test_sessions_and_offices_end_at_every_process(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            for process in (first, second):
                process.house.club.members._passwords = PlainPasswords()
            anna, dora = await registered(first, "Anna"), await staffed(first)
            async with line(second, anna) as socket, line(second, dora) as official:
                for each in (socket, official):
                    await told(each, "welcome")
                await anna.ask("POST", "/api/sign-out")
                assert await closing(socket) == SESSION_OVER
                await bootstrap.appoint(postgres, "Dora", staff=False)
                assert await closing(official) == RIGHTS_CHANGED

    asyncio.run(run())
