"""Classic Elo: every match weighs the same, whatever its length.

E      = 1 / (1 + 10^((opponent - own) / 400))
change = K (score - E)
"""

from barpoint.rating.arithmetic import ten_to

START = 1500.0
K = 20.0


def win_expectancy(own: float, opponent: float) -> float:
    """The score to be expected against that opponent."""
    return 1.0 / (1.0 + ten_to((opponent - own) / 400.0))


def change(own: float, opponent: float, score: float, k: float = K) -> float:
    """What a result moves a rating."""
    return k * (score - win_expectancy(own, opponent))
