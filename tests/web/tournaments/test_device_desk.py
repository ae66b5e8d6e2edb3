"""A match begun, scored or won on the device at its table is so at the desk, on the live pages and in the hall."""

import json
from pathlib import Path
from typing import Any

from tests.tournament.director import knockout
from tests.web.members import refused, serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person
from tests.web.tournaments.test_table_device import OPENING, entries, seated

DOUBLED_OUT = [{name: value for name, value in one["command"].items() if name != "at"} for one in OPENING]
GAME = DOUBLED_OUT[:3]
RESIGNED = [
    *GAME,
    {"type": "OfferResignation", "side": "white", "level": 1},
    {"type": "AnswerResignation", "side": "black", "accept": True},
]

CLOCK = {"at": 2_000, "remaining": [700_000, 690_000], "running": "black", "delay_left": 12_000}


async def called(here: Served, late_by: int = 60_000) -> tuple[Person, Person, str, dict[str, Any]]:
    """A match to three points that is called at table 1 and has been due for long; nobody has begun it."""
    ann, home, path = await seated(here)
    about: dict[str, Any] = {"contest": "open", "pairing": path.rpartition("/")[2]}
    await ann.do("PostLength", **about, length=3, reason="short")
    await ann.do("SetTables", tables=["1", "2"])
    await ann.do("AssignTable", **about, table="1")
    await ann.do("PostStart", **about, start=(await now(ann)) - late_by, past=late_by > 0, reason="early")
    await ann.do("CallMatch", **about)
    return ann, home, path, about


async def now(person: Person) -> int:
    return int((await person.get("/desk"))["at"])


async def shown(person: Person, path: str, id: str, **what: Any) -> Any:
    pair = (await person.get(path))["entrants"]
    display = {"type": "TableShown", "at": 2_000, "begun": 1_000, "score": [0, 0], "began": [0, 0], **what}
    return await person.ask("POST", f"{path}/shown", {"id": id, "entrants": pair, "shown": display})


async def at_desk(ann: Person, pairing: str) -> Any:
    desk = await ann.get("/desk")
    return next(match for match in (*desk["playing"], *desk["next"]) if match["pairing"] == pairing)


async def late(ann: Person, pairing: str) -> list[str]:
    return [side["name"] for match, side in (await ann.get("/desk"))["late"] if match["pairing"] == pairing]


async def told(ann: Person, kind: str) -> list[Any]:
    log = [json.loads(line) for line in (await ann.get("/log")).splitlines()]
    return [event for event in log if event["type"] == kind]


def test_a_match_recorded_at_its_table_is_begun_scored_and_over_at_the_desk(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await called(here)
        assert len(await late(ann, about["pairing"])) == 2
        await home.ask("POST", f"{path}/record", entries(GAME))
        assert (await at_desk(ann, about["pairing"]))["stage"] == "playing"
        assert await late(ann, about["pairing"]) == []
        await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT))
        match = await at_desk(ann, about["pairing"])
        assert match["noted"]["score"] == [0, 1]
        (line,) = await Person(here.url, ann.tournament).get("/live?table=1")
        assert (line["stage"], line["score"]) == ("playing", match["noted"]["score"])
        await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT, DOUBLED_OUT, RESIGNED))
        match = await at_desk(ann, about["pairing"])
        assert (match["stage"], match["noted"]["winner"]) == ("reported", match["sides"][1]["entrant"])
        assert [one["pairing"] for one in (await ann.get("/desk"))["to_post"]] == [about["pairing"]]

    serving(tmp_path, test)


