"""A bot that is hosted: several matches at once, back after a cut, kind when it is stopped, honest about its limits."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from barpoint.cli.play.bot import _sign_in
from barpoint.client import BotHost, Server, play_match
from barpoint.match.state import MatchPhase
from barpoint.service.dice.dice_file import read_kept_dice
from barpoint.service.play.terms import Terms
from barpoint.web.live.fanout import Fanout
from tests.web.live.test_socket import serving
from tests.web.server_process import QuickBot, Served
from tests.web.test_match_extras import until

TERMS = Terms(points=1, discipline="sprintgammon")


def fanout_of(here: Served) -> Fanout:
    owners = [getattr(one, "__self__", None) for one in here.house.play.room_listeners]
    return next(one for one in owners if isinstance(one, Fanout))


async def offered(here: Served, count: int) -> list[str]:
    """The challenges in the lobby, once there are so many."""
    while len(found := here.house.lobby.open_challenges()) < count:
        await asyncio.sleep(0.01)
    return [one.id for one in found]


async def accepted(server: Server, challenge: str) -> MatchPhase:
    """A person takes a challenge and plays it to its end."""
    match = await server.accept(challenge)
    async with server.connect() as line:
        table = await line.sit(match)
        await play_match(table, QuickBot())
        return table.present_view.phase


def test_several_matches_at_once_and_back_after_every_cut(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        said: list[str] = []
        bot = await Server.guest(here.url, "Bot")
        host = BotHost(bot, QuickBot(), TERMS, at_once=2, matches=3, report=said.append)
        running = asyncio.create_task(host.run())
        people = [await Server.guest(here.url, name) for name in ("Anna", "Ben", "Cem")]
        first = await offered(here, 2)
        playing = [asyncio.create_task(accepted(who, one)) for who, one in zip(people, first, strict=False)]
        fanout = fanout_of(here)
        await until(lambda: sum(room.version > 12 for room in here.house.play.rooms.values()) == 2)
        for listener in {one for topic in list(fanout._topics.values()) for one in topic}:
            listener.cut()
        assert await asyncio.gather(*playing) == [MatchPhase.OVER] * 2
        (third,) = await offered(here, 1)
        assert await accepted(people[2], third) is MatchPhase.OVER
        await running
        assert sum("won" in line for line in said) == 3
        assert not here.house.lobby.open_challenges()

    serving(tmp_path, test)


def test_it_withdraws_when_it_is_stopped_and_finishes_what_it_plays(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        said: list[str] = []
        host = BotHost(await Server.guest(here.url, "Bot"), QuickBot(), TERMS, at_once=2, report=said.append)
        running = asyncio.create_task(host.run())
        anna = await Server.guest(here.url, "Anna")
        playing = asyncio.create_task(accepted(anna, (await offered(here, 2))[0]))
        await until(lambda: any(room.version > 4 for room in here.house.play.rooms.values()))
        host.stop()
        await asyncio.gather(running, playing)
        assert sum("won" in line for line in said) == 1
        assert not here.house.lobby.open_challenges()

    serving(tmp_path, test)


def test_what_it_left_it_takes_up_again(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        bot, anna = await Server.guest(here.url, "Bot"), await Server.guest(here.url, "Anna")
        first = asyncio.create_task(BotHost(bot, QuickBot(), TERMS).run())
        playing = asyncio.create_task(accepted(anna, (await offered(here, 1))[0]))
        await until(lambda: any(room.version > 4 for room in here.house.play.rooms.values()))
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        again = BotHost(Server(here.url, bot.token), QuickBot(), TERMS)
        running = asyncio.create_task(again.run())
        assert await playing is MatchPhase.OVER
        again.stop()
        await running

    serving(tmp_path, test)


@pytest.mark.parametrize("session", [True, False], ids=["with a session", "without"])
def test_a_hosted_bot_keeps_evidence_that_a_verifier_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: bool
) -> None:
    monkeypatch.setenv("BARPOINT_DATA", str(tmp_path / "data"))

    async def test(here: Served) -> None:
        server = await _sign_in(here.url, "Host", tmp_path / "bot.token" if session else None)
        host = BotHost(server, QuickBot(), TERMS, matches=1)
        running = asyncio.create_task(host.run())
        anna = await Server.guest(here.url, "Anna")
        assert await accepted(anna, (await offered(here, 1))[0]) is MatchPhase.OVER
        await running
        folder = tmp_path / "bot.dice" if session else tmp_path / "data" / "dice"
        (evidence,) = folder.glob("*.kept.json")
        kept = read_kept_dice(evidence.read_bytes())
        verdict = (await server.dice(kept.match)).verdict(kept)
        assert verdict.honest, verdict.wrong
        assert verdict.covered == verdict.proven > 5
        assert kept.heads, "the whole was checked at the end"

    serving(tmp_path, test)


def test_a_server_that_is_away_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barpoint.client.host._FIRST_WAIT", 0.001)
    said: list[str] = []
    asked = 0

    async def answers() -> str:
        nonlocal asked
        asked += 1
        if asked < 4:
            raise ConnectionRefusedError("nobody there")
        return "here"

    host = BotHost(Server("http://127.0.0.1:9"), QuickBot(), TERMS, report=said.append)
    assert asyncio.run(host._retry(answers)) == "here"
    assert said == ["the server does not answer (nobody there); waiting"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--preset", "IBF Doubles"), "played by pairs"),
        (("--level", "divine"), "the bot plays at"),
        (("--preset", "Poker"), "expected one of the presets"),
        (("--discipline", "chess"), "chess"),
        (("--server", "club.example"), "http:// or https://"),
        (("--server", "http://127.0.0.1:9"), "refused"),
    ],
)
def test_what_it_cannot_play_it_says_at_once(arguments: tuple[str, ...], words: str, capsys: Any) -> None:
    from barpoint import cli

    old, sys.argv = sys.argv, ["barpoint", "bot", *arguments]
    try:
        with pytest.raises(SystemExit) as ended:
            cli.run()
    finally:
        sys.argv = old
    assert ended.value.code == 2
    assert words in capsys.readouterr().err.lower()
