"""Orders of an official in a match: terms imposed, void doubles annulled, a match declared drawn; the log says why."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.events import BreakCalled, decode
from barpoint.wire.messages import Refused
from barpoint.wire.wishes import BreakWish, CallDirectorWish, EndBreakWish, PlayWish
from tests.web.members import refused, registered, serving, staffed
from tests.web.officials.test_stopping import begun
from tests.web.server_process import Served
from tests.web.test_match_extras import loaded, paired, sat


@pytest.mark.clause("usbgf:1.7.1.6", "ibf:15.3a")
def test_orders_are_carried_out_and_stand_in_the_log_with_who_and_why(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=3, preset="USBGF Open")
        dora, eve = await staffed(here), await registered(here, "Eve")
        path = f"/api/matches/{match}/orders"
        precision = {"order": "impose-terms", "terms": {"dice": "precision"}, "reason": "Worn dice."}
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await begun(a, b)
            for nobody in (anna, eve):
                await refused(nobody.ask("POST", path, precision), 403)
            await refused(dora.ask("POST", path, precision | {"reason": ""}), 400)
            await refused(dora.ask("POST", path, {"order": "dance", "reason": "no such order"}), 400)
            done = await dora.ask("POST", path, precision)
            assert done["version"] > 1
            refusal = await refused(dora.ask("POST", path, {"order": "both-expired", "reason": "Both flags."}), 409)
            assert "clock" in refusal or "time" in refusal
            refusal = await refused(dora.ask("POST", path, {"order": "annul-doubles", "reason": "Dead cube."}), 409)
            assert "nothing_to_correct" in refusal
            due = await dora.ask("POST", path, {"order": "serve-due", "reason": "Asked at the desk."})
            assert due["version"] == done["version"]  # nobody owes anything
            await dora.ask("POST", path, {"order": "declare-drawn", "reason": "The hall closes."})
            while a.present_view.ended is None:
                await a.wait_change()
            assert a.present_view.ended.winner is None
        record = [e.decode(line) for line in await anna.log(match)]
        (terms,) = [event for event in record if isinstance(event, e.TermsChanged)]
        assert (terms.terms, terms.by, terms.reason) == ({"dice": "precision"}, "Dora", "Worn dice.")

    serving(tmp_path, test)


def test_nobody_orders_anything_in_a_match_of_their_own(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora, anna = await staffed(here), await registered(here, "Anna")
        match = await dora.accept(await anna.challenge(points=1))
        order = {"order": "declare-drawn", "reason": "Mine."}
        assert "official_plays_the_match" in await refused(dora.ask("POST", f"/api/matches/{match}/orders", order), 409)
        await refused(dora.ask("POST", "/api/matches/NONE/orders", order), 404)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:2.2.2a")
def test_a_break_in_the_middle_of_a_game_is_asked_for_granted_and_stands_in_the_log(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _ben, match = await paired(here, preset="USBGF Open", points=3)
        dora = await staffed(here)
        async with AsyncExitStack() as lines:
            table, _ = await sat(lines, anna, match)
            room = await loaded(here, match)
            await here.house.play.do(room, c.RollOpening(at=here.house.play.now(), white=3, black=1), "roll")
            early = await table.do(BreakWish())
            assert isinstance(early, Refused)
            assert early.code == "break_only_between_games"
            await table.do(CallDirectorWish(about="an exceptional break"))
            order = {"order": "grant-break", "side": "white", "reason": "unwell"}
            await dora.ask("POST", f"/api/matches/{match}/orders", order)
            view = await anna.ask("GET", f"/api/matches/{match}")
            assert (view["on_break"], view.get("stopped_by", ""), view["clock"]["paused"]) == ("white", "", "break")
            assert set(view["open"]) == {"end_break", "call_director"}
            play = await table.do(PlayWish(hops=((8, 5), (6, 5))))
            assert isinstance(play, Refused)
            assert play.code == "break_running"
            await table.do(EndBreakWish())
            view = await anna.ask("GET", f"/api/matches/{match}")
            assert (view["white"]["breaks"], view["clock"]["running"]) == (1, "white")
            happened = [decode(line) for line in await anna.log(match)]
            [called] = [event for event in happened if isinstance(event, BreakCalled)]
            assert (called.by, called.reason) == ("Dora", "unwell")

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.1.4.3c")
def test_one_players_delay_is_altered_and_both_see_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="USBGF Open", points=3)
        dora = await staffed(here)
        path = f"/api/matches/{match}/orders"
        await dora.ask("POST", path, {"order": "set-delay", "side": "black", "seconds": 20, "reason": "a tremor"})
        for person in (anna, ben):
            assert (await person.ask("GET", f"/api/matches/{match}"))["clock"]["delays"] == [12_000, 20_000]
        again = dora.ask("POST", path, {"order": "set-delay", "side": "black", "seconds": 20, "reason": "again"})
        assert "nothing_to_correct" in await refused(again, 409)
        room = await loaded(here, match)
        await here.house.play.do(room, c.RollOpening(at=here.house.play.now(), white=1, black=3), "roll")
        assert room.match.clock is not None
        assert (room.match.clock.running, room.match.clock.delay) == (Side.BLACK, 20_000)
        assert [type(decode(line)).__name__ for line in await anna.log(match)][:2] == ["MatchStarted", "DelaySet"]

    serving(tmp_path, test)
