"""exp, ln and powers of ten that give the same bits on every machine.

`math.exp` and its kin come from the platform's C library and differ in the last bit from one to the
next; over 100,000 matches that shows. IEEE 754 fixes + - * / and the square root to the last bit, and
CPython never fuses them, so what is built of nothing else is the same everywhere. Scaling by powers of
two (`ldexp`, `frexp`) is exact.

The error stays below two units in the last place over the range ratings use; it is not meant for more.
"""

from math import frexp, isfinite, ldexp
from typing import Final

LN2_HIGH: Final = 0.6931471803691238  # ln 2 with its low bits cleared, so that a multiple of it is exact
LN2_LOW: Final = 1.9082149292705877e-10  # and what is left
LN10: Final = 2.302585092994046
SQRT_HALF: Final = 0.7071067811865476
PLACES: Final = 6  # what a rating keeps after each change

_FACTORIALS: Final = tuple(
    1 / divisor for divisor in (1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800)
)
_EXP_TERMS: Final = tuple(reversed(_FACTORIALS))
_ATANH_TERMS: Final = tuple(1 / odd for odd in range(21, 0, -2))


def exp(x: float) -> float:
    """The exponential: reduced by multiples of ln 2, then a Taylor series on |r| <= ln 2 / 2."""
    if not isfinite(x) or not -700.0 < x < 700.0:
        raise ValueError(f"an exponent lies between -700 and 700, not {x}")
    doublings = round(x / (LN2_HIGH + LN2_LOW))
    rest = (x - doublings * LN2_HIGH) - doublings * LN2_LOW
    total = 0.0
    for term in _EXP_TERMS:
        total = total * rest + term
    return ldexp(total, doublings)


def ln(x: float) -> float:
    """The natural logarithm: x = m 2^k with m near 1, then 2 artanh((m - 1) / (m + 1))."""
    if not isfinite(x) or x <= 0.0:
        raise ValueError(f"a logarithm is taken of a number above 0, not {x}")
    mantissa, power = frexp(x)
    if mantissa < SQRT_HALF:
        mantissa *= 2.0
        power -= 1
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    total = 0.0
    for term in _ATANH_TERMS:
        total = total * square + term
    return power * LN2_HIGH + (2.0 * ratio * total + power * LN2_LOW)


def ten_to(x: float) -> float:
    """10 to the power x."""
    return exp(x * LN10)


def round_rating(x: float) -> float:
    """What a rating keeps: a millionth of a point, so that other programs' last bits cannot add up."""
    return round(x, PLACES)
