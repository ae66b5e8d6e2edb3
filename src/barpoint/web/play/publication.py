"""What of a match may be shown, over HTTP: what its players ask for (guide:3.1d, 1.3.5b)."""

from litestar import put
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.params import JSONBody

from barpoint.board import Refusal
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess, ServiceCode
from barpoint.service.play import CopiesAllowed, RecordClosed
from barpoint.web.api import Id, room_of
from barpoint.web.problems import RefusedException
from barpoint.wire.players import PublicationWish


@put("/api/matches/{id:str}/publication", status_code=204, summary="Say what others may have of your match")
async def publication(
    id: Id,
    data: JSONBody[PublicationWish],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> None:
    """Keep the record to the two sides, or let watchers take copies while you play; the result stays public.

    Under the World Series nobody can object to being shown (bws:3.9): that is refused.
    """
    room = await room_of(house, id)
    seat = room.seat_of(player.id)
    if seat is None:
        raise PermissionDeniedException("only those who sit at the match may say what others have of it")
    side, now, book = seat[0], house.play.now(), room.match.format.book
    if data.closed and book == "bws":
        raise RefusedException(cite(Refusal(ServiceCode.RECORD_STAYS_OPEN), book))
    if data.closed is not None and data.closed is not (side in room.closed_by):
        event = RecordClosed(at=now, side=side, closed=data.closed)
        await house.play.note(room, event, f"closed/{room.id}/{room.room_version}")
    if data.copies is not None and data.copies is not (side in room.copies_of):
        allowed = CopiesAllowed(at=now, side=side, allowed=data.copies)
        await house.play.note(room, allowed, f"copies/{room.id}/{room.room_version}")


HANDLERS = (publication,)
