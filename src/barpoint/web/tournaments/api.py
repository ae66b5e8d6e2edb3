"""Tournaments over HTTP: begin one, command it, enter it, look at it.

Anybody may look at what is public and enter; everything else needs a private link (see `asking`). `by` is always
whoever asks. Officials may say when something happened, up to now. What players tell happens when it arrives, but for
breaks and calls from a table whose device was without a network: the record has both times.
"""

from typing import Any, Final
from uuid import uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody

from barpoint.service.access import new_id
from barpoint.service.direct import Done, Refused, Stale
from barpoint.service.house import Directors, House
from barpoint.service.ports import Account
from barpoint.service.scoreboard import LiveMatch
from barpoint.tournament import Contest, Phase, Tournament
from barpoint.tournament import commands as c
from barpoint.tournament.archive import archive
from barpoint.tournament.desk import Desk, desk
from barpoint.tournament.duties import Checklist, checklist
from barpoint.tournament.events import encode
from barpoint.tournament.money import ledger_csv
from barpoint.tournament.participant import Participant, participant
from barpoint.tournament.places import placed, table, titles
from barpoint.tournament.player import AUTOPILOT, RECORD, Player
from barpoint.tournament.roster import read_roster, slug
from barpoint.tournament.settings import TournamentSettings
from barpoint.tournament.sheet import DrawSheet, draw_sheet, programme, terms
from barpoint.tournament.staff import Permission
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.asking import Asker, Cid, Tid, asker, link_path, remember
from barpoint.web.tournaments.records import error_rates
from barpoint.wire.tournaments import (
    Begun,
    CommandDone,
    FullArchive,
    Listed,
    Moved,
    NewCommand,
    NewEntry,
    NewTournament,
    PersonLink,
    Roster,
    TitleStands,
    TournamentSeen,
)

_LONGEST_ID: Final = 40
_TOLD_LATE: Final = ("CallBreak", "EndBreak", "CallDirector")
"""What players ask for at the table, whose device may be without a network: it counts from when they did."""
_TOO_FEW: Final = {
    Directors.REGISTERED: "register or sign in to direct a tournament",
    Directors.STAFF: "the officials of this server begin its tournaments",
}


# Begin, command, enter


@post("/api/tournaments", status_code=201, summary="Begin a tournament")
async def begin(
    data: JSONBody[NewTournament], player: NamedDependency[Account], house: NamedDependency[House], request: AnyRequest
) -> Response[Begun]:
    """You are its director; keep the link, it is how you come back on any device."""
    if not house.directors.include(player):
        raise PermissionDeniedException(_TOO_FEW[house.directors])
    director = " ".join(data.director.split()) or player.name
    name = data.id or slug(data.name)[:_LONGEST_ID].strip("-") or new_id().lower()
    settings = TournamentSettings(
        id=name,
        name=data.name,
        date=data.date,
        place=data.place,
        currency=data.currency,
        rules_at=data.rules_at,
        languages=data.languages,
    )
    opened = c.OpenTournament(at=house.clock.now(), by=director, settings=settings)
    done = _granted(await house.direct.do(name, opened, f"open/{player.id}/{uuid4()}"))
    return await _begun(house, request, name, director, done.version)


@post("/api/tournaments/{tid:str}/commands", status_code=200, summary="Do something in a tournament")
async def command(
    tid: Tid, data: JSONBody[NewCommand], request: AnyRequest, house: NamedDependency[House]
) -> Response[CommandDone | Moved]:
    """Judged by the tournament; 409 with clauses if it is refused, 409 `stale` with what changed if it is too late."""
    who = await asker(request, house, tid)
    if not who.person:
        raise PermissionDeniedException("open your private link first")
    asked, key = commanded(data, who, house.clock.now()), f"{tid}/{who.person}/{data.id or uuid4()}"
    expected = data.expected if who.roles else None  # what changed may be the desk's own business
    answer = await house.direct.do(tid, asked, key, expected=expected)
    if isinstance(answer, Stale):
        return Response(Moved(version=answer.version, changes=answer.changes), status_code=409)
    done = _granted(answer)
    return Response(CommandDone(version=done.version, events=done.events))


def commanded(data: NewCommand, who: Asker, now: int) -> c.AnyCommand:
    """The command in the name of whoever asks; nobody says that something will have happened."""
    told_late = data.command.get("type") in _TOLD_LATE
    at = data.command.get("at") if who.roles or told_late else None
    if at is not None and not isinstance(at, int):
        raise ValueError(f"expected a time in milliseconds, not {at!r}")
    at = now if at is None else min(at, now)
    received = {"received": now if at < now else 0} if told_late else {}
    found = c.convert_command({**data.command, "by": who.person, "at": at, **received})
    if isinstance(found, c.OpenTournament):
        raise ValueError("a tournament is begun with POST /api/tournaments")
    return found


