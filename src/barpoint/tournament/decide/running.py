"""Judging the running of matches: tables, calls, start times, readiness, breaks, recesses, who is away.

A match that begins brings the delay of each side on the record and the points the book gives for it; penalties
kept for a player's next match fall due in it.
"""

from barpoint.board import Refusal
from barpoint.rulebook.tariff import BreakReserve, deemed_break
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide import penalties
from barpoint.tournament.decide.finding import Seated, playing, seated, to_play, told
from barpoint.tournament.money import HOUSE, player_account, split
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.running import Appointment, BreakRunning, BreakTaken, Task
from barpoint.tournament.settings import Mode
from barpoint.tournament.staff import Role
from barpoint.tournament.state import Tournament
from barpoint.tournament.timing import after_recess, delays, due, ledger, matches_of, people_of

Decision = tuple[e.AnyEvent, ...] | Refusal


def assign_table(state: Tournament, command: c.AssignTable) -> Decision:
    """A table that is free, of those that were named."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    known = state.tables.get(command.hall, ())
    if known and command.table not in known:
        return Refusal(TournamentCode.NO_SUCH_TABLE, {"table": command.table})
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if fixture.over or len(fixture.players) < 2 or fixture == found.fixture:
                continue
            match = contest.match_at(fixture)
            if (match.table, match.hall) == (command.table, command.hall):
                return Refusal(TournamentCode.TABLE_TAKEN, {"table": command.table, "pairing": fixture.id})
    event = told(e.TableAssigned, command, **found.named)
    return (event,)


def call_match(state: Tournament, command: c.CallMatch) -> Decision:
    """The players are called; as often as needed."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if found.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    return (told(e.MatchCalled, command, **found.named),)


def post_start(state: Tournament, command: c.PostStart) -> Decision:
    """A time for one match: it replaces the standard one at will, a published one with a reason (usbgf:2.2.3c)."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if found.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    fixture, contest = found.fixture, found.contest
    published = (fixture.bracket, fixture.round) in contest.round_starts or found.match.start_posted is not None
    if published and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    event = told(e.StartPosted, command, **found.named)
    return (event,)


def mark_ready(state: Tournament, command: c.MarkReady) -> Decision:
    """A side is there; said once it holds."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if found.match.begun is not None and found.match.suspended is None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if command.entrant in found.match.ready:
        return ()
    return (told(e.SideReady, command, **found.named),)


def begin_match(state: Tournament, command: c.BeginMatch) -> Decision:
    """Play begins: what each side was late is on the record, with the points it costs."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if found.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    length = found.contest.length_at(found.fixture)
    if length is None:
        return Refusal(TournamentCode.LENGTH_MISSING, {"contest": command.contest, "bracket": found.fixture.bracket})
    for entrant in found.fixture.pair:
        for player in people_of(found.contest, entrant):
            for other, fixture, match in matches_of(state, player):
                if match.playing and match.suspended is None and (other, fixture) != (found.contest, found.fixture):
                    return Refusal(TournamentCode.PLAYER_BUSY, {"player": player, "pairing": fixture.id})
    home, away = delays(state, found.contest, found.fixture, command.at)
    begun = told(
        e.MatchBegun,
        command,
        **found.named,
        due=due(state, found.contest, found.fixture),
        length=length.length,
        delay=(home.start, away.start),
    )
    late = penalties.for_delay(state, found, begun, command)
    return (begun, *penalties.falling_due(state, found, command), *late)


def call_break(state: Tournament, command: c.CallBreak) -> Decision:
    """A side leaves the board; how long it may is for the ledger."""
    found = playing(state, command)
    if isinstance(found, Refusal):
        return found
    if any(each.entrant == command.entrant for each in found.match.on_break):
        return Refusal(TournamentCode.ON_BREAK, {"entrant": command.entrant})
    if ledger(found.contest, found.match, command.entrant, command.at) is None:
        return Refusal(TournamentCode.NO_BREAKS, {"pairing": command.pairing})
    start = _no_earlier(found, command)
    away = BreakRunning(entrant=command.entrant, start=start, breaks=command.breaks, estimate=command.estimate)
    return (told(e.BreakCalled, command, **found.named, running=away),)


def _no_earlier(found: Seated, command: c.CallBreak) -> int:
    """When a break began that is told late: not before play did, nor before this side's last break was over."""
    ended = [each.end for each in found.match.breaks if each.entrant == command.entrant]
    return max(command.at, found.match.begun or 0, *ended) if command.received else command.at


def end_break(state: Tournament, command: c.EndBreak) -> Decision:
    """A side is back; what its break was too long is delay."""
    found = playing(state, command)
    if isinstance(found, Refusal):
        return found
    running = next((each for each in found.match.on_break if each.entrant == command.entrant), None)
    if running is None:
        return Refusal(TournamentCode.NOT_ON_BREAK, {"entrant": command.entrant})
    taken = BreakTaken(
        entrant=command.entrant, start=running.start, end=max(command.at, running.start), breaks=running.breaks
    )
    ended = told(e.BreakEnded, command, **found.named, taken=taken)
    return (ended, *penalties.for_delay(state, found, ended, command))


