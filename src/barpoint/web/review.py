"""Reviewing a finished match over HTTP: its pictures in a row, and what the engine says of it."""

import asyncio
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter

from barpoint.board import OFF, Side
from barpoint.board.discipline import Layout
from barpoint.engine.analysis import Analysis, analyse
from barpoint.match import events as e
from barpoint.notation.frames import Frame, frames
from barpoint.notation.situation import Party
from barpoint.notation.xgid import xgid
from barpoint.service.exports import FORMATS
from barpoint.service.house import House
from barpoint.service.viewing import length_in_words, points
from barpoint.web.api import Id, log_for
from barpoint.web.guards import open_to_aids
from barpoint.web.session import AnyRequest
from barpoint.wire.review import Picture, Review

_DEEPEST: Final = 2
_MOST_KEPT: Final = 64
_kept: dict[tuple[str, int], Analysis] = {}
_one_at_a_time = asyncio.Lock()  # an analysis takes a core; players at their boards need the others


@get("/api/matches/{id:str}/review", summary="A finished match, picture by picture")
async def review(id: Id, request: AnyRequest, house: NamedDependency[House]) -> Review:  # noqa: A002
    """Every action of a match with the board after it. A match that is still played has no review."""
    log = await _finished(request, house, id)
    started = log[0]
    assert isinstance(started, e.MatchStarted)
    pictures = tuple(_picture(frame) for frame in frames(log))
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
    plies: Annotated[int, QueryParameter(ge=0, le=_DEEPEST, description="How many levels the engine looks ahead.")] = 0,
) -> Analysis:
    """Every decision weighed by the engine. What has been weighed once is kept for a while."""
    key = (id, plies)
    log = await _finished(request, house, id)
    if key not in _kept:
        async with _one_at_a_time:
            found = await asyncio.to_thread(analyse, log, plies)
        _kept[key] = found
        while len(_kept) > _MOST_KEPT:
            del _kept[next(iter(_kept))]
    return _kept[key]


async def _finished(request: AnyRequest, house: House, id: str) -> tuple[e.AnyEvent, ...]:  # noqa: A002
    log = tuple(e.decode(line) for line in await log_for(request, house, id))
    if not any(isinstance(event, e.MatchEnded) for event in log):
        raise NotFoundException("there is no such match, or it is not over yet")
    return log


def _rotated(first: Frame | None) -> bool:
    return first is not None and first.position.discipline.layout is Layout.ROTATED


def _picture(frame: Frame) -> Picture:
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
    )


def _xgid(frame: Frame) -> str:
    position = frame.position if frame.turn is Side.WHITE else frame.position.flip()
    if frame.around is None or _rotated(frame) or not position.is_playable:
        return ""
    return xgid(position, frame.around)


HANDLERS = (review, analysed)
