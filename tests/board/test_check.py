"""A play that is asked for: accepted as it was made, or refused with the reason that helps."""

from typing import Any

import pytest

from barpoint.board import Play, PlayCode, Position, Refusal, Roll, check_play, choices, pos

Hops = list[tuple[int, int]]

BEFORE_BLOCK = "longgammon: x 11:1 7:1 6:1 4:1 3:1 2:10 | o 24:10 22:3 21:2"  # 11/5 would make 7-2


def case(clauses: str, position: str, roll: str, hops: Hops, *rest: Any) -> Any:
    """A row of a table below; the clauses it proves become its marks."""
    marks = [pytest.mark.clause(*clauses.split())] if clauses else []
    name = f"{position}, {roll}: {' '.join(f'{a}/{b}' for a, b in hops) or 'nothing'}"
    return pytest.param(position, roll, hops, *rest, marks=marks, id=name)


REFUSED = [
    # The checker cannot move at all
    case("ibf:12.5.7", "x 6:3 3:2 | o 24:2 13:5 8:3 6:5", "32", [(0, 3)], "borne_off", {}),
    case("ibf:12.1", "start", "61", [(19, 13)], "not_your_checker", {"source": 19}),
    case("", "start", "61", [(20, 14)], "not_your_checker", {"source": 20}),
    case("", "start", "61", [(24, 18), (24, 23), (24, 23)], "not_your_checker", {"hop": 2}),
    case("ibf:12.5b", "start", "53", [(8, 13)], "wrong_direction", {"source": 8, "target": 13}),
    case("trad:movement-start-5", "start", "21", [(6, 8)], "wrong_direction", {}),
    case("", "start", "21", [(6, 25)], "wrong_direction", {}),
    case(
        "trad:hitting-and-entering-3 ibf:5.4a",
        "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5",
        "64",
        [(13, 7)],
        "bar_first",
        {"on_bar": 1},
    ),
    case(
        "usbgf:4.2.2.1e bws:4.2.1b",
        "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5",
        "42",
        [(13, 9), (25, 23)],
        "bar_first",
        {"hop": 0, "legal_order": (25, 23, 13, 9)},
    ),
    case("", "x bar:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", "44", [(25, 17), (25, 21)], "bar_first", {"source": 21}),
    case("ibf:4.2a ibf:4.2b", "longgammon start", "42", [(24, 20), (24, 22)], "head_already_used", {"hop": 1}),
    case(
        "ibf:4.2h",
        "longgammon: x 24:14 20:1 | o 24:14 9:1",
        "44",
        [(24, 20), (24, 20)],
        "head_already_used",
        {"hop": 1},
    ),
    # The number does not take it there
    case("ibf:12.5a", "start", "43", [(13, 8)], "not_rolled", {"number": 5, "left": (4, 3)}),
    case("", "start", "43", [(13, 13)], "not_rolled", {"number": 0}),
    case("", "start", "31", [(8, 5), (6, 5), (24, 23)], "not_rolled", {"hop": 2, "left": ()}),
    case("ibf:13.2", "x 6:5 5:4 3:6 | o 1:15", "31", [(5, 0)], "not_rolled", {"number": 5}),
    case("ibf:5.3a trad:movement-1", "start", "65", [(24, 19)], "blocked", {"target": 19, "checkers": 5}),
    case(
        "trad:hitting-and-entering-4",
        "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5",
        "64",
        [(25, 19)],
        "blocked",
        {"checkers": 5},
    ),
    case("ibf:4.3a", "longgammon: x 24:15 | o 6:1 24:14", "63", [(24, 18)], "blocked", {"target": 18, "checkers": 1}),
    case(
        "ibf:12.5.1b trad:movement-2b",
        "x 24:2 13:5 8:3 6:5 | o 6:2 4:2 13:5 24:6",
        "53",
        [(24, 16)],
        "blocked",
        {"target": 21},
    ),
    case("trad:bearing-off-1 ibf:13.1", "x 7:1 6:14 | o 1:15", "61", [(6, 0), (7, 6)], "not_all_home", {"rearmost": 7}),
    case("trad:object-1", "x 7:1 6:14 | o 1:15", "65", [(6, 0)], "not_all_home", {"rearmost": 7}),
    case("", "x 6:1 3:2 | o 1:15", "54", [(3, 0)], "higher_checker", {"number": 4, "rearmost": 6}),
    # Longgammon's blocks
    case("ibf:4.4b", BEFORE_BLOCK, "66", [(11, 5)], "would_block_all_fifteen", {"block": (7, 6, 5, 4, 3, 2)}),
    case(
        "ibf:4.4e ibf:4.4f",
        BEFORE_BLOCK,
        "64",
        [(11, 5), (5, 1)],
        "temporary_block",
        {"hop": 0, "legal_order": (11, 7, 7, 1)},
    ),
    case("ibf:4.4f", BEFORE_BLOCK, "64", [(11, 5), (6, 2)], "temporary_block", {"legal_order": (6, 2, 11, 5)}),
    case("ibf:4.4f", BEFORE_BLOCK, "64", [(11, 5), (7, 3)], "temporary_block", {"legal_order": (7, 3, 11, 5)}),
    case("ibf:4.4g", "longgammon: x 11:1 7:1 6:1 4:1 3:1 2:10 | o 24:10 21:3 20:2", "63", [(11, 2)], "blocked", {}),
    # Each hop can be made, but not enough of them
    case("", "start", "31", [], "must_play", {"possible": 2}),
    case(
        "ibf:12.5.3a", "x 10:1 6:14 | o 3:5 4:5 5:3 21:2", "64", [(6, 2)], "must_use_both", {"used": 1, "possible": 2}
    ),
    case("ibf:4.5a", "longgammon: x 24:9 9:1 2:3 1:2 | o 5:1 24:12 20:2", "52", [(24, 19)], "must_use_both", {}),
    case(
        "trad:hitting-and-entering-7",
        "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5",
        "64",
        [(25, 21)],
        "must_use_both",
        {"possible": 2},
    ),
    case(
        "ibf:12.5.3c usbgf:1.1c",
        "x 24:1 2:7 1:7 | o 3:4 4:4 5:5 12:2",
        "65",
        [(24, 19)],
        "must_use_larger",
        {"number": 6},
    ),
    case("ibf:4.5b", "longgammon: x 24:10 2:3 1:2 | o 5:1 24:12 23:2", "52", [(24, 22)], "must_use_larger", {}),
    case(
        "ibf:12.5.3e", "x 24:2 2:13 | o 13:2 5:5 4:4 3:4", "66", [(24, 18)], "must_use_more", {"used": 1, "possible": 2}
    ),
    case(
        "ibf:4.2i", "longgammon: x 24:15 | o 24:14 21:1", "66", [(24, 18)], "must_use_more", {"used": 1, "possible": 2}
    ),
    case("ibf:12.5.2", "start", "66", [(24, 18), (24, 18), (13, 7)], "must_use_more", {"used": 3, "possible": 4}),
]


