"""Watching: who may, and what a spectator behind a delay sees.

A match may be shown later than it is played, so that nobody at home can help a player (ibf:18.2a). Spectators of such
a match follow a second room, the *shadow*: the same seats, folded as far as the delay lets through. Players and
officials see the match itself. A match can be closed to a spectator, or to all, by an official at a player's request;
as long as anybody is barred by name, guests are not let in either.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from barpoint.match.events import decode
from barpoint.service.play import Play
from barpoint.service.ports import Account, EventStore, Stored
from barpoint.service.room import Room
from barpoint.service.timers import Timers
from barpoint.service.viewing import view
from barpoint.service.views import Audience, MatchView

Told = Callable[[Room, Room, int, Sequence[Stored]], None]
"""Hears of a room, its shadow, the shadow's version before, and what it has had since."""


@dataclass(slots=True)
class Shadow:
    """What spectators see of a room, and what is still held back."""

    room: Room
    waiting: deque[tuple[int, Stored]] = field(default_factory=deque)


def audience_of(room: Room, account: Account | None) -> Audience:
    """Whom a match takes somebody for."""
    seat = room.seat_of(account.id) if account is not None else None
    if seat is not None:
        return Audience(seat[0].value)
    return Audience.OFFICIAL if account is not None and account.staff else Audience.SPECTATOR


def may_watch(room: Room, account: Account | None) -> bool:
    """Whether somebody may look on."""
    if audience_of(room, account) is not Audience.SPECTATOR or not room.barred:
        return True
    if "" in room.barred or account is None or account.guest:
        return False
    return account.id not in room.barred


class Watching:
    """The shadows of this process."""

    def __init__(self, store: EventStore, play: Play, timers: Timers) -> None:
        self._store, self._play, self._timers = store, play, timers
        self._shadows: dict[str, Shadow] = {}
        self.told: list[Told] = []
        play.told.append(self._changed)

    async def seen(self, room: Room, audience: Audience) -> Room:
        """The room an audience is shown: the room itself, or its shadow."""
        if audience is not Audience.SPECTATOR or not room.manners.delay:
            return room
        if room.id not in self._shadows:
            kept = await self._store.read(f"match:{room.id}")
            if room.id not in self._shadows:  # nobody was faster
                self._shadows[room.id] = self._begun(room, kept)
        shadow = self._shadows[room.id]
        self._let_through(room, shadow)
        return shadow.room

    def view(self, shown: Room, audience: Audience) -> MatchView:
        """The view of what `seen` gave; a delayed clock stands as it stood then."""
        now = self._play.now()
        if audience is not Audience.SPECTATOR or not shown.manners.delay:
            return view(shown, audience, now)
        then = view(shown, audience, max(shown.match.at, now - shown.manners.delay))
        clock = None if then.clock is None else msgspec.structs.replace(then.clock, at=now)
        return msgspec.structs.replace(then, at=now, clock=clock)

    def forget(self, room: Room) -> None:
        """Nobody looks on any more."""
        self._shadows.pop(room.id, None)
        self._timers.set(f"delay/{room.id}", None, self._nothing)

    def _begun(self, room: Room, kept: Sequence[Stored]) -> Shadow:
        first = Room(room.id, room.white, room.black, room.private, room.manners)
        first.here, first.elsewhere = room.here, room.elsewhere
        first.follow(kept[:1])  # who plays what is no secret
        if first.match.clock is None:  # else its own clock says who was away
            first.away = room.away
        known = [stored for stored in kept[1:] if stored.version <= room.version]  # the rest is told
        return Shadow(first, deque((decode(stored.data).at, stored) for stored in known))

    def _changed(self, room: Room, _before: int, kept: Sequence[Stored]) -> None:
        shadow = self._shadows.get(room.id)
        if shadow is None:
            return
        shadow.room.white, shadow.room.black = room.white, room.black
        shadow.waiting.extend((decode(stored.data).at, stored) for stored in kept)
        self._let_through(room, shadow)

    def _let_through(self, room: Room, shadow: Shadow) -> None:
        """Follow what the delay is over for, tell it, and come back when the next is due."""
        now, before = self._play.now(), shadow.room.version
        due: list[Stored] = []
        while shadow.waiting and shadow.waiting[0][0] + room.manners.delay <= now:
            due.append(shadow.waiting.popleft()[1])
        if due:
            shadow.room.follow(due)
            for told in self.told:
                told(room, shadow.room, before, due)
        moment = shadow.waiting[0][0] + room.manners.delay if shadow.waiting else None

        async def later() -> None:
            self._let_through(room, shadow)

        self._timers.set(f"delay/{room.id}", moment, later)

    async def _nothing(self) -> None:
        """What is done at a deadline that was called off."""
