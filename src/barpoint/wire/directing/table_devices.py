"""What goes over HTTP between the server and a device at a table."""

from typing import Annotated

import msgspec

from barpoint.board import Side
from barpoint.engine.review import Performance
from barpoint.match import MatchFormat, MatchPhase
from barpoint.service.tournaments import (
    DeviceEntry,
    TableBoard,
    TableDice,
    TableDisplay,
    TableStands,
)


class DelayThreshold(msgspec.Struct, frozen=True, kw_only=True):
    """The next penalty point, or the loss of the match: at which delay and, while away, at which moment.

    The delay is the total; under bws it is that of the absence which lasts, or of the next one.
    """

    what: str  # point | forfeit
    delay: int
    at: int | None
    points: int


class DelayEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One absence: `until` is None while it lasts; `drawn` of it was break time, `delay` was not."""

    side: Side
    cause: str  # start | resume | break
    since: int
    until: int | None
    lasted: int
    drawn: int
    delay: int
    delay_in_all: int
    points: int  # in all, with those of the absences before it


class PlayerAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What one side has delayed the match so far, and what it has left."""

    side: Side
    name: str
    delay: int
    points: int
    forfeited: bool
    away: bool
    breaks_used: int
    breaks_left: int | None
    break_time_left: int | None
    thresholds: tuple[DelayThreshold, ...]


class DelayTable(msgspec.Struct, frozen=True, kw_only=True):
    """The delay ledger of a match, times in milliseconds; home is white."""

    book: str
    length: int
    at: int
    rows: tuple[DelayEntry, ...]
    players: tuple[PlayerAccount, ...]


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A match as its table sees it; the home side comes first and plays white."""

    tournament: str
    contest: str
    contest_name: str
    pairing: str
    table: str
    entrants: tuple[str, str]
    names: tuple[str, str]
    me: str  # the entrant whose private link this browser has opened
    may_record: bool
    format: MatchFormat
    board: TableBoard
    score: tuple[int, int]
    began: tuple[int, int]  # the score before the first roll
    recorded: int  # events the server has
    stands: TableStands  # the record as it is kept here
    dice: TableDice | None  # None: the director has not approved a device's dice for this match
    over: bool = False  # the match has its result
    delays: DelayTable | None = None  # for those who play it or work there
    clock_set: int = 0  # when the director imposed the clock in mid-match: both sides then had its reserve


class NewRecording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened at the table since, in order."""

    entries: Annotated[tuple[DeviceEntry, ...], msgspec.Meta(max_length=200)]
    entrants: tuple[str, str] | None = None  # whom the device was opened for; a page of 0.1.0 does not say


class NewDisplay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the device shows now, whether it records the match or not."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    entrants: tuple[str, str]  # whom it was opened for
    shown: TableDisplay


class DisplayReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """What the table may not know: the score before the first roll, with the penalties that its beginning brought.

    `clock_set` is as in `TableView`.
    """

    began: tuple[int, int]
    clock_set: int = 0


class RecordingRefusal(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was not kept, and why."""

    id: str
    code: str
    detail: str
    clauses: tuple[str, ...]


class RecordStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The record as it stands."""

    version: int
    score: tuple[int, int]
    phase: MatchPhase
    refused: tuple[RecordingRefusal, ...]
    unjudged: tuple[str, ...]  # made on what was refused: neither kept nor judged
    stands: TableStands
    dice: TableDice | None
    began: tuple[int, int]  # the score before the first roll


class ErrorRates(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of a recorded match: `players` when its analysis is done."""

    match: str
    state: str
    players: tuple[Performance, ...]
