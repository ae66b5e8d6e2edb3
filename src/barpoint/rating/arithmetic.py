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


def exp(x: float) -> float:
    """The exponential: reduced by multiples of ln 2, then a Taylor series on |r| <= ln 2 / 2."""
    if not isfinite(x) or not -700.0 < x < 700.0:
        raise ValueError(f"an exponent lies between -700 and 700, not {x}")
    doublings = round(x / (LN2_HIGH + LN2_LOW))
    rest = (x - doublings * LN2_HIGH) - doublings * LN2_LOW
    total = 1 / 6227020800 * rest + 1 / 479001600  # Horner, written out: this is where a rebuild spends its time
    total = ((total * rest + 1 / 39916800) * rest + 1 / 3628800) * rest + 1 / 362880
    total = ((total * rest + 1 / 40320) * rest + 1 / 5040) * rest + 1 / 720
    total = ((total * rest + 1 / 120) * rest + 1 / 24) * rest + 1 / 6
    return ldexp(((total * rest + 1 / 2) * rest + 1.0) * rest + 1.0, doublings)


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
    total = ((1 / 21 * square + 1 / 19) * square + 1 / 17) * square + 1 / 15
    total = ((total * square + 1 / 13) * square + 1 / 11) * square + 1 / 9
    total = (((total * square + 1 / 7) * square + 1 / 5) * square + 1 / 3) * square + 1.0
    return power * LN2_HIGH + (2.0 * ratio * total + power * LN2_LOW)


def ten_to(x: float) -> float:
    """10 to the power x."""
    return exp(x * LN10)


def round_rating(x: float) -> float:
    """What a rating keeps: a millionth of a point, so that other programs' last bits cannot add up."""
    return round(x, PLACES)
