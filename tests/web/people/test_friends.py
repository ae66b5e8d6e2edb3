"""Friends over HTTP: followed without a word to them, seen while here, challenged; and matches with days a move."""

import asyncio
from pathlib import Path
from typing import Any

from barpoint.client import Server
from tests.web.live.test_socket import line, told
from tests.web.members import PlainPasswords, refused, registered, serving
from tests.web.people.test_ratings import account
from tests.web.server_process import PATIENCE, Served, served


async def friends_of(server: Server) -> list[dict[str, object]]:
    found: list[dict[str, object]] = await server.ask("GET", "/api/me/friends")
    return found


def test_a_friend_is_seen_while_here_challenged_and_no_longer_seen_behind_a_block(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        bens = await account(ben)
        await anna.ask("PUT", f"/api/me/friends/{bens}", {"follows": True})
        assert await friends_of(anna) == [{"account": bens, "name": "Ben", "here": False, "playing": ""}]
        assert await friends_of(ben) == []
        async with ben.connect():
            while [one["here"] for one in await friends_of(anna)] != [True]:
                await asyncio.sleep(0.02)
            link = await anna.ask("POST", f"/api/players/{bens}/challenge", {"terms": {"points": 1}})
            joined = await ben.ask("POST", f"/api/challenges/{link['challenge']}/accept")
            assert joined["match"]
            await refused(ben.ask("POST", f"/api/players/{bens}/challenge", {}), 409)
            await ben.ask("PUT", f"/api/me/blocks/{await account(anna)}", {"blocked": True})
            assert [(one["here"], one["playing"]) for one in await friends_of(anna)] == [(False, "")]
            await refused(anna.ask("POST", f"/api/players/{bens}/challenge", {}), 409)
        await anna.ask("PUT", f"/api/me/friends/{bens}", {"follows": False})
        assert await friends_of(anna) == []

    serving(tmp_path, test)


def test_a_challenge_is_seen_until_it_is_answered_and_the_answer_by_whoever_made_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        bens = await account(ben)
        await anna.ask("POST", f"/api/players/{bens}/challenge", {"terms": {"points": 1}})
        link = await anna.ask("POST", f"/api/players/{bens}/challenge", {"terms": {"points": 3}})
        [received] = (await answers(ben))["received"]  # the second took the place of the first
        assert (received["id"], received["seats"][0]["name"]) == (link["challenge"], "Anna")
        assert [one["to"]["name"] for one in await anna.ask("GET", "/api/me/challenges")] == ["Ben"]
        await refused(anna.ask("POST", f"/api/challenges/{link['challenge']}/decline"), 404)
        await ben.ask("POST", f"/api/challenges/{link['challenge']}/decline")
        assert (await answers(ben))["received"] == []
        assert [one["id"] for one in await answered(anna, declined=True)] == [link["challenge"]]
        await refused(ben.ask("POST", f"/api/challenges/{link['challenge']}/accept"), 409)
        second = await anna.ask("POST", f"/api/players/{bens}/challenge", {"terms": {"points": 1}})
        joined = await ben.ask("POST", f"/api/challenges/{second['challenge']}/accept")
        assert joined["match"] in [one.get("match") for one in await answered(anna, declined=False)]

    serving(tmp_path, test)


def test_whoever_is_challenged_from_another_process_hears_of_it(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, asyncio.timeout(PATIENCE), served(postgres) as second:
            first.house.club.members._passwords = PlainPasswords()
            anna, ben = await registered(first, "Anna"), await registered(first, "Ben")
            there = Server(second.url, ben.token)
            async with line(second, there) as heard:
                link = await anna.ask("POST", f"/api/players/{await account(ben)}/challenge", {})
                notice = await told(heard, "notice")
                assert (notice["kind"], notice["link"]) == ("challenge", link["link"])
                assert [one["id"] for one in (await answers(there))["received"]] == [link["challenge"]]
                await there.ask("POST", f"/api/challenges/{link['challenge']}/decline")
                assert await answered(anna, declined=True)

    asyncio.run(run())


async def answers(server: Server) -> dict[str, list[dict[str, Any]]]:
    both: dict[str, list[dict[str, Any]]] = await server.ask("GET", "/api/me/answers")
    return both


async def answered(server: Server, *, declined: bool) -> list[dict[str, Any]]:
    while True:
        found = [one for one in (await answers(server))["answered"] if bool(one.get("declined")) is declined]
        if found:
            return found
        await asyncio.sleep(0.02)


def test_matches_with_days_a_move_are_listed_for_both(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        slow = await ben.accept(await anna.challenge(points=3, clock={"days": 3}))
        await ben.accept(await anna.challenge(points=3))
        for server, other in ((anna, "Ben"), (ben, "Anna")):
            [line] = await server.ask("GET", "/api/me/correspondence")
            assert (line["match"], line["opponent"], line["score"]) == (slow, other, [0, 0])

    serving(tmp_path, test)


def test_whoever_is_at_another_process_is_here_as_well_until_they_leave(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, asyncio.timeout(PATIENCE):
            first.house.club.members._passwords = PlainPasswords()
            anna, ben = await registered(first, "Anna"), await registered(first, "Ben")
            bens = await account(ben)
            await anna.ask("PUT", f"/api/me/friends/{bens}", {"follows": True})
            async with ben.connect(), served(postgres) as second:  # it asks who is there when it begins
                there = Server(second.url, anna.token)
                while [one["here"] for one in await friends_of(there)] != [True]:
                    await asyncio.sleep(0.02)
                assert await there.ask("GET", "/api/here") == {"people": [{"account": bens, "name": "Ben"}], "total": 1}
                async with there.connect():
                    while (await anna.ask("GET", "/api/here"))["total"] != 2:
                        await asyncio.sleep(0.02)
                    await ben.ask("PUT", f"/api/me/blocks/{await account(anna)}", {"blocked": True})
                    assert [one["name"] for one in (await there.ask("GET", "/api/here"))["people"]] == ["Anna"]
                    stranger = Server(second.url)
                    assert [one["name"] for one in (await stranger.ask("GET", "/api/here"))["people"]] == [
                        "Anna",
                        "Ben",
                    ]
                while (await anna.ask("GET", "/api/here"))["total"]:
                    await asyncio.sleep(0.02)

    asyncio.run(run())
