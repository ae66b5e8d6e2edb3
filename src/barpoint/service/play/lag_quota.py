"""Lag: what the way to the server costs a player is given back, as far as a quota goes.

A client says how long its last round trip took. The server believes it up to a limit, and gives it back from
a quota that fills by a little with every roll and every play: a steady slow line is compensated, a lie or a stall
is soon used up. What was given back is written on the event (`lag`), so that the quota follows from the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from barpoint.match.events import AnyEvent

MOST_A_COMMAND: Final = 1_000
START: Final = 1_500
FILL: Final = 250
FULL: Final = 3_000
"""Milliseconds: believed of one command, in the quota at first, added by each roll and play, and at most."""


@dataclass(slots=True)
class LagQuota:
    """One player's quota in one match."""

    left: int = START

    def grant(self, lag: int) -> int:
        """The milliseconds by which a command counts as earlier than it was received."""
        return max(0, min(lag, MOST_A_COMMAND, self.left))

    def spend(self, lag: int) -> None:
        """So much was given back."""
        self.left = max(0, self.left - lag)

    def fill(self) -> None:
        """A roll or a play more."""
        self.left = min(FULL, self.left + FILL)


def with_lag(events: Sequence[AnyEvent], received: int) -> Sequence[AnyEvent]:
    """What was decided on a command that the server had at `received`, with the lag it was given back."""
    lag = received - events[-1].at if received else 0
    if lag <= 0:
        return events
    return [msgspec.structs.replace(events[0], lag=lag), *events[1:]]
