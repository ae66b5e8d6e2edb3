"""The table device over HTTP: what a match is played under, and what the device has recorded of it.

Anybody who stands at the table may read what it is played under, and the score. The two players and those who work for
the tournament, each with a private link (see `requester`), see the board and say what happened.
"""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from barpoint.board import Refusal
from barpoint.rulebook import cite, sentence_in
from barpoint.service import ServerProcess
from barpoint.service.tournaments import (
    DeviceRecords,
    Recording,
    RejectedEntry,
    TableDice,
    delay_rulings,
    desk_delays,
    device_board,
    device_format,
    dice_approved,
    record_state,
)
from barpoint.tournament import Contest, Fixture, Tournament, TournamentCode, TournamentPhase
from barpoint.tournament.desk import start_score
from barpoint.web.languages import request_language
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.records import Pid, load_recording, match_of, may_record, queue_analysis, require_recorder
from barpoint.web.tournaments.requester import (
    Cid,
    Tid,
    find_requester,
)
from barpoint.wire.directing import (
    DelayEntry,
    DelayTable,
    DelayThreshold,
    NewRecording,
    PlayerAccount,
    RecordingRefusal,
    RecordStatus,
    TableView,
)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}", summary="A match at its table")
async def table_state(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> TableView:
    """Names, length, clock, cube and breaks: all a device needs before it goes without a network."""
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    recording, may = await load_recording(house, who.state, event, fixture), may_record(who, event, fixture)
    match_format = device_format(event, fixture)
    return TableView(
        tournament=tid,
        contest=contest,
        contest_name=event.settings.title,
        pairing=pairing,
        table=event.match_at(fixture).table,
        entrants=fixture.pair,
        names=(str(event.entries[fixture.pair[0]]), str(event.entries[fixture.pair[1]])),
        me=next((entrant for entrant in fixture.pair if who.player in event.entries[entrant].people), ""),
        may_record=may,
        format=recording.state.format if isinstance(match_format, Refusal) else match_format,
        board=device_board(recording.state),
        score=recording.state.score if recording.events else start_score(who.state, event, fixture),
        recorded=recording.state.version,
        stands=record_state(recording.state)
        if may
        else msgspec.structs.replace(record_state(recording.state), game=None, words=()),
        dice=await _dice(house, who.state, event, fixture, recording),
        over=fixture.result is not None,
        delays=await _delays(house, who.state, event, fixture) if may else None,
    )


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/delays", summary="The delay ledger of a match")
async def delay_table(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> DelayTable:
    """Every absence, what it drew and delayed, and when the next point falls; for its players and the staff."""
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    require_recorder(who, event, fixture)
    shown = await _delays(house, who.state, event, fixture)
    if shown is None:
        raise NotFoundException("no book says what delay costs in this match")
    return shown


async def _delays(house: ServerProcess, state: Tournament, event: Contest, fixture: Fixture) -> DelayTable | None:
    ruled = await delay_rulings(house.store, state, event.settings.id, fixture.id)
    ledger = desk_delays(state, event, fixture, house.clock.now(), ruled)
    if ledger is None:
        return None
    names = [str(event.entries[entrant]) for entrant in fixture.pair]
    return DelayTable(
        book=ledger.book,
        length=ledger.length,
        at=ledger.now,
        rows=tuple(
            DelayEntry(
                side=row.absence.side,
                cause=row.absence.cause.value,
                since=row.absence.since,
                until=row.absence.until,
                lasted=row.lasted,
                drawn=row.drawn,
                delay=row.delay,
                delay_in_all=row.delay_in_all,
                points=row.points,
            )
            for row in ledger.rows
        ),
        players=tuple(
            PlayerAccount(
                side=player.side,
                name=names[player.side.place],
                delay=player.delay,
                points=player.points,
                forfeited=player.forfeited,
                away=player.away,
                breaks_used=player.breaks_used,
                breaks_left=player.breaks_left,
                break_time_left=player.break_time_left,
                thresholds=tuple(
                    DelayThreshold(what=one.what, delay=one.delay, at=one.at, points=one.points)
                    for one in player.thresholds
                ),
            )
            for player in ledger.players
        ),
    )


@post("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/record", status_code=200, summary="Record play")
async def record_entries(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    data: JSONBody[NewRecording],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
) -> RecordStatus:
    """What happened, in order; judged as RECORDED. The same entry again is harmless."""
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    require_recorder(who, event, fixture)
    if who.state.phase is TournamentPhase.CLOSED:
        raise RefusedException(cite(Refusal(TournamentCode.TOURNAMENT_CLOSED), event.book))
    outcome = await DeviceRecords(house.store).keep(
        who.state, event, fixture, data.entries, who.person, house.clock.now()
    )
    if isinstance(outcome, Refusal):
        raise RefusedException(cite(outcome, event.book))
    recording = outcome.recording
    await queue_analysis(house, recording)
    return RecordStatus(
        version=recording.state.version,
        score=recording.state.score,
        phase=recording.state.phase,
        refused=tuple(_entry_refusal(entry, request_language(request)) for entry in outcome.refused),
        unjudged=outcome.unjudged,
        stands=record_state(recording.state),
        dice=outcome.dice.table_view() if dice_approved(who.state, event, fixture) else None,
    )


def _entry_refusal(entry: RejectedEntry, language: str) -> RecordingRefusal:
    citation = entry.citation
    return RecordingRefusal(
        id=entry.id, code=citation.code, detail=sentence_in(language, citation), clauses=citation.clauses
    )


async def _dice(
    house: ServerProcess, state: Tournament, event: Contest, fixture: Fixture, recording: Recording
) -> TableDice | None:
    if not dice_approved(state, event, fixture):
        return None
    return (await DeviceRecords(house.store).dice(recording)).table_view()


HANDLERS = (table_state, delay_table, record_entries)
