"""The table device over HTTP: what a match is played under, what the device shows, and what it has recorded of it.

Anybody who stands at the table may read what it is played under, and the score. The two players and those who work for
the tournament, each with a private link (see `requester`), see the board and say what happened.
"""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from barpoint.board import Refusal
from barpoint.notation.record import Reader
from barpoint.rulebook import cite, sentence_in
from barpoint.service import Pairing, ServerProcess, off_loop
from barpoint.service.play import PlayChoices, play_choices
from barpoint.service.tournaments import (
    DeviceRecords,
    DeviceUser,
    Recording,
    RejectedEntry,
    TableDice,
    delay_rulings,
    desk_delays,
    device_board,
    dice_approved,
    hall_access,
    record_state,
    table_format,
)
from barpoint.tournament import Contest, Fixture, Tournament, TournamentCode, TournamentPhase
from barpoint.tournament.desk import MatchAgreement, match_agreement, score_so_far, score_until, start_score
from barpoint.web.languages import request_language
from barpoint.web.officials import Dice
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.records import Pid, load_recording, match_of, may_record, queue_analysis, require_recorder
from barpoint.web.tournaments.requester import (
    Cid,
    Requester,
    Tid,
    find_requester,
)
from barpoint.wire.directing import (
    DelayEntry,
    DelayTable,
    DelayThreshold,
    DisplayReceipt,
    NewDisplay,
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
    match_format, clock_set = table_format(who.state, event, fixture)
    score = recording.state.score if recording.events else score_so_far(who.state, event, fixture)
    held_back = 0 if may else hall_access(who.state, event, fixture, Reader.WATCHER, over=False).delay
    if held_back and fixture.result is None:  # others see it later (ibf:18.2a)
        recording = recording.until(house.clock.now() - held_back)
        score = score_until(who.state, event, fixture, house.clock.now() - held_back)
        score = recording.state.score if recording.events else score
    return TableView(
        tournament=tid,
        contest=contest,
        contest_name=event.settings.title,
        pairing=pairing,
        table=event.match_at(fixture).table,
        entrants=fixture.pair,
        names=(who.state.shown_name(fixture.pair[0], event), who.state.shown_name(fixture.pair[1], event)),
        me=next((entrant for entrant in fixture.pair if who.player in event.entries[entrant].people), ""),
        may_record=may,
        format=recording.state.format if isinstance(match_format, Refusal) else match_format,
        board=device_board(recording.state),
        score=score,
        began=start_score(who.state, event, fixture),
        recorded=recording.state.version,
        stands=record_state(recording.state)
        if may
        else msgspec.structs.replace(record_state(recording.state), game=None, words=()),
        dice=await _dice(house, who.state, event, fixture, recording),
        over=fixture.result is not None,
        clock_set=clock_set,
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


@get(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/agreement", summary="The agreement sheet of a match"
)
async def agreement_of_match(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> MatchAgreement:
    """What both sides wish, what holds by the book, and what the director imposed; for its players and the staff."""
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    require_recorder(who, event, fixture)
    sheet = match_agreement(who.state, event, fixture)
    if sheet is None:
        raise NotFoundException("no book governs this match")
    return sheet


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/plays", summary="The moves a side may choose from")
async def table_plays(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    dice: Dice = "",
) -> PlayChoices:
    """Where an official has granted any legal move: the rolls it may name and the plays of one of them."""
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    require_recorder(who, event, fixture)
    game = (await load_recording(house, who.state, event, fixture)).state.game
    if game is None or not game.any_roll:
        raise NotFoundException("nobody has granted any legal move in this match")
    return await off_loop(lambda: play_choices(game, dice))


async def _delays(house: ServerProcess, state: Tournament, event: Contest, fixture: Fixture) -> DelayTable | None:
    ruled = await delay_rulings(house.store, state, event.settings.id, fixture.id)
    ledger = desk_delays(state, event, fixture, house.clock.now(), ruled)
    if ledger is None:
        return None
    names = [state.shown_name(entrant, event) for entrant in fixture.pair]
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
    event, fixture = _own_match(who, contest, pairing, data.entrants)
    user = _user(who, event, fixture, house)
    state = await house.devices.begin(user, data.entries)
    event, fixture = match_of(state, contest, pairing)
    outcome = await DeviceRecords(house.store).keep(state, event, fixture, data.entries, who.person, user.now)
    if isinstance(outcome, Refusal):
        raise RefusedException(cite(outcome, event.book))
    recording = outcome.recording
    await house.devices.follow_record(user, recording)
    await queue_analysis(house, recording)
    return RecordStatus(
        version=recording.state.version,
        score=recording.state.score,
        phase=recording.state.phase,
        refused=tuple(_entry_refusal(entry, request_language(request)) for entry in outcome.refused),
        unjudged=outcome.unjudged,
        stands=record_state(recording.state),
        dice=outcome.dice.table_view() if dice_approved(state, event, fixture) else None,
        began=start_score(state, event, fixture),
    )


@post("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/shown", status_code=200, summary="Show a table")
async def show_table(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    data: JSONBody[NewDisplay],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
) -> DisplayReceipt:
    """Score, cube and clock as the device shows them: the desk, the hall and the overlay follow."""
    who = await find_requester(request, house, tid)
    event, fixture = _own_match(who, contest, pairing, data.entrants)
    user, shown = _user(who, event, fixture, house), data.shown
    at = min(shown.at, user.now)
    clock = None if shown.clock is None else msgspec.structs.replace(shown.clock, at=min(shown.clock.at, user.now))
    display = msgspec.structs.replace(shown, at=at, begun=min(shown.begun, at), clock=clock)
    await house.devices.show(user, data.id, display)
    state = (await house.direct.load(tid)).state
    event, fixture = match_of(state, contest, pairing)
    _, clock_set = table_format(state, event, fixture)
    return DisplayReceipt(began=start_score(state, event, fixture), clock_set=clock_set)


def _own_match(who: Requester, contest: str, pairing: str, entrants: tuple[str, str] | None) -> tuple[Contest, Fixture]:
    """The match a device speaks of: it was opened for these very two, by one of them or for the tournament."""
    event, fixture = match_of(who.state, contest, pairing)
    require_recorder(who, event, fixture)
    if who.state.phase is TournamentPhase.CLOSED:
        raise RefusedException(cite(Refusal(TournamentCode.TOURNAMENT_CLOSED), event.book))
    if entrants not in (None, fixture.pair):
        raise RefusedException(cite(Refusal(TournamentCode.BOARD_NOT_OF_MATCH, {"pairing": pairing}), event.book))
    return event, fixture


def _user(who: Requester, event: Contest, fixture: Fixture, house: ServerProcess) -> DeviceUser:
    return DeviceUser(
        Pairing(who.id, event.settings.id, fixture.id),
        who.state.record_name(event, fixture),
        who.person,
        who.kind == "player",
        house.clock.now(),
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


HANDLERS = (table_state, delay_table, agreement_of_match, table_plays, record_entries, show_table)
