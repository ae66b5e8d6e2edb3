"""Matches over the board that a device at the table records: judged as RECORDED when they reach the server.

stream      `recorded:TOURNAMENT/EVENT/PAIRING/HOME/AWAY`: a correction that seats others begins another record
entry       one thing that happened, with the device's own id and time; sent again it changes nothing
refused     what cannot have happened so is not kept, and neither is what the device built on it: the device is told why
            and where the record stands. An illegal play is kept by name
taken back  the record goes back to before an entry: one event more, nothing is edited

Home plays white. The record has no clock of its own: what the device's shows is noted with the play. Officials'
commands are not taken from a device; whether a condition somebody attached to words about the cube has come about
both players see at the board, so they note it (usbgf:4.4.4.3b, 4.4.5.3b).
"""

import secrets as random_source
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import (
    Clock,
    EndedBy,
    MatchCode,
    MatchPhase,
    MatchState,
    decide_match,
    encode_game,
    fold_match,
    new_match,
)
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent, GameEnded, decode, encode
from barpoint.match.format import AtExpiry
from barpoint.rulebook import Citation, cite
from barpoint.service.dice.dice_events import DiceThrown
from barpoint.service.long_work import off_loop
from barpoint.service.ports import Appended, EventStore, Secrets, StoredEvent, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.tournaments.device_dice import (
    AddPart,
    DeviceDice,
    OpenDice,
    SealDice,
    ThrowDice,
    device_throw,
    entry_writes,
    load_device_dice,
    play_writes,
    roll_command,
    server_throw,
)
from barpoint.service.tournaments.device_view import device_format, dice_approved
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import score_so_far

Recordable = (
    c.RollOpening
    | c.RollDice
    | c.SpoilRoll
    | c.ChooseRoll
    | c.PlayCheckers
    | c.EndTurn
    | c.OfferDouble
    | c.Take
    | c.Pass
    | c.Beaver
    | c.SayCubeWords
    | c.PressTwice
    | c.OfferResignation
    | c.AnswerResignation
    | c.ClaimGame
    | c.AnswerClaim
    | c.ReadClock
    | c.AnnounceExpiry
)
"""What a device may say happened."""
_TRIES: Final = 5


class TakeBack(msgspec.Struct, frozen=True, kw_only=True, tag="TakeBack"):
    """That entry was a mistake, and so is all that followed it."""

    at: int
    entry: str


class NoteCondition(msgspec.Struct, frozen=True, kw_only=True, tag="NoteCondition"):
    """What a side made its words about the cube depend on has come about, or has not: then they no longer bind."""

    at: int
    side: Side
    met: bool


class DeviceEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened at the table; `thrown`: a roll by the dice the device had sealed, with this `link`."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: Recordable | TakeBack | NoteCondition | SealDice | AddPart | ThrowDice | OpenDice
    thrown: bool = False
    link: str = ""


class RejectedEntry(msgspec.Struct, frozen=True):
    """An entry that cannot have happened so."""

    id: str
    citation: Citation


class Recording(msgspec.Struct, frozen=True):
    """A record as it stands."""

    id: str
    state: MatchState
    events: tuple[AnyEvent, ...] = ()
    commands: dict[str, int] = {}  # entry -> the version it came upon

    def extend(self, key: str, events: tuple[AnyEvent, ...]) -> "Recording":
        """The record with one entry more."""
        known = {**self.commands, key: self.state.version}
        return Recording(self.id, fold_match(events, self.state), self.events + events, known)

    def until(self, latest: int) -> "Recording":
        """The record as it stood at a moment."""
        events = tuple(event for event in self.events if event.at <= latest)
        return Recording(self.id, fold_match(events) if events else new_match(self.state.format), events, {})

    def before(self, key: str) -> MatchState | None:
        """How it stood before an entry that was kept."""
        version = self.commands.get(key)
        if version is None:
            return None
        return fold_match(self.events[:version]) if version else new_match(self.state.format)


class RecordingOutcome(msgspec.Struct, frozen=True):
    """What came of a device's entries; `unjudged` had been made on what was refused."""

    recording: Recording = msgspec.field(name="held")
    dice: DeviceDice
    refused: tuple[RejectedEntry, ...] = ()
    unjudged: tuple[str, ...] = ()


def record_id(tournament: Tournament, contest: Contest, fixture: Fixture) -> str:
    """What a record is called; its dice are sealed under the same name."""
    return tournament.record_name(contest, fixture)


class OsSecrets:
    """Seeds from the operating system."""

    def seed(self) -> str:
        """32 bytes nobody can guess."""
        return random_source.token_hex(32)


