"""Where figures of fair play and sightings of devices are kept: the port, and what it takes and gives."""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

import msgspec

from barpoint.board import Side
from barpoint.engine.review import FairPlaySums, PeerMatch

WeighingState = Literal["waiting", "working", "done", "failed", "off"]
"""`off`: the operator has nothing weighed."""


class FairPlayRow(msgspec.Struct, frozen=True):
    """One person in one match; `kind` is the discipline, of Doubles `DISCIPLINE/doubles`."""

    match: str
    account: str
    side: Side
    kind: str
    at: int
    sums: FairPlaySums
    rating: float | None = None


class SharedDevice(msgspec.Struct, frozen=True):
    """A device on which an account was seen, and whoever else was; `last` is when the last of them was."""

    account: str
    others: tuple[str, ...]
    last: int


class FairPlayBook(Protocol):
    """What was weighed, and by whom something is being weighed."""

    async def pending(self, living: Collection[str], most: int) -> Sequence[str]:
        """Finished serious matches that nobody has weighed and none of the living is weighing, newest first."""
        ...

    async def claim(self, match: str, process: str, living: Collection[str]) -> bool:
        """Take a match on, unless it is weighed or one of the living has it."""
        ...

    async def release(self, match: str) -> None:
        """Nobody weighs it, and it is not weighed: it waits again."""
        ...

    async def reopen(self, match: str, version: int) -> None:
        """It waits again if its log has grown since it was weighed, or if it could not be."""
        ...

    async def keep(
        self, match: str, version: int, rows: Sequence[FairPlayRow], state: Literal["done", "failed"] = "done"
    ) -> None:
        """What came of a log of that length, in one transaction."""
        ...

    async def state(self, match: str) -> WeighingState:
        """How it stands."""
        ...

    async def of_match(self, match: str) -> Sequence[FairPlayRow]:
        """Everybody in a match."""
        ...

    async def earlier(self, account: str, kind: str, before: int, most: int) -> Sequence[FairPlayRow]:
        """Somebody's matches of a kind before a moment, newest first."""
        ...

    async def peers(
        self, kind: str, ratings: tuple[float, float], but: Collection[str], most: int
    ) -> Sequence[PeerMatch]:
        """Matches of a kind by others whose ratings were between these, newest first."""
        ...

    async def newest(self, first: int, most: int, matches: Collection[str] | None = None) -> Sequence[FairPlayRow]:
        """Everybody in the matches weighed that ended last; of these matches only, if any are named."""
        ...

    async def note_device(self, device: bytes, account: str, at: int) -> None:
        """An account was seen on a device, known by its digest."""
        ...

    async def shared_devices(self, accounts: Collection[str]) -> Sequence[SharedDevice]:
        """Devices on which these and others were seen."""
        ...

    async def forget_devices(self, before: int) -> None:
        """Drop sightings older than that."""
        ...
