"""What the pages of a tournament's staff ask for: everything in one view, and what a command would do."""

import enum
import types
from typing import Any, Final, cast, get_args

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from barpoint.rulebook import Options, all_books, list_presets
from barpoint.rulebook.profiles import OPTIONS, latitude
from barpoint.service import ServerProcess, off_loop
from barpoint.service.tournaments import Kind, TournamentRefused
from barpoint.tournament import Permission
from barpoint.tournament.views import consequences, director_view, unseated_matches
from barpoint.web.problems import RefusedException
from barpoint.web.qr import qr_svg, site_of
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.api import read_command, require_link
from barpoint.web.tournaments.requester import Tid, find_requester, link_path
from barpoint.web.view_cache import ViewCache, moment_key
from barpoint.wire.directing import CommandTrial, DirectorPage, NewCommand, OptionLatitude

_QR_SCALE: Final = 3
_NOT_FOR_EVENTS: Final = frozenset({"start", "money", "languages", "doubles", "hints", "pip_count", "leave_any_time"})
"""Options that follow from other settings, or that no event of a tournament sets."""


@get("/api/tournaments/{tid:str}/director", summary="The tournament for its staff")
async def director_page(
    tid: Tid, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[DirectorPage]:
    """Events, entries, results, people, money, the desk, as far as one's roles go."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    now, state = house.clock.now(), who.state
    permissions = tuple(permission for permission in Permission if who.may(permission))
    view = await views.bytes_of(
        ("director", tid, state.version, moment_key(now), permissions),
        lambda: msgspec.json.encode(director_view(state, now, permissions)),
    )
    live = await house.scoreboard.live(state, now)
    page = {"person": who.person, "roles": who.roles, "permissions": permissions, "live": live}
    body = msgspec.json.encode(page | {"view": msgspec.Raw(view)})  # a `DirectorPage`
    return cast("Response[DirectorPage]", Response(body, media_type=MediaType.JSON))


@post("/api/tournaments/{tid:str}/trial", status_code=200, summary="What a command would do")
async def command_trial(
    tid: Tid, data: JSONBody[NewCommand], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> CommandTrial:
    """Judged, and not done: refused as it would be, or which matches in hand would lose their players."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    answer = await house.direct.trial(tid, read_command(data, who, house.clock.now()))
    if isinstance(answer, TournamentRefused):
        raise RefusedException(answer.citation)
    after, events = answer
    gone, follows = await off_loop(lambda: (unseated_matches(who.state, after), consequences(who.state, after)))
    return CommandTrial(version=who.state.version, events=len(events), unseated=gone, consequences=follows)


@get("/api/tournaments/{tid:str}/links/{person:str}/qr", summary="A player's private link as a QR code")
async def link_code(
    tid: Tid,
    person: FromPath[str],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    kind: FromQuery[Kind] = "player",
) -> Response[bytes]:
    """For slips and badges: whoever scans it is that player, official or member of the committee."""
    who = await find_requester(request, house, tid)
    require_link(who, person, kind)
    token = (await house.links.keys(tid)).link(person, kind)
    image = await off_loop(lambda: qr_svg(site_of(request) + link_path(tid, token), _QR_SCALE))
    return Response(image, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get("/api/rules/{book:str}/options", summary="What a book lets an event choose", sync_to_thread=False)
def option_list(book: FromPath[str], preset: FromQuery[str] = "") -> list[OptionLatitude]:
    """Every option of an event with the book's latitude and its clauses; those of a preset by its discipline."""
    if book not in {known.id for known in all_books()}:
        raise NotFoundException("there is no such rule book")
    chosen = next((profile.options for profile in list_presets() if profile.name == preset), Options())
    return [_option(book, name, chosen) for name in OPTIONS if name not in _NOT_FOR_EVENTS]


def _option(book: str, name: str, options: Options) -> OptionLatitude:
    allowed = latitude(book, name, options)
    kind, choices = _kind_of(Options.__annotations__[name])
    return OptionLatitude(
        option=name, may=allowed.may.value, clauses=allowed.clauses, only=allowed.only, choices=choices, kind=kind
    )


def _kind_of(annotation: Any) -> tuple[str, tuple[str, ...]]:  # Any: what an option may be
    """How a form asks for it: yes or no, a number, one of some words, or a text."""
    members = get_args(annotation) if isinstance(annotation, types.UnionType) else (annotation,)
    info = next(member for member in members if member is not type(None))
    match msgspec.inspect.type_info(info):
        case msgspec.inspect.BoolType():
            return "bool", ()
        case msgspec.inspect.IntType():
            return "int", ()
        case msgspec.inspect.EnumType(cls=cls):
            return "choice", tuple(_values(cls))
        case _:
            return "text", ()


def _values(cls: type[enum.Enum]) -> list[str]:
    return [str(member.value) for member in cls]


HANDLERS = (director_page, command_trial, link_code, option_list)
