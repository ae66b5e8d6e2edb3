"""Blocks: whom somebody wants to be seated with no more. Kept in `blocks:ACCOUNT`; either side's word is enough.

A block keeps two people from accepting each other's challenges; in the match it was made in, the other is muted, too,
and officials hear of it (`web.match_extras`). Events seat whom the draw says, whoever has blocked whom.
"""

from typing import Final

import msgspec

from barpoint.service.ports import Appended, EventStore, WallClock, Write

_TRIES: Final = 5
MOST: Final = 500
"""How many one person may have blocked."""


class PersonBlocked(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="PersonBlocked"
):
    """Somebody is blocked, or no longer; the name is as it was then."""

    at: int
    account: str
    name: str = ""
    blocked: bool = True


_decoder = msgspec.json.Decoder(PersonBlocked)


class Blocks:
    """Who has blocked whom."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock

    async def of(self, account: str) -> dict[str, str]:
        """Whom somebody has blocked: their names by account, the latest last."""
        return (await self._read(account))[0]

    async def set(self, account: str, other: str, name: str, *, blocked: bool) -> bool:
        """Block somebody, or no longer; False if nothing has changed."""
        for _ in range(_TRIES):
            present, version = await self._read(account)
            if (other in present) == blocked or other == account or (blocked and len(present) >= MOST):
                return False
            event = PersonBlocked(at=self._clock.now(), account=other, name=name, blocked=blocked)
            write = Write(f"blocks:{account}", version, (msgspec.json.encode(event),))
            if isinstance(await self._store.append([write], f"block/{account}/{version}"), Appended):
                return True
        raise RuntimeError(f"the blocks of {account} change faster than they can be kept")

    async def apart(self, one: str, other: str) -> bool:
        """Whether either has blocked the other."""
        return other in await self.of(one) or one in await self.of(other)

    async def _read(self, account: str) -> tuple[dict[str, str], int]:
        present: dict[str, str] = {}
        version = 0
        for stored in await self._store.read(f"blocks:{account}"):
            event, version = _decoder.decode(stored.data), stored.version
            if event.blocked:
                present[event.account] = event.name
            else:
                present.pop(event.account, None)
        return present, version
