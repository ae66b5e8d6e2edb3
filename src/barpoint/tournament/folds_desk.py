"""How calls, penalties, rulings, notices and money change a tournament. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from barpoint.tournament import events as e
from barpoint.tournament.folds_contest import kept
from barpoint.tournament.folds_match import in_match
from barpoint.tournament.running import Running
from barpoint.tournament.state import Absence, Booking, Call, Exclusion, Notice, Penalty, RulingEntry, Tournament


def _signed_out(state: Tournament, event: e.SignedOut) -> Tournament:
    away = kept(Absence, event, since=event.at)
    return replace(state, absent={**state.absent, event.player: away})


def _signed_in(state: Tournament, event: e.SignedIn) -> Tournament:
    return replace(state, absent={player: away for player, away in state.absent.items() if player != event.player})


def _late(state: Tournament, event: e.LatenessTold) -> Tournament:
    return replace(state, late_told={**state.late_told, event.player: event.expected})


def _called(state: Tournament, event: e.DirectorCalled) -> Tournament:
    call = kept(Call, event, id=event.call)
    return replace(state, calls={**state.calls, call.id: call})


def _answered(state: Tournament, event: e.CallAnswered) -> Tournament:
    call = msgspec.structs.replace(state.calls[event.call], answered=event.at, answer=event.answer)
    return replace(state, calls={**state.calls, call.id: call})


def _penalty(state: Tournament, event: e.PenaltyGiven) -> Tournament:
    given = kept(Penalty, event)
    after = replace(state, penalties={**state.penalties, given.id: given})
    return _count_delay(after, given) if given.for_delay else after


def _count_delay(state: Tournament, given: Penalty) -> Tournament:
    contest = state.contests[given.contest]
    players = contest.fixtures[given.pairing].pair

    def counted(match: Running) -> Running:
        points = list(match.delay_points)
        points[match.side(given.entrant)] += given.points
        return msgspec.structs.replace(match, delay_points=(points[0], points[1]))

    return in_match(state, given.contest, given.pairing, players, counted)


def _fell_due(state: Tournament, event: e.PenaltyFellDue) -> Tournament:
    served = msgspec.structs.replace(state.penalties[event.penalty], contest=event.contest, pairing=event.pairing)
    return replace(state, penalties={**state.penalties, served.id: served})


def _confirmed(state: Tournament, event: e.PenaltyConfirmed) -> Tournament:
    counts = msgspec.structs.replace(state.penalties[event.penalty], confirm=False)
    return replace(state, penalties={**state.penalties, counts.id: counts})


def _lifted(state: Tournament, event: e.PenaltyLifted) -> Tournament:
    lifted = msgspec.structs.replace(state.penalties[event.penalty], lifted=event.reason)
    return replace(state, penalties={**state.penalties, lifted.id: lifted})


def _ruled(state: Tournament, event: e.RulingRecorded) -> Tournament:
    return replace(state, rulings={**state.rulings, event.case: kept(RulingEntry, event)})


def _appealed(state: Tournament, event: e.AppealRecorded) -> Tournament:
    ruling = msgspec.structs.replace(state.rulings[event.case], appeal=event.outcome, changed=event.changed)
    return replace(state, rulings={**state.rulings, ruling.case: ruling})


def _spectator(state: Tournament, event: e.SpectatorExcluded) -> Tournament:
    return replace(state, exclusions=(*state.exclusions, kept(Exclusion, event, person=event.spectator)))


def _player(state: Tournament, event: e.PlayerExcluded) -> Tournament:
    return replace(state, exclusions=(*state.exclusions, kept(Exclusion, event, person=event.player, player=True)))


def _announced(state: Tournament, event: e.Announced) -> Tournament:
    return replace(state, notices=(*state.notices, kept(Notice, event)))


def _money(state: Tournament, event: e.MoneyPosted) -> Tournament:
    booking = kept(Booking, event)
    balances = dict(state.balances)
    for account, cents in event.lines:
        balances[account] = balances.get(account, 0) + cents
    return replace(state, bookings=(*state.bookings, booking), balances=balances)


DESK_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.SignedOut: _signed_out,
    e.SignedIn: _signed_in,
    e.LatenessTold: _late,
    e.DirectorCalled: _called,
    e.CallAnswered: _answered,
    e.PenaltyGiven: _penalty,
    e.PenaltyFellDue: _fell_due,
    e.PenaltyConfirmed: _confirmed,
    e.PenaltyLifted: _lifted,
    e.RulingRecorded: _ruled,
    e.AppealRecorded: _appealed,
    e.SpectatorExcluded: _spectator,
    e.PlayerExcluded: _player,
    e.Announced: _announced,
    e.MoneyPosted: _money,
}
