"""What everybody may see of a tournament as data and pictures: who meets whom, what was posted, a draw as a picture."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter

from barpoint.extras import is_installed
from barpoint.service import ServerProcess, off_loop
from barpoint.service.ratings import contest_pool
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import DeskMatch, desk_overview
from barpoint.tournament.draw import PairingStatus
from barpoint.tournament.views import MOST_LINES, draw_svg, sheet_png, sheet_translator
from barpoint.web.community.ratings import ratings_now
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.api import contest_of
from barpoint.web.tournaments.requester import Cid, Tid, find_requester
from barpoint.web.view_cache import ViewCache, moment_key
from barpoint.wire.directing import EntrantRating, OpenMatch, PostedResult

_SVG: Final = "image/svg+xml"
_PNG: Final = b"\x89PNG"
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
        entrants=(home.entrant, away.entrant),
    )


@get("/api/tournaments/{tid:str}/ratings", summary="Ratings of those who meet")
async def entrant_ratings(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[EntrantRating]:
    """What those have here whose matches can be played, if they have joined by their private links."""
    state, accounts = (await find_requester(request, house, tid)).state, (await house.links.joined(tid)).accounts
    meeting = await off_loop(lambda: _teams_that_meet(state, accounts))
    people = dict.fromkeys(account for _, _, _, team in meeting for account in team)
    known = {(one.player, one.pool): one for one in await ratings_now(house, tuple(people))}
    ratings = []
    for contest, entrant, pool, team in meeting:
        values = [known[account, pool] for account in team if (account, pool) in known]
        if len(values) == len(team):
            mean = sum(one.rating for one in values) / len(values)
            ratings.append(EntrantRating(contest, entrant, mean, any(one.provisional for one in values)))
    return ratings


def _teams_that_meet(state: Tournament, accounts: Mapping[str, str]) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Event, entry, pool and accounts of everybody in a match that can be played, where all of a team have one."""
    teams: dict[tuple[str, str], tuple[str, str, str, tuple[str, ...]]] = {}
    for name, contest in state.contests.items():
        pool = contest_pool(contest)
        for fixture in contest.fixtures.values() if pool else ():
            for entrant in fixture.pair if fixture.status is PairingStatus.READY else ():
                team = tuple(accounts.get(person, "") for person in contest.entries[entrant].people)
                if all(team):
                    teams[name, entrant] = (name, entrant, pool, team)
    return list(teams.values())


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
        _result(state, contest, fixture)
        for contest in state.contests.values()
        if contest.published is not None
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    return sorted(listed, key=lambda result: -result.at)


def _result(state: Tournament, contest: Contest, fixture: Fixture) -> PostedResult:
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
        home_name=state.shown_name(fixture.pair[0], contest),
        away_name=state.shown_name(fixture.pair[1], contest),
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
    return Response(body, media_type="image/png" if body.startswith(_PNG) else _SVG, headers=_NO_SCRIPT)


@get("/api/tournaments/{tid:str}/qr", media_type=_SVG, summary="The tournament's address, to be scanned")
async def page_code(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """Its public page as a QR code."""
    await find_requester(request, house, tid)
    address = f"{site_of(request)}/tournaments/{tid}"
    return Response(await off_loop(lambda: qr_svg(address)), media_type=_SVG, headers=_NO_SCRIPT)


HANDLERS = (pairings, entrant_ratings, results, draw_picture, page_code)
