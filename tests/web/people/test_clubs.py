"""Clubs and series over HTTP: joined by a link, an evening begun, counted for the series, recounted from the logs."""

import json
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from tests.cli.command_line import runner
from tests.web.members import refused, registered, serving
from tests.web.server_process import Served


async def club_of(owner: Server, name: str = "Corner House") -> str:
    found: str = (await owner.ask("POST", "/api/clubs", {"name": name, "place": "Graz"}))["id"]
    return found


async def step(server: Server, path: str, kind: str, **fields: Any) -> Any:
    return await server.ask("POST", f"{path}/steps", {"step": {"type": kind, **fields}})


async def joined(here: Served, owner: Server, club: str, name: str, **fields: Any) -> Server:
    """Somebody who opened the club's link."""
    key = (await owner.ask("GET", f"/api/clubs/{club}"))["link"].rpartition("/")[2]
    member = await registered(here, name)
    await member.ask("POST", f"/api/clubs/{club}/join", {"key": key, **fields})
    return member


def test_a_club_is_founded_joined_by_its_link_and_kept_by_its_officers(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        olga = await registered(here, "Olga")
        club = await club_of(olga)
        assert club == "corner-house"
        assert await club_of(olga) == "corner-house-2"
        await step(olga, f"/api/clubs/{club}", "AddMember", name="Walter")
        page = await olga.ask("GET", f"/api/clubs/{club}")
        key = page["link"].rpartition("/")[2]
        seen = await Server(here.url).ask("GET", f"/api/clubs/{club}/join/{key}")
        assert seen["name"] == "Corner House"
        assert "Walter" not in str(seen)
        await joined(here, olga, club, "Wally", known_as="walter")
        await claim_answer(olga, club, "Wally", granted=True)
        mia = await joined(here, olga, club, "Mia")
        public = await Server(here.url).ask("GET", f"/api/clubs/{club}")
        assert public["members"] == []
        assert public["link"] == ""
        mias = await mia.ask("GET", f"/api/clubs/{club}")
        assert [one["name"] for one in mias["members"]] == ["Mia", "Olga", "Wally"]
        assert mias["link"] == ""
        assert mias["role"] == "member"
        await refused(step(mia, f"/api/clubs/{club}", "Announce", text="hello"), 403)
        ids = {one["name"]: one["id"] for one in mias["members"]}
        await step(olga, f"/api/clubs/{club}", "GiveRole", member=ids["Mia"], role="officer")
        await step(mia, f"/api/clubs/{club}", "Announce", text="Tuesday as always")
        await refused(step(mia, f"/api/clubs/{club}", "GiveRole", member=ids["Wally"], role="owner"), 403)
        assert (await public_page(here, club))["announcements"][0]["text"] == "Tuesday as always"
        await step(olga, f"/api/clubs/{club}", "RenewClubLink")
        await refused(olga.ask("GET", f"/api/clubs/{club}/join/{key}"), 404)
        eva = await registered(here, "Eva")
        await refused(eva.ask("POST", f"/api/clubs/{club}/join", {"key": key}), 403)
        body = await refused(step(olga, f"/api/clubs/{club}", "RemoveMember", member=ids["Olga"]), 409)
        assert "at least one owner" in str(body)
        await step(mia, f"/api/clubs/{club}", "RemoveMember", member=ids["Mia"])
        assert (await mia.ask("GET", f"/api/clubs/{club}"))["role"] is None

    serving(tmp_path, test)


async def claim_answer(officer: Server, club: str, name: str, *, granted: bool) -> None:
    members = (await officer.ask("GET", f"/api/clubs/{club}"))["members"]
    claimant = next(one for one in members if one["name"] == name and one.get("claims"))
    await step(officer, f"/api/clubs/{club}", "AnswerMemberClaim", member=claimant["id"], granted=granted)


def test_nobody_becomes_another_member_without_an_officers_word(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        olga = await registered(here, "Olga")
        club = await club_of(olga)
        for name in ("Dan Hart", "Walter"):
            await step(olga, f"/api/clubs/{club}", "AddMember", name=name)
        first = (await olga.ask("GET", f"/api/clubs/{club}"))["members"]
        ids = {one["name"]: one["id"] for one in first}
        begun = {"members": [ids["Dan Hart"], ids["Olga"]], "newcomers": []}
        await olga.ask("POST", f"/api/clubs/{club}/nights", begun)
        mallory = await joined(here, olga, club, "Mallory", known_as="dan hart")
        await joined(here, olga, club, "Walter")  # the same name is a claim too: anybody may call themselves so
        page = await mallory.ask("GET", f"/api/clubs/{club}")
        members = {one["id"]: one for one in page["members"]}
        assert sorted(one["name"] for one in page["members"]) == ["Dan Hart", "Mallory", "Olga", "Walter", "Walter"]
        assert "account" not in members[ids["Dan Hart"]]
        own = next(one for one in page["members"] if one["name"] == "Mallory")
        assert own["claims"] == ids["Dan Hart"]
        asked = step(mallory, f"/api/clubs/{club}", "AnswerMemberClaim", member=own["id"], granted=True)
        await refused(asked, 403)
        await claim_answer(olga, club, "Mallory", granted=False)
        await claim_answer(olga, club, "Walter", granted=True)
        page = await olga.ask("GET", f"/api/clubs/{club}")
        assert [one["name"] for one in page["members"]] == ["Dan Hart", "Mallory", "Olga", "Walter"]
        members = {one["id"]: one for one in page["members"]}
        assert members[ids["Walter"]]["account"]
        assert not any(one.get("claims") for one in page["members"])
        assert set(page["last_here"]) == {ids["Dan Hart"], ids["Olga"]}
        await refused(joined(here, olga, club, "Eve", known_as="Walter"), 409)

    serving(tmp_path, test)


async def public_page(here: Served, club: str) -> Any:
    return await Server(here.url).ask("GET", f"/api/clubs/{club}")


def test_an_evening_is_drawn_counts_for_the_series_and_next_week_begins_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables: list[Any] = []

    async def test(here: Served) -> None:
        olga = await registered(here, "Olga")
        club = await club_of(olga)
        mia = await joined(here, olga, club, "Mia")
        cup = (await olga.ask("POST", "/api/series", {"name": "Cup", "scheme": "table", "club": club}))["id"]
        page = await olga.ask("GET", f"/api/clubs/{club}")
        members = [one["id"] for one in page["members"]]
        night = {"name": "Tuesday", "preset": "USBGF Open", "form": "round_robin", "points": 3, "rounds": 1}
        await refused(mia.ask("POST", f"/api/clubs/{club}/nights", {"members": members}), 403)
        asked = {"members": members, "newcomers": ["Walter"], "night": night}
        begun = (await olga.ask("POST", f"/api/clubs/{club}/nights", asked))["tournament"]
        page = await olga.ask("GET", f"/api/clubs/{club}")
        assert page["nights"][0] == night
        assert len(page["last_here"]) == 3
        assert [event["id"] for event in page["events"]] == [begun]
        sheet = await olga.ask("GET", f"/api/tournaments/{begun}/draws/night")
        lines = [line for bracket in sheet["brackets"] for part in bracket["rounds"] for line in part["lines"]]
        for line in [line for line in lines if {line["home"], line["away"]} <= {"Olga", "Mia", "Walter"}]:
            posted = {
                "contest": "night",
                "pairing": line["pairing"],
                "winner": min(line["home"], line["away"]).lower(),
                "score": [3, 1],
            }
            await olga.ask("POST", f"/api/tournaments/{begun}/commands", {"command": {"type": "PostResult", **posted}})
        table = (await mia.ask("GET", f"/api/series/{cup}"))["table"]
        assert {row["name"] for row in table["rows"]} == {"Olga", "Mia", "Walter"}
        assert table["events"][0]["complete"]
        assert sum(row["points"] for row in table["rows"]) == 22_000 + 3_000
        assert {row["account"] for row in table["rows"] if row["name"] != "Walter"} == {
            (await server.ask("GET", "/api/me"))["account"] for server in (olga, mia)
        }
        tables.append(table)
        head, first = (await mia._read(f"/api/series/{cup}/csv")).decode().splitlines()[:2]
        event = table["events"][0]
        columns = head.split(",")
        assert columns[-3:] == [f"{event['name']} ({event['date']})", "by_hand", event["id"]], "the id stays"
        by_name, by_hand, by_id = first.split(",")[-3:]
        assert (by_name, by_hand) == (by_id, "0")
        again = await olga.ask("POST", f"/api/clubs/{club}/nights", {"members": page["last_here"]})
        assert again["tournament"] == f"{begun}-2"
        eva = await registered(here, "Eva")
        await refused(step(eva, f"/api/series/{cup}", "CountTournament", tournament=begun, counts=False), 403)
        await _join_walter(olga, mia, f"/api/series/{cup}")
        tables.append((await mia.ask("GET", f"/api/series/{cup}"))["table"])

    serving(tmp_path, test)
    run = runner("series", capsys, monkeypatch)
    database = f"sqlite:///{next(tmp_path.glob('*.db'))}"
    counted = json.loads(run("show", "cup", "--db", database, "--json"))
    assert counted["rows"] == tables[1]["rows"]
    assert "Mia" in run("show", "cup", "--db", database)
    assert "cup" in run("list", "--db", database)
    run("show", "nothing", "--db", database, status=2)


async def _join_walter(olga: Server, mia: Server, series: str) -> None:
    """An organiser looks at two as one, joins them, parts them, and joins them for good; points by hand go along."""
    rows = {row["name"]: row for row in (await mia.ask("GET", series))["table"]["rows"]}
    pair = {"person": rows["Walter"]["person"], "same_as": rows["Mia"]["person"]}
    await step(olga, series, "GivePoints", person=pair["person"], points=500, reason="for the tea")
    wish = {"type": "JoinPersons", **pair}
    await refused(mia.ask("POST", f"{series}/preview", wish), 403)
    shown = await olga.ask("POST", f"{series}/preview", wish)
    assert [row["name"] for row in shown["before"]] == ["Mia", "Walter"]
    assert shown["after"]["person"] == pair["same_as"]
    assert len(shown["together"]) == 2  # both have entered both evenings
    for joined in (True, False, True):
        await step(olga, series, "JoinPersons", **pair, joined=joined)
        table = (await mia.ask("GET", series))["table"]
        assert len(table["rows"]) == (2 if joined else 3)
    assert [sorted(one["names"]) for one in table["joined"]] == [["Mia", "Walter"]]
    [row] = [row for row in table["rows"] if row["person"] == pair["same_as"]]
    assert "for the tea" in [result.get("reason") for result in row["results"]]
    await refused(step(mia, series, "JoinPersons", **pair, joined=False), 403)


def test_a_tournament_of_somebody_else_counts_only_with_both_words(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        olga, dirk = await registered(here, "Olga"), await registered(here, "Dirk")
        cup = (await olga.ask("POST", "/api/series", {"name": "Cup"}))["id"]
        theirs = (await dirk.ask("POST", "/api/tournaments", {"name": "Spring", "date": "2026-05-01"}))["id"]
        await step(olga, f"/api/series/{cup}", "CountTournament", tournament=theirs)
        waiting = (await olga.ask("GET", f"/api/series/{cup}"))["table"]
        assert waiting["accepted"] == [theirs]
        await step(dirk, f"/api/series/{cup}", "CountTournament", tournament=theirs)
        assert (await olga.ask("GET", f"/api/series/{cup}"))["table"]["accepted"] == []
        await refused(step(dirk, f"/api/series/{cup}", "CloseSeries"), 403)
        club = await club_of(olga)
        await refused(step(olga, f"/api/clubs/{club}", "HoldTournament", tournament=theirs), 403)
        await refused(dirk.ask("POST", "/api/series", {"name": "Ours", "club": club}), 403)
        await refused(step(olga, f"/api/clubs/{club}", "KeepSeries", series=cup), 404)

    serving(tmp_path, test)


def test_an_evening_of_swiss_rounds_gives_the_series_its_points_and_is_read_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test(here: Served) -> None:
        olga = await registered(here, "Olga")
        club = await club_of(olga)
        own = {"by_place": [9000, 4000], "per_win": 500, "tie_breaks": ["matches_won"]}
        cup = (await olga.ask("POST", "/api/series", {"name": "Cup", "scheme": own, "club": club}))["id"]
        owner = [one["id"] for one in (await olga.ask("GET", f"/api/clubs/{club}"))["members"]]
        night = {"name": "Tuesday", "preset": "USBGF Open", "form": "swiss", "points": 3, "rounds": 2}
        asked = {"members": owner, "newcomers": ["Mia", "Walter", "Xenia"], "night": night}
        begun = (await olga.ask("POST", f"/api/clubs/{club}/nights", asked))["tournament"]
        commands = f"/api/tournaments/{begun}/commands"
        for number in (1, 2):
            matches = await olga.ask("GET", f"/api/tournaments/{begun}/pairings")
            assert [match["round"] for match in matches] == [number, number]
            for match in matches:
                winner = min(match["entrants"])  # so that one of them wins twice
                posted = {"contest": "night", "pairing": match["pairing"], "winner": winner, "score": [3, 1]}
                await olga.ask("POST", commands, {"command": {"type": "PostResult", **posted}})
            if number == 1:
                await olga.ask("POST", commands, {"command": {"type": "PairRound", "contest": "night"}})
        table = (await olga.ask("GET", f"/api/series/{cup}"))["table"]
        assert table["events"][0]["complete"]
        best, *others = table["rows"]
        assert (best["name"], best["won"], best["points"]) == ("Mia", 2, 9000 + 2 * 500)
        assert sum(row["points"] for row in table["rows"]) == 9000 + 4000 + 4 * 500
        assert {row["name"] for row in others} == {"Olga", "Walter", "Xenia"}
        scheme = {"by_place": [1000], "per_entry": 100}
        await step(olga, f"/api/series/{cup}", "ChangeSeries", name="Spring Cup", scheme=scheme)
        changed = (await olga.ask("GET", f"/api/series/{cup}"))["table"]
        assert (changed["name"], changed["rows"][0]["points"]) == ("Spring Cup", 1100)
        assert (await olga.ask("GET", f"/api/clubs/{club}"))["night_series"] == [cup]
        await step(olga, f"/api/clubs/{club}", "KeepSeries", series=cup, nights=False)
        assert (await olga.ask("GET", f"/api/clubs/{club}"))["night_series"] == []

    serving(tmp_path, test)
    run = runner("clubs", capsys, monkeypatch)
    database = f"sqlite:///{next(tmp_path.glob('*.db'))}"
    assert "Corner House, Graz (4 members)" in run("list", "--db", database)
    assert json.loads(run("show", "corner-house", "--db", database, "--json"))["series"] == {"cup": False}
    assert "tournament  " in run("show", "corner-house", "--db", database)
    people = json.loads(run("members", "corner-house", "--db", database, "--json"))
    assert [(one["name"], one.get("role", "member")) for one in people][:2] == [("Mia", "member"), ("Olga", "owner")]
    assert "by name alone" in run("members", "corner-house", "--db", database)
    assert "Olga, Mia, Walter, Xenia" in run("nights", "corner-house", "--db", database)
    run("show", "nothing", "--db", database, status=2)
