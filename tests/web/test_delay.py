"""A spectator behind a delay learns nothing sooner, by whichever address a match is read."""

import asyncio
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from barpoint.client import Server, play_match
from barpoint.match.events import DiceRolled, OpeningRolled
from barpoint.service.play.match_export import EXPORT_FORMATS
from tests.rights.asking import app_routes
from tests.service.server import FakeClock
from tests.web.members import serving
from tests.web.server_process import QuickBot, Served
from tests.web.test_match_extras import paired, sat


def addresses(match: str) -> list[str]:
    """Everything of a match that is read over HTTP, from the app's own table."""

    of_a_match = [route for route in app_routes() if route.startswith("GET /api/matches/{}")]
    paths = sorted(route.removeprefix("GET ") for route in of_a_match)
    assert len(paths) > 7
    return [path.replace("{}", match, 1).replace("{}", form) for path in paths for form in EXPORT_FORMATS]


def body(server: Server, path: str) -> Any:
    """The status and what is said, but for the moment it is said at."""
    connection = HTTPConnection(urlsplit(server.url).netloc)
    connection.request("GET", path, headers={"cookie": f"barpoint={server.token}"})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    try:
        read = msgspec.json.decode(data)
    except msgspec.DecodeError:
        read = data
    if isinstance(read, dict):
        read.pop("at", None)
        for side in ("white", "black"):  # who is here is no play
            if isinstance(read.get(side), dict):
                read[side] = read[side] | {"here": None, "away_left": None}
    return answer.status, read


@pytest.mark.clause("ibf:18.2a")
def test_no_address_of_a_match_tells_a_spectator_behind_a_delay_what_was_played_since(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, delay=900, chat="free")
        spectators, paths = (await Server.guest(here.url, "Eve"), Server(here.url)), addresses(match)

        async def read() -> dict[tuple[str, str], Any]:
            return {(who.token, path): await asyncio.to_thread(body, who, path) for path in paths for who in spectators}

        before = await read()
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        after = await read()
        assert [path for (who, path), answer in after.items() if answer != before[who, path]] == []
        assert (await anna.dice(match)).verdict().proven

    serving(tmp_path, test)


def test_the_dice_are_shown_with_the_game_they_belong_to(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, delay=900)
        eve = await Server.guest(here.url, "Eve")
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        clock = FakeClock(here.house.clock.now() + 899_000)
        here.house.play.now = clock.now
        while True:
            seen = await eve.dice(match)
            verdict = seen.verdict()
            assert verdict.honest, verdict
            if len(seen.log) == len(await anna.log(match)):
                break
            rolls = sum(isinstance(event, OpeningRolled | DiceRolled) for event in seen.log)
            assert verdict.proven == rolls, "every roll comes with its links, and not one link more"
            clock.pass_(0.05)
        assert verdict.proven

    serving(tmp_path, test)
