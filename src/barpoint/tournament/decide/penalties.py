"""Judging penalties and rulings: what delay costs, what falls due in the next match, what officials decide.

Delay is charged as it grows: a match keeps the points given for delay so far, and each step adds the difference.
"""

from typing import Final

from barpoint.board import Refusal
from barpoint.rulebook import clause
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide import drawing
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import (
    PairedMatch,
    contest_of,
    match_with_players,
)
from barpoint.tournament.desk.timing import (
    assess_delay,
    counted_delay,
    delays,
    people_of,
)
from barpoint.tournament.evolve.dispatch import evolve_tournament
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament
from barpoint.tournament.statements import Statement

STEPS: Final = ("reminder", "warning", "time", "points", "game", "match", "expulsion")
"""The steps of the officiating room."""


def for_delay(
    state: Tournament, target: PairedMatch, event: e.AnyEvent, command: Statement
) -> tuple[e.PenaltyGiven, ...]:
    """The points that an event's delay brings, beyond those already given."""
    after = evolve_tournament(state, event)
    contest = after.contests[target.contest.settings.id]
    fixture = contest.fixtures[target.fixture.id]
    match = contest.match_at(fixture)
    penalties: list[e.PenaltyGiven] = []
    for side, delay in enumerate(delays(after, contest, fixture, command.at)):
        result = assess_delay(contest, fixture, delay)
        more = 0 if result is None else result.points - match.delay_points[side]
        if result is None or more < 1:
            continue
        entrant = match.players[side]
        penalties.append(
            e.PenaltyGiven(
                at=command.at,
                by=command.by,
                reason=lateness_words(counted_delay(contest, delay)),
                id=f"penalty-{len(state.penalties) + len(penalties) + 1}",
                player=people_of(contest, entrant)[0],
                points=more,
                contest=contest.settings.id,
                pairing=fixture.id,
                entrant=entrant,
                clauses=result.clauses,
                for_delay=True,
                confirm=result.confirm,
            )
        )
    return tuple(penalties)


def falling_due(state: Tournament, target: PairedMatch, command: Statement) -> tuple[e.PenaltyFellDue, ...]:
    """The penalties kept for the next match of these players: this is it."""
    people = {person for entrant in target.fixture.pair for person in people_of(target.contest, entrant)}
    return tuple(
        e.PenaltyFellDue(**target.stamp(command), penalty=penalty.id)
        for penalty in state.penalties.values()
        if not penalty.pairing and not penalty.lifted and penalty.player in people
    )


def give(state: Tournament, command: c.GivePenalty) -> TournamentDecision:
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
        sides = [side for side in fixture.players if command.player in people_of(contest, side)] if fixture else []
        if not sides:
            return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
        entrant = sides[0]
    penalty = e.PenaltyGiven(
        **command.stamp,
        id=f"penalty-{len(state.penalties) + 1}",
        player=command.player,
        points=command.points,
        step=command.step,
        contest=command.contest if command.pairing else "",
        pairing=command.pairing,
        entrant=entrant,
        clauses=command.clauses,
        case=command.case,
    )
    return (penalty,)


def confirm(state: Tournament, command: c.ConfirmPenalty) -> TournamentDecision:
    """The director's word on points that overrun breaks brought."""
    penalty = state.penalties.get(command.penalty)
    if penalty is None or penalty.lifted or not penalty.confirm:
        return Refusal(TournamentCode.NO_SUCH_PENALTY, {"penalty": command.penalty})
    return (e.PenaltyConfirmed(**command.stamp, penalty=command.penalty),)


def lift(state: Tournament, command: c.LiftPenalty) -> TournamentDecision:
    """Taken back, with the reason."""
    penalty = state.penalties.get(command.penalty)
    if penalty is None or penalty.lifted:
        return Refusal(TournamentCode.NO_SUCH_PENALTY, {"penalty": command.penalty})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"penalty": command.penalty})
    return (e.PenaltyLifted(**command.stamp, penalty=command.penalty),)


def record_ruling(state: Tournament, command: c.RecordRuling) -> TournamentDecision:
    """A ruling on the tournament's record: what happened, what was ruled and why (bws:5.6)."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    if target.contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:5.6", "case": command.case})
    ruled = e.RulingRecorded(
        **target.stamp(command),
        case=command.case,
        ruling=command.ruling,
        clauses=command.clauses,
        happened=command.happened,
    )
    return (ruled,)


def record_appeal(state: Tournament, command: c.RecordAppeal) -> TournamentDecision:
    """What became of an appeal."""
    if command.case not in state.rulings:
        return Refusal(TournamentCode.NO_SUCH_RULING, {"case": command.case})
    heard = e.AppealRecorded(**command.stamp, case=command.case, outcome=command.outcome, changed=command.changed)
    return (heard,)


def exclude_spectator(state: Tournament, command: c.ExcludeSpectator) -> TournamentDecision:
    """On a player's request or unasked (usbgf:1.6.4); bws asks for the reason (bws:1.6.5)."""
    if any(contest.book == "bws" for contest in state.contests.values()) and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.6.5", "spectator": command.spectator})
    if command.until is not None and command.until <= command.at:
        raise ValueError("a bar ends after it was given")
    out = e.SpectatorExcluded(
        **command.stamp,
        spectator=command.spectator,
        contest=command.contest,
        pairing=command.pairing,
        requested_by=command.requested_by,
        until=command.until,
    )
    return (out,)


def exclude_player(state: Tournament, command: c.ExcludePlayer) -> TournamentDecision:
    """Out of every event that is still on, with the reason on the record (bws:1.7.5)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"player": command.player})
    events: list[e.AnyEvent] = [
        e.PlayerExcluded(**command.stamp, player=command.player, aids=command.aids, case=command.case)
    ]
    for name, contest in state.contests.items():
        mine = [entry for entry in contest.active_entries if command.player in entry.people]
        if contest.finished is not None:
            continue
        for entry in mine:
            out = drawing.leave(contest, entry.id, "*", command)
            if isinstance(out, Refusal):
                return out
            gone = e.EntryWithdrawn(**command.stamp, contest=name, entry=entry.id)
            events += [gone, *out]
        pending = [entry for entry in contest.entries.values() if entry.status is EntryStatus.PENDING]
        for entry in (candidate for candidate in pending if command.player in candidate.people):
            events.append(e.EntryRefused(**command.stamp, contest=name, entry=entry.id))
    return tuple(events)


def announce(state: Tournament, command: c.Announce) -> TournamentDecision:
    """For everybody, or for those of one event."""
    if command.contest and command.contest not in state.contests:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if not command.text.strip():
        raise ValueError("an announcement says something")
    return (e.Announced(**command.stamp, text=command.text, contest=command.contest),)


def lateness_words(delay: int) -> str:
    """Why a side that was so many milliseconds late is penalised, as the record says it."""
    return f"{delay // 60_000}:{delay // 1000 % 60:02} late"
