"""Guests, registered people, what they take along, and what is kept from others."""

import asyncio
import urllib.request
from pathlib import Path

import pytest

from barpoint.client import Server
from barpoint.service.people.sessions import SESSION_LIFETIME
from tests.service.server import FakeClock
from tests.web.live.test_socket import begun
from tests.web.members import (
    PASSWORD,
    refused,
    registered,
    serving,
)
from tests.web.server_process import Served


async def headers(server: Server, path: str, **more: str) -> dict[str, str]:
    """The answer's headers to a bare GET."""

    def asked() -> dict[str, str]:
        try:
            answer = urllib.request.urlopen(urllib.request.Request(server.url + path, headers=more))  # noqa: S310
        except urllib.error.HTTPError as refusal:
            answer = refusal
        with answer:
            return {name.lower(): value for name, value in answer.headers.items()}

    return await asyncio.to_thread(asked)


def test_a_guest_who_registers_keeps_every_seat(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        before = await anna.ask("GET", "/api/me")
        await registered(here, "Anna K", anna)
        after = await anna.ask("GET", "/api/me")
        assert (after["account"], after["name"], after["guest"]) == (before["account"], "Anna K", False)
        assert [one["match"] for one in after["matches"]] == [match]

    serving(tmp_path, test)


def test_what_was_played_as_a_guest_is_claimed_on_signing_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        first = await registered(here, "Anna K")
        account = (await first.ask("GET", "/api/me"))["account"]
        guest, ben, match = await begun(here)
        token = guest.token
        await guest.ask("POST", "/api/sign-in", {"name": "anna k", "password": PASSWORD})
        assert guest.token != token
        assert [one["match"] for one in (await first.ask("GET", "/api/me"))["matches"]] == [match]
        assert here.house.play.rooms[match].seat_of(account) is not None
        assert (await first.ask("GET", f"/api/matches/{match}"))["audience"] == "white"
        assert (await ben.ask("GET", f"/api/matches/{match}"))["audience"] == "black"
        assert (await Server(here.url, token).ask("GET", f"/api/matches/{match}"))["audience"] == "spectator"

    serving(tmp_path, test)


def test_nobody_claims_a_seat_across_from_their_own(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        guest = await Server.guest(here.url)
        match = await guest.accept(await anna.challenge(points=1))
        seats = here.house.play.rooms[match].black
        await guest.ask("POST", "/api/sign-in", {"name": "Anna", "password": PASSWORD})
        assert here.house.play.rooms[match].black == seats

    serving(tmp_path, test)


def test_names_are_had_once_and_passwords_are_not_guessed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        await registered(here, "Anna")
        stranger = Server(here.url)
        for taken in ("ANNA", "anna", "Ａnna"):
            body = await refused(registered(here, taken), 409)
            assert "name_taken" in body
        for name in ("Anna", "Nobody"):
            body = await refused(stranger.ask("POST", "/api/sign-in", {"name": name, "password": "wrong"}), 409)
            assert "sign_in_wrong" in body
        here.house.club.members.tries.burst = 2
        tries = [stranger.ask("POST", "/api/sign-in", {"name": "Anna", "password": f"x{k}"}) for k in range(3)]
        said = [await refused(one, 409) for one in tries]
        assert "too_many_tries" in said[-1]
        await refused(stranger.ask("POST", "/api/register", {"name": "Ben", "password": "short"}), 400)

    serving(tmp_path, test)


def test_whoever_has_a_session_does_not_become_another_guest(tmp_path: Path) -> None:
    """As a browser does that came by a private link, whose page has never asked who it is."""

    async def test(here: Served) -> None:
        for known in (await registered(here, "Anna"), await Server.guest(here.url, "Ben")):
            token, me = known.token, await known.ask("GET", "/api/me")
            assert await known.ask("POST", "/api/guest", {"name": "Somebody"}) == me
            assert known.token == token
        gone = Server(here.url, "no session of this server")
        assert (await gone.ask("POST", "/api/guest", {"name": "Cem"}))["name"] == "Cem"

    serving(tmp_path, test)


def test_a_session_ends_when_it_is_told_to(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        elsewhere = Server(here.url)
        await elsewhere.ask("POST", "/api/sign-in", {"name": "Anna", "password": PASSWORD})
        change = {"present": PASSWORD, "password": "another long one"}
        await refused(anna.ask("PUT", "/api/me/password", change | {"present": "no"}), 409)
        await anna.ask("PUT", "/api/me/password", change)
        await refused(elsewhere.ask("GET", "/api/me"), 401)
        old = anna.token
        await anna.ask("POST", "/api/sign-out")
        await refused(Server(here.url, old).ask("GET", "/api/me"), 401)
        ben = await Server.guest(here.url, "Ben")
        later = FakeClock(here.house.clock.now() + SESSION_LIFETIME + 1000)
        here.house.access._clock = later
        await refused(ben.ask("GET", "/api/me"), 401)

    serving(tmp_path, test)


def test_headers_and_cookies_keep_other_sites_out(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = Server(here.url)

        def registering(**more: str) -> urllib.request.Request:
            body = b'{"name": "Eve", "password": "long enough it is"}'
            return urllib.request.Request(  # noqa: S310
                here.url + "/api/register", body, {"content-type": "application/json"} | more, method="POST"
            )

        def answered(request: urllib.request.Request) -> str:
            with urllib.request.urlopen(request) as answer:  # noqa: S310
                return str(answer.headers["set-cookie"])

        for more in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
            with pytest.raises(urllib.error.HTTPError) as kept_out:
                await asyncio.to_thread(answered, registering(**more))
            kept_out.value.close()
            assert kept_out.value.code == 403
        cookie = (await asyncio.to_thread(answered, registering(**{"x-forwarded-proto": "https"}))).lower()
        assert all(part in cookie for part in ("httponly", "samesite=lax", "secure", "path=/"))
        for path in ("/", "/api/presets", "/healthz", "/api/nothing", "/nothing.png", "/t/nowhere"):  # refused ones too
            found = await headers(anna, path)
            policy = found["content-security-policy"]
            assert policy.startswith("default-src 'self'")
            assert "unsafe" not in policy
            assert "http" not in policy
            assert found["x-content-type-options"] == "nosniff"

    serving(tmp_path, test)


def test_an_address_that_asks_too_often_waits(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        def asked(address: str, path: str = "/api/guest", method: str = "POST") -> int:
            more = {"content-type": "application/json", "x-forwarded-for": address}
            request = urllib.request.Request(here.url + path, b"{}", more, method=method)  # noqa: S310
            try:
                with urllib.request.urlopen(request) as answer:  # noqa: S310
                    return int(answer.status)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    return refusal.code if int(refusal.headers["retry-after"]) > 0 else 0

        first = [await asyncio.to_thread(asked, "203.0.113.9") for _ in range(32)]
        assert first.count(201) == 30
        assert first[-1] == 429
        for method, path in (("POST", "/api/sign-in"), ("POST", "/api/me/proof"), ("PUT", "/api/me/password")):
            assert await asyncio.to_thread(asked, "203.0.113.9", path, method) == 429, path
        assert await asyncio.to_thread(asked, "203.0.113.10") == 201

    serving(tmp_path, test)
