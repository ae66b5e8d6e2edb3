"""Ratings over HTTP: the rule, ladders, what somebody has and had, what a match has changed."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase
from barpoint.officiating.cases import CaseCode
from barpoint.rating import Pool, RatingChange, explain, match_title, pool_named
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.people import new_id
from barpoint.service.play import RatingWithheld
from barpoint.service.ratings import (
    LadderQuery,
    PlayerRatings,
    RatedVerdict,
    board_of_match,
    board_pool,
    event_match,
    history_csv,
    is_provisional,
    ladder_csv,
    player_name,
    published_rule,
    reason_not_counted,
    round_of_match,
)
from barpoint.web.api import Id, audience_for, room_of
from barpoint.web.players import AccountId, player_of
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.wire.players import (
    BoardRatings,
    LadderPage,
    MatchRatings,
    PlayerChange,
    RatingDecision,
    RatingNow,
    RatingsHere,
)

System = Annotated[str, QueryParameter(description="The rating system; the server's own if none is named.")]
PoolName = Annotated[str, QueryParameter(description="As in backgammon/blitz/doubles.")]
_A_DAY = 86_400_000
_BOARD = re.compile("[A-Z2-7]{1,32}$")


@get("/api/ratings", summary="What is rated, and how")
async def ratings(house: NamedDependency[ServerProcess]) -> RatingsHere:
    """The published rule, and the pools there are."""
    systems = house.ratings.systems
    pools = {system: await house.ratings.pools(system) for system in systems}
    return RatingsHere(published_rule(systems), house.ratings.shown, pools)


@get("/api/ladder", summary="A ladder")
async def ladder(
    house: NamedDependency[ServerProcess],
    pool: PoolName = "",
    system: System = "",
    q: Annotated[str, QueryParameter(max_length=40, description="Part of a name.")] = "",
    first: Annotated[int, QueryParameter(ge=0, le=10_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    days: Annotated[int, QueryParameter(ge=0, le=36_500, description="Only who has played in the last so many.")] = 0,
    least: Annotated[int, QueryParameter(ge=0, le=1_000, description="Only who has so many rated matches.")] = 0,
) -> LadderPage:
    """The players of a pool, the highest first."""
    name, chosen = _system(house, system), str(pool_named(pool)) if pool else str(Pool())
    since = house.play.now() - days * _A_DAY if days else 0
    part = await house.ratings.ladder(LadderQuery(name, chosen, q.strip(), since, least, first, count))
    return LadderPage(name, chosen, first, part.total, part.rows)


@get("/api/ladder/csv", summary="A ladder as CSV")
async def ladder_file(house: NamedDependency[ServerProcess], pool: PoolName = "", system: System = "") -> Response[str]:
    """All players of a pool, one a line, the highest first."""
    page = await _whole_ladder(house, pool, system)
    headers = {"content-disposition": f'attachment; filename="ladder-{page.pool.replace("/", "-")}.csv"'}
    body = await off_loop(lambda: ladder_csv(page.rows))
    return Response(body, media_type="text/csv", headers=headers)


@get("/api/ladder/json", summary="A ladder as data")
async def ladder_data(
    house: NamedDependency[ServerProcess], pool: PoolName = "", system: System = ""
) -> Response[LadderPage]:
    """All players of a pool, the highest first."""
    page = await _whole_ladder(house, pool, system)
    headers = {"content-disposition": f'attachment; filename="ladder-{page.pool.replace("/", "-")}.json"'}
    return Response(page, headers=headers)


async def _whole_ladder(house: ServerProcess, pool: str, system: str) -> LadderPage:
    name, chosen = _system(house, system), str(pool_named(pool)) if pool else str(Pool())
    rows = await house.ratings.whole_ladder(name, chosen)
    return LadderPage(name, chosen, 0, len(rows), tuple(rows))


@get("/api/players/{account:str}/ratings", summary="A player's ratings")
async def player_ratings(
    account: AccountId,
    house: NamedDependency[ServerProcess],
    system: System = "",
    first: Annotated[int, QueryParameter(ge=0, le=10_000_000, description="Changes to pass over.")] = 0,
    count: Annotated[int, QueryParameter(ge=0, le=1_000, description="How many changes; 0: all.")] = 0,
) -> PlayerRatings:
    """The curve of every pool, the record by discipline, length and opponent, and every change, the newest first."""
    player, part = await player_of(house, account), slice(first, first + count if count else None)
    return await house.ratings.record_of(player.id, player.name, _system(house, system), part)


@get("/api/players/{account:str}/ratings/csv", summary="A player's ratings as CSV")
async def ratings_csv(account: AccountId, house: NamedDependency[ServerProcess], system: System = "") -> Response[str]:
    """Every change, one a line."""
    player = await player_of(house, account)
    steps, names = await house.ratings.history_of(player.id, _system(house, system))
    headers = {"content-disposition": f'attachment; filename="ratings-{player.id}.csv"'}
    return Response(history_csv(player.id, steps, names), media_type="text/csv", headers=headers)


@get("/api/players/{account:str}/badge", summary="A player's rating as a picture")
async def badge(account: AccountId, house: NamedDependency[ServerProcess], system: System = "") -> Response[str]:
    """An SVG for other pages: the rating of the pool played most."""
    player, name = await player_of(house, account), _system(house, system)
    own = [rating for rating in await house.ratings.ratings_of((player.id,)) if rating.system == name]
    value = "unrated" if not own else f"{own[0].rating.rating:.0f}{'?' if is_provisional(own[0].rating) else ''}"
    return Response(_badge(player.name, value), media_type="image/svg+xml")


def _badge(name: str, value: str) -> str:
    """Two boxes: who, and how strong."""
    left, right = 16 + 7 * len(name), 16 + 8 * len(value)
    whole = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="24" role="img" '
        f'aria-label="{escape(name)}: {value}"><title>{escape(name)}: {value}</title>'
        f'<rect width="{whole}" height="24" rx="4" fill="#1d3b34"/>'
        f'<path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4h-{right - 4}z" fill="#b4552d"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="12" text-anchor="middle">'
        f'<text x="{left / 2:g}" y="16" textLength="{left - 14}" lengthAdjust="spacingAndGlyphs">{escape(name)}</text>'
        f'<text x="{left + right / 2:g}" y="16">{value}</text></g></svg>\n'
    )


@get("/api/ratings/changes", summary="What a match has changed")
async def changes(
    house: NamedDependency[ServerProcess],
    match: Annotated[
        str, QueryParameter(max_length=200, description="Its id; of a tournament's, TOURNAMENT/EVENT/MATCH.")
    ],
) -> MatchRatings:
    """Ratings before and after with their arithmetic, or why the match does not count; `match` may be a board's."""
    verdict = await house.ratings.verdict(match)
    room = await house.play.room(match) if verdict is None and _BOARD.match(match) else None
    place = None if room is None else await event_match(house.direct, room)
    if place is not None and place.pool:
        verdict = await house.ratings.verdict(place.id)
        if verdict is None:
            return MatchRatings(match, rated=True, pending=not place.posted)
    if verdict is None:
        return MatchRatings(match)
    return await match_ratings(house, verdict)


