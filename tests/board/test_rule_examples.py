"""The worked examples of the rule rows: a position, a roll, and what may come of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import (
    BACKGAMMON,
    BAR,
    LONGGAMMON,
    OFF,
    SPRINTGAMMON,
    Play,
    PlayCode,
    Position,
    Refusal,
    Roll,
    check_play,
    legal_plays,
    pos,
)
from tests.board import oracle
from tests.board.views import board_of

GAMES = {"BG": BACKGAMMON, "SG": SPRINTGAMMON, "LG": LONGGAMMON}
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
PLACES = {"bar": BAR, "off": OFF, **{str(point): point for point in range(1, 25)}}

Cells = frozenset[tuple[str, int]]


def position_of(vector: dict[str, Any]) -> Position:
    """Both sides stand in the mover's numbering."""
    rules = GAMES[vector["game"]]
    us, them = [0] * 26, [0] * 26
    for name, count in vector["me"].items():
        us[PLACES[name]] = count
    for name, count in vector["opp"].items():
        them[BAR if name == "bar" else rules.across(PLACES[name])] = count
    us[OFF], them[OFF] = vector.get("me_off", 0), vector.get("opp_off", 0)
    return Position(us, them, rules)


def final_of(before: Position, after: Position) -> Cells:
    """The mover's checkers by place, and `hit`, the opposing checkers sent to the bar."""
    cells = [(name, after.us[at]) for name, at in PLACES.items() if after.us[at]]
    hit = after.them[BAR] - before.them[BAR]
    return frozenset([*cells, ("hit", hit)] if hit else cells)


@pytest.mark.parametrize(
    "vector",
    [
        pytest.param(row, marks=pytest.mark.clause(row["clause"]), id=f"{row['clause']}-{row['dice']}")
        for row in VECTORS
    ],
)
def test_a_worked_example_has_these_plays(vector: dict[str, Any]) -> None:
    position, roll = position_of(vector), Roll.parse(vector["dice"])
    head_cap = vector.get("head_cap")
    plays = legal_plays(position, roll, head_cap)
    assert not position.problems()
    assert len(plays) == vector["plays"]
    assert {len(play.hops) for play in plays} == ({vector["numbers"]} if plays else set())
    if "finals" in vector:
        expected = {frozenset(final.items()) for final in vector["finals"]}
        assert {final_of(position, play.after) for play in plays} == expected
    if head_cap is not None:
        assert legal_plays(position, roll) == plays, "the head cap read off the board is the one of the example"
    rules = oracle.RULES[position.discipline.name]
    assert len(oracle.plays(rules, board_of(position), (roll.high, roll.low))) == vector["plays"]


@pytest.mark.clause("ibf:4.1c")
@pytest.mark.parametrize("roll", [(high, low) for high in range(2, 7) for low in range(1, high)])
def test_every_opening_roll_of_longgammon_is_forced(roll: tuple[int, int]) -> None:
    plays = legal_plays(Position.start(LONGGAMMON), Roll(*roll))
    assert [play.after.us[24 - sum(roll)] for play in plays] == [1]
    assert plays[0].after.us[24] == 14


SPRINT_OPENINGS = {6: "21", 7: "31 41 51 61", 8: "32 42 52 62", 9: "43 53 54 63 64 65"}


@pytest.mark.clause("ibf:7.1b")
@pytest.mark.parametrize(
    ("roll", "count"), [(roll, count) for count, rolls in SPRINT_OPENINGS.items() for roll in rolls.split()]
)
def test_the_opening_rolls_of_sprintgammon_have_so_many_plays(roll: str, count: int) -> None:
    assert len(legal_plays(Position.start(SPRINTGAMMON), Roll.parse(roll))) == count


@pytest.mark.clause("ibf:4.4e")
def test_the_stricter_reading_also_forbids_a_harmless_block_that_is_opened_again_in_the_turn() -> None:
    cells = "x 11:1 7:1 6:1 4:1 3:1 2:10 | o 24:9 21:3 20:2"  # one of theirs is off: no block can hold them all
    through = (11, 5), (5, 2)  # 11/8 is closed
    assert isinstance(check_play(pos(f"longgammon: {cells}"), Roll(6, 3), through), Play)
    strict = pos(f"longgammon-strict: {cells}")
    assert check_play(strict, Roll(6, 3), through) == Refusal(PlayCode.TEMPORARY_BLOCK)
    assert len(legal_plays(strict, Roll(6, 3))) == 5
