"""Recorded matches over HTTP: as files, picture by picture, with their dice, and what the engine says of them.

A record is for the two players and those who work for the tournament; for everybody once the match is over, if the
organiser chose the table to be recorded and neither player keeps the record (ibf:18.1b, guide:3.1c, 3.1d). It is
reviewed when the match is over; somebody
who sits in an unfinished match of the tournament gets no analysis (usbgf:1.8.1a, bws:1.7.1a, guide:1.2.3a).
"""

from functools import partial
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import PathParameter

from barpoint.board import Refusal, Side
from barpoint.engine.review import Performance
from barpoint.match import MatchPhase
from barpoint.match.events import encode
from barpoint.notation.record import Reader
from barpoint.rulebook import cite
from barpoint.service import ServerProcess, ServiceCode, off_loop
from barpoint.service.analysis import MatchReport
from barpoint.service.dice import (
    Verdict,
    decode_dice,
    verify_dice,
    write_dice_file,
)
from barpoint.service.people import decision_moments
from barpoint.service.play import EXPORT_FORMATS, export_match
from barpoint.service.tournaments import DeviceRecords, Recording, hall_access
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import matches_of
from barpoint.web.analysis.review import (
    Plies,
    ReportForm,
    analysis_answer,
    analysis_view,
    match_review,
    report_file,
    report_of_status,
)
from barpoint.web.guards import open_to_aids, require_no_position_in_play
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.requester import (
    Cid,
    Requester,
    Tid,
    find_requester,
)
from barpoint.web.view_cache import ViewCache
from barpoint.wire.directing import ErrorRates
from barpoint.wire.players import AnalysisProgress, Review

