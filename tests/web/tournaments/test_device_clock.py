"""The clock of a table device: set by the points that are still to be played where the book has it so."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournament.director import PRESETS
from tests.web.members import serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person
from tests.web.tournaments.test_device_desk import shown
from tests.web.tournaments.test_table_device import entries, seated

MINUTE = 60_000


async def match_to(here: Served, book: str, length: int) -> tuple[Person, Person, str, dict[str, Any]]:
    ann, home, path = await seated(here, PRESETS[book])
    about: dict[str, Any] = {"contest": "open", "pairing": path.rpartition("/")[2]}
    await ann.do("PostLength", **about, length=length, reason="as published")
    return ann, home, path, about


async def reserve(person: Person, path: str) -> int:
    return int((await person.get(path))["format"]["clock"]["reserve"])


@pytest.mark.clause("bws:2.2.4e", "bws:3.5.6")
@pytest.mark.parametrize(("length", "minutes"), [(7, 12), (9, 16)])
def test_after_penalty_points_before_the_match_both_have_time_for_what_is_left(
    tmp_path: Path, length: int, minutes: int
) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await match_to(here, "bws", length)
        assert await reserve(home, path) == 2 * length * MINUTE
        away = (await home.get(path))["entrants"][1]
        await ann.do("GivePenalty", player=away, points=2, reason="late")
        await ann.do("BeginMatch", **about)
        assert (await home.get(path))["began"] == [2, 0]
        assert await reserve(home, path) == minutes * MINUTE
        await shown(home, path, "later", at=3_000, score=[4, 2], began=[2, 0])
        await ann.do("GivePenalty", player=away, points=1, reason="conduct", contest="open", pairing=about["pairing"])
        assert await reserve(home, path) == minutes * MINUTE  # of what comes later the clock knows nothing

    serving(tmp_path, test)


def test_penalty_points_leave_the_clock_alone_where_the_book_says_nothing_of_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await match_to(here, "usbgf", 7)
        await ann.do("GivePenalty", player=home.person, points=2, reason="late")
        await ann.do("BeginMatch", **about)
        assert await reserve(home, path) == 14 * MINUTE

    serving(tmp_path, test)


@pytest.mark.clause("bws:2.3.1a", "bws:3.5.1.4", "usbgf:3.4.4.4b", "guide:5.10d")
@pytest.mark.parametrize("book", ["bws", "usbgf", "guide"])
def test_a_clock_that_is_imposed_is_set_by_the_score_at_that_moment(tmp_path: Path, book: str) -> None:
    async def test(here: Served) -> None:
        ann, home, path, about = await match_to(here, book, 9)
        await ann.do("BeginMatch", **about)
        await shown(home, path, "first", score=[4, 2])
        assert (await home.get(path))["clock_set"] == 0
        await ann.do("OrderEquipment", topic="clock", choice="yes", **about)
        seen = await home.get(path)
        assert (seen["format"]["clock"]["reserve"], seen["clock_set"] > 0) == (12 * MINUTE, True)
        await shown(home, path, "later", at=3_000, score=[6, 2])
        assert await reserve(home, path) == 12 * MINUTE

    serving(tmp_path, test)


@pytest.mark.clause("bws:4.3.2.8b", "bws:4.5a", "bws:4.3.3c")
def test_a_disputed_claim_calls_the_director_and_a_loss_on_time_reaches_the_desk_from_the_record(
    tmp_path: Path,
) -> None:
    async def test(here: Served) -> None:
        ann, home, path, _ = await match_to(here, "bws", 7)
        told: list[dict[str, Any]] = [
            {"type": "RollOpening", "white": 3, "black": 1},
            {"type": "ClaimGame", "side": "white", "level": 1},
            {"type": "AnswerClaim", "side": "black", "accept": False},
        ]
        kept = await home.ask("POST", f"{path}/record", entries(told))
        assert not kept["refused"]
        calls = [call["about"] for call in (await ann.get("/desk"))["calls"]]
        assert [("4.5a" in about, "4.3.2.8b" in about) for about in calls] == [(True, False), (False, True)]
        kept = await home.ask("POST", f"{path}/record", entries([*told, {"type": "AnnounceExpiry", "of": "black"}]))
        assert not kept["refused"]
        (match,) = [one for one in (await ann.get("/desk"))["playing"] if one["noted"]]
        assert (match["noted"]["score"], match["noted"]["on_time"]) == ([7, 0], True)

    serving(tmp_path, test)
