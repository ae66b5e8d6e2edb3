"""Telling everybody who watches: a message is made once an audience and put into each connection's queue.

A connection that does not take its messages in time is cut off: it will come back and ask for the whole
state. Nothing here waits for a network.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match.state import Phase
from barpoint.service.direct import Held, stream_of
from barpoint.service.fair_dice import AnyDiceEvent, DiceRevealed, DiceSealed
from barpoint.service.house import House
from barpoint.service.inquiries import Inquiry
from barpoint.service.means import Notice
from barpoint.service.ports import Account, Stored
from barpoint.service.room import Room
from barpoint.service.talk import Line
from barpoint.service.viewing import same_for, view
from barpoint.service.views import Audience, MatchView
from barpoint.service.watching import audience_of, may_watch
from barpoint.tournament.state import Notice as Announced
from barpoint.web.timing import Timing
from barpoint.wire.messages import (
    AnyTold,
    Changed,
    Chat,
    Fault,
    Presence,
    Revealed,
    Sealed,
    State,
    encode,
    in_one_breath,
)
from barpoint.wire.messages import Notice as Told

LONGEST_QUEUE: Final = 256
LARGEST_QUEUE: Final = 1_000_000
"""Messages, and bytes of them, that may wait for a connection."""
_LAST_NOTICES: Final = 5
_ONE_BREATH: Final = 0.1  # seconds
_SIDES: Final = {Audience.WHITE: Side.WHITE, Audience.BLACK: Side.BLACK}


class Listener:
    """One connection: who it is, what it watches, what it has still to send."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self.topics: dict[str, Audience] = {}
        self.waiting: deque[bytes] = deque()
        self.size = 0  # of what waits
        self.too_slow = False
        self.wake: Callable[[], None] = lambda: None
        self.cut: Callable[[], None] = lambda: None

    def tell(self, message: AnyTold) -> None:
        """Send a message when its turn comes."""
        self.send(encode(message))

    def send(self, text: bytes) -> None:
        """Send a message that is already text."""
        if self.too_slow:
            return
        if len(self.waiting) >= LONGEST_QUEUE or self.size > LARGEST_QUEUE:
            self.too_slow = True
            self.waiting.clear()
            self.cut()
        else:
            self.waiting.append(text)
            self.size += len(text)
        self.wake()

    def said(self) -> bytes:
        """Everything that waits, in one breath."""
        text = in_one_breath(self.waiting)
        self.waiting.clear()
        self.size = 0
        return text


