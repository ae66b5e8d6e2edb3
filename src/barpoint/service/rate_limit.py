"""How often: an allowance a key that empties with every use and fills again with time.

The keys that were used least recently are forgotten, so that nobody fills the memory with new ones. What is taken is
told to the server's other processes where somebody listens (`taken`), and counted there as well (`count`): they share
one allowance without asking the database for it. What is used often is told in batches, so that telling costs little;
processes know each other's use to within a batch.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MOST_KEYS: Final = 10_000


@dataclass(slots=True)
class RateLimit:
    """`burst` at once, and one more every `every` milliseconds."""

    burst: int
    every: int
    batch: int = 1  # uses of a key that are told together
    taken: Callable[[str], None] | None = None  # hears of every key that was used here so often
    _left: "OrderedDict[str, tuple[float, int]]" = field(default_factory=OrderedDict)
    _untold: Counter[str] = field(default_factory=Counter)

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: str, now: int) -> int:
        """Use one: 0 if it was there, else the milliseconds until there is one again."""
        wait = self._use(key, now, 1)
        if not wait and self.taken is not None:
            self._untold[key] += 1
            if self._untold[key] >= self.batch:
                del self._untold[key]
                self.taken(key)
            elif len(self._untold) > MOST_KEYS:
                self._untold.clear()
        return wait

    def count(self, key: str, now: int) -> None:
        """What was used at another process, a batch of it: nobody is told again."""
        self._use(key, now, self.batch)

    def _use(self, key: str, now: int, uses: int) -> int:
        left, at = self._left.pop(key, (float(self.burst), now))
        left = min(float(self.burst), left + max(0, now - at) / self.every)
        granted = left >= 1
        self._left[key] = (max(0.0, left - uses) if granted else left, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return 0 if granted else max(1, round((1 - left) * self.every))

    def reset(self, key: str) -> None:
        """Begin anew."""
        self._left.pop(key, None)
