"""The club: what stands around the play. Members, talk, spectators, inquiries, aids, notices, counted dice."""

import logging
from collections.abc import Callable, Sequence

from barpoint.rulebook.cite import Citation
from barpoint.service.access import Access
from barpoint.service.accounts import Members
from barpoint.service.aids import Aids
from barpoint.service.dice_counts import DiceCounts
from barpoint.service.errands import Errands
from barpoint.service.inquiries import Inquiries
from barpoint.service.lobby import Lobby
from barpoint.service.means import Means, Notice
from barpoint.service.notices import Notices
from barpoint.service.officiate import Officiate
from barpoint.service.opponent import Opponent
from barpoint.service.play import Play
from barpoint.service.ports import Account, Accounts, EventStore, Stored, WallClock
from barpoint.service.rematch import rematch
from barpoint.service.room import Room
from barpoint.service.talk import Talk
from barpoint.service.timers import Timers
from barpoint.service.watching import Watching

_log = logging.getLogger("barpoint.club")


class Club:
    """One process's share of it."""

    def __init__(
        self,
        store: EventStore,
        accounts: Accounts,
        access: Access,
        clock: WallClock,
        play: Play,
        lobby: Lobby,
        timers: Timers,
        bots: Callable[[str], Opponent],
        means: Means,
    ) -> None:
        self.means, self.play = means, play
        self.members = Members(accounts, means.register, means.passwords, access, clock, play, lobby)
        self.talk = Talk(store, play)
        self.watching = Watching(store, play, timers)
        self.inquiries = Inquiries(store, play)
        self.officiate = Officiate(store)
        self.aids = Aids(accounts, bots)
        self.notices = Notices(play, accounts, means, timers)
        self.dice = DiceCounts(store, play, means.tally)
        self._errands = Errands(_log, "the club's work failed")
        play.told.append(self._changed)

    async def start(self) -> None:
        """Load what waits for somebody."""
        await self.inquiries.load()

    async def heard(self, kind: str, id: str, version: int) -> None:  # noqa: A002
        """Another process has appended to a stream of talk or of an inquiry."""
        if kind == "chat":
            await self.talk.heard(id, version)
        else:
            await self.inquiries.find(id)

    async def rematch(self, room: Room, account: Account) -> str | Citation | None:
        """Play the same again."""
        return await rematch(self.play, room, account)

    async def ruled(self, room: Room, case: str) -> None:
        """A ruling has gone into a match from outside: follow it, see to its dice, tell its players."""
        await self.play.catch_up(room)
        await self.play.seal_again(room)
        notice = Notice("ruling", "A ruling was given in your match", f"/match/{room.id}", self.play.now())
        for seat in (*room.white, *room.black):
            if seat.account:
                self.notices.tell(seat.account, f"ruling/{case}/{room.version}", notice)

    def _changed(self, room: Room, _before: int, kept: Sequence[Stored]) -> None:
        if self.dice.ends(kept):
            self._errands.run(self.dice.count(room))

    async def close(self) -> None:
        """Finish what is under way."""
        self.aids.close()
        await self.notices.close()
        await self._errands.finish()
