"""What two sides agree on in a match: wishes before the first roll, and proposals of other terms between games.

wish        each side's word on the clock, where it is played only if both agree (usbgf:1.7.1.4a); the topic is settled
            as soon as both have spoken, and its term stands in the match's log. A bot wishes what the other side wishes
proposal    other terms, by name; they hold once the other side accepts them, between two games (usbgf:1.7.1b). What was
            given up on the condition that either may impose it later is imposed by one side alone (usbgf:1.7.1.2b)
clock       the one topic that changes how the server keeps the match: `yes` brings the event's clock in, its times by
            the score (usbgf:3.4.4.4a), `no` takes it away, `untimed` makes it one that only shows whose turn it is,
            where the players may agree on that (usbgf:3.4.4.1e, guide:5.10f)
settings    `reserve_per_point` in minutes and `delay` in seconds, agreed with a clock that comes in: more time than the
            standard where both have to want the clock (usbgf:1.7.1.4b, 3.4.4.1d), anything between friends
talk        the other topic; nothing else is the players' to agree on in a room

What an official has imposed, and what the event's rules require, no players change (usbgf:1.7.1.1, 1.7.1.6).
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from barpoint.board import SIDES, Fact, Refusal, Side
from barpoint.match import MatchCode, MatchPhase, MatchState, decide_match, fold_match
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent
from barpoint.match.format import MINUTE, SECOND, ClockMethod, ClockRules
from barpoint.rulebook import BookCode, preset
from barpoint.service.play.room_events import RoomOptions, TermsProposed
from barpoint.service.play.room_fold import RoomFold

CLOCK: Final = "clock"
YES: Final = "yes"
NO: Final = "no"
LATER: Final = "later"
UNTIMED: Final = "untimed"
TALK: Final = "talk"
PER_POINT: Final = "reserve_per_point"
DELAY: Final = "delay"
TOPICS: Final = (CLOCK, PER_POINT, DELAY, TALK)
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


def not_asked(room: RoomFold) -> Refusal:
    """Why a side is not asked about the clock: required, imposed, or settled already."""
    code = MatchCode.TERMS_SETTLED
    if CLOCK in room.options.fixed:
        code = MatchCode.TERMS_REQUIRED
    elif CLOCK in room.match.imposed:
        code = MatchCode.TERMS_IMPOSED
    return Refusal(code, {"topic": CLOCK})


def settled_wishes(room: RoomFold) -> "TermsRequest | None":
    """The terms that the wishes of both sides come to; None while one of them has not spoken."""
    if not room.options.asked or sides_asked(room) or CLOCK in room.match.terms:
        return None
    spoken = {room.wishes[side, CLOCK] for side in SIDES if (side, CLOCK) in room.wishes}
    if not spoken:
        return None
    reserved = (CLOCK,) if spoken in ({LATER}, {YES, LATER}) else ()
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
        return Refusal(MatchCode.TERMS_REQUIRED, {"topic": fixed[0]})
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


def imposition_events(
    state: MatchState, options: RoomOptions, order: c.ImposeTerms, at: int
) -> tuple[AnyEvent, ...] | Refusal:
    """What an official's terms come to; a clock they name comes, goes or changes at once (usbgf:1.7.1.6)."""
    about_clock = {topic: word for topic, word in order.terms.items() if topic in (CLOCK, PER_POINT, DELAY)}
    if about_clock:
        check_terms(about_clock)
    changed = decide_match(state, order)
    if isinstance(changed, Refusal) or CLOCK not in about_clock:
        return changed
    after, wish = fold_match(changed, state), about_clock[CLOCK]
    settings = _settings(about_clock)
    if wish == _standing(state) and not settings:
        return changed
    if wish == NO:
        decided = decide_match(after, c.RemoveClock(at=at, by=order.by, reason=order.reason))
    else:
        rules = _imposable_clock(state, options, wish)
        if isinstance(rules, Refusal):
            return rules
        rules = _set_clock(rules, settings)
        decided = decide_match(after, c.IntroduceClock(at=at, by=order.by, reason=order.reason, rules=rules))
    return decided if isinstance(decided, Refusal) else (*changed, *decided)


