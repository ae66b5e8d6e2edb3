"""Rolls: what two dice can show. Nothing here throws a die; a roll arrives from outside."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """Two numbers from 1 to 6, the larger first."""

    high: int
    low: int

    def __post_init__(self) -> None:
        for number in (self.high, self.low):
            if type(number) is not int or not 1 <= number <= 6:
                raise ValueError(f"a die shows a whole number from 1 to 6, not {number!r}")
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Read `31`, `3-1`, `3 1` or `3,1`."""
        return cls(*_read_dice(text))

    @classmethod
    def of(cls, dice: "RollLike") -> "Roll":
        """The roll somebody means: a `Roll`, a text that `parse` reads, or two numbers."""
        if isinstance(dice, Roll):
            return dice
        return cls(*ordered_dice(dice))

    @property
    def is_doublet(self) -> bool:
        """Whether both dice show the same number, which is then played four times."""
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to be played: two, or four of a kind."""
        return (self.high,) * 4 if self.is_doublet else (self.high, self.low)

    @property
    def weight(self) -> int:
        """In how many of the 36 throws it comes: one for a doublet, else two."""
        return 1 if self.is_doublet else 2

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


RollLike = Roll | str | tuple[int, int]
"""A roll as people give it: `Roll(3, 1)`, `"31"` or `(3, 1)`."""


def ordered_dice(dice: RollLike) -> tuple[int, int]:
    """Both dice in the order given, which tells whose is whose in an opening roll; a `Roll` has the larger first."""
    if isinstance(dice, str):
        return _read_dice(dice)
    if isinstance(dice, Roll):
        return dice.high, dice.low
    try:
        first, second = dice
    except (TypeError, ValueError):
        raise ValueError(f"expected a roll such as '31' or (3, 1), not {dice!r}") from None
    return first, second


def _read_dice(text: str) -> tuple[int, int]:
    digits = [c for c in text if c not in "- ,"]
    if len(digits) != 2 or not all(c in "0123456789" for c in digits):
        raise ValueError(f"expected two dice such as 31 or 3-1, not {text!r}")
    return int(digits[0]), int(digits[1])


ROLLS: Final = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls; their weights add up to 36."""
