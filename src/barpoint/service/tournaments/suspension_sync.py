"""Boards of a tournament: a match the desk suspends is stopped where it is played on this server, and resumed with it.

Clocks stand meanwhile, and the match's own record says who suspended it and why. Of several server processes one does
it. What the desk did before a process knew the tournament, and some while ago, is not done again.
"""

import logging
from functools import partial
from typing import Final

from barpoint.match.commands import ReleaseMatch, StopMatch
from barpoint.service.authority import Pairing, board_of
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.play.play_service import PlayService
from barpoint.service.tournaments.tournament_service import TournamentService, TournamentSnapshot
from barpoint.tournament import events as e

RECENT: Final = 15 * 60_000
"""Milliseconds after which what happened at a desk is old."""
_log = logging.getLogger("barpoint.boards")


class SuspensionSync:
    """Listens to every tournament of this process."""

    def __init__(self, direct: TournamentService, play: PlayService) -> None:
        self._play = play
        self._tasks = BackgroundTasks(_log, "a board did not follow the desk")
        direct.listeners.append(self._on_change)

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        oldest = self._play.now() - RECENT
        for version, event in enumerate(snapshot.log[before:], before + 1):
            if isinstance(event, e.MatchSuspended | e.MatchResumed) and event.at >= oldest:
                self._tasks.run(partial(self._follow, tournament, snapshot, event, f"desk/{tournament}/{version}"))

    async def _follow(
        self, tournament: str, snapshot: TournamentSnapshot, event: e.MatchSuspended | e.MatchResumed, command: str
    ) -> None:
        contest = snapshot.state.contests[event.contest]
        stream = contest.match_at(contest.fixtures[event.pairing]).stream
        kind, _, match = stream.partition(":")
        room = await self._play.room(match) if kind == "match" else None
        room = board_of(room, Pairing(tournament, event.contest, event.pairing))
        if room is not None:
            command_type = StopMatch if isinstance(event, e.MatchSuspended) else ReleaseMatch
            await self._play.do(room, command_type(at=self._play.now(), by=event.by, reason=event.reason), command)

    async def close(self) -> None:
        """Finish what is under way."""
        await self._tasks.finish()
