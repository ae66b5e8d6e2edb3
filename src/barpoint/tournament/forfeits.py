"""Matches that are lost for lateness or absence, as proposals: an official confirms each of them.

late        the points for delay have passed the book's share of the length, or the event's strict policy says so
absent      under an autopilot: not there when presence was asked for, or at the round's deadline
"""

import msgspec

from barpoint.tournament.draw.progress import Status
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.timing import assessed, delays, due


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A forfeit to confirm; two losers: both are late."""

    contest: str
    pairing: str
    losers: tuple[str, ...]
    why: str
    delay: int
    clauses: tuple[str, ...] = ()


def proposed(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> Proposal | None:
    """The forfeit of one match, if one is due at this moment."""
    if fixture.status is not Status.READY:
        return None
    late, clauses, longest = [], dict[str, None](), 0
    for entrant, delay in zip(fixture.pair, delays(state, contest, fixture, at), strict=True):
        found = assessed(contest, fixture, delay)
        if found is not None and found.forfeit:
            late.append(entrant)
            clauses |= dict.fromkeys(found.clauses)
            longest = max(longest, delay.total)
    if late:
        return Proposal(
            contest=contest.settings.id,
            pairing=fixture.id,
            losers=tuple(late),
            why="late",
            delay=longest,
            clauses=tuple(clauses),
        )
    return absent(state, contest, fixture, at)


def absent(state: Tournament, contest: Contest, fixture: Fixture, at: int) -> Proposal | None:
    """Whoever was not there in time in an event that runs by itself."""
    pilot, match = contest.settings.autopilot, contest.match_at(fixture)
    begins = due(state, contest, fixture)
    if pilot is None or begins is None or match.begun is not None:
        return None
    limit = begins + min(pilot.presence, pilot.round_time)
    missing = tuple(entrant for entrant in fixture.pair if match.ready.get(entrant, limit + 1) > limit)
    if at <= limit or not missing:
        return None
    return Proposal(contest=contest.settings.id, pairing=fixture.id, losers=missing, why="absent", delay=at - begins)


def proposals(state: Tournament, at: int) -> tuple[Proposal, ...]:
    """Every forfeit that waits for a word."""
    return tuple(
        found
        for contest in state.contests.values()
        for fixture in contest.fixtures.values()
        if fixture.status is Status.READY and (found := proposed(state, contest, fixture, at)) is not None
    )
