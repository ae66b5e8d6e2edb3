"""Judging the running of matches: tables, calls, start times, readiness, breaks, recesses, who is away.

A match that begins brings the delay of each side on the record and the points the book gives for it; penalties
kept for a player's next match fall due in it.
"""

import msgspec

from barpoint.board import Refusal
from barpoint.match import MatchCode
from barpoint.rulebook.tariff import BreakReserve, BreakWhen, tacit_break
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide import penalties
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import (
    PairedMatch,
    excluded,
    is_one_of,
    match_with_players,
    open_match,
    running_match,
)
from barpoint.tournament.decide.past_starts import ask_back
from barpoint.tournament.desk.agreement import wants_clean_air
from barpoint.tournament.desk.timing import (
    BreakLedger,
    after_recess,
    break_ledger,
    completions,
    delays,
    due,
    matches_of,
    people_of,
)
from barpoint.tournament.desk_record import (
    Appointment,
    BreakRunning,
    BreakTaken,
    Task,
    WaitingMatch,
)
from barpoint.tournament.draw import PairingStatus
from barpoint.tournament.money.ledger import (
    HOUSE,
    player_account,
    split,
)
from barpoint.tournament.player import AUTOPILOT
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import Mode
from barpoint.tournament.staff import Role
from barpoint.tournament.state import Tournament


def assign_table(state: Tournament, command: c.AssignTable) -> TournamentDecision:
    """A table that is free, of those that were named; or none any more."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if not command.table:
        return (e.TableAssigned(**target.stamp(command), table=""),) if target.match.table else ()
    known = state.tables.get(command.hall, ())
    if command.hall and not known and command.hall not in (state.settings.halls if state.settings else ()):
        return Refusal(TournamentCode.NO_SUCH_HALL, {"hall": command.hall})
    if known and command.table not in known:
        return Refusal(TournamentCode.NO_SUCH_TABLE, {"table": command.table})
    if command.hall in state.smoking and wants_clean_air(state, target.contest, target.fixture):
        return Refusal(TournamentCode.SMOKING_AREA)
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if fixture.over or len(fixture.players) < 2 or fixture == target.fixture:
                continue
            match = contest.match_at(fixture)
            if (match.table, match.hall) == (command.table, command.hall):
                return Refusal(TournamentCode.TABLE_TAKEN, {"table": command.table, "pairing": fixture.id})
    event = e.TableAssigned(**target.stamp(command), table=command.table, hall=command.hall)
    return (event,)


def call_match(state: Tournament, command: c.CallMatch) -> TournamentDecision:
    """The players are called; as often as needed."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    return (e.MatchCalled(**target.stamp(command)),)


def post_start(state: Tournament, command: c.PostStart) -> TournamentDecision:
    """A time for one match: it replaces the standard one at will, a published one with a reason (usbgf:2.2.3c)."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    fixture, contest = target.fixture, target.contest
    published = (fixture.bracket, fixture.round) in contest.round_starts or target.match.start_posted is not None
    if published and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    event = e.StartPosted(**target.stamp(command), start=command.start)
    asked = None if command.past else ask_back(state, event)
    return asked or (event,)


def mark_ready(state: Tournament, command: c.MarkReady) -> TournamentDecision:
    """A side is there; said once it holds."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None and target.match.suspended is None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if command.entrant in target.match.ready:
        return ()
    return (e.SideReady(**target.stamp(command), entrant=command.entrant),)


