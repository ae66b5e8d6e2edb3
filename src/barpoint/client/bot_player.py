"""Playing a match to its end: whatever is open is decided by a bot on this side."""

import asyncio
import contextlib
from typing import Final

from barpoint.board import Side
from barpoint.client.dice_keeper import DiceMismatch
from barpoint.client.remote_match import RemoteMatch
from barpoint.match import MatchPhase, OpenActions
from barpoint.match import commands as c
from barpoint.service import Opponent
from barpoint.service.play import BotCommand, bot_command
from barpoint.wire import messages as m
from barpoint.wire import wishes as w

_AGAIN: Final = 1.0
"""Seconds after which what was refused is thought over though nothing has changed."""


async def play_match(table: RemoteMatch, bot: Opponent, *, think_apart: bool = False, games: int | None = None) -> None:
    """Play until the match is over, or rise after so many `games`; `DiceMismatch` if the dice do not follow.

    `think_apart` keeps long thoughts off the connection's loop.
    """
    side = table.side
    if side is None:
        raise ValueError("only somebody who sits at the match can play it")
    while table.present_view.phase is not MatchPhase.OVER:
        if table.dice.problem:
            raise DiceMismatch(table.dice.problem)
        await table.add_part()
        if games is not None and len(table.present_view.records) >= games and table.present_view.open.leave:
            await table.do(w.LeaveWish())
            continue
        wish = await _wish(table, side, bot, think_apart=think_apart)
        if wish is None:
            await table.wait_change()
            continue
        version = table.present_view.version
        answer = await table.do(wish)
        if isinstance(answer, m.Ack):
            while table.present_view.version < answer.version:
                await table.wait_change()
        else:  # the view was old, or something is still on its way
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN):
                    await table.wait_change()
        if isinstance(answer, m.Ack) and isinstance(wish, w.OpeningWish) and table.present_view.version == version:
            await table.wait_change()
    await table.wait_checked()
    if table.dice.problem:
        raise DiceMismatch(table.dice.problem)


async def _wish(table: RemoteMatch, side: Side, bot: Opponent, *, think_apart: bool) -> w.AnyWish | None:
    """What to do now; None when it is not ours to do anything."""
    may = table.present_view.open
    if may.opening:
        return w.OpeningWish()
    if not _to_act(may):
        return None
    state = await table.state()
    if state.game is None or state.version != table.present_view.version:
        return None
    if think_apart:
        return _wish_for(await asyncio.to_thread(bot_command, bot, state, side, 0))
    return _wish_for(bot_command(bot, state, side, 0))


def _to_act(may: OpenActions) -> bool:
    return bool(may.roll or may.play or may.take or may.pass_ or may.answer_resignation or may.answer_claim)


def _wish_for(command: BotCommand | None) -> w.AnyWish:
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
