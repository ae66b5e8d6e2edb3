"""Judging penalties and rulings: what delay costs, what falls due in the next match, what officials decide.

Delay is charged as it grows: a match keeps the points given for delay so far, and each step adds the difference.
"""

from typing import Final

from barpoint.board import Refusal
from barpoint.rulebook.catalogue import clause
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide import drawing
from barpoint.tournament.decide.finding import Seated, contest_of, seated, told
from barpoint.tournament.evolve import evolve
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament
from barpoint.tournament.timing import assessed, delays, people_of

Decision = tuple[e.AnyEvent, ...] | Refusal
STEPS: Final = ("reminder", "warning", "time", "points", "game", "match", "expulsion")
"""The steps of the officiating room."""


def for_delay(state: Tournament, found: Seated, event: e.AnyEvent, command: c.Command) -> tuple[e.PenaltyGiven, ...]:
    """The points that an event's delay brings, beyond those already given."""
    after = evolve(state, event)
    contest = after.contests[found.contest.settings.id]
    fixture = contest.fixtures[found.fixture.id]
    match = contest.match_at(fixture)
    given: list[e.PenaltyGiven] = []
    for side, delay in enumerate(delays(after, contest, fixture, command.at)):
        result = assessed(contest, fixture, delay)
        more = 0 if result is None else result.points - match.delay_points[side]
        if result is None or more < 1:
            continue
        entrant = match.players[side]
        given.append(
            told(
                e.PenaltyGiven,
                command,
                id=f"penalty-{len(state.penalties) + len(given) + 1}",
                player=people_of(contest, entrant)[0],
                entrant=entrant,
                points=more,
                contest=contest.settings.id,
                pairing=fixture.id,
                clauses=result.clauses,
                for_delay=True,
                confirm=result.confirm,
                reason=f"{delay.total // 1000} s of delay",
            )
        )
    return tuple(given)


def falling_due(state: Tournament, found: Seated, command: c.Command) -> tuple[e.PenaltyFellDue, ...]:
    """The penalties kept for the next match of these players: this is it."""
    people = {person for entrant in found.fixture.pair for person in people_of(found.contest, entrant)}
    return tuple(
        told(e.PenaltyFellDue, command, **found.named, penalty=penalty.id)
        for penalty in state.penalties.values()
        if not penalty.pairing and not penalty.lifted and penalty.player in people
    )


def give(state: Tournament, command: c.GivePenalty) -> Decision:
    """An official's penalty, in a match or for the next one (guide:2.2.5e)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if command.step not in STEPS:
        raise ValueError(f"a penalty is one of {', '.join(STEPS)}, not {command.step!r}")
    for row in command.clauses:
        clause(row)  # ValueError names it
    if command.points < 0 or (command.step == "points" and command.points < 1):
        raise ValueError(f"penalty points are 1 or more, not {command.points}")
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"player": command.player})
    entrant = ""
    if command.pairing:
        contest = contest_of(state, command.contest)
        if isinstance(contest, Refusal):
            return contest
        fixture = contest.fixtures.get(command.pairing)
        sides = [each for each in fixture.players if command.player in people_of(contest, each)] if fixture else []
        if not sides:
            return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
        entrant = sides[0]
    given = told(
        e.PenaltyGiven,
        command,
        id=f"penalty-{len(state.penalties) + 1}",
        contest=command.contest if command.pairing else "",
        entrant=entrant,
    )
    return (given,)


def confirm(state: Tournament, command: c.ConfirmPenalty) -> Decision:
    """The director's word on points that overrun breaks brought."""
    penalty = state.penalties.get(command.penalty)
    if penalty is None or penalty.lifted or not penalty.confirm:
        return Refusal(TournamentCode.NO_SUCH_PENALTY, {"penalty": command.penalty})
    return (told(e.PenaltyConfirmed, command),)


def lift(state: Tournament, command: c.LiftPenalty) -> Decision:
    """Taken back, with the reason."""
    penalty = state.penalties.get(command.penalty)
    if penalty is None or penalty.lifted:
        return Refusal(TournamentCode.NO_SUCH_PENALTY, {"penalty": command.penalty})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"penalty": command.penalty})
    return (told(e.PenaltyLifted, command),)


def record_ruling(state: Tournament, command: c.RecordRuling) -> Decision:
    """A ruling on the tournament's record: what happened, what was ruled and why (bws:5.6)."""
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    if found.contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:5.6", "case": command.case})
    ruled = told(e.RulingRecorded, command, **found.named)
    return (ruled,)


def record_appeal(state: Tournament, command: c.RecordAppeal) -> Decision:
    """What became of an appeal."""
    if command.case not in state.rulings:
        return Refusal(TournamentCode.NO_SUCH_RULING, {"case": command.case})
    heard = told(e.AppealRecorded, command)
    return (heard,)


def exclude_spectator(state: Tournament, command: c.ExcludeSpectator) -> Decision:
    """On a player's request or unasked (usbgf:1.6.4); bws asks for the reason (bws:1.6.5)."""
    if any(contest.book == "bws" for contest in state.contests.values()) and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.6.5", "spectator": command.spectator})
    out = told(e.SpectatorExcluded, command)
    return (out,)


def exclude_player(state: Tournament, command: c.ExcludePlayer) -> Decision:
    """Out of every event that is still on, with the reason on the record (bws:1.7.5)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"player": command.player})
    events: list[e.AnyEvent] = [told(e.PlayerExcluded, command)]
    for name, contest in state.contests.items():
        mine = [entry for entry in contest.approved if command.player in entry.people]
        if contest.finished is not None:
            continue
        for entry in mine:
            out = drawing.leave(contest, entry.id, "*", command)
            if isinstance(out, Refusal):
                return out
            gone = told(e.EntryWithdrawn, command, contest=name, entry=entry.id)
            events += [gone, *out]
        pending = [entry for entry in contest.entries.values() if entry.status is EntryStatus.PENDING]
        for entry in (each for each in pending if command.player in each.people):
            events.append(told(e.EntryRefused, command, contest=name, entry=entry.id))
    return tuple(events)


def announce(state: Tournament, command: c.Announce) -> Decision:
    """For everybody, or for those of one event."""
    if command.contest and command.contest not in state.contests:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if not command.text.strip():
        raise ValueError("an announcement says something")
    return (told(e.Announced, command),)
