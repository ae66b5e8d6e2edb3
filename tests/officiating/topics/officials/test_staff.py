"""What officials may decide: uncovered cases, exceptions, their own matches, monitors, entries."""

import pytest

from barpoint.officiating.answer import Appeal
from barpoint.officiating.remedy import Instruct, PlayOn
from tests.officiating.answers import (
    asked,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("usbgf:1.1.4.2a", "bws:1.1", "guide:2.1.1", "guide:1.1.1a")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:1.1.4.2a"), ("bws", "bws:1.1"), ("guide", "guide:2.1.1")])
def test_what_no_rule_covers_is_the_directors(book: str, row: str) -> None:
    found = left_open("uncovered", book, happened="a cleaner reset the board during a fire alarm")
    assert found.clauses[0] == row
    assert found.covered
    assert asked("uncovered", book, happened=" ").wrong
    assert silent("uncovered", "ibf", "trad")


@pytest.mark.clause("usbgf:1.1.4.3a", "usbgf:1.1.4.3c", "guide:1.1.1a")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_an_exception_names_its_clause_and_its_facts(book: str) -> None:
    told = {"rule": "usbgf:3.4.4.3", "ground": "disability", "scope": "one_player"}
    assert asked("exception", book, **told, facts=" ").question.key == "facts"
    assert asked("exception", book, rule="").question.key == "rule"
    found = ruled("exception", book, **told, facts="a tremor: 20 s of delay")
    assert isinstance(found.remedies[0], Instruct)
    assert "tremor" in found.remedies[0].text
    assert ("usbgf:1.1.4.3c" in found.clauses) is (book == "usbgf")
    assert silent("exception", "ibf", "trad")


@pytest.mark.clause("usbgf:1.1.4.3b")
@pytest.mark.parametrize(
    ("ground", "scope"),
    [
        ("dislikes_the_rule", "one_match"),
        ("player_asked", "one_player"),
        ("player_complained", "one_match"),
        ("facts_of_this_case", "everybody"),
    ],
)
def test_usbgf_a_dislike_or_a_wish_is_no_ground(ground: str, scope: str) -> None:
    found = ruled("exception", "usbgf", rule="3.4.4.3", ground=ground, scope=scope, facts="12 s is too short")
    assert "not allowed" in found.say
    assert found.clauses[0] == "usbgf:1.1.4.3b"


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b", "bws:5.1c")
@pytest.mark.parametrize(
    ("book", "other", "row", "order"),
    [
        ("usbgf", True, "usbgf:5.1e", "Call another director."),
        ("usbgf", False, "usbgf:5.1e", "Name a committee."),
        ("bws", True, "bws:5.1b", "Call another director."),
        ("bws", False, "bws:5.1c", "Name a committee."),
    ],
)
def test_a_director_who_plays_does_not_rule(book: str, other: bool, row: str, order: str) -> None:
    found = ruled("director_plays", book, other=other)
    assert found.clauses[0] == row
    assert found.remedies == (Instruct(order),)
    assert ("no vote" in found.say) is not other
    assert silent("director_plays", "ibf", "guide", "trad")


@pytest.mark.clause("usbgf:5.1e")
def test_usbgf_a_conflict_of_interest_is_avoided() -> None:
    assert left_open("director_plays", "usbgf", interest=True).usual[0].name == "other"


@pytest.mark.clause("usbgf:5.1d")
@pytest.mark.parametrize("clear", [True, False])
def test_usbgf_a_clear_misreading_is_corrected(clear: bool) -> None:
    found = ruled("ruling_mistaken", "usbgf", beyond_doubt=clear)
    assert (found.remedies == (PlayOn(),)) is not clear
    assert silent("ruling_mistaken", "ibf", "bws", "guide", "trad")


@pytest.mark.clause("usbgf:1.3.3d", "guide:4d", "bws:1.3.3b")
def test_a_monitors_ruling_in_five_books() -> None:
    usbgf = ruled("monitor_acted", "usbgf", what="ruled")
    assert usbgf.appeal is not None
    assert usbgf.appeal.until.startswith("to the director first")
    guide = ruled("monitor_acted", "guide", what="ruled")
    assert "may not refuse" in guide.say
    assert "protect" in ruled("monitor_acted", "bws", what="ruled", appointed_as="monitor").say
    assert silent("monitor_acted", "ibf", "trad")


@pytest.mark.clause("usbgf:1.3.3e")
def test_usbgf_a_monitor_does_not_release_the_players() -> None:
    found = ruled("monitor_acted", "usbgf", what="missed_something", noticed_by="black")
    assert "Black noticed it" in found.say
    assert "usbgf:1.1.6a" in found.clauses
    assert "noticed it" not in ruled("monitor_acted", "usbgf", what="missed_something", noticed_by="nobody").say


@pytest.mark.clause("bws:1.3.3b", "bws:1.3.3c")
def test_bws_an_observer_keeps_silent_and_is_a_witness() -> None:
    found = ruled("monitor_acted", "bws", what="spoke_up", appointed_as="observer")
    assert found.clauses == ("bws:1.3.3b", "bws:1.3.3c")
    assert "gives nobody a right" in found.say


@pytest.mark.clause("usbgf:1.3.3b", "guide:4b", "bws:1.3.3b")
@pytest.mark.parametrize(("book", "row"), [("usbgf", "usbgf:1.3.3b"), ("guide", "guide:4b"), ("bws", "bws:1.3.3b")])
def test_a_monitor_may_speak_up_and_what_is_missed_is_judged_by_its_own_rule(book: str, row: str) -> None:
    told = {"appointed_as": "monitor", "noticed_by": "nobody"}
    assert ruled("monitor_acted", book, what="spoke_up", **told).clauses == (row,)
    assert "own rule" in ruled("monitor_acted", book, what="missed_something", **told).say


@pytest.mark.clause("guide:4c")
@pytest.mark.parametrize("empowered", [True, False])
def test_guide_a_monitor_penalises_only_with_power(empowered: bool) -> None:
    found = ruled("monitor_acted", "guide", what="wants_to_penalise", empowered=empowered)
    assert ("holds" in found.say) is empowered
    assert not left_open("monitor_acted", "bws", what="wants_to_penalise").covered


@pytest.mark.clause("usbgf:1.1b", "usbgf:1.1.1a", "usbgf:1.1.1b", "usbgf:1.1.1d", "usbgf:1.1.1g", "usbgf:1.1.6e")
@pytest.mark.parametrize(
    ("clause", "row", "word"),
    [
        ("usbgf:1.1.6a", "usbgf:1.1.1a", "mandatory"),
        ("3.3d", "usbgf:1.1.1b", "with exceptions"),
        ("usbgf:4.1.2b", "usbgf:1.1.1d", "no offence"),
        ("usbgf:4.1.3a", "usbgf:1.1.1g", "permission"),
    ],
)
def test_usbgf_the_force_of_must_shall_should_and_may(clause: str, row: str, word: str) -> None:
    found = ruled("force_of_a_clause", "usbgf", clause=clause)
    assert row in found.clauses
    assert {"usbgf:1.1b", "usbgf:1.1.6e"} <= set(found.clauses)
    assert word in found.say
    assert ("must be pointed out" in found.say) is (row in ("usbgf:1.1.1a", "usbgf:1.1.1b"))
    assert found.notes[0].startswith("Where the two disagree the rule text")


@pytest.mark.clause("usbgf:1.1b")
def test_usbgf_rule_text_and_guidance_are_told_apart() -> None:
    assert "official rule text" in ruled("force_of_a_clause", "usbgf", clause="usbgf:1.1.6a").say
    assert "guidance" in ruled("force_of_a_clause", "usbgf", clause="usbgf:1.1.4.1d").say
    assert asked("force_of_a_clause", "usbgf", clause="9.9").wrong


@pytest.mark.clause("guide:preamble-1", "guide:2.1")
@pytest.mark.parametrize(("clause", "binding"), [("guide:4d", True), ("guide:5.5c", False)])
def test_guide_recommends_standards(clause: str, binding: bool) -> None:
    found = ruled("force_of_a_clause", "guide", clause=clause)
    assert ("is binding" in found.say) is binding
    assert silent("force_of_a_clause", "ibf", "bws", "trad")


@pytest.mark.clause(
    "usbgf:1.4", "usbgf:1.4.1a", "usbgf:1.4.1b", "usbgf:1.4.2a", "usbgf:1.4.2b", "bws:1.4.1", "bws:1.4.2",
    "bws:1.4.3", "guide:2.2.2a", "guide:2.2.2b",
)  # fmt: skip
@pytest.mark.parametrize("what", ["entry", "division"])
def test_who_may_enter_in_five_books(what: str) -> None:
    usbgf, bws, guide = (ruled("entry_refused", book, who="white", what=what) for book in ("usbgf", "bws", "guide"))
    assert usbgf.appeal is not None
    assert not usbgf.appeal.allowed
    assert ("withdraw" in usbgf.say) is (what == "division")
    assert "reports" in bws.say
    assert guide.clauses == ("guide:2.2.2a", "guide:2.2.2b")
    assert silent("entry_refused", "ibf", "trad")


@pytest.mark.clause("usbgf:1.1.5a", "usbgf:1.3.3c")
def test_usbgf_penalties_are_the_directors_and_not_a_monitors() -> None:
    found = ruled("monitor_acted", "usbgf", what="wants_to_penalise")
    assert found.remedies == (Instruct("Call the director."),)
    assert found.clauses == ("usbgf:1.1.5a", "usbgf:1.3.3c")


@pytest.mark.clause("guide:2.2.2a")
@pytest.mark.parametrize("what", ["entry", "division"])
def test_guide_eligibility_is_finally_the_directors(what: str) -> None:
    assert ruled("entry_refused", "guide", who="white", what=what).appeal == Appeal(False, clauses=("guide:2.2.2a",))


@pytest.mark.clause("usbgf:5.1e")
def test_usbgf_where_there_is_no_other_director_only_a_committee_can_take_over() -> None:
    found = left_open("director_plays", "usbgf", interest=True, other=False)
    assert [one.name for one in found.usual] == ["committee"]


@pytest.mark.clause("bws:5.1c", "bws:5.2c", "bws:1.3.2a")
def test_bws_a_committee_in_the_first_instance_is_the_last() -> None:
    named = ruled("director_plays", "bws", other=False)
    assert "three or five" in named.say
    assert named.appeal is not None
    assert not named.appeal.allowed
