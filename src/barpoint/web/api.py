"""The HTTP interface: guests, challenges, matches, exports, presets. Documented at /schema by itself."""

import secrets
from typing import Annotated, TypeVar

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal
from barpoint.bootstrap import LEVELS
from barpoint.match.events import decode
from barpoint.rulebook.cite import Citation, cite
from barpoint.rulebook.presets import preset, presets
from barpoint.service.access import new_id
from barpoint.service.dice_file import write_dice_file
from barpoint.service.exports import FORMATS, export
from barpoint.service.fair_dice import Verdict, decode_dice, verify
from barpoint.service.house import House
from barpoint.service.lobby import Challenge
from barpoint.service.ports import Account
from barpoint.service.room import Room, Seat
from barpoint.service.terms import format_of, manners_of
from barpoint.service.views import Audience, MatchView
from barpoint.service.watching import audience_of, may_watch
from barpoint.web.presets import listed
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of, with_cookie
from barpoint.wire.http import Me, NewChallenge, NewGuest, NewMatch, Opened, PresetListed

Id = Annotated[str, PathParameter(pattern="^[A-Z2-7]{1,32}$", description="As the server gave it.")]
T = TypeVar("T")


@post("/api/guest", status_code=201, summary="Play as a guest")
async def guest(data: JSONBody[NewGuest], request: AnyRequest, house: NamedDependency[House]) -> Response[Me]:
    """Begin to play at once. The session comes as a cookie; whoever has one already stays who they are."""
    known = await account_of(request)
    if known is not None:
        return Response(await _seen(known, house))
    account, token = await house.access.guest(data.name)
    response = Response(Me(account.id, account.name, account.guest))
    with_cookie(response, token, request)
    return response


@get("/api/me", summary="Who you are")
async def me(player: NamedDependency[Account], house: NamedDependency[House]) -> Me:
    """Who the server takes you for, and the matches you sit in."""
    return await _seen(player, house)


async def _seen(player: Account, house: House) -> Me:
    matches = await house.accounts.matches(player.id)
    return Me(player.id, player.name, player.guest, tuple(matches), player.staff)


@get("/api/challenges", summary="The lobby")
async def challenges(house: NamedDependency[House]) -> list[Challenge]:
    """What anybody may accept, newest first."""
    return house.lobby.listed()


@post("/api/challenges", status_code=201, summary="Offer to play")
async def challenge(
    data: JSONBody[NewChallenge], player: NamedDependency[Account], house: NamedDependency[House]
) -> Challenge:
    """Put a challenge into the lobby."""
    return _granted(await house.lobby.offer(player, data.terms))


@get("/api/challenges/{id:str}", summary="One challenge")
async def one_challenge(id: Id, house: NamedDependency[House]) -> Challenge:  # noqa: A002
    """A challenge, private ones by their link; `match` says where it went."""
    return _found(await house.lobby.find(id))


@post("/api/challenges/{id:str}/accept", status_code=200, summary="Accept a challenge")
async def accept(id: Id, player: NamedDependency[Account], house: NamedDependency[House]) -> Challenge:  # noqa: A002
    """Sit down; `match` is there when all seats are taken."""
    joined = _granted(await house.lobby.accept(player, id))
    if joined.match:
        await house.seated(_found(await house.play.room(joined.match)))
    return joined


@delete("/api/challenges/{id:str}", status_code=204, summary="Withdraw a challenge")
async def withdraw(id: Id, player: NamedDependency[Account], house: NamedDependency[House]) -> None:  # noqa: A002
    """Take one's own challenge back."""
    _granted(await house.lobby.withdraw(player, id))


