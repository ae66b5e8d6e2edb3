"""Clock times that have to be worked out: midway, restored, corrected, held in trust.

partial match length   half the sum of the points both players still need (usbgf:3.4.4.4a).
residual, prorated     the two figures for a match whose length is corrected downwards (usbgf:4.8.3d).

Results are exact and kept to the millisecond (half a millisecond upwards); `nearest_second` is for the
eye. How time runs during play is `match.clock`.
"""

from enum import StrEnum
from fractions import Fraction

import msgspec

from barpoint.match.format import MINUTE, SECOND
from barpoint.rulebook.catalogue.lookup import param


class Rounding(StrEnum):
    """To save programming a fraction of a minute (usbgf:3.4.4.4c)."""

    EXACT = "exact"
    UP = "up"
    DOWN = "down"


def nearest_second(time: int) -> int:
    """A time as it is shown: whole seconds, half a second upwards."""
    return (time + SECOND // 2) // SECOND


def _exact(time: Fraction) -> int:
    return int(time + Fraction(1, 2))


def partial_length(away: tuple[int, int]) -> Fraction:
    """The points of a match still to be played, from what each player needs (usbgf:3.4.4.4a)."""
    if min(away) < 1:
        raise ValueError(f"both players still need points in a running match, not {away[0]} and {away[1]}")
    return Fraction(sum(away), param("usbgf:3.4.4.4a", "divisor", int))


def midway_reserve(
    book: str,
    away: tuple[int, int],
    per_point: int | None = None,
    *,
    rounding: Rounding = Rounding.EXACT,
    literal: bool = False,
) -> int | None:
    """Each player's reserve on a clock brought in during a match; None where the book is silent.

    `per_point` is the event's reserve a point. bws writes no factor: we read the event's, or 2 minutes a
    point, and `literal` takes its formula as it stands, 1 minute a point (bws:3.5.6).
    """
    if book == "bws" and literal:
        rate = param("bws:3.5.6", "literal_minutes_per_point", int) * MINUTE
    elif book == "bws":
        rate = per_point or param("bws:3.5.6", "minutes_per_point", int) * MINUTE
    elif book == "guide":
        rate = per_point or param("guide:5.10d", "reserve_min_per_point", int) * MINUTE
    elif book == "usbgf":
        rate = per_point or param("usbgf:3.4a", "reserve_min_per_point", int) * MINUTE
    else:
        return None
    time = partial_length(away) * rate
    if rounding is Rounding.EXACT:
        return _exact(time)
    return (-(-time // MINUTE) if rounding is Rounding.UP else time // MINUTE) * MINUTE


def forgotten_press_credit(turns: int, delay: int, per_turn: int | None = None) -> int:
    """What is restored for turns not ended on the clock: 7 s each, more on evidence, never above the delay.

    usbgf:4.1.7.1g. `delay` and `per_turn` are milliseconds.
    """
    if turns < 0:
        raise ValueError(f"turns are 0 or more, not {turns}")
    least = param("usbgf:4.1.7.1g", "min_s_per_turn", int) * SECOND
    usual = param("usbgf:4.1.7.1g", "default_s_per_turn", int) * SECOND
    return turns * min(max(least, usual if per_turn is None else per_turn), delay)


def reserve_cost(elapsed: int, delay: int) -> int:
    """The reserve a stretch of time has cost, or would have: what exceeds the delay (usbgf:4.3.2-1, 4.3.3c)."""
    return max(0, elapsed - delay)


def correct_setting(shown: int, set_to: int, should_be: int) -> int:
    """The time a wrongly set clock would show had it been set right (usbgf:4.3.3b)."""
    return max(0, shown + should_be - set_to)


def correction_cost(book: str, elapsed: int, delay: int) -> int | None:
    """What putting right an illegal move after the press costs the offender's reserve.

    ibf grants no time for the move (ibf:14.7); usbgf, bws and guide a full delay, which under bws and
    guide has to pass before the legal play is made (usbgf:4.2.3.2c, bws:4.2.3.3, guide:addendum-clock-2).
    """
    if book == "ibf":
        return elapsed - param("ibf:14.7", "move_time_granted_s", int) * SECOND
    return reserve_cost(elapsed, delay) if book in ("usbgf", "bws", "guide") else None


def hold_in_trust(reserve: int, held: int | None = None) -> tuple[int, int]:
    """A reserve as (set on the clock, held in trust): a minute is held back unless an event has it otherwise.

    usbgf:3.4.4.3e.
    """
    trust = min(reserve, param("usbgf:3.4.4.3e", "held_s", int) * SECOND if held is None else held)
    return reserve - trust, trust


def trust_release(trust: int) -> int | None:
    """The time an expiry brings onto the clock, once; None: nothing is held and the match is lost.

    usbgf:3.4.4.3f-g.
    """
    return trust or None


class LengthAdjustment(msgspec.Struct, frozen=True, kw_only=True):
    """One player's reserve after the match length was corrected, and the figures behind it."""

    basic: int
    residual: int | None = None
    prorated: int | None = None
    reserve: int


def adjust_for_length(
    reserve: int, *, played_to: int, corrected: int, score: tuple[int, int], per_point: int
) -> LengthAdjustment:
    """The recommended reserve when a wrong length has been corrected (usbgf:4.8.3).

    A longer match adds the reserve of the points added; a shorter one leaves the larger of what remains
    after taking that much away and of the share of the points still to be played.
    """
    if max(score) >= min(played_to, corrected):
        raise ValueError(
            f"neither length may have been reached yet: {score[0]}-{score[1]} to {played_to} or {corrected}"
        )
    basic = abs(played_to - corrected) * per_point
    if corrected >= played_to:
        return LengthAdjustment(basic=basic, reserve=reserve + basic)
    away = [2 * length - sum(score) for length in (corrected, played_to)]
    prorated = _exact(Fraction(reserve * away[0], away[1]))
    residual = reserve - basic
    return LengthAdjustment(basic=basic, residual=residual, prorated=prorated, reserve=max(residual, prorated))
