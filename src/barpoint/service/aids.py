"""Aids: hints against a bot, and who has to do without any.

Somebody with an unfinished rated or tournament match gets no analysis, no hints and no rulings on positions from this
server (usbgf:1.8.1a, bws:1.7.1a, guide:1.2.3a). What the same person does
elsewhere, or under another name, it cannot see.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.evolve import acting
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.bot_turn import BotCommand, bot_command
from barpoint.service.opponent import Opponent
from barpoint.service.ports import Account, Accounts
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room

ADVISER: Final = "strong"
"""The level hints are given at."""
Action = Literal["roll", "play", "double", "take", "pass", "accept", "play_on"]


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the house would do."""

    action: Action
    hops: tuple[tuple[int, int], ...] = ()


class Aids:
    """Hints, and the question whether somebody may have any help."""

    def __init__(self, accounts: Accounts, bots: Callable[[str], Opponent]) -> None:
        self._accounts, self._bots = accounts, bots
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="hints")

    async def closed_to(self, account: Account | None) -> Citation | None:
        """Why somebody gets no help now; None if they may."""
        if account is None or not await self._accounts.plays_seriously(account.id):
            return None
        return cite(Refusal(ServiceCode.AIDS_CLOSED), "")

    async def hint(self, room: Room, account: Account) -> Hint | Citation:
        """What the house would do in your place: in casual play against a bot."""
        state, seat = room.match, room.seat_of(account.id)
        if (closed := await self.closed_to(account)) is not None:
            return closed
        if seat is None or not _offered(room, seat[0]):
            return cite(Refusal(ServiceCode.HINTS_NOT_OFFERED), state.format.book)
        loop = asyncio.get_running_loop()
        chosen = await loop.run_in_executor(self._thinking, bot_command, self._bots(ADVISER), state, seat[0], 0)
        return _hint(chosen)

    def close(self) -> None:
        """Think no longer."""
        self._thinking.shutdown(wait=False, cancel_futures=True)


def _offered(room: Room, side: Side) -> bool:
    state = room.match
    casual = state.format.hints and not state.format.rated and not room.manners.event
    return casual and bool(room.bot(side.other)) and state.game is not None and acting(state.game) is side


def _hint(chosen: BotCommand | None) -> Hint:
    match chosen:
        case None:
            return Hint("roll")
        case c.PlayCheckers(hops=hops):
            return Hint("play", hops)
        case c.OfferDouble():
            return Hint("double")
        case c.Take():
            return Hint("take")
        case c.Pass():
            return Hint("pass")
        case c.AnswerResignation(accept=accept) | c.AnswerClaim(accept=accept):
            return Hint("accept" if accept else "play_on")
