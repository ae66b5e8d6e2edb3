"""Sessions over HTTP: the cookie, and who is behind it.

Over https a cookie's name begins with `__Host-`, which a browser takes from this very host and path only and never over
plain http. Over plain http, as on the wireless network of a hall, browsers refuse such names: the plain one stays. A
cookie that was given over https under its plain name is still read; the answer gives it its new name.
"""

from typing import Any, Final

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.exceptions import NotAuthorizedException
from litestar.types import HTTPResponseStartEvent, Scope

from barpoint.service import Account, ServerProcess
from barpoint.service.people import SESSION_LIFETIME, Visit, device_of
from barpoint.web.live.origins import origin_of

AnyRequest = Request[Any, Any, Any]  # Litestar's three type parameters are of no use here
AnyConnection = ASGIConnection[Any, Any, Any, Any]

COOKIE: Final = "barpoint"
_SECURE: Final = "__Host-"
_RENEW: Final = "barpoint_renew"  # in a request's state: cookies that get their new names with the answer


def cookie_name(name: str, *, secure: bool) -> str:
    """What a cookie is called over https, and over plain http."""
    return f"{_SECURE}{name}" if secure else name


def is_secure(connection: AnyConnection) -> bool:
    """Whether somebody has come by https."""
    return connection.url.scheme in ("https", "wss")


def make_cookie(name: str, value: str, *, lasts: int, secure: bool) -> Cookie:
    """A cookie for so many seconds: scripts do not see it, other sites do not send it."""
    return Cookie(
        key=cookie_name(name, secure=secure),
        value=value,
        max_age=lasts,
        httponly=True,
        samesite="lax",
        secure=secure,
        path="/",
    )


def read_cookie(connection: AnyConnection, name: str, lasts: int) -> str:
    """What a cookie holds; one that came over https under its plain name is noted to be renewed."""
    secure = is_secure(connection)
    if value := connection.cookies.get(cookie_name(name, secure=secure)):
        return value
    value = connection.cookies.get(name, "")
    if value and secure:
        connection.scope["state"].setdefault(_RENEW, {})[name] = (value, lasts)
    return value


def renew_cookies(message: HTTPResponseStartEvent, scope: Scope) -> None:
    """Cookies that were read under their plain names over https get their new names, unless the answer sets them."""
    headers = MutableScopeHeaders.from_message(message)
    given = " ".join(headers.getall("set-cookie", []))
    for name, (value, lasts) in scope["state"].get(_RENEW, {}).items():
        if f"{_SECURE}{name}=" not in given:
            headers.add("set-cookie", make_cookie(name, value, lasts=lasts, secure=True).to_header(header=""))
            headers.add("set-cookie", _gone(name, secure=False).to_header(header=""))


def _gone(name: str, *, secure: bool) -> Cookie:
    return make_cookie(name, "", lasts=0, secure=secure)


def drop_cookies(response: Response[Any], request: AnyRequest) -> None:
    """The browser has no session any more."""
    for secure in (False, True) if is_secure(request) else (False,):
        response.set_cookie(_gone(COOKIE, secure=secure))


def device(connection: AnyConnection) -> str:
    """What somebody has come with."""
    return device_of(_agent(connection))


def _agent(connection: AnyConnection) -> str:
    return connection.headers.get("user-agent", "")[:400]


async def visit_of(connection: AnyConnection) -> Visit | None:
    """Who asks, and by which session; None for somebody who has not begun to play."""
    house: ServerProcess = connection.app.state.house
    visit = await house.access.visit(read_cookie(connection, COOKIE, SESSION_LIFETIME // 1000), device(connection))
    if visit is not None:
        await house.fair_play.devices.note(visit.account.id, _agent(connection), origin_of(connection))
    return visit


async def account_of(connection: AnyConnection) -> Account | None:
    """Who asks; None for somebody who has not begun to play."""
    visit = await visit_of(connection)
    return None if visit is None else visit.account


async def provide_house(request: AnyRequest) -> ServerProcess:
    """The use cases."""
    house: ServerProcess = request.app.state.house
    return house


async def provide_visit(request: AnyRequest) -> Visit:
    """Who asks, and by which session; nobody may not."""
    visit = await visit_of(request)
    if visit is None:
        raise NotAuthorizedException("play as a guest first: POST /api/guest")
    return visit


async def provide_player(request: AnyRequest) -> Account:
    """Who asks; nobody may not."""
    return (await provide_visit(request)).account


def with_cookie(response: Response[Any], token: str, request: AnyRequest) -> None:
    """Give the browser its session."""
    secure = is_secure(request)
    response.set_cookie(make_cookie(COOKIE, token, lasts=SESSION_LIFETIME // 1000, secure=secure))
    if secure and COOKIE in request.cookies:  # of before: it would be read again once the other is gone
        response.set_cookie(_gone(COOKIE, secure=False))
