"""What a device at a table shows, brought to the desk: a match begun, scored or won there is so in the tournament.

display     score, cube and clock as the device shows them, in the stream `shown:` of its record's name; the last holds
followed    the tournament's log hears of the beginning, of every new score and of the end, by its own commands in the
            name of whoever opened the device; each is said once, however often and however late a device tells it

What officials have posted stands: then the log takes nothing more from the device. Who may open a device for a match,
the caller has asked.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match import MatchPhase
from barpoint.match.decide import sheet_score
from barpoint.match.events import ClaimDisputed, GameClaimed, Played
from barpoint.service.authority import RECORD, Pairing
from barpoint.service.play.views import ClockView, CubeView
from barpoint.service.ports import Conflict, EventStore, Write
from barpoint.service.tournaments.device_dice import AddPart, OpenDice, SealDice
from barpoint.service.tournaments.device_record import DeviceEntry, Recording
from barpoint.service.tournaments.tournament_service import TournamentService
from barpoint.tournament import Occurrence, Tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk import score_so_far, start_score
from barpoint.tournament.draw import PairingStatus

_TRIES: Final = 5


class TableDisplay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="TableShown"):
    """What a device shows at a moment; home plays white. `begun` is when the first thing happened there.

    `began` is the score the device takes the match to have begun with: what its beginning brings it hears later.
    """

    at: int
    begun: int
    score: tuple[int, int]
    began: tuple[int, int] | None = None
    sets: tuple[int, int] = (0, 0)
    winner: Side | None = None
    crawford: bool = False
    cube: CubeView | None = None
    clock: ClockView | None = None
    on_time: bool = False  # whoever has not won has lost on time


class DeviceUser(msgspec.Struct, frozen=True):
    """Whoever has opened a device for a match, whether as a player, and when the device was heard."""

    pairing: Pairing
    record: str
    person: str
    as_player: bool
    now: int


_display: Final = msgspec.json.Decoder(TableDisplay)


class DeviceDesk:
    """The devices of this server's tables."""

    def __init__(self, store: EventStore, direct: TournamentService) -> None:
        self._store, self._tournaments = store, direct
        self._newest: dict[str, tuple[int, TableDisplay]] = {}  # with its version

    async def display(self, record: str) -> TableDisplay | None:
        """What the device of a record showed last."""
        version, known = self._newest.get(record, (0, None))
        fresh = await self._store.read(f"shown:{record}", version)
        if fresh:
            known = _display.decode(fresh[-1].data)
            self._newest[record] = fresh[-1].version, known
        return known

    async def show(self, user: DeviceUser, id: str, display: TableDisplay) -> None:
        """Keep what a device shows, unless something newer is known, and let the desk know."""
        record, stream = user.record, f"shown:{user.record}"
        for _ in range(_TRIES):
            known = await self.display(record)
            if known is not None and known.at > display.at:
                return
            version = self._newest[record][0] if record in self._newest else 0
            write = Write(stream, version, (msgspec.json.encode(display),))
            if not isinstance(await self._store.append([write], f"{stream}/{id}"), Conflict):
                break
        best_of = display.winner is not None and any(display.sets)
        standing = msgspec.structs.replace(display, score=display.sets if best_of else display.score)
        await self._follow(user, f"shown/{id}", standing)

    async def begin(self, user: DeviceUser, entries: Sequence[DeviceEntry]) -> Tournament:
        """Play has begun if a device records some: the penalties that brings stand before the first roll is kept."""
        plays = [entry.command.at for entry in entries if not isinstance(entry.command, SealDice | AddPart | OpenDice)]
        if plays:
            await self._begin(user, min(plays[0], user.now))
        return (await self._tournaments.load(user.pairing.tournament)).state

    async def follow_record(self, user: DeviceUser, recording: Recording) -> None:
        """Let the desk know how a match stands by its record."""
        state = recording.state
        if state.phase is MatchPhase.BEFORE or not recording.events:
            return
        ended = state.ended if state.phase is MatchPhase.OVER else None
        winner = None if ended is None else ended.winner
        score = state.sets if winner is not None and any(state.sets) else state.score
        on_time = ended is not None and ended.reason == "time"
        if on_time and winner is not None and not any(state.sets):
            score = sheet_score(state)
        standing = TableDisplay(at=state.at, begun=recording.events[0].at, score=score, winner=winner, on_time=on_time)
        await self._follow(user, f"record/{state.version}", standing)
        await self._note_illegal_plays(user, recording)
        await self._call_to_disputes(user, recording)

    async def _call_to_disputes(self, user: DeviceUser, recording: Recording) -> None:
        """The director is called, each time once, where the book has it so: a claim is disputed (bws:4.3.2.8b).

        And where a game was claimed with contact, on which players may not agree (bws:4.5a): the record keeps what was
        done, the director sees to it.
        """
        if recording.state.format.book != "bws":
            return
        for version, event in enumerate(recording.events, 1):
            about = ""
            if isinstance(event, ClaimDisputed):
                about = "a claim is disputed (bws:4.3.2.8b)"
            elif isinstance(event, GameClaimed) and event.irregular:
                about = "a game with contact was claimed as settled (bws:4.5a)"
            if about:
                call = c.CallDirector(
                    at=event.at,
                    by=user.person,
                    contest=user.pairing.contest,
                    pairing=user.pairing.pairing,
                    about=about,
                )
                await self._do(user, call, f"disputed/{version}")

    async def _note_illegal_plays(self, user: DeviceUser, recording: Recording) -> None:
        """The desk counts the illegal plays a record has by name, each once."""
        state = (await self._tournaments.load(user.pairing.tournament)).state
        fixture = state.contests[user.pairing.contest].fixtures[user.pairing.pairing]
        for version, event in enumerate(recording.events, 1):
            if isinstance(event, Played) and event.illegal:
                note = c.NoteOccurrence(
                    at=event.at,
                    by=user.person,
                    contest=user.pairing.contest,
                    pairing=user.pairing.pairing,
                    entrant=fixture.pair[event.side.place],
                    what=Occurrence.ILLEGAL_PLAY,
                )
                await self._do(user, note, f"illegal/{version}")

    async def _follow(self, user: DeviceUser, id: str, shown: TableDisplay) -> None:
        """The match is begun if it was not, and its score noted if it is news; what is refused is nothing new."""
        await self._begin(user, shown.begun)
        state = (await self._tournaments.load(user.pairing.tournament)).state
        contest = state.contests[user.pairing.contest]
        fixture = contest.fixtures[user.pairing.pairing]
        winner = "" if shown.winner is None else fixture.pair[shown.winner.place]
        noted, began = contest.match_at(fixture).noted, start_score(state, contest, fixture)
        home, away = (
            points + more - known for points, more, known in zip(shown.score, began, shown.began or began, strict=True)
        )
        known = (score_so_far(state, contest, fixture), "" if noted is None else noted.winner)
        if fixture.status is PairingStatus.READY and known != ((home, away), winner):
            note = c.NoteScore(
                at=shown.at,
                by=user.person,
                contest=user.pairing.contest,
                pairing=user.pairing.pairing,
                score=(home, away),
                winner=winner,
                on_time=shown.on_time,
                device=f"{RECORD}:{user.record}",
            )
            await self._do(user, note, id)

    async def _begin(self, user: DeviceUser, at: int) -> None:
        state = (await self._tournaments.load(user.pairing.tournament)).state
        contest = state.contests[user.pairing.contest]
        fixture = contest.fixtures[user.pairing.pairing]
        if fixture.status is PairingStatus.READY and contest.match_at(fixture).begun is None:
            begin = c.BeginMatch(
                at=at,
                by=user.person,
                contest=user.pairing.contest,
                pairing=user.pairing.pairing,
                device=f"{RECORD}:{user.record}",
                received=user.now,
            )
            await self._do(user, begin, "begun")

    async def _do(self, user: DeviceUser, command: c.AnyCommand, id: str) -> None:
        key = f"device/{user.record}/{id}"
        await self._tournaments.do(user.pairing.tournament, command, key, as_player=user.as_player)
