"""Positions and files are studied over HTTP; what stands in a match by correspondence is not."""

import asyncio
import json
import urllib.error
import urllib.parse
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import Roll, legal_plays, pos
from barpoint.client import Server
from barpoint.notation import write_play
from barpoint.wire.wishes import PlayWish
from tests.web.live.test_socket import opened
from tests.web.members import refused, serving
from tests.web.server_process import Served
from tests.web.test_match_extras import paired, sat

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
MATCH = b""" 1 point match

 Game 1
 Anna : 0                         Ben : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
  2) 65: 24/18 18/13
"""


async def sent(server: Server, path: str, data: bytes) -> Any:
    """A file as the body of a request."""
    headers = {"content-type": "application/octet-stream", **server.cookie}

    def ask() -> bytes:
        with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers)) as answer:  # noqa: S310
            read: bytes = answer.read()
            return read

    body = await asyncio.to_thread(ask)
    return json.loads(body) if body[:1] in b"{[" else body


def test_a_position_is_read_studied_and_rolled_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_DATA", str(tmp_path))

    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        seen = await anna.ask("POST", "/api/study/position", {"position": OPENING})
        assert seen["roll"] == [3, 1]
        assert seen["tree"]
        copied = OPENING + "   X:Anna   O:Ben  | X O |" * 50  # as it comes out of a field of one line
        assert await anna.ask("POST", "/api/study/position", {"position": copied}) == seen
        long = anna.ask("POST", "/api/study/position", {"position": "x" * 30_000})
        assert "not 30000 letters" in await refused(long, 400)
        plays = (await anna.ask("POST", "/api/study", {"position": OPENING, "plies": 0}))["plays"]
        assert plays[0]["text"] == "8/5 6/5"
        rolled = {"position": OPENING, "wish": "rollout", "plays": [plays[0]["hops"]], "games": 36, "truncate": 1}
        assert (await anna.ask("POST", "/api/study", rolled))["rollout"][0]["games"] == 36
        assert list((tmp_path / "rollouts").glob("*.npz"))
        assert "no legal play" in await refused(anna.ask("POST", "/api/study", {**rolled, "plays": [[[8, 2]]]}), 400)
        around = {"roll": [6, 5], "score": [2, 1], "length": 5, "cube": 2, "cube_owner": "us"}
        asked = urllib.parse.urlencode({"text": "longgammon start", "around": json.dumps(around)})
        picture = await asyncio.to_thread(urllib.request.urlopen, f"{here.url}/api/study/picture?{asked}")
        assert b"<svg" in picture.read()
        assert "expected a position" in await refused(anna.ask("POST", "/api/study", {"position": "?"}), 400)
        worker = here.house.studies._workers[0]
        worker._process.kill()  # type: ignore[attr-defined]  # a process that dies is started again
        again = await anna.ask("POST", "/api/study", {**rolled, "games": 72})
        assert again["rollout"][0]["games"] == 72  # the first 36 were kept

    serving(tmp_path, test)


