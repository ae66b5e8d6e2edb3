"""Time that passes by itself: a clock that runs out, a player who is away, a server that was down.

expiry     where a book lets time run out by itself the server notices it, after waiting for what the
           quota of lag says may still be under way.
minute     whose reserve falls below a minute is warned, once, and the room's log has it (usbgf:4.3.4-2).
pause      a pause that the book limits is over by itself: the house begins the next game for whoever has said nothing,
           as soon as their page has sealed its dice (ibf:3.12b).
away       a player without a connection is away after a moment of grace. Their clock stands still as long as
           their budget for the match lasts; then it runs on. Without a clock the other side may end the
           match once the budget is used up. Absences are in the log, so that a restart gives no new budget.
outage     while the server did not run, clocks stood still: the log of the match says from when to when. Nobody's
           budget pays for it. A match that is not at hand gets it when it is loaded.
"""

import logging
from typing import Final

from barpoint.board import SIDES, Refusal, Side
from barpoint.match import MatchPhase, MatchState
from barpoint.match import commands as c
from barpoint.match.decide import pause_limit
from barpoint.match.format import (
    Expiry,
    GameInProgress,
    LengthKind,
    PauseReason,
)
from barpoint.rulebook import Citation, cite, param
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.play.lag_quota import MOST_A_COMMAND
from barpoint.service.play.play_service import Done, OutageRequest, PlayService, ReadyRequest
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import SideAway, SideBack, TimeLow
from barpoint.service.ports import EventStore
from barpoint.service.refusals import ServiceCode

GRACE: Final = 4_000
"""Milliseconds without a connection before a player counts as away: a page may be loaded anew."""
_AGAIN: Final = 1_000  # milliseconds until what could not be done is tried again
_log = logging.getLogger("barpoint.timekeeping")


