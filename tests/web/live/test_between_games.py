"""What stands between games: how long a pause may last, and what a session for a stake comes to."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from barpoint.board import Side
from barpoint.client import RemoteMatch, play_match
from barpoint.wire.wishes import AnswerResignationWish, OpeningWish, ResignWish
from tests.web.members import refused, serving
from tests.web.server_process import QuickBot, Served
from tests.web.test_match_extras import paired, sat

PAUSE = 30_000


async def in_play(*tables: RemoteMatch) -> None:
    """Both sides are ready and the opening roll is thrown."""
    for table in tables:
        await table.do(OpeningWish())
    while not any(table.present_view.open.resign for table in tables):
        await tables[0].wait_change()


async def give_up(*tables: RemoteMatch) -> None:
    """One side resigns a single game, and the other accepts."""
    resigns, other = tables if tables[0].present_view.open.resign else reversed(tables)
    await resigns.do(ResignWish(level=1))
    while not other.present_view.open.answer_resignation:
        await other.wait_change()
    await other.do(AnswerResignationWish(accept=True))


@pytest.mark.clause("ibf:3.12a", "ibf:3.12b")
def test_a_pause_between_games_says_when_it_has_to_end_under_ibf(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=15, preset="IBF Backgammon")
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            left: list[int] = []

            async def watch() -> None:
                while a.present_view.ended is None:
                    await a.wait_change()
                    view = a.present_view
                    if view.clock is not None and view.clock.resume_by:
                        assert view.game is None or view.game.stage == "opening"
                        left.append(view.clock.resume_by - view.at)

            await asyncio.gather(watch(), *(play_match(table, QuickBot()) for table in (a, b)))
            assert all(0 < time <= PAUSE for time in left)
            assert left, "no game ended before the match did"

    serving(tmp_path, test)


@pytest.mark.clause("trad:doubling-1")
def test_a_session_for_a_stake_says_what_it_comes_to(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, preset="Money", stake=250)
        async with AsyncExitStack() as lines:
            (a, _), (b, _) = [await sat(lines, who, match) for who in (anna, ben)]
            assert a.present_view.settlement == (0, 0)
            await in_play(a, b)
            await give_up(a, b)
            while not a.present_view.records:
                await a.wait_change()
            white_wins = a.present_view.records[-1].winner is Side.WHITE
            assert a.present_view.settlement == ((250, -250) if white_wins else (-250, 250))
        assert "a stake" in await refused(
            anna.ask("POST", "/api/challenges", {"terms": {"points": 3, "stake": 5}}), 400
        )

    serving(tmp_path, test)
