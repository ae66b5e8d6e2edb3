"""Matches over the board that a device at the table records: judged as RECORDED when they reach the server.

stream      `recorded:TOURNAMENT/EVENT/PAIRING/HOME/AWAY`: a correction that seats others begins another record
entry       one command with the device's own id and time; sent again it changes nothing
refused     what cannot have happened so is not kept, and the device is told why; an illegal play is kept by name

Home plays white. The record has no clock: the players' clock is the device's, which works without a network, and the
times of the entries are kept. Officials' commands are not taken from a device.
"""

from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import decide
from barpoint.match.events import AnyEvent, decode, encode
from barpoint.match.evolve import fold
from barpoint.match.format import Enforcement
from barpoint.match.state import MatchState, Phase, new_match
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.ports import Appended, EventStore, Write
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.desk import start_score
from barpoint.tournament.fixture import Fixture

Recordable = (
    c.RollOpening
    | c.RollDice
    | c.SpoilRoll
    | c.PlayCheckers
    | c.EndTurn
    | c.OfferDouble
    | c.Take
    | c.Pass
    | c.Beaver
    | c.OfferResignation
    | c.AnswerResignation
    | c.ClaimGame
    | c.AnswerClaim
)
"""What a device may say happened."""
_TRIES: Final = 5


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened at the table."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: Recordable


class NotKept(msgspec.Struct, frozen=True):
    """An entry that cannot have happened so."""

    id: str
    citation: Citation


class Recording(msgspec.Struct, frozen=True):
    """A record as it stands."""

    state: MatchState
    events: tuple[AnyEvent, ...] = ()
    commands: frozenset[str] = frozenset()


def stream_of(tournament: str, contest: str, fixture: Fixture) -> str:
    """Where a match is recorded."""
    return f"recorded:{'/'.join((tournament, contest, fixture.id, *fixture.pair))}"


class Recorded:
    """The records of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def load(self, tournament: Tournament, contest: Contest, fixture: Fixture) -> Recording | Refusal:
        """The record so far; an empty one if nothing has come yet."""
        stored = await self._store.read(_stream(tournament, contest, fixture))
        if not stored:
            played = contest.match_format(fixture, Enforcement.RECORDED)
            if isinstance(played, Refusal):
                return played
            return Recording(new_match(msgspec.structs.replace(played, clock=None)))
        events = tuple(decode(each.data) for each in stored)
        return Recording(fold(events), events, frozenset(each.command for each in stored if each.command))

    async def keep(
        self, tournament: Tournament, contest: Contest, fixture: Fixture, entries: tuple[Entry, ...], now: int
    ) -> tuple[Recording, tuple[NotKept, ...]] | Refusal:
        """Judge what a device sends, in its order; what stands is durable on return."""
        refused: list[NotKept] = []
        held = await self.load(tournament, contest, fixture)
        for entry in entries:
            if isinstance(held, Refusal):
                return held
            answer = await self._one(tournament, contest, fixture, held, entry, now)
            if isinstance(answer, Refusal):
                refused.append(NotKept(entry.id, cite(answer, contest.book)))
            else:
                held = answer
        return held if isinstance(held, Refusal) else (held, tuple(refused))

    async def _one(
        self, tournament: Tournament, contest: Contest, fixture: Fixture, held: Recording, entry: Entry, now: int
    ) -> Recording | Refusal:
        """The record with one entry more; whoever else wrote meanwhile comes first."""
        stream = _stream(tournament, contest, fixture)
        key = f"{stream}/{entry.id}"
        for _ in range(_TRIES):
            if key in held.commands:
                return held
            begun = _beginning(tournament, contest, fixture, held, min(entry.command.at, now))
            answer = decide(fold(begun, held.state), msgspec.structs.replace(entry.command, received=now))
            if isinstance(answer, Refusal):
                return answer
            events = (*begun, *answer)
            after = Recording(fold(events, held.state), held.events + events, held.commands | {key})
            ends = True if after.state.phase is Phase.OVER else None
            write = Write(stream, held.state.version, tuple(map(encode, events)), ends)
            kept = await self._store.append([write], key)
            if isinstance(kept, Appended) and not kept.repeated:
                return after
            again = await self.load(tournament, contest, fixture)
            if isinstance(again, Refusal):
                return again
            held = again
        raise RuntimeError(f"{fixture.id}: somebody else was faster {_TRIES} times")


def _stream(tournament: Tournament, contest: Contest, fixture: Fixture) -> str:
    name = tournament.settings.id if tournament.settings else ""
    return stream_of(name, contest.settings.id, fixture)


def _beginning(
    tournament: Tournament, contest: Contest, fixture: Fixture, held: Recording, at: int
) -> tuple[AnyEvent, ...]:
    """Who sits there, and the points penalties gave before the first roll."""
    if held.state.phase is not Phase.BEFORE:
        return ()
    white, black = (
        tuple(str(tournament.players.get(person, person)) for person in contest.entries[entrant].people)
        for entrant in fixture.pair
    )
    wanted: list[c.AnyCommand] = [c.StartMatch(at=at, white=white, black=black)]
    for side, points in zip(Side, start_score(tournament, contest, fixture), strict=True):
        if points:
            reason = "penalties before the first roll"
            wanted.append(c.AwardPoints(at=at, by="desk", reason=reason, side=side, points=points))
    state, events = held.state, tuple[AnyEvent, ...]()
    for command in wanted:
        answer = decide(state, command)
        assert not isinstance(answer, Refusal), f"a match that has not begun can be begun: {answer}"
        events, state = events + answer, fold(answer, state)
    return events
