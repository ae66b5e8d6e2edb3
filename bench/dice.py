"""A million rolls of the sealed dice: how even they are, and how fast. `python -m bench.dice`."""

import secrets
import time
from collections import Counter

from barpoint.service.fair_dice import Seeds, throw

ROLLS = 1_000_000
LIMIT = 66.6  # 35 degrees of freedom: passed once in a thousand


def main() -> None:
    """Throw, count, and say whether chance would have it so."""
    white, black = secrets.token_hex(32), secrets.token_hex(32)
    seeds = Seeds(1, secrets.token_hex(32))
    start = time.perf_counter()
    counts = Counter(throw("BENCH", seeds, white, black, k) for k in range(ROLLS))
    took = time.perf_counter() - start
    expected = ROLLS / 36
    chi = sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7))
    doubles = sum(counts[n, n] for n in range(1, 7)) / ROLLS
    print(f"{ROLLS:,} rolls in {took:.1f} s; doubles {doubles:.4%} of 16.6667%; chi-square {chi:.1f} (limit {LIMIT})")
    raise SystemExit(chi > LIMIT)


if __name__ == "__main__":
    main()
