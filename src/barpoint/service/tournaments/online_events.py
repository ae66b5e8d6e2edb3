"""Online events: the play server makes their matches, scores them, and runs their rounds.

opened      a match that has begun in an online event gets a board here, home with the white checkers; the tournament's
            log says which (`AttachMatch`), in the same append
seated      its players are known to sit in it: until it is over they have no aids (`aids`)
breaks      those taken at the board stand in the desk's ledger, which charges what was too long
refused     a concession of the worst result possible, or a certain claim, that is refused is a call at the desk
scored      when the match is over there, its result is posted here
autopilot   rounds that run by themselves: whoever is there plays, whoever is not there in time loses; so do both of a
            match that neither of them has played on. Time in which the server did not run counts for nobody
called      when a match is due, those who are not there yet hear of it, and of the board when it is made, on whichever
            server they are

Only events with an autopilot are run so; it acts in its own name, by the tournament's own commands. Whose account
plays for whom is known from the private links.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase
from barpoint.match import events as match_events
from barpoint.match.commands import AwardPoints
from barpoint.match.decide import is_refused_in_vain, recorded_score
from barpoint.match.events import BreakCalled, BreakEnded, GameClaimed, ResignationOffered
from barpoint.match.format import MINUTE, Enforcement
from barpoint.service.authority import Pairing, board_of
from barpoint.service.background_tasks import BackgroundTasks
from barpoint.service.clocks.outage_log import OutageLog
from barpoint.service.clocks.timers import Timers
from barpoint.service.long_work import off_loop
from barpoint.service.people.member_ports import PersonalNotice
from barpoint.service.people.notice_texts import make_notice
from barpoint.service.people.notices import Notices
from barpoint.service.people.sessions import new_id
from barpoint.service.play.play_service import PlayService
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import Seat
from barpoint.service.play.terms import clock_options
from barpoint.service.ports import EventStore, StoredEvent, Write
from barpoint.service.set_aside import UnreadableStreamError
from barpoint.service.tournaments.board_case import fixture_of_stream, tournament_of
from barpoint.service.tournaments.private_links import LinkKeys, PrivateLinks
from barpoint.service.tournaments.tournament_service import (
    TournamentService,
    TournamentSnapshot,
    stream_of,
)
from barpoint.tournament import AUTOPILOT, Contest, Fixture, Mode, Tournament, TournamentPhase, decide_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk import Deadline, autopilot_commands, broadcast_of, deadlines, start_score
from barpoint.tournament.draw import PairingStatus
from barpoint.tournament.events import MatchAttached, encode

_log = logging.getLogger("barpoint.online")
_REFUSALS: Final = (b'"ResignationDeclined"', b'"ClaimDisputed"')
_A_DAY: Final = 86_400_000
_SOON: Final = 50  # milliseconds in which changes that come together are looked at together


class OnlineEvents:
    """The online events of this server."""

    def __init__(
        self,
        store: EventStore,
        play: PlayService,
        direct: TournamentService,
        links: PrivateLinks,
        timers: Timers,
        outages: OutageLog,
        notices: Notices,
        seated: Callable[[Room], Awaitable[None]],
    ) -> None:
        self._store, self._play, self._tournaments, self._links = store, play, direct, links
        self._timers, self._outages, self._notices, self._seat = timers, outages, notices, seated
        self._tasks = BackgroundTasks(_log, "the work of an online event failed")
        self._called: set[str] = set()  # what the pages here have heard
        direct.listeners.append(self._on_change)
        play.room_listeners.append(self._on_play)

    async def start(self) -> None:
        """Take up the tournaments that are running."""
        for stream in await self._store.streams("tournament", only_open=True):
            tournament = stream.partition(":")[2]
            try:
                await self._post_missed(tournament, await self._tournaments.load(tournament))
            except UnreadableStreamError:
                continue
            except Exception:
                _log.exception("a tournament could not be taken up", extra={"tournament": tournament})

    async def _post_missed(self, tournament: str, snapshot: TournamentSnapshot) -> None:
        """Post what ended, and seat who plays, without this being heard of: the server went down between the two."""
        for contest in snapshot.state.contests.values():
            for fixture in contest.fixtures.values() if _runs(contest) else ():
                stream = contest.match_at(fixture).stream if fixture.status is PairingStatus.READY else ""
                room = await self._play.room(stream.partition(":")[2]) if stream else None
                room = board_of(room, Pairing(tournament, contest.settings.id, fixture.id))
                if room is not None and room.match.phase is MatchPhase.OVER:
                    await self._score(tournament, room)
                elif room is not None:
                    await self._seat(room)  # 0.1.0 did not

    def _on_change(self, tournament: str, before: int, snapshot: TournamentSnapshot) -> None:
        if any(_runs(contest) for contest in snapshot.state.contests.values()):
            self._set_timer(tournament, self._play.now() + _SOON)
        boards = [event for event in snapshot.log[before:] if isinstance(event, MatchAttached)]
        if boards:
            self._tasks.run(partial(self._announce_boards, tournament, snapshot, boards))

    def _set_timer(self, tournament: str, moment: int | None) -> None:
        self._timers.set(f"online/{tournament}", moment, lambda: self.run_due(tournament))

    async def run_due(self, tournament: str) -> None:
        """Do what is due in the online events of a tournament, and come back when something else is."""
        snapshot = await self._tournaments.load(tournament)
        if snapshot.state.phase is not TournamentPhase.OPEN:
            return
        for name, contest in snapshot.state.contests.items():
            if _runs(contest):
                await self._run(tournament, name, snapshot)
        after = await self._tournaments.load(tournament)
        if after.state.version == snapshot.state.version:
            self._set_timer(tournament, await off_loop(lambda: self._next_moment(after)))

    async def _move_starts(self, tournament: str, name: str, snapshot: TournamentSnapshot) -> TournamentSnapshot:
        """Whoever had still time to be there when the server ceased to run has it afterwards."""
        while self._outages.after(self._play.now() - _A_DAY):
            state, known = snapshot.state, snapshot.commands
            moves = await off_loop(lambda: self._moves(tournament, state.contests[name], state, known))  # noqa: B023
            if not moves:
                break
            for key, post in moves:
                await self._tournaments.do(tournament, post, key)
            snapshot = await self._tournaments.load(tournament)
            if snapshot.state is state:
                break  # it was refused
        return snapshot

    def _moves(
        self, tournament: str, contest: Contest, state: Tournament, known: Collection[str]
    ) -> list[tuple[str, c.PostStart]]:
        """The next start of every match that an outage has kept from being played, with the ids of their commands."""
        moves: dict[str, tuple[str, c.PostStart]] = {}
        for deadline in deadlines(state, contest):
            for since, until in self._outages.after(deadline.starts) if deadline.missing else ():
                key = f"outage/{tournament}/{contest.settings.id}/{deadline.pairing}/{since}"
                if deadline.presence <= since or key in known or deadline.pairing in moves:
                    continue
                post = c.PostStart(
                    at=self._play.now(),
                    by=AUTOPILOT,
                    contest=contest.settings.id,
                    pairing=deadline.pairing,
                    start=deadline.starts + until - max(since, deadline.starts),
                    past=True,
                    reason=f"the server did not run for {(until - since) // 1000} s",
                )
                moves[deadline.pairing] = (key, post)
        return list(moves.values())

    async def _run(self, tournament: str, name: str, snapshot: TournamentSnapshot) -> None:
        snapshot = await self._move_starts(tournament, name, snapshot)
        state, now = snapshot.state, self._play.now()
        due = await off_loop(lambda: autopilot_commands(state, state.contests[name], now))
        for number, command in enumerate(due):
            await self._tournaments.do(
                tournament, command, f"autopilot/{tournament}/{name}/{snapshot.state.version}/{number}"
            )
        state = (await self._tournaments.load(tournament)).state
        contest, keys = state.contests[name], await self._links.keys(tournament)
        boardless, times = await off_loop(lambda: (_boardless(contest), deadlines(state, contest)))
        for pairing in boardless:
            await self._open(tournament, name, pairing, keys)
        self._call(tournament, state, contest, keys, times)

    def _next_moment(self, snapshot: TournamentSnapshot) -> int | None:
        """The next moment at which something may be due by time alone."""
        now = self._play.now()
        moments = [
            moment + 1
            for contest in snapshot.state.contests.values()
            for deadline in (deadlines(snapshot.state, contest) if _runs(contest) else ())
            for moment in (deadline.starts, deadline.presence, deadline.ends)
            if moment >= now
        ]
        return min(moments, default=None)

    async def _open(self, tournament: str, name: str, pairing: str, keys: LinkKeys) -> None:
        """A board for a match, and its place in the tournament's log, together or not at all."""
        snapshot = await self._tournaments.load(tournament)
        contest = snapshot.state.contests[name]
        fixture = contest.fixtures[pairing]
        if fixture.status is not PairingStatus.READY or contest.match_at(fixture).stream:
            return  # another server was faster
        posted = contest.length_at(fixture)
        clock = clock_options(contest.profile, posted.length if posted else None)
        match_format = contest.match_format(fixture, Enforcement.STRICT, clocked=False if clock.asked else None)
        seats = [_seats(snapshot, contest, entrant, keys) for entrant in fixture.pair]
        if isinstance(match_format, Refusal) or not all(seat.account for side in seats for seat in side):
            _log.warning("no board for %s %s: nobody plays for it", tournament, pairing)
            return
        match = new_id()
        attach = c.AttachMatch(
            at=self._play.now(), by=AUTOPILOT, contest=name, pairing=pairing, stream=f"match:{match}"
        )
        events = decide_tournament(snapshot.state, attach)
        if isinstance(events, Refusal):
            return
        beside = Write(stream_of(tournament), snapshot.state.version, tuple(map(encode, events)))
        shown = broadcast_of(snapshot.state, contest, fixture)
        manners = msgspec.structs.replace(
            clock, event=stream_of(tournament), contest=name, pairing=pairing, live=shown.live, delay=shown.delay
        )
        if await self._play.open(match, match_format, seats[0], seats[1], manners=manners, beside=[beside]):
            await self._tournaments.load(tournament)
            room = await self._play.room(match)
            assert room is not None, "it was opened just now"
            await self._seat(room)
            await self._award_penalties(match, start_score(snapshot.state, contest, fixture))

    async def _award_penalties(self, match: str, points: tuple[int, int]) -> None:
        """The points that penalties give before the first roll."""
        room = await self._play.room(match)
        for side, award_points in zip(Side, points, strict=True):
            if room is not None and award_points:  # below nought where a book deducts (ibf:17.1d)
                now, reason = self._play.now(), "penalties before the first roll"
                award = AwardPoints(at=now, by=AUTOPILOT, reason=reason, side=side, points=award_points)
                await self._play.do(room, award, f"penalties/{match}/{side}")

    def _call(
        self, tournament: str, state: Tournament, contest: Contest, keys: LinkKeys, times: Sequence[Deadline]
    ) -> None:
        """Tell whoever is not there yet that the match is due."""
        now, pilot = self._play.now(), contest.settings.autopilot
        for deadline in times:
            if pilot is None or deadline.starts > now:
                continue
            pair = contest.fixtures[deadline.pairing].pair
            for entrant in deadline.missing:
                against = state.shown_name(pair[1 - pair.index(entrant)], contest)
                notice = make_notice(
                    "round",
                    "{title}: your match against {against} is called, be there within {minutes} minutes",
                    f"/tournaments/{tournament}/me",
                    now,
                    title=contest.settings.title,
                    against=against,
                    minutes=pilot.presence // MINUTE,
                )
                key = f"called/{tournament}/{deadline.pairing}/{deadline.starts}"
                self._notify(contest, entrant, keys, key, notice)

    def _notify(self, contest: Contest, entrant: str, keys: LinkKeys, key: str, notice: PersonalNotice) -> None:
        for person in contest.entries[entrant].people:
            account = keys.accounts.get(person)
            if account and f"{account}/{key}" not in self._called:
                self._called.add(f"{account}/{key}")
                self._notices.tell(account, key, notice)

    async def _announce_boards(
        self, tournament: str, snapshot: TournamentSnapshot, boards: Sequence[MatchAttached]
    ) -> None:
        """Tell the players of boards that were made, here or by another server."""
        keys = await self._links.keys(tournament)
        for event in boards:
            contest = snapshot.state.contests[event.contest]
            fixture = contest.fixtures.get(event.pairing)
            if not _runs(contest) or fixture is None or fixture.status is not PairingStatus.READY:
                continue
            match = event.stream.partition(":")[2]
            notice = make_notice("round", "Your match of the tournament begins", f"/match/{match}", self._play.now())
            seats = [seat for entrant in fixture.pair for seat in _seats(snapshot, contest, entrant, keys)]
            for account in dict.fromkeys(seat.account for seat in seats if seat.account):
                self._notices.tell(account, f"round/{tournament}/{match}", notice)

    # When a match is over

    def _on_play(self, room: Room, _before: int, kept: Sequence[StoredEvent]) -> None:
        tournament = tournament_of(room)
        if not kept or not tournament:
            return
        happened = (match_events.decode(stored.data) for stored in kept if b'"Break' in stored.data)
        breaks = [event for event in happened if isinstance(event, BreakCalled | BreakEnded)]
        if breaks:
            self._tasks.run(partial(self._tell_breaks, tournament, room, breaks))
        if any(tag in stored.data for stored in kept for tag in _REFUSALS):
            self._tasks.run(partial(self._flag_refusal, tournament, room))
        if room.match.phase is MatchPhase.OVER:
            self._tasks.run(partial(self._score, tournament, room))

    async def _flag_refusal(self, tournament: str, room: Room) -> None:
        """Whoever refuses the worst the other can suffer only delays play: the director hears of it (usbgf:4.5.1e)."""
        log = [match_events.decode(stored.data) for stored in await self._store.read(f"match:{room.id}")]
        offers = [event for event in log if isinstance(event, ResignationOffered | GameClaimed)]
        game = room.match.game
        place = fixture_of_stream((await self._tournaments.load(tournament)).state, f"match:{room.id}")
        if place is None or game is None or not offers or not is_refused_in_vain(game, offers[-1]):
            return
        contest, fixture = place
        claim = isinstance(offers[-1], GameClaimed)
        answering = fixture.pair[offers[-1].side.other.place]
        what, clause = ("a certain claim", "usbgf:4.5.2d") if claim else ("the worst result possible", "usbgf:4.5.1e")
        call = c.CallDirector(
            at=self._play.now(),
            by=AUTOPILOT,
            contest=contest.settings.id,
            pairing=fixture.id,
            about=f"{contest.entries[answering]} refused {what} ({clause})",
        )
        await self._tournaments.do(tournament, call, f"refused/{room.id}/{room.version}")

    async def _tell_breaks(self, tournament: str, room: Room, breaks: Sequence[BreakCalled | BreakEnded]) -> None:
        """Breaks at a board stand in the desk's ledger, which charges what was too long (ibf:3.10g, usbgf:2.2.2e)."""
        place = fixture_of_stream((await self._tournaments.load(tournament)).state, f"match:{room.id}")
        if place is None:
            return
        contest, fixture = place
        for event in breaks:
            name, pairing, entrant = contest.settings.id, fixture.id, fixture.pair[event.side.place]
            about = partial(c.CallBreak, breaks=1) if isinstance(event, BreakCalled) else c.EndBreak
            command = about(at=event.at, by=AUTOPILOT, contest=name, pairing=pairing, entrant=entrant)
            await self._tournaments.do(tournament, command, f"break/{room.id}/{type(event).__name__}/{event.at}")

    async def _score(self, tournament: str, room: Room) -> None:
        snapshot = await self._tournaments.load(tournament)
        place = fixture_of_stream(snapshot.state, f"match:{room.id}")
        result = room.match.ended
        if place is None or result is None:
            return
        contest, fixture = place
        if board_of(room, Pairing(tournament, contest.settings.id, fixture.id)) is None:
            return
        if fixture.status is not PairingStatus.READY:
            return  # it has its result
        if result.winner is None:
            if result.reason == "abandoned":
                await self._forfeit_both(tournament, room, contest, fixture)
            return
        home, away = fixture.pair
        winner = home if result.winner is Side.WHITE else away
        points = tuple(sorted(recorded_score(room.match), reverse=True))
        length = contest.length_at(fixture)
        whole = length is not None and points[0] >= length.length > points[1]
        command = c.PostResult(
            at=self._play.now(),
            by=AUTOPILOT,
            contest=contest.settings.id,
            pairing=fixture.id,
            winner=winner,
            score=(points[0], points[1]) if whole else (0, 0),
        )
        await self._tournaments.do(tournament, command, f"scored/{room.id}/{room.version}")

    async def _forfeit_both(self, tournament: str, room: Room, contest: Contest, fixture: Fixture) -> None:
        """Neither side has played on: both lose (bws:2.2.4g); elsewhere it is the server's own rule."""
        forfeit = c.ConfirmForfeit(
            at=self._play.now(),
            by=AUTOPILOT,
            contest=contest.settings.id,
            pairing=fixture.id,
            loser="",
            reason="neither side has played on",
        )
        await self._tournaments.do(tournament, forfeit, f"abandoned/{room.id}/{room.version}")

    async def close(self) -> None:
        """Finish what is under way."""
        await self._tasks.finish()


def _runs(contest: Contest) -> bool:
    settings = contest.settings
    return settings.mode is Mode.INTERNET and settings.autopilot is not None and contest.finished is None


def _boardless(contest: Contest) -> list[str]:
    """The matches that have begun and have no board yet."""
    ready = [fixture for fixture in contest.fixtures.values() if fixture.status is PairingStatus.READY]
    matches = [(fixture.id, contest.match_at(fixture)) for fixture in ready]
    return [pairing for pairing, match in matches if match.playing and not match.stream]


def _seats(snapshot: TournamentSnapshot, contest: Contest, entrant: str, keys: LinkKeys) -> tuple[Seat, ...]:
    """The seats of a side; a partner who has not opened the private link is played for by the other."""
    people = contest.entries[entrant].people
    there = next((keys.accounts[person] for person in people if person in keys.accounts), "")
    return tuple(Seat(snapshot.state.name_of(person), keys.accounts.get(person, there)) for person in people)