def begin_match(state: Tournament, command: c.BeginMatch) -> TournamentDecision:
    """Play begins: what each side was late is on the record, with the points it costs."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if command.device and not target.is_device(state, command.device):
        return Refusal(TournamentCode.BOARD_NOT_OF_MATCH, {"pairing": command.pairing})
    if target.match.approvals_open:
        return Refusal(TournamentCode.APPROVAL_NEEDED, {"what": target.match.approvals_open[0].replace("_", " ")})
    command = msgspec.structs.replace(command, at=_first_moment(state, target, command))
    length = target.contest.length_at(target.fixture)
    if length is None:
        return Refusal(TournamentCode.LENGTH_MISSING, {"contest": command.contest, "bracket": target.fixture.bracket})
    for entrant in target.fixture.pair:
        for player in people_of(target.contest, entrant):
            for other, fixture, match in matches_of(state, player):
                elsewhere = (other, fixture) != (target.contest, target.fixture) and not fixture.over
                if elsewhere and match.playing and match.suspended is None and not match.over_at_table:
                    name = state.shown_name(player)
                    return Refusal(TournamentCode.PLAYER_BUSY, {"player": name, "pairing": fixture.id})
    home, away = delays(state, target.contest, target.fixture, command.at)
    begun = e.MatchBegun(
        **target.stamp(command),
        due=due(state, target.contest, target.fixture),
        length=length.length,
        delay=(home.start, away.start),
        received=command.received,
    )
    late = penalties.for_delay(state, target, begun, command)
    return (begun, *penalties.falling_due(state, target, command), *late)


def _first_moment(state: Tournament, target: PairedMatch, command: c.BeginMatch) -> int:
    """When play began that is told late: not before the event was published, nor before both were free."""
    if not command.received:
        return command.at
    return max(command.at, target.contest.published or 0, *completions(state, target.contest, target.fixture))


def call_break(state: Tournament, command: c.CallBreak) -> TournamentDecision:
    """A side leaves the board; how long it may is for the ledger."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    if any(pause.entrant == command.entrant for pause in target.match.on_break):
        return Refusal(TournamentCode.ON_BREAK, {"entrant": command.entrant})
    ledger = break_ledger(target.contest, target.match, command.entrant, command.at)
    if ledger is None:
        return Refusal(TournamentCode.NO_BREAKS, {"pairing": command.pairing})
    if command.in_game and ledger.when is not BreakWhen.EXCEPTIONALLY_IN_GAME:
        return Refusal(MatchCode.BREAK_ONLY_BETWEEN_GAMES)
    if command.in_game and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    away = BreakRunning(
        entrant=command.entrant,
        start=_no_earlier(target, command),
        breaks=command.breaks,
        estimate=command.estimate,
        in_game=command.in_game,
        beyond=_is_beyond(ledger, command),
    )
    return (e.BreakCalled(**target.stamp(command), running=away, received=command.received),)


def _is_beyond(ledger: BreakLedger, command: c.CallBreak) -> bool:
    """Whether the book gives this side no such break: none is left, or no time for one."""
    if isinstance(ledger, BreakReserve):
        return not ledger.reserve(command.at)
    return ledger.is_beyond(command.breaks)


def _no_earlier(target: PairedMatch, command: c.CallBreak) -> int:
    """When a break began that is told late: not before play did, nor before this side's last break was over."""
    ended = [pause.end for pause in target.match.breaks if pause.entrant == command.entrant]
    return max(command.at, target.match.begun or 0, *ended) if command.received else command.at


def end_break(state: Tournament, command: c.EndBreak) -> TournamentDecision:
    """A side is back; what its break was too long is delay."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    running = next((pause for pause in target.match.on_break if pause.entrant == command.entrant), None)
    if running is None:
        return Refusal(TournamentCode.NOT_ON_BREAK, {"entrant": command.entrant})
    taken = BreakTaken(
        entrant=command.entrant, start=running.start, end=max(command.at, running.start), breaks=running.breaks
    )
    ended = e.BreakEnded(**target.stamp(command), taken=taken, received=command.received)
    return (ended, *penalties.for_delay(state, target, ended, command))


def record_absence(state: Tournament, command: c.RecordAbsence) -> TournamentDecision:
    """The side that did not call the break came back after its caller (usbgf:2.2.2m, 2.2.2n)."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    calls = [pause for pause in target.match.breaks if pause.entrant != command.entrant and not pause.deemed]
    reserve = break_ledger(target.contest, target.match, command.entrant, command.at)
    if not calls or not isinstance(reserve, BreakReserve):
        return Refusal(TournamentCode.NOBODY_WAITED, {"entrant": command.entrant})
    span = tacit_break(calls[-1].start, calls[-1].end, command.at)
    if span is None:
        return ()
    taken = BreakTaken(entrant=command.entrant, start=span[0], end=span[1], deemed=True)
    ended = e.BreakEnded(**target.stamp(command), taken=taken)
    return (ended, *penalties.for_delay(state, target, ended, command))


