"""Aids: hints against a bot, and who has to do without any.

Somebody with an unfinished rated or tournament match gets no analysis, no hints and no rulings on positions from this
server (usbgf:1.8.1a, bws:1.7.1a, guide:1.2.3a). A match by correspondence lasts for months: its players go without
analysis of the position that stands in it, and have the rest. What the same person does
elsewhere, or under another name, it cannot see.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal

import msgspec

from barpoint.board import Position, Refusal, Roll, Side
from barpoint.match import MatchFormat, MatchState, evolve_match, new_match, side_to_act
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format import ClockMethod
from barpoint.rulebook import Citation, cite
from barpoint.service.play.bot_turn import BotCommand, bot_command
from barpoint.service.play.opponent import Opponent
from barpoint.service.play.room import Room
from barpoint.service.play.view_builder import has_aids
from barpoint.service.ports import Account, Accounts
from barpoint.service.refusals import ServiceCode

ADVISER: Final = "strong"
"""The level hints are given at."""
Moment = tuple[Position, Roll | None]
"""A position in which something is decided, and the dice that lie there."""
HintAction = Literal["roll", "play", "double", "take", "pass", "accept", "play_on"]


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the house would do."""

    action: HintAction
    hops: tuple[tuple[int, int], ...] = ()


class Aids:
    """Hints, and the question whether somebody may have any help."""

    def __init__(
        self,
        accounts: Accounts,
        bots: Callable[[str], Opponent],
        room: Callable[[str], Awaitable[Room | None]],
    ) -> None:
        self._accounts, self._bots, self._room = accounts, bots, room
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="hints")

    async def refusal_for(self, account: Account | None) -> Citation | None:
        """Why somebody gets no help now; None if they may."""
        if account is None or not await self._accounts.plays_seriously(account.id):
            return None
        return cite(Refusal(ServiceCode.AIDS_CLOSED), "")

    async def refusal_for_position(self, account: Account, position: Position) -> Citation | None:
        """Why somebody gets no analysis of a position: it stands in a match that they play by correspondence."""
        return await self.refusal_for_decisions(account, ((position, None),))

    async def refusal_for_decisions(self, account: Account | None, decisions: Iterable[Moment]) -> Citation | None:
        """The same for a match that has been played: one of its decisions was made in such a position.

        With other dice in the same position it is another question: every match begins in the same one.
        """
        standing = [] if account is None else await self._standing(account)
        if not standing:
            return None
        rolls = defaultdict(list)
        for position, roll in standing:
            for view in (position, position.flip()):
                rolls[view].append(roll)
        for position, roll in decisions:
            if any(roll is None or other is None or roll == other for other in rolls.get(position, ())):
                return cite(Refusal(ServiceCode.POSITION_IN_PLAY), "")
        return None

    async def _standing(self, account: Account) -> list[Moment]:
        """What stands now in the matches that somebody plays by correspondence."""
        standing = []
        for taken in await self._accounts.matches(account.id):
            room = None if taken.over else await self._room(taken.match)
            game = room.match.game if room is not None and is_by_correspondence(room.match.format) else None
            if game is not None:
                standing.append((game.position, game.roll))
        return standing

    async def hint(self, room: Room, account: Account) -> Hint | Citation:
        """What the house would do in your place: in casual play against a bot."""
        state, seat = room.match, room.seat_of(account.id)
        if (closed := await self.refusal_for(account)) is not None:
            return closed
        if seat is None or not _offers_hints(room, seat[0]):
            return cite(Refusal(ServiceCode.HINTS_NOT_OFFERED), state.format.book)
        loop = asyncio.get_running_loop()
        decision = await loop.run_in_executor(self._thinking, bot_command, self._bots(ADVISER), state, seat[0], 0)
        return _hint(decision)

    def close(self) -> None:
        """Think no longer."""
        self._thinking.shutdown(wait=False, cancel_futures=True)


def is_by_correspondence(format: MatchFormat) -> bool:
    """Whether players have days for a move."""
    return format.clock is not None and format.clock.method is ClockMethod.PER_MOVE


def decision_moments(events: Iterable[e.AnyEvent]) -> Iterator[Moment]:
    """Where something was decided in a match: plays with their dice, what was done with the cube without."""
    state: MatchState | None = None
    for event in events:
        if state is None:
            assert isinstance(event, e.MatchStarted)
            state = new_match(event.format)
        if state.game is not None:
            match event:
                case e.Played():
                    yield state.game.position, state.game.roll
                case e.DiceRolled() | e.Doubled() | e.DoubleTaken() | e.DoublePassed():
                    yield state.game.position, None
                case _:
                    pass
        state = evolve_match(state, event)


def _offers_hints(room: Room, side: Side) -> bool:
    game = room.match.game
    return has_aids(room, side) and game is not None and side_to_act(game) is side


def _hint(decision: BotCommand | None) -> Hint:
    match decision:
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
