"""Telling everybody who watches: a message is made once an audience and put into each connection's queue.

A connection that does not take its messages in time is cut off: it will come back and ask for the whole
state. Nothing here waits for a network.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

import msgspec

from barpoint.board import Side
from barpoint.match import MatchPhase
from barpoint.service import TROUBLE, Account, Audience, MatchView, Room, ServerProcess, StoredEvent, TournamentSnapshot
from barpoint.service.dice import (
    AnyDiceEvent,
    DiceRevealed,
    DiceSealed,
    DiceThrown,
)
from barpoint.service.officials import Inquiry
from barpoint.service.people import ChatLine, PersonalNotice, audience_of, may_watch, notice_text
from barpoint.service.play import match_view, owner_at, view_for
from barpoint.service.tournaments import stream_of
from barpoint.tournament import TournamentNotice as Announced
from barpoint.web.live.histogram import Histogram
from barpoint.wire.messages import (
    AnyServerMessage,
    Changed,
    Chat,
    DiceNews,
    Fault,
    Presence,
    Revealed,
    Sealed,
    State,
    encode_message,
    join_messages,
)
from barpoint.wire.messages import NoticeMessage as Told

LONGEST_QUEUE: Final = 256
LARGEST_QUEUE: Final = 1_000_000
"""Messages, and bytes of them, that may wait for a connection."""
_LAST_NOTICES: Final = 5
_ONE_BREATH: Final = 0.1  # seconds
_SIDES: Final = {Audience.WHITE: Side.WHITE, Audience.BLACK: Side.BLACK}


class Over(Protocol):
    """Ends a connection: its session is over, or its owner is somebody else now."""

    def __call__(self, *, session: bool) -> None:
        """Hang up."""
        ...


def _nothing() -> None:
    """Where there is no line."""


def _no_line(*, session: bool) -> None:
    """The same."""


class Listener:
    """One connection: who it is, what it watches, what it has still to send."""

    def __init__(self, account: Account | None = None, session: str = "") -> None:
        self.account, self.session = account, session  # by its digest; a connection ends with its session
        self.language = "en"  # of its reader
        self.topics: dict[str, Audience] = {}
        self.waiting: deque[bytes] = deque()
        self.size = 0  # of what waits
        self.too_slow = False
        self.let_go()

    def let_go(self) -> None:
        """There is no line yet, or no longer."""
        self.wake: Callable[[], None] = _nothing
        self.cut: Callable[[], None] = _nothing
        self.over: Over = _no_line

    def tell(self, message: AnyServerMessage) -> None:
        """Send a message when its turn comes."""
        self.send(encode_message(message))

    def send(self, text: bytes) -> None:
        """Send a message that is already text."""
        if self.too_slow:
            return
        waiting = self.waiting
        if waiting and (len(waiting) >= LONGEST_QUEUE or self.size > LARGEST_QUEUE):
            self.too_slow = True
            waiting.clear()
            self.cut()
        else:
            waiting.append(text)
            self.size += len(text)
        self.wake()

    def take_waiting(self) -> bytes:
        """Everything that waits, in one breath."""
        text = join_messages(self.waiting)
        self.waiting.clear()
        self.size = 0
        return text


class Fanout:
    """Who watches what in this process."""

    def __init__(self, house: ServerProcess) -> None:
        self._house = house
        self._topics: dict[str, dict[Listener, None]] = {}
        self._lobby_version = 1
        self._lobby_due: asyncio.TimerHandle | None = None
        house.play.room_listeners.append(self._tell_room)
        house.lobby.listeners.append(self._schedule_lobby)
        house.presence.listeners.append(self._tell_presence)
        house.play.dice_listeners.append(self._tell_dice)
        house.club.watching.listeners.append(self._tell_shadow)
        house.club.talk.listeners.append(self._tell_chat)
        house.club.inquiries.listeners.append(self._tell_inquiries)
        house.club.notices.page_listeners.append(self._tell_notice)
        house.direct.listeners.append(self._tell_tournament)
        house.storage.listeners.append(self._tell_storage)
        self._everybody: dict[Listener, None] = {}
        house.presence.spectators = self._local_spectators
        house.play.is_watched = lambda room: f"match:{room.id}" in self._topics
        self._people: dict[str, dict[Listener, None]] = {}
        house.access.connected = self._people.keys()
        house.access.changed.append(self._account_changed)
        self.addresses: Counter[str] = Counter()  # connections by where they come from
        self.commands = Histogram()
        self.counts: Counter[str] = Counter()  # faults, lines cut off
        self._inquiries_version = 1

    @property
    def connections(self) -> int:
        """How many watch anything at all."""
        return len({id(listener) for listeners in self._topics.values() for listener in listeners})

    def add_listener(self, listener: Listener) -> None:
        """A connection is there; its owner can be given notices."""
        self._everybody[listener] = None
        if self._house.storage.trouble:
            self._tell_storage_to(listener, TROUBLE)
        if listener.account is not None:
            if listener.account.id not in self._people:
                self._house.presence.people.note(listener.account.id, here=True)
            self._people.setdefault(listener.account.id, {})[listener] = None

    def watch_room(self, listener: Listener, room: Room, shown: Room) -> None:
        """Follow a match as it is `shown` to this audience; its players are seen to be here."""
        seat = room.seat_of(listener.account.id) if listener.account is not None else None
        audience = audience_of(room, listener.account)
        topic = f"match:{room.id}"
        new = topic not in listener.topics
        listener.topics[topic] = audience
        if new and seat is not None:
            self._house.presence.change_connections(room, seat[0], 1)
        if new and audience is Audience.SPECTATOR and listener.account is not None:
            self._house.presence.announce_spectator(room, listener.account.id, here=True)
        self._topics.setdefault(topic, {})[listener] = None
        lines = self._house.club.watching.dice_of_game(room, shown)
        if lines or seat is not None:
            owner = owner_at(room, seat[0], seat[1].name) if seat is not None else ""
            listener.tell(_dice_news(room, shown.game_number, 0, lines, owner))
        listener.tell(State(topic=topic, version=shown.version, view=self._house.club.watching.view(shown, audience)))
        sealed = room.dice.sealed.get(room.game_number)
        if seat is not None and sealed is not None and seat[0] in room.dice.missing(room.game_number):
            listener.tell(Sealed(match=room.id, game=sealed.game, commitment=sealed.commitment))

    def watch_lobby(self, listener: Listener) -> None:
        """Follow the open challenges."""
        listener.topics["lobby"] = Audience.SPECTATOR
        self._topics.setdefault("lobby", {})[listener] = None
        listener.tell(State(topic="lobby", version=self._lobby_version, data=self._house.lobby.open_challenges()))

    def watch_inquiries(self, listener: Listener) -> None:
        """Follow what waits for an official."""
        listener.topics["inquiries"] = Audience.OFFICIAL
        self._topics.setdefault("inquiries", {})[listener] = None
        data = self._house.club.inquiries.open_inquiries(_reader(listener))
        listener.tell(State(topic="inquiries", version=self._inquiries_version, data=data))

    def watch_tournament(self, listener: Listener, id: str, snapshot: TournamentSnapshot) -> None:
        """Follow a tournament: its version, so that pages know when to look again, and what everybody is told."""
        topic = stream_of(id)
        listener.topics[topic] = Audience.SPECTATOR
        self._topics.setdefault(topic, {})[listener] = None
        listener.tell(State(topic=topic, version=snapshot.state.version, data=_last_notices(snapshot)))

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
            self._house.presence.change_connections(room, _SIDES[audience], -1)
        if room is not None and audience is Audience.SPECTATOR:
            self._forget_spectator(room, listener.account)
        if room is not None and Audience.SPECTATOR not in self._audiences(topic):
            self._house.club.watching.forget(room)
        if room is not None and topic not in self._topics and room.match.phase is MatchPhase.OVER:
            self._house.play.leave(room)

    def _forget_spectator(self, room: Room, account: Account | None) -> None:
        if account is not None and account.id not in self._local_spectators(room):
            self._house.presence.announce_spectator(room, account.id, here=False)

    def leave(self, listener: Listener) -> None:
        """The connection is gone."""
        self._everybody.pop(listener, None)
        for topic in list(listener.topics):
            self.unwatch(listener, topic)
        if listener.account is not None:
            pages = self._people.get(listener.account.id, {})
            pages.pop(listener, None)
            if not pages and self._people.pop(listener.account.id, None) is not None:
                self._house.presence.people.note(listener.account.id, here=False)

    def _account_changed(self, id: str, account: Account | None, sessions: Collection[str]) -> None:
        """Connections whose session is over end; so do those of somebody who may do other things now."""
        for listener in list(self._people.get(id, ())):
            stands = listener.session in sessions
            if not stands or listener.account != account:
                self.leave(listener)
                listener.account = None  # whatever is still on the line is nobody's word
                listener.over(session=not stands)

    def _audiences(self, topic: str) -> set[Audience]:
        return {listener.topics[topic] for listener in self._topics.get(topic, ())}

    def _tell_presence(self, room: Room, side: Side) -> None:
        left = room.away_left(side, self._house.play.now())
        message = Presence(match=room.id, side=side.value, here=room.is_here(side), away_left=left)
        text = encode_message(message)
        for listener in self._topics.get(f"match:{room.id}", ()):
            listener.send(text)

    def _tell_dice(self, room: Room, events: Sequence[AnyDiceEvent]) -> None:
        topic = f"match:{room.id}"
        listeners = self._topics.get(topic)
        if not listeners:
            return
        texts = [encode_message(message) for message in _dice_messages(room, events)]
        for listener in listeners:
            if not (room.options.delay and listener.topics[topic] is Audience.SPECTATOR):
                for text in texts:
                    listener.send(text)

    def _tell_room(self, room: Room, before: int, kept: Sequence[StoredEvent]) -> None:
        topic = f"match:{room.id}"
        listeners = self._topics.get(topic)
        if room.barred or room.closed_by or room.live is False:
            self.send_away(room)
        if not listeners:
            return
        now, events = self._house.play.now(), _raw_events(kept)
        messages: dict[Audience, bytes] = {}
        shown: MatchView | None = None
        for listener in listeners:
            audience = listener.topics[topic]
            if audience is Audience.SPECTATOR and room.options.delay:
                continue  # shown later
            if audience not in messages:
                ids = not kept
                shown = view_for(shown, room, audience) if shown else match_view(room, audience, now, ids=ids)
                messages[audience] = encode_message(_message(room, shown, before, events))
            listener.send(messages[audience])

    def _tell_shadow(self, room: Room, shadow: Room, before: int, kept: Sequence[StoredEvent]) -> None:
        topic = f"match:{room.id}"
        lines = self._house.club.watching.dice_of_game(room, shadow)
        dice = encode_message(_dice_news(room, shadow.game_number, 0, lines)) if lines else b""
        view = self._house.club.watching.view(shadow, Audience.SPECTATOR)
        text = encode_message(
            Changed(topic=topic, from_=before, to=shadow.version, events=_raw_events(kept), view=view)
        )
        for listener in self._topics.get(topic, ()):
            if listener.topics[topic] is Audience.SPECTATOR:
                if dice:
                    listener.send(dice)
                listener.send(text)

    def _tell_chat(self, room: Room, line: ChatLine) -> None:
        topic = f"match:{room.id}"
        said = Chat(match=room.id, by=line.by, side=line.side, text=line.text, at=line.at, team=line.team)
        text = encode_message(said)
        for listener in self._topics.get(topic, ()):
            if line.is_for(listener.topics[topic], room):
                listener.send(text)

    def _tell_notice(self, account: str, notice: Callable[[], PersonalNotice], known_at: str) -> None:
        for listener in self._people.get(account, ()):
            if known_at not in listener.topics:
                shown_notice = notice()
                text = shown_notice.text_in(listener.language)
                listener.tell(Told(kind=shown_notice.kind, text=text, link=shown_notice.link))

    def _tell_storage(self, words: str) -> None:
        """Everybody hears that nothing is being saved, or is again."""
        for listener in list(self._everybody):
            self._tell_storage_to(listener, words)

    @staticmethod
    def _tell_storage_to(listener: Listener, words: str) -> None:
        listener.tell(Told(kind="storage", text=notice_text(listener.language, words)))

    def _local_spectators(self, room: Room) -> dict[str, Account]:
        """Who looks on at this process and has an account."""
        topic = f"match:{room.id}"
        return {
            listener.account.id: listener.account
            for listener in self._topics.get(topic, ())
            if listener.account is not None and listener.topics[topic] is Audience.SPECTATOR
        }

    async def spectators(self, room: Room) -> list[Account]:
        """Who looks on at any process and has an account."""
        spectators_here = self._local_spectators(room)
        for account in sorted(room.connections.spectators_elsewhere - spectators_here.keys()):
            spectator = await self._house.accounts.find(account)
            if spectator is not None:
                spectators_here[account] = spectator
        return list(spectators_here.values())

    def send_away(self, room: Room) -> None:
        """Spectators who may no longer look on are told so and follow it no longer."""
        topic = f"match:{room.id}"
        for listener in list(self._topics.get(topic, ())):
            if not may_watch(room, listener.account, self._house.play.now()):
                self.unwatch(listener, topic)
                listener.tell(Fault(sentence="this match is closed to you as a spectator", code="forbidden"))

    def _tell_tournament(self, id: str, before: int, snapshot: TournamentSnapshot) -> None:
        self._tell_list(stream_of(id), before, snapshot.state.version, _last_notices(snapshot))

    def _tell_inquiries(self, _: Inquiry) -> None:
        before, self._inquiries_version = self._inquiries_version, self._inquiries_version + 1
        for listener in self._topics.get("inquiries", ()):
            data = self._house.club.inquiries.open_inquiries(_reader(listener))
            listener.tell(Changed(topic="inquiries", from_=before, to=self._inquiries_version, data=data))

    def _schedule_lobby(self) -> None:
        if self._lobby_due is None:  # what changes in one breath is told in one
            self._lobby_due = asyncio.get_running_loop().call_later(_ONE_BREATH, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        before, self._lobby_version = self._lobby_version, self._lobby_version + 1
        self._tell_list("lobby", before, self._lobby_version, self._house.lobby.open_challenges())

    def _tell_list(self, topic: str, before: int, now: int, data: object) -> None:
        """A list has changed: everybody who follows it gets it whole."""
        listeners = self._topics.get(topic)
        if listeners:
            text = encode_message(Changed(topic=topic, from_=before, to=now, data=data))
            for listener in listeners:
                listener.send(text)


def _reader(listener: Listener) -> str:
    """Who reads, by account."""
    return listener.account.id if listener.account is not None else ""


def _dice_messages(room: Room, events: Sequence[AnyDiceEvent]) -> list[AnyServerMessage]:
    """What is told of the dice: seals and seeds of recipe 1, and everything of recipe 2, game by game."""
    if len(events) == 1 and isinstance(events[0], DiceThrown):  # as nearly always
        lines = room.dice_log[events[0].game]
        return [_dice_news(room, events[0].game, len(lines) - 1, lines[-1:])]
    messages: list[AnyServerMessage] = []
    games: dict[int, int] = {}
    for event in events:
        if isinstance(event, DiceSealed):
            messages.append(Sealed(match=room.id, game=event.game, commitment=event.commitment))
        elif isinstance(event, DiceRevealed):
            messages.append(Revealed(match=room.id, game=event.game, seed=event.seed))
        elif event.game in room.dice.chains:
            games[event.game] = games.get(event.game, 0) + 1
    for game, count in games.items():
        lines = room.dice_log[game]
        messages.append(_dice_news(room, game, len(lines) - count, lines[-count:]))
    return messages


def _dice_news(room: Room, game: int, first: int, lines: Sequence[bytes], owner: str = "") -> DiceNews:
    events = tuple([msgspec.Raw(line) for line in lines])
    return DiceNews(match=room.id, game=game, first=first, events=events, owner=owner)


def _raw_events(kept: Sequence[StoredEvent]) -> tuple[msgspec.Raw, ...]:
    """Events are sent as they were written."""
    return tuple([msgspec.Raw(stored.data) for stored in kept])


def _message(room: Room, shown: MatchView, before: int, events: tuple[msgspec.Raw, ...]) -> State | Changed:
    topic = f"match:{room.id}"
    if not events:  # who is ready has changed, not the match
        return State(topic=topic, version=room.version, view=shown)
    return Changed(topic=topic, from_=before, to=room.version, events=events, view=shown)


def _last_notices(snapshot: TournamentSnapshot) -> tuple[Announced, ...]:
    """What everybody was told last."""
    return snapshot.state.notices[-_LAST_NOTICES:]
