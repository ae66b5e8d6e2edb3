"""Tournaments over HTTP: begin one, command it, enter it, look at it.

Anybody may look at what is public and enter; everything else needs a private link (see `requester`). `by` is always
whoever asks. Officials may say when something happened, up to now. What players tell happens when it arrives, but for
breaks and calls from a table whose device was without a network: the record has both times.
"""

from contextlib import suppress
from secrets import randbelow
from typing import Annotated, Any, Final
from urllib.parse import quote
from uuid import uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from barpoint.board import Refusal
from barpoint.rulebook import cite, sentence_in
from barpoint.service import Account, Directors, ServerProcess, UnreadableStreamError, is_case_of, off_loop
from barpoint.service.people import new_id
from barpoint.service.tournaments import (
    Kind,
    LinkKeys,
    LiveMatch,
    Stale,
    TournamentDone,
    TournamentRefused,
    stream_of,
)
from barpoint.tournament import (
    AUTOPILOT,
    RECORD,
    Contest,
    Permission,
    Player,
    Tournament,
    TournamentCode,
    TournamentPhase,
    TournamentSettings,
    is_of_the_house,
    read_roster,
    score_table,
    slug,
    title_places,
    titles,
)
from barpoint.tournament import commands as c
from barpoint.tournament.desk import ClosingChecklist, Desk, check_closing, desk_overview
from barpoint.tournament.events import encode
from barpoint.tournament.money import ledger_csv
from barpoint.tournament.views import (
    MOST_LINES,
    DrawSheet,
    Participant,
    TournamentResults,
    contest_terms,
    draw_sheet,
    participant_view,
    programme,
    results_csv,
    tournament_archive,
    tournament_results,
)
from barpoint.web.languages import request_language
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.tournaments.records import error_rates
from barpoint.web.tournaments.requester import (
    Cid,
    Requester,
    Tid,
    find_requester,
    link_path,
    remember,
)
from barpoint.web.tournaments.roles import require_director_left
from barpoint.web.view_cache import ViewCache, moment_key
from barpoint.wire.directing import (
    AccessLink,
    BatchReceipt,
    CommandBatch,
    CommandReceipt,
    FullArchive,
    NewCommand,
    NewEntry,
    NewTournament,
    PersonLink,
    RefusedStep,
    Roster,
    StaleCommand,
    TitleStandings,
    TournamentListing,
    TournamentView,
    WhoDirects,
)

_CURRENCY: Final = "EUR"
_LONGEST_ID: Final = 40
_TOLD_LATE: Final = ("CallBreak", "EndBreak", "CallDirector")
"""What players ask for at the table, whose device may be without a network: it counts from when they did."""
_MOST_LISTED: Final = 100
_TOO_FEW: Final = {
    Directors.REGISTERED: "register or sign in to direct a tournament",
    Directors.STAFF: "the officials of this server begin its tournaments",
}


# Begin, command, enter


@post("/api/tournaments", status_code=201, summary="Begin a tournament")
async def begin(
    data: JSONBody[NewTournament],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    request: AnyRequest,
) -> Response[AccessLink]:
    """You are its director, wherever your account signs in; the link is for whoever has none."""
    if not house.directors.include(player):
        raise PermissionDeniedException(_TOO_FEW[house.directors])
    director = " ".join(data.director.split()) or player.name
    name = data.id or await _free_tournament(house, slug(data.name)[:_LONGEST_ID].strip("-") or new_id().lower())
    settings = TournamentSettings(
        id=name,
        name=data.name,
        date=data.date,
        place=data.place,
        currency=data.currency.strip() or _CURRENCY,
        rules_at=data.rules_at,
        languages=data.languages,
        zone=data.zone,
    )
    opened = c.OpenTournament(at=house.clock.now(), by=director, settings=settings)
    done = _require_done(await house.direct.do(name, opened, f"open/{player.id}/{uuid4()}"))
    await house.links.give_role(name, director, player.id)
    return await _link_response(house, request, name, director, "staff", done.version)


@get("/api/directors", summary="Who may begin a tournament", sync_to_thread=False)
def directors(house: NamedDependency[ServerProcess]) -> WhoDirects:
    """Said before anybody fills a form in."""
    return WhoDirects(who=house.directors.value)


async def _free_tournament(house: ServerProcess, base: str) -> str:
    """An id no tournament has: two of one name are told apart by a number."""
    candidate, number = base, 2
    while (await house.direct.load(candidate)).state.phase is not TournamentPhase.NEW:
        ending = f"-{number}"
        candidate, number = base[: _LONGEST_ID - len(ending)].rstrip("-") + ending, number + 1
    return candidate


