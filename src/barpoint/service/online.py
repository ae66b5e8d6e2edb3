"""Online events: the play server makes their matches, scores them, and runs their rounds.

opened      a match that has begun in an online event gets a board here, home with the white checkers; the tournament's
            log says which (`AttachMatch`), in the same append
scored      when the match is over there, its result is posted here
autopilot   rounds that run by themselves: whoever is there plays, whoever is not there in time loses
called      when a match is due, those who are not there yet hear of it, and of the board when it is made, on whichever
            server they are

Only events with an autopilot are run so; it acts in its own name, by the tournament's own commands. Whose account
plays for whom is known from the private links.
"""

import logging
from collections.abc import Sequence
from typing import Final

from barpoint.board import Refusal, Side
from barpoint.match.commands import AwardPoints
from barpoint.match.format import MINUTE, Enforcement
from barpoint.match.state import Phase as MatchPhase
from barpoint.service.access import new_id
from barpoint.service.case_on_board import match_at, tournament_of
from barpoint.service.direct import Direct, Held, stream_of
from barpoint.service.errands import Errands
from barpoint.service.links import Keys, Links
from barpoint.service.means import Notice
from barpoint.service.notices import Notices
from barpoint.service.play import Play
from barpoint.service.ports import EventStore, Stored, Write
from barpoint.service.room import Manners, Room, Seat
from barpoint.service.timers import Timers
from barpoint.tournament import Contest, Phase, Tournament, decide
from barpoint.tournament import commands as c
from barpoint.tournament.autopilot import autopilot, deadlines
from barpoint.tournament.desk import start_score
from barpoint.tournament.draw.progress import Status
from barpoint.tournament.events import MatchAttached, encode
from barpoint.tournament.player import AUTOPILOT
from barpoint.tournament.settings import Mode

_log = logging.getLogger("barpoint.online")
_SOON: Final = 50  # milliseconds in which changes that come together are looked at together


