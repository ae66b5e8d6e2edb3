"""How a match is run: what each event changes in the desk's record of it. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace as with_fields
from typing import Any, Final

from msgspec.structs import replace

from barpoint.tournament import events as e
from barpoint.tournament.folds_contest import in_contest
from barpoint.tournament.running import Grant, Running
from barpoint.tournament.state import Contest, Tournament

_Change = Callable[[Running, Any], Running]


def _table(match: Running, event: e.TableAssigned) -> Running:
    return replace(match, table=event.table, hall=event.hall)


def _called(match: Running, event: e.MatchCalled) -> Running:
    return replace(match, calls=(*match.calls, event.at))


def _start_posted(match: Running, event: e.StartPosted) -> Running:
    return replace(match, start_posted=event.start, posted_when=event.at)


def _ready(match: Running, event: e.SideReady) -> Running:
    return replace(match, ready={**match.ready, event.entrant: event.at})


def _begun(match: Running, event: e.MatchBegun) -> Running:
    return replace(match, begun=event.at, due=event.due, length=event.length, start_delay=event.delay, ready={})


def _break_called(match: Running, event: e.BreakCalled) -> Running:
    return replace(match, on_break=(*match.on_break, event.running))


def _break_ended(match: Running, event: e.BreakEnded) -> Running:
    still = match.on_break
    if not event.taken.deemed:
        still = tuple(each for each in still if each.entrant != event.taken.entrant)
    return replace(match, breaks=(*match.breaks, event.taken), on_break=still)


def _granted(match: Running, event: e.TimeGranted) -> Running:
    return replace(match, grants=(*match.grants, Grant(entrant=event.entrant, time=event.time, at=event.at)))


def _suspended(match: Running, event: e.MatchSuspended) -> Running:
    return replace(match, suspended=event.at, resume_due=event.until, ready={})


def _resumed(match: Running, event: e.MatchResumed) -> Running:
    home, away = match.resume_delay
    after = (home + event.delay[0], away + event.delay[1])
    scheduled = match.resume_due is not None
    return replace(
        match,
        suspended=None,
        resume_due=None,
        resume_delay=after,
        ready={},
        resumed=(*match.resumed, event.at) if scheduled else match.resumed,
    )


def _attached(match: Running, event: e.MatchAttached) -> Running:
    return replace(match, stream=event.stream)


def _appointed(match: Running, event: e.AppointedToMatch) -> Running:
    return replace(match, appointed=(*match.appointed, event.appointment))


def _reported(match: Running, event: e.ResultReported) -> Running:
    return replace(match, reports={**match.reports, event.entrant: event.report})


def _posted(match: Running, event: e.OutcomePosted) -> Running:
    return replace(
        match,
        completed=event.completed,
        posted=event.at,
        kind=event.kind,
        length=event.length,
        on_break=(),
        suspended=None,
        resume_due=None,
    )


def _corrected(match: Running, event: e.OutcomeCorrected) -> Running:
    return replace(match, kind=event.kind)


def _voided(match: Running, _: e.OutcomeVoided) -> Running:
    return replace(match, completed=None, posted=None, reports={})


_CHANGES: Final[dict[type, _Change]] = {
    e.TableAssigned: _table,
    e.MatchCalled: _called,
    e.StartPosted: _start_posted,
    e.SideReady: _ready,
    e.MatchBegun: _begun,
    e.BreakCalled: _break_called,
    e.BreakEnded: _break_ended,
    e.TimeGranted: _granted,
    e.MatchSuspended: _suspended,
    e.MatchResumed: _resumed,
    e.MatchAttached: _attached,
    e.AppointedToMatch: _appointed,
    e.ResultReported: _reported,
    e.OutcomePosted: _posted,
    e.OutcomeCorrected: _corrected,
    e.OutcomeVoided: _voided,
}


def in_match(
    state: Tournament, contest: str, pairing: str, players: tuple[str, str], change: Callable[[Running], Running]
) -> Tournament:
    """The tournament with the record of one match changed."""
    key = (pairing, frozenset(players))

    def changed(held: Contest) -> Contest:
        match = held.matches.get(key) or Running(players=players)
        return with_fields(held, matches={**held.matches, key: change(match)})

    return in_contest(state, contest, changed)


def _fold(state: Tournament, event: Any) -> Tournament:  # Any: one of the events above
    change = _CHANGES[type(event)]
    return in_match(state, event.contest, event.pairing, event.players, lambda match: change(match, event))


MATCH_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = dict.fromkeys(_CHANGES, _fold)
