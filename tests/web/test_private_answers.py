"""What is somebody's own stays so: in caches, in cookies, in logs."""

import asyncio
import io
import json
import logging
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from barpoint.adapters.database import Database
from barpoint.client import Server
from barpoint.web.logs import JsonLines
from tests.rights.asking import app_routes
from tests.web.live.test_socket import begun
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
from tests.web.tournaments.remote_director import begun as begun_tournament

FOR_EVERYBODY = {"GET /", "GET /{}", "GET /tournaments", "GET /tournaments/{}", "GET /tournaments/{}/{}"}
"""The built pages, which are the same whoever asks."""


def answer(
    url: str, method: str, path: str, headers: dict[str, str], body: str | None = None
) -> tuple[int, dict[str, list[str]]]:
    """The status and the headers of an answer; nothing is followed or remembered."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    if body is not None:
        headers = headers | {"content-type": "application/json"}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    found: dict[str, list[str]] = {}
    for name, value in response.getheaders():
        found.setdefault(name.lower(), []).append(value)
    return response.status, found


async def ask(here: Served, method: str, path: str, body: str | None = None, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await asyncio.to_thread(answer, here.url, method, path, named, body)


def test_no_answer_that_depends_on_who_asks_is_kept_by_a_cache(tmp_path: Path) -> None:
    """Every address of the app's own table, as nobody, a guest and an official."""

    async def test(here: Served) -> None:
        anna, _, match = await begun(here)
        dora, ann = await staffed(here), await begun_tournament(here)
        wrong, rows = [], app_routes()
        assert len(rows) > 90
        for row in sorted(rows):
            method, path = row.split()
            of = ann.tournament if path.startswith(("/t/", "/api/tournaments")) else match
            path = path.replace("{}", of, 1).replace("{}", "log")
            for who in ({}, anna.cookie, {"authorization": f"Bearer {ann.token}"}, dora.cookie):
                if path == "/api/sign-out" and who:
                    continue  # what follows is asked by somebody
                body = "{}" if method in ("POST", "PUT") else None
                status, headers = await ask(here, method, path, body, **who)
                if headers.get("cache-control") != ["no-store"] and row not in FOR_EVERYBODY:
                    wrong.append((row, status, headers.get("cache-control")))
        assert wrong == []
        for path in ("/", "/favicon.svg", "/lobby"):
            seen = [await ask(here, "GET", path, **who) for who in ({}, anna.cookie)]
            assert seen[0][1]["cache-control"] == seen[1][1]["cache-control"] != ["no-store"]

    serving(tmp_path, test)


def cookies(headers: dict[str, list[str]]) -> dict[str, Any]:
    """The cookies an answer sets."""
    return {name: morsel for line in headers.get("set-cookie", []) for name, morsel in SimpleCookie(line).items()}


