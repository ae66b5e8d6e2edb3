"""Appeals under each book: open or not, who sits, how votes count."""

import pytest

from tests.officiating.answers import (
    asked,
    left_open,
    ruled,
    silent,
)

APPEALS = ("usbgf", "bws", "guide")


@pytest.mark.parametrize("kind", ["appeal", "appeal_committee", "appeal_votes"])
def test_two_books_have_no_appeals(kind: str) -> None:
    assert silent(kind, "ibf", "trad")


@pytest.mark.clause("usbgf:5.2a", "usbgf:5.2c", "bws:5.2a", "guide:6.5a")
@pytest.mark.parametrize("book", APPEALS)
def test_an_appeal_is_open_until_play_goes_on(book: str) -> None:
    told = {"matter": "anything else", "already": False}
    before = ruled("appeal", book, resumed=False, **told)
    assert before.appeal is not None
    assert before.appeal.allowed
    if book == "usbgf":  # "in most situations": the director decides
        after = left_open("appeal", book, resumed=True, **told)
        assert [option.name for option in after.usual] == ["refuse", "hear"]
    else:
        assert "too late" in ruled("appeal", book, resumed=True, **told).say


@pytest.mark.clause("usbgf:5.3d", "bws:5.2c", "guide:6.5f")
@pytest.mark.parametrize("book", APPEALS)
def test_there_is_one_appeal(book: str) -> None:
    assert "no further appeal" in ruled("appeal", book, matter="anything else", already=True).say


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize("matter", ["disqualification", "expulsion", "entry_refusal"])
def test_what_usbgf_takes_out_of_appeal(matter: str) -> None:
    assert ruled("appeal", "usbgf", matter=matter).clauses == ("usbgf:5.2b",)


@pytest.mark.clause("usbgf:2.3.1e", "usbgf:3.5.1a")
def test_usbgf_what_is_imposed_is_out_of_appeal_by_its_own_rows() -> None:
    assert ruled("appeal", "usbgf", matter="imposed_clock").clauses == ("usbgf:2.3.1e", "usbgf:3.5.1a")
    assert ruled("appeal", "usbgf", matter="imposed_equipment").clauses == ("usbgf:3.5.1a",)


