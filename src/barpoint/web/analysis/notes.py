"""Comments and stars in a review over HTTP, and files that are shared: reviewed by whoever has the link."""

from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from barpoint.match import events as e
from barpoint.notation import MatchRecord
from barpoint.service import Account, ServerProcess, off_loop
from barpoint.service.analysis import MatchReport, ReviewNotes, WrittenNotes, with_other_opinions
from barpoint.service.people import decision_moments
from barpoint.web.analysis.review import (
    Plies,
    ReportForm,
    analysis_answer,
    match_review,
    report_file,
    report_of_status,
)
from barpoint.web.analysis.study import FileId, read_match_file, require_students, side_called
from barpoint.web.api import Id, published_for
from barpoint.web.guards import open_to_aids, require_no_position_in_play
from barpoint.web.session import AnyRequest, account_of
from barpoint.web.view_cache import ViewCache
from barpoint.wire.players import AnalysisProgress, Review, SharedFile

_Match = tuple[str, tuple[e.AnyEvent, ...], MatchRecord]


@get("/api/matches/{id:str}/notes", summary="Comments and stars of a match")
async def match_notes(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> ReviewNotes:
    """Your own, and what others share."""
    await published_for(request, house, id)
    return await house.shelf.notes(id, await account_of(request))


@put("/api/matches/{id:str}/notes", status_code=204, summary="Write comments and stars of a match")
async def write_match_notes(
    id: Id,
    request: AnyRequest,
    data: JSONBody[WrittenNotes],
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
) -> None:
    """Instead of all you wrote before; for nobody else unless you share them."""
    await published_for(request, house, id)
    await house.shelf.write(id, player, data)


@get("/api/files/{id:str}/notes", summary="Comments and stars of a match file")
async def file_notes(id: FileId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> ReviewNotes:
    """Your own, and what others share."""
    return await house.shelf.notes(id, await account_of(request))


@put("/api/files/{id:str}/notes", status_code=204, summary="Write comments and stars of a match file")
async def write_file_notes(
    id: FileId, data: JSONBody[WrittenNotes], player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> None:
    """Instead of all you wrote before; for nobody else unless you share them."""
    await house.shelf.write(id, player, data)


# Shared files


@post("/api/files", status_code=201, summary="Share a match file")
async def share_file(
    request: AnyRequest, player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> SharedFile:
    """Keep the file that is the body of the request for whoever has its link."""
    require_students(house, player)
    data = await request.body()
    id, _, _ = await off_loop(lambda: read_match_file(data))
    await house.shelf.share_file(id, player, data)
    return SharedFile(id)


@get("/api/files/{id:str}/review", summary="A shared match file, picture by picture")
async def shared_review(id: FileId, request: AnyRequest, house: NamedDependency[ServerProcess]) -> Review:
    """Every action of the match in a file that somebody shared."""
    _, log, _ = await _shared_match(house, id)
    account = await account_of(request)
    return await off_loop(lambda: match_review(id, log, None if account is None else side_called(log, account.name)))


@post("/api/files/{id:str}/analysis", status_code=202, summary="Have a shared file analysed", guards=[open_to_aids])
async def analyse_shared(
    id: FileId,
    request: AnyRequest,
    player: NamedDependency[Account],
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[AnalysisProgress]:
    """Put into the queue, unless it is there or done."""
    require_students(house, player)
    _, log, _ = await _judged_match(request, house, id)
    status = await house.analyses.request(id, plies, player.id, [e.encode(event) for event in log])
    return await analysis_answer(views, id, plies, status)


@get("/api/files/{id:str}/analysis/report", summary="A shared file as a report", guards=[open_to_aids])
async def shared_report(
    id: FileId,
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    views: NamedDependency[ViewCache],
    plies: Plies = 0,
) -> Response[MatchReport]:
    """Every decision in words, once the file is analysed."""
    _, log, record = await _judged_match(request, house, id)
    status = await house.analyses.status(id, plies)
    return await views.json(
        ("shared report", id, plies, status.state), lambda: with_other_opinions(report_of_status(log, status), record)
    )


@get("/api/files/{id:str}/analysis/report/{form:str}", summary="The report of a shared file", guards=[open_to_aids])
async def shared_report_as(
    id: FileId, form: ReportForm, request: AnyRequest, house: NamedDependency[ServerProcess], plies: Plies = 0
) -> Response[bytes]:
    """The report as a page, a table, JSON, or gnubg's SGF."""
    _, log, record = await _judged_match(request, house, id)
    status = await house.analyses.status(id, plies)
    return await off_loop(lambda: report_file(form, log, status, record))


async def _shared_match(house: ServerProcess, id: str) -> _Match:
    data = await house.shelf.file(id)
    if data is None:
        raise NotFoundException("nobody has shared such a file")
    return await off_loop(lambda: read_match_file(data))


async def _judged_match(request: AnyRequest, house: ServerProcess, id: str) -> _Match:
    """The same, if whoever asks may have it judged."""
    match = await _shared_match(house, id)
    await require_no_position_in_play(request, house, decision_moments(match[1]))
    return match


HANDLERS = (
    match_notes,
    write_match_notes,
    file_notes,
    write_file_notes,
    share_file,
    shared_review,
    analyse_shared,
    shared_report,
    shared_report_as,
)
