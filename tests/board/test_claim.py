"""The claim test: the claimer's 1-2s against the opponent's 6-6s."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import (
    ROLLS,
    Level,
    Position,
    Refusal,
    Roll,
    hop_tree,
    levels_open,
    pos,
    result,
)
from barpoint.board.certainty.claims import (
    ClaimCode,
    ClaimTest,
    claim_holds,
    claim_line,
    claim_test,
)
from tests.board.race_positions import (
    afters,
    claim_played_out,
    duels,
)

SINGLE, GAMMON, TRIPLE = Level.SINGLE, Level.GAMMON, Level.BACKGAMMON


CLAIMS = [
    # x is on turn and claims: position, level, x's turns, o's turns to escape, whether it holds
    ("x 1:3 | o 6:5", SINGLE, 2, 2, True),
    ("x 1:3 | o 6:4", SINGLE, 2, 1, False),
    ("x 1:2 | o 6:15", GAMMON, 1, 1, True),
    ("x 1:3 | o 6:15", GAMMON, 2, 1, False),
    ("x 1:3 | o 12:4 6:11", GAMMON, 2, 2, True),
    ("x 1:2 | o 6:14 off:1", GAMMON, 1, 0, False),
    ("x 1:2 | o 6:14 off:0", GAMMON, 1, 1, True),  # short, not borne off
    ("x 1:4 | o 20:5 6:10", TRIPLE, 2, 2, True),
    ("x 1:4 | o 20:4 6:11", TRIPLE, 2, 1, False),
    ("x 1:4 | o 18:1 6:14", TRIPLE, 2, 0, False),
    ("x 1:4 | o 20:5 6:9 off:1", TRIPLE, 2, 0, False),
    ("sprintgammon: x 1:2 | o 20:1 6:2", TRIPLE, 1, 1, True),
    ("longgammon: x 1:2 | o 12:15", TRIPLE, 1, 0, False),
    ("longgammon: x 1:8 | o 12:15", GAMMON, 4, 4, True),
    ("longgammon: x 1:9 | o 12:15", GAMMON, 5, 4, False),
    ("x 7:1 1:5 | o 6:15 off:0", SINGLE, 5, 4, False),
]


@pytest.mark.clause("usbgf:4.5.2a", "usbgf:4.5.2b", "usbgf:4.5.2c")
@pytest.mark.parametrize(("position", "level", "claimer", "opponent", "holds"), CLAIMS)
def test_a_claim_holds_if_the_claimers_1_2s_come_before_the_opponents_6_6s(
    position: str, level: Level, claimer: int, opponent: int, holds: bool
) -> None:
    test = claim_test(pos(position), level)
    assert test == ClaimTest(level, claimer_on_turn=True, claimer_turns=claimer, opponent_turns=opponent)
    assert test.holds is holds is claim_holds(pos(position), level)


@pytest.mark.clause("usbgf:4.5.2a", "usbgf:4.3.4-6")
def test_a_claimer_who_is_not_on_turn_needs_a_turn_in_hand() -> None:
    ended = pos("x 1:2 | o 6:5").flip()
    assert claim_holds(ended, SINGLE, claimer_on_turn=False)
    assert not claim_holds(pos("x 1:2 | o 6:4").flip(), SINGLE, claimer_on_turn=False)


@pytest.mark.clause("usbgf:4.3.4-6")
def test_a_roll_of_the_opponent_counts_only_if_it_is_given() -> None:
    # A ended the turn with two checkers on the ace-point, then B rolled 2-1: judged without that roll, B has 6-6.
    ended = pos("x 1:2 | o 6:4").flip()
    assert not claim_holds(ended, SINGLE, claimer_on_turn=False)
    assert claim_holds(ended, SINGLE, claimer_on_turn=False, thrown=Roll(2, 1))


@pytest.mark.clause("usbgf:4.5.2b")
@pytest.mark.parametrize(("roll", "holds"), [(None, False), ("21", False), ("22", True), ("11", True), ("66", True)])
def test_a_roll_the_claimer_has_thrown_is_the_first_turn(roll: str | None, holds: bool) -> None:
    thrown = Roll.parse(roll) if roll else None
    assert claim_holds(pos("x 1:4 | o 6:4"), SINGLE, thrown=thrown) is holds


@pytest.mark.clause("usbgf:4.5.2a")
def test_a_claim_in_the_middle_of_a_move_has_the_rest_of_the_roll() -> None:
    tree = hop_tree(pos("x 4:1 1:1 | o 6:4"), Roll(4, 1))
    assert claim_holds(tree.position, SINGLE, thrown=tree)
    spoilt = tree.step((4, 3))
    assert claim_holds(spoilt.position, SINGLE, thrown=spoilt) is False
    saved = tree.step((4, 0))
    assert claim_test(saved.position, SINGLE, thrown=saved) == ClaimTest(SINGLE, True, 1, 1)


@pytest.mark.clause("usbgf:4.5.2a")
def test_after_the_last_hop_the_turn_is_spent() -> None:
    tree = hop_tree(pos("x 4:1 1:1 | o 6:4"), Roll(2, 1))
    while tree.hops:
        tree = tree.step(tree.hops[0])
    assert claim_test(tree.position, SINGLE, thrown=tree) == ClaimTest(SINGLE, True, 2, 1)
    assert claim_test(tree.position.flip(), SINGLE, claimer_on_turn=False) == ClaimTest(SINGLE, False, 1, 1)


def test_the_rest_of_a_roll_belongs_to_the_position() -> None:
    tree = hop_tree(pos("x 4:1 1:1 | o 6:4"), Roll(4, 1))
    with pytest.raises(ValueError, match="expected the rest of a roll"):
        claim_test(pos("x 1:1 | o 6:4"), SINGLE, thrown=tree)


@pytest.mark.clause("usbgf:4.5.2a", "usbgf:4.5a")
@pytest.mark.parametrize("position", ["start", "x 6:1 | o bar:1 1:1", "x 20:1 | o 6:1", "longgammon: x 13:1 | o 4:1"])
def test_with_contact_there_is_nothing_to_claim(position: str) -> None:
    assert claim_test(pos(position), SINGLE) == Refusal(ClaimCode.CONTACT)
    assert claim_line(pos(position), SINGLE) == Refusal(ClaimCode.CONTACT)
    assert not claim_holds(pos(position), SINGLE)


def test_after_the_game_there_is_nothing_to_claim() -> None:
    assert claim_test(pos("x off:15 | o 6:15"), GAMMON) == Refusal(ClaimCode.GAME_OVER)


@pytest.mark.clause("usbgf:4.5.2c")
def test_the_line_shows_the_claim_played_out() -> None:
    line = claim_line(pos("x 3:1 1:2 | o 6:4"), SINGLE)
    assert not isinstance(line, Refusal)
    assert [(turn.by_claimer, str(turn.roll), str(turn.play)) for turn in line] == [
        (True, "21", "3/off"),
        (False, "66", "6/off(4)"),
    ]


@pytest.mark.clause("usbgf:4.5.2b", "usbgf:4.5.2c")
@given(duels(most=8, rearmost=12), st.sampled_from(Level), st.booleans(), st.none() | st.sampled_from(ROLLS))
def test_the_line_takes_as_many_turns_as_the_test_says_and_ends_as_it_says(
    position: Position, level: Level, on_turn: bool, thrown: Roll | None
) -> None:
    test = claim_test(position, level, claimer_on_turn=on_turn, thrown=thrown)
    line = claim_line(position, level, claimer_on_turn=on_turn, thrown=thrown)
    assert isinstance(test, ClaimTest)
    assert not isinstance(line, Refusal)
    by_claimer = [turn.by_claimer for turn in line]
    assert (by_claimer.count(True) == test.claimer_turns) is test.holds
    assert (by_claimer.count(False) == test.opponent_turns) is not test.holds
    if test.holds:
        over = result(line[-1].play.after)
        assert over is not None
        assert over.mover_won
        assert over.level >= level


@pytest.mark.clause("usbgf:4.5.2b")
@settings(max_examples=150)
@given(duels(most=3), st.sampled_from(Level), st.booleans(), st.none() | st.sampled_from(ROLLS))
def test_a_claim_is_what_playing_it_out_in_every_way_finds(
    position: Position, level: Level, on_turn: bool, thrown: Roll | None
) -> None:
    if thrown is None:
        expected = claim_played_out(position, level, on_turn)
    else:
        judge = any if on_turn else all
        expected = judge(claim_played_out(after.flip(), level, not on_turn) for after in afters(position, thrown))
    assert claim_holds(position, level, claimer_on_turn=on_turn, thrown=thrown) is expected


@given(duels(most=6, rearmost=12), st.booleans())
def test_a_higher_claim_is_never_easier_and_an_excluded_level_never_holds(position: Position, on_turn: bool) -> None:
    holds = [claim_holds(position, level, claimer_on_turn=on_turn) for level in Level]
    assert holds == sorted(holds, reverse=True)
    possible = levels_open(position, mover_loses=not on_turn)
    assert not any(held for level, held in zip(Level, holds, strict=True) if level not in possible)