class DeviceRecords:
    """The records of a store."""

    def __init__(self, store: EventStore, secrets: Secrets | None = None) -> None:
        self._store, self._secrets = store, secrets or OsSecrets()

    async def load(self, tournament: Tournament, contest: Contest, fixture: Fixture) -> Recording | Refusal:
        """The record so far; an empty one if nothing has come yet."""
        id = record_id(tournament, contest, fixture)
        stored = await self._store.read(f"recorded:{id}")
        if not stored:
            match_format = device_format(contest, fixture)
            if isinstance(match_format, Refusal):
                return match_format
            return Recording(id, new_match(msgspec.structs.replace(match_format, clock=None)))
        return await off_loop(lambda: _recording(id, stored))

    async def dice(self, recording: Recording) -> DeviceDice:
        """The sealed dice of a record."""
        return await load_device_dice(self._store, recording.id, recording.events)

    async def keep(
        self,
        tournament: Tournament,
        contest: Contest,
        fixture: Fixture,
        entries: tuple[DeviceEntry, ...],
        by: str,
        now: int,
    ) -> RecordingOutcome | Refusal:
        """Judge what a device sends, in its order, up to what cannot be; what stands is durable on return."""
        recording = await self.load(tournament, contest, fixture)
        if isinstance(recording, Refusal):
            return recording
        dice = await self.dice(recording)
        for place, entry in enumerate(entries):
            answer = await self._keep_entry(
                _EntryContext(tournament, contest, fixture, by, now), recording, dice, entry
            )
            if isinstance(answer, Refusal):
                refused = RejectedEntry(entry.id, cite(answer, contest.book))
                return RecordingOutcome(recording, dice, (refused,), tuple(later.id for later in entries[place + 1 :]))
            recording, dice = answer
        return RecordingOutcome(recording, dice)

    async def _keep_entry(
        self, context: "_EntryContext", recording: Recording, dice: DeviceDice, entry: DeviceEntry
    ) -> tuple[Recording, DeviceDice] | Refusal:
        """The record with one entry more; whoever else wrote meanwhile comes first."""
        key = f"recorded:{recording.id}/{entry.id}"
        for _ in range(_TRIES):
            if key in recording.commands:
                return recording, dice
            judged = self._judge(context, recording, dice, entry)
            if isinstance(judged, Refusal):
                return judged
            events, writes = judged
            if events:
                after = recording.extend(key, events)
                over = after.state.phase is MatchPhase.OVER
                ends = None if over is (recording.state.phase is MatchPhase.OVER) else over
                record = Write(f"recorded:{recording.id}", recording.state.version, tuple(map(encode, events)), ends)
                writes = [record, *writes]
            else:
                after = recording
            if not writes:
                return recording, dice
            kept = await self._store.append(writes, key)
            if isinstance(kept, Appended) and not kept.repeated:
                dice.note(writes)
                dice.follow(events)
                return after, dice
            again = await self.load(context.tournament, context.contest, context.fixture)
            if isinstance(again, Refusal):
                return again
            recording, dice = again, await self.dice(again)
            if isinstance(kept, Appended):
                return recording, dice  # an entry about the dice that had come before
        raise RuntimeError(f"{recording.id}: somebody else was faster {_TRIES} times")

    def _judge(
        self, context: "_EntryContext", recording: Recording, dice: DeviceDice, entry: DeviceEntry
    ) -> tuple[tuple[AnyEvent, ...], list[Write]] | Refusal:
        """The events an entry becomes, and what is written beside them."""
        command = entry.command
        if isinstance(command, SealDice | AddPart | ThrowDice) and not context.has_device_dice:
            return Refusal(ServiceCode.DICE_NOT_APPROVED)
        if isinstance(command, SealDice | AddPart | OpenDice):
            writes = entry_writes(dice, command, self._secrets, context.now)
            return writes if isinstance(writes, Refusal) else ((), writes)
        thrown: Sequence[DiceThrown] | None = [] if entry.thrown else None
        if isinstance(command, ThrowDice):
            roll = server_throw(dice, command, context.now)
            if isinstance(roll, Refusal):
                return roll
            command, thrown = roll_command(roll[0], recording.state, command), roll[1]
        elif entry.thrown and isinstance(command, c.RollOpening | c.RollDice):
            links = device_throw(dice, command, entry.link, context.now)
            if isinstance(links, Refusal):
                return links
            thrown = links
        begun = _beginning(context, recording, min(command.at, context.now))
        if isinstance(command, TakeBack):
            answer = _take_back(context, recording, dice, command)
        elif isinstance(command, NoteCondition):
            answer = _note_condition(context, recording, command)
        elif isinstance(command, c.PressTwice):
            answer = _press_twice(context, recording, command)
        elif isinstance(command, c.AnnounceExpiry):
            answer = _lose_on_time(
                context, msgspec.structs.replace(recording, state=fold_match(begun, recording.state)), command
            )
        elif _is_answered(recording, command):
            return (), []
        else:
            answer = decide_match(
                fold_match(begun, recording.state), msgspec.structs.replace(command, received=context.now)
            )
        if isinstance(answer, Refusal):
            return answer
        return (*begun, *answer), play_writes(dice, answer, context.now, thrown)


