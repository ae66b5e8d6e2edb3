"""What is published of the records over HTTP: the digests of the days, and where the record of a match ends."""

from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import PathParameter

from barpoint.match import MatchPhase
from barpoint.service import Audience, ServerProcess
from barpoint.service.records import DailyDigest, StreamHead, write_digest
from barpoint.web.api import Id, audience_for
from barpoint.web.session import AnyRequest

MOST_DAYS: Final = 400
Day = Annotated[str, PathParameter(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="A date, such as 2026-11-17.")]


@get("/api/records", summary="The digests of the days")
async def digests(house: NamedDependency[ServerProcess]) -> list[DailyDigest]:
    """One number a day that stands for every record of this server, newest first. Copy them: an edit shows."""
    return list(await house.records.digests(MOST_DAYS))


@get("/api/records/{day:str}", summary="The digest of a day")
async def digest_of_day(day: Day, house: NamedDependency[ServerProcess]) -> Response[str]:
    """With the lines it is worked out from: SHA-256 of a stream's name, version and digest, which name nobody."""
    of_day = await house.records.digest_of(day)
    if of_day is None:
        raise NotFoundException("there is no digest of that day")
    return Response(write_digest(of_day), media_type="text/plain")


@get("/api/matches/{id:str}/record", summary="Where the record of a match ends")
async def match_record(id: Id, request: AnyRequest, house: NamedDependency[ServerProcess]) -> list[StreamHead]:
    """Version and digest of its log and of its dice; they stand for everything before them. Keep them."""
    room = await house.play.room(id)
    if room is None:
        raise NotFoundException("there is no such match")
    audience = await audience_for(request, house, room)
    shown = await house.club.watching.room_for(room, audience)
    if audience is Audience.SPECTATOR and room.options.delay and shown.match.phase is not MatchPhase.OVER:
        raise PermissionDeniedException(
            "spectators of this match are behind, and learn where it stands when it is over"
        )
    return list(await house.records.heads([f"match:{id}", f"dice:{id}"]))


HANDLERS = (digests, digest_of_day, match_record)
