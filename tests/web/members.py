"""People for tests of the server: registered players, officials, and a server on which signing up costs no time."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.client.server import RequestRefused
from barpoint.service.ports import WallClock
from tests.web.live import test_socket
from tests.web.server_process import Served

PASSWORD = "correct horse battery"


async def registered(here: Served, name: str, guest: Server | None = None) -> Server:
    """Somebody with a name and a password."""
    server = guest or Server(here.url)
    await server.ask("POST", "/api/register", {"name": name, "password": PASSWORD})
    return server


async def staffed(here: Served, name: str = "Dora") -> Server:
    """An official of the server."""
    server = await registered(here, name)
    me = await server.ask("GET", "/api/me")
    await here.house.club.means.register.appoint(me["account"], staff=True)
    return server


async def refused(asking: Any, status: int) -> Any:
    """The answer's words, which must have this status."""
    with pytest.raises(RequestRefused) as answer:
        await asking
    assert answer.value.status == status, answer.value
    return answer.value.body


class PlainPasswords:
    """No hashes: Argon2 is slow on purpose, and has its own test."""

    async def hash_password(self, password: str) -> bytes:
        return password.encode()

    async def verify(self, password: str, kept: bytes) -> bool:
        return password.encode() == kept


def serving(folder: Path, test: Callable[[Served], Awaitable[None]], clock: WallClock | None = None) -> None:
    """Run a test on a server of its own."""

    async def run(here: Served) -> None:
        here.house.club.members._passwords = PlainPasswords()
        await test(here)

    test_socket.serving(folder, run, clock)