def test_over_https_cookies_belong_to_this_host_alone_and_over_plain_http_they_work(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        body = json.dumps({"name": "Anna", "password": PASSWORD})
        _, plain = await ask(here, "POST", "/api/register", body)
        assert set(cookies(plain)) == {"barpoint"}
        assert not cookies(plain)["barpoint"]["secure"]
        _, secure = await ask(here, "POST", "/api/sign-in", body, x_forwarded_proto="https")
        (morsel,) = cookies(secure).values()
        assert morsel.key == "__Host-barpoint"
        assert (morsel["secure"], morsel["httponly"], morsel["path"], morsel["domain"]) == (True, True, "/", "")
        named = f"__Host-barpoint={morsel.value}"
        assert (await ask(here, "GET", "/api/me", x_forwarded_proto="https", cookie=named))[0] == 200
        assert (await ask(here, "GET", "/api/me", cookie=named))[0] == 401  # such a name is worth nothing over http
        _, gone = await ask(here, "POST", "/api/sign-out", x_forwarded_proto="https", cookie=named)
        assert {name: one.value for name, one in cookies(gone).items()} == {"barpoint": "", "__Host-barpoint": ""}
        assert (await ask(here, "GET", "/api/me", x_forwarded_proto="https", cookie=named))[0] == 401

    serving(tmp_path, test)


def test_a_cookie_of_before_gets_its_new_name_with_the_next_answer(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ann = await registered(here, "Anna"), await begun_tournament(here)
        old = f"barpoint={anna.token}; barpoint-{ann.tournament}={ann.token}"
        for path, name, value in (
            ("/api/me", "barpoint", anna.token),
            (f"/api/tournaments/{ann.tournament}/desk", f"barpoint-{ann.tournament}", ann.token),
        ):
            status, headers = await ask(here, "GET", path, x_forwarded_proto="https", cookie=old)
            assert status == 200
            given = cookies(headers)
            assert (given[f"__Host-{name}"].value, given[name].value, given[name]["max-age"]) == (value, "", "0")
            assert given[f"__Host-{name}"]["secure"]
            new = f"__Host-{name}={value}"
            status, headers = await ask(here, "GET", path, x_forwarded_proto="https", cookie=new)
            assert (status, cookies(headers)) == (200, {})
            status, headers = await ask(here, "GET", path, cookie=old)
            assert (status, cookies(headers)) == (200, {})

    serving(tmp_path, test)


def test_a_private_link_gives_a_cookie_of_this_host_over_https(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun_tournament(here)
        link = f"/t/{ann.tournament}/as/{ann.token}"
        for more, name in (({}, ""), ({"x_forwarded_proto": "https"}, "__Host-")):
            status, headers = await ask(here, "GET", link, **more)
            assert status == 303
            assert f"{name}barpoint-{ann.tournament}.desk" in cookies(headers)

    serving(tmp_path, test)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, as `barpoint serve` writes it."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(JsonLines())
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield text
    root.removeHandler(handler)
    root.setLevel(before)


def test_logs_hold_no_digests_no_addresses_and_no_links(database_address: str, log: io.StringIO) -> None:
    mail, secrets = "anna@example.org", set[str]()

    async def run() -> None:
        async with served(database_address) as here, asyncio.timeout(PATIENCE):
            here.house.club.members._passwords = PlainPasswords()
            anna, ann = await registered(here, "Anna"), await begun_tournament(here)
            secrets.update({anna.token, ann.token})
            database = Database(database_address)
            async with database.engine.begin() as connection:
                rows = await connection.execute(sa.text("select token from sessions"))
                secrets.update(row[0] for row in rows)
                missing = "add column missing text not null default ''"
                for table in ("sessions", "accounts", "ceremonies"):  # whatever is written next goes wrong
                    await connection.execute(sa.text(f"alter table {table} {missing}"))
                    trigger = _TRIGGERS[database.is_shared].replace("TABLE", table)
                    for statement in trigger.split(";;"):
                        await connection.exec_driver_sql(statement)
            await database.close()
            before = log.tell()
            await refused(anna.ask("PUT", "/api/me/contact", {"mail": mail}), 500)
            await refused(Server(here.url).ask("POST", "/api/sign-in", {"name": "Anna", "password": PASSWORD}), 500)
            await refused(anna.ask("POST", "/api/passkeys/new"), 500)
            logging.getLogger("uvicorn.error").warning("asked for /t/%s/as/%s twice", ann.tournament, ann.token)
            await asyncio.to_thread(_follow, f"{here.url}/t/{ann.tournament}/as/{ann.token}", anna.cookie)
            assert log.getvalue()[before:].count("request failed") >= 3

    asyncio.run(run())
    text = log.getvalue()
    assert [secret for secret in (mail, *secrets) if secret in text] == []
    assert "[SQL: " in text
    assert "/as/..." in text


_TRIGGERS = {
    False: (
        "create trigger fails_TABLE before insert on TABLE begin select raise(abort, 'no'); end;;"
        "create trigger fails_too_TABLE before update on TABLE begin select raise(abort, 'no'); end"
    ),
    True: "alter table TABLE alter column missing drop default;;alter table TABLE add check (missing = 'x') not valid",
}


def _follow(url: str, cookie: dict[str, str]) -> None:
    try:
        urllib.request.urlopen(urllib.request.Request(url, headers=cookie)).close()  # noqa: S310
    except urllib.error.HTTPError as failed:
        failed.close()