def grant_time(state: Tournament, command: c.GrantTime) -> TournamentDecision:
    """More break time, by exception and with the reason (usbgf:2.2.3a, bws:2.2.3a)."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    if command.time < 1:
        raise ValueError(f"break time granted is milliseconds from 1 up, not {command.time}")
    event = e.TimeGranted(**target.stamp(command), entrant=command.entrant, time=command.time)
    return (event,)


def suspend_match(state: Tournament, command: c.SuspendMatch) -> TournamentDecision:
    """Play stops: for the recess that is on, until a time, or for as long as the director needs."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    until = command.until
    if until is None:
        resumes = after_recess(state, command.at)
        until = resumes if resumes > command.at else None
    return (e.MatchSuspended(**target.stamp(command), until=until),)


def resume_match(state: Tournament, command: c.ResumeMatch) -> TournamentDecision:
    """Play goes on; who was not back at the time set has delayed the match (usbgf:2.2.1e, 2.2.4d)."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    match = target.match
    if match.suspended is None:
        return Refusal(TournamentCode.MATCH_NOT_SUSPENDED, {"pairing": command.pairing})
    late = [0, 0]
    if match.resume_due is not None:
        late = [max(0, match.ready.get(entrant, command.at) - match.resume_due) for entrant in match.players]
    resumed = e.MatchResumed(**target.stamp(command), delay=(late[0], late[1]))
    return (resumed, *penalties.for_delay(state, target, resumed, command))


def attach_match(state: Tournament, command: c.AttachMatch) -> TournamentDecision:
    """Where a match is played: online the board the server made for it, which only the server says.

    In a hall the director approves its device, with the reason (guide:2.1.2b): the record of that very pairing.
    """
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.contest.settings.mode is Mode.INTERNET:
        if command.by != AUTOPILOT or not command.stream.startswith("match:"):
            return Refusal(TournamentCode.BOARD_NOT_OF_MATCH, {"pairing": command.pairing})
    elif not (Role.DIRECTOR in state.staff.get(command.by, ()) and command.reason):
        return Refusal(TournamentCode.DEVICE_NOT_APPROVED, {"pairing": command.pairing})
    elif not target.is_device(state, command.stream):
        return Refusal(TournamentCode.BOARD_NOT_OF_MATCH, {"pairing": command.pairing})
    event = e.MatchAttached(**target.stamp(command), stream=command.stream)
    return (event,)


def appoint(state: Tournament, command: c.AppointToMatch) -> TournamentDecision:
    """By the director, asked or not; or a monitor by both players together (usbgf:1.3.3a, bws:1.3.3a, guide:4a)."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    if is_one_of(state, command.person, target.people):
        return Refusal(TournamentCode.APPOINTEE_PLAYS, {"person": command.person})
    if excluded(state, command.person, command.at):
        return Refusal(TournamentCode.STAFF_BARRED, {"person": command.person})
    by_staff = command.by in state.staff
    if command.fee < 0 or (command.fee and not by_staff):
        raise ValueError(f"what an observer costs is the director's to say, from 0 cents up, not {command.fee}")
    if not by_staff:
        return _monitor(target, command)
    named = Appointment(person=command.person, task=command.task, requested_by=command.requested_by)
    event = e.AppointedToMatch(**target.stamp(command), appointment=named)
    return (event, *_fee(target, command))


def _monitor(found: PairedMatch, command: c.AppointToMatch) -> TournamentDecision:
    """Each side asks for itself; the second that asks for the same person appoints."""
    mine = next(each for each in found.fixture.pair if command.by in people_of(found.contest, each))
    asked = found.match.monitor_asked
    taken = any(each.task is Task.MONITOR for each in found.match.appointed)
    for_another = set(command.requested_by) - {command.by}
    again = asked.get(mine, ("", ""))[1] == command.person
    if taken or for_another or again:
        return Refusal(TournamentCode.MONITOR_NEEDS_BOTH, {"pairing": command.pairing})
    wish = e.MonitorAsked(**found.stamp(command), entrant=mine, person=command.person)
    other = next(each for each in found.fixture.pair if each != mine)
    if asked.get(other, ("", ""))[1] != command.person:
        return (wish,)
    both = tuple(command.by if each == mine else asked[each][0] for each in found.fixture.pair)
    named = Appointment(person=command.person, task=command.task, requested_by=both)
    return (wish, e.AppointedToMatch(**found.stamp(command), appointment=named))


