"""Rounds called: a tournament's players are told when their match is called or ruled on, or its round has its time.

Told are the accounts that joined (`links`): whoever opened a private link while signed in, as a guest or by name. Of
several server processes one tells it beyond the page. What was called before a process knew the tournament, and some
while ago, is not told again. Boards of online events are announced where they are made (`online`), rulings on them
where they go into the match (`club`).
"""

import logging
from collections.abc import Iterator

from barpoint.service.boards import RECENT
from barpoint.service.direct import Direct, Held
from barpoint.service.errands import Errands
from barpoint.service.links import Links
from barpoint.service.means import Notice
from barpoint.service.notices import Notices
from barpoint.service.ports import WallClock
from barpoint.tournament import Contest, Tournament
from barpoint.tournament import events as e

_log = logging.getLogger("barpoint.calls")
_Called = e.MatchCalled | e.RoundScheduled | e.RulingRecorded


class Calls:
    """Listens to every tournament of this process."""

    def __init__(self, direct: Direct, links: Links, notices: Notices, clock: WallClock) -> None:
        self._links, self._notices, self._clock = links, notices, clock
        self._errands = Errands(_log, "a call could not be told")
        direct.told.append(self._changed)

    def _changed(self, tournament: str, before: int, held: Held) -> None:
        oldest = self._clock.now() - RECENT
        for event in held.log[before:]:
            if isinstance(event, _Called) and event.at >= oldest:
                self._errands.run(self._tell(tournament, held.state, event))

    async def _tell(self, tournament: str, state: Tournament, event: _Called) -> None:
        accounts = (await self._links.keys(tournament)).accounts
        contest = state.contests[event.contest]
        kind = "ruling" if isinstance(event, e.RulingRecorded) else "round"
        for key, person, text in _said(state, contest, event):
            if account := accounts.get(person):
                notice = Notice(kind, text, f"/t/{tournament}/me", self._clock.now())
                self._notices.tell(account, f"{tournament}/{key}", notice)

    async def close(self) -> None:
        """Finish what is under way."""
        await self._errands.finish()


def _said(state: Tournament, contest: Contest, event: _Called) -> Iterator[tuple[str, str, str]]:
    """What each person is told: a key of its own, who, and the words."""
    title = contest.settings.title
    if isinstance(event, e.MatchCalled | e.RulingRecorded):
        fixture = contest.fixtures.get(event.pairing)
        match = None if fixture is None else contest.match_at(fixture)
        if isinstance(event, e.RulingRecorded):
            if match is not None and match.stream:
                return
            key, what = f"ruling/{event.case}", "was ruled on"
        else:
            place = f" at table {match.table}" if match is not None and match.table else ""
            key, what = f"called/{event.contest}/{event.pairing}", f"is called{place}"
        for entrant, other in (event.players, event.players[::-1]):
            for person in contest.entries[entrant].people:
                yield f"{key}/{event.at}", person, f"{title}: your match against {state.name_of(other)} {what}"
        return
    for fixture in contest.fixtures.values():
        if (fixture.bracket, fixture.round) == (event.bracket, event.round):
            for entrant in fixture.players:
                for person in contest.entries[entrant].people:
                    key = f"round/{event.contest}/{event.bracket}/{event.round}/{event.start}"
                    yield key, person, f"{title}: round {event.round} has its time"
