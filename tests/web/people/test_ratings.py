"""Ratings as people meet them: a rated match moves both, the ladder shows it, and a rebuild has the same digits."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from barpoint.cli import run as run_command
from barpoint.client import Server, play_match
from barpoint.rating import RATING_SYSTEMS, MatchRated, explain, rebuild
from barpoint.service.play.terms import Terms
from tests.web.members import refused, registered, serving, staffed
from tests.web.server_process import PATIENCE, QuickBot, Served


async def played(anna: Server, ben: Server, **terms: Any) -> str:
    """A rated match to its end: its id."""
    match = await ben.accept(await anna.challenge(**{"rated": True, "points": 1, **terms}))
    async with anna.connect() as a, ben.connect() as b, asyncio.timeout(PATIENCE):
        tables = [await line.sit(match) for line in (a, b)]
        await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
    return match


async def account(server: Server) -> str:
    found: str = (await server.ask("GET", "/api/me"))["account"]
    return found


def changed(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["barpoint", "ratings", *arguments])
    with pytest.raises(SystemExit) as ended:
        run_command()
    return int(ended.value.code or 0)


def test_a_rated_match_moves_both_ratings_by_the_formula_and_a_rebuild_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ids: list[str] = []

    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        match = await played(anna, ben)
        ids.append(match)
        answer = await anna.ask("GET", f"/api/ratings/changes?match={match}")
        assert answer["rated"]
        assert answer["counts"]
        assert [change["system"] for change in answer["changes"]] == ["fibs", "fibs"]
        both = {await account(anna): "Anna", await account(ben): "Ben"}
        assert {change["player"]: change["name"] for change in answer["changes"]} == both
        winner = max(answer["changes"], key=lambda change: change["after"])
        loser = min(answer["changes"], key=lambda change: change["after"])
        log = [MatchRated(id=match, at=5, winner=(winner["player"],), loser=(loser["player"],), length=1)]
        built = rebuild(log)
        assert (
            [change.after.rating for change in built.changes] == [winner["after"], loser["after"]] == [1510.0, 1490.0]
        )
        assert winner["arithmetic"][2:] == list(explain(built.changes[0], built.ladder.system))[2:]
        assert match not in str(winner["arithmetic"])
        assert winner["arithmetic"][1].startswith(f"{winner['name']} – {loser['name']}, 20")

        page = await Server(here.url).ask("GET", "/api/ladder?pool=backgammon/untimed")
        assert [(row["place"], row["name"], row["rating"]["rating"]) for row in page["rows"]] == [
            (1, winner["name"], 1510.0),
            (2, loser["name"], 1490.0),
        ]
        assert (page["total"], page["system"], page["rows"][0]["provisional"]) == (2, "fibs", True)
        rule = await Server(here.url).ask("GET", "/api/ratings")
        assert rule["pools"] == {"fibs": {"backgammon/untimed": 2}}
        assert {"kind": "guest", "rated": False, "why": "a guest played it, and a guest has no rating"} in rule["rule"][
            "endings"
        ]
        mine = await Server(here.url).ask("GET", f"/api/players/{winner['player']}/ratings")
        at = mine["changes"][0]["at"]
        assert mine["pools"][0]["points"] == [[at, 1500.0, 0.0], [at, 1510.0, 0.0]]
        assert mine["opponents"] == [{"about": loser["name"], "won": 1, "lost": 0, "account": loser["player"]}]
        assert mine["lengths"] == [{"about": "1", "won": 1, "lost": 0}]
        lines = (await anna._read(f"/api/players/{loser['player']}/ratings/csv")).decode().splitlines()
        assert lines[1].endswith(f"backgammon/untimed,{winner['name']},1,0,1500.000000,1490.000000,-10.000000")
        badge = (await anna._read(f"/api/players/{winner['player']}/badge")).decode()
        assert f"{winner['name']}: 1510?" in badge

    serving(tmp_path, test)
    database = next(tmp_path.glob("*.db"))
    assert changed(monkeypatch, "rebuild", "--db", str(database), "--check", "--json") == 0
    ladder = json.loads(capsys.readouterr().out)["pools"]["backgammon/untimed"]
    assert [(row["name"] in ("Anna", "Ben"), row["rating"]) for row in ladder] == [(True, 1510.0), (True, 1490.0)]
    assert changed(monkeypatch, "explain", "-", ids[0], "--db", str(database)) == 0
    out = capsys.readouterr().out
    assert "4 × 5.00 × 1.0000 × 0.5000 = +10.00" in out
    assert "Anna (backgammon/untimed)" in out
    assert ids[0] not in out
    assert "Anna – Ben" in out or "Ben – Anna" in out


def test_several_systems_side_by_side_are_those_of_a_rebuild_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BARPOINT_RATINGS", ",".join(RATING_SYSTEMS))
    live: dict[str, list[tuple[float, ...]]] = {}

    async def test(here: Served) -> None:
        anna, ben, dora = await registered(here, "Anna"), await registered(here, "Ben"), await staffed(here)
        matches = [await played(anna, ben) for _ in range(3)]
        await dora.ask("POST", f"/api/matches/{matches[1]}/rating", {"reason": "both are one"})
        for system in RATING_SYSTEMS:
            page = await anna.ask("GET", f"/api/ladder?pool=backgammon/untimed&system={system}")
            live[system] = [numbers(row["rating"]) for row in page["rows"]]

    serving(tmp_path, test)
    database = str(next(tmp_path.glob("*.db")))
    for system, rows in live.items():
        assert changed(monkeypatch, "rebuild", "--db", database, "--system", system, "--check", "--json") == 0
        ladder = json.loads(capsys.readouterr().out)["pools"]["backgammon/untimed"]
        assert [numbers(row) for row in ladder] == rows
    assert len({rows[0] for rows in live.values()}) == len(RATING_SYSTEMS)


def numbers(rating: dict[str, Any]) -> tuple[float, ...]:
    """All that tells systems apart: after matches that follow at once the two forms of Glicko have one rating."""
    return tuple(rating[name] for name in ("rating", "deviation", "volatility") if rating.get(name) is not None)


def test_a_guest_changes_nobodys_rating_and_hears_why(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await Server.guest(here.url, "Ben")
        match = await played(anna, ben)
        answer = await ben.ask("GET", f"/api/ratings/changes?match={match}")
        assert answer == {
            "match": match,
            "rated": True,
            "kind": "guest",
            "why": "a guest played it, and a guest has no rating",
        }
        await registered(here, "Benjamin", ben)
        assert (await ben.ask("GET", f"/api/ratings/changes?match={match}")).get("counts") is None, (
            "then it was a guest"
        )
        casual = await played(anna, ben, rated=False)
        assert await ben.ask("GET", f"/api/ratings/changes?match={casual}") == {"match": casual}

    serving(tmp_path, test)


def test_an_official_takes_a_match_out_and_everything_after_it_is_rated_again(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, dora = await registered(here, "Anna"), await registered(here, "Ben"), await staffed(here)
        first = await played(anna, ben)
        second = await played(anna, ben)
        before = await anna.ask("GET", f"/api/ratings/changes?match={second}")
        assert {change["before"] for change in before["changes"]} == {1510.0, 1490.0}
        await refused(anna.ask("POST", f"/api/matches/{first}/rating", {"reason": "x"}), 403)
        out = await dora.ask("POST", f"/api/matches/{first}/rating", {"reason": "both are one"})
        assert out == {"match": first, "rated": True, "kind": "director_marked", "why": "both are one"}
        whole = (await anna.ask("GET", f"/api/players/{await account(anna)}/ratings"))["changes"]
        assert [change["match"] for change in whole] == [second], "the first counts no more"
        after = await anna.ask("GET", f"/api/ratings/changes?match={second}")
        assert {change["before"] for change in after["changes"]} == {1500.0}
        back = await dora.ask("POST", f"/api/matches/{first}/rating", {})
        assert back["counts"]
        assert await anna.ask("GET", f"/api/ratings/changes?match={second}") == before
        ratings = f"/api/players/{await account(anna)}/ratings"
        assert [change["match"] for change in (await anna.ask("GET", ratings))["changes"]] == [second, first]
        rest = await anna.ask("GET", f"{ratings}?first=1&count=1")
        assert ([change["match"] for change in rest["changes"]], rest["total"]) == ([first], 2)
        own = await played(anna, dora)
        assert "official" in await refused(dora.ask("POST", f"/api/matches/{own}/rating", {"reason": "x"}), 409)
        going = await ben.accept(await anna.challenge(points=1, rated=True))
        assert "rated match that is over" in await refused(
            dora.ask("POST", f"/api/matches/{going}/rating", {"reason": "x"}), 400
        )

    serving(tmp_path, test)


def test_what_no_system_and_no_pool_is_called_is_malformed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        stranger = Server(here.url)
        assert "expected a pool such as" in await refused(stranger.ask("GET", "/api/ladder?pool=chess"), 400)
        assert "this server rates by fibs" in await refused(stranger.ask("GET", "/api/ladder?system=elo"), 400)
        assert (await stranger.ask("GET", "/api/ladder"))["rows"] == []
        assert await stranger.ask("GET", "/api/ratings/changes?match=NONE") == {"match": "NONE"}
        assert Terms().rated is False

    serving(tmp_path, test)
