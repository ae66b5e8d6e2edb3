"""Who has a task at a board of a tournament, and who may not look on there: as the desk said, on the match's own page.

appointed   monitor, observer, translator, specialist: named where the match is played (bws:1.3.3a, guide:4a, 3.7c)
excluded    a spectator who had to leave a match, an event or the tournament sees no board of it until the bar
            is over (usbgf:1.6.4, bws:1.6.3); a name that is nobody's account is the hall's business

Of several server processes one does it. A board that is made later is told when it is made.
"""

import logging
from functools import partial
from typing import Final

from barpoint.service.authority import Pairing, board_of
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.people.name_register import handle_of
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import Appointee, OfficialsNamed, SpectatorBarred
from barpoint.service.ports import MemberRegister
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService, TournamentSnapshot
from barpoint.tournament import Contest, Exclusion, Fixture
from barpoint.tournament import events as e
from barpoint.tournament.draw import PairingStatus

_log = logging.getLogger("barpoint.boards")
_HEARD: Final = (e.AppointedToMatch, e.SpectatorExcluded, e.MatchAttached)


class BoardOfficials:
    """Listens to every tournament of this process."""

    def __init__(
        self, direct: TournamentService, play: PlayService, links: PrivateLinks, register: MemberRegister
    ) -> None:
        self._play, self._links, self._register = play, links, register
        self._tasks = BackgroundTasks(_log, "a board did not follow the desk")
        direct.listeners.append(self._on_change)

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        if any(isinstance(event, _HEARD) for event in snapshot.log[before:]):
            self._tasks.run(partial(self._follow, tournament, snapshot))

    async def _follow(self, tournament: str, snapshot: TournamentSnapshot) -> None:
        for name, contest in snapshot.state.contests.items():
            for fixture in contest.fixtures.values():
                stream = contest.match_at(fixture).stream if fixture.status is PairingStatus.READY else ""
                room = await self._play.room(stream.partition(":")[2]) if stream.startswith("match:") else None
                room = board_of(room, Pairing(tournament, name, fixture.id))
                if room is not None:
                    await self._name_officials(room, contest, fixture)
                    for out in snapshot.state.exclusions:
                        if not out.player and out.contest in ("", name) and out.pairing in ("", fixture.id):
                            await self._bar(tournament, room, out)

    async def _name_officials(self, room: Room, contest: Contest, fixture: Fixture) -> None:
        appointed = tuple(Appointee(each.person, each.task) for each in contest.match_at(fixture).appointed)
        if appointed != room.appointed:
            event = OfficialsNamed(at=self._play.now(), officials=appointed)
            await self._play.note(room, event, f"officials/{room.id}/{len(appointed)}")

    async def _bar(self, tournament: str, room: Room, out: Exclusion) -> None:
        account, until = await self._account(tournament, out.person), out.until or 0
        if account and out.holds_at(self._play.now()):
            event = SpectatorBarred(at=self._play.now(), by=out.by, account=account, until=until)
            await self._play.note(room, event, f"excluded/{room.id}/{account}/{out.at}")

    async def _account(self, tournament: str, person: str) -> str:
        known = (await self._links.keys(tournament)).accounts.get(person, "")
        named = None if known else await self._register.find_by_handle(handle_of(person))
        return known if named is None else named.id

    async def close(self) -> None:
        """Finish what is under way."""
        await self._tasks.finish()
