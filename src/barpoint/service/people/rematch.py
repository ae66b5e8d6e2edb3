"""A rematch: the same again with changed sides, as soon as both sides want it; a bot always does."""

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase
from barpoint.rulebook import Citation, cite
from barpoint.service.people.sessions import new_id
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import RematchWanted, encode_room_event
from barpoint.service.ports import Account, Write
from barpoint.service.refusals import ServiceCode


async def ask_rematch(play: PlayService, room: Room, account: Account) -> str | Citation | None:
    """Ask for it: the new match's id, empty while the other side is waited for; None for whoever did not play."""
    seat = room.seat_of(account.id)
    if seat is None:
        return None
    if room.match.phase is not MatchPhase.OVER:
        return cite(Refusal(ServiceCode.MATCH_NOT_OVER), room.match.format.book)
    side = seat[0]
    if match := rematch_id(room):
        return match
    if not room.bot(side.other) and side.other not in room.rematch:
        await play.note(room, RematchWanted(at=play.now(), side=side), f"rematch/{room.id}/{side.value}")
        if side.other not in room.rematch:
            return ""
    return await _open_rematch(play, room, side)


def rematch_id(room: Room) -> str:
    """The match a rematch became; empty if none has."""
    return next((match for match in room.rematch.values() if match), "")


async def _open_rematch(play: PlayService, room: Room, side: Side) -> str:
    id = new_id()
    event = RematchWanted(at=play.now(), side=side, match=id)
    # The old room's next version is what two who are equally fast compete for.
    beside = Write(f"room:{room.id}", room.room_version, (encode_room_event(event),))
    form = room.match.format
    opened = await play.open(
        id, form, room.black, room.white, private=room.private, manners=room.options, beside=[beside]
    )
    await play.catch_up(room)
    return id if opened else rematch_id(room)
