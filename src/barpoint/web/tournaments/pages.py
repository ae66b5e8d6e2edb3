"""The addresses of a tournament's pages under /t: server-made HTML, readable without a script."""

from typing import Annotated, Final

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, PathParameter
from litestar.response import Redirect

from barpoint.rulebook.presets import presets
from barpoint.service.access import LONGEST_NAME
from barpoint.service.house import House
from barpoint.tournament import Tournament
from barpoint.tournament.desk import desk
from barpoint.tournament.participant import participant
from barpoint.tournament.settings import Mode
from barpoint.tournament.staff import Permission
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest, account_of, with_cookie
from barpoint.web.tournaments.api import contest_of, listing_of, people_links, stands
from barpoint.web.tournaments.asking import Cid, Tid, asker, remember, whose
from barpoint.web.tournaments.case_page import case_page, incident_page
from barpoint.web.tournaments.cases import CaseId, case_of, open_cases
from barpoint.web.tournaments.desk_page import desk_page
from barpoint.web.tournaments.document import HERE, document, framed, language_switch
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, table, tag
from barpoint.web.tournaments.money_page import money_page
from barpoint.web.tournaments.own import own_page
from barpoint.web.tournaments.public import (
    draw_page,
    live_page,
    overlay,
    overview,
    pairings_page,
    screen,
    standings_page,
)
from barpoint.web.tournaments.results_page import results_page
from barpoint.web.tournaments.setup_page import setup_page

_FILES: Final = {"page.css": "text/css", "page.js": "text/javascript"}
_QR: Final = 3


@get("/-/{name:str}", include_in_schema=False, sync_to_thread=False)
def page_file(name: FromPath[str]) -> Response[bytes]:
    """The style and the script of these pages."""
    if name not in _FILES:
        raise NotFoundException("there is no such file")
    return Response((HERE / name).read_bytes(), media_type=_FILES[name], headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False)
async def all_of_them(house: NamedDependency[House]) -> Response[str]:
    """The tournaments, and how to begin one."""
    rows = [
        (tag("a", one.name, href=f"/t/{one.id}"), one.date, one.place, word(one.phase))
        for one in await listing_of(house)
    ]
    form = tag(
        "form",
        tag("label", say("Name"), " ", tag("input", name="name", required=True, maxlength=60)),
        tag("label", say("First day"), " ", tag("input", name="date", type="date", required=True)),
        tag("label", say("Your name"), " ", tag("input", name="director", required=True, maxlength=40)),
        tag("button", say("Begin"), class_="primary"),
        data_begin=True,
        class_="stack",
    )
    begin = tag("section", tag("h2", say("Direct a tournament")), form, class_="card")
    there = tag("section", table((say("Name"), say("Day"), say("Where"), say("Stands")), rows), class_="card")
    site = tag("a", "Barpoint", href="/", class_="home")
    home = tag("header", tag("div", site, language_switch(), class_="top"), class_="frame")
    main = tag("main", tag("h1", say("Tournaments")), there, begin, class_="page")
    return framed(say("Tournaments"), tag("body", home, main, tag("div", id="answer", role="alert")))


