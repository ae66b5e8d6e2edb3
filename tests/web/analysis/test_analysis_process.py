"""A finished match is analysed by a process of its own, step by step, while others play."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from barpoint.client import Server, play_match
from barpoint.wire.wishes import LeaveWish
from tests.web.members import refused
from tests.web.server_process import (
    QuickBot,
    Served,
    served,
)
from tests.web.test_match_extras import paired, sat


async def finished(here: Served) -> tuple[Server, str]:
    anna, ben, match = await paired(here, points=1, discipline="sprintgammon")
    async with AsyncExitStack() as lines:
        tables = [(await sat(lines, who, match))[0] for who in (anna, ben)]
        await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
    return anna, match


def test_an_analysis_is_asked_for_followed_and_kept(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, match = await finished(here)
        room = await here.house.play.room(match)
        assert room is not None
        own = room.seat_of((await anna.ask("GET", "/api/me"))["account"])
        assert own is not None
        assert (await anna.ask("GET", f"/api/matches/{match}/review"))["own"] == own[0]
        assert (await Server(here.url).ask("GET", f"/api/matches/{match}/review"))["own"] is None
        path = f"/api/matches/{match}/analysis?plies=0"
        assert (await anna.ask("GET", path))["state"] == "none"
        await refused(Server(here.url).ask("POST", path, {}), 401)
        seen = await anna.ask("POST", path, {})
        states = [seen["state"]]
        while seen["state"] not in ("done", "failed"):
            await asyncio.sleep(0.05)
            seen = await Server(here.url).ask("GET", path)
            states.append(seen["state"])
            if seen["state"] == "working":
                assert seen.get("done", 0) <= seen.get("total", 0)
        assert states[-1] == "done"
        assert "waiting" in states or "working" in states
        assert {one["side"] for one in seen["analysis"]["players"]} == {"white", "black"}
        assert (await anna.ask("POST", path, {}))["state"] == "done"
        assert here.house.analyses.finished == 1

        _, ben, left = await paired(here, points=1)
        async with ben.connect() as line:
            await (await line.sit(left)).do(LeaveWish())
        await refused(ben.ask("POST", f"/api/matches/{left}/analysis", {}), 404)  # nothing was rolled in it

    async def run() -> None:  # an engine that has still to be compiled takes its time
        async with served(f"sqlite:///{tmp_path}/matches.db") as here, asyncio.timeout(300):
            await test(here)

    asyncio.run(run())
