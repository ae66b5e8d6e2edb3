"""Who may do what: everybody a match knows, over HTTP and over the socket; and what no request can do."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.client.server import Answered
from tests.web.people import refused, registered, serving, staffed
from tests.web.serving import Served
from tests.web.test_socket import begun, line, told

WHO = ("nobody", "guest", "player", "opponent", "spectator", "arbiter")
MATRIX: dict[str, tuple[int, ...]] = {
    # method and address                                         nobody guest player opponent spectator arbiter
    "GET /api/me": (401, 200, 200, 200, 200, 200),
    "GET /api/challenges": (200,) * 6,
    "POST /api/challenges": (401, 201, 201, 201, 201, 201),
    "GET /api/matches/{match}": (200,) * 6,
    "GET /api/matches/{match}/chat": (200,) * 6,
    "GET /api/matches/{match}/spectators": (200,) * 6,
    "GET /api/matches/{match}/hint": (401, 409, 409, 409, 409, 409),
    "GET /api/matches/{match}/review": (404,) * 6,
    "GET /api/matches/{match}/analysis": (404,) * 6,
    "POST /api/matches/{match}/rematch": (401, 403, 409, 409, 403, 403),
    "PUT /api/matches/{match}/mute": (401, 403, 204, 204, 403, 403),
    'POST /api/matches/{match}/bar {"account": ""}': (401, 403, 201, 201, 403, 403),
    'POST /api/matches/{match}/report {"about": "x"}': (401, 201, 201, 201, 201, 201),
    "GET /api/notices": (401, 200, 200, 200, 200, 200),
    "PUT /api/me/contact": (401, 401, 401, 401, 204, 204),
    'PUT /api/me/password {"password": "long enough for all"}': (401, 401, 401, 401, 409, 409),
    'POST /api/rule-on {"kind": "illegal_play"}': (200,) * 6,
    "GET /api/inquiries": (403, 403, 403, 403, 403, 200),
    "GET /api/inquiries/{inquiry}": (403, 403, 403, 403, 403, 200),
    "POST /api/inquiries/{inquiry}/take": (403, 403, 403, 403, 403, 200),
    'POST /api/inquiries/{inquiry}/case {"kind": "illegal_play"}': (403, 403, 403, 403, 403, 201),
    "GET /api/cases/NONE": (403, 403, 403, 403, 403, 404),
    'POST /api/cases/NONE/facts {"key": "by", "value": "white"}': (403, 403, 403, 403, 403, 404),
    "POST /api/cases/NONE/ruling": (403, 403, 403, 403, 403, 404),
    "POST /api/inquiries/{inquiry}/settle": (403, 403, 403, 403, 403, 200),
    "DELETE /api/challenges/{challenge}": (401, 404, 204, 404, 404, 404),
}


async def everybody(here: Served) -> tuple[dict[str, Server], str]:
    player, opponent, match = await begun(here)
    found = {
        "nobody": Server(here.url),
        "guest": await Server.guest(here.url),
        "player": player,
        "opponent": opponent,
        "spectator": await registered(here, "Eve"),
        "arbiter": await staffed(here),
    }
    return found, match


async def status(server: Server, asked: str) -> int:
    method, path, *body = asked.split(maxsplit=2)
    sent = json.loads(body[0]) if body else {} if method in ("POST", "PUT") else None
    try:
        answer = await asyncio.to_thread(server._ask, method, path, sent)
    except Answered as refusal:
        return refusal.status
    made = {"POST /api/challenges": 201}.get(f"{method} {path}")
    return made or (204 if not answer else 201 if _created(path, method) else 200)


def _created(path: str, method: str) -> bool:
    return method == "POST" and path.rpartition("/")[2] in ("bar", "report", "case")


def test_everybody_may_do_what_is_theirs_and_no_more(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        who, match = await everybody(here)
        account = (await who["player"].ask("GET", "/api/me"))["account"]
        found = await here.house.accounts.find(account)
        assert found is not None
        raised = await here.house.club.inquiries.raise_("report", here.house.play.rooms[match], found, "x")
        challenge = await who["player"].challenge(points=1)
        names = {"match": match, "inquiry": raised.id, "challenge": challenge}
        for asked, wanted in MATRIX.items():
            order = sorted(zip(WHO, wanted, strict=True), key=lambda pair: pair[1] in (200, 201, 204))  # refusals first
            for name, expected in order:
                path = asked
                for key, value in names.items():
                    path = path.replace(f"{{{key}}}", value)
                assert await status(who[name], path) == expected, (asked, name)
        views = [await who[name].ask("GET", f"/api/matches/{match}") for name in WHO]
        audiences = [seen["audience"] for seen in views]
        assert audiences == ["spectator", "spectator", "white", "black", "spectator", "official"]

    serving(tmp_path, test)


def test_over_the_socket_only_players_act_and_only_officials_see_the_queue(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        who, match = await everybody(here)
        for name in WHO:
            plays = name in ("player", "opponent")
            async with line(here, who[name] if name != "nobody" else None) as socket:

                async def ask(kinds: tuple[str, ...], /, socket: Any = socket, **message: Any) -> dict[str, Any]:
                    await socket.send(json.dumps(message))
                    return await told(socket, *kinds)

                answers = ("ack", "refused", "fault")
                did = await ask(answers, t="do", id="1", match=match, v=1, d={"t": "opening"})
                assert did["code"] == ("seed_missing" if plays else "forbidden"), name
                said = await ask(answers, t="say", id="2", match=match, text="hello")
                assert said["code"] == ("chat_off" if plays else "forbidden"), name
                added = await ask(answers, t="seed", id="3", match=match, game=2, seed="ab" * 32)
                assert added["code"] == ("seed_late" if plays else "forbidden"), name
                queue = await ask(("state", "fault"), t="watch", topic="inquiries")
                assert (queue["t"] == "state") == (name == "arbiter"), name
                other = await ask(answers, t="do", id="4", match="NOSUCH", v=1, d={"t": "call-director"})
                assert other["code"] == "forbidden"
        assert here.house.play.rooms[match].version == 1

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b")
def test_an_official_who_plays_rules_on_nothing_in_that_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora, anna = await staffed(here), await Server.guest(here.url, "Anna")
        match = await dora.accept(await anna.challenge(points=1, preset="BWS"))
        await anna.ask("POST", f"/api/matches/{match}/bar", {"account": ""})
        (waiting,) = await dora.ask("GET", "/api/inquiries")
        body = await refused(dora.ask("POST", f"/api/inquiries/{waiting['id']}/settle", {"granted": True}), 409)
        assert "official_plays_the_match" in body

    serving(tmp_path, test)


def test_no_request_the_schema_allows_brings_the_server_down(tmp_path: Path) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error

    kept_out = ("/api/sign-out", "/api/me/password", "/api/rules", "/api/matches/{id}/analysis")

    def fuzzed(url: str, token: str) -> int:
        schema = schemathesis.openapi.from_url(f"{url}/schema/openapi.json")
        count = 0
        for result in schema.get_all_operations():
            operation = result.ok()
            if operation.path in kept_out:
                continue
            count += 1

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
                case.call_and_validate(headers={"Cookie": f"barpoint={token}"}, checks=[not_a_server_error])

            asks()
        return count

    async def test(here: Served) -> None:
        official = await staffed(here)
        assert await asyncio.to_thread(fuzzed, here.url, official.token) > 40
        assert await official.ask("GET", "/api/me")

    serving(tmp_path, test)
