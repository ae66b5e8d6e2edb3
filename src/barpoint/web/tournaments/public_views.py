"""What everybody may see of a tournament as data and pictures: who meets whom, what was posted, a draw as a picture."""

from typing import Annotated, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter

from barpoint.extras import is_installed
from barpoint.service import ServerProcess, off_loop
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import DeskMatch, desk_overview
from barpoint.tournament.views import MOST_LINES, draw_svg, sheet_png, sheet_translator
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.api import contest_of
from barpoint.web.tournaments.requester import Cid, Tid, find_requester
from barpoint.web.view_cache import ViewCache, moment_key
from barpoint.wire.directing import OpenMatch, PostedResult

_SVG: Final = "image/svg+xml"
_NO_SCRIPT: Final = {"content-security-policy": "default-src 'none'"}
Language = Annotated[str, QueryParameter(max_length=10, description="Of the words in the picture.")]


@get("/api/tournaments/{tid:str}/pairings", summary="Who meets whom")
async def pairings(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[list[OpenMatch]]:
    """Every match that is played or can be, with its table."""
    state, now = (await find_requester(request, house, tid)).state, house.clock.now()
    return await views.json(("pairings", tid, state.version, moment_key(now)), lambda: open_matches(state, now))


def open_matches(state: Tournament, now: int) -> list[OpenMatch]:
    """Those being played first, then those that come next."""
    desk = desk_overview(state, now)
    return [_open_match(state, match) for match in (*desk.playing, *desk.next)]


def _open_match(state: Tournament, match: DeskMatch) -> OpenMatch:
    home, away = match.sides
    return OpenMatch(
        contest=match.contest,
        contest_name=match.contest_name,
        pairing=match.pairing,
        bracket=match.bracket,
        round=match.round,
        length=match.length,
        home=home.name,
        away=away.name,
        hall=match.hall,
        table=match.table,
        stage=match.stage,
        due=match.due,
        since=match.since,
        reasons=state.contests[match.contest].fixtures[match.pairing].reasons,
    )


@get("/api/tournaments/{tid:str}/results", summary="What was posted")
async def results(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[list[PostedResult]]:
    """Every result that stands, newest first."""
    state = (await find_requester(request, house, tid)).state
    return await views.json(("results", tid, state.version), lambda: match_results(state))


def match_results(state: Tournament) -> list[PostedResult]:
    """The results of every event that is published."""
    listed = [
        _result(contest, fixture)
        for contest in state.contests.values()
        if contest.published is not None
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    return sorted(listed, key=lambda result: -result.at)


def _result(contest: Contest, fixture: Fixture) -> PostedResult:
    result, match, length = fixture.result, contest.match_at(fixture), contest.length_at(fixture)
    assert result is not None, "only fixtures with a result are asked for"
    kind, _, board = match.stream.partition(":")
    return PostedResult(
        contest=contest.settings.id,
        contest_name=contest.settings.title,
        pairing=fixture.id,
        bracket=fixture.bracket,
        round=fixture.round,
        length=length.length if length else None,
        home=fixture.pair[0],
        away=fixture.pair[1],
        home_name=str(contest.entries[fixture.pair[0]]),
        away_name=str(contest.entries[fixture.pair[1]]),
        winner="" if result.level else result.winner,
        score=result.score,
        forfeited=result.forfeited,
        drawn=result.drawn,
        both_lost=result.both_lost,
        at=match.completed or 0,
        board=board if kind == "match" else "",
    )


@get("/api/tournaments/{tid:str}/draws/{contest:str}/picture", media_type=_SVG, summary="A draw as a picture")
async def draw_picture(
    tid: Tid,
    contest: Cid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    language: Language = "en",
    form: Annotated[Literal["svg", "png"], QueryParameter(description="PNG for those who show no SVG.")] = "svg",
) -> Response[bytes]:
    """The whole sheet, as it is printed; as SVG, or as PNG where the server has the extra `pictures`."""
    state = (await find_requester(request, house, tid)).state
    event = contest_of(state, contest)

    if form == "png" and not is_installed("pictures"):
        raise NotFoundException("this server makes no PNG")

    def draw() -> bytes:
        svg = draw_svg(state, event, say=sheet_translator(language), most=MOST_LINES)
        return sheet_png(svg) if form == "png" else svg.encode()

    body = await views.bytes_of(("picture", tid, state.version, contest, language, form), draw)
    return Response(body, media_type="image/png" if form == "png" else _SVG, headers=_NO_SCRIPT)


@get("/api/tournaments/{tid:str}/qr", media_type=_SVG, summary="The tournament's address, to be scanned")
async def page_code(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """Its public page as a QR code."""
    await find_requester(request, house, tid)
    address = f"{site_of(request)}/tournaments/{tid}"
    return Response(await off_loop(lambda: qr_svg(address)), media_type=_SVG, headers=_NO_SCRIPT)


HANDLERS = (pairings, results, draw_picture, page_code)
