"""Results that post themselves: where the director has said so, what both sides report alike is posted after a breath.

A side that says something else in that time, or staff who post, come before it. The server does it whether or not a
desk is open, in the autopilot's name, by the tournament's own command; of several processes one does it.
"""

import logging
from collections.abc import Iterator
from typing import Final

from barpoint.service.clocks.timers import Timers
from barpoint.service.ports import EventStore, WallClock
from barpoint.service.set_aside import UnreadableStreamError
from barpoint.service.tournaments.tournament_service import TournamentRefused, TournamentService, TournamentSnapshot
from barpoint.tournament import AUTOPILOT, Tournament, TournamentPhase
from barpoint.tournament import commands as c
from barpoint.tournament.draw import PairingStatus

BREATH: Final = 20_000
"""Milliseconds from the second report to the posting."""
_log = logging.getLogger("barpoint.agreed")


class AgreedResults:
    """Listens to every tournament of this process."""

    def __init__(self, store: EventStore, direct: TournamentService, timers: Timers, clock: WallClock) -> None:
        self._store, self._tournaments, self._timers, self._clock = store, direct, timers, clock
        direct.listeners.append(self._on_change)

    async def start(self) -> None:
        """Take up what was agreed on before the server went down."""
        for stream in await self._store.streams("tournament", only_open=True):
            tournament = stream.partition(":")[2]
            try:
                self._plan(tournament, (await self._tournaments.load(tournament)).state)
            except UnreadableStreamError:
                continue

    def _on_change(self, tournament: str, _before: int, snapshot: TournamentSnapshot) -> None:
        self._plan(tournament, snapshot.state)

    def _plan(self, tournament: str, state: Tournament) -> None:
        moment = min((agreed + BREATH for _, _, agreed in agreed_matches(state)), default=None)
        self._timers.set(f"agreed/{tournament}", moment, lambda: self.post_due(tournament))

    async def post_due(self, tournament: str) -> None:
        """Post whatever both sides have said long enough ago."""
        state, now = (await self._tournaments.load(tournament)).state, self._clock.now()
        for contest, pairing, agreed in agreed_matches(state):
            if agreed + BREATH > now:
                continue
            command = c.PostResult(at=now, by=AUTOPILOT, contest=contest, pairing=pairing)
            answer = await self._tournaments.do(
                tournament, command, f"agreed/{tournament}/{contest}/{pairing}/{agreed}"
            )
            if isinstance(answer, TournamentRefused):
                _log.warning("%s %s was not posted: %s", tournament, pairing, answer.refusal.code)
        later = [m for _, _, m in agreed_matches((await self._tournaments.load(tournament)).state) if m + BREATH > now]
        moment = min(later, default=None)
        key = f"agreed/{tournament}"
        self._timers.set(key, moment and moment + BREATH, lambda: self.post_due(tournament))


def agreed_matches(state: Tournament) -> Iterator[tuple[str, str, int]]:
    """Event, pairing and since when: the open matches both sides have reported alike, where they post themselves."""
    if not state.choices.auto_post or state.phase is not TournamentPhase.OPEN:
        return
    for name, contest in state.contests.items():
        for (pairing, players), match in contest.matches.items():
            fixture = contest.fixtures.get(pairing)
            open_ = fixture is not None and fixture.status is PairingStatus.READY and frozenset(fixture.pair) == players
            if open_ and match.common_report is not None:
                yield name, pairing, max(report.at for report in match.reports.values())
