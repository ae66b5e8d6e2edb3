"""The live scoreboard of a tournament: every match at a table, with its score where it is known.

The score comes from the match itself where it is played or recorded on the server, as a spectator sees it, delay
and all (home plays white there); elsewhere it is what penalties give before the first roll.
What only the desk may know is not here.
"""

import msgspec

from barpoint.service.authority import Pairing, board_of, is_record_of
from barpoint.service.long_work import off_loop
from barpoint.service.people.spectators import SpectatorViews, may_watch
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.views import Audience
from barpoint.service.ports import EventStore
from barpoint.service.tournaments.device_record import DeviceRecords, Recording
from barpoint.tournament import Tournament
from barpoint.tournament.desk import (
    DeskMatch,
    DeskStage,
    as_counted,
    desk_overview,
    start_score,
)


class LiveMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the board."""

    contest: str
    contest_name: str
    pairing: str
    bracket: str
    round: int
    hall: str
    table: str
    home: str
    away: str
    score: tuple[int, int]
    length: int | None
    stage: DeskStage
    due: int | None
    since: int | None
    stream: str = ""
    crawford: bool = False


class Scoreboard:
    """Reads the live matches of this server."""

    def __init__(self, store: EventStore, play: PlayService, watching: SpectatorViews) -> None:
        self._recorded, self._play, self._watching = DeviceRecords(store), play, watching

    async def live(self, state: Tournament, at: int) -> tuple[LiveMatch, ...]:
        """Every match that is called or being played, by table."""
        now = await off_loop(lambda: desk_overview(state, at))
        desk_matches = [
            match for match in (*now.playing, *now.next) if match.stage is not DeskStage.READY or match.table
        ]
        matches = [await self._live_match(state, match) for match in desk_matches]
        return tuple(sorted(matches, key=lambda match: (as_counted(match.hall), as_counted(match.table))))

    async def _live_match(self, state: Tournament, match: DeskMatch) -> LiveMatch:
        contest = state.contests[match.contest]
        fixture = contest.fixtures[match.pairing]
        home, away = match.sides
        score, crawford = start_score(state, contest, fixture), False
        name = state.settings.id if state.settings else ""
        pairing = Pairing(name, match.contest, match.pairing)
        board = await self._board(match.stream, pairing)
        room = await self._watching.room_for(board, Audience.SPECTATOR) if board and may_watch(board, None) else None
        recording = await self._recorded.load(state, contest, fixture) if room is None else None
        state_shown = (
            room.match
            if room is not None
            else recording.state
            if isinstance(recording, Recording) and recording.events
            else None
        )
        if state_shown is not None:
            score, crawford = state_shown.score, state_shown.game is not None and state_shown.game.crawford
        return LiveMatch(
            contest=match.contest,
            contest_name=match.contest_name,
            pairing=match.pairing,
            bracket=match.bracket,
            round=match.round,
            hall=match.hall,
            table=match.table,
            home=home.name,
            away=away.name,
            score=score,
            length=match.length,
            stage=match.stage,
            due=match.due,
            since=match.since,
            stream=match.stream if board is not None or is_record_of(match.stream, pairing) else "",
            crawford=crawford,
        )

    async def _board(self, stream: str, pairing: Pairing) -> Room | None:
        kind, _, id = stream.partition(":")
        return board_of(await self._play.room(id), pairing) if kind == "match" and id else None