@pytest.mark.parametrize(("position", "roll", "hops", "code", "facts"), REFUSED)
def test_a_play_that_is_not_legal_is_refused_with_its_reason(
    position: str, roll: str, hops: Hops, code: str, facts: dict[str, Any]
) -> None:
    answer = check_play(pos(position), Roll.parse(roll), hops)
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert facts.items() <= dict(answer.facts).items()


def test_every_reason_has_a_test() -> None:
    assert {row.values[3] for row in REFUSED} == set(PlayCode)


ACCEPTED = [
    case("ibf:12.5a", "start", "31", [(8, 5), (6, 5)]),
    case("ibf:12.5b", "start", "52", [(13, 8), (8, 6)]),
    case("ibf:5.3a", "start", "65", [(24, 18), (13, 8)]),
    case("trad:movement-1", "start", "41", [(24, 20), (6, 5)]),
    case("ibf:12.5.1a trad:movement-2a", "start", "53", [(13, 8), (13, 10)]),
    case("ibf:12.5.1a trad:movement-2a", "start", "53", [(13, 8), (8, 5)]),
    case("ibf:12.5.1a", "start", "53", [(13, 10), (10, 5)]),
    case("ibf:12.5.1b trad:movement-2b", "x 24:2 13:5 8:3 6:5 | o 6:2 13:5 24:8", "53", [(24, 21), (21, 16)]),
    case("trad:bearing-off-1 ibf:13.1", "x 7:1 6:14 | o 1:15", "61", [(7, 6), (6, 0)]),
    case("trad:object-1", "x 7:1 6:14 | o 1:15", "65", [(7, 1), (6, 1)]),
    case("ibf:13.2 trad:bearing-off-2", "x 6:5 5:4 3:6 | o 1:15", "31", [(3, 0), (6, 5)]),
    case("ibf:13.2", "x 6:5 5:4 3:6 | o 1:15", "31", [(6, 3), (6, 5)]),
    case("trad:bearing-off-2", "x 5:2 | o 1:15", "51", [(5, 0), (5, 4)]),
    case("ibf:4.4f", BEFORE_BLOCK, "64", [(11, 7), (7, 1)]),
    case("ibf:4.4f", BEFORE_BLOCK, "64", [(6, 2), (11, 5)]),
    case("ibf:4.3c", "longgammon: x 7:1 6:14 | o 24:15", "61", [(7, 6), (6, 0)]),
    case("usbgf:4.2.2.1e bws:4.2.1b", "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5", "42", [(25, 23), (13, 9)]),
    case("ibf:1.2a", "x 1:1 | o 1:15", "21", [(1, 0)]),
    case("trad:object-2", "x 3:1 | o 1:15", "41", [(3, 0)]),
    case("ibf:13.5", "x 2:1 | o 1:15", "53", [(2, 0)]),
    case("ibf:12.5.3d", "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5", "66", []),
    case("ibf:4.2h", "longgammon: x 24:14 20:1 | o 24:14 9:1", "44", [(24, 20), (20, 16), (20, 16)]),
]


