"""Notices: your turn, a match has begun, a round is called, a ruling was given.

Somebody with a page open hears of it there at once. Somebody who is not here is told by whatever reaches them: Web Push
to the browsers that asked for it, and what the operator has set up. Each notice has a key, so that of several
server processes one tells it.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from barpoint.board import Side
from barpoint.match import MatchPhase, MatchState, side_to_act
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.clocks.timers import Timers
from barpoint.service.people.member_ports import (
    MemberPorts,
    PersonalNotice,
    Recipient,
)
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import Accounts, StoredEvent

PATIENCE: Final = 20_000
"""Milliseconds a player has to come back by themselves before they are told that it is their turn."""
_log = logging.getLogger("barpoint.notices")

PageListener = Callable[[str, Callable[[], PersonalNotice], str], None]
"""Hears of an account, how to make the notice, and the topic whose watchers know already."""


class Notices:
    """Tells people what they want to know."""

    def __init__(self, play: PlayService, accounts: Accounts, means: MemberPorts, timers: Timers) -> None:
        self._play, self._accounts, self._ports, self._timers = play, accounts, means, timers
        self._tasks = BackgroundTasks(_log, "a notice could not be given")
        self.page_listeners: list[PageListener] = []
        play.room_listeners.append(self._note_turn)

    def tell(self, account: str, key: str, notice: PersonalNotice, *, known_at: str = "", away: bool = True) -> None:
        """In every open page but those that watch `known_at`; and, to somebody `away`, by what reaches them."""
        self._show(account, lambda: notice, known_at)
        if away:
            self._tasks.run(partial(self._reach, account, key, notice))

    def _show(self, account: str, notice: Callable[[], PersonalNotice], known_at: str) -> None:
        for listener in self.page_listeners:
            listener(account, notice, known_at)

    async def _reach(self, account: str, key: str, notice: PersonalNotice) -> None:
        recipient = await self._accounts.find(account)
        if recipient is None or not await self._ports.board.post(account, key, notice):
            return
        for address in await self._ports.board.addresses(account):
            if not await self._ports.messenger.push(address, notice):
                await self._ports.board.unsubscribe(address.endpoint)
        contact = await self._ports.register.contact(account)
        await self._ports.messenger.send(Recipient(account, recipient.name, contact), notice)

    # Your turn

    def _note_turn(self, room: Room, _before: int, kept: Sequence[StoredEvent]) -> None:
        side = to_act(room.match) if kept else None
        if side is None or room.bot(side):
            return
        if not room.is_here(side):
            self._set_reminder(room.id, side)
        topic = f"match:{room.id}"
        for seat in room.seats(side):
            if seat.account:
                self._show(seat.account, lambda: self._turn(room, side), topic)

    def _set_reminder(self, id: str, side: Side) -> None:
        self._timers.set(f"turn/{id}", self._play.now() + PATIENCE, lambda: self._remind(id, side))

    async def _remind(self, id: str, side: Side) -> None:
        room = await self._play.room(id)
        if room is None or to_act(room.match) is not side or room.is_here(side):
            return
        for seat in room.seats(side):
            if seat.account:
                self._tasks.run(partial(self._reach, seat.account, f"turn/{id}/{room.version}", self._turn(room, side)))

    def _turn(self, room: Room, side: Side) -> PersonalNotice:
        against = " & ".join(seat.name for seat in room.seats(side.other))
        where, now = f"/match/{room.id}", self._play.now()
        return make_notice("your_turn", "Your turn against {against}", where, now, against=against)

    async def close(self) -> None:
        """Let what is under way go out, for a moment."""
        await self._tasks.finish(2)


def to_act(state: MatchState) -> Side | None:
    """The side the match waits for, if it is one side."""
    if state.game is None or state.phase is MatchPhase.OVER or state.stopped_by:
        return None
    return side_to_act(state.game)
