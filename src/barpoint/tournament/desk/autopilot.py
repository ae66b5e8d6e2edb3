"""Rounds that run by themselves online: what the autopilot would do at a moment, as ordinary commands.

deadline    a round lasts so long from its start; by presence one has to be there, or the match is lost
round       when every match of a Swiss round is over, the next one is paired and scheduled

It proposes; whoever runs it hands the commands to `decide` like any others. Matches of players who are both there
are begun; streams are attached by the play server. A match still played at the deadline is left to the director.
"""

import msgspec

from barpoint.tournament import commands as c
from barpoint.tournament.desk.forfeits import propose_absence_forfeit
from barpoint.tournament.desk.timing import due
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.player import AUTOPILOT
from barpoint.tournament.settings import SWISS
from barpoint.tournament.state import Contest, Tournament


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """The times of one match under the autopilot."""

    pairing: str
    starts: int
    presence: int
    ends: int
    missing: tuple[str, ...]


def deadlines(state: Tournament, contest: Contest) -> tuple[Deadline, ...]:
    """The times of every match that is open."""
    pilot = contest.settings.autopilot
    times = []
    for fixture in contest.fixtures.values():
        if pilot is None or fixture.status is not PairingStatus.READY:
            continue
        starts, match = due(state, contest, fixture), contest.match_at(fixture)
        if starts is None:
            continue
        there = fixture.pair if match.begun is not None else tuple(match.ready)
        times.append(
            Deadline(
                pairing=fixture.id,
                starts=starts,
                presence=starts + pilot.presence,
                ends=starts + pilot.round_time,
                missing=tuple(entrant for entrant in fixture.pair if entrant not in there),
            )
        )
    return tuple(times)


def autopilot_commands(state: Tournament, contest: Contest, at: int) -> tuple[c.AnyCommand, ...]:
    """What is to be done now, in order."""
    if contest.settings.autopilot is None or contest.finished is not None:
        return ()
    name = contest.settings.id
    orders: list[c.AnyCommand] = []
    for fixture in contest.fixtures.values():
        if fixture.status is not PairingStatus.READY:
            continue
        match, forfeit = contest.match_at(fixture), propose_absence_forfeit(state, contest, fixture, at)
        if forfeit is not None:
            loser = forfeit.losers[0] if len(forfeit.losers) == 1 else ""
            orders.append(c.ConfirmForfeit(at=at, by=AUTOPILOT, contest=name, pairing=fixture.id, loser=loser))
        elif match.begun is None and len(match.ready) == 2:
            orders.append(c.BeginMatch(at=at, by=AUTOPILOT, contest=name, pairing=fixture.id))
    return tuple(orders) or _next_round(contest, at)


def _next_round(contest: Contest, at: int) -> tuple[c.AnyCommand, ...]:
    name = contest.settings.id
    ahead = None if contest.competition is None else contest.competition.round_due
    if ahead is None:
        return ()
    return (
        c.PairRound(at=at, by=AUTOPILOT, contest=name),
        c.ScheduleRound(at=at, by=AUTOPILOT, contest=name, bracket=SWISS, round=ahead, start=at),
    )