@pytest.mark.clause("usbgf:1.3.2a", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(
    ("book", "sizes"),
    [("usbgf", {2, 3, 4, 5, 6, 7, 8, 9}), ("bws", {3, 5}), ("guide", {2, 4, 6, 8})],
)
def test_sizes_of_committees(book: str, sizes: set[int]) -> None:
    told = {"staff": 0, "directors": 0, "interested": 0}
    fit = {n for n in range(10) if "may hear" in ruled("appeal_committee", book, members=n, **told).say}
    assert fit == sizes


@pytest.mark.clause("usbgf:1.3.2c", "bws:1.3.2b", "guide:6.5b")
@pytest.mark.parametrize(("book", "members"), [("usbgf", 3), ("bws", 3), ("guide", 4)])
def test_no_staff_on_it(book: str, members: int) -> None:
    assert "cannot hear" in ruled("appeal_committee", book, members=members, staff=1, directors=1).say


@pytest.mark.clause("usbgf:5.3d", "bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize(
    ("book", "members", "change", "director", "changed"),
    [
        ("usbgf", 3, 2, "uphold", False),
        ("usbgf", 3, 2, "no vote", True),
        ("usbgf", 2, 1, "change", True),
        ("bws", 3, 2, "no vote", True),
        ("bws", 5, 2, "no vote", False),
        ("guide", 4, 3, "no vote", True),
        ("guide", 4, 2, "no vote", False),
        ("guide", 2, 1, "no vote", False),
    ],
)
def test_votes(book: str, members: int, change: int, director: str, changed: bool) -> None:
    votes = {"members": members, "change": change, "uphold": members - change, "director": director}
    assert ("The ruling is changed" in ruled("appeal_votes", book, **votes).say) == changed


def test_votes_that_cannot_be() -> None:
    assert asked("appeal_votes", "bws", members=4).wrong == "a committee needs 3 or 5 members"
    assert asked("appeal_votes", "bws", members=3, change=2, uphold=2).wrong == "there are more votes than members"
    assert asked("appeal_committee", "bws", members=1, directors=2).wrong
    assert asked("appeal_committee", "bws", members=3, directors=0, interested=4).wrong


# Worked out by hand: members, votes that change a ruling with the director silent, upholding and for a change
# (usbgf), under bws, under guide. More than half of the votes cast, of three or five, of an even number.
NEEDED = [
    (2, 2, 2, 1, None, 2),
    (3, 2, 3, 2, 2, None),
    (4, 3, 3, 2, None, 3),
    (5, 3, 4, 3, 3, None),
    (6, 4, 4, 3, None, 4),
    (7, 4, 5, 4, None, None),
    (8, 5, 5, 4, None, 5),
    (9, 5, 6, 5, None, None),
]


@pytest.mark.clause("usbgf:5.3d", "usbgf:5.3g", "bws:5.2b", "guide:6.5d")
@pytest.mark.parametrize(("members", "alone", "upholding", "changing", "bws", "guide"), NEEDED)
def test_votes_of_committees_of_every_size(
    members: int, alone: int, upholding: int, changing: int, bws: int | None, guide: int | None
) -> None:
    cases = (
        ("usbgf", "no vote", alone),
        ("usbgf", "uphold", upholding),
        ("usbgf", "change", changing),
        ("bws", "no vote", bws),
        ("guide", "no vote", guide),
    )
    for book, director, needed in cases:
        if needed is None:
            assert asked("appeal_votes", book, members=members).wrong
            continue
        for change in range(members + 1):
            votes = {"members": members, "change": change, "uphold": members - change, "director": director}
            changed = "The ruling is changed" in ruled("appeal_votes", book, **votes).say
            assert changed is (change >= needed), (book, director, change)


@pytest.mark.clause("usbgf:5.3e")
def test_usbgf_each_question_is_voted_on_by_itself_and_no_vote_is_told() -> None:
    found = ruled("appeal_votes", "usbgf", members=3, change=2, uphold=1, director="no vote")
    assert "usbgf:5.3e" in found.clauses
    assert "never how a member voted" in found.notes[0]


@pytest.mark.clause("usbgf:1.1.5e")
def test_usbgf_a_penalty_may_be_appealed_on_two_grounds() -> None:
    found = ruled("appeal", "usbgf", matter="penalty", already=False, resumed=False)
    assert "severity" in found.say
    assert "usbgf:1.1.5e" in found.clauses


@pytest.mark.clause("usbgf:3.5.1a", "usbgf:1.4.1b", "usbgf:1.4.2a")
@pytest.mark.parametrize("matter", ["imposed_equipment", "entry_refusal", "division_assignment"])
def test_usbgf_what_the_director_orders_or_refuses_is_not_appealable(matter: str) -> None:
    assert "cannot be appealed" in ruled("appeal", "usbgf", matter=matter).say


@pytest.mark.clause("usbgf:1.3.2b", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(("book", "members"), [("usbgf", 2), ("bws", 3), ("guide", 2)])
def test_members_should_have_no_interest_in_the_outcome(book: str, members: int) -> None:
    found = left_open("appeal_committee", book, members=members, staff=0, directors=0, interested=1)
    assert found.usual[0].name == "another"


@pytest.mark.clause("usbgf:1.3.2d")
def test_usbgf_a_member_may_be_replaced_at_any_time() -> None:
    found = ruled("appeal_committee", "usbgf", members=3, staff=0, interested=0)
    assert "replaced at any time" in found.notes[0]


@pytest.mark.clause("bws:1.3.2b", "usbgf:1.3.2c")
def test_bws_keeps_directors_off_a_committee_and_usbgf_all_staff() -> None:
    assert "cannot hear" in ruled("appeal_committee", "bws", members=3, staff=1, directors=1).say
    assert "may hear" in ruled("appeal_committee", "bws", members=3, staff=1, directors=0, interested=0).say
    assert "cannot hear" in ruled("appeal_committee", "usbgf", members=3, staff=1).say


@pytest.mark.clause("usbgf:1.3.2b", "bws:1.3.2a")
@pytest.mark.parametrize(("book", "names"), [("usbgf", ["another"]), ("bws", ["another", "keep"])])
def test_usbgf_members_must_have_no_interest_and_bws_members_should(book: str, names: list[str]) -> None:
    found = left_open("appeal_committee", book, members=3, staff=0, directors=0, interested=1)
    assert [one.name for one in found.usual] == names


@pytest.mark.clause("guide:6.5b")
def test_guide_members_of_a_committee_have_to_be_neutral() -> None:
    answer = left_open("appeal_committee", "guide", members=2, staff=0, interested=1)
    assert [option.name for option in answer.usual] == ["another"]
    assert answer.forbidden
