"""Friends: whom somebody follows. Kept in `follows:ACCOUNT`, by account alone; what they are called is asked anew.

Following somebody is nobody else's business: it tells them nothing. Whoever is apart by a block is not seen.
"""

from typing import Final

import msgspec

from barpoint.service.ports import Appended, EventStore, WallClock, Write

_TRIES: Final = 5
MOST_FOLLOWED: Final = 500


class PersonFollowed(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="PersonFollowed"
):
    """Somebody is followed, or no longer."""

    at: int
    account: str
    follows: bool = True


_decoder = msgspec.json.Decoder(PersonFollowed)


class Follows:
    """Who follows whom."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock

    async def of(self, account: str) -> tuple[str, ...]:
        """Whom somebody follows, the latest last."""
        return (await self._read(account))[0]

    async def set(self, account: str, other: str, *, follows: bool) -> bool:
        """Follow somebody, or no longer; False if nothing has changed."""
        for _ in range(_TRIES):
            present, version = await self._read(account)
            full = follows and len(present) >= MOST_FOLLOWED
            if (other in present) == follows or other == account or full:
                return False
            event = PersonFollowed(at=self._clock.now(), account=other, follows=follows)
            write = Write(f"follows:{account}", version, (msgspec.json.encode(event),))
            if isinstance(await self._store.append([write], f"follow/{account}/{version}"), Appended):
                return True
        raise RuntimeError(f"those {account} follows change faster than they can be kept")

    async def _read(self, account: str) -> tuple[tuple[str, ...], int]:
        present: dict[str, None] = {}
        version = 0
        for stored in await self._store.read(f"follows:{account}"):
            event, version = _decoder.decode(stored.data), stored.version
            if event.follows:
                present[event.account] = None
            else:
                present.pop(event.account, None)
        return tuple(present), version
