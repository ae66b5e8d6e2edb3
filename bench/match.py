"""How fast a match is judged and folded.

    python -m bench.match

A turn is the roll and the play, each decided and evolved, online; the median over the turns of the golden matches.
The fold is the golden 9-point match over the board, with its clock and incidents.
"""

import statistics
import time
from pathlib import Path

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.evolve.dispatch import evolve_match, fold_match
from barpoint.match.state import MatchState

LOGS = Path(__file__).parent.parent / "tests" / "playthroughs" / "0.1.0"
TURN_BAR_US = 100
FOLD_BAR_MS = 25


def read(name: str) -> list[e.AnyEvent]:
    """A stored match."""
    return [e.decode(line) for line in (LOGS / f"{name}.jsonl").read_bytes().splitlines()]


def judged(state: MatchState, command: c.AnyCommand) -> MatchState:
    """Decide and evolve."""
    decision = decide_match(state, command)
    assert not isinstance(decision, Refusal)
    for event in decision:
        state = evolve_match(state, event)
    return state


def turn_times(log: list[e.AnyEvent]) -> list[float]:
    """Microseconds of every roll and play of an online match, decided again."""
    times = []
    state = fold_match(log[:1])
    for n, event in enumerate(log[1:], 1):
        following = log[n + 1] if n + 1 < len(log) else None
        if isinstance(event, e.DiceRolled) and isinstance(following, e.Played):
            roll = c.RollDice(at=event.at, side=event.side, dice=event.dice)
            play = c.PlayCheckers(at=following.at, side=following.side, hops=following.hops)
            began = time.perf_counter()
            judged(judged(state, roll), play)
            times.append((time.perf_counter() - began) * 1e6)
        state = evolve_match(state, event)
    return times


def fold_time(log: list[e.AnyEvent]) -> float:
    """Milliseconds to fold a whole log, the best of twenty."""
    best = float("inf")
    for _ in range(20):
        began = time.perf_counter()
        fold_match(log)
        best = min(best, time.perf_counter() - began)
    return best * 1e3


def main() -> None:
    """Print both figures with their bars."""
    online = [read(name) for name in ("usbgf-advanced", "casual-online", "ibf-sprintgammon")]
    turn_times(online[0])  # compile first
    times = [one for log in online for one in turn_times(log)]
    print(
        f"decide + evolve of a turn: median {statistics.median(times):.0f} us over {len(times)} turns (< {TURN_BAR_US})"
    )
    log = read("usbgf-open")
    print(f"fold of a 9-point match of {len(log)} events: {fold_time(log):.1f} ms (< {FOLD_BAR_MS} for about 500)")


if __name__ == "__main__":
    main()
