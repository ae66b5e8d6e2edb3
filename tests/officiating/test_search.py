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