class Timekeeper:
    """Watches the time of every room."""

    def __init__(self, play: PlayService, timers: Timers, store: EventStore, outages: OutageLog) -> None:
        self._play, self._timers, self._store, self._outages = play, timers, store, outages
        self._death: tuple[int, int] | None = None  # of a process: its last sign of life, and when it was known
        play.preparations.append(self.take_out_outages)
        play.room_listeners.append(lambda room, _before, _kept: self.set_timers(room))
        play.load_listeners.append(self._on_load)

    def _on_load(self, room: Room) -> None:
        """Whoever is not here is away, unless another process says otherwise within the moment of grace."""
        for side in Side:
            if not room.is_here(side):
                room.timers.away[side].leave(self._play.now())
        self.set_timers(room)

    def set_timers(self, room: Room) -> None:
        """Set what is due next in a room."""
        state = room.match
        if state.clock is None and state.in_force.kind is not LengthKind.TIMED and not room.timers.somebody_away:
            return  # no time runs; what was set before finds nothing to do
        moment = next_expiry(state)
        if moment is not None:
            moment += self._lag_grace(room)
        match = room.id  # deadlines know a room by its match, so that it can be let go
        self._timers.set(f"clock/{match}", moment, lambda: self._check(match))
        self._timers.set(f"minute/{match}", low_moment(room), lambda: self._warn(match))
        self._timers.set(f"pause/{match}", pause_limit(state), lambda: self._end_pause(match))
        for side in SIDES:
            self._set_away_timer(room, side)

    # Expiry

    @staticmethod
    def _lag_grace(room: Room) -> int:
        clock = room.match.clock
        if clock is None or clock.running is None:
            return 0
        side = clock.running
        # Only the process a player is connected to knows how long the way is; the others wait for the longest.
        known = room.connections.here[side] or not room.connections.elsewhere[side]
        return room.timers.lag[side].grant(room.timers.measured[side] if known else MOST_A_COMMAND)

    async def _check(self, id: str) -> None:
        room = await self._play.room(id)
        if room is None:
            return
        moment, now = next_expiry(room.match), self._play.now()
        if moment is None or moment > now:
            self.set_timers(room)  # it was put off
        else:
            await self._play.do(room, c.CheckClock(at=now), f"clock/{id}/{room.version}")

    # The last minute, and pauses

    async def _warn(self, id: str) -> None:
        room = await self._play.room(id)
        moment = None if room is None else low_moment(room)
        if room is None or moment is None:
            return
        clock = room.match.clock
        assert clock is not None
        assert clock.running is not None, "a reserve falls only while it runs"
        if moment > self._play.now():
            self.set_timers(room)
        else:
            side = clock.running
            await self._play.note(room, TimeLow(at=moment, side=side), f"minute/{id}/{side.value}")

    async def _end_pause(self, id: str) -> None:
        """A limited pause is over: a stopped clock goes on, and between games whoever has said nothing is ready."""
        room = await self._play.room(id)
        limit = None if room is None else pause_limit(room.match)
        now = self._play.now()
        if room is None or limit is None or limit > now:
            return
        if room.match.phase is not MatchPhase.BETWEEN:
            await self._play.do(room, c.CheckClock(at=now), f"pause/{id}/{room.version}")
            return
        for side in SIDES:
            if not room.is_ready(side):
                ready = ReadyRequest(side=side, at=now)
                await self._play.do(room, ready, f"pause/{id}/{room.version}/{room.room_version}/{side.value}")
        if not all(map(room.is_ready, SIDES)):
            self._timers.keep(
                f"pause/{id}", now + _AGAIN, lambda: self._end_pause(id)
            )  # a page has not sealed its dice

    # Away

    def note_presence(self, room: Room, side: Side) -> None:
        """A side's connections changed."""
        now = self._play.now()
        if room.is_here(side):
            room.timers.away[side].come_back()
        else:
            room.timers.away[side].leave(now)
        self._set_away_timer(room, side)

    def _set_away_timer(self, room: Room, side: Side) -> None:
        """Stop or start the clock of a side that is away, now or when its time comes."""
        match = room.id
        self._timers.set(f"away/{match}/{side}", self._next_step(room, side), lambda: self._step(match, side))

    @staticmethod
    def _next_step(room: Room, side: Side) -> int | None:
        state, away = room.match, room.timers.away[side]
        clock = state.clock
        if state.phase is MatchPhase.OVER or room.bot(side):
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

    async def _step(self, id: str, side: Side) -> None:
        room = await self._play.room(id)
        if room is None:
            return None
        clock, now = room.match.clock, self._play.now()
        moment = self._next_step(room, side)
        if moment is None or moment > now:
            return self._set_away_timer(room, side)
        command = f"away/{id}/{room.version}"
        if clock is None:
            await self._record_absence(room, side, now)
        elif clock.paused is PauseReason.DISCONNECT:
            await self._play.do(room, c.ResumeClock(at=max(clock.since, now)), command)
        else:
            await self._play.do(room, c.PauseClock(at=now, side=side, reason=PauseReason.DISCONNECT), command)
        return None

    async def _record_absence(self, room: Room, side: Side, until: int) -> None:
        """An absence from a match without a clock begins or ends on the record; of several processes one writes it."""
        away = room.timers.away[side]
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

    async def take_out_outages(self, room: Room) -> None:
        """A clock that ran while the server did not stands still for that time, and absences end where it began."""
        if room.match.phase is MatchPhase.OVER:
            return
        for since, until in self._outages.after(_counting_since(room)):
            await self.stop_clock(room, since, until)
        if self._death is not None and (now := self._play.now()) < self._death[1] + GRACE:
            await self.stop_clock(room, self._death[0], now)  # nobody knows who of them was connected there
        clock = room.match.clock
        if clock is not None and clock.paused is PauseReason.OUTAGE:  # whoever stopped it has died over it
            await self._play.do(room, c.ResumeClock(at=self._play.now()), f"outage/{room.id}/{room.version}/over")

    def note_death(self, last: int, now: int) -> None:
        """A process of several has died: matches that are loaded for it, now or in a moment, do not pay for that."""
        self._death = (last, now)

    async def give_back_lost(self, process: str, last: int) -> None:
        """A process has died: the players who were connected to it alone get the time since back, and are away."""
        await self._play.catch_up_all()
        now = self._play.now()
        for room in list(self._play.rooms.values()):
            clock = room.match.clock
            if clock is None or clock.running is None or room.connections.here[clock.running]:
                continue
            if room.connections.elsewhere[clock.running] == {process}:
                room.timers.away[clock.running].leave(now - GRACE)
                await self.stop_clock(room, last, now)

    async def stop_clocks(self, since: int, until: int, *, everywhere: bool) -> None:
        """Take a stretch of time out of the rooms at hand, or only of the clocks of players who are connected here."""
        if everywhere:
            await self._play.catch_up_all()
        seen: set[str] = set()  # where it could not be done twice over
        while rooms := [
            room
            for room in self._play.rooms.values()
            if f"{room.id}/{room.version}" not in seen and _is_owed(room, until, everywhere=everywhere)
        ]:
            for room in rooms:
                seen.add(f"{room.id}/{room.version}")
                await self.stop_clock(room, since, until)
        if everywhere:
            for room in self._play.rooms.values():
                for away in room.timers.away.values():
                    away.since = None if away.since is None else max(away.since, until)

    async def stop_clock(self, room: Room, since: int, until: int) -> None:
        """Take a stretch of time out of whatever counts in a room."""
        for side in Side:
            noted = room.timers.away[side].noted
            if noted is not None and noted < until:
                await self._record_absence(room, side, since)
        key = f"outage/{room.id}/{since}/{room.version}"
        clock = room.match.clock
        if clock is not None and clock.paused is PauseReason.DISCONNECT and clock.since < until:
            await self._play.do(room, c.ResumeClock(at=max(room.match.at, since)), f"{key}/away")
        await self._play.do(room, OutageRequest(since=since, until=until), key)

    async def load_open_matches(self) -> None:
        """Load every match that is not over: bots go on, clocks are watched, whoever is missing is away."""
        for name in await self._store.streams("match", only_open=True):
            room = await self._play.room(name.partition(":")[2])
            if room is None:
                continue
            for side in Side:
                if not room.is_here(side):
                    self.note_presence(room, side)
            self._play.rest(room)


