"""The lobby: challenges anybody, or anybody with the link, may accept.

A challenge is a stream of its own (`challenge:ID`). Whoever completes it starts the match in the same
append, so that of two who accept at once one plays and the other hears that it is gone. One that is meant for somebody
(`to`) waits for their answer: they sit down or decline.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import MatchFormat
from barpoint.rulebook import Citation, cite
from barpoint.service.people.blocks import Blocks
from barpoint.service.people.sessions import new_id
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room_events import Seat
from barpoint.service.play.terms import (
    Terms,
    format_of_terms,
    options_of_terms,
)
from barpoint.service.play.view_builder import length_in_words
from barpoint.service.play.waiting import WaitLimits, wait_limits
from barpoint.service.ports import Account, Appended, EventStore, StoredEvent, Write
from barpoint.service.ratings.rated_verdicts import pool_of
from barpoint.service.refusals import ServiceCode
from barpoint.service.set_aside import UnreadableStreamError

LIFETIME: Final = 86_400_000
"""Milliseconds after which a challenge ends that nobody has taken up."""
LINK_LIFETIME: Final = 7 * LIFETIME
"""The same for a private one, whose link may have been sent to somebody."""
QUICK_LIFETIME: Final = 30_000
"""The same for one whose owner waits: whoever still does offers it again."""
MOST_OPEN: Final = 20
MOST_LISTED: Final = 200
"""Challenges one person may have open, and those a list shows."""
MOST_LOADED: Final = 1_000
"""The newest, as many as a server that starts looks at before it serves."""
_AT_ONCE: Final = 100
_SWEEP_EVERY: Final = 600.0  # seconds
_log = logging.getLogger("barpoint.lobby")


class ChallengeEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int


class ChallengeOpened(ChallengeEvent, frozen=True, kw_only=True, tag="ChallengeOpened"):
    """Somebody offers to play."""

    terms: Terms
    by: Seat
    private: bool = False
    quick: bool = False  # somebody waits for whoever wants to play the same
    to: Seat | None = None  # whom it is meant for


class ChallengeJoined(ChallengeEvent, frozen=True, kw_only=True, tag="ChallengeJoined"):
    """Somebody sits down; the last one starts the match."""

    by: Seat
    match: str = ""
    side: Side | None = None  # None: the side that has fewer, White first


class ChallengeWithdrawn(ChallengeEvent, frozen=True, kw_only=True, tag="ChallengeWithdrawn"):
    """It is off."""


class ChallengeDeclined(ChallengeEvent, frozen=True, kw_only=True, tag="ChallengeDeclined"):
    """Whom it was meant for does not want to play."""


class ChallengeExpired(ChallengeEvent, frozen=True, kw_only=True, tag="ChallengeExpired"):
    """Nobody has taken it up in time."""


ChallengeEnd = ChallengeWithdrawn | ChallengeDeclined | ChallengeExpired
AnyChallengeEvent = ChallengeOpened | ChallengeJoined | ChallengeEnd
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
    sides: tuple[Side, ...] = (Side.WHITE,)  # where each of `seats` sits
    limits: WaitLimits | None = None  # how long somebody will be waited for
    quick: bool = False  # its owner waits at the screen
    pool: str = ""  # the ratings it would move, if it is rated
    to: Seat | None = None  # whom it is meant for
    declined: bool = False  # by them

    @property
    def next_side(self) -> Side:
        """The side that is short of a player."""
        white = self.sides.count(Side.WHITE)
        return Side.WHITE if 2 * white <= len(self.sides) else Side.BLACK

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted, if it is not too old."""
        return not self.withdrawn and not self.match

    @property
    def ends(self) -> int:
        """When it is too old."""
        return self.at + (QUICK_LIFETIME if self.quick else LINK_LIFETIME if self.private else LIFETIME)

    @property
    def seat_count(self) -> int:
        """How many seats it has."""
        return 2 * self.format.team


