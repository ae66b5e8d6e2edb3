"""The ports of what stands around the play: credentials, notices, messages that go out, counted dice, analyses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from barpoint.service.people.analysis_queue import Analyst
from barpoint.service.ports import Credential, MemberRegister, Passwords
from barpoint.service.records.erasure_log import PersonErased


class Site(msgspec.Struct, frozen=True):
    """The server as a browser knows it: the host a passkey belongs to, and the origin of its pages."""

    host: str
    origin: str


class NewPasskey(msgspec.Struct, frozen=True):
    """A passkey that has proven itself."""

    id: str
    public_key: bytes
    uses: int


class Authenticators(Protocol):
    """Passkeys (WebAuthn): what a browser is asked, and whether its answer is good."""

    def registration_options(
        self, site: Site, account: str, name: str, known: Sequence[str]
    ) -> tuple[bytes, Mapping[str, Any]]:
        """Make a passkey: what it has to sign, and the options for the browser."""
        ...

    def verify_registration(self, site: Site, challenge: bytes, answer: Mapping[str, Any]) -> NewPasskey | None:
        """The new passkey; None if the answer is not good."""
        ...

    def sign_in_options(self, site: Site) -> tuple[bytes, Mapping[str, Any]]:
        """Sign in with any passkey of this site."""
        ...

    def verify_sign_in(self, site: Site, challenge: bytes, answer: Mapping[str, Any], known: Credential) -> int | None:
        """How often the passkey has now been used; None if the answer is not good."""
        ...


class PersonalNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a person wants to know: your turn, a round called, a ruling given; in English and other languages."""

    kind: str
    text: str
    link: str = ""
    at: int = 0
    translations: Mapping[str, str] = {}

    def text_in(self, language: str) -> str:
        """What it says in a language; in English where it has no words for it."""
        return self.translations.get(language, self.text)


class PushAddress(msgspec.Struct, frozen=True):
    """Where a browser is reached while the page is closed (Web Push)."""

    endpoint: str
    key: str
    auth: str


class NoticeBoard(Protocol):
    """Notices that were given, and the browsers that want them."""

    async def post(self, account: str, key: str, notice: PersonalNotice) -> bool:
        """Keep a notice; False if one of this key was given before."""
        ...

    async def notices(self, account: str) -> Sequence[PersonalNotice]:
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

    async def push(self, address: PushAddress, notice: PersonalNotice) -> bool:
        """To a browser; False if it is no longer there."""
        ...

    async def send(self, to: Recipient, notice: PersonalNotice) -> None:
        """By the other ways."""
        ...


class RollCount(msgspec.Struct, frozen=True):
    """How often somebody threw a roll."""

    roller: str
    high: int
    low: int
    rolls: int


class DiceTally(Protocol):
    """Dice counted, match by match."""

    async def count(self, match: str, counts: Sequence[RollCount]) -> bool:
        """Add a finished match; False if it was counted before."""
        ...

    async def counts(self, roller: str) -> Sequence[RollCount]:
        """What somebody has thrown."""
        ...


class PersonalRows(msgspec.Struct, frozen=True):
    """What is kept of somebody beside events; secrets are left out."""

    account: dict[str, Any]
    credentials: tuple[dict[str, Any], ...]
    sessions: tuple[dict[str, Any], ...]
    devices: tuple[dict[str, Any], ...]  # when devices were first and last seen, which is all that can be told of one
    notices: tuple[dict[str, Any], ...]
    push_addresses: tuple[str, ...]
    seats: tuple[dict[str, Any], ...]
    dice: tuple[RollCount, ...]
    streams: tuple[str, ...]  # in which the account is named: challenges, inquiries, links into tournaments


class PersonalRecords(Protocol):
    """All that is kept of a person: collected for them, and removed."""

    async def rows(self, account: str) -> PersonalRows | None:
        """What is kept of an account; None if there is none, or it was removed."""
        ...

    async def erase(self, account: str, reason: str, at: int) -> PersonErased | None:
        """Remove somebody's identity; None if there is nobody of that account any more."""
        ...

    async def is_erased(self, account: str) -> bool:
        """Whether somebody's identity was removed."""
        ...

    async def end_sessions(self, before: int) -> int:
        """Drop sessions that were opened before: how many."""
        ...

    async def drop_idle_guests(self, before: int) -> int:
        """Drop guests who never sat at a match or offered one, and were last seen before: how many."""
        ...

    async def lost_guests(self, limit: int) -> Sequence[str]:
        """Guests who have played, sit at no open match, and have no session left to come back by."""
        ...


@dataclass(frozen=True, slots=True)
class MemberPorts:
    """All of them."""

    register: MemberRegister
    passwords: Passwords
    authenticators: Authenticators
    board: NoticeBoard
    messenger: Messenger
    tally: DiceTally
    analyst: Analyst
    personal: PersonalRecords
