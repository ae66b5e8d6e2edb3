"""Where somebody asks from, as it is counted.

An address of IPv6 counts by its /64, which is what one household or one rented machine has.
"""

import ipaddress
from functools import lru_cache
from typing import Any

from litestar.connection import ASGIConnection


def origin_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody asks from, as it is counted."""
    return client_key(connection.client.host if connection.client is not None else "")


@lru_cache(maxsize=4_096)
def client_key(address: str) -> str:
    """What an address is counted under: itself, or for IPv6 its /64; an IPv4 address in IPv6's clothes is itself."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return address if known.is_loopback else str(ipaddress.IPv6Network((int(known) >> 64 << 64, 64)))


@lru_cache(maxsize=4_096)
def is_local(address: str) -> bool:
    """Whether it is this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in ("", "testclient")
