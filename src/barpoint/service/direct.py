"""Direct: a tournament's commands against its stream, with no lost update.

expected    the version a director's screen was made from. If the tournament has moved on, nothing is done and the
            answer is what changed (`Stale`). Without one (a player's report, the autopilot) a lost race is judged
            once more on the new state
sanctions   the record of persons: bars are honoured at entry, what is due in a next match is brought to it
ratings     the tournament room and the rating room do not know each other; here finished matches become rated ones

Who is behind a session, and what each may see, is the caller's business; who may do what is the tournament's.
"""

from collections.abc import Callable, Iterable

import msgspec

from barpoint.board import Refusal
from barpoint.rating import MatchRated, Rebuilt, System, rebuild
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.ports import Conflict, EventStore, Write
from barpoint.service.sanctions import Sanctions
from barpoint.tournament import Phase, Tournament, decide, fold
from barpoint.tournament.archive import Change, changes_since, finished_matches
from barpoint.tournament.commands import AnyCommand
from barpoint.tournament.events import AnyEvent, decode, encode

TRIES = 5


class Held(msgspec.Struct, frozen=True):
    """A tournament and its log."""

    state: Tournament
    log: tuple[AnyEvent, ...] = ()
    commands: frozenset[str] = frozenset()  # those that are in it


class Done(msgspec.Struct, frozen=True):
    """What came of a command; `version` is where the tournament stands now."""

    version: int
    events: tuple[AnyEvent, ...]


class Refused(msgspec.Struct, frozen=True):
    """Refused, in words with their clauses."""

    refusal: Refusal
    citation: Citation


class Stale(msgspec.Struct, frozen=True):
    """The command was made on an old view: nothing was done, and this is what changed since."""

    version: int
    changes: tuple[Change, ...]


Answer = Done | Refused | Stale
Told = Callable[[str, int, Held], None]
"""Hears of a tournament, the version it was known at before, and the tournament as it stands."""


def stream_of(tournament: str) -> str:
    """The stream a tournament is kept in."""
    return f"tournament:{tournament}"


class Direct:
    """Every tournament of a store; what was folded is kept and only the rest is read."""

    def __init__(self, store: EventStore, sanctions: Sanctions | None = None) -> None:
        self._store, self._sanctions = store, sanctions
        self._held: dict[str, Held] = {}
        self.told: list[Told] = []

    async def load(self, tournament: str) -> Held:
        """The tournament as it stands."""
        held = self._held.get(tournament, Held(Tournament()))
        stored = await self._store.read(stream_of(tournament), held.state.version)
        if self._held.get(tournament, held) is not held:
            return await self.load(tournament)  # somebody else has read it meanwhile
        if not stored:
            return held
        fresh = tuple(decode(each.data) for each in stored)
        commands = held.commands | {each.command for each in stored if each.command}
        return self._follow(tournament, held, Held(fold(fresh, held.state), held.log + fresh, commands))

    def _follow(self, tournament: str, before: Held, held: Held) -> Held:
        self._held[tournament] = held
        for told in self.told:
            told(tournament, before.state.version, held)
        return held

    async def names(self) -> tuple[str, ...]:
        """Every tournament there is, oldest first."""
        return tuple(stream.partition(":")[2] for stream in await self._store.streams("tournament"))

    async def do(self, tournament: str, command: AnyCommand, command_id: str, *, expected: int | None = None) -> Answer:
        """Judge a command and keep what comes of it."""
        for _ in range(TRIES):
            held = await self.load(tournament)
            state = held.state
            if command_id in held.commands:
                return Done(state.version, ())
            if expected is not None and expected != state.version:
                return Stale(state.version, changes_since(held.log, min(expected, state.version)))
            decided = await self._judged(state, command)
            if isinstance(decided, Refusal):
                return Refused(decided, cite(decided, book_of(state, command)))
            if not decided:
                return Done(state.version, ())
            after = fold(decided, state)
            ends = None if after.phase is state.phase else after.phase is Phase.CLOSED
            write = Write(stream_of(tournament), state.version, tuple(map(encode, decided)), ends)
            beside = await self._sanctions.served(after, decided) if self._sanctions is not None else ()
            kept = await self._store.append([write, *beside], command_id)
            if not isinstance(kept, Conflict):
                if self._held.get(tournament) is held and not kept.repeated:
                    self._follow(tournament, held, Held(after, held.log + decided, held.commands | {command_id}))
                return Done(kept.versions[write.stream], () if kept.repeated else decided)
        raise RuntimeError(f"{tournament}: somebody else was faster {TRIES} times")

    async def _judged(self, state: Tournament, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        """The command and what the record of sanctions adds to it: all of it or nothing."""
        steps = await self._sanctions.prepared(state, command) if self._sanctions is not None else (command,)
        events: tuple[AnyEvent, ...] = ()
        for step in steps:
            decided = decide(fold(events, state), step)
            if isinstance(decided, Refusal):
                return decided
            events += decided
        return events


def book_of(state: Tournament, command: AnyCommand) -> str:
    """The book a refusal is cited under: the event's, or that of all events if they share one."""
    contest = state.contests.get(getattr(command, "contest", ""))
    if contest is not None:
        return contest.book
    books = {each.book for each in state.contests.values()}
    return books.pop() if len(books) == 1 else ""


def rated_matches(state: Tournament) -> tuple[MatchRated, ...]:
    """The finished matches of a tournament as the rating room takes them."""
    return tuple(msgspec.convert(msgspec.structs.asdict(match), MatchRated) for match in finished_matches(state))


def ratings_after(states: Iterable[Tournament], system: System | None = None) -> Rebuilt:
    """The ratings that these tournaments come to."""
    return rebuild([match for state in states for match in rated_matches(state)], system)
