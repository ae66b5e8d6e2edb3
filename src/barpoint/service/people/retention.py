"""How long guests and sessions are kept: the rule that `docs/serving.md` publishes, carried out.

session     a year from when it was opened; then nobody can use it, and it is dropped
guest       one who never sat at a match nor offered one is dropped 30 days after being last seen. One who has played is
            known by the name until the last session is over, and is then a "former player" as if they had asked for it

Registered people stay until they remove themselves, or an official does.
"""

import asyncio
import logging
from typing import Final

import msgspec

from barpoint.service.people.member_ports import PersonalRecords
from barpoint.service.people.sessions import SESSION_LIFETIME
from barpoint.service.ports import WallClock

IDLE_GUEST: Final = 30 * 86_400_000
"""Milliseconds after which a guest who never played is forgotten."""
REASON: Final = "a guest whose last session is over"
_EVERY: Final = 3600.0  # seconds
_MOST_AT_ONCE: Final = 50
_log = logging.getLogger("barpoint.retention")


class Forgotten(msgspec.Struct, frozen=True):
    """What was dropped: sessions, guests who never played, and guests who are former players now."""

    sessions: int
    idle_guests: int
    former_players: int


class Retention:
    """Carries the rule out while a server runs."""

    def __init__(self, records: PersonalRecords, clock: WallClock) -> None:
        self._records, self._clock = records, clock

    async def run(self) -> None:
        """Now and every hour, until cancelled."""
        while True:
            try:
                forgotten = await self.apply()
                if any(msgspec.structs.astuple(forgotten)):
                    _log.info("forgotten", extra=msgspec.structs.asdict(forgotten))
            except Exception:
                _log.exception("old guests and sessions could not be dropped")
            await asyncio.sleep(_EVERY)

    async def apply(self) -> Forgotten:
        """Drop what the rule says."""
        now = self._clock.now()
        sessions = await self._records.end_sessions(now - SESSION_LIFETIME)
        idle = await self._records.drop_idle_guests(now - IDLE_GUEST)
        former = 0
        for account in await self._records.lost_guests(_MOST_AT_ONCE):
            former += await self._records.erase(account, REASON, now) is not None
        return Forgotten(sessions, idle, former)
