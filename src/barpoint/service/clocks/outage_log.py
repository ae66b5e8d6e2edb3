"""The log of outages: when the server did not run, so that nobody pays for it.

It is a stream of its own (`outage:server`), one event an outage. What lasts from one moment to another is counted
without the outages between them: `time_served` says how long something has lasted, `deadline` when it is over. The
clock of a match is stopped and started by its own events (`timekeeping`): its log alone says what each side has left.
"""

import logging
from typing import Final, Literal

import msgspec

from barpoint.service.ports import Appended, EventStore, Write

OUTAGES: Final = "outage:server"
_log = logging.getLogger("barpoint.outages")
OutageKind = Literal["down", "stopped", "set_forward", "set_back"]


class OutageNoted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="OutageNoted"):
    """The server did not run from `since` to `until`, or its machine's clock was set.

    down         no process lived
    stopped      it lived and did not run: suspended, asleep with its machine, kept busy, or unable to keep anything
    set_forward  its machine's clock was set to a later time; nobody pays for the leap
    set_back     to an earlier one, by `length`; server time went on as before
    """

    at: int
    kind: OutageKind
    since: int
    until: int
    length: int


_decoder = msgspec.json.Decoder(OutageNoted)


class OutageLog:
    """All outages, as far as this process has followed them."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.version = 0
        self._outages: list[tuple[int, int]] = []  # apart from each other, the oldest first

    async def load(self) -> None:
        """What the other processes, and earlier lives of this one, have noted."""
        for stored in await self._store.read(OUTAGES, self.version):
            noted = _decoder.decode(stored.data)
            self.version = stored.version
            if noted.until > noted.since:
                self._outages = _with(self._outages, (noted.since, noted.until))

    async def note(self, noted: OutageNoted, command: str) -> None:
        """Keep an outage for good; said again under the same `command` it is known once."""
        data = msgspec.json.encode(noted)
        while True:
            outcome = await self._store.append([Write(OUTAGES, self.version, (data,))], command)
            await self.load()
            if isinstance(outcome, Appended):
                break
        _log.log(
            logging.INFO if noted.kind == "down" else logging.WARNING,  # whoever starts it again knows that it was down
            "the server did not run" if noted.until > noted.since else "the machine's clock was set back",
            extra={"kind": noted.kind, "since": noted.since, "until": noted.until, "length": noted.length},
        )

    def after(self, moment: int) -> tuple[tuple[int, int], ...]:
        """The outages that were not over at a moment."""
        return tuple(outage for outage in self._outages if outage[1] > moment)

    def deadline(self, start: int, length: int) -> int:
        """When something that began at `start` has lasted for `length`, outages not counted."""
        end = start + length
        for since, until in self._outages:
            if until > start and since < end:
                end += until - max(since, start)
        return end

    def time_served(self, start: int, end: int) -> int:
        """How long something has lasted, outages not counted."""
        lost = sum(max(0, min(until, end) - max(since, start)) for since, until in self.after(start))
        return max(0, end - start - lost)


def _with(outages: list[tuple[int, int]], added: tuple[int, int]) -> list[tuple[int, int]]:
    """One more outage; those that touch each other are one."""
    since, until = added
    apart = []
    for outage in outages:
        if outage[1] < since or outage[0] > until:
            apart.append(outage)
        else:
            since, until = min(since, outage[0]), max(until, outage[1])
    return sorted([*apart, (since, until)])
