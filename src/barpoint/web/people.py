"""People over HTTP: registering, signing in and out, passkeys, notices, what somebody has thrown."""

from typing import Annotated, Final

import msgspec
from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from barpoint.board import Refusal
from barpoint.person_names import plain_name
from barpoint.rulebook import Citation, cite
from barpoint.service import Account, Credential, ServerProcess, ServiceCode
from barpoint.service.people import (
    DiceStatistics,
    MemberSession,
    PersonalNotice,
    PushAddress,
    Site,
    Visit,
    read_device,
)
from barpoint.web.live.origins import origin_of
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, device, drop_cookies, visit_of, with_cookie
from barpoint.wire.players import (
    Contact,
    Me,
    NewAccount,
    NewPassword,
    NewPushAddress,
    PasskeyAnswer,
    PasskeyRequest,
    PushKey,
    SignIn,
)

LONGEST_LABEL: Final = 40
"""Letters of what a passkey is called."""


@post("/api/register", status_code=201, summary="Register")
async def register(
    data: JSONBody[NewAccount], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[Me]:
    """A name and a password. What you have played as a guest stays yours."""
    visit, members = await visit_of(request), house.club.members
    return signed_in(await members.register(visit, data.name, data.password, device(request)), request)


@post("/api/sign-in", status_code=200, summary="Sign in")
async def sign_in(data: JSONBody[SignIn], request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[Me]:
    """Come back. What this browser has played as a guest meanwhile becomes the account's."""
    visit, members = await visit_of(request), house.club.members
    return signed_in(
        await members.sign_in(data.name, data.password, visit, device(request), origin_of(request)), request
    )


@post("/api/sign-out", status_code=204, summary="Sign out")
async def sign_out(request: AnyRequest, house: NamedDependency[ServerProcess]) -> Response[None]:
    """End this session, and every connection it has opened."""
    if (visit := await visit_of(request)) is not None:
        await house.club.members.sign_out(visit)
    response: Response[None] = Response(None)
    drop_cookies(response, request)
    return response


@put("/api/me/password", status_code=200, summary="Change the password")
async def password(
    data: JSONBody[NewPassword],
    request: AnyRequest,
    visit: NamedDependency[Visit],
    house: NamedDependency[ServerProcess],
) -> Response[Me]:
    """Every other session ends. Somebody who has no password yet has to have come with a passkey a moment ago."""
    must_be_registered(visit.account)
    members = house.club.members
    changed = await members.change_password(visit, data.present, data.password, device(request))
    return signed_in(changed, request)


@get("/api/me/contact", summary="Where your mail goes")
async def contact(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> Contact:
    """Where notices are mailed to, if the server sends any."""
    return Contact(await house.club.means.register.contact(player.id))


@put("/api/me/contact", status_code=204, summary="Where your mail shall go")
async def set_contact(
    data: JSONBody[Contact], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> None:
    """Only you and the server's mail command see it."""
    must_be_registered(player)
    await house.club.means.register.set_contact(player.id, data.mail)


# Passkeys


@post("/api/passkeys/new", status_code=200, summary="Make a passkey")
async def new_passkey(
    request: AnyRequest, player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> PasskeyRequest:
    """What `navigator.credentials.create` is to be called with."""
    members = house.club.members
    known = [credential.id for credential in await members.passkeys(player.id)]
    challenge, options = house.club.means.authenticators.registration_options(
        passkey_site(request), player.id, player.name, known
    )
    return PasskeyRequest(await members.begin_ceremony(player.id, challenge), dict(options))


@post("/api/passkeys", status_code=201, summary="Keep a passkey")
async def keep_passkey(
    data: JSONBody[PasskeyAnswer],
    request: AnyRequest,
    visit: NamedDependency[Visit],
    house: NamedDependency[ServerProcess],
) -> Response[Me]:
    """What the browser made. A guest is registered thereby, under the name given; others signed in a moment ago."""
    members, player = house.club.members, visit.account
    challenge = await members.finish_ceremony(data.ceremony, player.id)
    if isinstance(challenge, Citation):
        raise RefusedException(challenge)
    passkey = house.club.means.authenticators.verify_registration(passkey_site(request), challenge, data.answer)
    if passkey is None or await members.passkey(passkey.id) is not None:
        raise RefusedException(_wrong())
    label = plain_name(data.label or " ".join(read_device(device(request))) or "Passkey", LONGEST_LABEL)
    key = Credential(player.id, "passkey", passkey.id, passkey.public_key, passkey.uses, name=label)
    if not player.guest:
        if not house.access.is_fresh(visit.session):
            raise RefusedException(cite(Refusal(ServiceCode.PROVE_AGAIN), ""))
        await members.keep_passkey(key)
        return Response(Me(player.id, player.name, player.guest))
    account = await members.register_name(player, data.name or player.name)
    if isinstance(account, Citation):
        raise RefusedException(account)
    await members.keep_passkey(key)
    return signed_in(await members.enter(account, visit, device(request)), request)


@post("/api/passkeys/sign-in/begin", status_code=200, summary="Sign in with a passkey: the question")
async def passkey_options(request: AnyRequest, house: NamedDependency[ServerProcess]) -> PasskeyRequest:
    """What `navigator.credentials.get` is to be called with."""
    challenge, options = house.club.means.authenticators.sign_in_options(passkey_site(request))
    return PasskeyRequest(await house.club.members.begin_ceremony("", challenge), dict(options))


@post("/api/passkeys/sign-in", status_code=200, summary="Sign in with a passkey: the answer")
async def passkey_sign_in(
    data: JSONBody[PasskeyAnswer], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[Me]:
    """Come back with a passkey instead of a password."""
    visit, account = await visit_of(request), await proven_passkey(data, request, house)
    return signed_in(await house.club.members.come_back(account, visit, device(request)), request)


async def proven_passkey(data: PasskeyAnswer, request: AnyRequest, house: ServerProcess) -> Account:
    """Whose passkey has answered; refused if the answer is not good."""
    members = house.club.members
    challenge = await members.finish_ceremony(data.ceremony)
    if isinstance(challenge, Citation):
        raise RefusedException(challenge)
    known = await members.passkey(str(data.answer.get("id", ""))[:400])
    account = None if known is None else await house.accounts.find(known.account)
    if known is None or account is None:
        raise RefusedException(_wrong())
    uses = house.club.means.authenticators.verify_sign_in(passkey_site(request), challenge, data.answer, known)
    if uses is None:
        raise RefusedException(_wrong())
    await members.keep_passkey(msgspec.structs.replace(known, uses=uses))
    return account


# Notices


@get("/api/notices", summary="Your notices")
async def notices(player: NamedDependency[Account], house: NamedDependency[ServerProcess]) -> list[PersonalNotice]:
    """What you were told while you were away, newest first."""
    return list(await house.club.means.board.notices(player.id))


@get("/api/push", summary="The key for Web Push", sync_to_thread=False)
def push_key(house: NamedDependency[ServerProcess]) -> PushKey:
    """What `pushManager.subscribe` wants; empty if this server pushes nothing."""
    return PushKey(house.club.means.messenger.push_key)


@post("/api/push", status_code=204, summary="Push notices to this browser")
async def subscribe(
    data: JSONBody[NewPushAddress], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> None:
    """Your turn, a round called, a ruling given: also while the page is closed."""
    if not house.club.means.messenger.push_key:
        raise NotFoundException("this server pushes nothing")
    address = PushAddress(data.endpoint, data.key, data.auth)
    await house.club.means.board.subscribe(player.id, address)


@delete("/api/push", status_code=204, summary="Push no longer")
async def unsubscribe(
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    endpoint: Annotated[str, QueryParameter(max_length=1000)],
) -> None:
    """The browser of this address is left alone."""
    await house.club.means.board.unsubscribe(endpoint, player.id)


# Dice


@get("/api/dice", summary="The dice of the whole site")
async def site_dice(house: NamedDependency[ServerProcess]) -> DiceStatistics:
    """How often each roll was thrown in finished matches, and how far that is from what is expected."""
    return await house.club.dice.statistics_of()


@get("/api/players/{id:str}/dice", summary="The dice of a player")
async def player_dice(
    id: Annotated[str, PathParameter(max_length=40, description="An account, or `bot:strong`.")],
    house: NamedDependency[ServerProcess],
) -> DiceStatistics:
    """The same for one player or one of the house's bots."""
    return await house.club.dice.statistics_of(id)


def signed_in(outcome: MemberSession | Citation, request: AnyRequest) -> Response[Me]:
    """Somebody and the cookie of their new session, or the refusal."""
    if isinstance(outcome, Citation):
        raise RefusedException(outcome)
    account, token = outcome
    response = Response(Me(account.id, account.name, account.guest))
    with_cookie(response, token, request)
    return response


def must_be_registered(player: Account) -> None:
    """What guests do not have."""
    if player.guest:
        raise NotAuthorizedException("register first: POST /api/register")


def _wrong() -> Citation:
    return cite(Refusal(ServiceCode.SIGN_IN_WRONG), "")


def passkey_site(request: AnyRequest) -> Site:
    """The server as this browser knows it; its `Host` is checked by the authenticator itself."""
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return Site(request.url.hostname or "localhost", origin)


HANDLERS = (
    register,
    sign_in,
    sign_out,
    password,
    contact,
    set_contact,
    new_passkey,
    keep_passkey,
    passkey_options,
    passkey_sign_in,
    notices,
    push_key,
    subscribe,
    unsubscribe,
    site_dice,
    player_dice,
)
