"""Nobody holds a match for ever: whoever is waited for longer than the published rule says ends it (`play.waiting`).

loses       the side that was waited for, if the other was not
no result   where both were, or where the other has gone as well; nobody is rated for it. So ends a match that never
            began, unless it belongs to an event, and a money session between two games

Every process watches; of several one writes it. Outages are not counted. For a while after a start, who would win has
time to come back.
"""

from collections.abc import Sequence
from typing import Final

from barpoint.board import SIDES, Side
from barpoint.match import MatchPhase
from barpoint.match import commands as c
from barpoint.match.format import ClockMethod, LengthKind
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.dice.dice_events import AnyDiceEvent
from barpoint.service.play.dice_chains import is_roll
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room, WaitView
from barpoint.service.play.room_events import WaitEnded
from barpoint.service.play.waiting import Waiting, waiting

RETURN_TIME: Final = 30_000
"""Milliseconds after a start in which nobody counts as gone."""
REASONS: Final = {
    "ready": "not ready for the game in time",
    "answer": "no answer in time",
    "act": "nothing played in time",
    "break": "not back from the break in time",
}
HOUSE: Final = "house"
_AGAIN: Final = 1_000  # milliseconds until what could not be done is tried again


class StallClock:
    """Watches whom every match waits for."""

    def __init__(self, play: PlayService, timers: Timers, outages: OutageLog) -> None:
        self._play, self._timers, self._outages = play, timers, outages
        self._started: int | None = None
        play.room_listeners.append(lambda room, _before, _kept: self.set_timer(room))
        play.dice_listeners.append(self._on_dice)
        play.load_listeners.append(self.set_timer)

    def _on_dice(self, room: Room, events: Sequence[AnyDiceEvent]) -> None:
        if not is_roll(events):
            self.set_timer(room)

    def set_timer(self, room: Room) -> None:
        """Note whom the match waits for, and look again when that is over."""
        now = self._play.now()
        if self._started is None:
            self._started = now
        wait = waiting(room)
        if wait is None:
            if room.wait is not None:
                room.wait = None
                self._timers.drop(f"wait/{room.id}")
            return
        until = self._outages.deadline(wait.since, wait.limit)
        if room.wait is None or room.wait.until != until or room.wait.sides != wait.sides:
            room.wait = WaitView(wait.kind, wait.sides, until)
        match = room.id
        moment = until if until > now else now + _AGAIN
        if not self._timers.is_due_by(key := f"wait/{match}", moment):
            self._timers.set(key, moment, lambda: self._look(match))

    async def _look(self, id: str) -> None:
        room = await self._play.room(id)
        wait = waiting(room) if room is not None else None
        if room is None or wait is None:
            return
        until, now = self._outages.deadline(wait.since, wait.limit), self._play.now()
        back = (self._started or 0) + RETURN_TIME
        if until > now:
            self.set_timer(room)
        elif now < back and not all(room.is_here(side) for side in SIDES):
            self._timers.keep(f"wait/{id}", back, lambda: self._look(id))
        else:
            await self._end(room, wait)

    async def _end(self, room: Room, wait: Waiting) -> None:
        key = f"wait/{room.id}/{wait.since}"
        ended = WaitEnded(at=self._play.now(), kind=wait.kind, sides=wait.sides, since=wait.since, limit=wait.limit)
        await self._play.note(room, ended, key)
        if room.match.phase is MatchPhase.OVER or waiting(room) != wait:
            return  # somebody was faster
        loser, reason, at = _loser(room, wait), REASONS[wait.kind], self._play.now()
        if loser is None:
            await self._play.do(room, c.AbandonMatch(at=at, by=HOUSE, reason=reason), f"{key}/over")
        else:
            await self._play.do(room, c.ForfeitMatch(at=at, by=HOUSE, reason=reason, side=loser), f"{key}/over")


def _loser(room: Room, wait: Waiting) -> Side | None:
    """Who loses the match; None if it has no result."""
    state = room.match
    if len(wait.sides) > 1 or (state.in_force.kind is LengthKind.MONEY and state.game is None):
        return None
    if not room.has_begun and not room.options.event:
        return None
    (side,) = wait.sides
    by_post = state.clock is not None and state.clock.rules.method is ClockMethod.PER_MOVE
    return side if by_post or room.is_here(side.other) else None