def test_what_a_device_tells_again_or_late_is_said_once_with_both_times(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, _ = await called(here)
        since = (await now(ann)) - 20 * 60_000
        told_late = [{**one, "command": {**one["command"], "at": since + n}} for n, one in enumerate(OPENING)]
        for _ in range(2):
            await home.ask("POST", f"{path}/record", {"entries": told_late})
        (begun,), (noted,) = await told(ann, "MatchBegun"), await told(ann, "ScoreNoted")
        assert begun["by"] == noted["by"] == home.person
        assert begun["at"] < begun["received"]
        assert begun["at"] >= (await told(ann, "ContestPublished"))[0]["at"]  # no match begins before its event
        assert noted["noted"]["score"] == [0, 1]

    serving(tmp_path, test)


def test_a_clock_without_a_record_begins_the_match_and_a_score_put_right_reaches_desk_and_overlay(
    tmp_path: Path,
) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await called(here)
        await shown(home, path, "a", clock=CLOCK, cube={"value": 2, "owner": "black"})
        (line,) = await Person(here.url, ann.tournament).get("/live?table=1")
        assert (line["stage"], line["cube"]["value"], line["cube"]["owner"]) == ("playing", 2, "black")
        assert (line["clock"]["remaining"], line["clock"]["running"]) == ([700_000, 690_000], "black")
        assert await late(ann, about["pairing"]) == []
        await shown(home, path, "b", at=3_000, score=[1, 2])
        await shown(home, path, "a", at=2_000, score=[0, 0], clock=CLOCK)  # told again
        assert (await at_desk(ann, about["pairing"]))["noted"]["score"] == [1, 2]
        assert (await home.get(path))["score"] == [1, 2]  # for another device that takes over
        await shown(home, path, "c", at=4_000, score=[1, 3], winner="black")
        assert (await at_desk(ann, about["pairing"]))["stage"] == "reported"
        await shown(home, path, "d", at=5_000, score=[1, 2])  # not over yet
        assert (await at_desk(ann, about["pairing"]))["stage"] == "playing"

    serving(tmp_path, test)


def test_games_played_before_recording_began_count_in_the_record(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path, _ = await called(here)
        await shown(home, path, "a", score=[1, 1])
        kept = await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT[:1]))
        assert (kept["refused"], kept["score"]) == ([], [1, 1])

    serving(tmp_path, test)


def test_points_for_a_late_beginning_stand_before_the_first_roll_on_either_kind_of_device(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path, _ = await called(here, 12 * 60_000)
        assert (await home.get(path))["began"] == [0, 0]
        assert (await shown(home, path, "a"))["began"] == [1, 1]
        kept = await home.ask("POST", f"{path}/record", {"entries": OPENING[:1]})
        assert kept["score"] == [1, 1]

    serving(tmp_path, test)


def test_nothing_from_a_device_goes_against_what_officials_have_posted(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await called(here)
        winner = (await home.get(path))["entrants"][0]
        await ann.do("PostResult", **about, winner=winner, score=[3, 0], reason="as both say")
        version = (await ann.get(""))["version"]
        await shown(home, path, "a", score=[0, 3], winner="black")
        await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT))
        assert (await ann.get(""))["version"] == version

    serving(tmp_path, test)


def test_a_device_speaks_for_the_very_pairing_it_was_opened_for(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await called(here)
        others = {"entrants": ["p90", "p91"]}
        display = {"type": "TableShown", "at": 1_000, "begun": 1_000, "score": [1, 0]}
        await refused(home.ask("POST", f"{path}/shown", {"id": "a", "shown": display, **others}), 409)
        await refused(home.ask("POST", f"{path}/record", {"entries": OPENING, **others}), 409)
        assert (await at_desk(ann, about["pairing"]))["stage"] == "called"
        device = f"recorded:{ann.tournament}/open/{about['pairing']}/{'/'.join((await home.get(path))['entrants'])}"
        asked: dict[str, Any] = {**about, "device": device, "score": [1, 0]}
        for command in ("BeginMatch", "NoteScore"):  # nobody but the server names a device
            assert (await home.refused(command, 409, **asked))["code"] == "not_permitted"

    serving(tmp_path, test)


def test_who_is_through_at_one_table_may_begin_at_the_next_before_the_result_is_posted(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await called(here)
        await shown(home, path, "a", score=[3, 0], winner="white")
        entrant = (await home.get(path))["entrants"][0]
        await ann.do("ReportResult", **about, entrant=entrant, winner=entrant, score=[3, 0])
        await ann.add(knockout(name="side"))
        everybody = (await ann.get("/director"))["view"]["players"]
        await ann.do("ImportEntrants", contest="side", entries=[[player] for player in everybody])
        await ann.do("MakeDraw", contest="side")
        for match in (await ann.get("/draws/side"))["brackets"][0]["rounds"][0]["lines"]:
            await ann.do("BeginMatch", contest="side", pairing=match["pairing"])

    serving(tmp_path, test)
