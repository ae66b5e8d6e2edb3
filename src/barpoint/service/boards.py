"""Boards of a tournament: a match the desk suspends is stopped where it is played on this server, and resumed with it.

Clocks stand meanwhile, and the match's own record says who suspended it and why. Of several server processes one does
it. What the desk did before a process knew the tournament, and some while ago, is not done again.
"""

import logging
from typing import Final

from barpoint.match.commands import ReleaseMatch, StopMatch
from barpoint.service.direct import Direct, Held
from barpoint.service.errands import Errands
from barpoint.service.play import Play
from barpoint.tournament import events as e

RECENT: Final = 15 * 60_000
"""Milliseconds after which what happened at a desk is old."""
_log = logging.getLogger("barpoint.boards")


class Boards:
    """Listens to every tournament of this process."""

    def __init__(self, direct: Direct, play: Play) -> None:
        self._play = play
        self._errands = Errands(_log, "a board did not follow the desk")
        direct.told.append(self._changed)

    def _changed(self, tournament: str, before: int, held: Held) -> None:
        oldest = self._play.now() - RECENT
        for version, event in enumerate(held.log[before:], before + 1):
            if isinstance(event, e.MatchSuspended | e.MatchResumed) and event.at >= oldest:
                self._errands.run(self._follow(held, event, f"desk/{tournament}/{version}"))

    async def _follow(self, held: Held, event: e.MatchSuspended | e.MatchResumed, command: str) -> None:
        contest = held.state.contests[event.contest]
        stream = contest.match_at(contest.fixtures[event.pairing]).stream
        kind, _, match = stream.partition(":")
        room = await self._play.room(match) if kind == "match" else None
        if room is not None:
            asked = StopMatch if isinstance(event, e.MatchSuspended) else ReleaseMatch
            await self._play.do(room, asked(at=self._play.now(), by=event.by, reason=event.reason), command)

    async def close(self) -> None:
        """Finish what is under way."""
        await self._errands.finish()
