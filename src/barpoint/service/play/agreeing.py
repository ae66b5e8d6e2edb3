"""Agreeing in a match: a wish before the first roll, a proposal of other terms, and the other side's word on it."""

from collections.abc import Mapping

from barpoint.board import Refusal, Side
from barpoint.match import MatchCode
from barpoint.rulebook import BookCode, Citation, cite
from barpoint.service.play.agreement import (
    CLOCK,
    UNTIMED,
    TermsRequest,
    Wish,
    accepted,
    check_terms,
    not_asked,
    settled_wishes,
    sides_asked,
    terms_events,
)
from barpoint.service.play.play_service import Done, PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import AdjustmentDeferred, ProposalClosed, TermsProposed, WishStated


async def state_wish(play: PlayService, room: Room, side: Side, wish: Wish) -> Done | Citation:
    """A side's word on the clock, where both are asked; the topic is settled once both have spoken."""
    if side not in sides_asked(room):
        return cite(not_asked(room), room.match.format.book)
    if wish == UNTIMED and room.options.untimed is None:
        return cite(Refusal(BookCode.CLOCK_SETTINGS_FIXED), room.match.format.book)
    event = WishStated(at=play.now(), side=side, topic=CLOCK, wish=wish)
    await play.note(room, event, f"wish/{room.id}/{side.value}/{CLOCK}")
    settled = settled_wishes(room)
    if settled is None:
        return Done(room.version)
    return await play.do(room, settled, f"wishes/{room.id}/{CLOCK}")


async def defer_adjustment(play: PlayService, room: Room, side: Side, of: Side, change: int) -> Done | Citation:
    """A side notes time to be given or taken only if it is needed; it binds nobody but the two (usbgf:4.3.2-3)."""
    if room.match.clock is None:
        return cite(Refusal(MatchCode.NO_CLOCK), room.match.format.book)
    event = AdjustmentDeferred(at=play.now(), side=side, of=of, change=change)
    await play.note(room, event, f"deferred/{room.id}/{side.value}/{of.value}/{change}")
    return Done(room.version)


async def propose_terms(
    play: PlayService, room: Room, side: Side, person: str, terms: Mapping[str, str], reserved: tuple[str, ...]
) -> Done | Citation:
    """Other terms: imposed at once if they were reserved, else they wait for the other side; a bot agrees."""
    check_terms(terms)
    alone = TermsRequest(side=side, person=person, terms=terms, reserved=reserved)
    judged = terms_events(room.match, room.options, alone, play.now())
    command = f"terms/{room.id}/{room.version}/{room.room_version}"
    if not isinstance(judged, Refusal):
        return await play.do(room, alone, command)
    if judged.code != MatchCode.TERMS_NEED_BOTH:
        return cite(judged, room.match.format.book)
    together = TermsRequest(side=side, person=person, terms=terms, reserved=reserved, agreed=True)
    if room.bot(side.other):
        return await play.do(room, together, command)
    judged = terms_events(room.match, room.options, together, play.now())
    if isinstance(judged, Refusal):
        return cite(judged, room.match.format.book)
    await play.note(room, TermsProposed(at=play.now(), side=side, terms=dict(terms), reserved=reserved), command)
    return Done(room.version)


async def answer_proposal(play: PlayService, room: Room, side: Side, *, accept: bool) -> Done | Citation | None:
    """The other side's word on a proposal; its own side can only withdraw it. None if nothing is proposed."""
    proposal = room.proposal
    if proposal is None:
        return None
    command = f"answer/{room.id}/{room.version}/{room.room_version}"
    if accept and proposal.side is not side:
        return await play.do(room, accepted(proposal), command)
    if accept:
        return cite(Refusal(MatchCode.TERMS_NEED_BOTH, {"topic": next(iter(proposal.terms))}), room.match.format.book)
    await play.note(room, ProposalClosed(at=play.now(), side=side), command)
    return Done(room.version)
