"""How wide a search is: how many plays are looked at deeply."""

from enum import StrEnum
from typing import Final


class SearchWidth(StrEnum):
    """More plays find the one that looks bad at first, and take longer."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"
    HUGE = "huge"


FACTORS: Final = {SearchWidth.SMALL: 0.5, SearchWidth.NORMAL: 1.0, SearchWidth.LARGE: 2.0, SearchWidth.HUGE: 5.0}
"""How many times as many plays, and as far behind the best, as a plan says."""
