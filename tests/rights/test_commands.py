"""Every command of a tournament x every actor: the rows of commands.txt, sent over real HTTP."""

import asyncio
import json
from pathlib import Path

import pytest

from barpoint.tournament import commands as c
from tests.rights.actors import ACTORS
from tests.rights.asking import fill, send
from tests.rights.cells import difference, gaps, judge, leaks, letter_of
from tests.rights.table import GRANTED, read_table
from tests.rights.world import HERE, World, copied

ROWS = read_table("commands")


def test_every_command_has_its_row() -> None:
    missing = gaps((row.asked.split()[0] for row in ROWS), (kind.__name__ for kind in c.AnyCommand.__args__))
    assert not missing, "\n".join(missing) + "\nwho may ask for it? Add a line to tests/rights/commands.txt"


@pytest.mark.parametrize("actor", ACTORS)
def test_nobody_commands_what_is_not_theirs(world: World, reading: str, tmp_path: Path, actor: str) -> None:
    def ask(url: str, asked: str, expected: str) -> list[str]:
        kind, fields = fill(asked, world.names_of(actor)).split(maxsplit=1)
        body = json.dumps({"command": {"type": kind, **json.loads(fields)}})
        answer = send(url, world.actors[actor], "POST", f"/api/tournaments/{HERE}/commands", body)
        letter = letter_of(answer)
        judged = "+" if letter == "r" else letter
        return difference(asked, actor, expected, judged, answer) + leaks(world, actor, body, answer.body.decode())

    def ask_all(url: str) -> list[list[str]]:
        return [ask(url, row.asked, row.letter(actor)) for row in ROWS]

    async def apart() -> list[list[str]]:
        async with copied(world, tmp_path) as here:
            return await asyncio.to_thread(ask_all, here.url)

    granted = any(row.letter(actor) == GRANTED for row in ROWS)
    judge(asyncio.run(apart()) if granted else ask_all(reading))
