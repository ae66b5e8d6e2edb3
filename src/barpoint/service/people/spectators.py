"""Watching: who may, and what a spectator behind a delay sees.

A match may be shown later than it is played, so that nobody at home can help a player (ibf:18.2a). Spectators of such
a match follow a second room, the *shadow*: the same seats, folded as far as the delay lets through; its dice are shown
with the games they belong to. Players and officials see the match itself. A match can be closed to a spectator, or to
all, by an official at a player's request; as long as anybody is barred by name, guests are not let in either.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from barpoint.board import SIDES
from barpoint.match import MatchPhase
from barpoint.match.events import DiceRolled, OpeningRolled, decode
from barpoint.match.format import MINUTE
from barpoint.notation.record import PublicationState, Reader, RecordAccess, record_access
from barpoint.service.clocks.timers import Timers
from barpoint.service.dice.dice_book import ENDS
from barpoint.service.dice.dice_events import DiceRevealed, DiceThrown, decode_dice
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.view_builder import match_view
from barpoint.service.play.views import Audience, MatchView
from barpoint.service.ports import Account, EventStore, StoredEvent

ShadowListener = Callable[[Room, Room, int, Sequence[StoredEvent]], None]
"""Hears of a room, its shadow, the shadow's version before, and what it has had since."""


@dataclass(slots=True)
class Shadow:
    """What spectators see of a room, and what is still held back."""

    room: Room
    waiting: deque[tuple[int, StoredEvent]] = field(default_factory=deque)


class Published(msgspec.Struct, frozen=True):
    """What an audience may have of a match, as it was kept."""

    log: tuple[bytes, ...]
    dice: tuple[bytes, ...]


def audience_of(room: Room, account: Account | None) -> Audience:
    """Whom a match takes somebody for."""
    seat = room.seat_of(account.id) if account is not None else None
    if seat is not None:
        return Audience(seat[0].value)
    return Audience.OFFICIAL if account is not None and account.staff else Audience.SPECTATOR


def access_to(room: Room, account: Account | None) -> RecordAccess:
    """What of a match somebody may see and take away: the books decide it (`notation.record.publication`)."""
    over, audience = room.match.phase is MatchPhase.OVER, audience_of(room, account)
    book = room.match.format.book
    standing = PublicationState(
        book=book,
        over=over,
        streamed=room.options.live if room.live is None else room.live,
        delay_minutes=room.options.delay // MINUTE,
        stopped=room.live is False,
        closed_by=tuple(side for side in SIDES if side in room.closed_by),
        copies_agreed=book != "guide" or len(room.copies_of) == len(SIDES),  # no other book speaks of copies
    )
    if audience is Audience.OFFICIAL:
        return record_access(standing, Reader.OFFICIAL)
    if audience is not Audience.SPECTATOR:
        return record_access(standing, Reader.PLAYER)
    return record_access(standing, Reader.PUBLIC if over else Reader.WATCHER)


def may_watch(room: Room, account: Account | None, now: int) -> bool:
    """Whether somebody may look on; a bar may have come to its end."""
    if audience_of(room, account) is not Audience.SPECTATOR:
        return True
    if not access_to(room, account).plays:
        return False
    barred = {person for person, until in room.barred.items() if not until or now < until}
    if not barred:
        return True
    if "" in barred or account is None or account.guest:
        return False
    return account.id not in barred


