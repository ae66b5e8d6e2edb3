"""Reviewing a finished match over HTTP: its pictures in a row, and what the engine says of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import PathParameter, QueryParameter

from barpoint.board import OFF, Layout, Roll, Side, pos
from barpoint.engine import Analysis
from barpoint.match import events as e
from barpoint.notation import MatchRecord, Party, match_frames, xgid
from barpoint.notation.pictures import Frame
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.analysis import MatchReport, report_csv, report_of, report_page, report_sgf, with_other_opinions
from barpoint.service.people import DEEPEST, AnalysisStatus, Moment, decision_moments
from barpoint.service.play import EXPORT_FORMATS, board_points, length_in_words
from barpoint.web.api import Id, published_for, room_of
from barpoint.web.guards import open_to_aids, require_no_position_in_play
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.view_cache import ViewCache
from barpoint.wire.players import (
    AnalysisProgress,
    Picture,
    Review,
)

_SOON: Final = "30"  # seconds after which asking again makes sense
Plies = Annotated[int, QueryParameter(ge=0, le=DEEPEST, description="How many levels the engine looks ahead.")]
ReportForm = Annotated[str, PathParameter(pattern="^(html|csv|sgf|json)$", description="html, csv, sgf or json.")]
_decoder = msgspec.json.Decoder(Analysis)


@get("/api/matches/{id:str}/review", summary="A finished match, picture by picture")
async def review(
    id: Id, request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache]
) -> Response[Review]:
    """Every action of a match with the board after it. A match that is still played has no review."""
    log = await _complete_log(request, house, id)
    account = await account_of(request)
    seat = None if account is None else (await room_of(house, id)).seat_of(account.id)
    own = None if seat is None else seat[0]
    return await views.json(("review", id, len(log), own), lambda: match_review(id, log, own))


def match_review(id: str, log: tuple[e.AnyEvent, ...], own: Side | None = None) -> Review:
    """A match's log picture by picture."""
    started = log[0]
    assert isinstance(started, e.MatchStarted)
    clocks = _clocks(log)
    pictures = tuple(_picture(frame, clocks.get(frame.version)) for frame in match_frames(log))
    return Review(
        id,
        " & ".join(started.white),
        " & ".join(started.black),
        length_in_words(started.format.length),
        started.format.discipline,
        _is_rotated(next(match_frames(log), None)),
        pictures,
        tuple(EXPORT_FORMATS),
        own,
    )


