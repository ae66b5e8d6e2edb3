"""The files of counts: the kernel gives each of them, and the oracle those near enough to count again."""

from typing import Any

import pytest

from tests.perft.count import FOLDER, by_kernel, by_oracle, entries

ENTRIES = [
    pytest.param(entry, id=f"{file.stem}: {entry['what']}")
    for file in sorted(FOLDER.glob("*.json"))
    for entry in entries(file)
]
NEAR = 3_000  # positions the oracle counts once more in a test; `count.py` has it count to the depth that is noted


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_kernel_counts_the_positions_ahead(entry: dict[str, Any]) -> None:
    for depth, count in enumerate(entry["unweighted"], 1):
        assert by_kernel(entry["position"], depth, weighted=False) == count
    for depth, count in enumerate(entry["weighted"][:2], 1):
        assert by_kernel(entry["position"], depth, weighted=True) == count


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_oracle_counts_the_same(entry: dict[str, Any]) -> None:
    for depth, (count, weighted) in enumerate(zip(entry["unweighted"], entry["weighted"], strict=True), 1):
        if count <= NEAR:
            assert by_oracle(entry["position"], depth, weighted=False) == count
            assert by_oracle(entry["position"], depth, weighted=True) == weighted


def test_no_turn_ahead_is_the_position_itself() -> None:
    assert by_kernel("start", 0, weighted=False) == 1