def record_absence(state: Tournament, command: c.RecordAbsence) -> Decision:
    """The side that did not call the break came back after its caller (usbgf:2.2.2m, 2.2.2n)."""
    found = playing(state, command)
    if isinstance(found, Refusal):
        return found
    calls = [each for each in found.match.breaks if each.entrant != command.entrant and not each.deemed]
    reserve = ledger(found.contest, found.match, command.entrant, command.at)
    if not calls or not isinstance(reserve, BreakReserve):
        return Refusal(TournamentCode.NOBODY_WAITED, {"entrant": command.entrant})
    span = deemed_break(calls[-1].start, calls[-1].end, command.at)
    if span is None:
        return ()
    taken = BreakTaken(entrant=command.entrant, start=span[0], end=span[1], deemed=True)
    ended = told(e.BreakEnded, command, **found.named, taken=taken)
    return (ended, *penalties.for_delay(state, found, ended, command))


def grant_time(state: Tournament, command: c.GrantTime) -> Decision:
    """More break time, by exception and with the reason (usbgf:2.2.3a, bws:2.2.3a)."""
    found = playing(state, command)
    if isinstance(found, Refusal):
        return found
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    if command.time < 1:
        raise ValueError(f"break time granted is milliseconds from 1 up, not {command.time}")
    event = told(e.TimeGranted, command, **found.named)
    return (event,)


def suspend_match(state: Tournament, command: c.SuspendMatch) -> Decision:
    """Play stops: for the recess that is on, until a time, or for as long as the director needs."""
    found = playing(state, command)
    if isinstance(found, Refusal):
        return found
    until = command.until
    if until is None:
        resumes = after_recess(state, command.at)
        until = resumes if resumes > command.at else None
    return (told(e.MatchSuspended, command, **found.named, until=until),)


def resume_match(state: Tournament, command: c.ResumeMatch) -> Decision:
    """Play goes on; who was not back at the time set has delayed the match (usbgf:2.2.1e, 2.2.4d)."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    match = found.match
    if match.suspended is None:
        return Refusal(TournamentCode.MATCH_NOT_SUSPENDED, {"pairing": command.pairing})
    late = [0, 0]
    if match.resume_due is not None:
        late = [max(0, match.ready.get(each, command.at) - match.resume_due) for each in match.players]
    resumed = told(e.MatchResumed, command, **found.named, delay=(late[0], late[1]))
    return (resumed, *penalties.for_delay(state, found, resumed, command))


def attach_match(state: Tournament, command: c.AttachMatch) -> Decision:
    """A stream for an online match; in a hall the director approves it, with the reason (guide:2.1.2b)."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    online = found.contest.settings.mode is Mode.INTERNET
    if not online and not (Role.DIRECTOR in state.staff.get(command.by, ()) and command.reason):
        return Refusal(TournamentCode.DEVICE_NOT_APPROVED, {"pairing": command.pairing})
    event = told(e.MatchAttached, command, **found.named)
    return (event,)


def appoint(state: Tournament, command: c.AppointToMatch) -> Decision:
    """By the director, asked or not; or a monitor by both players together (usbgf:1.3.3a, bws:1.3.3a, guide:4a)."""
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    if command.by not in state.staff:
        sides = [set(people_of(found.contest, entrant)) for entrant in found.fixture.pair]
        both = all(side & {*command.requested_by, command.by} for side in sides)
        taken = any(each.task is Task.MONITOR for each in found.match.appointed)
        if not both or taken:
            return Refusal(TournamentCode.MONITOR_NEEDS_BOTH, {"pairing": command.pairing})
    if command.fee < 0 or (command.fee and command.by not in state.staff):
        raise ValueError(f"what an observer costs is the director's to say, from 0 cents up, not {command.fee}")
    named = Appointment(person=command.person, task=command.task, requested_by=command.requested_by)
    event = told(e.AppointedToMatch, command, **found.named, appointment=named)
    return (event, *_fee(found, command))


def _fee(found: Seated, command: c.AppointToMatch) -> tuple[e.AnyEvent, ...]:
    """What an observer costs the players, if the director charges for it (bws:1.3.3d)."""
    if not command.fee:
        return ()
    people = [people_of(found.contest, entrant)[0] for entrant in found.fixture.pair]
    parts = zip(people, split(command.fee, 2), strict=True)
    lines = (*((player_account(person), cents) for person, cents in parts), (HOUSE, -command.fee))
    memo = f"{command.task} {command.person} at {found.fixture.id}"
    return (told(e.MoneyPosted, command, memo=memo, lines=lines),)


def sign_out(state: Tournament, command: c.SignOut) -> Decision:
    """Away from the playing area, with how to be reached (usbgf:2.2.5a)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    contact = command.contact or state.players[command.player].contact
    if not contact:
        return Refusal(TournamentCode.CONTACT_NEEDED, {"player": command.player})
    return (told(e.SignedOut, command, contact=contact),)


def sign_in(state: Tournament, command: c.SignIn) -> Decision:
    """Back."""
    if command.player not in state.absent:
        return Refusal(TournamentCode.NOT_SIGNED_OUT, {"player": command.player})
    return (told(e.SignedIn, command),)


def tell_lateness(state: Tournament, command: c.TellLateness) -> Decision:
    """The desk knows; nothing is granted (usbgf:2.2.4g)."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    return (told(e.LatenessTold, command),)


def call_director(state: Tournament, command: c.CallDirector) -> Decision:
    """Always open to a player, whatever the opponent thinks of it (usbgf:1.1.3a)."""
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    call = f"call-{len(state.calls) + 1}"
    return (told(e.DirectorCalled, command, **found.named, call=call),)


def answer_call(state: Tournament, command: c.AnswerCall) -> Decision:
    """Seen to; until then it stays in the queue (usbgf:1.1.3c)."""
    call = state.calls.get(command.call)
    if call is None or call.answered is not None:
        return Refusal(TournamentCode.NO_SUCH_CALL, {"call": command.call})
    return (told(e.CallAnswered, command),)
