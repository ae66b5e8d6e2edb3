"""A live Doubles match and a match recorded by a table device, followed into the ladder as docs/ratings.md says."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from barpoint.client import play_match
from barpoint.rating import MatchRated, rebuild
from tests.web.members import registered, serving
from tests.web.people.test_ratings import account
from tests.web.server_process import PATIENCE, QuickBot, Served
from tests.web.tournaments.test_table_device import DOUBLED_OUT, RESIGNED, begun_to_three, entries


def test_a_live_doubles_match_moves_all_four_in_a_pool_of_pairs(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        people = [await registered(here, name) for name in ("Anna", "Ben", "Cem", "Dot")]
        challenge = await people[0].challenge(preset="USBGF Doubles", points=1, rated=True)
        match = ""
        for other in people[1:]:
            match = await other.accept(challenge)
        async with AsyncExitStack() as lines, asyncio.timeout(PATIENCE):
            tables = [await (await lines.enter_async_context(one.connect())).sit(match) for one in people]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in tables[:2]))
        verdict = await here.house.ratings.verdict(match)
        assert verdict is not None
        assert verdict.match is not None
        assert {*verdict.match.winner, *verdict.match.loser} == {await account(one) for one in people}
        assert (len(verdict.match.winner), len(verdict.match.loser)) == (2, 2)
        answer = await people[0].ask("GET", f"/api/ratings/changes?match={match}")
        assert answer["counts"]
        assert {change["pool"].split("/")[-1] for change in answer["changes"]} == {"doubles"}
        built = {change.player: change.after.rating for change in rebuild([verdict.match]).changes}
        assert {change["player"]: change["after"] for change in answer["changes"]} == built
        pool = answer["changes"][0]["pool"]
        ladder = (await people[0].ask("GET", f"/api/ladder?pool={pool}"))["rows"]
        assert sorted(row["place"] for row in ladder) == [1, 1, 3, 3], "partners of equal rating move alike"

    serving(tmp_path, test)


def test_a_match_of_a_table_device_counts_once_its_result_is_posted_and_both_have_accounts(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await begun_to_three(here)
        white, black = (await home.get(path))["entrants"]
        kept = await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT, DOUBLED_OUT, RESIGNED))
        assert (kept["phase"], kept["score"]) == ("over", [0, 3])
        pairing = path.rpartition("/")[2]
        id = f"{ann.tournament}/open/{pairing}"
        assert await here.house.ratings.verdict(id) is None, "the record alone is no result"
        await ann.do("PostResult", contest="open", pairing=pairing, winner=black, score=[3, 0])
        verdict = await here.house.ratings.verdict(id)
        assert verdict is not None
        assert (verdict.counts, verdict.why) == (False, "no_account")
        players = {one: await registered(here, name) for one, name in ((white, "Wim"), (black, "Bea"))}
        for person, server in players.items():
            await here.house.links.join(ann.tournament, person, await account(server))
        answer: Any = await players[black].ask("GET", f"/api/ratings/changes?match={id}")
        assert answer["counts"]
        winner, loser = await account(players[black]), await account(players[white])
        rated = MatchRated(id=id, at=5, winner=(winner,), loser=(loser,), length=3)
        built = {change.player: change.after.rating for change in rebuild([rated]).changes}
        assert {change["player"]: change["after"] for change in answer["changes"]} == built
        assert {change["pool"].split("/")[0] for change in answer["changes"]} == {"sprintgammon"}
        await ann.do("VoidResult", contest="open", pairing=pairing, reason="a wrong sheet")
        assert not (await players[black].ask("GET", f"/api/ratings/changes?match={id}")).get("rated", False)
        assert await here.house.ratings.ratings_of((winner, loser)) == []

    serving(tmp_path, test)
