"""Rounds that run by themselves online: what the autopilot would do at a moment, as ordinary commands.

deadline    a round lasts so long from its start; by presence one has to be there, or the match is lost
round       when every match of a Swiss round is over, the next one is paired and scheduled

It proposes; whoever runs it hands the commands to `decide` like any others. Matches of players who are both there
are begun; streams are attached by the play server. A match still played at the deadline is left to the director.
"""

import msgspec

from barpoint.tournament import commands as c
from barpoint.tournament.draw.progress import Status
from barpoint.tournament.forfeits import absent
from barpoint.tournament.pairing.swiss import Method, Swiss
from barpoint.tournament.player import AUTOPILOT
from barpoint.tournament.settings import SWISS
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.timing import due


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
    found = []
    for fixture in contest.fixtures.values():
        if pilot is None or fixture.status is not Status.READY:
            continue
        starts, match = due(state, contest, fixture), contest.match_at(fixture)
        if starts is None:
            continue
        there = fixture.pair if match.begun is not None else tuple(match.ready)
        found.append(
            Deadline(
                pairing=fixture.id,
                starts=starts,
                presence=starts + pilot.presence,
                ends=starts + pilot.round_time,
                missing=tuple(entrant for entrant in fixture.pair if entrant not in there),
            )
        )
    return tuple(found)


def autopilot(state: Tournament, contest: Contest, at: int) -> tuple[c.AnyCommand, ...]:
    """What is to be done now, in order."""
    if contest.settings.autopilot is None or contest.finished is not None:
        return ()
    name = contest.settings.id
    found: list[c.AnyCommand] = []
    for fixture in contest.fixtures.values():
        if fixture.status is not Status.READY:
            continue
        match, forfeit = contest.match_at(fixture), absent(state, contest, fixture, at)
        if forfeit is not None:
            loser = forfeit.losers[0] if len(forfeit.losers) == 1 else ""
            found.append(c.ConfirmForfeit(at=at, by=AUTOPILOT, contest=name, pairing=fixture.id, loser=loser))
        elif match.begun is None and len(match.ready) == 2:
            found.append(c.BeginMatch(at=at, by=AUTOPILOT, contest=name, pairing=fixture.id))
    return tuple(found) or _next_round(contest, at)


def _next_round(contest: Contest, at: int) -> tuple[c.AnyCommand, ...]:
    swiss, name = contest.play, contest.settings.id
    if not isinstance(swiss, Swiss) or swiss.open or contest.playoff is not None:
        return ()
    if swiss.plan.method is not Method.LIVES and len(swiss.rounds) >= swiss.plan.rounds:
        return ()
    ahead = len(swiss.rounds) + 1
    return (
        c.PairRound(at=at, by=AUTOPILOT, contest=name),
        c.ScheduleRound(at=at, by=AUTOPILOT, contest=name, bracket=SWISS, round=ahead, start=at),
    )