def _imposable_clock(state: MatchState, options: RoomOptions, wish: str) -> ClockRules | Refusal:
    """The clock of the event, or of the match's preset where the event leaves clocks out (usbgf:2.3.1b)."""
    if wish == UNTIMED:
        return options.untimed or ClockRules()
    if (rules := options.clock or state.format.clock) is not None:
        return rules
    clocked = preset(state.format.preset).match_format(length=state.format.length.points or None, clocked=True)
    if isinstance(clocked, Refusal):
        return clocked
    return Refusal(MatchCode.NO_CLOCK) if clocked.clock is None else clocked.clock


def _settings(terms: Mapping[str, str]) -> dict[str, float]:
    return {topic: float(terms[topic]) for topic in (PER_POINT, DELAY) if topic in terms}


def _clock_order(
    state: MatchState, options: RoomOptions, request: TermsRequest, at: int
) -> c.IntroduceClock | c.RemoveClock | Refusal | None:
    """What the clock's term asks of the match; None where the clock is as it says."""
    wish = request.terms.get(CLOCK)
    if settings := _settings(request.terms):
        if wish != YES or (wish == _standing(state) and _begun(state)):
            return Refusal(BookCode.CLOCK_SETTINGS_FIXED)
    elif wish is None or wish == _standing(state):
        return None
    by, reason = request.person or _BOTH, "agreed" if request.agreed else "reserved"
    if wish == NO:
        return c.RemoveClock(at=at, by=by, reason=reason)
    rules = options.untimed if wish == UNTIMED else options.clock
    if rules is None:
        return Refusal(BookCode.CLOCK_SETTINGS_FIXED if wish == UNTIMED else MatchCode.NO_CLOCK)
    agreed = _with_settings(rules, settings, state.format.book, loose=options.untimed is not None)
    return agreed if isinstance(agreed, Refusal) else c.IntroduceClock(at=at, by=by, reason=reason, rules=agreed)


def _with_settings(rules: ClockRules, settings: Mapping[str, float], book: str, *, loose: bool) -> ClockRules | Refusal:
    """The clock with its agreed settings; `loose` where both have to want it, and may then take more time."""
    changed = _set_clock(rules, settings)
    if changed == rules:
        return rules
    if not rules.per_point or not (book == "trad" or (book == "usbgf" and loose)):
        return Refusal(BookCode.CLOCK_SETTINGS_FIXED)
    for what, asked, standard in (
        ("reserve", changed.per_point, rules.per_point),
        ("delay", changed.delay, rules.delay),
    ):
        if book == "usbgf" and asked < standard:
            facts: dict[str, Fact] = {"what": what, "asked": asked // SECOND, "standard": standard // SECOND}
            return Refusal(BookCode.CLOCK_TIGHTER_THAN_STANDARD, {"clause": "usbgf:3.4.4.1d", **facts})
    return changed


def _set_clock(rules: ClockRules, settings: Mapping[str, float]) -> ClockRules:
    """A clock with other settings than its own."""
    per_point = round(settings.get(PER_POINT, rules.per_point / MINUTE) * MINUTE)
    delay = round(settings.get(DELAY, rules.delay / SECOND) * SECOND)
    points = rules.reserve // rules.per_point if rules.per_point else 0
    reserve = points * per_point if per_point != rules.per_point else rules.reserve
    return msgspec.structs.replace(rules, reserve=reserve, per_point=per_point, delay=delay)


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
    if unknown := [topic for topic in terms if topic not in TOPICS]:
        raise ValueError(f"expected terms about {', '.join(TOPICS)}, not {unknown[0][:40]!r}")
    if terms.get(CLOCK, YES) not in (YES, NO, UNTIMED):
        raise ValueError(f"the clock is {YES}, {NO} or {UNTIMED}, not {terms[CLOCK][:30]!r}")
    for topic, most in ((PER_POINT, 60), (DELAY, 3600)):
        text = terms.get(topic, "1")
        digits = text.replace(".", "", 1)
        if not (digits.isascii() and digits.isdigit() and 0 < float(text) <= most):
            raise ValueError(f"{topic}: expected a number above 0 and up to {most}, not {text[:30]!r}")
