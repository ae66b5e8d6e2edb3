"""The application: routes, faults, headers, and the house that lives as long as it runs."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import PermissionDeniedException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from barpoint import __version__
from barpoint.service.house import House
from barpoint.web import api, around, health, officials, pages, people, problems, review, rules, ruling
from barpoint.web.fanout import Fanout
from barpoint.web.guards import provide_staff
from barpoint.web.limits import Limits
from barpoint.web.session import provide_house, provide_player
from barpoint.web.socket import socket
from barpoint.web.tournaments import api as tournaments
from barpoint.web.tournaments import cases as tournament_cases
from barpoint.web.tournaments import pages as tournament_pages
from barpoint.web.tournaments import records, tables
from barpoint.web.tournaments.language import listen

HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY: Final = 2_000_000
"""Bytes of a request: the longest recorded match and the largest roster have room in it."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def create_app(make_house: Callable[[], Awaitable[House]], *, debug: bool = False) -> Litestar:
    """The whole server over a house."""
    limits = Limits()

    async def admitted(request: Request[Any, Any, Any]) -> None:
        await own_pages_only(request)
        await limits.check(request)
        if request.url.path.startswith("/t"):
            listen(request)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        house = await make_house()
        app.state.house = house
        app.state.fanout = Fanout(house)
        await house.start()
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        route_handlers=[
            *api.HANDLERS,
            *rules.HANDLERS,
            *ruling.HANDLERS,
            *people.HANDLERS,
            *around.HANDLERS,
            *officials.HANDLERS,
            *review.HANDLERS,
            *tournaments.HANDLERS,
            *tournament_cases.HANDLERS,
            *tournament_pages.HANDLERS,
            *tables.HANDLERS,
            *records.HANDLERS,
            *health.HANDLERS,
            *pages.HANDLERS,
            socket,
        ],
        lifespan=[running],
        dependencies={
            "house": Provide(provide_house),
            "player": Provide(provide_player),
            "staff": Provide(provide_staff),
        },
        exception_handlers=problems.HANDLERS,
        before_send=[with_headers],
        request_max_body_size=LARGEST_BODY,
        before_request=admitted,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        openapi_config=OpenAPIConfig(
            title="Barpoint", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,  # `logs` has set it up
        debug=debug,
    )


async def with_headers(message: Message, _: Scope) -> None:
    """Every answer has them, a refused one and one that went wrong too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


async def own_pages_only(request: Request[Any, Any, Any]) -> None:
    """What changes something comes from our own pages or from a program, never from another site's page."""
    if request.method in _SAFE:
        return
    origin = request.headers.get("origin")
    from_elsewhere = request.headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if from_elsewhere or (origin is not None and urlsplit(origin).netloc != request.headers.get("host")):
        raise PermissionDeniedException("requests of other sites' pages are not taken")
