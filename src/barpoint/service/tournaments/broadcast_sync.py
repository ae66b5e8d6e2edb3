"""Boards of a tournament: what its director says of broadcasts and records holds where they are played on this server.

A board that runs is stopped or shown as soon as the director says so (ibf:18.2b), and its record is kept to the two
sides as long as a player's wish stands. The delay is that of the moment a board was made: who looks on is never sent
back in time. Of several server processes one does it.
"""

import logging
from functools import partial

from barpoint.board import SIDES
from barpoint.service.authority import Pairing, board_of
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import BroadcastChosen, RecordClosed
from barpoint.service.tournaments.suspension_sync import RECENT
from barpoint.service.tournaments.tournament_service import TournamentService, TournamentSnapshot
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament import events as e
from barpoint.tournament.desk import broadcast_of, restricted_by

_log = logging.getLogger("barpoint.broadcasts")
_WORDS = e.BroadcastChosen | e.EquipmentOrdered | e.RecordingAsked | e.RecordingRequestAnswered


class BroadcastSync:
    """Listens to every tournament of this process."""

    def __init__(self, direct: TournamentService, play: PlayService) -> None:
        self._play = play
        self._tasks = BackgroundTasks(_log, "a board did not follow what is said of broadcasts")
        direct.listeners.append(self._on_change)

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        oldest = self._play.now() - RECENT
        for version, event in enumerate(snapshot.log[before:], before + 1):
            if isinstance(event, _WORDS) and event.at >= oldest:
                self._tasks.run(partial(self._follow, tournament, snapshot.state, event, version))

    async def _follow(self, tournament: str, state: Tournament, event: e.AnyEvent, version: int) -> None:
        for name, contest in state.contests.items():
            for pairing, record in [(key[0], record) for key, record in contest.matches.items() if record.playing]:
                kind, _, match = record.stream.partition(":")
                room = await self._play.room(match) if kind == "match" else None
                room = board_of(room, Pairing(tournament, name, pairing))
                if room is not None:
                    fixture = contest.fixtures[pairing]
                    await self._bring(room, state, contest, fixture, event, f"{tournament}/{version}")

    async def _bring(
        self, room: Room, state: Tournament, contest: Contest, fixture: Fixture, event: e.AnyEvent, key: str
    ) -> None:
        """What holds at the desk holds at the board."""
        live = broadcast_of(state, contest, fixture).live
        if live is not (room.options.live if room.live is None else room.live):
            chosen = BroadcastChosen(at=self._play.now(), by=event.by, live=live, reason=event.reason)
            await self._play.note(room, chosen, f"broadcast/{key}/{room.id}")
        if not isinstance(event, e.RecordingAsked | e.RecordingRequestAnswered):
            return
        closing = restricted_by(state, contest, fixture)
        for side, entrant in zip(SIDES, fixture.pair, strict=True):
            closed = entrant in closing
            if closed is not (side in room.closed_by):
                event_closed = RecordClosed(at=self._play.now(), side=side, closed=closed)
                await self._play.note(room, event_closed, f"record/{key}/{room.id}/{side.value}")

    async def close(self) -> None:
        """Finish what is under way."""
        await self._tasks.finish()
