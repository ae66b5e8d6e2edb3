"""Makes the digest of the day while a server runs, once a day, whichever process is first."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from barpoint.service.ports import WallClock
from barpoint.service.records.daily_digest import DailyDigest, DigestOfDay, RecordBook

_EVERY: Final = 600.0  # seconds
_log = logging.getLogger("barpoint.records")

Publish = Callable[[DigestOfDay], None]
"""Puts a day's digest where the operator wants it."""


class DigestPublisher:
    """Looks every ten minutes whether the day has its digest."""

    def __init__(self, book: RecordBook, clock: WallClock, publish: Publish | None = None) -> None:
        self._book, self._clock, self._publish = book, clock, publish

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.make()
            except Exception:
                _log.exception("the digest of the day could not be made")
            await asyncio.sleep(_EVERY)

    async def make(self) -> DailyDigest | None:
        """Today's digest, if it is not there yet."""
        now = self._clock.now()
        made = await self._book.make_digest(datetime.fromtimestamp(now / 1000, UTC).date().isoformat(), now)
        if made is not None:
            _log.info("digest of the day", extra={"day": made.day, "digest": made.digest, "streams": made.streams})
            of_day = await self._book.digest_of(made.day)
            if self._publish is not None and of_day is not None:
                await asyncio.to_thread(self._publish, of_day)
        return made
