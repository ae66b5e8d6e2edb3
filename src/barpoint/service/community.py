"""The club: what stands around the play. Members, talk, spectators, inquiries, aids, notices, counted dice."""

import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from functools import partial

from barpoint.rulebook import Citation
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.officials.case_service import CaseService
from barpoint.service.officials.inquiries import Inquiries
from barpoint.service.people.aids import Aids
from barpoint.service.people.blocks import Blocks
from barpoint.service.people.challenge_notices import ChallengeNotices
from barpoint.service.people.dice_statistics import DiceCounter
from barpoint.service.people.lobby import Lobby
from barpoint.service.people.member_ports import MemberPorts
from barpoint.service.people.members import Members
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.people.player_page import PlayerPages
from barpoint.service.people.recovery import Recovery
from barpoint.service.people.rematch import ask_rematch
from barpoint.service.people.sessions import Sessions
from barpoint.service.people.silences import Silences
from barpoint.service.people.spectators import SpectatorViews
from barpoint.service.people.talk import Talk
from barpoint.service.play.opponent import Opponent
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.ports import Account, Accounts, EventStore, WallClock

_log = logging.getLogger("barpoint.club")


class Community:
    """One process's share of it."""

    def __init__(
        self,
        store: EventStore,
        accounts: Accounts,
        access: Sessions,
        clock: WallClock,
        play: PlayService,
        lobby: Lobby,
        timers: Timers,
        outages: OutageLog,
        bots: Callable[[str], Opponent],
        means: MemberPorts,
    ) -> None:
        self.means, self.play = means, play
        recovery = Recovery(store, means.register, clock)
        self.members = Members(accounts, means.register, means.passwords, access, clock, play, lobby, recovery)
        self.silences = Silences(store, clock)
        self.talk = Talk(store, play, means.register, self.silences)
        self.blocks = Blocks(store, clock)
        lobby.blocks = self.blocks
        self.watching = SpectatorViews(store, play, timers)
        self.players = PlayerPages(accounts, means.register.created, play, self.watching, self.blocks)
        self.inquiries = Inquiries(store, play, timers, outages, means.register.officials)
        self.officiate = CaseService(store)
        self.aids = Aids(accounts, bots, play.room)
        self.notices = Notices(play, accounts, means, timers)
        self.challenges = ChallengeNotices(lobby, self.notices, means.board, self.blocks)
        self.dice = DiceCounter(store, play, means.tally)
        self._tasks = BackgroundTasks(_log, "the club's work failed")
        play.end_listeners.append(self._count_dice)
        access.changed.append(self._note_official)

    async def start(self) -> None:
        """Load what waits for somebody."""
        await self.inquiries.load()

    async def catch_up(self, kind: str, id: str, version: int) -> None:
        """Another process has appended to a stream of talk or of an inquiry."""
        if kind == "chat":
            await self.talk.catch_up(id, version)
        else:
            await self.inquiries.find(id)

    async def rematch(self, room: Room, account: Account) -> str | Citation | None:
        """Play the same again."""
        return await ask_rematch(self.play, room, account)

    async def apply_ruling(self, room: Room, case: str) -> None:
        """A ruling has gone into a match from outside: follow it, see to its dice, tell its players."""
        await self.play.catch_up(room)
        await self.play.seal_again(room)
        notice = make_notice("ruling", "A ruling was given in your match", f"/match/{room.id}", self.play.now())
        for seat in (*room.white, *room.black):
            if seat.account:
                self.notices.tell(seat.account, f"ruling/{case}/{room.version}", notice)

    async def silence(self, account: str, days: int, inquiry: str) -> int:
        """Close free text to somebody, and tell them; when it ends."""
        until = await self.silences.impose(account, days, inquiry)
        day = datetime.fromtimestamp(until / 1000, UTC).date().isoformat()
        text = "An official has closed free text to you until {day}"
        self.notices.tell(account, f"silence/{inquiry}", make_notice("silence", text, "", self.play.now(), day=day))
        return until

    def _count_dice(self, room: Room) -> None:
        self._tasks.run(partial(self.dice.count, room))

    def _note_official(self, _id: str, account: Account | None, _sessions: Collection[str]) -> None:
        if account is not None and account.staff:
            self.inquiries.serve()

    async def close(self) -> None:
        """Finish what is under way."""
        self.aids.close()
        await self.notices.close()
        await self._tasks.finish()
