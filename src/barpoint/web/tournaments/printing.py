"""A tournament's paper from the browser: everything `barpoint tournament print` makes, as PDF."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from barpoint.service import ServerProcess, off_loop
from barpoint.service.tournaments import PAPER_KINDS, paper_of, start_pictures
from barpoint.tournament import Permission
from barpoint.tournament.printing import PrintJob
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.requester import Tid, find_requester

_NEEDED: Final = {
    "cash": Permission.MONEY,
    "report": Permission.CLOSE,
    "penalties": Permission.RULE,
    "protocols": Permission.RULE,
}
_PAPERS: Final = ("", "a4", "letter", "a3", "a2", "a1", "a0")
_DAY: Final = 14 * 60


@get("/api/tournaments/{tid:str}/print/{kind:str}", media_type="application/pdf", summary="Something on paper")
async def printed(
    tid: Tid,
    kind: FromPath[str],
    request: AnyRequest,
    house: NamedDependency[ServerProcess],
    event: Annotated[str, QueryParameter(max_length=60, description="One event; by default all.")] = "",
    paper: Annotated[str, QueryParameter(max_length=10, description="a4 or letter; a draw up to a0.")] = "",
    offset: Annotated[int, QueryParameter(ge=-_DAY, le=_DAY, description="Of the hours, minutes from UTC.")] = 0,
) -> Response[bytes]:
    """Draw sheets, pairings, slips, score sheets, lists; the cash sheet and the report for those they are for."""
    who = await find_requester(request, house, tid)
    who.require_staff()
    if kind not in PAPER_KINDS:
        raise NotFoundException(f"expected one of {', '.join(PAPER_KINDS)}, not {kind[:40]!r}")
    if kind in _NEEDED:
        who.require(_NEEDED[kind])
    if paper not in _PAPERS:
        raise ValueError(f"expected paper of {', '.join(filter(None, _PAPERS))}, not {paper!r}")
    if event and event not in who.state.contests:
        raise NotFoundException("there is no such event")
    zone = timedelta(minutes=offset)
    state, now = who.state, house.clock.now()

    def printed_pages() -> bytes:
        pictures = start_pictures(state)
        job = PrintJob(state=state, at=now, event=event, paper=paper, hour=partial(_hour, zone=zone), pictures=pictures)
        return paper_of(kind, job)

    body = await off_loop(printed_pages)
    headers = {"content-disposition": f'inline; filename="{tid}-{kind}.pdf"'}
    return Response(body, media_type="application/pdf", headers=headers)


def _hour(moment: int, zone: timedelta) -> str:
    return (datetime.fromtimestamp(moment / 1000, UTC) + zone).strftime("%d.%m. %H:%M")


HANDLERS = (printed,)
