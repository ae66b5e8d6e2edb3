"""The live scoreboard of a tournament: every match at a table, with its score where it is known.

Score, cube and clock come from the match itself where it is played or recorded on the server, as a spectator sees it,
delay and all (home plays white there), or from what the device at its table shows; elsewhere the score is what the desk
has heard, at first what penalties give before the first roll.
What only the desk may know is not here.
"""

from collections.abc import Collection, Sequence

import msgspec

from barpoint.notation.record import Reader
from barpoint.service.authority import Pairing, board_of, is_record_of
from barpoint.service.long_work import off_loop
from barpoint.service.people.spectators import SpectatorViews, may_watch
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.views import Audience, ClockView, CubeView
from barpoint.service.ports import EventStore
from barpoint.service.tournaments.device_desk import DeviceDesk
from barpoint.service.tournaments.device_record import DeviceRecords, Recording
from barpoint.service.tournaments.hall_publication import hall_access
from barpoint.tournament import Appointment, Contest, Fixture, Tournament
from barpoint.tournament.desk import (
    DeskMatch,
    DeskStage,
    as_counted,
    desk_overview,
    score_so_far,
    score_until,
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
    cube: CubeView | None = None
    clock: ClockView | None = None  # home plays white
    appointed: tuple[Appointment, ...] = ()
    shown: bool = True  # whether more than the score is shown while it is played
    delay: int = 0  # milliseconds it is shown later


class _Standing(msgspec.Struct, frozen=True):
    """How a match stands, for everybody."""

    score: tuple[int, int]
    crawford: bool = False
    cube: CubeView | None = None
    clock: ClockView | None = None


class Scoreboard:
    """Reads the live matches of this server."""

    def __init__(self, store: EventStore, play: PlayService, watching: SpectatorViews, devices: DeviceDesk) -> None:
        self._store, self._play, self._watching, self._devices = store, play, watching, devices
        self._recorded = DeviceRecords(store)
        self._known: set[str] = set()  # records that a device has begun

    async def live(self, state: Tournament, at: int, table: str = "") -> tuple[LiveMatch, ...]:
        """Every match that is called or being played, by table; or those at tables of one name.

        A match that has no table, such as one on the server, goes by the name of its pairing.
        """
        now = await off_loop(lambda: desk_overview(state, at))
        desk_matches = [
            match
            for match in (*now.playing, *now.next)
            if (match.stage is not DeskStage.READY or match.table) and table in ("", match.table or match.pairing)
        ]
        with_device = await self._with_device(state, desk_matches)
        matches = [await self._live_match(state, match, with_device) for match in desk_matches]
        return tuple(sorted(matches, key=lambda match: (as_counted(match.hall), as_counted(match.table))))

    async def _with_device(self, state: Tournament, matches: Sequence[DeskMatch]) -> Collection[str]:
        """The records of these matches of which a device has told something: one question for the whole hall."""
        names = {_record_of(state, match) for match in matches}
        unknown = names - self._known
        streams = {f"{kind}:{name}": name for name in unknown for kind in ("shown", "recorded")}
        stored = await self._store.read_many(tuple(streams)) if streams else {}
        self._known |= {streams[stream] for stream, events in stored.items() if events}
        return names & self._known

    async def _live_match(self, state: Tournament, match: DeskMatch, with_device: Collection[str]) -> LiveMatch:
        home, away = match.sides
        name = state.settings.id if state.settings else ""
        pairing = Pairing(name, match.contest, match.pairing)
        board = await self._board(match.stream, pairing)
        shown = board if board and may_watch(board, None, self._play.now()) else None
        room = await self._watching.room_for(shown, Audience.SPECTATOR) if shown else None
        contest = state.contests[match.contest]
        fixture = contest.fixtures[match.pairing]
        access = hall_access(state, contest, fixture, Reader.WATCHER, over=False)
        if room is not None:
            seen = self._on_board(room)
        elif board is None and access.plays and access.delay:
            seen = await self._later(state, contest, fixture, self._play.now() - access.delay)
        elif board is None and not access.plays:
            seen = _Standing(score_so_far(state, contest, fixture))
        else:
            seen = await self._at_table(state, match, with_device)
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
            score=seen.score,
            length=match.length,
            stage=match.stage,
            due=match.due,
            since=match.since,
            stream=match.stream if board is not None or is_record_of(match.stream, pairing) else "",
            crawford=seen.crawford,
            cube=seen.cube,
            clock=seen.clock,
            appointed=match.appointed,
            shown=shown is not None if board is not None else access.plays,
            delay=board.options.delay if board is not None else access.delay,
        )

    def _on_board(self, room: Room) -> "_Standing":
        """A match on the server, as spectators see it."""
        view = self._watching.view(room, Audience.SPECTATOR)
        crawford = room.match.game is not None and room.match.game.crawford
        return _Standing(room.match.score, crawford, None if view.game is None else view.game.cube, view.clock)

    async def _later(self, state: Tournament, contest: Contest, fixture: Fixture, latest: int) -> "_Standing":
        """A match in a hall as it stood a while ago, without its clock, which runs by the moment (ibf:18.2a)."""
        recording = await self._recorded.load(state, contest, fixture)
        if isinstance(recording, Recording) and recording.events:
            then = recording.until(latest).state
            cube = None if then.game is None else CubeView(value=then.game.cube.value, owner=then.game.cube.owner)
            begun = then.score if then.version else start_score(state, contest, fixture)
            return _Standing(begun, then.game is not None and then.game.crawford, cube)
        return _Standing(score_until(state, contest, fixture, latest))

    async def _at_table(self, state: Tournament, match: DeskMatch, with_device: Collection[str]) -> "_Standing":
        """A match in a hall: by its record, by what its device shows, or by what the desk knows of it."""
        contest = state.contests[match.contest]
        fixture = contest.fixtures[match.pairing]
        if _record_of(state, match) not in with_device:
            return _Standing(score_so_far(state, contest, fixture))
        shown = await self._devices.display(state.record_name(contest, fixture))
        recording = await self._recorded.load(state, contest, fixture)
        clock = None if shown is None else shown.clock
        if isinstance(recording, Recording) and recording.events:
            game = recording.state.game
            cube = None if game is None else CubeView(value=game.cube.value, owner=game.cube.owner)
            return _Standing(recording.state.score, game is not None and game.crawford, cube, clock)
        score = score_so_far(state, contest, fixture)
        if shown is None:
            return _Standing(score)
        return _Standing(score, shown.crawford, shown.cube, clock)

    async def _board(self, stream: str, pairing: Pairing) -> Room | None:
        kind, _, id = stream.partition(":")
        return board_of(await self._play.room(id), pairing) if kind == "match" and id else None


def _record_of(state: Tournament, match: DeskMatch) -> str:
    """What a device's record of a match is called."""
    contest = state.contests[match.contest]
    return state.record_name(contest, contest.fixtures[match.pairing])
