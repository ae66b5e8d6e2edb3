"""Private links, and the addresses of 0.1.0 under /t, which lead to the site's own pages (ui/src/pages/tournament)."""

from typing import Annotated, Final
from urllib.parse import quote

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, PathParameter
from litestar.response import Redirect

from barpoint.service import Account, ServerProcess
from barpoint.service.people import LONGEST_NAME
from barpoint.tournament import Mode, Tournament
from barpoint.web.pages import Page, document_at
from barpoint.web.session import AnyRequest, account_of, with_cookie
from barpoint.web.tournaments.cases import CaseId
from barpoint.web.tournaments.requester import (
    Cid,
    Requester,
    Tid,
    find_requester,
    person_of_link,
    remember,
)

_MOVED: Final = (
    *("pairings", "standings", "live", "screen", "me"),
    *("desk", "results", "money", "setup", "people"),
)


@get("/", include_in_schema=False, sync_to_thread=False)
def tournament_list() -> Redirect:
    """The tournaments."""
    return _moved("")


@get(["/{tid:str}", *(f"/{{tid:str}}/{name}" for name in _MOVED)], include_in_schema=False, sync_to_thread=False)
def moved_page(tid: Tid, request: AnyRequest) -> Redirect:
    """A public page, a player's own, or one of the staff's."""
    query = f"?{request.url.query}" if request.url.query else ""
    return _moved(request.url.path.removeprefix("/t").rstrip("/") + query if tid else "")


@get("/{tid:str}/draw/{contest:str}", include_in_schema=False, sync_to_thread=False)
def moved_draw(tid: Tid, contest: Cid) -> Redirect:
    """A draw sheet."""
    return _moved(f"/{tid}/draw/{quote(contest)}")


@get("/{tid:str}/overlay/{place:str}", include_in_schema=False, sync_to_thread=False)
def moved_overlay(tid: Tid, place: Annotated[str, PathParameter(max_length=20)], hall: FromQuery[str] = "") -> Redirect:
    """One table's score."""
    return _moved(f"/{tid}/overlay/{quote(place)}{f'/{quote(hall)}' if hall else ''}")


@get("/{tid:str}/incident/{contest:str}/{pairing:str}", include_in_schema=False, sync_to_thread=False)
def moved_incident(tid: Tid, contest: Cid, pairing: FromPath[str]) -> Redirect:
    """Something happened in a match."""
    return _moved(f"/{tid}/cases/new/{quote(contest)}/{quote(pairing, safe='')}")


@get("/{tid:str}/case/{case:str}", include_in_schema=False, sync_to_thread=False)
def moved_case(tid: Tid, case: CaseId) -> Redirect:
    """An incident."""
    return _moved(f"/{tid}/cases/{case}")


def _moved(path: str) -> Redirect:
    return Redirect(f"/tournaments{path}", status_code=301)


@get("/{tid:str}/as/{token:str}", include_in_schema=False)
async def open_link(
    tid: Tid, token: FromPath[str], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Redirect | Page:
    """A private link: this browser is that person from now on. One that opens nothing says whom to ask."""
    nothing = document_at(request.url.path)  # the page there says so (ui/src/App.svelte)
    nothing.headers["cache-control"] = "no-store"
    try:
        who = await find_requester(request, house, tid)
    except NotFoundException:
        return nothing
    link = await person_of_link(house, who.snapshot, tid, token)
    if link is None:
        return nothing
    person, kind = link
    account = await account_of(request)
    if kind == "staff":
        return await _open_desk(request, house, who, (person, token), account)
    if kind == "committee":
        hearings = Redirect(f"/tournaments/{tid}/hearing", status_code=303)
        remember(hearings, request, tid, token, "committee")
        return hearings
    if who.roles and person != who.player:  # what the player sees, without becoming the player
        return Redirect(f"/tournaments/{tid}/me?as={quote(person)}", status_code=303)
    response = Redirect(f"/tournaments/{tid}/me", status_code=303)
    remember(response, request, tid, token, "player")
    if account is None and plays_online(who.state, person):
        account, session = await house.access.guest_or_nameless(str(who.state.players[person])[:LONGEST_NAME])
        with_cookie(response, session, request)
    if account is not None:  # notices reach them, and their online matches are theirs
        await house.links.join(tid, person, account.id)
    return response


async def _open_desk(
    request: AnyRequest, house: ServerProcess, who: Requester, link: tuple[str, str], account: Account | None
) -> Redirect:
    """An official's link: an account that has no role here takes this one up; one that has keeps its own."""
    person, token = link
    response = Redirect(f"/tournaments/{who.id}/desk", status_code=303)
    if who.by_account:
        return response
    remember(response, request, who.id, token, "staff")
    if account is not None and not account.guest:
        await house.links.give_role(who.id, person, account.id, by_link=True)
    return response


def plays_online(state: Tournament, person: str) -> bool:
    """Whether somebody has entered an event whose matches are played on this server."""
    return any(
        person in entry.people
        for contest in state.contests.values()
        if contest.settings.mode is Mode.INTERNET
        for entry in contest.entries.values()
    )


_PAGES: Final = (
    tournament_list,
    moved_page,
    moved_draw,
    moved_overlay,
    moved_incident,
    moved_case,
    open_link,
)
HANDLERS = (Router("/t", route_handlers=_PAGES),)
