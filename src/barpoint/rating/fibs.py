"""Elo in the form FIBS made the backgammon world's own: match length and experience count.

    P(underdog wins) = 1 / (10^(D sqrt(n) / 2000) + 1)       D: rating difference, n: match length
    change           = 4 K sqrt(n) P                         P: the chance that the actual winner would lose
    K                = max(1, 5 - experience / 100)          experience: points of all matches rated before

Everybody starts at 1500 with no experience; each side's change uses its own K, so a newcomer moves up to
five times as far as the veteran opposite.
"""

from math import sqrt

from barpoint.rating.arithmetic import ten_to

START = 1500.0


def underdog_chance(difference: float, length: int) -> float:
    """How likely the lower rated side wins a match of that length."""
    return 1.0 / (ten_to(abs(difference) * sqrt(length) / 2000.0) + 1.0)


def losing_chance(winner: float, loser: float, length: int) -> float:
    """How likely the side that won would have lost."""
    underdog = underdog_chance(winner - loser, length)
    return 1.0 - underdog if winner < loser else underdog


def k_factor(experience: int) -> float:
    """How far a result moves a player with that experience."""
    return max(1.0, 5.0 - experience / 100.0)


def change(winner: float, loser: float, length: int, experience: int) -> float:
    """What a side with that experience gains by winning, or loses by losing."""
    return 4.0 * k_factor(experience) * sqrt(length) * losing_chance(winner, loser, length)