def _fee(target: PairedMatch, command: c.AppointToMatch) -> tuple[e.AnyEvent, ...]:
    """What an observer costs whoever asked, else both, if the director charges for it (bws:1.3.3d)."""
    if not command.fee:
        return ()
    sides = [people_of(target.contest, entrant) for entrant in target.fixture.pair]
    asked = [person for side in sides for person in [each for each in side if each in command.requested_by][:1]]
    people = asked or [side[0] for side in sides]
    parts = zip(people, split(command.fee, len(people)), strict=True)
    lines = (*((player_account(person), cents) for person, cents in parts), (HOUSE, -command.fee))
    memo = f"{command.task} {command.person} at {target.fixture.id}"
    return (e.MoneyPosted(**command.stamp, memo=memo, lines=lines, contest=command.contest),)


def demand_approval(state: Tournament, command: c.DemandApproval) -> TournamentDecision:
    """Before the match, where the book lets a player ask for it; online the server's clock is approved."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if target.contest.book != "bws" or target.contest.settings.mode is Mode.INTERNET:
        return Refusal(TournamentCode.NO_APPROVALS, {"pairing": command.pairing})
    if command.what in target.match.approvals_asked:
        return ()
    return (e.ApprovalDemanded(**target.stamp(command), entrant=command.entrant, what=command.what),)


def give_approval(state: Tournament, command: c.GiveApproval) -> TournamentDecision:
    """Asked for or not; once."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if command.what in target.match.approved:
        return ()
    return (e.ApprovalGiven(**target.stamp(command), what=command.what),)


def sign_out(state: Tournament, command: c.SignOut) -> TournamentDecision:
    """Away from the playing area, with how to be reached (usbgf:2.2.5a); the answer names what waits (usbgf:2.2.5c)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if command.by == command.player and command.player in state.no_sign_out:
        return Refusal(TournamentCode.CONSENT_NEEDED, {"player": command.player})
    contact = command.contact or state.players[command.player].contact
    if not contact:
        return Refusal(TournamentCode.CONTACT_NEEDED, {"player": command.player})
    waiting = tuple(
        WaitingMatch(contest=contest.settings.id, pairing=fixture.id, table=match.table, hall=match.hall)
        for contest, fixture, match in matches_of(state, command.player)
        if fixture.status is PairingStatus.READY and contest.finished is None
    )
    return (e.SignedOut(**command.stamp, player=command.player, contact=contact, waiting=waiting),)


def limit_sign_out(state: Tournament, command: c.LimitSignOut) -> TournamentDecision:
    """For who has abused it, with the reason (usbgf:2.2.5f)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if not command.reason and not command.allowed:
        return Refusal(TournamentCode.WHY_NEEDED, {"player": command.player})
    return (e.SignOutLimited(**command.stamp, player=command.player, allowed=command.allowed),)


def sign_in(state: Tournament, command: c.SignIn) -> TournamentDecision:
    """Back."""
    if command.player not in state.absent:
        return Refusal(TournamentCode.NOT_SIGNED_OUT, {"player": command.player})
    return (e.SignedIn(**command.stamp, player=command.player),)


def tell_lateness(state: Tournament, command: c.TellLateness) -> TournamentDecision:
    """The desk knows; nothing is granted (usbgf:2.2.4g)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    return (e.LatenessTold(**command.stamp, player=command.player, expected=command.expected),)


def call_director(state: Tournament, command: c.CallDirector) -> TournamentDecision:
    """Always open to a player, whatever the opponent thinks of it (usbgf:1.1.3a)."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    call = f"call-{len(state.calls) + 1}"
    return (e.DirectorCalled(**target.stamp(command), call=call, about=command.about, received=command.received),)


def answer_call(state: Tournament, command: c.AnswerCall) -> TournamentDecision:
    """Seen to; until then it stays in the queue (usbgf:1.1.3c)."""
    call = state.calls.get(command.call)
    if call is None or call.answered is not None:
        return Refusal(TournamentCode.NO_SUCH_CALL, {"call": command.call})
    if not command.answer.strip():
        return Refusal(TournamentCode.ANSWER_NEEDED, {"call": command.call})
    return (e.CallAnswered(**command.stamp, call=command.call, answer=command.answer),)
