"""What two sides agree on in a match over HTTP: wishes before the first roll, proposals, and the word on them."""

from litestar import post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody

from barpoint.board import Side
from barpoint.rulebook import Citation
from barpoint.service import Account, Room, ServerProcess
from barpoint.service.play import Done, answer_proposal, defer_adjustment, propose_terms, state_wish
from barpoint.web.api import Id, room_of
from barpoint.web.problems import RefusedException
from barpoint.wire.officiating import CommandDone
from barpoint.wire.players import ClockWishStated, DeferredAdjustment, ProposalAnswer, TermsProposal


@post("/api/matches/{id:str}/wish", status_code=200, summary="Say whether you want the clock")
async def wish(
    id: Id,
    data: JSONBody[ClockWishStated],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CommandDone:
    """Where a clock is played only if both agree: before the first roll, once. `later`: if either may ask later."""
    room, side, _ = await _seat(house, id, player)
    return _done(await state_wish(house.play, room, side, data.clock))


@post("/api/matches/{id:str}/terms", status_code=200, summary="Propose other terms")
async def terms(
    id: Id,
    data: JSONBody[TermsProposal],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CommandDone:
    """Between two games. They hold once the other side accepts; what either may impose holds at once."""
    room, side, name = await _seat(house, id, player)
    return _done(await propose_terms(house.play, room, side, name, data.terms, data.reserved))


@post("/api/matches/{id:str}/terms/answer", status_code=200, summary="Answer a proposal of terms")
async def answer(
    id: Id,
    data: JSONBody[ProposalAnswer],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CommandDone:
    """Accept or decline the other side's, or withdraw one's own."""
    room, side, _ = await _seat(house, id, player)
    outcome = await answer_proposal(house.play, room, side, accept=data.accept)
    if outcome is None:
        raise NotFoundException("nothing is proposed in this match")
    return _done(outcome)


@post("/api/matches/{id:str}/deferred", status_code=200, summary="Note time for later")
async def deferred(
    id: Id,
    data: JSONBody[DeferredAdjustment],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> CommandDone:
    """An adjustment of the clock left for later: agreed once both have noted it, recalled when time is low."""
    room, side, _ = await _seat(house, id, player)
    return _done(await defer_adjustment(house.play, room, side, data.of, data.seconds * 1000))


async def _seat(house: ServerProcess, id: str, player: Account) -> tuple[Room, Side, str]:
    room = await room_of(house, id)
    seat = room.seat_of(player.id)
    if seat is None:
        raise PermissionDeniedException("only those who sit at the match agree on anything in it")
    return room, seat[0], seat[1].name


def _done(outcome: Done | Citation) -> CommandDone:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return CommandDone(version=outcome.version)


HANDLERS = (wish, terms, answer, deferred)
