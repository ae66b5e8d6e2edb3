"""Kinds of incidents are found by what people say."""

import pytest

from barpoint.officiating.search import find


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("he forgot to press his clock", "forgotten_press"),
        ("he rolled before I hit the clock", "fast_roll"),
        ("his flag fell", "time_expired"),
        ("he was twenty minutes late", "late_start"),
        ("a spectator whispered the play", "spectator_sanction"),
        ("the board was set up wrong", "setup_error"),
        ("she is stalling", "slow_play"),
        ("we played to seven instead of nine", "wrong_length"),
        ("the battery died", "defective_clock"),
        ("may I go to the restroom", "break_request"),
        ("ilegal moove", "illegal_play"),
        ("he looked at his phone", "aid_used"),
        ("she wears earbuds", "headphones"),
        ("the director is playing this match himself", "director_plays"),
        ("he lied to the director", "untruth"),
        ("I was closed out and he just kept rolling", "closed_out"),
        ("did he take or drop", "unclear_answer"),
        ("we used a beaver", "money_rule_used"),
        ("she bumped the table", "roll_disturbed"),
        ("fire alarm went off", "uncovered"),
        ("nobody knows what the roll was", "disputed_roll"),
        ("a spectator told us the score is wrong", "spectator_spoke"),
        ("the checker was never put on the bar", "hit_checker_left"),
        ("wants to film the match", "recording"),
        ("she moved 6-4 when the roll was 6-3", "illegal_play"),
        ("illegal move noticed after I rolled", "illegal_play"),
        ("she rolled while I was still moving", "fast_roll"),
        ("he came back late from the break", "break_overrun"),
        ("a checker was found on the floor", "wrong_number_of_checkers"),
        ("one die fell on the floor", "cocked_die"),
        ("his time ran out", "time_expired"),
        ("the cube was turned after the dice were rolled", "late_double"),
        ("he said I double if you roll a six", "early_double"),
        ("he claims a gammon but I had one off", "claim_disputed"),
        ("he resigned a single but it was a gammon", "unreasonable_ending"),
        ("he turned the cube to 8 instead of 4", "wrong_cube_level"),
        ("we have been playing to 9 instead of 7", "wrong_length"),
        ("he is drunk", "misbehaviour"),
    ],
)
def test_everyday_words_find_the_kind(said: str, kind: str) -> None:
    assert find(said)[0].kind.name == kind


def test_the_name_of_a_kind_finds_it_alone() -> None:
    assert [found.kind.name for found in find("slow_play")] == ["slow_play"]


def test_words_no_kind_knows_find_nothing() -> None:
    assert find("xylophone") == ()


def test_hits_come_best_first() -> None:
    scores = [found.score for found in find("illegal move")]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)
