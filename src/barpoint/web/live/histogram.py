"""How long answers take: counts by length, as Prometheus reads a histogram."""

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: each count is of what took no longer; the last one of everything else."""


class Histogram:
    """How long something took, counted."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._total = 0.0

    def note(self, seconds: float) -> None:
        """It took so long once more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._total += seconds

    def lines(self, name: str) -> list[str]:
        """The histogram's samples."""
        samples, so_far = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            samples.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*samples, f"{name}_sum {self._total:.6f}", f"{name}_count {so_far}"]
