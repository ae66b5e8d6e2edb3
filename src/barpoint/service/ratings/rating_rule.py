"""The published rule: what is rated, by which systems, and why something is not. docs/ratings.md says it in words."""

from collections.abc import Mapping
from typing import Final

import msgspec

from barpoint.rating import ENDING_REASONS, RATED_ENDINGS, ClockClass, MatchEnding, Rating, RatingSystem
from barpoint.service.ratings.rated_verdicts import (
    BLITZ_RESERVE,
    NOT_COUNTED_REASONS,
    TURNS_OF_BOTH,
    NotCounted,
    RatedVerdict,
)

PROVISIONAL_MATCHES: Final = 20
PROVISIONAL_DEVIATION: Final = 110.0
"""A rating is provisional with fewer matches than so many, or with a larger deviation than so much."""


class EndingRule(msgspec.Struct, frozen=True):
    """Whether a kind of ending is rated, and why."""

    kind: str
    rated: bool
    why: str


class RatingRule(msgspec.Struct, frozen=True):
    """The rule of this server, as data."""

    systems: Mapping[str, RatingSystem]
    endings: tuple[EndingRule, ...]
    clocks: tuple[str, ...]
    blitz_below: int  # milliseconds of reserve a point
    least_rolls: int  # of a match that is not given up at once
    provisional_matches: int
    provisional_deviation: float


def published_rule(systems: Mapping[str, RatingSystem]) -> RatingRule:
    """What counts here."""
    endings = [EndingRule(kind, kind in RATED_ENDINGS, ENDING_REASONS[kind]) for kind in MatchEnding]
    others = [EndingRule(kind, False, NOT_COUNTED_REASONS[kind]) for kind in NotCounted]
    return RatingRule(
        systems,
        (*endings, *others),
        tuple(ClockClass),
        BLITZ_RESERVE,
        TURNS_OF_BOTH,
        PROVISIONAL_MATCHES,
        PROVISIONAL_DEVIATION,
    )


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known yet."""
    return rating.matches < PROVISIONAL_MATCHES or (rating.deviation or 0.0) > PROVISIONAL_DEVIATION


def reason_not_counted(verdict: RatedVerdict) -> str:
    """Why a match does not count, in words; empty if it does."""
    if verdict.counts:
        return ""
    if verdict.why is not None:
        return NOT_COUNTED_REASONS[verdict.why]
    assert verdict.match is not None, "a verdict without a match says why"
    return verdict.match.reason or ENDING_REASONS[verdict.match.kind]
