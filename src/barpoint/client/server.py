"""A server as a client sees it over HTTP: a session, challenges, matches."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from http import HTTPStatus
from http.client import HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

import msgspec

from barpoint.client.connection import Connection
from barpoint.service.dice import DiceFile, read_dice_file
from barpoint.service.records import StreamHead
from barpoint.wire.players import Me

COOKIE: Final = "barpoint"
SECURE_COOKIE: Final = "__Host-barpoint"  # over https
_WAIT: Final = 30
_TRIES: Final = 240
_BETWEEN: Final = 0.5


class RequestRefused(Exception):  # noqa: N818  # an answer, though not the one hoped for
    """The server said no: its status and its words."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Server:
    """A server, and who we are there."""

    def __init__(self, url: str, token: str = "", folder: Path | None = None) -> None:
        self.url, self.token = url.rstrip("/"), token
        self.folder = folder  # where the dice of matches are kept; None: only while they are played
        self.me: Me | None = None

    @property
    def cookie(self) -> dict[str, str]:
        """The header that says who we are."""
        name = SECURE_COOKIE if self.url.startswith("https:") else COOKIE
        return {"cookie": f"{name}={self.token}"} if self.token else {}

    @classmethod
    async def guest(cls, url: str, name: str = "") -> "Server":
        """Begin as a guest."""
        server = cls(url)
        server.me = msgspec.convert(await server.ask("POST", "/api/guest", {"name": name}), Me)
        return server

    async def new_match(self, *, level: str = "strong", **terms: Any) -> str:
        """A match against a bot: its id."""
        body = {"against": "bot", "level": level, "terms": terms}
        match: str = (await self.ask("POST", "/api/matches", body))["match"]
        return match

    async def challenge(self, **terms: Any) -> str:
        """Put a challenge into the lobby: its id."""
        challenge: str = (await self.ask("POST", "/api/challenges", {"terms": terms}))["id"]
        return challenge

    async def accept(self, challenge: str) -> str:
        """Accept a challenge: the match's id once all seats are taken."""
        match: str = (await self.ask("POST", f"/api/challenges/{challenge}/accept", {})).get("match", "")
        return match

    async def wait_accepted(self, challenge: str, every: float = 0.5) -> str:
        """Wait until a challenge is complete: the match's id."""
        while True:
            match: str = (await self.ask("GET", f"/api/challenges/{challenge}")).get("match", "")
            if match:
                return match
            await asyncio.sleep(every)

    async def log(self, match: str) -> list[bytes]:
        """A match's whole log."""
        return (await self._read(f"/api/matches/{match}/export/log")).splitlines()

    async def dice(self, match: str) -> DiceFile:
        """A match with its dice."""
        return read_dice_file(await self._read(f"/api/matches/{match}/dice"))

    async def record(self, match: str) -> list[StreamHead]:
        """Where the stored records of a match end."""
        return msgspec.json.decode(await self._read(f"/api/matches/{match}/record"), type=list[StreamHead])

    def connect(self) -> Connection:
        """The socket; used as an async context."""
        scheme, _, rest = self.url.partition("://")
        return Connection(f"{'wss' if scheme == 'https' else 'ws'}://{rest}/socket", self)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request with JSON in and out; `RequestRefused` for anything but success."""
        data = await asyncio.to_thread(self._ask, method, path, body)
        return json.loads(data) if data else None

    async def _read(self, path: str) -> bytes:
        """What is only read may be asked for again while the server is away, or its storage."""
        for _ in range(_TRIES):
            with contextlib.suppress(OSError, HTTPException):
                try:
                    return await asyncio.to_thread(self._ask, "GET", path, None)
                except RequestRefused as refused:
                    if refused.status != HTTPStatus.SERVICE_UNAVAILABLE:
                        raise
            await asyncio.sleep(_BETWEEN)
        return await asyncio.to_thread(self._ask, "GET", path, None)

    def _ask(self, method: str, path: str, body: Any) -> bytes:
        headers = {"content-type": "application/json"}
        headers |= self.cookie
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)  # noqa: S310  # the caller's server
        try:
            with urllib.request.urlopen(request, timeout=_WAIT) as answer:  # noqa: S310
                self._keep(answer.headers.get_all("set-cookie") or [])
                read: bytes = answer.read()
                return read
        except urllib.error.HTTPError as refused:
            with refused:
                raise RequestRefused(refused.code, refused.read().decode()) from None

    def _keep(self, cookies: list[str]) -> None:
        for line in cookies:
            cookie = SimpleCookie(line)
            for name in (COOKIE, SECURE_COOKIE):
                if name in cookie and (cookie[name].value or len(cookies) == 1):  # an old name that goes ends nothing
                    self.token = cookie[name].value
