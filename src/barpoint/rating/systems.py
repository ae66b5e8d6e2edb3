"""The rating systems as settings, and the one step they share: ratings in, ratings out.

rating      what is kept of a player in a pool; deviation and volatility only where the system has them
side        one player, or a Doubles team: it plays with the mean of its partners' doubles ratings and the
            root mean square of their deviations; each partner then moves by the formula with his own K or
            deviation, so that partners may change from event to event
"""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Final, assert_never

import msgspec

from barpoint.rating import elo, fibs, glicko
from barpoint.rating.arithmetic import round_rating

DAY: Final = 86_400_000
SIGMA_PLACES: Final = 9


class Fibs(msgspec.Struct, frozen=True, tag="fibs"):
    """Elo in the FIBS form: it has no constants to choose."""


class Elo(msgspec.Struct, frozen=True, tag="elo"):
    """Classic Elo."""

    k: float = elo.K


class Glicko(msgspec.Struct, frozen=True, tag="glicko"):
    """Glicko. `c` is how a deviation grows in a period; with `together` a period's matches are rated as one."""

    c: float = 34.6  # from 50 back to a newcomer's 350 in a hundred periods
    period: int = 30 * DAY
    together: bool = False


class Glicko2(msgspec.Struct, frozen=True, tag="glicko2"):
    """Glicko-2. `tau` holds the volatility back; `period` and `together` as in Glicko."""

    tau: float = glicko.TAU
    period: int = 30 * DAY
    together: bool = False


RatingSystem = Fibs | Elo | Glicko | Glicko2
RATING_SYSTEMS: Final[dict[str, RatingSystem]] = {
    "fibs": Fibs(),
    "elo": Elo(),
    "glicko": Glicko(),
    "glicko2": Glicko2(),
}


class Rating(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What is kept of one player in one pool."""

    rating: float
    deviation: float | None = None
    volatility: float | None = None
    experience: int = 0  # points of all matches rated
    matches: int = 0
    last: int | None = None  # when the last of them was completed


class RatedResult(msgspec.Struct, frozen=True, gc=False):
    """One result as its formula sees it: own and opposing side as they stood before."""

    match: str
    won: bool
    length: int
    own: float
    opponent: float
    opponent_deviation: float = 0.0


@cache
def newcomer(system: RatingSystem) -> Rating:
    """What everybody starts with."""
    match system:
        case Fibs():
            return Rating(fibs.START)
        case Elo():
            return Rating(elo.START)
        case Glicko():
            return Rating(glicko.START, glicko.DEVIATION)
        case Glicko2():
            return Rating(glicko.START, glicko.DEVIATION, glicko.VOLATILITY)
        case _:
            assert_never(system)


def strength(side: Sequence[Rating]) -> tuple[float, float]:
    """What a side plays with: mean rating, and root mean square deviation (0 where there is none)."""
    if len(side) == 1:
        return side[0].rating, side[0].deviation or 0.0
    mean = sum(partner.rating for partner in side) / len(side)
    return mean, sqrt(sum((partner.deviation or 0.0) ** 2 for partner in side) / len(side))


def periods_between(system: Glicko | Glicko2, before: int | None, now: int) -> float:
    """The rating periods since a player was last rated: whole ones if a period is rated as one."""
    if system.together:
        return 1.0 if before is None else float(now // system.period - before // system.period)
    return 0.0 if before is None else max(0, now - before) / system.period


def next_rating(system: RatingSystem, before: Rating, met: Sequence[RatedResult], at: int) -> Rating:
    """The rating after these results, which Elo and FIBS take one by one and Glicko together."""
    experience = before.experience + sum(result.length for result in met)
    matches = before.matches + len(met)
    match system:
        case Fibs():
            value = before.rating + sum(_fibs(result, before.experience) for result in met)
            return Rating(round_rating(value), None, None, experience, matches, at)
        case Elo():
            value = before.rating + sum(elo.change(e.own, e.opponent, float(e.won), system.k) for e in met)
            return Rating(round_rating(value), None, None, experience, matches, at)
        case Glicko():
            passed = periods_between(system, before.last, at)
            deviation = glicko.grow_deviation(before.deviation or glicko.DEVIATION, system.c, passed)
            value, after = glicko.rate_glicko(before.rating, deviation, _games(met))
            return Rating(round_rating(value), round_rating(after), None, experience, matches, at)
        case Glicko2():
            value, after, volatility = glicko.rate_glicko2(
                before.rating,
                before.deviation or glicko.DEVIATION,
                before.volatility or glicko.VOLATILITY,
                _games(met),
                periods=periods_between(system, before.last, at),
                tau=system.tau,
            )
            return Rating(
                round_rating(value), round_rating(after), round(volatility, SIGMA_PLACES), experience, matches, at
            )
        case _:
            assert_never(system)


def _fibs(met: RatedResult, experience: int) -> float:
    if met.won:
        return fibs.change(met.own, met.opponent, met.length, experience)
    return -fibs.change(met.opponent, met.own, met.length, experience)


def _games(met: Sequence[RatedResult]) -> list[glicko.GlickoGame]:
    return [
        glicko.GlickoGame(result.opponent, result.opponent_deviation, float(result.won), result.length, result.own)
        for result in met
    ]
