"""How kinds of incidents are registered: one rule, and one of its own for a book that goes its own way."""

import pytest

from barpoint.officiating.answer import NeedFacts
from barpoint.officiating.facts import FactValue
from barpoint.officiating.incidents import KINDS, Inquiry, incident, rule_under
from barpoint.officiating.judgement import all_kinds, judge
from barpoint.rulebook.profiles.presets import preset


def test_every_rule_of_a_book_belongs_to_a_kind_that_names_its_clauses() -> None:
    own = {(kind.name, book) for kind in all_kinds().values() for book in kind.book_rules}
    assert ("dispute", "ibf") in own
    assert all(book in KINDS[name].clauses for name, book in own)


def test_a_book_without_clauses_and_a_second_rule_are_refused() -> None:
    all_kinds()
    with pytest.raises(RuntimeError, match="names no clause of trad"):
        rule_under("dispute", "trad")(Inquiry.silent)
    with pytest.raises(RuntimeError, match="two rules of ibf"):
        rule_under("dispute", "ibf")(Inquiry.silent)
    with pytest.raises(RuntimeError, match="two rules are called dispute"):
        incident("dispute", "", words=(), questions=(), clauses={})(Inquiry.silent)


@pytest.mark.clause("ibf:2.1b", "ibf:4.3b")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("concession", {"loser": "white", "what": "backgammon"}),
        ("money_rule_used", {"rule": "jacoby", "winner": "white", "turned": 0, "level": "backgammon"}),
        ("illegal_play", {"by": "white", "fault": "moved_with_checker_on_bar"}),
        ("illegal_play", {"by": "white", "fault": "own_checker_to_bar"}),
    ],
)  # fmt: skip
def test_what_a_discipline_does_not_know_cannot_have_happened(kind: str, facts: dict[str, FactValue]) -> None:
    answer = judge(kind, facts, preset("IBF Longgammon"))
    assert isinstance(answer, NeedFacts)
    assert "Longgammon" in answer.wrong
    other = judge(kind, facts, preset("IBF Sprintgammon"))
    assert not (isinstance(other, NeedFacts) and other.wrong)
