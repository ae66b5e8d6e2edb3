"""The compiled generator gives what the plain one gives: the same final positions with the same hops.

20,000 roll-positions of each discipline; with BARPOINT_LONG=1 in the environment a million.
"""

import os
import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from tests.board import oracle, random_positions

Source = Callable[[oracle.Rules, random.Random], Iterator[random_positions.Sample]]

TOTAL = 1_000_000 if os.environ.get("BARPOINT_LONG") else 20_000
BATCH = 2_000


def compare(name: str, samples: list[random_positions.Sample]) -> None:
    for sample, answer in zip(samples, random_positions.kernel_answers(name, samples), strict=True):
        expected = random_positions.oracle_answer(sample)
        assert len(answer) == len(expected), sample
        assert dict(answer) == expected, sample


@pytest.mark.parametrize("source", [random_positions.from_games, random_positions.from_setups], ids=["games", "setups"])
@pytest.mark.parametrize("name", oracle.RULES)
def test_the_kernel_agrees_with_the_oracle_on_every_final_position_and_its_hops(name: str, source: Source) -> None:
    samples = source(oracle.RULES[name], random.Random(f"{name} {source.__name__}"))
    for _ in range(0, TOTAL // 2, BATCH):
        compare(name, list(islice(samples, BATCH)))
