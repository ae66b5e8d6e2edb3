"""The HTTP interface: guests, challenges, matches, exports, presets. Documented at /schema by itself."""

import secrets
from typing import Annotated, TypeVar

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, PathParameter, QueryParameter

from barpoint.board import Refusal, Side
from barpoint.bootstrap import LEVEL_NAMES
from barpoint.match.events import decode
from barpoint.rulebook import Citation, cite, list_presets, preset
from barpoint.service import (
    Account,
    Audience,
    MatchView,
    Room,
    Seat,
    ServerProcess,
    ServiceCode,
    UnreadableStreamError,
    format_of_terms,
    off_loop,
)
from barpoint.service.dice import (
    Verdict,
    decode_dice,
    verify_dice,
    write_dice_file,
)
from barpoint.service.people import (
    Challenge,
    Published,
    access_to,
    audience_of,
    may_watch,
    new_id,
)
from barpoint.service.play import EXPORT_FORMATS, export_match, options_of_terms
from barpoint.web.presets import preset_entry
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of, device, with_cookie
from barpoint.wire.players import (
    MatchLink,
    Me,
    NewChallenge,
    NewGuest,
    NewMatch,
    PresetSummary,
)

Id = Annotated[str, PathParameter(pattern="^[A-Z2-7]{1,32}$", description="As the server gave it.")]
T = TypeVar("T")


