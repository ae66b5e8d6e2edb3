"""The lobby: challenges anybody, or anybody with the link, may accept.

A challenge is a stream of its own (`challenge:ID`). Whoever completes it starts the match in the same
append, so that of two who accept at once one plays and the other hears that it is gone.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from barpoint.board import Refusal
from barpoint.match.format import MatchFormat
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.access import new_id
from barpoint.service.play import Play
from barpoint.service.ports import Account, Appended, EventStore, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Seat
from barpoint.service.terms import Terms, format_of, manners_of
from barpoint.service.viewing import length_in_words

LIFETIME: Final = 86_400_000
"""Milliseconds after which an open challenge is no longer shown."""
MOST_OPEN: Final = 20
MOST_LISTED: Final = 200
"""Challenges one person may have open, and those a list shows."""


class ChallengeEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part."""

    at: int


class ChallengeOpened(ChallengeEvent, frozen=True, kw_only=True):
    """Somebody offers to play."""

    terms: Terms
    by: Seat
    private: bool = False


class ChallengeJoined(ChallengeEvent, frozen=True, kw_only=True):
    """Somebody sits down; the last one starts the match."""

    by: Seat
    match: str = ""


class ChallengeWithdrawn(ChallengeEvent, frozen=True, kw_only=True):
    """It is off."""


AnyChallengeEvent = ChallengeOpened | ChallengeJoined | ChallengeWithdrawn
_decoder = msgspec.json.Decoder(AnyChallengeEvent)


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A challenge as the lobby shows it; `match` once it is complete."""

    id: str
    terms: Terms
    format: MatchFormat
    length: str  # in words
    seats: tuple[Seat, ...]
    at: int
    private: bool = False
    version: int = 1
    withdrawn: bool = False
    match: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted."""
        return not self.withdrawn and not self.match

    @property
    def needed(self) -> int:
        """How many seats it has."""
        return 2 * self.format.team


class Lobby:
    """The open challenges of the server."""

    def __init__(self, store: EventStore, play: Play) -> None:
        self._store, self._play = store, play
        self._known: dict[str, Challenge] = {}
        self.told: list[Callable[[], None]] = []

    async def load(self) -> None:
        """Every challenge that is still open."""
        names = await self._store.streams("challenge", only_open=True)
        await asyncio.gather(*(self.find(name.partition(":")[2]) for name in names))

    def listed(self) -> list[Challenge]:
        """What anybody may accept, newest first."""
        oldest = self._play.now() - LIFETIME
        found = [one for one in self._known.values() if one.is_open and not one.private and one.at >= oldest]
        return sorted(found, key=lambda one: -one.at)[:MOST_LISTED]

    async def find(self, id: str) -> Challenge | None:  # noqa: A002
        """A challenge by its id, as the store has it."""
        challenge: Challenge | None = None
        for stored in await self._store.read(f"challenge:{id}"):
            challenge = _after(challenge, id, stored.version, _decoder.decode(stored.data))
        if challenge is not None:
            self._note(challenge)
        return challenge

    async def offer(self, account: Account, terms: Terms, *, private: bool = False) -> Challenge | Citation:
        """A new challenge."""
        made = format_of(terms)
        if isinstance(made, Refusal):
            return cite(made, _book(terms))
        if self._open_of(account) >= MOST_OPEN:
            return cite(Refusal(ServiceCode.TOO_MANY_CHALLENGES, {"most": MOST_OPEN}), "")
        id = new_id(16 if private else 10)  # noqa: A001
        opened = ChallengeOpened(at=self._play.now(), terms=terms, by=Seat(account.name, account.id), private=private)
        await self._store.append([Write(f"challenge:{id}", 0, (msgspec.json.encode(opened),))], f"challenge/{id}")
        challenge = _after(None, id, 1, opened)
        self._note(challenge)
        return challenge

    def _open_of(self, account: Account) -> int:
        """How many challenges of somebody are open; what is too old to be listed is forgotten on the way."""
        oldest = self._play.now() - LIFETIME
        for old in [one.id for one in self._known.values() if one.at < oldest]:
            del self._known[old]
        return sum(one.seats[0].account == account.id for one in self._known.values())

    async def accept(self, account: Account, id: str) -> Challenge | Citation | None:  # noqa: A002
        """Sit down; the match starts when all seats are taken. None if there is no such challenge."""
        challenge = await self.find(id)
        if challenge is None:
            return None
        if any(seat.account == account.id for seat in challenge.seats):
            return cite(Refusal(ServiceCode.OWN_CHALLENGE), "")
        if not challenge.is_open:
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        return await self._joined(challenge, Seat(account.name, account.id))

    async def _joined(self, challenge: Challenge, seat: Seat) -> Challenge | Citation:
        seats = (*challenge.seats, seat)
        complete = len(seats) == challenge.needed
        match = new_id() if complete else ""
        joined = ChallengeJoined(at=self._play.now(), by=seat, match=match)
        stream = f"challenge:{challenge.id}"
        write = Write(stream, challenge.version, (msgspec.json.encode(joined),), ends=True if complete else None)
        if complete:
            format = challenge.format  # noqa: A001
            landed = await self._play.open(
                match,
                format,
                seats[0::2],
                seats[1::2],
                private=challenge.private,
                manners=manners_of(challenge.terms),
                beside=[write],
            )
        else:
            landed = isinstance(await self._store.append([write], f"join/{challenge.id}/{seat.account}"), Appended)
        if not landed:
            await self.find(challenge.id)
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        after = _after(challenge, challenge.id, challenge.version + 1, joined)
        self._note(after)
        return after

    async def withdraw(self, account: Account, id: str) -> Challenge | Citation | None:  # noqa: A002
        """Take one's own challenge back."""
        challenge = await self.find(id)
        if challenge is None or challenge.seats[0].account != account.id:
            return None
        if not challenge.is_open:
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        gone = ChallengeWithdrawn(at=self._play.now())
        write = Write(f"challenge:{id}", challenge.version, (msgspec.json.encode(gone),), ends=True)
        if not isinstance(await self._store.append([write], f"withdraw/{id}"), Appended):
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        after = _after(challenge, id, challenge.version + 1, gone)
        self._note(after)
        return after

    def _note(self, challenge: Challenge) -> None:
        if challenge.is_open:
            changed = self._known.get(challenge.id) != challenge
            self._known[challenge.id] = challenge
        else:
            changed = self._known.pop(challenge.id, None) is not None
        if changed:
            for told in self.told:
                told()


def _after(challenge: Challenge | None, id: str, version: int, event: AnyChallengeEvent) -> Challenge:  # noqa: A002
    if isinstance(event, ChallengeOpened):
        made = format_of(event.terms)
        assert isinstance(made, MatchFormat), "what was offered was judged then"
        said = length_in_words(made.length)
        return Challenge(id, event.terms, made, said, (event.by,), event.at, event.private, version)
    assert challenge is not None
    if isinstance(event, ChallengeJoined):
        seats = (*challenge.seats, event.by)
        return msgspec.structs.replace(challenge, seats=seats, match=event.match, version=version)
    return msgspec.structs.replace(challenge, withdrawn=True, version=version)


def _book(terms: Terms) -> str:
    from barpoint.rulebook.presets import preset

    return preset(terms.preset).book
