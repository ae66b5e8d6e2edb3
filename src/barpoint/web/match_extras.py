"""Around a match over HTTP: a link as a QR code, a rematch, a hint, talk, spectators, a word to the director."""

import asyncio
from typing import Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody

from barpoint.rulebook import Citation
from barpoint.service import Account, Audience, Room, ServerProcess
from barpoint.service.officials import Inquiry
from barpoint.service.people import PHRASES, ChatLine, Hint, audience_of, may_watch
from barpoint.service.play import SideMuted
from barpoint.web.api import Id, room_of
from barpoint.web.players import check_pace, player_of, tell_officials
from barpoint.web.problems import RefusedException
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest, account_of
from barpoint.wire.officiating import (
    BarRequest,
    IncidentReport,
    Mute,
)
from barpoint.wire.players import MatchLink, Spectator

_ANSWER: Final = 0.3
"""Seconds in which another process says who is with it."""


@get("/api/challenges/{id:str}/qr", media_type="image/svg+xml", summary="A link as a QR code")
async def qr(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """The address of a challenge, to be scanned."""
    if await house.lobby.find(id) is None:
        raise NotFoundException("there is no such challenge")
    return Response(qr_svg(f"{site_of(request)}/join/{id}"), media_type="image/svg+xml")


@post("/api/matches/{id:str}/rematch", status_code=200, summary="Play the same again")
async def rematch(id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> MatchLink:
    """A new match with changed sides, as soon as both sides want it; a bot always does."""
    room = await room_of(house, id)
    new_match = await house.club.rematch(room, player)
    if isinstance(new_match, Citation):
        raise RefusedException(new_match)
    if new_match is None:
        raise PermissionDeniedException("only those who have played may ask for a rematch")
    if not new_match:
        return MatchLink("")
    await house.record_seats(await room_of(house, new_match))
    return MatchLink(f"/match/{new_match}", match=new_match)


@get("/api/matches/{id:str}/hint", summary="A hint")
async def hint(id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> Hint:
    """What the house would do in your place: in casual play against a bot."""
    advice = await house.club.aids.hint(await room_of(house, id), player)
    if isinstance(advice, Citation):
        raise RefusedException(advice)
    return advice


# Talk


@get("/api/phrases", summary="The preset phrases", sync_to_thread=False)
def phrases() -> list[str]:
    """What can be said where only phrases can."""
    return list(PHRASES)


@get("/api/matches/{id:str}/chat", summary="What was said")
async def chat(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[ChatLine]:
    """As far as it was for your ears."""
    room, audience = await _room_to_watch(request, house, id)
    return list(await house.club.talk.lines(room, audience))


@put("/api/matches/{id:str}/mute", status_code=204, summary="Mute the other side")
async def mute(
    id: Id,
    data: JSONBody[Mute],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> None:
    """Hear the other side no longer in this match, or again; officials hear of it."""
    room = await room_of(house, id)
    seat = room.seat_of(player.id)
    if seat is None:
        raise PermissionDeniedException("only those who sit at the match may mute somebody")
    if (seat[0] in room.muted) == data.muted:
        return
    event = SideMuted(at=house.play.now(), side=seat[0], muted=data.muted)
    await house.play.note(room, event, f"mute/{room.id}/{room.room_version}")
    for other in room.seats(seat[0].other) if data.muted else ():
        if (person := await house.accounts.find(other.account)) is not None:
            await tell_officials(house, "mute", person, player, room)
            return  # a pair is one side


# Spectators and the director


@get("/api/matches/{id:str}/spectators", summary="Who looks on")
async def spectators(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[Spectator]:
    """Those with an account, whichever process of the server they watch over."""
    fresh = id not in house.play.rooms
    room, _ = await _room_to_watch(request, house, id)
    if fresh and not house.alone:
        await asyncio.sleep(_ANSWER)  # the others have been asked who is with them
    accounts = await request.app.state.fanout.spectators(room)
    return [Spectator(account.id, account.name) for account in accounts]


@post("/api/matches/{id:str}/report", status_code=201, summary="Tell the director")
async def report(
    id: Id,
    data: JSONBody[IncidentReport],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> dict[str, str]:
    """In private: the match goes on, its players do not hear of it."""
    room = await room_of(house, id)
    if not may_watch(room, player, house.play.now()):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    check_pace(house, player)
    raised = await house.club.inquiries.raise_("report", room, player, data.about)
    return {"id": raised.id}


@post("/api/matches/{id:str}/bar", status_code=201, summary="Ask for spectators to be sent away")
async def bar(
    id: Id,
    data: JSONBody[BarRequest],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> Inquiry:
    """A player's request, for one spectator or for all; an official grants it or does not."""
    room = await room_of(house, id)
    if room.seat_of(player.id) is None:
        raise PermissionDeniedException("only those who sit at the match may ask for that")
    check_pace(house, player)
    target = await player_of(house, data.account) if data.account else None
    return await house.club.inquiries.raise_("bar", room, player, data.about, target)


@delete("/api/matches/{id:str}/call", status_code=200, summary="Withdraw a call")
async def withdraw_call(id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> Inquiry:
    """Play goes on; not once an official looks after it."""
    room = await room_of(house, id)
    if room.seat_of(player.id) is None:
        raise PermissionDeniedException("only those who sit at the match may ask for that")
    withdrawn = await house.club.inquiries.withdraw(room, player)
    if withdrawn is None:
        raise NotFoundException("you have called nobody to this match")
    if isinstance(withdrawn, Citation):
        raise RefusedException(withdrawn)
    return withdrawn


async def _room_to_watch(request: AnyRequest, house: ServerProcess, id: str) -> tuple[Room, Audience]:
    room, account = await room_of(house, id), await account_of(request)
    if not may_watch(room, account, house.play.now()):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    return room, audience_of(room, account)


HANDLERS = (
    qr,
    rematch,
    hint,
    phrases,
    chat,
    mute,
    spectators,
    report,
    bar,
    withdraw_call,
)
