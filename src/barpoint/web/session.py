"""Sessions over HTTP: the cookie, and who is behind it."""

from typing import Any, Final

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException

from barpoint.service.access import LASTS
from barpoint.service.house import House
from barpoint.service.ports import Account

AnyRequest = Request[Any, Any, Any]  # Litestar's three type parameters are of no use here

COOKIE: Final = "barpoint"


def session_cookie(token: str, *, secure: bool) -> Cookie:
    """The cookie of a session: scripts do not see it, other sites do not send it."""
    return Cookie(
        key=COOKIE, value=token, max_age=LASTS // 1000, httponly=True, samesite="lax", secure=secure, path="/"
    )


async def account_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Account | None:
    """Who asks; None for somebody who has not begun to play."""
    house: House = connection.app.state.house
    return await house.access.whose(connection.cookies.get(COOKIE))


async def provide_house(request: AnyRequest) -> House:
    """The use cases."""
    house: House = request.app.state.house
    return house


async def provide_player(request: AnyRequest) -> Account:
    """Who asks; nobody may not."""
    account = await account_of(request)
    if account is None:
        raise NotAuthorizedException("play as a guest first: POST /api/guest")
    return account


def with_cookie(response: Response[Any], token: str, request: AnyRequest) -> None:
    """Give the browser its session."""
    response.set_cookie(session_cookie(token, secure=request.url.scheme == "https"))