@get("/api/matches/{id:str}/ratings", summary="Ratings of those who play a match")
async def board_ratings(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> BoardRatings:
    """What each of them has in every pool, and which of these the match moves."""
    room = await room_of(house, id)
    await audience_for(request, house, room)
    people = dict.fromkeys(seat.account for side in Side for seat in room.seats(side) if seat.account)
    return BoardRatings(await board_pool(house.direct, room), await ratings_now(house, tuple(people)))


async def ratings_now(house: ServerProcess, accounts: Sequence[str]) -> tuple[RatingNow, ...]:
    """What these have in every pool, the one they play most first, by the system this server shows."""
    return tuple(
        RatingNow(one.player, one.pool, one.rating.rating, is_provisional(one.rating))
        for one in await house.ratings.ratings_of(accounts)
        if one.system == house.ratings.shown
    )


@post("/api/matches/{id:str}/rating", status_code=200, summary="Take a match out of the ratings")
async def decide_rating(
    id: Id,
    data: JSONBody[RatingDecision],
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> MatchRatings:
    """An official's word, with a reason everybody reads; without one the match counts again."""
    room = await room_of(house, id)
    if room.seat_of(staff.id) is not None:
        raise RefusedException(cite(Refusal(CaseCode.OWN_MATCH), room.match.format.book))
    if room.match.phase is not MatchPhase.OVER or not room.match.format.rated:
        raise ValueError("expected a rated match that is over")
    if room.unrated != data.reason:
        withheld = RatingWithheld(at=house.play.now(), by=staff.name, reason=data.reason)
        await house.play.note(room, withheld, f"unrate/{id}/{new_id()}")
    verdict = await house.ratings.verdict(id)
    if verdict is None:
        raise NotFoundException("this match is rated by its tournament")
    return await match_ratings(house, verdict)


async def match_ratings(house: ServerProcess, verdict: RatedVerdict) -> MatchRatings:
    """A finished match with everything it changed."""
    by_system = await house.ratings.changes_by(verdict.id)
    names = await house.ratings.names([change.player for some in by_system.values() for change in some])
    titles: dict[str, str] = {}
    if verdict.match is not None:
        place = await round_of_match(house.direct, verdict.id)
        day = datetime.fromtimestamp(verdict.at / 1000, UTC).date().isoformat()
        titles[verdict.id] = match_title(verdict.match, lambda player: player_name(player, names), place, day)
    steps = [
        _player_change(house, system, change, player_name(change.player, names), titles)
        for system in house.ratings.systems
        for change in by_system.get(system, ())
    ]
    kind = "" if verdict.counts else verdict.why or (verdict.match.kind if verdict.match is not None else "")
    reason, board = reason_not_counted(verdict), await board_of_match(house.direct, verdict.id)
    return MatchRatings(verdict.id, True, verdict.counts, kind, reason, tuple(steps), board=board)


def _player_change(
    house: ServerProcess, system: str, change: RatingChange, name: str, titles: Mapping[str, str]
) -> PlayerChange:
    return PlayerChange(
        system=system,
        pool=str(change.pool),
        player=change.player,
        name=name,
        before=change.before.rating,
        after=change.after.rating,
        deviation=change.after.deviation,
        provisional=is_provisional(change.after),
        arithmetic=explain(change, house.ratings.systems[system], titles),
    )


def _system(house: ServerProcess, name: str) -> str:
    if name and name not in house.ratings.systems:
        raise ValueError(f"this server rates by {', '.join(house.ratings.systems)}, not {name[:20]!r}")
    return name or house.ratings.shown


HANDLERS = (
    ratings,
    ladder,
    ladder_file,
    ladder_data,
    player_ratings,
    ratings_csv,
    badge,
    changes,
    board_ratings,
    decide_rating,
)
