"""Orders: what an official does to a running match besides ruling on a case, each with its reason in the match's log.

`impose-terms`   equipment or manner of play is dictated, or left to the players again (usbgf:1.7.1.6)
`annul-doubles`  the void doubles of a game are taken back, with all that followed (usbgf:4.4.3c, guide:5.11b)
`both-expired`   both times are gone and nobody knows whose first (usbgf:4.3.4-10, bws:4.3.3d)
`declare-drawn`  the match ends without a winner (usbgf:4.8.1.2b, ibf:15.3a)
`grant-break`    a side takes a break by exception, in the middle of a game too (usbgf:2.2.2a)
`free-play`      a side plays any legal move of its choice, of its roll or of any (ibf:11.1c, 11.2c)
`set-delay`      one side's delay is altered, such as for a player with a disability (usbgf:1.1.4.3c)
`broadcast`      the match may be watched while it is played, or no longer (ibf:18.1b, 18.2b)
`serve-due`      what earlier rulings left for this match is carried out (usbgf:2.2.4m, ibf:17.1d)
"""

from typing import Annotated, assert_never

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.officiating.cases import CaseCode
from barpoint.rulebook import Citation, cite
from barpoint.service.play.play_service import Done, PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import BroadcastChosen
from barpoint.service.ports import Account

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
TermName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
TermValue = Annotated[str, msgspec.Meta(max_length=200)]


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="order", forbid_unknown_fields=True):
    """What every order has."""

    reason: Reason


class ImposeTermsOrder(Order, frozen=True, kw_only=True, tag="impose-terms"):
    """Terms dictated by name; `free` are those the players may agree on again."""

    terms: Annotated[dict[TermName, TermValue], msgspec.Meta(max_length=20)] = {}
    free: Annotated[tuple[TermName, ...], msgspec.Meta(max_length=20)] = ()


class AnnulDoublesOrder(Order, frozen=True, kw_only=True, tag="annul-doubles"):
    """The running game's void doubles, or those of a game by its number."""

    game: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class BothExpiredOrder(Order, frozen=True, kw_only=True, tag="both-expired"):
    """Play goes on as the book says; `nominal` is the time each gets where it gives some, in milliseconds."""

    nominal: Annotated[int, msgspec.Meta(ge=0, le=3_600_000)] = 60_000


class DeclareDrawnOrder(Order, frozen=True, kw_only=True, tag="declare-drawn"):
    """Nobody wins."""


class GrantBreakOrder(Order, frozen=True, kw_only=True, tag="grant-break"):
    """A break outside the rule for breaks; it is counted and timed as any."""

    side: Side


class FreePlayOrder(Order, frozen=True, kw_only=True, tag="free-play"):
    """The side on turn chooses its move; the book leaves open of which rolls, so the official says it."""

    side: Side
    any_roll: bool = False


class SetDelayOrder(Order, frozen=True, kw_only=True, tag="set-delay"):
    """From that side's next turn on; both players see it."""

    side: Side
    seconds: Annotated[int, msgspec.Meta(ge=0, le=3_600)]


class BroadcastOrder(Order, frozen=True, kw_only=True, tag="broadcast"):
    """Whether spectators see the match while it is played; the result nobody keeps back."""

    live: bool


class ServeDueOrder(Order, frozen=True, kw_only=True, tag="serve-due"):
    """Penalties of earlier matches that fall due in this one."""


MatchOrder = (
    ImposeTermsOrder
    | AnnulDoublesOrder
    | BothExpiredOrder
    | DeclareDrawnOrder
    | GrantBreakOrder
    | FreePlayOrder
    | SetDelayOrder
)
AnyOrder = MatchOrder | ServeDueOrder | BroadcastOrder


async def give_order(play: PlayService, room: Room, staff: Account, order: MatchOrder, command: str) -> Done | Citation:
    """Carry an order out; nobody orders anything in a match of their own."""
    if room.seat_of(staff.id) is not None:
        return cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book)
    return await play.do(room, _match_command(order, by=staff.name, at=play.now()), command)


async def choose_broadcast(
    play: PlayService, room: Room, staff: Account, order: BroadcastOrder, command: str
) -> Done | Citation:
    """Let a match be watched, or stop that; nobody decides it for a match of their own."""
    if room.seat_of(staff.id) is not None:
        return cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book)
    await play.note(room, BroadcastChosen(at=play.now(), by=staff.name, live=order.live, reason=order.reason), command)
    return Done(room.version)


def _match_command(order: MatchOrder, *, by: str, at: int) -> c.AnyCommand:
    match order:
        case ImposeTermsOrder():
            return c.ImposeTerms(at=at, by=by, reason=order.reason, terms=order.terms, free=order.free)
        case AnnulDoublesOrder():
            return c.AnnulDoubles(at=at, by=by, reason=order.reason, game=order.game)
        case BothExpiredOrder():
            return c.ResolveBothExpired(at=at, by=by, reason=order.reason, nominal=order.nominal)
        case DeclareDrawnOrder():
            return c.DeclareDrawn(at=at, by=by, reason=order.reason)
        case GrantBreakOrder():
            return c.GrantBreak(at=at, by=by, reason=order.reason, side=order.side)
        case FreePlayOrder():
            return c.GrantFreePlay(at=at, by=by, reason=order.reason, side=order.side, any_roll=order.any_roll)
        case SetDelayOrder():
            return c.SetDelay(at=at, by=by, reason=order.reason, side=order.side, delay=order.seconds * 1000)
        case _:
            assert_never(order)
