"""The broadcast desk: every match that is played or can be, what is shown and kept of it, what was asked and reported.

What watchers told is for those who rule, and not for whoever plays the match it is about.
"""

import msgspec

from barpoint.match.format import MINUTE
from barpoint.tournament.desk.broadcast import (
    SightStanding,
    broadcast_of,
    requests_of,
    restricted_by,
    sight_standing,
)
from barpoint.tournament.desk.overview import DeskMatch, DeskStage, desk_overview
from barpoint.tournament.state import Tournament
from barpoint.tournament.watching import BroadcastWord, RecordingRequest, RecordingWish, Sighting

_LAST_WORDS = 50


class WatchedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One match and what holds for it."""

    contest: str
    contest_name: str
    pairing: str
    names: tuple[str, str]
    hall: str
    table: str
    stage: DeskStage
    live: bool
    recorded: bool
    delay: int  # minutes
    stopped: bool
    kept_by: tuple[str, ...] = ()  # sides whose wish keeps the record with the two of them
    gear: tuple[str, ...] = ()  # sides that may record with gear of their own


class AskedRecording(msgspec.Struct, frozen=True, kw_only=True):
    """A request with the names it needs; `fixed`: the book leaves the director no choice."""

    request: RecordingRequest
    name: str
    match: str
    fixed: bool = False


class SightLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a watcher told, and what the book makes of it."""

    sighting: Sighting
    match: str
    names: tuple[str, str]
    standing: SightStanding


class WatchingDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The whole desk; the newest words first."""

    matches: tuple[WatchedMatch, ...]
    requests: tuple[AskedRecording, ...]
    sightings: tuple[SightLine, ...]
    words: tuple[BroadcastWord, ...]


def watching_desk(state: Tournament, at: int, person: str) -> WatchingDesk:
    """The desk as one of those who rule sees it."""
    desk = desk_overview(state, at)
    own = set(state.seats.get(person, ()))
    return WatchingDesk(
        matches=tuple(_watched(state, match) for match in (*desk.playing, *desk.next)),
        requests=tuple(_asked(state, request) for request in state.recording_requests.values()),
        sightings=tuple(
            _sight(state, sighting)
            for sighting in state.sightings.values()
            if (sighting.contest, sighting.pairing) not in own
        ),
        words=state.broadcasts[: -_LAST_WORDS - 1 : -1],
    )


def _watched(state: Tournament, match: DeskMatch) -> WatchedMatch:
    contest = state.contests[match.contest]
    fixture = contest.fixtures[match.pairing]
    broadcast = broadcast_of(state, contest, fixture)
    gear = (
        request.entrant
        for request in requests_of(state, match.contest, match.pairing)
        if request.what is RecordingWish.OWN_GEAR and request.granted
    )
    return WatchedMatch(
        contest=match.contest,
        contest_name=match.contest_name,
        pairing=match.pairing,
        names=(match.sides[0].name, match.sides[1].name),
        hall=match.hall,
        table=match.table,
        stage=match.stage,
        live=broadcast.live,
        recorded=broadcast.recorded,
        delay=broadcast.delay // MINUTE,
        stopped=broadcast.stopped,
        kept_by=tuple(str(contest.entries[entrant]) for entrant in restricted_by(state, contest, fixture)),
        gear=tuple(str(contest.entries[entrant]) for entrant in gear),
    )


def _asked(state: Tournament, request: RecordingRequest) -> AskedRecording:
    contest = state.contests[request.contest]
    return AskedRecording(
        request=request,
        name=str(contest.entries[request.entrant]),
        match=f"{contest.settings.title} {request.pairing}",
        fixed=contest.book == "guide" and request.what is RecordingWish.RESTRICT,
    )


def _sight(state: Tournament, sighting: Sighting) -> SightLine:
    contest = state.contests[sighting.contest]
    home, away = contest.fixtures[sighting.pairing].pair
    return SightLine(
        sighting=sighting,
        match=f"{contest.settings.title} {sighting.pairing}",
        names=(str(contest.entries[home]), str(contest.entries[away])),
        standing=sight_standing(contest.book, sighting.subject, stream=sighting.stream),
    )
