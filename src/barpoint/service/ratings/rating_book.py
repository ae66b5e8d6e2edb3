"""Where the ladder is kept: the port, and what it takes and gives."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from barpoint.rating import MatchRated, Rating, RatingChange, RatingSystem
from barpoint.service.ratings.rated_verdicts import RatedVerdict


class RatingMark(msgspec.Struct, frozen=True):
    """A stream in which something was written that may change a rating."""

    stream: str
    version: int


class SourceReading(msgspec.Struct, frozen=True):
    """What the logs of one match or tournament come to, and how far they were read."""

    source: str  # the stream it is known by
    versions: Mapping[str, int]
    verdicts: tuple[RatedVerdict, ...]


class LadderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of a ladder."""

    place: int
    player: str
    name: str
    rating: Rating
    won: int = 0
    provisional: bool = False


class LadderQuery(msgspec.Struct, frozen=True):
    """Which part of a ladder."""

    system: str
    pool: str
    search: str = ""
    since: int = 0  # only who has played since
    least: int = 0  # only who has played so many rated matches
    first: int = 0
    count: int = 50


class LadderPart(msgspec.Struct, frozen=True):
    """A part of a ladder, and how many there are."""

    rows: tuple[LadderRow, ...]
    total: int


class PoolRating(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has in a pool."""

    player: str
    system: str
    pool: str
    rating: Rating
    won: int = 0


class RatedStep(msgspec.Struct, frozen=True):
    """A change of somebody's rating, and the match it came from."""

    change: RatingChange
    match: MatchRated


class RatingBook(Protocol):
    """The ladder and what it rests on."""

    async def marks(self, most: int) -> Sequence[RatingMark]:
        """What waits to be followed."""
        ...

    async def settle(self, readings: Sequence[SourceReading], systems: Mapping[str, RatingSystem]) -> Sequence[str]:
        """Fold what was read into the ladder, in one transaction with its marks; the matches that changed it.

        A reading that another process has gone beyond changes nothing.
        """
        ...

    async def use_systems(self, systems: Mapping[str, RatingSystem]) -> Sequence[str]:
        """Fold the ladder by these systems and no others: which of them it was not yet, or not with these settings."""
        ...

    async def pools(self, system: str) -> Mapping[str, int]:
        """The pools there are, and how many players each has."""
        ...

    async def ladder(self, query: LadderQuery) -> LadderPart:
        """A part of a ladder, the highest first."""
        ...

    async def whole_ladder(self, system: str, pool: str) -> Sequence[LadderRow]:
        """All of a ladder, the highest first."""
        ...

    async def ratings_of(self, players: Sequence[str]) -> Sequence[PoolRating]:
        """All that these have."""
        ...

    async def history_of(self, player: str, system: str) -> Sequence[RatedStep]:
        """Every change of somebody's ratings with its match, the first one first."""
        ...

    async def changes_by(self, match: str) -> Mapping[str, Sequence[RatingChange]]:
        """What a match has changed, by system."""
        ...

    async def verdict(self, match: str) -> RatedVerdict | None:
        """What became of a finished match."""
        ...

    async def verdicts(self) -> Sequence[RatedVerdict]:
        """Every finished match that was looked at."""
        ...

    async def names(self, players: Sequence[str]) -> Mapping[str, str]:
        """What these people are called; who has no account is left out."""
        ...
