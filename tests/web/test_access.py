"""Who may do what: everybody a match knows, over HTTP and over the socket; and what no request can do."""

import asyncio
import json
import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.client import Server
from barpoint.match.commands import ReleaseMatch
from barpoint.web.app import create_app
from barpoint.wire.messages import AnySaid
from barpoint.wire.wishes import AnyWish
from tests.web import asking
from tests.web.asking import Row, answered
from tests.web.people import refused, registered, serving, staffed
from tests.web.serving import Served
from tests.web.test_socket import begun, line, told
from tests.web.tournaments.test_access import TOURNAMENTS

WHO = ("nobody", "guest", "player", "opponent", "spectator", "arbiter")
ALL: Row = (200,) * 6
OFFICIALS: Row = (403, 403, 403, 403, 403, 200)
KEY = '{"ceremony": "AAAAAAAAAAAAAAAA", "answer": {}}'
MATRIX: dict[str, Row] = {
    # method and address                        nobody guest player opponent spectator arbiter
    # What everybody may read
    "GET /": ALL,
    "GET /{page}": ALL,
    "GET /healthz": ALL,
    "GET /metrics": ALL,
    "GET /schema": ALL,
    "GET /schema/openapi.json": ALL,
    "GET /schema/{path}": (404,) * 6,
    "GET /api/levels": ALL,
    "GET /api/phrases": ALL,
    "GET /api/presets": ALL,
    "GET /api/dice": ALL,
    "GET /api/players/{account}/dice": ALL,
    "GET /api/position?text=start": ALL,
    "GET /api/rules": ALL,
    "GET /api/rules/compare?q=doubles": ALL,
    "GET /api/rules/search?q=cube": ALL,
    "GET /api/rules/{row}": ALL,
    "GET /api/incidents": ALL,
    "GET /api/incidents/{kind}": ALL,
    'POST /api/rule-on {"kind": "illegal_play"}': ALL,
    'POST /api/rulings {"kind": "illegal_play", "preset": "BWS"}': ALL,
    "GET /api/tournaments": ALL,
    "GET /api/tournaments/commands": ALL,
    # Who one is
    "POST /api/guest": (201,) * 6,
    "GET /api/me": (401, 200, 200, 200, 200, 200),
    "GET /api/me/contact": (401, 200, 200, 200, 200, 200),
    "PUT /api/me/contact": (401, 401, 401, 401, 204, 204),
    'PUT /api/me/password {"password": "long enough for all"}': (401, 401, 401, 401, 409, 409),
    'POST /api/register {"name": "Eve", "password": "long enough for all"}': (409,) * 6,
    'POST /api/sign-in {"name": "Nobody Here", "password": "long enough for all"}': (409,) * 6,
    "POST /api/passkeys/new": (401, 200, 200, 200, 200, 200),
    f"POST /api/passkeys {KEY}": (401, 409, 409, 409, 409, 409),
    "POST /api/passkeys/sign-in/begin": ALL,
    f"POST /api/passkeys/sign-in {KEY}": (409,) * 6,
    "GET /api/notices": (401, 200, 200, 200, 200, 200),
    "GET /api/push": ALL,
    'POST /api/push {"endpoint": "https://push.example/1", "key": "a", "auth": "b"}': (401, 404, 404, 404, 404, 404),
    "DELETE /api/push?endpoint=https://push.example/1": (401, 204, 204, 204, 204, 204),
    # Challenges and matches
    "GET /api/challenges": ALL,
    "POST /api/challenges": (401, 201, 201, 201, 201, 201),
    "GET /api/challenges/{challenge}": ALL,
    "GET /api/challenges/{challenge}/qr": ALL,
    "DELETE /api/challenges/{challenge}": (401, 404, 204, 404, 404, 404),
    "POST /api/challenges/{challenge}/accept": (401, 409, 409, 409, 409, 409),
    'POST /api/matches {"against": "link"}': (401, 201, 201, 201, 201, 201),
    "GET /api/matches/{match}": ALL,
    "GET /api/matches/{match}/export/{form}": ALL,
    "GET /api/matches/{match}/dice": ALL,
    "GET /api/matches/{match}/dice/check": ALL,
    "GET /api/matches/{match}/chat": ALL,
    "GET /api/matches/{match}/spectators": ALL,
    "GET /api/matches/{match}/hint": (401, 409, 409, 409, 409, 409),
    "GET /api/matches/{match}/review": (404,) * 6,
    "GET /api/matches/{match}/analysis": (404,) * 6,
    "POST /api/matches/{match}/analysis": (401, 404, 404, 404, 404, 404),
    "POST /api/matches/{match}/rematch": (401, 403, 409, 409, 403, 403),
    "PUT /api/matches/{match}/mute": (401, 403, 204, 204, 403, 403),
    'POST /api/matches/{match}/bar {"account": ""}': (401, 403, 201, 201, 403, 403),
    'POST /api/matches/{match}/report {"about": "x"}': (401, 201, 201, 201, 201, 201),
    # What officials do
    "GET /api/inquiries": OFFICIALS,
    "GET /api/inquiries/{inquiry}": OFFICIALS,
    "POST /api/inquiries/{inquiry}/take": OFFICIALS,
    'POST /api/inquiries/{inquiry}/case {"kind": "illegal_play"}': (403, 403, 403, 403, 403, 201),
    "GET /api/cases/{case}": (403, 403, 403, 403, 403, 404),
    'POST /api/cases/{case}/facts {"key": "by", "value": "white"}': (403, 403, 403, 403, 403, 404),
    "POST /api/cases/{case}/ruling": (403, 403, 403, 403, 403, 404),
    "POST /api/inquiries/{inquiry}/settle": OFFICIALS,
    "POST /api/matches/{match}/stop": (403, 403, 403, 403, 403, 201),
    # Begun by registered people; what belongs to one is in TOURNAMENTS
    'POST /api/tournaments {"name": "Cup", "date": "2026-05-01"}': (401, 403, 403, 403, 201, 409),
    "POST /api/sign-out": (204,) * 6,
}
WISHES: dict[str, tuple[dict[str, Any], str, str]] = {
    # what is asked before the first game: what comes of it for the opponent, then for the player; nothing for others
    "opening": ({}, "seed_missing", "seed_missing"),
    "roll": ({}, "seed_missing", "seed_missing"),
    "play": ({"hops": [[8, 5], [6, 5]]}, "no_game", "no_game"),
    "double": ({}, "no_game", "no_game"),
    "take": ({}, "no_game", "no_game"),
    "pass": ({}, "no_game", "no_game"),
    "beaver": ({}, "no_game", "no_game"),
    "resign": ({"level": 1}, "no_game", "no_game"),
    "answer-resignation": ({"accept": True}, "no_game", "no_game"),
    "claim": ({"level": 1}, "no_game", "no_game"),
    "answer-claim": ({"accept": True}, "no_game", "no_game"),
    "break": ({}, "no_break_left", "no_break_left"),
    "end-break": ({}, "no_break_running", "no_break_running"),
    "notice-expiry": ({}, "opponent_not_absent", "opponent_not_absent"),
    "name-operator": ({"operator": "Eve"}, "not_seated", "not_seated"),
    "take-back": ({}, "take_back_not_offered", "take_back_not_offered"),
    "call-director": ({}, "ack", "director_called"),
    "leave": ({}, "ack", "match_over"),
}
SAID: dict[str, tuple[dict[str, Any], Row]] = {
    # message: 1 where it is granted
    "watch": ({"topic": "match:{match}"}, (1,) * 6),
    "unwatch": ({"topic": "match:{match}"}, (1,) * 6),
    "do": ({"id": "1", "match": "{match}", "v": 1, "d": {"t": "opening"}}, (0, 0, 1, 1, 0, 0)),
    "seed": ({"id": "2", "match": "{match}", "game": 2, "seed": "ab" * 32}, (0, 0, 1, 1, 0, 0)),
    "say": ({"id": "3", "match": "{match}", "text": "hello"}, (0, 0, 1, 1, 0, 0)),
    "ping": ({"sent": 1}, (1,) * 6),
}
TOPICS: dict[str, Row] = {
    "lobby": (1,) * 6,
    "match:{match}": (1,) * 6,
    "inquiries": (0, 0, 0, 0, 0, 1),
    "tournament:nowhere": (0,) * 6,
    "match:NONE": (0,) * 6,
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


def test_every_address_and_every_message_has_its_row() -> None:
    async def never() -> Any:
        raise NotImplementedError

    rows = {asking.shape(asked) for asked in (*MATRIX, *TOURNAMENTS)}
    there = asking.routes(create_app(never))
    assert there - rows == set(), (
        "who may ask for these? Add rows to MATRIX, or to TOURNAMENTS of tests/web/tournaments"
    )
    assert rows - there == set(), "these are no longer there"
    assert {tag(one) for one in AnySaid.__args__} == set(SAID)
    assert {tag(one) for one in AnyWish.__args__} == set(WISHES)


def tag(message: type) -> str:
    """What a message is told by."""
    found = msgspec.inspect.type_info(message)
    assert isinstance(found, msgspec.inspect.StructType)
    return str(found.tag)


def test_everybody_may_do_what_is_theirs_and_no_more(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        who, match = await everybody(here)
        account = (await who["player"].ask("GET", "/api/me"))["account"]
        found = await here.house.accounts.find(account)
        assert found is not None
        views = [await who[name].ask("GET", f"/api/matches/{match}") for name in WHO]
        audiences = [seen["audience"] for seen in views]
        assert audiences == ["spectator", "spectator", "white", "black", "spectator", "official"]
        raised = await here.house.club.inquiries.raise_("report", here.house.play.rooms[match], found, "x")
        challenge = await who["player"].challenge(points=1)
        names = {"match": match, "inquiry": raised.id, "challenge": challenge, "form": "log", "page": "lobby"}
        names |= {"account": account, "row": "ibf:1.1", "kind": "illegal_play"}
        cookies = {name: {"cookie": f"barpoint={who[name].token}"} if who[name].token else {} for name in WHO}
        await answered(here, MATRIX, cookies, names)

    serving(tmp_path, test)


async def heard(socket: Any, **message: Any) -> dict[str, Any]:
    """The answer to a message of the socket."""
    await socket.send(json.dumps(message))
    return await told(socket, "ack", "refused", "fault", "state", "pong")


def test_over_the_socket_only_players_act_and_only_officials_see_the_queue(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        who, match = await everybody(here)

        def filled(fields: dict[str, Any]) -> dict[str, Any]:
            return {
                key: value.replace("{match}", match) if isinstance(value, str) else value
                for key, value in fields.items()
            }

        for place, name in enumerate(WHO):
            async with line(here, who[name] if name != "nobody" else None) as socket:
                for kind, (fields, row) in SAID.items():
                    if kind == "unwatch":  # it has no answer: the next one's is waited for
                        await socket.send(json.dumps({"t": kind, **filled(fields)}))
                        continue
                    answer = await heard(socket, t=kind, **filled(fields))
                    assert (answer.get("code") != "forbidden") == bool(row[place]), (kind, name, answer)
                for topic, row in TOPICS.items():
                    answer = await heard(socket, t="watch", topic=topic.replace("{match}", match))
                    assert (answer["t"] == "state") == bool(row[place]), (topic, name, answer)
        assert here.house.play.rooms[match].version == 1

    serving(tmp_path, test)


def test_every_wish_is_granted_to_those_who_sit_there_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        who, match = await everybody(here)
        room = here.house.play.rooms[match]
        async with AsyncExitStack() as lines:
            sockets = {
                name: await lines.enter_async_context(line(here, who[name] if name != "nobody" else None))
                for name in ("nobody", "guest", "spectator", "arbiter", "opponent", "player")
            }
            for wish, (fields, *granted) in WISHES.items():
                if room.match.stopped_by:
                    await here.house.play.do(room, ReleaseMatch(at=here.house.play.now(), by="Dora"), "go on")
                asked = {"id": wish, "match": match, "v": 1, "d": {"t": wish, **fields}}
                answers = [await heard(socket, t="do", **asked) for socket in sockets.values()]
                assert [one.get("code", one["t"]) for one in answers] == ["forbidden"] * 4 + granted, wish

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

    kept_out = ("/api/sign-out", "/api/me/password", "/api/rules")

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
