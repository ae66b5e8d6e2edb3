"""The log `room:ID`: what a match does not know of its table. Who sits where, who is ready, who may look on."""

from typing import Literal

import msgspec

from barpoint.board import Side
from barpoint.match.format import ClockRules


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there: an account, or a bot of the house at a level."""

    name: str
    account: str = ""
    bot: str = ""
    guest: bool = False  # when the seat was taken; what 0.2.0 and before wrote does not say


class RoomOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match is surrounded: what spectators see and when, and what may be said."""

    delay: int = 0  # milliseconds by which spectators are behind (ibf:18.2a)
    chat: Literal["off", "phrases", "free"] = "off"
    event: str = ""  # the tournament it belongs to
    contest: str = ""  # and the pairing there it was made for; rooms of 0.1.0 do not say
    pairing: str = ""
    clock: ClockRules | None = None  # the one both sides may agree on, or without which they may
    untimed: ClockRules | None = None  # the one that only shows whose turn it is, where they may agree on it
    asked: bool = False  # both are asked for their wish before the first roll: a clock only if agreed
    live: bool = True  # may be watched while it is played: ibf:18.1b
    fixed: tuple[str, ...] = ()  # topics on which the event's rules leave no choice: usbgf:1.7.1.1


class Appointee(msgspec.Struct, frozen=True):
    """Somebody appointed to a match, and to what."""

    person: str
    task: str


class RoomEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int


class RoomOpened(RoomEvent, frozen=True, kw_only=True, tag="RoomOpened"):
    """Who plays; names are unique in a match."""

    white: tuple[Seat, ...]
    black: tuple[Seat, ...]
    private: bool = False
    manners: RoomOptions = RoomOptions()


class SideReady(RoomEvent, frozen=True, kw_only=True, tag="SideReady"):
    """A side is ready for the game of this number (voided games count)."""

    side: Side
    game: int


class SeatClaimed(RoomEvent, frozen=True, kw_only=True, tag="SeatClaimed"):
    """Somebody who had begun as a guest has signed in: the seat is the account's."""

    guest: str
    account: str


class RematchWanted(RoomEvent, frozen=True, kw_only=True, tag="RematchWanted"):
    """A side would play again; `match` is the new one once both would."""

    side: Side
    match: str = ""


class SpectatorBarred(RoomEvent, frozen=True, kw_only=True, tag="SpectatorBarred"):
    """An official closed the match to a spectator, or to all of them, at a player's request."""

    by: str
    account: str = ""  # empty: to everybody
    until: int = 0  # from when they may look on again; 0: for good


class OfficialsNamed(RoomEvent, frozen=True, kw_only=True, tag="OfficialsNamed"):
    """Who has a task at this match of a tournament, everybody there is now."""

    officials: tuple[Appointee, ...]


class SideMuted(RoomEvent, frozen=True, kw_only=True, tag="SideMuted"):
    """A side no longer hears what the other says, or hears it again."""

    side: Side
    muted: bool = True


class SideAway(RoomEvent, frozen=True, kw_only=True, tag="SideAway"):
    """A side of a match without a clock has had no connection since `at`; with one, the clock's pauses say it."""

    side: Side


class SideBack(RoomEvent, frozen=True, kw_only=True, tag="SideBack"):
    """It has one again, or the server was down: its absence cost so much of its budget."""

    side: Side
    spent: int


class TimeLow(RoomEvent, frozen=True, kw_only=True, tag="TimeLow"):
    """A side's reserve has fallen below a minute; it is warned once (usbgf:4.3.4-2)."""

    side: Side


class AdjustmentDeferred(RoomEvent, frozen=True, kw_only=True, tag="AdjustmentDeferred"):
    """`side` notes that `of`'s time is to be adjusted only if it is needed; agreed once both have (usbgf:4.3.2-3)."""

    side: Side
    of: Side
    change: int


class WaitEnded(RoomEvent, frozen=True, kw_only=True, tag="WaitEnded"):
    """Nobody waits any longer for these sides: the match ends for that (docs/time.md)."""

    kind: Literal["ready", "answer", "act", "break"]
    sides: tuple[Side, ...]
    since: int
    limit: int


class WishStated(RoomEvent, frozen=True, kw_only=True, tag="WishStated"):
    """What a side wishes on a topic before the first roll; `later`: not now, if either may impose it later."""

    side: Side
    topic: str
    wish: Literal["yes", "no", "later", "untimed"]


class TermsProposed(RoomEvent, frozen=True, kw_only=True, tag="TermsProposed"):
    """A side would have other terms; `reserved` are those it gives up if either may impose them later."""

    side: Side
    terms: dict[str, str]
    reserved: tuple[str, ...] = ()


class ProposalClosed(RoomEvent, frozen=True, kw_only=True, tag="ProposalClosed"):
    """It is accepted, declined by the other side, or withdrawn by its own."""

    side: Side
    accepted: bool = False


class BroadcastChosen(RoomEvent, frozen=True, kw_only=True, tag="BroadcastChosen"):
    """An official lets a match be watched while it is played, or stops that (ibf:18.1b, 18.2b)."""

    by: str
    live: bool
    reason: str = ""


class RecordClosed(RoomEvent, frozen=True, kw_only=True, tag="RecordClosed"):
    """A side asks that the record be kept to the two of them, or opens it again (guide:3.1d)."""

    side: Side
    closed: bool = True


class CopiesAllowed(RoomEvent, frozen=True, kw_only=True, tag="CopiesAllowed"):
    """A side lets watchers take copies while it plays (guide:1.3.5b), or no longer."""

    side: Side
    allowed: bool = True


class RatingWithheld(RoomEvent, frozen=True, kw_only=True, tag="RatingWithheld"):
    """An official has taken a finished match out of the ratings; without a reason it is back in them."""

    by: str
    reason: str = ""


AnyRoomEvent = (
    RoomOpened
    | SideReady
    | SeatClaimed
    | RematchWanted
    | SpectatorBarred
    | OfficialsNamed
    | SideMuted
    | SideAway
    | SideBack
    | TimeLow
    | AdjustmentDeferred
    | WaitEnded
    | WishStated
    | TermsProposed
    | ProposalClosed
    | BroadcastChosen
    | RecordClosed
    | CopiesAllowed
    | RatingWithheld
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyRoomEvent] = msgspec.json.Decoder(AnyRoomEvent)


def encode_room_event(event: AnyRoomEvent) -> bytes:
    """A room's event as JSON."""
    return _encoder.encode(event)


def decode_room_event(line: bytes) -> AnyRoomEvent:
    """A room's event from its JSON."""
    return _decoder.decode(line)