@post("/api/tournaments/{tid:str}/commands", status_code=200, summary="Do something in a tournament")
async def command(
    tid: Tid, data: JSONBody[NewCommand], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[CommandReceipt | StaleCommand]:
    """Judged by the tournament; 409 with clauses if it is refused, 409 `stale` with what changed if it is too late."""
    who = (await find_requester(request, house, tid)).acting(data.acting)
    if not who.person:
        raise PermissionDeniedException("open your private link first")
    if is_of_the_house(who.person):  # 0.1.0 let staff be called so
        raise PermissionDeniedException("the server itself acts under this name")
    command_asked, key = read_command(data, who, house.clock.now()), command_key(who, data.id or str(uuid4()))
    if not await is_case_of(house.store, getattr(command_asked, "case", ""), tid):
        raise RefusedException(cite(Refusal(TournamentCode.CASE_NOT_OF_TOURNAMENT), ""))
    await require_director_left(house, who, [command_asked])
    expected = data.expected if who.roles else None  # what changed may be the desk's own business
    answer = await house.direct.do(
        tid, command_asked, key, expected=expected, own=data.own, as_player=who.kind == "player"
    )
    if isinstance(answer, Stale):
        return Response(StaleCommand(version=answer.version, changes=answer.changes), status_code=409)
    done = _require_done(answer)
    return Response(CommandReceipt(version=done.version, events=done.events))


@post("/api/tournaments/{tid:str}/commands/batch", status_code=200, summary="Do several things in one go")
async def command_batch(
    tid: Tid, data: JSONBody[CommandBatch], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> BatchReceipt:
    """For officials: each step is judged in its turn, done whole or not at all; the answer lists what was refused."""
    who = (await find_requester(request, house, tid)).acting("staff")
    who.require_staff()
    if is_of_the_house(who.person):  # 0.1.0 let staff be called so
        raise PermissionDeniedException("the server itself acts under this name")
    now = house.clock.now()
    steps = [[read_command(NewCommand(command=one), who, now) for one in step] for step in data.steps]
    for command_asked in (one for step in steps for one in step):
        if not await is_case_of(house.store, getattr(command_asked, "case", ""), tid):
            raise RefusedException(cite(Refusal(TournamentCode.CASE_NOT_OF_TOURNAMENT), ""))
    await require_director_left(house, who, [one for step in steps for one in step])
    language = request_language(request)
    done = await house.direct.do_steps(tid, steps, command_key(who, data.id or str(uuid4())))
    refused = tuple(
        RefusedStep(step=number, detail=sentence_in(language, answer.citation), clauses=answer.citation.clauses)
        for number, answer in done.refused
    )
    return BatchReceipt(version=done.version, events=done.events, refused=refused)


def command_key(who: Requester, id: str) -> str:
    """The id of a command: its client's own, told apart from everybody else's and from those of the server itself.

    Nothing else begins with the name of the stream; a person's name, which may be anything, ends where it ends.
    """
    return f"{stream_of(who.id)}/{who.kind}/{quote(who.person, safe='')}/{id}"


def read_command(data: NewCommand, who: Requester, now: int) -> c.AnyCommand:
    """The command in the name of whoever asks; nobody says that something will have happened."""
    told_late = data.command.get("type") in _TOLD_LATE
    at = data.command.get("at") if who.roles or told_late else None
    if at is not None and not isinstance(at, int):
        raise ValueError(f"expected a time in milliseconds, not {at!r}")
    at = now if at is None else min(at, now)
    received = {"received": now if at < now else 0} if told_late else {}
    said = {name: value for name, value in data.command.items() if name != "device"}  # the server alone names one
    converted = c.convert_command({**said, "by": who.person, "at": at, **received})
    if isinstance(converted, c.RollForWishes) and not (who.roles and converted.rolled):
        return msgspec.structs.replace(converted, rolled=((_die(), _die()), (_die(), _die())))
    if isinstance(converted, c.OpenTournament):
        raise ValueError("a tournament is begun with POST /api/tournaments")
    return converted


def _die() -> int:
    """For who may choose; dice of play are proven (docs/dice.md)."""
    return 1 + randbelow(6)


@post("/api/tournaments/{tid:str}/entries", status_code=201, summary="Enter an event")
async def enter(
    tid: Tid, data: JSONBody[NewEntry], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[AccessLink]:
    """You accept the rules and wait for the director's word; the link is yours: your matches, results, everything."""
    who = await find_requester(request, house, tid)
    if not data.accepted:
        entered = who.state.contests.get(data.contest)
        raise RefusedException(cite(Refusal(TournamentCode.RULES_NOT_ACCEPTED), entered.book if entered else ""))
    people = [Player(id=_free_id(who, data.name), name=data.name, club=data.club, contact=data.contact)]
    if data.partner:
        people.append(Player(id=_free_id(who, data.partner, people[0].id), name=data.partner))
    person = people[0].id
    register = c.Register(
        at=house.clock.now(), by=person, contest=data.contest, players=tuple(people), accepted=data.accepted
    )
    done = _require_done(await house.direct.do(tid, register, f"enter/{tid}/{uuid4()}"))
    account = await account_of(request)
    if account is not None and not account.guest:
        await house.links.join(tid, person, account.id)
        await house.event_ratings.rate_newcomer(tid, data.contest, person, house.clock.now())
    return await _link_response(house, request, tid, person, "player", done.version)


@post("/api/tournaments/{tid:str}/roster", status_code=200, summary="Enter many at once")
async def roster(
    tid: Tid, data: JSONBody[Roster], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> CommandReceipt:
    """From a CSV with a header, as `barpoint tournament import` reads it."""
    who = await find_requester(request, house, tid)
    who.require(Permission.ADMIT)
    entries = await off_loop(lambda: read_roster(data.csv.splitlines(), "the list"))
    entry_command = c.ImportEntrants(at=house.clock.now(), by=who.person, contest=data.contest, entries=entries)
    done = _require_done(await house.direct.do(tid, entry_command, f"roster/{tid}/{uuid4()}"))
    return CommandReceipt(version=done.version)


def _free_id(who: Requester, name: str, taken: str = "") -> str:
    """An id nobody has: a name alone must not make somebody an official or another player."""
    base = candidate = slug(name) or "player"
    number = 2
    while candidate in who.state.players or candidate in who.state.staff or candidate in (taken, AUTOPILOT, RECORD):
        candidate, number = f"{base}-{number}", number + 1
    return candidate


async def _link_response(
    house: ServerProcess, request: AnyRequest, tid: str, person: str, kind: Kind, version: int
) -> Response[AccessLink]:
    token = (await house.links.keys(tid)).link(person, kind)
    response = Response(AccessLink(id=tid, version=version, person=person, link=link_path(tid, token)))
    remember(response, request, tid, token, kind)
    return response


def _require_done(answer: TournamentDone | TournamentRefused | Stale) -> TournamentDone:
    if isinstance(answer, TournamentRefused):
        raise RefusedException(answer.citation)
    assert isinstance(answer, TournamentDone), "nothing was expected"
    return answer


# What everybody may see


@get("/api/tournaments", summary="The tournaments")
async def listing(
    house: NamedDependency[ServerProcess],
    before: Annotated[str, QueryParameter(max_length=80, description="Those begun before this one.")] = "",
) -> list[TournamentListing]:
    """Newest first, so many at a time."""
    return await listing_of(house, before)


async def listing_of(house: ServerProcess, before: str = "") -> list[TournamentListing]:
    """The newest tournaments of this server, or the newest of those begun before another."""
    names = (await house.direct.names())[::-1]
    begin = names.index(before) + 1 if before in names else 0
    entries = []
    for name in names[begin : begin + _MOST_LISTED]:
        with suppress(UnreadableStreamError):
            state = (await house.direct.load(name)).state
            entries += [list_entry(state)] if state.settings is not None else []
    return entries


def list_entry(state: Tournament) -> TournamentListing:
    """A line of the list."""
    settings = state.settings
    assert settings is not None, "only what was opened is listed"
    return TournamentListing(
        id=settings.id, name=settings.name or settings.id, date=settings.date, place=settings.place, phase=state.phase
    )


@get("/api/tournaments/commands", summary="What may be asked of a tournament", sync_to_thread=False)
def command_schema() -> dict[str, Any]:
    """Every command as JSON Schema; `by` and `at` are the server's."""
    return msgspec.json.schema(c.AnyCommand)


@get("/api/tournaments/{tid:str}", summary="A tournament")
async def overview(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[TournamentView]:
    """Its programme, the terms of its events, and what everybody was told."""
    state = (await find_requester(request, house, tid)).state
    return await views.json(("overview", tid, state.version), lambda: _overview(tid, state))


def _overview(tid: str, state: Tournament) -> TournamentView:
    published = {name: contest for name, contest in state.contests.items() if contest.published is not None}
    return TournamentView(
        id=tid,
        version=state.version,
        phase=state.phase,
        programme=programme(state),
        terms=tuple(contest_terms(state, contest) for contest in published.values()),
        notices=state.notices,
        entries={
            name: tuple(state.shown_name(entry.id, contest) for entry in contest.active_entries)
            for name, contest in published.items()
        },
        presets={name: contest.settings.preset for name, contest in published.items()},
    )


@get("/api/tournaments/{tid:str}/draws/{contest:str}", summary="A draw sheet")
async def sheet(
    tid: Tid,
    contest: Cid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    bracket: Annotated[str, QueryParameter(max_length=40, description="Where the page begins.")] = "",
    number: Annotated[int, QueryParameter(name="round", ge=1, description="The round it begins with.")] = 1,
) -> Response[DrawSheet]:
    """Every bracket, round by round, with the reasons of each pairing; `more` says where the next page begins."""
    state = (await find_requester(request, house, tid)).state
    event, first = contest_of(state, contest), (bracket, number) if bracket else None
    return await views.json(
        ("sheet", tid, state.version, contest, first), lambda: draw_sheet(state, event, MOST_LINES, first)
    )


def contest_of(state: Tournament, name: str) -> Contest:
    """An event that is published."""
    contest = state.contests.get(name)
    if contest is None or contest.published is None:
        raise NotFoundException(f"there is no event {name[:60]!r}")
    return contest


@get("/api/tournaments/{tid:str}/standings", summary="The standings")
async def standings(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[list[TitleStandings]]:
    """Every title's places so far; tables with their tie-breaks in words."""
    state = (await find_requester(request, house, tid)).state
    return await views.json(("standings", tid, state.version), lambda: title_standings(state))


@get("/api/tournaments/{tid:str}/results/json", summary="The results")
async def results_data(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[TournamentResults]:
    """Every match that has a result and the places of every title; with the federation's numbers for who closes it."""
    who = await find_requester(request, house, tid)
    state, numbered = who.state, who.may(Permission.CLOSE)
    return await views.json(
        ("results data", tid, state.version, numbered), lambda: tournament_results(state, numbered=numbered)
    )


@get("/api/tournaments/{tid:str}/results/csv", summary="The results as CSV")
async def results_file(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[bytes]:
    """Every match that has a result, one a line; with the federation's numbers for who closes it."""
    who = await find_requester(request, house, tid)
    state, numbered = who.state, who.may(Permission.CLOSE)
    body = await views.bytes_of(
        ("results csv", tid, state.version, numbered),
        lambda: results_csv(tournament_results(state, numbered=numbered)).encode(),
    )
    return Response(body, media_type="text/csv", headers=_file(f"{tid}-results.csv"))


def title_standings(state: Tournament) -> list[TitleStandings]:
    """Every title of every event."""
    return [
        TitleStandings(
            contest=name,
            contest_name=contest.settings.title,
            title=title,
            places=title_places(contest, title),
            table=score_table(contest, title),
            names={entry.id: state.shown_name(entry.id, contest) for entry in contest.active_entries},
        )
        for name, contest in state.contests.items()
        for title in titles(contest)
    ]


@get("/api/tournaments/{tid:str}/live", summary="The scoreboard")
async def live(
    tid: Tid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    table: Annotated[str, QueryParameter(max_length=40, description="Only what is played there.")] = "",
) -> list[LiveMatch]:
    """Every match at a table."""
    state = (await find_requester(request, house, tid)).state
    return list(await house.scoreboard.live(state, house.clock.now(), table))


# For players and officials


@get("/api/tournaments/{tid:str}/me", summary="Your own matches")
async def me(
    tid: Tid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    seen_as: Annotated[
        str, QueryParameter(name="as", max_length=80, description="A player, as the desk may see.")
    ] = "",
) -> Response[Participant]:
    """What you may do now, what is owed, what is on the record; or as a player sees it, for those who admit players."""
    who = await find_requester(request, house, tid)
    if seen_as and seen_as != who.player:
        who.require(Permission.ADMIT)
        if seen_as not in who.state.players:
            raise NotFoundException("there is nobody of that name")
    elif not who.plays:
        raise PermissionDeniedException("for players: open your private link first")
    state, person, now = who.state, seen_as or who.player, house.clock.now()
    return await views.json(
        ("me", tid, state.version, person, moment_key(now)), lambda: participant_view(state, person, now)
    )


@get("/api/tournaments/{tid:str}/desk", summary="The director's table")
async def director_desk(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[Desk]:
    """Who plays where since when, who is late or free, what waits for a word."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    state, now = who.state, house.clock.now()
    return await views.json(("desk", tid, state.version, moment_key(now)), lambda: desk_overview(state, now))


@get("/api/tournaments/{tid:str}/links", summary="Private links")
async def links(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[PersonLink]:
    """The players' for those who admit them; the officials' for the director."""
    who = await find_requester(request, house, tid)
    who.require(Permission.ADMIT)
    return await people_links(house, who)


async def people_links(house: ServerProcess, who: Requester) -> list[PersonLink]:
    """The links somebody may hand out."""
    keys = await house.links.keys(who.id)
    return await off_loop(lambda: _people_links(keys, who))


def require_link(who: Requester, person: str, kind: Kind) -> None:
    """The players' links are for those who admit them, the others' for the director; 404 if nobody is called so."""
    who.require(Permission.ADMIT if kind == "player" else Permission.SET_UP)
    people = {"player": who.state.players, "staff": who.state.staff, "committee": who.state.committee}
    if person not in people[kind]:
        raise NotFoundException("there is nobody of that name")


def _people_links(keys: LinkKeys, who: Requester) -> list[PersonLink]:
    state = who.state
    people: list[tuple[str, str, Kind]] = [(person, state.shown_name(person), "player") for person in state.players]
    if who.may(Permission.SET_UP):
        people += [(person, state.shown_name(person), "staff") for person in state.staff]
        members = (name for name in state.committee if name not in state.staff and name not in state.players)
        people += [(name, name, "committee") for name in members]
    return [
        PersonLink(
            person=person,
            name=name,
            link=link_path(who.id, keys.link(person, kind)),
            kind=kind,
            roles=tuple(role.value for role in state.staff[person]) if kind == "staff" else (),
        )
        for person, name, kind in people
    ]


@post("/api/tournaments/{tid:str}/links/{person:str}/renew", status_code=200, summary="Replace a private link")
async def renew(
    tid: Tid,
    person: FromPath[str],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    kind: FromQuery[Kind | None] = None,
) -> PersonLink:
    """The old one opens nothing any more; without a kind an official's, or else a player's."""
    who = await find_requester(request, house, tid)
    kind = kind or ("staff" if person in who.state.staff else "player")
    require_link(who, person, kind)
    token = await house.links.renew(tid, person, kind)
    return PersonLink(person=person, name=who.state.shown_name(person), link=link_path(tid, token), kind=kind)


@get("/api/tournaments/{tid:str}/checklist", summary="What is left before the end")
async def closing_checklist(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[ClosingChecklist]:
    """Matches, money, and the reports a book asks for."""
    who = await find_requester(request, house, tid)
    who.require(Permission.CLOSE)
    state = who.state
    return await views.json(("checklist", tid, state.version), lambda: check_closing(state))


@get("/api/tournaments/{tid:str}/log", media_type="application/jsonl", summary="The log")
async def log(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[bytes]:
    """Every event, one a line: `barpoint tournament` reads it as a file."""
    who = await find_requester(request, house, tid)
    who.require(Permission.CLOSE)
    events = who.snapshot.log
    body = await views.bytes_of(("log", tid, len(events)), lambda: b"".join(encode(event) + b"\n" for event in events))
    return Response(body, media_type="application/jsonl", headers=_file(f"{tid}.jsonl"))


@get("/api/tournaments/{tid:str}/ledger", media_type="text/csv", summary="The books")
async def ledger(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[bytes]:
    """Every booking as CSV."""
    who = await find_requester(request, house, tid)
    who.require(Permission.MONEY)
    state = who.state
    body = await views.bytes_of(("ledger", tid, state.version), lambda: ledger_csv(state).encode())
    return Response(body, media_type="text/csv", headers=_file(f"{tid}.csv"))


@get("/api/tournaments/{tid:str}/archive", summary="The archive")
async def archive_file(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> FullArchive:
    """Everything that is kept, as data; once it is closed."""
    who = await find_requester(request, house, tid)
    who.require(Permission.CLOSE)
    if who.state.phase is not TournamentPhase.CLOSED:
        raise NotFoundException("the archive is there when the tournament is closed")
    contents = await off_loop(lambda: tournament_archive(who.state))
    return FullArchive(**msgspec.structs.asdict(contents), records=await error_rates(house, who.state))


def _file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


HANDLERS = (
    begin,
    directors,
    command,
    command_batch,
    enter,
    roster,
    listing,
    command_schema,
    overview,
    sheet,
    standings,
    results_data,
    results_file,
    live,
    me,
    director_desk,
    links,
    renew,
    closing_checklist,
    log,
    ledger,
    archive_file,
)
