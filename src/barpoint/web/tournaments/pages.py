"""The addresses of a tournament's pages under /t: server-made HTML, readable without a script."""

from typing import Annotated, Final
from urllib.parse import quote

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery, PathParameter
from litestar.response import Redirect

from barpoint.rulebook import list_presets
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.people import LONGEST_NAME
from barpoint.tournament import Mode, Permission, Tournament
from barpoint.tournament.desk import desk_overview
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest, account_of, with_cookie
from barpoint.web.tournaments.api import contest_of, people_links
from barpoint.web.tournaments.case_page import case_page, incident_page
from barpoint.web.tournaments.cases import CaseId, case_for, must_not_play, open_cases
from barpoint.web.tournaments.desk_page import desk_page
from barpoint.web.tournaments.document import HERE, document, html_response
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, tag
from barpoint.web.tournaments.money_page import money_page
from barpoint.web.tournaments.requester import (
    Cid,
    Requester,
    Tid,
    find_requester,
    person_of_link,
    remember,
)
from barpoint.web.tournaments.results_page import results_page
from barpoint.web.tournaments.setup_page import setup_page
from barpoint.wire.directing import PersonLink

_FILES: Final = {"page.css": "text/css", "page.js": "text/javascript"}
_QR: Final = 3
_MOVED: Final = ("pairings", "standings", "live", "screen", "me")


@get("/-/{name:str}", include_in_schema=False, sync_to_thread=False)
def page_file(name: FromPath[str]) -> Response[bytes]:
    """The style and the script of these pages."""
    if name not in _FILES:
        raise NotFoundException("there is no such file")
    return Response((HERE / name).read_bytes(), media_type=_FILES[name], headers={"cache-control": "no-cache"})


# Addresses of before: these pages are the site's own now (ui/src/pages/tournament)


@get("/", include_in_schema=False, sync_to_thread=False)
def tournament_list() -> Redirect:
    """The tournaments."""
    return _moved("")


@get(["/{tid:str}", *(f"/{{tid:str}}/{name}" for name in _MOVED)], include_in_schema=False, sync_to_thread=False)
def moved_page(tid: Tid, request: AnyRequest) -> Redirect:
    """A public page, or a player's own."""
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


def _moved(path: str) -> Redirect:
    return Redirect(f"/tournaments{path}", status_code=301)


# With a private link


@get("/{tid:str}/as/{token:str}", include_in_schema=False)
async def open_link(
    tid: Tid, token: FromPath[str], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[str] | Redirect:
    """A private link: this browser is that person from now on."""
    who = await find_requester(request, house, tid)
    link = await person_of_link(house, who.snapshot, tid, token)
    if link is None:
        raise NotFoundException("this link opens nothing (any more): ask the desk for a new one")
    person, kind = link
    account = await account_of(request)
    if kind == "staff":
        return await _open_desk(request, house, who, (person, token), account)
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


@get("/{tid:str}/desk", include_in_schema=False)
async def desk_of_director(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[str]:
    """The director's table."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    cases = await open_cases(house, who) if who.may(Permission.RULE) else []
    now = house.clock.now()
    return await off_loop(
        lambda: document(who, say("Desk"), desk_page(tid, who.state, desk_overview(who.state, now), cases))
    )


@get("/{tid:str}/results", include_in_schema=False)
async def results(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[str]:
    """What was posted and ruled, and how it is put right."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    correct = who.may(Permission.RULE)
    return await off_loop(lambda: document(who, say("Results"), results_page(tid, who.state, correct=correct)))


@get("/{tid:str}/incident/{contest:str}/{pairing:str}", include_in_schema=False)
async def incident(
    tid: Tid, contest: Cid, pairing: FromPath[str], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[str]:
    """Something happened in a match."""
    who = await find_requester(request, house, tid)
    who.require(Permission.RULE)
    if pairing not in contest_of(who.state, contest).fixtures:
        raise NotFoundException("there is no such match")
    must_not_play(who, contest, pairing)
    calls = [call for call in who.state.calls.values() if (call.contest, call.pairing) == (contest, pairing)]
    about = calls[-1].about if calls else ""
    return document(who, say("Incident"), incident_page(contest, pairing, about))


@get("/{tid:str}/case/{case:str}", include_in_schema=False)
async def incident_case(
    tid: Tid, case: CaseId, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[str]:
    """An incident."""
    who = await find_requester(request, house, tid)
    who.require(Permission.RULE)
    return document(who, say("Incident"), case_page(await case_for(house, who, case)))


@get("/{tid:str}/money", include_in_schema=False)
async def cash(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[str]:
    """The cash desk."""
    who = await find_requester(request, house, tid)
    who.require(Permission.MONEY)
    return await off_loop(lambda: document(who, say("Money"), money_page(tid, who.state)))


@get("/{tid:str}/setup", include_in_schema=False)
async def setup(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[str]:
    """Events, staff, rounds, the end."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    names = {profile.name: profile.name for profile in list_presets()}
    return await off_loop(lambda: document(who, say("Set-up"), setup_page(tid, who.state, names)))


@get("/{tid:str}/people", include_in_schema=False)
async def people(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[str]:
    """Everybody's private link, to be scanned or cut out."""
    who = await find_requester(request, house, tid)
    who.require(Permission.ADMIT)
    links = await people_links(house, who)

    def made() -> Response[str]:
        about = tag("p", say("Whoever opens a link is that person: hand each to its owner only."), class_="soft")
        cards = [_link_card(request, person_link) for person_link in links]
        return document(who, say("People"), tag("h1", say("People")), about, tag("ul", *cards, class_="plain grid"))

    return await off_loop(made)


def _link_card(request: AnyRequest, person_link: PersonLink) -> Html:
    return tag(
        "li",
        tag("h2", person_link.name),
        tag("p", ", ".join(map(word, person_link.roles)) or say("player"), class_="soft"),
        _qr(request, person_link.link),
        tag(
            "a",
            say("Private link"),
            href=person_link.link,
            aria_label=say("Private link of {name}", name=person_link.name),
        ),
        class_="card qr",
    )


def _qr(request: AnyRequest, path: str) -> Html:
    return Html(qr_svg(site_of(request) + path, _QR).decode())


def error_page(_: AnyRequest, error: HTTPException) -> Response[str]:
    """Why there is no such page, as a page."""
    words = tag(
        "main",
        tag("h1", say("Not here")),
        tag("p", say(error.detail)),
        tag("a", say("Tournaments"), href="/tournaments"),
        class_="page",
    )
    page = html_response(say("Not here"), tag("body", words))
    page.status_code = error.status_code
    return page


_PAGES: Final = (
    page_file,
    tournament_list,
    moved_page,
    moved_draw,
    moved_overlay,
    open_link,
    desk_of_director,
    results,
    incident,
    incident_case,
    cash,
    setup,
    people,
)
HANDLERS = (Router("/t", route_handlers=_PAGES, exception_handlers={HTTPException: error_page}),)
