"""Who asks something of a tournament: somebody with a private link, or the public.

The link's token comes in a cookie, which opening the link gives, or for programs in `Authorization: Bearer`.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import Response
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import PathParameter

from barpoint.service.direct import Held
from barpoint.service.house import House
from barpoint.tournament import Phase, Tournament
from barpoint.tournament.staff import Permission, Role, may
from barpoint.web.session import AnyRequest

Tid = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The tournament's id.")]
Cid = Annotated[str, PathParameter(max_length=60, description="The event's id.")]
_SEASON: Final = 180 * 86_400


@dataclass(frozen=True)
class Asker:
    """Somebody, and the tournament as it stands."""

    id: str
    held: Held
    person: str = ""  # "": the public

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.held.state

    @property
    def roles(self) -> tuple[Role, ...]:
        """What the person is there for."""
        return self.state.staff.get(self.person, ())

    @property
    def plays(self) -> bool:
        """Whether it is one of the players."""
        return self.person in self.state.players

    def may(self, permission: Permission) -> bool:
        """Whether the person's roles carry it."""
        return may(self.roles, permission)

    def must_be_staff(self) -> None:
        """The desk is for those who work there."""
        if not self.roles:
            raise PermissionDeniedException("for those who work for this tournament: open your private link first")

    def must(self, permission: Permission) -> None:
        """The same, with what it needs."""
        self.must_be_staff()
        if not self.may(permission):
            raise PermissionDeniedException(f"your role does not let you do this: {permission.replace('_', ' ')}")


async def asker(request: AnyRequest, house: House, tournament: str) -> Asker:
    """Who asks; 404 if there is no such tournament."""
    held = await house.direct.load(tournament)
    if held.state.phase is Phase.NEW:
        raise NotFoundException("there is no such tournament")
    said = request.headers.get("authorization", "")
    token = said.removeprefix("Bearer ") if said else request.cookies.get(cookie_of(tournament), "")
    return Asker(tournament, held, await whose(house, held.state, tournament, token) or "")


async def whose(house: House, state: Tournament, tournament: str, token: str) -> str | None:
    """Whose link a token is."""
    if not token:
        return None
    return (await house.links.keys(tournament)).person(token, dict.fromkeys((*state.staff, *state.players)))


def cookie_of(tournament: str) -> str:
    """The cookie that keeps a link's token."""
    return f"barpoint-{tournament}"


def remember(response: Response[Any], request: AnyRequest, tournament: str, token: str) -> None:
    """This browser is that person from now on; scripts do not see it, other sites do not send it."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_of(tournament), token, max_age=_SEASON, httponly=True, samesite="lax", secure=secure, path="/"
    )


def link_path(tournament: str, token: str) -> str:
    """The private link itself."""
    return f"/t/{tournament}/as/{token}"
