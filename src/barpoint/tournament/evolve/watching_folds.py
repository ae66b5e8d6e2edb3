"""How broadcasts, requests, watchers' reports, equipment and acceptance change a tournament. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from barpoint.tournament import events as e
from barpoint.tournament.state import EquipmentCheck, Tournament
from barpoint.tournament.watching import BroadcastWord, RecordingRequest, Sighting


def add_broadcast(state: Tournament, event: e.EquipmentOrdered, live: bool, delay: int) -> Tournament:
    """An order about equipment that is one about broadcasts."""
    word = BroadcastWord(
        at=event.at,
        by=event.by,
        contest=event.contest,
        round=event.round,
        pairing=event.pairing,
        player=event.player,
        live=live,
        delay=delay,
        reason=event.reason,
    )
    return replace(state, broadcasts=(*state.broadcasts, word))


def _choose_broadcast(state: Tournament, event: e.BroadcastChosen) -> Tournament:
    word = BroadcastWord(
        **event.stamp,
        contest=event.contest,
        pairing=event.pairing,
        hall=event.hall,
        table=event.table,
        live=event.live,
        recorded=event.recorded,
        delay=event.delay,
    )
    return replace(state, broadcasts=(*state.broadcasts, word))


def _ask(state: Tournament, event: e.RecordingAsked) -> Tournament:
    request = RecordingRequest(
        id=event.request,
        contest=event.contest,
        pairing=event.pairing,
        entrant=event.entrant,
        what=event.what,
        at=event.at,
        by=event.by,
        about=event.about,
        granted=True if event.granted else None,
    )
    return replace(state, recording_requests={**state.recording_requests, request.id: request})


def _answer_request(state: Tournament, event: e.RecordingRequestAnswered) -> Tournament:
    request = state.recording_requests[event.request]
    decided = msgspec.structs.replace(request, granted=event.granted, answer=event.reason, decided_by=event.by)
    return replace(state, recording_requests={**state.recording_requests, request.id: decided})


def _report(state: Tournament, event: e.SightingReported) -> Tournament:
    sighting = Sighting(
        id=event.sighting,
        contest=event.contest,
        pairing=event.pairing,
        at=event.at,
        by=event.by,
        subject=event.subject,
        about=event.about,
        witness=event.witness,
        stream=event.stream,
    )
    return replace(state, sightings={**state.sightings, sighting.id: sighting})


def _answer_sighting(state: Tournament, event: e.SightingAnswered) -> Tournament:
    sighting = state.sightings[event.sighting]
    answered = msgspec.structs.replace(sighting, answered=event.at, answer=event.answer, answered_by=event.by)
    return replace(state, sightings={**state.sightings, sighting.id: answered})


def _check_equipment(state: Tournament, event: e.EquipmentChecked) -> Tournament:
    check = EquipmentCheck(
        **event.stamp,
        equipment=event.equipment,
        contest=event.contest,
        hall=event.hall,
        table=event.table,
        player=event.player,
        unfit=event.unfit,
        clauses=event.clauses,
    )
    return replace(state, equipment_checks=(*state.equipment_checks, check))


def _accept_rules(state: Tournament, event: e.RulesAccepted) -> Tournament:
    return replace(state, accepted={**state.accepted, event.person: event.at})


def _order_contests(state: Tournament, event: e.ContestsOrdered) -> Tournament:
    return replace(state, event_order=event.contests)


WATCHING_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.BroadcastChosen: _choose_broadcast,
    e.RecordingAsked: _ask,
    e.RecordingRequestAnswered: _answer_request,
    e.SightingReported: _report,
    e.SightingAnswered: _answer_sighting,
    e.EquipmentChecked: _check_equipment,
    e.RulesAccepted: _accept_rules,
    e.ContestsOrdered: _order_contests,
}
