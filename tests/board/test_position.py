"""Positions: values, their literal form, and what can be wrong with them."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import (
    BACKGAMMON,
    DISCIPLINES,
    LONGGAMMON,
    Discipline,
    Position,
    PositionProblem,
    Roll,
    board_array,
    legal_plays,
    pos,
)
from tests.board.strategies import positions, rolls
from tests.board.views import board_of, position_of


@given(positions())
def test_a_literal_is_read_back_as_the_same_position(position: Position) -> None:
    assert pos(str(position)) == position
    assert eval(repr(position), {"pos": pos}) == position  # noqa: S307  # that it pastes back is the point
    assert hash(pos(str(position))) == hash(position)


@given(positions())
def test_flipping_twice_gives_the_position_back(position: Position) -> None:
    assert position.flip().flip() == position
    assert position.flip().us == position.them


@given(positions())
def test_the_oracles_view_is_the_same_position(position: Position) -> None:
    assert position_of(position.discipline.name, board_of(position)) == position


COUNTS = st.lists(st.sampled_from((0, 0, 0, 0, 1, 2, 5)), min_size=26, max_size=26)
UNPLAYABLE = {
    PositionProblem.TOO_MANY_CHECKERS,
    PositionProblem.BOTH_SIDES_ON_POINT,
    PositionProblem.BAR_IN_A_GAME_WITHOUT_HITTING,
}


@given(COUNTS, COUNTS, st.sampled_from(list(DISCIPLINES.values())))
def test_plays_are_defined_where_nothing_makes_moving_meaningless(
    us: list[int], them: list[int], rules: Discipline
) -> None:
    position = Position(us, them, rules)
    assert position.is_playable == UNPLAYABLE.isdisjoint(position.problems())
    assert list(position.facing) == [them[rules.across(point)] for point in range(1, 25)]


@given(positions())
def test_a_position_is_the_same_to_the_kernels(position: Position) -> None:
    """Our checkers less theirs on each point, our bar last and theirs first."""
    points = [position.us[point] - position.them[position.discipline.across(point)] for point in range(1, 25)]
    assert board_array(position).tolist() == [position.them[25], *points, position.us[25]]


@given(positions())
def test_a_position_survives_pickling(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  # our own bytes


@given(positions(), rolls)
def test_a_play_keeps_every_checker_and_never_brings_one_back_from_off(position: Position, roll: Roll) -> None:
    for play in legal_plays(position, roll):
        after = play.after
        assert sum(after.us) == sum(position.us)
        assert sum(after.them) == sum(position.them)
        assert after.us[0] >= position.us[0]
        assert after.them[0] == position.them[0]
        assert after.pips < position.pips
        assert after.is_playable


def test_a_position_is_a_value() -> None:
    assert pos("start") == Position.start() != Position.start(LONGGAMMON)
    assert Position.start() != "start"
    with pytest.raises(AttributeError, match="a Position is a value"):
        Position.start().cells = b""


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("start", "x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5"),
        (" START ", "x 24:2, 13:5, 8:3, 6:5 | o 6:5 8:3 13:5 24:2"),
        ("sprintgammon start", "sprintgammon: x 24:1 23:1 22:1 | o 24:1 23:1 22:1"),
        ("longgammon: start", "Longgammon: X 24:15 | O 24:15"),
        ("hypergammon start", "sprintgammon x 24:1 23:1 22:1|o 24:1 23:1 22:1"),
        ("x 6:5 | o bar:1", "x 6:5 off:10 | o bar:1 off:14"),
        ("x 6:5 off:9 | o", "x 6:5 off:9|o off:15"),
        ("long nardy:x 24:15|o 24:15", "long-nardy start"),
    ],
)
def test_two_literals_mean_the_same_position(text: str, same: str) -> None:
    assert pos(text) == pos(same)


MALFORMED = {
    "": "expected a position such as",
    "begin": "expected a position such as",
    "x 24:2": "expected a position such as",
    "o 24:2 | x 24:2": "expected a position such as",
    "x 24:2 | o 24:2 | x": "expected a position such as",
    "x 24 | o 24:2": "'24' is not 'point:count'",
    "x 24:two | o 24:2": "'24:two' is not 'point:count'",
    "x 25:1 | o 24:2": "points run from 1 to 24, not 25",
    "x 0:1 | o 24:2": "points run from 1 to 24, not 0",
    "x 24:2 24:1 | o 24:2": "side x names 24 twice",
    "x 6:16 | o 24:2": "side x has 15 checkers in Backgammon, so not 16 on 6",
    "x 6:8 5:8 | o 24:2": "side x has 15 checkers in Backgammon, not 16",
    "x 6:8 | o 24:8 bar:8": "side o has 15 checkers in Backgammon, not 16",
    "sprintgammon: x 6:4 | o 24:2": "side x has 3 checkers in Sprintgammon",
    "x 24:2 | o 1:2": "both_sides_on_point",
    "longgammon: x bar:1 | o 24:15": "bar_in_a_game_without_hitting",
    "chess: x 24:2 | o 24:2": "no discipline is called 'chess'",
    "chess start": "no discipline is called 'chess'",
}


@pytest.mark.parametrize(("text", "expected"), MALFORMED.items())
def test_a_malformed_literal_is_answered_with_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        pos(text)


_WORDS = st.sampled_from(
    ["x", "o", "|", ":", "start", "bar", "off", "24", "6:5", "13:5", "longgammon", " ", "-1", "٣", "\n"]
)


@given(st.text(max_size=40) | st.lists(_WORDS, max_size=12).map("".join) | st.lists(_WORDS, max_size=12).map(" ".join))
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    try:
        position = pos(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017  # either way is right
    else:
        assert pos(str(position)) == position


@pytest.mark.parametrize(
    ("us", "problem"),
    [
        ([0] * 25, "26 counts"),
        ([0] * 27, "26 counts"),
        ([-1] + [0] * 25, "whole counts from 0 to 30"),
        ([31] + [0] * 25, "whole counts from 0 to 30"),
        ([1.0] + [0] * 25, "whole counts from 0 to 30"),
    ],
)
def test_counts_that_are_none_are_malformed(us: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Position(us, [0] * 26)


def side(cells: dict[int, int]) -> list[int]:
    """A side by place: points 1-24, 25 the bar, 0 off."""
    return [cells.get(place, 0) for place in range(26)]


CLOSED_WITH_THREE_ON_BAR = {25: 3, **dict.fromkeys(range(1, 7), 2)}


PROBLEMS: list[Any] = [
    (side({6: 16}), side({6: 15}), BACKGAMMON, PositionProblem.TOO_MANY_CHECKERS),
    (side({6: 15}), side({6: 16}), BACKGAMMON, PositionProblem.TOO_MANY_CHECKERS),
    pytest.param(
        side({6: 14}), side({6: 15}), BACKGAMMON, PositionProblem.TOO_FEW_CHECKERS, marks=pytest.mark.clause("ibf:3.2")
    ),
    (side({6: 15}), side({19: 15}), BACKGAMMON, PositionProblem.BOTH_SIDES_ON_POINT),
    pytest.param(
        side({25: 1, 24: 14}),
        side({24: 15}),
        LONGGAMMON,
        PositionProblem.BAR_IN_A_GAME_WITHOUT_HITTING,
        marks=pytest.mark.clause("ibf:2.4"),
    ),
    (
        side(CLOSED_WITH_THREE_ON_BAR),
        side(CLOSED_WITH_THREE_ON_BAR),
        BACKGAMMON,
        PositionProblem.BOTH_ON_BAR_AGAINST_CLOSED_BOARDS,
    ),
    (side({0: 15}), side({0: 15}), BACKGAMMON, PositionProblem.BOTH_SIDES_FINISHED),
    (side({7: 10, 6: 1, 5: 1, 4: 1, 3: 1, 2: 1}), side({24: 15}), LONGGAMMON, PositionProblem.ALL_FIFTEEN_BLOCKED),
    (side({24: 15}), side({7: 10, 6: 1, 5: 1, 4: 1, 3: 1, 2: 1}), LONGGAMMON, PositionProblem.ALL_FIFTEEN_BLOCKED),
]


@pytest.mark.parametrize(("us", "them", "rules", "problem"), PROBLEMS)
def test_what_is_wrong_with_a_position_has_a_name(us: Any, them: Any, rules: Any, problem: PositionProblem) -> None:
    assert Position(us, them, rules).problems() == (problem,)


def test_every_problem_has_a_test() -> None:
    assert {getattr(row, "values", row)[3] for row in PROBLEMS} == set(PositionProblem)


@pytest.mark.parametrize("rules", DISCIPLINES.values(), ids=lambda rules: rules.name)
def test_no_plays_are_defined_with_sixteen_checkers(rules: Any) -> None:
    position = Position(side({6: 16}), side({0: rules.checkers}), rules)
    with pytest.raises(ValueError, match=r"no plays are defined in .*: too_many_checkers"):
        legal_plays(position, Roll(3, 1))


@pytest.mark.clause("ibf:4.3c")
def test_any_number_of_checkers_may_stand_on_a_point() -> None:
    assert not pos("longgammon: x 6:15 | o 6:15").problems()


@pytest.mark.clause("ibf:4.4c", "ibf:4.4d")
@pytest.mark.parametrize(
    ("cells", "wall"),
    [
        ("x 7:1 6:1 5:1 4:1 3:1 2:10 | o 24:15", (7, 6, 5, 4, 3, 2)),
        ("x 24:10 23:1 22:1 3:1 2:1 1:1 | o 24:11 9:4", ()),
        ("x 24:10 23:1 22:1 3:1 2:1 1:1 | o 24:11 16:4", (3, 2, 1, 24, 23, 22)),
        ("x 16:10 15:1 14:1 13:1 12:1 11:1 | o 21:5 20:5 19:5", ()),
        ("x 7:1 6:1 5:1 4:1 3:1 2:10 | o 24:14", ()),
        ("x 7:1 6:1 5:1 4:1 3:1 2:10 | o 24:14 off:0", (7, 6, 5, 4, 3, 2)),
    ],
)
def test_a_wall_is_six_points_in_a_row_as_the_opponent_meets_them_with_nobody_past(
    cells: str, wall: tuple[int, ...]
) -> None:
    position = pos(f"longgammon: {cells}")
    assert position.wall == wall


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("start", True),
        ("x 12:15 | o 12:15", False),
        ("x 13:15 | o 13:15", True),
        ("x bar:1 6:14 | o 1:15", True),
        ("x off:15 | o bar:15", False),
        ("longgammon: x 12:15 | o 12:15", False),
        ("longgammon: x 13:15 | o 12:15", True),
    ],
)
def test_contact_lasts_while_the_sides_can_still_meet(text: str, contact: bool) -> None:
    assert pos(text).contact == pos(text).flip().contact == contact


def test_a_position_tells_its_pips_and_its_first_and_last_checker() -> None:
    position = pos("x bar:1 13:2 6:3 1:1 | o")
    assert (position.pips, position.in_play, position.rearmost, position.foremost) == (25 + 26 + 18 + 1, 7, 25, 1)
    assert not position.is_home
    assert pos("x 6:2 1:3 | o").is_home
    assert pos("x | o 1:1").is_over
    assert pos("x | o 1:1").rearmost == pos("x | o 1:1").foremost == 0
