"""The two sides of a game. A `Position` speaks of "us" and "them"; a match says who is who."""

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """White or Black; in a match, White is the first-named side."""

    WHITE = "white"
    BLACK = "black"

    __hash__ = str.__hash__  # Enum's own is a Python function, and sides are the keys of much

    @property
    def other(self) -> "Side":
        """The opposing side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def place(self) -> int:
        """Where this side stands in a pair (White's, Black's)."""
        return 0 if self is Side.WHITE else 1


SIDES: Final = (Side.WHITE, Side.BLACK)
