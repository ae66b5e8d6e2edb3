"""How a match is run: what each event changes in the desk's record of it. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace as with_fields
from typing import Any, Final

from msgspec.structs import replace

from barpoint.tournament import events as e
from barpoint.tournament.desk_record import DeskRecord, Grant, LaterTerm, NotedOccurrence
from barpoint.tournament.evolve.contest_folds import in_contest
from barpoint.tournament.state import Contest, Tournament

_Change = Callable[[DeskRecord, Any], DeskRecord]


def _assign_table(match: DeskRecord, event: e.TableAssigned) -> DeskRecord:
    return replace(match, table=event.table, hall=event.hall)


def _call(match: DeskRecord, event: e.MatchCalled) -> DeskRecord:
    return replace(match, calls=(*match.calls, event.at))


def _cancel_call(match: DeskRecord, _: e.MatchCallCancelled) -> DeskRecord:
    return replace(match, calls=match.calls[:-1])


def _post_start(match: DeskRecord, event: e.StartPosted) -> DeskRecord:
    return replace(match, start_posted=event.start, posted_when=event.at)


def _mark_ready(match: DeskRecord, event: e.SideReady) -> DeskRecord:
    return replace(match, ready={**match.ready, event.entrant: event.at})


def _begin(match: DeskRecord, event: e.MatchBegun) -> DeskRecord:
    return replace(
        match,
        begun=event.at,
        due=event.due,
        length=event.length,
        start_delay=event.delay,
        ready={},
        ready_before=match.ready,
    )


def _note_score(match: DeskRecord, event: e.ScoreNoted) -> DeskRecord:
    return replace(match, noted=event.noted)


def _call_break(match: DeskRecord, event: e.BreakCalled) -> DeskRecord:
    return replace(match, on_break=(*match.on_break, event.running))


def _end_break(match: DeskRecord, event: e.BreakEnded) -> DeskRecord:
    still = match.on_break
    if not event.taken.deemed:
        still = tuple(pause for pause in still if pause.entrant != event.taken.entrant)
    return replace(match, breaks=(*match.breaks, event.taken), on_break=still)


def _grant_time(match: DeskRecord, event: e.TimeGranted) -> DeskRecord:
    return replace(match, grants=(*match.grants, Grant(entrant=event.entrant, time=event.time, at=event.at)))


def _suspend(match: DeskRecord, event: e.MatchSuspended) -> DeskRecord:
    return replace(match, suspended=event.at, resume_due=event.until, ready={})


def _resume(match: DeskRecord, event: e.MatchResumed) -> DeskRecord:
    scheduled = match.resume_due is not None
    return replace(
        match,
        suspended=None,
        suspensions=match.suspensions if match.suspended is None else (*match.suspensions, (match.suspended, event.at)),
        resume_due=None,
        resume_delays=(*match.resume_delays, event.delay) if scheduled else match.resume_delays,
        ready={},
        resumed=(*match.resumed, event.at) if scheduled else match.resumed,
    )


def _attach_stream(match: DeskRecord, event: e.MatchAttached) -> DeskRecord:
    return replace(match, stream=event.stream)


def _monitor_asked(match: DeskRecord, event: e.MonitorAsked) -> DeskRecord:
    return replace(match, monitor_asked={**match.monitor_asked, event.entrant: (event.by, event.person)})


def _appoint(match: DeskRecord, event: e.AppointedToMatch) -> DeskRecord:
    return replace(match, appointed=(*match.appointed, event.appointment))


def _add_report(match: DeskRecord, event: e.ResultReported) -> DeskRecord:
    return replace(match, reports={**match.reports, event.entrant: event.report})


def _post_outcome(match: DeskRecord, event: e.OutcomePosted) -> DeskRecord:
    return replace(
        match,
        completed=event.completed,
        posted=event.at,
        kind=event.kind,
        length=event.length,
        on_break=(),
        suspended=None,
        suspensions=match.suspensions if match.suspended is None else (*match.suspensions, (match.suspended, event.at)),
        resume_due=None,
    )


def _correct_outcome(match: DeskRecord, event: e.OutcomeCorrected) -> DeskRecord:
    return replace(match, kind=event.kind)


def _void_outcome(match: DeskRecord, _: e.OutcomeVoided) -> DeskRecord:
    return replace(match, completed=None, posted=None, reports={}, noted=None)


def _state_wishes(match: DeskRecord, event: e.WishesStated) -> DeskRecord:
    wishes = {**match.wishes, event.entrant: event.wishes}
    if not event.imposed:
        return replace(match, wishes=wishes, wish_rolls=())
    score = None if match.noted is None else match.noted.score
    imposed = LaterTerm(topics=event.imposed, at=event.at, score=score)
    return replace(match, wishes=wishes, later_terms=(*match.later_terms, imposed))


def _roll_for_wishes(match: DeskRecord, event: e.WishesRolled) -> DeskRecord:
    return replace(match, wish_rolls=(*match.wish_rolls, event.rolled))


def _agree_terms(match: DeskRecord, event: e.TermsAgreed) -> DeskRecord:
    return replace(match, wishes={one: {**match.wishes.get(one, {}), **event.terms} for one in match.players})


def _note_occurrence(match: DeskRecord, event: e.OccurrenceNoted) -> DeskRecord:
    noted = NotedOccurrence(
        what=event.what,
        entrant=event.entrant,
        at=event.at,
        by=event.by,
        reason=event.reason,
        first=event.first,
        score=event.score,
    )
    return replace(match, occurrences=(*match.occurrences, noted))


def _demand_approval(match: DeskRecord, event: e.ApprovalDemanded) -> DeskRecord:
    return replace(match, approvals_asked=(*match.approvals_asked, event.what))


def _give_approval(match: DeskRecord, event: e.ApprovalGiven) -> DeskRecord:
    return replace(match, approved=(*match.approved, event.what))


_CHANGES: Final[dict[type, _Change]] = {
    e.TableAssigned: _assign_table,
    e.MatchCalled: _call,
    e.MatchCallCancelled: _cancel_call,
    e.StartPosted: _post_start,
    e.SideReady: _mark_ready,
    e.MatchBegun: _begin,
    e.ScoreNoted: _note_score,
    e.BreakCalled: _call_break,
    e.BreakEnded: _end_break,
    e.TimeGranted: _grant_time,
    e.MatchSuspended: _suspend,
    e.MatchResumed: _resume,
    e.MatchAttached: _attach_stream,
    e.MonitorAsked: _monitor_asked,
    e.AppointedToMatch: _appoint,
    e.WishesStated: _state_wishes,
    e.WishesRolled: _roll_for_wishes,
    e.TermsAgreed: _agree_terms,
    e.OccurrenceNoted: _note_occurrence,
    e.ApprovalDemanded: _demand_approval,
    e.ApprovalGiven: _give_approval,
    e.ResultReported: _add_report,
    e.OutcomePosted: _post_outcome,
    e.OutcomeCorrected: _correct_outcome,
    e.OutcomeVoided: _void_outcome,
}


def in_match(
    state: Tournament, contest: str, pairing: str, players: tuple[str, str], change: Callable[[DeskRecord], DeskRecord]
) -> Tournament:
    """The tournament with the record of one match changed."""
    key = (pairing, frozenset(players))

    def change_contest(current: Contest) -> Contest:
        match = current.matches.get(key) or DeskRecord(players=players)
        return with_fields(current, matches={**current.matches, key: change(match)})

    return in_contest(state, contest, change_contest)


def _fold(state: Tournament, event: Any) -> Tournament:  # Any: one of the events above
    change = _CHANGES[type(event)]
    return in_match(state, event.contest, event.pairing, event.players, lambda match: change(match, event))


MATCH_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = dict.fromkeys(_CHANGES, _fold)
