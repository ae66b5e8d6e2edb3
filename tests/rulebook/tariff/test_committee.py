"""Committees of every size, and what their votes decide."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.rulebook.tariff.appeal_votes import (
    CommitteeRules,
    committee_rules,
    composition_refusal,
    tally_votes,
)


def rules_of(book: str) -> CommitteeRules:
    found = committee_rules(book)
    assert found is not None
    return found


# Worked out by hand: which sizes each book allows.
SIZES = [
    # members, usbgf, bws, guide
    (0, False, False, False),
    (1, False, False, False),
    (2, True, False, True),
    (3, True, True, False),
    (4, True, False, True),
    (5, True, True, False),
    (6, True, False, True),
    (7, True, False, False),
    (8, True, False, True),
    (9, True, False, False),
]


@pytest.mark.clause("usbgf:1.3.2a", "usbgf:5.3a", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(("members", "usbgf", "bws", "guide"), SIZES)
def test_how_many_may_sit(members: int, usbgf: bool, bws: bool, guide: bool) -> None:
    for book, allowed in (("usbgf", usbgf), ("bws", bws), ("guide", guide)):
        refused = composition_refusal(rules_of(book), members)
        assert (refused is None) is allowed
        if refused is not None:
            assert refused.code == "committee_size"


@pytest.mark.clause("usbgf:1.3.2c", "bws:1.3.2b", "guide:6.5b")
@pytest.mark.parametrize(("book", "members"), [("usbgf", 3), ("bws", 3), ("guide", 2)])
def test_no_official_of_the_tournament_may_sit(book: str, members: int) -> None:
    refused = composition_refusal(rules_of(book), members, staff=1)
    assert isinstance(refused, Refusal)
    assert refused.code == "committee_has_staff"


# Worked out by hand: votes that change a ruling. usbgf: director silent, director votes to uphold; bws; guide.
NEEDED = [
    # members, silent, upholding, bws, guide
    (2, 2, 2, None, 2),
    (3, 2, 3, 2, None),
    (4, 3, 3, None, 3),
    (5, 3, 4, 3, None),
    (6, 4, 4, None, 4),
    (7, 4, 5, None, None),
    (8, 5, 5, None, 5),
    (9, 5, 6, None, None),
]


@pytest.mark.clause("usbgf:5.3d", "usbgf:5.3g", "bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize(("members", "silent", "upholding", "bws", "guide"), NEEDED)
def test_more_than_half_changes_a_ruling(
    members: int, silent: int, upholding: int, bws: int | None, guide: int | None
) -> None:
    for book, director, needed in (
        ("usbgf", None, silent),
        ("usbgf", "uphold", upholding),
        ("bws", None, bws),
        ("guide", None, guide),
    ):
        if needed is None:
            continue
        for for_change in range(members + 1):
            vote = tally_votes(
                rules_of(book),
                members,
                uphold=members - for_change,
                change={"reverse": for_change},
                director=director,
            )
            assert vote.changed is (for_change >= needed)
            assert vote.remedy == ("reverse" if vote.changed else None)


@pytest.mark.clause("usbgf:5.3d", "guide:6.5d")
def test_a_tie_leaves_the_ruling() -> None:
    level = tally_votes(rules_of("usbgf"), 3, uphold=1, change={"reverse": 2}, director="uphold")
    assert (level.changed, level.for_change, level.votes) == (False, 2, 4)
    assert tally_votes(rules_of("usbgf"), 3, uphold=1, change={"reverse": 2}).changed
    assert not tally_votes(rules_of("guide"), 4, uphold=2, change={"reverse": 2}).changed
    assert not tally_votes(rules_of("guide"), 2, uphold=1, change={"reroll": 1}).changed


@pytest.mark.clause("usbgf:5.3d")
def test_a_doubting_director_may_vote_to_change() -> None:
    assert tally_votes(rules_of("usbgf"), 2, uphold=1, change={"reverse": 1}, director="reverse").changed
    assert not tally_votes(rules_of("usbgf"), 2, uphold=1, change={"reverse": 1}).changed
    for book in ("bws", "guide"):
        with pytest.raises(ValueError, match="no vote"):
            tally_votes(rules_of(book), 4, uphold=2, change={}, director="uphold")


@pytest.mark.clause("usbgf:5.3d", "bws:5.2b")
def test_abstentions_shrink_the_total_under_usbgf_and_not_under_bws() -> None:
    assert tally_votes(rules_of("usbgf"), 5, uphold=1, change={"reverse": 2}).changed
    assert not tally_votes(rules_of("bws"), 5, uphold=1, change={"reverse": 2}).changed


@pytest.mark.clause("usbgf:5.3c", "guide:6.5d", "guide:6.5e")
def test_split_remedies_change_the_ruling_and_the_most_voted_applies() -> None:
    split = tally_votes(rules_of("usbgf"), 5, uphold=2, change={"reverse": 1, "30 s instead of 60 s": 2})
    assert (split.changed, split.remedy) == (True, "30 s instead of 60 s")
    level = tally_votes(rules_of("guide"), 4, uphold=0, change={"reroll": 2, "6-4 stands": 2})
    assert (level.changed, level.remedy, level.to_choose) == (True, None, ("reroll", "6-4 stands"))
    assert not rules_of("guide").told_the_ruling
    assert rules_of("usbgf").told_the_ruling


@pytest.mark.clause("usbgf:5.3g")
@pytest.mark.parametrize(("members", "of_sixteen_or_thirtytwo"), [(2, "1/4"), (3, "1/8"), (4, "5/16"), (5, "3/16")])
def test_three_members_overturn_least_often(members: int, of_sixteen_or_thirtytwo: str) -> None:
    from fractions import Fraction

    ballots = list(product((0, 1), repeat=members))
    changed = sum(
        tally_votes(
            rules_of("usbgf"), members, uphold=members - sum(b), change={"reverse": sum(b)}, director="uphold"
        ).changed
        for b in ballots
    )
    assert Fraction(changed, len(ballots)) == Fraction(of_sixteen_or_thirtytwo)


@pytest.mark.clause("ibf:0-silent", "trad:scoring-9")
def test_ibf_and_the_leaflet_know_no_appeal() -> None:
    assert committee_rules("ibf") is None
    assert committee_rules("trad") is None


def test_more_votes_than_members_are_malformed() -> None:
    with pytest.raises(ValueError, match="at most 3 votes"):
        tally_votes(rules_of("bws"), 3, uphold=2, change={"reverse": 2})
    with pytest.raises(ValueError, match="at most 3 votes"):
        tally_votes(rules_of("bws"), 3, uphold=-1, change={"reverse": 2})


@given(st.sampled_from(["usbgf", "bws", "guide"]), st.integers(2, 12), st.data())
def test_a_unanimous_committee_always_has_its_way(book: str, members: int, data: st.DataObject) -> None:
    director = data.draw(st.sampled_from([None, "uphold"])) if book == "usbgf" else None
    vote = tally_votes(rules_of(book), members, uphold=0, change={"reverse": members}, director=director)
    assert vote.changed
    against = tally_votes(rules_of(book), members, uphold=members, change={}, director=director)
    assert not against.changed
