"""The table device over HTTP: what a match is played under, and a record that is judged when it arrives."""

from pathlib import Path
from typing import Any

import msgspec

from tests.ui.test_table_game import walked
from tests.web.people import refused, serving
from tests.web.serving import Served
from tests.web.tournaments.remote import Person, drawn

OPENING = [
    {"id": "a", "command": {"type": "RollOpening", "at": 1_000, "white": 3, "black": 1}},
    {"id": "b", "command": {"type": "PlayCheckers", "at": 2_000, "side": "white", "hops": [[8, 5], [6, 5]]}},
    {"id": "c", "command": {"type": "EndTurn", "at": 3_000, "side": "white"}},
    {"id": "d", "command": {"type": "OfferDouble", "at": 4_000, "side": "black"}},
    {"id": "e", "command": {"type": "Pass", "at": 5_000, "side": "white"}},
]


async def seated(here: Served) -> tuple[Person, Person, str]:
    """The director, the home player of a match, and where it is."""
    ann = await drawn(here, 4)
    sheet = await ann.get("/draws/open")
    pairing = sheet["brackets"][0]["rounds"][0]["lines"][0]["pairing"]
    path = f"/tables/open/{pairing}"
    seen = await ann.get(path)
    return ann, await ann.as_(seen["entrants"][0]), path


def test_a_table_knows_its_match_before_it_goes_without_a_network(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        seen = await home.get(path)
        assert seen["me"] == seen["entrants"][0]
        assert seen["may_record"]
        assert seen["format"]["clock"]["method"] == "simple_delay"
        assert seen["score"] == [0, 0]
        public = await Person(here.url, home.tournament).get(path)
        assert (public["me"], public["may_record"]) == ("", False)
        await refused(home.get("/tables/open/M9-9"), 404)

    serving(tmp_path, test)


def test_what_is_recorded_is_judged_and_kept_once(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here)
        for _ in range(2):
            kept = await home.ask("POST", f"{path}/record", {"entries": OPENING})
            assert kept["refused"] == []
            assert kept["score"] == [0, 1]
        assert "8/5 6/5" in await ann.get(f"{path}/record/mat")

    serving(tmp_path, test)


def test_a_long_record_comes_in_batches_and_stands_as_it_was_played(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        done, seen = walked("backgammon", 3, seed=1)
        entries = [{"id": str(n), "command": msgspec.to_builtins(one)} for n, one in enumerate(done[:500])]
        kept: dict[str, Any] = {}
        for at in range(0, len(entries), 100):
            kept = await home.ask("POST", f"{path}/record", {"entries": entries[at : at + 100]})
            assert kept["refused"] == []
        assert kept["score"] == seen[len(entries) - 1][0]

    serving(tmp_path, test)


def test_an_illegal_play_is_kept_and_what_cannot_have_happened_is_not(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        wrong: list[dict[str, Any]] = [
            OPENING[0],
            {"id": "x", "command": {"type": "RollDice", "at": 2_000, "side": "black", "dice": [6, 6]}},
            {"id": "y", "command": {"type": "PlayCheckers", "at": 2_500, "side": "white", "hops": [[8, 4], [6, 5]]}},
        ]
        kept = await home.ask("POST", f"{path}/record", {"entries": wrong})
        assert [(one["id"], one["code"]) for one in kept["refused"]] == [("x", "roll_too_early")]
        assert '"illegal"' in await home.get(f"{path}/record/log")

    serving(tmp_path, test)


def test_only_the_two_players_and_the_staff_record_and_nobody_rules_from_a_device(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here)
        seen = await home.get(path)
        other = next(one for one in await ann.get("/links") if one["person"] not in (*seen["entrants"], "Ann"))
        stranger = await ann.as_(other["person"])
        for person in (stranger, Person(here.url, ann.tournament)):
            await refused(person.ask("POST", f"{path}/record", {"entries": OPENING}), 403)
        ruling = {"type": "AwardPoints", "at": 1, "by": "me", "side": "white", "points": 9}
        await refused(home.ask("POST", f"{path}/record", {"entries": [{"id": "r", "command": ruling}]}), 400)
        await refused(home.get(f"{path}/record/mat"), 404)

    serving(tmp_path, test)


def test_penalty_points_stand_before_the_first_roll(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here)
        await ann.do("GivePenalty", player=home.person, points=1, reason="late again")
        assert (await home.get(path))["score"] == [0, 1]
        kept = await home.ask("POST", f"{path}/record", {"entries": OPENING[:1]})
        assert kept["score"] == [0, 1]

    serving(tmp_path, test)
