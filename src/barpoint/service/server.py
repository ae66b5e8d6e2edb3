"""The house: all use cases of one server process, started together and stopped together."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from enum import StrEnum

from barpoint.board import Side
from barpoint.match import MatchPhase
from barpoint.match import commands as c
from barpoint.rating import RatingSystem
from barpoint.rulebook import Citation
from barpoint.service.analysis.review_notes import ReviewShelf
from barpoint.service.analysis.study_desk import StudyDesk
from barpoint.service.clocks.dice_waits import DiceWaits
from barpoint.service.clocks.liveness import SILENT, Liveness
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.presence import PresenceTracker
from barpoint.service.clocks.server_time import ServerTime
from barpoint.service.clocks.stalling import StallClock
from barpoint.service.clocks.timekeeping import Timekeeper
from barpoint.service.clocks.timers import Timers
from barpoint.service.clubs.club_nights import ClubNights
from barpoint.service.clubs.club_service import ClubService
from barpoint.service.clubs.event_ratings import EventRatings
from barpoint.service.clubs.list_service import ListService
from barpoint.service.clubs.series_service import SeriesService
from barpoint.service.community import Community
from barpoint.service.officials.fair_play import FairPlay
from barpoint.service.officials.fair_play_book import FairPlayBook
from barpoint.service.officials.sanctions import Sanctions
from barpoint.service.officials.serverwide_sanctions import Extending
from barpoint.service.people.aids import is_by_correspondence
from barpoint.service.people.analysis_queue import AnalysisQueue
from barpoint.service.people.follows import Follows
from barpoint.service.people.lobby import Lobby
from barpoint.service.people.member_ports import MemberPorts
from barpoint.service.people.personal_data import PersonalData
from barpoint.service.people.player_career import PlayerCareers
from barpoint.service.people.quick_pairing import QuickPairing
from barpoint.service.people.retention import Retention
from barpoint.service.people.sessions import Sessions
from barpoint.service.play.opponent import Opponent
from barpoint.service.play.play_service import Done, MatchRequest, PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.view_builder import length_in_words
from barpoint.service.ports import Account, Accounts, Announcements, EventStore, Heartbeats, SeatTaken, StorageError
from barpoint.service.rate_limit import RateLimit
from barpoint.service.ratings.rating_book import RatingBook
from barpoint.service.ratings.rating_service import LogReader, RatingService
from barpoint.service.records.announced_appends import read_announced
from barpoint.service.records.daily_digest import RecordBook
from barpoint.service.records.digest_publisher import DigestPublisher, Publish
from barpoint.service.storage_watch import StorageWatch
from barpoint.service.tournaments.absence_reminders import AbsenceReminders
from barpoint.service.tournaments.agreed_results import AgreedResults
from barpoint.service.tournaments.board_officials import BoardOfficials
from barpoint.service.tournaments.broadcast_sync import BroadcastSync
from barpoint.service.tournaments.call_notices import CallNotices
from barpoint.service.tournaments.device_desk import DeviceDesk
from barpoint.service.tournaments.online_events import OnlineEvents
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.scoreboard import Scoreboard
from barpoint.service.tournaments.suspension_sync import SuspensionSync
from barpoint.service.tournaments.tournament_service import TournamentService

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


class ServerProcess:
    """One process of the server."""

    def __init__(
        self,
        *,
        process: str,
        store: EventStore,
        accounts: Accounts,
        heartbeats: Heartbeats,
        announcements: Announcements,
        clock: ServerTime,
        play: PlayService,
        bots: Callable[[str], Opponent],
        means: MemberPorts,
        book: RecordBook,
        studies: StudyDesk,
        ladder: RatingBook,
        fair_play: FairPlayBook,
        salt: bytes,
        weighs: bool,
        systems: Mapping[str, RatingSystem],
        alone: bool,
        closing: Callable[[], Awaitable[None]],
        directors: Directors = Directors.REGISTERED,
        publish: Publish | None = None,
    ) -> None:
        self.directors = directors
        self.process, self.store, self.accounts, self.clock = process, store, accounts, clock
        self.play, self.access, self.lobby = play, Sessions(accounts, means.register, clock), Lobby(store, play)
        self.timers, self.storage = Timers(clock), StorageWatch(store, clock)
        self.outages = OutageLog(store)
        self.timekeeper = Timekeeper(play, self.timers, store, self.outages)
        DiceWaits(play, self.timers, self.outages)
        StallClock(play, self.timers, self.outages)
        self.presence = PresenceTracker(play, announcements, process)
        self.presence.listeners.append(self.timekeeper.note_presence)
        self.club = Community(
            store, accounts, self.access, clock, play, self.lobby, self.timers, self.outages, bots, means
        )
        self.direct, self.links = TournamentService(store, Sanctions(store), play.set_aside), PrivateLinks(store, clock)
        self.ratings = RatingService(ladder, LogReader(store, self.direct, self.links, play.set_aside), systems)
        play.end_listeners.append(self.ratings.note)
        self.clubs, self.follows = ClubService(store, clock), Follows(store, clock)
        self.series = SeriesService(store, clock, self.direct, self.links, self.clubs)
        self.nights = ClubNights(self.clubs, self.series, self.direct, self.links, clock)
        self.lists = ListService(store, clock, means.register)
        self.event_ratings = EventRatings(self.lists, self.ratings, self.links, self.direct)
        self.direct.additions.append(self.event_ratings.commands_for)
        self.quick = QuickPairing(self.lobby, play, self.ratings)
        register, notices = means.register, self.club.notices
        self.extending = Extending(self.club.officiate, self.direct, self.links, play, register, notices)
        self.online = OnlineEvents(
            store, play, self.direct, self.links, self.timers, self.outages, notices, self.record_seats
        )
        self.devices = DeviceDesk(store, self.direct)
        self.scoreboard = Scoreboard(store, play, self.club.watching, self.devices)
        self.boards = SuspensionSync(self.direct, play)
        self.broadcasts = BroadcastSync(self.direct, play)
        self.agreed = AgreedResults(store, self.direct, self.timers, clock)
        self.board_officials = BoardOfficials(self.direct, play, self.links, register)
        self.absences = AbsenceReminders(self.direct, self.links, self.club.notices, self.timers, clock)
        self.calls = CallNotices(self.direct, self.links, self.club.notices, clock)
        allowed = studies.settings
        self.analyses = AnalysisQueue(
            *(store, clock, means.analyst, announcements, process),
            at_once=allowed.processes,
            most_a_person=allowed.a_person,
        )
        self.careers = PlayerCareers(store, accounts, play, self.club.players, self.analyses, self.direct, self.links)
        self.fair_play = FairPlay(
            store, fair_play, clock, play, self.ratings, self.analyses, process, self._other_processes, salt, on=weighs
        )
        self.studies, self.shelf = studies, ReviewShelf(store, clock)
        self.records, self.publisher = book, DigestPublisher(book, clock, publish)
        self.retention = Retention(means.personal, clock)
        inquiries, talk, recovery = self.club.inquiries, self.club.talk, self.club.members.recovery
        self.personal = PersonalData(
            store, accounts, means, book, self.access, clock, play, self.lobby, inquiries, talk, recovery, self.direct
        )
        self.access.noted.append(self.personal.note_change)
        play.before_acting = self.catch_up_time
        self.liveness = Liveness(heartbeats, clock, self.timekeeper, self.outages, self.presence, process, alone=alone)
        self._announcements, self._closing = announcements, closing
        self._heartbeats = heartbeats
        self.alone = alone  # no other process can share the database
        self._limits: dict[str, RateLimit] = {}
        members = self.club.members
        shared = {
            "tries": members.tries,
            "strangers": members.strangers,
            "calls": inquiries.calls,
            "reports": inquiries.pace,
            "talk": self.club.talk.pace,
            "new talk": self.club.talk.new_pace,
            "archives": self.personal.pace,
        }
        for name, limit in shared.items():
            self.share_limit(name, limit)
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find out what was, and listen to the other processes; what is open is loaded while everything goes on."""
        await self.liveness.start()
        await self.lobby.load()
        await self.club.start()
        await self.liveness.take_over()
        beside = (
            self.online.start(),
            self.agreed.start(),
            self.lobby.sweep(),
            self.storage.run(),
            self.ratings.run(),
            self.fair_play.run(),
        )
        self._tasks += [asyncio.create_task(task) for task in beside]
        running = (self._announcements.listen(self._receive, self._reload), self.timers.run(), self.liveness.run())
        self._tasks += [asyncio.create_task(task) for task in running]
        self._tasks.append(asyncio.create_task(self.liveness.watch()))
        self._tasks += [asyncio.create_task(task) for task in (self.publisher.run(), self.retention.run())]
        if self.alone:
            self._tasks.append(asyncio.create_task(self.access.follow()))
        _log.info("started", extra={"server": self.process})

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        for task in (*self._tasks, *self._waiting):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._waiting, return_exceptions=True)
        await self.liveness.close()
        await self.storage.close()
        await self.analyses.close()
        await self.studies.close()
        await self.play.close()
        await self.online.close()
        await self.calls.close()
        await self.boards.close()
        await self.broadcasts.close()
        await self.board_officials.close()
        await self.presence.close()
        await self.club.close()
        with suppress(asyncio.CancelledError):
            await self._closing()
        _log.info("stopped", extra={"server": self.process})

    async def _other_processes(self) -> Collection[str]:
        """Those that work on this database beside this one."""
        if self.alone:
            return ()
        others = await self._heartbeats.others(self.process)
        last = self.clock.now() - SILENT
        return tuple(name for name, beat in others.items() if beat.at >= last)

    async def catch_up_time(self) -> None:
        """Give back what is held back before anything is judged by a time that is behind; `StorageError` if that fails.

        A play that is dated before a halt of this process would begin the other side's clock there, and the process
        they are connected to has run on.
        """
        if self.clock.stands and (trouble := await self.storage.look()):
            raise StorageError(trouble)
        if self.clock.is_behind:
            await self.liveness.look()

    async def do(self, room: Room, request: MatchRequest, command: str) -> Done | Citation:
        """What somebody asks of a match; time used up is claimed by absence where there is no clock."""
        if (
            isinstance(request, c.AnnounceExpiry)
            and room.match.clock is None
            and room.match.phase is not MatchPhase.OVER
        ):
            return await self.timekeeper.claim_absent(room, request.of.other, command)
        return await self.play.do(room, request, command)

    async def record_seats(self, room: Room) -> None:
        """Note with every player where they sit."""
        sides = [" & ".join(dict.fromkeys(seat.name for seat in room.seats(side))) for side in Side]
        length = length_in_words(room.match.format.length)
        played_live = not is_by_correspondence(room.match.format)
        serious = played_live and (room.match.format.rated or bool(room.options.event))
        seat_taken = SeatTaken(room.id, " – ".join(sides), length, room.match.started, serious=serious)
        for seat in (*room.white, *room.black):
            if seat.account:
                await self.accounts.record_seat(seat.account, seat_taken)

    def share_limit(self, name: str, limit: RateLimit) -> None:
        """What is used of an allowance at one process is used at all of them."""
        self._limits[name] = limit
        if not self.alone:
            limit.taken = lambda key: self._spawn(self._announcements.tell(f"limit/{self.process}/{name}/{key}"))

    def _count_use(self, payload: str) -> None:
        _, process, name, key = payload.split("/", 3)
        if process != self.process and name in self._limits:
            self._limits[name].count(key, self.clock.now())

    def _receive(self, payload: str) -> None:
        if payload.startswith("["):
            self._follow_appends(payload)
            return
        if payload.startswith("limit/"):
            self._count_use(payload)
            return
        if payload.startswith(("who/", "here/", "looks/", "person/", "persons/")):
            self.presence.receive(payload)
            return
        if payload.startswith("analysis/"):
            self.analyses.receive(payload)
            return
        if payload.startswith("account/"):
            self._spawn(self.access.look_again(payload.removeprefix("account/")))
            return
        stream, _, version = payload.rpartition(":")
        if not version.isdigit():
            return
        kind, _, id = stream.partition(":")
        if kind == "challenge":
            self._spawn(self._challenge_changed(id))
        elif kind == "tournament":
            self._spawn(self._tournament_changed(id))
        elif kind == "outage":
            self._spawn(self.outages.load())
        elif kind in ("chat", "inquiry"):
            self._spawn(self.club.catch_up(kind, id, int(version)))
        elif (room := self.play.behind(stream, int(version))) is not None:
            self._spawn(self.play.catch_up(room))

    def _follow_appends(self, payload: str) -> None:
        """Another process has gone on in matches, and says with which events."""
        for append in read_announced(payload):
            if (room := self.play.follow_announced(append)) is not None:
                self._spawn(self.play.catch_up(room))

    async def _challenge_changed(self, id: str) -> None:
        await self.lobby.find(id)

    async def _tournament_changed(self, id: str) -> None:
        await self.direct.load(id)

    def _reload(self) -> None:
        """Something may have been lost on the way: everything live is looked at again."""
        for room in list(self.play.rooms.values()):
            self._spawn(self.play.catch_up(room))
        self._spawn(self.lobby.load())
        self._spawn(self.club.inquiries.load())
        self._spawn(self.access.look_at_all())
        self.presence.people.ask_others()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
