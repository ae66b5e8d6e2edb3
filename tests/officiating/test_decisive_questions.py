"""What would turn a ruling round is asked for."""

import pytest

from tests.officiating.answers import asked


@pytest.mark.clause("usbgf:4.3.4-5", "usbgf:2.2.5a", "usbgf:1.8.1b", "usbgf:4.4.4.2c", "usbgf:2.2.2n", "usbgf:4.1.8.4b")
@pytest.mark.parametrize(
    ("kind", "told", "exception"),
    [
        ("time_expired", {"who": "white", "announced_by": "a player"}, "mismanaged"),
        ("left_area", {"who": "white", "away": 900_000}, "later_start"),
        ("aid_used", {"player": "white", "what": "backgammon_aid"}, "recess"),
        ("cube_touched", {"player": "white", "did": "touched"}, "announced"),
        ("late_double", {"player": "white", "thrown": "invalid_roll"}, "next_turn"),
        ("both_left", {"caller": "white", "called": 0, "caller_back": 1, "other_back": 2}, "waiting"),
        ("lifted_before_rest", {"roller": "white", "left_board": False}, "cause"),
    ],
)
def test_usbgf_what_would_turn_a_ruling_round_is_asked(kind: str, told: dict[str, object], exception: str) -> None:
    assert asked(kind, "usbgf", **told).question.key == exception


@pytest.mark.clause("guide:5.8e", "guide:5.1b", "guide:5.6h", "guide:5.10f", "ibf:9.3c")
@pytest.mark.parametrize(
    ("kind", "book", "key", "facts"),
    [
        ("illegal_play", "ibf", "game_over", {"by": "white", "fault": "wrong_pips", "stage": "turn_ended"}),
        ("fast_roll", "guide", "let_pass", {"roller": "white", "ended": False}),
        ("closed_out", "guide", "let_pass", {"closed": "white", "rolled": True}),
        ("fast_grab", "ibf", "rolled", {"grabber": "white"}),
        ("cocked_die", "guide", "opening", {"roller": "white", "rests": "on_bar"}),
        ("cocked_die", "ibf", "opening", {"roller": "white", "rests": "leaning"}),
        ("cocked_die", "guide", "close", {"roller": "white", "rests": "fell_flat"}),
        ("turn_ended", "guide", "announced", {"player": "white", "act": "covered_dice"}),
        ("late_double", "guide", "next_turn", {"player": "white", "thrown": "valid_roll"}),
        ("time_expired", "guide", "untimed", {"who": "white"}),
        ("wrong_cube_level", "ibf", "disputed", {"shown": 4, "at": "white"}),
    ],
)
def test_what_turns_a_ruling_round_is_asked_for(kind: str, book: str, key: str, facts: dict[str, object]) -> None:
    assert asked(kind, book, None, **facts).question.key == key
