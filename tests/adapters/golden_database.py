"""Writes the database a release leaves: `python -m tests.adapters.golden_database RELEASE`, once, when it is made.

A small server is played on, and what it answers is written beside its database; `test_earlier_databases` asks the code
of later days the same. What clients kept of dice that are still being thrown goes with it, as it lies on their disks.
"""

import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from barpoint.board import legal_plays
from barpoint.client import Server, play_match
from barpoint.wire.messages import Say
from barpoint.wire.wishes import OpeningWish, PlayWish
from tests.adapters.test_earlier_databases import FOLDER
from tests.web.members import PASSWORD, registered, staffed
from tests.web.server_process import QuickBot, Served, served
from tests.web.tournaments.test_table_device import OPENING, seated


async def play_over(lines: AsyncExitStack, anna: Server, ben: Server) -> str:
    """A match that is over, with a word said in it."""
    match = await ben.accept(await anna.challenge(points=1))
    lines_of = [await lines.enter_async_context(who.connect()) for who in (anna, ben)]
    tables = [await line.sit(match) for line in lines_of]
    said = Say(id="first", match=match, text="Good luck!")
    await lines_of[0].ask(said)
    await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
    return match


async def begin(lines: AsyncExitStack, anna: Server, ben: Server) -> str:
    """A rated match in which one turn has been played."""
    match = await ben.accept(await anna.challenge(points=3, rated=True))
    tables = [await (await lines.enter_async_context(who.connect())).sit(match) for who in (anna, ben)]
    for table in tables:
        await table.wait_known()
        await table.do(OpeningWish())
    while not any(table.present_view.open.play for table in tables):
        await asyncio.sleep(0.01)
    mover = next(table for table in tables if table.present_view.open.play)
    game, side = (await mover.state()).game, mover.side
    assert game is not None
    assert game.roll is not None
    assert side is not None
    play = legal_plays(game.view_for(side), game.roll)[0]
    await mover.do(PlayWish(hops=play.hops))
    return match


async def answers(here: Served, folder: Path) -> dict[str, Any]:
    """What there is, and what is answered about it."""
    anna, ben, dora = await registered(here, "Anna"), await registered(here, "Ben"), await staffed(here)
    gus = await Server.guest(here.url, "Gus")
    anna.folder, ben.folder = folder / "Anna", folder / "Ben"
    async with AsyncExitStack() as lines:
        over, going = await play_over(lines, anna, ben), await begin(lines, anna, ben)
    challenge = await anna.challenge(points=5)
    await gus.ask("POST", f"/api/matches/{going}/report", {"about": "A word from the rail."})
    inquiry = (await dora.ask("GET", "/api/inquiries"))[0]["id"]
    await dora.ask("POST", f"/api/inquiries/{inquiry}/take")
    case = (await dora.ask("POST", f"/api/inquiries/{inquiry}/case", {"kind": "illegal_play"}))["id"]
    director, player, path = await seated(here)
    await director.do("BeginMatch", contest="open", pairing=path.rpartition("/")[2])
    await player.ask("POST", f"{path}/record", {"entries": OPENING})
    people = {"Anna": anna, "Ben": ben, "Dora": dora, "Gus": gus}
    return {
        "at": here.house.clock.now(),
        "password": PASSWORD,
        "tokens": {name: server.token for name, server in people.items()},
        "me": {name: await server.ask("GET", "/api/me") for name, server in people.items()},
        "over": over,
        "going": going,
        "challenge": challenge,
        "inquiry": inquiry,
        "case": case,
        "logs": {match: [line.decode() for line in await anna.log(match)] for match in (over, going)},
        "views": {match: await anna.ask("GET", f"/api/matches/{match}") for match in (over, going)},
        "dice": await anna.ask("GET", f"/api/matches/{over}/dice/check"),
        "chat": await anna.ask("GET", f"/api/matches/{over}/chat"),
        "inquiries": await dora.ask("GET", "/api/inquiries"),
        "case_view": await dora.ask("GET", f"/api/cases/{case}"),
        "kept": {name: json.loads((folder / name / f"{going}.dice.json").read_text()) for name in ("Anna", "Ben")},
        "tournament": {
            "id": director.tournament,
            "links": {"director": director.token, "player": player.token},
            "log": await director.get("/log"),
            "desk": await director.get("/desk"),
            "table": await player.get(path),
            "path": path,
        },
    }


async def write(release: str) -> None:
    """Play, ask, and put both files into their place; a release that is there already is left alone."""
    database, said = FOLDER / f"{release}.sqlite", FOLDER / f"{release}.json"
    if database.exists():
        raise SystemExit(f"{database} is there already, and is never written anew")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "server.db"
        async with served(str(made)) as here:
            kept = await answers(here, Path(folder))
        with sqlite3.connect(made) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
        shutil.copy(made, database)
        said.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
