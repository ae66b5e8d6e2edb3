"""Telling everybody who watches: a message is made once an audience and put into each connection's queue.

A connection that does not take its messages in time is cut off: it will come back and ask for the whole
state. Nothing here waits for a network.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match.state import Phase
from barpoint.service.fair_dice import AnyDiceEvent, DiceRevealed, DiceSealed
from barpoint.service.house import House
from barpoint.service.ports import Account, Stored
from barpoint.service.room import Room
from barpoint.service.viewing import view
from barpoint.service.views import Audience
from barpoint.wire.messages import AnyTold, Changed, Presence, Revealed, Sealed, State, encode

LONGEST_QUEUE: Final = 256
_SIDES: Final = {Audience.WHITE: Side.WHITE, Audience.BLACK: Side.BLACK}


class Listener:
    """One connection: who it is, what it watches, what it has still to send."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self.topics: dict[str, Audience] = {}
        self.waiting: deque[str] = deque()
        self.too_slow = False
        self.wake: Callable[[], None] = lambda: None

    def tell(self, message: AnyTold) -> None:
        """Send a message when its turn comes."""
        self.send(encode(message).decode())

    def send(self, text: str) -> None:
        """Send a message that is already text."""
        if len(self.waiting) >= LONGEST_QUEUE:
            self.too_slow = True
        else:
            self.waiting.append(text)
        self.wake()


class Fanout:
    """Who watches what in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._topics: dict[str, dict[Listener, None]] = {}
        self._lobby_version = 1
        house.play.told.append(self._room_changed)
        house.lobby.told.append(self._lobby_changed)
        house.presence.told.append(self._came_or_went)
        house.play.diced.append(self._diced)

    @property
    def connections(self) -> int:
        """How many watch anything at all."""
        return len({id(listener) for listeners in self._topics.values() for listener in listeners})

    def watch_room(self, listener: Listener, room: Room) -> None:
        """Follow a match; its players are seen to be here."""
        seat = room.seat_of(listener.account.id) if listener.account is not None else None
        audience = Audience.SPECTATOR if seat is None else Audience(seat[0].value)
        topic = f"match:{room.id}"
        new = topic not in listener.topics
        listener.topics[topic] = audience
        if new and seat is not None:
            self._house.presence.connected(room, seat[0], 1)
        self._topics.setdefault(topic, {})[listener] = None
        listener.tell(State(topic=topic, version=room.version, view=view(room, audience, self._house.play.now())))

        sealed = room.dice.sealed.get(room.game_number)
        if seat is not None and sealed is not None and seat[0] in room.dice.missing(room.game_number):
            listener.tell(Sealed(match=room.id, game=sealed.game, commitment=sealed.commitment))

    def watch_lobby(self, listener: Listener) -> None:
        """Follow the open challenges."""
        listener.topics["lobby"] = Audience.SPECTATOR
        self._topics.setdefault("lobby", {})[listener] = None
        listener.tell(State(topic="lobby", version=self._lobby_version, data=self._house.lobby.listed()))

    def unwatch(self, listener: Listener, topic: str) -> None:
        """Follow it no longer."""
        audience = listener.topics.pop(topic, None)
        listeners = self._topics.get(topic)
        if audience is None or listeners is None:
            return
        listeners.pop(listener, None)
        if not listeners:
            del self._topics[topic]
        room = self._house.play.rooms.get(topic.partition(":")[2]) if topic.startswith("match:") else None
        if room is not None and audience in _SIDES:
            self._house.presence.connected(room, _SIDES[audience], -1)
        if room is not None and topic not in self._topics and room.match.phase is Phase.OVER:
            self._house.play.leave(room)

    def leave(self, listener: Listener) -> None:
        """The connection is gone."""
        for topic in list(listener.topics):
            self.unwatch(listener, topic)

    def _came_or_went(self, room: Room, side: Side) -> None:
        left = room.away_left(side, self._house.play.now())
        told = Presence(match=room.id, side=side.value, here=room.is_here(side), away_left=left)
        text = encode(told).decode()
        for listener in self._topics.get(f"match:{room.id}", ()):
            listener.send(text)

    def _diced(self, room: Room, event: AnyDiceEvent) -> None:
        if isinstance(event, DiceSealed):
            message: AnyTold = Sealed(match=room.id, game=event.game, commitment=event.commitment)
        elif isinstance(event, DiceRevealed):
            message = Revealed(match=room.id, game=event.game, seed=event.seed)
        else:
            return
        for listener in self._topics.get(f"match:{room.id}", ()):
            listener.tell(message)

    def _room_changed(self, room: Room, before: int, kept: Sequence[Stored]) -> None:
        topic = f"match:{room.id}"
        listeners = self._topics.get(topic)
        if not listeners:
            return
        now = self._house.play.now()
        made: dict[Audience, str] = {}
        for listener in listeners:
            audience = listener.topics[topic]
            if audience not in made:
                made[audience] = encode(self._message(room, audience, before, kept, now)).decode()
            listener.send(made[audience])

    @staticmethod
    def _message(room: Room, audience: Audience, before: int, kept: Sequence[Stored], now: int) -> State | Changed:
        shown = view(room, audience, now)
        topic = f"match:{room.id}"
        if not kept:  # who is ready has changed, not the match
            return State(topic=topic, version=room.version, view=shown)
        events = tuple(msgspec.Raw(stored.data) for stored in kept)
        return Changed(topic=topic, from_=before, to=room.version, events=events, view=shown)

    def _lobby_changed(self) -> None:
        before, self._lobby_version = self._lobby_version, self._lobby_version + 1
        listeners = self._topics.get("lobby")
        if listeners:
            data = self._house.lobby.listed()
            text = encode(Changed(topic="lobby", from_=before, to=self._lobby_version, data=data)).decode()
            for listener in listeners:
                listener.send(text)
