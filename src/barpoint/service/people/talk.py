"""Talk at a match: off unless its players want it, then preset phrases or free text; a pair has its own channel.

What is said is kept in `chat:ID`, so that an official can read it later. Guests, and whoever registered less than a day
ago, say free text slowly and without addresses; whom an official has silenced says phrases only. Spectators listen and
do not speak (nobody is coached here). A side that has muted the other is not told what it says.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.rulebook import Citation, cite
from barpoint.service.people.silences import Silences
from barpoint.service.play.play_service import Done, PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.views import Audience
from barpoint.service.ports import Account, Appended, Conflict, EventStore, MemberRegister, Write
from barpoint.service.rate_limit import RateLimit
from barpoint.service.refusals import ServiceCode

PHRASES: Final = (
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "nice_roll",
    "unlucky",
    "sorry",
    "one_moment",
    "back_again",
    "good_game",
    "bye",
)
"""What can be said where only phrases can; a page shows each in its reader's language."""
LONGEST: Final = 300
NEW_FOR: Final = 86_400_000
"""Milliseconds after which somebody is no longer new here."""
_ADDRESS: Final = re.compile(r"://|www\.|\S@\S|\b[\w-]+\.(com|net|org|ru|io|me|info|gg)\b", re.IGNORECASE)
_TRIES: Final = 5


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said. `team` was for the partner only (ibf:6.1b)."""

    at: int
    by: str
    side: Side
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    team: bool = False

    def is_for(self, audience: Audience, room: Room) -> bool:
        """Whether it is for this listener's ears."""
        if audience is Audience.OFFICIAL or audience == self.side.value:
            return True
        if self.team or (audience is Audience.SPECTATOR and room.options.delay):
            return False
        return audience is Audience.SPECTATOR or self.side.other not in room.muted


_decoder = msgspec.json.Decoder(ChatLine)
ChatListener = Callable[[Room, ChatLine], None]


class Talk:
    """What is said in all rooms."""

    def __init__(self, store: EventStore, play: PlayService, register: MemberRegister, silences: Silences) -> None:
        self._store, self._play, self._register, self._silences = store, play, register, silences
        self.pace = RateLimit(burst=8, every=1_500)
        self.new_pace = RateLimit(burst=4, every=8_000)
        self.listeners: list[ChatListener] = []

    async def say(self, room: Room, account: Account, text: str, *, team: bool, command: str) -> Done | Citation:
        """Say something; refused where it may not be said."""
        refusal = self._refusal(room, account, text, team=team) or await self._speaker_refusal(account, text)
        if refusal is not None:
            return cite(refusal, room.match.format.book)
        seat = room.seat_of(account.id)
        assert seat is not None, "whoever does not sit here was refused"
        line = ChatLine(self._play.now(), seat[1].name, seat[0], text.strip(), team)
        for _ in range(_TRIES):
            write = Write(f"chat:{room.id}", room.chat_length, (msgspec.json.encode(line),))
            outcome = await self._store.append([write], command)
            if isinstance(outcome, Appended):
                if not outcome.repeated:
                    room.chat_length = max(room.chat_length, write.expected + 1)
                    self._notify(room, line)
                return Done(room.version)
            assert isinstance(outcome, Conflict)
            room.chat_length = outcome.version
        raise RuntimeError(f"in match {room.id} everybody talks at once")

    def _refusal(self, room: Room, account: Account, text: str, *, team: bool) -> Refusal | None:
        if not 1 <= len(text.strip()) <= LONGEST or not text.isprintable():
            raise ValueError(f"what is said has 1 to {LONGEST} printable characters")
        if room.seat_of(account.id) is None or (not team and room.options.chat == "off"):
            return Refusal(ServiceCode.CHAT_OFF)
        if team and room.match.format.team < 2:
            return Refusal(ServiceCode.NO_PARTNER)
        if not team and room.options.chat == "phrases" and text not in PHRASES:
            return Refusal(ServiceCode.NOT_A_PHRASE)
        if self.pace.take(account.id, self._play.now()):
            return Refusal(ServiceCode.CHAT_TOO_FAST)
        return None

    async def _speaker_refusal(self, account: Account, text: str) -> Refusal | None:
        """Free text of somebody who is silenced, or new here."""
        if text in PHRASES or account.staff:
            return None
        if until := await self._silences.until(account.id):
            day = datetime.fromtimestamp(until / 1000, UTC).date().isoformat()
            return Refusal(ServiceCode.SILENCED, {"until": day})
        now = self._play.now()
        if not account.guest and now - await self._register.created(account.id) >= NEW_FOR:
            return None
        limited = bool(_ADDRESS.search(text)) or bool(self.new_pace.take(account.id, now))
        return Refusal(ServiceCode.NEW_HERE) if limited else None

    async def lines(self, room: Room, audience: Audience) -> Sequence[ChatLine]:
        """What was said so far, as far as it is for this reader."""
        kept = [_decoder.decode(stored.data) for stored in await self._store.read(f"chat:{room.id}")]
        return [line for line in kept if line.is_for(audience, room)]

    async def catch_up(self, id: str, version: int) -> None:
        """Another process has kept a line."""
        room = self._play.rooms.get(id)
        if room is None or version <= room.chat_length:
            return
        room.chat_length = version
        for stored in await self._store.read(f"chat:{id}", version - 1):
            if stored.version == version:
                self._notify(room, _decoder.decode(stored.data))

    def _notify(self, room: Room, line: ChatLine) -> None:
        for listener in self.listeners:
            listener(room, line)
