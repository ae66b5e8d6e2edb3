"""What goes over HTTP about what guards an account: sessions, passkeys, recovery."""

from typing import Annotated

import msgspec

from barpoint.service.people import AnySecurityEvent
from barpoint.wire.players.people import Name, Password


class SessionSeen(msgspec.Struct, frozen=True):
    """A browser or program somebody is signed in with."""

    id: str
    browser: str  # as people call it; empty if it did not say
    system: str
    created: int
    used: int  # to about ten minutes
    current: bool  # the one that asks


class PasskeySeen(msgspec.Struct, frozen=True):
    """A passkey, as its owner calls it."""

    id: str
    name: str
    created: int


class Security(msgspec.Struct, frozen=True):
    """What guards an account, for its owner."""

    sessions: tuple[SessionSeen, ...]
    passkeys: tuple[PasskeySeen, ...]
    password: bool
    codes: int  # recovery codes that are left
    fresh: bool  # no need to sign in again before something is changed
    history: tuple[AnySecurityEvent, ...]


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password once more."""

    password: Password


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey is called."""

    name: Name


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Ten codes, shown this once."""

    codes: tuple[str, ...]


class NewRecovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password with a recovery code, or with one an official gave out."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    password: Annotated[str, msgspec.Meta(min_length=10, max_length=200)]


class NewReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An official lets somebody back in; they will read who did and why."""

    name: Name
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
