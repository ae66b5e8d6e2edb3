"""A database of an earlier release opens: everybody is who they were, and sees, plays and directs what was there."""

import asyncio
import json
import shutil
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from barpoint.bootstrap import verify_records
from barpoint.client import Server, play_match
from tests.service.server import FakeClock
from tests.web.server_process import QuickBot, Served, served
from tests.web.tournaments.remote_director import Person

FOLDER = Path(__file__).parents[1] / "golden" / "databases"
RELEASES = sorted(file.stem for file in FOLDER.glob("*.sqlite"))
_MOMENT = {"at", "away_left", "clock", "here"}  # of the moment at which one asks


def test_there_are_databases_of_earlier_releases() -> None:
    assert {"0.1.0", "0.2.0"} <= set(RELEASES)


class Ticking(FakeClock):
    """Goes on from when the database was left, so that no session is too old."""

    def now(self) -> int:
        self.time += 1
        return self.time


_JUDGED = {"answer", "shown"}
"""What of a case is no record, but today's answer to it."""


def still(then: Any, now: Any) -> bool:
    """Whether everything that was said then is said now; fields may have come to it."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            key in _MOMENT or (key in now and still(value, now[key])) for key, value in then.items()
        )
    if isinstance(then, list):
        return isinstance(now, list) and len(then) == len(now) and all(map(still, then, now))
    return bool(then == now)


@pytest.mark.parametrize("release", RELEASES)
def test_a_database_of_an_earlier_release_opens(tmp_path: Path, release: str) -> None:
    kept = json.loads((FOLDER / f"{release}.json").read_text("utf-8"))
    shutil.copy(FOLDER / f"{release}.sqlite", tmp_path / "server.db")

    async def run() -> None:
        async with served(str(tmp_path / "server.db"), Ticking(kept["at"])) as here:
            people = {name: Server(here.url, token, tmp_path / name) for name, token in kept["tokens"].items()}
            put_back_kept(tmp_path, kept)
            await check_people(people, kept)
            await check_matches(people, kept)
            await check_officials(people, kept)
            await check_tournament(here, kept["tournament"])
            await play_on(people, kept["going"])

    asyncio.run(run())
    report = asyncio.run(verify_records(str(tmp_path / "server.db")))
    assert report.bad == ()
    assert report.events > 100


def put_back_kept(folder: Path, kept: dict[str, Any]) -> None:
    """What clients had on their disks of a match that goes on: the roots of their chains among it."""
    for name, stored in kept.get("kept", {}).items():
        (folder / name).mkdir()
        roots = {key: value for key, value in stored.items() if key != "kept"}
        for part, data in (("roots", roots), ("kept", stored["kept"])):
            (folder / name / f"{kept['going']}.{part}.json").write_text(json.dumps(data), "utf-8")


async def check_people(people: dict[str, Server], kept: dict[str, Any]) -> None:
    for name, then in kept["me"].items():
        assert still(then, await people[name].ask("GET", "/api/me")), name
    anna = Server(people["Anna"].url)
    again = await anna.ask("POST", "/api/sign-in", {"name": "anna", "password": kept["password"]})
    assert again["account"] == kept["me"]["Anna"]["account"]
    assert (await people["Gus"].ask("GET", "/api/challenges"))[0]["id"] == kept["challenge"]


async def check_matches(people: dict[str, Server], kept: dict[str, Any]) -> None:
    anna = people["Anna"]
    for match, view in kept["views"].items():
        assert [line.decode() for line in await anna.log(match)] == kept["logs"][match]
        assert still(view, await anna.ask("GET", f"/api/matches/{match}")), match
    verdict = await anna.ask("GET", f"/api/matches/{kept['over']}/dice/check")
    reservations = kept["dice"].pop("reservations", [])  # more may be said of what is not proven, never less
    assert still(kept["dice"], verdict)
    assert all(reservation in verdict["reservations"] for reservation in reservations)
    assert await anna.ask("GET", f"/api/matches/{kept['over']}/chat") == kept["chat"]
    assert (await anna.ask("GET", f"/api/matches/{kept['over']}/review"))["pictures"]


async def check_officials(people: dict[str, Server], kept: dict[str, Any]) -> None:
    dora = people["Dora"]
    assert still(kept["inquiries"], await dora.ask("GET", "/api/inquiries"))
    case = await dora.ask("GET", f"/api/cases/{kept['case']}")
    stored = {name: value for name, value in kept["case_view"].items() if name not in _JUDGED}
    assert still(stored, case)
    assert case["kind"] == "illegal_play"
    assert case["shown"]["answer"] == "question"  # which rule was broken: trad names some; "not covered" until 0.2.0
    settled = await dora.ask("POST", f"/api/inquiries/{kept['inquiry']}/settle", {"answer": "Seen."})
    assert settled["settled"]["by"] == "Dora"


async def check_tournament(here: Served, kept: dict[str, Any]) -> None:
    director, player = (Person(here.url, kept["id"], kept["links"][who]) for who in ("director", "player"))
    assert await director.get("/log") == kept["log"]
    assert still(kept["table"], await player.get(kept["path"]))
    playing = [match["pairing"] for match in (await director.get("/desk"))["playing"]]
    assert playing == [match["pairing"] for match in kept["desk"]["playing"]]
    await director.do("Announce", text="We go on.")
    first = playing[0]
    winner = kept["table"]["entrants"][0]
    await director.do("PostResult", contest="open", pairing=first, winner=winner, score=[9, 0])


async def play_on(people: dict[str, Server], match: str) -> None:
    """The match that had begun is played to its end."""
    async with AsyncExitStack() as lines:
        seats = []
        for name in ("Anna", "Ben"):
            connection = await lines.enter_async_context(people[name].connect())
            seats.append(await connection.sit(match))
        await asyncio.gather(*(play_match(seat, QuickBot()) for seat in seats))
    assert (await people["Anna"].ask("GET", f"/api/matches/{match}"))["phase"] == "over"
    assert (await people["Anna"].dice(match)).verdict().honest
