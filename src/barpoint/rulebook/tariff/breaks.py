"""Breaks: how many a player has, how long each is, and what an overrun costs.

Three kinds of book. bws, ibf and guide count breaks of a fixed length (`CountedBreaks`). usbgf counts
nothing: break time accrues to each player, one second for every ten that pass, and breaks draw on it
(`BreakReserve`). trad has no breaks at all. An overrun is delay; `lateness` says what delay costs.
"""

from enum import StrEnum
from fractions import Fraction
from math import ceil

import msgspec

from barpoint.match.format import MINUTE, SECOND
from barpoint.rulebook.catalogue.lookup import param


class BreakWhen(StrEnum):
    """When a break may be taken."""

    BETWEEN_GAMES = "between_games"
    EXCEPTIONALLY_IN_GAME = "exceptionally_in_game"  # usbgf:2.2.2a
    BETWEEN_MATCHES = "between_matches"  # of a set: bws:2.2.2f


class BreakAllowance(msgspec.Struct, frozen=True, kw_only=True):
    """What breaks a player has in one match."""

    count: int | None  # None: any number, out of the reserve (usbgf:2.2.2f)
    duration: int = msgspec.field(name="each", default=0)
    every: int = 0  # one unit of break time for so many that pass (usbgf:2.2.2c)
    when: BreakWhen = BreakWhen.BETWEEN_GAMES
    joinable: bool = False  # bws:2.2.2d
    clauses: tuple[str, ...]
    decided: bool = False  # whether the book does not name this length


def break_allowance(
    book: str, length: int, *, discipline: str = "backgammon", blitz: bool = False, best_of: int = 1
) -> BreakAllowance | None:
    """The breaks of a match to `length` points; None where the book knows none.

    ibf has breaks only if the event's regulations say so (ibf:3.10a): ask only then.
    """
    if length < 1:
        raise ValueError(f"a match is played to 1 point or more, not {length}")
    match book:
        case "usbgf":
            return _usbgf()
        case "bws":
            return _bws(length, best_of)
        case "ibf":
            return _ibf(length, none=blitz or discipline == "sprintgammon")
        case "guide":
            return BreakAllowance(
                count=param("guide:2.2.6b", "breaks", int),
                duration=param("guide:2.2.6b", "break_min", int) * MINUTE,
                clauses=("guide:2.2.6b", "guide:2.2.6c"),
            )
        case _:
            return None


def _usbgf() -> BreakAllowance:
    # 6 minutes an hour is one unit in ten
    every = 60 // param("usbgf:2.2.2c", "rate_min_per_hour", int)
    return BreakAllowance(
        count=None,
        every=every,
        when=BreakWhen.EXCEPTIONALLY_IN_GAME,
        joinable=True,
        clauses=("usbgf:2.2.2a", "usbgf:2.2.2c"),
    )


def _bws(length: int, best_of: int) -> BreakAllowance:
    bands = zip(
        param("bws:2.2.2a", "from_points", tuple[int, ...]), param("bws:2.2.2a", "breaks", tuple[int, ...]), strict=True
    )
    shortest, longest = param("bws:2.2.2f", "min_points", int), param("bws:2.2.2f", "max_points", int)
    between_matches = best_of == 3 and shortest <= length <= longest
    return BreakAllowance(
        count=[count for least, count in bands if length >= least][-1],
        duration=param("bws:2.2.2b", "break_min", int) * MINUTE,
        when=BreakWhen.BETWEEN_MATCHES if between_matches else BreakWhen.BETWEEN_GAMES,
        joinable=param("bws:2.2.2d", "chain_own", bool),
        clauses=("bws:2.2.2a", "bws:2.2.2b", "bws:2.2.2f" if between_matches else "bws:2.2.2c"),
        decided=length in param("bws:2.2.2a", "lengths_not_in_text", tuple[int, ...]),
    )


def _ibf(length: int, *, none: bool) -> BreakAllowance:
    duration = param("ibf:3.10g", "max_break_min", int) * MINUTE
    if none or length <= param("ibf:3.10e", "max_length_without_break", int):
        return BreakAllowance(count=0, duration=duration, clauses=("ibf:3.10e",))
    for row in ("ibf:3.10b", "ibf:3.10c"):
        if length in param(row, "lengths", tuple[int, ...]):
            return BreakAllowance(
                count=param(row, "breaks_per_player", int), duration=duration, clauses=(row, "ibf:3.10g")
            )
    if length >= param("ibf:3.10d", "min_length", int):
        count = param("ibf:3.10d", "breaks_per_player", int)
        return BreakAllowance(count=count, duration=duration, clauses=("ibf:3.10d", "ibf:3.10g"))
    single = length <= param("ibf:3.10f", "one_up_to", int)
    return BreakAllowance(count=1 if single else 2, duration=duration, clauses=("ibf:3.10f", "ibf:3.10g"), decided=True)