class SpectatorViews:
    """The shadows of this process."""

    def __init__(self, store: EventStore, play: PlayService, timers: Timers) -> None:
        self._store, self._play, self._timers = store, play, timers
        self._shadows: dict[str, Shadow] = {}
        self.listeners: list[ShadowListener] = []
        play.room_listeners.append(self._follow)

    async def room_for(self, room: Room, audience: Audience) -> Room:
        """The room an audience is shown: the room itself, or its shadow."""
        if audience is not Audience.SPECTATOR or not room.options.delay:
            return room
        if room.id not in self._shadows:
            kept = await self._store.read(f"match:{room.id}")
            if room.id not in self._shadows:  # nobody was faster
                self._shadows[room.id] = self._new_shadow(room, kept)
        shadow = self._shadows[room.id]
        self._let_through(room, shadow)
        return shadow.room

    def view(self, room: Room, audience: Audience) -> MatchView:
        """The view of what `room_for` gave; a delayed clock stands as it stood then."""
        now = self._play.now()
        if audience is not Audience.SPECTATOR or not room.options.delay:
            return match_view(room, audience, now)
        then = match_view(room, audience, max(room.match.at, now - room.options.delay))
        clock = None if then.clock is None else msgspec.structs.replace(then.clock, at=now)
        return msgspec.structs.replace(then, at=now, clock=clock)

    async def published(self, room: Room, audience: Audience) -> Published:
        """The log and the dice of a match as far as an audience may see them."""
        shown = await self.room_for(room, audience)
        kept = await self._store.read(f"match:{room.id}")  # another process may have brought it further than the room
        log = [stored.data for stored in kept if shown is room or stored.version <= shown.version]
        dice = [stored.data for stored in await self._store.read(f"dice:{room.id}")]
        if shown is not room:
            dice = _shown_dice(log, dice, self._play.now() - room.options.delay)
        elif shown.match.phase is not MatchPhase.OVER:  # a roll may have been kept between the two readings
            dice = _shown_dice(log, dice, None)
        return Published(tuple(log), tuple(dice))

    def dice_of_game(self, room: Room, shown: Room) -> Sequence[bytes]:
        """The dice, by recipe 2, of the game that `shown` is at, as far as it may be shown: of a shadow, later."""
        if shown.game_number not in room.dice.chains:
            return ()
        lines = room.dice_log.get(shown.game_number, ())
        if shown is room:
            return lines
        return _shown_of_game(lines, shown.rolls, self._play.now() - room.options.delay)

    def forget(self, room: Room) -> None:
        """Nobody looks on any more."""
        self._shadows.pop(room.id, None)
        self._timers.set(f"delay/{room.id}", None, self._nothing)

    def _new_shadow(self, room: Room, kept: Sequence[StoredEvent]) -> Shadow:
        shadow_room = Room(room.id, room.white, room.black, room.private, room.options)
        shadow_room.connections, shadow_room.appointed = room.connections, room.appointed
        shadow_room.follow(kept[:1])  # who plays what is no secret
        if shadow_room.match.clock is None:  # else its own clock says who was away
            shadow_room.timers.away = room.timers.away
        known = [stored for stored in kept[1:] if stored.version <= room.version]  # the rest is told
        return Shadow(shadow_room, deque((decode(stored.data).at, stored) for stored in known))

    def _follow(self, room: Room, _before: int, kept: Sequence[StoredEvent]) -> None:
        shadow = self._shadows.get(room.id)
        if shadow is None:
            return
        shadow.room.white, shadow.room.black, shadow.room.appointed = room.white, room.black, room.appointed
        shadow.waiting.extend((decode(stored.data).at, stored) for stored in kept)
        self._let_through(room, shadow)

    def _let_through(self, room: Room, shadow: Shadow) -> None:
        """Follow what the delay is over for, tell it, and come back when the next is due."""
        now, before = self._play.now(), shadow.room.version
        due: list[StoredEvent] = []
        while shadow.waiting and shadow.waiting[0][0] + room.options.delay <= now:
            due.append(shadow.waiting.popleft()[1])
        if due:
            shadow.room.follow(due)
            for listener in self.listeners:
                listener(room, shadow.room, before, due)
        moment = shadow.waiting[0][0] + room.options.delay if shadow.waiting else None

        async def later() -> None:
            self._let_through(room, shadow)

        self._timers.set(f"delay/{room.id}", moment, later)

    async def _nothing(self) -> None:
        """What is done at a deadline that was called off."""


def _shown_dice(log: Sequence[bytes], dice: Sequence[bytes], latest: int | None) -> list[bytes]:
    """Those of games that are over in this log; of the next one what is not after `latest`, but never its seed."""
    game, rolls = 1, 0
    for event in map(decode, log):
        if isinstance(event, OpeningRolled | DiceRolled):
            rolls += 1
        elif isinstance(event, ENDS):
            game, rolls = game + 1, 0
    over = [line for line in dice if decode_dice(line).game < game]
    running = [line for line in dice if decode_dice(line).game == game]
    return [*over, *_shown_of_game(running, rolls, latest)]


def _shown_of_game(lines: Sequence[bytes], rolls: int, latest: int | None) -> list[bytes]:
    """The dice of a game of which so many rolls are shown: up to the last of them, and what is old enough after it.

    For who sees the match as it is nothing is too young: the clock of another process may be ahead of ours.
    """
    events = [decode_dice(line) for line in lines]
    thrown = [place for place, event in enumerate(events) if isinstance(event, DiceThrown) and event.k < rolls]
    sure = thrown[-1] + 1 if thrown else 0
    shown = list(lines[:sure])
    for line, event in zip(lines[sure:], events[sure:], strict=True):
        if (latest is not None and event.at > latest) or isinstance(event, DiceThrown | DiceRevealed):
            break
        shown.append(line)
    return shown
