"""Reviewing a finished match over HTTP: its pictures in a row, and what the engine says of it."""

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, TooManyRequestsException
from litestar.params import QueryParameter

from barpoint.board import OFF, Side
from barpoint.board.discipline import Layout
from barpoint.engine.analysis import Analysis
from barpoint.match import events as e
from barpoint.notation.frames import Frame, frames
from barpoint.notation.situation import Party
from barpoint.notation.xgid import xgid
from barpoint.service.analyses import Standing
from barpoint.service.exports import FORMATS
from barpoint.service.house import House
from barpoint.service.ports import Account
from barpoint.service.viewing import length_in_words, points
from barpoint.web.api import Id, log_for
from barpoint.web.guards import open_to_aids
from barpoint.web.session import AnyRequest
from barpoint.wire.review import AnalysisSeen, Picture, Review

_DEEPEST: Final = 2
_SOON: Final = "30"  # seconds after which asking again makes sense
Plies = Annotated[int, QueryParameter(ge=0, le=_DEEPEST, description="How many levels the engine looks ahead.")]
_found = msgspec.json.Decoder(Analysis)


@get("/api/matches/{id:str}/review", summary="A finished match, picture by picture")
async def review(id: Id, request: AnyRequest, house: NamedDependency[House]) -> Review:  # noqa: A002
    """Every action of a match with the board after it. A match that is still played has no review."""
    return pictured(id, await _finished(request, house, id))


def pictured(id: str, log: tuple[e.AnyEvent, ...]) -> Review:  # noqa: A002
    """A match's log picture by picture."""
    started = log[0]
    assert isinstance(started, e.MatchStarted)
    clocks = _clocks(log)
    pictures = tuple(_picture(frame, clocks.get(frame.version)) for frame in frames(log))
    return Review(
        id,
        " & ".join(started.white),
        " & ".join(started.black),
        length_in_words(started.format.length),
        started.format.discipline,
        _rotated(next(frames(log), None)),
        pictures,
        tuple(FORMATS),
    )


@get("/api/matches/{id:str}/analysis", summary="Errors and luck of a finished match", guards=[open_to_aids])
async def analysed(
    id: Id,  # noqa: A002
    request: AnyRequest,
    house: NamedDependency[House],
    plies: Plies = 0,
) -> AnalysisSeen:
    """Every decision weighed by the engine, if somebody has asked for it and it is done; else how it stands."""
    await _finished(request, house, id)
    return analysis_seen(await house.analyses.look(id, plies))


@post(
    "/api/matches/{id:str}/analysis", status_code=202, summary="Have a finished match analysed", guards=[open_to_aids]
)
async def analyse(
    id: Id,  # noqa: A002
    request: AnyRequest,
    player: NamedDependency[Account],
    house: NamedDependency[House],
    plies: Plies = 0,
) -> AnalysisSeen:
    """Put into the queue, unless it is there or done. Ask for it until it is done; it is kept."""
    log = await _finished(request, house, id)
    if not any(isinstance(event, e.OpeningRolled) for event in log):
        raise NotFoundException("nothing was rolled in this match, so there is nothing to weigh")
    return analysis_seen(await house.analyses.ask(id, plies, player.id, [e.encode(event) for event in log]))


def analysis_seen(standing: Standing | None) -> AnalysisSeen:
    """How an analysis stands, as it is told; 429 if none could be asked for."""
    if standing is None:
        raise TooManyRequestsException("too many analyses wait already", headers={"retry-after": _SOON})
    found = _found.decode(standing.found) if standing.found else None
    return AnalysisSeen(standing.state, standing.ahead, standing.done, standing.total, found)


async def _finished(request: AnyRequest, house: House, id: str) -> tuple[e.AnyEvent, ...]:  # noqa: A002
    log = tuple(e.decode(line) for line in await log_for(request, house, id))
    if not any(isinstance(event, e.MatchEnded) for event in log):
        raise NotFoundException("there is no such match, or it is not over yet")
    return log


def _rotated(first: Frame | None) -> bool:
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
    around = frame.around
    seen = {Party.US: frame.turn, Party.THEM: frame.turn.other}
    rolled = around.roll if around is not None else None
    return Picture(
        game=frame.game,
        move=frame.move,
        version=frame.version,
        words=frame.words,
        points=points(frame.position),
        off=(frame.position.us[OFF], frame.position.them[OFF]),
        turn=frame.turn,
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
    position = frame.position if frame.turn is Side.WHITE else frame.position.flip()
    if frame.around is None or _rotated(frame) or not position.is_playable:
        return ""
    return xgid(position, frame.around)


HANDLERS = (review, analysed, analyse)
