"""Who won, at which level, and which levels are still open."""

import pytest

from barpoint.board import (
    BACKGAMMON,
    Hop,
    Level,
    Position,
    Result,
    Roll,
    hop_tree,
    legal_plays,
    levels_open,
    pos,
    result,
)
from barpoint.board.disciplines import DISCIPLINES, Discipline

SINGLE, GAMMON, TRIPLE = Level.SINGLE, Level.GAMMON, Level.BACKGAMMON


@pytest.mark.clause("ibf:1.2a", "ibf:13.5", "trad:object-2", "trad:bearing-off-8", "guide:5.12a")
@pytest.mark.parametrize(
    ("position", "roll"),
    [("x 1:1 | o 1:1", "21"), ("x 2:1 | o 6:15", "53"), ("x 1:1 | o bar:1 1:14", "43"), ("x 2:1 1:1 | o 1:2", "66")],
)
def test_the_game_is_over_when_the_last_checker_is_off_and_the_other_number_is_not_played(
    position: str, roll: str
) -> None:
    before = pos(position)
    assert result(before) is None
    tree = hop_tree(before, Roll.parse(roll))
    while tree.hops:
        assert result(tree.position) is None
        tree = tree.step(tree.hops[-1])
    over = result(tree.position)
    assert over is not None
    assert over.mover_won
    assert tree.left


@pytest.mark.clause("ibf:1.2b", "ibf:13.5")
@pytest.mark.parametrize("rules", DISCIPLINES.values(), ids=DISCIPLINES)
def test_no_game_is_over_at_its_start_and_each_needs_its_own_number_of_checkers(rules: Discipline) -> None:
    start = Position.start(rules)
    assert result(start) is None
    done = [start.discipline.checkers] + [0] * 25
    assert result(Position(done, start.them, start.discipline)) is not None
    assert result(Position(start.us, done, start.discipline)) is not None


LEVELS = [
    # The winner is x; what the loser o still has decides.
    ("x off:15 | o 1:14 off:1", SINGLE),
    ("x off:15 | o bar:1 1:13 off:1", SINGLE),
    ("x off:15 | o 2:12 off:3", SINGLE),
    ("x off:15 | o 6:15", GAMMON),
    ("x off:15 | o 18:1 6:14", GAMMON),  # the winner's 7-point
    ("x off:15 | o 19:1 6:14", TRIPLE),  # the winner's 6-point
    ("x off:15 | o 20:1 6:14", TRIPLE),
    ("x off:15 | o 24:1 6:14", TRIPLE),
    ("x off:15 | o bar:1 6:14", TRIPLE),
    ("nackgammon: x off:15 | o 24:2 23:2 6:11", TRIPLE),
]


@pytest.mark.clause(
    "ibf:2.1a", "ibf:2.10a", "trad:scoring-3", "trad:scoring-5", "trad:scoring-6", "trad:scoring-7", "trad:scoring-8"
)
@pytest.mark.parametrize(("position", "level"), LEVELS)
def test_the_losers_checkers_decide_between_single_gammon_and_backgammon(position: str, level: Level) -> None:
    assert result(pos(position)) == Result(mover_won=True, level=level)
    assert result(pos(position).flip()) == Result(mover_won=False, level=level)


@pytest.mark.clause("ibf:2.1b", "ibf:2.10b")
@pytest.mark.parametrize("name", ["longgammon", "longgammon-strict", "long-nardy"])
@pytest.mark.parametrize(
    ("loser", "level"),
    [("24:9 1:6", GAMMON), ("20:6 1:9", GAMMON), ("15:1 6:14", GAMMON), ("24:1 6:13 off:1", SINGLE)],
)
def test_longgammon_knows_a_gammon_and_no_backgammon(name: str, loser: str, level: Level) -> None:
    assert result(pos(f"{name}: x off:15 | o {loser}")) == Result(mover_won=True, level=level)


@pytest.mark.clause("ibf:7.2c")
@pytest.mark.parametrize(
    ("loser", "level"), [("22:1 9:1 4:1", TRIPLE), ("18:1 9:1 4:1", GAMMON), ("bar:2 off:1", SINGLE)]
)
def test_sprintgammon_counts_as_backgammon_does(loser: str, level: Level) -> None:
    assert result(pos(f"sprintgammon: x off:3 | o {loser}")) == Result(mover_won=True, level=level)


@pytest.mark.clause("bws:4.2.4b", "ibf:14.1b", "guide:6.4b", "usbgf:4.2.1d", "usbgf:4.2.3.3")
def test_a_missing_checker_is_out_of_play_and_not_borne_off() -> None:
    assert result(pos("x off:15 | o 6:14 off:0")) == Result(mover_won=True, level=GAMMON)
    assert result(pos("x off:15 | o 24:1 6:13 off:0")) == Result(mover_won=True, level=TRIPLE)
    assert result(pos("x off:15 | o 6:13 off:1")) == Result(mover_won=True, level=SINGLE)


@pytest.mark.clause("bws:4.2.4b", "ibf:14.1b", "usbgf:4.2.1d")
def test_a_short_side_wins_when_none_of_its_checkers_is_in_play() -> None:
    last = pos("x 1:1 off:13 | o 6:15")
    (play,) = legal_plays(last, Roll(2, 1))
    assert play.hops == (Hop(1, 0),)
    assert result(play.after) == Result(mover_won=True, level=GAMMON)


@pytest.mark.clause("usbgf:4.6.2", "trad:scoring-5", "trad:scoring-7", "ibf:2.1a", "ibf:2.10a")
def test_a_level_is_the_number_that_multiplies_the_cube() -> None:
    assert [int(level) for level in Level] == [1, 2, 3]


def test_a_result_seen_by_the_other_side_is_the_opposite() -> None:
    won = Result(mover_won=True, level=GAMMON)
    assert (won.worth, won.flip().worth) == (2, -2)
    assert won.flip().flip() == won


def test_both_sides_cannot_be_finished() -> None:
    with pytest.raises(ValueError, match="at most one side"):
        result(Position([15] + [0] * 25, [15] + [0] * 25, BACKGAMMON))


OPEN = [
    # What x can still lose.
    ("x 6:14 off:1 | o 6:15", [SINGLE]),
    ("x 6:15 | o 6:15", [SINGLE, GAMMON]),
    ("x 18:1 6:14 | o 6:15", [SINGLE, GAMMON]),
    ("x 19:1 6:14 | o 5:15", [SINGLE, GAMMON, TRIPLE]),
    ("x 19:1 6:13 off:1 | o 5:15", [SINGLE]),
    ("x 19:1 6:13 off:0 | o 5:15", [SINGLE, GAMMON, TRIPLE]),
    ("x 12:1 6:14 | o 24:1 6:14", [SINGLE, GAMMON, TRIPLE]),  # it may still be hit
    ("longgammon: x 12:15 | o 12:15", [SINGLE, GAMMON]),
    ("longgammon: x 24:15 | o 24:15", [SINGLE, GAMMON]),
    ("x 6:15 | o off:15", [GAMMON]),
    ("x off:15 | o 6:15", []),
]


@pytest.mark.clause("usbgf:4.5.1c", "ibf:15.2b")
@pytest.mark.parametrize(("position", "levels"), OPEN)
def test_a_side_can_lose_only_at_the_levels_its_checkers_allow(position: str, levels: list[Level]) -> None:
    assert list(levels_open(pos(position), mover_loses=True)) == levels
    assert list(levels_open(pos(position).flip(), mover_loses=False)) == levels
