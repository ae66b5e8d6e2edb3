"""Matches that are lost for lateness or absence, as proposals: an official confirms each of them.

late        the points for delay have passed the book's share of the length, or the event's strict policy says so
absent      under an autopilot: not there when presence was asked for, or at the round's deadline
"""

from collections.abc import Iterable

import msgspec

from barpoint.tournament.desk.timing import (
    assess_delay,
    delays,
    due,
)
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.state import Contest, Tournament


class ForfeitProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A forfeit to confirm; two losers: both are late."""

    contest: str
    pairing: str
    losers: tuple[str, ...]
    why: str
    delay: int
    clauses: tuple[str, ...] = ()


def propose_forfeit(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> ForfeitProposal | None:
    """The forfeit of one match, if one is due at this moment."""
    if fixture.status is not PairingStatus.READY:
        return None
    late, clauses, longest = [], dict[str, None](), 0
    for entrant, delay in zip(fixture.pair, delays(state, contest, fixture, at), strict=True):
        assessment = assess_delay(contest, fixture, delay)
        if assessment is not None and assessment.forfeit:
            late.append(entrant)
            clauses |= dict.fromkeys(assessment.clauses)
            longest = max(longest, delay.total)
    if late:
        return ForfeitProposal(
            contest=contest.settings.id,
            pairing=fixture.id,
            losers=tuple(late),
            why="late",
            delay=longest,
            clauses=tuple(clauses),
        )
    return propose_absence_forfeit(state, contest, fixture, at)


def propose_absence_forfeit(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> ForfeitProposal | None:
    """Whoever was not there in time in an event that runs by itself."""
    pilot, match = contest.settings.autopilot, contest.match_at(fixture)
    begins = due(state, contest, fixture)
    if pilot is None or begins is None or match.begun is not None:
        return None
    limit = begins + min(pilot.presence, pilot.round_time)
    missing = tuple(entrant for entrant in fixture.pair if match.ready.get(entrant, limit + 1) > limit)
    if at <= limit or not missing:
        return None
    return ForfeitProposal(
        contest=contest.settings.id, pairing=fixture.id, losers=missing, why="absent", delay=at - begins
    )


def forfeit_proposals(
    state: Tournament, at: int, matches: Iterable[tuple[Contest, Fixture]] | None = None
) -> tuple[ForfeitProposal, ...]:
    """Every forfeit that waits for a word, or those among some matches."""
    if matches is None:
        matches = ((event, match) for event in state.contests.values() for match in event.fixtures.values())
    proposals = (propose_forfeit(state, contest, fixture, at) for contest, fixture in matches)
    return tuple(proposal for proposal in proposals if proposal is not None)
