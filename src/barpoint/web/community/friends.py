"""Friends over HTTP: whom one follows, a challenge for one person, matches with days a move."""

from typing import Annotated

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase, side_to_act
from barpoint.rulebook import Citation, cite
from barpoint.service import Account, Room, ServerProcess, ServiceCode
from barpoint.service.people import Challenge, is_by_correspondence, may_watch
from barpoint.web.players import AccountId, player_of
from barpoint.web.problems import RefusedException
from barpoint.wire.community import ChallengeAnswers, CorrespondenceLine, Following, Friend, FriendlyChallenge
from barpoint.wire.players import MatchLink

ChallengeId = Annotated[str, PathParameter(pattern="^[A-Z2-7]{1,32}$", description="As the server gave it.")]
_LOOKED_AT = 60


@get("/api/me/friends", summary="Whom you follow")
async def friends(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[Friend]:
    """By name, those who are here first; whoever is apart from you by a block is not seen."""
    playing = await _public_matches(house, player)
    people = []
    for account in await house.follows.of(player.id):
        other = await house.accounts.find(account)
        if other is None:
            continue
        apart = await house.club.blocks.apart(player.id, account)
        here = not apart and account in house.presence.people
        people.append(Friend(account, other.name, here, "" if apart else playing.get(account, "")))
    return sorted(people, key=lambda one: (not one.here, one.name.casefold()))


async def _public_matches(house: ServerProcess, reader: Account) -> dict[str, str]:
    """Who sits in a match that everybody may watch."""
    playing: dict[str, str] = {}
    for stream in await house.store.streams("match", only_open=True, newest=_LOOKED_AT):
        room = await house.play.room(stream.partition(":")[2])
        if room is not None and room.has_begun and not room.private and may_watch(room, reader, house.play.now()):
            playing |= {seat.account: room.id for side in Side for seat in room.seats(side) if seat.account}
    return playing


@put("/api/me/friends/{account:str}", status_code=204, summary="Follow somebody")
async def follow(
    account: AccountId,
    data: JSONBody[Following],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> None:
    """Or no longer; they are not told."""
    other = await player_of(house, account)
    await house.follows.set(player.id, other.id, follows=data.follows)


@post("/api/players/{account:str}/challenge", status_code=201, summary="Challenge somebody")
async def challenge(
    account: AccountId,
    data: JSONBody[FriendlyChallenge],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> MatchLink:
    """A challenge that one person is told of, and sees until it is answered or over; the match is played in public."""
    other = await player_of(house, account)
    if other.id == player.id:
        raise RefusedException(cite(Refusal(ServiceCode.OWN_CHALLENGE), ""))
    if await house.club.blocks.apart(player.id, other.id):
        raise RefusedException(cite(Refusal(ServiceCode.APART), ""))
    offered = await house.lobby.offer(player, data.terms, private=True, to=other)
    if isinstance(offered, Citation):
        raise RefusedException(offered)
    return MatchLink(f"/join/{offered.id}", challenge=offered.id)


@get("/api/me/answers", summary="Challenges that wait for an answer, and those that have one")
async def answers(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> ChallengeAnswers:
    """What others challenge you to, and what became of challenges you made to somebody."""
    notices = house.club.challenges
    return ChallengeAnswers(tuple(await notices.received(player)), tuple(await notices.answered(player)))


@post("/api/challenges/{id:str}/decline", status_code=200, summary="Decline a challenge")
async def decline(
    id: ChallengeId, player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> Challenge:
    """Say no to what was meant for you; whoever made it is told."""
    declined = await house.lobby.decline(player, id)
    if declined is None:
        raise NotFoundException("there is no such challenge to you")
    if isinstance(declined, Citation):
        raise RefusedException(declined)
    return declined


@get("/api/me/correspondence", summary="Your matches with days a move")
async def correspondence(
    player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> list[CorrespondenceLine]:
    """Those that wait for you first, then by how little time is left."""
    lines = []
    for seat in await house.accounts.matches(player.id, 200):
        room = None if seat.over else await house.play.room(seat.match)
        if room is not None and room.match.phase is not MatchPhase.OVER and is_by_correspondence(room.match.format):
            lines += [line] if (line := _line(house, room, player)) is not None else []
    return sorted(lines, key=lambda line: (not line.own_turn, line.left))


def _line(house: ServerProcess, room: Room, player: Account) -> CorrespondenceLine | None:
    sitting = room.seat_of(player.id)
    if sitting is None:
        return None
    own, state = sitting[0], room.match
    turn = side_to_act(state.game) if state.game is not None else own
    opponent = " + ".join(dict.fromkeys(seat.name for seat in room.seats(own.other)))
    ends = state.clock.expires_at() if state.clock is not None else None
    left = 0 if ends is None else max(0, ends - house.play.now())
    return CorrespondenceLine(room.id, opponent, state.score, turn in (own, None), left)


HANDLERS = (friends, follow, challenge, answers, decline, correspondence)
