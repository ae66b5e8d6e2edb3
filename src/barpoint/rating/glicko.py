"""Glicko and Glicko-2 (Glickman 1999, 2012), with the length of a match in them.

Glicko keeps beside the rating its deviation (RD): how little is known. Glicko-2 adds the volatility: how
erratic the results are. All matches of one period are rated together, from the values at its start.

Match length. A longer match tells more. The chance of winning a match of n points is taken as the
logistic of s D with s = sqrt(n / 25), the slope FIBS uses (D sqrt(n) / 2000 = s D / 400): at 25 points the
formulas are Glickman's own. Carried through his derivation, a match adds s g (score - E) to the pull and
s^2 g^2 E (1 - E) to the information. `Game.length = None` stands for s = 1.
"""

from collections.abc import Sequence
from math import pi, sqrt
from typing import Final, NamedTuple

from barpoint.rating.arithmetic import LN10, exp, ln, ten_to

START: Final = 1500.0
DEVIATION: Final = 350.0
VOLATILITY: Final = 0.06
TAU: Final = 0.5
REFERENCE_LENGTH: Final = 25
SCALE: Final = 173.7178  # Glicko-2's internal unit, as its paper rounds 400 / ln 10
CONVERGED: Final = 0.000001
Q: Final = LN10 / 400.0


class GlickoGame(NamedTuple):
    """One result of a period: the opponent as at its start, 1 for a win and 0 for a loss.

    `own` stands in for the player's rating where a team played.
    """

    opponent: float
    deviation: float
    score: float
    length: int | None = None
    own: float | None = None

    @property
    def slope(self) -> float:
        """How steep the chances are at this length."""
        return 1.0 if self.length is None else sqrt(self.length / REFERENCE_LENGTH)


def attenuation(deviation: float) -> float:
    """g: how much an opponent's result counts, given how well that opponent is known."""
    return 1.0 / sqrt(1.0 + 3.0 * Q * Q * deviation * deviation / (pi * pi))


def win_expectancy(rating: float, game: GlickoGame) -> float:
    """The score to be expected in it."""
    own = rating if game.own is None else game.own
    return 1.0 / (1.0 + ten_to(game.slope * attenuation(game.deviation) * (game.opponent - own) / 400.0))


def rate_glicko(rating: float, deviation: float, games: Sequence[GlickoGame]) -> tuple[float, float]:
    """Rating and deviation after a period."""
    pull, information = 0.0, 0.0
    for game in games:
        g, e, slope = attenuation(game.deviation), win_expectancy(rating, game), game.slope
        pull += slope * g * (game.score - e)
        information += (slope * g) ** 2 * e * (1.0 - e)
    precision = 1.0 / (deviation * deviation) + Q * Q * information
    return rating + Q / precision * pull, sqrt(1.0 / precision)


def grow_deviation(deviation: float, c: float, periods: float) -> float:
    """Glicko's deviation after periods without a result; never above a newcomer's."""
    return min(DEVIATION, sqrt(deviation * deviation + c * c * periods))


def rate_glicko2(
    rating: float,
    deviation: float,
    volatility: float,
    games: Sequence[GlickoGame],
    *,
    periods: float = 1.0,
    tau: float = TAU,
) -> tuple[float, float, float]:
    """Rating, deviation and volatility after a period; `periods` have passed since the last one rated."""
    phi = deviation / SCALE
    pull, information = 0.0, 0.0
    for game in games:
        phi_j = game.deviation / SCALE
        ahead = ((rating if game.own is None else game.own) - game.opponent) / SCALE
        g = 1.0 / sqrt(1.0 + 3.0 * phi_j * phi_j / (pi * pi))
        slope = game.slope
        e = 1.0 / (1.0 + exp(-slope * g * ahead))
        pull += slope * g * (game.score - e)
        information += (slope * g) ** 2 * e * (1.0 - e)
    if not games:
        return rating, min(DEVIATION, SCALE * sqrt(phi * phi + periods * volatility * volatility)), volatility
    variance = 1.0 / information
    after = _volatility(phi, volatility, variance, variance * pull, tau)
    started = phi * phi + periods * after * after
    phi_after = 1.0 / sqrt(1.0 / started + information)
    return rating + SCALE * phi_after * phi_after * pull, min(DEVIATION, SCALE * phi_after), after


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """The volatility that fits the results best: the root of f by the Illinois method, as the paper has it."""
    a = ln(sigma * sigma)
    spread, squared = phi * phi + variance, delta * delta

    def f(x: float) -> float:
        grow = exp(x)
        total = spread + grow
        return grow * (squared - total) / (2.0 * total * total) - (x - a) / (tau * tau)

    low = a
    if squared > spread:
        high = ln(squared - spread)
    else:
        high = a - tau
        while f(high) < 0.0:
            high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return exp(low / 2.0)
