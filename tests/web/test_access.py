"""Whom a match takes somebody for, and what no request can do; who may do what is in tests/rights."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from tests.web.live.test_socket import begun
from tests.web.members import (
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served


def test_everybody_is_taken_for_who_they_are(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        player, opponent, match = await begun(here)
        spectator, official = await registered(here, "Eve"), await staffed(here)
        people = (Server(here.url), await Server.guest(here.url), player, opponent, spectator, official)
        views = [await who.ask("GET", f"/api/matches/{match}") for who in people]
        assert [seen["audience"] for seen in views] == [*["spectator"] * 2, "white", "black", "spectator", "official"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b")
def test_an_official_who_plays_rules_on_nothing_in_that_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora, anna = await staffed(here), await Server.guest(here.url, "Anna")
        match = await dora.accept(await anna.challenge(points=1, preset="BWS"))
        waiting = await anna.ask("POST", f"/api/matches/{match}/bar", {"account": ""})
        assert await dora.ask("GET", "/api/inquiries") == []
        body = await refused(dora.ask("POST", f"/api/inquiries/{waiting['id']}/settle", {"granted": True}), 409)
        assert "official_plays_the_match" in body

    serving(tmp_path, test)


def test_no_request_the_schema_allows_brings_the_server_down(tmp_path: Path) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error

    kept_out = ("/api/sign-out", "/api/me/password", "/api/rules")

    def fuzzed(url: str, token: str) -> int:
        schema = schemathesis.openapi.from_url(f"{url}/schema/openapi.json")
        count = 0
        for result in schema.get_all_operations():
            operation = result.ok()
            if operation.path in kept_out:
                continue
            if (operation.path, operation.method) == ("/api/me", "delete"):  # nobody would be left to ask
                continue
            count += 1
            cookie = {} if operation.path == "/api/register" else {"Cookie": f"barpoint={token}"}  # it ends the session

            @settings(
                max_examples=int(os.environ.get("BARPOINT_FUZZ", "4")),
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def asks(case: Any) -> None:
                case.call_and_validate(headers=cookie, checks=[not_a_server_error])  # noqa: B023  # asked at once

            asks()
        return count

    async def test(here: Served) -> None:
        official = await staffed(here)
        assert await asyncio.to_thread(fuzzed, here.url, official.token) > 40
        assert await official.ask("GET", "/api/me")

    serving(tmp_path, test)
