"""Several steps in one request, and results that post themselves: on the server, whatever page is open."""

import asyncio
from pathlib import Path

from barpoint.service.tournaments.agreed_results import BREATH
from tests.service.server import FakeClock
from tests.tournament.director import NINE
from tests.web.members import refused, serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person, drawn


async def _report(director: Person, match: dict[str, object], *, points: int = 3, sides: int = 2) -> None:
    players = [side["entrant"] for side in match["sides"]]  # type: ignore[attr-defined]
    for entrant in players[:sides]:
        person = await director.as_(entrant)
        about = {"contest": "open", "pairing": match["pairing"], "entrant": entrant}
        await person.do("ReportResult", **about, winner=players[0], score=[match["length"], points])


async def _first_match(director: Person) -> dict[str, object]:
    match: dict[str, object] = (await director.get("/desk"))["next"][0]
    await director.do("BeginMatch", contest="open", pairing=match["pairing"])
    return match


def test_a_round_is_called_in_one_request_and_what_cannot_be_is_listed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        director = await drawn(here)
        await director.do("SetTables", tables=["1", "2", "3"])
        ready = (await director.get("/desk"))["next"]
        steps = []
        for match, table in zip(ready, ("1", "2", "none", "3"), strict=True):
            about = {"contest": "open", "pairing": match["pairing"]}
            steps.append([{"type": "AssignTable", **about, "table": table}, {"type": "CallMatch", **about}])
        before = (await director.get(""))["version"]
        answer = await director.ask("POST", "/commands/batch", {"steps": steps, "id": "once"})
        assert [(one["step"], bool(one["detail"])) for one in answer["refused"]] == [(2, True)]
        assert answer["version"] == before + 6
        called = {match["table"] for match in (await director.get("/desk"))["next"] if match["calls"]}
        assert called == {"1", "2", "3"}, "what was refused was not called without its table"
        again = await director.ask("POST", "/commands/batch", {"steps": steps, "id": "once"})
        assert again["version"] == answer["version"]
        player = await director.as_(ready[0]["sides"][0]["entrant"])
        await refused(player.ask("POST", "/commands/batch", {"steps": steps}), 403)

    serving(tmp_path, test)


def test_what_both_report_alike_is_posted_after_a_breath_if_the_director_says_so(tmp_path: Path) -> None:
    clock = FakeClock(NINE)

    async def test(here: Served) -> None:
        director = await drawn(here)
        match = await _first_match(director)
        await _report(director, match)
        clock.pass_(BREATH / 1000 + 1)
        assert await director.get("/results") == []
        await director.do("SetDesk", choices={"auto_post": True})  # what waited already is posted, too
        while not (results := await director.get("/results")):
            await asyncio.sleep(0.05)  # the server's timer
        [result] = results
        assert (result["pairing"], result["score"]) == (match["pairing"], [match["length"], 3])

    serving(tmp_path, test, clock)


def test_what_one_side_says_alone_or_has_just_been_said_waits(tmp_path: Path) -> None:
    clock = FakeClock(NINE)

    async def test(here: Served) -> None:
        director = await drawn(here)
        await director.do("SetDesk", choices={"auto_post": True})
        match = await _first_match(director)
        await _report(director, match, sides=1)
        clock.pass_(BREATH / 1000 + 1)
        await _report(director, match)
        await here.house.agreed.post_due(director.tournament)
        assert await director.get("/results") == []
        clock.pass_(BREATH / 1000 + 1)
        await here.house.agreed.post_due(director.tournament)
        assert len(await director.get("/results")) == 1

    serving(tmp_path, test, clock)
