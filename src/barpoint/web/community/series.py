"""Series over HTTP: begin one, take a step, read its standings, print them."""

import csv
import io
from collections.abc import Awaitable, Callable, Hashable
from typing import Annotated, Final, NoReturn
from uuid import uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal
from barpoint.club import (
    OFFICERS,
    SCHEMES,
    Club,
    ClubCode,
    JoinPersons,
    KeepSeries,
    NameOrganiser,
    OpenSeries,
    PointsScheme,
    Series,
    SeriesResult,
    format_points,
    series_markup,
)
from barpoint.club.lists import RatingList, plain_cell
from barpoint.paper import pdf
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.clubs import JoinPreview, PlayedTournament, SeriesTable, preview_join, series_table
from barpoint.service.people import checked_name, handle_of, make_notice, new_id
from barpoint.tournament import slug
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.view_cache import ViewCache
from barpoint.wire.community import (
    NamedLink,
    NewSeries,
    OrganiserByName,
    SeriesHere,
    SeriesListing,
    SeriesPage,
    TakeSeriesStep,
)

SeriesId = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The id of the series.")]
_LONGEST: Final = 40
_MOST_LISTED: Final = 200
_FORBIDDEN: Final = frozenset(
    {ClubCode.NOT_AN_ORGANISER, ClubCode.NOT_AN_OFFICER, ClubCode.NOT_A_KEEPER, ClubCode.CLUB_LINK_WRONG}
)


def refuse(refusal: Refusal) -> NoReturn:
    """Raise what a refusal is over HTTP: forbidden for who may not, 409 with its sentence for the rest."""
    citation = cite(refusal, "")
    if refusal.code in _FORBIDDEN:
        raise PermissionDeniedException(citation.sentence)
    raise RefusedException(citation)


def require_registered(account: Account) -> None:
    """What lasts a season is kept by somebody who can come back."""
    if account.guest:
        raise PermissionDeniedException("register or sign in first")


@get("/api/series", summary="The series")
async def listing(house: NamedDependency[ServerProcess]) -> SeriesHere:
    """The newest first, and the schemes to begin from."""
    names = (await house.series.log.names())[::-1][:_MOST_LISTED]
    known = [(id, await house.series.load(id)) for id in names]
    lines = [
        SeriesListing(id, one.name, one.club, len(one.tournaments), one.closed, _waiting_for_word(one))
        for id, one in known
    ]
    return SeriesHere(tuple(lines), dict(SCHEMES))


def _waiting_for_word(series: Series) -> tuple[str, ...]:
    return tuple(name for name in series.accepted if name not in series.offered and not series.closed)


