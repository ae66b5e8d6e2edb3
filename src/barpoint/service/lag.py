"""Lag: what the way to the server costs a player is given back, as far as a quota goes.

A client says how long its last round trip took. The server believes it up to a limit, and gives it back from
a quota that fills by a little with every command: a steady slow line is compensated, a lie or a stall
is soon used up.
"""

from dataclasses import dataclass
from typing import Final

MOST_A_COMMAND: Final = 1_000
START: Final = 1_500
FILL: Final = 250
FULL: Final = 3_000
"""Milliseconds: believed of one command, in the quota at first, added by each command, and at most."""


@dataclass(slots=True)
class LagQuota:
    """One player's quota in one match."""

    left: int = START

    def granted(self, lag: int) -> int:
        """The milliseconds by which a command counts as earlier than it was received."""
        given = max(0, min(lag, MOST_A_COMMAND, self.left))
        self.left = min(FULL, self.left - given + FILL)
        return given

    def in_flight(self, lag: int) -> int:
        """How long a command may still be on its way when time is up."""
        return max(0, min(lag, MOST_A_COMMAND, self.left))
