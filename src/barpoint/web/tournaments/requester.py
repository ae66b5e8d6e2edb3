"""Who asks something of a tournament: the public, or somebody who works for it, plays in it, or both.

account     whoever is signed in has the role their account has there, and plays as whom it plays for, on every device
link        a private link adds to that, for people without an account: it takes no role away, and an account's own role
            goes before it. Its token comes in a cookie, which opening the link gives; one for each thing one can be
bearer      a program names a link in `Authorization: Bearer`, and is what that link is for, nothing else
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from litestar import Response
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import PathParameter

from barpoint.service import Account, ServerProcess, TournamentSnapshot
from barpoint.service.tournaments import Kind
from barpoint.tournament import (
    Permission,
    Role,
    Tournament,
    TournamentPhase,
    may,
)
from barpoint.tournament import events as e
from barpoint.web.session import AnyRequest, account_of, is_secure, make_cookie, read_cookie

Tid = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$", description="The tournament's id.")]
Cid = Annotated[str, PathParameter(max_length=60, description="The event's id.")]
_SEASON: Final = 180 * 86_400
_KINDS: Final[tuple[Kind, ...]] = ("staff", "player", "committee")


@dataclass(frozen=True)
class Requester:
    """Somebody, and the tournament as it stands."""

    id: str
    snapshot: TournamentSnapshot
    official: str = ""  # as whom they work for it
    player: str = ""  # as whom they play
    by_account: bool = False  # the role is the account's
    member: str = ""  # as whom they sit on committees, without playing or working there

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.snapshot.state

    @property
    def roles(self) -> tuple[Role, ...]:
        """What the person is there for."""
        return self.state.staff.get(self.official, ())

    @property
    def person(self) -> str:
        """As whom they act: at the desk if they work there. "": the public."""
        return self.official if self.roles else self.player

    @property
    def kind(self) -> Kind:
        """As what they act."""
        return "staff" if self.roles else "player"

    @property
    def plays(self) -> bool:
        """Whether it is one of the players."""
        return self.player in self.state.players

    def acting(self, kind: Kind | Literal[""]) -> "Requester":
        """The same as one of the two only, where they are both."""
        if kind == "player":
            return replace(self, official="")
        return replace(self, player="") if kind == "staff" else self

    def sits_in(self, contest: str, pairing: str) -> bool:
        """Whether the person plays this match."""
        return any((contest, pairing) in self.state.seats.get(name, ()) for name in (self.official, self.player))

    def may(self, permission: Permission) -> bool:
        """Whether the person's roles carry it."""
        return may(self.roles, permission)

    def require_staff(self) -> None:
        """The desk is for those who work there."""
        if not self.roles:
            raise PermissionDeniedException("for those who work for this tournament: open your private link first")

    def require(self, permission: Permission) -> None:
        """The same, with what it needs."""
        self.require_staff()
        if not self.may(permission):
            raise PermissionDeniedException(f"your role does not let you do this: {permission.replace('_', ' ')}")


async def find_requester(request: AnyRequest, house: ServerProcess, tournament: str) -> Requester:
    """Who asks; 404 if there is no such tournament."""
    snapshot = await house.direct.load(tournament)
    if snapshot.state.phase is TournamentPhase.NEW:
        raise NotFoundException("there is no such tournament")
    if header := request.headers.get("authorization", ""):
        link = await person_of_link(house, snapshot, tournament, header.removeprefix("Bearer "))
        return _of_links(tournament, snapshot, [link])
    tokens = [read_cookie(request, cookie_of(tournament, kind), _SEASON) for kind in _KINDS]
    by_links = _of_links(
        tournament, snapshot, [await person_of_link(house, snapshot, tournament, token) for token in tokens]
    )
    return await _with_account(house, by_links, await account_of(request))


def _of_links(id: str, snapshot: TournamentSnapshot, links: Iterable[tuple[str, Kind] | None]) -> Requester:
    """Whoever has these links."""
    people: dict[Kind, str] = {}
    for person, kind in filter(None, links):
        people.setdefault(kind, person)
    official = people.get("staff", "")
    player = people.get("player", official if official in snapshot.state.players else "")
    return Requester(id, snapshot, official, player, member=people.get("committee", ""))


async def _with_account(house: ServerProcess, who: Requester, account: Account | None) -> Requester:
    """With what is theirs wherever they sign in."""
    if account is None:
        return who
    keys = await house.links.keys(who.id)
    official = keys.officials.get(account.id, "")
    if official in who.state.staff:
        who = replace(who, official=official, by_account=True)
    players = [person for person in keys.players_of(account.id) if person in who.state.players]
    return replace(who, player=players[-1]) if players and not who.player else who


async def person_of_link(
    house: ServerProcess, held: TournamentSnapshot, tournament: str, token: str
) -> tuple[str, Kind] | None:
    """Whose link a token is, and what it is for."""
    if not token:
        return None
    keys, state = await house.links.keys(tournament), held.state
    both = {person for person in state.players if person in state.staff}
    first = _first(held, both)
    kinds: tuple[tuple[Kind, Iterable[str]], ...] = (("staff", state.staff), ("player", state.players))
    for kind, people in kinds:
        person = keys.whose(token, {person: first.get(person, kind) for person in people}, kind)
        if person is not None:
            return person, kind
    member = keys.whose(token, dict.fromkeys(state.committee, "player"), "committee")  # no such link is of 0.1.0
    return None if member is None else (member, "committee")


def _first(held: TournamentSnapshot, people: Collection[str]) -> dict[str, Kind]:
    """What those who are both were first: a link of 0.1.0 was given for that."""
    first: dict[str, Kind] = {}
    for event in held.log if people else ():
        match event:
            case e.TournamentOpened(by=person) | e.StaffNamed(person=person) if person in people:
                first.setdefault(person, "staff")
            case e.PlayerKnown(player=player) if player.id in people:
                first.setdefault(player.id, "player")
            case _:
                pass
    return first


def cookie_of(tournament: str, kind: Kind) -> str:
    """The cookie that keeps a link's token; earlier versions kept either kind in the player's."""
    names: dict[Kind, str] = {
        "player": f"barpoint-{tournament}",
        "staff": f"barpoint-{tournament}.desk",
        "committee": f"barpoint-{tournament}.committee",
    }
    return names[kind]


def remember(response: Response[Any], request: AnyRequest, tournament: str, token: str, kind: Kind) -> None:
    """This browser has that link from now on; scripts do not see it, other sites do not send it."""
    cookie = make_cookie(cookie_of(tournament, kind), token, lasts=_SEASON, secure=is_secure(request))
    response.set_cookie(cookie)


def link_path(tournament: str, token: str) -> str:
    """The private link itself."""
    return f"/t/{tournament}/as/{token}"
