"""The ports of what stands around the play: credentials, notices, messages that go out, counted dice, analyses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from barpoint.service.analyses import Analyst
from barpoint.service.ports import Credential, Passwords, Register


class Site(msgspec.Struct, frozen=True):
    """The server as a browser knows it: the host a passkey belongs to, and the origin of its pages."""

    host: str
    origin: str


class KeyMade(msgspec.Struct, frozen=True):
    """A passkey that has proven itself."""

    id: str
    public_key: bytes
    uses: int


class Authenticators(Protocol):
    """Passkeys (WebAuthn): what a browser is asked, and whether its answer is good."""

    def ask_new(self, site: Site, account: str, name: str, known: Sequence[str]) -> tuple[bytes, Mapping[str, Any]]:
        """Make a passkey: what it has to sign, and the options for the browser."""
        ...

    def made(self, site: Site, challenge: bytes, answer: Mapping[str, Any]) -> KeyMade | None:
        """The new passkey; None if the answer is not good."""
        ...

    def ask_proof(self, site: Site) -> tuple[bytes, Mapping[str, Any]]:
        """Sign in with any passkey of this site."""
        ...

    def proven(self, site: Site, challenge: bytes, answer: Mapping[str, Any], known: Credential) -> int | None:
        """How often the passkey has now been used; None if the answer is not good."""
        ...


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a person wants to know: your turn, a round called, a ruling given."""

    kind: str
    text: str
    link: str = ""
    at: int = 0


class PushAddress(msgspec.Struct, frozen=True):
    """Where a browser is reached while the page is closed (Web Push)."""

    endpoint: str
    key: str
    auth: str


class NoticeBoard(Protocol):
    """Notices that were given, and the browsers that want them."""

    async def post(self, account: str, key: str, notice: Notice) -> bool:
        """Keep a notice; False if one of this key was given before."""
        ...

    async def listed(self, account: str) -> Sequence[Notice]:
        """An account's notices, newest first."""
        ...

    async def subscribe(self, account: str, address: PushAddress) -> None:
        """A browser wants to be told."""
        ...

    async def unsubscribe(self, endpoint: str, account: str | None = None) -> None:
        """It does no longer; with an account, only if it is that account's."""
        ...

    async def addresses(self, account: str) -> Sequence[PushAddress]:
        """The browsers of an account."""
        ...


class Recipient(msgspec.Struct, frozen=True):
    """Whom a message that leaves the server is for."""

    account: str
    name: str
    contact: str = ""


class Messenger(Protocol):
    """Messages that leave the server: by Web Push, a webhook or mail, as the operator has set up."""

    @property
    def push_key(self) -> str:
        """The key a browser subscribes with; empty if there is no Web Push."""
        ...

    async def push(self, address: PushAddress, notice: Notice) -> bool:
        """To a browser; False if it is no longer there."""
        ...

    async def send(self, to: Recipient, notice: Notice) -> None:
        """By the other ways."""
        ...


class Rolled(msgspec.Struct, frozen=True):
    """How often somebody threw a roll."""

    roller: str
    high: int
    low: int
    rolls: int


class Tally(Protocol):
    """Dice counted, match by match."""

    async def count(self, match: str, rolled: Sequence[Rolled]) -> bool:
        """Add a finished match; False if it was counted before."""
        ...

    async def counts(self, roller: str) -> Sequence[Rolled]:
        """What somebody has thrown."""
        ...


@dataclass(frozen=True, slots=True)
class Means:
    """All of them."""

    register: Register
    passwords: Passwords
    authenticators: Authenticators
    board: NoticeBoard
    messenger: Messenger
    tally: Tally
    analyst: Analyst