class Lobby:
    """The open challenges of the server."""

    def __init__(self, store: EventStore, play: PlayService) -> None:
        self._store, self._play = store, play
        self._known: dict[str, Challenge] = {}
        self.blocks: Blocks | None = None  # the community's
        self.listeners: list[Callable[[], None]] = []
        self.personal_listeners: list[Callable[[Challenge], None]] = []  # hear of one that is meant for somebody

    async def load(self) -> None:
        """The newest challenges that are still open."""
        names = await self._store.streams("challenge", only_open=True, newest=MOST_LOADED)
        for challenge in await self._read(names):
            self._note(challenge)

    async def _read(self, names: Sequence[str]) -> list[Challenge]:
        """Challenges as the store has them; one that cannot be read is set aside."""
        challenges = []
        for name, kept in (await self._store.read_many(names)).items():
            with suppress(UnreadableStreamError):
                challenge = self._fold(name.partition(":")[2], kept)
                challenges += [challenge] if challenge is not None else []
        return challenges

    def _fold(self, id: str, kept: Sequence[StoredEvent]) -> Challenge | None:
        challenge: Challenge | None = None
        with self._play.set_aside.reading(f"challenge:{id}"):
            for stored in kept:
                challenge = _after(challenge, id, stored.version, _decoder.decode(stored.data))
        return challenge

    async def end_expired(self) -> int:
        """End every challenge that is too old; how many were."""
        names, now, ended = await self._store.streams("challenge", only_open=True), self._play.now(), 0
        for first in range(0, len(names), _AT_ONCE):
            old = [one for one in await self._read(names[first : first + _AT_ONCE]) if one.ends <= now and one.is_open]
            await asyncio.gather(*(self._end(challenge, ChallengeExpired(at=now), "expire") for challenge in old))
            ended += len(old)
            await asyncio.sleep(0)
        if ended:
            _log.info("challenges have expired", extra={"challenges": ended})
        return ended

    async def sweep(self) -> None:
        """End what is too old, again and again; runs until cancelled."""
        while True:
            try:
                await self.end_expired()
            except Exception:
                _log.exception("challenges could not be ended; this is tried again")
            await asyncio.sleep(_SWEEP_EVERY)

    async def _end(self, challenge: Challenge, event: ChallengeEnd, key: str) -> Challenge | None:
        """The challenge once it is over; None if somebody was faster."""
        write = Write(f"challenge:{challenge.id}", challenge.version, (msgspec.json.encode(event),), ends=True)
        if not isinstance(await self._store.append([write], f"{key}/{challenge.id}"), Appended):
            return None
        after = _after(challenge, challenge.id, challenge.version + 1, event)
        self._announce(after)
        return after

    def open_challenges(self) -> list[Challenge]:
        """What anybody may accept, newest first."""
        now = self._play.now()
        challenges = [
            challenge
            for challenge in self._known.values()
            if challenge.is_open and not challenge.private and challenge.ends > now
        ]
        return sorted(challenges, key=lambda challenge: -challenge.at)[:MOST_LISTED]

    def own_challenges(self, account: Account) -> list[Challenge]:
        """What somebody has offered and nobody has accepted yet, by a link too, newest first."""
        now = self._play.now()
        own = [one for one in self._known.values() if one.seats[0].account == account.id and one.ends > now]
        return sorted(own, key=lambda challenge: -challenge.at)

    def received_challenges(self, account: Account) -> list[Challenge]:
        """What is meant for somebody and waits for their answer, newest first."""
        now = self._play.now()
        received = [one for one in self._known.values() if one.to and one.to.account == account.id and one.ends > now]
        return sorted(received, key=lambda challenge: -challenge.at)

    async def find(self, id: str) -> Challenge | None:
        """A challenge by its id, as the store has it."""
        challenge = self._fold(id, await self._store.read(f"challenge:{id}"))
        if challenge is not None:
            self._announce(challenge)
        return challenge

    async def offer(
        self, account: Account, terms: Terms, *, private: bool = False, quick: bool = False, to: Account | None = None
    ) -> Challenge | Citation:
        """A new challenge; one `to` somebody takes the place of what they were offered by the same person before."""
        match_format = format_of_terms(terms)
        if isinstance(match_format, Refusal):
            return cite(match_format, _book(terms))
        if self._open_of(account) >= MOST_OPEN:
            return cite(Refusal(ServiceCode.TOO_MANY_CHALLENGES, {"most": MOST_OPEN}), "")
        for before in self.received_challenges(to) if to is not None else ():
            if before.seats[0].account == account.id:
                await self._end(before, ChallengeWithdrawn(at=self._play.now()), "withdraw")
        id, now = new_id(16 if private else 10), self._play.now()
        meant = None if to is None else _seat(to)
        opened = ChallengeOpened(at=now, terms=terms, by=_seat(account), private=private, quick=quick, to=meant)
        await self._store.append([Write(f"challenge:{id}", 0, (msgspec.json.encode(opened),))], f"challenge/{id}")
        challenge = _after(None, id, 1, opened)
        self._announce(challenge)
        return challenge

    def _open_of(self, account: Account) -> int:
        """How many challenges of somebody are open; what is too old to be listed is forgotten on the way."""
        now = self._play.now()
        for old in [challenge.id for challenge in self._known.values() if challenge.ends <= now]:
            del self._known[old]
        return sum(challenge.seats[0].account == account.id for challenge in self._known.values())

    async def accept(
        self,
        account: Account,
        id: str,
        side: Side | None = None,
    ) -> Challenge | Citation | None:
        """Sit down, in Doubles with whom one likes; the match starts when all seats are taken.

        None if there is no such challenge.
        """
        challenge = await self.find(id)
        if challenge is None:
            return None
        if any(seat.account == account.id for seat in challenge.seats):
            return cite(Refusal(ServiceCode.OWN_CHALLENGE), "")
        if not challenge.is_open or challenge.ends <= self._play.now():
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        if self.blocks is not None:
            for seat in challenge.seats:
                if await self.blocks.apart(account.id, seat.account):
                    return cite(Refusal(ServiceCode.APART), "")
        if side is not None and challenge.sides.count(side) >= challenge.format.team:
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        joined = await self._join(challenge, _seat(account), side)
        return joined or await self.accept(account, id, side)  # somebody was faster: there may be a seat left

    async def _join(self, challenge: Challenge, seat: Seat, side: Side | None) -> Challenge | None:
        seats = (*challenge.seats, seat)
        complete = len(seats) == challenge.seat_count
        match = new_id() if complete else ""
        joined = ChallengeJoined(at=self._play.now(), by=seat, match=match, side=side)
        sides = (*challenge.sides, side or challenge.next_side)
        white, black = ([one for one, at in zip(seats, sides, strict=True) if at is where] for where in Side)
        stream = f"challenge:{challenge.id}"
        write = Write(stream, challenge.version, (msgspec.json.encode(joined),), ends=True if complete else None)
        if complete:
            format = challenge.format
            landed = await self._play.open(
                match,
                format,
                white,
                black,
                private=challenge.private and challenge.to is None,  # a challenge to somebody is no secret once played
                manners=options_of_terms(challenge.terms),
                beside=[write],
            )
        else:
            landed = isinstance(await self._store.append([write], f"join/{challenge.id}/{seat.account}"), Appended)
        if not landed:
            return None
        after = _after(challenge, challenge.id, challenge.version + 1, joined)
        self._announce(after)
        return after

    async def withdraw(self, account: Account, id: str) -> Challenge | Citation | None:
        """Take one's own challenge back."""
        challenge = await self.find(id)
        if challenge is None or challenge.seats[0].account != account.id:
            return None
        if not challenge.is_open:
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        after = await self._end(challenge, ChallengeWithdrawn(at=self._play.now()), "withdraw")
        return after or cite(Refusal(ServiceCode.CHALLENGE_GONE), "")

    async def decline(self, account: Account, id: str) -> Challenge | Citation | None:
        """Say no to what was meant for oneself."""
        challenge = await self.find(id)
        if challenge is None or challenge.to is None or challenge.to.account != account.id:
            return None
        if not challenge.is_open:
            return cite(Refusal(ServiceCode.CHALLENGE_GONE), "")
        after = await self._end(challenge, ChallengeDeclined(at=self._play.now()), "decline")
        return after or cite(Refusal(ServiceCode.CHALLENGE_GONE), "")

    def _announce(self, challenge: Challenge) -> None:
        """Note it; whoever tells people hears of one that is meant for somebody, at every process that learns of it."""
        if self._note(challenge) and challenge.to is not None:
            for listener in self.personal_listeners:
                listener(challenge)

    def _note(self, challenge: Challenge) -> bool:
        """Keep what is open; whether that is news."""
        if challenge.is_open:
            changed = self._known.get(challenge.id) != challenge
            self._known[challenge.id] = challenge
        else:
            changed = self._known.pop(challenge.id, None) is not None
        if changed:
            for listener in self.listeners:
                listener()
        return changed


def _after(challenge: Challenge | None, id: str, version: int, event: AnyChallengeEvent) -> Challenge:
    if isinstance(event, ChallengeOpened):
        match_format = format_of_terms(event.terms)
        assert isinstance(match_format, MatchFormat), "what was offered was judged then"
        length = length_in_words(match_format.length)
        offered = Challenge(id, event.terms, match_format, length, (event.by,), event.at, event.private, version)
        limits, pool = wait_limits(match_format), pool_of(match_format)
        return msgspec.structs.replace(offered, limits=limits, quick=event.quick, pool=pool, to=event.to)
    assert challenge is not None
    if isinstance(event, ChallengeJoined):
        seats = (*challenge.seats, event.by)
        sides = (*challenge.sides, event.side or challenge.next_side)
        return msgspec.structs.replace(challenge, seats=seats, sides=sides, match=event.match, version=version)
    declined = isinstance(event, ChallengeDeclined)
    return msgspec.structs.replace(challenge, withdrawn=True, declined=declined, version=version)


def _seat(account: Account) -> Seat:
    return Seat(account.name, account.id, guest=account.guest)


def _book(terms: Terms) -> str:
    from barpoint.rulebook import preset

    return preset(terms.preset).book
