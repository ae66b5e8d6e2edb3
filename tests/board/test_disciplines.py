"""What differs between the disciplines: start, path, names of the quadrants, head."""

import pytest

from barpoint.board import (
    BACKGAMMON,
    DISCIPLINES,
    LONG_NARDY,
    LONGGAMMON,
    NACKGAMMON,
    SPRINTGAMMON,
    Discipline,
    Position,
    Side,
    discipline,
)
from barpoint.board.disciplines import (
    HOME,
    OUTER,
    POINTS,
    Quadrant,
)


def standing(side: tuple[int, ...]) -> dict[int, int]:
    return {point: side[point] for point in range(26) if side[point]}


@pytest.mark.clause("ibf:1.1a", "trad:overview-1")
def test_a_board_has_two_sides_and_24_points() -> None:
    assert len(Side) == 2
    assert [side.other.other for side in Side] == list(Side)
    assert len(POINTS) == 24


@pytest.mark.parametrize(
    ("rules", "start", "pips"),
    [
        pytest.param(
            BACKGAMMON,
            {24: 2, 13: 5, 8: 3, 6: 5},
            167,
            marks=pytest.mark.clause("ibf:5.1", "trad:overview-7"),
        ),
        pytest.param(SPRINTGAMMON, {24: 1, 23: 1, 22: 1}, 69, marks=pytest.mark.clause("ibf:7.1a")),
        pytest.param(LONGGAMMON, {24: 15}, 360, marks=pytest.mark.clause("ibf:4.1a")),
        (NACKGAMMON, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 194),
        (LONG_NARDY, {24: 15}, 360),
    ],
)
def test_both_sides_start_alike_in_their_own_points(rules: Discipline, start: dict[int, int], pips: int) -> None:
    position = Position.start(rules)
    assert standing(position.us) == standing(position.them) == start
    assert position.pips == position.flip().pips == pips
    assert position.contact
    assert not position.problems()


@pytest.mark.clause("ibf:4.1a")
def test_in_longgammon_the_opponent_starts_on_our_12_point() -> None:
    assert LONGGAMMON.across(24) == 12


@pytest.mark.clause("ibf:7.1a")
def test_in_sprintgammon_the_opponent_starts_on_our_three_lowest_points() -> None:
    assert {SPRINTGAMMON.across(point) for point in (24, 23, 22)} == {1, 2, 3}


@pytest.mark.clause("ibf:3.1b", "trad:overview-5", "trad:overview-6")
@pytest.mark.parametrize(
    ("rules", "ours", "theirs"),
    [
        (BACKGAMMON, 6, 19),
        (BACKGAMMON, 24, 1),
        (BACKGAMMON, 13, 12),
        (LONGGAMMON, 6, 18),
        (LONGGAMMON, 24, 12),
        (LONGGAMMON, 13, 1),
    ],
)
def test_each_side_numbers_the_points_from_its_own_home(rules: Discipline, ours: int, theirs: int) -> None:
    assert rules.across(ours) == theirs


@pytest.mark.clause("ibf:3.1b", "trad:overview-6")
@pytest.mark.parametrize("rules", DISCIPLINES.values(), ids=lambda rules: rules.name)
def test_converting_a_point_twice_gives_it_back(rules: Discipline) -> None:
    assert [rules.across(rules.across(point)) for point in POINTS] == list(POINTS)


@pytest.mark.clause("ibf:2.12")
def test_the_home_boards_lie_opposite_or_half_a_circuit_apart() -> None:
    assert set(HOME) == set(range(1, 7))
    assert {LONGGAMMON.across(point) for point in HOME} == set(range(13, 19))
    assert {BACKGAMMON.across(point) for point in HOME} == set(range(19, 25))


