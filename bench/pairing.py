"""How long a Swiss round of 1,000 players takes to pair, `python -m bench.pairing`: both methods, five rounds."""

import time
from dataclasses import replace

from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.pairing.swiss import Method, RoundPaired, SwissPlan, begin, evolve, fold, pair_round

PLAYERS = 1_000
ROUNDS = 5


def main() -> None:
    """Print seconds by round; results follow the numbers, with an upset in every fifth match."""
    for method in (Method.MONRAD, Method.BEST):
        plan = SwissPlan(seed="bench", method=method, rounds=ROUNDS)
        swiss = fold([begin(plan, [Entrant(f"p{number:04}") for number in range(PLAYERS)])])
        results: dict[tuple[int, frozenset[str]], Result] = {}
        for number in range(1, ROUNDS + 1):
            began, cpu = time.perf_counter(), time.process_time()
            answer = pair_round(swiss)
            took, cpu = time.perf_counter() - began, time.process_time() - cpu
            if not isinstance(answer, tuple) or not isinstance(answer[0], RoundPaired):
                raise TypeError(f"a round was expected, not {answer}")
            paired = answer[0]
            swiss = evolve(swiss, paired)
            rematches = sum("rematch" in reason for pair in paired.pairs for reason in pair.reasons)
            print(f"{method:7} round {number}: {took:5.2f} s ({cpu:.2f} s of CPU), {rematches} rematches")
            for at, pair in enumerate(paired.pairs):
                winner, loser = sorted((pair.home, pair.away or ""), reverse=at % 5 == 0)
                results[number, frozenset((winner, loser))] = Result(winner, loser)
            swiss = replace(swiss, results=dict(results))


if __name__ == "__main__":
    main()
