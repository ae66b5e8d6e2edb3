"""Notices: your turn, a match has begun, a round is called, a ruling was given.

Somebody with a page open hears of it there at once. Somebody who is not here is told by whatever reaches them: Web Push
to the browsers that asked for it, and what the operator has set up. Each notice has a key, so that of several
server processes one tells it.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from barpoint.board import Side
from barpoint.match.evolve import acting
from barpoint.match.state import MatchState, Phase
from barpoint.service.errands import Errands
from barpoint.service.means import Means, Notice, Recipient
from barpoint.service.play import Play
from barpoint.service.ports import Accounts, Stored
from barpoint.service.room import Room
from barpoint.service.timers import Timers

PATIENCE: Final = 20_000
"""Milliseconds a player has to come back by themselves before they are told that it is their turn."""
_log = logging.getLogger("barpoint.notices")

InPage = Callable[[str, Callable[[], Notice], str], None]
"""Hears of an account, how to make the notice, and the topic whose watchers know already."""


class Notices:
    """Tells people what they want to know."""

    def __init__(self, play: Play, accounts: Accounts, means: Means, timers: Timers) -> None:
        self._play, self._accounts, self._means, self._timers = play, accounts, means, timers
        self._errands = Errands(_log, "a notice could not be given")
        self.in_page: list[InPage] = []
        play.told.append(self._changed)

    def tell(self, account: str, key: str, notice: Notice, *, known_at: str = "", away: bool = True) -> None:
        """In every open page but those that watch `known_at`; and, to somebody `away`, by what reaches them."""
        self._show(account, lambda: notice, known_at)
        if away:
            self._errands.run(self._reach(account, key, notice))

    def _show(self, account: str, notice: Callable[[], Notice], known_at: str) -> None:
        for in_page in self.in_page:
            in_page(account, notice, known_at)

    async def _reach(self, account: str, key: str, notice: Notice) -> None:
        found = await self._accounts.find(account)
        if found is None or not await self._means.board.post(account, key, notice):
            return
        for address in await self._means.board.addresses(account):
            if not await self._means.messenger.push(address, notice):
                await self._means.board.unsubscribe(address.endpoint)
        contact = await self._means.register.contact(account)
        await self._means.messenger.send(Recipient(account, found.name, contact), notice)

    # Your turn

    def _changed(self, room: Room, _before: int, kept: Sequence[Stored]) -> None:
        side = to_act(room.match) if kept else None
        if side is None or room.bot(side):
            return
        if not room.is_here(side):
            due = self._play.now() + PATIENCE
            self._timers.set(f"turn/{room.id}", due, lambda: self._remind(room.id, side))
        topic = f"match:{room.id}"
        for seat in room.seats(side):
            if seat.account:
                self._show(seat.account, lambda: self._turn(room, side), topic)

    async def _remind(self, id: str, side: Side) -> None:  # noqa: A002
        room = await self._play.room(id)
        if room is None or to_act(room.match) is not side or room.is_here(side):
            return
        for seat in room.seats(side):
            if seat.account:
                self._errands.run(self._reach(seat.account, f"turn/{id}/{room.version}", self._turn(room, side)))

    def _turn(self, room: Room, side: Side) -> Notice:
        against = " & ".join(seat.name for seat in room.seats(side.other))
        return Notice("your_turn", f"Your turn against {against}", f"/match/{room.id}", self._play.now())

    async def close(self) -> None:
        """Let what is under way go out, for a moment."""
        await self._errands.finish(2)


def to_act(state: MatchState) -> Side | None:
    """The side the match waits for, if it is one side."""
    if state.game is None or state.phase is Phase.OVER or state.stopped_by:
        return None
    return acting(state.game)