@get("/{tid:str}", include_in_schema=False)
async def home(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Programme and events."""
    who = await asker(request, house, tid)
    return document(who, say("Overview"), overview(tid, who.state, _qr(request, f"/t/{tid}")))


@get("/{tid:str}/draw/{contest:str}", include_in_schema=False)
async def draw(tid: Tid, contest: Cid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """A draw sheet."""
    who = await asker(request, house, tid)
    found = contest_of(who.state, contest)
    return document(who, found.settings.title, draw_page(who.state, found))


@get("/{tid:str}/pairings", include_in_schema=False)
async def pairings(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Who meets whom where."""
    who = await asker(request, house, tid)
    return document(who, say("Pairings"), pairings_page(desk(who.state, house.clock.now())))


@get("/{tid:str}/standings", include_in_schema=False)
async def standing(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Who stands where, and why."""
    who = await asker(request, house, tid)
    return document(who, say("Standings"), standings_page(stands(who.state)))


@get("/{tid:str}/live", include_in_schema=False)
async def live(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """The scoreboard."""
    who = await asker(request, house, tid)
    return document(who, say("Live"), live_page(await house.scoreboard.live(who.state, house.clock.now())))


@get("/{tid:str}/screen", include_in_schema=False)
async def hall_screen(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """For a screen in the hall: everything in turn."""
    who = await asker(request, house, tid)
    at = house.clock.now()
    matches = await house.scoreboard.live(who.state, at)
    qr = _qr(request, f"/t/{tid}")
    parts = screen(who.state, desk(who.state, at), matches, stands(who.state), qr)
    return document(who, say("Screen"), *parts, bare="screen")


@get("/{tid:str}/overlay/{place:str}", include_in_schema=False)
async def stream_overlay(
    tid: Tid,
    place: Annotated[str, PathParameter(max_length=20)],
    request: AnyRequest,
    house: NamedDependency[House],
    hall: FromQuery[str] = "",
) -> Response[str]:
    """One table's score on a transparent page."""
    who = await asker(request, house, tid)
    found = await house.scoreboard.live(who.state, house.clock.now())
    match = next((one for one in found if one.table == place and hall in ("", one.hall)), None)
    return document(who, say("Table {table}", table=place), overlay(match, place), bare="overlay")


# With a private link


@get("/{tid:str}/as/{token:str}", include_in_schema=False)
async def come_in(
    tid: Tid, token: FromPath[str], request: AnyRequest, house: NamedDependency[House]
) -> Response[str] | Redirect:
    """A private link: this browser is that person from now on."""
    who = await asker(request, house, tid)
    person = await whose(house, who.state, tid, token)
    if person is None:
        raise NotFoundException("this link opens nothing (any more): ask the desk for a new one")
    response = Redirect(f"/t/{tid}/{'desk' if person in who.state.staff else 'me'}", status_code=303)
    remember(response, request, tid, token)
    account = await account_of(request)
    if account is None and plays_online(who.state, person):
        account, session = await house.access.guest(str(who.state.players[person])[:LONGEST_NAME])
        with_cookie(response, session, request)
    if account is not None and person in who.state.players:  # notices reach them, and their online matches are theirs
        await house.links.join(tid, person, account.id)
    return response


def plays_online(state: Tournament, person: str) -> bool:
    """Whether somebody has entered an event whose matches are played on this server."""
    return any(
        person in entry.people
        for contest in state.contests.values()
        if contest.settings.mode is Mode.INTERNET
        for entry in contest.entries.values()
    )


@get("/{tid:str}/me", include_in_schema=False)
async def mine(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """A player's own page."""
    who = await asker(request, house, tid)
    if not who.plays:
        raise PermissionDeniedException("open your private link first; the desk has it")
    return document(
        who, say("My matches"), own_page(tid, who.state, participant(who.state, who.person, house.clock.now()))
    )


@get("/{tid:str}/desk", include_in_schema=False)
async def at_the_desk(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """The director's table."""
    who = await asker(request, house, tid)
    who.must_be_staff()
    cases = await open_cases(house, tid) if who.may(Permission.RULE) else []
    now = desk(who.state, house.clock.now())
    return document(who, say("Desk"), desk_page(tid, who.state, now, cases))


@get("/{tid:str}/results", include_in_schema=False)
async def results(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """What was posted and ruled, and how it is put right."""
    who = await asker(request, house, tid)
    who.must_be_staff()
    return document(who, say("Results"), results_page(tid, who.state, correct=who.may(Permission.RULE)))


@get("/{tid:str}/incident/{contest:str}/{pairing:str}", include_in_schema=False)
async def incident(
    tid: Tid, contest: Cid, pairing: FromPath[str], request: AnyRequest, house: NamedDependency[House]
) -> Response[str]:
    """Something happened in a match."""
    who = await asker(request, house, tid)
    who.must(Permission.RULE)
    if pairing not in contest_of(who.state, contest).fixtures:
        raise NotFoundException("there is no such match")
    calls = [call for call in who.state.calls.values() if (call.contest, call.pairing) == (contest, pairing)]
    about = calls[-1].about if calls else ""
    return document(who, say("Incident"), incident_page(contest, pairing, about))


@get("/{tid:str}/case/{case:str}", include_in_schema=False)
async def one_case(tid: Tid, case: CaseId, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """An incident."""
    who = await asker(request, house, tid)
    who.must(Permission.RULE)
    return document(who, say("Incident"), case_page(await case_of(house, tid, case)))


@get("/{tid:str}/money", include_in_schema=False)
async def cash(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """The cash desk."""
    who = await asker(request, house, tid)
    who.must(Permission.MONEY)
    return document(who, say("Money"), money_page(tid, who.state))


@get("/{tid:str}/setup", include_in_schema=False)
async def setting_up(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Events, staff, rounds, the end."""
    who = await asker(request, house, tid)
    who.must_be_staff()
    names = {profile.name: profile.name for profile in presets()}
    return document(who, say("Set-up"), setup_page(tid, who.state, names))


@get("/{tid:str}/people", include_in_schema=False)
async def people(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Everybody's private link, to be scanned or cut out."""
    who = await asker(request, house, tid)
    who.must(Permission.ADMIT)
    cards = [
        tag(
            "li",
            tag("h2", one.name),
            tag("p", ", ".join(map(word, one.roles)) or say("player"), class_="soft"),
            _qr(request, one.link),
            tag("a", say("Private link"), href=one.link, aria_label=say("Private link of {name}", name=one.name)),
            class_="card qr",
        )
        for one in await people_links(house, who)
    ]
    about = tag("p", say("Whoever opens a link is that person: hand each to its owner only."), class_="soft")
    return document(who, say("People"), tag("h1", say("People")), about, tag("ul", *cards, class_="plain grid"))


def _qr(request: AnyRequest, path: str) -> Html:
    return Html(qr_svg(site_of(request) + path, _QR).decode())


def not_shown(_: AnyRequest, error: HTTPException) -> Response[str]:
    """Why there is no such page, as a page."""
    words = tag(
        "main",
        tag("h1", say("Not here")),
        tag("p", say(error.detail)),
        tag("a", say("Tournaments"), href="/t"),
        class_="page",
    )
    page = framed(say("Not here"), tag("body", words))
    page.status_code = error.status_code
    return page


_PAGES: Final = (
    page_file,
    all_of_them,
    home,
    draw,
    pairings,
    standing,
    live,
    hall_screen,
    stream_overlay,
    come_in,
    mine,
    at_the_desk,
    results,
    incident,
    one_case,
    cash,
    setting_up,
    people,
)
HANDLERS = (Router("/t", route_handlers=_PAGES, exception_handlers={HTTPException: not_shown}),)