@post("/api/series", status_code=201, summary="Begin a series")
async def begin(
    data: JSONBody[NewSeries], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> NamedLink:
    """You organise it; a club's is begun by its officers, who organise it too."""
    require_registered(player)
    if data.club and (await house.clubs.load(data.club)).role_of(player.id) not in OFFICERS:
        raise PermissionDeniedException("the officers of a club begin its series")
    scheme = data.scheme if isinstance(data.scheme, PointsScheme) else SCHEMES.get(data.scheme)
    if scheme is None:
        raise ValueError(f"expected a scheme of {', '.join(SCHEMES)}, not {str(data.scheme)[:40]!r}")
    id = await free_name(data.name, house.series.load)
    step = OpenSeries(name=data.name, scheme=scheme, club=data.club)
    opened = await house.series.do(id, step, player, f"series/{uuid4()}")
    if isinstance(opened, Refusal):
        refuse(opened)
    if data.club:
        await house.clubs.do(data.club, KeepSeries(series=id), player, f"club/{uuid4()}")
    return NamedLink(id, data.name)


async def free_name(name: str, load: Callable[[str], Awaitable[Series | Club | RatingList]]) -> str:
    """An id nobody has yet, made of a name."""
    base = slug(name)[:_LONGEST].strip("-") or new_id().lower()
    candidate, number = base, 2
    while (await load(candidate)).version:
        ending = f"-{number}"
        candidate, number = base[: _LONGEST - len(ending)].rstrip("-") + ending, number + 1
    return candidate


@get("/api/series/{sid:str}", summary="A series")
async def page(
    sid: SeriesId, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[SeriesPage]:
    """Its standings, counted from the logs of its tournaments, with every part and every reason."""
    series, played = await _played(house, sid)
    organises = await house.series.may_organise(series, await account_of(request))
    names = await house.ratings.names(series.organisers)
    people = tuple(NamedLink(account, names.get(account, "")) for account in series.organisers)
    club = (await house.clubs.load(series.club)).name if series.club else ""
    return await views.json(
        ("series", sid, _key(series, played), organises, people, club),
        lambda: SeriesPage(series_table(sid, series, played), organises, people, club),
    )


async def _played(house: ServerProcess, id: str) -> tuple[Series, tuple[PlayedTournament, ...]]:
    series = await house.series.load(id)
    if not series.version:
        raise NotFoundException("there is no such series")
    return series, await house.series.played(series)


def _key(series: Series, played: tuple[PlayedTournament, ...]) -> Hashable:
    return series.version, tuple((one.id, one.state.version, tuple(sorted(one.accounts.items()))) for one in played)


@post("/api/series/{sid:str}/steps", status_code=200, summary="Change a series")
async def step(
    sid: SeriesId,
    data: JSONBody[TakeSeriesStep],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> NamedLink:
    """By its organisers; that a tournament counts is said by them and by who directs it."""
    require_registered(player)
    series = await house.series.load(sid)
    if not series.version:
        raise NotFoundException("there is no such series")
    asked = data.step
    if isinstance(asked, OpenSeries):
        raise ValueError("a series is begun with POST /api/series")
    if isinstance(asked, OrganiserByName):
        if not await house.series.may_organise(series, player):
            refuse(Refusal(ClubCode.NOT_AN_ORGANISER))
        asked = NameOrganiser(account=await account_named(house, asked.name))
    after = await house.series.do(sid, asked, player, f"series/{uuid4()}")
    if isinstance(after, Refusal):
        refuse(after)
    if isinstance(asked, NameOrganiser) and asked.organises and asked.account not in (player.id, *series.organisers):
        text, link, now = "You organise {series} now: {by} has said so", f"/series/{sid}", house.clock.now()
        notice = make_notice("series", text, link, now, series=series.name, by=player.name)
        house.club.notices.tell(asked.account, f"organiser/{sid}/{after.version}", notice)
    return NamedLink(sid, series.name)


async def account_named(house: ServerProcess, name: str) -> str:
    """The account that somebody has registered under a name."""
    account = await house.club.means.register.find_by_handle(handle_of(checked_name(name)))
    if account is None:
        refuse(Refusal(ClubCode.NO_SUCH_ACCOUNT))
    return account.id


@post("/api/series/{sid:str}/preview", status_code=200, summary="Two of a series as one person")
async def preview(
    sid: SeriesId,
    data: JSONBody[JoinPersons],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> JoinPreview:
    """What the table would be, for its organisers; nothing is changed."""
    series, played = await _played(house, sid)
    if not await house.series.may_organise(series, player):
        raise PermissionDeniedException("its organisers say who of a series is who")
    shown = await off_loop(lambda: preview_join(sid, series, played, data))
    if shown is None:
        raise NotFoundException("there are no such two in the table")
    return shown


@get("/api/series/{sid:str}/csv", summary="A series as CSV")
async def table_csv(sid: SeriesId, house: NamedDependency[ServerProcess]) -> Response[str]:
    """The standings, one person a line, with what every event and an organiser's hand brought, and the sum.

    Events stand by their names and days; the same once more by their ids comes last, for programs.
    """
    series, played = await _played(house, sid)
    text = await off_loop(lambda: _csv(series_table(sid, series, played)))
    headers = {"content-disposition": f'attachment; filename="series-{sid}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


def _csv(table: SeriesTable) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    ids, titles = [event.id for event in table.events], [plain_cell(event.title) for event in table.events]
    rows.writerow(("place", "last", "name", "points", "events", "won", "lost", *titles, "by_hand", *ids))
    for row in table.rows:
        brought = {result.event: result for result in row.results}
        marks = [_cell(brought[event.id]) if event.id in brought else "" for event in table.events]
        counts = format_points(row.points), row.events, row.won, row.lost
        given = format_points(sum(result.points for result in row.results if not result.event and result.counts))
        rows.writerow((row.place, row.last, plain_cell(row.name), *counts, *marks, given, *marks))
    return text.getvalue()


def _cell(result: SeriesResult) -> str:
    return format_points(result.points) if result.counts else f"({format_points(result.points)})"


@get("/api/series/{sid:str}/print", media_type="application/pdf", summary="A series on paper")
async def printed(sid: SeriesId, house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """The standings as PDF."""
    series, played = await _played(house, sid)

    def make() -> bytes:
        table = series_table(sid, series, played)
        titles = {event.id: event.title for event in table.events}
        return pdf(series_markup(table.name, table.scheme, table.rows, titles))

    headers = {"content-disposition": f'inline; filename="series-{sid}.pdf"'}
    return Response(await off_loop(make), media_type="application/pdf", headers=headers)


HANDLERS = (listing, begin, page, step, preview, table_csv, printed)
