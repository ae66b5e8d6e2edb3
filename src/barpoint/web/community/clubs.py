"""Clubs over HTTP: found one, join it by its link, take a step, begin an evening."""

from typing import Annotated
from uuid import uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal
from barpoint.club import OFFICERS, Announce, Club, ClubCode, HoldTournament, JoinClub, KeepSeries, OpenClub
from barpoint.rulebook import Citation
from barpoint.service import Account, ServerProcess, UnreadableStreamError
from barpoint.service.clubs import is_link_of
from barpoint.service.people import make_notice
from barpoint.service.ratings import is_provisional
from barpoint.web.community.series import free_name, refuse, require_registered
from barpoint.web.problems import RefusedException
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest, account_of
from barpoint.wire.community import (
    ClubEventLine,
    ClubListing,
    ClubPage,
    ClubRanked,
    JoinByLink,
    JoinView,
    NamedLink,
    NewClub,
    NewNight,
    NightBegun,
    TakeClubStep,
)

ClubId = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The club's id.")]
ClubKey = Annotated[str, PathParameter(max_length=64, description="The club's link.")]
_MOST_LISTED = 200
_MOST_EVENTS = 30


@get("/api/clubs", summary="The clubs")
async def listing(request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[ClubListing]:
    """One's own first, then the newest."""
    account = await account_of(request)
    id = account.id if account is not None else ""
    lines = []
    for name in (await house.clubs.log.names())[::-1][:_MOST_LISTED]:
        club = await house.clubs.load(name)
        mine = club.member_of(id) is not None
        lines.append(ClubListing(name, club.name, club.place, len(club.members), mine))
    return sorted(lines, key=lambda line: not line.mine)


@post("/api/clubs", status_code=201, summary="Found a club")
async def begin(
    data: JSONBody[NewClub], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> NamedLink:
    """You are its owner."""
    require_registered(player)
    id = await free_name(data.name, house.clubs.load)
    step = OpenClub(name=data.name, owner=player.name, place=data.place, about=data.about)
    opened = await house.clubs.do(id, step, player, f"club/{uuid4()}")
    if isinstance(opened, Refusal):
        refuse(opened)
    return NamedLink(id, data.name)


async def _club(house: ServerProcess, id: str) -> Club:
    club = await house.clubs.load(id)
    if not club.version:
        raise NotFoundException("there is no such club")
    return club


@get("/api/clubs/{club:str}", summary="A club")
async def page(club: ClubId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> ClubPage:
    """What it says of itself, its events and series; who belongs to it, for its members."""
    state, account = await _club(house, club), await account_of(request)
    role = state.role_of(account.id) if account is not None else None
    officer = role in OFFICERS
    series = [NamedLink(name, (await house.series.load(name)).name) for name in state.series]
    nights = [event for event in state.events if event.members]
    return ClubPage(
        id=club,
        version=state.version,
        name=state.name,
        place=state.place,
        about=state.about,
        role=role,
        members=tuple(sorted(state.members.values(), key=lambda one: one.name.casefold())) if role else (),
        announcements=state.announcements[::-1],
        events=tuple(await _events(house, state)),
        series=tuple(series),
        night_series=tuple(name for name, nights_count in state.series.items() if nights_count),
        ladder=await _ladder(house, state) if role else (),
        nights=state.nights[::-1] if officer else (),
        last_here=nights[-1].members if officer and nights else (),
        link=f"{site_of(request)}/clubs/{club}/join/{state.key}" if officer else "",
    )


async def _events(house: ServerProcess, club: Club) -> list[ClubEventLine]:
    lines = []
    for event in club.events[::-1][:_MOST_EVENTS]:
        try:
            state = (await house.direct.load(event.tournament)).state
        except UnreadableStreamError:
            continue
        if state.settings is not None:
            settings = state.settings
            lines.append(ClubEventLine(event.tournament, settings.name or settings.id, settings.date, state.phase))
    return lines


async def _ladder(house: ServerProcess, club: Club) -> tuple[ClubRanked, ...]:
    """Members with ratings, each in the pool played most among them, the highest first."""
    accounts = {one.account: one.name for one in club.members.values() if one.account}
    ratings = [one for one in await house.ratings.ratings_of(sorted(accounts)) if one.system == house.ratings.shown]
    lines = [
        ClubRanked(one.player, accounts[one.player], one.pool, value.rating, value.matches, is_provisional(value))
        for one in ratings
        for value in (one.rating,)
    ]
    return tuple(sorted(lines, key=lambda line: (line.pool, -line.rating)))


@post("/api/clubs/{club:str}/steps", status_code=200, summary="Change a club")
async def step(
    club: ClubId,
    data: JSONBody[TakeClubStep],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> NamedLink:
    """Its officers; a role is given by an owner, and anybody may leave."""
    state, asked = await _club(house, club), data.step
    if isinstance(asked, OpenClub | JoinClub):
        raise ValueError("founding and joining have addresses of their own")
    if isinstance(asked, KeepSeries) and (await house.series.load(asked.series)).club != club:
        raise NotFoundException("the club has no such series")
    if isinstance(asked, HoldTournament) and asked.held and not await house.series.may_offer(asked.tournament, player):
        refuse(Refusal(ClubCode.NOT_AN_ORGANISER))
    after = await house.clubs.do(club, asked, player, f"club/{uuid4()}")
    if isinstance(after, Refusal):
        refuse(after)
    elif isinstance(asked, Announce):
        _tell(house, club, after, asked.text, player)
    return NamedLink(club, state.name)


def _tell(house: ServerProcess, id: str, club: Club, text: str, by: Account) -> None:
    """Everybody of the club who has an account hears of an announcement."""
    shown = text[: 198 - len(club.name)]
    notice = make_notice("club", "{club}: {text}", f"/clubs/{id}", house.clock.now(), club=club.name, text=shown)
    for member in club.members.values():
        if member.account and member.account != by.id:
            house.club.notices.tell(member.account, f"club/{id}/{club.version}", notice)


@get("/api/clubs/{club:str}/join/{key:str}", summary="A club, by its link")
async def join_view(club: ClubId, key: ClubKey, request: AnyRequest, house: NamedDependency[ServerProcess]) -> JoinView:
    """What somebody sees who has the link, before they join."""
    state, account = await _club(house, club), await account_of(request)
    if not is_link_of(state, key):
        raise NotFoundException("this link opens nothing any more: ask the club for its new one")
    joined = account is not None and state.member_of(account.id) is not None
    return JoinView(club, state.name, state.place, state.about, joined)


@post("/api/clubs/{club:str}/join", status_code=200, summary="Join a club")
async def join(
    club: ClubId,
    data: JSONBody[JoinByLink],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> NamedLink:
    """By its link; whether they are somebody the club knows by name alone is an officer's to say."""
    require_registered(player)
    state = await _club(house, club)
    if not is_link_of(state, data.key):
        refuse(Refusal(ClubCode.CLUB_LINK_WRONG))
    known = state.known_by_name(data.known_as or player.name)
    if data.known_as and known is None:
        refuse(Refusal(ClubCode.NO_SUCH_MEMBER))
    step = JoinClub(name=player.name, claims=known.id if known is not None else "")
    after = await house.clubs.do(club, step, player, f"club/{uuid4()}", link=data.key)
    if isinstance(after, Refusal):
        refuse(after)
    return NamedLink(club, state.name)


@get("/api/clubs/{club:str}/qr", media_type="image/svg+xml", summary="A club's link as a picture")
async def qr(
    club: ClubId, player: NamedDependency[Account], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[bytes]:
    """For its officers, to be shown or printed."""
    state = await _club(house, club)
    if state.role_of(player.id) not in OFFICERS:
        refuse(Refusal(ClubCode.NOT_AN_OFFICER))
    return Response(qr_svg(f"{site_of(request)}/clubs/{club}/join/{state.key}"), media_type="image/svg+xml")


@post("/api/clubs/{club:str}/nights", status_code=201, summary="Begin an evening")
async def begin_night(
    club: ClubId,
    data: JSONBody[NewNight],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> NightBegun:
    """Last time's settings, those who are here, the draw made: a tournament you direct."""
    await _club(house, club)
    begun = await house.nights.begin(club, player, data.members, data.newcomers, data.night)
    if isinstance(begun, Citation):
        if begun.code == ClubCode.NOT_AN_OFFICER:
            refuse(Refusal(ClubCode.NOT_AN_OFFICER))
        raise RefusedException(begun)
    return NightBegun(begun, f"/tournaments/{begun}/desk")


HANDLERS = (listing, begin, page, step, join_view, join, qr, begin_night)
