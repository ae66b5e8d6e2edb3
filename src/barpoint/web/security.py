"""What guards an account over HTTP: sessions, passkeys, signing in again, coming back without a password.

Whatever is changed here wants a password or a passkey given in the last minutes (`prove_again`).
"""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from barpoint.board import Refusal
from barpoint.person_names import plain_name
from barpoint.rulebook import Citation, cite
from barpoint.service import Account, ServerProcess, ServiceCode, Session
from barpoint.service.people import Reset, Visit, checked_name, handle_of, make_notice, read_device, session_id
from barpoint.web.live.origins import origin_of
from barpoint.web.people import LONGEST_LABEL, must_be_registered, proven_passkey, signed_in
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, device, drop_cookies, provide_visit, visit_of
from barpoint.wire.players import (
    Me,
    NewRecovery,
    NewReset,
    PasskeyAnswer,
    PasskeyName,
    PasskeySeen,
    Proof,
    RecoveryCodes,
    Security,
    SessionSeen,
)

SessionId = Annotated[str, PathParameter(pattern="^[A-Z2-7]{16}$", description="As it is listed.")]
KeyId = Annotated[str, PathParameter(max_length=400, pattern="^[A-Za-z0-9_-]+$", description="As it is listed.")]


@get("/api/me/security", summary="What guards your account")
async def security(visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> Security:
    """Sessions, passkeys, recovery codes left, and what was done to the account."""
    account = visit.account.id
    credentials = await house.club.means.register.credentials(account)
    return Security(
        sessions=tuple(_session(session, visit) for session in await house.access.sessions(account)),
        passkeys=tuple(PasskeySeen(key.id, key.name, key.created) for key in credentials if key.kind == "passkey"),
        password=any(key.kind == "password" for key in credentials),
        codes=sum(key.kind == "recovery" for key in credentials),
        fresh=house.access.is_fresh(visit.session),
        history=await house.club.members.recovery.history(account),
    )


@post("/api/me/proof", status_code=204, summary="Sign in again")
async def prove(data: JSONBody[Proof], visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> None:
    """With the password; what guards the account can be changed for five minutes."""
    must_be_registered(visit.account)
    refusal = await house.club.members.prove(visit, data.password)
    if refusal is not None:
        raise RefusedException(refusal)


@post("/api/me/proof/passkey", status_code=204, summary="Sign in again with a passkey")
async def prove_by_passkey(
    data: JSONBody[PasskeyAnswer],
    request: AnyRequest,
    visit: NamedDependency[Visit],
    house: NamedDependency[ServerProcess],
) -> None:
    """The answer to `POST /api/passkeys/sign-in/begin`, with a passkey of this very account."""
    must_be_registered(visit.account)
    account = await proven_passkey(data, request, house)
    if account.id != visit.account.id:
        raise RefusedException(cite(Refusal(ServiceCode.SIGN_IN_WRONG), ""))
    await house.access.prove(visit.session)


# Sessions


@delete("/api/me/sessions/{id:str}", status_code=204, summary="End a session")
async def end_session(id: SessionId, visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> None:
    """Wherever it is; its open pages leave."""
    must_be_fresh(visit, house)
    account = visit.account.id
    session = next((one for one in await house.access.sessions(account) if session_id(one) == id), None)
    if session is None:
        raise NotFoundException("there is no such session")
    await house.access.end(account, session.digest)


@delete("/api/me/sessions", status_code=204, summary="End all other sessions")
async def end_others(visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> None:
    """All but the one that asks."""
    must_be_fresh(visit, house)
    await house.access.end_all(visit.account.id, but=visit.session.digest)


# Passkeys


@put("/api/passkeys/{id:str}", status_code=204, summary="Name a passkey")
async def name_passkey(
    id: KeyId,
    data: JSONBody[PasskeyName],
    visit: NamedDependency[Visit],
    house: NamedDependency[ServerProcess],
) -> None:
    """As you tell it from the others."""
    must_be_fresh(visit, house)
    name = plain_name(data.name, LONGEST_LABEL)
    if not await house.club.means.register.rename("passkey", id, visit.account.id, name):
        raise NotFoundException("there is no such passkey")


@delete("/api/passkeys/{id:str}", status_code=204, summary="Remove a passkey")
async def remove_passkey(id: KeyId, visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> None:
    """It opens nothing any more; the last way into an account stays."""
    must_be_fresh(visit, house)
    removed = await house.club.members.remove_passkey(visit.account, id)
    if isinstance(removed, Citation):
        raise RefusedException(removed)
    if not removed:
        raise NotFoundException("there is no such passkey")


# What is yours


@get("/api/me/archive", summary="All that is kept of you")
async def archive(visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> Response[bytes]:
    """A ZIP: your account, every match with its dice and talk, and whatever else names you."""
    must_be_owner(visit, house)
    packed = await house.personal.archive(visit.account)
    if isinstance(packed, Citation):
        raise RefusedException(packed)
    headers = {"content-disposition": 'attachment; filename="barpoint-archive.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@delete("/api/me", status_code=204, summary="Leave for good")
async def leave(
    request: AnyRequest, visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]
) -> Response[None]:
    """Your name is removed from all that is kept; what you have played stays, under "former player"."""
    must_be_owner(visit, house)
    removed = await house.personal.remove(visit.account, "asked for by its owner")
    if isinstance(removed, Citation):
        raise RefusedException(removed)
    response: Response[None] = Response(None)
    drop_cookies(response, request)
    return response


# Coming back


@post("/api/me/recovery-codes", status_code=201, summary="Make recovery codes")
async def make_codes(visit: NamedDependency[Visit], house: NamedDependency[ServerProcess]) -> RecoveryCodes:
    """Ten, shown this once, each good once; those of before are void."""
    must_be_fresh(visit, house)
    return RecoveryCodes(await house.club.members.recovery.make_codes(visit.account))


@post("/api/recover", status_code=200, summary="Come back with a code")
async def recover(
    data: JSONBody[NewRecovery], request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[Me]:
    """A new password with a recovery code, or with one an official gave out. Every session ends."""
    visit, members = await visit_of(request), house.club.members
    return signed_in(
        await members.recover(data.name, data.code, data.password, visit, device(request), origin_of(request)), request
    )


@post("/api/resets", status_code=201, summary="Let somebody back in")
async def reset(
    data: JSONBody[NewReset],
    request: AnyRequest,
    staff: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> Reset:
    """A code for somebody who has lost every way in, good for a day. They read who gave it and why."""
    must_be_fresh(await provide_visit(request), house)
    account = await house.club.means.register.find_by_handle(handle_of(checked_name(data.name)))
    if account is None:
        raise NotFoundException("nobody has registered under that name")
    if account.staff:
        raise RefusedException(cite(Refusal(ServiceCode.OFFICIALS_ACCOUNT), ""))
    reset_code = await house.club.members.recovery.allow_reset(account, staff.name, data.reason)
    now = house.clock.now()
    text = "{official} has given out a code that resets your account"
    notice = make_notice("security", text, "/security", now, official=staff.name)
    house.club.notices.tell(account.id, f"reset/{now}", notice)
    return reset_code


def must_be_fresh(visit: Visit, house: ServerProcess) -> None:
    """Registered, and proven a moment ago."""
    must_be_registered(visit.account)
    if not house.access.is_fresh(visit.session):
        raise RefusedException(cite(Refusal(ServiceCode.PROVE_AGAIN), ""))


def must_be_owner(visit: Visit, house: ServerProcess) -> None:
    """A registered person has proven a moment ago who they are; a guest has nothing to prove it by but the session."""
    if not visit.account.guest:
        must_be_fresh(visit, house)


def _session(session: Session, visit: Visit) -> SessionSeen:
    browser, system = read_device(session.device)
    used = max(session.used, session.created)
    current = session.digest == visit.session.digest
    return SessionSeen(session_id(session), browser, system, session.created, used, current)


HANDLERS = (
    security,
    prove,
    prove_by_passkey,
    end_session,
    end_others,
    name_passkey,
    remove_passkey,
    archive,
    leave,
    make_codes,
    recover,
    reset,
)
