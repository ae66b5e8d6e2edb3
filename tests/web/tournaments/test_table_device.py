"""The table device over HTTP: what a match is played under, and a record that is judged when it arrives."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.ui.test_table_game import recorded, walked
from tests.web.members import refused, serving
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person, drawn

OPENING: list[dict[str, Any]] = [
    {"id": "a", "command": {"type": "RollOpening", "at": 1_000, "white": 3, "black": 1}},
    {"id": "b", "command": {"type": "PlayCheckers", "at": 2_000, "side": "white", "hops": [[8, 5], [6, 5]]}},
    {"id": "c", "command": {"type": "EndTurn", "at": 3_000, "side": "white"}},
    {"id": "d", "command": {"type": "OfferDouble", "at": 4_000, "side": "black"}},
    {"id": "e", "command": {"type": "Pass", "at": 5_000, "side": "white"}},
]


async def seated(here: Served, preset: str = "USBGF Open") -> tuple[Person, Person, str]:
    """The director, the home player of a match, and where it is."""
    ann = await drawn(here, 4, preset)
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
        await home.ask("POST", f"{path}/record", {"entries": [{**OPENING[0], "id": "next"}]})
        assert (await home.get(path))["stands"]["game"] is not None
        public = await Person(here.url, ann.tournament).get(path)
        assert (public["score"], public["stands"]["game"]) == ([0, 1], None)

    serving(tmp_path, test)


def test_a_long_record_comes_in_batches_and_stands_as_it_was_played(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        done, seen = walked(recorded("backgammon", 3), seed=1)
        told = [{"id": str(n), "command": msgspec.to_builtins(one)} for n, one in enumerate(done[:500])]
        kept: dict[str, Any] = {}
        for at in range(0, len(told), 100):
            kept = await home.ask("POST", f"{path}/record", {"entries": told[at : at + 100]})
            assert kept["refused"] == []
        assert kept["score"] == seen[len(told) - 1].score

    serving(tmp_path, test)


def test_an_illegal_play_is_kept_and_what_cannot_have_happened_is_not(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        wrong: list[dict[str, Any]] = [
            OPENING[0],
            {"id": "y", "command": {"type": "PlayCheckers", "at": 2_500, "side": "white", "hops": [[8, 4], [6, 5]]}},
            {"id": "x", "command": {"type": "RollDice", "at": 2_000, "side": "black", "dice": [6, 6]}},
            {"id": "z", "command": {"type": "EndTurn", "at": 3_000, "side": "black"}},
        ]
        kept = await home.ask("POST", f"{path}/record", {"entries": wrong})
        assert [(one["id"], one["code"]) for one in kept["refused"]] == [("x", "roll_too_early")]
        assert (kept["unjudged"], kept["stands"]["game"]["turn"]) == (["z"], "white")
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


GAME: list[dict[str, Any]] = [
    {"type": "RollOpening", "white": 3, "black": 1},
    {"type": "PlayCheckers", "side": "white", "hops": [[24, 21], [22, 21]]},
    {"type": "ReadClock", "remaining": [170_000, 180_000]},
    {"type": "EndTurn", "side": "white"},
]
DOUBLED_OUT = [*GAME, {"type": "OfferDouble", "side": "black"}, {"type": "Pass", "side": "white"}]
RESIGNED = [
    *GAME,
    {"type": "OfferResignation", "side": "white", "level": 1},
    {"type": "AnswerResignation", "side": "black", "accept": True},
]


def entries(*games: list[dict[str, Any]]) -> dict[str, Any]:
    told = [each for game in games for each in game]
    return {"entries": [{"id": f"{n}", "command": {"at": 1_000 * n, **one}} for n, one in enumerate(told)]}


async def begun_to_three(here: Served, preset: str = "IBF Sprintgammon") -> tuple[Person, Person, str]:
    """A match to three points under way; the third game is the Crawford game."""
    ann, home, path = await seated(here, preset)
    about: dict[str, Any] = {"contest": "open", "pairing": path.rpartition("/")[2]}
    await ann.do("PostLength", **about, length=3, reason="short")
    await ann.do("BeginMatch", **about)
    return ann, home, path


async def weighed(person: Person, path: str) -> Any:
    for _ in range(2400):
        seen = await person.get(path)
        if seen["state"] == "done":
            return seen
        await asyncio.sleep(0.1)
    raise TimeoutError(path)


@pytest.mark.clause("usbgf:1.8.1a", "bws:1.7.1a", "guide:1.2.3a")
def test_a_recorded_match_has_error_rates_when_it_is_over_but_not_for_who_sits_in_a_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await begun_to_three(here)
        kept = await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT, DOUBLED_OUT))
        assert (kept["refused"], kept["score"]) == ([], [0, 2])
        for what in ("review", "analysis"):
            await refused(home.get(f"{path}/{what}"), 404)
        kept = await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT, DOUBLED_OUT, RESIGNED))
        assert (kept["refused"], kept["phase"], kept["score"]) == ([], "over", [0, 3])
        for method in ("GET", "POST"):  # the desk has not heard of the end yet
            await refused(home.ask(method, f"{path}/analysis"), 409)
        assert (await weighed(ann, f"{path}/analysis"))["analysis"]["length"] == 3
        away = (await home.get(path))["entrants"][1]
        pairing = path.rpartition("/")[2]
        await ann.do("PostResult", contest="open", pairing=pairing, winner=away, score=[3, 0])
        players = (await home.get(f"{path}/analysis"))["analysis"]["players"]
        assert [one["side"] for one in players] == ["white", "black"]
        assert all(one["counted"] for one in players)
        review = await home.get(f"{path}/review")
        assert [170_000, 180_000] in [one.get("clock") for one in review["pictures"]]
        await refused(Person(here.url, ann.tournament).get(f"{path}/review"), 403)

    serving(tmp_path, test)


def test_the_archive_has_the_error_rates_of_what_was_recorded(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await begun_to_three(here)
        await home.ask("POST", f"{path}/record", entries(DOUBLED_OUT, DOUBLED_OUT, RESIGNED))
        while waiting := (await ann.get("/desk"))["next"] + (await ann.get("/desk"))["playing"]:
            match = waiting[0]
            about: dict[str, Any] = {"contest": "open", "pairing": match["pairing"]}
            winner = match["sides"][0]["entrant"]
            await ann.do("PostResult", **about, winner=winner, score=[match["length"], 0])
        await ann.do("FinishContest", contest="open")
        await ann.do("CloseTournament")
        await refused(home.ask("POST", f"{path}/record", entries(GAME)), 409)
        await weighed(ann, f"{path}/analysis")
        (record,) = (await ann.get("/archive"))["records"]
        assert record["match"].endswith(path.rpartition("/")[2])
        assert [one["side"] for one in record["players"]] == ["white", "black"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:2.2.2c", "usbgf:1.1.3a")
def test_breaks_and_calls_of_a_table_without_a_network_count_from_when_they_were_made(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await begun_to_three(here, "USBGF Open")
        side: dict[str, Any] = {"contest": "open", "pairing": path.rpartition("/")[2], "entrant": home.person}
        about: dict[str, Any] = {"contest": "open", "pairing": side["pairing"]}
        begun = (await ann.get("/desk"))["playing"][0]["since"]
        told = await home.do("CallDirector", **about, about="dice", at=begun + 1)
        assert (told["events"][0]["at"], told["events"][0]["received"] > begun) == (begun + 1, True)
        for early in (begun - 60_000, begun + 2):
            away = await home.do("CallBreak", **side, at=early)
            assert away["events"][0]["running"]["start"] == max(early, begun)
            await home.do("EndBreak", **side, at=begun + 2)
        later = await home.do("CallDirector", **about, about="clock", at=begun + 10**12)
        assert "received" not in later["events"][0]
        assert later["events"][0]["at"] < begun + 10**12

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:3.2.3.4a", "usbgf:3.2.3.4b")
def test_dice_of_the_device_are_approved_at_the_desk_thrown_by_the_server_and_checked_over_http(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, home, path = await seated(here)
        assert (await home.get(path))["dice"] is None
        order: dict[str, Any] = {"topic": "dice", "choice": "table device", "contest": "open"}
        await home.refused("OrderEquipment", 409, **order)
        await ann.do("OrderEquipment", **order)
        assert order.items() <= (await ann.get("/director"))["view"]["orders"][-1].items()
        assert (await home.get(path))["dice"]["commitment"] == ""
        asked: list[dict[str, Any]] = [
            {"type": "SealDice", "game": 1},
            {"type": "AddPart", "game": 1, "side": "white", "seed": "ab" * 32},
            {"type": "AddPart", "game": 1, "side": "black", "seed": "cd" * 32},
            {"type": "ThrowDice", "game": 1},
        ]
        kept = await home.ask("POST", f"{path}/record", entries(asked))
        assert kept["refused"] == []
        assert (kept["dice"]["rolls"], len(kept["dice"]["commitment"])) == (1, 64)
        checked = await home.get(f"{path}/dice/check")
        assert (checked["proven"], checked["waiting"], checked["wrong"], checked["by_hand"]) == (1, 0, [], 0)
        assert [reservation["code"] for reservation in checked["reservations"]] == ["file_only", "words", "result"]
        file = await home.get(f"{path}/dice")
        assert [one["type"] for one in file["dice"]] == ["GameSealed", "PartAdded", "PartAdded", "DiceThrown"]

    serving(tmp_path, test)


def _entry(id: str, type: str, **what: Any) -> dict[str, Any]:
    return {"id": id, "command": {"type": type, "at": 10_000, **what}}


@pytest.mark.clause("usbgf:4.4.4.3a", "usbgf:4.4.4.3b")
def test_words_about_the_cube_that_the_table_notes_bind_once_their_condition_came_about(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        words = _entry("w", "SayCubeWords", side="black", action="double", condition="you make your five point")
        kept = await home.ask("POST", f"{path}/record", {"entries": [*OPENING[:2], words]})
        assert kept["refused"] == []
        assert kept["stands"]["words"] == [
            {"side": "black", "action": "double", "condition": "you make your five point"}
        ]
        met = _entry("m", "NoteCondition", side="black", met=True)
        kept = await home.ask("POST", f"{path}/record", {"entries": [met, OPENING[2]]})
        assert kept["stands"]["words"] == [{"side": "black", "action": "double", "condition": ""}]
        roll = _entry("r", "RollDice", side="black", dice=[6, 5])
        kept = await home.ask("POST", f"{path}/record", {"entries": [roll]})
        assert [one["code"] for one in kept["refused"]] == ["bound_by_words"]
        log = await home.get(f"{path}/record/log")
        assert '"CubeWordsSaid"' in log
        assert '"ConditionMet"' in log
        public = await Person(here.url, home.tournament).get(path)
        assert public["stands"]["words"] == []

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:4.4.4.3b")
def test_words_whose_condition_did_not_come_about_bind_nobody(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        entries = [
            *OPENING[:2],
            _entry("w", "SayCubeWords", side="black", action="double", condition="you hit"),
            _entry("m", "NoteCondition", side="black", met=False),
            OPENING[2],
            _entry("r", "RollDice", side="black", dice=[6, 5]),
        ]
        kept = await home.ask("POST", f"{path}/record", {"entries": entries})
        assert (kept["refused"], kept["stands"]["words"]) == ([], [])

    serving(tmp_path, test)


@pytest.mark.clause("ibf:3.12e")
@pytest.mark.parametrize(("preset", "refusals"), [("IBF Backgammon", []), ("USBGF Open", ["double_press_not_allowed"])])
def test_two_presses_after_a_roll_that_does_not_count_are_noted(
    tmp_path: Path, preset: str, refusals: list[str]
) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here, preset)
        spoilt = [_entry("s", "SpoilRoll", side="black"), _entry("p", "PressTwice", side="black")]
        kept = await home.ask("POST", f"{path}/record", {"entries": [*OPENING[:3], *spoilt]})
        assert [one["code"] for one in kept["refused"]] == refusals
        assert ('"MoveTimeRestored"' in await home.get(f"{path}/record/log")) is not bool(refusals)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.2c")
def test_the_protocol_of_a_recorded_match_has_its_incidents_and_lines_to_sign_on(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, home, path = await seated(here)
        illegal = {"type": "PlayCheckers", "at": 2_500, "side": "white", "hops": [[8, 4], [6, 5]]}
        entries = [
            OPENING[0],
            {"id": "y", "command": illegal},
            OPENING[2],
            _entry("s", "SpoilRoll", side="black"),
            _entry("w", "SayCubeWords", side="white", action="double", condition="you miss"),
        ]
        kept = await home.ask("POST", f"{path}/record", {"entries": entries})
        assert kept["refused"] == []
        text = await home.get(f"{path}/record/protocol")
        for part in (
            "illegal play",
            "a roll that does not count",
            "says: double, if you miss",
            "Signed, ",
            "Arbiter: ",
        ):
            assert part in text
        assert "Not over: 0 : 0" in text

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:3.3b", "usbgf:1.7.1a", "guide:5.10f")
def test_both_sides_state_their_wishes_the_server_throws_and_the_sheet_is_in_the_log(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        state = (await here.house.direct.load(ann.tournament)).state
        pair = state.contests["open"].fixtures["M1-1"].pair
        place = {"contest": "open", "pairing": "M1-1"}
        players = [await ann.as_(player) for player in pair]
        for player, entrant in zip(players, pair, strict=True):
            await player.do("StateWishes", **place, entrant=entrant, wishes={"equipment": f"the board of {entrant}"})  # type: ignore[arg-type]
        path = "/tables/open/M1-1/agreement"
        assert (await players[0].get(path))["sheet"]["clashes"] == ["equipment"]
        forged = {"rolled": [[6, 6], [1, 1]]}
        while (await players[0].get(path))["sheet"]["clashes"]:
            await players[0].do("RollForWishes", **place, **forged)  # type: ignore[arg-type]
        sheet = await players[1].get(path)
        assert sheet["sheet"]["winner"] in ("white", "black")
        log = str(await ann.get("/log"))
        assert log.count("WishesStated") == 2
        assert "WishesRolled" in log

    serving(tmp_path, test)
