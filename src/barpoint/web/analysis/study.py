"""Studying positions and files over HTTP: the analysis board, and the review of a match that was dropped as a file.

A file stays with whoever has it: it is sent with every question, and known to the queue of analyses by its digest.
"""

from base64 import b32encode
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter, QueryParameter

from barpoint.board import Refusal, Side
from barpoint.match import events as e
from barpoint.notation import MatchRecord, read_bytes, replay, svg
from barpoint.rulebook import cite
from barpoint.service import Account, ServerProcess, ServiceCode, off_loop
from barpoint.service.analysis import (
    MatchReport,
    StudyAnswer,
    StudyAround,
    StudyPosition,
    StudyQuestion,
    StudyText,
    StudyTrouble,
    read_study_position,
    studied_position,
    with_other_opinions,
)
from barpoint.service.people import decision_moments
from barpoint.web.analysis.review import (
    Plies,
    ReportForm,
    analysed_moments,
    analysis_answer,
    match_review,
    report_file,
    report_of_status,
)
from barpoint.web.guards import open_to_aids, require_no_position_in_play
from barpoint.web.problems import RefusedException
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.view_cache import ViewCache
from barpoint.wire.players import AnalysisProgress, Review

Text = Annotated[str, QueryParameter(max_length=1000)]
FileId = Annotated[str, PathParameter(pattern="^FILE[A-Z2-7]{28}$", description="The digest of a file.")]
_FORM: Final = "FILE"


@post("/api/study/position", status_code=200, summary="Read a position with all that stands around it")
async def study_position(data: JSONBody[StudyText]) -> Response[StudyPosition]:
    """A position in any form that is read: checkers, dice, cube and score, its ids, and what may be moved."""
    return Response(await off_loop(lambda: read_study_position(data)))


@get("/api/study/picture", media_type="image/svg+xml", summary="A position as a picture")
async def study_picture(text: Text, around: Text = "") -> Response[str]:
    """The one static picture of a position, as SVG; `around` is dice, score and cube as JSON where no id says them."""
    known = msgspec.json.decode(around, type=StudyAround) if around else None
    asked = StudyText(position=text, around=known)
    return Response(await off_loop(lambda: svg(*asked.reading())), media_type="image/svg+xml")


@post("/api/study", status_code=200, summary="Study a position", guards=[open_to_aids])
async def study(
    data: JSONBody[StudyQuestion], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> StudyAnswer:
    """What the engine says of a position: plays, cube, all rolls, all scores, or some games of a rollout."""
    require_students(house, player)
    position = (await off_loop(lambda: studied_position(data))).position
    if (closed := await house.club.aids.refusal_for_position(player, position)) is not None:
        raise RefusedException(closed)
    answer = await house.studies.ask(player, data)
    if answer is StudyTrouble.FAILED:
        raise RuntimeError("a question about a position was not answered")
    if isinstance(answer, StudyTrouble):
        raise RefusedException(cite(Refusal(ServiceCode.STUDY_BUSY), ""))
    return answer


# Files


@post("/api/files/review", status_code=200, summary="A match file, picture by picture")
async def file_review(request: AnyRequest) -> Review:
    """Every action of the match in a file, as for one played here; the file is the body of the request."""
    id, log, _ = await _sent_record(request)
    account = await account_of(request)
    return await off_loop(lambda: match_review(id, log, None if account is None else side_called(log, account.name)))


@post("/api/files/analysis", status_code=202, summary="Have a match file analysed", guards=[open_to_aids])
async def file_analyse(
    request: AnyRequest,
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Put into the queue, unless it is there or done."""
    require_students(house, player)
    id, log, _ = await _judged_record(request, house)
    status = await house.analyses.request(id, plies, player.id, [e.encode(event) for event in log])
    return await analysis_answer(views, id, plies, status)


@get("/api/files/{id:str}/analysis", summary="Errors and luck of a match file", guards=[open_to_aids])
async def file_analysis(
    id: FileId,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """How the analysis of a file stands, or the analysis."""
    status = await house.analyses.status(id, plies)
    if status.analysis:
        await require_no_position_in_play(request, house, analysed_moments(status))
    return await analysis_answer(views, id, plies, status)


@post("/api/files/report", status_code=200, summary="A match file as a report", guards=[open_to_aids])
async def file_report(
    request: AnyRequest, house: NamedDependency[ServerProcess], views: NamedDependency[ViewCache], plies: Plies = 0
) -> Response[MatchReport]:
    """Every decision in words, once the file is analysed."""
    id, log, record = await _judged_record(request, house)
    status = await house.analyses.status(id, plies)
    sent = sha256(await request.body()).digest()  # the same match may come with another program's opinion, or without
    return await views.json(
        ("file report", sent, plies, status.state),
        lambda: with_other_opinions(report_of_status(log, status), record),
    )


@post("/api/files/report/{form:str}", status_code=200, summary="The report of a file", guards=[open_to_aids])
async def file_report_as(
    form: ReportForm, request: AnyRequest, house: NamedDependency[ServerProcess], plies: Plies = 0
) -> Response[bytes]:
    """The report as a page, a table, or gnubg's SGF."""
    id, log, record = await _judged_record(request, house)
    status = await house.analyses.status(id, plies)
    return await off_loop(lambda: report_file(form, log, status, record))


def side_called(log: tuple[e.AnyEvent, ...], name: str) -> Side | None:
    """The side that somebody of this name played on, if it is one: a file knows no accounts."""
    started = log[0]
    assert isinstance(started, e.MatchStarted)
    names = {Side.WHITE: started.white, Side.BLACK: started.black}
    sides = [side for side in Side if name.casefold() in map(str.casefold, names[side])]
    return sides[0] if len(sides) == 1 else None


def require_students(house: ServerProcess, player: Account) -> None:
    """Turn away whom the operator has not let in."""
    if not house.studies.settings.students.include(player):
        raise RefusedException(cite(Refusal(ServiceCode.STUDY_CLOSED), ""))


async def _judged_record(request: AnyRequest, house: ServerProcess) -> tuple[str, tuple[e.AnyEvent, ...], MatchRecord]:
    """The match in the body of a request, if whoever asks may have it judged."""
    sent = await _sent_record(request)
    await require_no_position_in_play(request, house, decision_moments(sent[1]))
    return sent


async def _sent_record(request: AnyRequest) -> tuple[str, tuple[e.AnyEvent, ...], MatchRecord]:
    """The match in the body of a request: its id, its log, and what else the file says of it."""
    data = await request.body()
    return await off_loop(lambda: read_match_file(data))


def read_match_file(data: bytes) -> tuple[str, tuple[e.AnyEvent, ...], MatchRecord]:
    """A match file's id, its log, and what else it says; 404 if nothing was rolled in it."""
    loaded = read_bytes(data)
    log = loaded.events or replay(loaded.record, lenient=True).events
    if not any(isinstance(event, e.OpeningRolled | e.DiceRolled) for event in log):
        raise NotFoundException("nothing was rolled in this match, so there is nothing to weigh")
    digest = b32encode(sha256(b"\n".join(map(e.encode, log))).digest()).decode()
    return f"{_FORM}{digest[:28]}", tuple(log), loaded.record


HANDLERS = (study_position, study_picture, study, file_review, file_analyse, file_analysis, file_report, file_report_as)
