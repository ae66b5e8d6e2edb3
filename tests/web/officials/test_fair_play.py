"""Fair play as officials meet it: a finished rated match is weighed apart, once, and only they see what came of it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.service.officials.fair_play import MOST_ON_A_DEVICE, read_switch
from barpoint.service.officials.fair_play_book import FairPlayBook
from tests.web.members import refused, registered, serving, staffed
from tests.web.people.test_ratings import account, played
from tests.web.server_process import PATIENCE, Served


async def weighed(official: Server, match: str) -> Any:
    """The page of a match as soon as it has figures: looking at it has it weighed next."""
    async with asyncio.timeout(PATIENCE):
        while True:
            page = await official.ask("GET", f"/api/matches/{match}/fair-play")
            if page["report"]["state"] == "done":
                return page
            assert page["report"]["state"] in ("waiting", "working")
            await asyncio.sleep(0.1)


def book_of(here: Served) -> FairPlayBook:
    return here.house.fair_play._book


def test_an_official_sees_figures_of_both_players_and_opens_a_case_from_them(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, dora = await registered(here, "Anna"), await registered(here, "Ben"), await staffed(here)
        match = await played(anna, ben, points=3)
        page = await weighed(dora, match)
        players = page["report"]["players"]
        assert {player["name"] for player in players} == {"Anna", "Ben"} == {page["white"], page["black"]}
        for player in players:
            figures = player["figures"]
            assert figures["decisions"] > 10
            assert figures["error_rate"]["low"] < figures["error_rate"]["value"] < figures["error_rate"]["high"]
            assert [group["group"] for group in figures["groups"]] == ["easy", "middling", "hard", "cube"]
            assert figures["peers"] is None, "too few people are known"
            assert player["rating"] is not None
            assert [one["name"] for one in player["devices"][0]["people"]] != []
            others = {one["account"]: one.get("opponent", False) for one in player["devices"][0]["people"]}
            rivals = {one["account"] for one in players if one["side"] != player["side"]}
            assert {account for account, opponent in others.items() if opponent} == rivals, "nobody else is marked"
            assert player["devices"][0]["opponent"], "both came with the same program from the same address"
        [line] = await dora.ask("GET", "/api/fair-play")
        assert line["match"] == match
        case = await dora.ask("POST", f"/api/matches/{match}/fair-play/case", {"side": "white", "report": "looks odd"})
        view = await dora.ask("GET", f"/api/cases/{case['case']}")
        assert view["kind"] == "aid_used"
        assert view["facts"]["player"] == "white"
        assert "error rate" in view["exhibits"][0]["text"]
        assert not view["ruled"]
        [inquiry] = await dora.ask("GET", "/api/inquiries")
        assert inquiry["case"] == case["case"]
        assert case["page"] == f"/inquiries?open={inquiry['id']}"
        for person in (anna, ben, await registered(here, "Carl"), Server(here.url)):
            for path in (f"/api/matches/{match}/fair-play", "/api/fair-play"):
                await refused(person.ask("GET", path), 403)

    serving(tmp_path, test)


def test_a_second_match_stands_beside_the_first_and_an_official_who_played_sees_neither(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, dora, erik = await registered(here, "Anna"), await staffed(here), await staffed(here, "Erik")
        first, second = await played(anna, dora), await played(anna, dora)
        await weighed(erik, first)
        report = (await weighed(erik, second))["report"]
        assert [player["figures"]["earlier_matches"] for player in report["players"]] == [1, 1]
        assert all(player["figures"]["change"] is not None for player in report["players"])
        assert {line["match"] for line in await erik.ask("GET", "/api/fair-play")} == {first, second}
        assert await dora.ask("GET", "/api/fair-play") == []
        body = await refused(dora.ask("GET", f"/api/matches/{first}/fair-play"), 409)
        assert "official_plays_the_match" in str(body)
        await here.house.fair_play.catch_up()
        assert here.house.fair_play.weighed == 2, "what is weighed is weighed once"

    serving(tmp_path, test)


def test_unrated_matches_are_not_weighed_and_a_device_of_many_names_nobody(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        people = [await registered(here, f"Person {number}") for number in range(MOST_ON_A_DEVICE)]
        dora = await staffed(here)
        for person in people:
            await person.ask("GET", "/api/me")
        casual = await played(people[0], people[1], rated=False)
        rated = await played(people[0], people[1])
        report = (await weighed(dora, rated))["report"]
        await here.house.fair_play.catch_up()
        assert here.house.fair_play.weighed == 1
        await refused(dora.ask("GET", f"/api/matches/{casual}/fair-play"), 404)
        devices = {device["count"]: device["people"] for device in report["players"][0]["devices"]}
        assert devices[MOST_ON_A_DEVICE] == [], "their requests, and the official's; the sockets of the two are another"
        one = await account(people[0])
        archive = await here.house.club.means.personal.rows(one)
        assert archive is not None
        assert [set(device) for device in archive.devices] == [{"first", "last"}] * 2
        await here.house.club.means.personal.erase(one, "a test", here.house.clock.now())
        left = (await dora.ask("GET", f"/api/matches/{rated}/fair-play"))["report"]["players"]
        assert [player["account"] for player in left] == [await account(people[1])]
        assert one not in str(left)

    serving(tmp_path, test)


def test_what_a_stopped_server_left_is_weighed_by_the_next(tmp_path: Path) -> None:
    matches: list[str] = []

    async def before(here: Served) -> None:
        match = await played(await registered(here, "Anna"), await registered(here, "Ben"))
        assert await book_of(here).claim(match, "a process that was killed", ())
        matches.append(match)

    async def after(here: Served) -> None:
        assert await book_of(here).state(matches[0]) == "working"
        await here.house.fair_play.catch_up()
        assert await book_of(here).state(matches[0]) == "done"
        assert len(await book_of(here).of_match(matches[0])) == 2

    serving(tmp_path, before)
    serving(tmp_path, after)


def test_an_operator_may_have_none_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_FAIR_PLAY", "off")

    async def test(here: Served) -> None:
        anna, ben, dora = await registered(here, "Anna"), await registered(here, "Ben"), await staffed(here)
        match = await played(anna, ben)
        page = await dora.ask("GET", f"/api/matches/{match}/fair-play")
        assert page["report"]["state"] == "off"
        archive = await here.house.club.means.personal.rows(await account(anna))
        assert archive is not None
        assert archive.devices == ()

    serving(tmp_path, test)


@pytest.mark.parametrize("word", ["", "yes", "ON"])
def test_the_operators_word_is_on_or_off(word: str) -> None:
    with pytest.raises(ValueError, match="BARPOINT_FAIR_PLAY is on or off"):
        read_switch(word)