class Fanout:
    """Who watches what in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._topics: dict[str, dict[Listener, None]] = {}
        self._lobby_version = 1
        self._lobby_due: asyncio.TimerHandle | None = None
        house.play.told.append(self._room_changed)
        house.lobby.told.append(self._lobby_changed)
        house.presence.told.append(self._came_or_went)
        house.play.diced.append(self._diced)
        house.club.watching.told.append(self._shown_later)
        house.club.talk.told.append(self._said)
        house.club.inquiries.told.append(self._inquiry_changed)
        house.club.notices.in_page.append(self._notice)
        house.direct.told.append(self._tournament_changed)
        house.presence.spectators = self._looking
        self._people: dict[str, dict[Listener, None]] = {}
        self.addresses: Counter[str] = Counter()  # connections by where they come from
        self.commands = Timing()
        self.counts: Counter[str] = Counter()  # faults, lines cut off
        self._inquiries_version = 1

    @property
    def connections(self) -> int:
        """How many watch anything at all."""
        return len({id(listener) for listeners in self._topics.values() for listener in listeners})

    def came(self, listener: Listener) -> None:
        """A connection is there; its owner can be given notices."""
        if listener.account is not None:
            self._people.setdefault(listener.account.id, {})[listener] = None

    def watch_room(self, listener: Listener, room: Room, shown: Room) -> None:
        """Follow a match as it is `shown` to this audience; its players are seen to be here."""
        seat = room.seat_of(listener.account.id) if listener.account is not None else None
        audience = audience_of(room, listener.account)
        topic = f"match:{room.id}"
        new = topic not in listener.topics
        listener.topics[topic] = audience
        if new and seat is not None:
            self._house.presence.connected(room, seat[0], 1)
        if new and audience is Audience.SPECTATOR and listener.account is not None:
            self._house.presence.looks_on(room, listener.account.id, here=True)
        self._topics.setdefault(topic, {})[listener] = None
        listener.tell(State(topic=topic, version=shown.version, view=self._house.club.watching.view(shown, audience)))
        sealed = room.dice.sealed.get(room.game_number)
        if seat is not None and sealed is not None and seat[0] in room.dice.missing(room.game_number):
            listener.tell(Sealed(match=room.id, game=sealed.game, commitment=sealed.commitment))

    def watch_lobby(self, listener: Listener) -> None:
        """Follow the open challenges."""
        listener.topics["lobby"] = Audience.SPECTATOR
        self._topics.setdefault("lobby", {})[listener] = None
        listener.tell(State(topic="lobby", version=self._lobby_version, data=self._house.lobby.listed()))

    def watch_inquiries(self, listener: Listener) -> None:
        """Follow what waits for an official."""
        listener.topics["inquiries"] = Audience.OFFICIAL
        self._topics.setdefault("inquiries", {})[listener] = None
        data = self._house.club.inquiries.listed()
        listener.tell(State(topic="inquiries", version=self._inquiries_version, data=data))

    def watch_tournament(self, listener: Listener, id: str, held: Held) -> None:  # noqa: A002
        """Follow a tournament: its version, so that pages know when to look again, and what everybody is told."""
        topic = stream_of(id)
        listener.topics[topic] = Audience.SPECTATOR
        self._topics.setdefault(topic, {})[listener] = None
        listener.tell(State(topic=topic, version=held.state.version, data=_announced(held)))

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
        if room is not None and audience is Audience.SPECTATOR:
            self._looks_no_longer(room, listener.account)
        if room is not None and Audience.SPECTATOR not in self._audiences(topic):
            self._house.club.watching.forget(room)
        if room is not None and topic not in self._topics and room.match.phase is Phase.OVER:
            self._house.play.leave(room)

    def _looks_no_longer(self, room: Room, account: Account | None) -> None:
        if account is not None and account.id not in self._looking(room):
            self._house.presence.looks_on(room, account.id, here=False)

    def leave(self, listener: Listener) -> None:
        """The connection is gone."""
        for topic in list(listener.topics):
            self.unwatch(listener, topic)
        if listener.account is not None:
            pages = self._people.get(listener.account.id, {})
            pages.pop(listener, None)
            if not pages:
                self._people.pop(listener.account.id, None)

    def _audiences(self, topic: str) -> set[Audience]:
        return {listener.topics[topic] for listener in self._topics.get(topic, ())}

    def _came_or_went(self, room: Room, side: Side) -> None:
        left = room.away_left(side, self._house.play.now())
        told = Presence(match=room.id, side=side.value, here=room.is_here(side), away_left=left)
        text = encode(told)
        for listener in self._topics.get(f"match:{room.id}", ()):
            listener.send(text)

    def _diced(self, room: Room, event: AnyDiceEvent) -> None:
        if isinstance(event, DiceSealed):
            message: AnyTold = Sealed(match=room.id, game=event.game, commitment=event.commitment)
        elif isinstance(event, DiceRevealed):
            message = Revealed(match=room.id, game=event.game, seed=event.seed)
        else:
            return
        topic = f"match:{room.id}"
        for listener in self._topics.get(topic, ()):
            if not (room.manners.delay and listener.topics[topic] is Audience.SPECTATOR):
                listener.tell(message)

    def _room_changed(self, room: Room, before: int, kept: Sequence[Stored]) -> None:
        topic = f"match:{room.id}"
        listeners = self._topics.get(topic)
        if room.barred:
            self.send_away(room)
        if not listeners:
            return
        now, events = self._house.play.now(), _as_kept(kept)
        made: dict[Audience, bytes] = {}
        shown: MatchView | None = None
        for listener in listeners:
            audience = listener.topics[topic]
            if audience is Audience.SPECTATOR and room.manners.delay:
                continue  # shown later
            if audience not in made:
                ids = not kept
                shown = same_for(shown, room, audience) if shown else view(room, audience, now, ids=ids)
                made[audience] = encode(_message(room, shown, before, events))
            listener.send(made[audience])

    def _shown_later(self, room: Room, shadow: Room, before: int, kept: Sequence[Stored]) -> None:
        topic = f"match:{room.id}"
        view = self._house.club.watching.view(shadow, Audience.SPECTATOR)
        text = encode(Changed(topic=topic, from_=before, to=shadow.version, events=_as_kept(kept), view=view))
        for listener in self._topics.get(topic, ()):
            if listener.topics[topic] is Audience.SPECTATOR:
                listener.send(text)

    def _said(self, room: Room, line: Line) -> None:
        topic = f"match:{room.id}"
        text = encode(Chat(match=room.id, by=line.by, text=line.text, at=line.at, team=line.team))
        for listener in self._topics.get(topic, ()):
            if line.heard_by(listener.topics[topic], room):
                listener.send(text)

    def _notice(self, account: str, notice: Callable[[], Notice], known_at: str) -> None:
        for listener in self._people.get(account, ()):
            if known_at not in listener.topics:
                told = notice()
                listener.tell(Told(kind=told.kind, text=told.text, link=told.link))

    def _looking(self, room: Room) -> dict[str, Account]:
        """Who looks on at this process and has an account."""
        topic = f"match:{room.id}"
        return {
            listener.account.id: listener.account
            for listener in self._topics.get(topic, ())
            if listener.account is not None and listener.topics[topic] is Audience.SPECTATOR
        }

    async def spectators(self, room: Room) -> list[Account]:
        """Who looks on at any process and has an account."""
        found = self._looking(room)
        for account in sorted(set().union(*room.onlookers.values()) - found.keys()):
            one = await self._house.accounts.find(account)
            if one is not None:
                found[account] = one
        return list(found.values())

    def send_away(self, room: Room) -> None:
        """Spectators who may no longer look on are told so and follow it no longer."""
        topic = f"match:{room.id}"
        for listener in list(self._topics.get(topic, ())):
            if not may_watch(room, listener.account):
                self.unwatch(listener, topic)
                listener.tell(Fault(sentence="this match is closed to you as a spectator", code="forbidden"))

    def _tournament_changed(self, id: str, before: int, held: Held) -> None:  # noqa: A002
        self._listed(stream_of(id), before, held.state.version, _announced(held))

    def _inquiry_changed(self, _: Inquiry) -> None:
        before, self._inquiries_version = self._inquiries_version, self._inquiries_version + 1
        self._listed("inquiries", before, self._inquiries_version, self._house.club.inquiries.listed())

    def _lobby_changed(self) -> None:
        if self._lobby_due is None:  # what changes in one breath is told in one
            self._lobby_due = asyncio.get_running_loop().call_later(_ONE_BREATH, self._lobby_told)

    def _lobby_told(self) -> None:
        self._lobby_due = None
        before, self._lobby_version = self._lobby_version, self._lobby_version + 1
        self._listed("lobby", before, self._lobby_version, self._house.lobby.listed())

    def _listed(self, topic: str, before: int, now: int, data: object) -> None:
        """A list has changed: everybody who follows it gets it whole."""
        listeners = self._topics.get(topic)
        if listeners:
            text = encode(Changed(topic=topic, from_=before, to=now, data=data))
            for listener in listeners:
                listener.send(text)


def _as_kept(kept: Sequence[Stored]) -> tuple[msgspec.Raw, ...]:
    """Events are sent as they were written."""
    return tuple([msgspec.Raw(stored.data) for stored in kept])


def _message(room: Room, shown: MatchView, before: int, events: tuple[msgspec.Raw, ...]) -> State | Changed:
    topic = f"match:{room.id}"
    if not events:  # who is ready has changed, not the match
        return State(topic=topic, version=room.version, view=shown)
    return Changed(topic=topic, from_=before, to=room.version, events=events, view=shown)


def _announced(held: Held) -> tuple[Announced, ...]:
    """What everybody was told last."""
    return held.state.notices[-_LAST_NOTICES:]
