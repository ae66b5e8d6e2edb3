"""Nobody waits for somebody's link for ever.

witness   a player's new chain counts after ten seconds, whether the other side has opened a link for it or not.
opening   whoever has published an end and does not open the link an opening roll waits for loses by the clock: what it
          takes beyond the delay of a turn comes off that side's reserve, and a side whose reserve it takes has run out
          of time. Where no reserve pays for it `stalling` ends the wait.
"""

from collections.abc import Sequence
from typing import Final

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match.format import ClockMethod, Expiry
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.dice.dice_events import AnyDiceEvent, LinkOpened
from barpoint.service.dice.hash_chain import read_chain_name, side_of
from barpoint.service.play.dice_chains import (
    WITNESS_TIME,
    game_chains,
    is_roll,
    is_waiting,
    withholding_sides,
)
from barpoint.service.play.play_service import AdmitRequest, PlayService
from barpoint.service.play.room import Room

_LEAST: Final = 4_000
"""Milliseconds an opening link may take whatever the clock says: a page may be loaded anew."""
_AGAIN: Final = 1_000  # milliseconds until what could not be done is tried again
_REASON: Final = "the link for the opening roll was withheld"


class DiceWaits:
    """Watches what the dice of every room wait for."""

    def __init__(self, play: PlayService, timers: Timers, outages: OutageLog) -> None:
        self._play, self._timers, self._outages = play, timers, outages
        play.dice_listeners.append(self._on_dice)
        play.room_listeners.append(lambda room, _before, _kept: self.set_timers(room))
        play.load_listeners.append(self.set_timers)

    def set_timers(self, room: Room) -> None:
        """Set what is due next in a room."""
        match, chains = room.id, game_chains(room)
        if chains is None or not chains.fixed or not (chains.late or room.match.clock is not None):
            return
        if chains.late and is_waiting(room):
            since = max(chain.since for chain in chains.late.values())
            self._timers.set(f"witness/{match}", since + WITNESS_TIME, lambda: self._admit(match))
        if withholding := [side for side in withholding_sides(room) if _has_reserve(room, side)]:
            deadline, now = min(self._deadline(room, side) for side in withholding), self._play.now()
            moment = deadline if deadline > now else now + _AGAIN
            self._timers.set(f"opening/{match}", moment, lambda: self._expire(match))

    def _on_dice(self, room: Room, events: Sequence[AnyDiceEvent]) -> None:
        for event in events:
            if isinstance(event, LinkOpened) and room.match.clock is not None:
                self._charge(room, event)
        if not is_roll(events):
            self.set_timers(room)

    async def _admit(self, id: str) -> None:
        room = await self._play.room(id)
        if room is not None and is_waiting(room):
            await self._play.do(room, AdmitRequest(at=self._play.now()), f"witness/{id}/{room.dice.version}")

    async def _expire(self, id: str) -> None:
        """Whoever withholds a link has run out of time."""
        room = await self._play.room(id)
        if room is None:
            return
        now = self._play.now()
        for side in withholding_sides(room):
            clock = room.match.clock
            if clock is None or not _has_reserve(room, side) or self._deadline(room, side) > now:
                continue
            change, key = -clock.remaining(side, now), f"opening/{id}/{room.version}"
            take = c.AdjustClock(at=now, by="house", reason=_REASON, side=side, change=change)
            await self._play.do(room, take, key)
            if clock.rules.expiry is Expiry.AUTOMATIC:
                await self._play.do(room, c.AnnounceExpiry(at=now, of=side, by="house"), f"{key}/over")
        self.set_timers(room)

    def _deadline(self, room: Room, side: Side) -> int:
        """When a side that withholds a link has used up its time; absence is forgiven as far as its budget goes."""
        chains, clock = game_chains(room), room.match.clock
        assert chains is not None
        assert clock is not None
        away = 0 if room.is_here(side) else room.timers.away[side].left
        length = _allowance(room) + away + clock.remaining(side, chains.due_since)
        return self._outages.deadline(chains.due_since, length)

    def _charge(self, room: Room, event: LinkOpened) -> None:
        """What an opening link took beyond the delay of a turn comes off its side's reserve."""
        chains, clock = game_chains(room), room.match.clock
        side = side_of(read_chain_name(event.chain)[0])
        if chains is None or clock is None or side is None or not room.opening_due or not clock.counts(side):
            return
        late = self._outages.time_served(chains.due_since, event.at) - _allowance(room)
        if late > 0 and room.is_here(side):
            take = c.AdjustClock(at=self._play.now(), by="house", reason=_REASON, side=side, change=-late)

            key = f"late/{room.id}/{event.game}/{event.k}/{side.value}"

            async def charge() -> None:
                await self._play.do(room, take, key)

            self._timers.set(key, take.at, charge)


def _has_reserve(room: Room, side: Side) -> bool:
    """Whether what a link takes can come off a side's clock; days a move are no reserve."""
    clock = room.match.clock
    return clock is not None and clock.counts(side) and clock.rules.method is not ClockMethod.PER_MOVE


def _allowance(room: Room) -> int:
    clock = room.match.clock
    return max(_LEAST, clock.rules.delay if clock is not None else 0)
