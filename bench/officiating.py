"""How fast an incident is judged.

    python -m bench.officiating [--rounds 40]

Every kind under every preset is interviewed with facts at random (a fixed seed) until there is an answer; every call
of `judge` on the way counts, in CPU time. The first call after the start, which loads the books, stands apart. A
kind's worst call is repeated, and the best of five is what it takes: the rest was the machine's.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from barpoint.match import events as e
from barpoint.match.evolve.dispatch import evolve_match, fold_match
from barpoint.officiating.answer import JudgeAnswer, NeedFacts
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judgement import all_kinds, judge
from barpoint.rulebook.profiles.presets import list_presets, preset
from barpoint.rulebook.profiles.profile import Profile

MEDIAN_BAR_MS, P99_BAR_MS = 0.02, 1.0
SEED = "officiating"
TEXTS = (
    "",
    "2027-01-31",
    "white 1; black 2x2",
    "white 31; black 55 6/1(2) 8/3(2); white 21",
    "x 24:1 13:6 8:3 6:5 | o bar:1 24:1 13:5 8:3 6:5",
)
CLAIM = {
    "who": "white",
    "announced_by": "a player",
    "position": "x 6:2 2:1 | o 24:1 6:3",
    "on_turn": "white",
    "length": 5,
    "score_white": 4,
    "score_black": 2,
    "cube": 1,
}
LOGS = Path(__file__).parent.parent / "tests" / "playthroughs" / "0.1.0"


class Call(NamedTuple):
    """One call of `judge`."""

    took: float
    facts: dict[str, Any]
    profile: Profile


def positions() -> list[str]:
    """Some positions of the golden matches."""
    found = []
    for path in sorted(LOGS.glob("*.jsonl")):
        log = [e.decode(line) for line in path.read_bytes().splitlines()]
        state = fold_match(log[:1])
        for number, event in enumerate(log[1:]):
            state = evolve_match(state, event)
            if state.game is not None and number % 20 == 0:
                found.append(str(state.game.position))
    return found


POSITIONS = positions()


def answer_to(question: Question, random: Random) -> Any:  # Any: facts are of many types
    """Any answer a question takes."""
    match question.type:
        case FactType.YES_NO:
            return random.random() < 0.5
        case FactType.SIDE:
            return random.choice(["white", "black"])
        case FactType.CHOICE:
            return random.choice(question.choices)
        case FactType.POSITION:
            return random.choice(POSITIONS)
        case FactType.DICE:
            return f"{random.randint(1, 6)}{random.randint(1, 6)}"
        case FactType.TEXT:
            return random.choice(TEXTS)
        case FactType.COUNT:
            return random.randint(question.least, min(question.most or 25, 25))
        case _:
            return random.randint(question.least, min(question.most or 7_200_000, 7_200_000))


def timed(name: str, facts: dict[str, Any], profile: Profile) -> tuple[float, JudgeAnswer]:
    """Milliseconds of CPU, and the answer."""
    began = time.process_time_ns()
    answer = judge(name, facts, profile)
    return (time.process_time_ns() - began) / 1e6, answer


def interview(name: str, profile: Profile, random: Random) -> Iterator[Call]:
    """The calls of one interview."""
    questions = all_kinds()[name].questions
    facts = {key: answer_to(one, random) for key, one in questions.items() if random.random() < 0.5}
    while True:
        took, answer = timed(name, facts, profile)
        yield Call(took, dict(facts), profile)
        if not isinstance(answer, NeedFacts) or answer.wrong:
            return
        facts[answer.question.key] = answer_to(answer.question, random)


def repeated(name: str, call: Call) -> float:
    """What a call takes, the best of five."""
    return min(timed(name, call.facts, call.profile)[0] for _ in range(5))


def _kept(figure: float, bar: float) -> str:
    return "kept" if figure <= bar else "MISSED"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="interviews of each kind under each preset")
    rounds = parser.parse_args().rounds
    first, _ = timed("fast_roll", {}, list_presets()[0])
    for profile in list_presets():
        profile.policy()  # a book's policy is read once
    cold, _ = timed("time_expired", dict(CLAIM), preset("BWS"))  # loads the search for certain results
    random = Random(SEED)  # noqa: S311  # a fixed script, not a secret
    times: list[float] = []
    worst: dict[str, float] = {}
    for name in sorted(all_kinds()):
        longest = Call(0.0, {}, list_presets()[0])
        for call in (
            call for profile in list_presets() for _ in range(rounds) for call in interview(name, profile, random)
        ):
            times.append(call.took)  # the calls themselves are not kept: the collector would count as the judge's time
            longest = max(longest, call, key=lambda one: one.took)
        worst[name] = repeated(name, longest)
    slowest = sorted(worst.items(), key=lambda item: -item[1])
    median, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(f"{len(worst)} kinds, {len(list_presets())} presets, {len(times)} calls of judge; CPU milliseconds")
    print(f"  first call, loading the books  {first:8.2f}")
    print(f"  first claim, loading the search{cold:8.2f}")
    print(f"  median                         {median:8.3f}   bar {MEDIAN_BAR_MS}: {_kept(median, MEDIAN_BAR_MS)}")
    print(f"  99 of 100                      {p99:8.3f}   bar {P99_BAR_MS:g}: {_kept(p99, P99_BAR_MS)}")
    print(f"  longest                        {max(times):8.3f}")
    print(f"  longest, repeated              {slowest[0][1]:8.3f}")
    print("  slowest kinds: " + ", ".join(f"{name} {took:.2f}" for name, took in slowest[:5]))


if __name__ == "__main__":
    main()
