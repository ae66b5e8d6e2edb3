"""What is rated: finished matches as events, and the published rule of which of them count.

pool        ratings that are kept together: one discipline, one clock class, singles or doubles, people or bots. A
            blitz match never moves a standard rating, a doubles match never a singles one, a match against a bot
            (`bot:LEVEL`) never one that people won from people.
kind        how a match came to its end. The rule (`RATED_ENDINGS`):
              normal            counts: it was played to its end, resignations included
              abandoned         counts: somebody left while it was being played and lost by it, or else
                                leaving would save a rating
              forfeit           does not count: it was given without a roll (late, absent, withdrawn)
              drawn             does not count: declared, not played out (usbgf:4.8.1.2b)
              director_marked   does not count: the director took it out, with a reason on the record
              at_once           does not count: given up before both sides had two turns (online play)
            An event may publish another set; which one was in force is part of a rebuild's inputs.
order       by time, then by id: two logs with the same matches fold to the same numbers.

Nothing here knows a formula. A match is rated from its result alone: no points of the score, no luck.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import DISCIPLINES


class MatchEnding(StrEnum):
    """How a match came to its end."""

    NORMAL = "normal"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
    DRAWN = "drawn"
    DIRECTOR_MARKED = "director_marked"
    AT_ONCE = "at_once"


class ClockClass(StrEnum):
    """Which clock the event set; the books give no figures that divide them, so the event names it."""

    STANDARD = "standard"
    BLITZ = "blitz"
    UNTIMED = "untimed"
    CORRESPONDENCE = "correspondence"  # days a move


RATED_ENDINGS: Final = frozenset({MatchEnding.NORMAL, MatchEnding.ABANDONED})
"""The kinds that are rated unless the event publishes another set."""

ENDING_REASONS: Final[Mapping[MatchEnding, str]] = {
    MatchEnding.NORMAL: "played to its end",
    MatchEnding.ABANDONED: "left during play, which loses like any other way",
    MatchEnding.FORFEIT: "given without a roll",
    MatchEnding.DRAWN: "declared drawn, not played out",
    MatchEnding.DIRECTOR_MARKED: "taken out by the director",
    MatchEnding.AT_ONCE: "given up before both sides had two turns",
}


class Pool(msgspec.Struct, frozen=True, order=True):
    """The ratings a match moves."""

    discipline: str = "backgammon"
    clock: ClockClass = ClockClass.STANDARD
    doubles: bool = False
    bots: bool = False

    def __str__(self) -> str:
        return f"{self.discipline}/{self.clock}{'/doubles' if self.doubles else ''}{'/bots' if self.bots else ''}"


BOT: Final = "bot:"
"""Before the level of a bot of the house, where a player is named."""


def pool_named(text: str) -> Pool:
    """The pool that is written so, as in `backgammon/blitz/doubles`; ValueError for what no pool is called."""
    discipline, _, rest = text.partition("/")
    clock, *more = rest.split("/")
    if discipline not in DISCIPLINES or clock not in list(ClockClass) or more not in _POOL_ENDS:
        raise ValueError(f"expected a pool such as backgammon/standard or backgammon/blitz/doubles, not {text[:60]!r}")
    return Pool(discipline, ClockClass(clock), "doubles" in more, "bots" in more)


_POOL_ENDS: Final[tuple[list[str], ...]] = ([], ["doubles"], ["bots"], ["doubles", "bots"])


class MatchRated(msgspec.Struct, frozen=True, kw_only=True, tag="MatchRated", omit_defaults=True):
    """A finished match. Each side is one person, or two who consult (Doubles)."""

    id: str
    at: int  # when it was completed, in milliseconds
    winner: tuple[str, ...]
    loser: tuple[str, ...]
    length: int
    discipline: str = "backgammon"
    clock: ClockClass = ClockClass.STANDARD
    kind: MatchEnding = MatchEnding.NORMAL
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
        if self.kind is MatchEnding.DIRECTOR_MARKED and not self.reason:
            raise ValueError(f"match {self.id}: a match the director takes out needs the reason")

    @property
    def pool(self) -> Pool:
        """The ratings it moves."""
        bots = any(player.startswith(BOT) for player in self.winner + self.loser)
        return Pool(self.discipline, self.clock, len(self.winner) == 2, bots)


class MatchStruck(msgspec.Struct, frozen=True, kw_only=True, tag="MatchStruck", omit_defaults=True):
    """A match is no longer in the record at all: posted by mistake, or undone."""

    id: str
    at: int
    reason: str


RatingEvent = MatchRated | MatchStruck


def matches_in_order(log: Iterable[RatingEvent]) -> tuple[MatchRated, ...]:
    """The matches of a log as they are rated: the last word on each id, by time and then id."""
    latest: dict[str, MatchRated] = {}
    for event in log:
        match event:
            case MatchRated():
                latest[event.id] = event
            case MatchStruck():
                latest.pop(event.id, None)
    return tuple(sorted(latest.values(), key=lambda match: (match.at, match.id)))
