"""Who is let through where: officials, and whoever may have help just now."""

from collections.abc import Iterable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from barpoint.service import Account, ServerProcess
from barpoint.service.people import Moment
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of


async def provide_staff(request: AnyRequest) -> Account:
    """Who asks, if it is an official of this server."""
    account = await account_of(request)
    if account is None or not account.staff:
        raise PermissionDeniedException("for the officials of this server")
    return account


async def open_to_aids(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Turn away whoever has to do without help just now, officials too: cases, where they rule, are not behind this."""
    closed = await connection.app.state.house.club.aids.refusal_for(await account_of(connection))
    if closed is not None:
        raise RefusedException(closed)


async def require_no_position_in_play(request: AnyRequest, house: ServerProcess, decisions: Iterable[Moment]) -> None:
    """Turn away whoever plays one of these positions by correspondence."""
    closed = await house.club.aids.refusal_for_decisions(await account_of(request), decisions)
    if closed is not None:
        raise RefusedException(closed)
