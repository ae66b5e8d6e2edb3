"""Rulings under ibf, guide and trad, each compared with the text of its clause."""

import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, Step
from barpoint.officiating.remedy import Instruct, PlayOn, RollStands
from tests.officiating.asking import earlier, left_open, ruled


@pytest.mark.clause("ibf:11.2b")
def test_ibf_an_early_roll_is_an_early_lift_as_well_and_brings_a_warning() -> None:
    answer = ruled("fast_roll", "ibf", roller="white", ended=False)
    assert answer.choice_of == "black"
    assert answer.penalties == (Penalty(Side.WHITE, Step.WARNING),)
    assert {"ibf:10.4", "ibf:11.2b"} <= set(answer.clauses)


@pytest.mark.clause("ibf:11.2c")
@pytest.mark.parametrize("before", ["fast_roll", "fast_grab", "closed_out"])
def test_ibf_lifting_and_rolling_early_climb_one_ladder(before: str) -> None:
    again = ruled("fast_roll", "ibf", earlier(before), roller="white", ended=False)
    assert "ibf:11.2c" in again.clauses
    assert not again.penalties
    assert any("any legal move" in note for note in again.notes)
    assert left_open("fast_grab", "ibf", earlier(before), grabber="white").clauses == ("ibf:11.2c",)


@pytest.mark.clause("ibf:10.4", "guide:5.8c")
@pytest.mark.parametrize("book", ["ibf", "guide"])
def test_dice_that_were_lifted_and_rolled_early_are_ruled_as_a_fast_roll(book: str) -> None:
    answer = ruled("fast_grab", book, grabber="white", rolled=True)
    assert [option.name for option in answer.options] == ["stand", "redo"]
    assert not any(isinstance(one, Instruct) for one in answer.remedies)


@pytest.mark.clause("guide:5.1c", "guide:1.1.1b")
@pytest.mark.parametrize(("opening", "row"), [(True, "guide:5.1c"), (False, "guide:5.2b")])
def test_guide_nobody_but_the_player_on_turn_touches_the_dice(opening: bool, row: str) -> None:
    answer = ruled("fast_grab", "guide", grabber="white", opening=opening)
    assert answer.clauses == (row, "guide:1.1.1b")
    assert answer.penalties[0].step is Step.REMINDER


@pytest.mark.clause("guide:5.8e")
def test_guide_a_silence_counts_against_a_closed_out_player_too() -> None:
    facts = {"closed": "black", "rolled": True}
    assert ruled("closed_out", "guide", None, **facts, let_pass=1).remedies == (RollStands(Side.WHITE),)
    assert ruled("closed_out", "guide", None, **facts, let_pass=0).choice_of == "black"


@pytest.mark.clause("ibf:11.2b")
def test_ibf_dice_lifted_before_a_closed_out_player_has_had_the_turn_are_lifted_early() -> None:
    answer = ruled("closed_out", "ibf", closed="black", rolled=False)
    assert "ibf:11.2a" in answer.clauses
    assert answer.remedies == (PlayOn(),)
    assert "fast_grab" in answer.notes[0]
