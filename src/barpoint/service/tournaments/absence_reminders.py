"""A player who has signed out is reminded after the hour to check in, wherever their account is (usbgf:2.2.5d)."""

from barpoint.service.clocks.timers import Timers
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.ports import WallClock
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService, TournamentSnapshot
from barpoint.tournament import events as e
from barpoint.tournament.desk import CHECK_IN


class AbsenceReminders:
    """Listens to every tournament of this process."""

    def __init__(
        self, direct: TournamentService, links: PrivateLinks, notices: Notices, timers: Timers, clock: WallClock
    ) -> None:
        self._direct, self._links, self._notices, self._timers, self._clock = direct, links, notices, timers, clock
        direct.listeners.append(self._on_change)

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        for event in snapshot.log[before:]:
            if isinstance(event, e.SignedOut) and event.at + CHECK_IN > self._clock.now():
                self._remind_later(tournament, event.player, event.at)

    def _remind_later(self, tournament: str, player: str, since: int) -> None:
        async def remind() -> None:
            absence = (await self._direct.load(tournament)).state.absent.get(player)
            account = (await self._links.keys(tournament)).accounts.get(player)
            if account and absence is not None and absence.since == since:
                text = "You signed out an hour ago: check in at the desk"
                notice = make_notice("round", text, f"/tournaments/{tournament}/me", self._clock.now())
                self._notices.tell(account, f"{tournament}/check-in/{player}/{since}", notice)

        self._timers.set(f"check-in/{tournament}/{player}", since + CHECK_IN, remind)
