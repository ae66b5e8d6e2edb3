"""Passkeys: a guest registers with one, comes back with it, and nobody else does."""

from pathlib import Path
from typing import Any

from barpoint.client import Server
from tests.web.authenticator import Authenticator
from tests.web.live.test_socket import begun
from tests.web.members import refused, serving
from tests.web.server_process import Served


async def made(here: Served, server: Server, name: str = "") -> Authenticator:
    """A passkey of whoever is behind this session."""
    key = Authenticator(here.url, "127.0.0.1")
    asked = await server.ask("POST", "/api/passkeys/new")
    answer = {"ceremony": asked["ceremony"], "answer": key.create(asked["options"]), "name": name}
    await server.ask("POST", "/api/passkeys", answer)
    return key


async def proof(here: Served, key: Authenticator) -> dict[str, Any]:
    """An answer to a fresh question."""
    asked = await Server(here.url).ask("POST", "/api/passkeys/sign-in/begin")
    return {"ceremony": asked["ceremony"], "answer": key.get(asked["options"])}


def test_a_guest_registers_with_a_passkey_and_comes_back_with_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        key = await made(here, anna, "Anna K")
        me = await anna.ask("GET", "/api/me")
        assert (me["name"], me["guest"]) == ("Anna K", False)
        elsewhere = Server(here.url)
        await elsewhere.ask("POST", "/api/passkeys/sign-in", await proof(here, key))
        assert [one["match"] for one in (await elsewhere.ask("GET", "/api/me"))["matches"]] == [match]

    serving(tmp_path, test)


def test_an_answer_is_good_once_for_its_own_question_and_site(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        key = await made(here, anna, "Anna")
        stranger = Server(here.url)
        good = await proof(here, key)
        await stranger.ask("POST", "/api/passkeys/sign-in", good)
        again = await refused(stranger.ask("POST", "/api/passkeys/sign-in", good), 409)  # replayed
        assert "sign_in_wrong" in again
        one, other = await proof(here, key), await proof(here, key)
        crossed = {"ceremony": one["ceremony"], "answer": other["answer"]}
        await refused(stranger.ask("POST", "/api/passkeys/sign-in", crossed), 409)
        key._origin = "https://elsewhere.example"
        await refused(stranger.ask("POST", "/api/passkeys/sign-in", await proof(here, key)), 409)
        unknown = Authenticator(here.url, "127.0.0.1")
        await refused(stranger.ask("POST", "/api/passkeys/sign-in", await proof(here, unknown)), 409)
        nonsense = {"ceremony": (await proof(here, key))["ceremony"], "answer": {"id": "x", "response": 7}}
        await refused(stranger.ask("POST", "/api/passkeys/sign-in", nonsense), 409)

    serving(tmp_path, test)


def test_nobody_keeps_a_passkey_for_somebody_elses_ceremony(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, eve = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Eve")
        asked = await anna.ask("POST", "/api/passkeys/new")
        key = Authenticator(here.url, "127.0.0.1")
        answer = {"ceremony": asked["ceremony"], "answer": key.create(asked["options"]), "name": "Eve"}
        await refused(eve.ask("POST", "/api/passkeys", answer), 409)

    serving(tmp_path, test)
