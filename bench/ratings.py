"""How long a rebuild takes: 100,000 matches among 2,000 players, each system.

python -m bench.ratings
"""

import time

from barpoint.rating import SYSTEMS, MatchRated, rebuild

MATCHES = 100_000
PLAYERS = 2_000
LENGTHS = (1, 3, 5, 7, 9, 11, 13)


def season() -> list[MatchRated]:
    """A made-up but fixed season: the pairings come from a linear congruence, not from chance."""
    log, state = [], 1
    for number in range(MATCHES):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        winner, loser = (state >> 33) % PLAYERS, (state >> 20) % PLAYERS
        if winner == loser:
            loser = (loser + 1) % PLAYERS
        log.append(
            MatchRated(
                id=f"m{number}",
                at=number * 60_000,
                winner=(f"p{winner}",),
                loser=(f"p{loser}",),
                length=LENGTHS[(state >> 50) % len(LENGTHS)],
            )
        )
    return log


def main() -> None:
    """Print seconds by system."""
    log = season()
    for name, system in SYSTEMS.items():
        began, cpu_began = time.perf_counter(), time.process_time()
        rebuilt = rebuild(log, system)
        took, cpu = time.perf_counter() - began, time.process_time() - cpu_began
        print(f"{name:8} {len(rebuilt.changes):7} changes of {MATCHES} matches in {took:5.2f} s ({cpu:.2f} s of CPU)")


if __name__ == "__main__":
    main()
