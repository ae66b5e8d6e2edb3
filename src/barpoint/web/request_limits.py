"""How often one address may ask, and how large what it asks may be.

The paces are generous for everything, less so for what makes accounts or tries passwords. The machine's own programs
(loopback) are not counted, so that bots and benches beside the server are free; behind a proxy the address is the one
it forwards. A proxy that forwards none is warned of, once: everybody who comes through it is counted by session then.
"""

import logging
from hashlib import sha256
from typing import Any, Final

from litestar import Request
from litestar.exceptions import HTTPException, TooManyRequestsException

from barpoint.service import RateLimit
from barpoint.web.live.origins import is_local, origin_of
from barpoint.web.session import COOKIE, AnyRequest

NEW_PEOPLE: Final = (
    *("/api/guest", "/api/register", "/api/sign-in", "/api/passkeys", "/api/recover", "/api/me/proof"),
    "/api/me/password",
)
LONGEST_ADDRESS: Final = 8_000
"""Bytes of a path with its query."""
LONGEST_TEXT: Final = 200_000
LONGEST_WORDS: Final = 4_000
"""Characters of one text in a request, and of one that a tournament keeps."""
LARGEST_NUMBER: Final = 250_000_000_000_000
"""Milliseconds until nearly the year 10,000; no number in a request has to be larger."""
_PROXIED: Final = frozenset({"via", "forwarded", "x-forwarded-proto", "x-forwarded-host", "x-real-ip"})
_log = logging.getLogger("barpoint.limits")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class BoundedRequest(Request[Any, Any, Any]):
    """A request whose JSON is neither too deep nor full of numbers that cannot be kept."""

    async def json(self) -> Any:
        """What the body says; ValueError for what no sender means."""
        try:
            body = await super().json()
        except RecursionError:
            raise ValueError("this JSON is nested too deeply") from None
        check_values(body, LONGEST_WORDS if self.url.path.endswith("/commands") else LONGEST_TEXT)
        return body


def check_values(value: Any, longest: int) -> None:
    """Refuse numbers beyond what times, money and points need, and texts nobody reads; ValueError says how much."""
    rest = [value]
    while rest:
        match rest.pop():
            case dict() as found:
                rest += found.values()
            case list() as found:
                rest += found
            case int() | float() as number if abs(number) > LARGEST_NUMBER:
                raise ValueError(f"a number here is at most {LARGEST_NUMBER}, not {str(number)[:40]}")
            case str() as text if len(text) > longest:
                raise ValueError(f"a text here has at most {longest} characters, not {len(text)}")
            case _:
                pass


class RequestLimits:
    """The allowances of one process."""

    def __init__(self) -> None:
        self._warned = False
        self.people = RateLimit(burst=30, every=6_000)
        self.changes = RateLimit(burst=120, every=250)
        self.reads = RateLimit(burst=600, every=25, batch=20)

    def _behind_proxy(self, request: AnyRequest) -> str:
        """What is counted where a proxy does not say who asks: the session."""
        if not self._warned:
            self._warned = True
            _log.warning("a proxy forwards no X-Forwarded-For: limits count sessions, not addresses")
        token = next((value for name, value in request.cookies.items() if name.endswith(COOKIE)), "")
        return f"session {sha256(token.encode()).hexdigest()[:16]}"  # the same at every process

    async def check(self, request: AnyRequest) -> None:
        """Turn away whoever asks too often, or at an address that is too long."""
        if len(request.scope["path"]) + len(request.scope["query_string"]) > LONGEST_ADDRESS:
            raise HTTPException(f"an address has at most {LONGEST_ADDRESS} bytes", status_code=414)
        address = origin_of(request)
        if is_local(address):
            if not _PROXIED.isdisjoint(request.headers.keys()):
                address = self._behind_proxy(request)
            else:
                return
        now = request.app.state.house.clock.now()
        wait = (self.reads if request.method in _SAFE else self.changes).take(address, now)
        if not wait and request.method not in _SAFE and request.url.path.startswith(NEW_PEOPLE):
            wait = self.people.take(address, now)
        if wait:
            _log.info("turned away", extra={"path": request.url.path, "wait": wait})
            after = str(-(-wait // 1000))
            raise TooManyRequestsException("too many requests; wait a little", headers={"retry-after": after})