def _counting_since(room: Room) -> int:
    """Since when something counts in a room without interruption; what was before that is settled."""
    clock = room.match.clock
    noted = [away.noted for away in room.timers.away.values() if away.noted is not None]
    stands = clock is None or clock.running is None
    return min([room.match.at if clock is None or stands else clock.since, *noted])


def _is_owed(room: Room, moment: int, *, everywhere: bool) -> bool:
    """Whether a clock or an absence has been counting since before a moment, and is not to."""
    if room.match.phase is MatchPhase.OVER:
        return False
    clock = room.match.clock
    if clock is None or clock.running is None:
        return everywhere and any(away.noted is not None and away.noted < moment for away in room.timers.away.values())
    counts = clock.paused in (None, PauseReason.DISCONNECT) and clock.since < moment
    return counts and (everywhere or room.connections.here[clock.running] > 0)


def _next_note(room: Room, side: Side) -> int | None:
    """When an absence from a match without a clock is to be noted, or its end."""
    away = room.timers.away[side]
    if away.noted is not None:
        return away.noted if room.is_here(side) else None
    if away.since is None or room.is_here(side) or not away.left or not room.has_begun:
        return None
    return away.since + GRACE


def low_moment(room: Room) -> int | None:
    """When the side whose time runs is to be warned that it has less than a minute; None if it was, or is not to be."""
    clock = room.match.clock
    if clock is None or clock.running in room.warned or room.match.phase is MatchPhase.OVER:
        return None
    return clock.falls_below(param("usbgf:4.3.4-2", "warn_below_s", int) * 1000)


def next_expiry(state: MatchState) -> int | None:
    """The moment at which time alone changes the match; None if it never does."""
    if state.phase is MatchPhase.OVER:
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
