"""What goes over HTTP about people: registering, signing in, passkeys, where they are reached."""

from typing import Annotated, Any

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Ceremony = Annotated[str, msgspec.Meta(pattern="^[A-Z2-7]{16}$")]


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Become a registered player; what was played as a guest is kept."""

    name: Name
    password: Annotated[str, msgspec.Meta(min_length=10, max_length=200)]


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come back."""

    name: Name
    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password; `present` is not asked of somebody who has only passkeys."""

    password: Annotated[str, msgspec.Meta(min_length=10, max_length=200)]
    present: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Contact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where mail with notices goes; empty for nowhere."""

    mail: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^([^\s@<>,;:]+@[^\s@<>,;:]+)?$")] = ""


class PasskeyRequest(msgspec.Struct, frozen=True):
    """What the page hands to the browser (`navigator.credentials`), and the ceremony it belongs to."""

    ceremony: str
    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser answered; a guest says which name to register under, and anybody what the key is called."""

    ceremony: Ceremony
    answer: dict[str, Any]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    label: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewPushAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants notices, as its `PushSubscription` says."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000, pattern="^https://")]
    key: Annotated[str, msgspec.Meta(max_length=200, pattern="^[A-Za-z0-9_-]+$")]
    auth: Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9_-]+$")]


class PushKey(msgspec.Struct, frozen=True):
    """The key to subscribe with; empty if this server pushes nothing."""

    key: str


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Be seated with somebody no more; `match` is where it came to that."""

    blocked: bool = True
    match: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Spectator(msgspec.Struct, frozen=True):
    """Somebody who looks on."""

    account: str
    name: str
