"""Who watches, over HTTP: the broadcast desk of those who rule, and what anybody who looks on tells them in private."""

from uuid import uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import TooManyRequestsException
from litestar.params import JSONBody

from barpoint.service import ServerProcess
from barpoint.service.tournaments import TournamentRefused
from barpoint.tournament import WATCHER, Permission
from barpoint.tournament import commands as c
from barpoint.tournament.desk import sight_standing
from barpoint.tournament.views import WatchingDesk, watching_desk
from barpoint.web.live.origins import origin_of
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.records import match_of
from barpoint.web.tournaments.requester import Tid, find_requester
from barpoint.web.view_cache import ViewCache, moment_key
from barpoint.wire.directing import NewSighting, SightReceipt


@get("/api/tournaments/{tid:str}/watching", summary="What is shown and recorded, asked for and reported")
async def broadcast_desk(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[WatchingDesk]:
    """For those who rule; without what was reported of matches they play themselves."""
    who = await find_requester(request, house, tid)
    who.require(Permission.RULE)
    state, now, person = who.state, house.clock.now(), who.player or who.person
    return await views.json(
        ("watching", tid, state.version, moment_key(now), person), lambda: watching_desk(state, now, person)
    )


@post("/api/tournaments/{tid:str}/sightings", status_code=201, summary="Tell the officials what you saw")
async def report_sighting(
    tid: Tid, data: JSONBody[NewSighting], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> SightReceipt:
    """In private, by anybody who does not play the match: its players do not hear of it."""
    who = await find_requester(request, house, tid)
    contest, _ = match_of(who.state, data.contest, data.pairing)
    pace, now = house.club.inquiries.pace, house.clock.now()
    if wait := pace.take(f"sighting {who.person or origin_of(request)}", now):
        headers = {"retry-after": str(-(-wait // 1000))}
        raise TooManyRequestsException("the officials have heard from you already; wait a little", headers=headers)
    told = c.ReportSighting(
        at=now,
        by=who.player or who.person or WATCHER,
        contest=data.contest,
        pairing=data.pairing,
        subject=data.subject,
        about=data.about,
        witness="" if who.person else data.name,
        stream=data.stream,
    )
    answer = await house.direct.do(tid, told, f"sighting/{tid}/{uuid4()}")
    if isinstance(answer, TournamentRefused):
        raise RefusedException(answer.citation)
    standing = sight_standing(contest.book, data.subject, stream=data.stream)
    return SightReceipt(admissible=standing.admissible, clauses=standing.clauses)


HANDLERS = (broadcast_desk, report_sighting)
