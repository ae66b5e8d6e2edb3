"""What goes over HTTP about ratings: the ladder, a match's changes with their arithmetic, an official's word."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from barpoint.match.format import Length
from barpoint.service import Terms
from barpoint.service.ratings import LadderRow, RatingRule


class RatingsHere(msgspec.Struct, frozen=True):
    """The rule of this server, the system it shows, and the pools of each with how many players they have."""

    rule: RatingRule
    shown: str
    pools: Mapping[str, Mapping[str, int]]


class LadderPage(msgspec.Struct, frozen=True):
    """A part of a ladder; `rows` are its players from `first` on."""

    system: str
    pool: str
    first: int
    total: int
    rows: tuple[LadderRow, ...]


class PlayerChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match changed for one player: the numbers, and how they come about."""

    system: str
    pool: str
    player: str
    name: str
    before: float
    after: float
    deviation: float | None = None  # afterwards
    provisional: bool = False
    arithmetic: tuple[str, ...] = ()


class MatchRatings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match has changed; if it does not count, `why`. `rated` is False where it was never to be.

    `pending` is a match of a tournament whose result is not posted there yet.
    """

    match: str
    rated: bool = False
    counts: bool = False
    kind: str = ""  # of the reason, as the rule names it
    why: str = ""
    changes: tuple[PlayerChange, ...] = ()
    pending: bool = False
    board: str = ""  # where a tournament's was played on this server: /match/ID


class RatingNow(msgspec.Struct, frozen=True):
    """A rating of somebody in a pool."""

    player: str
    pool: str
    rating: float
    provisional: bool


class BoardRatings(msgspec.Struct, frozen=True):
    """What those who play a match have; `pool` is the one it moves, empty if it moves none."""

    pool: str
    ratings: tuple[RatingNow, ...]


class QuickRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to play now; `challenge` is what they wait with already."""

    terms: Terms = Terms()
    challenge: Annotated[str, msgspec.Meta(max_length=32)] = ""


class LiveBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match that is being played, as spectators see it."""

    match: str
    white: str
    black: str
    score: tuple[int, int]
    discipline: str
    length: Length
    rated: bool = False
    pool: str = ""  # that it moves
    accounts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # White's and Black's; a bot has none


class RatingDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An official takes a finished match out of the ratings, with a reason; an empty one puts it back."""

    reason: Annotated[str, msgspec.Meta(max_length=300)] = ""
