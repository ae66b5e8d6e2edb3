"""Matches over the board that a device at the table records: judged as RECORDED when they reach the server.

stream      `recorded:TOURNAMENT/EVENT/PAIRING/HOME/AWAY`: a correction that seats others begins another record
entry       one thing that happened, with the device's own id and time; sent again it changes nothing
refused     what cannot have happened so is not kept, and neither is what the device built on it: the device is told why
            and where the record stands. An illegal play is kept by name
taken back  the record goes back to before an entry: one event more, nothing is edited

Home plays white. The record has no clock of its own: what the device's shows is noted with the play. Officials'
commands are not taken from a device.
"""

import secrets as random_source
from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import decide
from barpoint.match.events import AnyEvent, GameEnded, decode, encode
from barpoint.match.evolve import fold
from barpoint.match.score import EndedBy
from barpoint.match.snapshot import encode_game
from barpoint.match.state import MatchState, Phase, new_match
from barpoint.rulebook.cite import Citation, cite
from barpoint.service.at_table import dice_approved, format_at_table
from barpoint.service.ports import Appended, EventStore, Secrets, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.table_dice import (
    AddPart,
    OpenDice,
    SealDice,
    TableShaken,
    ThrowDice,
    asked_for,
    beside,
    settled,
    shaken,
)
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
    | c.ReadClock
)
"""What a device may say happened."""
_TRIES: Final = 5


