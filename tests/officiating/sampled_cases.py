"""Cases sampled from the whole space of facts: every kind under every preset, with a fixed seed.

A case is the facts of one interview, some told beforehand, and the answer it came to. Numbers are drawn near the
thresholds of the books, positions and texts from small lists.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from barpoint.officiating.answer import Discretion, NeedFacts, Ruling
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judgement import all_kinds, judge
from barpoint.rulebook.profiles.presets import list_presets
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.random_facts import POSITIONS, TEXTS

ROUNDS = 6
_MOST = 300  # tries to find a case of a kind whose facts seldom fit together
MINUTE = 60_000
CLAUSES = ("usbgf:4.4.8a", "guide:5.14c", "ibf:3.9a")
COUNTS = (0, 1, 2, 3, 4, 5, 7, 9, 15)
DURATIONS = (0, 1000, 3000, 30_000, MINUTE, 5 * MINUTE, 6 * MINUTE, 10 * MINUTE, 21 * MINUTE, 55 * MINUTE)
MOMENTS = (0, 10 * MINUTE, 25 * MINUTE, 70 * MINUTE, 840 * MINUTE, 853 * MINUTE, 900 * MINUTE)


class SampledCase(NamedTuple):
    """One interview that came to a ruling or to a person's discretion."""

    kind: str
    profile: Profile
    facts: dict[str, Any]
    answer: Ruling | Discretion
    asked: int


def values(question: Question) -> tuple[Any, ...]:
    """Answers to a question: all there are, or those near the thresholds of the books."""
    match question.type:
        case FactType.YES_NO:
            return (True, False)
        case FactType.SIDE:
            return ("white", "black")
        case FactType.CHOICE:
            return question.choices
        case FactType.POSITION:
            return POSITIONS
        case FactType.DICE:
            return ("31", "66")
        case FactType.TEXT:
            return (*TEXTS, *CLAUSES)
        case _:
            scale = {FactType.COUNT: COUNTS, FactType.DURATION: DURATIONS}.get(question.type, MOMENTS)
            most = question.most if question.most is not None else scale[-1]
            return tuple(value for value in scale if question.least <= value <= most) or (question.least,)


def interview(name: str, profile: Profile, random: Random, told: float) -> SampledCase | None:
    """One interview; None if it ends in facts that cannot be true, or in a silent book."""
    questions = all_kinds()[name].questions
    facts = {key: random.choice(values(one)) for key, one in questions.items() if random.random() < told}
    for number in range(len(questions) + 1):
        answer = judge(name, facts, profile)
        if not isinstance(answer, NeedFacts):
            silent = isinstance(answer, Discretion) and not answer.covered
            return None if silent else SampledCase(name, profile, facts, answer, number)
        if answer.wrong:
            return None
        facts = facts | {answer.question.key: random.choice(values(answer.question))}
    raise AssertionError(f"{name} asks on with every fact told")


@cache
def sampled_cases(told: float = 0.0, rounds: int = ROUNDS) -> tuple[SampledCase, ...]:
    """The cases of every kind and preset; those with the same facts once."""
    return tuple(_sample(told, rounds))


def _sample(told: float, rounds: int) -> Iterator[SampledCase]:
    for name, profile in product(sorted(all_kinds()), list_presets()):
        if profile.book not in all_kinds()[name].clauses:
            continue
        random = Random(f"{name} {profile.name} {told}")  # a fixed script, not a secret
        seen: set[tuple[tuple[str, Any], ...]] = set()
        for number in range(_MOST):
            if number >= rounds and seen:
                break
            case = interview(name, profile, random, told)
            if case is not None and (key := tuple(sorted(case.facts.items(), key=str))) not in seen:
                seen.add(key)
                yield case
