"""How often one address may ask: generous for everything, less so for what makes accounts or tries passwords.

The machine's own programs (loopback) are not counted, so that bots and benches beside the server are free; behind
a proxy the address is the one it forwards.
"""

import ipaddress
from typing import Final

from litestar.exceptions import TooManyRequestsException

from barpoint.service.limits import Allowance
from barpoint.web.session import AnyRequest

NEW_PEOPLE: Final = ("/api/guest", "/api/register", "/api/sign-in", "/api/passkeys")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Limits:
    """The allowances of one process."""

    def __init__(self) -> None:
        self.people = Allowance(burst=30, every=6_000)
        self.changes = Allowance(burst=120, every=250)
        self.reads = Allowance(burst=600, every=25)

    async def check(self, request: AnyRequest) -> None:
        """Turn away whoever asks too often."""
        address = request.client.host if request.client is not None else ""
        if is_here(address):
            return
        now = request.app.state.house.clock.now()
        wait = (self.reads if request.method in _SAFE else self.changes).take(address, now)
        if not wait and request.method not in _SAFE and request.url.path.startswith(NEW_PEOPLE):
            wait = self.people.take(address, now)
        if wait:
            after = str(-(-wait // 1000))
            raise TooManyRequestsException("too many requests; wait a little", headers={"retry-after": after})


def is_here(address: str) -> bool:
    """Whether it is this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in ("", "testclient")
