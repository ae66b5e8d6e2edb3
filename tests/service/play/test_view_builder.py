"""What a screen is sent: points as the reader counts them, and a hop tree that holds every legal order and no other."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import DISCIPLINES, LONGGAMMON, Hop, HopTree, Position, Roll, Side, hop_tree, legal_plays, pos
from barpoint.board.movegen import hop_graph
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import RoomOpened, Seat, SideMuted, encode_room_event
from barpoint.service.play.view_builder import board_points, match_view, view_for
from barpoint.service.play.views import Audience, HopGraph
from barpoint.service.ports import StoredEvent

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


PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").glob("*/*.jsonl"))


@pytest.mark.parametrize("log", PLAYTHROUGHS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_what_views_keep_from_one_to_the_next_is_what_they_would_find_anew(log: Path) -> None:
    """After every event of a whole match, for everybody who looks: those at the table come, go and mute in between."""
    lines = log.read_bytes().splitlines()
    kept, fresh = Room("MATCH"), Room("MATCH")
    opened = RoomOpened(at=1, white=(Seat("Anna", "a"),), black=(Seat("Ben", "b"),))
    for version, line in enumerate(lines, 1):
        for room in (kept, fresh):
            room.follow([StoredEvent(version, line)])
            if version == 1:
                room.follow_room([StoredEvent(1, encode_room_event(opened))])
            if version % 40 == 0:
                muted = SideMuted(at=2, side=Side.WHITE, muted=version % 80 == 0)
                room.follow_room([StoredEvent(room.room_version + 1, encode_room_event(muted))])
            if version % 7 == 0:
                room.connections.change(Side.BLACK, 1 if version % 2 else -1)
        fresh.framed_at, fresh.board = -1, None
        now = kept.match.at + 60_000
        shown = match_view(kept, Audience.WHITE, now, ids=False)
        for audience in Audience:
            fresh.framed_at, fresh.board = -1, None
            expected = match_view(fresh, audience, now, ids=False)
            assert view_for(shown, kept, audience) == match_view(kept, audience, now, ids=False) == expected