def test_a_file_is_reviewed_analysed_and_reported(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        review = await sent(anna, "/api/files/review", MATCH)
        assert [review["white"], review["black"], review["own"]] == ["Anna", "Ben", "white"]
        assert (await sent(await Server.guest(here.url, "Ben"), "/api/files/review", MATCH))["own"] == "black"
        progress = await sent(anna, "/api/files/analysis?plies=0", MATCH)
        while progress["state"] in ("waiting", "working"):
            await asyncio.sleep(0.05)
            progress = await anna.ask("GET", f"/api/files/{review['id']}/analysis?plies=0")
        assert progress["state"] == "done"
        report = await sent(anna, "/api/files/report?plies=0", MATCH)
        assert [entry["chosen"] for entry in report["decisions"]] == ["8/5 6/5", "8/4 6/4", "24/13"]
        assert b"<!doctype html>" in await sent(anna, "/api/files/report/html?plies=0", MATCH)
        assert b"A[0][hefe" in await sent(anna, "/api/files/report/sgf?plies=0", MATCH)
        assert (await sent(anna, "/api/files/report/json?plies=0", MATCH)) == report

        # shared, whoever has the link has it: the review, the report, and the comments that are shared with it
        path = f"/api/files/{review['id']}"
        eve = await Server.guest(here.url, "Eve")
        await refused(eve.ask("GET", f"{path}/review"), 404)
        assert (await sent(anna, "/api/files", MATCH))["id"] == review["id"]
        assert (await eve.ask("GET", f"{path}/review"))["pictures"] == review["pictures"]
        assert (await eve.ask("POST", f"{path}/analysis?plies=0", {}))["state"] == "done"
        assert (await eve.ask("GET", f"{path}/analysis/report?plies=0"))["decisions"] == report["decisions"]
        notes = {"notes": [{"version": 4, "star": True, "text": "why not 13/9?"}]}
        await anna.ask("PUT", f"{path}/notes", notes)
        assert await eve.ask("GET", f"{path}/notes") == {"own": {}}
        await anna.ask("PUT", f"{path}/notes", {**notes, "shared": True})
        assert (await anna.ask("GET", f"{path}/notes"))["own"] == {**notes, "shared": True}
        assert (await eve.ask("GET", f"{path}/notes"))["others"] == [{"name": "Anna", **notes}]
        await asyncio.gather(*(who.ask("PUT", f"{path}/notes", {"notes": []}) for who in (anna, eve)))
        assert "others" not in await eve.ask("GET", f"{path}/notes")

    serving(tmp_path, test)


def file_with(roll: Roll) -> bytes:
    """A match whose first roll is this one."""
    first = write_play(legal_plays(pos("start"), roll)[0])
    return f""" 1 point match

 Game 1
 Eva : 0                          Udo : 0
  1) {roll.high}{roll.low}: {first:27}42: 8/4 6/4
""".encode()


async def sent_in_vain(server: Server, path: str, data: bytes) -> str:
    """Why a file is refused."""
    with pytest.raises(urllib.error.HTTPError) as answer:
        await sent(server, path, data)
    assert answer.value.code == 409
    return str(json.load(answer.value)["code"])


def test_the_position_of_a_match_by_correspondence_is_not_studied(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=3, clock={"days": 2})
        eve = await Server.guest(here.url, "Eve")
        async with AsyncExitStack() as lines:
            table = (await sat(lines, anna, match))[0]
            other = (await sat(lines, ben, match))[0]
            mover, _ = await opened(table, other)
            room = await here.house.play.room(match)
            assert room is not None
            assert room.match.game is not None
            assert room.match.game.roll is not None
            question = {"position": str(room.match.game.position), "plies": 0}
            for player in (anna, ben):
                assert "correspondence" in await refused(player.ask("POST", "/api/study", question), 409)
            elsewhere = {"position": "x 6:2 | o 6:2", "plies": 0}
            assert (await anna.ask("POST", "/api/study", elsewhere))["cube"]
            assert (await eve.ask("POST", "/api/study", question))["cube"]

            # nor a file that comes through it, nor what somebody else has had found of such a file
            same = file_with(room.match.game.roll)
            id = (await sent(anna, "/api/files/review", same))["id"]
            while (await sent(eve, "/api/files/analysis", same))["state"] != "done":
                await asyncio.sleep(0.05)
            for path in ("analysis", "report", "report/csv"):
                assert await sent_in_vain(ben, f"/api/files/{path}", same) == "position_in_play"
            assert "correspondence" in await refused(ben.ask("GET", f"/api/files/{id}/analysis"), 409)
            assert await sent(eve, "/api/files/report", same)
            another = file_with(Roll(6, 5) if room.match.game.roll != Roll(6, 5) else Roll(2, 1))
            assert await sent(ben, "/api/files/analysis", another)  # every match begins so, with other dice
            first = legal_plays(pos("start"), room.match.game.roll)[0]
            await mover.do(PlayWish(hops=tuple((hop[0], hop[1]) for hop in first.hops)))
            assert await sent_in_vain(ben, "/api/files/analysis", same) == "position_in_play"

    serving(tmp_path, test)


def test_who_may_study_is_the_operators_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_ANALYSIS", "registered")

    async def test(here: Served) -> None:
        guest = await Server.guest(here.url, "Anna")
        assert "not open" in await refused(guest.ask("POST", "/api/study", {"position": "start", "plies": 0}), 409)

    serving(tmp_path, test)
