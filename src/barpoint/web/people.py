"""People over HTTP: registering, signing in and out, passkeys, notices, what somebody has thrown."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from barpoint.board import Refusal
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.accounts import SignedIn
from barpoint.service.dice_counts import DiceStatistics
from barpoint.service.house import House
from barpoint.service.means import Notice, PushAddress, Site
from barpoint.service.ports import Account
from barpoint.service.refusals import ServiceCode
from barpoint.web.problems import RefusedException
from barpoint.web.session import COOKIE, AnyRequest, account_of, with_cookie
from barpoint.wire.http import Me
from barpoint.wire.people import (
    Contact,
    NewAccount,
    NewPassword,
    NewPushAddress,
    PasskeyAnswer,
    PasskeyAsked,
    PushKey,
    SignIn,
)


@post("/api/register", status_code=201, summary="Register")
async def register(data: JSONBody[NewAccount], request: AnyRequest, house: NamedDependency[House]) -> Response[Me]:
    """A name and a password. What you have played as a guest stays yours."""
    guest = await account_of(request)
    return _signed_in(await house.club.members.register(guest, data.name, data.password), request)


@post("/api/sign-in", status_code=200, summary="Sign in")
async def sign_in(data: JSONBody[SignIn], request: AnyRequest, house: NamedDependency[House]) -> Response[Me]:
    """Come back. What this browser has played as a guest meanwhile becomes the account's."""
    guest = await account_of(request)
    return _signed_in(await house.club.members.sign_in(data.name, data.password, guest), request)


@post("/api/sign-out", status_code=204, summary="Sign out")
async def sign_out(request: AnyRequest, house: NamedDependency[House]) -> Response[None]:
    """End this session."""
    await house.club.members.sign_out(request.cookies.get(COOKIE))
    response: Response[None] = Response(None)
    response.delete_cookie(COOKIE, path="/")
    return response


@put("/api/me/password", status_code=200, summary="Change the password")
async def password(
    data: JSONBody[NewPassword], request: AnyRequest, player: NamedDependency[Account], house: NamedDependency[House]
) -> Response[Me]:
    """Every other session ends."""
    _registered(player)
    return _signed_in(await house.club.members.change_password(player, data.present, data.password), request)


@get("/api/me/contact", summary="Where your mail goes")
async def contact(player: NamedDependency[Account], house: NamedDependency[House]) -> Contact:
    """Where notices are mailed to, if the server sends any."""
    return Contact(await house.club.means.register.contact(player.id))


@put("/api/me/contact", status_code=204, summary="Where your mail shall go")
async def reach_at(data: JSONBody[Contact], player: NamedDependency[Account], house: NamedDependency[House]) -> None:
    """Only you and the server's mail command see it."""
    _registered(player)
    await house.club.means.register.reach_at(player.id, data.mail)


# Passkeys


@post("/api/passkeys/new", status_code=200, summary="Make a passkey")
async def new_passkey(
    request: AnyRequest, player: NamedDependency[Account], house: NamedDependency[House]
) -> PasskeyAsked:
    """What `navigator.credentials.create` is to be called with."""
    members = house.club.members
    known = [one.id for one in await members.passkeys(player.id)]
    challenge, options = house.club.means.authenticators.ask_new(_site(request), player.id, player.name, known)
    return PasskeyAsked(await members.begin(player.id, challenge), dict(options))


@post("/api/passkeys", status_code=201, summary="Keep a passkey")
async def keep_passkey(
    data: JSONBody[PasskeyAnswer], request: AnyRequest, player: NamedDependency[Account], house: NamedDependency[House]
) -> Response[Me]:
    """What the browser made. A guest is registered thereby, under the name given."""
    members = house.club.members
    challenge = await members.finish(data.ceremony, player.id)
    if isinstance(challenge, Citation):
        raise RefusedException(challenge)
    made = house.club.means.authenticators.made(_site(request), challenge, data.answer)
    if made is None or await members.passkey(made.id) is not None:
        raise RefusedException(_wrong())
    account = await members.named(player, data.name or player.name) if player.guest else player
    if isinstance(account, Citation):
        raise RefusedException(account)
    await members.keep_passkey(account.id, made.id, made.public_key, made.uses)
    return Response(Me(account.id, account.name, account.guest))


