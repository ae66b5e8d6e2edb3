"""The lobby over HTTP: quick pairing, what can be watched now, ratings of those who are there."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import JSONBody, QueryParameter

from barpoint.board import Side
from barpoint.rulebook import Citation
from barpoint.service import Account, Audience, Room, ServerProcess
from barpoint.service.people import Challenge, may_watch
from barpoint.service.ratings import board_pool
from barpoint.web.community.ratings import ratings_now
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.wire.community import PeoplePresent, PersonHere
from barpoint.wire.players import LiveBoard, QuickRequest, RatingNow

MOST_LIVE = 20
_LOOKED_AT = 60
_MOST_ACCOUNTS = 100
_MOST_HERE = 100


@post("/api/quick", status_code=200, summary="Play somebody now")
async def quick(
    data: JSONBody[QuickRequest], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> Challenge:
    """A match with whoever wants the same, the nearest in rating first; or a challenge to wait with, and ask again."""
    paired = await house.quick.pair(player, data.terms, data.challenge)
    if isinstance(paired, Citation):
        raise RefusedException(paired)
    if paired.match:
        room = await house.play.room(paired.match)
        if room is None:
            raise NotFoundException("there is no such match")
        await house.record_seats(room)
    return paired


@get("/api/live", summary="What can be watched now")
async def live(request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[LiveBoard]:
    """Public matches between people that are being played, the newest first."""
    reader, boards = await account_of(request), list[LiveBoard]()
    for stream in reversed(await house.store.streams("match", only_open=True, newest=_LOOKED_AT)):
        room = await house.play.room(stream.partition(":")[2])
        if room is not None and room.has_begun and _is_public(room) and may_watch(room, reader, house.play.now()):
            boards.append(await _board(house, room))
        if len(boards) == MOST_LIVE:
            break
    return boards


def _is_public(room: Room) -> bool:
    return not room.private and not room.has_bot


async def _board(house: ServerProcess, room: Room) -> LiveBoard:
    state = (await house.club.watching.room_for(room, Audience.SPECTATOR)).match
    names = [" + ".join(dict.fromkeys(seat.name for seat in room.seats(side))) for side in Side]
    white, black = (tuple(dict.fromkeys(seat.account for seat in room.seats(side) if seat.account)) for side in Side)
    pool = await board_pool(house.direct, room)
    return LiveBoard(
        room.id,
        names[0],
        names[1],
        state.score,
        state.format.discipline,
        state.in_force,
        bool(pool) or state.format.rated,
        pool,
        (white, black),
    )


@get("/api/here", summary="Who is here")
async def people_here(request: AnyRequest, house: NamedDependency[ServerProcess]) -> PeoplePresent:
    """Whoever has a page open, at any process of this server; whoever is apart from you by a block is not seen."""
    reader, names = await account_of(request), await house.ratings.names(list(house.presence.people))
    people, unseen = list[PersonHere](), 0
    for account, name in sorted(names.items(), key=lambda one: one[1].casefold()):
        if len(people) == _MOST_HERE:
            break
        if reader is not None and account != reader.id and await house.club.blocks.apart(reader.id, account):
            unseen += 1
        else:
            people.append(PersonHere(account, name))
    return PeoplePresent(tuple(people), len(names) - unseen)


@get("/api/ratings/of", summary="Ratings of several people")
async def ratings_of(
    house: NamedDependency[ServerProcess],
    accounts: Annotated[str, QueryParameter(max_length=4_000, description="Accounts, joined by commas.")],
) -> list[RatingNow]:
    """What each has in every pool, by the system this server shows."""
    wanted = [account for account in accounts.split(",") if account]
    if len(wanted) > _MOST_ACCOUNTS:
        raise ValidationException(f"ratings of at most {_MOST_ACCOUNTS} people are told at once")
    return list(await ratings_now(house, wanted))


HANDLERS = (quick, live, people_here, ratings_of)
