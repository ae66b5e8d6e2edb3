"""Lists of federations over HTTP: look at a file, import it, say who is who; what a list says of an event."""

from typing import Annotated, Final
from uuid import uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter, QueryParameter

from barpoint.board import Refusal
from barpoint.club.lists import (
    ColumnMapping,
    ImportRows,
    ListReading,
    ListRow,
    NameKeeper,
    OpenList,
    RatingList,
    list_columns,
    list_csv,
    read_federation_list,
    suggest_mapping,
    word_of,
)
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.clubs import club_matches
from barpoint.service.people import make_notice
from barpoint.tournament import Permission
from barpoint.web.community.series import account_named, free_name, refuse, require_registered
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.tournaments.requester import Cid, Tid, find_requester
from barpoint.wire.community import (
    ClubListed,
    EventListed,
    KeeperByName,
    ListedPerson,
    ListFile,
    ListImported,
    ListListing,
    ListPage,
    ListPreview,
    NamedLink,
    NewList,
    TakeListStep,
)

ListId = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The list's id.")]
_MOST_LISTED: Final = 200
_MOST_ROWS: Final = 50
_MOST_SHOWN: Final = 100
_MOST_BAD: Final = 500


@get("/api/lists", summary="The lists of federations")
async def listing(request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[ListListing]:
    """The newest first."""
    account = await account_of(request)
    names = (await house.lists.log.names())[::-1][:_MOST_LISTED]
    return [_listing(name, await house.lists.load(name), account) for name in names]


def _listing(id: str, state: RatingList, account: Account | None) -> ListListing:
    mine = account is not None and account.id in state.keepers
    return ListListing(id, state.name, state.about, len(state.rows), state.imported, state.source, mine)


@post("/api/lists", status_code=201, summary="Begin a list")
async def begin(
    data: JSONBody[NewList], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> NamedLink:
    """You keep it."""
    require_registered(player)
    id = await free_name(data.name, house.lists.load)
    opened = await house.lists.do(id, OpenList(name=data.name, about=data.about), player, f"list/{uuid4()}")
    if isinstance(opened, Refusal):
        refuse(opened)
    return NamedLink(id, data.name)


@get("/api/lists/{lid:str}", summary="A list")
async def page(
    lid: ListId,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    q: Annotated[str, QueryParameter(max_length=60, description="Part of a name, or a number.")] = "",
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
) -> ListPage:
    """How many it has and from when it is; its rows and who they are, for its keepers."""
    state, account = await _list(house, lid), await account_of(request)
    line = _listing(lid, state, account)
    names = await house.ratings.names(state.keepers)
    keepers = tuple(NamedLink(id, names.get(id, "")) for id in state.keepers)
    if not line.mine:
        return ListPage(line, keepers)
    rows = await off_loop(lambda: _searched(state, q))
    people = [await _person(house, state, row) for row in rows[first : first + _MOST_ROWS]]
    return ListPage(line, keepers, state.mapping, tuple(people), len(rows))


async def _list(house: ServerProcess, id: str) -> RatingList:
    state = await house.lists.load(id)
    if not state.version:
        raise NotFoundException("there is no such list")
    return state


def _searched(state: RatingList, text: str) -> list[ListRow]:
    wanted = text.strip().casefold()
    rows = [row for row in state.rows if wanted in row.name.casefold() or wanted == row.number.casefold()]
    return sorted(rows, key=lambda row: (-row.rating, row.name))


async def _person(house: ServerProcess, state: RatingList, row: ListRow) -> ListedPerson:
    own = word_of("")
    said = next((word for word, key in state.words.items() if key == row.key and word.startswith(own)), "")
    account = await house.accounts.find(said.removeprefix(own)) if said else None
    other = None if said else await house.lists.namesake(row)
    return ListedPerson(row.key, row, _link(account), _link(other))


def _link(account: Account | None) -> NamedLink | None:
    return None if account is None else NamedLink(account.id, account.name)


@post("/api/lists/{lid:str}/preview", status_code=200, summary="Look at a file before it is imported")
async def preview(
    lid: ListId,
    data: JSONBody[ListFile],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> ListPreview:
    """Row by row: what was read of it, and what of it cannot be read and why. Nothing is kept."""
    kept = _require_keeper(await _list(house, lid), player).mapping
    return await off_loop(lambda: _preview(data, kept))


def _preview(data: ListFile, kept: ColumnMapping | None) -> ListPreview:
    text = "\n".join(data.lines)
    columns = list_columns(text)
    try:
        reading = read_federation_list(text, data.mapping or _mapping(columns, kept))
    except ValueError as wrong:
        return ListPreview(columns, data.mapping, why=str(wrong))
    return ListPreview(
        columns,
        reading.mapping,
        reading.rows[:_MOST_SHOWN],
        reading.bad[:_MOST_BAD],
        len(reading.rows),
        len(reading.bad),
    )


def _mapping(columns: tuple[str, ...], kept: ColumnMapping | None) -> ColumnMapping:
    """The one of last time where the file has its columns still."""
    if kept is not None and {*kept.name, kept.rating, kept.number, kept.club} - {""} <= set(columns):
        return kept
    return suggest_mapping(columns)


def _require_keeper(state: RatingList, player: Account) -> RatingList:
    if player.id not in state.keepers:
        raise PermissionDeniedException("this is for those who keep the list")
    return state


@post("/api/lists/{lid:str}/import", status_code=200, summary="Import a file")
async def import_file(
    lid: ListId,
    data: JSONBody[ListFile],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> ListImported:
    """The good rows are the list from now on; the bad ones are named, and the mapping is kept."""
    kept = _require_keeper(await _list(house, lid), player).mapping
    reading = await off_loop(lambda: _reading(data, kept))
    if not reading.rows:
        raise ValueError("expected at least one row that can be read")
    rows = tuple(one.row for one in reading.rows)
    step = ImportRows(mapping=reading.mapping, rows=rows, source=data.source)
    after = await house.lists.do(lid, step, player, f"list/{uuid4()}")
    if isinstance(after, Refusal):
        refuse(after)
    return ListImported(_listing(lid, after, player), reading.bad[:_MOST_BAD])


def _reading(data: ListFile, kept: ColumnMapping | None) -> ListReading:
    text = "\n".join(data.lines)
    return read_federation_list(text, data.mapping or _mapping(list_columns(text), kept))


@post("/api/lists/{lid:str}/steps", status_code=200, summary="Change a list")
async def step(
    lid: ListId,
    data: JSONBody[TakeListStep],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> NamedLink:
    """By its keepers: who a row is, who else keeps the list."""
    state = _require_keeper(await _list(house, lid), player)
    asked = data.step
    if isinstance(asked, KeeperByName):
        asked = NameKeeper(account=await account_named(house, asked.name))
    after = await house.lists.do(lid, asked, player, f"list/{uuid4()}")
    if isinstance(after, Refusal):
        refuse(after)
    if isinstance(asked, NameKeeper) and asked.keeps and asked.account not in state.keepers:
        text, link, now = "You keep {list} now: {by} has said so", f"/lists/{lid}", house.clock.now()
        notice = make_notice("list", text, link, now, list=state.name, by=player.name)
        house.club.notices.tell(asked.account, f"keeper/{lid}/{after.version}", notice)
    return NamedLink(lid, state.name)


@get("/api/lists/{lid:str}/csv", summary="A list as CSV")
async def table_csv(
    lid: ListId, player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> Response[str]:
    """All of it, for its keepers."""
    state = _require_keeper(await _list(house, lid), player)
    headers = {"content-disposition": f'attachment; filename="list-{lid}.csv"'}
    return Response(await off_loop(lambda: list_csv(state.rows)), media_type="text/csv", headers=headers)


@get("/api/lists/{lid:str}/clubs/{club:str}", summary="A club's members on a list")
async def club_members(
    lid: ListId,
    club: Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The club's id.")],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> ClubListed:
    """Each with their row, or those a person has to choose from; for keepers of the list who are of the club."""
    state, members = _require_keeper(await _list(house, lid), player), await house.clubs.load(club)
    if members.role_of(player.id) is None:
        raise PermissionDeniedException("who belongs to a club is for its members")
    matches = await off_loop(lambda: club_matches(state, club, members))
    return ClubListed(NamedLink(club, members.name), matches)


@get("/api/tournaments/{tid:str}/ratings/{contest:str}", summary="What an event's list says of its entrants")
async def event_listed(
    tid: Tid, contest: Cid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> EventListed:
    """Everybody entered with the row of the event's list that is theirs, for who admits players there."""
    who = await find_requester(request, house, tid)
    who.require(Permission.ADMIT)
    event = who.state.contests.get(contest)
    if event is None:
        raise NotFoundException(f"there is no event {contest[:60]!r}")
    source = event.settings.rating_list
    if not source:
        return EventListed("", "", ())
    return EventListed(source, event.settings.rating_list_title, await house.event_ratings.entrants(who.state, event))


HANDLERS = (listing, begin, page, preview, import_file, step, table_csv, club_members, event_listed)