@post("/api/tournaments/{tid:str}/entries", status_code=201, summary="Enter an event")
async def enter(
    tid: Tid, data: JSONBody[NewEntry], request: AnyRequest, house: NamedDependency[House]
) -> Response[Begun]:
    """You wait for the director's word; the link is yours: your matches, results, everything."""
    who = await asker(request, house, tid)
    people = [Player(id=_free_id(who, data.name), name=data.name, club=data.club, contact=data.contact)]
    if data.partner:
        people.append(Player(id=_free_id(who, data.partner, people[0].id), name=data.partner))
    person = people[0].id
    register = c.Register(at=house.clock.now(), by=person, contest=data.contest, players=tuple(people))
    done = _granted(await house.direct.do(tid, register, f"enter/{tid}/{uuid4()}"))
    return await _begun(house, request, tid, person, done.version)


@post("/api/tournaments/{tid:str}/roster", status_code=200, summary="Enter many at once")
async def roster(tid: Tid, data: JSONBody[Roster], request: AnyRequest, house: NamedDependency[House]) -> CommandDone:
    """From a CSV with a header, as `barpoint tournament import` reads it."""
    who = await asker(request, house, tid)
    who.must(Permission.ADMIT)
    entries = read_roster(data.csv.splitlines(), "the list")
    asked = c.ImportEntrants(at=house.clock.now(), by=who.person, contest=data.contest, entries=entries)
    done = _granted(await house.direct.do(tid, asked, f"roster/{tid}/{uuid4()}"))
    return CommandDone(version=done.version)


def _free_id(who: Asker, name: str, taken: str = "") -> str:
    """An id nobody has: a name alone must not make somebody an official or another player."""
    wanted = found = slug(name) or "player"
    number = 2
    while found in who.state.players or found in who.state.staff or found in (taken, AUTOPILOT, RECORD):
        found, number = f"{wanted}-{number}", number + 1
    return found


async def _begun(house: House, request: AnyRequest, tid: str, person: str, version: int) -> Response[Begun]:
    token = (await house.links.keys(tid)).link(person)
    response = Response(Begun(id=tid, version=version, person=person, link=link_path(tid, token)))
    remember(response, request, tid, token)
    return response


def _granted(answer: Done | Refused | Stale) -> Done:
    if isinstance(answer, Refused):
        raise RefusedException(answer.citation)
    assert isinstance(answer, Done), "nothing was expected"
    return answer


# What everybody may see


@get("/api/tournaments", summary="The tournaments")
async def listing(house: NamedDependency[House]) -> list[Listed]:
    """Newest first."""
    return await listing_of(house)


async def listing_of(house: House) -> list[Listed]:
    """Every tournament of this server."""
    found = [(await house.direct.load(name)).state for name in await house.direct.names()]
    return [listed(state) for state in reversed(found) if state.settings is not None]


def listed(state: Tournament) -> Listed:
    """A line of the list."""
    told = state.settings
    assert told is not None, "only what was opened is listed"
    return Listed(id=told.id, name=told.name or told.id, date=told.date, place=told.place, phase=state.phase)


@get("/api/tournaments/commands", summary="What may be asked of a tournament", sync_to_thread=False)
def command_schema() -> dict[str, Any]:
    """Every command as JSON Schema; `by` and `at` are the server's."""
    return msgspec.json.schema(c.AnyCommand)


