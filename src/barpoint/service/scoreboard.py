"""The live scoreboard of a tournament: every match at a table, with its score where it is known.

The score comes from the match itself where it is played or recorded on the server, as a spectator sees it, delay
and all (home plays white there); elsewhere it is what penalties give before the first roll.
What only the desk may know is not here.
"""

import msgspec

from barpoint.service.play import Play
from barpoint.service.ports import EventStore
from barpoint.service.recorded import Recorded, Recording
from barpoint.service.room import Room
from barpoint.service.views import Audience
from barpoint.service.watching import Watching, may_watch
from barpoint.tournament import Tournament
from barpoint.tournament.desk import DeskMatch, Stage, desk, start_score


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
    stage: Stage
    due: int | None
    since: int | None
    stream: str = ""
    crawford: bool = False


class Scoreboard:
    """Reads the live matches of this server."""

    def __init__(self, store: EventStore, play: Play, watching: Watching) -> None:
        self._recorded, self._play, self._watching = Recorded(store), play, watching

    async def live(self, state: Tournament, at: int) -> tuple[LiveMatch, ...]:
        """Every match that is called or being played, by table."""
        now = desk(state, at)
        shown = [match for match in (*now.playing, *now.next) if match.stage is not Stage.READY or match.table]
        found = [await self._line(state, match) for match in shown]
        return tuple(sorted(found, key=lambda one: (one.hall, len(one.table), one.table)))

    async def _line(self, state: Tournament, match: DeskMatch) -> LiveMatch:
        contest = state.contests[match.contest]
        fixture = contest.fixtures[match.pairing]
        home, away = match.sides
        score, crawford = start_score(state, contest, fixture), False
        room = await self._room(match.stream)
        kept = await self._recorded.load(state, contest, fixture) if room is None else None
        seen = room.match if room is not None else kept.state if isinstance(kept, Recording) and kept.events else None
        if seen is not None:
            score, crawford = seen.score, seen.game is not None and seen.game.crawford
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
            stream=match.stream,
            crawford=crawford,
        )

    async def _room(self, stream: str) -> Room | None:
        kind, _, id = stream.partition(":")  # noqa: A001
        room = await self._play.room(id) if kind == "match" and id else None
        if room is None or not may_watch(room, None):
            return None
        return await self._watching.seen(room, Audience.SPECTATOR)
