"""Private links: how people without an account act in a tournament.

link        an address nobody guesses, one for each thing a person is in a tournament: whoever opens it is that player,
            that official, or that member of its committees; a player's link opens no desk, whatever else the person has
            become, and a member's opens the cases of committees the member sits on, nothing else
key         the secret all links of a tournament are made from, in a stream that is never shown (`links:ID`)
renewed     a link that got about is replaced; the old one opens nothing any more
joined      the account that plays a player's online matches: the one that opened the link last
role        what somebody works for a tournament as is their account's, on every device: given by whoever may, or taken
            up by opening an official's link. An account has one; a link that is replaced takes back what it gave

Links of 0.1.0 did not say what they are for: such a one is for what its person was first.

What the person may do is the tournament's to say; here is only who it is.
"""

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from barpoint.service.ports import Appended, EventStore, WallClock, Write

LENGTH: Final = 24
"""Letters of a link: 120 bits."""
_TRIES: Final = 5


Kind = Literal["player", "staff", "committee"]
"""What a link is for."""


class LinkEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int


class LinksOpened(LinkEvent, frozen=True, kw_only=True, tag="LinksOpened"):
    """The tournament has its key."""

    key: str


class LinkRenewed(LinkEvent, frozen=True, kw_only=True, tag="LinkRenewed"):
    """A person's link is another one from now on; without a kind, as 0.1.0 wrote it, all of them."""

    person: str
    kind: Kind | Literal[""] = ""


class AccountJoined(LinkEvent, frozen=True, kw_only=True, tag="AccountJoined"):
    """An account plays for a person of the tournament."""

    person: str
    account: str


class RoleJoined(LinkEvent, frozen=True, kw_only=True, tag="RoleJoined"):
    """An account works for the tournament as that person; `by_link` if it opened the person's link.

    A role that an official of the server has recovered says who did so, and why.
    """

    person: str
    account: str
    by_link: bool = False
    official: str = ""
    reason: str = ""


class RoleLeft(LinkEvent, frozen=True, kw_only=True, tag="RoleLeft"):
    """An account does so no more."""

    account: str


AnyLinkEvent = LinksOpened | LinkRenewed | AccountJoined | RoleJoined | RoleLeft
_decoder = msgspec.json.Decoder(AnyLinkEvent)


@dataclass
class LinkKeys:
    """The links of one tournament, folded."""

    version: int = 0
    key: str = ""
    renewed: Counter[tuple[str, str]] = field(default_factory=Counter)  # kind ("": all) and person
    accounts: dict[str, str] = field(default_factory=dict)  # person -> account
    officials: dict[str, str] = field(default_factory=dict)  # account -> person
    by_link: set[str] = field(default_factory=set)  # accounts that have a role because they opened its link
    recoveries: list[RoleJoined] = field(default_factory=list)  # by officials of the server

    def follow(self, event: AnyLinkEvent) -> None:
        """One event more."""
        self.version += 1
        match event:
            case LinksOpened():
                self.key = event.key
            case LinkRenewed():
                self.renewed[event.kind, event.person] += 1
                if event.kind in ("", "staff"):
                    for account in [one for one in self.by_link if self.officials.get(one) == event.person]:
                        self._leave(account)
            case AccountJoined():
                self.accounts[event.person] = event.account
            case RoleJoined():
                self._leave(event.account)
                self.officials[event.account] = event.person
                if event.by_link:
                    self.by_link.add(event.account)
                if event.official:
                    self.recoveries.append(event)
            case RoleLeft():
                self._leave(event.account)

    def _leave(self, account: str) -> None:
        self.officials.pop(account, None)
        self.by_link.discard(account)

    def players_of(self, account: str) -> tuple[str, ...]:
        """Whom an account plays for, the one it joined last at the end."""
        return tuple(person for person, theirs in self.accounts.items() if theirs == account)

    def link(self, person: str, kind: Kind) -> str:
        """A person's link as it is now, for what they are."""
        times = self.renewed["", person] + self.renewed[kind, person]
        return self._token(f"{kind}:{times}/{person}")

    def old_link(self, person: str) -> str:
        """The link 0.1.0 gave a person."""
        return self._token(f"{self.renewed['', person]}/{person}")

    def _token(self, text: str) -> str:
        return b32encode(hmac.digest(bytes.fromhex(self.key), text.encode(), hashlib.sha256)).decode()[:LENGTH]

    def whose(self, link: str, people: Mapping[str, Kind], kind: Kind) -> str | None:
        """Whose link of a kind it is; `people` of that kind, each with what they were first."""
        if not self.key or len(link) != LENGTH or not link.isascii():
            return None
        for person, first in people.items():
            old = first == kind and not self.renewed[kind, person] and hmac.compare_digest(self.old_link(person), link)
            if old or hmac.compare_digest(self.link(person, kind), link):
                return person
        return None


class PrivateLinks:
    """The links of every tournament."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock
        self._keys: dict[str, LinkKeys] = {}

    async def keys(self, tournament: str) -> LinkKeys:
        """The links of a tournament; its key is made when it is first asked for."""
        keys = await self._load(tournament)
        if not keys.key:
            await self._keep(tournament, LinksOpened(at=self._clock.now(), key=secrets.token_hex(32)))
        return keys

    async def joined(self, tournament: str) -> LinkKeys:
        """The links as they stand, without making any: who plays for whom."""
        return await self._load(tournament)

    async def tournaments_of(self, account: str, newest: int) -> list[str]:
        """Of so many of the newest tournaments, those in which an account plays for somebody; oldest first."""
        tournaments = [stream.partition(":")[2] for stream in await self._store.streams("links", newest=newest)]
        return [one for one in tournaments if (await self._load(one)).players_of(account)]

    async def renew(self, tournament: str, person: str, kind: Kind) -> str:
        """Another link for somebody."""
        await self.keys(tournament)
        await self._keep(tournament, LinkRenewed(at=self._clock.now(), person=person, kind=kind))
        return self._keys[tournament].link(person, kind)

    async def join(self, tournament: str, person: str, account: str) -> None:
        """An account plays for somebody."""
        if (await self.keys(tournament)).accounts.get(person) != account:
            await self._keep(tournament, AccountJoined(at=self._clock.now(), person=person, account=account))

    async def give_role(self, tournament: str, person: str, account: str, *, by_link: bool = False) -> None:
        """An account works for the tournament as that person."""
        keys = await self.keys(tournament)
        if keys.officials.get(account) == person and (by_link or account not in keys.by_link):
            return
        await self._keep(tournament, RoleJoined(at=self._clock.now(), person=person, account=account, by_link=by_link))

    async def recover_role(self, tournament: str, person: str, account: str, *, official: str, reason: str) -> None:
        """The same, by the word of an official of the server: it is on the record even if nothing changes by it."""
        await self.keys(tournament)
        event = RoleJoined(at=self._clock.now(), person=person, account=account, official=official, reason=reason)
        await self._keep(tournament, event)

    async def take_role(self, tournament: str, account: str) -> None:
        """An account does so no more."""
        if account in (await self.keys(tournament)).officials:
            await self._keep(tournament, RoleLeft(at=self._clock.now(), account=account))

    async def _load(self, tournament: str) -> LinkKeys:
        keys = self._keys.setdefault(tournament, LinkKeys())
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