@pytest.mark.parametrize(("position", "roll", "hops"), ACCEPTED)
def test_a_legal_play_is_given_back_as_it_was_made(position: str, roll: str, hops: Hops) -> None:
    answer = check_play(pos(position), Roll.parse(roll), hops)
    assert isinstance(answer, Play), answer
    assert list(answer.hops) == hops


STEP_BY_STEP = [
    case("usbgf:4.2.2.1a", "x 24:2 13:5 8:3 6:5 | o 24:2 13:8 6:5", "61", [(24, 17)], [(24, 18), (18, 17)]),
    case("usbgf:4.2.2.1a", "x 24:2 13:5 8:3 6:5 | o 24:2 13:6 7:2 6:5", "61", [(24, 17)], [(24, 23), (23, 17)]),
    case("usbgf:4.2.2.1a", "x 24:2 13:5 8:3 6:5 | o 24:2 13:4 7:2 6:5 2:2", "61", [(24, 17)], None),
    case("usbgf:4.2.2.1a", "start", "33", [(24, 18), (13, 7)], [(24, 21), (21, 18), (13, 10), (10, 7)]),
    case("", "start", "33", [(24, 18), (24, 18)], [(24, 21), (21, 18), (24, 21), (21, 18)]),
    case("", "x 8:1 5:1 | o 1:15", "63", [(8, 0), (5, 0)], None),
    case("", "x 8:1 | o 1:15", "63", [(8, 0)], [(8, 2), (2, 0)]),
    case("", "x bar:1 13:5 8:4 6:5 | o 24:2 13:5 8:3 6:5", "64", [(25, 15)], [(25, 21), (21, 15)]),
    # 24/20 does not say that it hits on 21 where 23 will do as well, and hits where it must
    case("", "x 24:2 13:5 8:3 6:5 | o 4:1 13:5 24:9", "31", [(24, 20)], [(24, 23), (23, 20)]),
    case("", "x 24:2 13:5 8:3 6:5 | o 4:1 2:2 13:5 24:7", "31", [(24, 20)], [(24, 21), (21, 20)]),
]


@pytest.mark.parametrize(("position", "roll", "hops", "steps"), STEP_BY_STEP)
def test_one_checkers_hops_may_be_given_as_one_if_each_step_is_legal(
    position: str, roll: str, hops: Hops, steps: Hops | None
) -> None:
    answer = check_play(pos(position), Roll.parse(roll), hops)
    if steps is None:
        assert isinstance(answer, Refusal)
    else:
        assert isinstance(answer, Play), answer
        assert list(answer.hops) == steps


@pytest.mark.clause("ibf:4.2d", "ibf:4.2h")
def test_the_match_says_how_many_may_leave_the_head() -> None:
    start = pos("longgammon: x 24:15 | o 24:14 21:1")
    two = [(24, 20), (24, 20), (20, 16), (20, 16)]
    assert isinstance(check_play(start, Roll(4, 4), two, head_cap=2), Play)
    answer = check_play(start, Roll(4, 4), two, head_cap=1)
    assert isinstance(answer, Refusal)
    assert answer.code == PlayCode.HEAD_ALREADY_USED


@pytest.mark.parametrize("hop", [(26, 20), (6, -1), (6,), (6, 5, 4), (6.0, 5), ("6", 5), (True, 0)], ids=str)
def test_a_hop_that_names_no_two_places_is_malformed(hop: Any) -> None:
    with pytest.raises(ValueError, match="a hop is a pair of places"):
        check_play(Position.start(), Roll(3, 1), [hop])


def test_a_position_without_defined_plays_is_malformed() -> None:
    sixteen = Position([0] * 6 + [16] + [0] * 19, [15] + [0] * 25)
    with pytest.raises(ValueError, match="too_many_checkers"):
        check_play(sixteen, Roll(3, 1), [(6, 5)])


def test_what_a_screen_was_offered_judges_as_a_fresh_look_does() -> None:
    """The orders of a roll are kept from the offer to the play: no other roll and no other cap is judged by them."""
    opened = Position.start()
    choices(opened, "61")
    assert isinstance(check_play(opened, "61", [(13, 7), (8, 7)]), Play)
    for roll, hops in (("61", [(13, 7), (8, 6)]), ("62", [(13, 7), (8, 7)]), ("61", [(13, 7), (8, 7)])):
        fresh = check_play(opened, roll, hops)
        choices(opened, "61")
        assert check_play(opened, roll, hops) == fresh
    head = pos("longgammon: start")
    two_from_head = [(24, 21), (24, 21), (21, 18), (21, 18)]
    for cap, legal in ((1, False), (2, True)):
        choices(head, "33", 3 - cap)
        assert isinstance(check_play(head, "33", two_from_head, cap), Play) is legal
