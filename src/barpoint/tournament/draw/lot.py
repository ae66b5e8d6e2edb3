"""Lots anyone can draw again from a published seed.

The stream is SHA-256 over the text `seed|purpose|counter` (UTF-8, counter from 0), each digest read as one
number of 256 bits, most significant first. A number below n is digest mod n; digests from the largest
multiple of n upwards are passed over, so that every number is equally likely. A shuffle is Fisher and
Yates' from the last place down: place i exchanges with a number below i + 1. Each purpose ("lines",
"colours") has a stream of its own, so that one draw more does not change the others.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

Item = TypeVar("Item")
RANGE: Final = 1 << 256


class Lot:
    """A stream of lots; it moves on with every number drawn."""

    def __init__(self, seed: str, purpose: str) -> None:
        if not seed:
            raise ValueError("a draw needs a seed, published beforehand")
        self._prefix = f"{seed}|{purpose}|"
        self._counter = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"a lot is drawn among 1 or more, not {n}")
        limit = RANGE - RANGE % n
        while True:
            digest = sha256(f"{self._prefix}{self._counter}".encode()).digest()
            self._counter += 1
            number = int.from_bytes(digest, "big")
            if number < limit:
                return number % n

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """The items in the order the lot gives them."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
