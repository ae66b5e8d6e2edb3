"""Safety with people: calls that end, blocks, talk of newcomers, pairs that choose their partners."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from barpoint.client import RemoteMatch, Server
from barpoint.service.officials.inquiries import CALL_LIMIT
from barpoint.service.people.talk import NEW_FOR
from barpoint.wire import messages as m
from barpoint.wire.wishes import CallDirectorWish, LeaveWish
from tests.service.server import FakeClock
from tests.web.boards import on_a_board
from tests.web.members import refused, registered, serving, staffed
from tests.web.server_process import Served
from tests.web.test_match_extras import paired, sat
from tests.web.tournaments.remote_director import drawn


async def stands(table: RemoteMatch, *, stopped: bool) -> None:
    """Wait until the match stands still, or goes on."""
    while bool(table.present_view.stopped_by) is not stopped:
        await table.wait_change()


def test_a_director_can_be_called_only_where_officials_serve(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, _, match = await paired(here, points=1)
        casual = await anna.ask("POST", "/api/matches", {"level": "beginner", "terms": {"points": 1}})
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            assert not a.present_view.open.call_director
            answer = await a.do(CallDirectorWish())
            assert isinstance(answer, m.Refused)
            assert answer.code == "no_officials"
            await staffed(here)
            assert isinstance(await a.do(CallDirectorWish()), m.Ack)
            bot, _ = await sat(lines, anna, casual["match"])
            assert not bot.present_view.open.call_director
            assert isinstance(await bot.do(CallDirectorWish()), m.Refused)

    serving(tmp_path, test)


def test_an_event_has_officials(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        director = await drawn(here)
        anna, _, match = await on_a_board(here, director.tournament, "open", "M1-1")
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            assert a.present_view.officials
            assert a.present_view.open.call_director

    serving(tmp_path, test)


def test_the_caller_withdraws_a_call_and_nobody_else_does(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        await staffed(here)
        anna, ben, match = await paired(here, points=1)
        path = f"/api/matches/{match}/call"
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            await a.do(CallDirectorWish())
            await stands(a, stopped=True)
            assert a.present_view.call_until > a.present_view.at
            await refused(ben.ask("DELETE", path), 404)
            await anna.ask("DELETE", path)
            await stands(a, stopped=False)
            await refused(anna.ask("DELETE", path), 404)

    serving(tmp_path, test)


def test_a_call_that_an_official_has_taken_is_the_officials(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora = await staffed(here)
        anna, _, match = await paired(here, points=1)
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            await a.do(CallDirectorWish())
            (call,) = await dora.ask("GET", "/api/inquiries")
            await dora.ask("POST", f"/api/inquiries/{call['id']}/take")
            while a.present_view.call_until:
                await a.wait_change()
            assert "call_taken" in await refused(anna.ask("DELETE", f"/api/matches/{match}/call"), 409)

    serving(tmp_path, test)


def test_a_call_that_nobody_answers_ends_after_its_time(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        dora = await staffed(here)
        anna, _, match = await paired(here, points=1)
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            await a.do(CallDirectorWish())
            await stands(a, stopped=True)
            assert a.present_view.call_until == a.present_view.at + CALL_LIMIT
            clock.pass_(CALL_LIMIT / 1000)
            await here.house.timers.run_due()
            await stands(a, stopped=False)
            assert await dora.ask("GET", "/api/inquiries") == []

    serving(tmp_path, test, clock=clock)


def test_who_has_blocked_somebody_is_not_seated_with_them(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora = await staffed(here)
        anna, ben, match = await paired(here, points=1, chat="phrases")
        bens = (await ben.ask("GET", "/api/me"))["account"]
        async with AsyncExitStack() as lines:
            a, _ = await sat(lines, anna, match)
            assert a.present_view.black.account == bens
            await anna.ask("PUT", f"/api/me/blocks/{bens}", {"match": match})
            while not a.present_view.muted:
                await a.wait_change()
        assert [one["name"] for one in await anna.ask("GET", "/api/me/blocks")] == ["Ben"]
        (report,) = await dora.ask("GET", "/api/inquiries")
        assert (report["raised"]["kind"], report["raised"]["target"]) == ("block", bens)
        assert report["raised"]["match"] == match
        for offering, accepting in ((anna, ben), (ben, anna)):
            challenge = await offering.challenge(points=1)
            assert "apart" in await refused(accepting.accept(challenge), 409)
        await anna.ask("PUT", f"/api/me/blocks/{bens}", {"blocked": False})
        assert await ben.accept(await anna.challenge(points=1))
        await refused(anna.ask("PUT", "/api/me/blocks/NOBODY", {}), 404)

    serving(tmp_path, test)


def test_a_mute_reaches_the_officials_once(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora = await staffed(here)
        anna, ben, match = await paired(here, points=1, chat="free")
        bens = (await ben.ask("GET", "/api/me"))["account"]
        path = f"/api/matches/{match}/mute"
        for muted in (True, True, False, True):
            await anna.ask("PUT", path, {"muted": muted})
        (mute,) = await dora.ask("GET", "/api/inquiries")
        raised = mute["raised"]
        assert (raised["kind"], raised["match"], raised["by"]) == ("mute", match, "Anna")
        assert (raised["target"], raised["target_name"]) == (bens, "Ben")
        bot = await anna.ask("POST", "/api/matches", {"level": "beginner", "terms": {"points": 1}})
        await anna.ask("PUT", f"/api/matches/{bot['match']}/mute", {"muted": True})
        assert len(await dora.ask("GET", "/api/inquiries")) == 1  # nobody looks into a bot's manners

    serving(tmp_path, test)


def test_a_player_is_reported_and_blocked_from_their_page(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora = await staffed(here)
        doras = (await dora.ask("GET", "/api/me"))["account"]
        anna, ben, match = await paired(here, points=1)
        eve = await Server.guest(here.url, "Eve")
        bens = (await ben.ask("GET", "/api/me"))["account"]
        await eve.ask("POST", f"/api/players/{bens}/report", {"about": "rude in the lobby"})
        await anna.ask("POST", f"/api/players/{bens}/report", {"about": "rude here", "match": match})
        await eve.ask("PUT", f"/api/me/blocks/{bens}", {})
        await refused(eve.ask("POST", "/api/players/NOBODY/report", {"about": "x"}), 404)
        await eve.ask("POST", f"/api/players/{doras}/report", {"about": "rules as she likes"})
        inquiries = [one["raised"] for one in await dora.ask("GET", "/api/inquiries")]
        assert [(one["kind"], one["by"], one["match"], one["target"]) for one in inquiries] == [
            ("report", "Eve", "", bens),
            ("report", "Anna", match, bens),
            ("block", "Eve", "", bens),
        ]  # what is said of an official is not theirs to look after
        assert [one["target_name"] for one in inquiries] == ["Ben"] * 3

    serving(tmp_path, test)


def test_an_official_silences_whom_an_inquiry_is_about(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        dora = await staffed(here)
        anna, ben, match = await paired(here, points=1, chat="free")
        bens = (await ben.ask("GET", "/api/me"))["account"]
        await anna.ask("POST", f"/api/players/{bens}/report", {"about": "swears", "match": match})
        await anna.ask("POST", f"/api/matches/{match}/report", {"about": "about nobody by name"})
        (about, unnamed) = await dora.ask("GET", "/api/inquiries")
        settle = f"/api/inquiries/{unnamed['id']}/settle"
        await refused(dora.ask("POST", settle, {"silence": 7}), 400)
        await refused(dora.ask("POST", f"/api/inquiries/{about['id']}/settle", {"silence": 366}), 400)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = await sat(lines, anna, match), await sat(lines, ben, match)
            assert await says(b, "before") == ""
            await dora.ask("POST", f"/api/inquiries/{about['id']}/settle", {"answer": "enough", "silence": 7})
            assert await says(b, "after") == "silenced"
            assert await says(b, "good_game") == ""
            assert await says(a, "free as ever") == ""
            clock.pass_(7 * 86_400 + 1)
            assert await says(b, "a week later") == ""

    serving(tmp_path, test, clock=clock)


def test_a_players_page_has_what_is_public_and_no_more(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=3)
        annas = (await anna.ask("GET", "/api/me"))["account"]
        await anna.ask("POST", "/api/matches", {"level": "beginner", "terms": {"points": 1}})
        link = await anna.ask("POST", "/api/matches", {"against": "link", "terms": {"points": 1}})
        await ben.accept(link["challenge"])
        page = await ben.ask("GET", f"/api/players/{annas}")
        assert (page["name"], page["guest"]) == ("Anna", True)
        assert page["since"] > 0
        assert [(one["match"], one["opponent"], one.get("over", False)) for one in page["matches"]] == [
            (match, "Ben", False)
        ]
        await ben.ask("PUT", f"/api/me/blocks/{annas}", {})
        assert (await ben.ask("GET", f"/api/players/{annas}"))["blocked"]
        stranger = await Server.guest(here.url, "Eve")
        assert "blocked" not in await stranger.ask("GET", f"/api/players/{annas}")
        await refused(ben.ask("GET", "/api/players/NOBODY"), 404)

    serving(tmp_path, test)


def test_a_players_page_tells_no_more_of_a_match_than_its_spectators_see(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, delay=120)
        annas = (await anna.ask("GET", "/api/me"))["account"]
        async with AsyncExitStack() as lines:
            b, _ = await sat(lines, ben, match)
            assert isinstance(await b.do(LeaveWish()), m.Ack)
        eve = await Server.guest(here.url, "Eve")
        (shown,) = (await eve.ask("GET", f"/api/players/{annas}"))["matches"]
        assert "over" not in shown
        clock.pass_(121)
        (shown,) = (await eve.ask("GET", f"/api/players/{annas}"))["matches"]
        assert (shown["over"], shown["won"]) == (True, True)

    serving(tmp_path, test, clock=clock)


def test_somebody_sees_all_they_have_offered(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
        public = await anna.challenge(points=1)
        link = await anna.ask("POST", "/api/matches", {"against": "link", "terms": {"points": 3}})
        offered = await anna.ask("GET", "/api/me/challenges")
        assert {one["id"] for one in offered} == {public, link["challenge"]}
        assert await ben.ask("GET", "/api/me/challenges") == []
        await ben.accept(link["challenge"])
        assert [one["id"] for one in await anna.ask("GET", "/api/me/challenges")] == [public]

    serving(tmp_path, test)


async def says(table: RemoteMatch, text: str) -> str:
    """The code of the refusal; empty if it was said."""
    said = m.Say(id=text[:60], match=table.match, text=text)
    answer = await table._connection.ask(said)
    return answer.code if isinstance(answer, m.Refused) else ""


def test_whoever_is_new_says_free_text_slowly_and_without_addresses(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await Server.guest(here.url, "Ben")
        clock.pass_(NEW_FOR / 1000)
        match = await ben.accept(await anna.challenge(points=1, chat="free"))
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = await sat(lines, anna, match), await sat(lines, ben, match)
            assert await says(b, "look at www.example.org") == "new_here"
            said = [await says(b, f"line {number}") for number in range(6)]
            assert said == ["", "", "", "", "new_here", "new_here"]
            assert await says(b, "thanks") == ""
            assert await says(a, "see example.org for the rules") == ""
            assert {await says(a, f"line {number}") for number in range(6)} == {""}

    serving(tmp_path, test, clock=clock)


def test_a_pair_sits_down_together(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        names = ("Anna", "Ben", "Carl", "Dia")
        people = [await Server.guest(here.url, name) for name in names]
        offered = await people[0].ask("POST", "/api/challenges", {"terms": {"preset": "IBF Doubles", "points": 1}})
        path = f"/api/challenges/{offered['id']}/accept"
        second = await people[1].ask("POST", f"{path}?side=white")
        assert second["sides"] == ["white", "white"]
        await refused(people[2].ask("POST", f"{path}?side=white"), 409)
        await people[2].ask("POST", path)
        done: Any = await people[3].ask("POST", path)
        room = here.house.play.rooms[done["match"]]
        assert [seat.name for seat in room.white] == ["Anna", "Ben"]
        assert [seat.name for seat in room.black] == ["Carl", "Dia"]

    serving(tmp_path, test)
