"""What guards an account: sessions seen and ended, passkeys named and removed, and the ways back in."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.service.people.recovery import CODES
from barpoint.service.people.recovery import LASTS as RESET_LASTS
from barpoint.service.people.session_devices import device_of
from barpoint.service.people.sessions import FRESH, SESSION_LIFETIME
from barpoint.web.live.socket import SESSION_OVER
from tests.service.server import FakeClock
from tests.web.live.test_socket import line, told
from tests.web.members import (
    PASSWORD,
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.test_passkeys import made, proof
from tests.web.test_private_answers import ask
from tests.web.test_sessions import closing, signed_in

ANOTHER = "brand new password"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox/Windows"),
        (IPHONE, "Safari/iPhone"),
        (ANDROID, "Chrome/Android"),
        (EDGE, "Edge/Windows"),
        ("curl/8.5.0", "curl/"),
        ("Python-urllib/3.11", "Python-urllib/"),
        ("Mozilla/5.0", ""),
        ("", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_a_browser_is_called_what_people_call_it(agent: str, device: str) -> None:
    assert device_of(agent) == device


async def seen(server: Server) -> Any:
    return await server.ask("GET", "/api/me/security")


def later(here: Served, milliseconds: int) -> FakeClock:
    """So much time has gone by for whoever asks the house's clock about sessions and codes."""
    clock = FakeClock(here.house.clock.now() + milliseconds)
    members = here.house.club.members
    for part in (here.house.access, members, members.recovery):
        part._clock = clock
    return clock


