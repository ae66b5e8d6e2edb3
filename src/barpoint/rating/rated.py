"""What is rated: finished matches as events, and the published rule of which of them count.

pool        ratings that are kept together: one discipline, one clock class, singles or doubles. A blitz
            match never moves a standard rating, a doubles match never a singles one.
kind        how a match came to its end. The rule (`COUNTS`):
              normal            counts: it was played to its end, resignations included
              abandoned         counts: somebody left while it was being played and lost by it, or else
                                leaving would save a rating
              forfeit           does not count: it was given without a roll (late, absent, withdrawn)
              drawn             does not count: declared, not played out (usbgf:4.8.1.2b)
              director_marked   does not count: the director took it out, with a reason on the record
            An event may publish another set; which one was in force is part of a rebuild's inputs.
order       by time, then by id: two logs with the same matches fold to the same numbers.

Nothing here knows a formula. A match is rated from its result alone: no points of the score, no luck.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import DISCIPLINES


class Kind(StrEnum):
    """How a match came to its end."""

    NORMAL = "normal"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
    DRAWN = "drawn"
    DIRECTOR_MARKED = "director_marked"


class ClockClass(StrEnum):
    """Which clock the event set; the books give no figures that divide them, so the event names it."""

    STANDARD = "standard"
    BLITZ = "blitz"
    UNTIMED = "untimed"


COUNTS: Final = frozenset({Kind.NORMAL, Kind.ABANDONED})
"""The kinds that are rated unless the event publishes another set."""

WHY: Final[Mapping[Kind, str]] = {
    Kind.NORMAL: "played to its end",
    Kind.ABANDONED: "left during play, which loses like any other way",
    Kind.FORFEIT: "given without a roll",
    Kind.DRAWN: "declared drawn, not played out",
    Kind.DIRECTOR_MARKED: "taken out by the director",
}


class Pool(msgspec.Struct, frozen=True, order=True):
    """The ratings a match moves."""

    discipline: str = "backgammon"
    clock: ClockClass = ClockClass.STANDARD
    doubles: bool = False

    def __str__(self) -> str:
        return f"{self.discipline}/{self.clock}{'/doubles' if self.doubles else ''}"


class MatchRated(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A finished match. Each side is one person, or two who consult (Doubles)."""

    id: str
    at: int  # when it was completed, in milliseconds
    winner: tuple[str, ...]
    loser: tuple[str, ...]
    length: int
    discipline: str = "backgammon"
    clock: ClockClass = ClockClass.STANDARD
    kind: Kind = Kind.NORMAL
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a rated match has an id")
        if not 1 <= self.length <= 999:
            raise ValueError(f"match {self.id}: a length of 1 to 999 points was expected, not {self.length}")
        if self.discipline not in DISCIPLINES:
            raise ValueError(f"match {self.id}: no discipline is called {self.discipline!r}")
        sizes = {len(self.winner), len(self.loser)}
        if sizes not in ({1}, {2}):
            raise ValueError(f"match {self.id}: one player a side, or two, was expected")
        people = self.winner + self.loser
        if len(set(people)) != len(people) or not all(people):
            raise ValueError(f"match {self.id}: different players with names were expected, not {', '.join(people)}")
        if self.kind is Kind.DIRECTOR_MARKED and not self.reason:
            raise ValueError(f"match {self.id}: a match the director takes out needs the reason")

    @property
    def pool(self) -> Pool:
        """The ratings it moves."""
        return Pool(self.discipline, self.clock, len(self.winner) == 2)


class MatchStruck(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A match is no longer in the record at all: posted by mistake, or undone."""

    id: str
    at: int
    reason: str


Event = MatchRated | MatchStruck


def in_order(log: Iterable[Event]) -> tuple[MatchRated, ...]:
    """The matches of a log as they are rated: the last word on each id, by time and then id."""
    latest: dict[str, MatchRated] = {}
    for event in log:
        match event:
            case MatchRated():
                latest[event.id] = event
            case MatchStruck():
                latest.pop(event.id, None)
    return tuple(sorted(latest.values(), key=lambda match: (match.at, match.id)))
