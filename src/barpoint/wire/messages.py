"""The messages of the socket, `/socket`: JSON objects told apart by `t`.

A client watches topics (`match:ID`, `lobby`, `inquiries`, `tournament:ID`). A topic answers with its whole state and
then with changes `{from, to}`: a change whose `from` is not where the client stands means something was
missed, and the client watches again. Every command has an id of the client's making and is answered by
exactly one of ack, refused, conflict or fault carrying it; sending it again is harmless. What the server has to say
in one breath may come as a list of messages.
Who the client is follows from its session cookie, never from a message.

Whoever plays opens the socket as `/socket?match=ID`: a server of several processes (`welcome` says how many) serves
both players of a match by one of them then, which saves it work. A client that learns of its match, or of
the processes, later opens the socket anew. It is only work saved: any process serves any match.
"""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from barpoint.board import Side
from barpoint.service import MatchView
from barpoint.wire.wishes import AnyWish

PROTOCOL: Final = 1
LARGEST_MESSAGE: Final = 16_384
"""Bytes a client's message may have."""


class ClientMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """What a client sends."""


class Watch(ClientMessage, frozen=True, kw_only=True, tag="watch"):
    """Follow a topic from now on."""

    topic: str


class Unwatch(ClientMessage, frozen=True, kw_only=True, tag="unwatch"):
    """Follow it no longer."""

    topic: str


class Do(ClientMessage, frozen=True, kw_only=True, tag="do"):
    """A command for a match, made while looking at version `v`."""

    id: str
    match: str
    v: int
    d: AnyWish
    at: int = 0  # the client's clock, for lag compensation


class PublishEnd(ClientMessage, frozen=True, kw_only=True, tag="chain"):
    """The end of this client's chain for the dice of a game, of so many links."""

    id: str
    match: str
    game: int
    chain: str
    end: str
    links: int


class OpenLink(ClientMessage, frozen=True, kw_only=True, tag="link"):
    """This client's next link before roll `k`: for an opening roll, or as a witness of another's new chain.

    `digest` is what this client has seen of the game's ends.
    """

    id: str
    match: str
    game: int
    k: int
    chain: str
    link: str
    digest: str = ""


class Contribute(ClientMessage, frozen=True, kw_only=True, tag="seed"):
    """This client's part of the chance in a game of recipe 1: 32 bytes in hexadecimal, after the server's seal."""

    id: str
    match: str
    game: int
    seed: str


class Say(ClientMessage, frozen=True, kw_only=True, tag="say"):
    """A preset phrase, or free text where chat is on; `team` goes to the partner only."""

    id: str
    match: str
    text: str
    team: bool = False


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Measures the way: answered at once."""

    sent: int
    lag: int = 0  # the round trip this client measured last


AnyClientMessage = Watch | Unwatch | Do | PublishEnd | OpenLink | Contribute | Say | Ping
DiceMessage = PublishEnd | OpenLink | Contribute
"""What somebody at a match adds to its dice."""
MatchMessage = Do | DiceMessage | Say
"""What somebody at a match asks of it."""


class ServerMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """What the server sends."""


class Welcome(ServerMessage, frozen=True, kw_only=True, tag="welcome"):
    """First message: who the server takes the client for."""

    protocol: int
    account: str
    name: str
    guest: bool
    now: int
    processes: int = 1  # that serve this address; of several, the address of the socket names the match to be at


class State(ServerMessage, frozen=True, kw_only=True, tag="state"):
    """A topic as it stands."""

    topic: str
    version: int
    view: MatchView | None = None  # of a match
    data: Any = None  # of any other topic


class Changed(ServerMessage, frozen=True, kw_only=True, tag="changed"):
    """What came after version `from`: the events this reader may see, and the topic as it stands now."""

    topic: str
    from_: int = msgspec.field(name="from")
    to: int
    events: tuple[Any, ...] = ()  # each as in the log
    view: MatchView | None = None
    data: Any = None


class Ack(ServerMessage, frozen=True, kw_only=True, tag="ack"):
    """The command is durable; the match stands at `version`."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """The rules forbid it: the code, a sentence, and the clauses."""

    id: str
    code: str
    sentence: str
    clauses: tuple[str, ...] = ()
    book: str = ""
    version: int = 0


class Conflicted(ServerMessage, frozen=True, kw_only=True, tag="conflict"):
    """A command made on a stale view: what has changed since."""

    id: str
    version: int
    changed: tuple[str, ...] = ()


class Fault(ServerMessage, frozen=True, kw_only=True, tag="fault"):
    """Not a message, not allowed, or too many: what was expected."""

    sentence: str
    id: str = ""
    code: str = "malformed"  # malformed | forbidden | too_many | unknown | storage


class Presence(ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """Somebody of a match came or went."""

    match: str
    side: str
    here: bool
    away_left: int | None = None


class DiceNews(ServerMessage, frozen=True, kw_only=True, tag="dice"):
    """What has become known of a game's dice, each event as in the file; `first` is how many came before these.

    It comes before the change of the match it belongs to. `owner` is what the reader's seat is called there.
    """

    match: str
    game: int
    first: int
    events: tuple[Any, ...]
    owner: str = ""


class Sealed(ServerMessage, frozen=True, kw_only=True, tag="sealed"):
    """The server's commitment for a game begun by recipe 1: clients contribute their seeds after it."""

    match: str
    game: int
    commitment: str


class Revealed(ServerMessage, frozen=True, kw_only=True, tag="revealed"):
    """The server's seed of a finished game."""

    match: str
    game: int
    seed: str


class Chat(ServerMessage, frozen=True, kw_only=True, tag="chat"):
    """Something said."""

    match: str
    by: str
    text: str
    at: int
    side: Side | None = None  # of whoever said it
    team: bool = False


class NoticeMessage(ServerMessage, frozen=True, kw_only=True, tag="notice"):
    """Your turn, round called, ruling given; of kind `storage`, to everybody: nothing is being saved, or is again."""

    kind: str
    text: str
    link: str = ""


class Pong(ServerMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""

    sent: int
    now: int


AnyServerMessage = (
    Welcome
    | State
    | Changed
    | Ack
    | Refused
    | Conflicted
    | Fault
    | Presence
    | DiceNews
    | Sealed
    | Revealed
    | Chat
    | NoticeMessage
    | Pong
)

_client_decoder = msgspec.json.Decoder(AnyClientMessage)
_server_decoder = msgspec.json.Decoder(AnyServerMessage | list[AnyServerMessage])
_encoder = msgspec.json.Encoder()


def encode_message(message: AnyClientMessage | AnyServerMessage) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def read_client_message(data: bytes | str) -> AnyClientMessage:
    """What a client sent; ValueError says what was expected."""
    if len(data) > LARGEST_MESSAGE:
        raise ValueError(f"a message has at most {LARGEST_MESSAGE} bytes")
    try:
        message: AnyClientMessage = _client_decoder.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not a message of this protocol: {malformed}") from malformed
    except RecursionError:
        raise ValueError("not a message of this protocol: it is nested too deeply") from None
    return message


def join_messages(texts: Collection[bytes]) -> bytes:
    """Messages that go out together: one alone as it is, several as a list."""
    return next(iter(texts)) if len(texts) == 1 else b"[%b]" % b",".join(texts)


def read_server_messages(data: bytes | str) -> list[AnyServerMessage]:
    """What a server sent in one breath; ValueError says what was expected."""
    try:
        messages: AnyServerMessage | list[AnyServerMessage] = _server_decoder.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not a message of this protocol: {malformed}") from malformed
    return messages if isinstance(messages, list) else [messages]
