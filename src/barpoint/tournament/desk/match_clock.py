"""The clock of a match at a table: the time each side has for the points still to be played."""

import msgspec

from barpoint.match import MatchFormat
from barpoint.match.format import LengthKind
from barpoint.rulebook.profiles import YES
from barpoint.rulebook.tariff import midway_reserve
from barpoint.tournament.desk.overview import orders_for, start_score
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.state import CLOCK, Contest, Order, Tournament


def format_with_clock(
    state: Tournament, contest: Contest, fixture: Fixture, match_format: MatchFormat
) -> tuple[MatchFormat, int]:
    """A match's format with its clock set, and when its clock was imposed in mid-match, 0 if it was not.

    The clock has the time for the points still to be played: of a match that begins with points for delay (bws:2.2.4e),
    and of one that was under way when a clock was imposed on it (bws:2.3.1a, usbgf:3.4.4.4b, guide:5.10d), if by a side
    that had given it up on that condition (usbgf:1.7.1.2b).
    """
    score, since = start_score(state, contest, fixture, for_clock=True), 0
    if (order := _clock_order(state, contest, fixture)) is not None:
        score, since = order.scores[_place(contest, fixture)] or score, order.at
    elif (term := _later_clock(contest, fixture)) is not None:
        score, since = term[0] or score, term[1]
    elif contest.book != "bws" or not any(score):
        return match_format, 0
    return _set_clock(match_format, contest, score), since


def _place(contest: Contest, fixture: Fixture) -> str:
    return f"{contest.settings.id}/{fixture.id}"


def _clock_order(state: Tournament, contest: Contest, fixture: Fixture) -> Order | None:
    """The order that put a match on a clock while it was under way."""
    orders = (order for order in orders_for(state, contest, fixture) if order.topic == CLOCK and order.choice == YES)
    return next((order for order in orders if _place(contest, fixture) in order.scores), None)


def _later_clock(contest: Contest, fixture: Fixture) -> tuple[tuple[int, int] | None, int] | None:
    """The score and the moment at which a side brought in the clock that both had given up for the time being."""
    terms = contest.match_at(fixture).later_terms
    return next(((term.score, term.at) for term in terms if CLOCK in term.topics), None)


def _set_clock(match_format: MatchFormat, contest: Contest, score: tuple[int, int]) -> MatchFormat:
    """With each side's time for the points still to be played, where the book has a figure for it."""
    clock, length = match_format.clock, match_format.length
    away = (length.points - score[0], length.points - score[1])
    if clock is None or contest.policy is None or length.kind is not LengthKind.POINTS or min(away) < 1:
        return match_format
    reserve = midway_reserve(contest.book, away, clock.per_point or None, literal=contest.policy.literal_midway)
    if reserve is None:
        return match_format
    return msgspec.structs.replace(match_format, clock=msgspec.structs.replace(clock, reserve=reserve))