@get("/api/matches/{id:str}/analysis", summary="Errors and luck of a finished match", guards=[open_to_aids])
async def analysis(
    id: Id,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Every decision weighed by the engine, if somebody has asked for it and it is done; else how it stands."""
    await _judged_log(request, house, id)
    return await analysis_answer(views, id, plies, await house.analyses.status(id, plies))


@post(
    "/api/matches/{id:str}/analysis", status_code=202, summary="Have a finished match analysed", guards=[open_to_aids]
)
async def analyse(
    id: Id,
    request: AnyRequest,
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Put into the queue, unless it is there or done. Ask for it until it is done; it is kept."""
    log = await _judged_log(request, house, id)
    if not any(isinstance(event, e.OpeningRolled) for event in log):
        raise NotFoundException("nothing was rolled in this match, so there is nothing to weigh")
    status = await house.analyses.request(id, plies, player.id, [e.encode(event) for event in log])
    return await analysis_answer(views, id, plies, status)


async def analysis_answer(
    views: ViewCache, key: str, plies: int, status: AnalysisStatus | None
) -> Response[AnalysisProgress]:
    """The same as an answer; one that is done may be long, and does not change."""
    if status is None or not status.analysis:
        return Response(analysis_view(status))
    return await views.json(("analysis", key, plies), lambda: analysis_view(status))


def analysis_view(status: AnalysisStatus | None) -> AnalysisProgress:
    """How an analysis stands, as it is told; 429 if none could be asked for."""
    if status is None:
        raise TooManyRequestsException("too many analyses wait already", headers={"retry-after": _SOON})
    analysis_data = _decoder.decode(status.analysis) if status.analysis else None
    return AnalysisProgress(status.state, status.ahead, status.done, status.total, analysis_data)


def analysed_moments(status: AnalysisStatus) -> Iterator[Moment]:
    """Where something was decided in a match of which only the analysis is here."""
    for decision in _decoder.decode(status.analysis).decisions:
        yield pos(decision.position), None if decision.roll is None else Roll(*decision.roll)


@get("/api/matches/{id:str}/analysis/report", summary="A finished match as a report", guards=[open_to_aids])
async def analysis_report(
    id: Id,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[MatchReport]:
    """Every decision in words with its position, once somebody has had it analysed."""
    log = await _judged_log(request, house, id)
    status = await house.analyses.status(id, plies)
    return await views.json(
        ("report", id, len(log), plies, status.state == "done"), lambda: report_of_status(log, status)
    )


@get("/api/matches/{id:str}/analysis/report/{form:str}", summary="The report as a file", guards=[open_to_aids])
async def analysis_report_as(
    id: Id, form: ReportForm, request: AnyRequest, house: NamedDependency[ServerProcess], plies: Plies = 0
) -> Response[bytes]:
    """The report as a page, a table, or gnubg's SGF with the analysis."""
    log = await _judged_log(request, house, id)
    status = await house.analyses.status(id, plies)
    return await off_loop(lambda: report_file(form, log, status))


def report_of_status(log: tuple[e.AnyEvent, ...], status: AnalysisStatus) -> MatchReport:
    """The report of an analysis that is done; 404 if it is not."""
    if not status.analysis:
        raise NotFoundException("this match has not been analysed at this depth")
    return report_of(log, _decoder.decode(status.analysis))


def report_file(
    form: str, log: tuple[e.AnyEvent, ...], status: AnalysisStatus, record: MatchRecord | None = None
) -> Response[bytes]:
    """A report as a file to keep; 400 for a discipline the form does not know."""
    made = report_of_status(log, status)
    if record is not None:
        made = with_other_opinions(made, record)
    match form:
        case "html":
            body, kind = report_page(made).encode(), "text/html"
        case "csv":
            body, kind = report_csv(made).encode(), "text/csv"
        case "json":
            body, kind = msgspec.json.encode(made), "application/json"
        case _:
            body, kind = report_sgf(log, made), "application/x-go-sgf"
    name = f'attachment; filename="analysis.{form}"'
    return Response(body, media_type=kind, headers={"content-disposition": name})


async def _judged_log(request: AnyRequest, house: ServerProcess, id: str) -> tuple[e.AnyEvent, ...]:
    """The log of a match that whoever asks may have judged."""
    log = await _complete_log(request, house, id)
    await require_no_position_in_play(request, house, decision_moments(log))
    return log


async def _complete_log(request: AnyRequest, house: ServerProcess, id: str) -> tuple[e.AnyEvent, ...]:
    lines = (await published_for(request, house, id)).log
    log = await off_loop(lambda: tuple(map(e.decode, lines)))
    if not any(isinstance(event, e.MatchEnded) for event in log):
        raise NotFoundException("there is no such match, or it is not over yet")
    return log


def _is_rotated(first: Frame | None) -> bool:
    return first is not None and first.position.discipline.layout is Layout.ROTATED


def _clocks(log: tuple[e.AnyEvent, ...]) -> dict[int, tuple[int, int]]:
    """What the table's own clock last showed, by version; a play has the reading noted with it."""
    shown: dict[int, tuple[int, int]] = {}
    last: tuple[int, int] | None = None
    for version, event in enumerate(log, 1):
        if isinstance(event, e.ClockRead):
            last = shown[version - 1] = event.remaining
        if last is not None:
            shown[version] = last
    return shown


def _picture(frame: Frame, clock: tuple[int, int] | None) -> Picture:
    around = frame.around  # White's, as the position is
    seen = {Party.US: Side.WHITE, Party.THEM: Side.BLACK}
    rolled = around.roll if around is not None and not _is_played(frame) else None
    return Picture(
        game=frame.game,
        move=frame.move,
        version=frame.version,
        words=frame.words,
        points=board_points(frame.position),
        off=(frame.position.us[OFF], frame.position.them[OFF]),
        turn=_next_turn(frame),
        score=frame.score,
        side=frame.side,
        dice=None if rolled is None else (rolled.high, rolled.low),
        cube=1 if around is None else around.cube,
        owner=None if around is None or around.cube_owner is None else seen[around.cube_owner],
        offered=2 * around.cube if around is not None and around.offer is not None else 0,
        xgid=_xgid(frame),
        clock=clock,
    )


def _xgid(frame: Frame) -> str:
    """An id speaks for the side on roll: what stands around White's position is turned with it."""
    if frame.around is None or _is_rotated(frame) or not frame.position.is_playable:
        return ""
    around = replace(frame.around, roll=None) if _is_played(frame) else frame.around
    if _next_turn(frame) is Side.WHITE:
        return xgid(frame.position, around)
    return xgid(frame.position.flip(), around.flip())


def _is_played(frame: Frame) -> bool:
    """Whether spent dice still lie there: what is decided next is the other side's cube."""
    return frame.kind == "play" and frame.around is not None and frame.around.roll is not None


def _next_turn(frame: Frame) -> Side:
    return frame.turn.other if _is_played(frame) else frame.turn


HANDLERS = (review, analysis, analyse, analysis_report, analysis_report_as)
