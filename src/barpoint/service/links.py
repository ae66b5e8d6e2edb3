"""Private links: how people without an account act in a tournament.

link        an address nobody guesses, one a person of a tournament: whoever opens it is that player or official
key         the secret all links of a tournament are made from, in a stream that is never shown (`links:ID`)
renewed     a link that got about is replaced; the old one opens nothing any more
joined      the account that plays a player's online matches: the one that opened the link last

What the person may do is the tournament's to say; here is only who it is.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from barpoint.service.ports import Appended, EventStore, WallClock, Write

LENGTH: Final = 24
"""Letters of a link: 120 bits."""
_TRIES: Final = 5


class LinkEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part."""

    at: int


class LinksOpened(LinkEvent, frozen=True, kw_only=True):
    """The tournament has its key."""

    key: str


class LinkRenewed(LinkEvent, frozen=True, kw_only=True):
    """A person's link is another one from now on."""

    person: str


class AccountJoined(LinkEvent, frozen=True, kw_only=True):
    """An account plays for a person of the tournament."""

    person: str
    account: str


AnyLinkEvent = LinksOpened | LinkRenewed | AccountJoined
_decoder = msgspec.json.Decoder(AnyLinkEvent)


@dataclass
class Keys:
    """The links of one tournament, folded."""

    version: int = 0
    key: str = ""
    renewed: dict[str, int] = field(default_factory=dict)
    accounts: dict[str, str] = field(default_factory=dict)  # person -> account

    def follow(self, event: AnyLinkEvent) -> None:
        """One event more."""
        self.version += 1
        match event:
            case LinksOpened():
                self.key = event.key
            case LinkRenewed():
                self.renewed[event.person] = self.renewed.get(event.person, 0) + 1
            case AccountJoined():
                self.accounts[event.person] = event.account

    def link(self, person: str) -> str:
        """A person's link as it is now."""
        made = f"{self.renewed.get(person, 0)}/{person}".encode()
        return b32encode(hmac.digest(bytes.fromhex(self.key), made, hashlib.sha256)).decode()[:LENGTH]

    def person(self, link: str, people: Iterable[str]) -> str | None:
        """Whose link it is."""
        if not self.key or len(link) != LENGTH or not link.isascii():
            return None
        return next((person for person in people if hmac.compare_digest(self.link(person), link)), None)


class Links:
    """The links of every tournament."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock
        self._keys: dict[str, Keys] = {}

    async def keys(self, tournament: str) -> Keys:
        """The links of a tournament; its key is made when it is first asked for."""
        keys = await self._load(tournament)
        if not keys.key:
            await self._keep(tournament, LinksOpened(at=self._clock.now(), key=secrets.token_hex(32)))
        return keys

    async def renew(self, tournament: str, person: str) -> str:
        """Another link for somebody."""
        await self.keys(tournament)
        await self._keep(tournament, LinkRenewed(at=self._clock.now(), person=person))
        return self._keys[tournament].link(person)

    async def join(self, tournament: str, person: str, account: str) -> None:
        """An account plays for somebody."""
        if (await self.keys(tournament)).accounts.get(person) != account:
            await self._keep(tournament, AccountJoined(at=self._clock.now(), person=person, account=account))

    async def _load(self, tournament: str) -> Keys:
        keys = self._keys.setdefault(tournament, Keys())
        for stored in await self._store.read(f"links:{tournament}", keys.version):
            if stored.version == keys.version + 1:  # not followed by somebody else meanwhile
                keys.follow(_decoder.decode(stored.data))
        return keys

    async def _keep(self, tournament: str, event: AnyLinkEvent) -> None:
        for _ in range(_TRIES):
            keys = await self._load(tournament)
            if isinstance(event, LinksOpened) and keys.key:
                return
            write = Write(f"links:{tournament}", keys.version, (msgspec.json.encode(event),))
            if isinstance(await self._store.append([write], f"links/{secrets.token_hex(8)}"), Appended):
                await self._load(tournament)
                return
        raise RuntimeError(f"{tournament}: somebody else was faster {_TRIES} times")