@get("/api/tournaments/{tid:str}", summary="A tournament")
async def seen(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> TournamentSeen:
    """Its programme, the terms of its events, and what everybody was told."""
    state = (await asker(request, house, tid)).state
    return TournamentSeen(
        id=tid,
        version=state.version,
        phase=state.phase,
        programme=programme(state),
        terms=tuple(terms(state, contest) for contest in state.contests.values() if contest.published is not None),
        notices=state.notices,
    )


@get("/api/tournaments/{tid:str}/draws/{contest:str}", summary="A draw sheet")
async def sheet(tid: Tid, contest: Cid, request: AnyRequest, house: NamedDependency[House]) -> DrawSheet:
    """Every bracket, round by round, with the reasons of each pairing."""
    state = (await asker(request, house, tid)).state
    return draw_sheet(state, contest_of(state, contest))


def contest_of(state: Tournament, name: str) -> Contest:
    """An event that is published."""
    found = state.contests.get(name)
    if found is None or found.published is None:
        raise NotFoundException(f"there is no event {name[:60]!r}")
    return found


@get("/api/tournaments/{tid:str}/standings", summary="The standings")
async def standings(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> list[TitleStands]:
    """Every title's places so far; tables with their tie-breaks in words."""
    return stands((await asker(request, house, tid)).state)


def stands(state: Tournament) -> list[TitleStands]:
    """Every title of every event."""
    return [
        TitleStands(
            contest=name,
            contest_name=contest.settings.title,
            title=title,
            places=placed(contest, title),
            table=table(contest),
            names={entry.id: str(entry) for entry in contest.approved},
        )
        for name, contest in state.contests.items()
        for title in titles(contest)
    ]


@get("/api/tournaments/{tid:str}/live", summary="The scoreboard")
async def live(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> list[LiveMatch]:
    """Every match at a table."""
    state = (await asker(request, house, tid)).state
    return list(await house.scoreboard.live(state, house.clock.now()))


# For players and officials


@get("/api/tournaments/{tid:str}/me", summary="Your own matches")
async def me(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Participant:
    """What you may do now, what is owed, what is on the record."""
    who = await asker(request, house, tid)
    if not who.plays:
        raise PermissionDeniedException("for players: open your private link first")
    return participant(who.state, who.person, house.clock.now())


@get("/api/tournaments/{tid:str}/desk", summary="The director's table")
async def table_now(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Desk:
    """Who plays where since when, who is late or free, what waits for a word."""
    who = await asker(request, house, tid)
    who.must_be_staff()
    return desk(who.state, house.clock.now())


@get("/api/tournaments/{tid:str}/links", summary="Private links")
async def links(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> list[PersonLink]:
    """The players' for those who admit them; the officials' for the director."""
    who = await asker(request, house, tid)
    who.must(Permission.ADMIT)
    return await people_links(house, who)


async def people_links(house: House, who: Asker) -> list[PersonLink]:
    """The links somebody may hand out."""
    keys, state = await house.links.keys(who.id), who.state
    people = {person: str(player) for person, player in state.players.items() if person not in state.staff}
    if who.may(Permission.SET_UP):
        people = {person: person for person in state.staff} | people
    return [
        PersonLink(
            person=person,
            name=name,
            link=link_path(who.id, keys.link(person)),
            roles=tuple(role.value for role in state.staff.get(person, ())),
        )
        for person, name in people.items()
    ]


@post("/api/tournaments/{tid:str}/links/{person:str}/renew", status_code=200, summary="Replace a private link")
async def renew(tid: Tid, person: FromPath[str], request: AnyRequest, house: NamedDependency[House]) -> PersonLink:
    """The old one opens nothing any more."""
    who = await asker(request, house, tid)
    who.must(Permission.SET_UP if person in who.state.staff else Permission.ADMIT)
    if person not in who.state.players and person not in who.state.staff:
        raise NotFoundException("there is nobody of that name")
    token = await house.links.renew(tid, person)
    return PersonLink(person=person, name=who.state.name_of(person), link=link_path(tid, token))


@get("/api/tournaments/{tid:str}/checklist", summary="What is left before the end")
async def closing(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Checklist:
    """Matches, money, and the reports a book asks for."""
    who = await asker(request, house, tid)
    who.must(Permission.CLOSE)
    return checklist(who.state)


@get("/api/tournaments/{tid:str}/log", media_type="application/jsonl", summary="The log")
async def log(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[bytes]:
    """Every event, one a line: `barpoint tournament` reads it as a file."""
    who = await asker(request, house, tid)
    who.must(Permission.CLOSE)
    body = b"".join(encode(event) + b"\n" for event in who.held.log)
    return Response(body, media_type="application/jsonl", headers=_file(f"{tid}.jsonl"))


@get("/api/tournaments/{tid:str}/ledger", media_type="text/csv", summary="The books")
async def ledger(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> Response[str]:
    """Every booking as CSV."""
    who = await asker(request, house, tid)
    who.must(Permission.MONEY)
    return Response(ledger_csv(who.state), media_type="text/csv", headers=_file(f"{tid}.csv"))


@get("/api/tournaments/{tid:str}/archive", summary="The archive")
async def archived(tid: Tid, request: AnyRequest, house: NamedDependency[House]) -> FullArchive:
    """Everything that is kept, as data; once it is closed."""
    who = await asker(request, house, tid)
    who.must(Permission.CLOSE)
    if who.state.phase is not Phase.CLOSED:
        raise NotFoundException("the archive is there when the tournament is closed")
    kept = archive(who.state)
    return FullArchive(**msgspec.structs.asdict(kept), records=await error_rates(house, who.state))


def _file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


HANDLERS = (
    begin,
    command,
    enter,
    roster,
    listing,
    command_schema,
    seen,
    sheet,
    standings,
    live,
    me,
    table_now,
    links,
    renew,
    closing,
    log,
    ledger,
    archived,
)
