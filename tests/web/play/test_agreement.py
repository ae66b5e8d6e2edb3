"""What two sides agree on in a match: asked, said, in the log and on the screen."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.match import commands as c
from barpoint.match.events import decode
from tests.service.server import FakeClock
from tests.web.members import refused, serving, staffed
from tests.web.server_process import Served
from tests.web.test_match_extras import paired, sat


async def seen(person: Server, match: str) -> dict[str, Any]:
    view: dict[str, Any] = await person.ask("GET", f"/api/matches/{match}")
    return view


async def say(person: Server, match: str, path: str, **body: Any) -> Any:
    return await person.ask("POST", f"/api/matches/{match}/{path}", body)


async def kinds(person: Server, match: str) -> list[str]:
    return [type(decode(line)).__name__ for line in await person.log(match)]


@pytest.mark.clause("usbgf:1.7.1.4a", "usbgf:1.7.1.2c", "guide:5.10f")
@pytest.mark.parametrize(
    ("wishes", "clock"),
    [(("yes", "yes"), True), (("yes", "no"), False), (("no", "yes"), False), (("later", "yes"), False)],
)
def test_a_clock_that_both_have_to_want_is_asked_for_before_the_first_roll(
    tmp_path: Path, wishes: tuple[str, str], clock: bool
) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Advanced", points=5)
        view = await seen(anna, match)
        assert "clock" not in view
        assert view["agreement"]["asked"] == ["white", "black"]
        assert view["agreement"]["clock"]["reserve"] == 5 * 120_000
        for person, wish in zip((anna, ben), wishes, strict=True):
            await say(person, match, "wish", clock=wish)
        view = await seen(ben, match)
        assert view["agreement"]["terms"] == {"clock": "yes" if clock else "no"}
        assert ("clock" in view) is clock
        assert "asked" not in view["agreement"]
        expected = ["MatchStarted", "TermsChanged", *(["ClockIntroduced"] if clock else [])]
        assert await kinds(anna, match) == expected
        assert "terms_settled" in await refused(say(anna, match, "wish", clock="yes"), 409)
        assert view["agreement"].get("reserved", []) == (["clock"] if "later" in wishes else [])

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:3.4.4.1e", "guide:5.10f")
@pytest.mark.parametrize(("preset", "may"), [("USBGF Advanced", True), ("Club (2014 guide)", True), ("BWS", False)])
def test_both_may_want_a_clock_that_only_shows_the_turn_where_the_book_has_one(
    tmp_path: Path, preset: str, may: bool
) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset=preset, points=5)
        view = await seen(anna, match)
        assert view.get("agreement", {}).get("untimed", False) is may
        if not may:
            assert "clock_settings_fixed" in await refused(say(anna, match, "wish", clock="untimed"), 409)
            return
        for person in (anna, ben):
            await say(person, match, "wish", clock="untimed")
        view = await seen(ben, match)
        assert view["clock"]["method"] == "untimed"
        assert view["agreement"]["terms"] == {"clock": "untimed"}
        assert await kinds(anna, match) == ["MatchStarted", "TermsChanged", "ClockIntroduced"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.2b")
def test_what_was_given_up_on_a_condition_either_side_imposes_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Advanced", points=5)
        for person in (anna, ben):
            await say(person, match, "wish", clock="later")
        assert (await seen(anna, match))["agreement"]["reserved"] == ["clock"]
        await say(ben, match, "terms", terms={"clock": "yes"})
        view = await seen(anna, match)
        assert view["clock"]["remaining"] == [600_000, 600_000]
        assert "reserved" not in view["agreement"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1b", "usbgf:1.7.1.3", "usbgf:1.7.1.4b")
def test_other_terms_wait_for_the_other_side_and_hold_once_it_accepts(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Open", points=3)
        eve = await Server.guest(here.url, "Eve")
        await refused(say(eve, match, "terms", terms={"talk": "none"}), 403)
        await refused(say(ben, match, "terms/answer", accept=True), 404)
        await say(anna, match, "terms", terms={"talk": "none"})
        proposal = (await seen(ben, match))["agreement"]["proposal"]
        assert proposal == {"by": "white", "terms": {"talk": "none"}}
        assert "terms_need_both" in await refused(say(anna, match, "terms/answer", accept=True), 409)
        await say(ben, match, "terms/answer", accept=False)
        assert "agreement" not in (view := await seen(anna, match)) or "proposal" not in view["agreement"]
        await say(anna, match, "terms", terms={"clock": "no"})
        await say(ben, match, "terms/answer", accept=True)
        view = await seen(ben, match)
        assert "clock" not in view
        assert view["agreement"]["terms"] == {"clock": "no"}
        assert "proposal" not in view["agreement"]
        assert await kinds(anna, match) == ["MatchStarted", "TermsChanged", "ClockRemoved"]

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.1", "usbgf:1.7.1.6")
def test_what_is_required_or_imposed_the_players_cannot_change(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="IBF Backgammon", points=3)
        assert "terms_required" in await refused(say(anna, match, "terms", terms={"clock": "no"}), 409)
        assert "terms_required" in await refused(say(anna, match, "wish", clock="no"), 409)
        judge = await staffed(here, "Jo")
        order = {"order": "impose-terms", "terms": {"talk": "none"}, "reason": "complaints"}
        await judge.ask("POST", f"/api/matches/{match}/orders", order)
        assert (await seen(ben, match))["agreement"]["imposed"] == ["talk"]
        assert "terms_imposed" in await refused(say(ben, match, "terms", terms={"talk": "free"}), 409)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.4b", "usbgf:3.4.4.1d")
def test_agreed_settings_take_effect_on_the_clock_or_are_refused(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Advanced", points=7)
        tight = {"clock": "yes", "reserve_per_point": "1"}
        assert "clock_tighter" in await refused(say(anna, match, "terms", terms=tight), 409)
        alone = {"reserve_per_point": "3"}
        assert "clock_settings_fixed" in await refused(say(anna, match, "terms", terms=alone), 409)
        await say(anna, match, "terms", terms={"clock": "yes", "reserve_per_point": "3", "delay": "20"})
        await say(ben, match, "terms/answer", accept=True)
        view = await seen(ben, match)
        assert view["clock"]["remaining"] == [21 * 60_000, 21 * 60_000]
        room = await here.house.play.room(match)
        assert room is not None
        assert room.match.clock is not None
        assert room.match.clock.rules.delay == 20_000
        assert view["agreement"]["terms"] == {"clock": "yes", "reserve_per_point": "3", "delay": "20"}
        anna, ben, match = await paired(here, preset="USBGF Open", points=7)
        loose = {"clock": "yes", "reserve_per_point": "3"}
        assert "clock_settings_fixed" in await refused(say(anna, match, "terms", terms=loose), 409)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:4.3.2-3")
def test_time_for_later_is_noted_by_both_and_recalled_when_time_is_low(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        async with AsyncExitStack() as lines:
            anna, ben, match = await paired(here, preset="USBGF Open", points=1)
            for person in (anna, ben):
                await sat(lines, person, match)
            await noted(here, anna, ben, match)

    async def noted(here: Served, anna: Server, ben: Server, match: str) -> None:
        await say(anna, match, "deferred", of="white", seconds=40)
        assert (await seen(ben, match))["deferred"] == [{"of": "white", "change": 40_000, "noted_by": ["white"]}]
        await say(ben, match, "deferred", of="white", seconds=40)
        room = await here.house.play.room(match)
        assert room is not None
        await here.house.play.do(room, c.RollOpening(at=clock.now(), white=3, black=1), "roll")
        clock.pass_(80)
        while not (view := await seen(ben, match))["white"].get("warned"):
            await asyncio.sleep(0.01)
        assert view["deferred"] == [{"of": "white", "change": 40_000, "noted_by": ["white", "black"]}]
        assert view["clock"]["remaining"][0] < 60_000, "nothing is applied by itself"

    clock = FakeClock()
    serving(tmp_path, test, clock)


def test_a_bot_wishes_what_its_opponent_wishes(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        terms = {"preset": "Club (2014 guide)", "points": 3}
        match = (await anna.ask("POST", "/api/matches", {"level": "beginner", "terms": terms}))["match"]
        assert len((await seen(anna, match))["agreement"]["asked"]) == 1
        await say(anna, match, "wish", clock="yes")
        assert "clock" in await seen(anna, match)

    serving(tmp_path, test)


def test_terms_change_between_games_only_and_nonsense_is_malformed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await paired(here, preset="USBGF Open", points=3)
        settings = {"clock": "yes", "reserve_per_point": "soon"}
        for nonsense in ({}, {"clock": "perhaps"}, {"clock": "yes", "nonsense": "xyz"}, settings):
            await refused(say(anna, match, "terms", terms=nonsense), 400)
        room = await here.house.play.room(match)
        assert room is not None
        await here.house.play.do(room, c.RollOpening(at=here.house.play.now(), white=3, black=1), "roll")
        assert "game_running" in await refused(say(anna, match, "terms", terms={"clock": "no"}), 409)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:3.4.4.1d", "ibf:8.1a")
@pytest.mark.parametrize("preset", ["USBGF Open", "USBGF Advanced", "BWS", "Club (2014 guide)", "IBF Backgammon"])
def test_days_for_a_move_are_no_clock_of_a_federation(tmp_path: Path, preset: str) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        asking = anna.challenge(preset=preset, clock={"days": 2})
        assert "clock_settings_fixed" in await refused(asking, 409)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:4.5.2b", "usbgf:4.5.2c")
def test_a_claim_is_shown_played_out_to_the_sides_and_to_nobody_else(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Open", points=3)
        eve, play = await Server.guest(here.url, "Eve"), here.house.play
        room = await play.room(match)
        assert room is not None
        path = f"/api/matches/{match}/claims/1"
        await refused(anna.ask("GET", path), 409)
        await play.do(room, c.RollOpening(at=play.now(), white=3, black=1), "roll")
        assert "claim_in_contact" in await refused(anna.ask("GET", path), 409)
        assert room.match.game is not None
        turn = room.match.game.turn
        order = c.CorrectPosition(at=play.now(), by="Jo", position="x 3:1 1:2 | o 6:5", turn=turn)
        await play.do(room, order, "set")
        shown = await ben.ask("GET", path)
        assert (shown["side"], shown["holds"]) == ("white", True)
        assert [turn["dice"] for turn in shown["line"]] == [[2, 1], [6, 6], [2, 1]]
        assert shown["line"][0]["play"]
        await refused(eve.ask("GET", path), 403)

    serving(tmp_path, test)
