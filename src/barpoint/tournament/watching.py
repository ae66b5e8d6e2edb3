"""Who watches a tournament, and what of it: streams and recordings, what players ask of them, what watchers report.

word       the organiser's choice for the tournament, an event, a round, a match, a player or a table: shown live,
           recorded, how much later (ibf:18.1b, 18.2a). What a word leaves open an earlier one decides
request    what a side asks: that the record stay with the two of them (guide:3.1d), gear of its own (ibf:18.4,
           guide:3.1b), somebody who writes the match down (bws:3.8)
sighting   what somebody who looks on, in the hall or at home, tells the officials in private (bws:1.6.1b, guide:1.3.4a,
           usbgf:1.6.1f, 1.6.1g); the players do not hear of it

What comes of a word for one match is worked out by `desk.broadcast`.
"""

import re
from enum import StrEnum
from typing import Final

import msgspec

BROADCAST: Final = "broadcast"
"""The topic under which an order about equipment says it in one text."""
LIVE: Final = "live"
OFF: Final = "off"
LONGEST_DELAY: Final = 999
"""Minutes."""
_DELAY: Final = re.compile(r"([0-9]{1,3})( min(utes?)?)?")


class BroadcastWord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One word of the organiser's; None: it says nothing of that."""

    at: int
    by: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""
    hall: str = ""
    table: str = ""
    live: bool | None = None
    recorded: bool | None = None
    delay: int | None = None  # minutes
    reason: str = ""


class RecordingWish(StrEnum):
    """What a side may ask about recordings of its match."""

    RESTRICT = "restrict"
    OWN_GEAR = "own_gear"
    RECORDER = "recorder"


class RecordingRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a side has asked, and the answer."""

    id: str
    contest: str
    pairing: str
    entrant: str
    what: RecordingWish
    at: int
    by: str
    about: str = ""
    granted: bool | None = None  # None: the director has not decided
    answer: str = ""
    decided_by: str = ""


class SightSubject(StrEnum):
    """What a watcher has seen."""

    CHEATING = "cheating"
    HELP = "outside_help"
    CRAWFORD = "crawford_double"
    SCORE = "score"
    SETUP = "setup"
    CLOCK = "clock"
    ILLEGAL_PLAY = "illegal_play"
    DISPUTE = "dispute"  # what happened in one that is being settled
    CONDUCT = "conduct"
    OTHER = "other"


class Sighting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a watcher told the officials."""

    id: str
    contest: str
    pairing: str
    at: int
    by: str
    subject: SightSubject
    about: str
    witness: str = ""  # the name somebody gave who is nobody of the tournament
    stream: bool = False  # seen in a broadcast, not in the hall
    answered: int | None = None
    answer: str = ""
    answered_by: str = ""


def read_broadcast(choice: str) -> tuple[bool, int]:
    """Whether a match is shown, and the delay in minutes; ValueError says what was expected."""
    said = choice.strip().lower()
    if said in (LIVE, OFF):
        return said == LIVE, 0
    delay = _DELAY.fullmatch(said)
    if delay is None:
        raise ValueError(f"a broadcast is live, off or so many minutes late, such as 15 min, not {choice[:40]!r}")
    return True, int(delay[1])
