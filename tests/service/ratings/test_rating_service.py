"""The ladder follows a tournament: its results, its corrections, and who joins by a private link."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.board import Side
from barpoint.match import commands as m
from barpoint.service.ratings import NotCounted, RatedVerdict, read_systems
from barpoint.service.server import ServerProcess
from barpoint.tournament import commands as c
from tests.service.server import FakeClock, a_house
from tests.service.tournaments.test_online_events import Event
from tests.tournament.director import knockout


async def verdict_of(house: ServerProcess, match: str) -> RatedVerdict:
    verdict = await house.ratings.verdict(match)
    assert verdict is not None
    return verdict


def test_a_result_of_a_tournament_counts_is_corrected_and_is_voided(tmp_path: Path) -> None:
    async def test() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            room, fixture, length = await event.board()
            home, away = fixture.pair
            award = m.AwardPoints(at=clock.now(), by="td", reason="a test", side=Side.WHITE, points=length)
            await house.play.do(room, award, "award")
            id = f"cup/open/{fixture.id}"
            while await house.ratings.verdict(id) is None:
                await event.wait(1)
                await asyncio.sleep(0.01)  # the server posts it by itself
            first = await verdict_of(house, id)
            assert first.match is not None
            assert (first.counts, first.match.winner) == (True, (f"account-{home}",))
            assert await house.ratings.verdict(room.id) is None, "the tournament has the word, not the board"
            (change, _) = (await house.ratings.changes_by(id))["fibs"]
            assert change.met[0].length == length
            place: dict[str, Any] = {"contest": "open", "pairing": fixture.id, "by": "td", "at": clock.now()}
            await event.do(c.CorrectResult(**place, winner=away, score=(length, 0), reason="the wrong way round"))
            second = await verdict_of(house, id)
            assert second.match is not None
            assert second.match.winner == (f"account-{away}",)
            ratings = await house.ratings.ratings_of((f"account-{home}", f"account-{away}"))
            assert {rating.player: rating.rating.matches for rating in ratings} == {
                f"account-{home}": 1,
                f"account-{away}": 1,
            }
            assert max(ratings, key=lambda rating: rating.rating.rating).player == f"account-{away}"
            await event.do(c.VoidResult(**place, reason="played again"))
            assert await house.ratings.verdict(id) is None
            assert not await house.ratings.ratings_of((f"account-{home}", f"account-{away}"))

    asyncio.run(test())


def test_whoever_joins_by_a_link_later_is_rated_as_if_they_had_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        clock = FakeClock()
        async with a_house(tmp_path, clock) as house:
            event = Event(house, clock)
            joined = house.links.join
            with monkeypatch.context() as patched:
                patched.setattr(house.links, "join", _nobody)
                await event.begin(knockout())
            contest = (await house.direct.load("cup")).state.contests["open"]
            fixture = next(one for one in contest.fixtures.values() if one.id.startswith("M1"))
            length = contest.length_at(fixture)
            assert length is not None
            place: dict[str, Any] = {"contest": "open", "pairing": fixture.id, "by": "td", "at": clock.now()}
            await event.do(c.BeginMatch(**place))
            await event.do(c.PostResult(**place, winner=fixture.pair[0], score=(length.length, 0)))
            id = f"cup/open/{fixture.id}"
            assert (await verdict_of(house, id)).why is NotCounted.NO_ACCOUNT
            for number, entrant in enumerate(fixture.pair):
                await joined("cup", entrant, f"ACCOUNT{number}")
            verdict = await verdict_of(house, id)
            assert verdict.match is not None
            assert (verdict.counts, verdict.match.winner, verdict.match.loser) == (True, ("ACCOUNT0",), ("ACCOUNT1",))
            await joined("cup", fixture.pair[1], "ACCOUNT0")
            assert (await verdict_of(house, id)).why is NotCounted.NO_PAIR, "one person is both"

    asyncio.run(test())


async def _nobody(_tournament: str, _person: str, _account: str) -> None:
    """Nobody opens a link."""


def test_the_operator_names_systems_that_there_are() -> None:
    assert list(read_systems("glicko2, fibs")) == ["glicko2", "fibs"]
    for wrong in ("", "chess", "fibs;elo"):
        with pytest.raises(ValueError, match="BARPOINT_RATINGS is some of fibs, elo, glicko, glicko2"):
            read_systems(wrong)
    assert msgspec.json.encode(read_systems("elo")) == b'{"elo":{"type":"elo","k":20.0}}'
