"""Playing a match to its end: whatever is open is decided by a bot on this side."""

import asyncio
import contextlib
from typing import Final

from barpoint.board import Side
from barpoint.client.table import Table
from barpoint.match import commands as c
from barpoint.match.open_to import Open
from barpoint.match.state import Phase
from barpoint.service.bot_turn import BotCommand, bot_command
from barpoint.service.opponent import Opponent
from barpoint.wire import messages as m
from barpoint.wire import wishes as w

_AGAIN: Final = 1.0
"""Seconds after which what was refused is thought over though nothing has changed."""


async def play_match(table: Table, bot: Opponent, *, think_apart: bool = False, games: int | None = None) -> None:
    """Play until the match is over, or rise after so many `games`.

    `think_apart` keeps long thoughts off the connection's loop.
    """
    side = table.side
    if side is None:
        raise ValueError("only somebody who sits at the match can play it")
    while table.seen.phase is not Phase.OVER:
        await table.shake()
        if games is not None and len(table.seen.records) >= games and table.seen.open.leave:
            await table.do(w.LeaveWish())
            continue
        wish = await _wish(table, side, bot, think_apart=think_apart)
        if wish is None:
            await table.change()
            continue
        version = table.seen.version
        answer = await table.do(wish)
        if isinstance(answer, m.Ack):
            while table.seen.version < answer.version:
                await table.change()
        else:  # the view was old, or something is still on its way
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.change(), _AGAIN)
        if isinstance(answer, m.Ack) and isinstance(wish, w.OpeningWish) and table.seen.version == version:
            await table.change()


async def _wish(table: Table, side: Side, bot: Opponent, *, think_apart: bool) -> w.AnyWish | None:
    """What to do now; None when it is not ours to do anything."""
    may = table.seen.open
    if may.opening:
        return w.OpeningWish()
    if not _to_act(may):
        return None
    state = await table.state()
    if state.game is None or state.version != table.seen.version:
        return None
    if think_apart:
        return _said(await asyncio.to_thread(bot_command, bot, state, side, 0))
    return _said(bot_command(bot, state, side, 0))


def _to_act(may: Open) -> bool:
    return bool(may.roll or may.play or may.take or may.pass_ or may.answer_resignation or may.answer_claim)


def _said(command: BotCommand | None) -> w.AnyWish:
    match command:
        case None:
            return w.RollWish()
        case c.Take():
            return w.TakeWish()
        case c.Pass():
            return w.PassWish()
        case c.OfferDouble():
            return w.DoubleWish()
        case c.AnswerResignation(accept=accept):
            return w.AnswerResignationWish(accept=accept)
        case c.AnswerClaim(accept=accept):
            return w.AnswerClaimWish(accept=accept)
        case c.PlayCheckers(hops=hops):
            return w.PlayWish(hops=hops)
