"""What two sides agree on in a match: wishes before the first roll, and proposals of other terms between games.

wish        each side's word on the clock, where it is played only if both agree (usbgf:1.7.1.4a); the topic is settled
            as soon as both have spoken, and its term stands in the match's log. A bot wishes what the other side wishes
proposal    other terms, by name; they hold once the other side accepts them, between two games (usbgf:1.7.1b). What was
            given up on the condition that either may impose it later is imposed by one side alone (usbgf:1.7.1.2b)
clock       the one topic that changes how the server keeps the match: `yes` brings the event's clock in, its times by
            the score (usbgf:3.4.4.4a), `no` takes it away, `untimed` makes it one that only shows whose turn it is,
            where the players may agree on that (usbgf:3.4.4.1e, guide:5.10f)

What an official has imposed, and what the event's rules require, no players change (usbgf:1.7.1.1, 1.7.1.6).
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from barpoint.board import SIDES, Refusal, Side
from barpoint.match import MatchCode, MatchPhase, MatchState, decide_match, fold_match
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent
from barpoint.match.format import ClockMethod, ClockRules
from barpoint.rulebook import BookCode
from barpoint.service.play.room_events import RoomOptions, TermsProposed
from barpoint.service.play.room_fold import RoomFold

CLOCK: Final = "clock"
YES: Final = "yes"
NO: Final = "no"
LATER: Final = "later"
UNTIMED: Final = "untimed"
Wish = Literal["yes", "no", "later", "untimed"]
_BOTH: Final = "both sides"


class ProposalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Terms that wait for the other side's word."""

    by: Side
    terms: dict[str, str]
    reserved: tuple[str, ...] = ()


class AgreementView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What holds between the two sides, and what waits to be settled."""

    terms: dict[str, str] = {}
    imposed: tuple[str, ...] = ()
    reserved: tuple[str, ...] = ()
    asked: tuple[Side, ...] = ()  # the sides whose wish about the clock is wanted before the first roll
    clock: ClockRules | None = None  # the one it is about
    untimed: bool = False  # and whether they may agree on one that only shows whose turn it is
    proposal: ProposalView | None = None


def agreement_view(room: RoomFold) -> AgreementView | None:
    """The agreement of a match as everybody at it sees it; None where there is nothing to say."""
    state, proposal = room.match, room.proposal
    view = AgreementView(
        terms=state.terms,
        imposed=state.imposed,
        reserved=state.reserved,
        asked=sides_asked(room),
        clock=room.options.clock if room.options.clock is not None and not _begun(state) else None,
        untimed=room.options.untimed is not None and not _begun(state),
        proposal=None
        if proposal is None
        else ProposalView(by=proposal.side, terms=proposal.terms, reserved=proposal.reserved),
    )
    return None if view == AgreementView() else view


def sides_asked(room: RoomFold) -> tuple[Side, ...]:
    """The sides that have not said yet whether they want the clock, while it can still be settled."""
    if not room.options.asked or _begun(room.match) or CLOCK in room.match.terms or CLOCK in room.match.imposed:
        return ()
    return tuple(side for side in SIDES if (side, CLOCK) not in room.wishes and not room.bot(side))


def settled_wishes(room: RoomFold) -> "TermsRequest | None":
    """The terms that the wishes of both sides come to; None while one of them has not spoken."""
    if not room.options.asked or sides_asked(room) or CLOCK in room.match.terms:
        return None
    spoken = {room.wishes[side, CLOCK] for side in SIDES if (side, CLOCK) in room.wishes}
    if not spoken:
        return None
    reserved = (CLOCK,) if spoken == {LATER} else ()
    word = spoken.pop() if spoken in ({YES}, {UNTIMED}) else NO
    return TermsRequest(side=Side.WHITE, terms={CLOCK: word}, agreed=True, reserved=reserved)


class TermsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Other terms from now on; `agreed`: both sides have said so."""

    side: Side
    terms: Mapping[str, str]
    person: str = ""
    agreed: bool = False
    reserved: tuple[str, ...] = ()
    at: int = 0


def accepted(proposal: TermsProposed) -> TermsRequest:
    """A proposal to which the other side has agreed."""
    return TermsRequest(side=proposal.side, terms=proposal.terms, agreed=True, reserved=proposal.reserved)


def terms_events(
    state: MatchState, options: RoomOptions, request: TermsRequest, at: int
) -> tuple[AnyEvent, ...] | Refusal:
    """What changed terms come to in the match, its clock included; or why they may not be changed."""
    if fixed := [topic for topic in (*request.terms, *request.reserved) if topic in options.fixed]:
        return Refusal(MatchCode.TERMS_IMPOSED, {"topic": fixed[0]})
    change = c.ChangeTerms(
        at=at,
        side=request.side,
        person=request.person,
        terms=dict(request.terms),
        agreed=request.agreed,
        reserved=request.reserved,
    )
    changed = decide_match(state, change)
    if isinstance(changed, Refusal):
        return changed
    order = _clock_order(state, options, request, at)
    if order is None or isinstance(order, Refusal):
        return changed if order is None else order
    brought = decide_match(fold_match(changed, state), order)
    return brought if isinstance(brought, Refusal) else (*changed, *brought)


def _clock_order(
    state: MatchState, options: RoomOptions, request: TermsRequest, at: int
) -> c.IntroduceClock | c.RemoveClock | Refusal | None:
    """What the clock's term asks of the match; None where the clock is as it says."""
    wish = request.terms.get(CLOCK)
    if wish is None or wish == _standing(state):
        return None
    by, reason = request.person or _BOTH, "agreed" if request.agreed else "reserved"
    if wish == NO:
        return c.RemoveClock(at=at, by=by, reason=reason)
    rules = options.untimed if wish == UNTIMED else options.clock
    if rules is None:
        return Refusal(BookCode.CLOCK_SETTINGS_FIXED if wish == UNTIMED else MatchCode.NO_CLOCK)
    return c.IntroduceClock(at=at, by=by, reason=reason, rules=rules)


def _standing(state: MatchState) -> str:
    """The word that says what the clock is now."""
    if state.clock is None:
        return NO
    return UNTIMED if state.clock.rules.method is ClockMethod.UNTIMED else YES


def _begun(state: MatchState) -> bool:
    return state.phase is not MatchPhase.BETWEEN or bool(state.records)


def check_terms(terms: Mapping[str, str]) -> None:
    """ValueError for what no terms say."""
    if not terms:
        raise ValueError("expected at least one term, such as clock")
    if terms.get(CLOCK, YES) not in (YES, NO, UNTIMED):
        raise ValueError(f"the clock is {YES}, {NO} or {UNTIMED}, not {terms[CLOCK][:30]!r}")
