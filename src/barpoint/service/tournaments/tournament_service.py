"""Direct: a tournament's commands against its stream, with no lost update.

expected    the version a director's screen was made from. If what the command is about has changed since, nothing is
            done and the answer is what changed (`Stale`); what else has happened is nobody's hindrance. Without one
            (a player's report, the autopilot) a lost race is judged once more on the new state
sanctions   the record of persons: bars are honoured at entry, what is due in a next match is brought to it
additions   what else knows something of a command's people: a list of ratings that the event goes by
ratings     the tournament room and the rating room do not know each other; here finished matches become rated ones

Who is behind a session, and what each may see, is the caller's business; who may do what is the tournament's.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar
from weakref import WeakValueDictionary

import msgspec

from barpoint.board import Refusal
from barpoint.rating import MatchRated, RatingSystem, RebuildResult, rebuild
from barpoint.rulebook import Citation, cite
from barpoint.service.long_work import off_loop
from barpoint.service.officials.sanctions import Sanctions
from barpoint.service.ports import Conflict, EventStore, StoredEvent, Write
from barpoint.service.set_aside import SetAside
from barpoint.tournament import Tournament, TournamentPhase, decide_tournament, fold_tournament
from barpoint.tournament.commands import AnyCommand, ImportEntrants
from barpoint.tournament.events import AnyEvent, decode, encode
from barpoint.tournament.views import (
    LogChange,
    changes_concerning,
    match_results,
)

TRIES = 5
MOST_AT_HAND: Final = 64
"""Tournaments whose logs are kept folded; another is read again when somebody asks for it."""
_MANY: Final = 100  # events, or entrants
_FEW: Final = 20  # entrants that are let in at once
T = TypeVar("T")


class TournamentSnapshot(msgspec.Struct, frozen=True):
    """A tournament and its log."""

    state: Tournament
    log: tuple[AnyEvent, ...] = ()
    commands: frozenset[str] = frozenset()  # those that are in it


class TournamentDone(msgspec.Struct, frozen=True):
    """What came of a command; `version` is where the tournament stands now."""

    version: int
    events: tuple[AnyEvent, ...]


class TournamentRefused(msgspec.Struct, frozen=True):
    """Refused, in words with their clauses."""

    refusal: Refusal
    citation: Citation


class Stale(msgspec.Struct, frozen=True):
    """The command was made on an old view: nothing was done, and this is what changed since."""

    version: int
    changes: tuple[LogChange, ...]


class BatchDone(msgspec.Struct, frozen=True):
    """What came of several steps: the refused ones by their number."""

    version: int
    events: tuple[AnyEvent, ...] = ()
    refused: tuple[tuple[int, TournamentRefused], ...] = ()


TournamentAnswer = TournamentDone | TournamentRefused | Stale
TournamentListener = Callable[[str, int, TournamentSnapshot], None]
"""Hears of a tournament, the version it was known at before, and the tournament as it stands."""

CommandAddition = Callable[[Tournament, AnyCommand], Awaitable[tuple[AnyCommand, ...]]]
"""The command with what it knows of it, to be judged one after the other."""


def stream_of(tournament: str) -> str:
    """The stream a tournament is kept in."""
    return f"tournament:{tournament}"


class TournamentService:
    """Every tournament of a store; what was folded is kept and only the rest is read."""

    def __init__(
        self, store: EventStore, sanctions: Sanctions | None = None, set_aside: SetAside | None = None
    ) -> None:
        self._store, self._sanctions, self._set_aside = store, sanctions, set_aside or SetAside()
        self._snapshots: OrderedDict[str, TournamentSnapshot] = OrderedDict()  # the one used last at the end
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while somebody has or wants one
        self.listeners: list[TournamentListener] = []
        self.additions: list[CommandAddition] = []

    async def load(self, tournament: str) -> TournamentSnapshot:
        """The tournament as it stands; `UnreadableStreamError` if that cannot be read."""
        snapshot = self._snapshots.get(tournament, TournamentSnapshot(Tournament()))
        stored = await self._store.read(stream_of(tournament), snapshot.state.version)
        if self._snapshots.get(tournament, snapshot) is not snapshot:
            return await self.load(tournament)  # somebody else has read it meanwhile
        if not stored:
            if tournament in self._snapshots:
                self._snapshots.move_to_end(tournament)
            return snapshot
        if len(stored) < _MANY and not is_large(snapshot.state):
            return self._follow(tournament, snapshot, self._read(tournament, snapshot, stored))
        after = await off_loop(lambda: self._read(tournament, snapshot, stored))
        if self._snapshots.get(tournament, snapshot) is not snapshot:
            return await self.load(tournament)
        return self._follow(tournament, snapshot, after)

    def _read(self, tournament: str, snapshot: TournamentSnapshot, stored: Sequence[StoredEvent]) -> TournamentSnapshot:
        with self._set_aside.reading(stream_of(tournament)):
            return _after(snapshot, stored)

    def forget(self, tournament: str = "") -> None:
        """What is stored was rewritten: read a tournament again, or the record of sanctions, when it is next wanted."""
        self._snapshots.pop(tournament, None)
        if self._sanctions is not None:
            self._sanctions.forget()

    def _follow(self, tournament: str, before: TournamentSnapshot, snapshot: TournamentSnapshot) -> TournamentSnapshot:
        self._snapshots[tournament] = snapshot
        self._snapshots.move_to_end(tournament)
        if len(self._snapshots) > MOST_AT_HAND:
            self._snapshots.popitem(last=False)
        for listener in self.listeners:
            listener(tournament, before.state.version, snapshot)
        return snapshot

    async def names(self) -> tuple[str, ...]:
        """Every tournament there is, oldest first."""
        return tuple(stream.partition(":")[2] for stream in await self._store.streams("tournament"))

    async def do(
        self,
        tournament: str,
        command: AnyCommand,
        command_id: str,
        *,
        expected: int | None = None,
        own: Collection[int] = (),
        as_player: bool = False,
    ) -> TournamentAnswer:
        """Judge a command and keep what comes of it; `as_player` whatever else its sender is.

        `own` are versions the sender's screen has made itself since the one it `expected`: they are no news to it.
        """
        lock = self._locks.setdefault(tournament, asyncio.Lock())  # a large one is judged away from the loop
        async with lock:
            return await self._do(tournament, command, command_id, _Seen(expected, own), as_player=as_player)

    async def _do(
        self, tournament: str, command: AnyCommand, command_id: str, seen: "_Seen", *, as_player: bool
    ) -> TournamentAnswer:
        for _ in range(TRIES):
            snapshot = await self.load(tournament)
            state = snapshot.state
            if command_id in snapshot.commands:
                return TournamentDone(state.version, ())
            if changes := await seen.changes(snapshot, command):
                return Stale(state.version, changes)
            events = await self._decide(state, command, as_player=as_player)
            if isinstance(events, Refusal):
                return TournamentRefused(events, cite(events, book_of(state, command)))
            if not events:
                return TournamentDone(state.version, ())
            if (done := await self._keep(tournament, snapshot, events, command_id)) is not None:
                return done
        raise RuntimeError(f"{tournament}: somebody else was faster {TRIES} times")

    async def do_steps(self, tournament: str, steps: Sequence[Sequence[AnyCommand]], command_id: str) -> BatchDone:
        """Several steps in one append, each on what the one before has left: a step that is refused leaves nothing."""
        async with self._locks.setdefault(tournament, asyncio.Lock()):
            for _ in range(TRIES):
                snapshot = await self.load(tournament)
                if command_id in snapshot.commands:
                    return BatchDone(snapshot.state.version)
                events, refused = await self._decide_steps(snapshot.state, steps)
                if not events:
                    return BatchDone(snapshot.state.version, (), refused)
                if (done := await self._keep(tournament, snapshot, events, command_id)) is not None:
                    return BatchDone(done.version, done.events, refused)
        raise RuntimeError(f"{tournament}: somebody else was faster {TRIES} times")

    async def _decide_steps(
        self, state: Tournament, steps: Sequence[Sequence[AnyCommand]]
    ) -> tuple[tuple[AnyEvent, ...], tuple[tuple[int, TournamentRefused], ...]]:
        events: tuple[AnyEvent, ...] = ()
        refused: list[tuple[int, TournamentRefused]] = []
        for number, step in enumerate(steps):
            answer = await self._decide_step(state, step)
            if isinstance(answer, TournamentRefused):
                refused.append((number, answer))
            else:
                state, events = answer[0], events + answer[1]
        return events, tuple(refused)

    async def _decide_step(
        self, state: Tournament, step: Sequence[AnyCommand]
    ) -> tuple[Tournament, tuple[AnyEvent, ...]] | TournamentRefused:
        """The tournament after a step, and its events."""
        events: tuple[AnyEvent, ...] = ()
        for command in step:
            more = await self._decide(state, command, as_player=False)
            if isinstance(more, Refusal):
                return TournamentRefused(more, cite(more, book_of(state, command)))
            before = state
            state = await _work_out(lambda: _folded(more, before), long=is_large(state))  # noqa: B023
            events += more
        return state, events

    async def _keep(
        self, tournament: str, snapshot: TournamentSnapshot, events: tuple[AnyEvent, ...], command_id: str
    ) -> TournamentDone | None:
        """Append what a command has led to; None if somebody else was faster."""
        state = snapshot.state
        after, lines = await _work_out(
            lambda: (_folded(events, state), tuple(map(encode, events))), long=is_large(state) or len(events) > _MANY
        )
        ends = None if after.phase is state.phase else after.phase is TournamentPhase.CLOSED
        write = Write(stream_of(tournament), state.version, lines, ends)
        beside = await self._sanctions.ledger_writes(after, events) if self._sanctions is not None else ()
        outcome = await self._store.append([write, *beside], command_id)
        if isinstance(outcome, Conflict):
            return None
        if self._snapshots.get(tournament) is snapshot and not outcome.repeated:
            kept = TournamentSnapshot(after, snapshot.log + events, snapshot.commands | {command_id})
            self._follow(tournament, snapshot, kept)
        return TournamentDone(outcome.versions[write.stream], () if outcome.repeated else events)

    async def trial(
        self, tournament: str, command: AnyCommand, *, as_player: bool = False
    ) -> tuple[Tournament, tuple[AnyEvent, ...]] | TournamentRefused:
        """What would come of a command: the tournament after it and its events; nothing is kept."""
        state = (await self.load(tournament)).state
        events = await self._decide(state, command, as_player=as_player)
        if isinstance(events, Refusal):
            return TournamentRefused(events, cite(events, book_of(state, command)))
        return await off_loop(lambda: fold_tournament(events, state)), events

    async def _decide(
        self, state: Tournament, command: AnyCommand, *, as_player: bool
    ) -> tuple[AnyEvent, ...] | Refusal:
        """The command and what the record of sanctions and others add to it: all of it or nothing."""
        steps = await self._sanctions.commands_for(state, command) if self._sanctions is not None else (command,)
        for addition in self.additions:
            steps = tuple([step for before in steps for step in await addition(state, before)])
        long = is_large(state) or is_long(command)
        return await _work_out(lambda: _judge(state, steps, as_player=as_player), long=long)


class _Seen(msgspec.Struct, frozen=True):
    """What the sender of a command has seen."""

    expected: int | None
    own: Collection[int]

    async def changes(self, snapshot: TournamentSnapshot, command: AnyCommand) -> tuple[LogChange, ...]:
        """What has changed since of what the command is about."""
        state = snapshot.state
        if self.expected is None or self.expected >= state.version:
            return ()
        since = max(0, self.expected)
        return await off_loop(lambda: changes_concerning(snapshot.log, since, state, command, self.own))


def is_large(state: Tournament) -> bool:
    """Whether judging a command takes so long that it is done away from the loop."""
    return sum(len(contest.entries) for contest in state.contests.values()) > _MANY


def is_long(command: AnyCommand) -> bool:
    """Whether a command says so much that it is judged away from the loop, whatever there is already."""
    return isinstance(command, ImportEntrants) and len(command.entries) > _FEW


async def _work_out(work: Callable[[], T], *, long: bool) -> T:
    return await off_loop(work) if long else work()


def _judge(state: Tournament, steps: Iterable[AnyCommand], *, as_player: bool) -> tuple[AnyEvent, ...] | Refusal:
    events: tuple[AnyEvent, ...] = ()
    for step in steps:
        now = fold_tournament(events, state)
        decided = decide_tournament(_without_roles(now, step.by) if as_player else now, step)
        if isinstance(decided, Refusal):
            return decided
        events += decided
    return events


def _after(snapshot: TournamentSnapshot, stored: Sequence[StoredEvent]) -> TournamentSnapshot:
    fresh = tuple(decode(event.data) for event in stored)
    commands = snapshot.commands | {event.command for event in stored if event.command}
    return TournamentSnapshot(_folded(fresh, snapshot.state), snapshot.log + fresh, commands)


def _folded(events: Iterable[AnyEvent], state: Tournament) -> Tournament:
    """The tournament after these events; what follows from a large one is worked out here, not on the loop."""
    after = fold_tournament(events, state)
    if is_large(after):
        after.share_seats(state)
        _ = [contest.fixtures for contest in after.contests.values()], after.seats
    return after


def _without_roles(state: Tournament, person: str) -> Tournament:
    """The tournament as somebody acts in it who came as a player."""
    return replace(state, staff={one: roles for one, roles in state.staff.items() if one != person})


def book_of(state: Tournament, command: AnyCommand) -> str:
    """The book a refusal is cited under: the event's, or that of all events if they share one."""
    contest = state.contests.get(getattr(command, "contest", ""))
    if contest is not None:
        return contest.book
    books = {event.book for event in state.contests.values()}
    return books.pop() if len(books) == 1 else ""


def matches_to_rate(state: Tournament) -> tuple[MatchRated, ...]:
    """The finished matches of a tournament as the rating room takes them."""
    return tuple(msgspec.convert(msgspec.structs.asdict(match), MatchRated) for match in match_results(state))


def ratings_after(states: Iterable[Tournament], system: RatingSystem | None = None) -> RebuildResult:
    """The ratings that these tournaments come to."""
    return rebuild([match for state in states for match in matches_to_rate(state)], system)
