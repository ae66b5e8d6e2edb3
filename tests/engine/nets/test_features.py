"""What the nets look at: counted right, for both sides alike."""

import numpy as np
import pytest

from barpoint.board import Position, pos
from barpoint.board.movegen import board_array
from barpoint.engine.nets import features_kernel as features

SLOT = {block[0]: slot for slot, block in enumerate(features.BLOCKS)}


def values(position: Position) -> dict[str, int]:
    """Each slot's value in a position."""
    rows = np.zeros(features.SLOTS, np.int16)
    counted = np.zeros(features.SLOTS, np.int64)
    features.encode(board_array(position), np.zeros((2, 26), np.int8), counted, rows)
    return {
        name: int(row - features.FIRST[slot]) if (row := rows[slot]) else int(features.REFERENCE[slot])
        for name, slot in SLOT.items()
    }


def bucket(position: Position) -> int:
    rows = np.zeros(features.SLOTS, np.int16)
    counted = np.zeros(features.SLOTS, np.int64)
    return int(features.encode(board_array(position), np.zeros((2, 26), np.int8), counted, rows))


@pytest.mark.parametrize(
    ("distance", "rolls"),
    [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (9, 5), (10, 3), (11, 2), (12, 3)],
)
def test_a_lone_shot_is_hit_by_the_textbook_number_of_rolls(distance: int, rolls: int) -> None:
    position = pos(f"x 20:1 1:2 | o {25 - (20 - distance)}:1 1:2")
    assert values(position)["ours_hits"] == rolls


def test_points_in_the_way_take_combination_shots_away() -> None:
    open_way = values(pos("x 20:1 | o 13:1"))["ours_hits"]
    blocked = values(pos("x 20:1 | o 13:1 7:2 11:2"))["ours_hits"]
    assert (open_way, blocked) == (6, 3)  # an eight: 6-2 and 2-2 fall to the blocks, 5-3 and 4-4 remain


def test_from_the_bar_only_what_enters_can_hit() -> None:
    closed = pos("x bar:1 10:1 | o 1:2 2:2 3:2 4:2 5:2 6:2 20:1")
    assert values(closed)["ours_hits"] == 0


def test_the_start_looks_the_same_to_both_sides() -> None:
    seen = values(Position.start())
    for name in seen:
        if name.startswith("ours_"):
            assert seen[name] == seen["theirs_" + name.removeprefix("ours_")], name
    assert seen["lead"] == features.REFERENCE[SLOT["lead"]]


def test_flipping_a_position_exchanges_the_sides() -> None:
    position = pos("x bar:1 24:1 13:4 8:3 7:2 6:4 | o 24:2 13:3 8:3 6:5 5:2")
    ours, theirs = values(position), values(position.flip())
    for name in ours:
        if name.startswith("ours_"):
            assert ours[name] == theirs["theirs_" + name.removeprefix("ours_")], name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x 6:5 5:5 4:5 | o 6:5 5:5 4:5", features.RACE),
        ("start", 1 + 3 * 1 + 1),
        ("x 24:3 13:5 8:3 6:4 | o 13:7 8:3 6:5", 1 + 3 * 2 + 0),
    ],
)
def test_a_bucket_is_a_race_or_the_checkers_back(text: str, expected: int) -> None:
    assert bucket(pos(text)) == expected


def test_a_full_prime_frees_nothing() -> None:
    seen = values(pos("x 24:1 1:2 | o 2:2 3:2 4:2 5:2 6:2 7:2 8:3"))
    assert seen["ours_free_rear"] == 0
    assert seen["theirs_prime"] == 7
