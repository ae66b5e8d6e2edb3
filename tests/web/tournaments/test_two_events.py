"""Two people who meet in two events at once: the views behind pairings and hall screen show both matches."""

import asyncio
from pathlib import Path

import msgspec

from barpoint.tournament import commands as c
from barpoint.tournament.desk import desk_overview
from barpoint.tournament.views import draw_sheet, participant_view
from tests.tournament.director import drawn, people, swiss
from tests.web.server_process import served
from tests.web.tournaments.remote_director import begun


def test_both_matches_are_shown() -> None:
    hall = drawn(swiss(name="novice"), 2)
    hall.do(c.AddContest, settings=swiss(name="open"))
    hall.do(c.PublishContest, contest="open")
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(2)))
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.PairRound, contest="open")
    desk = desk_overview(hall.state, hall.now)
    met = [(match.contest, {side.name for side in match.sides}) for match in (*desk.playing, *desk.next)]
    assert sorted(contest for contest, _ in met) == ["novice", "open"]
    assert met[0][1] == met[1][1], "the same two"
    assert msgspec.json.encode(desk)
    assert msgspec.json.encode(participant_view(hall.state, "p00", hall.now))
    assert all(msgspec.json.encode(draw_sheet(hall.state, contest)) for contest in hall.state.contests.values())


def test_both_matches_are_in_every_answer(tmp_path: Path) -> None:
    """The pages of the hall ask for these."""

    async def run() -> None:
        async with served(f"sqlite:///{tmp_path}/club.db") as here:
            director = await begun(here)
            entries = [[msgspec.to_builtins(player)] for player in people(2)]
            for event in ("novice", "open"):
                await director.add(swiss(name=event))
                await director.do("ImportEntrants", contest=event, entries=entries)
                await director.do("MakeDraw", contest=event)
                await director.do("PairRound", contest=event)
            [first, second] = await director.get("/pairings")
            assert {first["contest"], second["contest"]} == {"novice", "open"}
            assert {first["home"], first["away"]} == {second["home"], second["away"]} == {"P 0", "P 1"}
            for match in (first, second):
                await director.do("CallMatch", contest=match["contest"], pairing=match["pairing"])
            player = await director.as_("p00")
            for path in ("", "/live", "/standings", "/results", "/draws/open", "/draws/novice"):
                assert await player.get(path) is not None
            assert len((await player.get("/me"))["matches"]) == 2
            desk = await director.get("/desk")
            assert sorted(match["contest"] for match in (*desk["playing"], *desk["next"])) == ["novice", "open"]

    asyncio.run(run())