class TakeBack(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """That entry was a mistake, and so is all that followed it."""

    at: int
    entry: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened at the table; `thrown`: a roll by the dice the device had sealed."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: Recordable | TakeBack | SealDice | AddPart | ThrowDice | OpenDice
    thrown: bool = False


class NotKept(msgspec.Struct, frozen=True):
    """An entry that cannot have happened so."""

    id: str
    citation: Citation


class Recording(msgspec.Struct, frozen=True):
    """A record as it stands."""

    id: str
    state: MatchState
    events: tuple[AnyEvent, ...] = ()
    commands: dict[str, int] = {}  # entry -> the version it came upon

    def with_(self, key: str, events: tuple[AnyEvent, ...]) -> "Recording":
        """The record with one entry more."""
        known = {**self.commands, key: self.state.version}
        return Recording(self.id, fold(events, self.state), self.events + events, known)

    def before(self, key: str) -> MatchState | None:
        """How it stood before an entry that was kept."""
        version = self.commands.get(key)
        if version is None:
            return None
        return fold(self.events[:version]) if version else new_match(self.state.format)


class Kept(msgspec.Struct, frozen=True):
    """What came of a device's entries; `unjudged` had been made on what was refused."""

    held: Recording
    dice: TableShaken
    refused: tuple[NotKept, ...] = ()
    unjudged: tuple[str, ...] = ()


def id_of(tournament: Tournament, contest: Contest, fixture: Fixture) -> str:
    """What a record is called; its dice are sealed under the same name."""
    name = tournament.settings.id if tournament.settings else ""
    return "/".join((name, contest.settings.id, fixture.id, *fixture.pair))


class OsSecrets:
    """Seeds from the operating system."""

    def seed(self) -> str:
        """32 bytes nobody can guess."""
        return random_source.token_hex(32)


class Recorded:
    """The records of a store."""

    def __init__(self, store: EventStore, secrets: Secrets | None = None) -> None:
        self._store, self._secrets = store, secrets or OsSecrets()

    async def load(self, tournament: Tournament, contest: Contest, fixture: Fixture) -> Recording | Refusal:
        """The record so far; an empty one if nothing has come yet."""
        id = id_of(tournament, contest, fixture)  # noqa: A001
        stored = await self._store.read(f"recorded:{id}")
        if not stored:
            played = format_at_table(contest, fixture)
            if isinstance(played, Refusal):
                return played
            return Recording(id, new_match(msgspec.structs.replace(played, clock=None)))
        events = tuple(decode(each.data) for each in stored)
        commands: dict[str, int] = {}
        for each in stored:
            commands.setdefault(each.command, each.version - 1)
        return Recording(id, fold(events), events, commands)

    async def dice(self, held: Recording) -> TableShaken:
        """The sealed dice of a record."""
        return await shaken(self._store, held.id, held.events)

    async def keep(
        self, tournament: Tournament, contest: Contest, fixture: Fixture, entries: tuple[Entry, ...], by: str, now: int
    ) -> Kept | Refusal:
        """Judge what a device sends, in its order, up to what cannot be; what stands is durable on return."""
        held = await self.load(tournament, contest, fixture)
        if isinstance(held, Refusal):
            return held
        dice = await self.dice(held)
        for place, entry in enumerate(entries):
            answer = await self._one(_Table(tournament, contest, fixture, by, now), held, dice, entry)
            if isinstance(answer, Refusal):
                refused = NotKept(entry.id, cite(answer, contest.book))
                return Kept(held, dice, (refused,), tuple(later.id for later in entries[place + 1 :]))
            held, dice = answer
        return Kept(held, dice)

    async def _one(
        self, table: "_Table", held: Recording, dice: TableShaken, entry: Entry
    ) -> tuple[Recording, TableShaken] | Refusal:
        """The record with one entry more; whoever else wrote meanwhile comes first."""
        key = f"recorded:{held.id}/{entry.id}"
        for _ in range(_TRIES):
            if key in held.commands:
                return held, dice
            wanted = self._wanted(table, held, dice, entry)
            if isinstance(wanted, Refusal):
                return wanted
            events, writes = wanted
            if events:
                after = held.with_(key, events)
                over = after.state.phase is Phase.OVER
                ends = None if over is (held.state.phase is Phase.OVER) else over
                record = Write(f"recorded:{held.id}", held.state.version, tuple(map(encode, events)), ends)
                writes = [record, *writes]
            else:
                after = held
            if not writes:
                return held, dice
            kept = await self._store.append(writes, key)
            if isinstance(kept, Appended) and not kept.repeated:
                dice.note(writes)
                dice.follow(events)
                return after, dice
            again = await self.load(table.tournament, table.contest, table.fixture)
            if isinstance(again, Refusal):
                return again
            held, dice = again, await self.dice(again)
            if isinstance(kept, Appended):
                return held, dice  # an entry about the dice that had come before
        raise RuntimeError(f"{held.id}: somebody else was faster {_TRIES} times")

    def _wanted(
        self, table: "_Table", held: Recording, dice: TableShaken, entry: Entry
    ) -> tuple[tuple[AnyEvent, ...], list[Write]] | Refusal:
        """The events an entry becomes, and what is written beside them."""
        command = entry.command
        if isinstance(command, SealDice | AddPart | ThrowDice) and not table.approved:
            return Refusal(ServiceCode.DICE_NOT_APPROVED)
        if isinstance(command, SealDice | AddPart | OpenDice):
            writes = settled(dice, command, self._secrets, table.now)
            return writes if isinstance(writes, Refusal) else ((), writes)
        by_hand = not entry.thrown
        if isinstance(command, ThrowDice):
            thrown = asked_for(dice, held.state, command)
            if isinstance(thrown, Refusal):
                return thrown
            command, by_hand = thrown, False
        begun = _beginning(table, held, min(command.at, table.now))
        if isinstance(command, TakeBack):
            answer = _taken_back(table, held, dice, command)
        elif _answered_already(held, command):
            return (), []
        else:
            answer = decide(fold(begun, held.state), msgspec.structs.replace(command, received=table.now))
        if isinstance(answer, Refusal):
            return answer
        return (*begun, *answer), beside(dice, answer, table.now, by_hand=by_hand)


class _Table(msgspec.Struct, frozen=True):
    """Where entries come from, who sends them, and when."""

    tournament: Tournament
    contest: Contest
    fixture: Fixture
    by: str
    now: int

    @property
    def approved(self) -> bool:
        return dice_approved(self.tournament, self.contest, self.fixture)


def _taken_back(table: _Table, held: Recording, dice: TableShaken, command: TakeBack) -> tuple[AnyEvent, ...] | Refusal:
    """The running game as it stood before an entry; a game that began with it is void."""
    key = f"recorded:{held.id}/{command.entry}"
    earlier = held.before(key)
    if earlier is None:
        return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)
    if dice.binds_since(earlier.version):
        return Refusal(ServiceCode.ROLL_STANDS)
    at, reason = min(command.at, table.now), "taken back at the table"
    if earlier.game is not None:
        game = encode_game(earlier.game)
        return decide(held.state, c.RestoreGame(at=at, by=table.by, reason=reason, version=earlier.version, game=game))
    if held.state.game is not None:
        return decide(held.state, c.VoidGame(at=at, by=table.by, reason=reason))
    return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)


def _answered_already(held: Recording, command: Recordable) -> bool:
    """A resignation that needed no answer has ended its game; that it was accepted is nothing new."""
    if not isinstance(command, c.AnswerResignation) or not command.accept or held.state.game is not None:
        return False
    ended = next((event for event in reversed(held.events) if isinstance(event, GameEnded)), None)
    return ended is not None and ended.record.ended_by is EndedBy.RESIGNATION


def _beginning(table: _Table, held: Recording, at: int) -> tuple[AnyEvent, ...]:
    """Who sits there, and the points penalties gave before the first roll."""
    if held.state.phase is not Phase.BEFORE:
        return ()
    tournament, contest, fixture = table.tournament, table.contest, table.fixture
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
