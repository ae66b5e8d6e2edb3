"""How kinds of incidents are registered: one rule, and one of its own for a book that goes its own way."""

import pytest

from barpoint.officiating.incidents import KINDS, Inquiry, incident, rule_under
from barpoint.officiating.judgement import all_kinds


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