class Online:
    """The online events of this server."""

    def __init__(
        self, store: EventStore, play: Play, direct: Direct, links: Links, timers: Timers, notices: Notices
    ) -> None:
        self._store, self._play, self._direct, self._links = store, play, direct, links
        self._timers, self._notices = timers, notices
        self._errands = Errands(_log, "the work of an online event failed")
        self._called: set[str] = set()  # what the pages here have heard
        direct.told.append(self._changed)
        play.told.append(self._played)

    async def start(self) -> None:
        """Take up the tournaments that are running."""
        for stream in await self._store.streams("tournament", only_open=True):
            tournament = stream.partition(":")[2]
            await self._over_meanwhile(tournament, await self._direct.load(tournament))

    async def _over_meanwhile(self, tournament: str, held: Held) -> None:
        """Post what ended without this being heard of: the server went down between the two."""
        for contest in held.state.contests.values():
            for fixture in contest.fixtures.values() if _runs(contest) else ():
                stream = contest.match_at(fixture).stream if fixture.status is Status.READY else ""
                room = await self._play.room(stream.partition(":")[2]) if stream else None
                if room is not None and room.match.phase is MatchPhase.OVER:
                    await self._score(tournament, room)

    def _changed(self, tournament: str, before: int, held: Held) -> None:
        if any(_runs(contest) for contest in held.state.contests.values()):
            self._look(tournament, self._play.now() + _SOON)
        boards = [event for event in held.log[before:] if isinstance(event, MatchAttached)]
        if boards:
            self._errands.run(self._boards(tournament, held, boards))

    def _look(self, tournament: str, moment: int | None) -> None:
        self._timers.set(f"online/{tournament}", moment, lambda: self.look(tournament))

    async def look(self, tournament: str) -> None:
        """Do what is due in the online events of a tournament, and come back when something else is."""
        held = await self._direct.load(tournament)
        if held.state.phase is not Phase.OPEN:
            return
        for name, contest in held.state.contests.items():
            if _runs(contest):
                await self._run(tournament, name, held)
        after = await self._direct.load(tournament)
        if after.state.version == held.state.version:
            self._look(tournament, self._next(after))

    async def _run(self, tournament: str, name: str, held: Held) -> None:
        contest = held.state.contests[name]
        for number, command in enumerate(autopilot(held.state, contest, self._play.now())):
            await self._direct.do(tournament, command, f"autopilot/{tournament}/{name}/{held.state.version}/{number}")
        state = (await self._direct.load(tournament)).state
        contest, keys = state.contests[name], await self._links.keys(tournament)
        for fixture in contest.fixtures.values():
            if fixture.status is Status.READY:
                match = contest.match_at(fixture)
                if match.playing and not match.stream:
                    await self._open(tournament, name, fixture.id, keys)
        self._call(tournament, state, contest, keys)

    def _next(self, held: Held) -> int | None:
        """The next moment at which something may be due by time alone."""
        now = self._play.now()
        moments = [
            moment + 1
            for contest in held.state.contests.values()
            for each in (deadlines(held.state, contest) if _runs(contest) else ())
            for moment in (each.starts, each.presence, each.ends)
            if moment >= now
        ]
        return min(moments, default=None)

    async def _open(self, tournament: str, name: str, pairing: str, keys: Keys) -> None:
        """A board for a match, and its place in the tournament's log, together or not at all."""
        held = await self._direct.load(tournament)
        contest = held.state.contests[name]
        fixture = contest.fixtures[pairing]
        if fixture.status is not Status.READY or contest.match_at(fixture).stream:
            return  # another server was faster
        played = contest.match_format(fixture, Enforcement.STRICT)
        seats = [_seats(held, contest, entrant, keys) for entrant in fixture.pair]
        if isinstance(played, Refusal) or not all(seat.account for side in seats for seat in side):
            _log.warning("no board for %s %s: nobody plays for it", tournament, pairing)
            return
        match = new_id()
        attach = c.AttachMatch(
            at=self._play.now(), by=AUTOPILOT, contest=name, pairing=pairing, stream=f"match:{match}"
        )
        events = decide(held.state, attach)
        if isinstance(events, Refusal):
            return
        beside = Write(stream_of(tournament), held.state.version, tuple(map(encode, events)))
        manners = Manners(event=stream_of(tournament))
        if await self._play.open(match, played, seats[0], seats[1], manners=manners, beside=[beside]):
            await self._direct.load(tournament)
            await self._penalties(match, start_score(held.state, contest, fixture))

    async def _penalties(self, match: str, points: tuple[int, int]) -> None:
        """The points that penalties give before the first roll."""
        room = await self._play.room(match)
        for side, given in zip(Side, points, strict=True):
            if room is not None and given > 0:
                now, reason = self._play.now(), "penalties before the first roll"
                award = AwardPoints(at=now, by=AUTOPILOT, reason=reason, side=side, points=given)
                await self._play.do(room, award, f"penalties/{match}/{side}")

    def _call(self, tournament: str, state: Tournament, contest: Contest, keys: Keys) -> None:
        """Tell whoever is not there yet that the match is due."""
        now, pilot = self._play.now(), contest.settings.autopilot
        for each in deadlines(state, contest):
            if pilot is None or each.starts > now:
                continue
            pair = contest.fixtures[each.pairing].pair
            for entrant in each.missing:
                against = str(contest.entries[pair[1 - pair.index(entrant)]])
                text = f"{contest.settings.title}: your match against {against} is called, be there within "
                text += f"{pilot.presence // MINUTE} minutes"
                self._tell(
                    contest, entrant, keys, f"called/{tournament}/{each.pairing}/{each.starts}", text, tournament
                )

    def _tell(self, contest: Contest, entrant: str, keys: Keys, key: str, text: str, tournament: str) -> None:
        notice = Notice("round", text, f"/t/{tournament}/me", self._play.now())
        for person in contest.entries[entrant].people:
            account = keys.accounts.get(person)
            if account and f"{account}/{key}" not in self._called:
                self._called.add(f"{account}/{key}")
                self._notices.tell(account, key, notice)

    async def _boards(self, tournament: str, held: Held, boards: Sequence[MatchAttached]) -> None:
        """Tell the players of boards that were made, here or by another server."""
        keys = await self._links.keys(tournament)
        for event in boards:
            contest = held.state.contests[event.contest]
            fixture = contest.fixtures.get(event.pairing)
            if not _runs(contest) or fixture is None or fixture.status is not Status.READY:
                continue
            match = event.stream.partition(":")[2]
            notice = Notice("round", "Your match of the tournament begins", f"/match/{match}", self._play.now())
            seats = [seat for entrant in fixture.pair for seat in _seats(held, contest, entrant, keys)]
            for account in dict.fromkeys(seat.account for seat in seats if seat.account):
                self._notices.tell(account, f"round/{tournament}/{match}", notice)

    # When a match is over

    def _played(self, room: Room, _before: int, kept: Sequence[Stored]) -> None:
        tournament = tournament_of(room)
        if kept and tournament and room.match.phase is MatchPhase.OVER:
            self._errands.run(self._score(tournament, room))

    async def _score(self, tournament: str, room: Room) -> None:
        held = await self._direct.load(tournament)
        found = match_at(held.state, f"match:{room.id}")
        result = room.match.ended
        if found is None or result is None or result.winner is None:
            return
        contest, fixture = found
        if fixture.status is not Status.READY:
            return  # it has its result
        home, away = fixture.pair
        winner = home if result.winner is Side.WHITE else away
        points = tuple(sorted(room.match.score, reverse=True))
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
        await self._direct.do(tournament, command, f"scored/{room.id}/{room.version}")

    async def close(self) -> None:
        """Finish what is under way."""
        await self._errands.finish()


def _runs(contest: Contest) -> bool:
    settings = contest.settings
    return settings.mode is Mode.INTERNET and settings.autopilot is not None and contest.finished is None


def _seats(held: Held, contest: Contest, entrant: str, keys: Keys) -> tuple[Seat, ...]:
    """The seats of a side; a partner who has not opened the private link is played for by the other."""
    people = contest.entries[entrant].people
    there = next((keys.accounts[person] for person in people if person in keys.accounts), "")
    return tuple(Seat(held.state.name_of(person), keys.accounts.get(person, there)) for person in people)
