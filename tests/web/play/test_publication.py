"""What of a match others see: the organiser's choice, a player's request, and the end of the match."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from barpoint.client import Server, play_match
from tests.web.members import refused, serving, staffed
from tests.web.server_process import QuickBot, Served
from tests.web.test_match_extras import paired, sat


async def finish(anna: Server, ben: Server, match: str) -> None:
    async with AsyncExitStack() as lines:
        tables = [(await sat(lines, who, match))[0] for who in (anna, ben)]
        await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))


@pytest.mark.clause("ibf:18.1b", "ibf:18.2b", "ibf:18.4")
def test_an_official_takes_a_match_off_the_air_and_puts_it_back(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await paired(here, preset="IBF Backgammon", points=1)
        eve, judge = await Server.guest(here.url, "Eve"), await staffed(here, "Jo")
        path = f"/api/matches/{match}"
        assert "off_air" not in await eve.ask("GET", path)
        for live in (False, True):
            order = {"order": "broadcast", "live": live, "reason": "the chief arbiter"}
            await judge.ask("POST", f"{path}/orders", order)
            if live:
                await eve.ask("GET", path)
            else:
                await refused(eve.ask("GET", path), 403)
                assert (await anna.ask("GET", path))["off_air"]
                assert await judge.ask("GET", path)

    serving(tmp_path, test)


@pytest.mark.clause("guide:3.1d", "guide:3.1c")
def test_a_players_request_closes_the_record_to_all_but_sides_and_officials(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="Club (2014 guide)", points=1)
        eve, judge, path = await Server.guest(here.url, "Eve"), await staffed(here, "Jo"), f"/api/matches/{match}"
        await refused(eve.ask("PUT", f"{path}/publication", {"closed": True}), 403)
        await ben.ask("PUT", f"{path}/publication", {"closed": True})
        assert (await anna.ask("GET", path))["closed_by"] == ["black"]
        await finish(anna, ben, match)
        await refused(eve._read(f"{path}/export/mat"), 403)
        assert await anna._read(f"{path}/export/mat")
        assert await judge._read(f"{path}/export/mat")
        await ben.ask("PUT", f"{path}/publication", {"closed": False})
        assert await eve._read(f"{path}/export/mat")

    serving(tmp_path, test)


@pytest.mark.clause("guide:1.3.5b")
def test_under_the_guide_a_watchers_copy_waits_for_both_or_for_the_end(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="Club (2014 guide)", points=1)
        eve, path = await Server.guest(here.url, "Eve"), f"/api/matches/{match}"
        for person in (anna, ben):
            assert "copies_wait" in await refused(eve._read(f"{path}/export/mat"), 409)
            await person.ask("PUT", f"{path}/publication", {"copies": True})
        assert await eve._read(f"{path}/export/mat")
        await anna.ask("PUT", f"{path}/publication", {"copies": False})
        await refused(eve._read(f"{path}/export/mat"), 409)
        await finish(anna, ben, match)
        assert await eve._read(f"{path}/export/mat")

    serving(tmp_path, test)


@pytest.mark.clause("bws:3.9")
def test_in_the_world_series_a_request_not_to_be_shown_is_refused(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await paired(here, preset="BWS", points=1)
        asking = anna.ask("PUT", f"/api/matches/{match}/publication", {"closed": True})
        assert "record_stays_open" in await refused(asking, 409)

    serving(tmp_path, test)
