"""Players as others see them: their page, a word about them to the officials, and whom one has blocked."""

from typing import Annotated, Literal

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import JSONBody, PathParameter

from barpoint.service import Account, Room, ServerProcess
from barpoint.service.people import PlayerCareer, PlayerPage, may_watch
from barpoint.service.play import SideMuted
from barpoint.web.session import AnyRequest, account_of
from barpoint.wire.officiating import PlayerReport
from barpoint.wire.players import Block, Spectator

AccountId = Annotated[str, PathParameter(pattern="^[A-Z2-7]{1,32}$", description="Whose.")]


@get("/api/players/{account:str}", summary="A player")
async def player_page(account: AccountId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> PlayerPage:
    """What anybody may know of a player: the name, since when, and matches they played in public."""
    return await house.club.players.page(await player_of(house, account), await account_of(request))


@get("/api/players/{account:str}/career", summary="How a player has played")
async def career(account: AccountId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> PlayerCareer:
    """Error rate and luck of public matches that were analysed, and places in tournaments."""
    return await house.careers.of(await player_of(house, account), await account_of(request))


@post("/api/players/{account:str}/report", status_code=201, summary="Report a player")
async def report_player(
    account: AccountId,
    data: JSONBody[PlayerReport],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> dict[str, str]:
    """In private, to the officials. A match is named with it if the reporter may watch it and the player sat there."""
    other = await player_of(house, account)
    check_pace(house, player)
    room = await house.play.room(data.match) if data.match else None
    if room is not None and (room.seat_of(other.id) is None or not may_watch(room, player, house.play.now())):
        room = None
    raised = await house.club.inquiries.raise_about("report", other, player, data.about, room)
    return {"id": "" if raised is None else raised.id}


# Blocks


@get("/api/me/blocks", summary="Whom you have blocked")
async def blocks(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[Spectator]:
    """By account, with the name they had then."""
    return [Spectator(account, name) for account, name in (await house.club.blocks.of(player.id)).items()]


@put("/api/me/blocks/{account:str}", status_code=204, summary="Block somebody")
async def block(
    account: AccountId,
    data: JSONBody[Block],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> None:
    """Be seated with somebody no more, or again; officials hear of a block, and of the match if both sat in it."""
    other = await player_of(house, account)
    if not await house.club.blocks.set(player.id, other.id, other.name, blocked=data.blocked) or not data.blocked:
        return
    room = await house.play.room(data.match) if data.match else None
    seat = None if room is None else room.seat_of(player.id)
    if room is None or seat is None or room.seat_of(other.id) is None:
        await tell_officials(house, "block", other, player)
        return
    if seat[0] not in room.muted:
        muted = SideMuted(at=house.play.now(), side=seat[0])
        await house.play.note(room, muted, f"mute/{room.id}/{room.room_version}")
    await tell_officials(house, "block", other, player, room)


async def tell_officials(
    house: ServerProcess, kind: Literal["mute", "block"], other: Account, player: Account, room: Room | None = None
) -> None:
    """What somebody has done about another is in the officials' queue, unless they have heard enough for now."""
    if not house.club.inquiries.pace.take(player.id, house.play.now()):
        await house.club.inquiries.raise_about(kind, other, player, "", room)


def check_pace(house: ServerProcess, player: Account) -> None:
    """Officials have other things to do: nobody raises one inquiry after another."""
    if wait := house.club.inquiries.pace.take(player.id, house.play.now()):
        headers = {"retry-after": str(-(-wait // 1000))}
        raise TooManyRequestsException("an official has heard from you already; wait a little", headers=headers)


async def player_of(house: ServerProcess, account: str) -> Account:
    """Somebody by their account; 404 if there is nobody."""
    found = await house.accounts.find(account)
    if found is None:
        raise NotFoundException("there is nobody of that account")
    return found


HANDLERS = (player_page, career, report_player, blocks, block)
