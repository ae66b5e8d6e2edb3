"""Who speaks of an illegal play, and what silence or intent costs."""

import pytest

from barpoint.officiating.answer import PenaltyStep
from barpoint.rulebook.tariff.penalties import Sanction
from tests.officiating.answers import left_open, ruled


@pytest.mark.clause("usbgf:4.2.3b")
def test_usbgf_a_transcriber_speaks_up_only_if_designated() -> None:
    found = ruled("pointed_out", "usbgf", who="transcriber", agreed_before=True)
    assert "usbgf:4.2.3b" in found.clauses
    assert "was entitled" in found.say
    assert "kept silent" in ruled("pointed_out", "usbgf", who="transcriber", agreed_before=False).say


@pytest.mark.clause("bws:4.2.5a", "bws:5.3", "usbgf:4.2.2.3.4")
def test_bws_doubt_about_checkers_is_a_disadvantage_and_no_more() -> None:
    found = left_open("confusing_handling", "bws", by="white", evidence=False)
    assert [one.name for one in found.usual] == ["opponent", "mover"]
    assert "Black says" in ruled("confusing_handling", "usbgf", by="white", evidence=False).say


@pytest.mark.clause("ibf:14.8", "ibf:17.2")
def test_ibf_an_illegal_play_to_gain_time_brings_one_of_the_six_sanctions_and_no_other() -> None:
    answer = left_open("illegal_play_for_time", "ibf", by="white", purpose=True)
    assert [option.name for option in answer.usual] == [sanction.value for sanction in Sanction]


@pytest.mark.clause("guide:ethics-5", "guide:addendum-illegal-moves-1")
def test_guide_silence_about_an_illegal_play_is_punished_by_the_standards_of_ethics() -> None:
    answer = left_open("noticed_in_silence", "guide", by="white", knew=True, in_time=True)
    assert "guide:ethics-5" in answer.clauses
    assert [option.name for option in answer.usual] == ["warning", "points", "points_later", "expulsion"]


@pytest.mark.clause("bws:1.6.3", "bws:1.6.5")
def test_bws_a_spectator_who_points_out_a_play_may_be_expelled() -> None:
    spoke = ruled("pointed_out", "bws", who="spectator")
    assert [(one.step, one.optional) for one in spoke.penalties] == [(PenaltyStep.EXPULSION, True)]
