"""The agreement sheet of a match: what both sides wish before it, settled by the event's book, and what was imposed.

Home stands for White on the sheet. What the director has ordered for the match, by an order about equipment on a topic
of the sheet, holds whatever the sides wish (usbgf:1.7.1.6, bws:3.5.1.5).
"""

import msgspec

from barpoint.board import SIDES
from barpoint.rulebook.profiles import NO, YES, AgreementSheet, agreement_sheet, agreement_topics
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

    @property
    def topics(self) -> frozenset[str]:
        """What there is to settle."""
        return frozenset(line.topic for line in self.sheet.lines)

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
    topics = {topic.name for topic in agreement_topics(contest.profile)}
    imposed = {order.topic: order.choice for order in orders_for(state, contest, fixture) if order.topic in topics}
    sheet = agreement_sheet(contest.profile, wishes, match.wish_rolls, imposed)
    home, away = match.players
    return MatchAgreement(
        sheet=sheet,
        names=(state.shown_name(home, contest), state.shown_name(away, contest)),
        entrants=match.players,
        imposed=imposed,
        rolls=match.wish_rolls,
        begun=match.begun is not None,
    )


def wants_clean_air(state: Tournament, contest: Contest, fixture: Fixture) -> bool:
    """Whether a match must not be played where people smoke, as long as there is another hall.

    Where not smoking is preferred both have to agree to the other (usbgf:2.1b); where it is a player's to demand,
    somebody has to (bws:2.1b). What the director imposes holds.
    """
    if not any(tables and hall not in state.smoking for hall, tables in state.tables.items()):
        return False
    agreed = match_agreement(state, contest, fixture)
    line = next((line for line in agreed.sheet.lines if line.topic == "non_smoking"), None) if agreed else None
    if agreed is None or line is None:
        return False
    if line.topic in agreed.imposed:
        return agreed.imposed[line.topic] != NO
    return YES in line.wishes if contest.book == "bws" else line.wishes != (NO, NO)
