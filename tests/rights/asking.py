"""One request as an actor's browser sends it, and what came back."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.routes import HTTPRoute

from barpoint.web.app import create_app
from tests.rights.actors import Actor
from tests.web.server_process import PATIENCE

SESSION: Final = "barpoint"


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    body: bytes
    cookies: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        try:
            return str(self.json.get("code", ""))
        except (ValueError, AttributeError):
            return ""

    def __str__(self) -> str:
        return f"{self.status} {self.code or self.body[:200].decode(errors='replace')}"


def fill(text: str, names: Mapping[str, str]) -> str:
    """A row's text with what its names mean: `{match}` is an id. A name nobody knows is a mistake in the row."""
    return re.sub(r"{([a-z_]+)}", lambda name: names[name[1]], text)


def send(url: str, actor: Actor, method: str, path: str, body: str = "", cookie: str | None = None) -> Answer:
    """Ask as this actor. What the answer would have the browser keep is in the answer, not in the actor."""
    headers = {"cookie": actor.cookie if cookie is None else cookie}
    if method in ("POST", "PUT"):
        body = body or "{}"
        headers["content-type"] = "application/json"
    line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    try:
        line.request(method, path, body.encode() or None, headers)
        response = line.getresponse()
        data = response.read()
        kept = SimpleCookie("; ".join(one.partition(";")[0] for one in response.headers.get_all("set-cookie") or []))
        return Answer(response.status, data, {name: morsel.value for name, morsel in kept.items()})
    finally:
        line.close()


def ask(url: str, actor: Actor, method: str, path: str, body: Any = None) -> Any:
    """The same for building a world: it must be granted, and the browser keeps its cookies."""
    answer = send(url, actor, method, path, "" if body is None else json.dumps(body))
    assert answer.status < 400, f"{method} {path} as {actor.name}: {answer}"
    actor.cookies |= answer.cookies
    return answer.json if answer.body and answer.status not in (204, 303) else None


def app_routes() -> set[str]:
    """Method and address of every route of the app's own table, without what is particular: `GET /api/matches/{}`."""

    async def never() -> Any:
        raise NotImplementedError

    routes = [route for route in create_app(never).routes if isinstance(route, HTTPRoute)]
    return {
        f"{method} {re.sub('{[^}]*}', '{}', route.path_format)}"
        for route in routes
        for handler in route.route_handlers
        for method in set(handler.http_methods) - {"OPTIONS", "HEAD"}
    }
