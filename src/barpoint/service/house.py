"""The house: all use cases of one server process, started together and stopped together."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match.state import Phase
from barpoint.rulebook.cite import Citation
from barpoint.service.access import Access
from barpoint.service.analyses import Analyses
from barpoint.service.boards import Boards
from barpoint.service.calls import Calls
from barpoint.service.club import Club
from barpoint.service.direct import Direct
from barpoint.service.links import Links
from barpoint.service.liveness import Liveness
from barpoint.service.lobby import Lobby
from barpoint.service.means import Means
from barpoint.service.online import Online
from barpoint.service.opponent import Opponent
from barpoint.service.play import Done, Heard, Play, Wanted
from barpoint.service.ports import Account, Accounts, Announcements, EventStore, Heartbeats, SeatTaken, WallClock
from barpoint.service.presence import Presence
from barpoint.service.room import Room
from barpoint.service.sanctions import Sanctions
from barpoint.service.scoreboard import Scoreboard
from barpoint.service.timekeeping import Timekeeper
from barpoint.service.timers import Timers
from barpoint.service.viewing import length_in_words

_log = logging.getLogger("barpoint.house")


class Directors(StrEnum):
    """Who may begin a tournament on this server."""

    REGISTERED = "registered"
    STAFF = "staff"  # the officials of the server
    ANYBODY = "anybody"

    @classmethod
    def read(cls, text: str) -> "Directors":
        """The operator's word; ValueError says what was expected."""
        if text not in list(cls):
            raise ValueError(f"BARPOINT_TOURNAMENTS is one of {', '.join(cls)}, not {text!r}")
        return cls(text)

    def include(self, account: Account) -> bool:
        """Whether somebody is one of them."""
        if self is Directors.STAFF:
            return account.staff
        return self is Directors.ANYBODY or not account.guest


class House:
    """One process of the server."""

    def __init__(
        self,
        *,
        process: str,
        store: EventStore,
        accounts: Accounts,
        heartbeats: Heartbeats,
        announcements: Announcements,
        clock: WallClock,
        play: Play,
        bots: Callable[[str], Opponent],
        means: Means,
        alone: bool,
        closing: Callable[[], Awaitable[None]],
        directors: Directors = Directors.REGISTERED,
    ) -> None:
        self.directors = directors
        self.process, self.store, self.accounts, self.clock = process, store, accounts, clock
        self.play, self.access, self.lobby = play, Access(accounts, clock), Lobby(store, play)
        self.timers = Timers(clock)
        self.keeper = Timekeeper(play, self.timers, store)
        self.presence = Presence(play, announcements, process)
        self.presence.told.append(self.keeper.came_or_went)
        self.club = Club(store, accounts, self.access, clock, play, self.lobby, self.timers, bots, means)
        self.direct, self.links = Direct(store, Sanctions(store)), Links(store, clock)
        self.online = Online(store, play, self.direct, self.links, self.timers, self.club.notices)
        self.scoreboard = Scoreboard(store, play, self.club.watching)
        self.boards = Boards(self.direct, play)
        self.calls = Calls(self.direct, self.links, self.club.notices, clock)
        self.analyses = Analyses(store, clock, means.analyst, announcements, process)
        self.liveness = Liveness(heartbeats, clock, self.keeper, self.presence, process, alone=alone)
        self._announcements, self._closing = announcements, closing
        self.alone = alone  # no other process can share the database
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find out what was, load what is open, and listen to the other processes."""
        await self.liveness.start()
        await self.lobby.load()
        await self.club.start()
        await self.online.start()
        running = (self._announcements.listen(self._heard, self._missed), self.timers.run(), self.liveness.run())
        self._tasks += [asyncio.create_task(task) for task in running]
        _log.info("started", extra={"server": self.process})

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        for task in (*self._tasks, *self._waiting):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._waiting, return_exceptions=True)
        await self.analyses.close()
        await self.play.close()
        await self.online.close()
        await self.calls.close()
        await self.boards.close()
        await self.presence.close()
        await self.club.close()
        with suppress(asyncio.CancelledError):
            await self._closing()
        _log.info("stopped", extra={"server": self.process})

    async def do(self, room: Room, wanted: Wanted, command: str) -> Done | Citation:
        """What somebody asks of a match; time used up is claimed by absence where there is no clock."""
        if isinstance(wanted, c.AnnounceExpiry) and room.match.clock is None and room.match.phase is not Phase.OVER:
            return await self.keeper.claim_absent(room, wanted.of.other, command)
        return await self.play.do(room, wanted, command)

    def begin(self, room: Room, wanted: Wanted, command: str, heard: Heard) -> bool:
        """The same, told to `heard` when it is done; False if somebody has to wait for something: ask `do`."""
        if isinstance(wanted, c.AnnounceExpiry):
            return False
        return self.play.begin(room, wanted, command, heard)

    async def seated(self, room: Room) -> None:
        """Note with every player where they sit."""
        sides = [" & ".join(dict.fromkeys(seat.name for seat in room.seats(side))) for side in Side]
        length = length_in_words(room.match.format.length)
        serious = room.match.format.rated or bool(room.manners.event)
        taken = SeatTaken(room.id, " – ".join(sides), length, room.match.started, serious=serious)
        for seat in (*room.white, *room.black):
            if seat.account:
                await self.accounts.sit(seat.account, taken)

    def _heard(self, payload: str) -> None:
        if payload.startswith(("who/", "here/", "looks/")):
            self.presence.heard(payload)
            return
        if payload.startswith("analysis/"):
            self.analyses.heard(payload)
            return
        stream, _, version = payload.rpartition(":")
        if not version.isdigit():
            return
        kind, _, id = stream.partition(":")  # noqa: A001
        if kind == "challenge":
            self._soon(self._challenge_changed(id))
        elif kind == "tournament":
            self._soon(self._tournament_changed(id))
        elif kind in ("chat", "inquiry"):
            self._soon(self.club.heard(kind, id, int(version)))
        elif (room := self.play.behind(stream, int(version))) is not None:
            self._soon(self.play.catch_up(room))

    async def _challenge_changed(self, id: str) -> None:  # noqa: A002
        await self.lobby.find(id)

    async def _tournament_changed(self, id: str) -> None:  # noqa: A002
        await self.direct.load(id)

    def _missed(self) -> None:
        """Something may have been lost on the way: everything live is looked at again."""
        for room in list(self.play.rooms.values()):
            self._soon(self.play.catch_up(room))
        self._soon(self.lobby.load())
        self._soon(self.club.inquiries.load())

    def _soon(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
