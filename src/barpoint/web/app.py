"""The application: routes, faults, headers, and the house that lives as long as it runs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Litestar, Request
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import PermissionDeniedException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from barpoint import __version__
from barpoint.service import ServerProcess, off_loop
from barpoint.web import (
    api,
    chained_records,
    health,
    match_extras,
    officials,
    pages,
    people,
    players,
    problems,
    rules,
    ruling,
    sanctions,
    security,
)
from barpoint.web.analysis import notes, review, study
from barpoint.web.community import clubs, fair_play, friends, lists, lobby, ratings, series
from barpoint.web.compression import compression
from barpoint.web.guards import provide_staff
from barpoint.web.live.fanout import Fanout
from barpoint.web.live.socket import socket
from barpoint.web.play import agreement, claims, publication
from barpoint.web.request_limits import BoundedRequest, RequestLimits
from barpoint.web.session import provide_house, provide_player, provide_visit, renew_cookies
from barpoint.web.tournaments import access as tournament_access
from barpoint.web.tournaments import api as tournaments
from barpoint.web.tournaments import cases as tournament_cases
from barpoint.web.tournaments import director as tournament_director
from barpoint.web.tournaments import (
    precedents,
    printing,
    private_links,
    records,
    roles,
    shared_document,
    table_device,
    watching,
)
from barpoint.web.tournaments import public_views as tournament_views
from barpoint.web.view_cache import ViewCache, provide_views

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",  # whatever is not said to be for everybody depends on who asks
}
HTTPS_HEADERS: Final = {"cross-origin-opener-policy": "same-origin"}
"""What browsers heed over https only; on a page that came by http they complain of it."""
LARGEST_BODY: Final = 2_000_000
"""Bytes of a request: the longest recorded match and the largest roster have room in it."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def create_app(make_house: Callable[[], Awaitable[ServerProcess]], *, debug: bool = False) -> Litestar:
    """The whole server over a house."""
    limits = RequestLimits()

    async def admit(request: Request[Any, Any, Any]) -> None:
        await check_origin(request)
        await limits.check(request)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        house = await make_house()
        app.state.house = house
        app.state.fanout = Fanout(house)
        house.share_limit("people", limits.people)
        house.share_limit("changes", limits.changes)
        house.share_limit("reads", limits.reads)
        app.state.views = ViewCache()
        house.personal.rewritten.append(app.state.views.clear)
        await house.start()
        describe = app.plugins.get(OpenAPIPlugin).provide_openapi_schema  # made once: the first to ask need not wait
        describing = asyncio.create_task(off_loop(describe))
        try:
            yield
        finally:
            await asyncio.wait([describing])
            await house.close()

    return Litestar(
        route_handlers=[
            *api.HANDLERS,
            *rules.HANDLERS,
            *ruling.HANDLERS,
            *people.HANDLERS,
            *security.HANDLERS,
            *match_extras.HANDLERS,
            *agreement.HANDLERS,
            *claims.HANDLERS,
            *publication.HANDLERS,
            *players.HANDLERS,
            *ratings.HANDLERS,
            *lobby.HANDLERS,
            *series.HANDLERS,
            *lists.HANDLERS,
            *clubs.HANDLERS,
            *fair_play.HANDLERS,
            *friends.HANDLERS,
            *officials.HANDLERS,
            *precedents.HANDLERS,
            *sanctions.HANDLERS,
            *review.HANDLERS,
            *study.HANDLERS,
            *notes.HANDLERS,
            *chained_records.HANDLERS,
            *tournaments.HANDLERS,
            *watching.HANDLERS,
            *tournament_director.HANDLERS,
            *tournament_access.HANDLERS,
            *roles.HANDLERS,
            *tournament_views.HANDLERS,
            *shared_document.HANDLERS,
            *printing.HANDLERS,
            *tournament_cases.HANDLERS,
            *private_links.HANDLERS,
            *table_device.HANDLERS,
            *records.HANDLERS,
            *health.HANDLERS,
            *pages.HANDLERS,
            socket,
        ],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(provide_house),
            "player": Provide(provide_player),
            "visit": Provide(provide_visit),
            "staff": Provide(provide_staff),
            "views": Provide(provide_views),
        },
        exception_handlers=problems.HANDLERS,
        before_send=[add_headers],
        request_max_body_size=LARGEST_BODY,
        before_request=admit,
        request_class=BoundedRequest,
        middleware=[compression],
        openapi_config=OpenAPIConfig(
            title="Barpoint", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,  # `logs` has set it up
        debug=debug,
    )


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer has them, a refused one and one that went wrong too."""
    if message["type"] == "http.response.start":
        renew_cookies(message, scope)
        headers = MutableScopeHeaders.from_message(message)
        secure = scope["scheme"] == "https"
        for name, value in (HEADERS | HTTPS_HEADERS if secure else HEADERS).items():
            headers.setdefault(name, value)


async def check_origin(request: Request[Any, Any, Any]) -> None:
    """What changes something comes from our own pages or from a program, never from another site's page."""
    if request.method in _SAFE:
        return
    origin = request.headers.get("origin")
    from_elsewhere = request.headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if from_elsewhere or (origin is not None and urlsplit(origin).netloc != request.headers.get("host")):
        raise PermissionDeniedException("requests of other sites' pages are not taken")
