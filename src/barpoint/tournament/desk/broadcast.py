"""Which matches are shown, and how much later: the organiser's word, for an event, a round, a match or a player.

The word is an order like one about equipment, on the topic `broadcast`: `live`, `off`, or so many minutes of delay
(ibf:18.1b, 18.2a). The last order that fits a match holds; without one a match of an online event is live.
"""

import re
from typing import Final

from barpoint.match.format import MINUTE
from barpoint.tournament.desk.overview import orders_for
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.state import Contest, Tournament

BROADCAST: Final = "broadcast"
LIVE: Final = "live"
OFF: Final = "off"
_DELAY: Final = re.compile(r"([0-9]{1,3})( min(utes?)?)?")


def read_broadcast(choice: str) -> tuple[bool, int]:
    """Whether a match is shown, and the delay in milliseconds; ValueError says what was expected."""
    said = choice.strip().lower()
    if said in (LIVE, OFF):
        return said == LIVE, 0
    delay = _DELAY.fullmatch(said)
    if delay is None:
        raise ValueError(f"a broadcast is live, off or so many minutes late, such as 15 min, not {choice[:40]!r}")
    return True, int(delay[1]) * MINUTE


def broadcast_of(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[bool, int]:
    """Whether this match is shown while it is played, and how much later."""
    for order in orders_for(state, contest, fixture):
        if order.topic == BROADCAST:
            return read_broadcast(order.choice)
    return True, 0
