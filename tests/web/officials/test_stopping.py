"""An official stops a match unasked: clocks stand, play waits, the record says who and why."""

from contextlib import AsyncExitStack
from pathlib import Path

from barpoint.client import RemoteMatch
from barpoint.match import events as e
from barpoint.wire import messages as m
from barpoint.wire.wishes import CallDirectorWish, OpeningWish
from tests.web.boards import on_a_board
from tests.web.members import (
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.test_match_extras import paired, sat
from tests.web.tournaments.remote_director import drawn
from tests.web.tournaments.test_api import first_match


async def begun(*tables: RemoteMatch) -> None:
    """Both sides are ready and the opening roll is thrown."""
    for table in tables:
        await table.do(OpeningWish())
    while tables[0].present_view.clock is None or tables[0].present_view.clock.running is None:
        await tables[0].wait_change()


def test_a_match_stopped_by_an_official_stands_still_until_it_is_released(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, preset="IBF Blitz")
        dora, eve = await staffed(here), await registered(here, "Eve")
        path = f"/api/matches/{match}/stop"
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await begun(a, b)
            for nobody in (anna, eve):
                await refused(nobody.ask("POST", path, {"reason": "mine"}), 403)
            stopped = await dora.ask("POST", path, {"reason": "A spectator speaks."})
            assert stopped["raised"]["kind"] == "stop"
            assert "director_called" in await refused(dora.ask("POST", path, {}), 409)
            while b.present_view.stopped_by != "official":
                await b.wait_change()
            assert b.present_view.clock is not None
            assert b.present_view.clock.paused == "ruling"
            assert isinstance(await a.do(CallDirectorWish()), m.Refused)
            (waiting,) = await dora.ask("GET", "/api/inquiries")
            await dora.ask("POST", f"/api/inquiries/{waiting['id']}/settle", {"answer": "She has left."})
            while b.present_view.stopped_by:
                await b.wait_change()
            assert b.present_view.clock.paused == ""
        record = [e.decode(line) for line in await anna.log(match)]
        named = [(event.by, event.reason) for event in record if isinstance(event, e.MatchStopped | e.MatchReleased)]
        assert named == [("Dora", "A spectator speaks."), ("Dora", "She has left.")]

    serving(tmp_path, test)


def test_an_official_who_plays_stops_nothing_of_their_own(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora, anna = await staffed(here), await registered(here, "Anna")
        match = await dora.accept(await anna.challenge(points=1))
        assert "official_plays_the_match" in await refused(dora.ask("POST", f"/api/matches/{match}/stop", {}), 409)
        await refused(dora.ask("POST", "/api/matches/NONE/stop", {}), 404)

    serving(tmp_path, test)


def test_a_match_the_desk_suspends_is_stopped_where_it_is_played(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        pairing = {"contest": "open", "pairing": (await first_match(ann))["pairing"]}
        await ann.do("BeginMatch", **pairing)
        anna, ben, match = await on_a_board(here, ann.tournament, **pairing)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await begun(a, b)
            await ann.do("SuspendMatch", **pairing, reason="The lights are out.")
            while a.present_view.stopped_by != "official":
                await a.wait_change()
            assert a.present_view.clock is not None
            assert a.present_view.clock.paused == "ruling"
            await ann.do("ResumeMatch", **pairing)
            while a.present_view.stopped_by:
                await a.wait_change()
        record = [e.decode(line) for line in await anna.log(match)]
        stopped = next(event for event in record if isinstance(event, e.MatchStopped))
        assert (stopped.by, stopped.reason) == (ann.person, "The lights are out.")

    serving(tmp_path, test)