def test_sessions_are_listed_with_device_and_last_use_and_ended_one_by_one(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        body = json.dumps({"name": "Anna", "password": PASSWORD})
        for agent in (FIREFOX, IPHONE):
            await ask(here, "POST", "/api/sign-in", body, user_agent=agent)
        other = await signed_in(here, "Anna")
        listed = (await seen(anna))["sessions"]
        assert [(one["browser"], one["system"]) for one in listed if not one["current"]] == [
            ("Python-urllib", ""),
            ("Safari", "iPhone"),
            ("Firefox", "Windows"),
        ]
        (theirs,) = [one["id"] for one in (await seen(other))["sessions"] if one["current"]]
        async with line(here, other) as socket:
            await told(socket, "welcome")
            await anna.ask("DELETE", f"/api/me/sessions/{theirs}")
            assert await closing(socket) == SESSION_OVER
        await refused(other.ask("GET", "/api/me"), 401)
        assert len((await seen(anna))["sessions"]) == 3
        await refused(anna.ask("DELETE", f"/api/me/sessions/{theirs}"), 404)
        await anna.ask("DELETE", "/api/me/sessions")
        assert [one["current"] for one in (await seen(anna))["sessions"]] == [True]
        eve = await registered(here, "Eve")
        (hers,) = (await seen(anna))["sessions"]
        await refused(eve.ask("DELETE", f"/api/me/sessions/{hers['id']}"), 404)
        text = json.dumps(await seen(anna))
        assert anna.token not in text
        assert not any(one.digest in text for one in await here.house.access.sessions((await me(anna))["account"]))

    serving(tmp_path, test)


async def me(server: Server) -> Any:
    return await server.ask("GET", "/api/me")


def test_the_last_use_is_written_now_and_then(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        (first,) = (await seen(anna))["sessions"]
        later(here, 9 * 60_000)
        assert (await seen(anna))["sessions"][0]["used"] == first["used"]
        clock = later(here, 11 * 60_000)
        assert (await seen(anna))["sessions"][0]["used"] == clock.now()
        assert (await seen(anna))["sessions"][0]["created"] == first["created"]
        later(here, SESSION_LIFETIME + 1)
        await refused(seen(anna), 401)

    serving(tmp_path, test)


def test_what_guards_an_account_is_changed_only_by_somebody_who_has_just_signed_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        key = await made(here, anna)
        other = await signed_in(here, "Anna")
        (passkey,) = (await seen(anna))["passkeys"]
        (theirs,) = [one["id"] for one in (await seen(other))["sessions"] if one["current"]]
        later(here, FRESH + 1000)
        assert not (await seen(anna))["fresh"]
        changes: dict[tuple[str, str], Any] = {
            ("DELETE", f"/api/me/sessions/{theirs}"): None,
            ("DELETE", "/api/me/sessions"): None,
            ("PUT", f"/api/passkeys/{passkey['id']}"): {"name": "Key"},
            ("DELETE", f"/api/passkeys/{passkey['id']}"): None,
            ("POST", "/api/me/recovery-codes"): {},
        }
        for (method, path), body in changes.items():
            assert "prove_again" in await refused(anna.ask(method, path, body), 409), path
        assert "prove_again" in await refused(made(here, anna), 409)
        assert "sign_in_wrong" in await refused(anna.ask("POST", "/api/me/proof", {"password": "wrong"}), 409)
        await anna.ask("POST", "/api/me/proof", {"password": PASSWORD})
        assert (await seen(anna))["fresh"]
        assert not (await seen(other))["fresh"]
        await anna.ask("PUT", f"/api/passkeys/{passkey['id']}", {"name": "Blue key"})
        assert [one["name"] for one in (await seen(anna))["passkeys"]] == ["Blue key"]
        eve = await registered(here, "Eve")
        strangers = await made(here, eve)
        await refused(other.ask("POST", "/api/me/proof/passkey", await proof(here, strangers)), 409)
        await other.ask("POST", "/api/me/proof/passkey", await proof(here, key))
        await other.ask("DELETE", f"/api/passkeys/{passkey['id']}")
        assert (await seen(anna))["passkeys"] == []
        await refused(Server(here.url).ask("POST", "/api/passkeys/sign-in", await proof(here, key)), 409)
        await refused(eve.ask("PUT", f"/api/passkeys/{passkey['id']}", {"name": "Mine"}), 404)

    serving(tmp_path, test)


def test_a_wrong_password_is_not_guessed_by_signing_in_again(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        here.house.club.members.tries.burst = 2
        tries = [anna.ask("POST", "/api/me/proof", {"password": f"x{k}"}) for k in range(3)]
        assert "too_many_tries" in [await refused(one, 409) for one in tries][-1]
        codes = [
            Server(here.url).ask("POST", "/api/recover", {"name": "Anna", "code": f"X{k}", "password": PASSWORD})
            for k in range(3)
        ]
        assert "too_many_tries" in [await refused(one, 409) for one in codes][-1]

    serving(tmp_path, test)


def test_a_wrong_password_is_not_guessed_by_changing_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        here.house.club.members.tries.burst = 2
        tries = [anna.ask("PUT", "/api/me/password", {"password": "x" * 12, "present": f"x{k}"}) for k in range(3)]
        assert "too_many_tries" in [await refused(one, 409) for one in tries][-1]
        right = anna.ask("PUT", "/api/me/password", {"password": "x" * 12, "present": PASSWORD})
        assert "too_many_tries" in await refused(right, 409)

    serving(tmp_path, test)


def test_a_reset_leaves_nothing_that_somebody_else_may_have_made(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, dora = await registered(here, "Anna"), await staffed(here)
        codes = (await anna.ask("POST", "/api/me/recovery-codes", {}))["codes"]
        asked = {"name": "Anna", "reason": "somebody else had her telephone"}
        reset = (await dora.ask("POST", "/api/resets", asked))["code"]
        await recover(here, reset)
        assert "code_wrong" in await refused(recover(here, codes[0]), 409)
        again = await recover(here, (await dora.ask("POST", "/api/resets", asked))["code"])
        mine = (await again.ask("POST", "/api/me/recovery-codes", {}))["codes"]
        given = (await dora.ask("POST", "/api/resets", asked))["code"]
        await recover(here, mine[0])
        assert "code_wrong" in await refused(recover(here, given), 409)
        last = await recover(here, mine[1])
        given = (await dora.ask("POST", "/api/resets", asked))["code"]  # not for her, as she reads: she is to do this
        await last.ask("PUT", "/api/me/password", {"password": PASSWORD, "present": ANOTHER})
        assert "code_wrong" in await refused(recover(here, given), 409)

    serving(tmp_path, test)


def test_the_only_way_in_stays_and_a_passkey_alone_sets_a_password(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url)
        await made(here, anna, "Anna")
        (key,) = (await seen(anna))["passkeys"]
        assert "last_way_in" in await refused(anna.ask("DELETE", f"/api/passkeys/{key['id']}"), 409)
        later(here, FRESH + 1000)
        body = {"password": "another long one"}
        assert "prove_again" in await refused(anna.ask("PUT", "/api/me/password", body), 409)
        later(here, 0)
        await anna.ask("PUT", "/api/me/password", body)
        await anna.ask("DELETE", f"/api/passkeys/{key['id']}")
        assert ((await seen(anna))["password"], (await seen(anna))["passkeys"]) == (True, [])

    serving(tmp_path, test)


async def recover(here: Served, code: str, password: str = ANOTHER, name: str = "Anna") -> Server:
    server = Server(here.url)
    await server.ask("POST", "/api/recover", {"name": name, "code": code, "password": password})
    return server


def test_a_recovery_code_sets_a_new_password_once(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        void = (await anna.ask("POST", "/api/me/recovery-codes"))["codes"]
        codes = (await anna.ask("POST", "/api/me/recovery-codes"))["codes"]
        assert len({*void, *codes}) == 2 * CODES
        kept = await here.house.club.means.register.credentials((await me(anna))["account"])
        assert not any(code in repr(kept) or code.replace("-", "") in repr(kept) for code in codes)
        assert "code_wrong" in await refused(recover(here, void[0]), 409)
        assert "code_wrong" in await refused(recover(here, codes[0], name="Nobody"), 409)
        await refused(recover(here, codes[0], "short"), 400)
        async with line(here, anna) as socket:
            await told(socket, "welcome")
            back = await recover(here, codes[0].lower().replace("-", " "))
            assert await closing(socket) == SESSION_OVER
        await refused(anna.ask("GET", "/api/me"), 401)
        assert (await me(back))["name"] == "Anna"
        assert (await seen(back))["codes"] == CODES - 1
        assert [one["type"] for one in (await seen(back))["history"]] == ["Recovered", "CodesMade", "CodesMade"]
        assert "code_wrong" in await refused(recover(here, codes[0]), 409)
        await refused(signed_in(here, "Anna"), 409)
        await Server(here.url).ask("POST", "/api/sign-in", {"name": "Anna", "password": ANOTHER})
        eve = await registered(here, "Eve")
        assert "code_wrong" in await refused(recover(here, codes[1], name="Eve"), 409)
        assert (await seen(eve))["history"] == []

    serving(tmp_path, test)


def test_of_two_who_use_a_code_at_once_one_comes_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await registered(here, "Anna")
        (code, *_) = (await anna.ask("POST", "/api/me/recovery-codes"))["codes"]
        both = await asyncio.gather(*(recover(here, code) for _ in range(4)), return_exceptions=True)
        assert sum(isinstance(one, Server) for one in both) == 1

    serving(tmp_path, test)


def test_an_official_lets_somebody_back_in_and_they_read_who_and_why(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, dora = await registered(here, "Anna"), await staffed(here)
        asked = {"name": "Anna", "reason": "lost her phone, known to me"}
        await refused(anna.ask("POST", "/api/resets", asked), 403)
        await refused(dora.ask("POST", "/api/resets", asked | {"name": "Nobody"}), 404)
        assert "officials_account" in await refused(dora.ask("POST", "/api/resets", asked | {"name": "Dora"}), 409)
        async with line(here, anna) as socket:
            await told(socket, "welcome")
            void = await dora.ask("POST", "/api/resets", asked)
            while (notice := await told(socket, "notice"))["kind"] == "storage":
                pass  # a busy machine may take its time to write
            assert "Dora" in notice["text"]
            assert notice["link"] == "/security"
        made = await dora.ask("POST", "/api/resets", asked)
        assert "code_wrong" in await refused(recover(here, void["code"]), 409)
        assert (await me(anna))["name"] == "Anna"  # nothing has happened to her yet
        back = await recover(here, made["code"])
        used, allowed, _ = (await seen(back))["history"]
        assert (allowed["by"], allowed["reason"], allowed["at"] > 0) == ("Dora", asked["reason"], True)
        assert (used["type"], used["way"]) == ("Recovered", "reset")
        late = await dora.ask("POST", "/api/resets", asked)
        later(here, RESET_LASTS + 1000)
        assert "code_wrong" in await refused(recover(here, late["code"]), 409)
        assert "prove_again" in await refused(dora.ask("POST", "/api/resets", asked), 409)

    serving(tmp_path, test)


def test_whoever_runs_the_server_lets_an_official_back_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        await staffed(here)
        command = [sys.executable, "-m", "barpoint", "staff", "dora", "--reset", "came by", "--db"]
        command.append(str(tmp_path / "matches.db"))
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
        code = done.stdout.split()[-1]
        back = await recover(here, code, name="Dora")
        assert (await me(back))["staff"]
        (_, allowed) = (await seen(back))["history"]
        assert (allowed.get("by", ""), allowed["reason"]) == ("", "came by")

    serving(tmp_path, test)


def test_guests_have_nothing_to_guard(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        guest = await Server.guest(here.url)
        assert (await seen(guest))["password"] is False
        for method, path in (
            ("POST", "/api/me/recovery-codes"),
            ("DELETE", "/api/me/sessions"),
            ("DELETE", "/api/passkeys/abc"),
        ):
            await refused(guest.ask(method, path), 401)
        await refused(guest.ask("POST", "/api/me/proof", {"password": "x"}), 401)

    serving(tmp_path, test)
