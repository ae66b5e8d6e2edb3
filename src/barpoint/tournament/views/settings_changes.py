"""What follows from other settings of an event whose entries are open: said before they are changed.

charged     entries that were charged the fee as it was: nothing is booked anew for them
paid        people the places pay less as they stand, or more
length      matches still to be played whose length is another one
seats       entries that are approved beyond the places there would be
"""

from enum import StrEnum

import msgspec

from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.money.ledger import awards
from barpoint.tournament.state import Contest, Tournament


class ChangeKind(StrEnum):
    """What it does to people."""

    CHARGED = "charged"
    PAID = "paid"
    LENGTH = "length"
    SEATS = "seats"


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """How many it concerns."""

    contest: str
    kind: ChangeKind
    count: int


def consequences(before: Tournament, after: Tournament) -> tuple[Consequence, ...]:
    """Of the events whose settings are others, what concerns anybody."""
    found = []
    for name, contest in before.contests.items():
        changed = after.contests.get(name)
        if changed is None or changed.settings == contest.settings:
            continue
        counts = {
            ChangeKind.CHARGED: _charged(contest, changed),
            ChangeKind.PAID: _paid(before, after, contest, changed),
            ChangeKind.LENGTH: _length(contest, changed),
            ChangeKind.SEATS: _seats(changed),
        }
        found += [Consequence(contest=name, kind=kind, count=count) for kind, count in counts.items() if count]
    return tuple(found)


def _charged(contest: Contest, changed: Contest) -> int:
    return 0 if contest.settings.fees == changed.settings.fees else len(contest.active_entries)


def _paid(before: Tournament, after: Tournament, contest: Contest, changed: Contest) -> int:
    if contest.play is None:
        return 0
    sums = []
    for state, event in ((before, contest), (after, changed)):
        owed: dict[str, int] = {}
        for award in awards(state, event):
            for player, cents in award.to:
                owed[player] = owed.get(player, 0) + cents
        sums.append(owed)
    return sum(sums[0].get(player, 0) != sums[1].get(player, 0) for player in sums[0].keys() | sums[1].keys())


def _length(contest: Contest, changed: Contest) -> int:
    open_ = (PairingStatus.READY, PairingStatus.WAITING)
    return sum(
        contest.length_at(fixture) != changed.length_at(fixture)
        for fixture in contest.fixtures.values()
        if fixture.status in open_
    )


def _seats(changed: Contest) -> int:
    field = changed.settings.limits.field
    return 0 if field is None else max(0, len(changed.active_entries) - field)
