"""Whose roles are whose: an account that works for a tournament as somebody, on every device it signs in on.

given       by whoever sets the tournament up, to an account of this server
handed over the director names another one (`NameStaff`), whose account has a role here, and goes: later, or in the same
            moment (`in_place_of`), which is the only way under a book that knows one director
recovered   an official of the server who has no part in the tournament gives a director's role to an account, with the
            reason: everybody of the staff reads it
"""

from collections.abc import Iterable

from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from barpoint.board import Refusal
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess
from barpoint.service.people import checked_name, handle_of, make_notice
from barpoint.tournament import Permission, Role, TournamentCode
from barpoint.tournament import commands as c
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.tournaments.requester import Requester, Tid, find_requester, remember
from barpoint.wire.directing import OwnPlayer, RoleAccount, RoleHolder, RoleRecovery


async def require_director_left(house: ServerProcess, who: Requester, asked: Iterable[c.AnyCommand]) -> None:
    """No director goes unless whoever asks stays one, or another one has an account: nobody else could get in."""
    directors = set(who.state.directors)
    left = False
    for command in asked:
        match command:
            case c.NameStaff(role=Role.DIRECTOR, person=person, in_place_of=other):
                left = left or (other != person and other in directors)
                directors = directors - {other} | {person}
            case c.DismissStaff(role=Role.DIRECTOR, person=person):
                left = left or person in directors
                directors.discard(person)
            case _:
                pass
    if not left or not directors or who.official in directors:
        return
    if not directors & set((await house.links.keys(who.id)).officials.values()):
        raise RefusedException(cite(Refusal(TournamentCode.NOBODY_TO_DIRECT), ""))


@get("/api/tournaments/{tid:str}/staff", summary="Who works for a tournament")
async def staff_list(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[RoleHolder]:
    """Everybody with a role, and the accounts that have it; also for officials of the server, who recover one."""
    who, asks = await find_requester(request, house, tid), await account_of(request)
    if asks is None or not asks.staff or await _plays(house, who, asks):
        who.require_staff()
    return await _holders(house, who)


async def _holders(house: ServerProcess, who: Requester) -> list[RoleHolder]:
    keys = await house.links.keys(who.id)
    accounts: dict[str, list[str]] = {}
    for account, person in keys.officials.items():
        known = await house.accounts.find(account)
        accounts.setdefault(person, []).extend([known.name] if known is not None else [])
    recovered: dict[str, list[RoleRecovery]] = {}
    for event in keys.recoveries:
        known = await house.accounts.find(event.account)
        name = known.name if known is not None else ""
        entry = RoleRecovery(at=event.at, official=event.official, account=name, reason=event.reason)
        recovered.setdefault(event.person, []).append(entry)
    return [
        RoleHolder(
            person=person,
            roles=roles,
            accounts=tuple(accounts.get(person, ())),
            recovered=tuple(recovered.get(person, ())),
        )
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
    official = None if who.may(Permission.SET_UP) else await _require_recovery(house, who, asks, person, data)
    account = await house.club.means.register.find_by_handle(handle_of(checked_name(data.name)))
    if account is None:
        raise NotFoundException("there is no account of that name")
    if official is not None:
        await _recover(house, who, official, person, account, data.reason.strip())
        return await _holders(house, who)
    await house.links.give_role(tid, person, account.id)
    notice = make_notice(
        "tournament",
        "You work in {tournament} as {person}: {by} has said so",
        f"/tournaments/{tid}/desk",
        house.clock.now(),
        tournament=_title(who),
        person=person,
        by=who.person or (asks.name if asks else ""),
    )
    house.club.notices.tell(account.id, f"role/{tid}/{person}", notice)
    return await _holders(house, who)


async def _require_recovery(
    house: ServerProcess, who: Requester, asks: Account | None, person: str, data: RoleAccount
) -> Account:
    """An official of the server may give back a director's role, with the reason, where they have no part."""
    if asks is None or not asks.staff:
        who.require(Permission.SET_UP)
        raise PermissionDeniedException("for the director of this tournament")
    if await _plays(house, who, asks):
        raise PermissionDeniedException("you play in this tournament: another official of the server gives the role")
    if Role.DIRECTOR not in who.state.staff[person]:
        raise PermissionDeniedException("officials of the server recover a director's role only")
    if not data.reason.strip():
        raise ValueError("expected the reason why the role is given to this account")
    return asks


async def _plays(house: ServerProcess, who: Requester, account: Account) -> bool:
    return bool((await house.links.keys(who.id)).players_of(account.id))


async def _recover(
    house: ServerProcess, who: Requester, official: Account, person: str, account: Account, reason: str
) -> None:
    """On the record of the tournament's roles; everybody who works there by an account is told, with the reason."""
    others = [*(await house.links.keys(who.id)).officials]
    await house.links.recover_role(who.id, person, account.id, official=official.name, reason=reason)
    notice = make_notice(
        "tournament",
        "{official}: in {tournament}, {person} is {account} now ({reason})",
        f"/tournaments/{who.id}/setup",
        house.clock.now(),
        official=official.name,
        tournament=_title(who),
        person=person,
        account=account.name,
        reason=reason,
    )
    for each in dict.fromkeys((*others, account.id)):
        house.club.notices.tell(each, f"recovery/{who.id}/{person}", notice)


def _title(who: Requester) -> str:
    """What the tournament is called."""
    return who.id if who.state.settings is None else who.state.settings.name


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
