"""Around a match over HTTP: a link as a QR code, a rematch, a hint, talk, spectators, a word to the director."""

import asyncio
from typing import Final

from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException, TooManyRequestsException
from litestar.params import JSONBody

from barpoint.rulebook.cite import Citation
from barpoint.service.aids import Hint
from barpoint.service.house import House
from barpoint.service.inquiries import Inquiry
from barpoint.service.ports import Account
from barpoint.service.room import Room, SideMuted
from barpoint.service.talk import PHRASES, Line
from barpoint.service.views import Audience
from barpoint.service.watching import audience_of, may_watch
from barpoint.web.api import Id
from barpoint.web.problems import RefusedException
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest, account_of
from barpoint.wire.http import Opened
from barpoint.wire.officials import BarRequest, Mute, Report
from barpoint.wire.people import Spectator

_ANSWER: Final = 0.3
"""Seconds in which another process says who is with it."""


@get("/api/challenges/{id:str}/qr", media_type="image/svg+xml", summary="A link as a QR code")
async def qr(id: Id, request: AnyRequest, house: NamedDependency[House]) -> Response[bytes]:  # noqa: A002
    """The address of a challenge, to be scanned."""
    if await house.lobby.find(id) is None:
        raise NotFoundException("there is no such challenge")
    return Response(qr_svg(f"{site_of(request)}/join/{id}"), media_type="image/svg+xml")


@post("/api/matches/{id:str}/rematch", status_code=200, summary="Play the same again")
async def rematch(id: Id, player: NamedDependency[Account], house: NamedDependency[House]) -> Opened:  # noqa: A002
    """A new match with changed sides, as soon as both sides want it; a bot always does."""
    room = await _room(house, id)
    found = await house.club.rematch(room, player)
    if isinstance(found, Citation):
        raise RefusedException(found)
    if found is None:
        raise PermissionDeniedException("only those who have played may ask for a rematch")
    if not found:
        return Opened("")
    await house.seated(await _room(house, found))
    return Opened(f"/match/{found}", match=found)


@get("/api/matches/{id:str}/hint", summary="A hint")
async def hint(id: Id, player: NamedDependency[Account], house: NamedDependency[House]) -> Hint:  # noqa: A002
    """What the house would do in your place: in casual play against a bot."""
    given = await house.club.aids.hint(await _room(house, id), player)
    if isinstance(given, Citation):
        raise RefusedException(given)
    return given


# Talk


@get("/api/phrases", summary="The preset phrases", sync_to_thread=False)
def phrases() -> list[str]:
    """What can be said where only phrases can."""
    return list(PHRASES)


@get("/api/matches/{id:str}/chat", summary="What was said")
async def chat(id: Id, request: AnyRequest, house: NamedDependency[House]) -> list[Line]:  # noqa: A002
    """As far as it was for your ears."""
    room, audience = await _watched(request, house, id)
    return list(await house.club.talk.lines(room, audience))


@put("/api/matches/{id:str}/mute", status_code=204, summary="Mute the other side")
async def mute(
    id: Id,  # noqa: A002
    data: JSONBody[Mute],
    player: NamedDependency[Account],
    house: NamedDependency[House],
) -> None:
    """Hear the other side no longer in this match, or again."""
    room = await _room(house, id)
    seat = room.seat_of(player.id)
    if seat is None:
        raise PermissionDeniedException("only those who sit at the match may mute somebody")
    if (seat[0] in room.muted) == data.muted:
        return
    said = SideMuted(at=house.play.now(), side=seat[0], muted=data.muted)
    await house.play.note(room, said, f"mute/{room.id}/{room.room_version}")


# Spectators and the director


@get("/api/matches/{id:str}/spectators", summary="Who looks on")
async def spectators(id: Id, request: AnyRequest, house: NamedDependency[House]) -> list[Spectator]:  # noqa: A002
    """Those with an account, whichever process of the server they watch over."""
    fresh = id not in house.play.rooms
    room, _ = await _watched(request, house, id)
    if fresh and not house.alone:
        await asyncio.sleep(_ANSWER)  # the others have been asked who is with them
    found = await request.app.state.fanout.spectators(room)
    return [Spectator(one.id, one.name) for one in found]


@post("/api/matches/{id:str}/report", status_code=201, summary="Tell the director")
async def report(
    id: Id,  # noqa: A002
    data: JSONBody[Report],
    player: NamedDependency[Account],
    house: NamedDependency[House],
) -> dict[str, str]:
    """In private: the match goes on, its players do not hear of it."""
    room = await _room(house, id)
    if not may_watch(room, player):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    _paced(house, player)
    raised = await house.club.inquiries.raise_("report", room, player, data.about)
    return {"id": raised.id}


@post("/api/matches/{id:str}/bar", status_code=201, summary="Ask for spectators to be sent away")
async def bar(
    id: Id,  # noqa: A002
    data: JSONBody[BarRequest],
    player: NamedDependency[Account],
    house: NamedDependency[House],
) -> Inquiry:
    """A player's request, for one spectator or for all; an official grants it or does not."""
    room = await _room(house, id)
    if room.seat_of(player.id) is None:
        raise PermissionDeniedException("only those who sit at the match may ask for that")
    _paced(house, player)
    return await house.club.inquiries.raise_("bar", room, player, data.about, data.account)


def _paced(house: House, player: Account) -> None:
    """Officials have other things to do: nobody raises one inquiry after another."""
    if wait := house.club.inquiries.pace.take(player.id, house.play.now()):
        after = {"retry-after": str(-(-wait // 1000))}
        raise TooManyRequestsException("an official has heard from you already; wait a little", headers=after)


async def _room(house: House, id: str) -> Room:  # noqa: A002
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    return room


async def _watched(request: AnyRequest, house: House, id: str) -> tuple[Room, Audience]:  # noqa: A002
    room, account = await _room(house, id), await account_of(request)
    if not may_watch(room, account):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    return room, audience_of(room, account)


HANDLERS = (qr, rematch, hint, phrases, chat, mute, spectators, report, bar)
