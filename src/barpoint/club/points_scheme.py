"""How a series is counted: plain data that is published with it.

points      whole thousandths, so that sums are exact; people read them divided by a thousand
by_place    what the places of an event bring: points, or with `per_field` points for every entrant of it
factors     what an event's division counts for, 1000 is once; side events (`side`, `jackpot`) and titles beside the
            main one (`consolation`) count only if they are named
per_entry   for being there; `per_win` for a match won, `per_point` for every point of its length
best        only so many of somebody's results count, the best ones; 0 is all of them
ladder      instead of points: whoever beats somebody above moves up, to their place or half of the way
ranks       master points: what somebody is called from so many points on

A scheme may have several of these at once. `SCHEMES` has one of each kind to begin from.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Final

import msgspec

ONCE: Final = 1000
"""A factor of one, and a whole point."""

Amount = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Climb(StrEnum):
    """How a ladder is climbed."""

    NONE = ""
    TAKE = "take"  # the place of whoever was beaten
    HALF = "half"  # half of the way there


class SeriesTieBreak(StrEnum):
    """What separates those who are level."""

    BEST_RESULT = "best_result"
    EVENTS_WON = "events_won"
    HEAD_TO_HEAD = "head_to_head"
    MATCHES_WON = "matches_won"
    ALL_RESULTS = "all_results"  # those that did not count, too
    FEWEST_EVENTS = "fewest_events"


DEFAULT_SERIES_TIE_BREAKS: Final = (
    SeriesTieBreak.BEST_RESULT,
    SeriesTieBreak.EVENTS_WON,
    SeriesTieBreak.HEAD_TO_HEAD,
    SeriesTieBreak.ALL_RESULTS,
)


class MasterRank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is called from so many points on."""

    name: Word
    points: Amount


class PointsScheme(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a series is counted."""

    by_place: Annotated[tuple[Amount, ...], msgspec.Meta(max_length=512)] = ()
    per_field: bool = False
    factors: Annotated[dict[Word, Amount], msgspec.Meta(max_length=50)] = {}
    per_entry: Amount = 0
    per_win: Amount = 0
    per_point: Amount = 0
    best: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    ladder: Climb = Climb.NONE
    ranks: Annotated[tuple[MasterRank, ...], msgspec.Meta(max_length=50)] = ()
    tie_breaks: Annotated[tuple[SeriesTieBreak, ...], msgspec.Meta(max_length=6)] = DEFAULT_SERIES_TIE_BREAKS

    def __post_init__(self) -> None:
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise ValueError(f"each tie-break stands in the list once, not {', '.join(self.tie_breaks)}")
        counted = self.by_place or self.per_entry or self.per_win or self.per_point
        if self.ladder is Climb.NONE and not counted:
            raise ValueError("expected points for places, entries or wins, or a ladder")
        if self.ladder is not Climb.NONE and (counted or self.best or self.ranks):
            raise ValueError("a ladder counts no points: expected one or the other")

    def factor(self, division: str, title: str = "", *, side: bool = False) -> int:
        """What an event counts for in thousandths; a side event, and a title beside the main one, only if named."""
        own = self.factors.get(title, 0) if title else ONCE
        return own * self.factors.get(division, 0 if side else ONCE) // ONCE

    def place_points(self, place: int, last: int, entrants: int, factor: int) -> int:
        """What a place brings; those who share several have the mean of them, rounded down to a thousandth."""
        shares = [self.by_place[number - 1] if number <= len(self.by_place) else 0 for number in range(place, last + 1)]
        return sum(shares) * (entrants if self.per_field else 1) * factor // (ONCE * len(shares))

    def rank(self, points: int) -> str:
        """What somebody with so many points is called."""
        reached = [rank for rank in self.ranks if points >= rank.points]
        return max(reached, key=lambda rank: rank.points).name if reached else ""


SCHEMES: Final[Mapping[str, PointsScheme]] = {
    "field": PointsScheme(
        by_place=(1000, 600, 350, 350, 150, 150, 150, 150),
        per_field=True,
        factors={"Open": 1500, "Advanced": 1250, "Intermediate": 1000, "Novice": 750, "consolation": 300},
    ),
    "table": PointsScheme(by_place=(10000, 7000, 5000, 5000, 2000, 2000, 2000, 2000), per_entry=1000),
    "best": PointsScheme(by_place=(10000, 7000, 5000, 5000, 2000, 2000, 2000, 2000), per_entry=1000, best=8),
    "master": PointsScheme(
        per_point=100,
        ranks=(
            MasterRank("Club master", 25_000),
            MasterRank("Regional master", 100_000),
            MasterRank("National master", 300_000),
        ),
        tie_breaks=(SeriesTieBreak.MATCHES_WON, SeriesTieBreak.HEAD_TO_HEAD),
    ),
    "ladder": PointsScheme(ladder=Climb.TAKE, tie_breaks=()),
}
"""A scheme of each kind: by field and division, by a table of places, the best of a season, master points, a ladder."""


def read_scheme(data: object) -> PointsScheme:
    """A scheme from plain data; ValueError says what was expected."""
    try:
        return msgspec.convert(data, PointsScheme, strict=False)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"a points scheme: {wrong}") from wrong


def scheme_lines(scheme: PointsScheme) -> Sequence[str]:
    """The scheme in words."""
    if scheme.ladder is not Climb.NONE:
        half = " half of the way to" if scheme.ladder is Climb.HALF else ""
        return (f"A ladder: whoever beats somebody above moves up to{half} their place.",)
    lines = []
    if scheme.by_place:
        amounts = ", ".join(format_points(amount) for amount in scheme.by_place)
        lines.append(f"Places: {amounts}{' for every entrant' if scheme.per_field else ''}.")
    if scheme.factors:
        lines.append("Times " + ", ".join(f"{name} {format_points(n)}" for name, n in scheme.factors.items()) + ".")
    each = {"entry": scheme.per_entry, "match won": scheme.per_win, "point of a match won": scheme.per_point}
    lines += [f"For each {what}: {format_points(amount)}." for what, amount in each.items() if amount]
    lines += [f"The best {scheme.best} results count."] if scheme.best else []
    lines += [f"{rank.name} from {format_points(rank.points)} on." for rank in scheme.ranks]
    return tuple(lines)


def format_points(amount: int) -> str:
    """Thousandths as people write them: 12, 3.75."""
    return f"{amount / ONCE:.3f}".rstrip("0").rstrip(".")
