"""Every preset and every discipline is played to its end through the socket, on both databases."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from barpoint.board import DISCIPLINES
from barpoint.client import RemoteMatch, Server, play_match
from barpoint.match.events import decode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import LengthKind
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.presets import list_presets
from tests.web.server_process import (
    QuickBot,
    Served,
    served,
)


def wanted() -> list[dict[str, Any]]:
    """Every preset as short as it can be, the disciplines none of them has, and one match with the cube."""
    found: list[dict[str, Any]] = [
        {"preset": one.name} if one.options.money else {"preset": one.name, "points": 1} for one in list_presets()
    ]
    left = set(DISCIPLINES) - {one.options.discipline or "backgammon" for one in list_presets()}
    found += [{"discipline": name, "points": 1} for name in sorted(left)]
    return [*found, {"discipline": "sprintgammon", "points": 3}]


async def played(here: Served, terms: dict[str, Any], players: list[Server]) -> RemoteMatch:
    """One match from challenge to end; partners of a pair sit and watch their operators."""
    challenge = await players[0].challenge(**terms)
    match = await players[1].accept(challenge)
    seated = players[:2] if match else players
    for partner in seated[2:]:
        match = await partner.accept(challenge)
    async with AsyncExitStack() as lines:
        connections = [await lines.enter_async_context(server.connect()) for server in seated]
        tables = [await connection.sit(match) for connection in connections]
        games = 1 if "Money" in terms.values() else None
        await asyncio.gather(*(play_match(table, QuickBot(), games=games) for table in tables[:2]))
        await same_everywhere(here, players[0], tables, match)
    return tables[0]


async def same_everywhere(here: Served, server: Server, tables: list[RemoteMatch], match: str) -> None:
    """The log replayed, the server's state and what each client folded are one and the same."""
    replayed = fold_match(decode(line) for line in await server.log(match))
    assert replayed == here.house.play.rooms[match].match
    for table in tables:
        while table.present_view.phase is not MatchPhase.OVER:
            await table.wait_change()
        assert await table.state() == replayed
    verdict = (await server.dice(match)).verdict()
    assert verdict.honest
    assert verdict.proven > 0
    assert not verdict.waiting


def test_every_preset_and_discipline_is_played_to_its_end(database_address: str) -> None:
    async def run() -> None:
        async with served(database_address) as here:
            players = [await Server.guest(here.url, name) for name in ("Anna", "Ben", "Cem", "Dot")]
            async with asyncio.timeout(240):
                tables = await asyncio.gather(*(played(here, terms, players) for terms in wanted()))
            assert {table.present_view.format.discipline for table in tables} == set(DISCIPLINES)
            for table in tables:
                ended = table.present_view.ended
                assert ended is not None
                assert (ended.winner is None) == (table.present_view.format.length.kind is LengthKind.MONEY)

    asyncio.run(run())
