"""Asking a server as one of several people: a row says who may do something, by the status each is answered with."""

import asyncio
import json
import re
from http.client import HTTPConnection
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.routes import HTTPRoute

from tests.web.serving import PATIENCE, Served

Row = tuple[int, ...]
"""A status for each of the people."""


def routes(app: Litestar) -> set[str]:
    """Every method and address of a server, as `shape` writes a row's."""
    found = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            methods = {one for handler in route.route_handlers for one in handler.http_methods}
            found |= {shape(f"{method} {route.path_format}") for method in methods - {"OPTIONS", "HEAD"}}
    return found


def shape(asked: str) -> str:
    """Method and address without what is particular: `GET /api/matches/{}`."""
    method, path = asked.split()[:2]
    return f"{method} {re.sub('{[^}]*}', '{}', path.partition('?')[0])}"


def filled(asked: str, names: dict[str, str]) -> str:
    """A row with what this test has for its names."""
    method, path, *body = asked.split(maxsplit=2)
    return " ".join([method, re.sub(r"{(\w+)}", lambda found: names.get(found[1], "NONE"), path), *body])


async def status(here: Served, asked: str, headers: dict[str, str]) -> int:
    """What somebody with these headers is answered; nothing of the answer is remembered."""
    return await asyncio.to_thread(_status, here.url, asked, headers)


def _status(url: str, asked: str, headers: dict[str, str]) -> int:
    method, path, *body = asked.split(maxsplit=2)
    sent = body[0] if body else "{}" if method in ("POST", "PUT") else None
    if sent is not None:
        json.loads(sent)
        headers = headers | {"content-type": "application/json"}
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    try:
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


async def answered(here: Served, matrix: dict[str, Row], who: dict[str, dict[str, str]], names: dict[str, str]) -> None:
    """Everybody is answered as the matrix says; whoever has no right to it asks first."""
    wrong = []
    for asked, row in matrix.items():
        order = sorted(zip(who, row, strict=True), key=lambda pair: pair[1] not in (401, 403, 404))
        found = {name: await status(here, filled(asked, names), who[name]) for name, _ in order}
        if tuple(found[name] for name in who) != row:
            wrong.append(f"{asked}: {tuple(found[name] for name in who)}, expected {row}")
    assert not wrong, "\n".join(wrong)
