"""Whose roles are whose: an account that works for a tournament as somebody, on every device it signs in on.

given       by whoever sets the tournament up, to an account of this server
handed over the director names another one (`NameStaff`), gives the role to their account, and may then go
recovered   an official of the server who has no part in the tournament gives a director's role to an account, with the
            reason: everybody of the staff reads it
"""

from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from barpoint.service import Account, ServerProcess
from barpoint.service.people import PersonalNotice, checked_name, handle_of
from barpoint.tournament import Permission, Role
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.tournaments.requester import Requester, Tid, find_requester, remember
from barpoint.wire.directing import OwnPlayer, RoleAccount, RoleHolder


@get("/api/tournaments/{tid:str}/staff", summary="Who works for a tournament")
async def staff_list(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[RoleHolder]:
    """Everybody with a role, and the accounts that have it."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    return await _holders(house, who)


async def _holders(house: ServerProcess, who: Requester) -> list[RoleHolder]:
    accounts: dict[str, list[str]] = {}
    for account, person in (await house.links.keys(who.id)).officials.items():
        known = await house.accounts.find(account)
        accounts.setdefault(person, []).extend([known.name] if known is not None else [])
    return [
        RoleHolder(person=person, roles=roles, accounts=tuple(accounts.get(person, ())))
        for person, roles in who.state.staff.items()
    ]


@put("/api/tournaments/{tid:str}/staff/{person:str}/account", summary="Give a role to an account")
async def give_role(
    tid: Tid,
    person: FromPath[str],
    data: JSONBody[RoleAccount],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
) -> list[RoleHolder]:
    """By the director; or a director's by an official of the server, with the reason, if it has to be recovered."""
    who, asks = await find_requester(request, house, tid), await account_of(request)
    if person not in who.state.staff:
        raise NotFoundException("there is nobody of that name")
    if not who.may(Permission.SET_UP):
        await _require_recovery(house, who, asks, person, data)
    account = await house.club.means.register.find_by_handle(handle_of(checked_name(data.name)))
    if account is None:
        raise NotFoundException("there is no account of that name")
    await house.links.give_role(tid, person, account.id)
    text = f"{who.person or (asks.name if asks else '')}: {person}"
    notice = PersonalNotice("tournament", text, f"/tournaments/{tid}/desk", house.clock.now())
    house.club.notices.tell(account.id, f"role/{tid}/{person}", notice)
    return await _holders(house, who)


async def _require_recovery(
    house: ServerProcess, who: Requester, asks: Account | None, person: str, data: RoleAccount
) -> None:
    """An official of the server may give back a director's role, with the reason, where they have no part."""
    if asks is None or not asks.staff:
        who.require(Permission.SET_UP)
        raise PermissionDeniedException("for the director of this tournament")
    if (await house.links.keys(who.id)).players_of(asks.id):
        raise PermissionDeniedException("you play in this tournament: another official of the server gives the role")
    if Role.DIRECTOR not in who.state.staff[person]:
        raise PermissionDeniedException("officials of the server recover a director's role only")
    if not data.reason.strip():
        raise ValueError("expected the reason why the role is given to this account")


@post("/api/tournaments/{tid:str}/player", status_code=200, summary="Be a player, for somebody who works there")
async def be_player(
    tid: Tid, data: JSONBody[OwnPlayer], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[OwnPlayer]:
    """A director who plays says which of the players they are: they keep the desk, and have their own page."""
    who = await find_requester(request, house, tid)
    who.require(Permission.ADMIT)
    if data.player not in who.state.players:
        raise NotFoundException("there is nobody of that name")
    account = await account_of(request)
    if account is not None:
        await house.links.join(tid, data.player, account.id)
    response = Response(data)
    token = (await house.links.keys(tid)).link(data.player, "player")
    remember(response, request, tid, token, "player")
    return response


HANDLERS = (staff_list, give_role, be_player)