class CountedBreaks(msgspec.Struct, frozen=True):
    """One player's counted breaks in one match."""

    allowance: BreakAllowance
    used: int = 0
    overrun: int = 0

    def __post_init__(self) -> None:
        if self.allowance.count is None:
            raise ValueError("expected breaks that are counted; usbgf's draw on a BreakReserve")

    @property
    def remaining(self) -> int:
        """The breaks this player still has."""
        return (self.allowance.count or 0) - self.used

    @property
    def when(self) -> BreakWhen:
        """When breaks are taken."""
        return self.allowance.when

    def is_beyond(self, breaks: int) -> bool:
        """Whether so many breaks more, one where none are named, are more than there are left."""
        return max(1, breaks) > self.remaining

    def away(self, duration: int, breaks: int | None = None) -> "CountedBreaks":
        """After an absence: it uses whole breaks, and what is longer than they are is overrun.

        `breaks` is how many were named beforehand; otherwise as many as the absence needs, if the book
        lets them be joined and they are left. An absence with none left is overrun from its beginning.
        """
        if duration < 0:
            raise ValueError(f"an absence is milliseconds from 0 up, not {duration}")
        needed = max(1, ceil(Fraction(duration, self.allowance.duration))) if self.allowance.joinable else 1
        taken = min(self.remaining, needed if breaks is None else breaks)
        over = max(0, duration - taken * self.allowance.duration)
        return msgspec.structs.replace(self, used=self.used + taken, overrun=self.overrun + over)


class BreakReserve(msgspec.Struct, frozen=True):
    """One player's break time under usbgf:2.2.2, in exact integers.

    Accrual runs from the actual start or resumption, so that nobody earns break time by being late.
    What a break takes beyond the reserve is delay, second for second; the tenth that accrues meanwhile
    is kept.
    """

    since: int
    every: int = 10
    drawn: int = 0
    granted: int = 0  # by the director: usbgf:2.2.3a
    delay: int = 0

    def reserve(self, at: int) -> Fraction:
        """The break time in hand, in milliseconds."""
        return max(Fraction(0), Fraction(at - self.since, self.every) + self.granted - self.drawn)

    @property
    def when(self) -> BreakWhen:
        """When breaks are taken."""
        return BreakWhen.EXCEPTIONALLY_IN_GAME

    def free_for(self, at: int) -> int:
        """How long a break begun now lasts before it delays the match: it goes on accruing (usbgf:2.2.2d).

        Rounded up to a whole millisecond, in the player's favour.
        """
        return ceil(self.reserve(at) * Fraction(self.every, self.every - 1))

    def away(self, start: int, end: int) -> "BreakReserve":
        """After a break: its free part is drawn, the rest is delay (usbgf:2.2.2e)."""
        if not self.since <= start <= end:
            raise ValueError(f"a break begins after the match and ends after it begins, not {start} to {end}")
        drawn = min(end - start, self.free_for(start))
        return msgspec.structs.replace(self, drawn=self.drawn + drawn, delay=self.delay + (end - start) - drawn)

    def grant(self, more: int) -> "BreakReserve":
        """Extra break time by the director's exception."""
        return msgspec.structs.replace(self, granted=self.granted + more)

    def stand_still(self, start: int, end: int) -> "BreakReserve":
        """After a suspension that is no recess: nothing accrued meanwhile, what was in hand is kept."""
        return msgspec.structs.replace(self, since=self.since + max(0, end - max(start, self.since)))

    def resume(self, at: int) -> "BreakReserve":
        """After a scheduled recess: nothing in hand, delay kept (usbgf:2.2.2g)."""
        return BreakReserve(since=at, every=self.every, delay=self.delay)


def tacit_break(
    called: int, caller_back: int, waiter_back: int, *, caller_waiting: bool = True
) -> tuple[int, int] | None:
    """The break the other player is taken to have called, as (start, end), or None (usbgf:2.2.2l-n).

    It runs from two minutes after the first break began, or from the caller's return if that is later, and
    only if the caller is still there when the other player comes back.
    """
    if not called <= caller_back:
        raise ValueError(f"a break ends after it begins, not {called} to {caller_back}")
    start = max(called + param("usbgf:2.2.2m", "grace_s", int) * SECOND, caller_back)
    return (start, waiter_back) if caller_waiting and waiter_back > start else None