@pytest.mark.parametrize(
    ("rules", "point", "quadrant"),
    [
        pytest.param(rules, point, quadrant, marks=pytest.mark.clause(*clauses.split()))
        for rules, point, quadrant, clauses in [
            (BACKGAMMON, 3, Quadrant.HOME, "trad:overview-2"),
            (BACKGAMMON, 9, Quadrant.OUTER, "ibf:2.16 trad:overview-2"),
            (BACKGAMMON, 14, Quadrant.OPPONENT_OUTER, "ibf:2.16"),
            (BACKGAMMON, 15, Quadrant.OPPONENT_OUTER, "trad:overview-2"),
            (BACKGAMMON, 22, Quadrant.OPPONENT_HOME, "trad:overview-2"),
            (LONGGAMMON, 14, Quadrant.OPPONENT_HOME, "ibf:2.16"),
            (LONGGAMMON, 15, Quadrant.OPPONENT_HOME, "ibf:3.1c"),
            (LONGGAMMON, 20, Quadrant.OPPONENT_OUTER, "ibf:3.1c"),
        ]
    ],
)
def test_a_quadrant_is_named_from_where_one_sits(rules: Discipline, point: int, quadrant: Quadrant) -> None:
    assert rules.quadrant(point) is quadrant


@pytest.mark.clause("ibf:2.16", "ibf:3.1c", "trad:overview-2")
@pytest.mark.parametrize("rules", DISCIPLINES.values(), ids=lambda rules: rules.name)
def test_there_are_four_quadrants_of_six(rules: Discipline) -> None:
    named = [rules.quadrant(point) for point in POINTS]
    assert {named.count(quadrant) for quadrant in Quadrant} == {6}
    assert {rules.quadrant(point) for point in OUTER} == {Quadrant.OUTER}


def test_bar_and_off_lie_in_no_quadrant() -> None:
    for place in (0, 25):
        with pytest.raises(ValueError, match="points run from 1 to 24"):
            BACKGAMMON.quadrant(place)


@pytest.mark.clause("ibf:5.2b")
def test_an_event_may_start_from_another_arrangement_of_as_many_checkers() -> None:
    other = BACKGAMMON.with_start({24: 5, 13: 3, 8: 2, 6: 5})
    assert standing(Position.start(other).us) == {24: 5, 13: 3, 8: 2, 6: 5}
    with pytest.raises(ValueError, match="Backgammon starts with 15 checkers a side, not 14"):
        BACKGAMMON.with_start({24: 4, 13: 3, 8: 2, 6: 5})


@pytest.mark.parametrize(
    ("start", "problem"),
    [
        ({25: 15}, "points 1-24"),
        ({0: 15}, "points 1-24"),
        ({24: 16}, "at most 15"),
        ({24: 10, 1: 5}, "both sides on point 1"),
        ({24: 15, 6: 0}, "points 1-24"),
    ],
)
def test_an_arrangement_that_cannot_be_is_malformed(start: dict[int, int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        BACKGAMMON.with_start(start)


HEAD = [
    # the roll's doublet, first turn, moved first, Longgammon's cap, Long Nardy's cap
    (3, True, False, 2, 2, "ibf:4.2d"),
    (4, True, False, 2, 2, "ibf:4.2e"),
    (6, True, False, 2, 2, "ibf:4.2f"),
    (1, True, False, 1, 1, "ibf:4.2g"),
    (2, True, False, 1, 1, "ibf:4.2g"),
    (5, True, False, 1, 1, "ibf:4.2g"),
    (None, True, False, 1, 1, "ibf:4.2b"),
    (3, True, True, 1, 2, "ibf:4.2h"),
    (4, False, False, 1, 1, "ibf:4.2h"),
    (6, False, True, 1, 1, "ibf:4.2h"),
]


@pytest.mark.parametrize(
    ("doublet", "first_turn", "moved_first", "longgammon", "nardy"),
    [pytest.param(*row[:5], marks=pytest.mark.clause(row[5])) for row in HEAD],
)
def test_one_checker_a_turn_leaves_the_head_but_for_some_first_doublets(
    doublet: int | None, first_turn: bool, moved_first: bool, longgammon: int, nardy: int
) -> None:
    assert LONGGAMMON.head_cap(doublet, first_turn=first_turn, moved_first=moved_first) == longgammon
    assert LONG_NARDY.head_cap(doublet, first_turn=first_turn, moved_first=moved_first) == nardy
    assert BACKGAMMON.head_cap(doublet, first_turn=first_turn, moved_first=moved_first) == 15


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("Backgammon", BACKGAMMON),
        (" LONGGAMMON ", LONGGAMMON),
        ("Long Nardy", LONG_NARDY),
        ("hypergammon", SPRINTGAMMON),
    ],
)
def test_a_discipline_is_found_by_name(name: str, rules: Discipline) -> None:
    assert discipline(name) is rules


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no discipline is called 'chess'; expected one of backgammon, nackgammon"):
        discipline("chess")
