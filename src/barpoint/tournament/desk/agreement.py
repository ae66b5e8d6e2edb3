"""The agreement sheet of a match: what both sides wish before it, settled by the event's book, and what was imposed.

Home stands for White on the sheet. What the director has ordered for the match, by an order about equipment on a topic
of the sheet, holds whatever the sides wish (usbgf:1.7.1.6, bws:3.5.1.5).
"""

import msgspec

from barpoint.board import SIDES
from barpoint.rulebook.profiles import AgreementSheet, agreement_sheet
from barpoint.tournament.desk.overview import orders_for
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.state import Contest, Tournament


class MatchAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet of one match, home first."""

    sheet: AgreementSheet
    names: tuple[str, str]
    entrants: tuple[str, str]
    imposed: dict[str, str]  # by the director, topic by topic
    rolls: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    begun: bool = False

    def holds(self, topic: str) -> str:
        """What holds on a topic, in words; "" while it is open."""
        if topic in self.imposed:
            return self.imposed[topic]
        line = next(line for line in self.sheet.lines if line.topic == topic)
        one, other = line.settled
        by_name = zip(self.names, line.settled, strict=True)
        return one if one == other else ", ".join(f"{name}: {wish or '-'}" for name, wish in by_name)


def match_agreement(state: Tournament, contest: Contest, fixture: Fixture) -> MatchAgreement | None:
    """The sheet as it stands; None where no book governs."""
    if not contest.book:
        return None
    match = contest.match_at(fixture)
    wishes = {side: match.wishes.get(entrant, {}) for side, entrant in zip(SIDES, match.players, strict=True)}
    sheet = agreement_sheet(contest.profile, wishes, match.wish_rolls)
    topics = {line.topic for line in sheet.lines}
    home, away = match.players
    return MatchAgreement(
        sheet=sheet,
        names=(str(contest.entries[home]), str(contest.entries[away])),
        entrants=match.players,
        imposed={order.topic: order.choice for order in orders_for(state, contest, fixture) if order.topic in topics},
        rolls=match.wish_rolls,
        begun=match.begun is not None,
    )
