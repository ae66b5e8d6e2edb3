"""The ports: what the use cases need from outside. Adapters fill them; `bootstrap` joins the two."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from barpoint.match.events import AnyEvent
from barpoint.person_names import Looks


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


class Chronometer(Protocol):
    """A machine's two clocks: the one on its wall, which people set, and the time that has passed."""

    def wall(self) -> int:
        """Milliseconds since the epoch, as the machine has been told."""
        ...

    def elapsed(self) -> int:
        """Milliseconds since some moment, those it slept included where the machine counts them; never set."""
        ...


class MatchLog(Protocol):
    """One match's events, kept for good."""

    def read(self) -> Sequence[AnyEvent]:
        """All events so far, in order."""
        ...

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Write events so that they survive a crash from here on."""
        ...


class StoredEvent(msgspec.Struct, frozen=True):
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


class StorageError(Exception):
    """Storage does not do what it should: full, locked, away. What was asked may be tried again, under the same id."""


class EventStore(Protocol):
    """Every stream's events, kept for good. A stream is named `kind:id`, as in `match:7F3K`."""

    async def read(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The events of a stream after a version, in order; none if there is no such stream."""
        ...

    def append(self, writes: Sequence[Write], command: str) -> Awaitable[Appended | Conflict]:
        """All the writes or none, durable when it is done; the same `command` id again changes nothing."""
        ...

    async def read_many(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """The events of several streams; of one that is not there, none."""
        ...

    def read_after(self, heads: Mapping[str, int]) -> Awaitable[dict[str, Sequence[StoredEvent]]]:
        """What streams have after these versions, all of one moment; of one that is not there, nothing."""
        ...

    async def probe(self) -> None:
        """A real write that changes nothing; `StorageError` says what is wrong."""
        ...

    async def streams(self, kind: str, *, only_open: bool = False, newest: int = 0) -> Sequence[str]:
        """The streams of a kind, oldest first; or only so many of the newest."""
        ...


class SchemaStep(msgspec.Struct, frozen=True):
    """A step that brings the database's tables up to date."""

    name: str
    title: str


class Announcements(Protocol):
    """What the processes of one server tell each other: `stream:version` for an append, anything for `tell`."""

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hear everything from now on; `missed` whenever something may have been lost on the way."""
        ...

    async def tell(self, payload: str) -> None:
        """Something that is not kept."""
        ...


class Heartbeat(msgspec.Struct, frozen=True):
    """A sign of life: since when a process has lived, and when it last said so."""

    since: int
    at: int


class Heartbeats(Protocol):
    """Signs of life, so that an outage shows even after the hardest stop."""

    async def beat(self, process: str, beat: Heartbeat) -> None:
        """This process lives."""
        ...

    async def others(self, process: str) -> dict[str, Heartbeat]:
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


class Session(msgspec.Struct, frozen=True):
    """A browser, or a program, that somebody is signed in with. Its token is the browser's alone."""

    digest: str  # of the token
    account: str
    created: int
    device: str = ""
    used: int = 0  # about when it was last used
    proven: int = 0  # when its owner last proved who they are; 0: never, as with a guest


class SeatTaken(msgspec.Struct, frozen=True):
    """A match somebody plays or has played."""

    match: str
    title: str
    length: str
    at: int
    over: bool = False
    serious: bool = False  # rated, or of an event, and played live: its players go without aids until it is over


class Accounts(Protocol):
    """Who plays here, and who is behind a session."""

    async def add(self, account: Account, at: int) -> None:
        """A new account."""
        ...

    async def open_session(self, session: Session) -> None:
        """A session, known by the digest of its token."""
        ...

    async def session_account(self, digest: str, since: int) -> tuple[Account, Session] | None:
        """Whose session it is, if it was opened no earlier than `since`."""
        ...

    async def sessions(self, account: str, since: int) -> Sequence[Session]:
        """An account's sessions that were opened no earlier than `since`, newest first."""
        ...

    async def touch(self, digest: str, at: int, device: str) -> None:
        """A session is used, by this device."""
        ...

    async def prove(self, digest: str, at: int) -> None:
        """A session's owner has proven once more who they are."""
        ...

    async def changes(self, after: int) -> tuple[int, Sequence[str]]:
        """Accounts whose sessions or rights another process has changed since a number, and the number now.

        For a database that announces nothing; one that does always says 0 and nobody.
        """
        ...

    async def find(self, account: str) -> Account | None:
        """The account of this id."""
        ...

    async def record_seat(self, account: str, taken: SeatTaken) -> None:
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
    kind: str  # password | passkey | recovery | reset
    id: str  # a passkey's own; the account's for a password; the digest of a code
    secret: bytes
    uses: int = 0
    created: int = 0
    name: str = ""  # what its owner calls a passkey
    until: int = 0  # an official's code is good until then; 0: for good


class Ceremony(msgspec.Struct, frozen=True):
    """A passkey being made or used: what the authenticator has to sign; `account` is empty for a sign-in."""

    account: str
    challenge: bytes
    at: int


class MemberRegister(Protocol):
    """Registered people and their credentials."""

    async def find_by_handle(self, handle: str) -> Account | None:
        """Who goes by a name."""
        ...

    async def alike(self, looks: Looks) -> Account | None:
        """Who is registered under a name that looks like this one."""
        ...

    async def promote(self, account: Account, handle: str, looks: Looks) -> bool:
        """A guest becomes a registered person of this name; False if somebody has it, or one that looks like it."""
        ...

    async def keep(self, credential: Credential, at: int) -> None:
        """A new credential, or a new secret of one."""
        ...

    async def credential(self, kind: str, id: str) -> Credential | None:
        """The credential of that id."""
        ...

    async def credentials(self, account: str) -> Sequence[Credential]:
        """All of an account's."""
        ...

    async def begin(self, id: str, ceremony: Ceremony) -> None:
        """Remember what is to be signed."""
        ...

    async def finish(self, id: str) -> Ceremony | None:
        """What was to be signed, once."""
        ...

    async def rename(self, kind: str, id: str, account: str, name: str) -> bool:
        """Call an account's credential something; False if it has none of that id."""
        ...

    async def drop(self, kind: str, account: str, id: str = "") -> int:
        """An account's credentials of a kind, or the one of an id, are good no longer: how many were."""
        ...

    async def end_session(self, digest: str) -> None:
        """The session of this digest is over."""
        ...

    async def end_sessions(self, account: str, but: str = "") -> None:
        """All of an account's sessions are over, but the one of this digest."""
        ...

    async def move_seat(self, match: str, guest: str, account: str) -> None:
        """An account has taken over a guest's seat."""
        ...

    async def appoint(self, account: str, *, staff: bool) -> None:
        """Make somebody staff, or no longer."""
        ...

    async def officials(self) -> int:
        """How many are staff."""
        ...

    async def created(self, account: str) -> int:
        """When somebody first came, in server time."""
        ...

    async def contact(self, account: str) -> str:
        """Where mail for somebody goes; empty for nowhere."""
        ...

    async def set_contact(self, account: str, contact: str) -> None:
        """Where mail for somebody goes from now on."""
        ...


class Passwords(Protocol):
    """Hashes that are slow to guess."""

    async def hash_password(self, password: str) -> bytes:
        """A password's hash."""
        ...

    async def verify(self, password: str, kept: bytes) -> bool:
        """Whether a password is the one behind a hash."""
        ...
