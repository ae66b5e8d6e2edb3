"""Your turn, a ruling given, a round called: each in the page, by Web Push, by the webhook and by mail."""

import asyncio
import hmac
import json
import ssl
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from websockets.asyncio.client import ClientConnection

from barpoint.adapters.web_push import b64, public_point
from barpoint.client import Server
from tests.rights.actors import Actor
from tests.rights.asking import ask
from tests.web.boards import on_a_board
from tests.web.live.test_socket import line, opened
from tests.web.members import (
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.test_match_extras import sat, until
from tests.web.test_runner import certificate
from tests.web.tournaments.remote_director import Person, drawn
from tests.web.tournaments.test_api import first_match

AUTH = b"sixteen bytes ok"


class Services(ThreadingHTTPServer):
    """A push service and a webhook of the test's own: what was posted, by its path."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bytes]] = []
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        assert isinstance(self.server, Services)
        self.server.posted.append((self.path, body))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def services(folder: Path) -> Iterator[Services]:
    cert, key = certificate(folder)
    with Services() as found:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        found.socket = context.wrap_socket(found.socket, server_side=True)
        Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


def opened_by(key: ec.EllipticCurvePrivateKey, body: bytes) -> Any:
    """What a browser makes of a pushed message (RFC 8291)."""

    def derived(secret: bytes, info: bytes, length: int) -> bytes:
        return hmac.digest(secret, info + b"\x01", sha256)[:length]

    salt, size, sealed = body[:16], body[20], body[21 + body[20] :]
    sender = body[21 : 21 + size]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    info = b"WebPush: info\0" + public_point(key) + sender
    master = hmac.digest(salt, derived(hmac.digest(AUTH, shared, sha256), info, 32), sha256)
    content, nonce = (
        derived(master, b"Content-Encoding: " + what, n) for what, n in ((b"aes128gcm\0", 16), (b"nonce\0", 12))
    )
    return json.loads(AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\x02"))


class Reached:
    """What has come to somebody by each way."""

    def __init__(self, found: Services, mails: Path) -> None:
        self._services, self._mails = found, mails
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.in_page: list[str] = []

    async def listen(self, page: ClientConnection) -> None:
        async for text in page:
            told = json.loads(text)
            if told["t"] == "notice":
                self.in_page.append(told["kind"])

    def mails(self) -> str:
        """All mail so far, its lines joined as they were."""
        return self._mails.read_text().replace("\n ", " ") if self._mails.exists() else ""

    def ways(self, kind: str, words: str) -> set[str]:
        """By which ways a notice has come."""
        pushed = [opened_by(self.key, body) for path, body in self._services.posted if path == "/push/anna"]
        hooked = [json.loads(body) for path, body in self._services.posted if path == "/hook"]
        mails = self.mails()
        return {
            way
            for way, there in (
                ("page", kind in self.in_page),
                ("push", any(one["kind"] == kind for one in pushed)),
                ("webhook", any((one["kind"], one["name"]) == (kind, "Anna") for one in hooked)),
                ("mail", words in mails),
            )
            if there
        }


@pytest.fixture
def reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reached]:
    """An operator who has set up everything, with services on this machine."""
    with services(tmp_path) as found:
        mails = tmp_path / "mails"
        script = f"import sys; open({str(mails)!r}, 'ab').write(sys.stdin.buffer.read())"
        address = f"https://127.0.0.1:{found.server_port}"
        for name, value in {
            "BARPOINT_PUSH_CONTACT": "mailto:club@example.org",
            "BARPOINT_WEBHOOK": f"{address}/hook",
            "BARPOINT_MAIL_COMMAND": f'{sys.executable} -c "{script}"',
            "SSL_CERT_FILE": str(tmp_path / "cert.pem"),
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("barpoint.adapters.messenger.check_public", lambda _: None)  # this machine is not public
        monkeypatch.setattr("barpoint.service.people.notices.PATIENCE", 100)
        yield Reached(found, mails)


async def wants_everything(here: Served, reached: Reached) -> Server:
    """Anna, who has a mail address and a browser that takes pushed messages."""
    anna = await registered(here, "Anna")
    assert (await anna.ask("GET", "/api/push"))["key"]
    await anna.ask("PUT", "/api/me/contact", {"mail": "anna@example.org"})
    port = reached._services.server_port
    address = {
        "endpoint": f"https://127.0.0.1:{port}/push/anna",
        "key": b64(public_point(reached.key)),
        "auth": b64(AUTH),
    }
    await anna.ask("POST", "/api/push", address)
    return anna


def test_all_three_reach_somebody_by_every_way(tmp_path: Path, reached: Reached) -> None:
    everything = {"page", "push", "webhook", "mail"}

    async def test(here: Served) -> None:
        anna, dora = await wants_everything(here, reached), await staffed(here)
        async with line(here, anna) as page:
            listening = asyncio.create_task(reached.listen(page))
            await her_turn(here, anna)
            await until(lambda: reached.ways("your_turn", "Your turn against") == everything)
            match = (await anna.ask("GET", "/api/me"))["matches"][0]["match"]
            stopped = await dora.ask("POST", f"/api/matches/{match}/stop", {"reason": "A look."})
            await dora.ask("POST", f"/api/inquiries/{stopped['id']}/settle", {"answer": "Play on."})
            await until(lambda: reached.ways("ruling", "A ruling was given") == everything)
            await her_match_is_called(here, anna)
            await until(lambda: reached.ways("round", "is called") == everything)
            await until(lambda: "was ruled on" in str(reached.mails()))
            listening.cancel()

    serving(tmp_path, test)


async def her_turn(here: Served, anna: Server) -> None:
    """A match begins in which Anna is on turn and not at the board."""
    while True:
        ben = await Server.guest(here.url, "Ben")
        match = await ben.accept(await anna.challenge(points=1))
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await opened(a, b)
            assert a.present_view.game is not None
            if a.present_view.game.turn is a.side:
                await lines.aclose()
                here.house.club.notices._note_turn(
                    here.house.play.rooms[match], 0, await here.house.store.read(f"match:{match}")
                )
                return


async def her_match_is_called(here: Served, anna: Server) -> None:
    """Anna has opened a private link; the director calls that player's match."""
    ann = await drawn(here)
    first = await first_match(ann)
    player: Person = await ann.as_(first["players"][0])
    link, browser = f"/t/{ann.tournament}/as/{player.token}", Actor("Anna", {"barpoint": anna.token})
    await asyncio.to_thread(ask, here.url, browser, "GET", link)
    await ann.do("CallMatch", contest="open", pairing=first["pairing"])
    case = await ann.ask("POST", "/cases", {"contest": "open", "pairing": first["pairing"]})
    await ann.ask("POST", f"/cases/{case['id']}", {"step": "rule", "say": "Play on.", "reason": "as agreed"})


def test_a_ruling_from_the_desk_reaches_the_board_it_is_about(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        first = await first_match(ann)
        await ann.do("BeginMatch", contest="open", pairing=first["pairing"])
        anna, _, match = await on_a_board(here, ann.tournament, "open", first["pairing"])
        case = await ann.ask("POST", "/cases", {"contest": "open", "pairing": first["pairing"]})
        await ann.ask("POST", f"/cases/{case['id']}", {"step": "rule", "say": "Play on.", "reason": "as agreed"})
        while not (told := await anna.ask("GET", "/api/notices")):
            await asyncio.sleep(0.01)
        assert [(one["kind"], one["link"]) for one in told] == [("ruling", f"/match/{match}")]

    serving(tmp_path, test)
