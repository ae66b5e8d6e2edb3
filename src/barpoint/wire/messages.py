"""The messages of the socket, `/socket`: JSON objects told apart by `t`.

A client watches topics (`match:ID`, `lobby`, `inquiries`, `tournament:ID`). A topic answers with its whole state and
then with changes `{from, to}`: a change whose `from` is not where the client stands means something was
missed, and the client watches again. Every command has an id of the client's making and is answered by
exactly one of ack, refused, conflict or fault carrying it; sending it again is harmless. What the server has to say
in one breath may come as a list of messages.
Who the client is follows from its session cookie, never from a message.
"""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from barpoint.service.views import MatchView
from barpoint.wire.wishes import AnyWish

PROTOCOL: Final = 1
LARGEST: Final = 16_384
"""Bytes a client's message may have."""


class Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """What a client sends."""


class Watch(Said, frozen=True, kw_only=True, tag="watch"):
    """Follow a topic from now on."""

    topic: str


class Unwatch(Said, frozen=True, kw_only=True, tag="unwatch"):
    """Follow it no longer."""

    topic: str


class Do(Said, frozen=True, kw_only=True, tag="do"):
    """A command for a match, made while looking at version `v`."""

    id: str
    match: str
    v: int
    d: AnyWish
    at: int = 0  # the client's clock, for lag compensation


class Contribute(Said, frozen=True, kw_only=True, tag="seed"):
    """This client's part of the chance in a game: 32 bytes in hexadecimal, after the server committed to its own."""

    id: str
    match: str
    game: int
    seed: str


class Say(Said, frozen=True, kw_only=True, tag="say"):
    """A preset phrase, or free text where chat is on; `team` goes to the partner only."""

    id: str
    match: str
    text: str
    team: bool = False


class Ping(Said, frozen=True, kw_only=True, tag="ping"):
    """Measures the way: answered at once."""

    sent: int
    lag: int = 0  # the round trip this client measured last


AnySaid = Watch | Unwatch | Do | Contribute | Say | Ping


class Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """What the server sends."""


class Welcome(Told, frozen=True, kw_only=True, tag="welcome"):
    """First message: who the server takes the client for."""

    protocol: int
    account: str
    name: str
    guest: bool
    now: int


class State(Told, frozen=True, kw_only=True, tag="state"):
    """A topic as it stands."""

    topic: str
    version: int
    view: MatchView | None = None  # of a match
    data: Any = None  # of any other topic


class Changed(Told, frozen=True, kw_only=True, tag="changed"):
    """What came after version `from`: the events this reader may see, and the topic as it stands now."""

    topic: str
    from_: int = msgspec.field(name="from")
    to: int
    events: tuple[Any, ...] = ()  # each as in the log
    view: MatchView | None = None
    data: Any = None


class Ack(Told, frozen=True, kw_only=True, tag="ack"):
    """The command is durable; the match stands at `version`."""

    id: str
    version: int


class Refused(Told, frozen=True, kw_only=True, tag="refused"):
    """The rules forbid it: the code, a sentence, and the clauses."""

    id: str
    code: str
    sentence: str
    clauses: tuple[str, ...] = ()
    book: str = ""
    version: int = 0


class Conflicted(Told, frozen=True, kw_only=True, tag="conflict"):
    """A command made on a stale view: what has changed since."""

    id: str
    version: int
    changed: tuple[str, ...] = ()


class Fault(Told, frozen=True, kw_only=True, tag="fault"):
    """Not a message, not allowed, or too many: what was expected."""

    sentence: str
    id: str = ""
    code: str = "malformed"  # malformed | forbidden | too_many | unknown


class Presence(Told, frozen=True, kw_only=True, tag="presence"):
    """Somebody of a match came or went."""

    match: str
    side: str
    here: bool
    away_left: int | None = None


class Sealed(Told, frozen=True, kw_only=True, tag="sealed"):
    """The server's commitment for a game: clients contribute their seeds after it."""

    match: str
    game: int
    commitment: str


class Revealed(Told, frozen=True, kw_only=True, tag="revealed"):
    """The server's seed of a finished game."""

    match: str
    game: int
    seed: str


class Chat(Told, frozen=True, kw_only=True, tag="chat"):
    """Something said."""

    match: str
    by: str
    text: str
    at: int
    team: bool = False


class Notice(Told, frozen=True, kw_only=True, tag="notice"):
    """Your turn, round called, ruling given."""

    kind: str
    text: str
    link: str = ""


class Pong(Told, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""

    sent: int
    now: int


AnyTold = (
    Welcome | State | Changed | Ack | Refused | Conflicted | Fault | Presence | Sealed | Revealed | Chat | Notice | Pong
)

_said = msgspec.json.Decoder(AnySaid)
_told = msgspec.json.Decoder(AnyTold | list[AnyTold])
_encoder = msgspec.json.Encoder()


def encode(message: AnySaid | AnyTold) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def read_said(data: bytes | str) -> AnySaid:
    """What a client sent; ValueError says what was expected."""
    if len(data) > LARGEST:
        raise ValueError(f"a message has at most {LARGEST} bytes")
    try:
        said: AnySaid = _said.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not a message of this protocol: {malformed}") from malformed
    return said


def in_one_breath(texts: Collection[bytes]) -> bytes:
    """Messages that go out together: one alone as it is, several as a list."""
    return next(iter(texts)) if len(texts) == 1 else b"[%b]" % b",".join(texts)


def read_told(data: bytes | str) -> list[AnyTold]:
    """What a server sent in one breath; ValueError says what was expected."""
    try:
        told: AnyTold | list[AnyTold] = _told.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not a message of this protocol: {malformed}") from malformed
    return told if isinstance(told, list) else [told]
