"""Who one is in a tournament: what the frame of its pages asks first."""

from litestar import get
from litestar.di import NamedDependency

from barpoint.service import ServerProcess
from barpoint.tournament import Contest, Permission
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.requester import Requester, Tid, find_requester
from barpoint.wire.directing import ContestSummary, TournamentAccess


@get("/api/tournaments/{tid:str}/access", summary="What you are in a tournament")
async def access(tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess]) -> TournamentAccess:
    """Your roles and what they let you do, the player you are; and the events there are."""
    return access_of(await find_requester(request, house, tid), house.clock.now())


def access_of(who: Requester, now: int) -> TournamentAccess:
    """What somebody is there."""
    state = who.state
    settings = state.settings
    assert settings is not None, "only what was opened has pages"
    return TournamentAccess(
        id=who.id,
        name=settings.name or who.id,
        date=settings.date,
        place=settings.place,
        currency=settings.currency,
        version=state.version,
        phase=state.phase,
        now=now,
        contests=tuple(_summary(contest) for contest in state.contests.values() if contest.published or who.roles),
        person=who.official if who.roles else "",
        roles=who.roles,
        permissions=tuple(permission for permission in Permission if who.may(permission)),
        player=who.player if who.plays else "",
        player_name=state.shown_name(who.player) if who.plays else "",
        by_account=who.by_account,
        zone=settings.zone,
        screen=state.choices.screen,
        screen_seconds=state.choices.seconds,
    )


def _summary(contest: Contest) -> ContestSummary:
    settings = contest.settings
    return ContestSummary(
        id=settings.id,
        name=settings.title,
        published=contest.published is not None,
        drawn=contest.play is not None,
        finished=contest.finished is not None,
        swiss=settings.swiss is not None,
        team=settings.team,
        preset=settings.preset,
    )


HANDLERS = (access,)
