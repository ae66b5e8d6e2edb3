"""What the director says of broadcasts holds everywhere: on boards, on the scoreboard, for records; and reports."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from barpoint.match.format.match_format import MINUTE
from tests.web.members import refused, registered, serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person
from tests.web.tournaments.test_online_events import cup, on_the_board, three_enter, to_three
from tests.web.tournaments.test_table_device import OPENING, seated


@pytest.mark.clause("ibf:18.2b", "ibf:18.1b")
def test_a_board_that_runs_is_stopped_and_shown_again_by_the_director(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/ibf.db", to_three("ibf")) as (here, lines):
            assert here.host is not None
            eve = await registered(here.host, "Eve")
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            match = table.present_view.id
            address = f"/api/matches/{match}"
            await eve.ask("GET", address)
            about: dict[str, Any] = {"contest": "open", "pairing": first.id}
            await here.director.do("ChooseBroadcast", **about, live=False, reason="signals")
            while here.host.house.play.rooms[match].live is not False:
                await here.tick()
            await refused(eve.ask("GET", address), 403)
            [line] = [one for one in await here.director.get("/live") if one["pairing"] == first.id]
            assert (line["shown"], line["clock"]) == (False, None)
            await here.director.do("ChooseBroadcast", **about, live=True)
            while not here.host.house.play.rooms[match].live:
                await here.tick()
            await eve.ask("GET", address)

    asyncio.run(test())


@pytest.mark.clause("guide:3.1d")
def test_a_players_wish_to_keep_the_record_holds_on_the_board(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/guide.db", to_three("guide")) as (here, lines):
            assert here.host is not None
            eve = await registered(here.host, "Eve")
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            about: dict[str, Any] = {"contest": "open", "pairing": first.id, "entrant": first.pair[0]}
            await here.director.do("AskAboutRecording", **about, what="restrict")
            match = table.present_view.id
            while not here.host.house.play.rooms[match].closed_by:
                await here.tick()
            await refused(eve.ask("GET", f"/api/matches/{match}"), 403)

    asyncio.run(test())


@pytest.mark.clause("ibf:18.1b", "ibf:18.2a", "guide:3.1c", "guide:3.1d")
def test_the_record_of_a_table_is_everybodys_only_if_it_was_chosen_and_nobody_keeps_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here, "Club (2014 guide)")
        pairing = path.rpartition("/")[2]
        public = Person(here.url, ann.tournament)
        await home.ask("POST", f"{path}/record", {"entries": OPENING})
        await refused(public.get(f"{path}/record/mat"), 403)
        await ann.do("ChooseBroadcast", contest="open", recorded=True)
        await refused(public.get(f"{path}/record/mat"), 403)  # it is not over
        seen = await ann.get(path)
        about: dict[str, Any] = {"contest": "open", "pairing": pairing}
        await ann.do("PostResult", **about, winner=seen["entrants"][1], score=[seen["format"]["length"]["points"], 0])
        assert "8/5 6/5" in await public.get(f"{path}/record/mat")
        await home.do("AskAboutRecording", **about, entrant=seen["entrants"][0], what="restrict")
        await refused(public.get(f"{path}/record/mat"), 403)
        assert "8/5 6/5" in await home.get(f"{path}/record/mat")
        assert "8/5 6/5" in await ann.get(f"{path}/record/mat")

    serving(tmp_path, test)


@pytest.mark.clause("ibf:18.2a")
def test_the_score_of_a_table_shown_later_is_an_earlier_one(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here)
        pairing = path.rpartition("/")[2]
        await ann.do("SetTables", tables=["1"])
        await ann.do("AssignTable", contest="open", pairing=pairing, table="1")
        await ann.do("BeginMatch", contest="open", pairing=pairing)
        now = here.house.clock.now()
        late = [{**one, "command": one["command"] | {"at": now + at}} for at, one in enumerate(OPENING)]
        await home.ask("POST", f"{path}/record", {"entries": late})
        public = Person(here.url, ann.tournament)

        async def score() -> tuple[list[int], list[int]]:
            [line] = [one for one in await public.get("/live") if one["pairing"] == pairing]
            return line["score"], (await public.get(path))["score"]

        assert await score() == ([0, 1], [0, 1])
        await ann.do("ChooseBroadcast", contest="open", delay=15)
        assert await score() == ([0, 0], [0, 0])
        assert (await home.get(path))["score"] == [0, 1]
        [line] = await public.get("/live")
        assert (line["delay"], line["clock"]) == (15 * MINUTE, None)

    serving(tmp_path, test)


@pytest.mark.clause("bws:1.6.1b", "bws:5.4c")
def test_anybody_who_looks_on_tells_the_officials_and_not_too_often(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here, "BWS")
        pairing = path.rpartition("/")[2]
        told = {"contest": "open", "pairing": pairing, "about": "a die was palmed", "name": "Ida"}
        public = Person(here.url, ann.tournament)
        answer = await public.ask("POST", "/sightings", {**told, "subject": "cheating"})
        assert (answer["admissible"], answer["clauses"]) == (True, ["bws:1.6.1b"])
        answer = await public.ask("POST", "/sightings", {**told, "subject": "score"})
        assert (answer["admissible"], answer["clauses"]) == (False, ["bws:1.6.1b", "bws:5.4c"])
        await refused(home.ask("POST", "/sightings", {**told, "subject": "score"}), 409)  # who plays calls the director
        await refused(home.get("/watching"), 403)
        desk = await ann.get("/watching")
        assert [(one["sighting"]["witness"], one["standing"]["admissible"]) for one in desk["sightings"]] == [
            ("Ida", True),
            ("Ida", False),
        ]
        for _ in range(3):
            await public.ask("POST", "/sightings", {**told, "subject": "other"})
        await refused(public.ask("POST", "/sightings", {**told, "subject": "other"}), 429)

    serving(tmp_path, test)
