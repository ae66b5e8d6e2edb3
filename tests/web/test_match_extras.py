"""Around a match: delayed spectators, talk, Doubles by four, rematches, hints, the director called, rulings applied."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import (
    RemoteMatch,
    Server,
    play_match,
)
from barpoint.match.events import decode
from barpoint.match.state import MatchPhase
from barpoint.service.play.room import Room
from barpoint.service.play.views import Audience
from barpoint.wire import messages as m
from barpoint.wire.wishes import CallDirectorWish, NameOperatorWish, OpeningWish, RollWish
from tests.web.live.test_socket import at_the_table, opened
from tests.web.members import (
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import QuickBot, Served


async def until(happened: Any, every: float = 0.01) -> None:
    """Wait until something is so."""
    while not happened():
        await asyncio.sleep(every)


async def paired(here: Served, **terms: Any) -> tuple[Server, Server, str]:
    anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
    return anna, ben, await ben.accept(await anna.challenge(**terms))


async def sat(lines: AsyncExitStack, server: Server, match: str) -> tuple[RemoteMatch, list[m.AnyServerMessage]]:
    """Somebody at a match, and everything they are told from now on."""
    connection = await lines.enter_async_context(server.connect())
    heard: list[m.AnyServerMessage] = []
    connection.listeners.append(heard.append)
    return await connection.sit(match), heard


@pytest.mark.clause("ibf:18.2a")
def test_spectators_behind_a_delay_see_the_match_later_and_nobody_tells_them_sooner(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, delay=2)
        eve = await Server.guest(here.url, "Eve")
        async with AsyncExitStack() as lines:
            (a, _), (b, _), (seen, _) = [await sat(lines, who, match) for who in (anna, ben, eve)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
            assert seen.present_view.version < a.present_view.version
            assert (await eve.ask("GET", f"/api/matches/{match}"))["version"] < a.present_view.version
            assert len(await eve.log(match)) < a.present_view.version
            assert len(await anna.log(match)) == a.present_view.version
            while seen.present_view.phase is not MatchPhase.OVER:
                await seen.wait_change()
            ended = decode((await anna.log(match))[-1]).at
            assert here.house.clock.now() - ended >= 2_000
            assert await seen.state() == await a.state()

    serving(tmp_path, test)


def test_talk_is_off_unless_wanted_and_then_what_was_agreed(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        async def said(table: RemoteMatch, text: str, *, team: bool = False) -> str:
            line = m.Say(id=f"{text[:20]}{team}", match=table.match, text=text, team=team)
            answer = await table._connection.ask(line)
            return answer.code if isinstance(answer, m.Refused | m.Fault) else "said"

        for chat, outcomes in {
            "off": ["chat_off", "chat_off"],
            "phrases": ["said", "not_a_phrase"],
            "free": ["said", "said"],
        }.items():
            anna, ben, match = await paired(here, points=1, chat=chat)
            async with AsyncExitStack() as lines:
                (a, _), (b, heard) = [await sat(lines, who, match) for who in (anna, ben)]
                assert [await said(a, text) for text in ("good_luck", "how are you?")] == outcomes
                assert await said(a, "psst", team=True) == "no_partner"
                assert await said(a, "x" * 301) == "malformed"
                if chat == "free":
                    await until(lambda: sum(isinstance(one, m.Chat) for one in heard) == 2)  # noqa: B023
                    await ben.ask("PUT", f"/api/matches/{match}/mute", {"muted": True})
                    assert await said(a, "hello?") == "said"
                    assert await said(b, "mine") == "said"
                    await until(lambda: any(isinstance(one, m.Chat) and one.text == "mine" for one in heard))  # noqa: B023
                    assert not any(isinstance(one, m.Chat) and one.text == "hello?" for one in heard)
                    assert len(await ben.ask("GET", f"/api/matches/{match}/chat")) == 3 - 2  # Anna's are muted

    serving(tmp_path, test)


@pytest.mark.clause("ibf:6.1a")
def test_a_bot_plays_no_doubles(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        body = {"against": "bot", "level": "casual", "terms": {"preset": "IBF Doubles", "points": 1}}
        await refused(anna.ask("POST", "/api/matches", body), 409)

    serving(tmp_path, test)


@pytest.mark.clause("ibf:6.1b", "ibf:6.1c", "ibf:6.1d", "usbgf:1.5c")
def test_four_play_doubles_one_operator_a_side_and_partners_talk_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        four = [await Server.guest(here.url, name) for name in ("Anna", "Ben", "Cem", "Dot")]
        judge = await staffed(here, "Jo")
        challenge = await four[0].challenge(preset="IBF Doubles", points=1)
        for server in four[1:]:
            match = await server.accept(challenge)
        async with AsyncExitStack() as lines:
            seats = [await sat(lines, server, match) for server in four]
            tables, heard = [seat[0] for seat in seats], [seat[1] for seat in seats]
            assert [table.side for table in tables] == [tables[0].side, tables[1].side] * 2
            line = m.Say(id="t1", match=match, text="run with 65? 走る?", team=True)
            assert isinstance(await tables[0]._connection.ask(line), m.Ack)
            await until(lambda: any(isinstance(one, m.Chat) for one in heard[2]))
            assert not any(isinstance(one, m.Chat) for one in (*heard[1], *heard[3]))
            for server, lines_seen in ((four[2], 1), (four[1], 0), (judge, 1), (await Server.guest(here.url), 0)):
                assert len(await server.ask("GET", f"/api/matches/{match}/chat")) == lines_seen
            swapped = await tables[2].do(NameOperatorWish(operator="Cem"))
            assert isinstance(swapped, m.Ack), swapped
            silent = await tables[0].do(RollWish())
            assert isinstance(silent, m.Refused)
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (tables[2], tables[1])))
            for table in tables:
                while table.present_view.phase is not MatchPhase.OVER:
                    await table.wait_change()

    serving(tmp_path, test)


def test_a_rematch_begins_with_changed_sides_when_both_want_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1)
        await refused(anna.ask("POST", f"/api/matches/{match}/rematch"), 409)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        stranger = await Server.guest(here.url)
        await refused(stranger.ask("POST", f"/api/matches/{match}/rematch"), 403)
        assert not (await anna.ask("POST", f"/api/matches/{match}/rematch"))["match"]
        again = (await ben.ask("POST", f"/api/matches/{match}/rematch"))["match"]
        assert again == (await anna.ask("POST", f"/api/matches/{match}/rematch"))["match"]
        assert (await anna.ask("GET", f"/api/matches/{again}"))["audience"] == "black"
        assert [one["match"] for one in (await anna.ask("GET", "/api/me"))["matches"]] == [again, match]

    serving(tmp_path, test)


def test_a_link_can_be_scanned(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url)
        opened = await anna.ask("POST", "/api/matches", {"against": "link"})
        picture = await asyncio.to_thread(anna._ask, "GET", f"/api/challenges/{opened['challenge']}/qr", None)
        assert picture.startswith(b"<svg")
        assert b"<script" not in picture
        await refused(anna.ask("GET", "/api/challenges/NONE/qr"), 404)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:1.8.1a", "bws:1.7.1a", "guide:1.2.3a")
def test_whoever_plays_a_rated_match_gets_no_help_until_it_is_over(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, rated=True)
        eve = await Server.guest(here.url)
        question = {"kind": "illegal_play"}
        ask = [("POST", "/api/rule-on", question), ("POST", "/api/rulings", question | {"preset": "BWS"})]
        for method, path, body in ask:
            said = await refused(anna.ask(method, path, body), 409)
            assert "aids_closed" in said
            assert await eve.ask(method, path, body)
        await refused(anna.ask("GET", f"/api/matches/{match}/hint"), 409)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        for method, path, body in ask:
            assert await anna.ask(method, path, body)

    serving(tmp_path, test)


def test_hints_are_given_against_a_bot_in_casual_play_only(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        here.house.club.aids._bots = lambda _: QuickBot()
        anna = await Server.guest(here.url, "Anna")
        match = await anna.new_match(level="casual", points=1)
        async with AsyncExitStack() as lines:
            table, _ = await sat(lines, anna, match)
            await table.do(OpeningWish())
            while not table.present_view.open.play:
                if table.present_view.open.roll:
                    assert (await anna.ask("GET", f"/api/matches/{match}/hint"))["action"] in ("roll", "double")
                    await table.do(RollWish())
                await table.wait_change()
            hint = await anna.ask("GET", f"/api/matches/{match}/hint")
            assert hint["action"] == "play"
        a, _, _ = await at_the_table(here)
        other = a._connection.server
        assert "hints_not_offered" in await refused(other.ask("GET", f"/api/matches/{a.match}/hint"), 409)

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1a", "bws:5.1a", "usbgf:5.1e", "bws:5.1b")
def test_the_director_is_called_rules_from_the_queue_and_play_goes_on(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        a, b, connections = await at_the_table(here)
        on_turn, other = await opened(a, b)
        dora = await staffed(here)
        called = await other.do(CallDirectorWish(about="He rolled with one die."))
        assert isinstance(called, m.Ack)
        while not on_turn.present_view.stopped_by:
            await on_turn.wait_change()
        frozen = await on_turn.do(RollWish())
        assert isinstance(frozen, m.Refused)
        (waiting,) = await dora.ask("GET", "/api/inquiries")
        assert waiting["raised"]["about"] == "He rolled with one die."
        path = f"/api/inquiries/{waiting['id']}"
        assert "answer_needed" in await refused(dora.ask("POST", f"{path}/settle", {"answer": " "}), 409), (
            "nobody has come"
        )
        assert (await dora.ask("POST", f"{path}/take"))["taken_by"] == "Dora"
        own = {"say": "Ben forfeits the game.", "remedies": [{"remedy": "LoseGame", "side": "black", "level": 1}]}
        case = await dora.ask("POST", f"{path}/case", {"kind": "illegal_play"})
        assert case["answer"]["answer"] in ("need_facts", "ruling", "discretion")
        await refused(dora.ask("POST", f"/api/cases/{case['id']}/facts", {"key": "nonsense", "value": 1}), 400)
        ruled = await dora.ask("POST", f"/api/cases/{case['id']}/ruling", {"own": own, "reason": "as agreed by both"})
        assert ruled["ruled"] == "Ben forfeits the game."
        assert ruled["applied"]
        await dora.ask("POST", f"{path}/settle", {"answer": "Play on."})
        while not a.present_view.records or a.present_view.stopped_by:
            await a.wait_change()
        assert a.present_view.records[0].winner.value == "white"
        assert not await dora.ask("GET", "/api/inquiries")
        await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        assert (await connections[0].server.dice(a.match)).verdict().honest
        for connection in connections:
            await connection.__aexit__()

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1b")
def test_a_spectator_reports_in_private_and_is_sent_away_at_a_granted_request(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1)
        eve, dora = await registered(here, "Eve"), await staffed(here)
        path = f"/api/matches/{match}"
        async with AsyncExitStack() as lines:
            (_, heard), (watching, _) = await sat(lines, anna, match), await sat(lines, eve, match)
            await eve.ask("POST", f"{path}/report", {"about": "Ben looks at another screen."})
            account = next(one["account"] for one in await anna.ask("GET", f"{path}/spectators"))
            await refused(eve.ask("POST", f"{path}/bar", {}), 403)
            await anna.ask("POST", f"{path}/bar", {"account": account, "about": "She comments."})
            report, bar = await dora.ask("GET", "/api/inquiries")
            assert (report["raised"]["kind"], bar["raised"]["kind"]) == ("report", "bar")
            assert bar["raised"]["target_name"] == "Eve"  # an official sees who is to go
            assert not here.house.play.rooms[match].match.stopped_by
            assert watching.present_view.audience is Audience.SPECTATOR
            await dora.ask("POST", f"/api/inquiries/{bar['id']}/settle", {"granted": True})
            for method, where in (("GET", path), ("GET", f"{path}/export/log"), ("GET", f"{path}/chat")):
                await refused(eve.ask(method, where), 403)
                await refused(Server(here.url).ask(method, where), 403)  # nor under another name
                assert await ben.ask(method, where) is not None if "export" not in where else True
            assert not here.house.play.rooms[match].match.stopped_by
            assert not any(isinstance(one, m.NoticeMessage) for one in heard)

    serving(tmp_path, test)


def test_the_dice_of_a_finished_match_are_counted_once_for_everybody_to_see(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in (a, b)))
        thrown = sum(b'"DiceRolled"' in event for event in await anna.log(match))
        while not (site := await Server(here.url).ask("GET", "/api/dice"))["rolls"]:
            await asyncio.sleep(0.02)
        await here.house.club.dice.count(here.house.play.rooms.get(match) or await loaded(here, match))
        assert site == await Server(here.url).ask("GET", "/api/dice")
        accounts = [(await who.ask("GET", "/api/me"))["account"] for who in (anna, ben)]
        each = [(await anna.ask("GET", f"/api/players/{account}/dice"))["rolls"] for account in accounts]
        assert (site["rolls"], sum(each)) == (thrown, thrown)
        assert sum(site["counts"].values()) == thrown

    serving(tmp_path, test)


async def loaded(here: Served, match: str) -> Room:
    room = await here.house.play.room(match)
    assert room is not None
    return room


def test_nobody_floods_the_other_with_talk(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, chat="free")
        async with AsyncExitStack() as lines:
            (a, _), (_, heard) = [await sat(lines, who, match) for who in (anna, ben)]
            ask = a._connection.ask
            here.house.club.talk.pace.every = 3_600_000  # however long it takes to say it all
            answers = [await ask(m.Say(id=f"{k}", match=match, text="hello")) for k in range(20)]
            slowed = [one for one in answers if isinstance(one, m.Refused)]
            assert slowed[0].code == "chat_too_fast"
            await until(lambda: sum(isinstance(one, m.Chat) for one in heard) == 20 - len(slowed))
            assert len(slowed) == 12

    serving(tmp_path, test)
