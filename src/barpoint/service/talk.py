"""Talk at a match: off unless its players want it, then preset phrases or free text; a pair has its own channel.

What is said is kept in `chat:ID`, so that an official can read it later. Spectators listen and do not speak
(nobody is coached here). A side that has muted the other is not told what it says.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.limits import Allowance
from barpoint.service.play import Done, Play
from barpoint.service.ports import Account, Appended, Conflict, EventStore, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room
from barpoint.service.views import Audience

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
_TRIES: Final = 5


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said. `team` was for the partner only (ibf:6.1b)."""

    at: int
    by: str
    side: Side
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    team: bool = False

    def heard_by(self, audience: Audience, room: Room) -> bool:
        """Whether it is for this listener's ears."""
        if audience is Audience.OFFICIAL or audience == self.side.value:
            return True
        if self.team or (audience is Audience.SPECTATOR and room.manners.delay):
            return False
        return audience is Audience.SPECTATOR or self.side.other not in room.muted


_decoder = msgspec.json.Decoder(Line)
Told = Callable[[Room, Line], None]


class Talk:
    """What is said in all rooms."""

    def __init__(self, store: EventStore, play: Play) -> None:
        self._store, self._play = store, play
        self._pace = Allowance(burst=8, every=1_500)
        self.told: list[Told] = []

    async def say(self, room: Room, account: Account, text: str, *, team: bool, command: str) -> Done | Citation:
        """Say something; refused where it may not be said."""
        refusal = self._refused(room, account, text, team=team)
        if refusal is not None:
            return cite(refusal, room.match.format.book)
        seat = room.seat_of(account.id)
        assert seat is not None, "whoever does not sit here was refused"
        line = Line(self._play.now(), seat[1].name, seat[0], text.strip(), team)
        for _ in range(_TRIES):
            write = Write(f"chat:{room.id}", room.said, (msgspec.json.encode(line),))
            outcome = await self._store.append([write], command)
            if isinstance(outcome, Appended):
                if not outcome.repeated:
                    room.said = max(room.said, write.expected + 1)
                    self._tell(room, line)
                return Done(room.version)
            assert isinstance(outcome, Conflict)
            room.said = outcome.version
        raise RuntimeError(f"in match {room.id} everybody talks at once")

    def _refused(self, room: Room, account: Account, text: str, *, team: bool) -> Refusal | None:
        if not 1 <= len(text.strip()) <= LONGEST or not text.isprintable():
            raise ValueError(f"what is said has 1 to {LONGEST} printable characters")
        if room.seat_of(account.id) is None or (not team and room.manners.chat == "off"):
            return Refusal(ServiceCode.CHAT_OFF)
        if team and room.match.format.team < 2:
            return Refusal(ServiceCode.NO_PARTNER)
        if not team and room.manners.chat == "phrases" and text not in PHRASES:
            return Refusal(ServiceCode.NOT_A_PHRASE)
        if self._pace.take(account.id, self._play.now()):
            return Refusal(ServiceCode.CHAT_TOO_FAST)
        return None

    async def lines(self, room: Room, audience: Audience) -> Sequence[Line]:
        """What was said so far, as far as it is for this reader."""
        kept = [_decoder.decode(stored.data) for stored in await self._store.read(f"chat:{room.id}")]
        return [line for line in kept if line.heard_by(audience, room)]

    async def heard(self, id: str, version: int) -> None:  # noqa: A002
        """Another process has kept a line."""
        room = self._play.rooms.get(id)
        if room is None or version <= room.said:
            return
        room.said = version
        for stored in await self._store.read(f"chat:{id}", version - 1):
            if stored.version == version:
                self._tell(room, _decoder.decode(stored.data))

    def _tell(self, room: Room, line: Line) -> None:
        for told in self.told:
            told(room, line)
