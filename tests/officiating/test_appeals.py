"""Appeals under each book: open or not, who sits, how votes count."""

import pytest

from tests.officiating.asking import asked, ruled, silent

APPEALS = ("usbgf", "bws", "guide")


@pytest.mark.parametrize("kind", ["appeal", "appeal_committee", "appeal_votes"])
def test_two_books_have_no_appeals(kind: str) -> None:
    assert silent(kind, "ibf", "trad")


@pytest.mark.clause("usbgf:5.2a", "usbgf:5.2c", "bws:5.2a", "guide:6.5a")
@pytest.mark.parametrize("book", APPEALS)
def test_an_appeal_is_open_until_play_goes_on(book: str) -> None:
    told = {"matter": "anything else", "already": False}
    before, after = (ruled("appeal", book, resumed=resumed, **told) for resumed in (False, True))
    assert before.appeal is not None
    assert before.appeal.allowed
    assert "too late" in after.say


@pytest.mark.clause("usbgf:5.3d", "bws:5.2c", "guide:6.5f")
@pytest.mark.parametrize("book", APPEALS)
def test_there_is_one_appeal(book: str) -> None:
    assert "no further appeal" in ruled("appeal", book, matter="anything else", already=True).say


@pytest.mark.clause("usbgf:5.2b")
@pytest.mark.parametrize("matter", ["disqualification", "expulsion", "entry_refusal", "imposed_clock"])
def test_what_usbgf_takes_out_of_appeal(matter: str) -> None:
    assert ruled("appeal", "usbgf", matter=matter).clauses == ("usbgf:5.2b",)


@pytest.mark.clause("usbgf:1.3.2a", "bws:1.3.2a", "guide:6.5b")
@pytest.mark.parametrize(("book", "sizes"), [("usbgf", {2, 3, 4, 5, 6}), ("bws", {3, 5}), ("guide", {2, 4, 6})])
def test_sizes_of_committees(book: str, sizes: set[int]) -> None:
    fit = {n for n in range(7) if "may hear" in ruled("appeal_committee", book, members=n, staff=0).say}
    assert fit == sizes


@pytest.mark.clause("usbgf:1.3.2c", "bws:1.3.2b", "guide:6.5b")
@pytest.mark.parametrize(("book", "members"), [("usbgf", 3), ("bws", 3), ("guide", 4)])
def test_no_staff_on_it(book: str, members: int) -> None:
    assert "cannot hear" in ruled("appeal_committee", book, members=members, staff=1).say


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
    assert asked("appeal_committee", "bws", members=1, staff=2).wrong
