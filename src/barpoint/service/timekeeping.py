"""Time that passes by itself: a clock that runs out, a player who is away, a server that was down.

expiry     where a book lets time run out by itself the server notices it, after waiting for what the
           quota of lag says may still be under way.
away       a player without a connection is away after a moment of grace. Their clock stands still as long as
           their budget for the match lasts; then it runs on. Without a clock the other side may end the
           match once the budget is used up. Absences are in the log, so that a restart gives no new budget.
outage     while no process of the server lived, clocks stood still: the log says from when to when. Nobody's budget
           pays for it.
"""

import logging
from typing import Final

from barpoint.board import Refusal, Side
from barpoint.board.side import SIDES
from barpoint.match import commands as c
from barpoint.match.format import Expiry, GameInProgress, LengthKind, PauseReason
from barpoint.match.state import MatchState, Phase
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.lag import MOST_A_COMMAND
from barpoint.service.play import Done, Play
from barpoint.service.ports import EventStore
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room, SideAway, SideBack
from barpoint.service.timers import Timers

GRACE: Final = 4_000
"""Milliseconds without a connection before a player counts as away: a page may be loaded anew."""
_log = logging.getLogger("barpoint.timekeeping")


class Timekeeper:
    """Watches the time of every room."""

    def __init__(self, play: Play, timers: Timers, store: EventStore) -> None:
        self._play, self._timers, self._store = play, timers, store
        play.told.append(lambda room, _before, _kept: self.look(room))
        play.loaded.append(self._loaded)

    def _loaded(self, room: Room) -> None:
        """Whoever is not here is away, unless another process says otherwise within the moment of grace."""
        for side in Side:
            if not room.is_here(side):
                room.away[side].gone(self._play.now())
        self.look(room)

    def look(self, room: Room) -> None:
        """Set what is due next in a room."""
        state = room.match
        if state.clock is None and state.in_force.kind is not LengthKind.TIMED and not room.somebody_away:
            return  # no time runs; what was set before finds nothing to do
        moment = runs_out(state)
        if moment is not None:
            moment += self._under_way(room)
        match = room.id  # deadlines know a room by its match, so that it can be let go
        self._timers.set(f"clock/{match}", moment, lambda: self._check(match))
        for side in SIDES:
            self._look_at(room, side)

    # Expiry

    @staticmethod
    def _under_way(room: Room) -> int:
        clock = room.match.clock
        if clock is None or clock.running is None:
            return 0
        side = clock.running
        # Only the process a player is connected to knows how long the way is; the others wait for the longest.
        known = room.here[side] or not room.elsewhere[side]
        return room.lag[side].granted(room.measured[side] if known else MOST_A_COMMAND)

    async def _check(self, id: str) -> None:  # noqa: A002
        room = await self._play.room(id)
        if room is None:
            return
        at = max(self._play.now(), runs_out(room.match) or 0)
        await self._play.do(room, c.CheckClock(at=at), f"clock/{id}/{room.version}")

    # Away

    def came_or_went(self, room: Room, side: Side) -> None:
        """A side's connections changed."""
        now = self._play.now()
        if room.is_here(side):
            room.away[side].back()
        else:
            room.away[side].gone(now)
        self._look_at(room, side)

    def _look_at(self, room: Room, side: Side) -> None:
        """Stop or start the clock of a side that is away, now or when its time comes."""
        match = room.id
        self._timers.set(f"away/{match}/{side}", self._next_step(room, side), lambda: self._step(match, side))

    @staticmethod
    def _next_step(room: Room, side: Side) -> int | None:
        state, away = room.match, room.away[side]
        clock = state.clock
        if state.phase is Phase.OVER or room.bot(side):
            return None
        if clock is None:
            return _next_note(room, side)
        if clock.running is not side:
            return None
        stands = clock.paused is PauseReason.DISCONNECT
        if room.is_here(side):
            return clock.since if stands else None
        if stands:
            return clock.since + away.left
        if clock.paused is not None or away.since is None or not away.left:
            return None
        return max(away.since + GRACE, clock.since)

    async def _step(self, id: str, side: Side) -> None:  # noqa: A002
        room = await self._play.room(id)
        if room is None:
            return None
        clock, now = room.match.clock, self._play.now()
        moment = self._next_step(room, side)
        if moment is None or moment > now:
            return self._look_at(room, side)
        command = f"away/{id}/{room.version}"
        if clock is None:
            await self._note(room, side, now)
        elif clock.paused is PauseReason.DISCONNECT:
            await self._play.do(room, c.ResumeClock(at=max(clock.since, now)), command)
        else:
            await self._play.do(room, c.PauseClock(at=now, side=side, reason=PauseReason.DISCONNECT), command)
        return None

    async def _note(self, room: Room, side: Side, until: int) -> None:
        """An absence from a match without a clock begins or ends on the record; of several processes one writes it."""
        away = room.away[side]
        if away.noted is None:
            assert away.since is not None, "only somebody who is away is due"
            key = f"gone/{room.id}/{side.value}/{away.absences}"
            await self._play.note(room, SideAway(at=away.since, side=side), key)
        else:
            spent = max(0, until - away.noted)
            key = f"back/{room.id}/{side.value}/{away.absences}"
            await self._play.note(room, SideBack(at=self._play.now(), side=side, spent=spent), key)

    async def claim_absent(self, room: Room, side: Side, command: str) -> Done | Citation:
        """`side` ends a match without a clock because the other has been away for longer than its budget."""
        now = self._play.now()
        if room.match.clock is not None or room.away_left(side.other, now) != 0:
            return cite(Refusal(ServiceCode.OPPONENT_NOT_ABSENT), room.match.format.book)
        forfeit = c.ForfeitMatch(at=now, by="house", reason="away for longer than the budget", side=side.other)
        return await self._play.do(room, forfeit, command)

    # Outage

    async def was_down(self, since: int, until: int) -> int:
        """Every clock that ran stands still for the time no process lived, and absences end with it; how many stood."""
        stopped = 0
        for name in await self._store.streams("match", only_open=True):
            room = await self._play.room(name.partition(":")[2])
            if room is not None:
                stopped += await self._stood(room, since, until)
                self._play.rest(room)
        if stopped:
            _log.warning("clocks stood while the server was down", extra={"since": since, "clocks": stopped})
        return stopped

    async def _stood(self, room: Room, since: int, until: int) -> bool:
        for side in Side:
            if room.away[side].noted is not None:
                await self._note(room, side, since)
        key = f"outage/{room.id}/{since}"
        clock = room.match.clock
        if clock is not None and clock.paused is PauseReason.DISCONNECT:
            await self._play.do(room, c.ResumeClock(at=max(room.match.at, since)), f"{key}/away")
            clock = room.match.clock
        if clock is None or not clock.passes or clock.running is None:
            return False
        stop = c.PauseClock(at=max(room.match.at, since), side=clock.running, reason=PauseReason.OUTAGE)
        if not isinstance(await self._play.do(room, stop, key), Done) or room.match.clock is None:
            return False
        if room.match.clock.paused is PauseReason.OUTAGE:
            await self._play.do(room, c.ResumeClock(at=max(until, room.match.at)), f"{key}/over")
        return True

    async def take_up(self) -> None:
        """Load every match that is not over: bots go on, clocks are watched, whoever is missing is away."""
        for name in await self._store.streams("match", only_open=True):
            room = await self._play.room(name.partition(":")[2])
            if room is None:
                continue
            for side in Side:
                if not room.is_here(side):
                    self.came_or_went(room, side)
            self._play.rest(room)


def _next_note(room: Room, side: Side) -> int | None:
    """When an absence from a match without a clock is to be noted, or its end."""
    away = room.away[side]
    if away.noted is not None:
        return away.noted if room.is_here(side) else None
    if away.since is None or room.is_here(side) or not away.left or not room.begun:
        return None
    return away.since + GRACE


def runs_out(state: MatchState) -> int | None:
    """The moment at which time alone changes the match; None if it never does."""
    if state.phase is Phase.OVER:
        return None
    clock, length = state.clock, state.in_force
    automatic = clock is not None and clock.rules.expiry is Expiry.AUTOMATIC and not state.stopped_by
    expires = clock.expires_at() if clock is not None and automatic else None
    if length.kind is not LengthKind.TIMED or (
        state.game is not None and length.in_progress is not GameInProgress.DOES_NOT_COUNT
    ):
        return expires
    ends = state.started + length.limit
    return ends if expires is None else min(expires, ends)