@post("/api/guest", status_code=201, summary="Play as a guest")
async def guest(data: JSONBody[NewGuest], request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[Me]:
    """Begin to play at once. The session comes as a cookie; whoever has one already stays who they are."""
    known = await account_of(request)
    if known is not None:
        return Response(await _me(known, house))
    begun = await house.access.guest(data.name, device(request))
    if isinstance(begun, Citation):
        raise RefusedException(begun)
    account, token = begun
    response = Response(Me(account.id, account.name, account.guest))
    with_cookie(response, token, request)
    return response


@get("/api/me", summary="Who you are")
async def me(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> Me:
    """Who the server takes you for, and the matches you sit in."""
    return await _me(player, house)


async def _me(player: Account, house: ServerProcess) -> Me:
    matches = await house.accounts.matches(player.id)
    return Me(player.id, player.name, player.guest, tuple(matches), player.staff)


@get("/api/challenges", summary="The lobby")
async def challenges(house: NamedDependency[ServerProcess]) -> list[Challenge]:
    """What anybody may accept, newest first."""
    return house.lobby.open_challenges()


@get("/api/me/challenges", summary="What you have offered")
async def own_challenges(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[Challenge]:
    """In the lobby or by a link, as long as nobody has accepted it; newest first."""
    return house.lobby.own_challenges(player)


@post("/api/challenges", status_code=201, summary="Offer to play")
async def challenge(
    data: JSONBody[NewChallenge], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> Challenge:
    """Put a challenge into the lobby."""
    return _require_challenge(await house.lobby.offer(player, data.terms))


@get("/api/challenges/{id:str}", summary="One challenge")
async def challenge_by_id(id: Id, house: NamedDependency[ServerProcess]) -> Challenge:
    """A challenge, private ones by their link; `match` says where it went."""
    return _require(await house.lobby.find(id))


@post("/api/challenges/{id:str}/accept", status_code=200, summary="Accept a challenge")
async def accept(
    id: Id,
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    side: Annotated[Side | None, QueryParameter(description="In Doubles: the side to sit at.")] = None,
) -> Challenge:
    """Sit down; `match` is there when all seats are taken."""
    challenge_now = _require_challenge(await house.lobby.accept(player, id, side))
    if challenge_now.match:
        await house.record_seats(_require(await house.play.room(challenge_now.match)))
    return challenge_now


@delete("/api/challenges/{id:str}", status_code=204, summary="Withdraw a challenge")
async def withdraw(id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> None:
    """Take one's own challenge back."""
    _require_challenge(await house.lobby.withdraw(player, id))


@post("/api/matches", status_code=201, summary="Play a bot, or make a link")
async def new_match(
    data: JSONBody[NewMatch], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> MatchLink:
    """A match against a bot begins at once; a link waits for whoever opens it."""
    if data.against == "link":
        challenge_made = _require_challenge(await house.lobby.offer(player, data.terms, private=True))
        return MatchLink(f"/join/{challenge_made.id}", challenge=challenge_made.id)
    if data.level not in LEVEL_NAMES:
        raise ValueError(f"the bot plays at {', '.join(LEVEL_NAMES)}, not {data.level!r}")
    match_format = format_of_terms(data.terms)
    if isinstance(match_format, Refusal):
        raise RefusedException(cite(match_format, preset(data.terms.preset).book))
    if match_format.team > 1:
        raise RefusedException(cite(Refusal(ServiceCode.PAIRS_ONLY), match_format.book))
    person, bot = Seat(player.name, player.id, guest=player.guest), Seat(f"Barpoint ({data.level})", bot=data.level)
    first = data.side == "white" or (data.side == "either" and secrets.randbelow(2) == 0)
    id = new_id()
    white, black = ([person], [bot]) if first else ([bot], [person])
    await house.play.open(id, match_format, white, black, manners=options_of_terms(data.terms))
    await house.record_seats(_require(await house.play.room(id)))
    return MatchLink(f"/match/{id}", match=id)


@get("/api/matches/{id:str}", summary="A match as you see it")
async def match(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> MatchView:
    """The match in your seat's view, or a spectator's."""
    room = await room_of(house, id)
    audience, watching = await audience_for(request, house, room), house.club.watching
    return watching.view(await watching.room_for(room, audience), audience)


@get("/api/matches/{id:str}/export/{form:str}", summary="A match as a file")
async def export_file(
    id: Id,
    form: Annotated[str, PathParameter(description=f"One of {', '.join(EXPORT_FORMATS)}.")],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
) -> Response[bytes]:
    """The whole match in a format other programs read.

    Under the guide watchers take copies once it is over, or if both sides let them (guide:1.3.5b); the log is what a
    page shows of the match anyway.
    """
    if form not in EXPORT_FORMATS:
        raise NotFoundException(f"matches are exported as {', '.join(EXPORT_FORMATS)}, not {form[:20]!r}")
    room = await room_of(house, id)
    log = (await published_for(request, house, id)).log
    if form != "log" and not access_to(room, await account_of(request)).copies:
        raise RefusedException(cite(Refusal(ServiceCode.COPIES_WAIT), room.match.format.book))
    name = f'attachment; filename="{id}.{EXPORT_FORMATS[form].suffix}"'
    body = await off_loop(lambda: export_match(form, log))
    return Response(body, media_type=EXPORT_FORMATS[form].media_type, headers={"content-disposition": name})


@get("/api/matches/{id:str}/dice", summary="A match with its dice")
async def match_dice(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """The log and everything published of the dice, for `barpoint dice verify`."""
    published = await published_for(request, house, id)
    body = await off_loop(lambda: write_dice_file(id, published.log, published.dice))
    name = f'attachment; filename="{id}.dice.json"'
    return Response(body, media_type="application/json", headers={"content-disposition": name})


@get("/api/matches/{id:str}/dice/check", summary="Check the dice of a match")
async def check_dice(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Verdict:
    """Every roll worked out again from the seeds; `wrong` is empty for honest dice."""
    published = await published_for(request, house, id)
    return await off_loop(
        lambda: verify_dice(
            id, [decode(line) for line in published.log], [decode_dice(line) for line in published.dice]
        )
    )


@get("/api/levels", summary="The bot's levels")
async def levels() -> list[str]:
    """How the house's bot can play, from the easiest on."""
    return list(LEVEL_NAMES)


@get("/api/presets", summary="The presets")
async def preset_list() -> list[PresetSummary]:
    """What can be played, under the names people know."""
    return [preset_entry(profile) for profile in list_presets()]


async def room_of(house: ServerProcess, id: str) -> Room:
    """The room of a match; 404 if there is none, 503 if its record was set aside."""
    room = await house.play.room(id)
    if room is None and f"match:{id}" in house.play.set_aside.streams:
        raise UnreadableStreamError(f"match:{id}")
    if room is None:
        raise NotFoundException("there is no such match")
    return room


async def audience_for(request: AnyRequest, house: ServerProcess, room: Room) -> Audience:
    """Whom a match takes whoever asks for, if they may look on."""
    account = await account_of(request)
    if not may_watch(room, account, house.play.now()):
        raise PermissionDeniedException("this match is closed to you as a spectator")
    return audience_of(room, account)


async def published_for(request: AnyRequest, house: ServerProcess, id: str) -> Published:
    """A match's log and its dice as far as whoever asks may see them."""
    room = await room_of(house, id)
    return await house.club.watching.published(room, await audience_for(request, house, room))


def _require(value: T | None) -> T:
    if value is None:
        raise NotFoundException("there is no such thing")
    return value


def _require_challenge(outcome: Challenge | Citation | None) -> Challenge:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    return _require(outcome)


HANDLERS = (
    guest,
    me,
    challenges,
    own_challenges,
    challenge,
    challenge_by_id,
    accept,
    withdraw,
    new_match,
    match,
    export_file,
    match_dice,
    check_dice,
    preset_list,
    levels,
)