Pid = Annotated[str, PathParameter(max_length=20, description="The match on the draw sheet, such as M1-3.")]
ExportName = Annotated[
    str, PathParameter(pattern=f"^({'|'.join(EXPORT_FORMATS)})$", description=f"One of {', '.join(EXPORT_FORMATS)}.")
]
_SOON: Final = 0  # the depth every finished record is weighed at without being asked


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/record/{form:str}", summary="A recorded match")
async def record_file(
    tid: Tid, contest: Cid, pairing: Pid, form: ExportName, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[bytes]:
    """As a file, for the players and the staff."""
    _, recording = await _record(request, house, tid, contest, pairing)
    export_format = EXPORT_FORMATS[form]
    headers = {"content-disposition": f'attachment; filename="{tid}-{pairing}.{export_format.suffix}"'}
    body = await off_loop(lambda: export_match(form, log_of(recording)))
    return Response(body, media_type=export_format.media_type, headers=headers)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/dice", summary="A recorded match with its dice")
async def record_dice(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Response[bytes]:
    """The record and everything published of its dice, for `barpoint dice verify`."""
    _, recording = await _record(request, house, tid, contest, pairing)
    dice = [stored.data for stored in await house.store.read(f"dice:{recording.id}")]
    headers = {"content-disposition": f'attachment; filename="{tid}-{pairing}.dice.json"'}
    body = await off_loop(lambda: write_dice_file(recording.id, log_of(recording), dice))
    return Response(body, media_type="application/json", headers=headers)


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/dice/check", summary="Check a record's dice")
async def check_record_dice(
    tid: Tid, contest: Cid, pairing: Pid, request: AnyRequest, house: NamedDependency[ServerProcess]
) -> Verdict:
    """Every roll of sealed dice worked out again; `by_hand` are those thrown on the board."""
    _, recording = await _record(request, house, tid, contest, pairing)
    kept = await house.store.read(f"dice:{recording.id}")
    return await off_loop(
        lambda: verify_dice(recording.id, recording.events, [decode_dice(stored.data) for stored in kept])
    )


@get("/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/review", summary="A recorded match in pictures")
async def record_review(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
) -> Response[Review]:
    """Every action of a match that is over, with the board and the clock after it."""
    who, recording = await _complete_record(request, house, tid, contest, pairing)
    event, fixture = match_of(who.state, contest, pairing)
    seats = zip(Side, fixture.pair, strict=True)  # home plays white
    own = next((side for side, entrant in seats if who.player in event.entries[entrant].people), None)
    return await views.json(
        ("review", analysis_key(recording), own), lambda: match_review(recording.id, recording.events, own)
    )


@get(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis",
    summary="Error rates of a recorded match",
    guards=[open_to_aids],
)
async def record_analysis(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Every decision weighed by the engine; a record that ended is put into the queue by itself."""
    who, recording = await _complete_record(request, house, tid, contest, pairing)
    await _require_no_play(request, house, who, recording)
    key = analysis_key(recording)
    return await analysis_answer(views, key, plies, await house.analyses.status(key, plies))


@get(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis/report",
    summary="A recorded match as a report",
    guards=[open_to_aids],
)
async def record_report(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[MatchReport]:
    """Every decision in words with its position, once it is analysed."""
    who, recording = await _complete_record(request, house, tid, contest, pairing)
    await _require_no_play(request, house, who, recording)
    key = analysis_key(recording)
    status = await house.analyses.status(key, plies)
    return await views.json(("report", key, plies, status.state), lambda: report_of_status(recording.events, status))


@get(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis/report/{form:str}",
    summary="The report of a recorded match as a file",
    guards=[open_to_aids],
)
async def record_report_as(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    form: ReportForm,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    plies: Plies = 0,
) -> Response[bytes]:
    """The report as a page, a table, or gnubg's SGF with the analysis."""
    who, recording = await _complete_record(request, house, tid, contest, pairing)
    await _require_no_play(request, house, who, recording)
    status = await house.analyses.status(analysis_key(recording), plies)
    return await off_loop(lambda: report_file(form, recording.events, status))


@post(
    "/api/tournaments/{tid:str}/tables/{contest:str}/{pairing:str}/analysis",
    status_code=202,
    summary="Have a recorded match analysed",
    guards=[open_to_aids],
)
async def analyse_record(
    tid: Tid,
    contest: Cid,
    pairing: Pid,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Put into the queue, unless it is there or done."""
    who, recording = await _complete_record(request, house, tid, contest, pairing)
    await _require_no_play(request, house, who, recording)
    key, asked_by = analysis_key(recording), f"{tid}/{who.person}"
    return await analysis_answer(
        views, key, plies, await house.analyses.request(key, plies, asked_by, log_of(recording))
    )


def log_of(recording: Recording) -> list[bytes]:
    """The record's log, line by line."""
    return [encode(event) for event in recording.events]


def analysis_key(recording: Recording) -> str:
    """What the analysis of a record is kept under: another one if something was taken back since."""
    return f"{recording.id.replace('/', '+')}@{recording.state.version}"


async def queue_analysis(house: ServerProcess, recording: Recording) -> None:
    """A record that has ended is weighed without being asked."""
    if recording.state.phase is MatchPhase.OVER:
        await house.analyses.request(analysis_key(recording), _SOON, f"table {recording.id}", log_of(recording))


async def error_rates(house: ServerProcess, state: Tournament) -> tuple[ErrorRates, ...]:
    """What is known of every recorded match that is over; what has not been weighed is asked for."""
    rates: list[ErrorRates] = []
    for contest in state.contests.values():
        for fixture in contest.fixtures.values():
            if len(fixture.players) < 2 or fixture.result is None:
                continue
            recording = await DeviceRecords(house.store).load(state, contest, fixture)
            if isinstance(recording, Refusal) or not recording.events:
                continue
            status = await house.analyses.status(analysis_key(recording), _SOON)
            if status.state == "none":
                await queue_analysis(house, recording)
            seen = await off_loop(partial(analysis_view, status))
            rates.append(_rates(state, contest, fixture, seen))
    return tuple(rates)


def _rates(state: Tournament, contest: Contest, fixture: Fixture, seen: AnalysisProgress) -> ErrorRates:
    name = state.settings.id if state.settings else ""
    players: tuple[Performance, ...] = () if seen.analysis is None else seen.analysis.players
    return ErrorRates(match=f"{name}/{contest.settings.id}/{fixture.id}", state=seen.state, players=players)


def match_of(state: Tournament, contest: str, pairing: str) -> tuple[Contest, Fixture]:
    """A match with two players of an event that is published."""
    event = state.contests.get(contest)
    fixture = event.fixtures.get(pairing) if event is not None and event.published is not None else None
    if event is None or fixture is None or len(fixture.players) < 2:
        raise NotFoundException("there is no such match with two players")
    return event, fixture


def may_record(who: Requester, contest: Contest, fixture: Fixture) -> bool:
    """The two sides, and those who work for the tournament."""
    return bool(who.roles) or any(who.player in contest.entries[entrant].people for entrant in fixture.pair)


def require_recorder(who: Requester, contest: Contest, fixture: Fixture) -> None:
    """Nobody else has a record, or writes one."""
    if not may_record(who, contest, fixture):
        raise PermissionDeniedException("for the two players and the staff: open your private link first")


async def load_recording(house: ServerProcess, state: Tournament, contest: Contest, fixture: Fixture) -> Recording:
    """The record of a match as it stands."""
    recording = await DeviceRecords(house.store).load(state, contest, fixture)
    if isinstance(recording, Refusal):
        raise RefusedException(cite(recording, contest.book))
    return recording


async def _record(
    request: AnyRequest, house: ServerProcess, tid: str, contest: str, pairing: str
) -> tuple[Requester, Recording]:
    who = await find_requester(request, house, tid)
    event, fixture = match_of(who.state, contest, pairing)
    over = fixture.result is not None
    if not may_record(who, event, fixture):  # others have what was chosen for them, once it is over
        access = hall_access(who.state, event, fixture, Reader.PUBLIC, over=over)
        if not access.copies:
            raise PermissionDeniedException("for the two players and the staff: open your private link first")
    recording = await load_recording(house, who.state, event, fixture)
    if not recording.events:
        raise NotFoundException("nothing of this match has been recorded")
    return who, recording


async def _complete_record(
    request: AnyRequest, house: ServerProcess, tid: str, contest: str, pairing: str
) -> tuple[Requester, Recording]:
    who, recording = await _record(request, house, tid, contest, pairing)
    _, fixture = match_of(who.state, contest, pairing)
    if recording.state.phase is not MatchPhase.OVER and fixture.result is None:
        raise NotFoundException("the match is not over yet")
    return who, recording


async def _require_no_play(request: AnyRequest, house: ServerProcess, who: Requester, recording: Recording) -> None:
    """No aids for somebody who sits in an unfinished match: here, or with the account that plays for them."""
    await require_no_position_in_play(request, house, decision_moments(recording.events))
    sits = any(match.playing for _, _, match in matches_of(who.state, who.player))
    account = (await house.links.keys(who.id)).accounts.get(who.player, "")
    if sits or (account and await house.accounts.plays_seriously(account)):
        raise RefusedException(cite(Refusal(ServiceCode.AIDS_CLOSED), ""))


HANDLERS = (
    record_file,
    record_dice,
    check_record_dice,
    record_review,
    record_analysis,
    record_report,
    record_report_as,
    analyse_record,
)