@post("/api/passkeys/sign-in/begin", status_code=200, summary="Sign in with a passkey: the question")
async def ask_proof(request: AnyRequest, house: NamedDependency[House]) -> PasskeyAsked:
    """What `navigator.credentials.get` is to be called with."""
    challenge, options = house.club.means.authenticators.ask_proof(_site(request))
    return PasskeyAsked(await house.club.members.begin("", challenge), dict(options))


@post("/api/passkeys/sign-in", status_code=200, summary="Sign in with a passkey: the answer")
async def proof(data: JSONBody[PasskeyAnswer], request: AnyRequest, house: NamedDependency[House]) -> Response[Me]:
    """Come back with a passkey instead of a password."""
    members = house.club.members
    guest = await account_of(request)
    challenge = await members.finish(data.ceremony)
    if isinstance(challenge, Citation):
        raise RefusedException(challenge)
    known = await members.passkey(str(data.answer.get("id", ""))[:400])
    account = None if known is None else await house.accounts.find(known.account)
    if known is None or account is None:
        raise RefusedException(_wrong())
    uses = house.club.means.authenticators.proven(_site(request), challenge, data.answer, known)
    if uses is None:
        raise RefusedException(_wrong())
    await members.keep_passkey(account.id, known.id, known.secret, uses)
    return _signed_in(await members.came_back(account, guest), request)


# Notices


@get("/api/notices", summary="Your notices")
async def notices(player: NamedDependency[Account], house: NamedDependency[House]) -> list[Notice]:
    """What you were told while you were away, newest first."""
    return list(await house.club.means.board.listed(player.id))


@get("/api/push", summary="The key for Web Push", sync_to_thread=False)
def push_key(house: NamedDependency[House]) -> PushKey:
    """What `pushManager.subscribe` wants; empty if this server pushes nothing."""
    return PushKey(house.club.means.messenger.push_key)


@post("/api/push", status_code=204, summary="Push notices to this browser")
async def subscribe(
    data: JSONBody[NewPushAddress], player: NamedDependency[Account], house: NamedDependency[House]
) -> None:
    """Your turn, a round called, a ruling given: also while the page is closed."""
    if not house.club.means.messenger.push_key:
        raise NotFoundException("this server pushes nothing")
    address = PushAddress(data.endpoint, data.key, data.auth)
    await house.club.means.board.subscribe(player.id, address)


@delete("/api/push", status_code=204, summary="Push no longer")
async def unsubscribe(
    player: NamedDependency[Account],
    house: NamedDependency[House],
    endpoint: Annotated[str, QueryParameter(max_length=1000)],
) -> None:
    """The browser of this address is left alone."""
    await house.club.means.board.unsubscribe(endpoint, player.id)


# Dice


@get("/api/dice", summary="The dice of the whole site")
async def site_dice(house: NamedDependency[House]) -> DiceStatistics:
    """How often each roll was thrown in finished matches, and how far that is from what is expected."""
    return await house.club.dice.of()


@get("/api/players/{id:str}/dice", summary="The dice of a player")
async def player_dice(
    id: Annotated[str, PathParameter(max_length=40, description="An account, or `bot:strong`.")],  # noqa: A002
    house: NamedDependency[House],
) -> DiceStatistics:
    """The same for one player or one of the house's bots."""
    return await house.club.dice.of(id)


def _signed_in(outcome: SignedIn | Citation, request: AnyRequest) -> Response[Me]:
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    account, token = outcome
    response = Response(Me(account.id, account.name, account.guest))
    with_cookie(response, token, request)
    return response


def _registered(player: Account) -> None:
    if player.guest:
        raise NotAuthorizedException("register first: POST /api/register")


def _wrong() -> Citation:
    return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")


def _site(request: AnyRequest) -> Site:
    """The server as this browser knows it; its `Host` is checked by the authenticator itself."""
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return Site(request.url.hostname or "localhost", origin)


HANDLERS = (
    register,
    sign_in,
    sign_out,
    password,
    contact,
    reach_at,
    new_passkey,
    keep_passkey,
    ask_proof,
    proof,
    notices,
    push_key,
    subscribe,
    unsubscribe,
    site_dice,
    player_dice,
)
