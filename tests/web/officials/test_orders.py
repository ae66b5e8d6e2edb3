"""Orders of an official in a match: terms imposed, void doubles annulled, a match declared drawn; the log says why."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.events import BreakCalled, decode
from barpoint.match.format import Expiry, PauseReason
from barpoint.rulebook import Citation
from barpoint.wire.messages import Ack, Refused
from barpoint.wire.wishes import AnswerClaimWish, BreakWish, CallDirectorWish, ClaimWish, EndBreakWish, PlayWish
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


@pytest.mark.clause("bws:4.3.2.8b")
def test_a_disputed_claim_calls_the_director(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=3, preset="BWS")
        dora, play = await staffed(here), here.house.play
        here.house.club.inquiries.serve()
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            room = await play.room(match)
            assert room is not None
            assert room.options.clock is not None
            clock = c.IntroduceClock(at=play.now(), by="Dora", reason="asked for", rules=room.options.clock)
            assert not isinstance(await play.do(room, clock, "clock"), Citation)
            assert not isinstance(await play.do(room, c.RollOpening(at=play.now(), white=3, black=1), "roll"), Citation)
            board = c.CorrectPosition(at=play.now(), by="Dora", position="x 3:1 1:2 | o 6:5", turn=Side.WHITE)
            assert not isinstance(await play.do(room, board, "set"), Citation)
            claiming, other = (a, b) if a.side is Side.WHITE else (b, a)
            assert isinstance(await claiming.do(ClaimWish(level=1)), Ack)
            assert isinstance(await other.do(AnswerClaimWish(accept=False)), Ack)
            assert room.match.stopped_by
            (call,) = await dora.ask("GET", "/api/inquiries")
            assert (call["raised"]["kind"], call["raised"]["match"]) == ("call", match)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.6", "bws:3.5.1.5", "bws:3.5.6")
def test_a_clock_that_is_imposed_runs_in_the_game_and_the_players_cannot_drop_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=7, preset="BWS")
        dora, path = await staffed(here), f"/api/matches/{match}"
        order = {"order": "impose-terms", "terms": {"clock": "yes"}, "reason": "slow"}
        room, play = await loaded(here, match), here.house.play
        async with AsyncExitStack() as lines:
            for person in (anna, ben):
                await sat(lines, person, match)
            await play.do(room, c.RollOpening(at=play.now(), white=3, black=1), "roll")
            assert "clock" not in await anna.ask("GET", path)
            await refused(dora.ask("POST", f"{path}/orders", order | {"terms": {"clock": "perhaps"}}), 400)
            await dora.ask("POST", f"{path}/orders", order)
            assert room.match.clock is not None
            assert room.match.clock.reserve == (840_000, 840_000)
            assert room.match.clock.is_running
            assert room.match.clock.rules.expiry is Expiry.AUTOMATIC
            assert room.match.imposed == ("clock",)
            version = room.match.version
            await dora.ask("POST", f"{path}/orders", order)
            assert room.match.clock.reserve == (840_000, 840_000), "a clock that stands is not set anew"
            assert room.match.version == version + 1
            won = c.AwardPoints(at=play.now(), by="Dora", reason="late", side=Side.WHITE, points=1)
            await play.do(room, won, "won")
            await play.do(room, c.VoidGame(at=play.now(), by="Dora", reason="anew"), "void")
            dropped = anna.ask("POST", f"{path}/terms", {"terms": {"clock": "no"}})
            assert "terms_imposed" in await refused(dropped, 409)
            await dora.ask("POST", f"{path}/orders", order | {"terms": {"clock": "no"}})
            assert "clock" not in await anna.ask("GET", path)
            await dora.ask("POST", f"{path}/orders", order | {"terms": {"clock": "yes", "delay": "20"}})
            assert room.match.clock.reserve == (780_000, 780_000)
            assert room.match.clock.rules.delay == 20_000

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.7.1.6", "usbgf:4.3.4-1", "bws:3.5.1.5")
def test_a_clock_brought_by_a_ruling_is_an_online_clock_and_imposed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=7, preset="USBGF Advanced")
        dora, room, play = await staffed(here), await loaded(here, match), here.house.play
        for person in (anna, ben):
            await person.ask("POST", f"/api/matches/{match}/wish", {"clock": "no"})
        async with AsyncExitStack() as lines:
            (a, _), _ = [await sat(lines, who, match) for who in (anna, ben)]
            await play.do(room, c.RollOpening(at=play.now(), white=3, black=1), "roll")
            assert isinstance(await a.do(CallDirectorWish(about="So slow.")), Ack)
            (waiting,) = await dora.ask("GET", "/api/inquiries")
            path = f"/api/inquiries/{waiting['id']}"
            await dora.ask("POST", f"{path}/take")
            case = await dora.ask("POST", f"{path}/case", {"kind": "clock_midway"})
            facts = f"/api/cases/{case['id']}/facts"
            case = await dora.ask("POST", facts, {"key": "by", "value": "the director"})
            assert case["answer"]["answer"] == "ruling"
            ruled = await dora.ask("POST", f"/api/cases/{case['id']}/ruling", {})
            assert ruled["applied"]
            assert room.match.clock is not None
            rules = room.match.clock.rules
            assert rules.expiry is Expiry.AUTOMATIC
            assert {PauseReason.DISCONNECT, PauseReason.OUTAGE} <= set(rules.pauses)
            assert PauseReason.DIE_OFF_BOARD not in rules.pauses
            assert room.match.imposed == ("clock",)
            assert room.match.terms["clock"] == "yes"

    serving(tmp_path, test)
