"""Appeal committees: who may sit, and what a vote decides.

A vote to change is any vote for something other than the director's ruling: to reverse it, or one of
several modifications. Whether it changes is settled first, over all such votes together; then the remedy
with the most votes applies. ibf and trad have no appeals.
"""

from collections.abc import Mapping
from functools import cache

import msgspec

from barpoint.board import Fact, Refusal
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.refusals import BookCode


class CommitteeRules(msgspec.Struct, frozen=True, kw_only=True):
    """How a book composes its committee and counts its votes."""

    book: str
    smallest: int
    sizes: tuple[int, ...] = ()  # only these, where the book names them (bws:1.3.2a)
    even: bool = False  # guide:6.5b
    director_may_vote: bool = False  # usbgf:5.3d
    of_votes_cast: bool = False  # else of all members, abstentions counting for the ruling (bws:5.2b)
    told_the_ruling: bool = True  # guide:6.5e
    clauses: tuple[str, ...]

    def majority(self, votes: int) -> int:
        """The votes that change a ruling, of so many: more than half; a tie leaves it."""
        return votes // 2 + 1


@cache
def committee_rules(book: str) -> CommitteeRules | None:
    """The book's committee; None where it knows no appeal."""
    match book:
        case "usbgf":
            return CommitteeRules(
                book=book,
                smallest=param("usbgf:1.3.2a", "min_members", int),
                director_may_vote=True,
                of_votes_cast=True,
                clauses=("usbgf:5.3a", "usbgf:5.3d"),
            )
        case "bws":
            sizes = param("bws:1.3.2a", "committee_sizes", tuple[int, ...])
            return CommitteeRules(book=book, smallest=min(sizes), sizes=sizes, clauses=("bws:1.3.2a", "bws:5.2b"))
        case "guide":
            return CommitteeRules(
                book=book,
                smallest=param("guide:6.5b", "min", int),
                even=param("guide:6.5b", "size", str) == "even",
                told_the_ruling=not param("guide:6.5e", "ruling_hidden", bool),
                clauses=("guide:6.5b", "guide:6.5d"),
            )
        case _:
            return None


_SIZE_CLAUSE = {"usbgf": "usbgf:1.3.2a", "bws": "bws:1.3.2a", "guide": "guide:6.5b"}
_STAFF_CLAUSE = {"usbgf": "usbgf:1.3.2c", "bws": "bws:1.3.2b", "guide": "guide:6.5b"}


def composition_refusal(rules: CommitteeRules, members: int, *, staff: int = 0) -> Refusal | None:
    """What is wrong with a committee of so many members, `staff` of them officials of the tournament."""
    facts: dict[str, Fact] = {"members": members, "staff": staff}
    if staff:
        return Refusal(BookCode.COMMITTEE_HAS_STAFF, {"clause": _STAFF_CLAUSE[rules.book], **facts})
    fits = members >= rules.smallest and not (rules.even and members % 2)
    if not fits or (rules.sizes and members not in rules.sizes):
        return Refusal(BookCode.COMMITTEE_SIZE, {"clause": _SIZE_CLAUSE[rules.book], **facts})
    return None


class CommitteeVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the vote decided."""

    changed: bool
    remedy: str | None  # None: the ruling stands, or the remedies are level and the director chooses
    to_choose: tuple[str, ...] = ()  # the remedies that are level
    for_change: int
    votes: int
    needed: int
    clauses: tuple[str, ...]


def tally_votes(
    rules: CommitteeRules, members: int, *, uphold: int, change: Mapping[str, int], director: str | None = None
) -> CommitteeVerdict:
    """Count the committee's votes; `change` has the votes for each remedy.

    `director` is how the director votes where the book lets one: "uphold" or a remedy; None is no vote, which
    is not an abstention and does not raise the total (usbgf:5.3d). Members who cast no vote abstain.
    """
    cast = uphold + sum(change.values())
    if uphold < 0 or any(votes < 0 for votes in change.values()) or cast > members:
        raise ValueError(f"expected at most {members} votes from {members} members, found {uphold} and {dict(change)}")
    if director is not None and not rules.director_may_vote:
        raise ValueError(f"the director has no vote under {rules.book}")
    votes = dict(change)
    if director is not None:
        cast += 1
        if director != "uphold":
            votes[director] = votes.get(director, 0) + 1
    of = cast if rules.of_votes_cast else members
    for_change = sum(votes.values())
    changed = for_change >= rules.majority(of)
    most = max(votes.values(), default=0)
    level = tuple(remedy for remedy, count in votes.items() if count == most) if changed else ()
    return CommitteeVerdict(
        changed=changed,
        remedy=level[0] if len(level) == 1 else None,
        to_choose=level if len(level) > 1 else (),
        for_change=for_change,
        votes=of,
        needed=rules.majority(of),
        clauses=rules.clauses,
    )
