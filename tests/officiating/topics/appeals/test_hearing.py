"""How appeals are heard, penalties under appeal, and reports afterwards."""

import pytest

from barpoint.officiating.remedy import Instruct
from tests.officiating.answers import (
    left_open,
    ruled,
    silent,
)

HEARD = {"presented": True, "heard": True, "told": False}


@pytest.mark.clause("usbgf:5.3b", "usbgf:5.4b", "guide:6.5c", "bws:5.4a", "bws:5.4b")
@pytest.mark.parametrize(
    ("book", "told", "step"),
    [
        ("guide", {"presented": False}, "at the players' table"),
        ("usbgf", {"presented": True, "heard": False}, "players are heard"),
        ("bws", {"heard": False}, "players are heard"),
        ("usbgf", {**HEARD, "private": False, "ruled": True}, "confers alone"),
        ("guide", {**HEARD, "private": False}, "confers alone"),
    ],
)
def test_one_step_after_the_other_before_a_vote(book: str, told: dict[str, bool], step: str) -> None:
    found = ruled("appeal_hearing", book, **told)
    assert step in found.say
    assert "no vote before that" in found.say


@pytest.mark.clause("usbgf:5.3b")
def test_usbgf_a_director_who_did_not_rule_may_take_part() -> None:
    told = {**HEARD, "private": False, "ruled": False, "about": "reading_of_a_rule"}
    assert left_open("appeal_hearing", "usbgf", **told).usual


@pytest.mark.clause("guide:6.5e")
def test_guide_the_committee_is_not_told_the_ruling() -> None:
    assert ruled("appeal_hearing", "guide", presented=True, heard=True, told=True).clauses == ("guide:6.5e",)


@pytest.mark.clause("usbgf:5.3c", "bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize(
    ("book", "outcomes"),
    [
        ("usbgf", ["uphold", "reverse", "modify"]),
        ("bws", ["uphold", "reverse"]),
        ("guide", ["uphold", "reverse"]),
    ],
)
def test_what_a_committee_may_do(book: str, outcomes: list[str]) -> None:
    told = {**HEARD, "private": True, "about": "reading_of_a_rule"}
    assert [one.name for one in left_open("appeal_hearing", book, **told).usual] == outcomes
    assert silent("appeal_hearing", "ibf", "trad")


@pytest.mark.clause("usbgf:5.3c")
def test_usbgf_pure_judgment_is_normally_upheld() -> None:
    told = {**HEARD, "private": True, "about": "judgment_without_a_rule"}
    assert "clearly unjust" in left_open("appeal_hearing", "usbgf", **told).say


@pytest.mark.clause("usbgf:5.4a", "usbgf:5.4b", "bws:5.4a")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_new_evidence_is_heard(book: str) -> None:
    assert ruled("new_evidence", book, relevant=True).remedies == (Instruct("Hear the new evidence."),)
    assert "goes on without it" in ruled("new_evidence", book, relevant=False).say
    assert silent("new_evidence", "ibf", "guide", "trad")


@pytest.mark.clause("usbgf:1.1.5e", "usbgf:5.3f", "bws:5.2a", "guide:6.5f")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_a_penalty_under_appeal_waits(book: str) -> None:
    pending = ruled("penalty_appealed", book, penalty="points", ethics=False, applied=False)
    assert pending.remedies == (Instruct("Name a committee; the penalty is pending."),)
    assert ("severity" in pending.say) is (book == "usbgf")
    assert "undone" in ruled("penalty_appealed", book, penalty="time", ethics=False, applied=True).say
    assert silent("penalty_appealed", "ibf", "trad")


@pytest.mark.clause("usbgf:1.1.5e", "usbgf:5.2b")
@pytest.mark.parametrize("penalty", ["disqualification", "expulsion"])
def test_usbgf_two_penalties_cannot_be_appealed(penalty: str) -> None:
    found = ruled("penalty_appealed", "usbgf", penalty=penalty)
    assert found.appeal is not None
    assert not found.appeal.allowed


@pytest.mark.clause("usbgf:5.2d")
def test_usbgf_a_pattern_may_be_sanctioned_and_an_appeal_never() -> None:
    assert not ruled("frivolous_appeals", "usbgf", who="white", pattern=False).penalties
    found = left_open("frivolous_appeals", "usbgf", who="white", pattern=True)
    assert found.usual[0].name == "warning"
    assert "retaliation" in found.forbidden[0]
    assert silent("frivolous_appeals", "ibf", "bws", "guide", "trad")


@pytest.mark.clause("bws:5.5", "bws:5.6", "bws:1.4.3", "bws:1.6.5", "bws:1.7.5")
@pytest.mark.parametrize(
    ("what", "row"),
    [
        ("decision_in_a_dispute", "bws:5.6"),
        ("entry_or_flight", "bws:1.4.3"),
        ("spectator_excluded", "bws:1.6.5"),
        ("player_disqualified_for_help", "bws:1.7.5"),
        ("player_wants_the_board", "bws:5.5"),
    ],
)
def test_bws_what_is_reported_to_the_board(what: str, row: str) -> None:
    assert ruled("report_due", "bws", what=what).clauses == (row,)
    assert silent("report_due", "ibf", "usbgf", "guide", "trad")


@pytest.mark.clause("usbgf:5.3b")
def test_usbgf_a_directors_summary_helps_and_is_no_condition() -> None:
    told = {"presented": False, "heard": True, "private": True, "about": "reading_of_a_rule"}
    assert "sums up" in left_open("appeal_hearing", "usbgf", **told).notes[0]


@pytest.mark.clause("usbgf:5.3f")
def test_usbgf_a_penalty_under_appeal_ideally_waits() -> None:
    assert "ideally waits" in ruled("penalty_appealed", "usbgf", penalty="points", applied=False).say


@pytest.mark.clause("guide:1.1.4", "guide:6.5a")
@pytest.mark.parametrize("penalty", ["points", "disqualification", "expulsion"])
@pytest.mark.parametrize("ethics", [True, False])
def test_guide_only_a_sanction_of_the_standards_cannot_be_appealed(penalty: str, ethics: bool) -> None:
    answer = ruled("penalty_appealed", "guide", penalty=penalty, ethics=ethics, applied=False)
    assert ("guide:1.1.4" in answer.clauses) is ethics
    if penalty != "points":
        wanted = ruled("appeal", "guide", matter=penalty, ethics=ethics, already=False, resumed=False)
        assert ("guide:1.1.4" in wanted.clauses) is ethics


@pytest.mark.clause("usbgf:5.4a")
@pytest.mark.parametrize("step", [{"heard": False}, {"heard": True, "ruled": True, "private": False}])
def test_the_director_who_is_questioned_keeps_to_the_facts(step: dict[str, bool]) -> None:
    note = ruled("appeal_hearing", "usbgf", **step).notes[0]
    assert all(word in note for word in ("narrows", "presses", "facts", "alone"))


@pytest.mark.clause("usbgf:5.3b")
def test_usbgf_a_committee_asked_by_the_director_has_no_ruling_to_uphold() -> None:
    found = left_open(
        "appeal_hearing", "usbgf", heard=True, private=False, ruled=False, about="judgment_without_a_rule"
    )
    assert [one.name for one in found.usual] == ["decide"]
    assert "take part" in found.say