def _recording(id: str, stored: Sequence[StoredEvent]) -> Recording:
    events = tuple(decode(event_stored.data) for event_stored in stored)
    commands: dict[str, int] = {}
    for event_stored in stored:
        commands.setdefault(event_stored.command, event_stored.version - 1)
    return Recording(id, fold_match(events), events, commands)


class _EntryContext(msgspec.Struct, frozen=True):
    """Where entries come from, who sends them, and when."""

    tournament: Tournament
    contest: Contest
    fixture: Fixture
    by: str
    now: int

    @property
    def has_device_dice(self) -> bool:
        return dice_approved(self.tournament, self.contest, self.fixture)


def _take_back(
    context: _EntryContext, recording: Recording, dice: DeviceDice, command: TakeBack
) -> tuple[AnyEvent, ...] | Refusal:
    """The running game as it stood before an entry; a game that began with it is void."""
    key = f"recorded:{recording.id}/{command.entry}"
    earlier = recording.before(key)
    if earlier is None:
        return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)
    if dice.binds_since(earlier.version):
        return Refusal(ServiceCode.ROLL_STANDS)
    at, reason = min(command.at, context.now), "taken back at the table"
    if earlier.game is not None:
        game = encode_game(earlier.game)
        return decide_match(
            recording.state, c.RestoreGame(at=at, by=context.by, reason=reason, version=earlier.version, game=game)
        )
    if recording.state.game is not None:
        return decide_match(recording.state, c.VoidGame(at=at, by=context.by, reason=reason))
    return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)


def _note_condition(
    context: _EntryContext, recording: Recording, command: NoteCondition
) -> tuple[AnyEvent, ...] | Refusal:
    """The words bind from now on, or no longer."""
    at, side, by = min(command.at, context.now), command.side, context.by
    if command.met:
        return decide_match(recording.state, c.MeetCondition(at=at, by=by, side=side))
    return decide_match(recording.state, c.DropCondition(at=at, by=by, side=side))


def _press_twice(context: _EntryContext, recording: Recording, command: c.PressTwice) -> tuple[AnyEvent, ...] | Refusal:
    """Two presses after an invalid roll, judged by the rules of the clock the device keeps (ibf:3.12e)."""
    match_format = device_format(context.contest, context.fixture)
    if isinstance(match_format, Refusal) or match_format.clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    at = min(command.at, context.now)
    clock = Clock.fresh(match_format.clock, at).start(command.side, at)
    return decide_match(msgspec.structs.replace(recording.state, clock=clock), command)


def _lose_on_time(
    context: _EntryContext, recording: Recording, command: c.AnnounceExpiry
) -> tuple[AnyEvent, ...] | Refusal:
    """The device keeps the clock, and those at the table have said what its flag means: that side loses (ibf:8.7a)."""
    match_format = device_format(context.contest, context.fixture)
    if isinstance(match_format, Refusal) or match_format.clock is None:
        return Refusal(MatchCode.NO_CLOCK)
    at = min(command.at, context.now)
    rules = msgspec.structs.replace(match_format.clock, at_expiry=AtExpiry.NOTHING)
    down = (command.of is Side.WHITE, command.of is Side.BLACK)
    clock = msgspec.structs.replace(Clock.fresh(rules, at, (0, 0)), flags=down)
    return decide_match(
        msgspec.structs.replace(recording.state, clock=clock), c.AnnounceExpiry(at=at, of=command.of, by=context.by)
    )


def _is_answered(recording: Recording, command: Recordable) -> bool:
    """A resignation that needed no answer has ended its game; that it was accepted is nothing new."""
    if not isinstance(command, c.AnswerResignation) or not command.accept or recording.state.game is not None:
        return False
    ended = next((event for event in reversed(recording.events) if isinstance(event, GameEnded)), None)
    return ended is not None and ended.record.ended_by is EndedBy.RESIGNATION


def _beginning(context: _EntryContext, recording: Recording, at: int) -> tuple[AnyEvent, ...]:
    """Who sits there, and the points of penalties before the first roll, or of games played without a record."""
    if recording.state.phase is not MatchPhase.BEFORE:
        return ()
    tournament, contest, fixture = context.tournament, context.contest, context.fixture
    white, black = (
        tuple(str(tournament.players.get(person, person)) for person in contest.entries[entrant].people)
        for entrant in fixture.pair
    )
    commands: list[c.AnyCommand] = [c.StartMatch(at=at, white=white, black=black)]
    noted = contest.match_at(fixture).noted is not None
    for side, points in zip(Side, score_so_far(tournament, contest, fixture), strict=True):
        if points:
            reason = "as it stood when recording began" if noted else "penalties before the first roll"
            commands.append(c.AwardPoints(at=at, by="desk", reason=reason, side=side, points=points))
    state, events = recording.state, tuple[AnyEvent, ...]()
    for command in commands:
        answer = decide_match(state, command)
        assert not isinstance(answer, Refusal), f"a match that has not begun can be begun: {answer}"
        events, state = events + answer, fold_match(answer, state)
    return events
