"""The ports: what the use cases need from outside. Adapters fill them; `bootstrap` joins the two."""

from collections.abc import Sequence
from typing import Protocol

from barpoint.match.events import AnyEvent


class Dice(Protocol):
    """Where rolls come from."""

    def roll(self) -> tuple[int, int]:
        """Two dice, each 1 to 6."""
        ...


class WallClock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Milliseconds since the epoch."""
        ...


class MatchLog(Protocol):
    """One match's events, kept for good."""

    def read(self) -> Sequence[AnyEvent]:
        """All events so far, in order."""
        ...

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Write events so that they survive a crash from here on."""
        ...
