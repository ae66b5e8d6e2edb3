"""The ports: what the use cases need from outside. Adapters fill them; `bootstrap` joins the two."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

from barpoint.match.events import AnyEvent


class Dice(Protocol):
    """Where rolls come from."""

    def roll(self) -> tuple[int, int]:
        """Two dice, each 1 to 6."""
        ...


class Secrets(Protocol):
    """Where seeds come from."""

    def seed(self) -> str:
        """32 bytes nobody can guess, in hexadecimal."""
        ...


class WallClock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since the epoch."""
        ...


class MatchLog(Protocol):
    """One match's events, kept for good."""

    def read(self) -> Sequence[AnyEvent]:
        """All events so far, in order."""
        ...

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Write events so that they survive a crash from here on."""
        ...


class Stored(msgspec.Struct, frozen=True):
    """An event as it was kept: its place in the stream, its JSON, and on a command's first event the command's id."""

    version: int
    data: bytes
    command: str = ""


class Write(msgspec.Struct, frozen=True):
    """Events for the end of one stream, which must stand at `expected` (0: it is new).

    A stream is open until a write `ends` it; one that takes it up again says False.
    """

    stream: str
    expected: int
    events: tuple[bytes, ...]
    ends: bool | None = None


class Appended(msgspec.Struct, frozen=True):
    """The writes are durable and the streams stand at `versions`; `repeated` if an earlier append was this command."""

    versions: dict[str, int]
    repeated: bool = False


class Conflict(msgspec.Struct, frozen=True):
    """Somebody was faster: the stream stands elsewhere, and nothing was written."""

    stream: str
    version: int


class EventStore(Protocol):
    """Every stream's events, kept for good. A stream is named `kind:id`, as in `match:7F3K`."""

    async def read(self, stream: str, after: int = 0) -> Sequence[Stored]:
        """The events of a stream after a version, in order; none if there is no such stream."""
        ...

    def append(self, writes: Sequence[Write], command: str) -> Awaitable[Appended | Conflict]:
        """All the writes or none, durable when it is done; the same `command` id again changes nothing."""
        ...

    async def streams(self, kind: str, *, only_open: bool = False) -> Sequence[str]:
        """The streams of a kind, oldest first."""
        ...


class Announcements(Protocol):
    """What the processes of one server tell each other: `stream:version` for an append, anything for `tell`."""

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hear everything from now on; `missed` whenever something may have been lost on the way."""
        ...

    async def tell(self, payload: str) -> None:
        """Something that is not kept."""
        ...


class Beat(msgspec.Struct, frozen=True):
    """A sign of life: since when a process has lived, and when it last said so."""

    since: int
    at: int


class Heartbeats(Protocol):
    """Signs of life, so that an outage shows even after the hardest stop."""

    async def beat(self, process: str, beat: Beat) -> None:
        """This process lives."""
        ...

    async def others(self, process: str) -> dict[str, Beat]:
        """The last signs of life of the other processes."""
        ...

    async def forget(self, process: str) -> None:
        """It is known to be gone, and what it did has been taken over."""
        ...


class Account(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    guest: bool = True
    staff: bool = False  # may rule on the matches of this server


class SeatTaken(msgspec.Struct, frozen=True):
    """A match somebody plays or has played."""

    match: str
    title: str
    length: str
    at: int
    over: bool = False
    serious: bool = False  # rated, or of an event: its players go without aids until it is over


class Accounts(Protocol):
    """Who plays here, and who is behind a session."""

    async def add(self, account: Account, at: int) -> None:
        """A new account."""
        ...

    async def open_session(self, account: str, digest: str, at: int) -> None:
        """A session, known by the digest of its token."""
        ...

    async def behind(self, digest: str, since: int) -> Account | None:
        """Whose session it is, if it was opened no earlier than `since`."""
        ...

    async def find(self, account: str) -> Account | None:
        """The account of this id."""
        ...

    async def sit(self, account: str, taken: SeatTaken) -> None:
        """The account plays in a match; said twice it is known once."""
        ...

    async def matches(self, account: str, limit: int = 50) -> Sequence[SeatTaken]:
        """Where the account sits and sat, newest first."""
        ...

    async def plays_seriously(self, account: str) -> bool:
        """Whether the account sits in a rated or tournament match that is not over."""
        ...


class Credential(msgspec.Struct, frozen=True):
    """How somebody proves who they are: a password's hash, or a passkey's public key and how often it was used."""

    account: str
    kind: str  # password | passkey
    id: str  # a passkey's own; the account's for a password
    secret: bytes
    uses: int = 0


class Ceremony(msgspec.Struct, frozen=True):
    """A passkey being made or used: what the authenticator has to sign; `account` is empty for a sign-in."""

    account: str
    challenge: bytes
    at: int


class Register(Protocol):
    """Registered people and their credentials."""

    async def named(self, handle: str) -> Account | None:
        """Who goes by a name."""
        ...

    async def promote(self, account: Account, handle: str) -> bool:
        """A guest becomes a registered person of this name; False if somebody has it."""
        ...

    async def keep(self, credential: Credential, at: int) -> None:
        """A new credential, or a new secret of one."""
        ...

    async def credential(self, kind: str, id: str) -> Credential | None:  # noqa: A002
        """The credential of that id."""
        ...

    async def credentials(self, account: str) -> Sequence[Credential]:
        """All of an account's."""
        ...

    async def begin(self, id: str, ceremony: Ceremony) -> None:  # noqa: A002
        """Remember what is to be signed."""
        ...

    async def finish(self, id: str) -> Ceremony | None:  # noqa: A002
        """What was to be signed, once."""
        ...

    async def end_session(self, digest: str) -> None:
        """The session of this digest is over."""
        ...

    async def end_sessions(self, account: str) -> None:
        """All of an account's sessions are over."""
        ...

    async def move_seat(self, match: str, guest: str, account: str) -> None:
        """An account has taken over a guest's seat."""
        ...

    async def appoint(self, account: str, *, staff: bool) -> None:
        """Make somebody staff, or no longer."""
        ...

    async def contact(self, account: str) -> str:
        """Where mail for somebody goes; empty for nowhere."""
        ...

    async def reach_at(self, account: str, contact: str) -> None:
        """Where mail for somebody goes from now on."""
        ...


class Passwords(Protocol):
    """Hashes that are slow to guess."""

    async def hashed(self, password: str) -> bytes:
        """A password's hash."""
        ...

    async def fits(self, password: str, kept: bytes) -> bool:
        """Whether a password is the one behind a hash."""
        ...
