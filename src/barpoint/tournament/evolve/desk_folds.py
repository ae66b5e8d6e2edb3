"""How calls, penalties, rulings, notices and money change a tournament. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from barpoint.tournament import events as e
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.evolve.match_folds import in_match
from barpoint.tournament.state import (
    Absence,
    Booking,
    Call,
    Exclusion,
    MatchPenalty,
    RulingRecord,
    Tournament,
    TournamentNotice,
)


def _sign_out(state: Tournament, event: e.SignedOut) -> Tournament:
    away = Absence(player=event.player, since=event.at, contact=event.contact)
    return replace(state, absent={**state.absent, event.player: away})


def _limit_sign_out(state: Tournament, event: e.SignOutLimited) -> Tournament:
    others = state.no_sign_out - {event.player}
    return replace(state, no_sign_out=others if event.allowed else others | {event.player})


def _sign_in(state: Tournament, event: e.SignedIn) -> Tournament:
    return replace(state, absent={player: away for player, away in state.absent.items() if player != event.player})


def _note_lateness(state: Tournament, event: e.LatenessTold) -> Tournament:
    return replace(state, late_told={**state.late_told, event.player: event.expected})


def _add_call(state: Tournament, event: e.DirectorCalled) -> Tournament:
    call = Call(
        id=event.call,
        contest=event.contest,
        pairing=event.pairing,
        by=event.by,
        at=event.at,
        about=event.about,
        received=event.received,
    )
    return replace(state, calls={**state.calls, call.id: call})


def _answer_call(state: Tournament, event: e.CallAnswered) -> Tournament:
    call = msgspec.structs.replace(state.calls[event.call], answered=event.at, answer=event.answer)
    return replace(state, calls={**state.calls, call.id: call})


def _add_penalty(state: Tournament, event: e.PenaltyGiven) -> Tournament:
    penalty = MatchPenalty(
        id=event.id,
        player=event.player,
        at=event.at,
        by=event.by,
        points=event.points,
        step=event.step,
        contest=event.contest,
        pairing=event.pairing,
        entrant=event.entrant,
        reason=event.reason,
        clauses=event.clauses,
        case=event.case,
        for_delay=event.for_delay,
        confirm=event.confirm,
    )
    after = replace(state, penalties={**state.penalties, penalty.id: penalty})
    fixture = state.contests[event.contest].fixtures.get(event.pairing) if event.pairing else None
    if fixture is not None:
        after = replace(after, penalised_pairs={**state.penalised_pairs, event.id: frozenset(fixture.players)})
    return _count_delay(after, penalty) if penalty.for_delay else after


def _count_delay(state: Tournament, penalty: MatchPenalty) -> Tournament:
    contest = state.contests[penalty.contest]
    players = contest.fixtures[penalty.pairing].pair

    def add_points(match: DeskRecord) -> DeskRecord:
        points = list(match.delay_points)
        points[match.side(penalty.entrant)] += penalty.points
        return msgspec.structs.replace(match, delay_points=(points[0], points[1]))

    return in_match(state, penalty.contest, penalty.pairing, players, add_points)


def _serve_penalty(state: Tournament, event: e.PenaltyFellDue) -> Tournament:
    served = msgspec.structs.replace(state.penalties[event.penalty], contest=event.contest, pairing=event.pairing)
    return replace(state, penalties={**state.penalties, served.id: served})


def _cancel_start(state: Tournament, event: e.StartCancelled) -> Tournament:
    """As before it began: who was there is there, and what fell due in it waits for the next match again."""

    def reset(match: DeskRecord) -> DeskRecord:
        return msgspec.structs.replace(
            match,
            begun=None,
            due=None,
            length=0,
            start_delay=(0, 0),
            delay_points=(0, 0),
            ready=match.ready_before,
            ready_before={},
        )

    waiting = {id: msgspec.structs.replace(state.penalties[id], contest="", pairing="") for id in event.due_again}
    after = in_match(state, event.contest, event.pairing, event.players, reset)
    return replace(after, penalties={**state.penalties, **waiting})


def _confirm_penalty(state: Tournament, event: e.PenaltyConfirmed) -> Tournament:
    counts = msgspec.structs.replace(state.penalties[event.penalty], confirm=False)
    return replace(state, penalties={**state.penalties, counts.id: counts})


def _lift_penalty(state: Tournament, event: e.PenaltyLifted) -> Tournament:
    lifted = msgspec.structs.replace(state.penalties[event.penalty], lifted=event.reason)
    return replace(state, penalties={**state.penalties, lifted.id: lifted})


def _record_ruling(state: Tournament, event: e.RulingRecorded) -> Tournament:
    ruling = RulingRecord(
        case=event.case,
        contest=event.contest,
        pairing=event.pairing,
        players=event.players,
        at=event.at,
        by=event.by,
        ruling=event.ruling,
        happened=event.happened,
        reason=event.reason,
        clauses=event.clauses,
    )
    return replace(state, rulings={**state.rulings, event.case: ruling})


def _record_appeal(state: Tournament, event: e.AppealRecorded) -> Tournament:
    ruling = msgspec.structs.replace(state.rulings[event.case], appeal=event.outcome, changed=event.changed)
    return replace(state, rulings={**state.rulings, ruling.case: ruling})


def _exclude_spectator(state: Tournament, event: e.SpectatorExcluded) -> Tournament:
    out = Exclusion(
        person=event.spectator,
        contest=event.contest,
        pairing=event.pairing,
        requested_by=event.requested_by,
        until=event.until,
        **event.stamp,
    )
    return replace(state, exclusions=(*state.exclusions, out))


def _exclude_player(state: Tournament, event: e.PlayerExcluded) -> Tournament:
    out = Exclusion(person=event.player, player=True, aids=event.aids, **event.stamp)
    return replace(state, exclusions=(*state.exclusions, out))


def _add_notice(state: Tournament, event: e.Announced) -> Tournament:
    return replace(
        state,
        notices=(*state.notices, TournamentNotice(at=event.at, by=event.by, text=event.text, contest=event.contest)),
    )


def _book_money(state: Tournament, event: e.MoneyPosted) -> Tournament:
    booking = Booking(
        at=event.at,
        by=event.by,
        memo=event.memo,
        lines=event.lines,
        contest=event.contest,
        entry=event.entry,
        version=state.version + 1,
        reverses=event.reverses,
    )
    balances = dict(state.balances)
    for account, cents in event.lines:
        balances[account] = balances.get(account, 0) + cents
    return replace(state, bookings=(*state.bookings, booking), balances=balances)


DESK_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.SignedOut: _sign_out,
    e.SignOutLimited: _limit_sign_out,
    e.SignedIn: _sign_in,
    e.LatenessTold: _note_lateness,
    e.DirectorCalled: _add_call,
    e.CallAnswered: _answer_call,
    e.PenaltyGiven: _add_penalty,
    e.PenaltyFellDue: _serve_penalty,
    e.StartCancelled: _cancel_start,
    e.PenaltyConfirmed: _confirm_penalty,
    e.PenaltyLifted: _lift_penalty,
    e.RulingRecorded: _record_ruling,
    e.AppealRecorded: _record_appeal,
    e.SpectatorExcluded: _exclude_spectator,
    e.PlayerExcluded: _exclude_player,
    e.Announced: _add_notice,
    e.MoneyPosted: _book_money,
}
