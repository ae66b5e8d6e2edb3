"""What a screen is sent: points as the reader counts them, and a hop tree that holds every legal order and no other."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import DISCIPLINES, LONGGAMMON, Hop, HopTree, Position, Roll, hop_tree, legal_plays, pos
from barpoint.board.movegen import hop_graph
from barpoint.service.play.view_builder import board_points
from barpoint.service.play.views import HopGraph

POSITIONS = (
    "start",
    "x bar:2 13:3 8:3 6:5 | o 24:1 23:1 13:5 8:3 6:3 5:1",
    "x 6:2 5:2 4:1 2:1 | o 3:1 1:2",
    "x 7:1 5:1 | o 24:1 21:1 13:3",
    "sprintgammon start",
    "longgammon start",
    "longgammon: x 24:10 18:3 11:2 | o 24:9 20:3 15:3",
)


def flat_tree(position: Position, roll: Roll) -> HopGraph:
    """As a client reads it."""
    return msgspec.json.decode(hop_graph(position, roll), type=HopGraph)


def same(flat: HopGraph, node: int, tree: HopTree) -> None:
    """The numbered node and the tree offer the same hops, with the same hits and numbers, all the way down."""
    assert [Hop(branch.source, branch.target) for branch in flat[node]] == list(tree.hops)
    for branch, (_, after) in zip(flat[node], tree.branches, strict=True):
        assert branch.hits == (after.position.them[25] > tree.position.them[25])
        assert sorted((*after.left, branch.number)) == sorted(tree.left)
        same(flat, branch.node, after)


@pytest.mark.parametrize("text", POSITIONS)
@settings(max_examples=6)
@given(high=st.integers(1, 6), low=st.integers(1, 6))
def test_the_tree_is_the_boards_own(text: str, high: int, low: int) -> None:
    position, roll = pos(text), Roll(high, low)
    same(flat_tree(position, roll), 0, hop_tree(position, roll))


def test_a_roll_without_a_play_is_one_empty_node() -> None:
    closed = pos("x bar:1 | o 6:2 5:2 4:2 3:2 2:2 1:2")
    assert flat_tree(closed, Roll(6, 5)) == ((),)
    assert legal_plays(closed, Roll(6, 5)) == []


def test_points_are_the_readers() -> None:
    seen = board_points(pos("x bar:1 24:2 6:3 | o bar:2 24:1 13:4"))
    assert seen[25] == 1
    assert seen[0] == -2
    assert (seen[24], seen[6], seen[1], seen[12]) == (2, 3, -1, -4)


def test_longgammons_board_is_turned_not_mirrored() -> None:
    seen = board_points(Position.start(LONGGAMMON))
    assert (seen[24], seen[12]) == (15, -15)


@pytest.mark.parametrize("name", DISCIPLINES)
def test_both_readers_see_the_same_board(name: str) -> None:
    position = Position.start(DISCIPLINES[name])
    assert board_points(position) == board_points(position.flip())
