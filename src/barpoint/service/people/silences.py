"""Silences: who may say only the preset phrases for a while, by an official's word. Kept in `silence:ACCOUNT`.

Given when an inquiry about somebody is settled (`officials.inquiries`), which says who gave it and why.
"""

import msgspec

from barpoint.service.ports import Appended, EventStore, WallClock, Write

DAY = 86_400_000
LONGEST = 365
"""Days of one silence."""


class PersonSilenced(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="PersonSilenced"
):
    """Free text is closed to somebody until a moment."""

    at: int
    until: int
    inquiry: str


_decoder = msgspec.json.Decoder(PersonSilenced)


class Silences:
    """Who is silenced, and until when."""

    def __init__(self, store: EventStore, clock: WallClock) -> None:
        self._store, self._clock = store, clock

    async def until(self, account: str) -> int:
        """When somebody may say what they like again; 0 if they may now."""
        kept = [_decoder.decode(stored.data).until for stored in await self._store.read(f"silence:{account}")]
        latest = max(kept, default=0)
        return latest if latest > self._clock.now() else 0

    async def impose(self, account: str, days: int, inquiry: str) -> int:
        """Silence somebody; when it ends. The same inquiry again changes nothing."""
        if not 1 <= days <= LONGEST:
            raise ValueError(f"a silence has 1 to {LONGEST} days, not {days}")
        now = self._clock.now()
        event = PersonSilenced(at=now, until=now + days * DAY, inquiry=inquiry)
        while True:
            stored = await self._store.read(f"silence:{account}")
            version = stored[-1].version if stored else 0
            write = Write(f"silence:{account}", version, (msgspec.json.encode(event),))
            if isinstance(await self._store.append([write], f"silence/{inquiry}"), Appended):
                return await self.until(account)