@post("/api/matches", status_code=201, summary="Play a bot, or make a link")
async def new_match(
    data: JSONBody[NewMatch], player: NamedDependency[Account], house: NamedDependency[House]
) -> Opened:
    """A match against a bot begins at once; a link waits for whoever opens it."""
    if data.against == "link":
        offered = _granted(await house.lobby.offer(player, data.terms, private=True))
        return Opened(f"/join/{offered.id}", challenge=offered.id)
    if data.level not in LEVELS:
        raise ValueError(f"the bot plays at {', '.join(LEVELS)}, not {data.level!r}")
    made = format_of(data.terms)
    if isinstance(made, Refusal):
        raise RefusedException(cite(made, preset(data.terms.preset).book))
    person, bot = Seat(player.name, player.id), Seat(f"Barpoint ({data.level})", bot=data.level)
    first = data.side == "white" or (data.side == "either" and secrets.randbelow(2) == 0)
    pair = ([person] * made.team, [bot] * made.team)
    id = new_id()  # noqa: A001
    white, black = pair if first else pair[::-1]
    await house.play.open(id, made, white, black, manners=manners_of(data.terms))
    await house.seated(_found(await house.play.room(id)))
    return Opened(f"/match/{id}", match=id)


@get("/api/matches/{id:str}", summary="A match as you see it")
async def match(id: Id, request: AnyRequest, house: NamedDependency[House]) -> MatchView:  # noqa: A002
    """The match in your seat's view, or a spectator's."""
    room = _found(await house.play.room(id))
    shown, audience = await _shown(request, house, room)
    return house.club.watching.view(shown, audience)


@get("/api/matches/{id:str}/export/{form:str}", summary="A match as a file")
async def exported(
    id: Id,  # noqa: A002
    form: Annotated[str, PathParameter(description=f"One of {', '.join(FORMATS)}.")],
    request: AnyRequest,
    house: NamedDependency[House],
) -> Response[bytes]:
    """The whole match in a format other programs read."""
    if form not in FORMATS:
        raise NotFoundException(f"matches are exported as {', '.join(FORMATS)}, not {form[:20]!r}")
    log = await log_for(request, house, id)
    name = f'attachment; filename="{id}.{FORMATS[form].suffix}"'
    body = export(form, log)
    return Response(body, media_type=FORMATS[form].media_type, headers={"content-disposition": name})


@get("/api/matches/{id:str}/dice", summary="A match with its dice")
async def diced(id: Id, request: AnyRequest, house: NamedDependency[House]) -> Response[bytes]:  # noqa: A002
    """The log and everything published of the dice, for `barpoint dice verify`."""
    log, dice = await log_for(request, house, id), await house.store.read(f"dice:{id}")
    body = write_dice_file(id, log, [stored.data for stored in dice])
    name = f'attachment; filename="{id}.dice.json"'
    return Response(body, media_type="application/json", headers={"content-disposition": name})


@get("/api/matches/{id:str}/dice/check", summary="Check the dice of a match")
async def dice_checked(id: Id, request: AnyRequest, house: NamedDependency[House]) -> Verdict:  # noqa: A002
    """Every roll worked out again from the seeds; `wrong` is empty for honest dice."""
    log, dice = await log_for(request, house, id), await house.store.read(f"dice:{id}")
    return verify(id, [decode(line) for line in log], [decode_dice(stored.data) for stored in dice])


@get("/api/levels", summary="The bot's levels")
async def levels() -> list[str]:
    """How the house's bot can play, from the easiest on."""
    return list(LEVELS)


@get("/api/presets", summary="The presets")
async def all_presets() -> list[PresetListed]:
    """What can be played, under the names people know."""
    return [listed(profile) for profile in presets()]


async def _shown(request: AnyRequest, house: House, room: Room) -> tuple[Room, Audience]:
    """The room as whoever asks may see it."""
    account = await account_of(request)
    if not may_watch(room, account):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    audience = audience_of(room, account)
    return await house.club.watching.seen(room, audience), audience


async def log_for(request: AnyRequest, house: House, id: str) -> list[bytes]:  # noqa: A002
    """A match's log as far as whoever asks may see it."""
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    shown, _ = await _shown(request, house, room)
    return [stored.data for stored in await house.store.read(f"match:{id}") if stored.version <= shown.version]


def _found(value: T | None) -> T:
    if value is None:
        raise NotFoundException("there is no such thing")
    return value


def _granted(outcome: Challenge | Citation | None) -> Challenge:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return _found(outcome)


HANDLERS = (
    guest,
    me,
    challenges,
    challenge,
    one_challenge,
    accept,
    withdraw,
    new_match,
    match,
    exported,
    diced,
    dice_checked,
    all_presets,
    levels,
)
