"""A start time that is over already: not posted before somebody has said that it is meant, and what comes of it.

Times are typed to the minute, so that one of this very minute has not passed.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from barpoint.board import Refusal
from barpoint.match.format import MINUTE
from barpoint.tournament import events as e
from barpoint.tournament.desk.timing import assess_delay, delays
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.evolve.dispatch import evolve_tournament
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Tournament

_NAMED: Final = 6  # of those who would be late; the others are counted


def ask_back(state: Tournament, event: e.StartPosted | e.RoundScheduled) -> Refusal | None:
    """Why a time that is over is asked about: who would be late at once, by how much, and what that costs."""
    gone = event.at - event.start
    if gone < MINUTE:
        return None
    after = evolve_tournament(state, event)
    contest = after.contests[event.contest]
    late = [words for fixture in _fixtures(contest, event) for words in _late(after, contest, fixture, event.at)]
    if not late:
        return Refusal(TournamentCode.START_IN_PAST, {"contest": event.contest})
    more = [f"+{len(late) - _NAMED}"] if len(late) > _NAMED else []
    return Refusal(TournamentCode.START_IN_PAST, {"minutes": gone // MINUTE, "late": ", ".join(late[:_NAMED] + more)})


def _fixtures(contest: Contest, event: e.StartPosted | e.RoundScheduled) -> Iterable[Fixture]:
    for fixture in contest.fixtures.values():
        if isinstance(event, e.StartPosted):
            concerned = fixture.id == event.pairing
        else:
            concerned = (fixture.bracket, fixture.round) == (event.bracket, event.round)
        if concerned and fixture.status is PairingStatus.READY and contest.match_at(fixture).begun is None:
            yield fixture


def _late(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> Iterator[str]:
    for entrant, delay in zip(fixture.pair, delays(state, contest, fixture, at), strict=True):
        if delay.total:
            cost = assess_delay(contest, fixture, delay)
            points = f", {cost.points}p" if cost is not None and cost.points else ""
            yield f"{state.shown_name(entrant, contest)} ({delay.total // MINUTE}′{points})"
