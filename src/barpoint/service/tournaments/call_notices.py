"""Rounds called: a tournament's players are told when their match is called or ruled on, or its round has its time.

Told are the accounts that joined (`private_links`): whoever opened a private link while signed in, as a guest or by
name. Of several server processes one tells it beyond the page. What was called before a process knew the tournament,
and some while ago, is not told again. Boards of online events are announced where they are made (`online_events`),
rulings on them where they go into the match (`community`).
"""

import logging
from collections.abc import Iterator
from functools import partial

from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.ports import WallClock
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.suspension_sync import RECENT
from barpoint.service.tournaments.tournament_service import TournamentService, TournamentSnapshot
from barpoint.tournament import Contest, Tournament
from barpoint.tournament import events as e

_log = logging.getLogger("barpoint.calls")
_Called = e.MatchCalled | e.RoundScheduled | e.RulingRecorded
_Message = tuple[str, str, str, dict[str, object]]  # a key of its own, who, the text and its values


class CallNotices:
    """Listens to every tournament of this process."""

    def __init__(self, direct: TournamentService, links: PrivateLinks, notices: Notices, clock: WallClock) -> None:
        self._links, self._notices, self._clock = links, notices, clock
        self._tasks = BackgroundTasks(_log, "a call could not be told")
        direct.listeners.append(self._on_change)

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        oldest = self._clock.now() - RECENT
        for event in snapshot.log[before:]:
            if isinstance(event, _Called) and event.at >= oldest:
                self._tasks.run(partial(self._notify, tournament, snapshot.state, event))

    async def _notify(self, tournament: str, state: Tournament, event: _Called) -> None:
        accounts = (await self._links.keys(tournament)).accounts
        contest = state.contests[event.contest]
        kind = "ruling" if isinstance(event, e.RulingRecorded) else "round"
        for key, person, text, values in _messages(state, contest, event):
            if account := accounts.get(person):
                notice = make_notice(kind, text, f"/tournaments/{tournament}/me", self._clock.now(), **values)
                self._notices.tell(account, f"{tournament}/{key}", notice)

    async def close(self) -> None:
        """Finish what is under way."""
        await self._tasks.finish()


def _messages(state: Tournament, contest: Contest, event: _Called) -> Iterator[_Message]:
    """What each person is told."""
    title = contest.settings.title
    if isinstance(event, e.MatchCalled | e.RulingRecorded):
        fixture = contest.fixtures.get(event.pairing)
        match = None if fixture is None else contest.match_at(fixture)
        if isinstance(event, e.RulingRecorded):
            if match is not None and match.stream:
                return
            key, text = f"ruling/{event.case}", "{title}: your match against {against} was ruled on"
        else:
            key, text = f"called/{event.contest}/{event.pairing}", "{title}: your match against {against} is called"
            text += " at table {table}" if match is not None and match.table else ""
        table = "" if match is None else f"{match.hall} {match.table}".strip()
        for entrant, other in (event.players, event.players[::-1]):
            for person in contest.entries[entrant].people:
                values: dict[str, object] = {
                    "title": title,
                    "against": state.shown_name(other, contest),
                    "table": table,
                }
                yield f"{key}/{event.at}", person, text, values
        return
    for fixture in contest.fixtures.values():
        if (fixture.bracket, fixture.round) == (event.bracket, event.round):
            for entrant in fixture.players:
                for person in contest.entries[entrant].people:
                    key = f"round/{event.contest}/{event.bracket}/{event.round}/{event.start}"
                    yield key, person, "{title}: round {round} has its time", {"title": title, "round": event.round}
